"""Promises that a roll, its verdict and its options keep in every system."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import chain, combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import assume, given, strategies as st

from pyrules.campaign.codec import PICKS
from pyrules.core.errors import IllegalRoll
from pyrules.core.faces import Script, read_faces, seeded, write_faces
from pyrules.core.roll import EMPTY, LEAVE, Roll, Throw
from pyrules.core.system import System
from pyrules.report import roll_report
from pyrules.systems import BY_ID
from tests.systems.conforming import addresses, picks_of, rolls_of, systems, valid_tests
from tests.systems.small import small_tests

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


def script_of(roll: Roll) -> Script:
    return tuple(tuple(die.faces for die in dice) for dice in roll.dice)


@systems
@given(data=st.data())
def test_a_report_replays_to_the_same_verdict(system: System[Any], data: st.DataObject) -> None:
    test, roll = data.draw(rolls_of(system))
    report = json.loads(json.dumps(roll_report(system, test, roll)))
    again = system.parse(report["notation"], report["settings"])
    script = tuple(tuple(tuple(die["faces"]) for die in dice) for dice in report["dice"])
    picks = PICKS(report["picks"])
    replayed = system.replay(again, script, picks)
    assert (again, replayed) == (test, roll)
    assert system.judge(again, replayed) == system.judge(test, roll)
    assert roll_report(system, again, replayed) == report


@systems
@given(data=st.data())
def test_faces_written_are_faces_read(system: System[Any], data: st.DataObject) -> None:
    test, roll = data.draw(rolls_of(system))
    assert system.replay(test, read_faces(write_faces(roll.dice)), roll.picks) == roll


@systems
@given(data=st.data())
def test_verdicts_point_at_rules_counters_and_dice_there_are(system: System[Any], data: st.DataObject) -> None:
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


@systems
@given(data=st.data())
def test_options_can_be_taken(system: System[Any], data: st.DataObject) -> None:
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


@systems
@given(data=st.data())
def test_nothing_that_was_judged_has_changed(system: System[Any], data: st.DataObject) -> None:
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


def falls(system: System[Any], test: Any, roll: Roll = EMPTY) -> Iterator[tuple[Roll, Roll]]:
    """Every way in which the next dice of a test can fall, and the same with one face of each group for all of it."""
    throws = system.pending(test, roll).throws
    shown = [[*combinations_with_replacement(range(1, throw.sides + 1), throw.count)] for throw in throws]
    groups = [system.interchangeable(test, roll, throw) for throw in throws]
    for found, throw in zip(groups, throws, strict=True):
        assert sorted(chain(*found)) in ([], [*range(1, throw.sides + 1)]), (test, found)
    standing = [{face: group[0] for group in found for face in group} for found in groups]
    for faces in product(*shown):
        told = [[stands.get(face, face) for face in one] for stands, one in zip(standing, faces, strict=True)]
        if told != [[*one] for one in faces]:
            yield throw_dice(roll, throws, faces), throw_dice(roll, throws, told)


def throw_dice(roll: Roll, throws: Sequence[Throw], faces: Sequence[Sequence[int]]) -> Roll:
    for throw, one in zip(throws, faces, strict=True):
        roll = roll.after(throw, one)
    return roll


def result_of(system: System[Any], test: Any, roll: Roll) -> tuple[Any, ...]:
    """The result of a roll, but for the faces that its words name."""
    verdict = system.judge(test, roll)
    return (
        system.pending(test, roll),
        (verdict.headline, verdict.summary, verdict.good, verdict.drama, verdict.heard, verdict.effects),
        [(line.step, line.rule) for line in verdict.lines],
        [[(mark.kind, mark.role) for mark in marks] for marks in verdict.marks],
        dict(system.events_of(test, roll, verdict.outcome)),
        system.options(test, roll),
    )


@pytest.mark.untraced
@systems
def test_faces_of_one_group_come_to_the_same_in_every_small_test(system: System[Any]) -> None:
    for test in small_tests(system):

        @cache
        def known(roll: Roll, test: Any = test) -> list[tuple[Any, ...]]:
            on = system.roll(test, seeded(1), roll, onward=False)
            return [result_of(system, test, one) for one in ([roll] if on == roll else [roll, on])]

        for roll, told in falls(system, test):
            assert known(roll) == known(told), (test, roll)


@pytest.mark.parametrize(
    ("name", "notation", "groups"),
    [
        ("moonwalk", "12 (3)", ((5, 6), (1,), (2, 3, 4))),
        ("moonwalk", "12 (3) six", ((6,), (5,), (1,), (2, 3, 4))),
        ("moonwalk", "12 vs. 8 six", ((5, 6), (1,), (2, 3, 4))),
        ("almond", "5d6 TN 4", ((4, 5, 6), (1,), (2, 3))),
        ("almond", "5d6 TN 9", ((6,), (1,), (2, 3, 4, 5))),
        ("almond", "5d6 TN 9 initiative", ((1,), (2, 3, 4, 5, 6))),
        ("relics", "5d6", ((5, 6), (1,), (2, 3, 4))),
        ("relics", "5d6 +1 / 1d", ()),
        ("stepdie", "5d6 + d10 (3)", ()),
        ("general", "d8 + d6 (15)", ()),
    ],
)
def test_dice_are_counted_only_where_that_is_enough(name: str, notation: str, groups: tuple[Any, ...]) -> None:
    system = BY_ID[name]
    test = system.parse(notation, {})
    assert system.interchangeable(test, EMPTY, system.pending(test, EMPTY).throws[0]) == groups


@pytest.mark.untraced
@systems
def test_faces_of_one_group_come_to_the_same_for_dice_that_are_thrown_again(system: System[Any]) -> None:
    for test in small_tests(system):
        throws = system.pending(test, EMPTY).throws
        roll = throw_dice(EMPTY, throws, [[throw.sides] * throw.count for throw in throws])  # the highest face goes on
        for _ in range(3):
            throws = system.pending(test, roll).throws
            for on, told in falls(system, test, roll):
                assert result_of(system, test, on) == result_of(system, test, told), (test, on)
            roll = throw_dice(roll, throws, [[throw.sides] * throw.count for throw in throws])


def test_a_six_that_is_thrown_on_has_groups_of_its_own() -> None:
    almond = BY_ID["almond"]
    test = almond.parse("2d6 TN 9", {})
    roll = EMPTY.after(Throw(0, 0, 6, 2), (2, 6))
    assert almond.interchangeable(test, roll, almond.pending(test, roll).throws[0]) == ((3, 4, 5, 6), (1, 2))


@systems
@given(data=st.data(), seed=st.integers())
def test_a_seed_repeats_the_roll(system: System[Any], data: st.DataObject, seed: int) -> None:
    test = data.draw(valid_tests(system))
    assert system.roll(test, seeded(seed)) == system.roll(test, seeded(seed))


@systems
@given(data=st.data())
def test_faces_that_do_not_fit_are_refused(system: System[Any], data: st.DataObject) -> None:
    test, roll = data.draw(rolls_of(system))
    assume(any(roll.dice))
    script = [[list(faces) for faces in dice] for dice in script_of(roll)]
    number = data.draw(st.sampled_from([number for number, dice in enumerate(script) if dice]))
    place = data.draw(st.integers(0, len(script[number]) - 1))
    die = script[number][place]
    nth = data.draw(st.integers(0, len(die) - 1))
    sides = roll.dice[number][place].sides
    match data.draw(st.sampled_from(["zero", "negative", "too high", "thrown again", "one die more", "one roll more"])):
        case "zero":
            die[nth] = 0
        case "negative":
            die[nth] = -die[nth]
        case "too high":
            die[nth] = data.draw(st.integers(sides + 1, 10**6))
        case "thrown again":
            assume(all((throw.roll, throw.first) != (number, place) for throw in system.further(test, roll)))
            die.append(data.draw(st.integers(1, sides)))
        case "one die more":
            script[-1].append([data.draw(st.integers(1, 4))])
        case _:
            script.append([[data.draw(st.integers(1, 4))]])
            assume(not system.pending(test, roll).throws)
    with pytest.raises(IllegalRoll):
        system.replay(test, tuple(tuple(tuple(faces) for faces in dice) for dice in script), roll.picks)


@systems
@given(data=st.data())
def test_faces_that_are_missing_are_refused_unless_they_may_be_left(system: System[Any], data: st.DataObject) -> None:
    test, roll = data.draw(rolls_of(system))
    assume(any(roll.dice))
    script = [list(dice) for dice in script_of(roll)]
    number = data.draw(st.sampled_from([number for number, dice in enumerate(script) if dice]))
    if data.draw(st.booleans()):
        script[number].pop()
    else:
        script[number][-1] = ()
    with suppress(IllegalRoll):
        again = system.replay(test, tuple(map(tuple, script)), roll.picks)
        assert [pick.option for pick in again.picks if pick not in roll.picks] == [LEAVE]
