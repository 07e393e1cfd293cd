"""The odds of the General Rules against whole enumeration, icepool, and every policy of rerolling tried out."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

import icepool
import pytest
from hypothesis import given, settings, strategies as st

from pyrules.core.engine import chances_of
from pyrules.core.errors import RulesError
from pyrules.core.faces import read_faces
from pyrules.core.odds import NOTHING, smallest_pool, what_ifs
from pyrules.core.ratio import Ratio
from pyrules.core.roll import EMPTY, Pick, Roll
from pyrules.systems.general import GENERAL
from pyrules.systems.general.advice import UNKNOWN
from pyrules.systems.general.model import PoolDie, Test
from tests.exact import fraction, rows
from tests.systems.general import oracle

CHANCES = chances_of(GENERAL)

POOLS = (
    "d6 (4)",
    "d8 adv (6)",
    "d10 dis (6)",
    "d12 adv dis (6)",
    "d8 + d6 adv + d4 dis (12)",
    "d4 + d4 + d4 (9)",
    "attack d6 + level 2 (10) 2*",
    "save d6 + level 1 + bonus d4 (9)",
    "Agility d6 + skill Acrobatics d4 (8) trained",
    "d6 (40)",
    "d6 + d6 (2)",
    "d6 (0)",
)


def oracle_dice(test: Test) -> list[oracle.Die]:
    """The test's dice for the oracle; Training on every die, as the default has it, is Advantage."""
    return [(die.sides, die.advantage or test.trained, die.disadvantage) for die in test.dice]


@pytest.mark.parametrize("notation", POOLS)
def test_enumerated_pools(notation: str) -> None:
    test = GENERAL.parse(notation, {})
    totals = oracle.totals(oracle_dice(test))
    found = CHANCES.odds(test)
    assert rows(found.distributions["total"]) == totals
    assert fraction(found.means["total"]) == sum(value * chance for value, chance in totals.items())
    success = sum((chance for value, chance in totals.items() if value >= test.difficulty), Fraction(0))
    assert fraction(found.events["success"]) == fraction(CHANCES.main(test)) == success
    degrees: dict[int | None, Fraction] = {}
    for value, chance in totals.items():
        degree = oracle.degree(value, test.difficulty)
        degrees[degree] = degrees.get(degree, Fraction(0)) + chance
    found_degrees = rows(found.distributions["degree"])
    assert {None if row == "failure" else row: chance for row, chance in found_degrees.items()} == degrees


def test_six_sizes_each_with_advantage_beside_icepool() -> None:
    test = GENERAL.parse("d20 adv + d12 adv + d10 adv + d8 adv + d6 adv + d4 adv (40)", {})
    peer = sum((icepool.d(sides).highest(2) for sides in (20, 12, 10, 8, 6, 4)), start=icepool.Die([0]))
    assert rows(CHANCES.odds(test).distributions["total"]) == {
        total: Fraction(weight, peer.denominator()) for total, weight in peer.items()
    }


def test_what_ifs_are_left_out_where_they_would_be_too_long_to_write() -> None:
    test = GENERAL.parse(f"{'a' * 60} d8 + action {'b' * 60} d8 + {'c' * 54} d8 (9)", {"other_attributes": "on"})
    assert len(GENERAL.write(test)) == 200
    labels = [label for label, _ in CHANCES.variants(test)]
    assert labels
    assert not [label for label in labels if label.startswith(("one more", "Advantage"))]


def test_a_declined_test_has_no_chance_and_no_luck() -> None:
    test = GENERAL.parse("d20 (1) declined", {})
    found = CHANCES.odds(test)
    assert found.events["success"] == Ratio(0, 1)
    assert found.distributions["degree"].rows == (("failure", 1),)
    assert CHANCES.luck(test, GENERAL.judge(test, EMPTY).outcome) is None
    assert [label for label, _ in CHANCES.variants(test)] == ["not declined"]
    assert [one.option for one in CHANCES.advice(test, EMPTY)] == [NOTHING]


def test_what_ifs_are_tests_of_their_own_and_move_the_right_way() -> None:
    test = GENERAL.parse("Strength d8 + d6 (10)", {})
    changes = {what_if.label: what_if.change for what_if in what_ifs(CHANCES, test)}
    nothing = Ratio(0, 1)
    for label in ("one more d4", "one more d20", "Advantage on the Strength d8", "Difficulty 9", "Difficulty 5"):
        assert nothing < changes[label], label
    for label in ("without the d6", "Difficulty 11", "Difficulty 15"):
        assert changes[label] < nothing, label


