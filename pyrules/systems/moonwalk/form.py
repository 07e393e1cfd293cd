"""Moonwalk's form, and the way between its values and a test."""

from pyrules.core.english import plural
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
    signed_row,
    text_part,
)
from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import MOST_NUMBER
from pyrules.core.system import Settings as Given
from pyrules.systems.moonwalk import rules
from pyrules.systems.moonwalk.model import SECONDS, Basic, Extended, Interval, Opposed, Term, Test
from pyrules.systems.moonwalk.notation import MOST_TERMS, RESERVED, write
from pyrules.systems.moonwalk.rulings import read_house_rules

OPPOSED = (("kind", ("opposed",)),)
THRESHOLD = (("kind", ("basic", "extended")),)
EXTENDED = (("kind", ("extended",)),)

MODIFIER = (Field("number", "Dice", "number", 0, -MOST_NUMBER, MOST_NUMBER), Field("label", "Label", "text", ""))

FIELDS = (
    Field(
        "kind",
        "Kind of test",
        "choice",
        "basic",
        choices=(
            Choice("basic", "Test", "against a threshold"),
            Choice("opposed", "Opposed", "against someone's dice"),
            Choice("extended", "Extended", "roll after roll, over time"),
        ),
        asked=True,
    ),
    Field(
        "pool",
        "Dicepool",
        "number",
        12,
        0,
        MOST_NUMBER,
        hint="or attribute",
        rule="moonwalk.dicepool",
        stated_high=MOST_DICE,
        called="label",
    ),
    Field(
        "skill_dice",
        "Skill",
        "number",
        None,
        1,
        MOST_NUMBER,
        optional=True,
        rule="moonwalk.dicepool",
        stated_high=MOST_DICE,
        called="skill",
    ),
    Field(
        "limit",
        "Limit",
        "number",
        None,
        0,
        MOST_NUMBER,
        optional=True,
        hint="most hits you keep",
        rule="moonwalk.limit",
    ),
    Field(
        "threshold",
        "Threshold",
        "number",
        3,
        1,
        MOST_NUMBER,
        hint="hits to succeed",
        rule="moonwalk.threshold",
        when=THRESHOLD,
        asked=True,
    ),
    Field(
        "defence",
        "Defender's dicepool",
        "number",
        8,
        0,
        MOST_NUMBER,
        rule="moonwalk.opposed",
        when=OPPOSED,
        stated_high=MOST_DICE,
        asked=True,
    ),
    Field(
        "defence_limit",
        "Defender's limit",
        "number",
        None,
        0,
        MOST_NUMBER,
        optional=True,
        rule="moonwalk.opposed",
        when=OPPOSED,
        asked=True,
    ),
    Field("interval", "Interval", "number", 1, 1, MOST_NUMBER, rule="moonwalk.interval", when=EXTENDED, asked=True),
    Field(
        "unit",
        "Unit of time",
        "choice",
        "hour",
        choices=tuple(Choice(unit, plural(unit)) for unit in SECONDS),
        rule="moonwalk.interval",
        when=EXTENDED,
        asked=True,
    ),
    Field("label", "Name of the attribute", "text", "", group=MORE, rule="moonwalk.dicepool"),
    Field("skill", "Name of the skill", "text", "", group=MORE, rule="moonwalk.dicepool"),
    Field(
        "modifiers",
        "Modifiers",
        "rows",
        [],
        high=MOST_TERMS - 1,
        columns=MODIFIER,
        group=MORE,
        rule="moonwalk.modifiers",
        usual=tuple(Usual(f"{number:+d}", {"label": "", "number": number}) for number in (-2, -1, 1, 2)),
        amount="number",
        said=signed_row,
    ),
    Field(
        "defence_label",
        "Name of the defender's dicepool",
        "text",
        "",
        group=MORE,
        rule="moonwalk.opposed",
        when=OPPOSED,
        asked=True,
    ),
    Field(
        "defence_modifiers",
        "Defender's modifiers",
        "rows",
        [],
        high=MOST_TERMS - 1,
        columns=MODIFIER,
        group=MORE,
        rule="moonwalk.modifiers",
        when=OPPOSED,
        asked=True,
    ),
    Field(
        "rule_of_six",
        "Rule of Six",
        "switch",
        False,
        hint="odds count every added die",
        group=MORE,
        rule="moonwalk.rule_of_six",
    ),
    Field(
        "defence_rule_of_six",
        "Rule of Six for the defender",
        "switch",
        False,
        group=MORE,
        rule="moonwalk.rule_of_six",
        when=OPPOSED,
        asked=True,
    ),
    Field("combat", "In combat", "switch", False, group=MORE, rule="moonwalk.standard_refused", asked=True),
    Field(
        "standard",
        "Standard Result",
        "switch",
        False,
        hint="a quarter of the pool, no roll",
        group=MORE,
        rule="moonwalk.standard_result",
        when=(*THRESHOLD, ("combat", (False,))),
    ),
)


