"""The functions that a system brings for its odds beside the engine that any system has, on small tests."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from pyrules.core.budget import TooMuchWork, budget
from pyrules.core.engine import Counted, chances_of, count_outcomes, default_chances
from pyrules.core.errors import RulesError
from pyrules.core.faces import seeded
from pyrules.core.odds import NOTHING, Advice, Distribution
from pyrules.core.ratio import Ratio
from pyrules.core.roll import Pick, Roll
from pyrules.core.system import System
from tests.exact import fraction, rows
from tests.systems.conforming import systems
from tests.systems.small import other_rules, small_tests

pytestmark = pytest.mark.untraced


@cache
def countable_tests(system: System[Any]) -> list[tuple[Any, Counted]]:
    """The small tests that can be counted out; nearly all can."""
    tests = small_tests(system)
    found = []
    for test in tests:
        with suppress(TooMuchWork), budget(0.16):  # what takes longer is refused in the end as well
            found.append((test, count_outcomes(system, test)))
    assert len(found) > 0.8 * len(tests)
    return found


def expected(found: Counted, name: str) -> dict[Any, Fraction]:
    values: dict[Any, Fraction] = {}
    for outcome, _, weight in found.outcomes:
        value = getattr(outcome, name)
        values[value] = values.get(value, Fraction(0)) + Fraction(weight, found.ways)
    return values


def agrees(distribution: Distribution, found: Counted, name: str) -> None:
    """Compare row by row; from the first on that stands for all above it, in this one or in the count, their sum."""
    own, values = rows(distribution), expected(found, name)
    ends = [getattr(outcome, name) for outcome, _, _ in found.outcomes[len(found.outcomes) - found.unfinished :]]
    ends += [int(value.removesuffix("+")) for value in own if isinstance(value, str) and value.endswith("+")]
    if ends:
        assert fold_values(own, min(ends)) == fold_values(values, min(ends)), name
        return
    if None in values:  # a row of another name stands for outcomes without the number
        (unnamed,) = (value for value in own if value not in values)
        values[unnamed] = values.pop(None)
    assert own == values, name


def fold_values(values: Mapping[Any, Fraction], end: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for value, chance in values.items():
        number = min(int(str(value).removesuffix("+")), end)
        found[number] = found.get(number, Fraction(0)) + chance
    return found


@systems
def test_odds_are_those_of_every_way_the_dice_can_fall(system: System[Any]) -> None:
    for test, found in countable_tests(system):
        odds = chances_of(system).odds(test)
        names = list(found.outcomes[0][1])
        assert odds.main == names[0]
        for name in {*names} - {*odds.left_out}:
            if not found.unfinished or name == odds.main:
                weight = sum(weight for _, happened, weight in found.outcomes if happened[name])
                assert fraction(odds.events[name]) == Fraction(weight, found.ways), (system.write(test), name)
        for name, distribution in odds.distributions.items():
            if hasattr(found.outcomes[0][0], name):
                agrees(distribution, found, name)
                if name in odds.means and not found.unfinished:
                    mean = sum(value * chance for value, chance in expected(found, name).items())
                    assert fraction(odds.means[name]) == mean
        if odds.goal:
            name, enough = odds.goal
            for outcome, happened, _ in found.outcomes:
                assert happened[odds.main] is (getattr(outcome, name) >= enough), system.write(test)


@systems
def test_luck_counts_the_outcomes_that_are_as_good(system: System[Any]) -> None:
    for test, found in countable_tests(system):
        name, _ = chances_of(system).odds(test).goal or ("", 0)
        if found.unfinished or not name:
            continue
        values = expected(found, name)
        for outcome, _, _ in found.outcomes[::5]:
            if luck := chances_of(system).luck(test, outcome):
                value = getattr(outcome, name)
                assert fraction(luck.at_least) == sum(chance for other, chance in values.items() if other >= value)
                assert fraction(luck.at_most) == sum(chance for other, chance in values.items() if other <= value)


@systems
def test_advice_is_that_of_following_every_choice_to_its_end(system: System[Any]) -> None:
    compared = 0
    for test, roll, followed in with_every_choice(system):
        offered = {option.id: option for option in system.options(test, roll) if not option.notation}
        try:
            advice = chances_of(system).advice(test, roll)
        except TooMuchWork:
            continue
        main = chances_of(system).odds(test).main
        best: dict[str, Ratio] = {}
        for one in followed:
            if one.option in {NOTHING, *offered}:
                best[one.option] = max(best.get(one.option, one.chances[main]), one.chances[main])
                compare_chosen(system, test, roll, Pick(one.option, one.places), one.chances[main])
        own = [one for one in advice if one.option in best]
        compared += 1
        if any(option.units for option in offered.values()):  # of these the engine follows what is proposed alone
            continue
        assert max(one.chances[main] for one in own) == max(best.values()), system.write(test)
        assert not [one for one in own if best[one.option] < one.chances[main]], system.write(test)
    assert compared > 0.6 * len(small_tests(system))


def with_every_choice(system: System[Any]) -> Iterator[tuple[Any, Roll, tuple[Advice, ...]]]:
    """The small tests rolled, with every choice followed; by another house rule where by their own they have no end."""
    plain = default_chances(system)
    ways: list[dict[str, Any]] = [{}, *other_rules(system)]
    for seed, small in enumerate(small_tests(system)):
        for rules in ways:
            try:
                test = system.parse(system.write(small), {**system.house_rules(small), **rules})
                roll = system.roll(test, seeded(seed), onward=False)
                followed = plain.advice(test, roll)
            except TooMuchWork as error:
                if "choices may follow" in str(error):
                    continue
                break
            except RulesError:
                continue
            if rules:
                ways = [{}, rules, *other_rules(system)]
            yield test, roll, followed
            break


def compare_chosen(system: System[Any], test: Any, roll: Roll, pick: Pick, chance: Ratio) -> None:
    told = chances_of(system).after_pick(test, roll, pick) if pick.option != NOTHING else None
    assert told is None or told == chance, (system.write(test), pick)
