"""The form of a test, and the way between its values and a test."""

from typing import Any

from pyrules.core.errors import FormError
from pyrules.core.form import (
    MORE,
    Choice,
    Field,
    Part,
    Usual,
    Values,
    check_length,
    defaults,
    read_form,
    read_label,
    rows_part,
    text_part,
)
from pyrules.core.roll import SIZES
from pyrules.core.scan import MOST_NUMBER
from pyrules.core.system import Settings as Given
from pyrules.systems.general import rules
from pyrules.systems.general.model import KINDS, ROLES, Kind, PoolDie, Role, Scaled, Settings, Style, Test
from pyrules.systems.general.notation import MOST_REROLLS, NO_ATTRIBUTE, RESERVED, write, write_die
from pyrules.systems.general.rulings import OTHER_ATTRIBUTES, SAVES_ADD_ACTIONS, read_house_rules

SKILL = (("kind", ("skill",)),)
NO_SAVE = (("kind", ("attribute", "skill", "attack")),)
ATTACK = (("kind", ("attack",)),)
SAVE = (("kind", ("save",)),)
COMBAT = (("kind", ("attack", "save")),)
PEACE = (("kind", ("attribute", "skill")),)
OFFERED = (("kind", tuple(kind for kind in KINDS if not rules.refused_declining(kind))),)

MOST_ROWS = 40

LEVELS = {"none": "0", "beyond": "6+"}
"""The labels of Levels that have another name in the notation."""

NO_DIE = "none"
DICE = tuple(Choice(f"d{size}", f"d{size}") for size in SIZES)
DICE_OR_NONE = (Choice(NO_DIE, "none"), *DICE)
ROLLED = {
    "normal": (False, False),
    "advantage": (True, False),
    "disadvantage": (False, True),
    "both": (True, True),
}
HOW = {"normal": "", "advantage": " adv", "disadvantage": " dis", "both": " adv dis"}
ROLLED_CHOICES = (
    Choice("normal", "Normal"),
    Choice("advantage", "Advantage", "best of two"),
    Choice("disadvantage", "Disadvantage", "worst of two"),
    Choice("both", "Both", "they cancel out: one throw"),
)
FREE = Choice("", "not given")


def _advantage_field(name: str, label: str, **where: Any) -> Field:
    return Field(
        name, label, "choice", "normal", choices=ROLLED_CHOICES, rule="general.advantage", look="cycle", **where
    )


ROW = (
    Field(
        "role",
        "What it is",
        "choice",
        "action",
        choices=tuple(Choice(role, ROLES[role]) for role in ("action", "other", "skill", "combat", "bonus")),
        rule="general.dice_pool",
    ),
    Field("name", "Name", "text", "", rule="general.actions"),
    Field("die", "Die", "choice", "d6", choices=DICE, rule="general.dice_pool"),
    _advantage_field("rolled", "Rolled with"),
)

