"""The rules of Moonwalk, each stated once."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pyrules.core.roll import MOST_DICE, Die, Pick
from pyrules.core.rulebook import rule
from pyrules.systems.moonwalk.model import (
    Basic,
    BasicOutcome,
    Extended,
    ExtendedOutcome,
    HelpedOutcome,
    Interval,
    IntervalOutcome,
    Opposed,
    OpposedOutcome,
    Own,
    Settings,
    Tally,
    Term,
    Test,
)

AGAIN = "Trying Again"
AGAIN_PENALTY = -2

Glitch = Literal["none", "glitch", "critical"]
State = Literal["succeeded", "failed", "ongoing"]
SEVERITY: tuple[Glitch, ...] = ("none", "glitch", "critical")


def skill(terms: Sequence[Term]) -> Term | None:
    """The skill among the terms of a dicepool: the second, where it and the attribute before it have names.

    >>> skill((Term(5, "Agility"), Term(4, "Pistols"), Term(1, "Aim")))
    Term(number=4, label='Pistols')
    >>> skill((Term(12), Term(1, "Aim"))) is skill((Term(5, "Agility"), Term(-2, "Wounds"))) is None
    True
    """
    named = len(terms) > 1 and terms[0].label and terms[1].label and terms[1].number > 0
    return terms[1] if named else None


@rule("Dicepool", 3, 9, text="A test is rolled with six-sided dice; how many is the sum of labelled numbers.")
@rule(
    "Modifiers",
    9,
    10,
    text="Bonuses add dice and penalties take dice away before anything is rolled.",
    name="modifiers",
    test="test_dicepool",
)
@rule(
    "No dice left",
    9,
    text="A pool brought down to nothing is not rolled: the test fails, unless more dice are found first.",
    name="no_dice",
    test="test_a_pool_without_dice_fails",
)
def dicepool(terms: Sequence[Term]) -> int:
    """The number of dice that a calculation gives once every modifier is counted; 0 when nothing is left to roll.

    >>> dicepool((Term(5, "Agility"), Term(4, "Pistols"), Term(-2)))
    7
    """
    return max(0, sum(term.number for term in terms))


IMPOSSIBLE = "impossible"
"""The words that may stand for an action whose test has no dice."""


@rule("When no dice can be found", 9, name="forgo", test="test_without_dice_an_action_may_not_be_possible")
def is_possible(picks: Sequence[Pick]) -> bool:
    """A test without dice fails, unless the table finds that the action cannot be taken at all.

    Whether nobody has said so.
    """
    return all(pick.option != IMPOSSIBLE for pick in picks)


def too_many_dice(terms: Sequence[Term]) -> str:
    """Why a calculation gives more dice than can be rolled; "" when it does not."""
    dice = dicepool(terms)
    return f"{dice} dice; at most {MOST_DICE}" if dice > MOST_DICE else ""


@rule("Rule of Six", 6, name="rule_of_six")
def added_dice(dice: Sequence[Die]) -> int:
    """When an effect grants it to a roll, each 6 may add one more die to the pool, and so may sixes on the added dice.

    How many dice the sixes on the table have added or still add.
    """
    return sum(die.face == 6 for die in dice)


@rule("Hits", 1, text="Each die that shows 5 or 6 is a hit.", name="hits", test="test_tally")
@rule("Ones", 2, text="The dice that show 1 are counted and reported with every roll.", name="ones", test="test_tally")
def tally(dice: Sequence[Die]) -> Tally:
    """The hits and the ones among the dice."""
    faces = [die.faces[-1] for die in dice]
    return Tally(len(faces), faces.count(5) + faces.count(6), faces.count(1))


@rule("Standard Result", 7)
def standard_result(dice: int, settings: Settings) -> Tally:
    """For routine or unknowing tests: a quarter of the pool counts as hits, without a roll.

    A quarter of the dice as hits, and no dice thrown: so no ones, no glitch and no Rule of Six.

    >>> standard_result(11, Settings()).hits, standard_result(11, Settings(standard_result="round_up")).hits
    (2, 3)
    """
    return Tally(0, -(-dice // 4) if settings.standard_result == "round_up" else dice // 4, 0)


@rule("Where there is no Standard Result", 7, test="test_standard_result_is_refused")
def standard_refused(against: Basic | Opposed | Extended, *, combat: bool) -> str:
    """Not in combat, and not in opposed tests.

    Why the Standard Result cannot be taken here; "" when it can.
    """
    if isinstance(against, Opposed):
        return "the Standard Result cannot be taken in an opposed test; roll it"
    return "the Standard Result cannot be taken in combat; roll the test" if combat else ""


@rule("Limit", 1, name="limit")
def kept_hits(hits: int, limit: int | None) -> int:
    """Where there is a limit, no more hits than that are kept.

    >>> kept_hits(7, 5), kept_hits(3, 5), kept_hits(3, None), kept_hits(3, 0)
    (5, 3, 3, 0)
    """
    return hits if limit is None else min(hits, limit)


def most_kept(test: Test, dice: int) -> int | None:
    """The most hits that a roll of n dice can keep; None where the Rule of Six may add any number."""
    if test.standard:
        return kept_hits(standard_result(dice, test.settings).hits, test.limit)
    return test.limit if test.rule_of_six and dice else kept_hits(dice, test.limit)


@rule("Glitch", 2)
def glitch(counted: Tally, settings: Settings) -> Glitch:
    """Too many ones are a glitch; without a single hit it is a critical one.

    >>> glitch(Tally(6, 1, 3), Settings()), glitch(Tally(6, 1, 3), Settings(glitch="half_or_more"))
    ('none', 'glitch')
    """
    doubled = 2 * counted.ones
    happens = doubled >= max(counted.dice, 1) if settings.glitch == "half_or_more" else doubled > counted.dice
    if settings.glitch == "off" or not happens:
        return "none"
    return "glitch" if counted.hits else "critical"


@rule("Threshold", 1, name="threshold")
def reaches(total: int, threshold: int) -> bool:
    """The test succeeds when the kept hits reach the threshold."""
    return total >= threshold


@rule("Net hits", 4, name="net", test="test_opposed")
def wins(net: int) -> bool:
    """The side that acts must be strictly ahead; equal hits are the defender's."""
    return net > 0


