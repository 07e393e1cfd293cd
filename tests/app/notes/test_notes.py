"""Notes that roll: what a reader does with pages, tests, tables and people in them."""

from typing import Any

from app.notes.view import example_of, page_of, pages_of

from pyrules.campaign.events import Recorded, Rolled
from pyrules.campaign.pages import PAGE, note_pages, read_result
from pyrules.campaign.people import people
from pyrules.campaign.scene import NOTES, notes_facts
from pyrules.notes.people_within import example_part
from pyrules.systems import BY_ID
from tests.app.reader import Reader
from tests.app.table.seats import Seat, connect, settle

DOCKS = """# The pier
Climb: [Agility 5 (2)] or [almond: 5d6 TN 8]

d6 Weather
1-3 rain
4-6 storm -> Wreck

d4 Wreck
- a
- b"""


def writer(text: str = DOCKS, title: str = "The docks", system: str = "moonwalk", **given: Any) -> Reader:
    reader = Reader(f"{system}/notes/", **given)
    return reader.do("notes-write").do("notes-save", form={"title": title, "text": text})


def titles(reader: Reader) -> list[str]:
    return [page.title for page in note_pages(reader.model.campaign, reader.model.system.id)]


def test_a_page_is_written_read_and_there_on_the_next_visit() -> None:
    reader = Reader("moonwalk/notes/")
    assert "No notes yet." in reader.text("screen")
    reader.do("notes-write").do("notes-save", form={"title": "  The   docks ", "text": "**Fog**\r\n\ton the pier  "})
    assert reader.told == ["“The docks” is saved."]
    assert "The docks Fog on the pier" in reader.visit("moonwalk/notes/").text("screen")
    assert "Notes: The docks" in reader.go("moonwalk/log/").text("screen")
    assert "Notes: 1 page" in reader.go("moonwalk/tracker/").text("screen")
    assert "Write notes" in reader.go("almond/tracker/").do("tracker-rest").text("screen")


def test_what_is_typed_is_there_after_the_page_was_killed() -> None:
    reader = writer().do("notes-write", called="The docks")
    reader.do("notes-typed", value="A new pier", changed="text").do("notes-typed", value="Docks", changed="title")
    assert "A new pier" in reader.visit("moonwalk/notes/").html("screen")
    reader.do("notes-save", form={"title": "Docks", "text": "A new pier"})
    assert titles(reader) == ["Docks"]
    assert reader.kept["notes"] == {}
    assert "A new pier" not in Reader("moonwalk/notes/", kept={"notes": [1]}).html("screen")


def test_nothing_is_written_unchanged_untitled_or_titled_as_another_is() -> None:
    reader = writer().do("notes-write").do("notes-save", form={"title": "Wreck", "text": "b"})
    events = reader.model.campaign.events
    reader.do("notes-write", called="Wreck").do("notes-save", form={"title": "Wreck", "text": "b"})
    assert reader.model.campaign.events == events
    for title, wrong in ((" ", "Give the page a title."), ("the DOCKS", "There is a page “the DOCKS” already.")):
        reader.do("notes-write", called="Wreck").do("notes-save", form={"title": title, "text": "kept"})
        assert wrong in reader.text("screen")
        assert "kept" in reader.html("screen")
        assert reader.model.campaign.events == events
    reader.do("notes-cancel")
    assert "Give the page a title." not in reader.text("screen")


def test_a_page_is_renamed_and_removed_and_undone() -> None:
    reader = writer().do("notes-write", called="The docks")
    reader.do("notes-save", form={"title": "The harbour", "text": DOCKS})
    assert titles(reader) == ["The harbour"]
    reader.do("notes-remove")
    assert titles(reader) == []
    reader.go("moonwalk/log/").do("undo", event=reader.model.campaign.entries[-1].id)
    assert titles(reader) == ["The harbour"]


def test_the_notes_that_a_scene_had_are_a_page_and_stay_in_one_place() -> None:
    old = Recorded("a", 1, "moonwalk", NOTES, "", notes_facts("the baron"))
    reader = Reader("moonwalk/notes/", [old])
    assert "the baron" in reader.text("screen")
    reader.do("notes-write", called="Notes").do("notes-save", form={"title": "The baron", "text": "is the thief"})
    assert titles(reader) == ["The baron"]
    reader = Reader("moonwalk/notes/", [old]).do("notes-remove")
    assert titles(reader) == []


