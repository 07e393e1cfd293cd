"""The odds of Step Die against whole enumeration, icepool, and every policy of spending tried out."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given, settings, strategies as st

from pyrules.__main__ import main
from pyrules.core.faces import read_faces
from pyrules.core.odds import NEVER, NOTHING, Advice, Ratio, smallest_pool, what_ifs
from pyrules.core.roll import MOST_DICE, Pick, Roll
from pyrules.systems.stepdie import STEPDIE
from pyrules.systems.stepdie.model import Test
from tests import oracle_stepdie as oracle, strategies_stepdie

CHANCES = STEPDIE.chances
EVENTS = ("success", "highest", "lowest", "complication", "catastrophic")
KEPT_BACK = "in the end buy a partial success if it has failed"
HITS = ("exactly 5-6", "5 or more")


def fraction(ratio: Ratio) -> Fraction:
    return Fraction(ratio.numerator, ratio.denominator)


def rows(test: Test, name: str) -> dict[object, Fraction]:
    found = CHANCES.odds(test).distributions[name]
    assert sum(weight for _, weight in found.rows) == found.total
    return {value: Fraction(weight, found.total) for value, weight in found.rows}


def happened(found: oracle.Result, difficulty: int, *, bought: bool = False) -> dict[str, bool]:
    return {
        "success": found.hits >= difficulty,
        "highest": found.place == "highest",
        "lowest": found.place == "lowest",
        "complication": found.complications + bought > 0,
        "catastrophic": found.hits == 0,
    }


@pytest.mark.parametrize("hit", HITS)
@pytest.mark.parametrize("step", [6, 8, 10, 12])
@pytest.mark.parametrize("d6s", [1, 2, 3, 4])
def test_every_way_small_pools_can_fall(d6s: int, step: int, hit: str) -> None:
    difficulty = d6s
    test = STEPDIE.parse(f"{d6s}d6 + d{step} ({difficulty})", {"hit": hit})
    ways = [oracle.result(d6, die, difficulty, high=hit == HITS[1]) for d6, die in oracle.every_way(d6s, step)]
    found = CHANCES.odds(test)
    counted = {name: sum(happened(way, difficulty)[name] for way in ways) for name in EVENTS}
    assert {name: fraction(chance) for name, chance in found.events.items()} == {
        name: Fraction(times, len(ways)) for name, times in counted.items()
    }
    assert fraction(CHANCES.main(test)) == Fraction(counted["success"], len(ways))
    hits = Counter(way.hits for way in ways)
    assert rows(test, "hits") == {value: Fraction(times, len(ways)) for value, times in hits.items()}
    assert rows(test, "margin") == {value - difficulty: Fraction(times, len(ways)) for value, times in hits.items()}
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
    assert rows(test, "hits") == {hits: Fraction(times, peer.denominator()) for hits, times in peer.items()}
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


@settings(max_examples=50, deadline=None)
@given(strategies_stepdie.tests_of())
def test_what_ifs_move_the_right_way_and_can_be_written(test: Test) -> None:
    assert sum(rows(test, "hits").values()) == 1
    found = CHANCES.odds(test)
    assert found.events["success"] == CHANCES.main(test)
    for name in ("highest", "lowest", "complication", "catastrophic"):
        assert 0 <= fraction(found.events[name]) <= 1
    dice = test.points + test.trait + test.gear + test.situation
    for one in what_ifs(CHANCES, test):
        assert STEPDIE.parse(STEPDIE.write(one.test), STEPDIE.house_rules(test)) == one.test
        words = one.label.split()
        if words[0] == "Difficulty":
            helps = int(words[1]) < test.difficulty
        elif words[0] == "Step":
            helps = (int(words[2].removeprefix("d")) < test.step) == (test.settings.hit == HITS[0])
        else:
            helps = int(one.label.removesuffix("d6")) > dice
        assert one.change.numerator >= 0 if helps else one.change.numerator <= 0, one.label


@pytest.mark.parametrize(
    ("notation", "labels"),
    [
        ("5d6 + d10 (3)", "6d6, 4d6, Step Die d6, Step Die d8, Step Die d12, Difficulty 4, Difficulty 2"),
        ("1 + 2 trait + d6 (1)", "4d6, Step Die d8, Step Die d10, Step Die d12, Difficulty 2"),
        ("100d6 + d12 (10000)", "99d6, Step Die d6, Step Die d8, Step Die d10, Difficulty 9999"),
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


@pytest.mark.parametrize(
    ("faces", "at_least", "at_most"), [("1,1", "1/1", "4/9"), ("5,1", "5/9", "8/9"), ("5,6", "1/9", "1/1")]
)
def test_luck(faces: str, at_least: str, at_most: str) -> None:
    test = STEPDIE.parse("1d6 + d6 (1)", {})
    luck = CHANCES.luck(test, STEPDIE.judge(test, STEPDIE.replay(test, read_faces(faces))).outcome)
    assert luck is not None
    assert (luck.at_least.exact, luck.at_most.exact) == (at_least, at_most)


def test_no_luck_for_more_hits_than_the_roll_itself_can_show() -> None:
    test = STEPDIE.parse("1d6 + d6 (3)", {})
    roll = STEPDIE.replay(test, read_faces("5,6,5"), (Pick("add"),))
    assert CHANCES.luck(test, STEPDIE.judge(test, roll).outcome) is None


class Policies:
    """Every way to spend IP on dice that lie there, tried out by the text: what may be bought, and what it brings."""

    def __init__(self, d6s: tuple[int, ...], sides: int, difficulty: int, *, high: bool) -> None:
        self.d6s, self.sides, self.difficulty, self.high = d6s, sides, difficulty, high

    def events(self, step: int, added: int, *, bought: bool) -> dict[str, bool]:
        found = oracle.result(self.d6s, step, self.difficulty, (6,) * added, high=self.high)
        return happened(found, self.difficulty, bought=bought)

    def best(self, wanted: Callable[[dict[str, bool], bool], Fraction], left: int, step: int) -> dict[str, Fraction]:
        """The best mean of what is wanted: by what is bought first, or nothing, when all that follows is best."""

        @cache
        def first(left: int, step: int, added: int, bought: bool) -> dict[str, Fraction]:
            events = self.events(step, added, bought=bought)
            found = {NOTHING: wanted(events, bought)}
            if left >= 1:
                worths = [onward(left - 1, face, added, bought) for face in range(1, self.sides + 1)]
                found["reroll"] = sum(worths, Fraction(0)) / self.sides
            if left >= 2:
                hit, miss = onward(left - 2, step, added + 1, bought), onward(left - 2, step, added, bought)
                found["add"] = (hit + 2 * miss) / 3
            if left >= 3 and not events["success"] and not bought:
                found["partial"] = onward(left - 3, step, added, True)
            return found

        def onward(left: int, step: int, added: int, bought: bool) -> Fraction:
            return max(first(left, step, added, bought).values())

        return first(left, step, 0, False)


def lying(draw: st.DataObject, most_ip: int) -> tuple[Test, Roll, Policies, tuple[int, int]]:
    """Dice on the table with IP to spend on them: the test, the roll, all policies, and the IP and Step Die's face."""
    d6s = tuple(draw.draw(st.lists(st.integers(1, 6), min_size=1, max_size=4)))
    sides = draw.draw(st.sampled_from([6, 8, 10, 12]))
    step = draw.draw(st.integers(1, sides))
    hit = draw.draw(st.sampled_from(HITS))
    difficulty = draw.draw(st.integers(1, len(d6s) + 3))
    left = draw.draw(st.integers(0, most_ip))
    test = STEPDIE.parse(f"{len(d6s)}d6 + d{sides} ({difficulty}) ip {left}", {"hit": hit, "player_ip_most": 9})
    roll = STEPDIE.replay(test, (tuple((face,) for face in (*d6s, step)),))
    return test, roll, Policies(d6s, sides, difficulty, high=hit == HITS[1]), (left, step)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_the_best_advice_on_every_event_is_the_best_policy(data: st.DataObject) -> None:
    test, roll, policies, (left, step) = lying(data, 6)
    advice = CHANCES.advice(test, roll)
    for name in EVENTS:
        good = name in {"success", "highest"}

        def wanted(events: dict[str, bool], _: bool, name: str = name, good: bool = good) -> Fraction:
            return Fraction(events[name] is good)

        chances = [fraction(one.chances[name]) for one in advice]
        found = max(policies.best(wanted, left, step).values())
        assert (max(chances) if good else 1 - min(chances)) == found, name


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_every_first_purchase_leads_as_far_as_it_can(data: st.DataObject) -> None:
    test, roll, policies, (left, step) = lying(data, 7)
    best: dict[str, Fraction] = {}
    for one in CHANCES.advice(test, roll):
        best[one.option] = max(best.get(one.option, Fraction(0)), fraction(one.chances["success"]))
    found = policies.best(lambda events, _: Fraction(events["success"]), left, step)
    assert set(best) == set(found)
    assert best[NOTHING] == found[NOTHING]
    if not best[NOTHING]:
        assert best["reroll"] == found["reroll"] if left else "reroll" not in best
        assert best["add"] == found["add"] if left > 1 else "add" not in best
        assert best.get("partial", Fraction(0)) <= found.get("partial", Fraction(0))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_purchase_alone_is_counted_face_by_face(data: st.DataObject) -> None:
    test, roll, policies, (_, step) = lying(data, 4)
    alone = {one.option: one for one in CHANCES.advice(test, roll) if not one.policy}
    sides = range(1, test.step + 1)
    expected = {
        NOTHING: [policies.events(step, 0, bought=False)],
        "reroll": [policies.events(face, 0, bought=False) for face in sides],
        "add": [policies.events(step, int(face > 4), bought=False) for face in range(1, 7)],
        "partial": [policies.events(step, 0, bought=True)],
    }
    assert set(alone) == {NOTHING, *(option.id for option in STEPDIE.options(test, roll))}
    for option, one in alone.items():
        assert {name: fraction(chance) for name, chance in one.chances.items()} == {
            name: Fraction(sum(way[name] for way in expected[option]), len(expected[option])) for name in EVENTS
        }
        assert one.cost == {NOTHING: 0, "reroll": 1, "add": 2, "partial": 3}[option]
        assert one.counter == ("player_ip" if one.cost else "")
    chances = [fraction(one.chances["success"]) for one in CHANCES.advice(test, roll)]
    assert chances == sorted(chances, reverse=True)


