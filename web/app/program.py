"""The program as the browser's worker runs it: JSON text in, JSON text out."""

import json
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

from app.common.answer import Answer, Command, World, keep, say
from app.common.html import Markup
from app.drawn import Drawing
from app.frame import title
from app.messages import let_pass, update as answer
from app.model import Model
from app.odds.update import owe_chances
from app.place import place_at
from app.restore import initial_model
from app.roll.falling import line_seen
from app.roll.modes import end_modes
from app.roll.unfinished import BEGUN, found_for_link
from app.screens import dice, view, while_rolling
from app.share.opening import open_link
from pyrules.campaign.checkpoint import Reading, read_stored, write_checkpoint
from pyrules.campaign.events import Rolled
from pyrules.core.faces import secure
from pyrules.core.form import Values

WORLD = World(faces=secure, now=lambda: time.time_ns() // 1_000_000, name=lambda: secrets.token_hex(8))


ROLLS_AT_A_TIME = 200
"""The number of stored rolls that are read between two messages of the page."""

SAT = "sat"
"""The key of what is stored of another's table while the reader sits there."""

CHECKPOINT_AFTER = 100
"""The number of records that must have been read before the next start is spared them."""


class Program:
    """The running program: the model between one message and the next, and what is left to do in between.

    `drawing` knows what was drawn last; the page was `sent` these regions and `looks` last, and keeps them.
    """

    model: Model
    reading: Iterator[tuple[Command, ...]]
    drawing: Drawing
    sent: dict[str, Markup]
    looks: Values


def start(saved: str, where: str, root: str) -> str:
    """Begin at an address below `root` with what the browser has stored, line by line.

    These are the settings as JSON, by key; a checkpoint of the log, or nothing; and the records as they were appended.
    """
    kept, checkpoint, *records = saved.split("\n")
    read = read_stored(records, checkpoint)
    earlier = json.loads(kept)
    model = end_modes(initial_model(root, place_at(where), read.state, read.unread, earlier), WORLD.now())
    model, returning = back_at_a_table(model, earlier, WORLD)
    model, commands = open_link(model, where)
    commands = (*returning, *commands)
    model = found_for_link(model, earlier)
    if checkpoint and not read.covered:
        commands = (*commands, {"do": "checkpoint", "text": ""})  # damaged: the next start goes by the log alone
    if earlier.get(BEGUN):
        aloud = (say(model.news.said),) if model.news else ()
        commands = (*commands, keep(BEGUN, []), *aloud)  # told of once
    Program.reading = read_on(read, records)
    Program.drawing, Program.sent, Program.looks = Drawing(), {}, {}
    Program.model, later = owe_chances(None, model)
    Program.model, commands = let_pass(replace(model, news=None), Program.model, (*commands, *later))
    return full_reply(Program.model, commands)


def back_at_a_table(model: Model, kept: Mapping[str, Any], world: World) -> Answer:
    """Sit at the table again where the reader sat when the page was closed; loaded only where there is one."""
    if not kept.get(SAT):
        return model, ()
    model, commands = import_module("app.table.coming_back").sit_again(model, kept, world)
    return import_module("app.table.asked").restore_requests(model, kept), commands


def read_on(read: Reading, records: Sequence[str]) -> Iterator[tuple[Command, ...]]:
    """Read the rest of the log bit by bit while the page is used, then have it stored what it came to."""
    for place, event in enumerate(read.state.events):
        if isinstance(event, Rolled) and event.notation and place % ROLLS_AT_A_TIME == 0:
            yield (READ_ON,)
    if not read.unread and len(records) - read.covered >= CHECKPOINT_AFTER:
        yield ({"do": "checkpoint", "text": write_checkpoint(read.state, records)},)


READ_ON: Command = {"do": "later", "on": "read-on"}
WHOLE: Command = {"do": "later", "on": "whole"}


def update(message: str) -> str:
    """Answer one message of the page.

    "read-on" only goes on with what is left to do, and shows nothing; "whole" only shows the page as it is by now. What
    another device threw is sent ahead: the page as a whole takes three times as long.
    """
    received = json.loads(message)
    if received["on"] == "read-on":
        return commands_only(Program.model, next(Program.reading, ()))
    if received["on"] == WHOLE["on"]:
        return full_reply(Program.model, ())
    before = Program.model
    Program.model, commands = answer(before, received, WORLD)
    if received["on"] == "table-heard" and (throws(commands) or has_rolled(before, Program.model)):
        return dice_reply(Program.model, commands)
    return (commands_only if shows_nothing(before, Program.model) else full_reply)(Program.model, commands)


def throws(commands: tuple[Command, ...]) -> bool:
    """Return whether dice fall."""
    return any(command["do"] == "dice" for command in commands)


def has_rolled(before: Model, now: Model) -> bool:
    """Return whether one of the others at the table has rolled."""
    return before.table is not None and now.table is not None and before.table.newest is not now.table.newest


def until_rest(model: Model, commands: tuple[Command, ...]) -> dict[str, Markup] | None:
    """Draw the page until its first dice rest; dice beside the reader's own hide nothing."""
    return while_rolling(model) if any("beside" not in one for one in commands if one["do"] == "dice") else None


def shows_nothing(before: Model, now: Model) -> bool:
    """Return whether an answer changes nothing on screen: seeds lent for dice, and tests that others put together."""
    table, after = before.table, now.table
    if table is None or after is None or now.place.tab in ("table", "show"):
        return False
    hidden = ("throwing", "loans", "makers", "behind", "building", "built")
    same = replace(table, **{name: getattr(after, name) for name in hidden})
    return after == same and replace(before, table=after) == now


def commands_only(model: Model, commands: tuple[Command, ...]) -> str:
    """Return the reply of commands alone, where the page shows what it did."""
    return encode_reply(model, commands, {})


def dice_reply(model: Model, commands: tuple[Command, ...]) -> str:
    """The dice that others have thrown, and what the page shows until they rest; the rest of it is asked for then."""
    return encode_reply(model, (*commands, WHOLE), dice(model, Program.drawing.draw), until_rest(model, commands))


def looks(model: Model) -> Values:
    """The reader's preferences; a screen that everybody looks at stays on."""
    return model.preferences | ({"awake": True} if model.place.tab == "show" else {})


def full_reply(model: Model, commands: tuple[Command, ...]) -> str:
    """Return the whole reply: regions, commands, and the regions until the first dice rest."""
    shown = Program.drawing.page(view, model)
    return encode_reply(model, commands, shown, until_rest(model, commands), title(model))


def encode_reply(
    model: Model,
    commands: tuple[Command, ...],
    regions: Mapping[str, Markup],
    rolling: Mapping[str, Markup] | None = None,
    heading: str = "",
) -> str:
    """A reply as JSON; one without a heading leaves the page's title as it is.

    A region that stays as it was sent last is null, and so are looks; one that is not there stays as it is seen. `seen`
    is the roll that the reader looks at, by its event.
    """
    now = looks(model)
    reply = json.dumps(
        {
            "regions": {name: None if Program.sent.get(name) == html else html for name, html in regions.items()},
            "rolling": rolling,
            "title": heading,
            "system": model.place.system,
            "looks": None if now == Program.looks else now,
            "commands": commands,
            "seen": line_seen(model),
        },
        separators=(",", ":"),
    )
    Program.sent, Program.looks = {**Program.sent, **regions}, now
    return reply
