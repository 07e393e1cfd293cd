"""Moonwalk's odds: against every course of small tests, other ways to count larger ones, and what must always hold."""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import prod

import icepool
import pytest
from hypothesis import assume, given, settings, strategies as st

from pyrules.core.budget import SECONDS, TooMuchWork
from pyrules.core.faces import seeded
from pyrules.core.odds import smallest_pool, what_ifs
from pyrules.core.ratio import Ratio
from pyrules.systems.moonwalk import MOONWALK
from pyrules.systems.moonwalk.model import Basic, BasicOutcome, Extended, Opposed, Test
from pyrules.systems.moonwalk.odds import net_at_least
from pyrules.systems.moonwalk.rules import dicepool
from tests.exact import fraction, rows
from tests.systems.moonwalk import oracle, strategies as strategies_moonwalk
from tests.systems.moonwalk.odds import (
    CHANCES,
    GLITCHES,
    KINDS,
    bracket,
    chances_of_outcomes,
    check,
    odds_of,
    small,
    ways,
)
from tests.work import unless_refused

TESTS = strategies_moonwalk.tests_of()


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
        outcomes = ((oracle.opposed_test(one, limit, two, other, GLITCHES[0]), ways([one, two])) for one, two in rolls)
        check(odds_of(f"{dice} {bracket(limit)} vs. {defence} {bracket(other)}"), outcomes)


@pytest.mark.untraced
@pytest.mark.parametrize("rule", GLITCHES)
@pytest.mark.parametrize("limit", [None, 0, 1, 2])
@pytest.mark.parametrize(("dice", "thresholds"), [(1, (1, 2)), (2, (1, 2, 3, 4)), (3, (1, 2, 3, 4, 6, 7))])
def test_extended_tests_against_every_course(
    dice: int, thresholds: tuple[int, ...], limit: int | None, rule: str
) -> None:
    for threshold in thresholds:
        courses = oracle.extended_courses(dice, limit, threshold, tuple(KINDS))
        outcomes = ((oracle.extended_test(rolls, dice, limit, threshold, rule), ways(rolls)) for rolls in courses)
        ended = ((outcome, chance) for outcome, chance in outcomes if outcome["state"] != "ongoing")
        check(odds_of(f"{dice} {bracket(limit)} ({threshold}, 2 hours) Extended Test", glitch=rule), ended)


@pytest.mark.untraced
@pytest.mark.parametrize("rule", GLITCHES)
@pytest.mark.parametrize(("dice", "most"), [(1, 9), (2, 8), (3, 7)])
def test_the_rule_of_six_against_every_short_roll(dice: int, most: int, rule: str) -> None:
    # A roll of `dice` dice with at most `most` in the end has fewer than `most - dice + 1` hits, or is counted here.
    kinds = {1: 1, 2: 3, 5: 1, 6: 1}
    rolls = [(faces, ways([faces], kinds)) for faces in oracle.with_sixes(dice, most, tuple(kinds))]
    for limit, threshold in product((None, 0, 1, 3), (1, 2, 4)):
        expected = chances_of_outcomes((oracle.basic(faces, limit, threshold, rule), chance) for faces, chance in rolls)
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


def kept_by_six(dice: int, six: bool, limit: int | None) -> list[Fraction]:
    """The chances of 0, 1, 2, ... kept hits, die by die; with the Rule of Six up to more than will ever come up."""
    die = [Fraction(2, 3), *(Fraction(10, 6 ** (hits + 1)) for hits in range(1, 60))]
    die = die if six else [Fraction(2, 3), Fraction(1, 3)]
    found = [Fraction(1)]
    for _ in range(dice):
        summed = [Fraction(0)] * min(60, len(found) + len(die) - 1)
        for (one, some), (two, others) in product(enumerate(found), enumerate(die)):
            if one + two < len(summed):
                summed[one + two] += some * others
        found = summed
    return found if limit is None else [*found[:limit], sum(found[limit:], Fraction(0))]


