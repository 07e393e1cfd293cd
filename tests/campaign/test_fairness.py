"""Dice that two devices throw together."""

from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import pytest

from pyrules.campaign.codec import read_record, write_event
from pyrules.campaign.events import Rolled
from pyrules.campaign.fairness import Objection, Thrown, commitment, fair, is_fair, is_proven, objection
from pyrules.campaign.rolls import RollMetadata, given_up, reveal_roll, revise_roll
from pyrules.campaign.state import fold
from pyrules.core.errors import RulesError
from pyrules.core.faces import draw_faces
from pyrules.core.roll import EMPTY, SIZES, Die, Pick, Roll, Throw
from pyrules.systems import BY_ID, SYSTEMS
from tests.campaign.fairness_helpers import SEEDS, throw
from tests.campaign.some_logs import adjust, roll

GOLDEN = [[3, 1, 2, 2, 3], [3, 1, 1, 4, 1], [7, 2, 1, 1, 3], [1, 4, 9, 2, 1], [11, 5, 3, 5, 9], [18, 12, 10, 11, 15]]
OTHERS = [[1, 3, 4, 4, 4], [2, 2, 4, 2, 1]]


def test_the_faces_of_two_seeds_are_these_and_no_others() -> None:
    """Whoever writes this anew, in whatever language, must come to the same: a log has the seeds and the faces."""
    faces = fair(SEEDS, "e")
    assert [list(faces(Throw(0, 0, sides, 5)) or ()) for sides in SIZES] == GOLDEN
    others = (fair(SEEDS[::-1], "e"), fair(SEEDS, "f"))
    assert [list(other(Throw(0, 0, 4, 5)) or ()) for other in others] == OTHERS


def popped(left: list[bytes], _: int) -> bytes:
    return left.pop()


@pytest.mark.parametrize("sides", SIZES)
def test_every_face_has_as_many_bytes_as_any_other(sides: int) -> None:
    fallen: Counter[bytes] = Counter()
    for byte in range(256):
        left = [b"\0", bytes([byte])]
        face = draw_faces(partial(popped, left), Throw(0, 0, sides))
        fallen[face] += bool(left)  # else the byte stood for no face, and another one was asked for
    assert len(fallen) == sides
    assert len(set(fallen.values())) == 1


def test_a_commitment_holds_for_one_roll_alone() -> None:
    thrown = Thrown("e", "moonwalk", "4 (2)", (), EMPTY)
    others = [
        replace(thrown, event="f"),
        replace(thrown, system="almond"),
        replace(thrown, notation="4 (1)"),
        replace(thrown, settings=(("a", 1),)),
        replace(thrown, start=Roll(((Die(6, (1,)),),))),
        replace(thrown, start=Roll((), (Pick("again", (1,)),))),
    ]
    made = {commitment(SEEDS[0], one) for one in (thrown, *others)} | {commitment(SEEDS[1], thrown)}
    assert len(made) == 8
    assert {len(one) for one in made} == {64}


def test_dice_of_two_devices_are_those_of_both_seeds_for_a_committed_roll() -> None:
    event = throw()
    commit = commitment(SEEDS[0], Thrown("e", "moonwalk", event.notation, event.settings, EMPTY))
    assert is_fair(event, [event], commit)
    read = read_record(write_event(event))
    assert isinstance(read, Rolled)
    assert is_fair(read, [], commit)
    [pool] = event.dice
    turned = Die(6, (pool[0].face % 6 + 1,))
    for lie in (
        replace(event, dice=((turned, *pool[1:]),)),
        replace(event, dice=(pool[:-1],)),
        replace(event, seeds=SEEDS[::-1]),
        replace(event, seeds=SEEDS[:1]),
        replace(event, seeds=()),
        replace(event, id="f"),
        replace(event, notation="5 (2)"),
        replace(event, notation="nonsense"),
    ):
        assert not is_fair(lie, [])
    assert not is_fair(event, [], commitment(SEEDS[0], Thrown("e", "moonwalk", "4 (1)", event.settings, EMPTY)))


