"""The odds of Step Die against whole enumeration, icepool, and every policy of spending tried out."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given, settings

from pyrules.__main__ import main
from pyrules.core.engine import chances_of
from pyrules.core.faces import read_faces
from pyrules.core.odds import NOTHING, Value, smallest_pool, what_ifs
from pyrules.core.ratio import Ratio
from pyrules.core.roll import MOST_DICE, Pick
from pyrules.systems.stepdie import STEPDIE
from pyrules.systems.stepdie.model import Test
from tests.exact import fraction, rows
from tests.systems.stepdie import oracle, strategies as strategies_stepdie
from tests.systems.stepdie.policies import events_by_name

CHANCES = chances_of(STEPDIE)
EVENTS = ("success", "highest", "lowest", "complication", "catastrophic")
HITS = ("five_or_six", "five_or_more")


def rows_of(test: Test, name: str) -> dict[Value, Fraction]:
    return rows(CHANCES.odds(test).distributions[name])


@pytest.mark.parametrize("awards", ["after_spending", "before_spending"])
@pytest.mark.parametrize("hit", HITS)
@pytest.mark.parametrize("step", [6, 8, 10, 12])
@pytest.mark.parametrize("d6s", [1, 2, 3])
def test_every_way_small_pools_can_fall(d6s: int, step: int, hit: str, awards: str) -> None:
    difficulty = d6s
    test = STEPDIE.parse(f"{d6s}d6 + d{step} ({difficulty})", {"hit": hit, "awards": awards})
    ways = [oracle.result(d6, die, difficulty, high=hit == HITS[1]) for d6, die in oracle.every_way(d6s, step)]
    found = CHANCES.odds(test)
    counted = {name: sum(events_by_name(way, difficulty)[name] for way in ways) for name in EVENTS}
    assert {name: fraction(chance) for name, chance in found.events.items()} == {
        name: Fraction(times, len(ways)) for name, times in counted.items()
    }
    assert fraction(CHANCES.main(test)) == Fraction(counted["success"], len(ways))
    hits = Counter(way.hits for way in ways)
    assert rows_of(test, "hits") == {value: Fraction(times, len(ways)) for value, times in hits.items()}
    assert rows_of(test, "margin") == {value - difficulty: Fraction(times, len(ways)) for value, times in hits.items()}
    degrees = Counter(way.degree for way in ways)
    assert rows_of(test, "degree") == {degree: Fraction(times, len(ways)) for degree, times in degrees.items()}
    assert {name: fraction(mean) for name, mean in found.means.items()} == {
        "hits": Fraction(sum(way.hits for way in ways), len(ways)),
        "margin": Fraction(sum(way.hits - difficulty for way in ways), len(ways)),
        "player_ip": Fraction(sum(way.player for way in ways), len(ways)),
        "gm_ip": Fraction(sum(way.gm for way in ways), len(ways)),
        "complications": Fraction(sum(way.complications for way in ways), len(ways)),
    }


@pytest.mark.parametrize(("d6s", "step"), [(6, 6), (10, 12), (20, 10)])
def test_middling_pools_beside_icepool(d6s: int, step: int) -> None:
    test = STEPDIE.parse(f"{d6s}d6 + d{step} (4)", {})
    die = icepool.d(step)
    peer = d6s @ (icepool.d6 >= 5) + icepool.Die([5 <= face <= 6 for face in range(1, step + 1)])
    assert rows_of(test, "hits") == {hits: Fraction(times, peer.denominator()) for hits, times in peer.items()}
    found = CHANCES.odds(test).events
    for name, ranks in (
        ("highest", die > icepool.d6.highest(d6s)),
        ("lowest", die < icepool.d6.lowest(d6s)),
    ):
        assert fraction(found[name]) == Fraction(ranks.quantity(True), ranks.denominator()), name


@pytest.mark.parametrize(("d6s", "step"), [(7, 12), (20, 8), (30, 6)])
def test_hits_and_the_step_die_together_die_by_die(d6s: int, step: int) -> None:
    pool = Counter({(0, 7, 0): 1})
    for _ in range(d6s):
        added: Counter[tuple[int, int, int]] = Counter()
        for (hits, low, high), times in pool.items():
            for face in range(1, 7):
                added[hits + (face > 4), min(low, face), max(high, face)] += times
        pool = added
    counted: Counter[str] = Counter()
    for ((hits, low, high), times), face in product(pool.items(), range(1, step + 1)):
        if not hits + (face in {5, 6}):
            counted["catastrophic"] += times
        if face < 3 or not hits + (face in {5, 6}):
            counted["complication"] += times
        counted["highest"] += times * (face > high)
        counted["lowest"] += times * (face < low)
    ways = step * 6**d6s
    found = CHANCES.odds(STEPDIE.parse(f"{d6s}d6 + d{step} (3)", {})).events
    assert {name: fraction(found[name]) for name in counted} == {
        name: Fraction(times, ways) for name, times in counted.items()
    }


def dice(test: Test) -> int:
    return test.points + test.trait + test.gear + test.situation


@settings(max_examples=50, deadline=None)
@given(strategies_stepdie.tests_of())
def test_what_ifs_move_the_right_way_and_can_be_written(test: Test) -> None:
    assert sum(rows_of(test, "hits").values()) == 1
    found = CHANCES.odds(test)
    assert found.events["success"] == CHANCES.main(test)
    for name in ("highest", "lowest", "complication", "catastrophic"):
        assert 0 <= fraction(found.events[name]) <= 1
    for one in what_ifs(CHANCES, test):
        assert STEPDIE.parse(STEPDIE.write(one.test), STEPDIE.house_rules(test)) == one.test
        other = one.test
        if other.step != test.step:
            helps = (other.step < test.step) == (test.settings.hit == HITS[0])
        else:
            helps = other.difficulty < test.difficulty or dice(other) > dice(test)
        assert one.change.numerator >= 0 if helps else one.change.numerator <= 0, one.label


@pytest.mark.parametrize(
    ("notation", "labels"),
    [
        (
            "5d6 + d10 (3)",
            "Points spent 6, Points spent 4, Step Die d6, Step Die d8, Step Die d12, Difficulty 4, Difficulty 2",
        ),
        ("1 + 2 trait + d6 (1)", "Points spent 2, Step Die d8, Step Die d10, Step Die d12, Trait 1, Difficulty 2"),
        ("100d6 + d12 (10000)", "Points spent 99, Step Die d6, Step Die d8, Step Die d10, Difficulty 9999"),
    ],
)
def test_the_what_ifs_keep_within_the_bounds_of_the_form(notation: str, labels: str) -> None:
    notation = notation.replace("1 +", "1 Agility +")
    assert ", ".join(label for label, _ in CHANCES.variants(STEPDIE.parse(notation, {}))) == labels


def test_the_smallest_pool() -> None:
    test = STEPDIE.parse("2 Agility + 2 trait + d10 (3)", {})
    fewest = smallest_pool(CHANCES, test, Ratio(4, 5))
    assert fewest is not None
    chances = [fraction(CHANCES.main(STEPDIE.parse(f"{dice}d6 + d10 (3)", {}))) for dice in range(1, MOST_DICE + 1)]
    assert chances == sorted(chances)
    assert chances[fewest - 2] < Fraction(4, 5) <= chances[fewest - 1]
    assert smallest_pool(CHANCES, STEPDIE.parse("1d6 + d6 (102)", {}), Ratio(1, 10**99)) is None


def test_no_luck_for_more_hits_than_the_roll_itself_can_show() -> None:
    test = STEPDIE.parse("1d6 + d6 (3)", {})
    roll = STEPDIE.replay(test, read_faces("5,6,5"), (Pick("add"),))
    assert CHANCES.luck(test, STEPDIE.judge(test, roll).outcome) is None


def test_the_command_line_prints_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    told = ["odds", "stepdie", "1d6 + d6 (1) ip 1", "--dice", "1,3", "--set", "awards=after the spending", "--json"]
    assert main(told) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert {name: chance["exact"] for name, chance in report["events"].items()} == {
        "success": "5/9",
        "highest": "5/12",
        "lowest": "5/12",
        "complication": "5/9",
        "catastrophic": "4/9",
    }
    assert {name: [row[:2] for row in rows] for name, rows in report["distributions"].items()} == {
        "hits": [[0, "4/9"], [1, "4/9"], [2, "1/9"]],
        "margin": [[-1, "4/9"], [0, "4/9"], [1, "1/9"]],
        "degree": [["catastrophic failure", "4/9"], ["success", "4/9"], ["solid success", "1/9"]],
    }
    assert report["means"]["complications"] == {"exact": "7/9", "value": 7 / 9}
    assert [(one["option"], one["cost"], one["event"], one["exact"]) for one in report["advice"]] == [
        *(("reroll", 1, name, exact) for name, exact in zip(EVENTS, ["1/3", "5/6", "0/1", "2/3", "2/3"], strict=True)),
        *((NOTHING, 0, name, exact) for name, exact in zip(EVENTS, ["0/1", "1/1", "0/1", "1/1", "1/1"], strict=True)),
    ]


def test_expected_ip_and_complications_are_printed_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "stepdie", "5d6 + d10 (3)"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    start = lines.index(["mean", "of"])
    assert lines[start + 1 : start + 4] == [
        ["player_ip", "0.457", "11843/25920"],
        ["gm_ip", "0.057", "295/5184"],
        ["complications", "0.305", "371/1215"],
    ]
