"""The form of a turn as data."""

from pyrules.core.form import MORE, Choice, Field, Usual, Values, defaults
from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import MOST_NUMBER
from pyrules.systems.relics import pool
from pyrules.systems.relics.model import EXPERTISES, THREATS

COHORT = (("turn", ("cohort",)),)
BUILT = (*COHORT, ("start", ("dice",)))
HUDDLE = (*COHORT, ("start", ("expertise",)))
KNOWN = (("threat", THREATS),)
VALUED = (("kind", ("auto", "simple")),)

MOST_ASSISTANTS = 11
MOST_TRAITS = 24

COST = "What it costs"

FITS = tuple(Choice(expertise, expertise.capitalize()) for expertise in EXPERTISES)

ASSISTANT = (Field("expertise", "Expertise", "choice", "primary", choices=FITS, rule="relics.assist"),)

TRAIT = (
    Field(
        "kind",
        "Modifier",
        "choice",
        "simple",
        choices=(
            Choice("simple", "Simple", "after the throw, such as +1 / 2d"),
            Choice("auto", "Auto Result", "not thrown, such as A6 / 1d"),
            Choice("add", "Add Dice", "before the throw, such as +1d6"),
            Choice("none", "None"),
        ),
        rule="relics.simple",
    ),
    Field("value", "Value", "number", 1, -MOST_NUMBER, MOST_NUMBER, rule="relics.simple", when=VALUED),
    Field(
        "dice",
        "Dice",
        "number",
        1,
        -MOST_DICE,
        MOST_DICE,
        rule="relics.add_dice",
        when=(("kind", ("auto", "simple", "add")),),
    ),
    Field("name", "Trait", "text", "", rule="relics.traits"),
    Field(
        "left_by",
        "It comes from",
        "choice",
        "trait",
        choices=(Choice("trait", "A trait"), Choice("disaster", "A Disaster")),
        rule="relics.disaster",
        when=(("kind", ("simple",)),),
    ),
    Field("destiny", "Destiny spent", "number", 0, 0, MOST_NUMBER, group=COST, rule="relics.trait_cost"),
    Field(
        "doom",
        "Doom added",
        "number",
        0,
        -MOST_NUMBER,
        MOST_NUMBER,
        hint="negative where the GM spends it",
        group=COST,
        rule="relics.trait_cost",
    ),
)


def _usual(kind: str, value: int, dice: int, label: str) -> Usual:
    row: Values = {**defaults(TRAIT), "kind": kind, "value": value, "dice": dice}
    return Usual(label, row)


def _trait_text(row: Values) -> str:
    match row["kind"]:
        case "simple":
            modifier = f"{row['value']:+d} / {row['dice']}d"
        case "auto":
            modifier = f"A{row['value']} / {row['dice']}d"
        case "add":
            modifier = f"{row['dice']:+d}d6"
        case _:
            modifier = ""
    return f"{row['name']} {modifier}".strip() or "?"


USUAL = (
    *(
        _usual("simple", value, dice, f"{value:+d} / {dice}d")
        for value, dice in ((1, 1), (1, 2), (2, 1), (-1, 1), (-1, 2))
    ),
    *(_usual("auto", value, 1, f"A{value} / 1d") for value in (5, 6)),
)

FIELDS = (
    Field(
        "turn",
        "Turn",
        "choice",
        "cohort",
        choices=(
            Choice("cohort", "Cohort", "the players' characters act"),
            Choice("challenge", "Challenge", "it strikes back"),
        ),
        rule="relics.turns",
        asked=True,
    ),
    Field(
        "start",
        "Dice pool from",
        "choice",
        "dice",
        choices=(
            Choice("dice", "A number"),
            Choice("expertise", "Expertise", "of leader and assistants"),
        ),
        group=MORE,
        rule="relics.expertise",
        when=COHORT,
    ),
    Field(
        "pool",
        "Dice",
        "number",
        5,
        0,
        MOST_DICE,
        rule="relics.expertise",
        when=BUILT,
    ),
    Field(
        "destiny",
        "Destiny dice",
        "number",
        0,
        0,
        MOST_DICE,
        rule="relics.destiny",
        when=COHORT,
    ),
    Field(
        "leader",
        "Leader's expertise",
        "choice",
        "primary",
        choices=FITS,
        rule="relics.leader",
        when=HUDDLE,
    ),
    Field(
        "stress",
        "Leader's Stress",
        "number",
        0,
        0,
        MOST_NUMBER,
        rule="relics.stressed_out",
        when=HUDDLE,
    ),
    Field(
        "assistants",
        "Assistants",
        "rows",
        [],
        high=MOST_ASSISTANTS,
        columns=ASSISTANT,
        rule="relics.assist",
        when=HUDDLE,
    ),
    Field(
        "threat",
        "Threat",
        "choice",
        "Minor",
        choices=(
            Choice("", "None"),
            *(Choice(threat, threat, f"A{pool.THREAT_RESULTS[threat]}") for threat in THREATS),
        ),
        rule="relics.threat",
        asked=True,
    ),
    Field(
        "rating",
        "Challenge Rating",
        "number",
        5,
        1,
        MOST_DICE,
        optional=True,
        blank="not given",
        rule="relics.rating",
        when=KNOWN,
        asked=True,
    ),
    Field(
        "resolved",
        "Resolved so far",
        "number",
        0,
        0,
        MOST_DICE,
        rule="relics.resolve",
        when=KNOWN,
        asked=True,
    ),
    Field(
        "freed",
        "Dice free again",
        "number",
        0,
        0,
        MOST_DICE,
        hint="by a trait",
        group=MORE,
        rule="relics.free_dice",
        when=KNOWN,
        asked=True,
    ),
    Field(
        "traits",
        "Modifiers",
        "rows",
        [],
        high=MOST_TRAITS,
        columns=TRAIT,
        group=MORE,
        usual=USUAL,
        said=_trait_text,
        rule="relics.traits",
    ),
    Field(
        "pcs",
        "PCs in the Cohort",
        "number",
        None,
        1,
        MOST_NUMBER,
        optional=True,
        blank="not given",
        hint="three dice each at most; if empty, the leader and assistants above count",
        group=MORE,
        rule="relics.most_dice",
        when=COHORT,
    ),
)
