"""A checkpoint spares the reading of a log and changes nothing else: the state is that of a full replay."""

import json
from dataclasses import replace

import pytest
from app import program
from hypothesis import given, strategies as st

from pyrules.campaign.checkpoint import Stored, read_stored, write_checkpoint
from pyrules.campaign.codec import read_records, write_event, write_log
from pyrules.campaign.events import Event, Noted, Undone
from pyrules.campaign.state import apply, fold
from tests.campaign.codec_helpers import logs
from tests.campaign.some_logs import adjust, roll


def records_with_checkpoint(events: list[Event], covered: int) -> tuple[list[str], str]:
    """The records of events, and a checkpoint of the first of them."""
    records = [write_event(event) for event in events]
    return records, write_checkpoint(fold(events[:covered]), records[:covered])


@given(logs(), st.data())
def test_a_checkpoint_of_any_part_of_a_log_gives_the_state_of_all_of_it(
    events: list[Event], data: st.DataObject
) -> None:
    covered = data.draw(st.integers(0, len(events)))
    read = read_stored(*records_with_checkpoint(events, covered))
    assert read.covered == covered
    assert read.unread == ()
    assert read.state == fold(events)
    assert write_log(read.state.events) == write_log(events)


@given(logs(), st.data())
def test_a_log_goes_on_from_a_checkpoint_as_from_its_events(events: list[Event], data: st.DataObject) -> None:
    records, checkpoint = records_with_checkpoint(events, data.draw(st.integers(0, len(events))))
    state, again = fold(events), read_stored(records, checkpoint).state
    for number in range(data.draw(st.integers(1, 4))):
        names = [event.id for event in state.events]
        if not names:
            return
        undo = Undone(f"undo {number}", 0, data.draw(st.sampled_from(names)))
        state, again = apply(state, undo), apply(again, undo)
        assert again == state
        second = write_checkpoint(again, records := [*records, write_event(undo)])
        assert read_stored(records, second).state == state
        assert again.counters == fold(state.events).counters


EVENTS: list[Event] = [
    roll("a", ("player_ip", -1, "Ann"), who="Ann"),
    adjust("b", "player_ip", 2, who="Ann"),
    replace(roll("c", ("gm_ip", 1)), revises="a"),
    Noted("d", 0, "a", "in the rain"),
    Undone("e", 0, "b"),
]


def test_a_checkpoint_that_is_damaged_anywhere_is_passed_over() -> None:
    records, checkpoint = records_with_checkpoint(EVENTS, len(EVENTS))
    for at, sign in enumerate(checkpoint):
        damaged = checkpoint[:at] + chr(ord(sign) ^ 1) + checkpoint[at + 1 :]
        read = read_stored(records, damaged)
        assert read.covered == 0
        assert read.state == fold(EVENTS)


@pytest.mark.parametrize("checkpoint", ["", "{}", "5 00000000 {}", "99 zz", "\n", "999999999 00000000 "])
def test_what_is_no_checkpoint_is_passed_over(checkpoint: str) -> None:
    records, _ = records_with_checkpoint(EVENTS, 0)
    assert read_stored(records, checkpoint).covered == 0


def test_a_checkpoint_of_other_records_is_passed_over() -> None:
    records, checkpoint = records_with_checkpoint(EVENTS, len(EVENTS))
    others = [*records[:-1], records[-1].replace('"b"', '"c"')]
    for changed in (others, records[:-1], records[1:], records[::-1], []):
        state, unread = read_records(changed)
        read = read_stored(changed, checkpoint)
        assert (read.state, read.unread, read.covered) == (state, unread, 0)


def test_a_roll_is_read_only_when_more_of_it_is_asked_for() -> None:
    records, checkpoint = records_with_checkpoint(EVENTS, len(EVENTS))
    first = read_stored(records, checkpoint).state.events[0]
    assert isinstance(first, Stored)
    assert (first.id, first.system, first.who, first.revises) == ("a", "stepdie", "Ann", "")
    with pytest.raises(AttributeError):
        object.__getattribute__(first, "notation")
    assert first.notation == "2d6 + d8 (1)"
    assert object.__getattribute__(first, "notation") == "2d6 + d8 (1)"
    with pytest.raises(AttributeError, match="colour"):
        first.__getattr__("colour")


def test_a_stored_roll_is_like_any_other() -> None:
    records, checkpoint = records_with_checkpoint(EVENTS, len(EVENTS))
    stored = read_stored(records, checkpoint).state.events[0]
    assert stored == EVENTS[0]
    assert EVENTS[0] == stored
    assert hash(stored) == hash(EVENTS[0])
    assert replace(stored, id="z") == replace(EVENTS[0], id="z")
    assert stored != replace(EVENTS[0], id="z")
    assert stored != EVENTS[1]


def test_in_a_long_log_the_oldest_event_is_undone_as_ever() -> None:
    events: list[Event] = [adjust(f"e{n}", "player_ip", (-1) ** n * (n % 7), who="Ann") for n in range(700)]
    records, checkpoint = records_with_checkpoint(events, 650)
    for target in ("e0", "e300", "e649", "e699"):
        undo = Undone("u", 0, target)
        assert apply(read_stored(records, checkpoint).state, undo) == fold([*events, undo])


def test_the_program_reads_on_between_messages_and_stores_a_checkpoint() -> None:
    records = [
        write_event(roll(f"e{n}", ("gm_ip", 1))) for n in range(program.ROLLS_AT_A_TIME + program.CHECKPOINT_AFTER)
    ]
    stored = ""
    for covered in (0, len(records)):
        reply = json.loads(program.start("\n".join(["{}", stored, *records]), "stepdie/log/", "/"))
        assert f"of {len(records)}" in reply["regions"]["screen"]
        done = []
        while commands := json.loads(program.update('{"on": "read-on"}'))["commands"]:
            done += [command["do"] for command in commands]
            stored = commands[0].get("text", stored)
        assert done == ["later", "later", *([] if covered else ["checkpoint"])]
        assert read_stored(records, stored).covered == len(records)


def test_no_checkpoint_is_made_of_records_that_cannot_be_read() -> None:
    records = ["{", *(write_event(roll(f"e{n}")) for n in range(program.CHECKPOINT_AFTER))]
    program.start("\n".join(["{}", "", *records]), "stepdie/", "/")
    asked = [json.loads(program.update('{"on": "read-on"}'))["commands"] for _ in range(3)]
    assert [command["do"] for commands in asked for command in commands] == ["later"]


def test_a_damaged_checkpoint_is_thrown_away() -> None:
    records, checkpoint = records_with_checkpoint(EVENTS, len(EVENTS))
    for stored, commands in ((checkpoint, []), (f"{checkpoint} ", [{"do": "checkpoint", "text": ""}]), ("", [])):
        reply = json.loads(program.start("\n".join(["{}", stored, *records]), "stepdie/log/", "/"))
        assert reply["commands"] == commands
