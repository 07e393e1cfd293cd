"""The parts of a Step Die test."""

from dataclasses import dataclass
from typing import ClassVar, Literal

Step = Literal["highest", "lowest", "neither"]
"""The place of the Step Die beside the d6s."""

TRAINING = {6: "Untrained", 8: "Trained", 10: "Expert", 12: "Master"}
"""The meaning of each size of Step Die."""

DIFFICULTIES = ("Easy", "Moderate", "Challenging", "Hard", "Heroic", "Legendary")
"""The names of Difficulty 1, 2, 3, 4, 5, and 6 or more."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The house rules that a test is judged by; the IP are Injector Points."""

    hit: str = "five_or_six"
    awards: str = "every_roll"
    player_ip_start: int = 2
    player_ip_most: int = 5
    gm_ip_start: int = 2
    gm_ip_most: int = 10


@dataclass(frozen=True, slots=True)
class Test:
    """A Step Die test.

    The d6s are the `points` spent of a stat and what `trait`, `gear` and `situation` add (0, 1 or 2 each). `step` is
    the Step Die's number of sides. `ip` are the Injector Points the player holds before the roll (None: as many as
    players start with).
    """

    __test__: ClassVar[bool] = False

    points: int
    step: int
    difficulty: int
    stat: str = ""
    trait: int = 0
    gear: int = 0
    situation: int = 0
    ip: int | None = None
    settings: Settings = Settings()


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of a roll that judging needs: its hits, how the Step Die stands, and whether it shows 1 or 2."""

    hits: int
    step: Step
    low: bool


@dataclass(frozen=True, slots=True)
class Settled:
    """The awards of the Step Die and the hits: how it stands when awards are given last, the IP, and complications."""

    step: Step
    player: int
    gm: int
    complications: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a test on the dice as they lie.

    `step` is how the Step Die stands when awards are given last, and `player_ip` and `gm_ip` are all that it awards,
    even beyond what can be held; what was paid for options is not in them. `partial` is a failure for which a partial
    success was bought.
    """

    hits: int
    difficulty: int
    success: bool
    margin: int
    degree: str
    step: Step
    player_ip: int
    gm_ip: int
    complications: int
    partial: bool
