"""This evening on the screen: everybody's share in words, the least likely results, and a picture of it."""

import re
from dataclasses import replace

from app.evening import words
from app.evening.view import evening_of, lines, name_with_system
from app.rooms import ROOMS

from pyrules.campaign.events import Rolled
from pyrules.campaign.rolls import RollMetadata, record_roll
from pyrules.core.faces import seeded
from pyrules.systems import named
from tests.app.reader import Reader
from tests.app.table.seats import company, modules_loaded, settle


def roll_event(name: str, who: str, seed: int, *, at: int = 0, notation: str = "5d6 + d10 (3) ip 3") -> Rolled:
    stepdie = named("stepdie")
    test = stepdie.parse(notation, {})
    return record_roll(RollMetadata(name, at, who=who), stepdie, test, stepdie.roll(test, seeded(seed)))


def reader_after(number: int = 12) -> Reader:
    events = [roll_event(f"e{place}", ("Kira", "Lou")[place % 2], place, at=place) for place in range(number)]
    return Reader("evening/", events)


def test_each_one_has_rolls_hits_luck_and_points_in_words() -> None:
    reader = reader_after()
    page = reader.text("screen")
    for who in ("Kira", "Lou"):
        assert f"{who} · Step Die 6 rolls: " in page
    told = re.findall(r"6 rolls: ([0-9]+) hits?, ([0-9.]+) on average So many or more: [^.]+\. So many or fewer:", page)
    assert len(told) == 2
    assert {mean for _, mean in told} == {"11.2"}
    assert "Player's IP +" in page
    assert page.index(words.LEAST_LIKELY) < page.index(words.DICE_FELL)
    assert len(re.findall("this good or better: |this bad or worse: ", page)) == 3


def test_stress_that_a_challenge_deals_is_told_as_the_bad_luck_that_it_is() -> None:
    reader = Reader("relics/", faces=[6] * 8).note("Minor 8").do("roll").visit("evening/")
    least = reader.text("screen").partition(words.LEAST_LIKELY)[2].partition(words.DICE_FELL)[0]
    assert least.strip().startswith("8 Stress Challenge's turn · this bad or worse: ")


def test_an_empty_evening_says_so_and_the_dice_of_the_log_stay() -> None:
    assert Reader("evening/").sees(words.NOTHING_ROLLED, words.LUCK_EMPTY)
    reader = Reader("evening/", [replace(roll_event("a", "", 1), secret=True, nonce="n")])
    assert reader.sees(words.NOTHING_ROLLED)
    reader.do("evening-picture")
    assert words.NOTHING_ROLLED in reader.text("news")
    assert not reader.asked("picture")


def test_a_picture_of_it_is_shared_with_its_words() -> None:
    reader = reader_after()
    assert words.SHARE_EVENING in reader.text("screen")
    reader.do("evening-picture")
    [command] = reader.asked("picture")
    assert command["svg"].startswith("<svg")
    assert command["to"] == "evening/"
    found = evening_of(reader.model.campaign, None)
    assert found
    for share in found.shares:
        assert name_with_system(share) in command["svg"]
        assert lines(share)[0] in command["text"]
    assert words.LEAST_LIKELY in command["svg"]


def test_names_in_a_picture_are_text() -> None:
    reader = Reader("evening/", [roll_event("a", "<b>&", 1)]).do("evening-picture")
    [command] = reader.asked("picture")
    assert "&lt;b&gt;&amp;" in command["svg"]
    assert "<b>" not in command["svg"]


def test_all_devices_of_a_table_have_one_evening_but_for_what_is_hidden() -> None:
    gm, ann = seats = company("Gm", "Ann")
    for seat in (gm, ann, gm):
        seat.do("roll")
        settle(*seats)
    gm.do("secret").do("roll").do("secret")
    settle(*seats)
    pages = [seat.go("evening/").text("screen") for seat in seats]
    assert pages[0] == pages[1]
    assert "3 rolls" in pages[0]
    assert words.EVENING in gm.go("table/").text("screen")


def test_nothing_of_it_is_loaded_before_somebody_goes_there() -> None:
    _, alone, _ = modules_loaded()
    assert not [name for name in alone if name.startswith("app.evening") or name == "pyrules.campaign.evening"]
    assert not any("evening" in room.screens for room in ROOMS)


def test_a_line_that_takes_too_long_is_told_without_its_luck() -> None:
    events = [roll_event(f"e{place}", "Kira", place, at=place) for place in range(700)]
    reader = Reader("evening/", events)
    assert words.TOO_MUCH in reader.text("screen")
    assert "700 rolls" in reader.text("screen")
