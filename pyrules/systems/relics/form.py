"""The form of a turn, and the way between its values and a test."""

from typing import Any

from pyrules.core.errors import FormError
from pyrules.core.form import Choice, Field, Values, check_length, defaults, read_form, read_label
from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import MOST_NUMBER
from pyrules.core.system import Settings as Given
from pyrules.systems.relics import progress, rules
from pyrules.systems.relics.model import (
    EXPERTISES,
    THREATS,
    AddDice,
    AutoResult,
    Challenge,
    Cohort,
    Huddle,
    Modifier,
    Settings,
    SimpleModifier,
    Test,
    Trait,
)
from pyrules.systems.relics.notation import RESERVED, read_house_rules, refused, write

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
        hint="negative only to take dice away",
        rule="relics.add_dice",
        when=(("kind", ("auto", "simple", "add")),),
    ),
    Field("name", "Trait", "text", "", rule="relics.traits"),
    Field("destiny", "Destiny spent", "number", 0, 0, MOST_NUMBER, rule="relics.trait_cost"),
    Field(
        "doom",
        "Doom added",
        "number",
        0,
        -MOST_NUMBER,
        MOST_NUMBER,
        hint="negative where the GM spends it",
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
            Choice("", "not said"),
            *(Choice(threat, threat, f"A{rules.THREAT_RESULTS[threat]}") for threat in THREATS),
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
        blank="not said",
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
        blank="not said",
        hint="three dice each at most",
        rule="relics.most_dice",
        when=COHORT,
        card=BUILD_CARD,
    ),
)


def from_form(given: Values, settings: Given) -> Test:
    """Make a test of a form's values; raises `FormError` naming the fields."""
    values = read_form(FIELDS, given)
    house_rules = read_house_rules(settings)
    challenge = _read_challenge(values)
    acting: Cohort | Challenge
    if values["turn"] == "cohort":
        acting = Cohort(
            start=_read_start(values, house_rules),
            destiny=values["destiny"],
            pcs=values["pcs"],
            against=challenge or values["threat"] or None,
        )
    elif challenge is None:
        missing = "rating" if values["threat"] else "threat"
        raise FormError({missing: "the Challenge acts, so its Threat and Rating must be known"})
    else:
        acting = challenge
    test = Test(acting, tuple(_read_traits(values["traits"], acting)), house_rules)
    if problems := refused(test):
        part, problem = problems
        raise FormError({"assistants" if part == "pool" and values["start"] == "expertise" else part: problem})
    check_length(write(test), "traits")
    return test


def _read_challenge(values: Values) -> Challenge | None:
    """The Challenge, as far as the form knows more than its Threat."""
    if not values["threat"] or values["rating"] is None:
        if stray := [name for name in ("resolved", "freed") if values[name]]:
            raise FormError({stray[0]: f"{values[stray[0]]} dice of an unknown Challenge; give its Rating, or use 0"})
        return None
    challenge = Challenge(values["threat"], values["rating"], values["resolved"], values["freed"])
    if problem := progress.refused(challenge):
        raise FormError({"freed" if challenge.freed > challenge.resolved else "resolved": problem})
    return challenge


def _read_start(values: Values, house_rules: Settings) -> int | Huddle:
    if values["start"] == "dice":
        dice: int = values["pool"]
        return dice
    if problem := progress.refused_leader(values["stress"], house_rules):
        raise FormError({"stress": problem})
    return Huddle(values["leader"], tuple(row["expertise"] for row in values["assistants"]), values["stress"])


def _read_traits(rows: list[Values], acting: Cohort | Challenge) -> list[Trait]:
    traits = []
    for place, row in enumerate(rows):
        field = f"traits.{place}"
        modifier = _read_modifier(row, field)
        if modifier and (problem := rules.refused_modifier(acting, modifier)):
            raise FormError({f"{field}.{'kind' if isinstance(modifier, AddDice) else 'value'}": problem})
        trait = Trait(modifier, read_label(row["name"], f"{field}.name", RESERVED), row["destiny"], row["doom"])
        if trait == Trait(None):
            raise FormError({f"{field}.name": "nothing is given; name the trait, give its cost, or remove the row"})
        traits.append(trait)
    return traits


def _read_modifier(row: Values, field: str) -> Modifier | None:
    kind, value, dice = row["kind"], row["value"], row["dice"]
    if kind == "none":
        return None
    if dice == 0 or (dice < 0 and kind != "add"):
        raise FormError({f"{field}.dice": f"{dice} is out of bounds; use 1 to {MOST_DICE}"})
    if kind == "add":
        return AddDice(dice)
    if kind == "auto":
        if not 1 <= value <= rules.HIGHEST_RESULT:
            raise FormError({f"{field}.value": f"{value} is out of bounds; use 1 to {rules.HIGHEST_RESULT}"})
        return AutoResult(value, dice)
    if not value:
        raise FormError({f"{field}.value": "0 changes nothing; use another number"})
    return SimpleModifier(value, dice)


def to_form(test: Test) -> Values:
    """The values of the form that makes this test."""
    values = defaults(FIELDS) | {"turn": test.acting.kind, "traits": [_row(trait) for trait in test.traits]}
    if isinstance(test.acting, Challenge):
        return values | _challenge_values(test.acting)
    cohort = test.acting
    if isinstance(cohort.start, int):
        values |= {"start": "dice", "pool": cohort.start}
    else:
        huddle = cohort.start
        assistants = [{"expertise": expertise} for expertise in huddle.assistants]
        values |= {"start": "expertise", "leader": huddle.leader, "stress": huddle.stress, "assistants": assistants}
    return values | _challenge_values(cohort.against) | {"destiny": cohort.destiny, "pcs": cohort.pcs}


def _challenge_values(against: Challenge | str | None) -> dict[str, Any]:
    if isinstance(against, Challenge):
        return {name: getattr(against, name) for name in ("threat", "rating", "resolved", "freed")}
    if against:
        return {"threat": against, "rating": None}
    return {"threat": ""}


def _row(trait: Trait) -> Values:
    values = defaults(TRAIT) | {"name": trait.name, "destiny": trait.destiny, "doom": trait.doom}
    match trait.modifier:
        case None:
            return values | {"kind": "none"}
        case AddDice(dice=dice):
            return values | {"kind": "add", "dice": dice}
        case AutoResult(value=value, dice=dice):
            return values | {"kind": "auto", "value": value, "dice": dice}
        case SimpleModifier(value=value, dice=dice):
            return values | {"kind": "simple", "value": value, "dice": dice}
