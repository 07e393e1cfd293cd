"""The rules that build a pool: expertise, Add Dice, Destiny, and automatic results."""

from collections.abc import Iterable, Sequence
from functools import cache

from pyrules.core.english import amount
from pyrules.core.roll import MOST_DICE
from pyrules.core.rulebook import rule
from pyrules.systems.relics import progress
from pyrules.systems.relics.model import (
    UNKNOWN,
    AddDice,
    AutoResult,
    Challenge,
    Cohort,
    Expertise,
    Huddle,
    Modifier,
    Settings,
    SimpleModifier,
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


@rule("The leader's dice", 1, name="expertise")
def lead_dice(expertise: Expertise, settings: Settings) -> int:
    """The pool starts from the leader's expertise: three dice where the primary one matches, the most there is."""
    return {
        "primary": settings.lead_primary,
        "secondary": settings.lead_secondary,
        "support": settings.lead_support,
        "other": settings.lead_other,
    }[expertise]


@rule("Assistants' dice", 1, name="assist", test="test_expertise")
def assist_dice(expertise: Expertise, settings: Settings) -> int:
    """Every other PC assists and adds dice by expertise, even one who could have led just as well."""
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


@rule("Add Dice", 1)
def add_dice(dice: int, changes: Sequence[int]) -> int:
    """Traits then take dice away, down to none at the least, and after that add some.

    The dice after Add Dice modifiers: the Hindering ones first, which leave no fewer than none.

    >>> add_dice(3, (2, -1)), add_dice(1, (2, -4))
    (4, 2)
    """
    return max(0, dice + sum(change for change in changes if change < 0)) + sum(
        change for change in changes if change > 0
    )


def named_pcs(start: int | Huddle) -> int:
    """The number of PCs that a pool speaks of: the leader and the assistants, or one."""
    return 1 if isinstance(start, int) else 1 + len(start.assistants)


def told_pcs(cohort: Cohort) -> int | None:
    """The number of PCs in the Cohort, Stressed Out ones among them: those given, or else those of its Huddle.

    None where neither is known.

    >>> huddle = Huddle("primary", ("other",))
    >>> told_pcs(Cohort(5, pcs=3)), told_pcs(Cohort(huddle)), told_pcs(Cohort(huddle, pcs=UNKNOWN))
    (3, 2, None)
    """
    if cohort.pcs is None:
        return named_pcs(cohort.start) if isinstance(cohort.start, Huddle) else None
    return None if cohort.pcs == UNKNOWN else cohort.pcs


def pcs(cohort: Cohort) -> int:
    """The number of PCs that count: where it is not known how many there are, those that the pool speaks of."""
    known = told_pcs(cohort)
    return named_pcs(cohort.start) if known is None else known


def refused_pcs(cohort: Cohort) -> str:
    """Why the Cohort cannot have so few PCs; "" when it can."""
    named = named_pcs(cohort.start)
    return f"{named} PCs lead and assist; the Cohort has no fewer" if pcs(cohort) < named else ""


@rule("Largest pool", 1, test="test_largest_pool")
def most_dice(cohort: Cohort) -> int | None:
    """Three dice for each PC in the Cohort.

    The largest pool of a Cohort, three dice for each PC; None where it is not known how many they are.
    """
    known = told_pcs(cohort)
    return None if known is None else DICE_A_PC * known


def within(dice: int, most: int | None) -> int:
    """The dice of a pool that is cut down to its largest size."""
    return dice if most is None else min(dice, most)


def built_dice(cohort: Cohort, traits: Sequence[Trait], settings: Settings) -> int:
    """The dice of a Cohort before Destiny is spent on more."""
    changes = [trait.modifier.dice for trait in traits if isinstance(trait.modifier, AddDice)]
    return within(add_dice(start_dice(cohort.start, settings), changes), most_dice(cohort))


@rule("Destiny for dice", 1, name="destiny")
def refused_destiny(cohort: Cohort, dice: int) -> str:
    """Last, each point of Destiny buys one more die, as long as the pool is not full.

    Why a Cohort cannot spend its Destiny on more dice than it has; "" when it can, a die a point, up to the most.

    >>> refused_destiny(Cohort(8, destiny=2, pcs=3), 8)
    '8 dice and 2 Destiny are 10 dice; at most 9, three for each PC, so 1 Destiny can be spent'
    >>> refused_destiny(Cohort(Huddle("primary"), destiny=1), 3)
    '3 dice and 1 Destiny are 4 dice; at most 3, three for each PC who leads or assists, so 0 Destiny can be spent'
    """
    most, destiny = most_dice(cohort), cohort.destiny
    if not destiny or most is None or dice + destiny <= most:
        return ""
    whose = "PC who leads or assists" if cohort.pcs is None else "PC"
    return (
        f"{amount(dice, 'die', 'dice')} and {destiny} Destiny are {dice + destiny} dice;"
        f" at most {most}, three for each {whose}, so {most - dice} Destiny can be spent"
    )


@rule("Challenge Rating", 3, name="rating", test="test_challenge_pool")
def dicepool(test: Test) -> int:
    """A Challenge has as many dice as its Rating; Add Dice never change that.

    All dice of the turn, automatic ones among them; a Challenge always has as many as its Rating.
    """
    if isinstance(test.acting, Challenge):
        return test.acting.rating
    return built_dice(test.acting, test.traits, test.settings) + test.acting.destiny


def too_many_dice(test: Test) -> str:
    """Why the pool has more dice than can be rolled; "" when it has not."""
    dice = dicepool(test)
    return f"{dice} dice; at most {MOST_DICE}" if dice > MOST_DICE else ""


def refusal(test: Test) -> tuple[str, str] | None:
    """Which part of a turn does not go with the others, and why; None when all do.

    The part is "pcs", "destiny" or "pool".
    """
    acting, problems = test.acting, {"pool": too_many_dice(test)}
    if isinstance(acting, Cohort):
        dice = built_dice(acting, test.traits, test.settings)
        problems = {"pcs": refused_pcs(acting), "destiny": refused_destiny(acting, dice)} | problems
    return next(((part, problem) for part, problem in problems.items() if problem), None)


@rule("Results for Challenges only", 2, name="auto_values", test="test_results_for_challenges_only")
def refused_modifier(acting: Cohort | Challenge, modifier: Modifier) -> str:
    """A3, A7 and A8 belong to Challenges.

    Why a modifier cannot be used on this side's turn; "" when it can.
    """
    if isinstance(modifier, SimpleModifier) and modifier.disaster and not hinders(modifier):
        return f"{modifier.value:+d} is Beneficial; what a Disaster leaves hinders, such as -1 / 1d"
    if isinstance(acting, Challenge):
        refused = isinstance(modifier, AddDice)
        return "a Challenge has as many dice as its Rating; Add Dice are for a Cohort" if refused else ""
    if isinstance(modifier, AutoResult) and modifier.value not in COHORT_RESULTS:
        only = "is for Challenges only" if modifier.value in CHALLENGE_RESULTS else "is not a result of one die"
        return f"A{modifier.value} {only}; a Cohort has A1, A2, A4, A5 or A6"
    return ""


@rule("Challenge Threat", 3, name="threat", test="test_threats")
def threat_result(threat: Threat) -> int:
    """Each resolved die shows the automatic result of the Challenge's Threat.

    >>> threat_result("Minor")
    5
    """
    return THREAT_RESULTS[threat]


def hinders(modifier: Modifier) -> bool:
    """True if a modifier is a Hindering one.

    >>> hinders(SimpleModifier(-1, 2)), hinders(AutoResult(2, 1)), hinders(AutoResult(4, 1)), hinders(AddDice(1))
    (True, True, False, False)
    """
    match modifier:
        case AddDice():
            return modifier.dice < 0
        case AutoResult():
            return modifier.value <= HIGHEST_HINDERING_RESULT
        case SimpleModifier():
            return modifier.value < 0


@rule("Auto Results", 2, name="auto", test="test_automatic_results")
def automatic_results(test: Test) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A die with an automatic result shows that value and is not thrown.

    The automatic results of a turn, the Hindering ones and those that help; each from low to high.

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


@rule(
    "Order of Auto Results",
    2,
    12,
    text="Hindering results take their dice first; the others follow from low to high, each on a die that has none.",
    name="auto_order",
    test="test_order_of_automatic_results",
)
@rule(
    "More results than dice",
    2,
    text="Only when every die has a result may one more take the place of another.",
    name="auto_overflow",
    test="test_more_results_than_dice",
)
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
    """The faces of a turn's automatic dice."""
    return place_results(dicepool(test), *automatic_results(test))


@rule("Roll", name="throw", test="test_automatic_results")
@cache
def thrown_dice(test: Test) -> int:
    """All dice without an automatic result are thrown."""
    return dicepool(test) - len(automatic_dice(test))