@pytest.mark.untraced
@pytest.mark.parametrize(("limit", "other"), [*product((None, 0, 2), (None, 0, 1, 3))])
@pytest.mark.parametrize(("dice", "defence"), [(1, 1), (2, 3), (3, 2), (5, 1)])
@pytest.mark.parametrize("six", [False, True])
def test_the_rule_of_six_for_the_defender(
    dice: int, defence: int, six: bool, limit: int | None, other: int | None
) -> None:
    ahead: dict[int, Fraction] = defaultdict(Fraction)
    for (kept, chance), (resisted, against) in product(
        enumerate(kept_by_six(dice, six, limit)), enumerate(kept_by_six(defence, True, other))
    ):
        ahead[kept - resisted] += chance * against
    never = Fraction(1, 10**30)
    odds = odds_of(f"{dice} {bracket(limit)} {'six' if six else ''} vs. {defence} {bracket(other)} six")
    assert abs(fraction(odds.events["success"]) - sum(ahead[net] for net in ahead if net > 0)) < never
    assert abs(fraction(odds.means["net"]) - sum(net * chance for net, chance in ahead.items())) < never * 10**4
    found = rows(odds.distributions["net"])
    assert sum(found.values()) == 1
    for value, chance in found.items():
        number = int(str(value).removeprefix("≤").removesuffix("+"))
        expected = sum(
            ahead[net]
            for net in ahead
            if net == number or (net < number and str(value)[0] == "≤") or (net > number and str(value)[-1] == "+")
        )
        assert abs(chance - expected) < never
    test = MOONWALK.parse(f"{dice} {bracket(limit)} {'six' if six else ''} vs. {defence} {bracket(other)} six", {})
    assert isinstance(test.against, Opposed)
    for net in range(-5, 6):
        chance = fraction(net_at_least(test, test.against, net))
        assert abs(chance - sum(ahead[one] for one in ahead if one >= net)) < never


def test_the_defender_has_six_alone_exactly() -> None:
    assert odds_of("1 six vs. 1 six").events["success"].exact == "5/21"
    assert odds_of("1 vs. 1 six").events["success"].exact == "2/9"
    assert odds_of("1 - 1 six vs. 3 six").events["success"].exact == "0/1"
    assert odds_of("2 six vs. 1 - 1 six").events["success"] == odds_of("2 (1)").events["success"]


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
            many = {"off": False, "half_or_more": 2 * ones >= thrown, "more_than_half": 2 * ones > thrown}[rule]
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
        ("11 (3) standard", {"standard_result": "round_up"}, 3, 1),
        ("12 [2] (3) standard six", {}, 3, 0),
        ("0 (1) standard", {}, 0, 0),
        ("3 - 5 (1)", {}, 0, 0),
        ("0 (1) six", {}, 0, 0),
        ("0 vs. 3", {"glitch": "half_or_more"}, 0, 0),
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


@pytest.mark.parametrize(
    "notation",
    [
        *(
            "14 [5] vs. 12 [6]",
            "3 six vs. 2",
            "3 [4] six vs. 9",
            "2 [9] six vs. 9 [3]",
            "3 vs. 2 six",
            "2 [9] vs. 9 [3] six",
        ),
        *("3 six vs. 2 six", "5 [4] six vs. 3 six"),
    ],
)
def test_net_hits_decide_an_opposed_test(notation: str) -> None:
    test = MOONWALK.parse(notation, {})
    assert isinstance(test.against, Opposed)
    odds = CHANCES.odds(test)
    assert odds.goal == ("net", 1)
    net = odds.distributions["net"]
    assert net.at_least(1) == odds.events["success"]
    numbers = [int(str(value).removesuffix("+").removeprefix("≤")) for value, _ in net.rows]
    for number, (value, _) in zip(numbers, net.rows, strict=True):
        assert str(value)[0] == "≤" or net.at_least(value) == net_at_least(test, test.against, number)
    mean = sum(number * weight for number, (_, weight) in zip(numbers, net.rows, strict=True)) / net.total
    assert odds.means["net"].value == pytest.approx(mean, abs=1e-5)