@rule(
    "For one interval alone",
    5,
    6,
    9,
    name="one_interval",
    test="tests/systems/moonwalk/test_intervals.py::test_one_interval_against_every_course",
)
def interval_dice(terms: Sequence[Term], rolls: int, modifier: int = 0) -> int:
    """Each further roll of an extended test is a test of its own: a modifier or the Rule of Six may hold for it alone,
    and a modifier may bring dice where none are left.

    The dice of an extended test after a number of rolls: one fewer each time, and the modifier of the next alone.

    >>> interval_dice((Term(2),), 1), interval_dice((Term(2),), 3), interval_dice((Term(2),), 3, 2)
    (1, 0, 1)
    """
    return max(0, shrunk_pool(terms, rolls) + modifier)


def shrunk_pool(terms: Sequence[Term], rolls: int) -> int:
    """The sum that a pool has come to after a number of rolls; below 0 after rolls that were made on modifiers."""
    return dicepool(terms) - rolls


@rule("Interval", 5, name="interval", test="test_extended")
def elapsed_time(interval: Interval, rolls: int) -> Interval:
    """Every roll of an extended test takes one interval of time."""
    return interval.times(rolls)


def is_tried(test: Test) -> bool:
    """True if a test is tried at all: a pool without dice is no try, so it takes no time and leaves no penalty."""
    return dicepool(test.dicepool) > 0


@rule("How soon is too soon", 8, name="again_window", test="test_retry_penalty")
def retry_window(test_time: int) -> int:
    """Within twice the time the test takes, or within two intervals.

    How long after a failed try a new one still suffers: twice the time of the test (or interval), in seconds.
    """
    return 2 * test_time


@rule("Trying again", 8, name="again", test="test_retry_penalty")
def retry_penalty(so_far: int, waited: int, window: int) -> int:
    """A new try soon after a failed basic or extended test has two dice fewer, and two more for each further try.

    The dice modifier of a new try that starts `waited` seconds after one that was made at the modifier `so_far`.

    >>> retry_penalty(0, 60, 120), retry_penalty(-2, 120, 120), retry_penalty(-4, 121, 120)
    (-2, -4, 0)
    """
    return so_far + AGAIN_PENALTY if waited <= window else 0


def is_again(term: Term) -> bool:
    """True if a term is the penalty for trying again."""
    return term.number < 0 and term.label.casefold() == AGAIN.casefold()


def again_penalty(test: Test) -> int:
    """The penalty for trying again that a test has."""
    return sum(term.number for term in test.dicepool if is_again(term))


def without_penalty(test: Test) -> Test:
    """The same test once the penalty for trying again is over."""
    return replace(test, dicepool=tuple(term for term in test.dicepool if not is_again(term)))


def trying_again(test: Test, waited: int, window: int) -> Test:
    """The same test tried once more, `waited` seconds after it failed."""
    fresh = without_penalty(test)
    penalty = retry_penalty(again_penalty(test), waited, window)
    return replace(fresh, dicepool=(*fresh.dicepool, Term(penalty, AGAIN))) if penalty else fresh