def after(test: Test, roll: Roll) -> Iterator[Roll]:
    """Every way the dice that are asked for can fall."""
    (throw,) = STEPDIE.pending(test, roll).throws
    for face in range(1, throw.sides + 1):
        yield roll.after(throw, (face,))


@pytest.mark.parametrize(
    ("notation", "faces"),
    [
        ("3d6 + d6 (3) ip 4", "5,2,1,1"),
        ("2d6 + d6 (2) ip 4", "1,3,2"),
        ("2d6 + d8 (1) ip 4", "1,3,8"),
        ("1d6 + d12 (2) ip 3", "6,1"),
        ("1d6 + d6 (3) ip 5", "6,1"),
    ],
)
def test_following_the_best_advice_brings_what_it_promises(notation: str, faces: str) -> None:
    test = STEPDIE.parse(notation, {})

    def followed(roll: Roll) -> Fraction:
        best = CHANCES.advice(test, roll)[0]
        if best.option == NOTHING:
            return fraction(best.chances["success"])
        rolls = list(after(test, STEPDIE.pick(test, roll, Pick(best.option))))
        return sum(map(followed, rolls), Fraction(0)) / len(rolls)

    roll = STEPDIE.replay(test, read_faces(faces))
    best = CHANCES.advice(test, roll)[0]
    assert best.option != NOTHING
    assert followed(roll) == fraction(best.chances["success"]) > 0