def test_like_dice_are_one_what_if_and_unlike_ones_are_told_apart() -> None:
    test = GENERAL.parse("d6 + d6 + d6 adv + d6 dis + action Dash d6 + d6 (15)", {})
    found = what_ifs(CHANCES, test)
    labels = [what_if.label for what_if in found]
    assert [label for label in labels if "without" in label] == [
        "without the d6",
        "without the d6 adv",
        "without the d6 dis",
        "without the Dash d6",
    ]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(
    ("notation", "missing"),
    [
        ("save d6 + level 1 + bonus d4 (5)", "one more d6"),
        ("d6 adv (5)", "Advantage on the Attribute Die d6"),
        ("d6 (0)", "-1"),
    ],
)
def test_what_the_rules_refuse_is_no_what_if(notation: str, missing: str) -> None:
    assert not [label for label, _ in CHANCES.variants(GENERAL.parse(notation, {})) if missing in label]


@given(st.sampled_from(POOLS))
def test_every_what_if_can_be_written_and_read(notation: str) -> None:
    for _, variant in CHANCES.variants(GENERAL.parse(notation, {})):
        assert GENERAL.parse(GENERAL.write(variant), {}) == variant


def test_the_smallest_pool() -> None:
    test = GENERAL.parse("d6 (12)", {})
    fewest = smallest_pool(CHANCES, test, Ratio(4, 5))
    assert fewest is not None
    chances = [fraction(CHANCES.main(CHANCES.with_dice(test, dice))) for dice in range(1, fewest + 1)]
    assert chances == sorted(chances)
    assert chances[-2] < Fraction(4, 5) <= chances[-1]
    assert smallest_pool(CHANCES, GENERAL.parse("d4 (10000)", {}), Ratio(1, 2)) is None


@pytest.mark.parametrize(
    ("notation", "pools"),
    [
        ("d20 + d4 (10)", ["d20", "d20 + d4", "d20 + 2d4"]),
        ("d6 + d4 + d8 (3)", ["d8", "d8 + d6", "d8 + d6 + d4", "d8 + d6 + 2d4"]),
        ("d6 adv + d8 dis (3)", ["d6 adv", "d6 adv + d8 dis", "d6 adv + 2d8 dis"]),
        ("d6 + d6 (9)", ["d6", "2d6", "3d6"]),
    ],
)
def test_pools_begin_with_the_strongest_dice_and_grow_by_the_weakest(notation: str, pools: list[str]) -> None:
    terms, rest = notation.split(" (")
    for order in permutations(terms.split(" + ")):
        test = GENERAL.parse(f"{' + '.join(order)} ({rest}", {})
        sized = [CHANCES.with_dice(test, dice) for dice in range(1, len(pools) + 1)]
        counted, named = zip(*(CHANCES.pool_called(one).split(": ") for one in sized), strict=True)
        assert [int(words.split()[0]) for words in counted] == list(range(1, len(pools) + 1))
        assert [sorted(dice.split(" + ")) for dice in named] == [sorted(pool.split(" + ")) for pool in pools]
        assert [sum(one.role == "attribute" for one in pool.dice) for pool in sized] == [1] * len(pools)
        for one in sized:
            assert GENERAL.parse(GENERAL.write(one), {}) == one


def test_no_pool_is_larger_than_can_be_written() -> None:
    sizes = CHANCES.sizes(GENERAL.parse("d20 + d4 (10)", {}))
    assert sizes[0] == 1
    largest = CHANCES.with_dice(GENERAL.parse("d20 + d4 (10)", {}), sizes[-1])
    assert len(GENERAL.write(largest)) <= 200 < len(f"{GENERAL.write(largest)} + d4")


def test_the_smallest_pool_of_a_save_is_one_that_a_save_can_have() -> None:
    save = GENERAL.parse("save Will d6 + level 1 + bonus d4 (10)", {})
    assert smallest_pool(CHANCES, save, Ratio(1, 5)) == 3
    assert smallest_pool(CHANCES, save, Ratio(4, 5)) is None
    for notation in ("save Will d6 (10)", "save Will d6 + bonus d6 (10)", "save Will d6 + level 2 (10)"):
        dice = CHANCES.with_dice(GENERAL.parse(notation, {}), 7).dice
        assert sorted(one.role for one in dice) == ["attribute", "bonus", "combat"]
    with_actions = GENERAL.parse("save Will d6 + bonus d4 (10)", {"saves_add_actions": "on"})
    assert len(CHANCES.with_dice(with_actions, 7).dice) == 7


