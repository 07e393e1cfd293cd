"""The rules of tests, each stated once."""

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Literal

from pyrules.core.english import one_of
from pyrules.core.roll import Pick
from pyrules.core.rulebook import rule
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


@rule("Difficulty", 1, name="difficulty", test="test_difficulty_chart")
def difficulty_name(difficulty: int) -> str:
    """A number to reach: from a character's sheet, or chosen on the spot, where 10 and 15 are usual. Easy is 5,
    Moderate 10, Challenging 15, Formidable 20, Legendary 25.

    The chart's word for a Difficulty; "" where it has none.

    >>> difficulty_name(15), difficulty_name(12)
    ('Challenging', '')
    """
    return next((name for name, number in DIFFICULTIES.items() if number == difficulty), "")


@rule(
    "Skill Die",
    3,
    4,
    text="A Skill that has a die may add it to its own tests.",
    name="skill_die",
    test="test_which_dice_join",
)
@rule("Attack", 4, text="A test to hit a target.", name="attack", test="test_which_dice_join")
@rule(
    "Save",
    5,
    text="Forced from outside: Attribute Die, Combat Skill Die and Bonus Action Die together, no Actions.",
    name="save",
    test="test_which_dice_join",
)
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


@rule(
    "Martial Attack",
    4,
    text="With a weapon, something used as one, or the bare body: Strength or Agility, by choice unless "
    "the weapon fixes it.",
    name="martial",
    test="test_attack_attributes",
)
@rule(
    "Magic Attack",
    4,
    text="By a spell or a supernatural power: Will or Intelligence, by choice unless the spell fixes it.",
    name="magic",
    test="test_attack_attributes",
)
def refused_attribute(kind: Kind, style: Style, name: str, settings: Settings) -> str:
    """Why a test of this kind and style cannot be one of this Attribute; "" when it can, or when none is named.

    >>> refused_attribute("attack", "martial", "Luck", Settings())
    'a Martial Attack is a Test of Strength or Agility, not Luck'
    >>> refused_attribute("attack", "magic", "will", Settings()), refused_attribute("attribute", "", "", Settings())
    ('', '')
    """
    known = name.capitalize()
    if not name or known in STYLE_ATTRIBUTES.get(style, ()):
        return ""
    if style:
        return f"a {style.capitalize()} Attack is a Test of {one_of(STYLE_ATTRIBUTES[style])}, not {name}"
    if settings.other_attributes == "on":
        return ""
    if known not in ATTRIBUTES:
        return f"{name} is none of the four Attributes, {one_of(ATTRIBUTES)}; a house rule allows others"
    return f"an Attack with {known} is a {style_of(known).capitalize()} Attack" if kind == "attack" else ""


def style_of(attribute: str) -> Style:
    """The style of the Attacks that are a Test of this Attribute; "" for none of the four.

    >>> style_of("will"), style_of("Luck")
    ('magic', '')
    """
    return next((style for style, fitting in STYLE_ATTRIBUTES.items() if attribute.capitalize() in fitting), "")


@rule("Where a Skill is listed", 2, name="listed_under", test="test_brawn_is_a_skill_of_strength")
def refused_skill(skill: str, attribute: str) -> str:
    """Brawn is one of Strength's Skills, and its tests begin with that die; the others are put where the table has
    them.

    Why a Skill cannot be tested with this Attribute; "" when it can, or when no Attribute is named.

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


@rule("What Attacks and Saves are made against", 4, 5, name="against")
def refused_against(kind: Kind, against: str) -> str:
    """An Attack must reach the target's Defence, or the Hardness of a thing; a Save usually the Martial or the Magic
    Might of the creature that forces it.

    Why a test's Difficulty cannot be read from this value; "" when it can.

    >>> refused_against("attack", "Hardness"), refused_against("save", "Hardness")
    ('', 'a Save is made against Martial Might or Magic Might, not Hardness')
    """
    if not against or against in AGAINST[kind]:
        return ""
    if not AGAINST[kind]:
        return f"{_one(kind)} has a Difficulty of its own, not {against}"
    return f"{_one(kind)} is made against {one_of(AGAINST[kind])}, not {against}"


@rule("Where Training does not help", 10, name="training_refused", test="test_training_is_refused")
def refused_training(kind: Kind) -> str:
    """In tests other than those of Skill.

    Why Training cannot help here; "" when it can.
    """
    return "" if kind == "skill" else f"Training helps in a Test of Skill only, and this is {_one(kind)}"


@rule("Declining", 1, name="declined", test="test_a_save_cannot_be_declined")
def refused_declining(kind: Kind) -> str:
    """Whoever is offered a test may decline it; it then counts as failed and nothing is rolled. A Save is forced and
    cannot be declined.

    Why a test cannot be declined; "" when it can.
    """
    return "a Save is forced and cannot be declined" if kind == "save" else ""


def level_named(number: int) -> str:
    """The name of a Level: "none" for 0, "1" to "5", and "beyond" from 6 on.

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


@rule("Combat Skill Die", 6, test="test_combat_skill_die")
def combat_die(level: str) -> int:
    """Levels 1 to 5 give d4, d6, d8, d10 and d12, Level 6 and up d20; without a Level there is none. It may join
    Attacks and Saves.

    The sides of the Combat Skill Die at a Level ("none", "1" to "5", "beyond"); 0 without a die.

    >>> combat_die("3"), combat_die("beyond"), combat_die("none")
    (8, 20, 0)
    """
    return COMBAT_DICE[level]