def from_form(given: Values, settings: Given) -> Test:
    """Make a test of a form's values; raises `FormError` naming the fields."""
    values = read_form(FIELDS, given)
    against: Basic | Opposed | Extended
    match values["kind"]:
        case "opposed":
            against = Opposed(
                _read_terms(values, "defence", "defence_label", "defence_modifiers"),
                values["defence_limit"],
                values["defence_rule_of_six"],
            )
        case "extended":
            against = Extended(values["threshold"], Interval(values["interval"], values["unit"]))
        case _:
            against = Basic(values["threshold"])
    test = Test(
        dicepool=_read_terms(values, "pool", "label", "modifiers", _read_skill(values)),
        against=against,
        limit=values["limit"],
        rule_of_six=values["rule_of_six"],
        standard=values["standard"],
        combat=values["combat"],
        settings=read_house_rules(settings),
    )
    check_length(
        write(test), *_parts(values, "label", "modifiers"), *_parts(values, "defence_label", "defence_modifiers")
    )
    return test


def _read_skill(values: Values) -> tuple[Term, ...]:
    """The skill that is added to the attribute, if one is given."""
    label = read_label(values["skill"], "skill", RESERVED)
    return (Term(values["skill_dice"], label),) if values["skill_dice"] else ()


def _read_terms(values: Values, number: str, label: str, rows: str, skill: tuple[Term, ...] = ()) -> tuple[Term, ...]:
    terms = (
        Term(values[number], read_label(values[label], label, RESERVED)),
        *skill,
        *(
            Term(row["number"], read_label(row["label"], f"{rows}.{place}.label", RESERVED))
            for place, row in enumerate(values[rows])
        ),
    )
    if problem := rules.too_many_dice(terms):
        raise FormError({number: problem})
    return terms


def _parts(values: Values, label: str, rows: str) -> tuple[Part, Part]:
    """The part of its shorthand by one side of a test."""
    written = [f"+ {row['label']} {row['number']}" for row in values[rows]]
    return text_part(label, values[label]), rows_part(rows, written, [row["label"] for row in values[rows]])


def to_form(test: Test) -> Values:
    """The values of the form that makes this test."""
    values = defaults(FIELDS)
    skill = rules.skill(test.dicepool)
    plain = tuple(term for place, term in enumerate(test.dicepool) if place != 1 or not skill)
    values |= _terms_values(plain, "pool", "label", "modifiers")
    values |= {
        "skill": skill.label if skill else "",
        "skill_dice": skill.number if skill else None,
        "kind": test.against.kind,
        "limit": test.limit,
        "rule_of_six": test.rule_of_six,
        "standard": test.standard,
        "combat": test.combat,
    }
    match test.against:
        case Basic(threshold=threshold):
            values["threshold"] = threshold
        case Opposed(dicepool=defence, limit=limit):
            values |= _terms_values(defence, "defence", "defence_label", "defence_modifiers")
            values |= {"defence_limit": limit, "defence_rule_of_six": test.against.rule_of_six}
        case Extended(threshold=threshold, interval=interval):
            values |= {"threshold": threshold, "interval": interval.number, "unit": interval.unit}
    return values


def _terms_values(terms: tuple[Term, ...], number: str, label: str, rows: str) -> Values:
    first, *changes = terms
    return {
        number: first.number,
        label: first.label,
        rows: [{"label": term.label, "number": term.number} for term in changes],
    }
