"""The traits of a Challenge: written down with it, and declared by the game master with a tap, without a browser."""

from typing import Any

import pytest
from app.common.tracking import value

from pyrules.systems.relics.challenges import traits_of
from tests.app.reader import Reader
from tests.app.tracker.tracker_helpers import challenge, cohort

OWN: dict[str, Any] = {
    "traits.0.label": "Stubborn",
    "traits.0.value": "-1",
    "traits.0.dice": "2",
    "traits.0.doom": "-1",
    "traits.1.label": "Armed",
    "traits.1.value": "1",
    "traits.1.dice": "1",
    "traits.2.label": "Reinforcements",
    "traits.2.kind": "none",
    "traits.2.doom": "-2",
}


def play_mob(*faces: int) -> Reader:
    reader = challenge(cohort(*faces), "Mob", "Ann", **OWN)
    for _ in range(3):
        reader.do("count", counter="doom", by=1)
    return reader.do("play", challenge="Mob")


def test_the_traits_of_a_challenge_are_declared_by_a_tap_for_doom() -> None:
    reader = play_mob(*[5] * 20)
    assert "Stubborn Mob · −1 / 2d · −1 Doom" in reader.text("form")
    assert "Reinforcements Mob · −2 Doom" in reader.text("form")
    assert "Armed" not in reader.text("form")
    reader.do("offer", offer=".0")
    assert "-1 / 2d (Stubborn doom -1)" in reader.model.sheet.notation
    assert 'data-offer=".0" aria-pressed="true"' in reader.html("form")
    assert 'id="group-traits" open' not in reader.html("form")
    assert reader.do("offer", offer=".0").model.sheet.values["traits"] == []
    reader.do("offer", offer=".0").do("roll")
    assert value(reader.model, "doom") == 2
    reader.do("play", challenge="Mob")
    assert "Armed Mob · +1 / 1d" in reader.text("form")
    assert "Stubborn" not in reader.text("form")
    assert "+1 / 1d" in reader.do("offer", offer=".1").model.sheet.notation


def test_a_changed_challenge_keeps_its_traits_and_another_has_none() -> None:
    reader = play_mob(*[5] * 20).go("relics/tracker/")
    assert "Stubborn: −1 / 2d, −1 Doom; Armed: +1 / 1d; Reinforcements: −2 Doom" in reader.text("screen")
    reader.do("edit", subject="challenge", called="Mob").do("edit-save", form={"rating": "7"})
    assert [row["label"] for row in traits_of(reader.model.campaign, "Mob")] == ["Stubborn", "Armed", "Reinforcements"]
    assert traits_of(reader.visit("relics/tracker/").model.campaign, "Riot") == ()
    assert "Stubborn" not in reader.do("play", challenge="Riot").text("form")


@pytest.mark.parametrize(
    ("cells", "field", "problem"),
    [
        ({"label": ""}, "label", "a name is missing"),
        ({"label": "Fog", "value": "0"}, "value", "changes nothing"),
        ({"label": "Fog", "dice": "0"}, "dice", "out of bounds"),
        ({"label": "a + b"}, "label", "cannot stand in a name"),
    ],
)
def test_a_trait_that_no_turn_can_have_is_refused(cells: dict[str, str], field: str, problem: str) -> None:
    reader = challenge(cohort(), "Mob", **{f"traits.0.{name}": given for name, given in cells.items()})
    editing = reader.model.tracker.editing
    assert editing is not None
    assert problem in editing.wrong[f"traits.0.{field}"]