FIELDS = (
    Field(
        "kind",
        "Kind of test",
        "choice",
        "attribute",
        choices=tuple(Choice(kind, title) for kind, title in KINDS.items()),
        rule="general.test",
        asked=True,
    ),
    Field(
        "difficulty",
        "Difficulty",
        "number",
        rules.DIFFICULTIES["Moderate"],
        0,
        MOST_NUMBER,
        choices=tuple(Choice(str(number), name) for name, number in rules.DIFFICULTIES.items()),
        suggested=PEACE,
        rule="general.difficulty",
        asked=True,
    ),
    Field(
        "style",
        "Kind of Attack",
        "choice",
        "",
        choices=(
            Choice("", "as the Attribute has it"),
            Choice("martial", "Martial", "with a weapon or the body"),
            Choice("magic", "Magic", "with a spell or a power"),
        ),
        hint="each allows two Attributes",
        group=MORE,
        rule="general.attack",
        when=ATTACK,
        asked=True,
    ),
    Field(
        "target",
        "Against the target's",
        "choice",
        "",
        choices=(FREE, *(Choice(name, name) for name in rules.AGAINST["attack"])),
        hint="Hardness for things",
        group=MORE,
        rule="general.against",
        when=ATTACK,
        asked=True,
    ),
    Field(
        "cause",
        "Against the causer's",
        "choice",
        "",
        choices=(FREE, *(Choice(name, name) for name in rules.AGAINST["save"])),
        hint="the creature or power that forces the Save",
        group=MORE,
        rule="general.against",
        when=SAVE,
        asked=True,
    ),
    Field(
        "attribute",
        "Attribute",
        "text",
        rules.ATTRIBUTES[0],
        choices=tuple(Choice(name, name) for name in rules.ATTRIBUTES),
        group=MORE,
        rule="general.attribute_die",
        asked=True,
        opened_by=(OTHER_ATTRIBUTES.name, "on"),
    ),
    Field("attribute_die", "Attribute Die", "choice", "d12", choices=DICE, rule="general.attribute_die"),
    _advantage_field("attribute_rolled", "Attribute Die rolled with"),
    Field("skill", "Skill", "text", "", group=MORE, rule="general.skills", when=SKILL, asked=True),
    Field("skill_die", "Skill Die", "choice", NO_DIE, choices=DICE_OR_NONE, rule="general.skill_die", when=SKILL),
    _advantage_field("skill_rolled", "Skill Die rolled with", when=SKILL),
    Field(
        "level",
        "Level",
        "choice",
        "none",
        choices=tuple(
            Choice(level, LEVELS.get(level, level), f"d{sides}" if sides else "none")
            for level, sides in rules.COMBAT_DICE.items()
        ),
        hint="Combat Skill Die",
        rule="general.combat_die",
        when=COMBAT,
    ),
    _advantage_field("level_rolled", "Combat Skill Die rolled with", when=COMBAT),
    Field(
        "dice",
        "Actions",
        "rows",
        [],
        high=MOST_ROWS,
        columns=ROW,
        group=MORE,
        rule="general.actions",
        suggested=NO_SAVE,
        opened_by=(SAVES_ADD_ACTIONS.name, "on"),
        usual=tuple(Usual(f"+{one.value}", {**defaults(ROW), "die": one.value}) for one in DICE[:-1]),
        said=lambda row: f"{row['name']} {row['die']}{HOW[row['rolled']]}".strip(),
    ),
    Field(
        "bonus_die",
        "Bonus Action Die",
        "choice",
        NO_DIE,
        choices=DICE_OR_NONE,
        hint="used up, but in a Save",
        group=MORE,
        rule="general.bonus_die",
    ),
    _advantage_field("bonus_rolled", "Bonus Action Die rolled with", group=MORE),
    Field("trained", "Trained for this", "switch", False, group=MORE, rule="general.training", when=SKILL),
    Field(
        "rerolls",
        "Rerolls from abilities",
        "number",
        0,
        0,
        MOST_REROLLS,
        group=MORE,
        rule="general.reroll",
    ),
    Field(
        "scaled",
        "Value to scale, N*",
        "number",
        None,
        0,
        MOST_NUMBER,
        optional=True,
        group=MORE,
        rule="general.scaled",
    ),
    Field("halved", "Half of that value", "switch", False, group=MORE, rule="general.half"),
    Field(
        "round",
        "Round of the Action Scene",
        "number",
        None,
        1,
        MOST_NUMBER,
        optional=True,
        group=MORE,
        rule="general.round",
    ),
    Field("declined", "Decline the test", "switch", False, group=MORE, rule="general.declined", when=OFFERED),
)


def from_form(given: Values, settings: Given) -> Test:
    """Make a test of a form's values; raises `FormError` naming the fields."""
    values = read_form(FIELDS, given)
    house_rules = read_house_rules(settings)
    kind: Kind = values["kind"]
    dice = _read_dice(values, kind, house_rules)
    named: Style = rules.style_of(dice[0].name) if kind == "attack" and house_rules.other_attributes == "off" else ""
    style: Style = values["style"] or named
    if problem := rules.refused_attribute(kind, style, dice[0].name, house_rules):
        raise FormError({"attribute": problem})
    if problem := rules.refused_skill(values["skill"].strip(), dice[0].name):
        raise FormError({"attribute": problem})
    if values["halved"] and values["scaled"] is None:
        raise FormError({"halved": "there is no value to halve; give one to scale, or switch this off"})
    test = Test(
        dice=dice,
        difficulty=values["difficulty"],
        kind=kind,
        style=style,
        skill=read_label(values["skill"], "skill", RESERVED),
        against=values["target"] or values["cause"],
        trained=values["trained"],
        rerolls=values["rerolls"],
        scaled=None if values["scaled"] is None else Scaled(values["scaled"], values["halved"]),
        round=values["round"],
        declined=values["declined"],
        settings=house_rules,
    )
    check_length(write(test), *_parts(values))
    return test


