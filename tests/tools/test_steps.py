"""Long steps: what they show, and the words for what goes wrong; and the lock that keeps two set-ups apart."""

import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from tools import ROOT, steps
from tools.steps import SetUpError, cause, run_step


@pytest.fixture(autouse=True)
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "cache/setup.log"
    monkeypatch.setattr(steps, "LOG", path)
    return path


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_a_step_names_itself_and_its_time_and_keeps_its_output_in_the_log(
    log: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    run_step("Making dice", python("print('many lines')"))
    out, err = capfd.readouterr()
    assert out == ""
    assert re.fullmatch(r"Making dice \.\.\. 0 s\nMaking dice: done after \d+ s\n", err)
    assert log.read_text(encoding="utf-8") == "many lines\n"


def test_a_failed_step_shows_its_last_lines_and_the_log(log: Path) -> None:
    with pytest.raises(SetUpError) as failure:
        run_step("Making dice", python("print(*range(1000), sep='\\n'); raise SystemExit(3)"))
    message = str(failure.value)
    assert "  | 999\nMaking dice failed. The lines above say why." in message
    assert str(log) in message
    assert len(message.splitlines()) < 20


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "disk is full"),
        ("npm error code ENOSPC", "disk is full"),
        ("Failed to establish a new connection: [Errno -3] Temporary failure in name resolution", "network"),
        ("npm error code ENOTFOUND", "network"),
        ("Temporary failure resolving 'deb.debian.org'", "network"),
        ("npm error code SELF_SIGNED_CERT_IN_CHAIN", "certificate"),
        (
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE",
            "not the file that the lock names",
        ),
        ("npm error code EINTEGRITY", "not the file that the lock names"),
        ("PermissionError: [Errno 13] Permission denied: '/x'", "not writable"),
        ("SSLError(SSLCertVerificationError(1, 'CERTIFICATE_VERIFY_FAILED')) Max retries exceeded", "certificate"),
    ],
)
def test_everyday_causes_in_words(output: str, words: str) -> None:
    assert words in (cause(output) or "")
    with pytest.raises(SetUpError, match=words):
        run_step("Installing", python(f"print({output!r}); raise SystemExit(1)"))


def test_a_step_that_takes_too_long_is_stopped() -> None:
    with pytest.raises(SetUpError, match="It took longer than 1 s"):
        run_step("Waiting", python("import signal; signal.pause()"), timeout=1)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(SetUpError, match="cannot start no-such-program: No such file"):
        run_step("Rolling", ["no-such-program"])


HOLD = """
import subprocess, sys
from pathlib import Path
from tools.lock import alone
with alone(Path(sys.argv[1])) as lock:
    if "child" in sys.argv:
        subprocess.Popen([sys.executable, "-c", "print('held', flush=True); input()"], pass_fds=lock)
    else:
        print("held", flush=True)
    input()
"""


def holder(path: Path, *options: str) -> subprocess.Popen[str]:
    """Start a process that holds the lock, or a child of its that does, until it gets a line."""
    command = [sys.executable, "-c", HOLD, str(path), *options]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, cwd=ROOT)


def line(stream: IO[str] | None) -> str:
    assert stream is not None
    return stream.readline()


def test_a_second_set_up_says_that_it_waits_and_then_goes_on(tmp_path: Path) -> None:
    with holder(tmp_path / "lock") as first:
        assert line(first.stdout) == "held\n"
        with holder(tmp_path / "lock") as second:
            assert line(second.stderr) == "Another set-up of this checkout is running; waiting for it ...\n"
            first.communicate("\n")
            assert line(second.stdout) == "held\n"
            second.communicate("\n")
    assert (first.returncode, second.returncode) == (0, 0)


def test_what_a_killed_set_up_left_running_is_waited_for(tmp_path: Path) -> None:
    with holder(tmp_path / "lock", "child") as first:
        assert line(first.stdout) == "held\n"
        first.send_signal(signal.SIGKILL)
        with holder(tmp_path / "lock") as second:
            assert "waiting" in line(second.stderr)
            assert first.stdin is not None
            first.stdin.close()
            assert line(second.stdout) == "held\n"
            second.communicate("\n")
