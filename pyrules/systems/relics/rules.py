"""The rules of a turn, each stated once: the pool, automatic results, simple modifiers, and what the dice are worth."""

from collections.abc import Iterable, Sequence
from functools import cache

from pyrules.core.roll import MOST_DICE
from pyrules.systems.relics import progress
from pyrules.systems.relics.model import (
    AddDice,
    AutoResult,
    Challenge,
    Cohort,
    Expertise,
    Huddle,
    Modifier,
    Outcome,
    Placed,
    Settings,
    SimpleModifier,
    Tally,
    Test,
    Threat,
    Trait,
)

DICE_A_PC = 3
HIGHEST_HINDERING_RESULT = 2
CHALLENGE_RESULTS = (3, 7, 8)
COHORT_RESULTS = (1, 2, 4, 5, 6)
HIGHEST_RESULT = 8
THREAT_RESULTS: dict[Threat, int] = {"Common": 3, "Minor": 5, "Major": 6, "Extreme": 7, "Ultimate": 8}


def lead_dice(expertise: Expertise, settings: Settings) -> int:
    """The dice that the leader's expertise adds."""
    return {
        "primary": settings.lead_primary,
        "secondary": settings.lead_secondary,
        "support": settings.lead_support,
        "other": settings.lead_other,
    }[expertise]


def assist_dice(expertise: Expertise, settings: Settings) -> int:
    """The dice that an assistant's expertise adds."""
    return {
        "primary": settings.assist_primary,
        "secondary": settings.assist_secondary,
        "support": settings.assist_support,
        "other": settings.assist_other,
    }[expertise]


def start_dice(start: int | Huddle, settings: Settings) -> int:
    """The dice that a Cohort's pool starts from.

    >>> start_dice(Huddle("primary", ("secondary", "support")), Settings())
    5
    """
    if isinstance(start, int):
        return start
    return lead_dice(start.leader, settings) + sum(assist_dice(other, settings) for other in start.assistants)


def add_dice(dice: int, changes: Sequence[int]) -> int:
    """The dice after Add Dice modifiers: the Hindering ones first, which leave no fewer than none.

    >>> add_dice(3, (2, -1)), add_dice(1, (2, -4))
    (4, 2)
    """
    return max(0, dice + sum(change for change in changes if change < 0)) + sum(
        change for change in changes if change > 0
    )


def named_pcs(start: int | Huddle) -> int:
    """How many PCs a pool speaks of: the leader and the assistants, or one."""
    return 1 if isinstance(start, int) else 1 + len(start.assistants)


def pcs(cohort: Cohort) -> int:
    """How many PCs there are in the Cohort, Stressed Out ones among them."""
    return named_pcs(cohort.start) if cohort.pcs is None else cohort.pcs


def refused_pcs(cohort: Cohort) -> str:
    """Why the Cohort cannot have so few PCs; "" when it can."""
    named = named_pcs(cohort.start)
    return f"{named} PCs lead and assist; the Cohort has no fewer" if pcs(cohort) < named else ""


def most_dice(cohort: Cohort) -> int | None:
    """The largest pool of a Cohort, three dice for each PC; None where nobody said how many they are."""
    return None if cohort.pcs is None else DICE_A_PC * cohort.pcs


def within(dice: int, most: int | None) -> int:
    """The dice of a pool that is cut down to its largest size."""
    return dice if most is None else min(dice, most)


def built_dice(cohort: Cohort, traits: Sequence[Trait], settings: Settings) -> int:
    """The dice of a Cohort before Destiny is spent on more."""
    changes = [trait.modifier.dice for trait in traits if isinstance(trait.modifier, AddDice)]
    return within(add_dice(start_dice(cohort.start, settings), changes), most_dice(cohort))


def refused_destiny(dice: int, destiny: int, most: int | None) -> str:
    """Why Destiny cannot be spent on more dice; "" when it can: each point is one die, up to the largest pool.

    >>> refused_destiny(8, 2, 9)
    '8 dice and 2 Destiny are 10 dice; at most 9, three for each PC, so 1 Destiny can be spent'
    """
    if not destiny or most is None or dice + destiny <= most:
        return ""
    return (
        f"{dice} dice and {destiny} Destiny are {dice + destiny} dice; at most {most}, three for each PC,"
        f" so {most - dice} Destiny can be spent"
    )


def dicepool(test: Test) -> int:
    """All dice of the turn, automatic ones among them; a Challenge always has as many as its Rating."""
    if isinstance(test.acting, Challenge):
        return test.acting.rating
    return built_dice(test.acting, test.traits, test.settings) + test.acting.destiny


def too_many_dice(test: Test) -> str:
    """Why the pool has more dice than can be rolled; "" when it has not."""
    dice = dicepool(test)
    return f"{dice} dice; at most {MOST_DICE}" if dice > MOST_DICE else ""


def refused_modifier(acting: Cohort | Challenge, modifier: Modifier) -> str:
    """Why a modifier cannot be used on this side's turn; "" when it can."""
    if isinstance(acting, Challenge):
        return "a Challenge has as many dice as its Rating; Add Dice are for a Cohort" * isinstance(modifier, AddDice)
    if isinstance(modifier, AutoResult) and modifier.value not in COHORT_RESULTS:
        only = "is for Challenges only" if modifier.value in CHALLENGE_RESULTS else "is not a result of one die"
        return f"A{modifier.value} {only}; a Cohort has A1, A2, A4, A5 or A6"
    return ""