def best_policy(dice: Sequence[oracle.Die], values: tuple[int, ...], needed: int, rerolls: int) -> Fraction:
    """The best chance over every way to choose dice again and again, found by trying all of them."""
    shown = [[oracle.die_value(die, way) for way in oracle.die_ways(die)] for die in dice]

    @cache
    def chance(lying: tuple[int, ...], left: int) -> Fraction:
        now = Fraction(sum(lying) >= needed)
        return max([now, *(after(lying, places, left) for places in sets)]) if left else now

    def after(lying: tuple[int, ...], places: tuple[int, ...], left: int) -> Fraction:
        ways = list(product(*(shown[place] for place in places)))
        found = Fraction(0)
        for way in ways:
            then = list(lying)
            for place, value in zip(places, way, strict=True):
                then[place] = value
            found += chance(tuple(then), left - 1)
        return found / len(ways)

    sets = [places for size in range(1, len(dice) + 1) for places in combinations(range(len(dice)), size)]
    return chance(values, rerolls)


def any_throw(test: Test, data: st.DataObject) -> tuple[oracle.Way, Roll]:
    """Any way for the dice of a test to fall, and that roll."""
    way = tuple(data.draw(st.sampled_from(oracle.die_ways(die))) for die in oracle_dice(test))
    return way, GENERAL.replay(test, (way,))


SMALL = st.lists(
    st.builds(PoolDie, st.sampled_from([4, 6]), st.just("other"), st.just(""), st.booleans(), st.booleans()),
    min_size=1,
    max_size=3,
)


@settings(max_examples=60)
@given(SMALL, st.integers(1, 16), st.integers(0, 2), st.data())
def test_the_best_advice_is_the_best_policy(
    dice: list[PoolDie], needed: int, rerolls: int, data: st.DataObject
) -> None:
    test = Test((PoolDie(dice[0].sides, "attribute"), *dice[1:]), needed, rerolls=rerolls)
    ways, roll = any_throw(test, data)
    values = tuple(oracle.die_value(die, way) for die, way in zip(oracle_dice(test), ways, strict=True))
    best, *others = CHANCES.advice(test, roll)
    assert fraction(best.chances["success"]) == best_policy(oracle_dice(test), values, needed, rerolls)
    assert NOTHING in [one.option for one in (best, *others)]
    assert all(one.chances["success"] < best.chances["success"] or one.cost >= best.cost for one in others)


@given(SMALL, st.integers(1, 16), st.data())
def test_advice_on_one_reroll_says_the_chance_of_its_own_dice(
    dice: list[PoolDie], needed: int, data: st.DataObject
) -> None:
    test = Test((PoolDie(dice[0].sides, "attribute"), *dice[1:]), needed, rerolls=1)
    ways, roll = any_throw(test, data)
    for one in CHANCES.advice(test, roll):
        if one.option == NOTHING:
            continue
        assert GENERAL.pick(test, roll, Pick(one.option, one.places)).picks
        fresh = [oracle_dice(test)[place] for place in one.places]
        kept = sum(
            oracle.die_value(die, way)
            for place, (die, way) in enumerate(zip(oracle_dice(test), ways, strict=True))
            if place not in one.places
        )
        chances = oracle.totals(fresh)
        assert fraction(one.chances["success"]) == sum(
            (chance for value, chance in chances.items() if value + kept >= needed), Fraction(0)
        )


@pytest.mark.parametrize("notation", ["d6 + d6 (11) reroll 1", "d8 + d6 + d6 (15) reroll 2", "d6 + d6 (11) reroll 3"])
def test_the_chance_of_chosen_dice_is_that_of_advice_on_them(notation: str) -> None:
    test = GENERAL.parse(notation, {})
    roll = GENERAL.replay(test, ((((2,), (3,), (5,))[: len(test.dice)]),))
    for one in CHANCES.advice(test, roll):
        if one.places:
            assert CHANCES.after_pick(test, roll, Pick(one.option, one.places)) == one.chances["success"]
    worse = CHANCES.after_pick(test, roll, Pick("reroll", (len(test.dice) - 1,)))
    assert worse is not None
    assert worse < CHANCES.advice(test, roll)[0].chances["success"]


