"""Questions that designers ask in public, as texts of games: what can be said, in how many lines, and how fast."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from time import perf_counter

import icepool

from pyrules.author.source import read_source
from pyrules.core.engine import chances_of

LINES = 10
"""A text has at most so many lines, the import left out."""

GAME = """from pyrules.author import *

{}

test = action("Test", word="test", degrees=[degree("Yes", answer), degree("No", good=False)])
GAME = system("breadth", "Breadth", test)
"""


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the text that says it, and its answer by hand; or `why` it cannot be said."""

    asked: str
    text: str = ""
    by_hand: Callable[[], Fraction] = Fraction
    why: str = ""


def answer(question: Question) -> tuple[Fraction, float]:
    """The chance that a text gives, and how many milliseconds that takes."""
    source = read_source(GAME.format(question.text))
    (game,) = source.systems
    before = perf_counter()
    found = chances_of(game).odds(game.from_form({}, {})).events["success"]
    return Fraction(found.numerator, found.denominator), 1000 * (perf_counter() - before)


def measure() -> list[dict[str, object]]:
    """Answer every question, print one table, and give its rows."""
    rows: list[dict[str, object]] = []
    print(f"{'question':<72}{'lines':>6}{'chance':>10}{'ms':>9}  equal")
    for one in QUESTIONS:
        if one.why:
            print(f"{one.asked:<72}  cannot be said: {one.why}")
            rows.append({"work": one.asked, "why": one.why})
            continue
        found, ms = answer(one)
        lines, equal = len(one.text.split("\n")), found == one.by_hand()
        rows.append({"work": one.asked, "lines": lines, "chance": str(found), "ms": ms, "equal": equal})
        print(f"{one.asked:<72}{lines:>6}{float(found):>10.4f}{ms:>9.2f}  {'yes' if equal else 'NO'}")
    told = [row for row in rows if "why" not in row]
    print(f"{len(told)} of {len(rows)} can be said; {sum(bool(row['equal']) for row in told)} equal the answer by hand")
    return rows


def questions_markdown() -> str:
    """The questions with their texts and answers, as Markdown."""
    rows = ["| asked | said | chance |", "|---|---|---|"]
    for one in QUESTIONS:
        said = "<br>".join(f"`{line}`" for line in one.text.replace("|", "\\|").split("\n"))
        chance = "" if one.why else f"{float(one.by_hand()):.4f}"
        rows.append(f"| {one.asked} | {f'cannot be said: {one.why}' if one.why else said} | {chance} |")
    return "\n".join(rows)


Face = int | Iterable[int]


def share(holds: Callable[..., object], *dice: Face) -> Fraction:
    """The share of all ways that some dice can fall for which something holds; each die by its sides or its faces."""
    ways = [*product(*(range(1, one + 1) if isinstance(one, int) else one for one in dice))]
    return Fraction(sum(bool(holds(*faces)) for faces in ways), len(ways))


def share_of_hands(holds: Callable[[Sequence[int]], object], stock: Sequence[int], number: int) -> Fraction:
    """The share of all hands of so many cards for which something holds."""
    hands = [*permutations(stock, number)]
    return Fraction(sum(bool(holds(hand)) for hand in hands), len(hands))


def binomial(alone: Fraction, dice: int, least: int) -> Fraction:
    """The chance that at least so many of some dice show what one shows with a chance of its own."""
    return at_least([1 - alone, alone], dice, least)


def at_least(alone: Sequence[Fraction], dice: int, least: int) -> Fraction:
    """The chance that dice add up to at least so much, of each of which it is known how likely each number is."""
    sums = [Fraction(1)]
    for _ in range(dice):
        sums = [
            sum((sums[n] * alone[m - n] for n in range(len(sums)) if 0 <= m - n < len(alone)), Fraction())
            for m in range(least)
        ]
    return 1 - sum(sums, Fraction())


def alike(faces: Sequence[int]) -> list[int]:
    """Return how many dice show each face, the most first."""
    return sorted((faces.count(face) for face in set(faces)), reverse=True)


def longest_run(faces: Sequence[int]) -> int:
    """The most faces in a row."""
    return max(next(n for n in range(9) if face + n not in faces) for face in faces)