def _parts(values: Values) -> tuple[Part, ...]:
    """The parts of the shorthand by fields that can be long."""
    rows = [_row_die(row, row["name"]) for row in values["dice"]]
    return (
        text_part("attribute", values["attribute"]),
        text_part("skill", values["skill"]),
        rows_part("dice", [f"+ {write_die(die, '')}" for die in rows], [die.name for die in rows]),
    )


def _read_dice(values: Values, kind: Kind, house_rules: Settings) -> tuple[PoolDie, ...]:
    """The pool in the order of the form; raises `FormError` at the field of a die that cannot join it."""
    dice: list[PoolDie] = []
    for field, die in _given_dice(values):
        if problem := rules.refused_die(kind, die.role, [other.role for other in dice], house_rules):
            raise FormError({field: problem})
        dice.append(die)
    return tuple(dice)


def _given_dice(values: Values) -> list[tuple[str, PoolDie]]:
    """Every die that the form gives, with the field that gives it."""
    name = read_label(values["attribute"], "attribute", NO_ATTRIBUTE)
    found = [("attribute_die", _die(values["attribute_die"], "attribute", name, values["attribute_rolled"]))]
    if values["skill_die"] != NO_DIE:
        found.append(("skill_die", _die(values["skill_die"], "skill", "", values["skill_rolled"])))
    if sides := rules.combat_die(values["level"]):
        found.append(("level", _die(f"d{sides}", "combat", "", values["level_rolled"])))
    for place, row in enumerate(values["dice"]):
        field = f"dice.{place}"
        name = read_label(row["name"], f"{field}.name", RESERVED)
        if name and row["role"] in {"skill", "combat"}:
            raise FormError({f"{field}.name": f"the {ROLES[row['role']]} has no name here; leave it empty"})
        found.append((f"{field}.role", _row_die(row, name)))
    if values["bonus_die"] != NO_DIE:
        found.append(("bonus_die", _die(values["bonus_die"], "bonus", "", values["bonus_rolled"])))
    return found


def _row_die(row: Values, name: str) -> PoolDie:
    return _die(row["die"], row["role"], name, row["rolled"])


def _die(size: str, role: Role, name: str, rolled: str) -> PoolDie:
    return PoolDie(int(size.removeprefix("d")), role, name, *ROLLED[rolled])


def to_form(test: Test) -> Values:
    """The values of the form that makes this test: dice that stand elsewhere than the form puts them become rows."""
    values = defaults(FIELDS) | {
        "kind": test.kind,
        "difficulty": test.difficulty,
        "style": test.style,
        "target": test.against if test.kind == "attack" else "",
        "cause": test.against if test.kind == "save" else "",
        "skill": test.skill,
        "trained": test.trained,
        "rerolls": test.rerolls,
        "scaled": test.scaled.number if test.scaled else None,
        "halved": test.scaled.halved if test.scaled else False,
        "round": test.round,
        "declined": test.declined,
    }
    attribute, *rest = test.dice
    values |= {"attribute": attribute.name, "attribute_die": f"d{attribute.sides}", "attribute_rolled": _how(attribute)}
    if rest and rest[0].role == "skill":
        skill = rest.pop(0)
        values |= {"skill_die": f"d{skill.sides}", "skill_rolled": _how(skill)}
    elif rest and rest[0].role == "combat":
        combat = rest.pop(0)
        values |= {"level": rules.level(combat.sides), "level_rolled": _how(combat)}
    if rest and rest[-1].role == "bonus" and not rest[-1].name:
        bonus = rest.pop()
        values |= {"bonus_die": f"d{bonus.sides}", "bonus_rolled": _how(bonus)}
    values["dice"] = [{"role": die.role, "name": die.name, "die": f"d{die.sides}", "rolled": _how(die)} for die in rest]
    return values


def _how(die: PoolDie) -> str:
    return next(rolled for rolled, conditions in ROLLED.items() if conditions == (die.advantage, die.disadvantage))
