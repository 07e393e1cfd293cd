"""The notebook of the documentation runs from its first cell to its last, and shows what its cells say."""

import ast
import json
from typing import Any
from xml.etree import ElementTree as ET

from tools import ROOT

NOTEBOOK = json.loads((ROOT / "docs/notebook.ipynb").read_text(encoding="utf-8"))
CODE = ["".join(cell["source"]) for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]


def cell_outputs() -> list[Any]:
    """The output of each cell: the value of its last line, as a kernel has it."""
    names: dict[str, Any] = {}
    found = []
    for cell in CODE:
        *lines, last = ast.parse(cell).body
        assert isinstance(last, ast.Expr)
        exec(compile(ast.Module(lines, []), "cell", "exec"), names)  # noqa: S102 (of our own making)
        found.append(eval(compile(ast.Expression(last.value), "cell", "eval"), names))  # noqa: S307
    return found


def test_every_cell_of_the_notebook_shows_something() -> None:
    found = cell_outputs()
    assert len(found) == 10
    assert all(repr(value) and " object at 0x" not in repr(value) for value in found)
    cards = [ET.fromstring(value._repr_html_()) for value in found if hasattr(value, "_repr_html_")]  # noqa: S314
    assert len(cards) == 9
    assert all(card.get("class") == "pyrules" and list(card.iter("svg")) for card in cards)
    result, odds, hits, comparison, sweep, what_ifs, advice, table, session = (
        "".join(card.itertext()) for card in cards
    )
    assert "Success" in result
    assert "81.89 %" in odds
    assert "4096/531441" in hits
    assert "percentage points" in comparison
    assert "Threshold: 3 to 4" in sweep
    assert "threshold 4" in what_ifs
    assert "Reroll the Step Die" in advice
    assert "lines at 50 %, 80 %, 95 %" in table
    assert "in the end" in session
    assert found[3][0] == "81.9%"


def test_the_notebook_is_kept_without_what_its_cells_showed() -> None:
    assert all(not cell.get("outputs") for cell in NOTEBOOK["cells"])
    assert NOTEBOOK["nbformat"] == 4
