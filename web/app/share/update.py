"""Share links: making one, and opening one without changing anything until the reader acts."""

from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from app.common.answer import Answer, Command, Handler, Message, World, moved, notify, put_away, say
from app.common.carry_over import with_carry_over
from app.common.tracking import whose_of
from app.form.state import noted
from app.log.state import whose
from app.log.transcript import dice_in_words
from app.log.update import line_of
from app.model import Model, News
from app.place import Place, place_at
from app.roll.state import Hand, Tray, lying
from app.roll.update import laid
from app.share import words
from app.share.state import FromLink
from pyrules.campaign.events import Rolled
from pyrules.campaign.links import LIKE_A_LINK, PERSON, read_link, write_link
from pyrules.campaign.rolls import faithful_replay, replay_roll
from pyrules.core.characters import bare_fragment
from pyrules.core.errors import RulesError
from pyrules.core.roll import Roll
from pyrules.core.rulebook import read_settings
from pyrules.core.system import System
from pyrules.core.verdict import Verdict
from pyrules.systems import BY_ID

MOST_INVITED = 1_000
"""No code of a device has as many signs, in a link and with the words that it was sent with."""


MOST_IN_A_CODE = 650
"""So many signs make a code of 97 squares a side at most, each 3 pixels wide on a phone, which cameras still read."""


@dataclass(frozen=True, slots=True)
class Given:
    """A test to be handed on, or the roll that was made of it.

    `whose` it is as far as anything is known of that, `real` says so where its dice were thrown by hand, and `verdict`
    is that of the roll.
    """

    system: System[Any]
    test: Any
    roll: Roll | None = None
    whose: tuple[str, ...] = ()
    real: str = ""
    verdict: Verdict | None = None

    @property
    def notation(self) -> str:
        """The test's shorthand."""
        return self.system.write(self.test)

    @property
    def command(self) -> Command:
        """What the browser is to hand on: a title, a line that every chat shows, and the link."""
        title = text = words.about(self.system.title, self.notation)
        if self.roll and self.verdict:
            dice = dice_in_words(lying(self.roll, self.verdict))
            whose = ", ".join(self.whose or (self.notation,))
            text = words.in_a_chat(self.system.title, whose, *self.verdict.news[:2], dice)
        to = f"{Place(self.system.id, 'roll').address}#{write_link(self.system, self.test, self.roll)}"
        return {"do": "share", "title": title, "text": text, "to": to}


def share(model: Model, message: Message, world: World) -> Answer:
    """Share a line of the log, the test in the form (`what`), or what the reader looks at: the roll or that test."""
    given = asked_for(model, message)
    if isinstance(given, str):
        return notify(model, given, wrong=True) if given else (model, ())
    return model, (given.command,)


def share_picture(model: Model, message: Message, world: World) -> Answer:
    """Share a picture of a roll, that of a line of the log or the one on the tray."""
    given = asked_for(model, message)
    if isinstance(given, str):
        return notify(model, given, wrong=True) if given else (model, ())
    if given.roll is None or given.verdict is None:
        return model, ()
    from app.share.picture import Shown, picture  # only those who share one wait for it

    drawn = picture(Shown(given.system, given.test, given.roll, given.verdict, given.whose, given.real))
    look = {"system": given.system.id, "dice": model.preferences["dice"]}
    return model, ({**given.command, "do": "picture", "svg": drawn, "look": look},)


def share_code(model: Model, message: Message, world: World) -> Answer:
    """Have the link of a roll drawn, for the camera of any device near by."""
    given = asked_for(model, message)
    if isinstance(given, str):
        return notify(model, given, wrong=True) if given else (model, ())
    to = str(given.command["to"])
    if len(to) > MOST_IN_A_CODE:
        return notify(model, words.NO_CODE, wrong=True)
    return model, ({"do": "draw", "on": "roll-drawn", "peer": 0, "text": to, "link": True},)


def drawn(model: Model, message: Message, world: World) -> Answer:
    """Show a roll's link once it is drawn."""
    rows = tuple(str(message["value"]).split("\n"))
    return replace(model, news=News(words.ROLL_CODE_SHOWN, code=rows)), (say(words.ROLL_CODE_SHOWN),)


def asked_for(model: Model, message: Message) -> Given | str:
    """What is to be shared; why it cannot be, or "" where there is no such thing."""
    if "event" in message["data"]:
        return line_given(model, message)
    tray = model.tray if model.result else None
    if tray and message["data"].get("what") != "test":
        real = words.real_dice(physical=tray.physical, counted=tray.counted)
        return Given(model.system, tray.test, tray.roll, whose_of(model, tray), real, tray.verdict)
    return Given(model.system, model.sheet.test) if model.sheet.test is not None else words.NOTHING_TO_SHARE


