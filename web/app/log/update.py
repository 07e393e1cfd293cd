"""What the reader does with the lines of the log."""

import unicodedata
from dataclasses import replace

from app.common.answer import VERDICT, Answer, Command, Handler, Message, World, focus, go_to_system, notify, say
from app.common.carry_over import is_left_by
from app.common.tracking import laid_anew
from app.form import update as form
from app.form.state import sheet_of, sheet_of_notation
from app.log import words
from app.log.appending import append_events, line_name, line_of
from app.log.state import MANY, NEWEST, Logbook, last_deed, last_done
from app.model import Model
from app.roll.state import Tray
from pyrules.campaign.codec import MOST_NOTE
from pyrules.campaign.events import Noted, Rolled, Undone
from pyrules.campaign.ledger import Entry
from pyrules.campaign.rolls import RollMetadata, faithful_replay, replay_roll, reveal_roll
from pyrules.campaign.tracking import news_of
from pyrules.core.errors import RulesError
from pyrules.systems import BY_ID


def undo(model: Model, message: Message, world: World) -> Answer:
    """Take back what was done last to a line: a purchase, a reroll or the like, and after all of these the line itself.

    `takes` names the event that the reader wants taken back: a second tap does nothing more.
    """
    entry = line_of(model, message)
    if entry is None or entry.is_struck:
        return model, ()
    what, events = last_done(model.campaign, entry)
    if message["data"].get("takes", "") not in ("", events[-1]):
        return model, ()
    if not what:
        return undo_line(model, entry, world)
    undos = (Undone(id=world.name(), at=world.now(), target=event) for event in events)
    model, stored = append_events(model, *undos)
    model, aloud = notify(laid_anew(model), words.undone(what))
    return model, (*stored, *aloud, *((VERDICT,) if model.result and model.place.tab == "roll" else ()))


def undo_line(model: Model, entry: Entry, world: World) -> Answer:
    """Undo an event, and take its dice off the table.

    A form that is as that roll left it has the rolled test again.
    """
    tray = model.tray if model.place.system else None
    again: tuple[Command, ...] = ()
    if tray and tray.event == entry.id and is_left_by(model, tray.test):
        model, again = form.take_over(model, sheet_of(model.system, tray.test))
    trays = {system: tray for system, tray in model.trays.items() if tray.event != entry.id}
    gone = model.result and model.place.system not in trays
    model = replace(model, trays=trays, result=model.result and not gone)
    model, commands = append_events(model, Undone(id=world.name(), at=world.now(), target=entry.id))
    to_the_form: tuple[Command, ...] = ({"do": "top"},) if gone and model.place.tab == "roll" else ()
    model, aloud = notify(model, words.undone(line_name(entry)))
    return model, (*again, *commands, *to_the_form, *aloud)


def redo(model: Model, message: Message, world: World) -> Answer:
    """Let an undone event count again, or what was taken back last of a line."""
    entry = line_of(model, message)
    if entry is None:
        return model, ()
    back = None if entry.is_struck else model.campaign.taken_back(entry.id)
    if not entry.is_struck and back is None:
        return model, ()
    undone = model.campaign.ledger.undone[back.id] if back else entry.undone
    events = (Undone(id=world.name(), at=world.now(), target=undo) for undo in undone)
    model, commands = append_events(model, *events)
    what = last_deed(entry.event, back) if back else line_name(entry)
    model, aloud = notify(laid_anew(model), words.redone(what))
    return model, (*commands, *aloud)


def find(model: Model, message: Message, world: World) -> Answer:
    """Open the search; closed again, it chooses no lines any more."""
    book = model.logbook
    if not book.searching:
        return replace(model, logbook=replace(book, searching=True)), (focus("log-text"),)
    plain = Logbook(open=book.open, noting=book.noting, note=book.note)
    return replace(model, logbook=plain), ()


def search(model: Model, message: Message, world: World) -> Answer:
    """Choose which lines are shown."""
    given = message["form"]
    kind = str(given.get("kind"))
    book = replace(
        model.logbook,
        searching=True,
        text=str(given.get("text", "")),
        kind=kind if kind in words.LOG_KINDS else "all",
        everywhere="everywhere" in given,
        who=str(given.get("who", "")),
        device=str(given.get("device", "")),
        most=NEWEST,
    )
    return replace(model, logbook=book), ()


def more(model: Model, message: Message, world: World) -> Answer:
    """Show more lines, or many more."""
    most = model.logbook.most + (MANY if message["data"].get("many") else NEWEST)
    return replace(model, logbook=replace(model.logbook, most=most)), ()


