"""The pages as served: whole before any Python runs, at home under any sub-path, strict about what may run."""

import posixpath
import re
import sys
from collections.abc import Iterable
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from app import words
from app.model import BY_ADDRESS, OF_A_SYSTEM, PLACES, Place, place_at
from app.pages import drawn, pages
from app.view import REGIONS
from app.view.frame import POLICY

from pyrules.campaign.events import PLAYER
from pyrules.campaign.links import write_link
from pyrules.campaign.tracking import Tracking
from pyrules.core.roll import Roll
from pyrules.core.system import System
from pyrules.core.verdict import Verdict
from pyrules.systems import BY_ID, SYSTEMS
from tests.app_reader import Reader

PAGES = pages()


class Elements(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def values(self, attribute: str) -> list[str]:
        return [str(attributes[attribute]) for _, attributes in self.found if attribute in attributes]


@pytest.fixture(params=PAGES)
def path(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def elements(path: str) -> Elements:
    return Elements(PAGES[path])


def test_every_place_has_a_page_at_its_address() -> None:
    assert set(PAGES) == {f"{place.address}index.html" for place in PLACES}
    assert all(place_at(place.address) == place for place in PLACES)


def test_addresses_are_relative_and_pages_lead_to_pages(path: str, elements: Elements) -> None:
    addresses = [*elements.values("href"), *elements.values("src")]
    assert addresses
    for address in addresses:
        assert not re.match(r"[a-z]+:|/", address), address
        if address.endswith("/"):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), address, "index.html"))
            assert target in PAGES


def test_every_region_and_every_id_stands_once(elements: Elements) -> None:
    ids = elements.values("id")
    assert len(ids) == len(set(ids))
    assert {*REGIONS, "notice", "progress", "status", "offline", "main"} <= set(ids)


def test_nothing_runs_or_looks_inline(path: str, elements: Elements) -> None:
    assert [attributes["content"] for tag, attributes in elements.found if attributes.get("http-equiv")] == [POLICY]
    assert not re.search(r"<script[^>]*>[^<]|<style|\sstyle=|\son[a-z]+=", PAGES[path])
    assert "unsafe-inline" not in POLICY
    assert "'unsafe-eval'" not in POLICY


def test_a_reader_without_scripts_is_told(path: str) -> None:
    assert re.search(r'<noscript><p role="alert">[^<]+JavaScript', PAGES[path])


def test_labels_belong_to_fields(elements: Elements) -> None:
    ids = set(elements.values("id"))
    assert set(elements.values("for")) <= ids
    for tag, attributes in elements.found:
        if tag == "input" and attributes.get("type") not in ("hidden", "radio", "checkbox"):
            assert attributes["id"] in elements.values("for")


@pytest.mark.parametrize("address", ["nowhere/", "moonwalk/nowhere/", "../", "moonwalk/log", "%00", "#x", "?x=1"])
def test_an_address_that_there_is_not_leads_to_the_picker(address: str) -> None:
    assert place_at(address).address == ""


@pytest.fixture(params=SYSTEMS, ids=lambda system: system.id)
def sixth(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> System[Any]:
    """A system of rules alone: registered like every other, with nothing kept track of and no screens of its own."""
    known: System[Any] = request.param

    def its_own(cited: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(replace(one, rule=one.rule.replace(f"{known.id}.", "sixth.")) for one in cited)

    def judge(test: Any, roll: Roll) -> Verdict:
        verdict = known.judge(test, roll)
        return replace(verdict, lines=its_own(verdict.lines), effects=its_own(verdict.effects))

    system: System[Any] = replace(
        known,
        id="sixth",
        fields=its_own(known.fields),
        before=lambda test: its_own(known.before(test)),
        judge=judge,
        load_tracking=Tracking,
    )
    for module in ("beginning", "view.picker", "view.settings"):
        monkeypatch.setattr(sys.modules[f"app.{module}"], "SYSTEMS", (*SYSTEMS, system))
    monkeypatch.setitem(BY_ID, system.id, system)
    for tab in OF_A_SYSTEM:
        place = Place(system.id, tab)
        monkeypatch.setitem(BY_ADDRESS, place.address, place)
    return system


def test_a_system_that_the_page_does_not_know_has_every_page(sixth: System[Any]) -> None:
    places = (Place("", "settings"), *(Place("sixth", tab) for tab in OF_A_SYSTEM))
    assert 'href="sixth/"' in drawn(Place())
    assert all(sixth.title in drawn(place) for place in places)
    reader = Reader("sixth/").do("notation", sixth.examples[0].notation).do("roll")
    assert reader.sees(words.STEPS)
    reader.go("sixth/tracker/").do("edit", subject=PLAYER).do("edit-save", form={"called": "Mira"})
    assert reader.sees("Mira")
    reader.go("sixth/").do("who", called="Mira").do("roll")
    assert reader.do("share").asked("share")
    assert reader.do("pin").sees("Pinned")
    link = write_link(sixth, reader.model.table.test, reader.model.table.roll) if reader.model.table else ""
    assert Reader(f"sixth/#{link}").sees(words.LINK_ROLL)
    assert reader.go("sixth/odds/").do("odds").sees(words.COMPARE_ADD)
    assert reader.go("sixth/log/").do("log-open", event="n1").sees(words.REPLAY)
    assert reader.do("undo", event="n1").sees(words.STRUCK)
    assert reader.do("log-replay", event="n1").sees(words.STEPS)
    assert all(reader.go(place.address).sees(sixth.title) for place in places)
    assert reader.go("").sees(f"{words.GO_ON_WITH} {sixth.title}")


def test_the_rulebook_has_the_printed_minus() -> None:
    assert "−2, then −4, −6" in Reader("moonwalk/rules/").text("screen")
    assert "A final −1 or less" in Reader("relics/rules/").text("screen")
    assert "−2, then −4, −6" in Reader("moonwalk/", faces=[1] * 12).do("roll").text("card")
