"""The form in which people are written down: short for everybody, and of a foe what is seldom asked for is folded."""

import pytest

from pyrules.campaign.people import people
from pyrules.campaign.tracking import tracking_of
from pyrules.core.form import MORE
from pyrules.systems import BY_ID, SYSTEMS
from tests.app.reader import Reader

FOLD = '<details id="more-of-one"'


@pytest.mark.parametrize("system", [one.id for one in SYSTEMS if tracking_of(one).foe])
def test_seldom_asked_fields_of_foes_are_folded_and_colours_of_all(system: str) -> None:
    reader = Reader(f"{system}/tracker/")
    foe, character = (reader.do("edit", subject=one).html("screen") for one in ("foe", "player"))
    labels = [field.label for field in tracking_of(BY_ID[system]).fields if field.group]
    fold = foe.partition(FOLD)[2]
    assert (MORE if labels else "Colour of the dice") in fold
    assert all(f">{label}<" in fold for label in (*labels, "Colour of the dice"))
    fold = character.partition(FOLD)[2]
    assert "Colour of the dice · Default" in reader.text("screen")
    assert not any(f">{label}<" in fold for label in labels)


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


def test_rows_added_and_left_as_they_are_keep_nobody_from_being_saved() -> None:
    reader = Reader("moonwalk/tracker/").do("edit", subject="player")
    for field in ("pools", "pools", "modifiers"):
        reader.do("row-add", field=field)
    rows = {"pools.0.label": "", "pools.0.pool": "6", "pools.1.label": "Brawl", "pools.1.pool": "8"}
    lasting = {"modifiers.0.label": "", "modifiers.0.number": "1"}
    reader.do("edit-save", form={"called": "Bo", **rows, **lasting})
    (bo,) = people(reader.model.campaign, BY_ID["moonwalk"])
    assert [row["label"] for row in bo.values["pools"]] == ["Brawl"]
    assert not bo.values["modifiers"]


def test_a_row_with_something_in_it_is_asked_for_its_name() -> None:
    reader = Reader("moonwalk/tracker/").do("edit", subject="player")
    reader.do("row-add", field="pools")
    reader.do("edit-save", form={"called": "Bo", "pools.0.label": "", "pools.0.pool": "7"})
    assert "A name is missing" in reader.text("screen")
