"""The log as text, as a file and on paper; and another log taken over from a file."""

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from app.common.answer import Answer, Command, Handler, Message, World, keep, notify, save_file, say
from app.common.tracking import unseen
from app.form.update import put_house_rules
from app.log import words
from app.log.search import matching
from app.log.state import Incoming
from app.log.transcript import as_markdown, as_text
from app.meant import data, number
from app.model import Model
from app.picker.state import OWN, read_own
from pyrules.campaign.codec import fullness, read_file, write_event, write_log
from pyrules.campaign.ledger import Entry
from pyrules.campaign.merge import merge_logs, written_twice
from pyrules.campaign.rolls import rules_kept
from pyrules.campaign.state import State
from pyrules.core.characters import without_marks
from pyrules.core.errors import RulesError
from pyrules.systems import all_systems

NEARLY_FULL = 0.8
"""So much of what a file can bring back is told of with each export."""


def copy(model: Model, message: Message, world: World) -> Answer:
    """Copy one line, or the lines that are shown, as text or Markdown."""
    event = message["data"].get("event")
    try:
        entries: Sequence[Entry] = [model.campaign.entry(event)] if event else lines_shown(model)
    except RulesError:
        return model, ()
    written = as_markdown(entries) if message["data"]["as"] == "markdown" else as_text(entries)
    return model, ({"do": "copy", "text": without_marks(written)},)


def lines_shown(model: Model) -> list[Entry]:
    """The lines of the log that are shown, the newest first."""
    return [
        entry
        for _, entry in matching(model.campaign, model.logbook, model.place.system, unseen(model))[: model.logbook.most]
    ]


def print_out(model: Model, message: Message, world: World) -> Answer:
    """Print what is shown."""
    return model, ({"do": "print"},)


def export(model: Model, message: Message, world: World) -> Answer:
    """Give the whole log as a file, with the games of one's own, and remember how far it is saved."""
    name = f"pyrules-log-{day(world)}.json"
    events = model.campaign.events
    model = replace(model, upkeep=replace(model.upkeep, exported=len(events)))
    written = write_log(events)
    with_games = bool(model.own) and not model.aside
    commands = ({**save_file(name, "application/json", written), "games": with_games}, keep("exported", len(events)))
    full = fullness(written, len(events))
    if full < NEARLY_FULL:
        return model, commands
    model, aloud = notify(model, words.log_is_full(full), wrong=full > 1)
    return model, (*commands, *aloud)


def export_unread(model: Model, message: Message, world: World) -> Answer:
    """Give the stored records that cannot be read as a file, each as it is, a record a line."""
    records = "".join(f"{one.record}\n" for one in model.unread)
    return model, (save_file(f"pyrules-unread-{day(world)}.txt", "text/plain", records),)


def day(world: World) -> str:
    """Today, as file names have it."""
    return time.strftime("%Y-%m-%d", time.localtime(world.now() / 1000))


def choose(model: Model, message: Message, world: World) -> Answer:
    """Read a file, and show what taking it over would do; nothing changes yet."""
    text, file = message["value"], message["data"]
    name = str(file["name"])
    if text is None:
        size, most = number(file["size"]), number(file["most"])
        return notify(model, words.too_big(size, most) if size > most else words.NOT_A_FILE, wrong=True)
    try:
        state, games = read_file(str(text).removeprefix("\ufeff"))
    except RulesError as error:
        return notify(model, words.import_refused(name, error.plain_words), wrong=True)
    incoming = import_comparison(model, Incoming(name, state, None, games=tuple(games)))
    return replace(model, logbook=replace(model.logbook, incoming=incoming)), (say(words.IMPORT_PREVIEW), TOP)


TOP: Command = {"do": "top"}


def import_comparison(model: Model, incoming: Incoming) -> Incoming:
    """A log from a file, beside the log that is here."""
    ours, theirs = model.campaign.events, incoming.state.events
    try:
        return replace(incoming, merge=merge_logs(ours, theirs), problem="", twice=written_twice(ours, theirs))
    except RulesError as error:
        return replace(incoming, merge=None, problem=error.plain_words)


def merge(model: Model, message: Message, world: World) -> Answer:
    """Bring the file's log and the one that is here together."""
    incoming = model.logbook.incoming
    both = import_comparison(model, incoming).merge if incoming else None
    return taken_over(model, both.state, incoming.games) if incoming and both else (model, ())


def put_in_place(model: Model, message: Message, world: World) -> Answer:
    """Take the file's log over in place of the one that is here."""
    incoming = model.logbook.incoming
    if incoming is None:
        return model, ()
    model, commands = taken_over(model, incoming.state, incoming.games)
    in_the_file = len(incoming.state.events)
    model = replace(model, upkeep=replace(model.upkeep, exported=in_the_file, reminded=0), opened_table="")
    return model, (*commands, keep("exported", in_the_file), keep("reminded", 0), keep("table", ""))


def taken_over(model: Model, state: State, games: tuple[Any, ...] = ()) -> Answer:
    """Go on with another log; records that cannot be read stay in the store behind it, and games come along."""
    before, known = model, model.known_records
    book = replace(model.logbook, incoming=None, open="")
    records = [*map(write_event, state.events), *(one.record for one in model.unread)]
    model = replace(model, campaign=state, trays={}, result=False, logbook=book)
    model, kept = going_on(before, model)
    model, aloud = notify(model, words.log_taken_over(len(state.events)))
    bringing = ({"do": "bring", "games": games},) if games else ()
    return model, (
        {"do": "rewrite", "of": known, "events": json.dumps(records)},
        *bringing,
        *kept,
        *aloud,
        TOP,
    )


def going_on(before: Model, model: Model) -> Answer:
    """Have each system's way go on: the reader's where they have rolled before, else that of the log taken over."""
    commands: tuple[Command, ...] = ()
    for system in all_systems():
        if brought := rules_kept(system, model.campaign.events):
            own = rules_kept(system, before.campaign.events)
            model, kept = put_house_rules(model, system, before.house[system.id] | dict(() if own else brought))
            commands += kept
    return model, commands


def games_brought(model: Model, message: Message, world: World) -> Answer:
    """Know which games of one's own there are, now that those of a file were kept; tell why where they were not."""
    if wrong := str(message["data"]["wrong"]):
        return notify(model, words.games_not_brought(wrong.rstrip(".")), wrong=True)
    games: list[Any] = data(message["value"], list)
    model, aloud = notify(replace(model, own=read_own(games)), words.GAMES_BROUGHT)
    return model, (keep(OWN, games), *aloud)


def cancel(model: Model, message: Message, world: World) -> Answer:
    """Leave the file alone."""
    return replace(model, logbook=replace(model.logbook, incoming=None)), ()


HANDLERS: dict[str, Handler] = {
    "log-copy": copy,
    "print": print_out,
    "log-export": export,
    "log-unread": export_unread,
    "log-import": choose,
    "log-merge": merge,
    "log-replace": put_in_place,
    "log-games": games_brought,
    "log-cancel": cancel,
}
