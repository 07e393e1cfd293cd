"""The pages as served: whole before any Python runs, at home under any sub-path, strict about what may run."""

import posixpath
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from app.frame import POLICY
from app.log import screen_words as log_words
from app.odds import words as odds_words
from app.pages import ICONS, one_file, page_html, pages
from app.picker import words as picker_words
from app.place import MOVED, OF_A_SYSTEM, Place, place_at, places
from app.roll import words
from app.screens import REGIONS
from app.share import words as share_words

from pyrules.campaign.events import PLAYER
from pyrules.campaign.links import write_link
from pyrules.core.system import System
from tests.app.reader import Reader
from tests.systems.conforming import shipped

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
    assert set(PAGES) == {f"{address}index.html" for address in (*(place.address for place in places()), *MOVED)}
    assert all(place_at(place.address) == place for place in places())


def test_addresses_are_relative_and_pages_lead_to_pages(path: str, elements: Elements) -> None:
    addresses = [*elements.values("href"), *elements.values("src")]
    assert addresses
    for address in addresses:
        assert not re.match(r"[a-z]+:|/", address), address
        if address.endswith("/"):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), address, "index.html"))
            assert target in {*PAGES, "workshop/index.html"}


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


@shipped
def test_a_system_has_every_page_and_is_played_on_them(system: System[Any]) -> None:
    places = tuple(Place(system.id, tab) for tab in OF_A_SYSTEM)
    assert f'href="{system.id}/"' in page_html(Place())
    assert all(system.title in page_html(place) for place in places)
    reader = Reader(f"{system.id}/").do("notation", system.examples[0].notation).do("roll")
    assert reader.sees(words.STEPS)
    reader.go(f"{system.id}/tracker/").do("edit", subject=PLAYER).do("edit-save", form={"called": "Mira"})
    assert reader.sees("Mira")
    reader.go(f"{system.id}/").do("who", called="Mira").do("roll")
    assert reader.do("share").asked("share")
    assert reader.do("pin").sees("Pinned")
    link = write_link(system, reader.model.tray.test, reader.model.tray.roll) if reader.model.tray else ""
    assert Reader(f"{system.id}/#{link}").sees(share_words.LINK_ROLL)
    assert reader.go(f"{system.id}/odds/").do("odds").sees(odds_words.COMPARE_TEST)
    assert reader.go(f"{system.id}/log/").do("log-open", event="n1").sees(log_words.REPLAY)
    assert reader.do("undo", event="n1").sees(log_words.STRUCK)
    assert reader.do("log-replay", event="n1").sees(words.STEPS)
    assert all(reader.go(place.address).sees(system.title) for place in places)
    assert reader.go("").sees(f"{picker_words.GO_ON_WITH} {system.title}")


def test_the_rulebook_has_the_printed_minus() -> None:
    assert "−2, then −4, −6" in Reader("moonwalk/rules/").text("screen")
    assert "A final −1 or less" in Reader("relics/rules/").text("screen")
    assert "−2, then −4, −6" in Reader("moonwalk/", faces=[1] * 12).do("roll").text("card")


def test_the_page_of_the_one_file_leads_to_itself_and_has_each_id_once() -> None:
    page = Elements(one_file())
    assert page.values("src") == []
    assert {tag for tag, attributes in page.found if "href" in attributes} == {"a", "use"}
    for address in page.values("href"):
        assert re.fullmatch(r"#(/([a-z]+/)*|[a-z0-9-]+)", address)
    for place in places():
        html = page_html(place)
        assert not {*ICONS} & {*Elements(html).values("id")}  # there, icons have their names as ids


def test_the_first_page_leads_to_the_workshop_or_says_where_that_is() -> None:
    assert 'href="workshop/"' in page_html(Place())
    assert picker_words.ON_THE_SITE in one_file()
