"""The rules of Almond, each stated once."""

from collections.abc import Sequence
from typing import Literal

from pyrules.core.roll import MOST_DICE, Die
from pyrules.core.rulebook import rule
from pyrules.core.scan import MOST_NUMBER
from pyrules.systems.almond.model import CHART, Difficulty, Modifier, Outcome, Tally, Test

LOWEST_TN = 2
MOST_THROWS = MOST_NUMBER
"""More throws than one die ever makes."""

ROLLED_OUT = 100
"""How often a die may be thrown on after the TN when every six is rolled out; no fair die ever gets there."""


@rule("Target Number (TN)", 1, 6)
def target_number(tn: int, modifiers: Sequence[Modifier]) -> int:
    """The game master names the TN: the harder the task, the higher it is.

    The Target Number with its modifiers.

    >>> target_number(4, (Modifier(1),)), target_number(4, (Modifier(-5),))
    (5, 2)
    """
    return lowest_tn(tn + change(modifiers, "TN"))


def target(test: Test) -> int | None:
    """The Target Number of a test with its modifiers; None where it has none."""
    return None if test.tn is None else target_number(test.tn, test.modifiers)


def refused_target(tn: int | None, *, initiative: bool) -> str:
    """Why a test cannot go without a Target Number; "" when it has one, or needs none."""
    return "" if initiative or tn is not None else "there is no TN; only a roll for initiative needs none"


@rule("Lowest TN", 1, test="test_target_number")
def lowest_tn(tn: int) -> int:
    """Whatever the modifiers say, the TN is at least 2."""
    return max(LOWEST_TN, tn)


@rule("Dice pool")
@rule("No dice left", 1, name="no_dice", test="test_a_pool_without_dice_fails")
def dicepool(dice: int, modifiers: Sequence[Modifier]) -> int:
    """A test is rolled with a number of six-sided dice, each of which keeps its own value.

    A pool brought down to nothing is not rolled, and the test fails.

    How many dice are rolled; 0 when nothing is left to roll.

    >>> dicepool(5, (Modifier(-2, "dice"),))
    3
    """
    return max(0, dice + change(modifiers, "dice"))


@rule("Modifiers on the TN", 1, name="tn_modifiers", test="test_target_number")
@rule("Modifiers on the dice", 1, 7, name="dice_modifiers", test="test_dicepool")
def change(modifiers: Sequence[Modifier], on: Literal["TN", "dice"]) -> int:
    """Circumstances move the TN: +1 makes it one higher, and so harder.

    A modifier with a d changes how many dice are rolled: -2d takes two away.

    The sum of the modifiers on the TN or on the dice.
    """
    return sum(modifier.number for modifier in modifiers if modifier.on == on)


def too_many_dice(dice: int, modifiers: Sequence[Modifier]) -> str:
    """Why these are more dice than can be rolled; "" when they are not."""
    pool = dicepool(dice, modifiers)
    return f"{pool} dice; at most {MOST_DICE}" if pool > MOST_DICE else ""


def too_high(tn: int | None, modifiers: Sequence[Modifier]) -> str:
    """Why this is a higher TN than can be rolled against; "" when it is not."""
    target = 0 if tn is None else target_number(tn, modifiers)
    return f"TN {target}; at most {MOST_NUMBER}" if target > MOST_NUMBER else ""


@rule("When to stop", 3, name="stop", test="test_sixes")
def most_throws(test: Test) -> int:
    """A die that has met the TN need not be rolled on; one on a real table may be.

    How often one die of a test may be thrown at most: sixes are thrown on until the TN is met, for initiative never;
    where every six is rolled out, `ROLLED_OUT` times more.

    >>> most_throws(Test(4, 6)), most_throws(Test(4, 7)), most_throws(Test(4, 7, initiative=True))
    (1, 2, 1)
    """
    tn = target(test)
    if tn is None or thrown_once(test):
        return 1
    needed = throws_needed(tn)
    return needed + ROLLED_OUT if test.settings.sixes == "roll every six out" else needed


