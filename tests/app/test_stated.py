"""Systems that are written with `pyrules.author`, played in the app."""

import re
from collections.abc import Iterator

import pytest

from pyrules.author import action, counter, d6, number, option, system
from pyrules.systems import register, unregister
from tests.app.reader import Reader
from tests.app.tracker.tracker_helpers import person
from tests.author.blades import BLADES
from tests.author.fates import FATES


def together(total: int) -> int:
    """The dice are added up."""
    return total


luck = counter("Luck", 0, 2, each="player")
wear = counter("Wear", 0, 1)
LUCKY = system(
    "lucky",
    "Lucky",
    action(
        "Roll",
        number("Dice", 1, 9),
        pool=lambda t: d6(t.dice),
        outcome=[together],
        success=lambda together: together >= 9,
        options=[option("Help", costs=1 @ luck, times=9), option("Strain", costs=1 @ wear)],
    ),
    examples=["2: 1,2"],
)
"""A game in which what is spent after the roll stands in no field."""


def sixes(face: int) -> bool:
    """Each six counts."""
    return face == 6


MANY = system(
    "many",
    "Many",
    action(
        "Roll",
        number("Dice", 1, 40),
        pool=lambda t: d6(t.dice),
        outcome=[sixes],
        success=lambda sixes: sixes >= 2,
        options=[option("Reroll", rerolls=True, most=8)],
    ),
    examples=["2: 1,2"],
)
"""A game in which advice on many dice would take too long, and one reroll would not."""


@pytest.fixture(autouse=True)
def _register_games() -> Iterator[None]:
    for one in (BLADES, FATES, LUCKY, MANY):
        register(one)
    yield
    for one in (BLADES, FATES, LUCKY, MANY):
        unregister(one)


def test_points_held_are_in_the_form_and_pay_after_the_roll() -> None:
    reader = person(Reader("fates/tracker/", faces=(1, 2, 3, 4)), "Ann").go("fates/").do("who", called="Ann")
    assert reader.model.sheet.notation == "+2 vs 2 fp 3"
    assert "Failure" in reader.do("roll").text("card")
    assert "Tie" in reader.do("option", option="invoke").text("card")
    assert "Success" in reader.do("option", option="invoke").text("card")
    reader.do("who", called="Ann").do("who", called="Ann")
    assert reader.model.sheet.notation == "+2 vs 2 fp 1"
    assert "Fate points − 1 of 10" in reader.go("fates/tracker/").text("screen")


def test_a_cost_before_the_roll_is_refused_once_it_cannot_be_paid() -> None:
    reader = person(Reader("blades/tracker/", faces=(1, 2) * 20), "Ann").go("blades/").do("who", called="Ann")
    reader.note("1d risky great push")
    for stress in (2, 4, 6, 8):
        assert "Bad" in reader.do("roll").text("card")
        assert reader.model.campaign.value("blades", "stress", "Ann") == stress
        reader.note("1d risky great push")
    assert "Push yourself costs 2 Stress, and 8 of 9 are filled" in " ".join(reader.do("roll").told)
    assert reader.model.campaign.value("blades", "stress", "Ann") == 8
    assert "Bad" in reader.note("1d risky great").do("roll").text("card")


def test_nobody_who_pays_is_told_before_the_roll() -> None:
    reader = Reader("blades/", faces=(1, 2)).note("1d risky great push")
    assert reader.sees("Nobody is chosen, so nobody pays the 2 Stress of Push yourself.")


def test_what_somebody_can_no_longer_pay_is_not_offered_to_them() -> None:
    reader = person(Reader("lucky/tracker/", faces=(1, 2, 3, 4) * 9), "Ann")
    reader = person(reader, "Bob").go("lucky/").do("who", called="Ann").note("2").do("roll")
    assert "Help 1 of 2 Luck" in reader.text("card")
    assert "Help 1 of 1 Luck" in reader.do("option", option="help").text("card")
    assert options_offered(reader) == ["help", "strain"]
    assert options_offered(reader.do("option", option="help")) == ["strain"]
    assert options_offered(reader.do("option", option="strain")) == []
    assert "Help is no longer available" in " ".join(reader.do("option", option="help").told)
    assert reader.model.campaign.value("lucky", "luck", "Ann") == 0
    assert options_offered(reader.do("roll")) == []
    assert "Help 1 of 2 Luck" in reader.do("who", called="Bob").do("roll").text("card")
    assert options_offered(reader) == ["help"]
    assert "Help 1 Luck" in reader.do("who", called="Bob").do("roll").text("card")


def options_offered(reader: Reader) -> list[str]:
    """The ids of the options on the card of a roll."""
    return re.findall(r'data-option="(\w+)"', reader.html("card"))


def test_a_die_is_tapped_where_advice_would_take_too_long() -> None:
    reader = Reader("many/", faces=(6, 1, 2, 3, 4, 5) * 3).note("16").do("roll").do("odds")
    reader.do("die", place=1).do("odds")
    assert "Reroll 1 of 16 100 %" in reader.text("bar")
