"""Somebody's dice in the tracker: a tap goes to the form with them, and they roll from then on."""

from tests.app.reader import Reader


def gm() -> Reader:
    reader = Reader("moonwalk/tracker/")
    for name, pool, dice in (("Guard", "Rifle", "8"), ("Cook", "Knife", "3")):
        cells = {"pools.0.label": pool, "pools.0.pool": dice}
        reader.do("edit", subject="foe").do("edit-save", form={"called": name, **cells})
    return reader


def test_a_foe_is_rolled_for_from_the_tracker_in_two_taps_and_the_roll() -> None:
    reader = gm().do("look", called="Guard")
    assert 'aria-label="Guard: Roll"><button type="button" data-on="roll-for"' in reader.html("screen")
    reader.do("roll-for", called="Guard", offer="pools.0")
    assert reader.model.place.address == "moonwalk/"
    assert reader.model.acting["moonwalk"] == "Guard"
    assert reader.model.sheet.notation.startswith("Rifle 8")
    assert "Roll 8d6" in reader.text("bar")


def test_who_is_not_there_is_not_rolled_for() -> None:
    reader = gm()
    before = reader.model
    assert reader.do("roll-for", called="Nobody", offer="pools.0").model == before
