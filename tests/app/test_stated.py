"""Systems that are written with `pyrules.author`, played in the app."""

from collections.abc import Iterator

import pytest

from pyrules.systems import register, unregister
from tests.app.reader import Reader
from tests.app.tracker.test_tracker import person
from tests.author.blades import BLADES
from tests.author.fates import FATES


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    for system in (BLADES, FATES):
        register(system)
    yield
    for system in (BLADES, FATES):
        unregister(system)


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
