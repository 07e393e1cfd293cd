"""The odds of games that are stated as values: equal to those of every way the dice can fall, and to icepool's."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import icepool
import pytest
from hypothesis import given, strategies as st

from pyrules.author import (
    AuthorError,
    Pool,
    action,
    again,
    choice,
    d4,
    d6,
    d10,
    d100,
    degree,
    dF,
    dice,
    draw,
    explode,
    notation,
    number,
    reroll,
    system,
    when,
)
from pyrules.core.budget import TooMuchWork
from pyrules.core.engine import chances_of
from tests.exact import fraction, rows

Shown = Sequence[Sequence[int]]
Both = tuple[Any, Callable[[Shown], Any]]
"""A value, and what it comes to for the faces of each pool, worked out by hand."""


def odds_of(*ladder: Any) -> Any:
    found = system("game", "Game", action("Test", word="test", degrees=ladder))
    return chances_of(found).odds(found.from_form({}, {}))


def chance(holds: Any) -> Fraction:
    return fraction(odds_of(degree("Yes", holds), degree("No", good=False)).events["success"])


def largest(faces: Sequence[int]) -> int:
    return max((faces.count(face) for face in faces), default=0)


def run(faces: Sequence[int]) -> int:
    return max((next(n for n in range(9) if face + n not in faces) for face in faces), default=0)


@st.composite
def readings(draw: st.DrawFn, pools: list[Pool]) -> Both:
    place = draw(st.integers(0, len(pools) - 1))
    pool, steps = pools[place], []
    for lowest, many in draw(st.lists(st.tuples(st.booleans(), st.integers(0, 3)), max_size=2)):
        pool = pool.keep_lowest(many) if lowest else pool.keep_highest(many)
        steps.append((lowest, many))

    def kept(shown: Shown) -> list[int]:
        faces = list(shown[place])
        for lowest, many in steps:
            faces = sorted(faces, reverse=not lowest)[:many]
        return faces

    face = draw(st.integers(1, 6))
    kinds: list[Both] = [
        (pool.total, lambda shown: sum(kept(shown))),
        (pool.count(face), lambda shown: kept(shown).count(face)),
        (pool.count(at_least=face), lambda shown: sum(one >= face for one in kept(shown))),
        (pool.count(but=face), lambda shown: sum(one != face for one in kept(shown))),
        (pool.highest, lambda shown: max(kept(shown), default=0)),
        (pool.lowest, lambda shown: min(kept(shown), default=0)),
        (pool.largest_set, lambda shown: largest(kept(shown))),
        (pool.longest_run, lambda shown: run(kept(shown))),
        (pool.sets(2), lambda shown: sum(kept(shown).count(one) >= 2 for one in set(kept(shown)))),
    ]
    return draw(st.sampled_from(kinds))


def together(a: Any, by_hand: Callable[[Shown], Any], b: Any, other: Callable[[Shown], Any]) -> list[Both]:
    return [
        (a + b, lambda shown: by_hand(shown) + other(shown)),
        (a - b, lambda shown: by_hand(shown) - other(shown)),
        (a.at_least(b), lambda shown: max(by_hand(shown), other(shown))),
        (a.at_most(3), lambda shown: min(by_hand(shown), 3)),
        (a * 2 // 3, lambda shown: by_hand(shown) * 2 // 3),
        (when(a >= b, a, 7), lambda shown: by_hand(shown) if by_hand(shown) >= other(shown) else 7),
    ]


@st.composite
def values(draw: st.DrawFn, pools: list[Pool]) -> Both:
    left, left_by_hand = draw(readings(pools))
    for _ in range(draw(st.integers(0, 3))):
        right, right_by_hand = draw(readings(pools))
        left, left_by_hand = draw(st.sampled_from(together(left, left_by_hand, right, right_by_hand)))
    return left, left_by_hand


@given(st.data())
def test_odds_are_those_of_every_way_the_dice_can_fall(data: st.DataObject) -> None:
    sizes = [
        data.draw(st.lists(st.sampled_from((2, 3, 4, 6)), min_size=1, max_size=2 if pool else 3))
        for pool in range(data.draw(st.integers(1, 2)))
    ]
    pools = [sum_of([dice(sides) for sides in pool]) for pool in sizes]
    value, by_hand = data.draw(values(pools))
    goal = data.draw(st.integers(-3, 9))
    weights: dict[int, int] = {}
    for faces in product(*(range(1, sides + 1) for pool in sizes for sides in pool)):
        shown = [faces[: len(sizes[0])], faces[len(sizes[0]) :]]
        weights[by_hand(shown)] = weights.get(by_hand(shown), 0) + 1
    told = odds_of(
        degree("High", value >= goal), degree("Same", value == goal - 1, good=False), degree("Low", good=False)
    )
    ways = sum(weights.values())
    assert fraction(told.events["success"]) == Fraction(sum(n for one, n in weights.items() if one >= goal), ways)
    degrees = rows(told.distributions["degree"])
    assert degrees.get("Same", 0) == Fraction(weights.get(goal - 1, 0), ways)


@given(st.data())
def test_odds_of_cards_and_of_own_faces_are_those_of_every_way(data: st.DataObject) -> None:
    stock = data.draw(st.lists(st.integers(-2, 5), min_size=2, max_size=5))
    faces = data.draw(st.lists(st.integers(-2, 5), min_size=1, max_size=4))
    hand, rolled = data.draw(st.integers(1, min(3, len(stock)))), data.draw(st.integers(1, 2))
    pools = [draw(hand, {one: stock.count(one) for one in stock}), dice(faces, rolled)]
    value, by_hand = data.draw(values(pools))
    goal = data.draw(st.integers(-3, 9))
    ways = [by_hand(shown) >= goal for shown in product(permutations(stock, hand), product(faces, repeat=rolled))]
    assert chance(value >= goal) == Fraction(sum(ways), len(ways))


def sum_of(pools: list[Pool]) -> Pool:
    found = pools[0]
    for one in pools[1:]:
        found += one
    return found


def test_pools_are_put_together_as_icepool_does() -> None:
    six = icepool.Die([0, 0, 0, 0, 0, 1])
    for mine, theirs in ((6, 6), (11, 12), (100, 100)):
        lead = d6(mine).count(6) - d6(theirs, side="Theirs").count(6)
        die = mine @ six - theirs @ six
        assert chance(lead >= 1) == Fraction(die.quantity(">=", 1), die.denominator())


def test_dice_that_go_on_have_exact_odds_where_their_end_does_not_matter() -> None:
    five = icepool.d10.explode(depth=3).highest(5, 3)
    assert chance(explode(d10(5)).keep_highest(3).total >= 30) == Fraction(five.quantity(">=", 30), five.denominator())
    wild = icepool.highest(icepool.d8.explode(depth=2), icepool.d6.explode(depth=2))
    assert chance((explode(dice(8)) + explode(d6())).highest >= 8) == Fraction(
        wild.quantity(">=", 8), wild.denominator()
    )
    assert chance(again(d10(3)).count(at_least=8) >= 1) == 1 - Fraction(7, 10) ** 3
    assert chance(explode(d6(2)).count(at_least=7) >= 1) == 1 - Fraction(5, 6) ** 2
    assert chance(explode(d6(2)).total >= 3) == Fraction(35, 36)


def test_dice_that_leave_open_which_side_wins_are_refused() -> None:
    with pytest.raises(TooMuchWork, match="most=5"):
        odds_of(degree("Won", explode(d4(1)).total >= explode(d4(1)).total), degree("Lost", good=False))
    pool = again(d10(8))
    with pytest.raises(TooMuchWork, match="let them end"):  # more throws would take too long, and leave it open as well
        chance(pool.count(at_least=8) - pool.count(1) >= 1)
    mine, theirs = icepool.d4.explode(depth=1), icepool.d4.explode(depth=1)
    expected = (mine - theirs).quantity(">=", 0), (mine - theirs).denominator()
    assert chance(explode(d4(1), most=2).total >= explode(d4(1), most=2).total) == Fraction(*expected)


def test_one_pool_may_be_read_by_what_another_shows() -> None:
    score = (d6().total + 2).at_most(10)
    beaten = d10(2).count(below=score)
    ways = [sum(die < min(a + 2, 10) for die in (b, c)) for a, b, c in product(range(1, 7), range(1, 11), range(1, 11))]
    assert chance(beaten == 2) == Fraction(ways.count(2), 600)
    assert chance(beaten >= 1) == Fraction(600 - ways.count(0), 600)


def test_dice_that_are_thrown_otherwise_are_counted_so() -> None:
    assert chance(reroll(d6(), 1, 2).total >= 5) == Fraction(16, 36)
    roll = d100()
    assert chance((roll.total <= 50) & roll.doubles) == Fraction(4, 100)


def test_what_is_too_long_is_refused_before_it_is_done() -> None:
    pool = d6(100)
    with pytest.raises(TooMuchWork, match="roll fewer dice"):
        chance((pool.total >= 350) & (pool.count(6) >= 2) & (pool.count(1) <= 40))


def test_dice_that_are_read_by_what_they_show_themselves_are_listed() -> None:
    pool = d6(3)
    below = pool.count(below=pool.highest)
    by_hand = [sum(face < max(faces) for face in faces) for faces in product(range(1, 7), repeat=3)]
    assert chance(below == 2) == Fraction(by_hand.count(2), 216)
    mine, theirs = d6(2), d4(2)
    lead = mine.count(at_least=theirs.highest) - theirs.count(at_least=mine.lowest)
    ways = [
        sum(face >= max(c, d) for face in (a, b)) > sum(face >= min(a, b) for face in (c, d))
        for a, b, c, d in product(range(1, 7), range(1, 7), range(1, 5), range(1, 5))
    ]
    assert chance(lead >= 1) == Fraction(ways.count(True), len(ways))


def hands(stock: Sequence[int], number: int) -> list[tuple[int, ...]]:
    return [*permutations(stock, number)]


def test_cards_that_are_drawn_are_never_drawn_twice() -> None:
    stones = draw(3, red=5, white=3)
    ways = hands([1] * 5 + [2] * 3, 3)
    assert chance(stones.count("red") >= 2) == Fraction(sum(one.count(1) >= 2 for one in ways), len(ways))
    cards = draw(4, {1: 2, 2: 2, 10: 4})
    ways = hands([1, 1, 2, 2, 10, 10, 10, 10], 4)
    by_hand = [(sum(one) >= 20) and largest(one) >= 2 for one in ways]
    assert chance((cards.total >= 20) & cards.doubles) == Fraction(sum(by_hand), len(ways))
    assert chance(draw(3, 52).highest >= 50) == 1 - Fraction(49 * 48 * 47, 52 * 51 * 50)
    low = [sum(sorted(one)[:2]) <= 7 for one in hands(range(1, 9), 4)]
    assert chance(draw(4, 8).keep_lowest(2).total <= 7) == Fraction(sum(low), len(low))


def test_dice_may_have_faces_of_their_own() -> None:
    faces = [0, 0, 1, 1, 2, 3]
    ways = [*product(faces, repeat=2)]
    pool = dice(faces, 2)
    assert chance(pool.total >= 3) == Fraction(sum(sum(one) >= 3 for one in ways), 36)
    assert chance((pool.highest == 3) & (pool.count(0) == 1)) == Fraction(4, 36)
    assert chance(dice(faces).reroll(0).total >= 2) == Fraction(
        sum((second if first == 0 else first) >= 2 for first, second in ways), 36
    )
    assert chance(dF(1).reroll(-1).total == -1) == Fraction(1, 9)


def test_a_choice_of_dice_steps_up_and_down_as_far_as_it_goes() -> None:
    die, steps = choice("Die", "4 6* 8 10", name="die"), number("Steps", -5, 5, name="steps")
    ladder = [degree("Yes", dice(die.up(steps)).total >= 4), degree("No", good=False)]
    found = system("game", "Game", action("Test", word="test", degrees=ladder))
    for start, more, sides in ((6, 0, 6), (6, 1, 8), (6, 5, 10), (8, -1, 6), (8, -5, 4)):
        test = found.from_form({"die": str(start), "steps": more}, {})
        assert fraction(chances_of(found).odds(test).events["success"]) == Fraction(sides - 3, sides)
    assert chance(dice(die.down(1)).total == 4) == Fraction(1, 4)


SIX, TWENTY = [range(1, 7)] * 4, [range(1, 21)] * 2


@pytest.mark.parametrize(
    ("text", "goal", "dice_", "by_hand"),
    [
        ("4d6kh3 + 2", 16, SIX, lambda *f: sum(sorted(f)[1:]) + 2),
        ("4d6dl1+2", 16, SIX, lambda *f: sum(sorted(f)[1:]) + 2),
        ("4d6dh1", 9, SIX, lambda *f: sum(sorted(f)[:3])),
        ("2d20kl1+5", 12, TWENTY, lambda *f: min(f) + 5),
        ("4D6>=5", 2, SIX, lambda *f: sum(one >= 5 for one in f)),
        ("2d6 + 1d8 - 3", 8, [*SIX[:2], range(1, 9)], lambda *f: sum(f) - 3),
        ("10 - d6", 7, SIX[:1], lambda f: 10 - f),
        ("d% - 20", 31, [range(1, 101)], lambda f: f - 20),
        ("4dF", 2, [(-1, 0, 1)] * 4, lambda *f: sum(f)),
        ("d6r1", 4, SIX[:2], lambda a, b: b if a == 1 else a),
    ],
)
def test_dice_may_be_written_as_usual(text: str, goal: int, dice_: Any, by_hand: Callable[..., int]) -> None:
    ways = [by_hand(*faces) >= goal for faces in product(*dice_)]
    assert chance(notation(text) >= goal) == Fraction(ways.count(True), len(ways))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4x6", "column 2 of '4x6': 'x6' does not fit here"),
        ("2d6+", "column 4 of '2d6[+]': '[+]' does not fit here"),
        ("4d6kh", "'kh' in '4d6kh' needs a number, as in 4d6kh3"),
        ("", "'the end' does not fit here; write"),
        ("7", "'7' has no dice"),
        ("2d%", "one is read at a time"),
        ("2d6 3", "column 5 of '2d6 3': '3' does not fit here"),
        ("200d6", "200 dice are too many"),
    ],
)
def test_what_is_no_notation_is_told_with_its_column(text: str, message: str) -> None:
    with pytest.raises(AuthorError, match=message):
        notation(text)
