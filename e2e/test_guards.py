"""The usual roll where a browser lacks what is guarded; `tests/web/test_browsers.py` lists it."""

import pytest
from playwright.sync_api import Page, expect

from e2e.boot_helpers import roll, verdict
from e2e.waiting import await_rules
from tests.web.browsers_helpers import APIS, GUARDED

IN_WORKERS_TOO = """
const removal = `%s`;
globalThis.Blob = class extends Blob {
  constructor(parts, options) {
    super(options?.type === "text/javascript" ? [removal, ...parts] : parts, options);
  }
};
%s
"""
"""Runs a script before those of the page, and before those of the workers that it makes of texts."""

OWNERS = {"Window": "globalThis", "builtins": "globalThis", "StorageAccessHandle": "StorageManager"}
REMOVE = "for (const of of [globalThis.{0}, globalThis.{0}?.prototype]) if (of) Reflect.deleteProperty(of, '{1}');"
BESIDE = ("HTMLElement.popover", "HTMLElement.hidePopover", "Element.checkVisibility", "Crypto.randomUUID")
"""Features that the page brings itself, asks for no more, or lacks on a site that is not served safely."""

STAYS = {"api.trustedTypes", "javascript.builtins.Symbol.dispose", "javascript.builtins.Symbol.asyncDispose"}
"""Features that a browser which has them does not let go of."""

FEATURES = [name for name in (*GUARDED[APIS], *(f"api.{name}" for name in BESIDE)) if name not in STAYS]


def removal(feature: str) -> str:
    """A script that takes a feature away, by its name in browser-compat-data."""
    *_, owner, name = ["globalThis", *feature.removesuffix("_static").split(".")[1:]]
    return REMOVE.format(OWNERS.get(owner, owner), name)


@pytest.mark.parametrize("feature", FEATURES)
def test_the_usual_roll_goes_without_what_is_guarded(page: Page, feature: str) -> None:
    page.add_init_script(IN_WORKERS_TOO % ((removal(feature),) * 2))
    page.goto("moonwalk/")
    await_rules(page)
    roll(page)
    assert verdict(page)
    page.get_by_role("link", name="Log").click()
    expect(page.get_by_text("1 entry", exact=True)).to_be_visible()
