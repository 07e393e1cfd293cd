"""Measure inside Pyodide: the global `job` is JSON with all files to import from, path to text, and what to measure."""

import json
import sys
import tempfile
from importlib import import_module
from pathlib import Path

job = json.loads(globals()["job"])
folder = Path(tempfile.mkdtemp())
for path, text in job["files"].items():
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_text(text, encoding="utf-8")
sys.path.insert(0, str(folder))
answer = json.dumps([row for module in job["measured"] for row in import_module(module).measure()])