def told(advice: tuple[Advice, ...], words: str) -> list[Advice]:
    return [one for one in advice if words in one.policy]


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_ip_kept_back_for_a_partial_success_leave_the_best_chance_there_is(data: st.DataObject) -> None:
    test, roll, policies, (left, step) = lying(data, 7)
    found = policies.best(
        lambda events, bought: Fraction(2**40 * (events["success"] or bought) + events["success"]), left, step
    )
    best = max(found.values()) - 2**40
    kept = told(CHANCES.advice(test, roll), "partial success")
    if found[NOTHING] or left < 4 or best <= 0:
        assert not kept
    else:
        (one,) = kept
        assert fraction(one.chances["success"]) == best
        assert fraction(one.chances["complication"]) >= 1 - best
        assert one.policy.endswith(f"; {KEPT_BACK}")


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_the_plan_for_success_costs_as_little_as_it_can(data: st.DataObject) -> None:
    test, roll, policies, (left, step) = lying(data, 6)
    advice = CHANCES.advice(test, roll)
    spending = {one.option: one.policy for one in told(advice, "until it succeeds") if "partial" not in one.policy}

    @cache
    def priced(left: int, step: int, added: int) -> tuple[Fraction, Fraction]:
        success = Fraction(policies.events(step, added, bought=False)["success"])
        found = [(success, Fraction(0))]
        if not success and left:
            found.append(paid(1, [priced(left - 1, face, added) for face in range(1, test.step + 1)]))
        if not success and left > 1:
            found.append(paid(2, [priced(left - 2, step, added + (face > 4)) for face in range(1, 7)]))
        return max(found)

    def paid(cost: int, worths: list[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
        chance, spent = (sum(one, Fraction(0)) / len(worths) for one in zip(*worths, strict=True))
        return chance, spent - cost

    for option, policy in spending.items():
        chance, spent = (
            paid(1, [priced(left - 1, face, 0) for face in range(1, test.step + 1)])
            if option == "reroll"
            else paid(2, [priced(left - 2, step, int(face > 4)) for face in range(1, 7)])
        )
        assert f"; {float(-spent):.2f} IP on average" in policy
        assert chance in {fraction(one.chances["success"]) for one in told(advice, policy)}


def test_a_plan_names_what_follows_when_nothing_comes_of_it() -> None:
    test = STEPDIE.parse("5d6 + d10 (3) ip 5", {})
    advice = CHANCES.advice(test, STEPDIE.replay(test, read_faces("6,5,4,2,1,1")))
    assert [(one.option, one.cost, one.chances["success"].exact, one.policy) for one in advice[:3]] == [
        (
            "reroll",
            1,
            "2101/3125",
            "go on until it succeeds; while nothing comes of it reroll 4 times; 3.36 IP on average",
        ),
        (
            "add",
            2,
            "247/375",
            "go on until it succeeds; while nothing comes of it reroll 3 times; 3.63 IP on average",
        ),
        (
            "reroll",
            1,
            "9/25",
            f"go on until it succeeds; while nothing comes of it reroll; 1.80 IP on average; {KEPT_BACK}",
        ),
    ]
    short = STEPDIE.parse("1d6 + d12 (3) ip 3", {})
    plans = told(CHANCES.advice(short, STEPDIE.replay(short, read_faces("5,1"))), "until it succeeds")
    assert {one.policy.split("; ")[1] for one in plans} == {"stop if nothing comes of it"}


def test_only_ip_held_before_the_roll_count_and_those_spent_are_gone() -> None:
    test = STEPDIE.parse("1d6 + d6 (2) ip 5", {})
    thrown = STEPDIE.replay(test, read_faces("1,6>4,2"), (Pick("reroll"), Pick("add")))
    assert {one.option for one in CHANCES.advice(test, thrown)} == {NOTHING, "reroll", "add"}
    bought = STEPDIE.pick(test, STEPDIE.replay(test, read_faces("1,4")), Pick("partial"))
    for one in CHANCES.advice(test, bought):
        assert one.option in {NOTHING, "reroll", "add"}
        assert one.chances["complication"] == Ratio(1, 1)


def test_with_a_hundred_ip_advice_still_plans_to_the_last() -> None:
    test = STEPDIE.parse("1d6 + d6 (40) ip 100", {"player_ip_most": 100})
    roll = STEPDIE.replay(test, read_faces("1,1"))
    best = CHANCES.advice(test, roll)[0]
    assert best.option in {"reroll", "add"}
    assert NEVER < best.chances["success"] < Ratio(1, 10**6)


def test_the_command_line_prints_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "stepdie", "1d6 + d6 (1) ip 1", "--dice", "1,3", "--json"]) == 0
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
