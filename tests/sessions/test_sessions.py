"""Sessions: exact ones equal to all dice counted out, simulated ones within their interval, and what they refuse."""

import csv
import io
import json
import re
from fractions import Fraction
from typing import Any

import pytest

import pyrules
from pyrules.__main__ import main
from pyrules.core.budget import TooMuchWork
from pyrules.core.roll import Roll
from pyrules.sessions.chain import exact
from pyrules.sessions.course import course
from pyrules.sessions.simulation import Simulation, mean_between, share_between
from pyrules.sessions.spending import POLICIES, SUCCESSES, TESTS, advised_pick
from pyrules.systems import BY_ID, SYSTEMS
from pyrules.systems.stepdie import spending as stepdie_spending
from tests.exact import rows
from tests.sessions import brute
from tools import ROOT

EVERY_POLICY = pytest.mark.parametrize("policy", POLICIES)


def check(found: pyrules.Session, told: list[dict[str, dict[int, Fraction]]], start: dict[str, int]) -> None:
    assert not found.simulated
    assert len(found.after) == len(told)
    before = Fraction(0)
    for one, counters in zip(found.after, told, strict=True):
        for name, values in counters.items():
            expected = {value: chance for value, chance in values.items() if chance}
            known = rows(one.counters[name]) if name in one.counters else {start[name]: Fraction(1)}
            assert known == expected, name
        successes = sum((value * chance for value, chance in counters["successes"].items()), Fraction(0))
        assert Fraction(one.success.exact) == successes - before
        before = successes


@pytest.mark.untraced
@EVERY_POLICY
@pytest.mark.parametrize(
    ("pool", "tests", "ip"),
    [((1, 6, 2), 5, 2), ((2, 6, 3), 2, 5), ((1, 12, 1), 3, 0)],
)
def test_ip_from_test_to_test_are_those_of_every_fall(
    pool: tuple[int, int, int], tests: int, ip: int, policy: Any
) -> None:
    dice, sides, difficulty = pool
    for first in (False, True):
        settings = {"awards": "before_spending" if first else "after_spending"}
        test = pyrules.parse("stepdie", f"{dice}d6 + d{sides} ({difficulty})", **settings)
        start = {"player_ip": ip, "gm_ip": 9, "complications": 0}
        found = pyrules.session([test] * tests, policy=policy, start=start)
        step = brute.StepDie(dice, sides, difficulty, policy, first=first)
        begun = start | {"tests": 0, "successes": 0}
        check(found, brute.chances_after(begun, [step] * tests), begun)


def test_ip_that_rerolls_may_win_without_end_are_simulated_at_once() -> None:
    test = pyrules.parse("stepdie", "1d6 + d6 (2)", awards="every_roll")
    start = {"player_ip": 2, "gm_ip": 9, "complications": 0}
    begun = start | {"tests": 0, "successes": 0}
    step = brute.StepDie(1, 6, 2, "never", first=True)
    check(pyrules.session([test] * 2, policy="never", start=start), brute.chances_after(begun, [step] * 2), begun)
    with pytest.raises(TooMuchWork, match="may buy the next one without end, so spend nothing"):
        exact(course(BY_ID["stepdie"], [test.record], "advised", start))


@pytest.mark.untraced
@EVERY_POLICY
@pytest.mark.parametrize(
    ("notation", "numbers", "units", "maximum"),
    [
        ("3d6 pcs 2 vs Minor 3", (3, 2, 3, 5), (), 10),
        ("2d6 +3 / 1d pcs 2 vs Major 3", (2, 2, 3, 6), (3,), 2),
        ("1d6 +2 / 1d pcs 1 vs Minor 2 resolved 1", (1, 1, 2, 5), (2,), 1),
        ("2d6 +3 / 2d pcs 1 vs Major 4", (2, 1, 4, 6), (3, 3), 3),
    ],
)
def test_a_challenge_round_by_round_is_that_of_every_fall(
    notation: str, numbers: tuple[int, int, int, int], units: tuple[int, ...], maximum: int, policy: Any
) -> None:
    dice, pcs, rating, threat = numbers
    test = pyrules.parse("relics", notation, stress_maximum=maximum)
    start = {"destiny": 1, "doom": 0, "stress": 0}
    found = pyrules.session([test] * 5, policy=policy, start=start)
    step = brute.Relics(dice, pcs, rating, threat, policy, units=units, maximum=maximum)
    begun = start | {"tests": 0, "successes": 0, "resolved": int("resolved 1" in notation)}
    check(found, brute.chances_after(begun, [step] * 5), begun)


