"""Share links: making one, and opening one without changing anything until the reader acts."""

from collections.abc import Sequence
from dataclasses import replace

from app import words
from app.answer import Answer, Command, Handler, Message, World, moved, say, told
from app.hand import put_away
from app.logbook import whose
from app.model import Hand, Model, News, Opened, Place, Table, place_at
from app.sheet import noted
from app.tracking import whose_of, with_leftovers
from app.update.log import line_of
from app.update.roll import laid
from pyrules.campaign.events import Rolled
from pyrules.campaign.links import read_link, write_link
from pyrules.campaign.rolls import replayed
from pyrules.core.errors import RulesError
from pyrules.core.rulebook import read_settings
from pyrules.systems import BY_ID

MOST_INVITED = 200
"""No code of a device has as many signs."""


def share(model: Model, message: Message, world: World) -> Answer:
    """Share a line of the log, the test in the form (`what`), or what the reader looks at: the roll or that test."""
    if "event" in message["data"]:
        return share_line(model, message)
    table = model.table if model.result else None
    if table and message["data"].get("what") != "test":
        link = write_link(model.system, table.test, table.roll)
        said = (", ".join(whose_of(model, table)), table.verdict.headline, table.verdict.summary)
        return model, (handed_on(model.system.id, model.system.write(table.test), said, link),)
    if model.sheet.test is None:
        return told(model, words.NOTHING_TO_SHARE, wrong=True)
    notation = model.system.write(model.sheet.test)
    return model, (handed_on(model.system.id, notation, (), write_link(model.system, model.sheet.test)),)


def share_line(model: Model, message: Message) -> Answer:
    """Share a roll of the log."""
    entry = line_of(model, message)
    if entry is None or not isinstance(entry.event, Rolled):
        return model, ()
    event = entry.event
    try:
        again = replayed(event)
    except RulesError as error:
        return told(model, words.cannot_judge(str(error)), wrong=True)
    link = write_link(BY_ID[event.system], again.test, again.roll)
    said = (", ".join(whose(event)), event.headline, event.summary)
    return model, (handed_on(event.system, event.notation, said, link),)


def handed_on(system: str, notation: str, said: Sequence[str], link: str) -> Command:
    """Have the browser share a link with what is `said` of it, sentence by sentence, or copy it where it cannot."""
    title = words.about(BY_ID[system].title, notation)
    text = " ".join(f"{part}." for part in said if part)
    return {"do": "share", "title": title, "text": text, "to": f"{Place(system, 'roll').address}#{link}"}


def handed(model: Model, message: Message, world: World) -> Answer:
    """Tell how handing a text on ended; what could not be copied is shown to be copied by hand."""
    match message["value"]:
        case "copied":
            return told(model, words.COPIED)
        case "refused":
            text = str(message["data"]["text"])
            return replace(model, news=News(words.COPY_BY_HAND, wrong=True, text=text)), (say(words.COPY_BY_HAND),)
        case _:
            return model, ()


def close_news(model: Model, message: Message, world: World) -> Answer:
    """Take away what was told; every message does."""
    return model, ()


def opened(model: Model, address: str) -> Answer:
    """Lay on the table what the address's fragment brings, if it is a link; a bad one changes nothing."""
    fragment = address.partition("#")[2]
    if place_at(address).tab == "table":
        return replace(model, invited=fragment[:MOST_INVITED]), ()
    if not fragment[:1].isdigit():  # the id of a place on the page
        return model, ()
    try:
        brought = read_link(fragment)
    except RulesError as error:
        return told(model, words.bad_link(str(error).removeprefix("link: ").rstrip(".")), wrong=True)
    system = brought.system
    model = closed(model)
    hand = model.hands.get(system.id)
    model, _ = moved(put_away(model, system.id), system.id)
    said = [words.LINK_ROLL if brought.roll else words.LINK_TEST]
    if system.house_rules(brought.test) != read_settings(system.settings, model.house_rules):
        said.append(words.LINK_HOUSE_RULES)
    before = Opened(system.id, fragment, tuple(said), model.sheet, model.table, hand)
    sheet = noted(system, model.sheet, system.write(brought.test), model.house_rules)
    model, _ = with_leftovers(model, model.with_sheet(sheet))
    if brought.roll:
        table = Table(brought.test, brought.roll, system.judge(brought.test, brought.roll), "")
        model = replace(model, tables={**model.tables, system.id: table})
    to = f"{model.place.address}#{fragment}"
    model = replace(model, opened=before, result=brought.roll is not None)
    return model, ({"do": "go", "to": to, "replace": True}, say(said[0]))


def closed(model: Model) -> Model:
    """The reader's own form and dice, as they were before the link was opened."""
    before = model.opened
    if before is None:
        return model
    tables = {system: table for system, table in model.tables.items() if system != before.system}
    return replace(
        model,
        sheets={**model.sheets, before.system: before.sheet},
        tables=tables | ({before.system: before.table} if before.table else {}),
        hands=model.hands | ({before.system: before.hand} if before.hand else {}),
        result=False,
        opened=None,
    )


def close(model: Model, message: Message, world: World) -> Answer:
    """Leave what a link brought."""
    return closed(model), (plain_address(model),)


def keep(model: Model, message: Message, world: World) -> Answer:
    """Write the roll that a link brought into the log, with all its effects."""
    table = model.table
    return laid(model, Hand(table.test, table.roll), table.roll, world) if model.opened and table else (model, ())


def forget_link(before: Model, after: Model) -> Answer:
    """Forget a link once the reader has made something of what it brought."""
    link = after.opened
    if link is None or link is not before.opened:
        return after, ()
    same = after.sheets[link.system] is before.sheets[link.system] and lies(after, link) == lies(before, link)
    return (after, ()) if same else (replace(after, opened=None), (plain_address(after),))


def lies(model: Model, link: Opened) -> Table | None:
    """The roll on the table that a link was opened on, whatever is chosen on it for now."""
    table = model.tables.get(link.system)
    return replace(table, draft=None) if table else None


def plain_address(model: Model) -> Command:
    """Take the link out of the address, so that a reload does not open it again."""
    return {"do": "go", "to": model.place.address, "replace": True}


HANDLERS: dict[str, Handler] = {
    "share": share,
    "handed": handed,
    "news-close": close_news,
    "link-keep": keep,
    "link-close": close,
}
