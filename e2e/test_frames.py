"""A browser that draws no more is told from a page at fault."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from e2e import frames
from e2e.waiting import PATIENCE


def test_a_page_that_is_drawn_has_frames(visit: Callable[[str], Page], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "ANSWERED", PATIENCE)
    monkeypatch.setattr(frames, "DRAWN", PATIENCE)
    assert not frames.has_stopped(visit("almond/"))


def test_a_browser_that_draws_no_more_is_told_from_a_page_that_hangs(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames, "ANSWERED", PATIENCE)
    monkeypatch.setattr(frames, "DRAWN", 1_000)
    page.evaluate("requestAnimationFrame = () => 0")
    assert frames.has_stopped(page)
    monkeypatch.setattr(frames, "ANSWERED", 1_000)
    page.evaluate("() => void setTimeout(() => { while (true); })")
    assert not frames.has_stopped(page)
    page.close()
    assert not frames.has_stopped(page)
