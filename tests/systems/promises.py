"""Promises that systems keep, each with its own examples; what tests of several kinds of systems ask for."""

import json
from contextlib import suppress
from dataclasses import fields, is_dataclass
from itertools import pairwise
from typing import Any

from hypothesis import given, settings, strategies as st

from pyrules.campaign.codec import PICKS
from pyrules.core.budget import TooMuchWork
from pyrules.core.engine import chances_of
from pyrules.core.faces import read_faces, seeded, write_faces
from pyrules.core.form import Field, read_field, read_form
from pyrules.core.odds import NOTHING, Distribution
from pyrules.core.system import System
from pyrules.core.verdict import plain
from pyrules.report import roll_report
from tests.systems.conforming import (
    addresses,
    picks_of,
    rolls_of,
    valid_tests,
)
from tests.work import unless_refused

MARKS = {"hit", "spare", "one", "plain", "auto", "dropped", "step", "crit", "botch", "modified"}


OUTCOMES = {
    "moonwalk": "kind pool hits kept ones glitch success",
    "relics": "turn values successes critical overpowering botches major_botches destiny doom stress disaster"
    " placement",
    "almond": "tn values successes passed all_ones",
    "stepdie": "hits difficulty success margin degree step player_ip gm_ip complications",
    "general": "total difficulty success degree ordinal",
    "anydice": "total totals reached success",
}
"""The keys that every outcome of a system has, where the contract of the command line names some."""


@given(data=st.data())
def a_report_replays_to_the_same_verdict(system: System[Any], data: st.DataObject) -> None:
    test, roll = data.draw(rolls_of(system))
    report = json.loads(json.dumps(roll_report(system, test, roll)))
    again = system.parse(report["notation"], report["settings"])
    script = tuple(tuple(tuple(die["faces"]) for die in dice) for dice in report["dice"])
    picks = PICKS(report["picks"])
    replayed = system.replay(again, script, picks)
    assert (again, replayed) == (test, roll)
    assert system.judge(again, replayed) == system.judge(test, roll)
    assert roll_report(system, again, replayed) == report


@given(data=st.data())
def faces_written_are_faces_read(system: System[Any], data: st.DataObject) -> None:
    test, roll = data.draw(rolls_of(system))
    assert system.replay(test, read_faces(write_faces(roll.dice)), roll.picks) == roll


@given(data=st.data())
def verdicts_point_at_rules_counters_and_dice_there_are(system: System[Any], data: st.DataObject) -> None:
    test, roll = data.draw(rolls_of(system))
    verdict = system.judge(test, roll)
    counters = {counter.id for counter in system.counters}
    assert verdict.lines
    assert verdict.headline
    assert {line.rule for line in (*system.before(test), *verdict.lines)} <= addresses(system)
    assert {effect.rule for effect in verdict.effects} <= addresses(system)
    assert {effect.counter for effect in verdict.effects} <= counters
    assert all(effect.delta for effect in verdict.effects)
    assert [len(marks) for marks in verdict.marks] == [len(dice) for dice in roll.dice]
    assert {mark.kind for marks in verdict.marks for mark in marks} <= MARKS
    assert all(mark.words for marks in verdict.marks for mark in marks)
    assert set(OUTCOMES.get(system.id, "").split()) <= {field.name for field in fields(verdict.outcome)}


@given(data=st.data())
def options_can_be_taken(system: System[Any], data: st.DataObject) -> None:
    test, roll = data.draw(rolls_of(system))
    options = system.options(test, roll)
    assert len({option.id for option in options}) == len(options)
    counters = {counter.id for counter in system.counters}
    for option in options:
        assert option.label
        assert not option.cost or option.counter in counters
        if option.notation:
            further = system.parse(option.notation, system.house_rules(test))
            assert system.write(further) == option.notation
        else:
            source = seeded(data.draw(st.integers(0, 99)))
            taken = system.pick(test, roll, data.draw(picks_of(option)))
            system.judge(test, system.roll(test, source, taken, onward=False))


@given(data=st.data())
def nothing_that_was_judged_has_changed(system: System[Any], data: st.DataObject) -> None:
    test, roll = data.draw(rolls_of(system))
    before = hash((test, roll))
    first = system.judge(test, roll), system.options(test, roll), system.before(test), system.pending(test, roll)
    second = system.judge(test, roll), system.options(test, roll), system.before(test), system.pending(test, roll)
    assert first == second
    assert hash((test, roll)) == before
    for value in (test, roll, *first):
        assert_frozen(value)