def trying_at_once(test: Test) -> Test:
    """The same test tried once more as soon as it failed, which is inside the window of any test."""
    return trying_again(test, 0, retry_window(0))


def is_another_try(test: Test, due: Test) -> bool:
    """True if a test is the failed one tried again, which is `due` with its penalty.

    It is with dice, under the same penalty, for the same threshold (and interval) and by what the dicepool is called
    first. All else may have changed since: Edge and other modifiers, the dice, the limit, the Rule of Six.
    """
    return (
        is_tried(test)
        and again_penalty(test) == again_penalty(due)
        and test.against == due.against
        and test.dicepool[0].label.casefold() == due.dicepool[0].label.casefold()
    )


@rule("Trying again against someone", 8, name="again_opposed", test="test_options")
def retries_freely(against: Basic | Opposed | Extended) -> bool:
    """An opposed test can be tried again at once and without a penalty."""
    return isinstance(against, Opposed)


@rule("Test", name="test", test="tests/systems/moonwalk/test_enumerated.py::test_enumerated_basic_tests")
def basic(test: Test, against: Basic, counted: Tally) -> BasicOutcome:
    """When an action can fail, roll the dice, count the hits, keep them up to the limit, count the ones, and compare
    with the threshold.

    The outcome of a basic test; a pool without dice has no hits and so fails.
    """
    hits = kept_hits(counted.hits, test.limit)
    return BasicOutcome(
        kind="basic",
        pool=max(dicepool(test.dicepool), counted.dice),
        hits=counted.hits,
        kept=hits,
        ones=counted.ones,
        glitch=glitch(counted, test.settings),
        success=reaches(hits, against.threshold),
    )


@rule("Opposed test", 4, name="opposed")
def opposed_outcome(test: Test, against: Opposed, actor: Tally, defender: Tally) -> OpposedOutcome:
    """Instead of a threshold, the other side rolls its own dice in defence.

    The outcome of an opposed test; either side has no hits without dice, and the tie is then the defender's.
    """
    hits = kept_hits(actor.hits, test.limit)
    resisted = kept_hits(defender.hits, against.limit)
    return OpposedOutcome(
        kind="opposed",
        pool=actor.dice,
        hits=actor.hits,
        kept=hits,
        ones=actor.ones,
        glitch=glitch(actor, test.settings),
        success=wins(hits - resisted),
        defender_hits=resisted,
        net=hits - resisted,
    )


@rule("Giving up", 5, 8, name="given_up", test="test_an_extended_test_is_given_up")
def extended_state(
    test: Test, against: Extended, counted: Sequence[Tally], modifier: int = 0, *, given_up: bool = False
) -> State:
    """Whoever stops rolling fails the extended test: the time so far is spent, and trying again soon brings the
    penalty.

    Whether an extended test is decided: enough hits kept, no dice left for another roll, or none is to be made.

    `modifier` is that of the next roll alone.
    """
    if reaches(sum(kept_hits(one.hits, test.limit) for one in counted), against.threshold):
        return "succeeded"
    return "ongoing" if interval_dice(test.dicepool, len(counted), modifier) and not given_up else "failed"


@rule("Extended test", 5, name="extended")
def extended_outcome(
    test: Test, against: Extended, counted: Sequence[Tally], owns: Sequence[Own] = (), *, given_up: bool = False
) -> ExtendedOutcome:
    """Roll after roll with one die fewer each time; the limit holds for each roll, and what is kept adds up.

    The outcome of an extended test after the rolls made so far; `owns` is what each has alone, the next one too.
    """
    owns = owns or (Own(),) * (len(counted) + 1)
    glitches = [glitch(one, test.settings) for one in counted]
    intervals = tuple(
        IntervalOutcome(
            pool=max(interval_dice(test.dicepool, number, owns[number].modifier), one.dice),
            hits=one.hits,
            kept=kept_hits(one.hits, test.limit),
            ones=one.ones,
            glitch=glitches[number],
        )
        for number, one in enumerate(counted)
    )
    total = sum(interval.kept for interval in intervals)
    state = extended_state(test, against, counted, owns[-1].modifier, given_up=given_up)
    return (HelpedOutcome if any(own != Own() for own in owns) else ExtendedOutcome)(
        kind="extended",
        pool=dicepool(test.dicepool),
        hits=sum(interval.hits for interval in intervals),
        kept=total,
        ones=sum(interval.ones for interval in intervals),
        glitch=max(glitches, key=SEVERITY.index, default="none"),
        success=state == "succeeded",
        total=total,
        rolls=len(counted),
        elapsed=str(elapsed_time(against.interval, len(counted))),
        intervals=intervals,
        state=state,
    )
