"""The screen for everybody: it follows the log, whoever rolls and in whichever tab."""

import json

import pytest
from app.program import looks
from app.show import words

from pyrules.campaign.codec import write_event
from pyrules.campaign.events import PLAYER, Recorded, Rolled
from pyrules.systems import BY_ID
from tests.app.reader import Reader
from tests.app.show.show_helpers import hear_teller, landings_on


def test_a_roll_of_another_tab_falls_here_and_is_told_with_its_counters() -> None:
    screen, teller = Reader("stepdie/show/"), Reader("stepdie/", faces=[6, 5, 10])
    assert words.SHOW_EMPTY in screen.text("card")
    hear_teller(screen, teller.note("2d6 + d10 (2)").do("roll"))
    assert landings_on(screen) == [[[0, 6]], [[0, 5]], [[0, 10]]]
    assert "2d6 + d10 (2) Success 2 hits" in screen.text("card")
    assert all(one.title in screen.text("card") for one in BY_ID["stepdie"].counters if one.each == "campaign")
    assert screen.rest().told


def test_an_added_die_falls_alone_and_an_undone_roll_gives_way_unthrown() -> None:
    screen, teller = Reader("stepdie/show/"), Reader("stepdie/", faces=[1, 2, 5, 3, 1, 9, 6])
    hear_teller(screen, teller.note("2d6 + d10 (2) ip 5").do("roll"))
    first = screen.text("card")
    hear_teller(screen, teller.do("roll"))
    hear_teller(screen, teller.do("option", option="add"))
    assert [landings for landings in landings_on(screen) if landings] == [[[0, 6]]]
    last = screen.model.campaign.entries[-1].id
    hear_teller(screen, teller.do("undo", event=last))
    assert landings_on(screen) == [[], [], []]
    hear_teller(screen, teller.do("undo", event=last))
    assert not landings_on(screen)
    assert screen.text("card") == first


def test_it_begins_with_the_last_roll_there_and_nothing_can_be_tapped() -> None:
    ann = Recorded("p1", 1, "moonwalk", PLAYER, "Ann", ())
    before = Reader("moonwalk/", [ann]).do("who", called="Ann").note("9 (2)").do("roll")
    screen = Reader("moonwalk/show/", before.model.campaign.events)
    assert screen.text("card").startswith("Ann ")
    assert not screen.commands
    assert screen.html("tray").count('class="die"') == 9
    assert not any(screen.html(region) for region in ("tabs", "bar", "form", "odds", "recent"))
    assert "<button" not in screen.html("tray") + screen.html("card")


def test_a_screen_that_everybody_looks_at_stays_on_and_fills_where_it_can() -> None:
    screen = Reader("moonwalk/show/")
    assert looks(screen.model)["awake"] is True
    assert looks(Reader("moonwalk/").model)["awake"] is False
    screen.do("device", json.dumps({"fills": True}))
    assert 'data-begins="screen"' in screen.html("card")


def test_nothing_of_a_secret_roll_is_on_the_screen_until_it_is_revealed() -> None:
    screen, teller = Reader("stepdie/show/"), Reader("stepdie/", faces=[6, 5, 1])
    before = screen.text("card")
    hear_teller(screen, teller.note("2d6 + d10 (2) ip 2").do("secret").do("roll"))
    assert teller.model.campaign.value("stepdie", "gm_ip") == 3
    assert screen.text("card") == before
    assert "Game master's IP 2 Complications 0" in before
    assert not landings_on(screen)
    hear_teller(screen, teller.do("reveal", event=teller.model.campaign.entries[0].id))
    assert "Game master's IP 3 Complications 1" in screen.text("card")
    assert landings_on(screen) == [[[0, 6]], [[0, 5]], [[0, 1]]]


@pytest.mark.parametrize("system", BY_ID)
def test_a_roll_that_is_refused_by_now_is_not_shown(system: str) -> None:
    odd = Rolled("r1", 1, system, "one of old (", "Success", "3 hits", good=True)
    assert write_event(odd)
    assert words.SHOW_EMPTY in Reader(f"{system}/show/", [odd]).text("card")