@pytest.mark.parametrize(("system", "notation"), [(one.id, test.notation) for one in SYSTEMS for test in one.examples])
def test_a_roll_of_every_system_and_what_follows_from_it_are_fair(system: str, notation: str) -> None:
    first = throw(notation, system)
    known = BY_ID[system]
    test = known.parse(first.notation, dict(first.settings))
    lies = Roll(first.dice, first.picks)
    assert is_fair(first, [first]) == bool(first.dice and any(first.dice))
    number = count()
    for option in known.options(test, lies):
        places = tuple(option.places[: option.most]) if option.most else ()
        name = f"r{next(number)}"
        try:
            start = known.pick(test, lies, Pick(option.id, places))
            after = known.roll(test, fair(SEEDS, name), start, onward=False)
        except RulesError:
            continue
        if not known.pending(test, start).throws:
            continue
        event = revise_roll(RollMetadata(name, 9, seeds=SEEDS), first, after)
        commit = commitment(SEEDS[0], Thrown(name, system, first.notation, first.settings, start))
        assert is_fair(event, [first, event], commit)
        assert not is_fair(event, [event])
        assert is_proven(fold([first, event]), "e")
        assert not is_fair(replace(event, dice=(*event.dice, (Die(6, (1,)),))), [first])


def test_what_one_device_rolled_or_a_person_typed_in_is_not_proven() -> None:
    event = throw(secret=True, nonce="n")
    alone = replace(event, id="a", seeds=())
    again = replace(event, id="b", revises="e", dice=((*event.dice[0], Die(6, (1,))),), seeds=())
    fairly = replace(again, id="c", seeds=SEEDS)
    none = roll("n")
    state = fold([event, alone, none, adjust("d", "gm_ip", 1)])
    assert [is_proven(state, line) for line in ("e", "a", "n", "d")] == [True, False, None, None]
    assert is_proven(fold([event, reveal_roll(RollMetadata("r", 9), event)]), "e")
    assert is_proven(fold([event, again]), "e") is False
    assert is_proven(fold([event, fairly]), "e") is False  # its seeds give other faces
    assert is_proven(fold([alone, replace(fairly, revises="a")]), "a") is False


def test_seeds_beside_other_faces_than_they_give_prove_nothing() -> None:
    event = throw("9 (2)")
    best = (tuple(Die(6, (6,)) for _ in event.dice[0]),)
    forged = replace(event, dice=best, headline="Success", summary="9 hits")
    assert is_proven(fold([event]), "e") is True
    assert is_proven(fold([forged]), "e") is False
    assert is_proven(fold([replace(forged, picks=(Pick("nonsense", (9,)),))]), "e") is False


@pytest.mark.parametrize(
    ("changed", "lent", "expected"),
    [  # by a hub that must have lent a seed, one that need not, a guest that must, and one that need not
        ({}, True, ("", "", "", "")),
        ({}, False, ("chosen", "unlent", "chosen", "")),
        ({"secret": True}, False, ("unlent", "unlent", "", "")),  # made before, and revealed now
        ({"dice": ((Die(6, (6,)),) * 4,)}, True, ("chosen",) * 4),
        ({"dice": ((Die(6, (6,)),) * 4,)}, False, ("chosen",) * 4),
        ({"seeds": SEEDS[::-1]}, True, ("chosen",) * 4),
        ({"seeds": ()}, True, ("alone",) * 4),
        ({"seeds": ()}, False, ("unshared", "", "", "")),
    ],
)
def test_seeds_of_ones_own_making_are_found_out_by_who_lends_them(
    changed: dict[str, Any], *, lent: bool, expected: tuple[Objection, ...]
) -> None:
    event = replace(throw(), **changed)
    commit = commitment(SEEDS[0], Thrown("e", "moonwalk", event.notation, event.settings, EMPTY))
    loan = (SEEDS[1], commit) if lent else None
    found = tuple(
        objection(event, [event], loan, hub=hub, lends=lends) for hub in (True, False) for lends in (True, False)
    )
    assert found == expected


def test_what_nobody_here_has_lent_a_seed_for_is_not_proven() -> None:
    event = throw()
    again = replace(event, id="r", revises="e", dice=((*event.dice[0], Die(6, (1,))),), seeds=())
    assert is_proven(fold([event]), "e", frozenset({"e"})) is False
    assert (
        is_proven(fold([event, reveal_roll(RollMetadata("r", 9), throw(secret=True))]), "e", frozenset({"r"})) is True
    )
    assert is_proven(fold([event, again]), "e", frozenset({"r"})) is False


def test_giving_up_throws_no_dice() -> None:
    event = throw("9 (20, 1 hour) Extended Test")
    assert is_proven(fold([event, given_up(RollMetadata("g", 9), event)]), "e")
