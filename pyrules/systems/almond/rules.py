"""The rules of Almond, each stated once, and the words that a test is made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pyrules.author.dice import Pool, d6, explode
from pyrules.core.roll import MOST_DICE, Die
from pyrules.core.rulebook import rule
from pyrules.core.scan import MOST_NUMBER

LOWEST_TN = 2
ROLLED_OUT = 100
"""The most times that a die is thrown on after the TN when every six is rolled out; no fair die ever gets there."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """An advantage or disadvantage: a change of the Target Number (positive is harder) or of the number of dice."""

    number: int
    on: Literal["TN", "dice"] = "TN"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """One line of the Difficulty Chart: TNs from `low` to `high` (None: without end) and the Universal Code."""

    name: str
    low: int
    high: int | None
    code: str

    @property
    def tns(self) -> range:
        """The TNs that can be chosen for it: all of them, or the lowest of a line without end."""
        return range(self.low, (self.high or self.low) + 1)


NAMES = ["Trivial", "Easy", "Average", "Tough", "Severe", "Ambitious", "Extraordinary", "Inhuman"]
CHART = tuple(map(Difficulty, NAMES, (2, 3, 4, 5, 6, 8, 9, 10), (2, 3, 4, 5, 7, 8, 9, None), (*"FEDCBAS", "X+")))
NAMED = {line.name if tn == line.low else f"{line.name} {tn}": tn for line in CHART for tn in line.tns}
"""The TNs that have a name: that of their line, and the TN behind it where it is not the line's lowest."""


@rule("Target Number (TN)", 1, 6)
def target_number(tn: int, modifiers: Sequence[Modifier]) -> int:
    """The game master names the TN: the harder the task, the higher it is."""
    return lowest_tn(tn + change(modifiers, "TN"))


def target(test: Any) -> int | None:
    """The Target Number of a test with its modifiers; None where it has none."""
    return None if test.tn is None else target_number(test.tn, test.modifiers)


def refused_target(test: Any) -> str:
    """Why a test cannot go without a Target Number; "" when it has one, or needs none."""
    return "" if test.initiative or test.tn is not None else "there is no TN; only a roll for initiative needs none"


@rule("Lowest TN", 1, test="test_target_number")
def lowest_tn(tn: int) -> int:
    """Whatever the modifiers say, the TN is at least 2."""
    return max(LOWEST_TN, tn)


@rule("Dice pool", text="A test is rolled with a number of six-sided dice, each of which keeps its own value.")
@rule(
    "No dice left",
    1,
    text="A pool brought down to nothing is not rolled, and the test fails.",
    name="no_dice",
    test="test_a_pool_without_dice_fails",
)
def dicepool(dice: int, modifiers: Sequence[Modifier]) -> int:
    """The number of dice that a test is rolled with, modifiers counted."""
    return max(0, dice + change(modifiers, "dice"))


@rule(
    "Modifiers on the TN",
    1,
    text="Circumstances move the TN: +1 makes it one higher, and so harder.",
    name="tn_modifiers",
    test="test_target_number",
)
@rule(
    "Modifiers on the dice",
    1,
    7,
    text="A modifier with a d changes how many dice are rolled: -2d takes two away.",
    name="dice_modifiers",
    test="test_dicepool",
)
def change(modifiers: Sequence[Modifier], on: Literal["TN", "dice"]) -> int:
    """The sum of the modifiers on the TN, or of those on the dice."""
    return sum(modifier.number for modifier in modifiers if modifier.on == on)


def too_many_dice(test: Any) -> str:
    """Why these are more dice than can be rolled; "" when they are not."""
    pool = dicepool(test.dice, test.modifiers)
    return f"{pool} dice; at most {MOST_DICE}" if pool > MOST_DICE else ""


def too_high(test: Any) -> str:
    """Why this is a higher TN than can be rolled against; "" when it is not."""
    tn = target(test) or 0
    return f"TN {tn}; at most {MOST_NUMBER}" if tn > MOST_NUMBER else ""