def assert_frozen(value: object) -> None:
    """Every part is a frozen slotted dataclass, a tuple, or a plain value."""
    if is_dataclass(value):
        assert vars(type(value))["__dataclass_params__"].frozen, type(value)
        assert not hasattr(value, "__dict__"), type(value)
        for field in fields(value):
            assert_frozen(getattr(value, field.name))
    elif isinstance(value, tuple):
        for part in value:
            assert_frozen(part)
    else:
        assert value is None or isinstance(value, str | int | bool), value


@given(data=st.data(), seed=st.integers())
def a_seed_repeats_the_roll(system: System[Any], data: st.DataObject, seed: int) -> None:
    test = data.draw(valid_tests(system))
    assert system.roll(test, seeded(seed)) == system.roll(test, seeded(seed))


def contains(distribution: Distribution, value: object) -> bool:
    known = [row for row, _ in distribution.rows]
    first, last = str(known[0]), str(known[-1])
    if value in known or not isinstance(value, int):
        return value in known
    return (first.startswith("≤") and value <= int(first[1:])) or (last.endswith("+") and value >= int(last[:-1]))


@settings(max_examples=40)
@given(data=st.data())
@unless_refused
def chances_are_exact_and_add_up(system: System[Any], data: st.DataObject) -> None:
    test = data.draw(valid_tests(system))
    odds = chances_of(system).odds(test)
    with suppress(TooMuchWork):
        assert odds.events[odds.main] == chances_of(system).main(test)
    for chance in odds.events.values():
        assert 0 <= chance.numerator <= chance.denominator
    for distribution in odds.distributions.values():
        assert sum(weight for _, weight in distribution.rows) == distribution.total
        assert all(weight > 0 for _, weight in distribution.rows)
        values = [value for value, _ in distribution.rows]
        assert len(set(values)) == len(values)
        numbers = [value for value in values if isinstance(value, int)]
        assert numbers == sorted(numbers)


@settings(max_examples=40)
@given(data=st.data())
@unless_refused
def every_outcome_is_among_the_odds(system: System[Any], data: st.DataObject) -> None:
    test, roll = data.draw(rolls_of(system, 0))
    odds = chances_of(system).odds(test)
    outcome = plain(system.judge(test, roll).outcome)
    for name, distribution in odds.distributions.items():
        if outcome.get(name) is not None:
            assert contains(distribution, outcome[name]), name


@settings(max_examples=25)
@given(data=st.data())
@unless_refused
def advice_is_ranked_and_doing_nothing_is_in_it(system: System[Any], data: st.DataObject) -> None:
    test, roll = data.draw(rolls_of(system))
    advice, main = chances_of(system).advice(test, roll), chances_of(system).odds(test).main
    assert NOTHING in [one.option for one in advice]
    chances = [one.chances[main] for one in advice]
    assert all(not better < worse for better, worse in pairwise(chances))
    for before, after in pairwise(advice):
        assert before.chances[main] != after.chances[main] or before.cost <= after.cost
    for one in advice:
        assert one.label
        assert all(0 <= chance.numerator <= chance.denominator for chance in one.chances.values())
    nothing = next(one for one in advice if one.option == NOTHING)
    assert nothing.cost == 0


@settings(max_examples=150)
@given(data=st.data())
def notation_and_form_give_the_test_back(system: System[Any], data: st.DataObject) -> None:
    test = data.draw(valid_tests(system))
    house_rules = system.house_rules(test)
    assert system.parse(system.write(test), house_rules) == test
    values = system.to_form(test)
    assert system.from_form(values, house_rules) == test
    assert read_form(system.fields, values) == values
    assert json.loads(json.dumps(values)) == values


def an_untouched_form_makes_a_test_that_can_be_rolled(system: System[Any]) -> None:
    test = system.from_form({}, {})
    assert system.judge(test, system.roll(test, seeded(1))).lines


def the_first_roll_of_a_newcomer_can_succeed(system: System[Any]) -> None:
    odds = chances_of(system).odds(system.from_form({}, {}))
    assert odds.events[odds.main].value > 0


def fields_lead_to_rules_and_to_each_other(system: System[Any]) -> None:
    names = [field.name for field in system.fields]
    assert len(set(names)) == len(names)
    for number, field in enumerate(system.fields):
        assert not field.rule or field.rule in addresses(system), field.name
        assert {name for name, _ in field.when} <= set(names[:number]), field.name
        assert_default_is_allowed(field)


def assert_default_is_allowed(field: Field) -> None:
    assert read_field(field, field.default) == field.default
    for column in field.columns:
        assert_default_is_allowed(column)
