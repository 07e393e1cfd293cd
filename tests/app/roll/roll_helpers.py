"""Helpers of the tests of the roll, which other tests use too."""

from pyrules.campaign.events import Rolled
from tests.app.reader import Reader


def last(reader: Reader) -> Rolled:
    """The last event of the log."""
    event = reader.model.campaign.events[-1]
    assert isinstance(event, Rolled)
    return event


def typed(reader: Reader, *faces: int) -> Reader:
    for face in faces:
        reader.do("face", face=face)
    return reader
