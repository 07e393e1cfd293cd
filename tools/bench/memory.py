"""How much memory the page and its rules hold."""

from playwright.sync_api import Page

WASM = """async (boot) => (await (await import(boot)).loadPyodide({}))._module.HEAPU8.byteLength"""
"""Asked in the rules' worker, which has begun Python already: how many bytes Python has taken so far."""


def megabytes(page: Page) -> dict[str, float]:
    """What is in use once nothing is left to be thrown away: the page's JavaScript heap, and Python's memory."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    heap = session.send("Runtime.getHeapUsage")["usedSize"]
    session.detach()
    boot = page.evaluate("new URL('pyodide-boot.mjs', document.querySelector('script[type=module]').src).href")
    python = max(worker.evaluate(WASM, boot) for worker in page.workers if worker.url.startswith("blob:"))
    return {"JavaScript heap": heap / 1e6, "WebAssembly memory": python / 1e6}