@rule("When to stop", 3, name="stop", test="test_sixes")
def most_throws(test: Any) -> int:
    """A die that has met the TN need not be rolled on; one on a real table may be."""
    if (tn := target(test)) is None or thrown_once(test):
        return 1
    return throws_needed(tn) + (ROLLED_OUT if test.settings.sixes == "every_six" else 0)


def throws_needed(tn: int) -> int:
    """The fewest throws of a die that reach a Target Number: six upon six, and a last throw."""
    return -(-tn // 6)


@rule("Initiative", 5, name="initiative")
def thrown_once(test: Any) -> bool:
    """In a roll for initiative a six stays a six."""
    return bool(test.initiative)


@rule("Order of initiative", 5, name="initiative_order", test="test_initiative_without_a_target_number")
def initiative_score(values: Sequence[int], order: str) -> int:
    """Whoever rolled the highest acts first. How a roll is read for that is this app's own rule."""
    return max(values, default=0) if order == "highest" else sum(values)


def equally_likely(test: Any) -> bool:
    """True if TN 6 and TN 7 of a test are met equally often: sixes are rerolled, and no modifier changes the TN."""
    return test.tn in {6, 7} and not thrown_once(test) and not change(test.modifiers, "TN")


@rule("Sixes", 3, name="sixes")
def pool(test: Any) -> Pool:
    """A six may be rolled again, and what comes up is added to it, six after six."""
    thrown = d6(dicepool(test.dice, test.modifiers))
    return thrown if thrown_once(test) else explode(thrown, most=most_throws(test))


@rule("Value of a die", 3, name="values", test="test_worked_sixes")
def value(faces: Sequence[int]) -> int:
    """A die is worth all the faces it has shown, so it can go beyond 6."""
    return sum(faces)


@rule("Success", 2, text="Each die that is worth the TN or more is one success.", name="success", test="test_succeeds")
@rule("Ones", 3, text="A die that comes up as a one fails, since no TN is that low.", name="ones", test="test_succeeds")
def succeeds(worth: int, tn: int) -> bool:
    """True if a die of this worth is a success."""
    return worth >= tn


@rule("All ones", 4, name="all_ones", test="test_all_ones")
def shows_ones(first_faces: Sequence[int]) -> bool:
    """When every die comes up as a one, the failure is worse than usual.

    A six that goes on to a one did not come up as a one.
    """
    return bool(first_faces) and all(face == 1 for face in first_faces)


@rule("Passing the test", 2, name="passed", test="test_passes")
def passes(successes: int, needed: int) -> bool:
    """One success passes it; how good a success is makes no difference."""
    return successes >= needed


@rule("Difficulty Chart", 6, test="test_chart")
def difficulty(tn: int) -> Difficulty:
    """Each TN has a difficulty by name and a Universal Code (UC); a test can be set by any of the three."""
    return next(line for line in CHART if line.high is None or tn <= line.high)


def difficulty_called(name: str, kind: Literal["name", "code"] = "name") -> Difficulty | None:
    """The line of the Difficulty Chart with this name or Universal Code, whatever its case; None when there is none."""
    return next((line for line in CHART if getattr(line, kind).casefold() == name.casefold()), None)


# What the dice come to, as the outcome has it.


def tn(test: Any) -> int | None:
    """The modified TN."""
    return target(test)


def values(roll: Any) -> tuple[int, ...]:
    """The value of each die with its sixes added."""
    return tuple(value(die.faces) for die in roll.pool(0))


def successes(values: Sequence[int], tn: int | None) -> int:
    """The number of dice that succeed."""
    return 0 if tn is None else sum(succeeds(worth, tn) for worth in values)


def passed(successes: int, tn: int | None, successes_needed: int) -> bool | None:
    """True if the test is passed; None without a TN."""
    return None if tn is None else passes(successes, successes_needed)


def all_ones(roll: Any, tn: int | None) -> bool:
    """True if every first face is a one."""
    dice: Sequence[Die] = roll.pool(0)
    return tn is not None and shows_ones([die.faces[0] for die in dice])


def initiative(values: Sequence[int], test: Any) -> int | None:
    """The score that puts people in order, None where the roll is not for that."""
    return initiative_score(values, test.settings.initiative_order) if thrown_once(test) else None


OUTCOME = (tn, values, successes, passed, all_ones, initiative)
