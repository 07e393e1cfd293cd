"""Moonwalk's odds: against every course of small tests, other ways to count larger ones, and what must always hold."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import assume, given, settings, strategies as st

from pyrules.core.faces import read_faces, seeded
from pyrules.core.odds import Distribution, Odds, Ratio, TooMuchWork, smallest_pool, what_ifs
from pyrules.core.roll import EMPTY
from pyrules.systems.moonwalk import MOONWALK
from pyrules.systems.moonwalk.intervals import MOST_SECONDS
from pyrules.systems.moonwalk.model import Basic, BasicOutcome, Extended, Opposed, Test
from pyrules.systems.moonwalk.rules import dicepool
from tests import oracle_moonwalk as oracle, strategies_moonwalk

CHANCES = MOONWALK.chances
TESTS = strategies_moonwalk.tests_of()
GLITCHES = ("more than half", "half or more", "off")
KINDS = {1: 1, 2: 3, 5: 2}
"""One face for each kind of face, and how many faces of a die are of that kind."""


def fraction(ratio: Ratio) -> Fraction:
    return Fraction(ratio.numerator, ratio.denominator)


def rows(distribution: Distribution) -> dict[int | str, Fraction]:
    return {value: Fraction(weight, distribution.total) for value, weight in distribution.rows}


def ways(rolls: Iterable[tuple[int, ...]], kinds: dict[int, int] = KINDS) -> Fraction:
    """The chance of these faces, told by kind."""
    chance = Fraction(1)
    for face in (face for roll in rolls for face in roll):
        chance *= Fraction(kinds[face], 6)
    return chance


def counted(outcomes: Iterable[tuple[dict[str, Any], Fraction]]) -> dict[str, dict[Any, Fraction]]:
    """The chances of the events and of every value of the outcomes."""
    found: dict[str, dict[Any, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for outcome, chance in outcomes:
        found["success"][outcome["success"]] += chance
        found["glitch"][outcome["glitch"] != "none"] += chance
        found["critical"][outcome["glitch"] == "critical"] += chance
        for name in ("hits", "kept", "rolls"):
            if name in outcome:
                found[name][outcome[name]] += chance
    return found


def check(odds: Odds, outcomes: Iterable[tuple[dict[str, Any], Fraction]]) -> None:
    expected = counted(outcomes)
    assert {name: fraction(chance) for name, chance in odds.events.items()} == {
        name: expected[name][True] for name in ("success", "glitch", "critical")
    }
    for name, distribution in odds.distributions.items():
        assert rows(distribution) == expected[name]
        assert fraction(odds.means[name]) == sum(value * chance for value, chance in expected[name].items())


def odds_of(notation: str, **house_rules: str) -> Odds:
    return CHANCES.odds(MOONWALK.parse(notation, house_rules))


def bracket(limit: int | None) -> str:
    return "" if limit is None else f"[{limit}]"


@pytest.mark.parametrize("rule", GLITCHES)
@pytest.mark.parametrize("dice", range(6))
def test_basic_tests_against_every_roll(dice: int, rule: str) -> None:
    for limit, threshold in product((None, 0, 1, 2, 3), (1, 2, 4)):
        rolls = product(KINDS, repeat=dice)
        outcomes = ((oracle.basic(faces, limit, threshold, rule), ways([faces])) for faces in rolls)
        check(odds_of(f"{dice} {bracket(limit)} ({threshold})", glitch=rule), outcomes)


@pytest.mark.parametrize("dice", range(4))
@pytest.mark.parametrize("defence", range(4))
def test_opposed_tests_against_every_roll(dice: int, defence: int) -> None:
    for limit, other in product((None, 0, 1, 2), (None, 0, 1)):
        rolls = product(product(KINDS, repeat=dice), product(KINDS, repeat=defence))
        outcomes = ((oracle.opposed(one, limit, two, other, GLITCHES[0]), ways([one, two])) for one, two in rolls)
        check(odds_of(f"{dice} {bracket(limit)} vs. {defence} {bracket(other)}"), outcomes)


@pytest.mark.parametrize("rule", GLITCHES)
@pytest.mark.parametrize("limit", [None, 0, 1, 2])
@pytest.mark.parametrize(("dice", "thresholds"), [(1, (1, 2)), (2, (1, 2, 3, 4)), (3, (1, 2, 3, 4, 6, 7))])
def test_extended_tests_against_every_course(
    dice: int, thresholds: tuple[int, ...], limit: int | None, rule: str
) -> None:
    for threshold in thresholds:
        courses = oracle.extended_courses(dice, limit, threshold, tuple(KINDS))
        outcomes = ((oracle.extended(rolls, dice, limit, threshold, rule), ways(rolls)) for rolls in courses)
        ended = ((outcome, chance) for outcome, chance in outcomes if outcome["state"] != "ongoing")
        check(odds_of(f"{dice} {bracket(limit)} ({threshold}, 2 hours) Extended Test", glitch=rule), ended)


@pytest.mark.parametrize("rule", GLITCHES)
@pytest.mark.parametrize(("dice", "most"), [(1, 9), (2, 8), (3, 7)])
def test_the_rule_of_six_against_every_short_roll(dice: int, most: int, rule: str) -> None:
    # A roll of `dice` dice with at most `most` in the end has fewer than `most - dice + 1` hits, or is counted here.
    kinds = {1: 1, 2: 3, 5: 1, 6: 1}
    rolls = [(faces, ways([faces], kinds)) for faces in oracle.with_sixes(dice, most, tuple(kinds))]
    for limit, threshold in product((None, 0, 1, 3), (1, 2, 4)):
        expected = counted((oracle.basic(faces, limit, threshold, rule), chance) for faces, chance in rolls)
        odds = odds_of(f"{dice} {bracket(limit)} ({threshold}) six", glitch=rule)
        whole = most - dice
        for hits, chance in rows(odds.distributions["hits"]).items():
            if isinstance(hits, int) and hits <= whole:
                assert chance == expected["hits"][hits]
        assert fraction(odds.events["success"]) == (
            0
            if limit is not None and limit < threshold
            else 1 - sum(expected["hits"][hits] for hits in range(threshold))
        )
        if most >= 2 * dice:
            assert fraction(odds.events["glitch"]) == expected["glitch"][True]
            assert fraction(odds.events["critical"]) == expected["critical"][True]
        if limit is not None:
            kept = rows(odds.distributions["kept"])
            for value in range(limit):
                assert kept.get(value, 0) == expected["kept"][value]
            assert kept.get(limit, 0) == 1 - sum(expected["kept"][value] for value in range(limit))


def six_by_six(dice: int, unlikely: Fraction) -> dict[tuple[int, int, int], Fraction]:
    """The chances of (dice, hits, ones) by the Rule of Six, die by die; what is unlikely is left out."""
    found: dict[tuple[int, int, int], Fraction] = defaultdict(Fraction)

    def throw(left: int, state: tuple[int, int, int], chance: Fraction) -> None:
        if chance < unlikely:
            return
        if not left:
            found[state] += chance
            return
        thrown, hits, ones = state
        throw(left - 1, (thrown + 1, hits, ones + 1), chance / 6)
        throw(left - 1, (thrown + 1, hits, ones), chance / 2)
        throw(left - 1, (thrown + 1, hits + 1, ones), chance / 6)
        throw(left, (thrown + 1, hits + 1, ones), chance / 6)

    throw(dice, (0, 0, 0), Fraction(1))
    return found


@pytest.mark.parametrize("limit", [None, 1, 3])
@pytest.mark.parametrize("rule", GLITCHES)
@pytest.mark.parametrize(("dice", "threshold"), [(1, 2), (2, 3), (3, 2)])
def test_extended_tests_with_the_rule_of_six(dice: int, threshold: int, rule: str, limit: int | None) -> None:
    unlikely = Fraction(1, 6**7)
    single = {pool: six_by_six(pool, unlikely) for pool in range(1, dice + 1)}
    found: dict[str, Fraction] = defaultdict(Fraction)

    def go_on(pool: int, total: int, worst: int, chance: Fraction) -> None:
        if total >= threshold or not pool:
            found["success"] += chance * (total >= threshold)
            found["glitch"] += chance * (worst >= 1)
            found["critical"] += chance * (worst == 2)
            found["all"] += chance
            return
        for (thrown, hits, ones), one in single[pool].items():
            many = {"off": False, "half or more": 2 * ones >= thrown, "more than half": 2 * ones > thrown}[rule]
            kept = hits if limit is None else min(hits, limit)
            go_on(pool - 1, total + kept, max(worst, many * (1 if hits else 2)), chance * one)

    go_on(dice, 0, 0, Fraction(1))
    odds = odds_of(f"{dice} {bracket(limit)} ({threshold}, 1 day) Extended Test six", glitch=rule)
    missing = 1 - found["all"]
    assert missing < Fraction(1, 500)
    for name in ("success", "glitch", "critical"):
        assert found[name] <= fraction(odds.events[name]) <= found[name] + missing


@pytest.mark.parametrize("dice", [12, 20, 30])
def test_middling_pools_agree_with_icepool(dice: int) -> None:
    hits = dice @ (icepool.d(6) >= 5).map({True: 1, False: 0})
    kept = hits.map(lambda number: min(number, 6))
    odds = odds_of(f"{dice} [6] (4)")
    for name, peer in (("hits", hits), ("kept", kept)):
        assert rows(odds.distributions[name]) == {value: peer.probability(value) for value in peer}
    assert fraction(odds.events["success"]) == kept.probability(">=", 4)
    ones = dice @ (icepool.d(6) == 1).map({True: 1, False: 0})
    assert fraction(odds.events["glitch"]) == ones.probability(">", dice // 2)
    defence = 9 @ (icepool.d(6) >= 5).map({True: 1, False: 0})
    assert fraction(odds_of(f"{dice} [6] vs. 9").events["success"]) == (kept - defence).probability(">=", 1)


@pytest.mark.parametrize(("dice", "limit", "threshold"), [(9, None, 14), (9, 2, 9), (8, 3, 24), (10, 9, 12), (7, 1, 7)])
def test_middling_extended_tests_roll_by_roll(dice: int, limit: int | None, threshold: int) -> None:
    totals = {0: Fraction(1)}
    rolls: dict[int, Fraction] = defaultdict(Fraction)
    success = Fraction(0)
    for number, pool in enumerate(range(dice, 0, -1), 1):
        one = pool @ (icepool.d(6) >= 5).map({True: 1, False: 0})
        after: dict[int, Fraction] = defaultdict(Fraction)
        for (total, chance), hits in product(totals.items(), one):
            after[total + (hits if limit is None else min(hits, limit))] += chance * one.probability(hits)
        done = sum(chance for total, chance in after.items() if total >= threshold)
        success += done
        totals = {total: chance for total, chance in after.items() if total < threshold}
        rolls[number] += done + (sum(totals.values()) if number == dice else 0)
    odds = odds_of(f"{dice} {bracket(limit)} ({threshold}, 1 hour) Extended Test", glitch="off")
    assert fraction(odds.events["success"]) == success
    assert rows(odds.distributions["rolls"]) == {number: chance for number, chance in rolls.items() if chance}


def test_many_hits_by_the_rule_of_six_add_up_to_their_mean() -> None:
    # By two ways of counting: hit by hit, and die by die.
    for dice, threshold in ((100, 40), (100, 10_000), (7, 3)):
        odds = odds_of(f"{dice} ({threshold}) six")
        assert odds.means["hits"] == Ratio(2 * dice, 5)
        open_row, weight = odds.distributions["hits"].rows[-1]
        assert isinstance(open_row, str)
        number = int(open_row.removesuffix("+"))
        assert fraction(odds_of(f"{dice} ({number}) six").events["success"]) == Fraction(
            weight, odds.distributions["hits"].total
        )
    limited = odds_of("7 [3] (2) six")
    kept = limited.distributions["kept"]
    assert limited.means["kept"] == kept.mean()
    assert odds_of("7 [60] (2) six").means["kept"] < Ratio(14, 5)


@pytest.mark.parametrize(
    ("notation", "house_rules", "hits", "success"),
    [
        ("11 (3) standard", {}, 2, 0),
        ("11 (3) standard", {"standard_result": "round up"}, 3, 1),
        ("12 [2] (3) standard six", {}, 3, 0),
        ("0 (1) standard", {}, 0, 0),
        ("3 - 5 (1)", {}, 0, 0),
        ("0 (1) six", {}, 0, 0),
        ("0 vs. 3", {"glitch": "half or more"}, 0, 0),
    ],
)
def test_what_is_certain(notation: str, house_rules: dict[str, str], hits: int, success: int) -> None:
    odds = odds_of(notation, **house_rules)
    assert rows(odds.distributions["hits"]) == {hits: 1}
    assert [fraction(chance) for chance in odds.events.values()] == [success, 0, 0]


def test_a_standard_extended_test_is_certain() -> None:
    odds = odds_of("12 (6, 1 day) Extended Test standard")
    assert rows(odds.distributions["rolls"]) == {3: 1}
    assert odds.events["success"] == Ratio(1, 1)
    assert odds_of("8 [1] (6, 1 day) Extended Test standard").events["success"] == Ratio(0, 1)
    assert rows(odds_of("3 - 3 (1, 1 day) Extended Test").distributions["rolls"]) == {0: 1}


def small(test: Test, dice: int) -> Test:
    """The test with few dice, so that its odds take no time."""
    return CHANCES.with_dice(test, dice)


@given(TESTS, st.integers(0, 12))
def test_chances_add_up_and_lie_between_never_and_certain(test: Test, dice: int) -> None:
    try:
        odds = CHANCES.odds(small(test, dice))
    except TooMuchWork:
        assume(False)
        raise
    for chance in odds.events.values():
        assert 0 <= chance.numerator <= chance.denominator
    for name, distribution in odds.distributions.items():
        assert sum(weight for _, weight in distribution.rows) == distribution.total
        assert all(weight > 0 for _, weight in distribution.rows)
        assert name in odds.means
    assert odds.events[odds.main] == CHANCES.main(small(test, dice))


@given(TESTS, st.integers(0, 12), st.integers(0, 2**32))
def test_every_roll_is_among_the_odds(test: Test, dice: int, seed: int) -> None:
    test = small(test, dice)
    try:
        odds = CHANCES.odds(test)
    except TooMuchWork:
        assume(False)
        raise
    outcome = MOONWALK.judge(test, MOONWALK.roll(test, seeded(seed))).outcome
    for name, distribution in odds.distributions.items():
        value, last = getattr(outcome, name), str(distribution.rows[-1][0])
        known = [row for row, _ in distribution.rows]
        assert value in known or (last.endswith("+") and value >= int(last[:-1]))
    assert isinstance(outcome, BasicOutcome)
    happened = {
        "success": outcome.success,
        "glitch": outcome.glitch != "none",
        "critical": outcome.glitch == "critical",
    }
    for name, chance in odds.events.items():
        assert chance.numerator > 0 if happened[name] else chance.numerator < chance.denominator


@given(TESTS, st.integers(0, 11))
def test_one_more_die_or_hit_never_lowers_success(test: Test, dice: int) -> None:
    test = small(test, dice)
    try:
        chance, more = CHANCES.main(test), CHANCES.main(small(test, dice + 1))
        variants = {variant.label: variant.change for variant in what_ifs(CHANCES, test)}
    except TooMuchWork:
        assume(False)
        raise
    assert not more < chance
    if test.limit is not None:
        raised = variants.get(f"limit {test.limit + 1}", Ratio(0, 1))
        assert not raised < Ratio(0, 1)
        assert not variants["no limit"] < raised
    if isinstance(test.against, Basic | Extended):
        assert not Ratio(0, 1) < variants.get(f"threshold {test.against.threshold + 1}", Ratio(0, 1))
    assert not variants.get("Rule of Six", Ratio(0, 1)) < Ratio(0, 1)


@given(st.integers(0, 20), st.integers(0, 12))
def test_a_higher_limit_never_lowers_what_is_kept(dice: int, limit: int) -> None:
    lower, higher = odds_of(f"{dice} [{limit}] (1)"), odds_of(f"{dice} [{limit + 1}] (1)")
    assert not higher.means["kept"] < lower.means["kept"]
    for least in range(limit + 2):
        assert sum(chance for kept, chance in rows(higher.distributions["kept"]).items() if int(kept) >= least) >= sum(
            chance for kept, chance in rows(lower.distributions["kept"]).items() if int(kept) >= least
        )


def test_the_smallest_pool_for_a_wanted_chance() -> None:
    test = MOONWALK.parse("Agility 5 + Pistols 4 - 2 [6] (3)", {})
    for wanted in (1, 50, 80, 99):
        dice = smallest_pool(CHANCES, test, Ratio(wanted, 100))
        assert dice is not None
        assert [fraction(CHANCES.main(small(test, dice - less))) * 100 >= wanted for less in (0, 1)] == [True, False]
    assert smallest_pool(CHANCES, MOONWALK.parse("5 [2] (3)", {}), Ratio(1, 100)) is None
    assert smallest_pool(CHANCES, MOONWALK.parse("5 (40)", {}), Ratio(999, 1000)) is None


@given(TESTS, st.integers(0, 100))
def test_with_dice_sets_the_pool_and_nothing_else(test: Test, dice: int) -> None:
    changed = CHANCES.with_dice(test, dice)
    assert dicepool(changed.dicepool) == dice
    assert CHANCES.with_dice(changed, sum(term.number for term in test.dicepool)) == test


def test_variants_stay_within_the_bounds() -> None:
    labels = [label for label, _ in CHANCES.variants(MOONWALK.parse("100 [0] (1)", {}))]
    assert labels == ["99 dice", "limit 1", "no limit", "threshold 2", "Rule of Six"]
    labels = [label for label, _ in CHANCES.variants(MOONWALK.parse("0 [10000] vs. 2 six", {}))]
    assert labels == ["1 die", "limit 9999", "no limit", "3 defending dice", "1 defending die"]
    labels = [label for label, _ in CHANCES.variants(MOONWALK.parse("4 (10000, 1 day) Extended Test standard", {}))]
    assert labels == ["5 dice", "3 dice", "threshold 9999"]


def test_variants_that_cannot_be_written_are_left_out() -> None:
    shorthand = f"{'x' * 60} 1 + {'x' * 60} 1 + {'x' * 60} 7 [9] (9)"
    assert len(shorthand) == 200
    labels = [label for label, _ in CHANCES.variants(MOONWALK.parse(shorthand, {}))]
    assert labels == ["10 dice", "8 dice", "limit 8", "no limit", "threshold 8"]
    far = MOONWALK.parse("10000 - 9999 + 10000 - 10000 (1)", {})
    assert [label for label, _ in CHANCES.variants(far)][:2] == ["2 dice", "threshold 2"]


def advice_on(notation: str, faces: str, **house_rules: str) -> list[tuple[str, str, dict[str, Fraction | int]]]:
    test = MOONWALK.parse(notation, house_rules)
    advice = CHANCES.advice(test, MOONWALK.replay(test, read_faces(faces)))
    return [
        (one.option, one.policy, {name: fraction(chance) for name, chance in one.chances.items()}) for one in advice
    ]


def test_nothing_is_left_to_do_after_a_success() -> None:
    assert advice_on("3 (1)", "1,1,5") == [("nothing", "", {"success": 1, "glitch": 1, "critical": 0})]
    assert advice_on("2 - 2 (1)", "") == [("nothing", "", {"success": 0, "glitch": 0, "critical": 0})]


def test_trying_again_has_its_penalty_or_waits() -> None:
    plan = "after each failure try again at once, with two dice fewer, while there are any"
    found = {(option, policy): chances for option, policy, chances in advice_on("6 - Wounds 1 (1)", "1,1,1,2,3")}
    assert list(found) == [("later", ""), ("again", plan), ("again", ""), ("nothing", "")]
    assert found["later", ""]["success"] == 1 - Fraction(2, 3) ** 5
    assert found["again", ""]["success"] == 1 - Fraction(2, 3) ** 3
    assert found["again", plan]["success"] == 1 - Fraction(2, 3) ** (3 + 1)
    assert found["nothing", ""] == {"success": 0, "glitch": 1, "critical": 1}


def test_an_opposed_test_is_tried_again_as_it_was() -> None:
    (again, _, chances), (nothing, _, _) = advice_on("3 vs. 3", "1,1,1 / 5,5,5")
    assert (again, nothing) == ("again", "nothing")
    assert chances["success"] == fraction(odds_of("3 vs. 3").events["success"])


def courses_from(
    rolls: tuple[tuple[int, ...], ...], dice: int, limit: int | None, threshold: int
) -> Iterator[tuple[dict[str, Any], Fraction]]:
    """Every end of an extended test from some rolls on, and its chance from there."""
    state = oracle.extended(rolls, dice, limit, threshold, GLITCHES[0])
    if state["state"] != "ongoing":
        yield state, Fraction(1)
        return
    for faces in product(KINDS, repeat=dice - len(rolls)):
        for end, chance in courses_from((*rolls, faces), dice, limit, threshold):
            yield end, chance * ways([faces])


@pytest.mark.parametrize("limit", [None, 1])
@pytest.mark.parametrize("first", [(1, 1, 2, 3), (5, 1, 1, 1), (5, 5, 2, 2), (1, 1, 1, 3)])
def test_the_next_interval_against_every_course_from_there(first: tuple[int, ...], limit: int | None) -> None:
    found = advice_on(f"4 {bracket(limit)} (4, 2 hours) Extended Test", ",".join(map(str, first)))
    chances = {option: chances for option, _, chances in found}
    expected = counted(courses_from((first,), 4, limit, 4))
    assert chances["next"] == {name: expected[name][True] for name in ("success", "glitch", "critical")}
    assert chances["nothing"]["success"] == 0


def test_advice_before_the_first_interval_is_the_odds() -> None:
    test = MOONWALK.parse("4 (4, 2 hours) Extended Test", {})
    best, nothing = CHANCES.advice(test, EMPTY)
    assert (best.option, best.chances) == ("next", CHANCES.odds(test).events)
    assert (nothing.option, nothing.chances["success"]) == ("nothing", Ratio(0, 1))


def test_rolling_on_is_the_best_of_all_policies() -> None:
    # A policy says after every roll whether to go on; stopping short of the threshold is no success.
    @cache
    def best(pool: int, missing: int) -> Fraction:
        if missing <= 0 or not pool:
            return Fraction(missing <= 0)
        hits = [1 if face >= 5 else 0 for face in range(1, 7)]
        on = sum(best(pool - 1, missing - min(2, sum(roll))) for roll in product(hits, repeat=pool)) / Fraction(6**pool)
        return max(Fraction(0), on)

    found = advice_on("5 [2] (6, 1 hour) Extended Test", "5,6,6,1,2")
    assert found[0][:2] == ("next", "roll on until 4 more hits are kept; 4 rolls left")
    assert found[0][2]["success"] == best(4, 4)


@pytest.mark.parametrize(
    ("notation", "faces", "at_least", "at_most"),
    [
        ("2 (1)", "5,1", Fraction(5, 9), Fraction(8, 9)),
        ("2 [1] (1)", "5,6", Fraction(5, 9), 1),
        ("1 vs. 1", "5 / 1", Fraction(2, 9), 1),
        ("1 vs. 1", "1 / 5", 1, Fraction(2, 9)),
        ("1 (1) six", "6,1", Fraction(1, 3), Fraction(2, 3) + Fraction(10, 36)),
        ("1 vs. 1 six", "6,6,1 / 1", Fraction(2, 3) / 18 + Fraction(1, 3) / 108, 1),
        ("2 (1, 1 day) Extended Test", "1,1 / 5", 1 - Fraction(8, 27), Fraction(4, 9)),
        ("2 (1, 1 day) Extended Test", "1,1 / 1", 1, Fraction(8, 27)),
    ],
)
def test_luck(notation: str, faces: str, at_least: Fraction, at_most: Fraction) -> None:
    test = MOONWALK.parse(notation, {})
    luck = CHANCES.luck(test, MOONWALK.judge(test, MOONWALK.replay(test, read_faces(faces))).outcome)
    assert luck is not None
    assert fraction(luck.at_least) == at_least
    if "vs. 1 six" not in notation:
        assert fraction(luck.at_most) == at_most


@pytest.mark.parametrize(
    ("notation", "faces"), [("12 (3) standard", ""), ("1 - 1 (3)", ""), ("2 (3, 1 day) Extended Test", "1,1")]
)
def test_luck_has_no_part_in_what_is_certain_or_undecided(notation: str, faces: str) -> None:
    test = MOONWALK.parse(notation, {})
    assert CHANCES.luck(test, MOONWALK.judge(test, MOONWALK.replay(test, read_faces(faces))).outcome) is None


@given(TESTS, st.integers(1, 12), st.integers(0, 2**32))
def test_good_and_bad_luck_overlap_in_the_result_itself(test: Test, dice: int, seed: int) -> None:
    test = small(test, dice)
    outcome = MOONWALK.judge(test, MOONWALK.roll(test, seeded(seed))).outcome
    try:
        luck = CHANCES.luck(test, outcome)
    except TooMuchWork:
        assume(False)
        raise
    if luck is not None:
        assert 1 < fraction(luck.at_least) + fraction(luck.at_most) <= 2


@pytest.mark.parametrize(
    "notation",
    ["100 [99] (1683, 1 hour) Extended Test", "100 [9999] (10000, 1 year) Extended Test six"],
)
def test_odds_that_would_take_long_are_refused_at_once(notation: str) -> None:
    with pytest.raises(TooMuchWork, match=f"at most {MOST_SECONDS} s .* lower its threshold or its limit"):
        odds_of(notation)


def test_glitches_that_would_take_long_are_left_out() -> None:
    assert list(odds_of("100 (1000, 1 hour) Extended Test").events) == ["success"]
    assert list(odds_of("20 (20, 1 hour) Extended Test").events) == ["success", "glitch", "critical"]


@settings(max_examples=25)
@given(TESTS)
def test_every_form_has_odds_or_says_why_not(test: Test) -> None:
    assume(not isinstance(test.against, Extended))
    odds = CHANCES.odds(test)
    assert set(odds.events) == {"success", "glitch", "critical"}
    assert set(odds.distributions) == {"hits", "kept"}
    assert isinstance(test.against, Basic | Opposed)
