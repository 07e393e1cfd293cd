"""The rooms of the program in the one list that the shell goes by: what each answers to, and the screens it draws."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module

from app.common.answer import Handler
from app.common.html import Child
from app.form import presets_update, update as form
from app.log import files, other_tabs, update as log
from app.log.view import log as log_screen
from app.model import Model
from app.odds import update as odds
from app.picker.view import own, picker
from app.place import DESK
from app.roll import choices, giving_up, group, keypad, update as roll
from app.settings import update as settings
from app.share import update as share
from app.tracker import library_update, people, turns, update as tracker

Screen = Callable[[Model], Child]


@dataclass(frozen=True, slots=True)
class Room:
    """What every visit needs of a room: `handlers` of messages by their names, and `screens` by their tabs."""

    handlers: tuple[Mapping[str, Handler], ...] = ()
    screens: Mapping[str, Screen] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LateRoom:
    """A room that is loaded when somebody first goes there: with a message that begins with `prefix`, or to its `tabs`.

    `update` names the module with its handlers, `view` the one whose `screen` draws it.
    """

    prefix: str
    update: str
    view: str = ""
    tabs: tuple[str, ...] = ()

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """What answers its messages."""
        found: Mapping[str, Handler] = import_module(self.update).HANDLERS
        return found

    def screen(self, model: Model) -> Child:
        """What it draws."""
        drawn: Child = import_module(self.view).screen(model)
        return drawn


def drawn_late(view: str, screen: str) -> Screen:
    """A screen whose module is loaded when somebody first goes there."""

    def draw(model: Model) -> Child:
        drawn: Child = getattr(import_module(view), screen)(model)
        return drawn

    return draw


ROOMS = (
    Room((form.HANDLERS, presets_update.HANDLERS)),
    Room((roll.HANDLERS, group.HANDLERS, choices.HANDLERS, keypad.HANDLERS, giving_up.HANDLERS)),
    Room((odds.HANDLERS,)),
    Room((log.HANDLERS, files.HANDLERS, other_tabs.HANDLERS), {"log": log_screen}),
    Room(
        (people.HANDLERS, tracker.HANDLERS, turns.HANDLERS, library_update.HANDLERS),
        {"tracker": drawn_late("app.tracker.view", "tracker")},
    ),
    Room((share.HANDLERS,)),
    Room((settings.HANDLERS,), {"settings": drawn_late("app.settings.view", "settings")}),
    Room(screens={"rules": drawn_late("app.odds.charts", "rules")}),
    Room(screens={"picker": picker, "own": own, "games": drawn_late("app.picker.shelf", "shelf")}),
)

AT_A_TABLE = "table-"
"""How messages begin that a table of several devices is about."""

LATE_ROOMS = (
    LateRoom(AT_A_TABLE, "app.table.update", "app.table.view", ("table",)),
    LateRoom("die-", "app.roll.bluetooth"),
    LateRoom("eye-", "app.roll.eye"),
    LateRoom("desk-", "app.desk.update", "app.desk.view", DESK),
    LateRoom("evening-", "app.evening.update", "app.evening.view", ("evening",)),
    LateRoom("person-", "app.share.newcomers"),
    LateRoom("notes-", "app.notes.update", "app.notes.view", ("notes",)),
)
