"""A system owns all of itself: no other part of the program names one."""

import re
from pathlib import Path

import pytest

from pyrules.systems import SYSTEMS

ROOT = Path(__file__).parents[2]
COMMON = sorted(
    path
    for pattern in ("pyrules/core/**/*.py", "pyrules/campaign/**/*.py", "web/*.py", "web/*.mjs", "web/app/**/*.py")
    for path in ROOT.glob(pattern)
    if not any(path.is_relative_to(ROOT / "web/app/systems" / system.id) for system in SYSTEMS)
)
NAMES = tuple(
    re.compile(pattern)
    for system in SYSTEMS
    for pattern in (
        rf"""["'`]{system.id}["'`/.]""",
        rf"systems(\.| import .*\b){system.id}\b",
        rf"\b{system.id.upper()}\b",
        re.escape(system.title.partition(":")[0]),
    )
)


@pytest.mark.parametrize("path", COMMON, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_system_is_named_outside_its_own_folder(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    named = [f"{number}: {line}" for number, line in enumerate(lines, 1) if any(name.search(line) for name in NAMES)]
    assert not named


def test_that_test_looks_at_the_program() -> None:
    assert len(COMMON) > 100
    assert any(name.search('if system.id == "relics":') for name in NAMES)
    assert any(name.search("from pyrules.systems.moonwalk import rules") for name in NAMES)
    assert any(name.search("from pyrules.systems import BY_ID, general") for name in NAMES)