def threat_result(threat: Threat) -> int:
    """What a resolved die of a Challenge shows by itself.

    >>> threat_result("Minor")
    5
    """
    return THREAT_RESULTS[threat]


def automatic_results(test: Test) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The automatic results of a turn, the Hindering ones and those that help; each from low to high.

    Those of a Challenge's resolved dice come before the others that help it.
    """
    given = sorted(
        value
        for trait in test.traits
        if isinstance(trait.modifier, AutoResult)
        for value in [trait.modifier.value] * trait.modifier.dice
    )
    hindering = tuple(value for value in given if value <= HIGHEST_HINDERING_RESULT)
    helping = tuple(given[len(hindering) :])
    if isinstance(test.acting, Challenge):
        resolved = progress.resolved_dice(test.acting)
        return hindering, (threat_result(test.acting.threat),) * resolved + helping
    return hindering, helping


def place_results(dice: int, hindering: Iterable[int], helping: Iterable[int]) -> tuple[int, ...]:
    """The dice that show automatic results, of a pool of `dice`, in the order in which they were placed.

    Each result takes a die that has none yet. When none is left it may replace one, which its owner does only where it
    gains: help takes the place of the lowest, a hindrance that of the highest.

    >>> place_results(3, (1,), (5, 6))
    (1, 5, 6)
    >>> place_results(2, (1,), (5, 6))
    (6, 5)
    """
    shown: list[int] = []
    for better, values in ((min, hindering), (max, helping)):
        for value in values:
            if len(shown) < dice:
                shown.append(value)
            elif shown:
                other = max(shown) if better is min else min(shown)
                shown[shown.index(other)] = better(value, other)
    return tuple(shown)


@cache
def automatic_dice(test: Test) -> tuple[int, ...]:
    """What the automatic dice of a turn show."""
    return place_results(dicepool(test), *automatic_results(test))


def thrown_dice(test: Test) -> int:
    """How many dice are left to be thrown."""
    return dicepool(test) - len(automatic_dice(test))


def units(test: Test) -> tuple[int, ...]:
    """Every unit of the simple modifiers, each for a die of its own, in the order in which they are written."""
    return tuple(
        value
        for trait in test.traits
        if isinstance(trait.modifier, SimpleModifier)
        for value in [trait.modifier.value] * trait.modifier.dice
    )


def modified(values: Sequence[int], units: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
    """The dice after simple modifiers; `places` has the die of each unit (from 0), -1 for one left unused.

    >>> modified((2, 3, 3, 5, 6), (-2, -2, 1, 1), (0, 1, 1, 4))
    (0, 2, 3, 5, 7)
    """
    final = list(values)
    for unit, place in zip(units, places, strict=True):
        if place >= 0:
            final[place] += unit
    return tuple(final)


def must_place(hindering: int, dice: int) -> int:
    """How many Hindering units must be placed: all of them, as far as there are dice; the rest is lost."""
    return min(hindering, dice)


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
    return Tally(*(worths.count(counted) for counted in (3, 2, 1, -1, -2)))


def total(counted: Tally) -> int:
    """The successes of all dice together; negative when botches outweigh them."""
    return 3 * counted.overpowering + 2 * counted.critical + counted.plain - counted.botches - 2 * counted.major_botches


def disaster(total: int) -> bool:
    """Whether a turn ends in a Disaster."""
    return total < 0


def tides_shift(acting: Cohort | Challenge) -> bool:
    """Whether the turn moves Destiny and Doom: a Cohort's does, save against a Common Threat."""
    if isinstance(acting, Challenge):
        return False
    return (acting.against.threat if isinstance(acting.against, Challenge) else acting.against) != "Common"


def tides_destiny(counted: Tally, pcs: int) -> int:
    """The Destiny that a Cohort's dice bring: one for a critical success, one for each PC for an overpowering one."""
    return counted.critical + pcs * counted.overpowering


def tides_doom(counted: Tally) -> int:
    """The Doom that a Cohort's dice bring: one for each botch, major botch and overpowering success."""
    return counted.botches + counted.major_botches + counted.overpowering


def trait_destiny(test: Test) -> int:
    """The Destiny that activating traits costs."""
    return sum(trait.destiny for trait in test.traits)


def trait_doom(test: Test) -> int:
    """The Doom that activating traits adds, less what the GM spends on them."""
    return sum(trait.doom for trait in test.traits)


def outcome(test: Test, counted: Tally, values: tuple[int, ...] = (), placement: tuple[Placed, ...] = ()) -> Outcome:
    """The outcome of a turn whose final dice count up to a tally."""
    acting = test.acting
    successes = total(counted)
    if isinstance(acting, Challenge):
        destiny = doom = resolved = 0
        stress, resolves = progress.stress(successes), None
    else:
        shift = tides_shift(acting)
        destiny = tides_destiny(counted, pcs(acting)) if shift else 0
        doom = tides_doom(counted) if shift else 0
        challenge = acting.against if isinstance(acting.against, Challenge) else None
        resolved = progress.resolves(successes, challenge)
        stress, resolves = 0, None if challenge is None else progress.is_resolved(challenge, resolved)
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
