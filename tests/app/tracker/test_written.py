"""The form in which people are written down: short for everybody, and of a foe what is seldom asked for is folded."""

import pytest

from pyrules.campaign.tracking import tracking_of
from pyrules.core.form import MORE
from pyrules.systems import BY_ID, SYSTEMS
from tests.app.reader import Reader

FOLD = '<details id="more-of-one"'


@pytest.mark.parametrize("system", [one.id for one in SYSTEMS if tracking_of(one).foe])
def test_seldom_asked_fields_of_foes_are_folded_and_none_of_characters(system: str) -> None:
    reader = Reader(f"{system}/tracker/")
    foe, character = (reader.do("edit", subject=one).html("screen") for one in ("foe", "player"))
    labels = [field.label for field in tracking_of(BY_ID[system]).fields if field.group]
    fold = foe.partition(FOLD)[2]
    assert MORE in fold
    assert all(f">{label}<" in fold for label in (*labels, "Colour of the dice"))
    assert FOLD not in character


def test_a_changed_foe_has_the_same_form_and_the_fold_says_what_is_set() -> None:
    reader = Reader("general/tracker/").do("edit", subject="foe")
    reader.do("edit-save", form={"called": "Ogre", "many": "1", "martial_might": "9"})
    page = reader.do("edit", subject="player", called="Ogre")
    assert f"{MORE} · Martial Might" in page.text("screen")


def test_what_is_wrong_behind_the_fold_opens_it() -> None:
    reader = Reader("general/tracker/").do("edit", subject="foe")
    assert f"{FOLD}>" in reader.html("screen")
    reader.do("edit-save", form={"called": "Ogre", "many": "1", "martial_might": "many"})
    assert f"{FOLD} open>" in reader.html("screen")


def test_a_die_of_somebody_is_chosen_from_a_list_that_says_what_each_means() -> None:
    page = Reader("stepdie/tracker/").do("edit", subject="player").html("screen")
    assert '<select id="f-step" name="step">' in page
    assert ">d8 Trained<" in page.partition('<select id="f-step"')[2]
