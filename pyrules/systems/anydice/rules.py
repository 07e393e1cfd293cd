"""The readings of any dice, in the words of the Rules page."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from pyrules.core.roll import MOST_DICE, Die
from pyrules.core.rulebook import rule
from pyrules.core.scan import MOST_TEXT
from pyrules.systems.anydice.at_once import advantage_of, count_of
from pyrules.systems.anydice.model import FATE, Compare, Dice, Node, Outcome, Product, Sum, Test, dice_of
from pyrules.systems.anydice.writing import write_rolls

SUCCESS, HIGHEST, LOWEST = "success", "highest", "lowest"
"""The events that a roll is about."""

MOST_TOTAL = 1_000_000
"""The most that a roll may come to."""

MOST_AGAIN = 10
"""The most times that a die explodes."""


@dataclass(frozen=True, slots=True)
class Read:
    """One die as it was thrown: the faces that were rerolled, and those that stand."""

    rerolled: tuple[int, ...]
    faces: tuple[int, ...]

    @property
    def value(self) -> int:
        """The number that it adds up to."""
        return sum(self.faces)


@rule(
    "Dice on the table",
    2,
    text="A d100 is two d10: the first shows the tens, the second the ones, and two tens are a hundred.",
    name="sizes",
)
@rule(
    "Fate dice",
    2,
    text="A Fate die is worth -1, 0 or +1: a d6 that shows 1 or 2, 3 or 4, 5 or 6.",
    name="fate",
    test="test_sizes",
)
def face(dice: Dice, shown: Sequence[int]) -> int:
    """The value of a die by what the dice on the table show for it."""
    if dice.sides == 100:
        tens, ones = shown
        return (tens % 10 * 10 + ones % 10) or 100
    (one,) = shown
    if dice.sides == FATE:
        return face(Dice(1, 3), shown) - 2
    return -(-one * dice.sides // dice.thrown_with)


@rule("Rerolls", 3, name="reroll")
def is_rerolled(dice: Dice, faces: Sequence[int]) -> bool:
    """With r1 a die that shows 1 is thrown once more, and the new face stands, whatever it is; r<=2 rerolls 1 and 2."""
    return dice.rerolls is not None and dice.rerolls.holds(faces[0])


@rule("Exploding dice", 4, name="explode")
def goes_on(dice: Dice, faces: Sequence[int]) -> bool:
    """A die that explodes (!) is thrown on when it shows its highest face, ten times at most; all of it adds up."""
    return dice.explodes and len(faces) <= MOST_AGAIN and faces[-1] == dice.faces[-1]


def read_die(dice: Dice, faces: Sequence[int]) -> Read:
    """One die by all the faces that it has shown."""
    first = int(is_rerolled(dice, faces))
    return Read(tuple(faces[:first]), tuple(faces[first:]))


def waits(dice: Dice, faces: Sequence[int]) -> bool:
    """True if a die is thrown once more."""
    stands = read_die(dice, faces).faces
    return not stands or goes_on(dice, stands)


def faces_of(dice: Dice, lying: Sequence[Die]) -> list[tuple[int, ...]]:
    """The faces of each of some dice, by those of the dice on the table."""
    each = (lying[place : place + dice.each] for place in range(0, len(lying), dice.each))
    return [tuple(face(dice, shown) for shown in zip(*(die.faces for die in one), strict=True)) for one in each]


@rule("Keeping and dropping", name="keep")
def how_many(dice: Dice) -> tuple[bool, int]:
    """With kh3 the three highest dice are kept, with kl3 the three lowest; dh1 and dl1 drop one. No other counts."""
    if dice.keep is None:
        return True, dice.number
    keeps = dice.keep.which[0] == "k"
    return dice.keep.which in ("kh", "dl"), dice.keep.number if keeps else dice.number - dice.keep.number


def kept_places(dice: Dice, values: Sequence[int]) -> tuple[int, ...]:
    """The places of the dice that are kept, in order; of equal ones the first."""
    highest, number = how_many(dice)
    if number == len(values):
        return tuple(range(number))
    places = sorted(range(len(values)), key=lambda place: values[place], reverse=highest)
    return tuple(sorted(places[:number]))


@rule("Counting dice", 5, name="count")
def worth(counts: Compare | None, faces: Sequence[int]) -> int:
    """With >=8 each face of 8 or more counts one, and nothing is added up; <=3 and =6 count others."""
    return sum(faces) if counts is None else sum(map(counts.holds, faces))


@rule("Sums and products", 6, name="sums")
def result_of(node: Node, results: Iterator[int]) -> int:
    """What dice come to is added, subtracted and multiplied as it is written; a division is rounded down."""
    if isinstance(node, Dice):
        return next(results)
    if isinstance(node, int):
        return node
    return fold_parts(node, [result_of(part, results) for _, part in node.parts])


def fold_parts(node: Sum | Product, values: Sequence[int]) -> int:
    """The parts of a sum or product put together."""
    first, *rest = ((sign, value) for (sign, _), value in zip(node.parts, values, strict=True))
    begin = -first[1] if first[0] == "-" else first[1]
    return reduce(lambda so_far, part: OPERATIONS[part[0]](so_far, part[1]), rest, begin)


OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b,
}


@rule("What is to be reached", 1, 7, name="reach")
def target(test: Test, item: Node) -> int | None:
    """A roll succeeds when it comes to what it is to reach, or more; dice that are counted, when one of them counts."""
    if test.reach is not None:
        return test.reach
    return 1 if isinstance(item, Dice) and item.counts else None


def targets(test: Test) -> list[int | None]:
    """The number that each of the rolls in a row is to reach."""
    return [target(test, item) for item in test.items]


@rule("Several rolls in a row", 7, name="row")
def rolls_reached(test: Test, totals: Sequence[int]) -> int | None:
    """Rolls with a comma between them are read each for itself; all together succeed when one of them does."""
    met = [total >= wanted for total, wanted in zip(totals, targets(test), strict=True) if wanted is not None]
    return sum(met) if met else None


def span(node: Node) -> tuple[int, int]:
    """The lowest and the highest that a part can come to."""
    if isinstance(node, int):
        return node, node
    if isinstance(node, Dice):
        return _span_of_dice(node)
    ends = [span(part) for _, part in node.parts]
    low, high = ends[0] if node.parts[0][0] != "-" else (-ends[0][1], -ends[0][0])
    for (sign, _), end in zip(node.parts[1:], ends[1:], strict=True):
        found = [OPERATIONS[sign](one, other) for one in (low, high) for other in end]
        low, high = min(found), max(found)
    return low, high


def _span_of_dice(dice: Dice) -> tuple[int, int]:
    _, number = how_many(dice)
    again = MOST_AGAIN if dice.explodes else 0
    if dice.counts is None:
        return dice.faces[0] * number, dice.faces[-1] * number * (again + 1)
    counted = [dice.counts.holds(one) for one in dice.faces]
    return min(counted) * number, (again * counted[-1] + max(counted)) * number


def together(test: Test) -> Sum:
    """All rolls in a row as one sum."""
    return Sum(tuple(("+", item) for item in test.items))


def events(test: Test, outcome: Outcome) -> dict[str, bool]:
    """The events that an outcome is: a success, or where nothing is to be reached the highest or the lowest total."""
    if outcome.success is not None:
        return {SUCCESS: outcome.success}
    low, high = span(together(test))
    return ({} if explodes(test) else {HIGHEST: outcome.total == high}) | {LOWEST: outcome.total == low}


def explodes(test: Test) -> bool:
    """True if some dice explode, so that the highest total says little."""
    return any(dice.explodes for item in test.items for dice in dice_of(item))


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a roll cannot be made: the field of the form, what is wrong there, and what to do instead."""

    field: str
    problem: str
    instead: str


