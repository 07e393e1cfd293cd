"""The service worker takes a build as a whole or not at all, whichever of its files does not come."""

import json
import subprocess

from tools import ROOT
from tools.environment import node

WEB = ROOT / "web"
WRITTEN = (path for path in WEB.rglob("*.*") if not {"app", "__pycache__"} & {*path.relative_to(WEB).parts})
BUILT = ("index.html", "moonwalk/index.html", "app.css", "icons/signs.svg", "pyrules.dat", "pyodide/pyodide.asm.wasm")
FILES = tuple(sorted({*BUILT, "a.woff2", *(path.relative_to(WEB).as_posix() for path in WRITTEN)}))


def test_a_build_of_which_any_file_does_not_come_is_not_taken() -> None:
    command = (str(node()), str(ROOT / "tests/web/service_worker.mjs"), str(WEB / "sw.js"), *FILES)
    told = json.loads(subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout)
    assert told.pop("whole") == ["taken", len(FILES)]
    for file in FILES:
        not_taken = [f"the file {file} did not come as it was published", len(FILES) - 1]
        assert told.pop(file) == [not_taken, not_taken]
    assert told == {}
