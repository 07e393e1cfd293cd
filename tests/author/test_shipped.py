"""The file of each system that pyrules comes with, as a text of the workshop: rolled, changed, and under another id."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from pyrules.author.checks import checks
from pyrules.author.source import read_source
from pyrules.core.errors import RulesError
from pyrules.core.system import System
from pyrules.systems import SYSTEMS, all_systems, named, register, unregister
from tests.app.reader import Reader
from tools import ROOT

TEXTS = {
    system.id: (ROOT / "pyrules/systems" / system.id / "__init__.py").read_text(encoding="utf-8") for system in SYSTEMS
}


@contextmanager
def play_text(text: str) -> Iterator[System[Any]]:
    source = read_source(text)
    assert source.problems == ()
    (system,) = source.systems
    register(system, instead=True)
    try:
        yield system
    finally:
        unregister(system)


@pytest.mark.parametrize("name", TEXTS)
def test_a_changed_text_replaces_its_system_as_long_as_it_is_played(name: str) -> None:
    title = named(name).title
    with play_text(TEXTS[name].replace(f'"{title}"', '"Changed"')) as system:
        assert named(name) is system
        reader = Reader(f"{name}/").do("roll")
        assert "Changed" in reader.text("top")
        assert reader.model.tray is not None
    assert all_systems() == SYSTEMS
    assert title in Reader(f"{name}/").text("top")


@pytest.mark.parametrize("name", TEXTS)
def test_under_another_id_it_is_rolled_beside_its_system(name: str) -> None:
    with play_text(TEXTS[name].replace(f'"{name}"', '"mine"', 1)) as system:
        assert all_systems() == (*SYSTEMS, system)
        reader = Reader("mine/").do("roll")
        assert reader.model.tray is not None
        assert all(rule.title in reader.go("mine/rules/").text("screen") for rule in system.rules)


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("other", ["mine", ""])
def test_it_passes_the_checks_of_the_workshop(name: str, other: str) -> None:
    text = TEXTS[name].replace(f'"{name}"', f'"{other or name}"', 1)
    (system,) = read_source(text).systems
    assert [one for one in checks(system, text) if one.problem] == []


def test_a_text_takes_the_place_of_no_other_text() -> None:
    with play_text(TEXTS["almond"]) as system, pytest.raises(RulesError, match="'almond' already"):
        register(replace(system), instead=True)