def refusal(test: Test) -> Refusal | None:
    """Why a roll that can be written cannot be made; None where it can."""
    dice = [one for item in test.items for one in dice_of(item)]
    if (lying := table_dice(test)) > MOST_DICE:
        return Refusal("advantage", f"{lying} dice in all", f"at most {MOST_DICE}")
    if any(one.explodes and one.keep and one.counts for one in dice):
        return Refusal("count_from", "dice that explode are kept or counted, not both", "one of the two")
    if (most := max(abs(end) for item in test.items for end in span(item))) > MOST_TOTAL:
        return Refusal("dice", f"a total of {most:,} could come up", f"{MOST_TOTAL:,} at most")
    _, once = advantage_of(test.items)
    if (length := len(write_rolls(count_of(once)[1]))) > MOST_TEXT:
        return Refusal("dice", f"the dice are {length} characters long when written out", f"{MOST_TEXT} at most")
    return None


def table_dice(test: Test) -> int:
    """The number of dice that lie on the table at first."""
    return sum(dice.number * dice.each for item in test.items for dice in dice_of(item))


def outcome_of(test: Test, totals: tuple[int, ...]) -> Outcome:
    """The outcome of the totals of all rolls in a row."""
    met = rolls_reached(test, totals)
    return Outcome(sum(totals), totals, met, None if met is None else met > 0)
