import ast

from tools import ROOT

LONGEST = 70


def test_no_name_of_a_test_is_longer_than_a_line_of_a_report() -> None:
    names = [
        node.name
        for folder in ("tests", "e2e")
        for path in (ROOT / folder).rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    assert len(names) > 1000
    assert [name for name in names if len(name) > LONGEST] == []
