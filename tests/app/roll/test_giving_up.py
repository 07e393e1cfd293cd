"""An extended test given up at the table: on the card, in the tracker and the log, and taken back."""

import json
from dataclasses import replace

import pytest
from app.common.tracking import in_progress, value
from app.log import screen_words as log_words
from app.roll import words

from pyrules.campaign.checkpoint import read_stored, write_checkpoint
from pyrules.campaign.codec import read_log, write_event, write_log
from pyrules.campaign.events import Event, Rolled, Undone
from pyrules.campaign.merge import merge_logs
from pyrules.campaign.rolls import RollMetadata, given_up
from pyrules.systems.moonwalk.tracking import retries
from tests.app.reader import Reader

NOTATION = "Repair 4 (3, 1 hour) Extended Test"
UNDO = words.undo_of(words.GIVE_UP)
GIVEN_UP = "Failure Given up after 2 intervals · 1 of 3 hits · 2 hours"


def begun(*faces: int) -> Reader:
    """A test after two of its intervals, on the table."""
    reader = Reader("moonwalk/", faces=[5, 1, 2, 2, 3, 2, 2, *faces]).note(NOTATION)
    return reader.do("roll").do("option", option="next")


def stopped() -> Reader:
    reader = begun()
    return reader.do("give-up", event=line(reader))


def line(reader: Reader) -> str:
    return reader.model.campaign.entries[0].id


def text(reader: Reader, address: str) -> str:
    return reader.go(address).text("screen")


def test_a_test_that_goes_on_is_there_again_after_another_game() -> None:
    reader = begun(*[1] * 9).go("almond/").do("roll").go("moonwalk/")
    assert "Next interval" in reader.text("bar")
    assert "Roll 4d6" in stopped().go("almond/").go("moonwalk/").text("bar")
    assert "Roll" in Reader("almond/", faces=[1] * 9).do("roll").go("moonwalk/").go("almond/").text("bar")


def test_a_test_is_given_up_on_the_card() -> None:
    reader = begun()
    events = len(reader.model.campaign.events)
    assert words.GIVE_UP in reader.text("card")
    reader.do("give-up", event=line(reader))
    assert len(reader.model.campaign.events) == events + 1
    assert len(reader.model.campaign.entries) == 1
    assert value(reader.model, "clock") == 7_200
    card = reader.text("card")
    assert GIVEN_UP in card
    assert "Given up after 2 intervals, with 2 dice left for another" in card
    assert "Undo Share Change In secret Pin Try again -2 dice within 2 hours" in card.replace("−", "-")
    assert UNDO in reader.html("card")
    assert words.GIVE_UP not in card
    assert reader.asked("verdict")
    assert reader.asked("dice")[0]["throws"] == [{"before": face, "landings": []} for face in (5, 1, 2, 2, 3, 2, 2)]
    assert "Next interval" not in reader.text("bar")
    assert (
        reader.do("option", option="again").model.sheet.notation
        == "Repair 4 - Trying Again 2 (3, 1 hour) Extended Test"
    )


def test_what_was_given_up_is_tried_again_from_the_tracker() -> None:
    reader = begun(1, 1)
    name = line(reader)
    assert f"Continue {words.GIVE_UP}" in text(reader, "moonwalk/tracker/")
    reader.do("give-up", event=name)
    assert reader.told == ["Failure. Given up after 2 intervals · 1 of 3 hits · 2 hours."]
    assert in_progress(reader.model) == ()
    assert "Extended tests" not in reader.text("screen")
    assert "−2 dice for another 2 h" in reader.text("screen")
    assert GIVEN_UP in reader.go("moonwalk/").text("card")
    reader.do("retry", event=name).do("roll")
    last = reader.model.campaign.events[-1]
    assert isinstance(last, Rolled)
    assert (last.follows, last.notation) == (name, "Repair 4 - Trying Again 2 (3, 1 hour) Extended Test")


def test_giving_up_is_undone_and_the_test_goes_on() -> None:
    reader = stopped()
    takes = reader.model.campaign.events[-1].id
    told = reader.do("undo", event=line(reader), takes=takes).told
    assert told == ["Undone: Give up."]
    assert "Ongoing 1 hit · needs 3 · 2 hours" in reader.text("card")
    assert "Next interval" in reader.text("bar")
    assert [name for name, _ in in_progress(reader.model)] == [line(reader)]
    assert retries(reader.model.campaign) == ()
    events = reader.model.campaign.events
    assert reader.do("undo", event=line(reader), takes=takes).model.campaign.events == events
    reader = begun(6, 5)
    reader.do("give-up", event=line(reader)).do("undo", event=line(reader)).do("option", option="next")
    assert "Success" in reader.text("card")


