"""The rules of a turn once its pool is built: simple modifiers, what the dice are worth, and what that brings."""

from collections.abc import Iterable, Sequence
from typing import TypeGuard

from pyrules.core.rulebook import rule
from pyrules.systems.relics import progress
from pyrules.systems.relics.model import Challenge, Cohort, Outcome, Placed, SimpleModifier, Tally, Test
from pyrules.systems.relics.pool import pcs


@rule(
    "Traits",
    11,
    text="Traits bring modifiers; those that change a roll are declared in the Huddle, unless their own "
    "text names another time.",
    name="traits",
    test="test_traits_keep_their_names_and_costs",
)
@rule(
    "One of each sign",
    4,
    text="No die takes two Beneficial units or two Hindering ones; one of each may share a die.",
    name="no_stacking",
    test="test_units_do_not_stack",
)
def units(test: Test) -> tuple[int, ...]:
    """Every unit of the simple modifiers, each for a die of its own, in the order in which they are written."""
    return tuple(
        value
        for trait in test.traits
        if isinstance(trait.modifier, SimpleModifier)
        for value in [trait.modifier.value] * trait.modifier.dice
    )


def placed_by_opposition(test: Test) -> tuple[bool, ...]:
    """Tell of each of those units whether the opposition places it: a Hindering one, as the house rules have it."""
    by_house = (test.settings.hindering == "opposition", test.settings.disaster == "opposition")
    return tuple(
        trait.modifier.value < 0 and by_house[trait.modifier.disaster]
        for trait in test.traits
        if isinstance(trait.modifier, SimpleModifier)
        for _ in range(trait.modifier.dice)
    )


def brought_by(test: Test) -> tuple[str, ...]:
    """The trait that brings each of those units, "" for one without a name."""
    return tuple(
        trait.name
        for trait in test.traits
        if isinstance(trait.modifier, SimpleModifier)
        for _ in range(trait.modifier.dice)
    )


