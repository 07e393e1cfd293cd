"""The rules of tests, each stated once."""

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Literal

from pyrules.core.errors import one_of
from pyrules.core.roll import Pick
from pyrules.systems.general.model import KINDS, ROLES, Kind, Outcome, PoolDie, Role, Scaled, Settings, Style, Test

Mode = Literal["normal", "advantage", "disadvantage"]

DIFFICULTIES = {"Easy": 5, "Moderate": 10, "Challenging": 15, "Formidable": 20, "Legendary": 25}
COMBAT_DICE = {"none": 0, "1": 4, "2": 6, "3": 8, "4": 10, "5": 12, "beyond": 20}
STYLE_ATTRIBUTES: dict[Style, tuple[str, ...]] = {"martial": ("Strength", "Agility"), "magic": ("Will", "Intelligence")}
ATTRIBUTES = (*STYLE_ATTRIBUTES["martial"], *STYLE_ATTRIBUTES["magic"])
LISTED_UNDER = {"Brawn": "Strength"}
"""The Skills of which the text says under which Attribute they are listed."""

AGAINST: dict[Kind, tuple[str, ...]] = {
    "attribute": (),
    "skill": (),
    "attack": ("Defence", "Hardness"),
    "save": ("Martial Might", "Magic Might"),
}
MAY_ADD: dict[Kind, tuple[Role, ...]] = {
    "attribute": ("action", "bonus", "other"),
    "skill": ("skill", "action", "bonus", "other"),
    "attack": ("combat", "action", "bonus", "other"),
    "save": ("combat", "bonus"),
}
REPEATABLE: tuple[Role, ...] = ("action", "other")
DEGREE_STEP = 5


def named_difficulty(name: str) -> int:
    """The Difficulty that a word of the chart stands for.

    >>> named_difficulty("challenging")
    15
    """
    return DIFFICULTIES[name.capitalize()]


def difficulty_name(difficulty: int) -> str:
    """The chart's word for a Difficulty; "" where it has none.

    >>> difficulty_name(15), difficulty_name(12)
    ('Challenging', '')
    """
    return next((name for name, number in DIFFICULTIES.items() if number == difficulty), "")


def refused_die(kind: Kind, role: Role, before: Collection[Role], settings: Settings) -> str:
    """Why a die cannot join the pool that already holds dice of the roles `before`; "" when it can.

    >>> refused_die("save", "action", ["attribute"], Settings())
    'a Save takes no Actions: only its Attribute Die, Combat Skill Die and Bonus Action Die'
    >>> refused_die("save", "action", ["attribute"], Settings(saves_add_actions="on"))
    ''
    """
    if role in before and role not in REPEATABLE:
        return f"the pool has its {ROLES[role]} already; a test takes one"
    if not before:
        return "" if role == "attribute" else f"the first die is the Attribute Die, not the {ROLES[role]}"
    if role in MAY_ADD[kind] or (kind == "save" and role in REPEATABLE and settings.saves_add_actions == "on"):
        return ""
    if role in REPEATABLE:
        return "a Save takes no Actions: only its Attribute Die, Combat Skill Die and Bonus Action Die"
    return f"the {ROLES[role]} is for {one_of([_one(other) for other in KINDS if role in MAY_ADD[other]])} only"


def _one(kind: Kind) -> str:
    return f"{'an' if kind == 'attack' else 'a'} {KINDS[kind]}"


def refused_attribute(style: Style, name: str) -> str:
    """Why an Attack of this style cannot use this Attribute; "" when it can, or when none is named.

    >>> refused_attribute("martial", "Luck")
    'a Martial Attack is a Test of Strength or Agility, not Luck'
    >>> refused_attribute("magic", "will"), refused_attribute("martial", ""), refused_attribute("", "Will")
    ('', '', '')
    """
    if not style or not name or name.capitalize() in STYLE_ATTRIBUTES[style]:
        return ""
    return f"a {style.capitalize()} Attack is a Test of {one_of(STYLE_ATTRIBUTES[style])}, not {name}"


def refused_skill(skill: str, attribute: str) -> str:
    """Why a Skill cannot be tested with this Attribute; "" when it can, or when no Attribute is named.

    >>> refused_skill("Brawn", "Agility")
    "Brawn is one of Strength's Skills, so a Test of Brawn begins with the Strength Die, not with Agility's"
    >>> refused_skill("brawn", "strength"), refused_skill("Brawn", ""), refused_skill("Lore", "Agility")
    ('', '', '')
    """
    listed = LISTED_UNDER.get(skill.capitalize(), "")
    if not listed or attribute.capitalize() in ("", listed):
        return ""
    test = f"a Test of {skill.capitalize()} begins with the {listed} Die, not with {attribute}'s"
    return f"{skill.capitalize()} is one of {listed}'s Skills, so {test}"


def refused_against(kind: Kind, against: str) -> str:
    """Why a test's Difficulty cannot be read from this value; "" when it can.

    >>> refused_against("attack", "Hardness"), refused_against("save", "Hardness")
    ('', 'a Save is made against Martial Might or Magic Might, not Hardness')
    """
    if not against or against in AGAINST[kind]:
        return ""
    if not AGAINST[kind]:
        return f"{_one(kind)} has a Difficulty of its own, not {against}"
    return f"{_one(kind)} is made against {one_of(AGAINST[kind])}, not {against}"


def refused_training(kind: Kind) -> str:
    """Why Training cannot help here; "" when it can."""
    return "" if kind == "skill" else f"Training helps in a Test of Skill only, and this is {_one(kind)}"


