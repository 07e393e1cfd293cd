"""Almond's form, and the way between its values and a test."""

from pyrules.core.errors import FormError
from pyrules.core.form import Choice, Field, Values, check_length, read_form, read_label, rows_part, text_part
from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import MOST_NUMBER
from pyrules.core.system import Settings as Given
from pyrules.systems.almond import rules
from pyrules.systems.almond.model import NAMED, Modifier, Test
from pyrules.systems.almond.notation import LABEL_RESERVED, MOST_MODIFIERS, RESERVED, write, write_modifier
from pyrules.systems.almond.rulings import read_house_rules

GROUP = "Modifiers and initiative"

FIELDS = (
    Field("dice", "Dice", "number", 5, 0, MOST_DICE, rule="almond.dicepool"),
    Field(
        "tn",
        "Target Number",
        "number",
        4,
        1,
        MOST_NUMBER,
        optional=True,
        blank="none, for initiative",
        choices=tuple(
            Choice(str(tn), f"{line.name} · UC {line.code}")
            for tn in NAMED.values()
            for line in (rules.difficulty(tn),)
        ),
        hint="Severe is 6 or 7",
        rule="almond.difficulty",
    ),
    Field("label", "Name of the dice", "text", "", group=GROUP, rule="almond.dicepool"),
    Field(
        "modifiers",
        "Modifiers",
        "rows",
        [],
        high=MOST_MODIFIERS,
        columns=(
            Field("label", "Label", "text", ""),
            Field("number", "Number", "number", 0, -MOST_NUMBER, MOST_NUMBER),
            Field(
                "on", "On", "choice", "TN", choices=(Choice("TN", "TN", "+ is harder"), Choice("dice", "dice", "-2d"))
            ),
        ),
        group=GROUP,
        rule="almond.tn_modifiers",
    ),
    Field(
        "initiative",
        "Initiative",
        "switch",
        default=False,
        hint="sixes are not rerolled; it needs no Target Number",
        group=GROUP,
        rule="almond.initiative",
    ),
)


def from_form(given: Values, settings: Given) -> Test:
    """Make a test of a form's values; raises `FormError` naming the fields."""
    values = read_form(FIELDS, given)
    if problem := rules.refused_target(values["tn"], initiative=values["initiative"]):
        raise FormError({"tn": f"{problem}; give one"})
    test = Test(
        dice=values["dice"],
        tn=values["tn"],
        modifiers=tuple(
            Modifier(row["number"], row["on"], read_label(row["label"], f"modifiers.{place}.label", RESERVED))
            for place, row in enumerate(values["modifiers"])
        ),
        initiative=values["initiative"],
        settings=read_house_rules(settings),
        label=read_label(values["label"], "label", LABEL_RESERVED),
    )
    if problem := rules.too_many_dice(test.dice, test.modifiers) or rules.too_high(test.tn, test.modifiers):
        raise FormError({"modifiers": f"they lead to {problem}"})
    labels = [modifier.label for modifier in test.modifiers]
    modifiers = rows_part("modifiers", map(write_modifier, test.modifiers), labels)
    check_length(write(test), modifiers, text_part("label", test.label))
    return test


def to_form(test: Test) -> Values:
    """The values of the form that makes this test."""
    return {
        "dice": test.dice,
        "tn": test.tn,
        "modifiers": [
            {"label": modifier.label, "number": modifier.number, "on": modifier.on} for modifier in test.modifiers
        ],
        "initiative": test.initiative,
        "label": test.label,
    }