def test_a_test_fills_the_form_of_its_system_or_is_rolled_at_once() -> None:
    reader = writer()
    assert reader.sees("Agility 5 (2)", "5d6 TN 8", "Almond")
    reader.do("notes-fill", place="1")
    assert reader.model.place.address == "almond/"
    assert reader.model.sheet.notation == "5d6 TN 8"
    reader.go("moonwalk/notes/").do("notes-roll", place="0")
    assert (reader.model.place.address, reader.model.result) == ("moonwalk/", True)
    assert reader.model.campaign.entries[-1].event.system == "moonwalk"
    before = reader.model
    assert reader.go("moonwalk/notes/").do("notes-roll", place="7").model.campaign == before.campaign


def test_the_chance_of_a_test_goes_by_the_house_rules_of_its_system() -> None:
    reader = writer("[2 (2)]")
    assert "2 (2) 11 %" in reader.text("screen")


def test_a_bracket_that_cannot_be_read_says_why() -> None:
    assert "[Agility (2)] '(' does not fit here" in writer("[Agility (2)]").text("screen")


def test_a_table_is_rolled_and_leads_on_to_another() -> None:
    reader = writer(faces=[5, 3]).do("notes-table", place="0")
    event = reader.model.campaign.entries[-1].event
    assert isinstance(event, Recorded)
    assert [(one.table, one.value, one.text) for one in read_result(event.facts or ())] == [
        ("Weather", 5, "storm -> Wreck"),
        ("Wreck", 3, "b"),
    ]
    said = "Weather 5: storm -> Wreck; Wreck 3: b"
    assert reader.told == [said]
    assert "data-rolled" in reader.html("screen")
    assert said in reader.go("moonwalk/log/").text("screen")


def test_a_table_of_another_page_is_rolled_on_too() -> None:
    reader = (
        writer(faces=[6, 1])
        .do("notes-write")
        .do("notes-save", form={"title": "Z", "text": "d6 Sea\n- see Weather\n- x"})
    )
    reader.do("notes-open", called="Z").do("notes-table", place="0")
    assert reader.told == ["Sea 6: x"]
    reader = (
        writer(faces=[1, 2])
        .do("notes-write")
        .do("notes-save", form={"title": "Z", "text": "d6 Sea\n- see Weather\n- x"})
    )
    assert reader.do("notes-table", place="0").told == ["Sea 1: see Weather; Weather 2: rain"]


def test_what_is_wrong_with_a_table_is_told() -> None:
    assert "lines 2 and 3 both have 3" in writer("d6 Weather\n1-3 rain\n3-6 fog").text("screen")


def test_people_are_pasted_after_a_look() -> None:
    reader = writer("Nova: Agility 5, wounds 1, tall").do("notes-paste")
    assert "Nova : Agility 5, Wounds 1" in reader.text("screen")
    assert "'tall' has no number" in reader.text("screen")
    reader.do("notes-add")
    (nova,) = people(reader.model.campaign, BY_ID["moonwalk"])
    assert (nova.name, nova.foe, nova.values["pools"][0]["label"]) == ("Nova", False, "Agility")
    assert reader.model.campaign.value("moonwalk", "wounds", "Nova") == 1
    reader.do("notes-paste").do("notes-people", value="Guard: Clubs 4\nnova: Agility 6").do("notes-add", foe="yes")
    found = people(reader.model.campaign, BY_ID["moonwalk"])
    assert [(one.name, one.foe, one.hidden) for one in found[1:]] == [("Guard", True, True), ("nova 2", True, True)]
    events = reader.model.campaign.events
    assert reader.do("notes-add").model.campaign.events == events


def test_players_read_what_is_shown_to_them_and_write_nothing() -> None:
    gm = Seat("Gm").go("moonwalk/notes/").do("notes-write")
    gm.do("notes-save", form={"title": "The docks", "text": "SECRETPLOT"})
    gm.do("table-open")
    ann = Seat("Ann").go("moonwalk/notes/").do("notes-paste").do("notes-people", "Nova: Agility 5").do("table-join")
    connect(gm, ann)
    settle(gm, ann)
    assert 'data-on="notes-add"' not in ann.go("moonwalk/notes/").html("screen")
    assert "The game master has shown no page." in ann.go("moonwalk/notes/").text("screen")
    assert "SECRETPLOT" not in "".join(ann.heard)
    gm.go("moonwalk/notes/").do("notes-write", called="The docks")
    gm.do("notes-save", form={"title": "The docks", "text": "a map"}).do("notes-show")
    settle(gm, ann)
    assert "a map" in ann.text("screen")
    assert "SECRETPLOT" not in "".join(ann.heard)
    for message in ("notes-write", "notes-remove", "notes-show", "notes-paste"):
        ann.do(message)
    settle(gm, ann)
    assert "a map" in gm.text("screen")
    assert not ann.model.notes.drafts
    gm.do("notes-show")
    settle(gm, ann)
    assert "a map" not in ann.text("screen")


