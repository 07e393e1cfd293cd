"""Checks that every screen must pass: nothing that axe-core finds in any look, room for thumbs, whole words."""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, ViewportSize, expect

from tools.environment import NODE_MODULES

AXE = NODE_MODULES / "axe-core" / "axe.min.js"
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced colours": {"color_scheme": "dark", "forced_colors": "active"},
}
VIOLATIONS = """async (options) => (
  await axe.run(options?.within ?? "html", { ...options, resultTypes: ["violations"], preload: false })
).violations.flatMap(
  ({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`))"""
"""Findings of axe-core, without style sheets and media, which only rules on what plays by itself look into."""
EVERYTHING: dict[str, Any] = {}
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""The rules that depend on the look; all else that axe-core knows of is the same in every look."""

WIDE: ViewportSize = {"width": 1280, "height": 720}
SMALL: ViewportSize = {"width": 320, "height": 640}
LANDSCAPE: ViewportSize = {"width": 740, "height": 360}
PHONE: ViewportSize = {"width": 412, "height": 840}
SMALLEST = 44  # CSS pixels
TOO_SMALL = """(smallest) => {
  const found = [];
  const targets = "a[href], button, select, summary, input:not([type=hidden]), textarea, [role=button]";
  for (const element of document.querySelectorAll(targets)) {
    const area = element.matches("[type=checkbox], [type=radio]") ? element.closest("label") : element;
    const { width, height, right } = area.getBoundingClientRect();
    const seen = area.checkVisibility({ visibilityProperty: true }) && right > 0;
    if (seen && Math.min(width, height) < smallest - 0.01) {
      found.push(`${element.outerHTML.slice(0, 90)} is ${width} x ${height}`);
    }
  }
  return found;
}"""
TOO_WIDE = """() => {
  const wide = [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5 && element.checkVisibility())
    .filter((element) => !element.closest(".unseen, [popover], .scroll, .in-a-row"))
    .filter((element) => !element.ownerSVGElement) // a picture ends where its svg does, which is looked at itself
    .map((element) => `${element.outerHTML.slice(0, 90)} is too wide`);
  return document.documentElement.scrollWidth > innerWidth ? ["it scrolls sideways", ...wide] : wide;
}"""
BROKEN = r"""() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const around = text.parentElement;
    if (!around.checkVisibility() || around.closest(".unseen, svg, code, textarea, noscript")) continue;
    for (const { 0: word, index } of text.data.matchAll(/\p{L}+/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(`${word} is broken`);
    }
  }
  const labels = "button:not(.die *), button > :not(.die *, code), #tabs a, .segments span";
  for (const label of document.querySelectorAll(labels)) {
    const seen = label.checkVisibility() && label.clientWidth; // nothing inline has a width of its own
    if (seen && label.scrollWidth > label.clientWidth + 1) found.push(`${label.textContent} is cut`);
  }
  for (const select of document.querySelectorAll("select")) {
    if (!select.checkVisibility()) continue;
    const width = select.offsetWidth;
    select.style.cssText = "width: max-content; max-width: none; flex: none";
    if (select.offsetWidth > width + 1) found.push(`${select.outerHTML.slice(0, 90)} is cut`);
    select.style.cssText = "";
  }
  return found;
}"""
PARTED = r"""() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (!text.parentElement.checkVisibility() || text.parentElement.closest(".unseen, svg, noscript")) continue;
    for (const { 0: number, index } of text.data.matchAll(/\d+\s%/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + number.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(`${number} is parted`);
    }
  }
  return found;
}"""
"""Numbers that stand on another line than their per cent sign."""

COVERED = """() => {
  const found = [];
  const range = document.createRange();
  for (const number of document.querySelectorAll(".stepper, .sight > .number")) {
    const buttons = [...number.querySelectorAll("button")].map((one) => one.getBoundingClientRect());
    for (const label of number.querySelectorAll("label, span, small, b")) {
      range.selectNodeContents(label);
      for (const words of label.checkVisibility() ? range.getClientRects() : [])
        for (const { left, right, top, bottom } of buttons)
          if (words.left < right && left < words.right && words.top < bottom && top < words.bottom)
            found.push(`${label.textContent} lies over a button`);
    }
  }
  return found;
}"""
"""Labels of numbers whose words lie over the buttons beside them."""

TEXT_SIZE = "(size) => { document.documentElement.style.fontSize = size; }"


def in_every_look(page: Page, first: dict[str, Any], within: str = "html") -> Iterator[str]:
    """The findings of axe-core in each look: with these options in the first, and of colours alone in the others."""
    for look, media in LOOKS.items():
        page.emulate_media(**media)
        options = {"within": within} | (first if look == "light" else COLOURS)
        yield from (f"{look}: {violation}" for violation in page.evaluate(VIOLATIONS, options))


def complaints(page: Page) -> Iterator[str]:
    """The faults of the screen that is shown: in every look, on a small screen, in landscape, with big text.

    Where dice lie, they are looked at in every look, both as dice that move and as dice drawn still.
    """
    page.set_viewport_size(WIDE)
    dice = page.locator("#table")
    if dice.is_visible() and dice.get_attribute("data-dice"):
        page.emulate_media(reduced_motion="no-preference")
        expect(dice).to_have_attribute("data-dice", "rest")
        yield from (f"dice that move, {violation}" for violation in in_every_look(page, COLOURS, "#table"))
        page.emulate_media(reduced_motion="reduce")
        expect(dice).to_have_attribute("data-dice", "still")
    yield from in_every_look(page, EVERYTHING)
    page.emulate_media(**LOOKS["light"])
    page.set_viewport_size(SMALL)
    yield from (f"320 px: {violation}" for violation in page.evaluate(VIOLATIONS))
    yield from (f"320 px: {target}" for target in page.evaluate(TOO_SMALL, SMALLEST))
    yield from (f"320 px: {element}" for element in page.evaluate(TOO_WIDE) + page.evaluate(BROKEN))
    page.set_viewport_size(LANDSCAPE)
    yield from (f"landscape: {element}" for element in page.evaluate(TOO_WIDE))
    page.evaluate(TEXT_SIZE, "200%")
    page.set_viewport_size(PHONE)  # afterwards, as Chromium looks at containers anew when their size changes
    yield from (f"text at 200 %: {element}" for element in page.evaluate(TOO_WIDE) + page.evaluate(BROKEN))
    page.evaluate(TEXT_SIZE, "")
    page.set_viewport_size(WIDE)
