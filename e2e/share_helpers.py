"""Helpers of the tests of the share, which other tests use too."""

from playwright.sync_api import Page

SHARES = "navigator.share = async (what) => { globalThis.shared = what; console.log('shared'); };"


DOES_NOT_SHARE = "navigator.share = undefined;"


STORED = r"""async () => {
  const at = (path) => import(new URL(path, document.querySelector("script[type=module]").src));
  const { saved } = await at("store.mjs");
  const [kept, , ...events] = String(await saved()).split("\n");
  return { kept: JSON.parse(kept), events };
}"""


def share(page: Page, button: str) -> None:
    if button != "Share this test":
        page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name=button, exact=True).click()
