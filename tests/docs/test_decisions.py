"""Decisions are short, and name only what is there."""

import re

import pytest

from tools import ROOT

PAGE = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8")
DECISIONS = dict(part.split("\n", 1) for part in PAGE.split("\n## ")[1:])


@pytest.mark.parametrize("title", DECISIONS)
def test_a_decision_has_at_most_six_lines_and_a_number(title: str) -> None:
    lines = [line for line in DECISIONS[title].splitlines() if line]
    assert 1 < len(lines) <= 6
    assert all(len(line) <= 120 and not line.startswith("|") for line in lines)
    assert re.search(r"\d", DECISIONS[title])


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`([\w./-]+/[\w./-]+|[\w-]+\.(?:py|toml|mjs))`", PAGE))))
def test_what_a_decision_names_is_there(path: str) -> None:
    assert (ROOT / path).exists()
