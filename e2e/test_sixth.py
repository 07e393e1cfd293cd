"""A system as it is laid out, registered as a sixth one in a copy of the checkout: the page has all of it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from e2e.stories_helpers import button, counter, someone, tab, verdict, write_down
from e2e.waiting import await_rules
from tests.systems.sixth.checkout import NAME, build_site, with_sixth
from tools.server import Server


@pytest.fixture(scope="module")
def sixth_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Server(build_site(with_sixth(tmp_path_factory.mktemp("sixth")))) as server:
        yield f"{server.url}{NAME}/"


@pytest.mark.first_visit
def test_a_sixth_system_is_played_from_one_file(page: Page, sixth_url: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(sixth_url)
    await_rules(page)
    expect(page).to_have_title(f"{NAME.title()} · Roll · pyrules")

    button(page, "Dice: one more").click()
    shorthand = page.get_by_role("textbox", name="Shorthand")
    expect(shorthand).to_have_value("4d6 (1)")
    expect(page.get_by_role("button", name="Roll 4d6")).to_contain_text("%")
    tab(page, "Odds")
    expect(page.get_by_role("img", name="hits").first).to_be_visible()
    page.get_by_role("radio", name="Degree").check()
    expect(page.get_by_role("img", name="degree").first).to_be_visible()

    tab(page, "Tracker")
    page.get_by_role("button", name="Counters and notes").click()
    expect(counter(page, "Grit")).to_have_text("3 of 9")
    write_down(page, "Add your character", "Mira")
    expect(someone(page, "Mira")).to_be_visible()

    tab(page, "Roll")
    shorthand.fill("1d6 (9)")
    button(page, "Mira").click()
    page.get_by_role("button", name="Roll d6").click()
    expect(verdict(page)).to_be_visible()
    button(page, "More").click()
    page.get_by_role("button", name="Push").click()
    expect(button(page, "Undo: Push")).to_be_visible()
    tab(page, "Tracker")
    expect(counter(page, "Grit")).to_have_text("2 of 9")

    tab(page, "Log")
    expect(page.get_by_role("region", name="Log")).to_contain_text("1d6 (9)")
    page.reload()
    await_rules(page)
    expect(page.get_by_role("region", name="Log")).to_contain_text("1d6 (9)")
