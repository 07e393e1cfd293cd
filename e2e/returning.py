"""Browsers that have been on the site before: Python starts from the memory they kept, in two thirds of the time.

A run of the tests keeps one for each of two devices. A test gets a page of its own in it, and storage as empty as at a
first visit. What would last beyond that page is refused: such a test asks for a context of its own.
"""

from typing import Any, NoReturn

from playwright.sync_api import Browser, BrowserContext, Page, expect

from e2e.waiting import PATIENCE, await_rules
from tools.timing import REMEMBERED

LASTING = (
    "add_cookies",
    "add_init_script",
    "expose_binding",
    "expose_function",
    "grant_permissions",
    "route",
    "route_from_har",
    "route_web_socket",
    "set_extra_http_headers",
    "set_geolocation",
    "set_offline",
)
CLOCK = ("install", "pause_at", "set_fixed_time", "set_system_time")
CLEARED = "cookies,local_storage,indexeddb"
"""All storage but what holds the site itself and Python's memory."""


def refuse(*_: object, **__: object) -> NoReturn:
    raise AssertionError(
        "Later tests would find it in the browser they share: ask for `context`, or mark `first_visit`"
    )


class Returning:
    """One browser for each device, opened when a test first asks for it."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.site = site
        self.origin = f"{'/'.join(site.split('/')[:3])}/"
        self._browser = browser
        self._contexts: dict[str, BrowserContext] = {}

    def context(self, profile: dict[str, Any]) -> BrowserContext:
        if str(profile) not in self._contexts:
            self._contexts[str(profile)] = self._opened(profile)
        return self._contexts[str(profile)]

    def page(self, context: BrowserContext) -> Page:
        """A page that finds nothing of earlier ones."""
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": self.origin, "storageTypes": CLEARED})
        session.detach()
        return page

    def _opened(self, profile: dict[str, Any]) -> BrowserContext:
        context = self._browser.new_context(base_url=self.site, **profile)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto("moonwalk/")
        expect(page.get_by_role("contentinfo")).to_contain_text("Ready offline")
        page.reload()
        await_rules(page)
        page.evaluate(REMEMBERED)
        page.close()
        for name in LASTING:
            setattr(context, name, refuse)
        for name in CLOCK:
            setattr(context.clock, name, refuse)
        return context
