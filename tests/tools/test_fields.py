import ast

import pytest

from tools import ROOT

LARGE = (
    "pyrules/author/actions.py: Action",
    "pyrules/core/form.py: Field",
    "pyrules/core/system.py: System",
    "pyrules/core/verdict.py: Option",
    "pyrules/core/verdict.py: Verdict",
    "web/app/model.py: Model",
    "web/app/table/state.py: Table",
)


@pytest.mark.parametrize("place", LARGE)
def test_each_field_of_a_large_class_is_documented_beside_itself(place: str) -> None:
    path, name = place.split(": ")
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    [body] = [one.body for one in tree.body if isinstance(one, ast.ClassDef) and one.name == name]
    fields = [number for number, one in enumerate(body) if isinstance(one, ast.AnnAssign)]
    bare = [ast.unparse(body[number]) for number in fields if not is_text(body[number + 1])]
    assert len(fields) > 10
    assert bare == []


def is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
