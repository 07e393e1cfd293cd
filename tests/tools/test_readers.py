"""Readers of text from outside: ten times the text takes no more than some fifteen times the steps."""

import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

import pytest

from pyrules.core.errors import RulesError
from tools.bench import main, readers

TEXTS = [(name, text) for name, reader in readers.READERS.items() for text in reader.texts]


def steps(read: Callable[[str], object], text: str) -> int:
    """The number of lines of Python that run, which no other work on the machine changes."""
    count = 0

    def trace(_frame: FrameType, event: str, _arg: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        with suppress(RulesError):
            read(text)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.untraced
@pytest.mark.parametrize(("name", "text"), TEXTS)
def test_ten_times_the_text_takes_no_more_than_fifteen_times_the_steps(name: str, text: str) -> None:
    reader = readers.READERS[name]
    make, short = reader.texts[text], reader.length // 10
    once, more = steps(reader.read, make(short)), steps(reader.read, make(short * readers.TIMES))
    assert more <= readers.MOST_RATIO * max(once, 100)


def test_the_benchmark_measures_every_reader(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readers, "TRIES", 1)
    monkeypatch.setattr(readers, "READERS", {"faces": readers.READERS["faces"]})
    assert main(["--only", "readers"]) == 0
    assert "faces" in capsys.readouterr().out
