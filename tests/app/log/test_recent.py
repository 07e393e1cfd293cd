"""The last rolls: on the first page, and beside the dice on wide screens."""

from app.log.recent import NEWEST
from app.picker import words

from pyrules.campaign.events import PLAYER, Recorded, Rolled
from pyrules.campaign.people import COLOUR
from pyrules.core.roll import Die
from tests.app.reader import Reader


def test_the_first_page_tells_who_rolls_the_test_and_what_was_rolled_last() -> None:
    ann = Recorded("p1", 1, "moonwalk", PLAYER, "Ann", ((COLOUR.name, "teal"),))
    reader = Reader("moonwalk/", [ann], faces=[6, 5, 1, 3, 2]).do("who", called="Ann")
    reader.note("2 (2)").do("roll").note("3 (2)").do("roll").go("")
    first = reader.text("screen")
    assert reader.html("screen").count('data-colour="teal"') == 1
    assert f"{words.GO_ON_WITH} Moonwalk Ann · 3 (2) {words.LAST_ROLL}: " in first
    assert "· 0 hits · needs 2 · Ann ·" in first
    last = reader.model.campaign.entries[-1].id
    reader.go("moonwalk/log/").do("undo", event=last).go("")
    assert "Success · 2 hits · needs 2 · Ann ·" in reader.text("screen")


def test_a_last_roll_that_the_rules_refuse_by_now_is_told_without_its_dice() -> None:
    of_old = Rolled("r1", 1, "moonwalk", "5d6 of old", "Success", "3 hits", good=True, dice=((Die(6, (6,)),),))
    assert f"Moonwalk 12 (3) {words.LAST_ROLL}: Success · 3 hits" in Reader("", [of_old]).text("screen")


def test_the_newest_rolls_of_a_system_that_count_are_beside_its_dice() -> None:
    reader = Reader("almond/").do("roll").go("moonwalk/")
    for notation in ("3 (1)", "4 (1)"):
        reader.note(notation).do("roll")
    assert reader.html("recent").index("4 (1)") < reader.html("recent").index("3 (1)")
    assert reader.html("recent").count("aria-current") == 1
    first, last = (entry.id for entry in reader.model.campaign.entries[1:])
    assert reader.do("log-replay", event=first).model.tray
    assert f'data-event="{first}" aria-current' in reader.html("recent")
    reader.do("undo", event=last)
    assert "4 (1)" not in reader.html("recent")
    assert not reader.go("moonwalk/log/").html("recent")


def test_no_more_of_the_newest_rolls_are_shown_than_there_is_room_for() -> None:
    reader = Reader("moonwalk/")
    for _ in range(NEWEST + 2):
        reader.do("roll")
    assert reader.html("recent").count("<li>") == NEWEST
