"""Dice of another pool in a game of one's own: told apart on the felt, aloud, in the log and where others look."""

from collections.abc import Iterator

import pytest

from pyrules.author.source import read_source
from pyrules.systems import register, unregister
from tests.app.reader import Elements, Reader
from tests.app.roll.roll_helpers import last
from tools import ROOT

DOOM = (ROOT / "tests/author/games/doom.py").read_text(encoding="utf-8").replace("d10(doom)", "d6(doom)")
"""Doom and Hope, where the Doom dice, `theirs` in the text, have six sides as well."""


@pytest.fixture(name="reader")
def rolled() -> Iterator[Reader]:
    (system,) = read_source(DOOM).systems
    register(system)
    yield Reader("doom/", faces=[6, 5, 4, 3, 2, 1]).do("roll")
    unregister(system)


def test_a_die_of_another_pool_looks_otherwise_and_bears_its_name(reader: Reader) -> None:
    kinds = [one["data-kind"] for one in Elements(reader.html("tray")).attributes if "data-kind" in one]
    assert kinds == ["thrown"] * 5 + ["other"]
    assert reader.html("tray").count('class="role" aria-hidden="true">theirs<') == 1
    assert "die 6: 1, theirs, 1, counts" in reader.text("tray")
    assert "die 5: 2, 2" in reader.text("tray")


def test_the_log_tells_dice_of_another_pool_apart(reader: Reader) -> None:
    drawn = reader.go("doom/log/").html("screen")
    assert [one["data-kind"] for one in Elements(drawn).attributes if "data-kind" in one] == ["other"]
    assert "6 5 4 3 2 theirs 1" in reader.text("screen")
    assert 'aria-label="Dice: d6 6 5 4 3 2, theirs d6 1"' in drawn
    [copied] = reader.do("log-copy", event=last(reader).id, as_="text").commands
    assert "\nDice: d6 6 5 4 3 2, theirs d6 1\n" in copied["text"]


def test_dice_of_several_sizes_are_told_by_size_in_the_log() -> None:
    reader = Reader("anydice/", faces=[6, 5, 7]).note("2d6 + d10").do("roll").go("anydice/log/")
    assert "d6 6 5, d10 7" in reader.html("screen")
