"""Under the verdict: what the next roll needs, idle steps, choices that cannot help, and advice that is followed."""

from typing import Any

import pytest
from app import words

from pyrules.core.system import System
from pyrules.systems import SYSTEMS
from tests.app_reader import Reader


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_every_system_steps_a_number_of_its_form_beside_the_verdict(system: System[Any]) -> None:
    fields = {field.name: field for field in system.fields}
    assert all(fields[name].kind in ("number", "choice") for name in system.stepped)
    reader = Reader(f"{system.id}/").do("roll")
    stepped = [name for name in system.stepped if fields[name].applies(reader.model.sheet.values)]
    assert stepped
    for name in stepped:
        before = reader.model.sheet.values[name]
        assert reader.do("step", field=name, by=1).model.sheet.values[name] != before
        assert reader.model.result
    assert words.ROLL_AGAIN not in reader.text("bar")


def test_a_choice_is_stepped_as_far_as_it_goes() -> None:
    reader = Reader("general/").note("d8 (10)")
    sizes = [reader.do("step", field="attribute_die", by=by).model.sheet.values["attribute_die"] for by in [1] * 5]
    assert sizes == ["d10", "d12", "d20", "d20", "d20"]
    for _ in range(9):
        reader.do("step", field="attribute_die", by=-1)
    assert reader.model.sheet.values["attribute_die"] == "d4"


def test_steps_that_changed_nothing_are_folded_and_those_that_did_are_not() -> None:
    card = Reader("relics/", faces=[2, 5, 5, 2, 3]).note("5d6 vs Minor 5").do("roll").html("card")
    seen, _, folded = card.partition('<details id="quiet-steps"')
    for said in ("no simple modifiers", "no die has an automatic result", "+0 Destiny", "no Disaster"):
        assert said not in seen
        assert said in folded
    assert "2 dice; 2 of 5 are now resolved" in seen
    card = Reader("moonwalk/", faces=[5, 2]).note("2 [1] (1)").do("roll").html("card")
    assert "Limit [1]" in card.partition('<details id="quiet-steps"')[0]


def test_choices_that_cannot_help_any_more_stand_back_behind_those_that_can() -> None:
    reader = Reader("stepdie/", faces=[1, 1, 1, 2]).note("3d6 + d10 (3) ip 3").do("roll").do("odds")
    assert reader.html("card").count('class="hopeless"') == 2  # a reroll may still avert a complication
    reader = Reader("stepdie/", faces=[1, 5, 5, 2]).note("3d6 + d10 (3) ip 3").do("roll").do("odds")
    card = reader.html("card")
    assert card.index('data-option="add"') < card.index('class="hopeless"') < card.index("Partial success")


def test_advice_on_dice_is_followed_with_one_tap() -> None:
    reader = Reader("general/", faces=[1, 2, 8]).note("d8 + d6 (10) reroll 1").do("roll").do("odds")
    assert 'data-places="0"' in reader.html("card")
    reader.do("advised", option="reroll", places="0")
    assert "die 1: 1 → 8" in reader.text("tray")
    assert "Success" in reader.text("card")


def test_advice_that_is_out_of_date_changes_nothing() -> None:
    reader = Reader("general/", faces=[1, 2, 8]).note("d8 + d6 (10) reroll 1").do("roll")
    events = reader.model.campaign.events
    for option, places in (("nothing", ""), ("add", "0"), ("reroll", "7")):
        assert reader.do("advised", option=option, places=places).model.campaign.events == events