def test_a_hidden_result_is_not_told_to_players() -> None:
    gm = Seat("Gm").go("moonwalk/notes/").do("notes-write")
    gm.do("notes-save", form={"title": "W", "text": "d6 Weather\n- SECRETPLOT\n- SECRETPLOT"}).do("table-open")
    ann = Seat("Ann").do("table-join")
    connect(gm, ann)
    settle(gm, ann)
    gm.go("moonwalk/notes/").do("notes-table", place="0", hidden="yes")
    settle(gm, ann)
    assert "SECRETPLOT" not in "".join(ann.heard)
    gm.do("notes-table", place="0")
    settle(gm, ann)
    assert "SECRETPLOT" in "".join(ann.heard)


def test_every_page_in_the_log_is_of_its_system() -> None:
    reader = writer()
    assert [event.subject for event in reader.model.campaign.events if isinstance(event, Recorded)] == [PAGE]
    assert "No notes yet." in reader.go("stepdie/notes/").text("screen")


def test_only_lines_that_describe_somebody_are_offered_as_people() -> None:
    reader = writer(f"{DOCKS}\nThe crew: friends\nNova: Agility 5").do("notes-paste")
    assert reader.model.notes.pasted == "Nova: Agility 5"


def test_a_test_of_the_notes_is_asked_of_all_and_each_rolls_what_they_have() -> None:
    gm = Seat("Gm").go("moonwalk/notes/").do("notes-write")
    gm.do("notes-save", form={"title": "The docks", "text": "[Agility 5 (4)]"})
    assert "Ask the table" not in gm.html("screen")
    gm.do("table-open")
    ann = Seat("Ann").do("table-join")
    connect(gm, ann)
    settle(gm, ann)
    assert "Ask the table: Agility 5 (4)" in gm.go("moonwalk/notes/").html("screen")
    gm.do("notes-ask", place="0")
    settle(gm, ann)
    assert gm.model.place.address == "moonwalk/"
    assert gm.table.question is not None
    written = BY_ID["moonwalk"].write(gm.table.question.test)
    assert written.endswith("(4)")
    assert "Agility" not in written
    assert ann.go("moonwalk/").sees("Gm asks")
    events = gm.model.campaign.events
    ann.go("moonwalk/notes/").do("notes-ask", place="0")
    settle(gm, ann)
    assert gm.model.campaign.events == events


def with_people(text: str) -> Reader:
    """A page's writer who has tapped a hidden guard last, whom the form still has."""
    reader = writer(text)
    reader.do("notes-paste").do("notes-people", value="Guard: Agility 9").do("notes-add", foe="yes")
    reader.do("notes-paste").do("notes-people", value="Nova: Agility 5").do("notes-add")
    return reader.go("moonwalk/").do("who", called="Guard").go("moonwalk/notes/")


def test_a_test_in_a_note_is_rolled_by_nobody_until_somebody_is_chosen() -> None:
    reader = with_people("[Agility 5 (2)]")
    assert reader.sees("Roll now: Agility 5 (2) · Nobody in particular")
    reader.do("notes-roll", place="0")
    rolled = reader.model.campaign.entries[-1].event
    assert isinstance(rolled, Rolled)
    assert (rolled.who, rolled.notation) == ("", "Agility 5 (2)")
    assert "do not see this roll" not in reader.text("screen")
    reader.go("moonwalk/notes/").do("notes-who", called="Nova")
    assert "Agility 5 (2) Nova · " in reader.text("screen")
    reader.do("notes-roll", place="0")
    rolled = reader.model.campaign.entries[-1].event
    assert isinstance(rolled, Rolled)
    assert rolled.who == "Nova"
    reader.go("moonwalk/notes/").do("notes-open", called="The docks")
    assert "Agility 5 (2) Nova" not in reader.text("screen")


def test_a_test_of_another_system_is_rolled_by_nobody() -> None:
    reader = with_people("[almond: 5d6 TN 8]").do("notes-who", called="Nova").do("notes-roll", place="0")
    rolled = reader.model.campaign.entries[-1].event
    assert isinstance(rolled, Rolled)
    assert (rolled.system, rolled.who) == ("almond", "")


def test_a_changed_table_forgets_what_it_came_to() -> None:
    reader = writer("d6 Weather\n1-3 rain\n4-6 fog", faces=[3]).do("notes-table", place="0")
    assert "Weather 3: rain" in reader.text("screen")
    reader.do("notes-write", called="The docks")
    reader.do("notes-save", form={"title": "The docks", "text": "d6 Weather\n1-2 rain\n3-6 hail"})
    assert "Weather 3: rain" not in reader.text("screen")
    assert "data-rolled" not in reader.html("screen")


