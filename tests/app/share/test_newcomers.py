"""Somebody goes to another campaign as a link or a code, and is asked in before anything changes."""

import json
import zlib
from base64 import urlsafe_b64encode
from hashlib import sha512
from string import ascii_letters
from typing import Any

import pytest

from pyrules.campaign.links import MOST_PERSON, read_person, write_person
from pyrules.campaign.people import people
from pyrules.campaign.tracking import Person, tracking_of
from pyrules.core.form import Values
from pyrules.systems import SYSTEMS
from tests.app.reader import Reader
from tests.app.tracker.turns_helpers import foes, names, person

PISTOLS = {"pools.0.label": "Pistols", "pools.0.pool": "7", "pools.0.limit": "5"}


def as_typed(reader: Reader) -> Person:
    (one,) = people(reader.model.campaign, reader.model.system)
    return one


def fragment(**values: Any) -> str:
    return "1p." + urlsafe_b64encode(zlib.compress(json.dumps(values).encode())).rstrip(b"=").decode()


def link_to(reader: Reader, name: str) -> str:
    (shared,) = reader.do("person-link", called=name).asked("share")
    return str(shared["to"])


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_a_link_brings_whoever_it_was_made_of(system: Any) -> None:
    rows: Values = {f"{field.name}.0.label": "Brawn" for field in tracking_of(system).fields if field.kind == "rows"}
    one = as_typed(person(Reader(f"{system.id}/tracker/"), "Mira", colour="teal", **rows))
    assert read_person(write_person(system, one)) == (system, one)


def test_whoever_opens_a_link_is_asked_first() -> None:
    reader = foes(Reader("moonwalk/tracker/"), "Mira", **PISTOLS).do("count", counter="wounds", who="Mira", by=2)
    to = link_to(reader, "Mira")
    other = person(Reader("almond/tracker/"), "Mira").visit(to)
    assert other.model.place.address == "moonwalk/tracker/"
    assert "Add Mira to this campaign? Foe · Moonwalk Pistols 7 [5]" in other.text("news")
    assert names(other) == []
    other.do("person-add")
    assert [(one.name, one.foe, one.hidden) for one in people(other.model.campaign, other.model.system)] == [
        ("Mira", True, True)
    ]
    assert as_typed(other).values == as_typed(reader).values
    assert {"do": "go", "to": "moonwalk/tracker/", "replace": True} in other.commands
    assert "Wounds − 0 +" in other.text("screen")
    assert names(other.go(to).do("person-add")) == ["Mira", "Mira 2"]
    events = other.model.campaign.events
    other.go(to).do("person-leave").do("person-add")
    assert (other.model.campaign.events, other.model.newcomer) == (events, None)


@pytest.mark.parametrize("behind", [").", "%2C", "&utm_source=x", "?fbclid=IwAR0", "%E2%80%8B"])
def test_what_a_chat_put_behind_a_link_does_not_matter(behind: str) -> None:
    to = link_to(person(Reader("moonwalk/tracker/"), "Mira", **PISTOLS), "Mira")
    other = Reader("").go(to.replace(".", "%2E") + behind)
    assert other.model.newcomer is not None
    assert {"do": "go", "to": to, "replace": True} in other.commands
    scanned = (
        Reader("moonwalk/tracker/").do("person-scan").do("person-scanned", value=f"https://example.org/{to}{behind}")
    )
    assert scanned.model.newcomer == other.model.newcomer


def test_a_code_shows_the_same_link() -> None:
    reader = person(person(Reader("moonwalk/tracker/"), "Mira", **PISTOLS), "Bo").do("look", called="Mira")
    to = link_to(reader, "Mira")
    (drawing,) = reader.do("person-code", called="Mira").asked("draw")
    assert (drawing["text"], drawing["link"]) == (to, True)
    reader.do("person-drawn", value="1", peer="Bo")
    assert "A QR code of" not in reader.html("screen")
    reader.do(drawing["on"], value="10\n01", peer=drawing["peer"])
    assert 'aria-label="A QR code of the link that brings Mira"' in reader.html("screen")
    assert "A QR code of" not in reader.do("person-code", called="Mira").html("screen")
    for on in ("person-link", "person-code", "person-file"):
        assert reader.do(on, called="Zed").commands == []


