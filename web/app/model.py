"""The model of the page: where the reader is, each system's form, the dice on the tray, and the log."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from app.form.state import Dropped, Preset, Sheet
from app.log.state import Logbook
from app.meant import Unmeant
from app.notes.state import Notes
from app.odds.state import Question
from app.picker.state import Own
from app.place import Place
from app.roll.state import Again, Hand, Tray
from app.settings.state import Device, Upkeep
from app.share.state import FromLink
from app.tracker.state import Newcomer, Tracker
from pyrules.campaign.codec import Unread
from pyrules.campaign.events import Event
from pyrules.campaign.state import State
from pyrules.campaign.tracking import Person
from pyrules.core.form import Values
from pyrules.core.system import System
from pyrules.systems import BY_ID

if TYPE_CHECKING:  # loaded only by who is at the desk, or sits at a table of several devices
    from app.desk.state import Desk
    from app.table.state import Table

ONE_FILE = "#/"
"""The root of the app in one file, where an address is what follows the # of the file's own."""


@dataclass(frozen=True, slots=True)
class News:
    """Something to tell once; `wrong` says that it did not work, and `text` is what to copy by hand then.

    `code` is a link as a picture for a camera, row by row.
    """

    said: str
    wrong: bool = False
    text: str = ""
    code: tuple[str, ...] = ()

    @property
    def passes(self) -> bool:
        """Return whether it goes by itself, since nothing is to be done about it."""
        return not (self.text or self.code)


@dataclass(frozen=True, slots=True)
class Model:
    """The whole state of the page.

    `root` is the address of the site; `unread` are the stored records that this version cannot read. Forms, tables
    and house rules are by system. `result` says that the reader looks at the dice on the tray and not at the form.
    `from_link` is what a link brought and the reader has not made anything of yet, `newcomer` whom one brought.
    `real_dice` says in which systems the reader throws the dice, `secrets` in which what is rolled is kept from the
    others, each with when that was switched on; `by_count` that real dice are counted where that is enough. `hands` are
    those not all typed in yet, by system.
    `acting` is who rolls, by system, `against` whom, `challenge` the Challenge that the Cohort faces, and `again`
    the failed test that a form tries again. `due` says that the chances on the screen are still to be worked out.
    `presets` and the `library` of people are by system. `came` is the last place in a system before the one where
    the reader is. `table` is the table of several devices that this one sits at; while that is another's, `aside`
    is the model with the reader's own log. `ahead` is how far the log is ahead of the clock, in milliseconds.
    `terms` are those of a table that the reader opens: whether dice are fair, and whether guests may change
    everything. `goes_by` is their name and colour there, `invited` the code that a link brought or that was typed.
    `opened_table` is the id of the table that was opened with the log that is here. `unsent` is what this device
    has added at another's table, of which it has the id, and which may not have got there. `known` says that the
    reader's own forms and log are known, which they are not on the pages as the site serves them. `desk` is what
    lies on the desk once that was opened, and `desk_kept` the tests that an earlier visit left there, as a link has
    them. `own` are the systems that somebody has made here.
    """

    root: str
    place: Place
    sheets: dict[str, Sheet]
    house: dict[str, Values]
    preferences: Values
    campaign: State
    unread: tuple[Unread, ...] = ()
    known: bool = True
    trays: dict[str, Tray] = field(default_factory=dict)
    result: bool = False
    real_dice: dict[str, int] = field(default_factory=dict)
    by_count: bool = False
    secrets: dict[str, int] = field(default_factory=dict)
    hands: dict[str, Hand] = field(default_factory=dict)
    logbook: Logbook = field(default_factory=Logbook)
    acting: dict[str, str] = field(default_factory=dict)
    against: dict[str, str] = field(default_factory=dict)
    challenge: str = ""
    again: Again | None = None
    tracker: Tracker = field(default_factory=Tracker)
    question: Question = field(default_factory=Question)
    due: bool = False
    presets: dict[str, tuple[Preset, ...]] = field(default_factory=dict)
    library: dict[str, tuple[Person, ...]] = field(default_factory=dict)
    dropped: Dropped | None = None
    notes: Notes = field(default_factory=Notes)
    device: Device = field(default_factory=Device)
    upkeep: Upkeep = field(default_factory=Upkeep)
    from_link: FromLink | None = None
    newcomer: Newcomer | None = None
    came: Place | None = None
    news: News | None = None
    table: "Table | None" = None
    aside: "Model | None" = None
    goes_by: tuple[str, str] = ("", "")
    invited: str = ""
    opened_table: str = ""
    ahead: int = 0
    terms: tuple[bool, bool] = (True, True)
    unsent: tuple[str, tuple[Event, ...]] = ("", ())
    desk: "Desk | None" = None
    desk_kept: str = ""
    own: tuple[Own, ...] = ()

    @property
    def one_file(self) -> bool:
        """Return whether the app is one file, which no server serves."""
        return self.root == ONE_FILE

    @property
    def has_links(self) -> bool:
        """Return whether links to the app lead anywhere."""
        return not self.one_file or bool(self.device.site)

    @property
    def system(self) -> System[Any]:
        """The system the reader is at; only to be asked where there is one."""
        if not self.place.system:
            raise Unmeant("there is no system here")
        return BY_ID[self.place.system]

    @property
    def sheet(self) -> Sheet:
        """The form of that system."""
        return self.sheets[self.system.id]

    @property
    def tray(self) -> Tray | None:
        """The roll that lies on that system's tray."""
        return self.trays.get(self.place.system)

    @property
    def hand(self) -> Hand | None:
        """The dice that the reader is typing in for that system."""
        return self.hands.get(self.place.system)

    @property
    def by_hand(self) -> bool:
        """Return whether the reader throws that system's dice."""
        return self.place.system in self.real_dice

    @property
    def secret(self) -> bool:
        """Return whether what is rolled in that system is kept from the others."""
        return self.place.system in self.secrets

    @property
    def presets_here(self) -> tuple[Preset, ...]:
        """The presets of that system."""
        return self.presets.get(self.place.system, ())

    @property
    def house_rules(self) -> Values:
        """The house rules of that system."""
        return self.house[self.system.id]

    @property
    def known_records(self) -> int:
        """The number of stored records known here; where there are more, the log is not replaced or deleted."""
        return len(self.campaign.events) + len(self.unread)

    @property
    def at_own_table(self) -> bool:
        """Return whether another device has opened the table anew that was opened with the reader's own log."""
        own, table = self.aside, self.table
        return own is not None and table is not None and table.id != "" and table.id == own.opened_table

    def own_sheet(self, system: str) -> Sheet:
        """The reader's own form of a system, behind what a link brought to it."""
        return self.from_link.sheet if self.from_link and self.from_link.system == system else self.sheets[system]

    def own_hand(self, system: str) -> Hand | None:
        """The dice that the reader is typing in for that form or its table."""
        return self.from_link.hand if self.from_link and self.from_link.system == system else self.hands.get(system)

    def with_sheet(self, sheet: Sheet) -> "Model":
        """The same with another form for the system the reader is at."""
        return replace(self, sheets={**self.sheets, self.place.system: sheet})
