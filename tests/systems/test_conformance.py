"""Promises that a roll, its verdict and its options keep in every system."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import assume, given, strategies as st

from pyrules.core.errors import IllegalRoll
from pyrules.core.faces import Script, seeded
from pyrules.core.roll import EMPTY, LEAVE, Roll, Throw
from pyrules.core.system import System
from pyrules.systems import BY_ID
from tests.systems import promises
from tests.systems.conforming import rolls_of, systems
from tests.systems.small import small_tests


def script_of(roll: Roll) -> Script:
    return tuple(tuple(die.faces for die in dice) for dice in roll.dice)


test_a_report_replays_to_the_same_verdict = systems(promises.a_report_replays_to_the_same_verdict)


test_faces_written_are_faces_read = systems(promises.faces_written_are_faces_read)


test_verdicts_point_at_rules_counters_and_dice_there_are = systems(
    promises.verdicts_point_at_rules_counters_and_dice_there_are
)


test_options_can_be_taken = systems(promises.options_can_be_taken)


test_nothing_that_was_judged_has_changed = systems(promises.nothing_that_was_judged_has_changed)


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
def test_faces_of_one_group_come_to_the_same_for_dice_thrown_again(system: System[Any]) -> None:
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


test_a_seed_repeats_the_roll = systems(promises.a_seed_repeats_the_roll)


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