def test_giving_up_is_undone_in_the_log_before_the_line_is() -> None:
    reader = stopped()
    name = line(reader)
    assert GIVEN_UP.partition(" ")[2] in text(reader, "moonwalk/log/")
    reader.do("log-open", event=name)
    assert f"{UNDO} Load into the form" in reader.text("screen")
    reader.do("undo", event=name)
    assert f"Undo: Next interval Redo: {words.GIVE_UP} Load into the form" in reader.text("screen")
    reader.do("give-up", event=name)
    for _ in range(3):
        reader.do("undo", event=name)
    assert log_words.REDO in reader.text("screen")
    events = reader.model.campaign.events
    for on in ("give-up", "undo"):
        assert reader.do(on, event=name).model.campaign.events == events
    for _ in range(3):
        reader.do("redo", event=name)
    assert GIVEN_UP.partition(" ")[2] in reader.text("screen")
    assert UNDO in reader.text("screen")


def test_what_was_given_up_is_there_on_the_next_visit_and_on_the_table() -> None:
    reader = stopped()
    name = line(reader)
    assert "Can be tried again" in reader.visit("moonwalk/tracker/").text("screen")
    assert "Extended tests" not in reader.text("screen")
    card = reader.do("log-replay", event=name).text("card")
    assert GIVEN_UP in card
    assert UNDO in reader.html("card")
    assert not reader.told


def test_what_was_given_up_survives_a_file_a_checkpoint_and_a_link() -> None:
    reader = stopped()
    state = reader.model.campaign
    assert read_log(write_log(state.events)) == state
    read = read_stored(reader.records, write_checkpoint(state, reader.records))
    assert (read.state, read.covered) == (state, len(reader.records))
    assert [retry.entry.id for retry in retries(read.state)] == [line(reader)]
    (link,) = reader.do("share", event=line(reader)).asked("share")
    other = Reader(link["to"])
    assert GIVEN_UP in other.text("card")
    assert words.GIVE_UP not in other.text("card")
    assert GIVEN_UP in other.do("link-keep").text("card")
    assert f"{words.UNDO} Share" in other.text("card")


def test_what_two_devices_gave_up_is_in_progress_again_at_one_tap() -> None:
    reader = begun()
    events = reader.model.campaign.events
    latest = reader.model.campaign.entries[0].event
    assert isinstance(latest, Rolled)
    theirs: list[tuple[Event, ...]] = [(*events, given_up(RollMetadata(name, latest.at + 5), latest)) for name in "ab"]
    both = merge_logs(*theirs).state
    reader = Reader("moonwalk/tracker/", events=both.events)
    reader.named = len(both.events)
    assert in_progress(reader.model) == ()
    reader.do("undo", event=line(reader))
    assert [name for name, _ in in_progress(reader.model)] == [line(reader)]


def heard(reader: Reader, *records: str) -> Reader:
    """Have another tab store this."""
    return reader.do("heard", value=json.dumps({"records": records, "own": 0, "kept": {}}))


def test_what_another_tab_gives_up_and_takes_back_lies_so_on_the_table() -> None:
    reader = begun()
    latest = reader.model.campaign.entries[0].event
    assert isinstance(latest, Rolled)
    stop = write_event(given_up(RollMetadata("theirs", latest.at), latest))
    assert GIVEN_UP in heard(reader, stop).text("card")
    back = write_event(Undone("back", latest.at, "theirs"))
    assert "Ongoing" in heard(reader, back).text("card")
    reader.do("by-hand").do("option", option="next").do("face", face=5)
    heard(reader, write_event(Undone("forth", latest.at, "back")))
    assert not reader.model.hands
    assert words.PUT_AWAY in reader.text("news")


def test_dice_being_typed_in_for_what_is_given_up_are_put_away() -> None:
    reader = begun()
    reader.do("by-hand").do("option", option="next").do("face", face=5).go("moonwalk/tracker/")
    reader.do("give-up", event=line(reader))
    assert not reader.model.hands
    assert words.PUT_AWAY in reader.told
    assert reader.kept["typed moonwalk"] == []


def test_what_is_not_in_progress_is_not_given_up() -> None:
    reader = Reader("moonwalk/", faces=[1, 2, 3]).note("3 (1)").do("roll")
    assert words.GIVE_UP not in reader.text("card")
    events = reader.model.campaign.events
    for name in (line(reader), "nothing"):
        assert reader.do("give-up", event=name).model.campaign.events == events
    reader = Reader("moonwalk/", faces=[5, 1, 1, 1]).note(NOTATION).do("roll")
    waiting = reader.model.campaign.events[-1]
    assert isinstance(waiting, Rolled)
    reader = Reader("moonwalk/tracker/", events=[replace(waiting, notation="nonsense")])
    assert "cannot be judged again" in reader.do("give-up", event=waiting.id).text("news")


@pytest.mark.parametrize("as_", ["text", "markdown"])
def test_a_line_that_was_given_up_is_copied_with_how_far_it_came(as_: str) -> None:
    reader = stopped()
    (copied,) = reader.do("log-copy", event=line(reader), as_=as_).asked("copy")
    assert "Given up after 2 intervals · 1 of 3 hits · 2 hours" in copied["text"]