@given(TESTS, st.integers(0, 12))
@unless_refused
def test_chances_add_up_and_lie_between_never_and_certain(test: Test, dice: int) -> None:
    odds = CHANCES.odds(small(test, dice))
    for chance in odds.events.values():
        assert 0 <= chance.numerator <= chance.denominator
    for name, distribution in odds.distributions.items():
        assert sum(weight for _, weight in distribution.rows) == distribution.total
        assert all(weight > 0 for _, weight in distribution.rows)
        assert name in odds.means
    assert odds.events[odds.main] == CHANCES.main(small(test, dice))


@given(TESTS, st.integers(0, 12), st.integers(0, 2**32))
@unless_refused
def test_every_roll_is_among_the_odds(test: Test, dice: int, seed: int) -> None:
    test = small(test, dice)
    odds = CHANCES.odds(test)
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
@unless_refused
def test_one_more_die_or_hit_never_lowers_success(test: Test, dice: int) -> None:
    test = small(test, dice)
    chance, more = CHANCES.main(test), CHANCES.main(small(test, dice + 1))
    variants = {variant.label: variant.change for variant in what_ifs(CHANCES, test)}
    assert not more < chance
    if test.limit is not None:
        raised = variants.get(f"limit {test.limit + 1}", Ratio(0, 1))
        assert not raised < Ratio(0, 1)
        assert not variants.get("no limit", raised) < raised
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
    labels = [label for label, _ in CHANCES.variants(MOONWALK.parse("0 [10000] six vs. 2", {}))]
    assert labels == [
        "1 die",
        "limit 9999",
        "no limit",
        "3 defending dice",
        "1 defending die",
        "Rule of Six for the defender",
    ]
    labels = [label for label, _ in CHANCES.variants(MOONWALK.parse("4 (10000, 1 day) Extended Test standard", {}))]
    assert labels == ["5 dice", "3 dice", "threshold 9999"]


def test_variants_that_cannot_be_written_are_left_out() -> None:
    shorthand = f"{'x' * 60} 1 + {'x' * 60} 1 + {'x' * 60} 7 [9] (9)"
    assert len(shorthand) == 200
    labels = [label for label, _ in CHANCES.variants(MOONWALK.parse(shorthand, {}))]
    assert labels == ["10 dice", "8 dice", "limit 8", "no limit", "threshold 8"]
    far = MOONWALK.parse("10000 - 9999 + 10000 - 10000 (1)", {})
    assert [label for label, _ in CHANCES.variants(far)][:2] == ["2 dice", "threshold 2"]


@pytest.mark.parametrize(
    "notation",
    ["100 [99] (1683, 1 hour) Extended Test", "100 [9999] (10000, 1 year) Extended Test six"],
)
def test_odds_that_would_take_long_are_refused_at_once(notation: str) -> None:
    with pytest.raises(TooMuchWork, match=f"at most {SECONDS} s .* lower its threshold or its limit"):
        odds_of(notation)


@pytest.mark.parametrize(("dice", "limit", "six"), [(40, None, False), (40, 5, False), (100, 84, True)])
def test_a_threshold_out_of_reach_takes_every_roll(dice: int, limit: int | None, six: bool) -> None:
    odds = odds_of(f"{dice} {bracket(limit)} (10000, 1 hour) Extended Test{' six' * six}")
    assert rows(odds.distributions["rolls"]) == {dice: 1}
    assert odds.events["success"] == Ratio(0, 1)
    for kind in ("glitch", "critical"):
        none = prod(1 - fraction(odds_of(f"{pool} (1){' six' * six}").events[kind]) for pool in range(1, dice + 1))
        assert fraction(odds.events[kind]) == 1 - none


def test_glitches_that_would_take_long_are_left_out() -> None:
    assert list(odds_of("100 (1000, 1 hour) Extended Test").events) == ["success"]
    assert list(odds_of("20 (20, 1 hour) Extended Test").events) == ["success", "glitch", "critical"]


@settings(max_examples=25)
@given(TESTS)
def test_every_form_has_odds_or_says_why_not(test: Test) -> None:
    assume(not isinstance(test.against, Extended))
    odds = CHANCES.odds(test)
    assert set(odds.events) == {"success", "glitch", "critical"}
    assert set(odds.distributions) == {"hits", "kept", *(("net",) if isinstance(test.against, Opposed) else ())}
    assert isinstance(test.against, Basic | Opposed)
