"""Helpers of the tests of the pages, which other tests use too."""

import pytest
from app.desk.state import Desk

import pyrules
from pyrules.campaign.links import write_tests
from tests.app.reader import Reader

LATER = {"do": "later", "on": "desk-reckon"}


def link_to(*tests: tuple[str, str, dict[str, str]]) -> str:
    parsed = (pyrules.parse(system, notation, **house) for system, notation, house in tests)
    return write_tests((test.system, test.record) for test in parsed)


def finish_work(reader: Reader) -> Reader:
    """The reader once nothing is left to be worked out."""
    for _ in range(100):
        if LATER not in reader.commands:
            return reader
        reader.do("desk-reckon")
    pytest.fail("it goes on and on")


def desk_of(reader: Reader) -> Desk:
    assert reader.model.desk
    return reader.model.desk
