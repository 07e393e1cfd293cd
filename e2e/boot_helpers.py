"""Helpers of the tests of the boot, which other tests use too."""

from playwright.sync_api import Page, expect

from tools.site import NOT_IN_BROWSERS, SOURCES

IMPORT_ALL = """async ([boot, modules]) => {
  const { loadPyodide } = await import(boot);  // in the worker: the very Python that runs there
  const pyodide = await loadPyodide({ stdout: console.log, stderr: console.error });
  pyodide.globals.set("modules", pyodide.toPy(modules));
  return pyodide.runPython(`
import importlib
def trouble(name):
    try:
        importlib.import_module(name)
    except Exception as error:
        return f"{name}: {error!r}"
"; ".join(filter(None, map(trouble, modules)))
`);
}"""


def roll(page: Page) -> None:
    page.get_by_role("button", name="Roll").click()


def verdict(page: Page) -> str:
    """The headline of the result, once it is there."""
    headline = page.get_by_role("region", name="Result").get_by_role("heading").first
    expect(headline).to_be_visible()
    return headline.inner_text()


def dice(page: Page) -> int:
    verdict(page)
    return page.get_by_role("region", name="Dice").get_by_role("listitem").count()


def not_imported(page: Page, root: str) -> str:
    """Import every module of the site by the Python of a page, and give the errors."""
    modules = [
        ".".join(path.relative_to(folder.parent).with_suffix("").parts).removesuffix(".__init__")
        for folder in SOURCES
        for path in sorted(folder.rglob("*.py"))
        if path not in NOT_IN_BROWSERS
    ]
    assert {"pyrules", "app.program"} <= set(modules)
    trouble: str = page.workers[0].evaluate(IMPORT_ALL, [f"{root}pyodide-boot.mjs", modules])  # dice may have one too
    return trouble
