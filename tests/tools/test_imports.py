"""Nothing imports itself by way of others: at the top, for types, or within a function."""

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


def imported(path: Path, known: AbstractSet[str]) -> Iterator[str]:
    """The known modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in known)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} imports by dots, which this test does not follow"
            for name in node.names:
                module = f"{node.module}.{name.name}"
                yield module if module in known else str(node.module)


def in_order(known: Mapping[str, Path]) -> list[str]:
    """The modules, each after all that it imports; raises `CycleError` naming a circle."""
    graph = {name: {one for one in imported(path, known.keys()) if one in known} for name, path in known.items()}
    return list(TopologicalSorter(graph).static_order())


def test_there_is_no_circle_of_imports() -> None:
    order = in_order({**modules(ROOT / "pyrules"), **modules(ROOT / "web/app")})
    assert len(order) > 250
    assert order.index("pyrules.core.system") < order.index("pyrules.campaign.tracking") < order.index("app.model")


@pytest.mark.parametrize(
    "back",
    [
        "from circular import one\n",
        "if TYPE_CHECKING:\n    from circular.one import ONE\n",
        "def late():\n    import circular.one\n",
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
