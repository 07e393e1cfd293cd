"""Nothing imports itself by way of others: at the top, for types, within a function, or by the name of a module."""

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping, Set as AbstractSet
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tools.commands import LAYERS

ROOT = Path(__file__).parents[2]


def modules(folder: Path) -> dict[str, Path]:
    """The modules of a package by their names."""
    files = {path.relative_to(folder.parent).with_suffix("").as_posix(): path for path in folder.rglob("*.py")}
    return {name.removesuffix("/__init__").replace("/", "."): path for name, path in files.items()}


LATE = {
    (
        "pyrules.command_line",
        "pyrules.commands",
    ): "answers raise its UsageError, and are loaded only by a command that is run",
    ("pyrules.core.engine", "pyrules.core.best_play"): "the search asks the engine for what follows each pick",
    ("pyrules.core.odds", "pyrules.notebook"): "a card for a notebook is drawn from odds, only in a notebook",
}
"""Modules that are imported late though they import the file that names them, and why."""


def is_late(name: str, late: str) -> bool:
    """A system's record names what it tracks and spends, which work with that record."""
    return (name, late) in LATE or late in (f"{name}.tracking", f"{name}.spending")


def imports_of(name: str, path: Path, known: AbstractSet[str]) -> Iterator[str]:
    """The known modules that a file imports, wherever in it, or names in a text to import them late."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and "." in str(node.value) and node.value in known:
            if not is_late(name, str(node.value)):
                yield str(node.value)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in known)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} imports by dots, which this test does not follow"
            for one in node.names:
                module = f"{node.module}.{one.name}"
                yield module if module in known else str(node.module)


def in_order(known: Mapping[str, Path]) -> list[str]:
    """The modules, each after all that it imports; raises `CycleError` naming a circle."""
    graph = {
        name: {one for one in imports_of(name, path, known.keys()) if one in known} for name, path in known.items()
    }
    return list(TopologicalSorter(graph).static_order())


def test_there_is_no_circle_of_imports() -> None:
    order = in_order({**modules(ROOT / "pyrules"), **modules(ROOT / "web/app")})
    assert len(order) > 250
    assert order.index("pyrules.core.system") < order.index("pyrules.campaign.tracking") < order.index("app.model")


def test_every_late_import_that_is_let_pass_is_there() -> None:
    known = {**modules(ROOT / "pyrules"), **modules(ROOT / "web/app")}
    for name, late in LATE:
        assert f'"{late}"' in known[name].read_text("utf-8")


@pytest.mark.parametrize(
    "back",
    [
        "from circular import one\n",
        "if TYPE_CHECKING:\n    from circular.one import ONE\n",
        "def late():\n    import circular.one\n",
        'def late():\n    import_module("circular.one")\n',
    ],
)
def test_a_circle_is_found_wherever_it_closes(back: str, tmp_path: Path) -> None:
    folder = tmp_path / "circular"
    folder.mkdir()
    for name, text in {"__init__": "", "one": "from circular import two\n", "two": back}.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    with pytest.raises(CycleError, match=r"circular\.one"):
        in_order(modules(folder))


def test_the_layers_hold() -> None:
    command = (sys.executable, *LAYERS, "--no-cache")
    run = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "0 broken" in run.stdout


def test_no_test_imports_another_for_what_it_needs() -> None:
    files = [path for folder in ("tests", "e2e") for path in (ROOT / folder).rglob("*.py")]
    found = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in files
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith(("tests", "e2e"))
        for module in (str(node.module), *(f"{node.module}.{one.name}" for one in node.names))
        if module.rpartition(".")[2].startswith("test_")
    ]
    assert not found
