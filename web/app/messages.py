"""Answer messages: a model and a message give the next model and commands."""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module

from app import move, words
from app.common.answer import Answer, Command, Handler, Message, World, notify
from app.common.own_screens import screens_of
from app.form import update as form
from app.meant import Given, Unmeant
from app.model import Model
from app.odds import update as odds
from app.roll import falling, keypad, unfinished
from app.rooms import AT_A_TABLE, LATE_ROOMS, ROOMS
from app.share import opening
from app.tracker import namesakes, renaming
from pyrules.core.errors import RulesError

HANDLERS: dict[str, Handler] = {
    **move.HANDLERS,
    **{on: handler for room in ROOMS for handlers in room.handlers for on, handler in handlers.items()},
}

SENT_BY_THE_PAGE = frozenset(
    {
        *("desk-reckon", "device", "handed", "heard", "odds", "person-drawn", "person-stopped"),
        *("table-closed", "table-drawn", "table-heard", "table-offered", "table-opened", "table-stopped"),
        *("table-game-read", "table-game-refused", "table-game-told"),
        "table-waited",
    }
)
"""Messages that the page sends by itself: what was told stays."""

AFTER_EACH_MESSAGE: tuple[Callable[[Model, Model], Answer], ...] = (
    opening.forget_link,  # the reader's own test or roll takes the place of the one that a link brought
    renaming.rename,  # whoever rolls has the name that the log has by now
    form.fill_carry_over,  # the form has what earlier rolls left to whoever rolls
    form.forget_failed,  # it has that test, so it is known whether a failed one is tried again
    keypad.fit,  # typed dice fit the form's test, and the roll on the tray
    unfinished.store,  # what now is unfinished is stored
    falling.show,  # everybody sees the last roll
    falling.fall,  # new dice on the tray fall
    odds.owe_chances,  # the chances of all that are worked out last, when the rest is seen
)
"""The steps after every answer, in this order; each is given the model before the message, and the model by now."""


def update(model: Model, message: Message, world: World) -> Answer:
    """Answer one message; at a table of several devices, the others are told what it added to the log."""
    if model.table is None and not str(message["on"]).startswith(AT_A_TABLE):
        return let_pass(model, *answer_message(model, message, world))
    return let_pass(model, *import_module("app.table.update").at_a_table(model, message, world, answer_message))


def let_pass(before: Model, now: Model, commands: tuple[Command, ...]) -> Answer:
    """Have what is newly told pass by itself, unless it is to be closed; none of it goes along to another game."""
    if now.news is None:
        return now, commands
    if now.news is not before.news:
        return now, (*commands, {"do": "pass", "soon": now.news.passes})
    return (now if before.place.system in ("", now.place.system) else replace(now, news=None)), commands


def handler_of(model: Model, on: str) -> Handler | None:
    """Return the handler of a message on the screen that the reader sees."""
    for room in LATE_ROOMS:
        if on.startswith(room.prefix):
            return room.handlers.get(on)
    own = screens_of(model.place.system).handlers if model.place.system else {}
    return own.get(on) or HANDLERS.get(on)


def answer_message(model: Model, message: Message, world: World) -> Answer:
    """Answer one message; one that means nothing on this screen changes nothing, nor does what the log refuses."""
    on = str(message["on"])
    handler = handler_of(model, on)
    if handler is None:
        return model, ()
    news = model.news if on in SENT_BY_THE_PAGE else None
    given = Given(message, data=Given(message.get("data", {})), form=Given(message.get("form", {})))
    try:
        now, commands = handler(replace(model, news=news), given, world)
        apart: Answer = (now, ())
        if on == "heard":
            apart = namesakes.apart_from_other_tabs(model, now, world)
        elif on not in SENT_BY_THE_PAGE:
            apart = namesakes.told_apart(model, now, world)
        now, telling_apart = apart
    except Unmeant:
        return model, ()
    except RulesError as error:
        return notify(model, words.cannot_keep(error.plain_words), wrong=True)
    if any(command["do"] == "erase" for command in commands):
        return now, commands
    commands = (*commands, *telling_apart)
    for follow in AFTER_EACH_MESSAGE:
        now, more = follow(model, now)
        commands = (*commands, *more)
    return now, commands
