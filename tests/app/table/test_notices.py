"""No notice of the app names a field of a file, a link, a record or a message."""

import json
import re
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from typing import Any

import pytest

from pyrules.campaign import codec, devices
from pyrules.campaign.codec import event_values, write_event
from pyrules.campaign.events import Adjusted, Event, Noted, Recorded, Restored, Undone
from pyrules.campaign.sealing import seal_roll
from tests.app.reader import Reader
from tests.app.table.seats import company
from tests.campaign.fairness_helpers import throw
from tests.campaign.some_logs import roll

ODD: tuple[Any, ...] = (None, 7, -1, 10**20, "", "x" * 5000, "\u0007", [], [[]], {}, {"x": {}}, True)
FIRST = roll("first")
EVENTS: tuple[Event, ...] = (
    throw(secret=True, nonce="n"),
    roll("again", ("player_ip", -1, "Ann"), revises="first"),
    seal_roll(roll("seal", secret=True)),
    Adjusted("a", 1, "stepdie", "gm_ip", 1),
    Restored("a", 1, "stepdie", "gm_ip"),
    Recorded("a", 1, "stepdie", "player", "Ann", (("colour", "ivory"),)),
    Noted("a", 1, "first", "!"),
    Undone("a", 1, "first"),
)
FIELDS = {
    field
    for checks in (*codec.CHECKS.values(), *devices.CHECKS.values())
    for field in ("id", "at", "version", "events", "link", *checks)
} - {"seed", "text", "people", "devices"}
NAMED = re.compile(rf"\w\[\d|\b\w+\.\w+: |(?<![\w'])({'|'.join(sorted(FIELDS))}): |\bfield\b|\\u")


def spoilt(event: Event) -> Iterator[dict[str, Any]]:
    """An event's values, each of them missing or odd."""
    values = json.loads(write_event(event))
    assert values == json.loads(json.dumps(event_values(event)))
    for name in (*values, "unheard of"):
        yield {key: value for key, value in values.items() if key != name}
        for odd in ODD:
            yield values | {name: odd}


def told(text: str) -> None:
    found = NAMED.search(text)
    assert found is None, text


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_a_file_or_a_store_that_cannot_be_read_is_told_of_without_a_field(event: Event) -> None:
    reader = Reader("stepdie/log/", [FIRST])
    for values in spoilt(event):
        log = {"pyrules": "log", "version": codec.VERSION, "events": [event_values(FIRST), values]}
        reader.do("log-import", json.dumps(log), name="x.json", size=9, most=9)
        told(reader.text("news"))
        stored = Reader("stepdie/log/")
        stored.records = [write_event(FIRST), json.dumps(values)]
        stored.visit("stepdie/log/")
        told(stored.text("screen"))


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_what_a_device_sends_that_cannot_be_used_is_said_without_a_field(event: Event) -> None:
    gm, _ = company("Gm", "Ann")
    seated = gm.model
    for values in spoilt(event):
        gm.model = seated
        said = devices.encode(devices.Added((write_event(FIRST), json.dumps(values))))
        gm.do("table-heard", said, peer=gm.table.others[0].number)
        told(gm.text("news"))


def test_a_message_that_cannot_be_used_is_told_of_without_a_field() -> None:
    gm, ann = company("Gm", "Ann")
    for seat in (gm, ann):
        seated = seat.model
        for kind, checks in devices.CHECKS.items():
            for name in (*checks, "unheard of"):
                for odd in ODD:
                    seat.model = seated
                    said = json.dumps({"kind": devices.WORDS[kind], name: odd})
                    seat.do("table-heard", said, peer=seat.table.others[0].number)
                    told(seat.text("news"))


def test_a_link_that_cannot_be_read_is_told_of_without_a_field() -> None:
    reader = Reader("stepdie/")
    for start, whole in (
        ("2.", {"system": "stepdie", "notation": "2d6 + d8 (1)", "settings": {}, "tests": []}),
        ("1p.", {"system": "stepdie", "name": "Ann", "facts": {}}),
    ):
        for name in (*whole, "unheard of"):
            for odd in ODD:
                packed = zlib.compress(json.dumps(whole | {name: odd}).encode(), 9)
                link = start + urlsafe_b64encode(packed).rstrip(b"=").decode()
                told(reader.go(f"stepdie/#{link}").text("news"))
                told(reader.text("screen"))
