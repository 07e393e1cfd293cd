"""Helpers of the tests of the tracker, which other tests use too."""

from typing import Any

from tests.app.reader import Reader


def person(reader: Reader, name: str, **values: Any) -> Reader:
    """Write someone down in the tracker."""
    reader.do("edit", subject="player").do("edit-save", form={"called": name, **values})
    assert reader.model.tracker.editing is None
    return reader


def challenge(reader: Reader, name: str, leader: str = "", **values: Any) -> Reader:
    """Begin a Challenge in the tracker, with someone who leads."""
    filled = {"called": name, "type": "Social", "threat": "Minor", "rating": "5", **values}
    reader.do("edit", subject="challenge").do("edit-save", form=filled)
    return reader.do("lead", challenge=name, called=leader) if leader else reader


def cohort(*faces: int) -> Reader:
    reader = Reader("relics/tracker/", faces=faces)
    for name, primary in (("Ann", "Social"), ("Bo", "Combat")):
        person(reader, name, primary=primary, secondary="", support="")
    return challenge(reader, "Riot", "Ann")
