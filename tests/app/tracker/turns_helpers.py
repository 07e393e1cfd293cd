"""Helpers of the tests of the turns, which other tests use too."""

from typing import Any

from pyrules.campaign.people import people
from tests.app.reader import Reader


def person(reader: Reader, *names: str, **values: Any) -> Reader:
    for name in names:
        reader.do("edit", subject="player").do("edit-save", form={"called": name, **values})
    return reader


def foes(reader: Reader, name: str, many: Any = 1, **values: Any) -> Reader:
    return reader.do("edit", subject="foe").do("edit-save", form={"called": name, "many": str(many), **values})


def names(reader: Reader) -> list[str]:
    return [one.name for one in people(reader.model.campaign, reader.model.system)]
