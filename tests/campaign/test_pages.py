"""Pages of notes in the log, and results of tables: what is kept, and what players get of it."""

import pytest

from pyrules.campaign.codec import read_record, write_record
from pyrules.campaign.devices import taken_in
from pyrules.campaign.events import Event, Facts, Recorded, Undone
from pyrules.campaign.pages import (
    MOST_PAGE,
    PAGE,
    RESULT,
    NotePage,
    TableRoll,
    note_pages,
    page_facts,
    read_result,
    result_facts,
)
from pyrules.campaign.scene import NOTES, notes_facts
from pyrules.campaign.sealing import for_others, shown_since
from pyrules.campaign.state import State, fold


def page(ident: str, at: int, title: str, text: str, *, shown: bool = False, was: str = "") -> Recorded:
    facts = page_facts(NotePage(title, text, shown))
    return Recorded(ident, at, "moonwalk", PAGE, title, facts, was=was, nonce="n" * 32)


def guests(state: State, *events: Event) -> State:
    return taken_in(fold([]), list(map(write_record, for_others(state, events or state.events))))[0]


@pytest.mark.parametrize("text", ["", "x", "x" * 1_000, "x" * 1_001, "ä\n" * 7_000, "x" * (MOST_PAGE + 1)])
def test_a_page_of_any_length_comes_back(text: str) -> None:
    event = page("a", 1, "The docks", text)
    state = fold([read_record(write_record(event))])
    assert note_pages(state, "moonwalk") == (NotePage("The docks", text[:MOST_PAGE]),)
    assert note_pages(state, "almond") == ()


def test_the_notes_of_a_scene_are_a_page_until_there_is_one_of_that_title() -> None:
    scene = Recorded("a", 1, "moonwalk", NOTES, "", notes_facts("the baron"))
    assert note_pages(fold([scene]), "moonwalk") == (NotePage("Notes", "the baron"),)
    assert note_pages(fold([scene, page("b", 2, "Notes", "new")]), "moonwalk") == (NotePage("Notes", "new"),)


def test_players_have_no_page_that_was_not_shown_and_no_word_of_it() -> None:
    state = fold([page("a", 1, "The docks", "SECRET"), page("b", 2, "The docks", "SECRET too")])
    theirs = guests(state)
    assert note_pages(theirs, "moonwalk") == ()
    assert len(theirs.entries) == len(state.entries)
    written = "".join(map(write_record, theirs.events))
    assert "SECRET" not in written
    assert "docks" not in written


def test_a_shown_page_is_theirs_as_it_is_then_and_gone_once_hidden() -> None:
    hidden, shown = page("a", 1, "The docks", "SECRET"), page("b", 2, "The docks", "a map", shown=True)
    before, now = fold([hidden]), fold([hidden, shown])
    theirs, _ = taken_in(guests(before), list(map(write_record, for_others(now, [shown, *shown_since(before, now)]))))
    assert note_pages(theirs, "moonwalk") == (NotePage("The docks", "a map", shown=True),)
    assert "SECRET" not in "".join(map(write_record, theirs.events))
    again = page("c", 3, "The docks", "SECRET plan")
    later = fold([hidden, shown, again])
    gone, _ = taken_in(theirs, list(map(write_record, for_others(later, [again]))))
    assert note_pages(gone, "moonwalk") == ()
    assert "plan" not in "".join(map(write_record, gone.events))
    back, _ = taken_in(later, list(map(write_record, gone.events)))
    assert back.events == later.events


def test_a_page_shown_before_it_was_hidden_is_heard_of_only_now() -> None:
    shown, hidden = page("a", 1, "The docks", "a map", shown=True), page("b", 2, "The docks", "SECRET")
    sealed, gone = guests(fold([hidden])), guests(fold([shown, hidden]))
    once = [taken_in(sealed, list(map(write_record, gone.events)))[0]]
    once.append(taken_in(gone, list(map(write_record, sealed.events)))[0])
    assert [state.events for state in once] == [gone.events, gone.events]
    assert note_pages(once[0], "moonwalk") == ()


def test_a_page_renamed_as_it_is_hidden_is_gone_with_its_new_title_untold() -> None:
    shown = page("a", 1, "The docks", "a map", shown=True)
    renamed = page("b", 2, "The murder", "SECRET", was="The docks")
    theirs = guests(fold([shown, renamed]))
    assert note_pages(theirs, "moonwalk") == ()
    assert "murder" not in "".join(map(write_record, theirs.events))
    assert note_pages(fold([shown, renamed]), "moonwalk") == (NotePage("The murder", "SECRET"),)


def test_an_undone_change_leaves_the_page_as_it_was() -> None:
    events: list[Event] = [page("a", 1, "The docks", "one"), page("b", 2, "The docks", "two"), Undone("u", 3, "b")]
    assert note_pages(fold(events), "moonwalk") == (NotePage("The docks", "one"),)


ROLLS = (TableRoll("Weather", "d66", 6, (3, 4), 34, "storm -> Wreck"), TableRoll("Wreck", "d6", 6, (2,), 2, "nothing"))


def test_results_come_back() -> None:
    assert read_result(result_facts(ROLLS)) == ROLLS
    event = Recorded("a", 1, "moonwalk", RESULT, "Weather", result_facts(ROLLS, hidden=True))
    again = read_record(write_record(event))
    assert isinstance(again, Recorded)
    assert read_result(again.facts or ()) == ROLLS


def test_a_hidden_result_is_kept_from_players_and_an_open_one_is_theirs() -> None:
    for hidden in (True, False):
        event = Recorded("a", 1, "moonwalk", RESULT, "Weather", result_facts(ROLLS, hidden=hidden), nonce="n" * 32)
        assert ("storm" in "".join(map(write_record, guests(fold([event])).events))) is not hidden


@pytest.mark.parametrize(
    "value",
    [
        "",
        "[]",
        "{",
        "null",
        '["W","d6",6,[7],7,"x"]',
        '["W","d6",6,[true],1,"x"]',
        '["W","d6","6",[1],1,"x"]',
        "[" * 900,
    ],
)
def test_a_result_that_nobody_rolled_is_left_out(value: str) -> None:
    facts: Facts = (("roll.0", value), ("roll.x", 3))
    assert read_result(facts) == ()


def test_facts_that_are_no_page_are_an_empty_one() -> None:
    facts: Facts = (
        ("text.x", "a"),
        ("text.-1", "b"),
        ("text.0", 3),
        ("text", "c"),
        ("text.99999", "d"),
        ("text.1", "e"),
    )
    assert note_pages(fold([Recorded("a", 1, "moonwalk", PAGE, "P", facts)]), "moonwalk") == (NotePage("P", "e"),)
