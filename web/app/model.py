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
    """The whole state of the page. What is kept by system has the system's id as its key."""

    root: str
    """The address of the site."""
    place: Place
    """The screen that the reader is at."""
    sheets: dict[str, Sheet]
    """The forms as they are filled in, by system."""
    house: dict[str, Values]
    """The house rules, by system."""
    preferences: Values
    """How rolls look and what this device does."""
    campaign: State
    """The log, and what follows from it."""
    unread: tuple[Unread, ...] = ()
    """The stored records that this version cannot read."""
    known: bool = True
    """False on the pages as the site serves them, where the reader's own forms and log are not known."""
    trays: dict[str, Tray] = field(default_factory=dict)
    """The roll on the tray, by system."""
    result: bool = False
    """True while the reader looks at the dice on the tray and not at the form."""
    real_dice: dict[str, int] = field(default_factory=dict)
    """The systems in which the reader throws the dice, each with when that was switched on."""
    by_count: bool = False
    """True if real dice are counted where that is enough."""
    secrets: dict[str, int] = field(default_factory=dict)
    """The systems in which rolls are kept from the others, each with when that was switched on."""
    hands: dict[str, Hand] = field(default_factory=dict)
    """The dice that are being typed in, by system."""
    logbook: Logbook = field(default_factory=Logbook)
    """The screen of the log."""
    acting: dict[str, str] = field(default_factory=dict)
    """The person who rolls, by system."""
    against: dict[str, str] = field(default_factory=dict)
    """The person whom a roll is against, by system."""
    challenge: str = ""
    """The Challenge that the Cohort faces."""
    again: Again | None = None
    """The failed test that the form tries again."""
    tracker: Tracker = field(default_factory=Tracker)
    """The screen of the tracker."""
    question: Question = field(default_factory=Question)
    """What is asked of the odds."""
    due: bool = False
    """True while the chances on the screen are still to be computed."""
    presets: dict[str, tuple[Preset, ...]] = field(default_factory=dict)
    """The pinned tests, by system."""
    library: dict[str, tuple[Person, ...]] = field(default_factory=dict)
    """The people in the library, by system."""
    dropped: Dropped | None = None
    """The preset that was deleted last, to be brought back."""
    notes: Notes = field(default_factory=Notes)
    """The screen of the notes."""
    device: Device = field(default_factory=Device)
    """What is known of the browser and the device."""
    upkeep: Upkeep = field(default_factory=Upkeep)
    """What is known of storage and exported files."""
    from_link: FromLink | None = None
    """What a link brought, until the reader makes something of it."""
    newcomer: Newcomer | None = None
    """The person whom a link or file brought, until they are added or not."""
    came: Place | None = None
    """The last place in a system before the one where the reader is."""
    news: News | None = None
    """The last message to the reader."""
    table: "Table | None" = None
    """The table of several devices that this one sits at."""
    aside: "Model | None" = None
    """The model with the reader's own log, while another device's table is open."""
    own_name: str = ""
    """The reader's name at tables."""
    own_colour: str = ""
    """The reader's colour at tables."""
    invited: str = ""
    """The code of a table that a link brought or that was typed."""
    opened_table: str = ""
    """The id of the table that was opened with the log that is here."""
    ahead: int = 0
    """How many milliseconds the log is ahead of the clock."""
    opens_fair: bool = True
    """True if two devices throw the dice together at a table that the reader opens."""
    opens_free: bool = True
    """True if guests may change everything at a table that the reader opens."""
    unsent: tuple[Event, ...] = ()
    """The events that this device has added at another's table, and that may not have got there."""
    unsent_to: str = ""
    """The id of that table."""
    desk: "Desk | None" = None
    """The desk, once it was opened."""
    desk_kept: str = ""
    """The tests that an earlier visit left on the desk, as a link has them."""
    own: tuple[Own, ...] = ()
    """The systems that somebody has made on this device."""

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