def test_too_much_for_a_link_is_said() -> None:
    bytes_of = (sha512(bytes((place,))).digest()[:40] for place in range(48))
    words = ["".join(ascii_letters[byte % 52] for byte in found) for found in bytes_of]
    rows = {f"pools.{place}.label": words[place] for place in range(24)}
    skills = {f"pools.{place}.skill": words[place + 24] for place in range(24)}
    reader = person(Reader("moonwalk/tracker/"), "Mira", **rows, **skills)
    for on in ("person-link", "person-code"):
        said = reader.do(on, called="Mira").text("news")
        assert "Mira does not fit into a link: it would have" in said
        assert f"at most {MOST_PERSON} fit. Hand them on as a file." in said


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("1p.", "cut short"),
        ("1p.abc", "changed on the way"),
        ("1p.<b>", "cut short"),
        ("1p." + "A" * MOST_PERSON, "at most 2000 are read"),
        (fragment(system="moonwalk", name="Mira"), "something of it is missing"),
        (fragment(system="chess", name="Mira", facts={}), "is not a system"),
        (fragment(system="moonwalk", name=" ", facts={}), "a name is missing"),
        (fragment(system="moonwalk", name="M\u0085\u0007ra", facts={}), "cannot be shown"),
        (fragment(system="moonwalk", name="M" * 100, facts={}), "100 characters"),
        (fragment(system="moonwalk", name="Mira", facts={"foe": "x"}), "no such field"),
        (fragment(system="moonwalk", name="Mira", facts={"hidden": True}), "no such field"),
        (fragment(system="relics", name="Mira", facts={"foe": True}), "no such field"),
        (
            fragment(system="moonwalk", name="Mira", facts={"pools.0.label": "A", "pools.0.pool": 9_999}),
            "out of bounds",
        ),
        (fragment(system="moonwalk", name="Mira", facts={"pools.0.label": "vs. 8"}), "cannot stand in a label"),
        (fragment(system="moonwalk", name="Mira", facts={"pools.0.pool": 5}), "a name is missing"),
        (fragment(system="moonwalk", name="Mira", facts={"colour": "url(x)"}), "is not a choice"),
        (fragment(system="moonwalk", name="Mira", facts={"zeal.0.label": "A"}), "no such field"),
        (fragment(system="moonwalk", name="Mira", facts={"pools": []}), "is not text"),
        (fragment(system="moonwalk", name="Mira", facts={}, more=1), "does not know"),
    ],
)
def test_a_hostile_link_is_refused_in_words(bad: str, why: str) -> None:
    reader = Reader("almond/").visit(f"moonwalk/tracker/#{bad}")
    assert "This link cannot be opened: " in reader.text("news")
    assert why in reader.text("news")
    assert reader.model.newcomer is None
    assert reader.model.campaign.events == ()


def test_a_link_that_cameras_would_not_read_is_shown_as_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = person(Reader("moonwalk/tracker/"), "Mira", **PISTOLS)
    monkeypatch.setattr("app.share.newcomers.MOST_IN_A_CODE", len(link_to(reader, "Mira")) - 1)
    assert reader.do("person-code", called="Mira").asked("draw") == []
    assert "too long for a QR code that cameras read" in reader.text("news")
    assert 'data-on="person-code" data-called="Mira" aria-label="As a QR code: Mira" aria-pressed="false"' in reader.do(
        "look", called="Mira"
    ).html("screen")


def test_somebodys_code_is_scanned_in_the_tracker() -> None:
    to = link_to(person(Reader("moonwalk/tracker/"), "Mira", **PISTOLS), "Mira")
    reader = Reader("almond/tracker/").do("person-scan")
    assert reader.asked("scan") == [{"do": "scan", "on": "person"}]
    assert 'id="camera"' in reader.html("screen")
    assert "Scan a QR code" in reader.do("person-stop").text("screen")
    assert not reader.do("person-scan").do("person-stopped", value="").model.tracker.scanning
    reader.do("person-scan").do("person-unscanned", value="NotAllowedError")
    assert "The camera was not allowed" in reader.text("news")
    reader.do("person-scan").do("person-scanned", value=f"https://example.org/pyrules/{to}")
    assert "Add Mira to this campaign?" in reader.text("news")
    assert 'id="camera"' not in reader.html("screen")
    for other in ("https://example.org/", "#table", "", "hello"):
        reader.do("person-scan").do("person-scanned", value=other)
        assert "there is no character in it" in reader.text("news")
