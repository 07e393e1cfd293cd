"""The parts of a Moonwalk test."""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from pyrules.core.english import noun

SECONDS = {
    "second": 1,
    "minute": 60,
    "hour": 3_600,
    "day": 86_400,
    "week": 604_800,
    "month": 2_592_000,
    "year": 31_536_000,
}


@dataclass(frozen=True, slots=True)
class Settings:
    """The house rules that a test is judged by."""

    glitch: str = "more_than_half"
    standard_result: str = "round_down"
    moonwalk_wounds: str = "off"


@dataclass(frozen=True, slots=True)
class Term:
    """One labelled number of a dicepool calculation; negative when it is subtracted."""

    number: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class Interval:
    """The time that one roll of an extended test takes."""

    number: int
    unit: str

    def times(self, rolls: int) -> "Interval":
        """The time that a number of rolls takes."""
        return Interval(self.number * rolls, self.unit)

    @property
    def seconds(self) -> int:
        """Its length in seconds (a month has 30 days, a year 365)."""
        return self.number * SECONDS[self.unit]

    def __str__(self) -> str:
        return f"{self.number} {noun(self.number, self.unit)}"


@dataclass(frozen=True, slots=True)
class Basic:
    """Against a threshold of hits."""

    threshold: int
    kind: Literal["basic"] = field(default="basic", init=False)


@dataclass(frozen=True, slots=True)
class Opposed:
    """Against the defender's dice; `rule_of_six` is whether the Rule of Six is granted to the defender."""

    dicepool: tuple[Term, ...]
    limit: int | None = None
    rule_of_six: bool = False
    kind: Literal["opposed"] = field(default="opposed", init=False)


@dataclass(frozen=True, slots=True)
class Extended:
    """Against a threshold that several rolls add up to, each taking an interval."""

    threshold: int
    interval: Interval
    kind: Literal["extended"] = field(default="extended", init=False)


@dataclass(frozen=True, slots=True)
class Test:
    """A Moonwalk test: the dicepool as its terms, the limit (None: none), and what it is rolled against.

    `rule_of_six` is whether the Rule of Six is granted to the acting side.
    """

    __test__: ClassVar[bool] = False

    dicepool: tuple[Term, ...]
    against: Basic | Opposed | Extended
    limit: int | None = None
    rule_of_six: bool = False
    standard: bool = False
    combat: bool = False
    settings: Settings = Settings()


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of one roll that judging needs: dice, hits and ones."""

    dice: int
    hits: int
    ones: int


@dataclass(frozen=True, slots=True)
class BasicOutcome:
    """The outcome of a basic test; `glitch` is "none", "glitch" or "critical"."""

    kind: str
    pool: int
    hits: int
    kept: int
    ones: int
    glitch: str
    success: bool


@dataclass(frozen=True, slots=True)
class OpposedOutcome(BasicOutcome):
    """The outcome of an opposed test: what the defender kept, and how far the actor is ahead."""

    defender_hits: int
    net: int


@dataclass(frozen=True, slots=True)
class Own:
    """The settings of one roll of an extended test alone: a modifier such as Edge, and the Rule of Six."""

    modifier: int = 0
    rule_of_six: bool = False


@dataclass(frozen=True, slots=True)
class IntervalOutcome:
    """One roll of an extended test."""

    pool: int
    hits: int
    kept: int
    ones: int
    glitch: str


@dataclass(frozen=True, slots=True)
class ExtendedOutcome(BasicOutcome):
    """The outcome of an extended test; `state` is "succeeded", "failed" or "ongoing"."""

    total: int
    rolls: int
    elapsed: str
    intervals: tuple[IntervalOutcome, ...]
    state: str


@dataclass(frozen=True, slots=True)
class HelpedOutcome(ExtendedOutcome):
    """The outcome of an extended test of which some roll had something for it alone."""