def refused_declining(kind: Kind) -> str:
    """Why a test cannot be declined; "" when it can."""
    return "a Save is forced and cannot be declined" if kind == "save" else ""


def level_named(number: int) -> str:
    """What a Level is called: "none" for 0, "1" to "5", and "beyond" from 6 on.

    >>> level_named(0), level_named(5), level_named(6), level_named(20)
    ('none', '5', 'beyond', 'beyond')
    """
    return str(number) if str(number) in COMBAT_DICE else "beyond" if number else "none"


def level(sides: int) -> str:
    """The Level that gives a Combat Skill Die of this size: "1" to "5" or "beyond"; "none" for 0, no die.

    >>> level(8), level(20), level(0)
    ('3', 'beyond', 'none')
    """
    return next(name for name, die in COMBAT_DICE.items() if die == sides)


def combat_die(level: str) -> int:
    """The sides of the Combat Skill Die at a Level ("none", "1" to "5", "beyond"); 0 without a die.

    >>> combat_die("3"), combat_die("beyond"), combat_die("none")
    (8, 20, 0)
    """
    return COMBAT_DICE[level]


def attribute_die(dice: Sequence[PoolDie]) -> PoolDie:
    """The Attribute Die: the first of the pool."""
    return dice[0]


def used_actions(test: Test) -> tuple[PoolDie, ...]:
    """The Actions that the test uses up; none when it is declined."""
    return () if test.declined else tuple(die for die in test.dice if die.role == "action")


def actions_used_next_round(used: int, settings: Settings) -> int:
    """How many of the used Actions are still used when the next round begins.

    >>> actions_used_next_round(2, Settings()), actions_used_next_round(2, Settings(actions_return="each round"))
    (2, 0)
    """
    return 0 if settings.actions_return == "each round" else used


def training_helps(role: Role, settings: Settings) -> bool:
    """Whether Training gives Advantage to a die of this role."""
    return settings.training in {"every die", f"the {role} die only"}


def mode(*, advantage: bool, disadvantage: bool) -> Mode:
    """How a die is rolled: Advantage and Disadvantage cancel each other out."""
    if advantage == disadvantage:
        return "normal"
    return "advantage" if advantage else "disadvantage"


def modes(test: Test) -> tuple[Mode, ...]:
    """How each die of the pool is rolled, Training counted in."""
    return tuple(
        mode(
            advantage=die.advantage or (test.trained and training_helps(die.role, test.settings)),
            disadvantage=die.disadvantage,
        )
        for die in test.dice
    )


def throws(mode: Mode) -> int:
    """How often a die is thrown for one value."""
    return 1 if mode == "normal" else 2


def value(mode: Mode, faces: Sequence[int]) -> int:
    """The value of a die: the best or the worst of its last two faces, or the last alone.

    Faces before those were replaced by a reroll.

    >>> value("advantage", (3, 6)), value("disadvantage", (3, 6)), value("normal", (3, 6))
    (6, 3, 6)
    >>> value("advantage", (8, 7, 1, 2))
    2
    """
    last = faces[-throws(mode) :]
    return min(last) if mode == "disadvantage" else max(last)


def rerolls_left(permitted: int, picks: Sequence[Pick]) -> int:
    """How many of the permitted rerolls are still to be had: each is good for one."""
    return permitted - len(picks)


def total(values: Iterable[int]) -> int:
    """The total of a Dice Pool."""
    return sum(values)


def succeeds(total: int, difficulty: int) -> bool:
    """Whether a total is enough."""
    return total >= difficulty


def degree(total: int, difficulty: int) -> int:
    """The Degree of a success.

    >>> [degree(total, 10) for total in (10, 14, 15, 20)]
    [0, 0, 1, 2]
    """
    return (total - difficulty) // DEGREE_STEP


@cache
def ordinal(degree: int) -> str:
    """The ordinal of a Degree, which counts from 1st.

    >>> ordinal(0), ordinal(1), ordinal(2), ordinal(3), ordinal(10), ordinal(20)
    ('1st', '2nd', '3rd', '4th', '11th', '21st')
    """
    place = degree + 1
    ending = "th" if place % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


@cache
def degree_name(degree: int) -> str:
    """The name of a Degree.

    >>> degree_name(0), degree_name(1)
    ('Baseline', '2nd Degree')
    """
    return f"{ordinal(degree)} Degree" if degree else "Baseline"


def half(number: int) -> int:
    """Half of a number: rounded up, save that half of 1 is 0.

    >>> half(1), half(3), half(4)
    (0, 2, 2)
    """
    return 0 if number == 1 else (number + 1) // 2


def scaled(worth: Scaled, degree: int) -> int:
    """What a value `N*` comes to at a Degree.

    >>> scaled(Scaled(2), 1), scaled(Scaled(2, halved=True), 1)
    (3, 2)
    """
    number = worth.number + degree
    return half(number) if worth.halved else number


def outcome(test: Test, total: int) -> Outcome:
    """The outcome of a test whose Dice Pool comes to `total`; a declined test fails."""
    if test.declined or not succeeds(total, test.difficulty):
        return Outcome(total, test.difficulty, False, None, None, None, None if test.scaled is None else 0)
    reached = degree(total, test.difficulty)
    return Outcome(
        total=total,
        difficulty=test.difficulty,
        success=True,
        degree=reached,
        ordinal=ordinal(reached),
        name=degree_name(reached),
        scaled=None if test.scaled is None else scaled(test.scaled, reached),
    )
