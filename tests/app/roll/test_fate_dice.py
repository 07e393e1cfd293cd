"""Fate dice have the faces that players know: minus, blank and plus."""

import re

import pytest

from pyrules.core.roll import Throw
from tests.app.reader import Reader
from tests.app.roll.roll_helpers import last, typed


def test_real_fate_dice_are_typed_in_by_their_signs_and_lie_so() -> None:
    reader = Reader("anydice/").note("4dF + 1").do("by-hand").do("roll")
    assert re.findall(r'data-on="face"[^>]*>([^<]*)<', reader.html("card")) == ["−", "blank", "+"]
    assert "On a plain d6, 1 and 2 are −, 5 and 6 are +." in reader.text("card")
    assert not reader.sees('data-on="eye-open"')  # it reads pips
    typed(reader, 1, 3)
    assert reader.told == ["blank. Die 3 of 4, dF"]
    assert reader.text("tray") == "− − blank dF dF"
    typed(reader, 5, 5)
    assert re.findall(r'data-worth(?:="(.)")?', reader.html("tray")) == ["−", "", "+", "+"]
    for said in ("die 1: −, −1, kept", "die 2: blank, 0, kept", "die 3: +, 1, kept"):
        assert said in reader.text("tray")
    assert "4dF −, blank, +, +" in reader.text("card")
    assert [die.face for die in last(reader).dice[0]] == [1, 3, 5, 5]
    reader.go("anydice/log/")
    assert "− blank + +" in reader.text("screen")
    [copied] = reader.do("log-copy", event=last(reader).id, as_="text").commands
    assert copied["text"].endswith("Real dice: − blank + +\n")


def test_the_last_fate_roll_lies_on_the_first_page_with_its_signs() -> None:
    reader = typed(Reader("anydice/").note("2dF").do("by-hand").do("roll"), 1, 5).go("")
    assert re.findall(r'class="ink"[^>]*>([^<]*)</text>', reader.html("screen"))[:2] == ["−", "+"]


@pytest.mark.parametrize(("sides", "faces"), [(3, [1, 2, 3]), (6, [1, 3, 5])])
def test_each_sign_has_one_key(sides: int, faces: list[int]) -> None:
    throw = Throw(0, 0, sides, size="dF")
    assert [*throw.faces] == faces
    assert [*map(throw.name_of, faces)] == ["−", "blank", "+"]
