"""Times of the page, measured in it, for the benchmarks and the tests in browsers."""

from pyrules.core.english import one_of

TAKEN = """async (element, text) => {
  const changed = new Promise((done, failed) => {
    setTimeout(() => failed(new Error("The page never changed.")), 60_000);
    new MutationObserver((_, observer) => { observer.disconnect(); done(); })
      .observe(document.querySelector("main"), { attributeFilter: ["value"], childList: true, subtree: true });
  });
  const begun = performance.now();
  if (text === null) element.click();
  else {
    element.value = text;
    element.dispatchEvent(new Event("input", { bubbles: true }));
  }
  await changed;
  return performance.now() - begun;
}"""
"""Return the milliseconds until the page shows what a click or a changed text leads to."""


def _wait_for_mark(*names: str) -> str:
    """JavaScript that waits until the page has set one of these marks of its timeline, which may be before."""
    return f"""() => new Promise((done, failed) => {{
  setTimeout(() => failed(new Error("The page never said: {one_of(names)}")), 60_000);
  const look = (list) => list.getEntries().some(({{ name }}) => {list(names)}.includes(name)) && done();
  new PerformanceObserver(look).observe({{ type: "mark", buffered: true }});
}})"""


REMEMBERED = _wait_for_mark("python remembered")
"""Waits until the browser of a reader who has come back has kept Python's memory for the next visits."""

DRAWN = _wait_for_mark("dice ready")
"""Waits until dice can be drawn, and all that draws them is there."""

TRIED = _wait_for_mark("dice ready", "dice impossible")
"""Waits until it is known whether dice can be drawn, and nothing for that is being fetched any more."""