@rule(
    "Attribute Die",
    2,
    text="Every pool begins with the die of the Attribute that is tested.",
    test="test_attribute_die_comes_first",
)
@rule(
    "Tests of Skill",
    2,
    text="Every Attribute has four Skills; a test of one of them is a test of its Attribute too, and "
    "begins with that die.",
    name="skills",
    test="test_test_of_skill",
)
def attribute_die(dice: Sequence[PoolDie]) -> PoolDie:
    """The die of the Attribute that is tested: the first of its pool."""
    return dice[0]


@rule("Actions", 3, name="actions", test="test_actions_are_used_up")
def used_actions(test: Test) -> tuple[PoolDie, ...]:
    """Any Actions not used yet may add their dice to a test, which uses them up.

    The Actions that the test uses up, a bonus action among them; none when it is declined.
    """
    return () if test.declined else tuple(die for die in test.dice if is_used_up(die, test))


@rule("Bonus Action Die", 3, name="bonus_die", test="test_a_bonus_action_is_used_up_but_in_a_save")
def is_used_up(die: PoolDie, test: Test) -> bool:
    """Equipment or abilities may grant one more die. It joins each Save; in another test it is a bonus action that is
    taken, and used up until Actions come back.

    Whether a die of the test is an Action, or a bonus action, that the test uses up.
    """
    if die.role == "bonus":
        return test.kind != "save" and test.settings.bonus_in_every_test == "off"
    return die.role == "action"


def action_called(die: PoolDie) -> str:
    """The name of an Action in logs: its name and die.

    >>> action_called(PoolDie(6, "action", "Dash")), action_called(PoolDie(4, "bonus"))
    ('Dash d6', 'Bonus Action Die d4')
    """
    return f"{die.name or (ROLES['bonus'] if die.role == 'bonus' else '')} d{die.sides}".strip()


@rule("When Actions come back", 12, name="actions_return")
def actions_used_next_round(used: int, settings: Settings) -> int:
    """Used Actions are brought back by hand or, with the house rule, each round.

    How many of the used Actions are still used when the next round begins.

    >>> actions_used_next_round(2, Settings()), actions_used_next_round(2, Settings(actions_return="each_round"))
    (2, 0)
    """
    return 0 if settings.actions_return == "each_round" else used


@rule("Training", 10, name="training")
def training_helps(role: Role, settings: Settings) -> bool:
    """Suitable training gives Advantage on a Test of Skill; Attacks and Saves never have it."""
    return settings.training in {"every_die", f"{role}_die"}


@rule("Both at once", 8, name="cancel", test="test_mode")
def mode(*, advantage: bool, disadvantage: bool) -> Mode:
    """Advantage and Disadvantage on one die cancel each other, however many there are; two of a kind are no more than
    one.
    """
    if advantage == disadvantage:
        return "normal"
    return "advantage" if advantage else "disadvantage"


def modes(test: Test) -> tuple[Mode, ...]:
    """The throws of each die of the pool, Training counted in."""
    return tuple(
        mode(
            advantage=die.advantage or (test.trained and training_helps(die.role, test.settings)),
            disadvantage=die.disadvantage,
        )
        for die in test.dice
    )


def throws(mode: Mode) -> int:
    """The number of throws of a die for one value."""
    return 1 if mode == "normal" else 2


@rule("Advantage", 8, text="The die is thrown twice and the better value counts.", name="advantage", test="test_value")
@rule(
    "Disadvantage",
    8,
    text="The die is thrown twice and the worse value counts.",
    name="disadvantage",
    test="test_value",
)
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


@rule("Reroll", 9, name="reroll")
def rerolls_left(permitted: int, picks: Sequence[Pick]) -> int:
    """Where an ability gives one, any dice of the pool are thrown again, each by its own Advantage; the new values
    stand.

    How many of the permitted rerolls are still to be had: each is good for one.
    """
    return permitted - len(picks)


@rule("Dice Pool", 2, 3, name="dice_pool", test="test_total")
def total(values: Iterable[int]) -> int:
    """The dice gathered for a test; their values are added up."""
    return sum(values)


@rule("Success", 1, name="success")
def succeeds(total: int, difficulty: int) -> bool:
    """A total that reaches the Difficulty succeeds; any lower total fails."""
    return total >= difficulty


@rule("Degree", 7)
def degree(total: int, difficulty: int) -> int:
    """How far a success goes: 0 at the Difficulty and one more for every full 5 above it. Degree 0 is called Baseline
    or 1st, Degree 1 the 2nd, and so on.

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


@rule("Names of Degrees", 7, test="test_degree_names")
@cache
def degree_name(degree: int) -> str:
    """The number counts from 0, the name from Baseline or 1st.

    >>> degree_name(0), degree_name(1)
    ('Baseline', '2nd Degree')
    """
    return f"{ordinal(degree)} Degree" if degree else "Baseline"


@rule("Halves", 11)
def half(number: int) -> int:
    """Half of an odd number is rounded up, whatever is halved; only half of 1 is 0.

    >>> half(1), half(3), half(4)
    (0, 2, 2)
    """
    return 0 if number == 1 else (number + 1) // 2


@rule("Scaled values", 7, name="scaled")
def scaled_value(worth: Scaled, degree: int) -> int:
    """A star after a number adds the Degree to it.

    >>> scaled_value(Scaled(2), 1), scaled_value(Scaled(2, halved=True), 1)
    (3, 2)
    """
    number = worth.number + degree
    return half(number) if worth.halved else number


@rule("Test", name="test", test="test_worked_degrees")
def outcome(test: Test, total: int) -> Outcome:
    """When it is uncertain whether something works, a test decides; every test is a test of at least one Attribute.

    The outcome of a test whose Dice Pool comes to `total`; a declined test fails.
    """
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
        scaled=None if test.scaled is None else scaled_value(test.scaled, reached),
    )
