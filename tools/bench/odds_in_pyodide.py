"""Measure the odds inside Pyodide: the global `job` is JSON with every file to import from, path to text."""

import json
import sys
import tempfile
from importlib import import_module
from pathlib import Path

folder = Path(tempfile.mkdtemp())
for path, text in json.loads(globals()["job"]).items():
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_text(text, encoding="utf-8")
sys.path.insert(0, str(folder))
answer = json.dumps(import_module("odds_works").measure())
