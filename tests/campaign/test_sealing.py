"""Secret rolls among several devices: sealed until they are revealed, and then the ones that were made."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pyrules.campaign.codec import write_record
from pyrules.campaign.devices import taken_in
from pyrules.campaign.events import PLAYER, Event, Noted, Recorded, Rolled, Sealed, Undone
from pyrules.campaign.merge import join_events, merge_logs
from pyrules.campaign.people import HIDDEN
from pyrules.campaign.rolls import RollMetadata, reveal_roll
from pyrules.campaign.sealing import digest, for_others, for_players, fuller_event, seal_roll, shown_since
from pyrules.campaign.state import State, fold
from pyrules.core.errors import RulesError
from tests.campaign.some_logs import adjust, roll, rolls

SECRET = roll("s", ("gm_ip", 2), at=5, secret=True, nonce="n" * 32, who="Gm", took=60)
FURTHER = replace(SECRET, id="t", at=6, revises="s", took=0)
REVEAL = reveal_roll(RollMetadata("r", 9), FURTHER)


def records_for_others(state: State, *events: Event) -> list[str]:
    return list(map(write_record, for_others(state, events)))


@given(rolls(secret=True))
def test_a_seal_tells_that_something_was_rolled_and_no_more(event: Rolled) -> None:
    seal = seal_roll(event)
    assert (seal.id, seal.at, seal.system, seal.revises) == (event.id, event.at, event.system, event.revises)
    assert set(seal.digest) <= set("0123456789abcdef")
    assert fuller_event(seal, event) == fuller_event(event, seal) == event
    assert digest(replace(event, nonce=event.nonce + "x")) != seal.digest


@pytest.mark.parametrize(
    "change", [{"summary": "3 hits"}, {"nonce": ""}, {"at": 6}, {"id": "x"}, {"revises": "x"}, {"physical": True}]
)
def test_no_other_roll_opens_a_seal(change: dict[str, Any]) -> None:
    assert fuller_event(seal_roll(SECRET), replace(SECRET, **change)) is None
    assert fuller_event(SECRET, replace(SECRET, **change)) is None


def test_others_have_a_seal_until_the_roll_is_revealed_then_the_same_log() -> None:
    ours = fold([adjust("a", "gm_ip", 1, at=1), SECRET, FURTHER, adjust("b", "gm_ip", 1, at=7)])
    theirs, fresh = taken_in(fold([]), records_for_others(ours, *ours.events))
    assert [type(event) for event in fresh if event.id in "st"] == [Sealed, Sealed]
    assert len(theirs.entries) == len(ours.entries)
    assert "Gm" not in "".join(map(write_record, theirs.events))
    assert theirs.value("stepdie", "gm_ip") == ours.value("stepdie", "gm_ip") - 2
    ours = fold([*ours.events, REVEAL])
    after, fresh = taken_in(theirs, records_for_others(ours, REVEAL))
    assert after == ours
    assert [event.id for event in fresh] == ["s", "t", "r"]
    assert records_for_others(after, *after.events) == list(map(write_record, ours.events))
    assert taken_in(after, records_for_others(theirs, *theirs.events)) == (after, ())


def test_all_at_the_table_know_what_a_device_knows_that_rolled_nothing() -> None:
    ours = fold([adjust("a", "gm_ip", 1, at=1), SECRET, FURTHER, adjust("b", "gm_ip", 1, at=7)])
    theirs, _ = taken_in(fold([]), records_for_others(ours, *ours.events))
    assert for_players(ours) == theirs
    assert for_players(theirs) == theirs
    revealed_to_all = fold([*ours.events, REVEAL])
    assert for_players(revealed_to_all) == revealed_to_all


def test_undone_and_noted_a_sealed_roll_is_as_any_other_line() -> None:
    ours = fold([SECRET, FURTHER, Undone("u", 7, "t"), Noted("n", 8, "s", "!"), Undone("v", 9, "s")])
    theirs, _ = taken_in(fold([]), records_for_others(ours, *ours.events))
    assert (theirs.entry("s").note, theirs.entry("s").undone) == ("!", ("v",))
    follows = roll("f", at=10, follows="s")
    assert taken_in(theirs, [write_record(follows)])[0].entry("f").event == follows


@pytest.mark.parametrize(
    ("events", "problem"),
    [
        ([replace(SECRET, summary="9 hits"), FURTHER, REVEAL], "'s' stands for two different events"),
        ([REVEAL], "'s' is not the first of a roll"),
        ([SECRET, FURTHER, replace(REVEAL, headline="A triumph")], "'r' reveals is not what was rolled"),
        ([SECRET, FURTHER, replace(REVEAL, dice=())], ""),
        ([seal_roll(replace(SECRET, nonce=""))], "'s' stands for two different events"),
    ],
)
def test_what_was_changed_since_it_was_rolled_is_refused(events: list[Event], problem: str) -> None:
    theirs = fold([seal_roll(SECRET), seal_roll(FURTHER)])
    if not problem:
        assert taken_in(theirs, list(map(write_record, events)))[0].entry("s").event == REVEAL
        return
    with pytest.raises(RulesError, match=problem):
        taken_in(theirs, list(map(write_record, events)))


def test_a_roll_that_goes_on_after_it_was_revealed_is_as_any_other() -> None:
    ours = fold([SECRET, FURTHER, REVEAL])
    onward = replace(REVEAL, id="o", at=10, summary="3 hits")
    assert taken_in(ours, [write_record(onward)])[0].entry("s").event == onward
    assert for_others(fold([*ours.events, onward]), [onward]) == (SECRET, FURTHER, onward)


def test_a_roll_revealed_under_a_hidden_name_is_known_once_they_are_shown() -> None:
    shown = Recorded("v", 1, "stepdie", PLAYER, "Vesper", (("foe", True),))
    secret, hidden = (
        replace(SECRET, who="Vesper"),
        replace(shown, id="h", at=8, facts=(*(shown.facts or ()), (HIDDEN, True))),
    )
    reveal = reveal_roll(RollMetadata("r", 9), secret)
    before = fold([shown, secret, hidden, reveal])
    seals = for_others(before, before.events)
    assert [type(event) for event in seals] == [Recorded, Sealed, Recorded, Sealed]
    assert for_others(before, [reveal]) == seals[3:]
    now = fold([*before.events, replace(shown, id="w", at=10)])
    assert shown_since(before, now) == (secret, reveal)
    assert taken_in(fold(seals), records_for_others(now, *now.events))[0] == now


PARTS: list[tuple[Event, ...]] = [
    (seal_roll(SECRET), seal_roll(FURTHER)),
    (SECRET, FURTHER, REVEAL),
    (roll("o", at=7),),
    (adjust("p", "gm_ip", 1, at=20),),
]


@given(st.permutations(PARTS), st.lists(st.sampled_from(PARTS), max_size=3))
def test_seals_and_records_come_to_one_log_in_any_order(parts: list[tuple[Event, ...]], again: list[Any]) -> None:
    state = fold([])
    for part in (*parts, *again):
        state = join_events(state, part)
    assert state == fold([SECRET, FURTHER, roll("o", at=7), REVEAL, adjust("p", "gm_ip", 1, at=20)])
    assert merge_logs(PARTS[0], [event for part in parts[::-1] for event in part]).state == state