def sum_of_highest(faces: Sequence[int], number: int) -> int:
    """The sum of the so many highest."""
    return sum(sorted(faces)[-number:])


def d100(tens: int, ones: int) -> int:
    """The number that two d10 show."""
    return (tens % 10 * 10 + ones % 10) or 100


TWELFTH = Fraction(1, 12)
THIRD = Fraction(1, 3)
TENS = range(0, 100, 10)

ANEW = [*product(range(1, 7), repeat=2)]
"""A die, and what it shows once it is rolled again."""

FIVE = [6] * 5
FATE = (-1, 0, 1)
SIX_OF_SIX = (0, 0, 0, 0, 0, 1)
ONCE = [face + again if face == 6 else face for face, again in ANEW]


def five_keep_three() -> Fraction:
    """The chance of 30 with the three highest of five d10 that explode, as icepool has it."""
    found = icepool.d10.explode(depth=3).highest(5, 3)
    return Fraction(found.quantity(">=", 30), found.denominator())


ONES_ANEW = [again if face == 1 else face for face, again in ANEW]


def hit_for(least: int) -> Callable[[int, int, int], bool]:
    """Return whether an attack at 10 hits and does so much damage: 2d6 and 3."""
    return lambda attack, a, b: attack >= 10 and a + b + 3 >= least