@EVERY_POLICY
@pytest.mark.parametrize(
    ("notation", "numbers", "seconds"),
    [
        ("5 [2] (2)", (5, 2, 2), 0),
        ("3 (3)", (3, 3, 3), 0),
        ("4 [2] (4, 10 minutes) Extended Test", (4, 2, 4), 600),
        ("1 (1)", (1, 1, 1), 0),
    ],
)
def test_tries_and_time_are_those_of_every_fall(
    notation: str, numbers: tuple[int, int, int], seconds: int, policy: Any
) -> None:
    dice, limit, threshold = numbers
    test = pyrules.parse("moonwalk", notation)
    begun = {"tests": 0, "successes": 0, "retry_penalty": 0, "clock": 0}
    found = pyrules.session([test] * 5, policy=policy)
    step = brute.Moonwalk(dice, limit, threshold, policy, seconds=seconds)
    check(found, brute.chances_after(begun, [step] * 5), begun)


@EVERY_POLICY
@pytest.mark.parametrize("back", [False, True])
def test_actions_and_rounds_are_those_of_every_fall(policy: Any, back: bool) -> None:
    settings = {"actions_return": "each_round" if back else "by_hand"}
    notations = [f"d6 + action Dash d4 (7) reroll 2{f' round {number}' if back else ''}" for number in range(1, 6)]
    found = pyrules.session([pyrules.parse("general", one, **settings) for one in notations], policy=policy)
    begun = {"tests": 0, "successes": 0, "actions": 0, "round": 1}
    step = brute.General((6, 4), 7, policy, actions=1, back=back, rerolls=2)
    check(found, brute.chances_after(begun, [step] * 5), begun)


