"""The way between the values of a form and a test."""

from collections.abc import Sequence
from typing import Any

from pyrules.core.english import amount
from pyrules.core.errors import FormError
from pyrules.core.form import Part, Values, check_length, defaults, read_form, read_name, rows_part
from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import LONGEST
from pyrules.core.system import Settings as Given
from pyrules.systems.relics import pool, progress
from pyrules.systems.relics.fields import FIELDS, TRAIT
from pyrules.systems.relics.model import (
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
from pyrules.systems.relics.notation import COSTS
from pyrules.systems.relics.pool import refusal
from pyrules.systems.relics.rulings import read_house_rules
from pyrules.systems.relics.writing import write, write_start, write_trait


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
        raise FormError({missing: "the Challenge acts, so give its Threat and Rating"})
    else:
        acting = challenge
    test = Test(acting, tuple(read_traits(values["traits"], acting)), house_rules)
    if wrong := refusal(test):
        part, problem = wrong
        raise FormError({"assistants" if part == "pool" and values["start"] == "expertise" else part: problem})
    check_length(write(test), *_parts(test), most=LONGEST)
    return test


def _parts(test: Test) -> tuple[Part, ...]:
    """The parts of the shorthand by fields that can be long."""
    traits = rows_part("traits", map(write_trait, test.traits), [trait.name for trait in test.traits])
    if isinstance(test.acting, Challenge) or isinstance(test.acting.start, int):
        return (traits,)
    shorter = "remove some rows, or give the pool as a number of dice"
    return (Part("assistants", write_start(test.acting.start), shorter), traits)


def _read_challenge(values: Values) -> Challenge | None:
    """The Challenge, as far as the form knows more than its Threat."""
    if not values["threat"] or values["rating"] is None:
        if stray := [name for name in ("resolved", "freed") if values[name]]:
            dice = amount(values[stray[0]], "die", "dice")
            raise FormError({stray[0]: f"{dice} of an unknown Challenge; give its Rating, or use 0"})
        return None
    challenge = Challenge(values["threat"], values["rating"], values["resolved"], values["freed"])
    if problem := progress.challenge_refusal(challenge):
        raise FormError({"freed" if challenge.freed > challenge.resolved else "resolved": problem})
    return challenge


def _read_start(values: Values, house_rules: Settings) -> int | Huddle:
    if values["start"] == "dice":
        dice: int = values["pool"]
        return dice
    if problem := progress.refused_leader(values["stress"], house_rules):
        raise FormError({"stress": problem})
    return Huddle(values["leader"], tuple(row["expertise"] for row in values["assistants"]), values["stress"])


def read_traits(rows: Sequence[Values], acting: Cohort | Challenge) -> list[Trait]:
    """The traits that one side declares on its turn; raises `FormError` naming the cells."""
    traits = []
    for place, row in enumerate(rows):
        field = f"traits.{place}"
        modifier = read_modifier(row, field)
        if modifier and (problem := pool.refused_modifier(acting, modifier)):
            raise FormError({f"{field}.{'kind' if isinstance(modifier, AddDice) else 'value'}": problem})
        trait = Trait(modifier, read_name(row["name"], f"{field}.name", COSTS), row["destiny"], row["doom"])
        if trait == Trait(None):
            raise FormError({f"{field}.name": "nothing is given; name the trait, give its cost, or remove the row"})
        traits.append(trait)
    return traits


def read_modifier(row: Values, field: str) -> Modifier | None:
    """The modifier in a row of traits; raises `FormError` naming the cells of that `field`."""
    kind, value, dice = row["kind"], row["value"], row["dice"]
    if kind == "none":
        return None
    if dice == 0 or (dice < 0 and kind != "add"):
        raise FormError({f"{field}.dice": f"{dice} is out of bounds; use 1 to {MOST_DICE}"})
    if kind == "add":
        return AddDice(dice)
    if kind == "auto":
        if not 1 <= value <= pool.HIGHEST_RESULT:
            raise FormError({f"{field}.value": f"{value} is out of bounds; use 1 to {pool.HIGHEST_RESULT}"})
        return AutoResult(value, dice)
    if not value:
        raise FormError({f"{field}.value": "0 changes nothing; use another number"})
    return SimpleModifier(value, dice, disaster=row.get("left_by") == "disaster")


def to_form(test: Test) -> Values:
    """The values of the form that makes this test; a number of PCs that is to stay open is not given there."""
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
    return values | _challenge_values(cohort.against) | {"destiny": cohort.destiny, "pcs": cohort.pcs or None}


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
        case SimpleModifier(value=value, dice=dice, disaster=disaster):
            left_by = "disaster" if disaster else "trait"
            return values | {"kind": "simple", "value": value, "dice": dice, "left_by": left_by}