def line_given(model: Model, message: Message) -> Given | str:
    """A roll of the log, where today's rules still judge it so; a link has no other verdict than theirs."""
    entry = line_of(model, message)
    if entry is None or not isinstance(entry.event, Rolled):
        return ""
    event = entry.event
    try:
        again = replay_roll(event)
    except RulesError as error:
        return words.cannot_judge(error.plain_words)
    if not again.holds:
        return words.judged_otherwise_there(again.verdict.headline)
    real = words.real_dice(physical=event.physical, counted=event.counted)
    verdict = (faithful_replay(event) or again).verdict
    return Given(BY_ID[event.system], again.test, again.roll, whose(event), real, verdict)


def handed(model: Model, message: Message, world: World) -> Answer:
    """Tell how handing a text on ended; what could not be copied is shown to be copied by hand."""
    match message["value"]:
        case "copied" | "picture copied" | "picture saved" as how:
            return notify(model, HANDED[how])
        case "refused":
            text = str(message["data"]["text"])
            return replace(model, news=News(words.COPY_BY_HAND, wrong=True, text=text)), (say(words.COPY_BY_HAND),)
        case _:
            return model, ()


def close_news(model: Model, message: Message, world: World) -> Answer:
    """Take away what was told; every message does."""
    return model, ()


def open_link(model: Model, address: str) -> Answer:
    """Lay on the tray what the address's fragment brings, if it is a link; a bad one changes nothing."""
    fragment = bare_fragment(address.partition("#")[2])
    place = place_at(address)
    if place.tab == "table":
        return replace(model, invited=fragment[:MOST_INVITED]), ()
    answer: Answer
    if place.on_desk or (place.tab == "own" and model.table):
        answer = import_module("app.desk.update" if place.on_desk else "app.table.games").open_link(model, fragment)
        return answer
    if fragment.startswith(PERSON):
        answer = import_module("app.share.newcomers").arrived(model, fragment)
        return answer
    if not LIKE_A_LINK.match(fragment):  # the id of a place on the page
        return model, ()
    try:
        brought = read_link(fragment)
    except RulesError as error:
        return notify(model, words.bad_link(error.plain_words.rstrip(".")), wrong=True)
    system = brought.system
    model = closed(model)
    hand = model.hands.get(system.id)
    model, _ = moved(put_away(model, system.id), system.id)
    said = [words.LINK_ROLL if brought.roll else words.LINK_TEST]
    if system.house_rules(brought.test) != read_settings(system.settings, model.house_rules):
        said.append(words.LINK_HOUSE_RULES)
    before = FromLink(system.id, fragment, tuple(said), model.sheet, model.tray, hand)
    sheet = noted(system, model.sheet, system.write(brought.test), model.house_rules)
    model, _ = with_carry_over(model, model.with_sheet(sheet))
    if brought.roll:
        tray = Tray(brought.test, brought.roll, system.judge(brought.test, brought.roll), "")
        model = replace(model, trays={**model.trays, system.id: tray})
    to = f"{model.place.address}#{fragment}"
    model = replace(model, from_link=before, result=brought.roll is not None)
    return model, ({"do": "go", "to": to, "replace": True}, say(said[0]))


def closed(model: Model) -> Model:
    """The reader's own form and dice, as they were before the link was opened."""
    before = model.from_link
    if before is None:
        return model
    trays = {system: tray for system, tray in model.trays.items() if system != before.system}
    return replace(
        model,
        sheets={**model.sheets, before.system: before.sheet},
        trays=trays | ({before.system: before.tray} if before.tray else {}),
        hands=model.hands | ({before.system: before.hand} if before.hand else {}),
        result=False,
        from_link=None,
    )


def close(model: Model, message: Message, world: World) -> Answer:
    """Leave what a link brought."""
    return closed(model), (plain_address(model),)


def keep(model: Model, message: Message, world: World) -> Answer:
    """Write the roll that a link brought into the log, with all its effects."""
    tray = model.tray
    return laid(model, Hand(tray.test, tray.roll), tray.roll, world) if model.from_link and tray else (model, ())


def forget_link(before: Model, after: Model) -> Answer:
    """Forget a link once the reader has made something of what it brought."""
    link = after.from_link
    if link is None or link is not before.from_link:
        return after, ()
    same = after.sheets[link.system] is before.sheets[link.system] and lies(after, link) == lies(before, link)
    return (after, ()) if same else (replace(after, from_link=None), (plain_address(after),))


def lies(model: Model, link: FromLink) -> Tray | None:
    """The roll on the tray that a link was opened on, whatever is chosen on it for now."""
    tray = model.trays.get(link.system)
    return replace(tray, draft=None) if tray else None


def plain_address(model: Model) -> Command:
    """Take the link out of the address, so that a reload does not open it again."""
    return {"do": "go", "to": model.place.address, "replace": True}


HANDED = {"copied": words.COPIED, "picture copied": words.PICTURE_COPIED, "picture saved": words.PICTURE_SAVED}

HANDLERS: dict[str, Handler] = {
    "share": share,
    "share-picture": share_picture,
    "share-code": share_code,
    "roll-drawn": drawn,
    "handed": handed,
    "news-close": close_news,
    "link-keep": keep,
    "link-close": close,
}