def open_line(model: Model, message: Message, world: World) -> Answer:
    """Show what can be done with a line, or hide it again."""
    event = str(message["data"]["event"])
    book = model.logbook
    return replace(model, logbook=replace(book, open="" if book.open == event else event, noting=False)), ()


def write_note(model: Model, message: Message, world: World) -> Answer:
    """Write a line's note in place."""
    entry = line_of(model, message)
    if entry is None:
        return model, ()
    book = replace(model.logbook, open=entry.id, noting=True, note=entry.note)
    return replace(model, logbook=book), (focus("log-note"),)


def type_note(model: Model, message: Message, world: World) -> Answer:
    """Take over what is typed of a line's note, which is kept on demand."""
    return replace(model, logbook=replace(model.logbook, note=str(message["value"]))), ()


def keep_note(model: Model, message: Message, world: World) -> Answer:
    """Keep the note that was written on a line; an empty one takes it away."""
    entry = line_of(model, message)
    if entry is None:
        return model, ()
    typed = str(message["form"].get("text", ""))
    if problem := words.too_long(typed, MOST_NOTE):
        model = replace(model, logbook=replace(model.logbook, note=typed))
        return model, (say(words.sentence(problem)), focus("log-note"))
    text = tidy(typed)
    model = replace(model, logbook=replace(model.logbook, noting=False))
    if text == entry.note:
        return model, (focus("log-noting"),)
    model, commands = append_events(model, Noted(id=world.name(), at=world.now(), target=entry.id, text=text))
    return model, (*commands, focus("log-noting"))


def tidy(text: str) -> str:
    r"""A note as it is kept: without what cannot be shown, and without spaces around its lines.

    >>> tidy(" on the\t roof \r\n\x07")
    'on the roof'
    """
    shown = "".join(sign for sign in text if sign.isspace() or unicodedata.category(sign) not in ("Cc", "Cs"))
    return "\n".join(" ".join(row.split()) for row in shown.splitlines()).strip()


def reload(model: Model, message: Message, world: World) -> Answer:
    """Fill the form with a line's test."""
    entry = line_of(model, message)
    if entry is None or not isinstance(entry.event, Rolled):
        return model, ()
    system = BY_ID[entry.event.system]
    model, came = go_to_system(replace(model, result=False), system.id)
    model, storing = form.take_over(
        model, sheet_of_notation(system, model.sheet, entry.event.notation, model.house_rules)
    )
    return model, (*storing, *came, focus("main"))


def replay(model: Model, message: Message, world: World) -> Answer:
    """Lay a line's dice on the tray again, judged by today's rules; where these say otherwise, apart from the log."""
    entry = line_of(model, message)
    if entry is None or not isinstance(entry.event, Rolled):
        return model, ()
    event = entry.event
    try:
        again = replay_roll(event)
    except RulesError as error:
        return notify(model, words.cannot_judge(error.plain_words), wrong=True)
    line = "" if entry.is_struck or not again.holds else entry.id
    again = faithful_replay(event) or again
    tray = Tray(again.test, again.roll, again.verdict, line, event.physical, event.counted)
    model, came = go_to_system(replace(model, trays={**model.trays, event.system: tray}, result=True), event.system)
    if again.holds:
        return model, (*came, VERDICT)
    otherwise = words.judged_otherwise(*(f"{one[0]}. {one[1]}" for one in (news_of(event), again.verdict.news)))
    model, aloud = notify(model, otherwise, wrong=True)
    return model, (*came, VERDICT, *aloud)


def reveal(model: Model, message: Message, world: World) -> Answer:
    """Tell from now on what a secret roll came to."""
    entry = line_of(model, message)
    if entry is None or not isinstance(entry.event, Rolled) or not entry.event.secret:
        return model, ()
    model, stored = append_events(model, reveal_roll(RollMetadata(world.name(), world.now()), entry.event))
    headline, summary, _ = news_of(entry.event)
    return model, (*stored, say(f"{headline}. {summary}"))


HANDLERS: dict[str, Handler] = {
    "undo": undo,
    "redo": redo,
    "log-find": find,
    "log-search": search,
    "log-more": more,
    "log-open": open_line,
    "log-noting": write_note,
    "log-typed": type_note,
    "log-note": keep_note,
    "log-reload": reload,
    "log-replay": replay,
    "reveal": reveal,
}
