"""How the reader goes on with what lasts: whom they write down, look at, and are brought."""

from dataclasses import dataclass, field

from pyrules.campaign.tracking import Person
from pyrules.core.form import Values


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody whom a link brought, to be added to the campaign of a system."""

    system: str
    person: Person


@dataclass(frozen=True, slots=True)
class Editing:
    """Something that lasts in a system while it is written down: a "player", a "challenge" or a Disaster's "trait".

    `name` is the one it has in the log, "" for a new one. `rolls` says that it was begun below a form: who is
    written down rolls next.
    """

    system: str
    subject: str
    name: str
    values: Values
    wrong: dict[str, str] = field(default_factory=dict)
    rolls: bool = False

    @property
    def of(self) -> tuple[str, str, str]:
        """Its system, subject and name, which no other has."""
        return self.system, self.subject, self.name


TEST_TIMES = (0, 1, 10, 60, 600, 3_600)
"""What a test may take in the game, in seconds; with none, the clock only moves when it is told to."""


@dataclass(frozen=True, slots=True)
class Tracker:
    """The reader's place in the tracker: what is open, written down and asked.

    `editing` is being written down, `aside` are those that something was typed for before. `looked_at` is the name of
    the one all of whom is shown. `note` is for the next
    change by hand, `shares` is the Stress dealt out so far to each PC, of the turn `dealing`. `test_time` is the game
    time that a test takes, in seconds. `rest` says that what nothing is in was asked for.
    `code` is the link to somebody (`code_of`) as a picture for a camera; `scanning` says that the camera looks for one.
    """

    editing: Editing | None = None
    aside: tuple[Editing, ...] = ()
    looked_at: str = ""
    note: str = ""
    dealing: str = ""
    shares: dict[str, int] = field(default_factory=dict)
    test_time: int = 0
    code: tuple[str, ...] = ()
    code_of: str = ""
    scanning: bool = False
    rest: bool = False
