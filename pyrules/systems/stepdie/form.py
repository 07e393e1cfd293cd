"""Step Die's form, and the way between its values and a test."""

from pyrules.core.errors import FormError
from pyrules.core.form import MORE, Choice, Field, Values, read_form, read_label
from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import MOST_NUMBER
from pyrules.core.system import Settings as Given
from pyrules.systems.stepdie import rules
from pyrules.systems.stepdie.model import TRAINING, Test
from pyrules.systems.stepdie.notation import RESERVED
from pyrules.systems.stepdie.rulings import MOST_IP, read_house_rules

FIELDS = (
    Field(
        "points",
        "Points spent",
        "number",
        5,
        1,
        MOST_DICE,
        hint="a d6 for each",
        rule="stepdie.points",
        called="stat",
    ),
    Field(
        "step",
        "Step Die",
        "choice",
        "d10",
        choices=tuple(Choice(f"d{sides}", f"d{sides}", training) for sides, training in TRAINING.items()),
        rule="stepdie.step_die",
    ),
    *(
        Field(
            kind,
            kind.capitalize(),
            "number",
            0,
            0,
            rules.MOST_BONUS,
            hint="Bonus d6s",
            rule="stepdie.bonus",
            look="cycle",
        )
        for kind in rules.BONUSES
    ),
    Field(
        "difficulty",
        "Difficulty",
        "number",
        3,
        1,
        MOST_NUMBER,
        hint="hits to succeed",
        rule="stepdie.difficulty",
        asked=True,
    ),
    Field(
        "ip",
        "IP held",
        "number",
        None,
        0,
        MOST_IP,
        optional=True,
        blank="at start",
        hint="before this roll",
        rule="stepdie.only_held",
    ),
    Field("stat", "Name of the stat", "text", "", group=MORE, rule="stepdie.points"),
)


def from_form(given: Values, settings: Given) -> Test:
    """Make a test of a form's values; raises `FormError` naming the fields."""
    values = read_form(FIELDS, given)
    test = Test(
        points=values["points"],
        step=int(values["step"].removeprefix("d")),
        difficulty=values["difficulty"],
        stat=read_label(values["stat"], "stat", RESERVED),
        trait=values["trait"],
        gear=values["gear"],
        situation=values["situation"],
        ip=values["ip"],
        settings=read_house_rules(settings),
    )
    if problem := rules.too_many_dice(test):
        raise FormError({"points": problem})
    return test


def to_form(test: Test) -> Values:
    """The values of the form that makes this test."""
    return {field.name: f"d{test.step}" if field.name == "step" else getattr(test, field.name) for field in FIELDS}
