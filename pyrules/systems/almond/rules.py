"""The rules of Almond, each stated once."""

from collections.abc import Sequence
from typing import Literal

from pyrules.core.roll import MOST_DICE, Die
from pyrules.core.scan import MOST_NUMBER
from pyrules.systems.almond.model import CHART, Difficulty, Modifier, Outcome, Tally, Test

LOWEST_TN = 2
MOST_THROWS = MOST_NUMBER
"""More throws than one die ever makes."""

ROLLED_OUT = 100
"""How often a die may be thrown on after the TN when every six is rolled out; no fair die ever gets there."""


def target_number(tn: int, modifiers: Sequence[Modifier]) -> int:
    """The Target Number with its modifiers.

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


def lowest_tn(tn: int) -> int:
    """A Target Number, never below 2."""
    return max(LOWEST_TN, tn)


def dicepool(dice: int, modifiers: Sequence[Modifier]) -> int:
    """How many dice are rolled; 0 when nothing is left to roll.

    >>> dicepool(5, (Modifier(-2, "dice"),))
    3
    """
    return max(0, dice + change(modifiers, "dice"))


def change(modifiers: Sequence[Modifier], on: Literal["TN", "dice"]) -> int:
    """The sum of the modifiers on the TN or on the dice."""
    return sum(modifier.number for modifier in modifiers if modifier.on == on)


def too_many_dice(dice: int, modifiers: Sequence[Modifier]) -> str:
    """Why these are more dice than can be rolled; "" when they are not."""
    pool = dicepool(dice, modifiers)
    return f"{pool} dice; at most {MOST_DICE}" if pool > MOST_DICE else ""


def too_high(tn: int | None, modifiers: Sequence[Modifier]) -> str:
    """Why this is a higher TN than can be rolled against; "" when it is not."""
    target = 0 if tn is None else target_number(tn, modifiers)
    return f"TN {target}; at most {MOST_NUMBER}" if target > MOST_NUMBER else ""


def most_throws(test: Test) -> int:
    """How often one die of a test may be thrown at most.

    Sixes are thrown on until the TN is met, for initiative never; where every six is rolled out, `ROLLED_OUT` times
    more.

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


def thrown_once(test: Test) -> bool:
    """Whether sixes are kept as they are: so it is for initiative."""
    return test.initiative


def initiative(values: Sequence[int], order: str) -> int:
    """What a roll for initiative comes to where it puts people in order.

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


def rerolled(faces: Sequence[int], most: int) -> bool:
    """Whether a die is thrown once more: it shows a six, and has been thrown fewer than `most` times."""
    return faces[-1] == 6 and len(faces) < most


def value(faces: Sequence[int]) -> int:
    """What a die is worth: its faces added up.

    >>> value((6, 3))
    9
    """
    return sum(faces)


def succeeds(worth: int, tn: int) -> bool:
    """Whether a die is a success; with no TN below 2, a one never is."""
    return worth >= tn


def all_ones(first_faces: Sequence[int]) -> bool:
    """Whether every die came up as a one; a six that goes on to a one did not.

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


def passes(successes: int, needed: int) -> bool:
    """Whether there are enough successes; how many more there are does not matter."""
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


def difficulty(tn: int) -> Difficulty:
    """The line of the Difficulty Chart that a TN from 2 up stands in.

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
