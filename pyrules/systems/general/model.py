"""The parts of a test of the General Rules."""

from dataclasses import dataclass
from typing import ClassVar, Literal

Kind = Literal["attribute", "skill", "attack", "save"]
Role = Literal["attribute", "skill", "combat", "action", "bonus", "other"]
Style = Literal["", "martial", "magic"]

KINDS: dict[Kind, str] = {"attribute": "Test", "skill": "Test of Skill", "attack": "Attack", "save": "Save"}
ROLES: dict[Role, str] = {
    "attribute": "Attribute Die",
    "skill": "Skill Die",
    "combat": "Combat Skill Die",
    "action": "Action",
    "bonus": "Bonus Action Die",
    "other": "Another die",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """The house rules that a test is judged by."""

    saves_add_actions: str = "off"
    training: str = "every_die"
    actions_return: str = "by_hand"
    bonus_in_every_test: str = "off"
    other_attributes: str = "off"


@dataclass(frozen=True, slots=True)
class PoolDie:
    """One die of the Dice Pool: its size, what puts it there, its name, and the conditions it is rolled under."""

    sides: int
    role: Role = "other"
    name: str = ""
    advantage: bool = False
    disadvantage: bool = False


@dataclass(frozen=True, slots=True)
class Scaled:
    """A value `N*` that grows with the Degree; `halved` when half of it applies."""

    number: int
    halved: bool = False

    def __str__(self) -> str:
        return f"{'half ' if self.halved else ''}{self.number}*"


@dataclass(frozen=True, slots=True)
class Test:
    """A test of the General Rules.

    `dice` stand in the order they are thrown, the Attribute Die first. `skill` names the Skill of a Test of Skill, with
    or without a die. `style` is the kind of an Attack, `against` what its Difficulty (or a Save's) is read from.
    `rerolls` is how many rerolls abilities permit, `round` the round of an Action Scene it falls in.
    """

    __test__: ClassVar[bool] = False

    dice: tuple[PoolDie, ...]
    difficulty: int
    kind: Kind = "attribute"
    style: Style = ""
    skill: str = ""
    against: str = ""
    trained: bool = False
    rerolls: int = 0
    scaled: Scaled | None = None
    round: int | None = None
    declined: bool = False
    settings: Settings = Settings()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a test.

    `degree`, `ordinal` ("1st", "2nd", ...) and `name` ("Baseline", "2nd Degree", ...) are None on a failure. `scaled`
    is what a value `N*` comes to (0 on a failure), None when the test scales no value.
    """

    total: int
    difficulty: int
    success: bool
    degree: int | None
    ordinal: str | None
    name: str | None
    scaled: int | None