@rule("Simple modifiers", 4, name="simple", test="test_simple_modifiers")
def modify_dice(values: Sequence[int], units: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
    """A number is added to, or taken from, as many single dice as the modifier says.

    The dice after simple modifiers; `places` has the die of each unit (from 0), -1 for one left unused.

    >>> modify_dice((2, 3, 3, 5, 6), (-2, -2, 1, 1), (0, 1, 1, 4))
    (0, 2, 3, 5, 7)
    """
    final = list(values)
    for unit, place in zip(units, places, strict=True):
        if place >= 0:
            final[place] += unit
    return tuple(final)


@rule("Units left over", 4, name="unused", test="test_hindering_units_must_be_placed")
def must_place(hindering: int, dice: int) -> int:
    """Hindering units apply as far as there are dice; Beneficial ones as far as their owners like.

    How many Hindering units must be placed: all of them, as far as there are dice; the rest is lost.
    """
    return min(hindering, dice)


@rule("No success", 6, text="A final 2, 3 or 4 is worth nothing.", name="nothing", test="test_worth")
@rule("Success", 6, text="A final 5 or 6 is worth one success.", name="success", test="test_worth")
@rule("Critical success", 6, text="A final 7 or 8 is worth two.", name="critical", test="test_worth")
@rule("Overpowering success", 6, text="A final 9 or more is worth three.", name="overpowering", test="test_worth")
@rule("Botch", 6, text="A final 0 or 1 takes one success away.", name="botch", test="test_worth")
@rule("Major botch", 6, text="A final -1 or less takes two away.", name="major_botch", test="test_worth")
def worth(value: int) -> int:
    """The successes that one final die is worth, from -2 (a major botch) to 3 (an overpowering success).

    >>> [worth(value) for value in (-2, -1, 0, 1, 2, 4, 5, 6, 7, 8, 9, 12)]
    [-2, -2, -1, -1, 0, 0, 1, 1, 2, 2, 3, 3]
    """
    if value < 5:
        return 0 if value >= 2 else -1 if value >= 0 else -2
    return 1 if value < 7 else 2 if value < 9 else 3


def tally(values: Iterable[int]) -> Tally:
    """Count the final dice by their worth."""
    worths = [worth(value) for value in values]
    return Tally(*[worths.count(counted) for counted in (3, 2, 1, -1, -2)])


@rule("Final Result", 6, test="test_worked_results")
def total(counted: Tally) -> int:
    """What all dice are worth is added up once every modifier is in place.

    The successes of all dice together; negative when botches outweigh them.
    """
    return 3 * counted.overpowering + 2 * counted.critical + counted.plain - counted.botches - 2 * counted.major_botches


def botch_count(counted: Tally | Outcome) -> int:
    """The number of dice that are botches, major ones among them."""
    return counted.botches + counted.major_botches


@rule("Disaster", 8)
def disaster(total: int) -> bool:
    """On either turn, a total below zero is a Disaster: the acting side gets a Hindering trait for a while."""
    return total < 0


@rule(
    "The Tides shift",
    9,
    text="On the Cohort's turn only, and not against a Common Threat, dice move Destiny and Doom.",
    name="tides",
)
@rule(
    "No Tides for a Challenge",
    10,
    text="A Challenge's dice move neither Destiny nor Doom.",
    name="challenge_tides",
    test="test_a_challenge_moves_no_tides",
)
def tides_shift(acting: Cohort | Challenge) -> TypeGuard[Cohort]:
    """True if the turn moves Destiny and Doom: a Cohort's does, save against a Common Threat."""
    if isinstance(acting, Challenge):
        return False
    return (acting.challenge.threat if acting.challenge else acting.against) != "Common"


@rule("Destiny from the Tides", 1, 9, test="test_tides")
def tides_destiny(counted: Tally, pcs: int) -> int:
    """One point for each critical success, and one for every PC for each overpowering success."""
    return counted.critical + pcs * counted.overpowering


@rule("Doom from the Tides", 9, test="test_tides")
def tides_doom(counted: Tally) -> int:
    """One for each botch, major botch and overpowering success."""
    return botch_count(counted) + counted.overpowering


def trait_destiny(test: Test) -> int:
    """The Destiny that activating traits costs."""
    return sum(trait.destiny for trait in test.traits)


@rule("What traits cost", 1, 11, name="trait_cost", test="test_costs_are_effects")
def trait_doom(test: Test) -> int:
    """Activating a trait may cost the Cohort Destiny or add Doom; the game master pays for a Challenge's in Doom. What
    the pools do not have cannot be spent.

    The Doom that activating traits adds, less what the GM spends on them.
    """
    return sum(trait.doom for trait in test.traits)


def overspent(test: Test, destiny: int | None, doom: int | None) -> str:
    """Why the pools of Destiny and Doom cannot pay for a turn; "" when they can, or (None) are not known.

    >>> overspent(Test(Cohort(3, destiny=2)), 1, None)
    '2 Destiny spent, but the pool has 1; spend less, or correct the pool'
    """
    dice = test.acting.destiny if isinstance(test.acting, Cohort) else 0
    costs = (("Destiny", trait_destiny(test) + dice, destiny), ("Doom", -trait_doom(test), doom))
    return next(
        (
            f"{cost} {name} spent, but the pool has {held}; spend less, or correct the pool"
            for name, cost, held in costs
            if held is not None and cost > held
        ),
        "",
    )


def outcome(test: Test, counted: Tally, values: tuple[int, ...] = (), placement: tuple[Placed, ...] = ()) -> Outcome:
    """The outcome of a turn whose final dice count up to a tally."""
    acting = test.acting
    successes = total(counted)
    destiny = doom = 0
    if tides_shift(acting):
        destiny, doom = tides_destiny(counted, pcs(acting)), tides_doom(counted)
    if isinstance(acting, Challenge):
        stress, resolved, resolves = progress.stress(successes), 0, None
    else:
        resolved = progress.resolves(successes, acting.challenge)
        stress, resolves = 0, None if acting.challenge is None else progress.is_resolved(acting.challenge, resolved)
    return Outcome(
        turn=acting.kind,
        values=values,
        successes=successes,
        critical=counted.critical,
        overpowering=counted.overpowering,
        botches=counted.botches,
        major_botches=counted.major_botches,
        destiny=destiny,
        doom=doom,
        stress=stress,
        disaster=disaster(successes),
        resolved=resolved,
        resolves=resolves,
        placement=placement,
    )
