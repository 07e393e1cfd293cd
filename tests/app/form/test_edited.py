"""A form that has something of somebody has it as the tracker has it by now; what was typed there stays."""

import pytest

from tests.app.reader import Reader

TWO_POOLS = {"pools.0.label": "Sword", "pools.0.dice": "5", "pools.1.label": "Bow", "pools.1.dice": "4"}
AIM = {"modifiers.0.label": "Aim", "modifiers.0.number": "1", "modifiers.0.on": "dice"}
BOTH = ("modifiers.0", "modifiers.1")
FOG = {"modifiers.1.label": "Fog", "modifiers.1.number": "2", "modifiers.1.on": "TN"}


def player(system: str, values: dict[str, str], *tapped: str) -> Reader:
    """Somebody of a system who rolls, and of whom this was tapped."""
    reader = Reader(f"{system}/tracker/")
    reader.do("edit", subject="player").do("edit-save", form={"called": "Ann", **values})
    reader.go(f"{system}/").do("who", called="Ann")
    for offer in tapped:
        reader.do("offer", offer=offer)
    return reader


def notation_after(reader: Reader, values: dict[str, str]) -> str:
    """The notation in the form once somebody was written down anew."""
    system = reader.model.place.system
    reader.go(f"{system}/tracker/").do("edit", subject="player", called="Ann")
    reader.do("edit-save", form={"called": "Ann", **values}).go(f"{system}/")
    return reader.model.sheet.notation


@pytest.mark.parametrize(
    ("system", "values", "tapped", "change", "notations"),
    [
        ("almond", TWO_POOLS, (), {"pools.0.dice": "7"}, ("Sword 5d6", "Sword 7d6")),
        ("almond", TWO_POOLS, ("pools.1",), {"pools.0.dice": "7"}, ("Bow 4d6", "Bow 4d6")),
        (
            "almond",
            TWO_POOLS | AIM | FOG,
            BOTH,
            {"modifiers.0.number": "2"},
            ("Aim 1", "Aim 2"),
        ),
        ("general", {"strength": "d6"}, ("strength",), {"strength": "d10"}, ("d6", "d10")),
        (
            "general",
            {"skills.0.label": "Lore", "skills.0.attribute": "agility", "skills.0.die": "d6", "agility": "d8"},
            ("skills.0",),
            {"skills.0.die": "d12", "agility": "d4"},
            ("Agility d8 + skill Lore d6", "Agility d4 + skill Lore d12"),
        ),
        ("stepdie", {"step": "d8"}, (), {"step": "d12"}, ("d8", "d12")),
        (
            "stepdie",
            {"gear.0.label": "Axe", "gear.0.dice": "1"},
            ("gear.0",),
            {"gear.0.dice": "2"},
            ("1 gear", "2 gear"),
        ),
        (
            "moonwalk",
            {"pools.0.label": "Rifle", "pools.0.pool": "6"},
            (),
            {"pools.0.pool": "9"},
            ("Rifle 6", "Rifle 9"),
        ),
    ],
)
def test_what_a_form_took_of_somebody_follows_their_edit(
    system: str, values: dict[str, str], tapped: tuple[str, ...], change: dict[str, str], notations: tuple[str, str]
) -> None:
    before, now = notations
    reader = player(system, values, *tapped)
    assert before in reader.model.sheet.notation
    assert now in notation_after(reader, values | change)


def test_an_edit_is_followed_under_another_name_too() -> None:
    reader = player("almond", TWO_POOLS).go("almond/tracker/").do("edit", subject="player", called="Ann")
    reader.do("edit-save", form={"called": "Anna", **TWO_POOLS, "pools.0.dice": "7"}).go("almond/")
    assert reader.model.sheet.notation == "Sword 7d6 TN 4"


def test_what_was_typed_over_it_stays() -> None:
    reader = player("almond", TWO_POOLS | AIM, "modifiers.0").note("Sword 9d6 TN 5 + Cover 3")
    assert notation_after(reader, TWO_POOLS | {"pools.0.dice": "7"}) == "Sword 9d6 TN 5 + Cover 3"


def test_of_a_form_with_more_than_was_taken_only_what_was_edited_changes() -> None:
    reader = player("almond", TWO_POOLS).note("Sword 5d6 TN 6 + Cover 3")
    assert notation_after(reader, TWO_POOLS | {"pools.0.dice": "7"}) == "Sword 7d6 TN 6 + Cover 3"


def test_what_is_gone_from_the_tracker_stays_in_the_form() -> None:
    reader = player("almond", TWO_POOLS | AIM, "modifiers.0")
    assert "Sword 5d6" in notation_after(reader, {"pools.0.label": "Bow", "pools.0.dice": "4"})


def goblin() -> Reader:
    """Mira against a Goblin."""
    reader = Reader("general/tracker/").do("edit", subject="foe")
    reader.do("edit-save", form={"called": "Goblin", "defence": "12", "martial_might": "14"})
    reader.do("edit", subject="player").do("edit-save", form={"called": "Ann", "level": "2"})
    reader.go("general/").do("who", called="Ann").do("offer", offer="attack")
    return reader.do("against", called="Goblin")


def test_a_defender_sets_what_they_have_against_that_kind_of_test() -> None:
    reader = goblin()
    assert reader.model.sheet.values["difficulty"] == 12
    assert reader.do("offer", offer="save").model.sheet.values["difficulty"] == 14
    assert reader.do("field", form={"kind": "attack"}, changed="kind").model.sheet.values["difficulty"] == 12
    assert reader.model.against["general"] == "Goblin"


def test_a_difficulty_that_is_typed_stays() -> None:
    reader = goblin().do("field", form={"difficulty": "9"}, changed="difficulty")
    assert reader.model.sheet.notation.endswith("(Defence 9)")
    assert reader.do("offer", offer="agility").model.sheet.notation.endswith("(Defence 9)")
    assert reader.do("offer", offer="save").model.sheet.notation.endswith("(9)")


def test_a_defender_who_is_edited_sets_the_new_number_against_it() -> None:
    reader = goblin().go("general/tracker/").do("edit", subject="player", called="Goblin")
    reader.do("edit-save", form={"called": "Goblin", "defence": "13", "martial_might": "14"}).go("general/")
    assert reader.model.sheet.values["difficulty"] == 13


def test_the_log_tells_what_somebody_has_in_the_words_of_the_form() -> None:
    assert "Defence 12, Martial Might 14, hidden" in goblin().go("general/log/").text("screen")