def test_an_arrow_to_no_table_of_any_page_is_told() -> None:
    reader = writer("d6 Sea\n- -> Weather\n- -> Wrek").do("notes-write")
    assert "there is no table 'Weather'" in writer("d6 Sea\n- -> Weather\n- x").text("screen")
    reader.do("notes-save", form={"title": "Z", "text": "d6 Weather\n- a\n- b"}).do("notes-open", called="The docks")
    assert "line 3: there is no table 'Wrek'" in reader.text("screen")
    assert "'Weather'" not in reader.text("screen")


def test_every_line_that_is_not_read_is_named() -> None:
    reader = writer().do("notes-paste").do("notes-people", value="The crew\nNova: Agility 5\nPistols 4\n" + "x\n" * 10)
    assert "Not read: “The crew” Not read: “Pistols 4”" in reader.text("screen")
    assert "Not read: 2 more lines" in reader.text("screen")


def test_a_bracket_that_cannot_be_read_keeps_its_brackets() -> None:
    assert "a [door 2] the notation ends here b [sic]" in writer("a [door 2] b [sic]").text("screen")


def test_what_is_too_long_stays_in_the_field_and_is_told_with_its_number() -> None:
    text, title = "word " * 4_007, "x" * 61
    reader = Reader("moonwalk/notes/").do("notes-write")
    reader.do("notes-typed", text, changed="text").do("notes-typed", title, changed="title")
    assert "61 characters; use at most 60." in reader.text("screen")
    assert "20,034 characters; use at most 20,000." in reader.text("screen")
    reader.do("notes-save", form={"title": title, "text": text})
    assert titles(reader) == []
    reader.do("notes-save", form={"title": "Docks", "text": text})
    assert titles(reader) == []
    assert reader.told == ["20,034 characters; use at most 20,000."]
    assert text.strip() in reader.visit("moonwalk/notes/").html("screen")
    assert reader.do("notes-save", form={"title": "Docks", "text": text[:20_000]}).told == ["“Docks” is saved."]
    long = "Nova: Agility 5, tall" + " and tall" * 3_000
    assert long in reader.do("notes-paste").do("notes-people", long).html("screen")


def test_an_empty_room_says_what_it_is_for_and_has_a_page_to_begin_with() -> None:
    for system in BY_ID.values():
        reader = Reader(f"{system.id}/notes/")
        assert "Notes No notes yet. Write what an evening needs" in reader.text("screen")
        reader.do("notes-example")
        draft = reader.model.notes.drafts[system.id]
        reader.do("notes-save", form={"title": draft.title, "text": draft.text})
        page = page_of(reader.model)
        assert [(test.name, test.system) for test in page.tests] == [("Cross", system.id)]
        assert [(table.title, table.problems) for table in page.tables] == [("Weather", ())]
        has = example_part(system)
        assert (f"Nova: {has}" in draft.text.splitlines()) == bool(has)
        assert reader.do("notes-paste").model.notes.pasted == (f"Nova: {has}" if has else "")


def test_who_has_no_page_tries_the_example_before_it_is_theirs() -> None:
    reader = Reader("general/notes/")
    assert "The old bridge An example: tap what is in it." in reader.text("screen")
    reader.do("notes-table", place="0")
    assert "Weather" in reader.text("screen").partition("In secret")[2]
    reader.do("notes-roll", place="0")
    assert reader.model.tray
    assert not pages_of(reader.model)
    written = Reader("general/notes/").do("notes-example").do("notes-save", form={"title": "A", "text": "B"})
    assert "An example" not in written.text("screen")


def test_parts_are_put_under_what_is_written_in_the_notation_of_the_game() -> None:
    reader = Reader("general/notes/").do("notes-write").do("notes-typed", "The pier", changed="text")
    assert f"[{example_of(reader.model)}] a test to tap" in reader.text("screen")
    assert BY_ID["general"].parse(example_of(reader.model), {})
    reader.do("notes-add-part", part="test").do("notes-add-part", part="gone")
    draft = reader.model.notes.drafts["general"]
    assert draft.text == f"The pier\n\nCross the ice: [Cross: {example_of(reader.model)}]"


def test_a_chip_shows_the_name_of_its_test_and_a_title_stands_once() -> None:
    reader = writer("# The docks\n[Climb: Agility 5 (2)]")
    assert reader.text("screen").startswith("The docks Climb Agility 5 (2) · ")
    assert reader.sees("Roll now: Climb")


def test_a_page_is_tried_while_it_is_written() -> None:
    reader = Reader("general/notes/").do("notes-example")
    assert "Try it The old bridge" in reader.text("screen")
    assert "Cross Strength d12 (10) · 25 %" in reader.text("screen").partition("Try it")[2]
    draft = reader.model.notes.drafts["general"]
    reader.do("notes-roll", place=0)
    assert reader.model.tray
    assert reader.go("general/notes/").model.notes.drafts["general"] == draft
