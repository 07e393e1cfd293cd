"""The rooms of the program in the one list that the shell goes by: what each answers to, and the screens it draws."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module

from app.common.answer import Handler
from app.common.html import Child
from app.common.late import answered_late, late
from app.form import update as form
from app.model import Model
from app.odds import update as odds
from app.picker.view import own, picker
from app.place import DESK
from app.roll import keypad, update as roll
from app.settings import device

Screen = Callable[[Model], Child]


@dataclass(frozen=True, slots=True)
class Room:
    """A room as every visit needs it: `handlers` of messages by their names, and `screens` by their tabs."""

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
        """The handlers of its messages."""
        found: Mapping[str, Handler] = import_module(self.update).HANDLERS
        return found

    def screen(self, model: Model) -> Child:
        """Draw its screen."""
        drawn: Child = import_module(self.view).screen(model)
        return drawn


OF_PRESETS = ("pin", "preset", "preset-back", "preset-delete", "preset-move", "preset-name")
OF_CHOICES = ("advised", "choose", "decide", "die", "draft-drop", "give", "propose", "unit")
OF_LINES = ("log-more", "log-note", "log-noting", "log-open", "log-reload", "log-replay", "log-typed")
OF_FILES = ("log-cancel", "log-copy", "log-export", "log-import", "log-merge", "log-replace", "log-unread")
OF_LINKS = ("handed", "link-close", "link-keep", "roll-drawn", "share", "share-code", "share-picture")
OF_PEOPLE = ("against", "copy", "defence", "look", "offer", "remove", "roll-for", "show", "show-kind", "who")
OF_TURNS = (
    *("turn-delay", "turn-done", "turn-join", "turn-move", "turn-next", "turn-score"),
    *("turns-begin", "turns-by-test", "turns-end", "turns-join-kind"),
)
OF_THE_DEVICE = ("erase", "erase-ask", "erase-cancel", "install", "persist", "prefer", "put-off", "sound")

ROOMS = (
    Room((form.HANDLERS, answered_late("app.form.presets_update", *OF_PRESETS))),
    Room(
        (
            roll.HANDLERS,
            keypad.HANDLERS,
            answered_late("app.roll.choices", *OF_CHOICES),
            answered_late("app.roll.group", "roll-kind"),
            answered_late("app.roll.giving_up", "give-up"),
        )
    ),
    Room((odds.HANDLERS,)),
    Room(
        (
            answered_late("app.log.update", *OF_LINES, "log-find", "log-search", "redo", "reveal", "undo"),
            answered_late("app.log.files", *OF_FILES, "log-games", "print"),
            answered_late("app.log.other_tabs", "heard"),
        ),
        {"log": late("app.log.view", "log")},
    ),
    Room(
        (
            answered_late("app.tracker.turns", *OF_TURNS),
            answered_late("app.tracker.people", *OF_PEOPLE, "edit", "edit-cancel", "edit-save"),
            answered_late("app.tracker.update", "count", "count-note", "tracker-rest"),
            answered_late("app.tracker.library_update", "discard", "fetch", "shelve"),
        ),
        {"tracker": late("app.tracker.view", "tracker")},
    ),
    Room((answered_late("app.share.update", *OF_LINKS),)),
    Room(
        (device.HANDLERS, answered_late("app.settings.update", *OF_THE_DEVICE, "take-along", "taken-along")),
        {"settings": late("app.settings.view", "settings")},
    ),
    Room(screens={"rules": late("app.odds.charts", "rules")}),
    Room(screens={"picker": picker, "own": own, "games": late("app.picker.shelf", "shelf")}),
)

AT_A_TABLE = "table-"
"""The beginning of messages about a table of several devices."""

LATE_ROOMS = (
    LateRoom(AT_A_TABLE, "app.table.update", "app.table.view", ("table",)),
    LateRoom("die-", "app.roll.bluetooth"),
    LateRoom("eye-", "app.roll.eye"),
    LateRoom("desk-", "app.desk.update", "app.desk.view", DESK),
    LateRoom("evening-", "app.evening.update", "app.evening.view", ("evening",)),
    LateRoom("person-", "app.share.newcomers"),
    LateRoom("notes-", "app.notes.update", "app.notes.view", ("notes",)),
)