QUESTIONS = (
    Question(
        "3d12: 6 and more count, 11 and 12 twice; three hits",
        "pool = d12(3)\nhits = pool.count(at_least=6) + pool.count(at_least=11)\nanswer = hits >= 3",
        lambda: share(lambda *f: sum((one >= 6) + (one >= 11) for one in f) >= 3, 12, 12, 12),
    ),
    Question(
        "The same, and each 12 brings a die",
        "pool = d12(3).again()\nhits = pool.count(at_least=6) + pool.count(at_least=11)\nanswer = hits >= 3",
        lambda: at_least([5 * TWELFTH, 5 * TWELFTH, TWELFTH + 5 * TWELFTH * TWELFTH], 3, 3),
    ),
    Question(
        "4d6 that grow by a die for each 5 or 6; three of these",
        "answer = d6(4).again(5).count(at_least=5) >= 3",
        lambda: at_least([2 * THIRD * THIRD**n for n in range(3)], 4, 3),
    ),
    Question(
        "Three alike of 5d10", "answer = d10(5).largest_set >= 3", lambda: share(lambda *f: alike(f)[0] > 2, *[10] * 5)
    ),
    Question("A pair at least of 5d6", "answer = d6(5).sets(2) >= 1", lambda: share(lambda *f: alike(f)[0] > 1, *FIVE)),
    Question("Two pairs of 5d6", "answer = d6(5).sets(2) >= 2", lambda: share(lambda *f: alike(f)[1:2] >= [2], *FIVE)),
    Question(
        "A run of four in 5d6", "answer = d6(5).longest_run >= 4", lambda: share(lambda *f: longest_run(f) >= 4, *FIVE)
    ),
    Question(
        "A full house with 5d6",
        "pool = d6(5)\nanswer = (pool.largest_set == 3) & (pool.sets(2) == 2)",
        lambda: share(lambda *f: alike(f) == [3, 2], *FIVE),
    ),
    Question("Five alike at once", "answer = d6(5).largest_set == 5", lambda: Fraction(6, 6**5)),
    Question(
        "Four different faces of 5d6", "answer = d6(5).sets(1) >= 4", lambda: share(lambda *f: len({*f}) >= 4, *FIVE)
    ),
    Question("No two of 4d10 alike", "answer = ~d10(4).doubles", lambda: Fraction(10 * 9 * 8 * 7, 10**4)),
    Question(
        "Best two of d6, d8 and d10; 12 or more",
        "answer = (d6() + d8() + d10()).keep_highest(2).total >= 12",
        lambda: share(lambda *f: sum_of_highest(f, 2) >= 12, 6, 8, 10),
    ),
    Question(
        "A d8 or a wild d6; 4 or more",
        "answer = (d8() + d6()).highest >= 4",
        lambda: share(lambda *f: max(f) >= 4, 8, 6),
    ),
    Question(
        "The same, both explode; 8 or more",
        "answer = (d8() + d6()).explode().highest >= 8",
        lambda: 1 - Fraction(7, 8) * (1 - Fraction(5, 36)),
    ),
    Question(
        "The middle of 3d20; 11 or more",
        "answer = d20(3).keep_highest(2).lowest >= 11",
        lambda: share(lambda *f: sorted(f)[1] >= 11, 20, 20, 20),
    ),
    Question(
        "5k3 with tens that explode; 30 or more",
        "answer = d10(5).explode().keep_highest(3).total >= 30",
        five_keep_three,
    ),
    Question(
        "3k2 of d6, ones rolled once more; 10 or more",
        "answer = d6(3).reroll(1).keep_highest(2).total >= 10",
        lambda: share(lambda *f: sum_of_highest(f, 2) >= 10, *[ONES_ANEW] * 3),
    ),
    Question(
        "Opposed: 4d6 against 3d6, more sixes win, ties to the defender",
        'mine, theirs = d6(4), d6(3, side="Theirs")\nanswer = mine.count(6) > theirs.count(6)',
        lambda: share(lambda *f: f[:4].count(1) > f[4:].count(1), *[SIX_OF_SIX] * 7),
    ),
    Question(
        "5d10: 6 and more count, ones take away; two left",
        "pool = d10(5)\nanswer = pool.count(at_least=6) - pool.count(1) >= 2",
        lambda: share(lambda *f: sum((one >= 6) - (one == 1) for one in f) >= 2, *[10] * 5),
    ),
    Question(
        "4d6: sixes count, ones of 2d10 of the other side take them away; one left",
        'mine, doom = d6(4), d10(2, side="Doom")\nanswer = mine.count(6) - doom.count(1) >= 1',
        lambda: share(lambda *f: f[:4].count(6) - f[4:].count(1) >= 1, 6, 6, 6, 6, 10, 10),
    ),
    Question(
        "Roll 50 or less with a d100, doubles are critical: a critical",
        "roll = d100()\nanswer = (roll.total <= 50) & roll.doubles",
        lambda: share(lambda t, o: d100(t, o) <= 50 and (d100(t, o) % 11 == 0), 10, 10),
    ),
    Question(
        "Both roll under, 50 against 40; the higher of two successes wins",
        'mine, theirs = d100().total, d100(side="Foe").total\n'
        "answer = (mine <= 50) & ((theirs > 40) | (mine > theirs))",
        lambda: share(lambda a, b: a <= 50 and (b > 40 or a > b), 100, 100),
    ),
    Question(
        "5d6 pushed once: what is no six is rolled again; one six",
        "answer = d6(5).reroll(1, 2, 3, 4, 5).count(6) >= 1",
        lambda: binomial(Fraction(11, 36), 5, 1),
    ),
    Question(
        "3d6, advantage on one of them; 12 or more",
        "answer = d6(2).total + d6(2).highest >= 12",
        lambda: share(lambda a, b, c, d: a + b + max(c, d) >= 12, 6, 6, 6, 6),
    ),
    Question(
        "A dice chain: a d8 one step down; 5 or more",
        'die = choice("Die", "4 6 8* 10 12")\nanswer = dice(die.down(1)).total >= 5',
        lambda: Fraction(2, 6),
    ),
    Question(
        "A chain steps up by a number, as far as it goes: d8 by 3; 5 or more",
        'die = choice("Die", "4 6 8* 10 12")\nsteps = number("Steps", -5, 5, start=3)\n'
        "answer = dice(die.up(steps)).total >= 5",
        lambda: Fraction(8, 12),
    ),
    Question("Turns to drain a clock of eight with 2d6 a turn", why="a test is one roll; sessions roll several"),
    Question(
        "3d6, the lowest rolled again; 12 or more",
        "answer = d6(3).keep_highest(2).total + d6().total >= 12",
        lambda: share(lambda a, b, c, d: sum_of_highest((a, b, c), 2) + d >= 12, 6, 6, 6, 6),
    ),
    Question(
        "A bonus die: the better of two tens; 35 or less",
        "tens, ones = dice([0, 10, 20, 30, 40, 50, 60, 70, 80, 90], 2), dice([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])\n"
        "low, high = tens.lowest + ones.total, tens.highest + ones.total\n"
        "result = when(low > 0, low, when(high > 0, high, 100))\nanswer = result <= 35",
        lambda: share(lambda a, b, c: min((a + c) or 100, (b + c) or 100) <= 35, TENS, TENS, range(10)),
    ),
    Question(
        "A penalty die: the worse of two tens; 35 or less",
        "tens, ones = dice([0, 10, 20, 30, 40, 50, 60, 70, 80, 90], 2), dice([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])\n"
        "low, high = tens.lowest + ones.total, tens.highest + ones.total\n"
        "result = when(low > 0, high, 100)\nanswer = result <= 35",
        lambda: share(lambda a, b, c: max((a + c) or 100, (b + c) or 100) <= 35, TENS, TENS, range(10)),
    ),
    Question(
        "Three cards of 52 without return, two of them red",
        'answer = draw(3, red=26, black=26).count("red") >= 2',
        lambda: Fraction(1, 2),
    ),
    Question(
        "A bag of 6 white and 3 black stones: four drawn, no black",
        'answer = draw(4, white=6, black=3).count("black") == 0',
        lambda: Fraction(6 * 5 * 4 * 3, 9 * 8 * 7 * 6),
    ),
    Question(
        "Two cards worth their number, of 2, 3, 4 (two each) and 10 (three); 12 or more",
        "answer = draw(2, {2: 2, 3: 2, 4: 2, 10: 3}).total >= 12",
        lambda: share_of_hands(lambda hand: sum(hand) >= 12, [2, 2, 3, 3, 4, 4, 10, 10, 10], 2),
    ),
    Question(
        "A pair in three cards of 4 ranks, three of each",
        "answer = draw(3, {1: 3, 2: 3, 3: 3, 4: 3}).doubles",
        lambda: share_of_hands(lambda hand: len({*hand}) < 3, [1, 2, 3, 4] * 3, 3),
    ),
    Question(
        "6d6 with a glitch: more than half show 1",
        "pool = d6(6)\nanswer = 2 * pool.count(1) > pool.count()",
        lambda: binomial(Fraction(1, 6), 6, 4),
    ),
    Question(
        "5d6: two hits at 5, and no glitch",
        "pool = d6(5)\nanswer = (pool.count(at_least=5) >= 2) & (2 * pool.count(1) <= 5)",
        lambda: share(lambda *f: sum(one >= 5 for one in f) >= 2 and 2 * f.count(1) <= 5, *FIVE),
    ),
    Question(
        "The two highest of 4d6; 10 or more",
        "answer = d6(4).keep_highest(2).total >= 10",
        lambda: share(lambda *f: sum_of_highest(f, 2) >= 10, *[6] * 4),
    ),
    Question(
        "d20 with advantage, ones rolled once more; 15 or more",
        "answer = d20(2).reroll(1).highest >= 15",
        lambda: 1 - (Fraction(13, 20) + Fraction(1, 20) * Fraction(14, 20)) ** 2,
    ),
    Question(
        "d66: a result from 41 to 46",
        "tens, ones = d6(), d6()\nresult = 10 * tens.total + ones.total\nanswer = (result >= 41) & (result <= 46)",
        lambda: Fraction(1, 6),
    ),
    Question(
        "4dF and a skill of 2; 3 or more",
        "answer = dF(4).total + 2 >= 3",
        lambda: share(lambda *f: sum(f) >= 1, *[FATE] * 4),
    ),
    Question(
        "3dF, each minus rolled once more; 2 or more",
        "answer = dF(3).reroll(-1).total >= 2",
        lambda: share(lambda *f: sum(f) >= 2, *[[b if a < 0 else a for a, b in product(FATE, repeat=2)]] * 3),
    ),
    Question(
        "Four people roll d20+2 against 15: one succeeds",
        "answer = d20(4).count(at_least=13) >= 1",
        lambda: binomial(Fraction(8, 20), 4, 1),
    ),
    Question(
        "... and at least half of them do",
        "answer = d20(4).count(at_least=13) >= 2",
        lambda: binomial(Fraction(8, 20), 4, 2),
    ),
    Question(
        "4d6, the lowest dropped; 16 or more",
        "answer = d6(4).keep_highest(3).total >= 16",
        lambda: share(lambda *f: sum_of_highest(f, 3) >= 16, *[6] * 4),
    ),
    Question(
        "2d6+1 from 7 to 9: a partial success",
        "result = d6(2).total + 1\nanswer = (result >= 7) & (result <= 9)",
        lambda: share(lambda a, b: 7 <= a + b + 1 <= 9, 6, 6),
    ),
    Question(
        "2d6 with disadvantage: the two lowest of 3; 7 or more",
        "answer = d6(3).keep_lowest(2).total >= 7",
        lambda: share(lambda *f: sum(sorted(f)[:2]) >= 7, 6, 6, 6),
    ),
    Question("3d6: two sixes are critical", "answer = d6(3).count(6) >= 2", lambda: binomial(Fraction(1, 6), 3, 2)),
    Question("No dice: the lower of two; 4 or more", "answer = d6(2).lowest >= 4", lambda: Fraction(1, 4)),
    Question(
        "d20 with advantage and a d4; 15 or more",
        "answer = d20(2).highest + d4().total >= 15",
        lambda: share(lambda a, b, c: max(a, b) + c >= 15, 20, 20, 4),
    ),
    Question(
        "An attack hits at 10, then 2d6+3 damage; 10 or more",
        "damage = when(d20().total >= 10, d6(2).total + 3, 0)\nanswer = damage >= 10",
        lambda: share(hit_for(10), 20, 6, 6),
    ),
    Question(
        "The same, and a 20 doubles the dice; 15 or more",
        "attack = d20().total\ndamage = d6(2).total + 3 + when(attack == 20, d6(2).total, 0)\n"
        "answer = (attack >= 10) & (damage >= 15)",
        lambda: share(lambda x, a, b, c, d: x >= 10 and a + b + 3 + (x == 20) * (c + d) >= 15, 20, 6, 6, 6, 6),
    ),
    Question(
        "A d6 that explodes; 8 or more", "answer = d6().explode().total >= 8", lambda: Fraction(1, 6) * Fraction(5, 6)
    ),
    Question(
        "2d6 that explode once; 14 or more",
        "answer = d6(2).explode(most=2).total >= 14",
        lambda: share(lambda a, b: a + b >= 14, ONCE, ONCE),
    ),
    Question(
        "d6+2 beats both of 2d10",
        "answer = d10(2).count(below=d6().total + 2) == 2",
        lambda: share(lambda a, b, c: a + 2 > max(b, c), 6, 10, 10),
    ),
    Question(
        "d20+3 against d20+5, ties to the other",
        'answer = d20().total + 3 > d20(side="Foe").total + 5',
        lambda: share(lambda a, b: a > b + 2, 20, 20),
    ),
    Question("Evens count: three of 5d6", "answer = d6(5).count(2, 4, 6) >= 3", lambda: Fraction(1, 2)),
    Question(
        "Two d6 differ by three or more",
        "answer = abs(d6().total - d6().total) >= 3",
        lambda: share(lambda a, b: abs(a - b) >= 3, 6, 6),
    ),
    Question(
        "Three against two, highest against highest, as on a map: both lost",
        'mine, theirs = d6(3).keep_highest(2), d6(2, side="Theirs")\n'
        "answer = (mine.highest > theirs.highest) & (mine.lowest > theirs.lowest)",
        lambda: share(lambda *f: sorted(f[:3])[2] > max(f[3:]) and sorted(f[:3])[1] > min(f[3:]), *FIVE),
    ),
    Question(
        "Width times height of the largest set of 8d10",
        why="what the dice of a set show cannot be read, only how many they are",
    ),
    Question(
        "Roll 2d6 until a 7 or the first sum comes: the pass line",
        why="a test is one roll, and none that goes on until something holds",
    ),
)
