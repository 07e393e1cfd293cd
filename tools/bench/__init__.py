"""Measure pyrules beside its peers: `python3 build.py bench`."""

import argparse
import json
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

PARTS: Mapping[str, tuple[str, str]] = {
    "odds": ("odds", "measure"),
    "forms": ("odds", "measure_forms"),
    "texts": ("odds", "measure_texts"),
    **{name: (name, "measure") for name in ("boot", "log", "dice", "eye", "table", "readers", "breadth", "python")},
}
"""The parts that can be measured: for each the module and its function, which prints a table and returns its rows."""


def main(argv: Sequence[str]) -> int:
    """Measure every part, or the one that `--only` names, and write the rows as JSON if `--json` names a file."""
    parser = argparse.ArgumentParser(prog="build.py bench", description="Measure pyrules beside its peers.")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file")
    parser.add_argument("--only", choices=sorted(PARTS), help="measure this part alone")
    parser.add_argument("--lighthouse", action="store_true", help="run Lighthouse alone, which is installed first")
    options = parser.parse_args(argv)
    parts = {"lighthouse": ("lighthouse", "measure")} if options.lighthouse else PARTS
    figures = {
        name: getattr(import_module(f"{__name__}.{module}"), function)()
        for name, (module, function) in parts.items()
        if options.only in (None, name)
    }
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 0
