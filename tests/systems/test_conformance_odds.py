"""Promises that the odds of every rule system keep, whatever its rules."""

import json
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from pyrules.core.budget import TooMuchWork
from pyrules.core.engine import chances_of
from pyrules.core.odds import smallest_pool, what_ifs
from pyrules.core.ratio import NEVER, Ratio
from pyrules.core.system import System
from pyrules.odds_table import odds_table
from pyrules.report import odds_report
from tests.systems import promises
from tests.systems.conforming import examples, shown_by, systems, valid_tests
from tests.work import unless_refused

test_chances_are_exact_and_add_up = systems(promises.chances_are_exact_and_add_up)


@systems
@settings(max_examples=40)
@given(data=st.data())
@unless_refused
def test_what_decides_is_told_alone_as_among_all_odds(system: System[Any], data: st.DataObject) -> None:
    test, chances = data.draw(valid_tests(system)), chances_of(system)
    if chances.deciding:
        odds = chances.odds(test)
        name, rows = chances.deciding(test)
        assert odds.goal
        assert odds.goal[0] == name
        assert dict(odds.distributions[name]) == dict(rows)


test_every_outcome_is_among_the_odds = systems(promises.every_outcome_is_among_the_odds)


test_advice_is_ranked_and_doing_nothing_is_in_it = systems(promises.advice_is_ranked_and_doing_nothing_is_in_it)


@systems
@settings(max_examples=15)
@given(data=st.data())
def test_what_ifs_are_tests_of_the_system(system: System[Any], data: st.DataObject) -> None:
    test = data.draw(valid_tests(system))
    with suppress(TooMuchWork):
        for variant in what_ifs(chances_of(system), test):
            assert variant.label
            assert variant.change != NEVER
            assert system.main_event(variant.test) == system.main_event(test)
            shorthand = system.write(variant.test)
            assert system.write(system.parse(shorthand, system.house_rules(test))) == shorthand


@systems
@settings(max_examples=25)
@given(data=st.data())
@unless_refused
def test_the_main_event_is_that_of_the_odds(system: System[Any], data: st.DataObject) -> None:
    test = data.draw(valid_tests(system))
    assert system.main_event(test) == chances_of(system).odds(test).main


@examples
def test_every_size_of_a_pool_is_a_test_of_the_system(system: System[Any], example: Any) -> None:
    test, _ = shown_by(example, system)
    sizes = chances_of(system).sizes(test)
    pool = next((field for field in system.fields if (field.name, field.kind) == (system.pool, "number")), None)
    if not sizes:
        assert pool is None
        return
    for dice in (sizes[0], sizes[-1]):
        sized = chances_of(system).with_dice(test, dice)
        assert system.write(system.parse(system.write(sized), system.house_rules(test))) == system.write(sized)
    assert sizes[0] == 0 or pool is None or pool.low > 0 or not pool.applies(system.to_form(test))


@examples
def test_the_smallest_pool_is_the_smallest(system: System[Any], example: Any) -> None:
    test, _ = shown_by(example, system)
    chances = chances_of(system)

    def reaches(dice: int, wanted: Ratio) -> bool:
        return not chances.main(chances.with_dice(test, dice)) < wanted

    def known(dice: int) -> bool:
        """True if the chance is told; with many dice the engine of rules alone may refuse it."""
        with suppress(TooMuchWork):
            return chances.main(chances.with_dice(test, dice)) is not None
        return False

    every = chances.sizes(test)
    sizes = [dice for dice in [*every[:4], *every[4:7:2], *every[8:9], *every[20:21]] if known(dice)]
    assert len(sizes) >= min(3, len(every))
    for wanted in (Ratio(1, 4), Ratio(9, 10)):
        found = smallest_pool(chances, test, wanted)
        tried = [reaches(dice, wanted) for dice in sizes]
        if chances.rises(test):
            assert tried == sorted(tried)
        if found is None:
            assert not any(tried)
        else:
            assert reaches(found, wanted)
            assert not any(reaches(dice, wanted) for dice in range(max(every[0], found - 4), found))


@examples
def test_every_example_is_reported(system: System[Any], example: Any) -> None:
    test, roll = shown_by(example, system)
    report = json.loads(json.dumps(odds_report(system, test, roll)))
    names = [name for name in report if name != "forecast"]
    assert names == ["system", "notation", "settings", "main", "events", "distributions", "means", "advice"]
    for rows in report["distributions"].values():
        assert sum(Fraction(exact) for _, exact, _ in rows) == 1
    for event in report["events"].values():
        assert event["p"] == pytest.approx(float(Fraction(event["exact"])))
    table = odds_table(system, test, roll)
    assert all(name in table for name in (*report["events"], *report["distributions"]))
    luck = chances_of(system).luck(test, system.judge(test, roll).outcome)
    if luck is not None:
        assert Ratio(1, 1) - luck.at_least < luck.at_most
