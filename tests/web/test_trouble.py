"""The page says what happened, what is safe and what to do when something goes wrong outside the rules."""

import ast
import re
import shutil
import subprocess
from typing import Any

import pytest

from tools import ROOT
from tools.environment import node

TRACEBACK = "Traceback (most recent call last):\n  File \"/pyrules.zip/app/program.py\", line 9\nKeyError: 'tray'"
REFUSED_BY_SAFARI = "NotReadableError: The object can not be found here."
TROUBLE = {
    "missing": "The file store.mjs is missing from the site (404). Reload; ",
    "spoilt": "The file store.mjs did not come as it was published: ",
    "unreachable": "cannot be fetched: there is no connection to the site, or it was replaced there. Connect and ",
    "type": "The file store.mjs comes as “text/plain”, which browsers do not run. Its host must send it as ",
    "no WebAssembly": "This browser has no WebAssembly, which Python needs. Use a current ",
    "none": "KeyError: 'tray'. Reload the page; if that does not help, use another browser ",
}


def trouble(fault: str, error: str) -> str:
    command = (str(node()), ROOT / "tests/web/trouble.mjs", (ROOT / "web/trouble.mjs").as_uri(), fault, error)
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout


def test_a_reason_that_is_a_sentence_gets_no_second_full_stop() -> None:
    assert "can not be found here. Reload the page; " in trouble("none", REFUSED_BY_SAFARI)


@pytest.mark.parametrize("fault", TROUBLE)
def test_what_keeps_python_from_starting_is_named_with_what_to_do(fault: str) -> None:
    told = trouble(fault, TRACEBACK)
    assert TROUBLE[fault] in told
    assert "Traceback" not in told
    assert "()" not in told


REFUSED = {
    ("thrown", "SecurityError", "denied"): "refuses storage to the app (SecurityError: denied)",
    ("error", "UnknownError", ""): "refuses storage to the app (UnknownError)",
    ("error", "", ""): "refuses storage to the app (it gives no reason)",
    ("null", "", ""): "refuses storage to the app (it gives no reason)",
    (
        "error",
        "QuotaExceededError",
        "",
    ): "there is no room for it. What was stored before is safe. Make room on this device",
    (
        "error",
        "ConstraintError",
        "",
    ): "no number left for another line of the log. What was stored before is safe. Export",
    ("newer", "", ""): "written by a newer version of this app. It is safe. Reload",
    ("blocked", "", ""): "another window of this app holds the log open. It is safe. Close that window, then reload",
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the store's module, beside what it needs."""
    folder = tmp_path_factory.mktemp("store")
    for name in ("store.mjs", "kept.mjs", "post.mjs"):
        shutil.copy(ROOT / "web" / name, folder)
    (folder / "build.mjs").write_text('export const version = "1";\n')
    return (folder / "store.mjs").as_uri()


@pytest.mark.parametrize("how", REFUSED, ids=" ".join)
def test_a_store_that_does_not_open_is_told_of_with_what_to_do(store: str, how: tuple[str, str, str]) -> None:
    command = (str(node()), ROOT / "tests/web/refused.mjs", store, *how)
    told = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout.strip()
    assert REFUSED[how] in told
    assert told.endswith("until then, export the log before you leave.")


UI = ast.parse((ROOT / "web/ui.py").read_text(encoding="utf-8"))
TELLING = ("boot.notice", "boot.offerReload", "warn_not_stored")
TO_DO = re.compile(r"\b(reload|reloading|again|export)\b", re.IGNORECASE)


def notices() -> list[str]:
    """The texts that the page's own Python shows; some end with what the store says."""
    constants = {
        line.targets[0].id: line.value
        for line in UI.body
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name)
    }
    found = []
    for call in ast.walk(UI):
        if isinstance(call, ast.Call) and ast.unparse(call.func) in TELLING:
            text = call.args[0].left if isinstance(call.args[0], ast.BinOp) else call.args[0]
            text = constants.get(text.id, text) if isinstance(text, ast.Name) else text
            found += [text.value] if isinstance(text, ast.Constant) and isinstance(text.value, str) else []
    return found


def test_every_notice_of_the_page_says_what_to_do() -> None:
    assert len(notices()) == 7
    for text in notices():
        assert TO_DO.search(text) or text.endswith(("Not saved yet: %s", "not saved: %s"))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((TRACEBACK,), "KeyError: 'tray'"),
        ((1, "Another window holds the log."), "Another window holds the log."),
        ((" ",), "ValueError"),
        ((), "ValueError"),
    ],
)
def test_a_notice_gives_the_last_line_of_an_error_and_never_nothing(arguments: tuple[object, ...], told: str) -> None:
    [reason] = [line for line in UI.body if isinstance(line, ast.FunctionDef) and line.name == "reason"]
    page: dict[str, Any] = {}
    exec(compile(ast.Module([reason], []), "ui.py", "exec"), page)  # noqa: S102  (the page's Python is another)
    assert page["reason"](ValueError(*arguments)) == told
