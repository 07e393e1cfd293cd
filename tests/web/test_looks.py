"""Every system looks like itself, its words can be read, and red is left for failure."""

import colorsys
import re
from itertools import combinations

import pytest
from app.pages import looks

from pyrules.campaign.events import COLOURS, DICE_COLOURS, PALETTE
from pyrules.campaign.people import COLOUR, USUAL
from pyrules.core.look import PLAIN, Look
from pyrules.systems import SYSTEMS
from pyrules.systems.anydice import ANYDICE
from tools.site import WEB

PAPER, CARD = ("#f5f2ed", "#13181b"), ("#fffefb", "#1c2429")
ON_ACCENT = ("#ffffff", "#0b1418")
MARKS = ("#ffffff", "#82d9a5", "#ffb4a8", "#ffe08a")
RED = 1 / 15
"""The distance around the circle of hues within which a colour is taken for red."""

each = pytest.mark.parametrize("look", [pytest.param(one.look, id=one.id) for one in SYSTEMS])


def channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2.2."""

    def luminance(colour: str) -> float:
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels(colour)]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@each
def test_what_can_be_done_is_read_in_light_and_dark(look: Look) -> None:
    for accent, paper, card, on_accent in zip(look.accent, PAPER, CARD, ON_ACCENT, strict=True):
        assert min(contrast(accent, behind) for behind in (paper, card, on_accent)) >= 4.5


@each
def test_dice_and_their_marks_are_seen_on_the_felt(look: Look) -> None:
    assert contrast(look.die, look.ink) >= 7
    for felt in look.felt:
        assert contrast(felt, look.die) >= 4.5
        assert min(contrast(felt, mark) for mark in MARKS) >= 4.5


@each
def test_red_is_left_for_failure(look: Look) -> None:
    for colour in (*look.accent, *look.felt):
        hue = colorsys.rgb_to_hsv(*channels(colour))[0]
        assert RED < hue < 1 - RED


def test_no_two_systems_look_or_celebrate_alike() -> None:
    own = [system.look for system in SYSTEMS if system.look is not PLAIN]
    for one, other in combinations(own, 2):
        if ANYDICE.look not in (one, other):  # which celebrates as games of one's own do
            assert {one.triumph, one.disaster}.isdisjoint({other.triumph, other.disaster})
        assert one.mark != other.mark
        for mine, theirs in zip(one.felt, other.felt, strict=True):
            assert sum(abs(a - b) for a, b in zip(channels(mine), channels(theirs), strict=True)) > 0.1


def test_every_celebration_is_drawn_and_every_drawing_is_used() -> None:
    sheet = (WEB / "styles/drama.css").read_text(encoding="utf-8")
    drawn = set(re.findall(r"@keyframes (\w+)", sheet)) - {"glow", "rise", "quake"}
    assert drawn == {name for system in SYSTEMS for name in (system.look.triumph, system.look.disaster)}


def test_people_have_one_palette_and_dice_are_read_in_their_colours() -> None:
    sheet = "".join(path.read_text(encoding="utf-8") for path in sorted((WEB / "styles").glob("*.css")))
    found = dict(re.findall(r'\[data-colour="(\w+)"[^{]* \{\n((?:    --own[^\n]*\n)+)', sheet))
    assert list(found) == list(PALETTE) == re.findall(r'\[data-colour="(\w+)"', sheet)
    assert tuple(re.findall(r'\[value="(\w+)"\] \+ span\) \{\n    --own', sheet)) == COLOURS
    assert set(PALETTE) == {*COLOURS, *DICE_COLOURS}
    assert [choice.value for choice in COLOUR.choices] == [USUAL, *DICE_COLOURS]
    for name in DICE_COLOURS:
        body, ink = (*re.findall(r"#\w{6}", found[name]), "#ffffff")[:2]
        assert contrast(body, ink) >= 4.5


def test_action_choice_and_failure_are_three_colours() -> None:
    sheet = (WEB / "styles/base.css").read_text(encoding="utf-8")
    choice, bad = (re.search(rf"--{name}: light-dark\((#\w+), (#\w+)\)", sheet) for name in ("choice", "bad"))
    assert choice
    assert bad
    for place, paper in enumerate(CARD, 1):
        assert contrast(bad[place], paper) >= 4.5
        assert contrast(choice[place], paper) >= 3
        hue, strong, _ = colorsys.rgb_to_hsv(*channels(bad[place]))
        assert not RED < hue < 1 - RED
        assert strong > 0.3 > colorsys.rgb_to_hsv(*channels(choice[place]))[1]


def test_the_style_sheet_has_every_look() -> None:
    assert re.findall(r'data-system="(\w+)"', looks()) == [system.id for system in SYSTEMS]
