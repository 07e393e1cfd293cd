"""A sixth system, as it is laid out, passes every test that is for all systems."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.systems.sixth import checkout
from tools import ROOT, new_system

FOR_ALL = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("systems/test_conformance*", "app/**/test_*", "campaign/test_*", "web/test_looks*")
    for path in (ROOT / "tests").glob(f"{pattern}.py")
)


def test_a_sixth_system_passes_all_that_is_for_every_system(tmp_path: Path) -> None:
    copy = checkout.with_sixth(tmp_path)
    command = (sys.executable, "-m", "pytest", "-q", "-k", checkout.NAME, *FOR_ALL)
    run = subprocess.run(command, cwd=copy, env=checkout.ONCE, capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stdout
    passed = int(run.stdout.rpartition(" passed")[0].rpartition("\n")[2])
    assert passed > 100


@pytest.mark.parametrize("name", ["", "2d20", "Blades", "class", "a" * 21, "../x", "almond"])
def test_a_name_that_no_folder_can_have_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = (ROOT / new_system.REGISTER).read_bytes()
    assert new_system.main([name]) == 2
    assert "choose another" in (said := capsys.readouterr().err) or "use lower-case letters" in said
    assert (ROOT / new_system.REGISTER).read_bytes() == before


def test_every_test_that_the_guide_names_is_there() -> None:
    guide = (ROOT / "docs/adding-a-system.md").read_text(encoding="utf-8")
    tests = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("tests/**/test_*.py"))
    named = re.findall(r"`(test_\w+)`", guide)
    assert len(named) > 10
    assert not [name for name in named if not re.search(rf"^(?:def {name}\(|{name} = )", tests, re.MULTILINE)]
    assert all((ROOT / path).exists() for path in re.findall(r"`((?:tests|e2e|pyrules|web)/[\w/]+\.\w+)`", guide))
