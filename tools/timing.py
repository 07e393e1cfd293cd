"""How long the page takes, measured in the page, for the benchmarks and the tests in browsers."""

TAKEN = """async (element, text) => {
  const changed = new Promise((done) => new MutationObserver((_, observer) => { observer.disconnect(); done(); })
    .observe(document.querySelector("main"), { childList: true, subtree: true }));
  const begun = performance.now();
  if (text === null) element.click();
  else {
    element.value = text;
    element.dispatchEvent(new Event("input", { bubbles: true }));
  }
  await changed;
  return performance.now() - begun;
}"""
"""How long the page takes, in milliseconds, to show what a click or a changed text leads to."""

REMEMBERED = """() => new Promise((done, failed) => {
  setTimeout(() => failed(new Error("Python's memory is not kept")), 30_000);
  const look = (list) => list.getEntriesByName("python remembered").length && done();
  new PerformanceObserver(look).observe({ type: "mark", buffered: true });
})"""
"""Waits until the browser of a reader who has come back has kept Python's memory for the next visits."""