@pytest.mark.untraced
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
@EVERY_POLICY
def test_a_simulation_agrees_with_what_is_exact_and_is_the_same_for_a_seed(system: Any, policy: Any) -> None:
    notation = {
        "moonwalk": "6 [3] (3)",
        "relics": "4d6 +2 / 1d pcs 2 vs Minor 4",
        "stepdie": "3d6 + d8 (2)",
        "general": "d8 + action Dash d6 (9) reroll 1",
    }.get(system.id, system.examples[0].notation)
    test = pyrules.parse(system, notation)
    planned = course(system, [test.record] * 3, policy, {})
    exact = pyrules.session([test] * 3, policy=policy)
    trials = 200
    simulation, again = Simulation(planned, 11), Simulation(planned, 11)
    simulation.run_trials(trials)
    for _ in range(4):
        again.run_trials(trials // 4)
    assert again.after() == simulation.after()
    for one, told in zip(exact.after, simulation.after(), strict=True):
        for name, rows_ in one.counters.items():
            low, high = mean_between(told[name])
            aside = 2 * (high - low) + 1e-9  # four times the interval to either side: fixed seeds, and many numbers
            assert low - aside <= rows_.mean().value <= high + aside, name


def test_what_is_too_much_to_tell_is_simulated_and_says_so() -> None:
    test = pyrules.parse("stepdie", "3d6 + d8 (2)")
    found = pyrules.session([test] * 3, policy="advised", seconds=0.001, trials=50, seed=3)
    assert (found.simulated, found.trials) == (True, 50)
    assert found.after[0].counters["player_ip"].total == 50
    assert "simulated, 50 trials, with 95 % confidence intervals" in str(found)
    assert repr(found) == "Session(3 of Step Die; advised; simulated, 50 trials)"
    assert pyrules.session([test] * 3, policy="advised", simulate=True, trials=50, seed=3) == found


@pytest.mark.parametrize(("share", "between"), [(0, (0, 0.27754)), (1, (0.72246, 1)), (0.3, (0.10779, 0.60322))])
def test_intervals_are_those_of_wilson(share: float, between: tuple[float, float]) -> None:
    assert list(share_between(share, 10)) == pytest.approx(list(between), abs=1e-4)


@pytest.mark.untraced
@pytest.mark.parametrize("notation", ["3d6 + d8 (2) ip 3", "2d6 + d10 (3) ip 5", "1d6 + d6 (4) ip 4"])
@EVERY_POLICY
def test_step_die_spends_as_its_whole_advice_says(notation: str, policy: Any) -> None:
    system = pyrules.systems.named("stepdie")
    test = pyrules.parse(system, notation)
    for seed in range(40):
        roll: Roll = pyrules.roll(test, seed=seed).roll
        while pick := stepdie_spending.next_pick(test.record, roll, policy):
            assert pick == advised_pick(system, test.record, roll, policy)
            roll = _take_option(system, test.record, roll, pick)
        assert advised_pick(system, test.record, roll, policy) is None


def _take_option(system: Any, test: Any, roll: Roll, pick: pyrules.Pick) -> Roll:
    after: Roll = system.roll(test, lambda throw: (1,) * throw.count, system.pick(test, roll, pick), onward=False)
    return after


def test_without_ip_nothing_is_bought_and_the_first_test_may_name_them() -> None:
    test = pyrules.parse("stepdie", "2d6 + d6 (2) ip 0", awards="after_spending")
    one, all_of_it = (pyrules.session([test], policy=policy) for policy in ("never", "all"))
    assert one.start["player_ip"] == 0
    assert one.after[0].counters == all_of_it.after[0].counters


def test_resolved_challenges_and_stressed_out_cohorts_take_no_more_turns() -> None:
    test = pyrules.parse("relics", "3d6 pcs 1 vs Minor 1", stress_maximum=3)
    for start in ({"resolved": 1}, {"stress": 3}):
        found = pyrules.session([test] * 3, start=start)
        assert rows(found.after[-1].counters[TESTS]) == {0: 1}
        assert [one.success.value for one in found.after] == [0, 0, 0]


def test_traits_that_cannot_be_paid_for_are_left_out_of_a_round() -> None:
    test = pyrules.parse("relics", "1d6 A6 / 1d (Lamp destiny 2) pcs 2 vs Common 1")
    without = pyrules.session([test])
    assert without.after[0].success.exact == "1/3"
    with_destiny = pyrules.session([test], start={"destiny": 2})
    assert with_destiny.after[0].success.exact == "1/1"
    assert rows(with_destiny.after[0].counters["destiny"]) == {0: 1}


def test_a_system_without_counters_counts_successes() -> None:
    test = pyrules.parse("almond", "1d6 TN 4")
    found = pyrules.session([test, test])
    assert list(found.after[-1].counters) == [TESTS, SUCCESSES]
    assert rows(found.after[-1].counters[SUCCESSES]) == {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}


def test_the_opposed_and_the_endless_are_told_exactly() -> None:
    opposed = pyrules.parse("moonwalk", "2 vs. 2")
    found = pyrules.session([opposed], policy="all")
    assert found.after[0].success == pyrules.odds(opposed).events["success"]
    endless = pyrules.parse("moonwalk", "3 (2) six")
    assert pyrules.session([endless]).after[0].success == pyrules.odds(endless).events["success"]


def step_die(number: int) -> list[pyrules.Test]:
    return [pyrules.parse("stepdie", "1d6 + d6 (1)")] * number


@pytest.mark.parametrize(
    ("tests", "given", "said"),
    [
        ([], {}, "no test given; a session has at least one"),
        (step_die(101), {}, "101 tests given; a session has 1 to 100"),
        ([*step_die(1), pyrules.parse("almond", "1d6 TN 4")], {}, "tests of Step Die and Almond; a session has those"),
        (step_die(1), {"policy": "some"}, "'some' is no policy; use never, advised or all"),
        (step_die(1), {"start": {"gold": 1}}, "'gold' is no counter of Step Die; use player_ip, gm_ip"),
        (step_die(1), {"start": {"player_ip": 6}}, "player_ip cannot start at 6; use at least 0 and at most 5"),
        (step_die(1), {"start": {"complications": -1}}, "complications cannot start at -1; use at least 0"),
        (step_die(1), {"trials": 0}, "0 trials; use 1 to 1000000"),
        ([pyrules.parse("relics", "Minor 3")], {}, "a Challenge's turn cannot be listed; list the Cohort's turns"),
        (
            [pyrules.parse("relics", f"3d6 vs {faced}") for faced in ("Minor 3", "Major 3")],
            {},
            "Major 3 and Minor 3 are several Challenges",
        ),
    ],
)
def test_what_makes_no_session_is_refused(tests: list[pyrules.Test], given: dict[str, Any], said: str) -> None:
    with pytest.raises(pyrules.RulesError, match=said):
        pyrules.session(tests, **given)


RATED = re.findall(r"^\| (M\w+ \d) \| (\d) \| (.*) \|$", (ROOT / "docs" / "desk.md").read_text("utf-8"), re.MULTILINE)


@pytest.mark.untraced
@pytest.mark.parametrize(("faced", "pcs", "told"), RATED)
def test_the_guide_tells_how_long_challenges_take(faced: str, pcs: str, told: str) -> None:
    cohort = " + ".join(("primary lead", *["secondary assist"] * (int(pcs) - 1)))
    after = pyrules.session([pyrules.parse("relics", f"{cohort} pcs {pcs} vs {faced}")] * 12, seconds=100).after
    done = [f"{100 * after[rounds - 1].means[SUCCESSES].value:.0f} %" for rounds in (4, 6, 12)]
    means = {name: f"{mean.value:.1f}" for name, mean in after[-1].means.items()}
    assert told.split(" | ") == [means[TESTS], *done, means["stress"], means["doom"]]


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(("session", *arguments)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_the_command_line_prints_json_and_csv(capsys: pytest.CaptureFixture[str]) -> None:
    awards = "awards=after the spending"
    asked = ("stepdie", "1d6 + d6 (1)", "--times", "2", "--start", "player_ip=4", "--policy", "all", "--set", awards)
    found = json.loads(output_of(capsys, *asked, "--json"))
    assert (found["system"], found["policy"], found["trials"]) == ("stepdie", "all", 0)
    assert found["start"]["player_ip"] == 4
    counter = found["tests"][1]["counters"]["player_ip"]
    assert sum(Fraction(exact) for _, exact, _ in counter["rows"]) == 1
    head, *lines = csv.reader(io.StringIO(output_of(capsys, *asked, "--csv")))
    assert head == ["test", "notation", "kind", "counter", "value", "number", "low", "high"]
    sums: dict[tuple[str, str], float] = {}
    for test, _, kind, name, _, number, *_ in lines:
        if kind == "distribution":
            sums[test, name] = sums.get((test, name), 0) + float(number)
    assert len(sums) == 10
    assert list(sums.values()) == [pytest.approx(1)] * 10


def test_a_simulation_has_bounds_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("almond", "1d6 TN 4", "--simulate", "--trials", "100", "--seed", "1", "--json")
    out = output_of(capsys, *asked)
    assert output_of(capsys, *asked) == out
    found = json.loads(out)
    success = found["tests"][0]["success"]
    assert found["trials"] == 100
    assert "exact" not in success
    assert success["low"] < success["p"] < success["high"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("stepdie", "1d6 + d6 (1)", "--set", "reroll=1"), "use --policy for choices"),
        (("stepdie", "1d6 + d6 (1)", "--start", "player_ip"), "expected COUNTER=NUMBER"),
        (("stepdie", "1d6 + d6 (1)", "--times", "101"), "101 tests; use 1 to 100 in a session"),
        (("stepdie", "1d6 + d6 (1)", "--times", "0"), "0 tests; use 1 to 100 in a session"),
        (("stepdie", "1d6 + d6 (1)", "--trials", "0"), "0 trials; use 1 to 1000000"),
        (("stepdie", "1d6 + d6 (1)", "--trials", "many"), "'many' is not a whole number"),
        (("stepdie", "1d6 + d6 (1)", "--json", "--csv"), "--csv and --json: use one of them"),
        (("stepdie", "1d6 + d6 (1)", "--policy", "some"), "some"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("session", *arguments)) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


def test_a_notebook_shows_a_session_with_a_chart_for_each_counter() -> None:
    found = pyrules.session(step_die(2))
    shown = found._repr_html_()
    assert shown.count("<svg") == len(found.after[-1].counters) - 1  # how many tests there were is certain
    assert "<script" not in shown