def throws_needed(tn: int) -> int:
    """How often a die must be thrown at least to reach a Target Number: six upon six, and a last throw.

    >>> throws_needed(6), throws_needed(7)
    (1, 2)
    """
    return -(-tn // 6)


@rule("Initiative", 5, name="initiative")
def thrown_once(test: Test) -> bool:
    """In a roll for initiative a six stays a six."""
    return test.initiative


@rule("Order of initiative", 5, name="initiative_order", test="test_initiative_without_a_target_number")
def initiative(values: Sequence[int], order: str) -> int:
    """Whoever rolled the highest acts first. How a roll is read for that is this app's own rule.

    What a roll for initiative comes to where it puts people in order.

    >>> initiative((6, 4, 1), "sum of the dice"), initiative((6, 4, 1), "highest die")
    (11, 6)
    """
    return max(values, default=0) if order == "highest die" else sum(values)


def equally_likely(test: Test) -> bool:
    """Whether TN 6 and TN 7 of a test are met equally often: sixes are rerolled, and no modifier changes the TN.

    >>> equally_likely(Test(5, 6)), equally_likely(Test(5, 6, (Modifier(1),)))
    (True, False)
    """
    return test.tn in {6, 7} and not thrown_once(test) and not change(test.modifiers, "TN")


@rule("Sixes", 3, name="sixes")
def rerolled(faces: Sequence[int], most: int) -> bool:
    """A six may be rolled again, and what comes up is added to it, six after six.

    Whether a die is thrown once more: it shows a six, and has been thrown fewer than `most` times.
    """
    return faces[-1] == 6 and len(faces) < most


@rule("Value of a die", 3, name="values", test="test_worked_sixes")
def value(faces: Sequence[int]) -> int:
    """A die is worth all the faces it has shown, so it can go beyond 6.

    >>> value((6, 3))
    9
    """
    return sum(faces)


@rule("Success", 2, name="success", test="test_succeeds")
@rule("Ones", 3, name="ones", test="test_succeeds")
def succeeds(worth: int, tn: int) -> bool:
    """Each die that is worth the TN or more is one success.

    A die that comes up as a one fails, since no TN is that low.
    """
    return worth >= tn


@rule("All ones", 4)
def all_ones(first_faces: Sequence[int]) -> bool:
    """When every die comes up as a one, the failure is worse than usual.

    A six that goes on to a one did not come up as a one.

    >>> all_ones((1, 1)), all_ones((6, 1)), all_ones(())
    (True, False, False)
    """
    return bool(first_faces) and all(face == 1 for face in first_faces)


def tally(dice: Sequence[Die], tn: int | None) -> Tally:
    """Count the successes of a roll, and see whether it is all ones; without a TN there is neither."""
    if tn is None:
        return Tally(0, all_ones=False)
    return Tally(
        successes=sum(succeeds(value(die.faces), tn) for die in dice),
        all_ones=all_ones([die.faces[0] for die in dice]),
    )


@rule("Passing the test", 2, name="passed", test="test_passes")
def passes(successes: int, needed: int) -> bool:
    """One success passes it; how good a success is makes no difference."""
    return successes >= needed


def outcome(test: Test, counted: Tally, values: tuple[int, ...] = ()) -> Outcome:
    """The outcome of a test; without dice it fails, and that is not the failure of all ones."""
    tn = target(test)
    return Outcome(
        tn=tn,
        values=values,
        successes=counted.successes,
        passed=None if tn is None else passes(counted.successes, test.settings.successes_needed),
        all_ones=counted.all_ones,
        initiative=initiative(values, test.settings.initiative_order) if test.initiative else None,
    )


@rule("Difficulty Chart", 6, test="test_chart")
def difficulty(tn: int) -> Difficulty:
    """Each TN has a difficulty by name and a Universal Code (UC); a test can be set by any of the three.

    The line of the Difficulty Chart that a TN from 2 up stands in.

    >>> difficulty(7).name, difficulty(12).code
    ('Severe', 'X+')
    """
    return next(line for line in CHART if line.high is None or tn <= line.high)


def difficulty_named(name: str) -> Difficulty | None:
    """The line of the Difficulty Chart with this name, whatever its case; None when there is none."""
    return next((line for line in CHART if line.name.casefold() == name.casefold()), None)


def difficulty_coded(code: str) -> Difficulty | None:
    """The line of the Difficulty Chart with this Universal Code, whatever its case; None when there is none."""
    return next((line for line in CHART if line.code.casefold() == code.casefold()), None)
