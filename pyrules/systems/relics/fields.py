"""The form of a turn as data."""

from pyrules.core.form import Choice, Field
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

HUDDLE_CARD = "1. The Huddle"
CHALLENGE_CARD = "The Challenge"
TRAITS_CARD = "Declared in the Huddle, for steps 2, 3 and 5"
BUILD_CARD = "2. Build the Pool"
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
        card=HUDDLE_CARD,
    ),
    Field(
        "start",
        "Pool from",
        "choice",
        "dice",
        choices=(
            Choice("dice", "a number of dice"),
            Choice("expertise", "leader and assistants"),
        ),
        rule="relics.expertise",
        when=COHORT,
        card=HUDDLE_CARD,
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
        card=HUDDLE_CARD,
    ),
    Field(
        "leader",
        "Leader's expertise",
        "choice",
        "primary",
        choices=FITS,
        rule="relics.leader",
        when=HUDDLE,
        card=HUDDLE_CARD,
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
        card=HUDDLE_CARD,
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
        card=HUDDLE_CARD,
    ),
    Field(
        "threat",
        "Threat",
        "choice",
        "Minor",
        choices=(
            Choice("", "not given"),
            *(Choice(threat, threat, f"A{pool.THREAT_RESULTS[threat]}") for threat in THREATS),
        ),
        rule="relics.threat",
        card=CHALLENGE_CARD,
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
        card=CHALLENGE_CARD,
    ),
    Field(
        "resolved",
        "Dice resolved so far",
        "number",
        0,
        0,
        MOST_DICE,
        rule="relics.resolve",
        when=KNOWN,
        card=CHALLENGE_CARD,
    ),
    Field(
        "freed",
        "Dice that a trait makes free again",
        "number",
        0,
        0,
        MOST_DICE,
        rule="relics.free_dice",
        when=KNOWN,
        card=CHALLENGE_CARD,
    ),
    Field(
        "traits",
        "Modifiers and traits",
        "rows",
        [],
        high=MOST_TRAITS,
        columns=TRAIT,
        rule="relics.traits",
        card=TRAITS_CARD,
    ),
    Field(
        "destiny",
        "Destiny spent on dice",
        "number",
        0,
        0,
        MOST_DICE,
        rule="relics.destiny",
        when=COHORT,
        card=BUILD_CARD,
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
        hint="three dice each at most; not given, leader and assistants count",
        rule="relics.most_dice",
        when=COHORT,
        card=BUILD_CARD,
    ),
)
