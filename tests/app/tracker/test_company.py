"""The people of a table in a game of one's own, which has a log of its own."""

import json

from app.common.tracking import acting
from app.table.games_view import company as told
from app.tracker.company import come

from pyrules.campaign.people import people
from tests.app.reader import Reader
from tests.app.table.seats import company, settle


def names(reader: Reader) -> list[str]:
    return [one.name for one in people(reader.model.campaign, reader.model.system)]


def met(reader: Reader, who: str, *there: str) -> Reader:
    reader._take(*come(reader.model, there, who, reader.world))
    return reader


def test_who_plays_at_the_table_is_known_in_the_game_and_stored_there() -> None:
    reader = met(Reader("moonwalk/"), "Bo", "Ann", "Bo")
    assert names(reader) == ["Ann", "Bo"]
    assert reader.kept["who moonwalk"] == "Bo"
    reader.visit("moonwalk/")
    assert names(reader) == ["Ann", "Bo"]
    assert reader.text("form").count("Ann") == 1


def test_who_is_known_already_stays_as_they_are_and_who_rolls_goes_on() -> None:
    reader = Reader("moonwalk/tracker/")
    reader.do("edit", subject="player").do("edit-save", form={"called": "Ann"}).do("who", called="Ann")
    records = reader.records[:]
    met(reader, "Bo", "ann", "Bo")
    assert names(reader) == ["Ann", "Bo"]
    assert reader.records[: len(records)] == records
    one = acting(reader.model)
    assert one
    assert one.name == "Ann"
    before = reader.model.campaign.events
    assert met(reader, "", "ann", "Bo").model.campaign.events == before


def test_a_game_is_told_no_foe_and_nobody_who_is_hidden() -> None:
    gm, ann = seats = company("Gm", "Ann")
    gm.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Kira"})
    gm.do("edit", subject="foe").do("edit-save", form={"called": "Vesper", "many": "1", "notes": ""})
    settle(*seats)
    ann.go("stepdie/").do("who", called="Kira")
    assert json.loads(told(gm.model)) == {"people": ["Kira"], "who": ""}
    assert json.loads(told(ann.model)) == {"people": ["Kira"], "who": "Kira"}
