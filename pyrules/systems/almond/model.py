"""What an Almond test is made of."""

from dataclasses import dataclass
from typing import ClassVar, Literal


@dataclass(frozen=True, slots=True)
class Settings:
    """The house rules that a test is judged by."""

    successes_needed: int = 1
    sixes: str = "stop at TN"
    initiative_order: str = "sum of the dice"
    almond_wounds: str = "off"


@dataclass(frozen=True, slots=True)
class Modifier:
    """An advantage or disadvantage: a change of the Target Number (positive is harder) or of the number of dice."""

    number: int
    on: Literal["TN", "dice"] = "TN"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Test:
    """An Almond test: dice and Target Number before modifiers, whether it is for initiative, and what is tested.

    Only a roll for initiative may have no Target Number; it passes and fails nothing then.
    """

    __test__: ClassVar[bool] = False

    dice: int
    tn: int | None
    modifiers: tuple[Modifier, ...] = ()
    initiative: bool = False
    settings: Settings = Settings()
    label: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """What judging needs to know of a roll: how many dice succeed, and whether every first face is a one."""

    successes: int
    all_ones: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a test: the modified TN, and the value of each die with its sixes added.

    Without a TN nothing is passed or failed, and `passed` is None. `initiative` is what puts people in order, None
    where the roll is not for that.
    """

    tn: int | None
    values: tuple[int, ...]
    successes: int
    passed: bool | None
    all_ones: bool
    initiative: int | None = None


@dataclass(frozen=True, slots=True)
class Difficulty:
    """One line of the Difficulty Chart: TNs from `low` to `high` (None: without end) and the Universal Code."""

    name: str
    low: int
    high: int | None
    code: str

    @property
    def tns(self) -> range:
        """The TNs that can be chosen for it: all of them, or the lowest of a line without end."""
        return range(self.low, (self.high or self.low) + 1)


CHART = (
    Difficulty("Trivial", 2, 2, "F"),
    Difficulty("Easy", 3, 3, "E"),
    Difficulty("Average", 4, 4, "D"),
    Difficulty("Tough", 5, 5, "C"),
    Difficulty("Severe", 6, 7, "B"),
    Difficulty("Ambitious", 8, 8, "A"),
    Difficulty("Extraordinary", 9, 9, "S"),
    Difficulty("Inhuman", 10, None, "X+"),
)

NAMED = {line.name if tn == line.low else f"{line.name} {tn}": tn for line in CHART for tn in line.tns}
"""The TNs that have a name: that of their line, and the TN behind it where it is not the line's lowest."""
