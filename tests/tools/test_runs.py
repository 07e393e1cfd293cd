"""A run of the tests tells of a test that ended its process."""

import subprocess
import sys
from pathlib import Path

from tools import ROOT

CRASHES = """
from pathlib import Path
import os

def test_crashes_once(request):
    seen = Path(__file__).with_suffix(".seen")
    if not seen.exists():
        seen.touch()
        request.config.failures_db.get_test_reruns(request.node.nodeid)  # answered once it is known to be run again
        os._exit(1)
"""


def test_a_test_that_ends_its_process_fails_though_it_passes_again(tmp_path: Path) -> None:
    file = tmp_path / "e2e" / "test_crash.py"
    file.parent.mkdir()
    file.write_text(CRASHES, encoding="utf-8")
    settings = ("-c", ROOT / "pyproject.toml", "--rootdir", ROOT, "-p", "conftest")
    command = (sys.executable, "-m", "pytest", *settings, "-o", f"cache_dir={tmp_path}", "-n1", "--dist=load", file)
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "1 failed, 1 passed" in run.stdout
    assert run.returncode == 1