@given(SMALL, st.integers(1, 16), st.data())
def test_advice_on_one_reroll_has_the_best_dice_of_every_number(
    dice: list[PoolDie], needed: int, data: st.DataObject
) -> None:
    test = Test((PoolDie(dice[0].sides, "attribute"), *dice[1:]), needed, rerolls=1)
    _, roll = any_throw(test, data)
    best: dict[int, Fraction] = {}
    for size in range(1, len(dice) + 1):
        for places in combinations(range(len(dice)), size):
            chance = CHANCES.after_pick(test, roll, Pick("reroll", places))
            assert chance is not None
            best[size] = max(best.get(size, Fraction(0)), fraction(chance))
    found = {len(one.places): one.chances["success"] for one in CHANCES.advice(test, roll) if one.option != NOTHING}
    assert {size: fraction(chance) for size, chance in found.items()} == best


@pytest.mark.parametrize(
    ("notation", "faces", "dice", "places", "chance"),
    [
        ("d4 + d4 + d20 (25) reroll 1", "1,4,19", 2, (0, 1), "3/8"),
        ("d8 + d6 adv (9) reroll 1", "6,6>4", 1, (1,), "8/9"),
        (
            " + ".join(f"d{sides}" for sides in (4, 6, 8, 10, 12, 20) for _ in range(3)) + " (150) reroll 1",
            "1,3,3,5,5,5,7,7,7,9,9,9,11,11,11,8,19,19",
            1,
            (0,),
            "3/4",
        ),
    ],
)
def test_the_best_dice_of_a_number_may_show_their_highest(
    notation: str, faces: str, dice: int, places: tuple[int, ...], chance: str
) -> None:
    test = GENERAL.parse(notation, {})
    (found,) = (one for one in CHANCES.advice(test, GENERAL.replay(test, read_faces(faces))) if len(one.places) == dice)
    assert (found.places, found.chances["success"].exact) == (places, chance)


def kinds_of_dice(kinds: int) -> tuple[Test, Roll]:
    every = [f"d{sides}{mode}" for mode in ("", " adv", " dis") for sides in (4, 6, 8, 10, 12, 20)][:kinds]
    test = GENERAL.parse(f"{' + '.join(every)} (80) reroll 1", {})
    return test, GENERAL.replay(test, (tuple((2,) * (1 + (" " in die)) for die in every),))


def test_of_thirteen_different_dice_every_set_is_weighed() -> None:
    leaving, *rerolls = sorted(CHANCES.advice(*kinds_of_dice(13)), key=lambda one: len(one.places))
    assert [len(one.places) for one in rerolls] == [*range(1, 14)]
    assert {one.policy for one in (leaving, *rerolls)} == {""}


def test_of_more_different_dice_none_are_named_as_the_best() -> None:
    test, roll = kinds_of_dice(18)
    (reroll,) = (one for one in CHANCES.advice(test, roll) if one.option != NOTHING)
    assert (reroll.places, reroll.policy) == ((), UNKNOWN)
    assert reroll.chances["success"] == CHANCES.main(test)
    assert CHANCES.after_pick(test, roll, Pick("reroll", (0,))) is None


def test_with_another_reroll_to_come_all_six_dice_are_better_than_one() -> None:
    test = GENERAL.parse("d6 + d6 + d6 + d6 + d6 + d6 (26) reroll 2", {})
    advice = CHANCES.advice(test, GENERAL.replay(test, read_faces("1,4,4,4,4,4")))
    assert [len(one.places) for one in advice] == [6, 5, 4, 3, 2, 1, 0]
    assert advice[0].chances["success"] == Ratio(2669861, 5038848)
    assert advice[5].chances["success"] == Ratio(1, 3)


def test_where_rerolls_cannot_be_planned_no_dice_are_named_as_the_best() -> None:
    notation = "d20 + d20 + d20 + d12 (60) reroll"
    roll = GENERAL.replay(GENERAL.parse(f"{notation} 3", {}), read_faces("2,3,4,5"))
    alone = CHANCES.advice(GENERAL.parse(f"{notation} 1", {}), roll)[0]
    first, second = CHANCES.advice(GENERAL.parse(f"{notation} 3", {}), roll)
    assert (first.option, first.places, first.policy) == ("reroll", (), UNKNOWN)
    assert first.chances == alone.chances
    assert second.option == NOTHING
    planned = GENERAL.parse("d6 + d6 (11) reroll 3", {})
    assert "2 more times" in CHANCES.advice(planned, GENERAL.replay(planned, read_faces("2,3")))[0].policy


def test_no_advice_on_dice_that_are_still_to_be_thrown() -> None:
    test = GENERAL.parse("d6 (4)", {})
    with pytest.raises(RulesError):
        GENERAL.replay(test, ())
