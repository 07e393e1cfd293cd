"""Dice on the table, gathered throw by throw."""

from collections.abc import Sequence
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from pyrules.core.errors import IllegalRoll
from pyrules.core.roll import EMPTY, NOTHING, SIZES, Die, Pending, Pick, Roll, Throw, gather, singles


@pytest.mark.parametrize("sides", SIZES)
def test_dice_thrown_once_are_shared(sides: int) -> None:
    assert singles(sides) is singles(sides)
    assert singles(sides) == {face: Die(sides, (face,)) for face in range(1, sides + 1)}


def test_new_dice_lie_behind_the_others_and_old_ones_keep_their_faces() -> None:
    roll = EMPTY.after(Throw(0, 0, 6, 2), [5, 6]).after(Throw(0, 1, 6, 2), [1, 2]).after(Throw(1, 0, 8), [8])
    assert roll.dice == ((Die(6, (5,)), Die(6, (6, 1)), Die(6, (2,))), (Die(8, (8,)),))
    assert roll.pool(0) == roll.dice[0]
    assert roll.pool(2) == ()


def test_a_throw_leaves_picks_and_the_roll_before_it_alone() -> None:
    before = EMPTY.with_pick(Pick("add")).after(Throw(0, 0, 6), [3])
    after = before.after(Throw(0, 0, 6), [4])
    assert before.dice == ((Die(6, (3,)),),)
    assert after == Roll(((Die(6, (3, 4)),),), (Pick("add"),))


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ([1], "faces from die 3 on: got 1, give 2"),
        ([1, 2, 3], "faces from die 3 on: got 3, give 2"),
        ([1, 0], "roll 1, die 4: 0 is not on a d6; use 1 to 6"),
        ([7, 1], "roll 1, die 3: 7 is not on a d6; use 1 to 6"),
        ([1, -1], "roll 1, die 4: -1 is not on a d6; use 1 to 6"),
        ([1, "6"], "roll 1, die 4: '6' is not on a d6; use 1 to 6"),
        ([1, None], "roll 1, die 4: None is not on a d6; use 1 to 6"),
        ([1, 2.5], "roll 1, die 4: 2.5 is not on a d6; use 1 to 6"),
        ([1, 10**5_000], "roll 1, die 4: a huge number is not on a d6; use 1 to 6"),
        ([[1], 1], "roll 1, die 3: a list is not on a d6; use 1 to 6"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_faces_that_no_die_has_are_refused(faces: Sequence[Any], message: str) -> None:
    with pytest.raises(IllegalRoll) as caught:
        EMPTY.after(Throw(0, 2, 6, 2), faces)
    assert str(caught.value) == message


def waiting(throws: Sequence[tuple[Throw, bool]], roll: Roll) -> Pending:
    """Ask for one throw after the other; some may wait."""
    lying = sum(len(die.faces) for dice in roll.dice for die in dice)
    if lying == len(throws):
        return NOTHING
    throw, optional = throws[lying]
    return Pending((throw,), Pick("on") if optional else None)


THREE = ((Throw(0, 0, 6), False), (Throw(1, 0, 6), True), (Throw(1, 1, 6), False))


def test_gathering_goes_on_until_nothing_is_asked_for() -> None:
    assert gather(waiting, THREE, lambda _: [4]).dice == ((Die(6, (4,)),), (Die(6, (4,)), Die(6, (4,))))


def test_gathering_stops_before_a_throw_that_may_wait() -> None:
    assert gather(waiting, THREE, lambda _: [4], onward=False).dice == ((Die(6, (4,)),),)


def test_a_source_may_decline_a_throw_that_may_wait() -> None:
    assert gather(waiting, THREE, lambda throw: None if throw.roll else [4]).dice == ((Die(6, (4,)),),)


def test_a_source_may_not_decline_any_other() -> None:
    with pytest.raises(IllegalRoll, match=r"^roll 1, die 1: no face for this d6$"):
        gather(waiting, THREE, lambda _: None)
    with pytest.raises(IllegalRoll, match=r"^roll 2, die 2: no face for this d6; write them after a '/'$"):
        gather(waiting, THREE, lambda throw: None if throw.first else [4])


@pytest.mark.parametrize("value", [Die(6, (1,)), Throw(0, 0, 6), Pending(), Pick("add"), Roll()])
def test_values_are_frozen(value: Any) -> None:
    name = value.__slots__[0]
    with pytest.raises(FrozenInstanceError):
        setattr(value, name, 1)
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        value.other = 1
