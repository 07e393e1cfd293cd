"""The odds of Almond against whole enumeration, icepool, and what cannot be otherwise."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import assume, given, settings

from pyrules.__main__ import main
from pyrules.core.engine import chances_of
from pyrules.core.faces import read_faces
from pyrules.core.odds import NOTHING, Value, smallest_pool, what_ifs
from pyrules.core.ratio import NEVER, Ratio
from pyrules.core.roll import EMPTY
from pyrules.systems.almond import ALMOND, rules
from tests.exact import fraction, rows
from tests.systems.almond import oracle, strategies as strategies_almond

CHANCES = chances_of(ALMOND)
SMALL = [
    *[(f"{dice}d6 TN {tn}", tn, True) for dice in range(4) for tn in (2, 3, 5, 6, 7, 8, 12, 13, 14)],
    *[(f"{dice}d6 TN {tn} initiative", tn, False) for dice in range(4) for tn in (2, 4, 6, 7, 13)],
]


def successes_of(test: Any) -> dict[Value, Fraction]:
    return rows(CHANCES.odds(test).distributions["successes"])


@pytest.mark.parametrize(("notation", "tn", "sixes"), SMALL)
@pytest.mark.parametrize("needed", [1, 2])
@pytest.mark.parametrize("rolled", ["until_tn", "every_six"])
def test_every_way_small_pools_can_fall(notation: str, tn: int, sixes: bool, needed: int, rolled: str) -> None:
    test = ALMOND.parse(notation, {"successes_needed": needed, "sixes": rolled})
    successes: dict[object, Fraction] = {}
    passed = ones = Fraction(0)
    for way, chance in oracle.ways(test.dice, tn, sixes=sixes):
        good, passes, worse = oracle.verdict(way, tn, needed)
        successes[good] = successes.get(good, Fraction(0)) + chance
        passed += chance * passes
        ones += chance * worse
    found = CHANCES.odds(test)
    assert successes_of(test) == successes
    assert {name: fraction(chance) for name, chance in found.events.items()} == {"passed": passed, "all_ones": ones}
    assert fraction(CHANCES.main(test)) == passed
    mean = sum((Fraction(str(value)) * chance for value, chance in successes.items()), Fraction(0))
    assert fraction(found.means["successes"]) == mean
    assert found.main == "passed"


@pytest.mark.parametrize("order", ["sum", "highest"])
@pytest.mark.parametrize("dice", range(5))
def test_every_way_initiative_can_fall(dice: int, order: str) -> None:
    test = ALMOND.parse(f"{dice}d6 initiative", {"initiative_order": order})
    came, sixes = Counter[int](), 0
    for faces in product((1, 2, 3, 4, 5, 6), repeat=dice):
        came[sum(faces) if order == "sum" else max(faces, default=0)] += 1
        sixes += 6 in faces
    found = CHANCES.odds(test)
    assert rows(found.distributions["initiative"]) == {value: Fraction(ways, 6**dice) for value, ways in came.items()}
    assert fraction(found.means["initiative"]) == Fraction(sum(value * ways for value, ways in came.items()), 6**dice)
    assert {name: fraction(chance) for name, chance in found.events.items()} == {"six": Fraction(sixes, 6**dice)}
    assert found.forecast == f"initiative {found.means['initiative'].value:.1f} on average"


@pytest.mark.parametrize("dice", [8, 20])
@pytest.mark.parametrize("tn", [4, 7, 11, 12, 19])
def test_middling_pools_beside_icepool(dice: int, tn: int) -> None:
    die = icepool.d6.explode(depth=tn // 6 + 1) >= tn
    peer = dice @ die
    test = ALMOND.parse(f"{dice}d6 TN {tn}", {})
    assert successes_of(test) == {good: Fraction(weight, peer.denominator()) for good, weight in peer.items()}
    assert fraction(CHANCES.main(test)) == Fraction((peer >= 1).quantity(True), peer.denominator())


def test_modifiers_count_and_a_tn_is_never_below_two() -> None:
    assert successes_of(ALMOND.parse("5d6 TN 4 +1 -2d", {})) == successes_of(ALMOND.parse("3d6 TN 5", {}))
    assert successes_of(ALMOND.parse("2d6 TN 3 -9", {})) == successes_of(ALMOND.parse("2d6 TN 2", {}))


def test_without_dice_nothing_is_left_to_chance() -> None:
    test = ALMOND.parse("2d6 TN 4 -2d", {})
    found = CHANCES.odds(test)
    assert successes_of(test) == {0: 1}
    assert set(found.events.values()) == {NEVER}
    assert CHANCES.luck(test, ALMOND.judge(test, EMPTY).outcome) is None


def test_rows_rarer_than_any_float_are_told_as_one_exact_row() -> None:
    found = successes_of(ALMOND.parse("100d6 TN 500", {}))
    one = Fraction(5, 6**84)
    *before, last = found.items()
    number = int(str(last[0]).removesuffix("+"))
    assert [value for value, _ in before] == list(range(number))
    assert last == (f"{number}+", 1 - sum(chance for _, chance in before))
    assert found[1] == 100 * one * (1 - one) ** 99
    assert last[1] < Fraction(1, 2**1022) <= last[1] + before[-1][1]
    full = successes_of(ALMOND.parse("100d6 TN 12", {}))
    assert list(full) == list(range(101))
    assert full[100] == Fraction(1, 36**100)


@pytest.mark.parametrize("needed", [1, 2, 50, 51, 99, 100])
def test_needing_many_successes_is_the_tail_of_the_rows(needed: int) -> None:
    test = ALMOND.parse("100d6 TN 5", {"successes_needed": needed})
    tail = sum((chance for value, chance in successes_of(test).items() if int(str(value)) >= needed), Fraction(0))
    assert fraction(CHANCES.main(test)) == tail


@settings(max_examples=60, deadline=None)
@given(strategies_almond.tests_of())
def test_more_dice_never_hurt_and_a_higher_tn_never_helps(test: Any) -> None:
    assume(test.tn is not None)
    assert sum(successes_of(test).values()) == 1
    assert CHANCES.odds(test).events["passed"] == CHANCES.main(test)
    dice = rules.dicepool(test.dice, test.modifiers)
    tn = rules.target(test) or 0
    for one in what_ifs(CHANCES, test):
        assert ALMOND.parse(ALMOND.write(one.test), ALMOND.house_rules(test)) == one.test
        other = rules.target(one.test) or 0
        easier = other < tn or rules.dicepool(one.test.dice, one.test.modifiers) > dice
        assert one.change.numerator >= 0 if easier else one.change.numerator <= 0
        assert one.chance - CHANCES.main(test) == one.change


@pytest.mark.parametrize(
    ("notation", "labels"),
    [
        ("5d6 TN 4", ["Dice 6", "Dice 4", "Target Number 5", "Target Number 3"]),
        ("0d6 TN 2", ["Dice 1", "Target Number 3", "Target Number 1"]),
        ("1d6 TN 1", ["Dice 2", "Dice 0", "Target Number 2"]),
        ("100d6 TN 10000", ["Dice 99", "Target Number 9999"]),
        ("3d6 TN 9999 -9998", ["Dice 4", "Dice 2", "Target Number 10000", "Target Number 9998"]),
    ],
)
def test_the_what_ifs_keep_within_the_bounds_of_the_form(notation: str, labels: list[str]) -> None:
    assert sorted(dict(CHANCES.variants(ALMOND.parse(notation, {})))) == sorted(labels)


def test_what_ifs_that_would_be_too_long_to_write_are_left_out() -> None:
    test = ALMOND.parse(f"9d6 TN 9 + {'a' * 60} 1 + {'b' * 60} 1 + {'c' * 57} 1", {})
    assert len(ALMOND.write(test)) == 200
    assert "Dice 8" in dict(CHANCES.variants(test))
    assert "Dice 10" not in dict(CHANCES.variants(test))


def test_six_and_seven_are_equally_likely() -> None:
    changes = {one.label: one.change for one in what_ifs(CHANCES, ALMOND.parse("5d6 TN 7", {}))}
    assert "Target Number 6" not in changes
    assert changes["Target Number 8"] < NEVER


@pytest.mark.parametrize("changed", ["initiative", "+1", "-1"])
def test_the_odds_tell_six_from_seven_where_they_differ(changed: str) -> None:
    easier = {one.label: one.change for one in what_ifs(CHANCES, ALMOND.parse(f"5d6 Severe 7 {changed}", {}))}
    harder = {one.label: one.change for one in what_ifs(CHANCES, ALMOND.parse(f"5d6 Severe {changed}", {}))}
    assert harder["Target Number 7"] < NEVER < easier["Target Number 6"]


@pytest.mark.parametrize(("wanted", "dice"), [("1/2", 3), ("51/100", 4), ("4/5", 5), ("99/100", 9), ("1/1", None)])
def test_the_smallest_pool(wanted: str, dice: int | None) -> None:
    share = Fraction(wanted)
    test = ALMOND.parse("30d6 TN 4 -2d", {})
    assert smallest_pool(CHANCES, test, Ratio(share.numerator, share.denominator)) == dice
    for number in (1, 7, 100):
        assert CHANCES.with_dice(test, number) == ALMOND.parse(f"{number}d6 TN 4 -2d", {})


@pytest.mark.parametrize(
    ("notation", "faces", "passed", "ones"),
    [("2d6 TN 7", "1,6>1", 1, 0), ("2d6 TN 7", "1,1", 0, 1), ("2d6 TN 7", "1,5", 0, 0), ("0d6 TN 4", "", 0, 0)],
)
def test_nothing_can_be_done_after_the_roll(notation: str, faces: str, passed: int, ones: int) -> None:
    test = ALMOND.parse(notation, {})
    (advice,) = CHANCES.advice(test, ALMOND.replay(test, read_faces(faces)))
    assert (advice.option, advice.cost, advice.policy) == (NOTHING, 0, "")
    assert advice.chances == {"passed": Ratio(passed, 1), "all_ones": Ratio(ones, 1)}


def test_the_command_line_prints_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "almond", "2d6 TN 12", "--dice", "6>2,5", "--json"]) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert report["events"] == {
        "passed": {"exact": "71/1296", "p": 71 / 1296},
        "all_ones": {"exact": "1/36", "p": 1 / 36},
    }
    assert report["distributions"] == {
        "successes": [
            [0, "1225/1296", 1225 / 1296],
            [1, "35/648", 35 / 648],
            [2, "1/1296", 1 / 1296],
        ]
    }
    assert report["means"] == {"successes": {"exact": "1/18", "value": 1 / 18}}
    assert [(one["option"], one["event"], one["exact"]) for one in report["advice"]] == [
        ("nothing", "passed", "0/1"),
        ("nothing", "all_ones", "0/1"),
    ]
    assert main(["odds", "almond", "2d6 TN 12", "--dice", "6,5>1"]) == 2
    assert "die 2" in capsys.readouterr().err
