"""Helpers of the tests of the offline, which other tests use too."""

import base64
import hashlib
from pathlib import Path

from playwright.sync_api import Page, expect

from e2e.waiting import await_rules
from tools.timing import TRIED


def store_site(page: Page, address: str) -> Page:
    """Open the site and wait until it is stored and nothing is being fetched any more."""
    page.goto(address)
    await_rules(page)
    expect(page.get_by_role("contentinfo")).to_contain_text("Ready offline")
    page.evaluate(TRIED)  # the last that is fetched
    return page


def integrity(content: bytes) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"


def publish(folder: Path, path: str, content: bytes) -> None:
    """Change a file of a built site that no page names with its hash, and that in the service worker's list."""
    worker, file = folder / "sw.js", folder / path
    listing = worker.read_text(encoding="utf-8")
    old, new = integrity(file.read_bytes()), integrity(content)
    assert old in listing
    worker.write_text(listing.replace(old, new), encoding="utf-8")
    file.write_bytes(content)
