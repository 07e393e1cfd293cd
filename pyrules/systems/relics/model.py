"""The parts of a turn of Relics of the Moon."""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from pyrules.core.rulebook import rule

Expertise = Literal["primary", "secondary", "support", "other"]
Threat = Literal["Common", "Minor", "Major", "Extreme", "Ultimate"]

EXPERTISES: tuple[Expertise, ...] = ("primary", "secondary", "support", "other")
THREATS: tuple[Threat, ...] = ("Common", "Minor", "Major", "Extreme", "Ultimate")
SUCCESSES_FIRST = "successes_first"
"""The reading by which the best placement has the most successes."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The house rules that a turn is judged by; `lead_...` and `assist_...` are the dice that expertise adds."""

    lead_primary: int = 3
    lead_secondary: int = 2
    lead_support: int = 0
    lead_other: int = 0
    assist_primary: int = 2
    assist_secondary: int = 1
    assist_support: int = 1
    assist_other: int = 0
    hindering: str = "opposition"
    disaster: str = "own_side"
    placement: str = SUCCESSES_FIRST
    stress_maximum: int = 10


@dataclass(frozen=True, slots=True)
class AddDice:
    """`+2d6` or `-1d6`: dice added to a Cohort's pool, or taken from it when negative."""

    dice: int


@dataclass(frozen=True, slots=True)
class AutoResult:
    """`A6 / 1d`: a number of dice that show a value without being thrown."""

    value: int
    dice: int


@dataclass(frozen=True, slots=True)
class SimpleModifier:
    """`+1 / 2d` or `-2 / 1d`: a number added to each of some dice after the throw.

    `disaster` marks the one of a trait that a Disaster left on the side that acts.
    """

    value: int
    dice: int
    disaster: bool = False


Modifier = AddDice | AutoResult | SimpleModifier


@dataclass(frozen=True, slots=True)
class Trait:
    """Something that was declared in the Huddle: one modifier (or none), whose it is, and what activating it costs.

    `destiny` is Destiny spent; `doom` is Doom added, negative where the GM spends it.
    """

    modifier: Modifier | None
    name: str = ""
    destiny: int = 0
    doom: int = 0


@rule("Leader", 1, name="leader", test="test_one_leader")
@dataclass(frozen=True, slots=True)
class Huddle:
    """One PC leads against a Challenge, no more.

    Who leads (with how much Stress), and who assists: each by how their expertise fits the Challenge.
    """

    leader: Expertise
    assistants: tuple[Expertise, ...] = ()
    stress: int = 0


@dataclass(frozen=True, slots=True)
class Challenge:
    """A Challenge such as Minor 5: `resolved` of its dice are resolved, `freed` of those a trait makes free again."""

    threat: Threat
    rating: int
    resolved: int = 0
    freed: int = 0
    kind: Literal["challenge"] = field(default="challenge", init=False)

    @property
    def challenge(self) -> "Challenge":
        """The Challenge that the turn is about: itself."""
        return self


UNKNOWN = 0
"""The number of PCs in a Cohort where nobody knows it, and nobody is to count those that the Huddle names."""


@dataclass(frozen=True, slots=True)
class Cohort:
    """The players' side: the dice it starts from, as a number or by expertise, and what it acts against.

    `pcs` is the number of PCs, None when nobody said, `UNKNOWN` where it is to stay open; `destiny` is spent on dice.
    `against` is the Challenge, or its Threat alone.
    """

    start: int | Huddle
    destiny: int = 0
    pcs: int | None = None
    against: Challenge | Threat | None = None
    kind: Literal["cohort"] = field(default="cohort", init=False)

    @property
    def challenge(self) -> Challenge | None:
        """The Challenge that the turn is about; None when no more than its Threat is known."""
        return self.against if isinstance(self.against, Challenge) else None


@dataclass(frozen=True, slots=True)
class Test:
    """A turn: the side that acts and the traits declared for it, in the order in which they are written."""

    __test__: ClassVar[bool] = False

    acting: Cohort | Challenge
    traits: tuple[Trait, ...] = ()
    settings: Settings = Settings()


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of final dice of each worth; those worth nothing are not counted."""

    overpowering: int
    critical: int
    plain: int
    botches: int
    major_botches: int


@dataclass(frozen=True, slots=True)
class Placed:
    """One unit of a simple modifier, such as "+1", and the die it was put on, counted from 1."""

    modifier: str
    die: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a turn.

    - `values`: the final dice, automatic ones first
    - `successes`: their total, which may be negative
    - `botches` do not include the major ones; `destiny` and `doom` are what the Tides bring
    - `resolved`: the dice of the Challenge that the Cohort resolves, and `resolves` whether it is resolved by that
      (None where no Challenge is known)
    - `placement`: the units of simple modifiers as they were applied, unused ones left out
    """

    turn: Literal["cohort", "challenge"]
    values: tuple[int, ...]
    successes: int
    critical: int
    overpowering: int
    botches: int
    major_botches: int
    destiny: int
    doom: int
    stress: int
    disaster: bool
    resolved: int
    resolves: bool | None
    placement: tuple[Placed, ...]
