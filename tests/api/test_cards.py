"""Cards of notebooks: a picture for everything, with per cents, for light and dark, and a plain text beside it."""

import pickle
import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import pyrules
from pyrules.notebook import COLOURS, STYLE

TEST = pyrules.parse("moonwalk", "12 [6] (3)")
LYING = pyrules.judge(pyrules.parse("stepdie", "5d6 + d10 (3) ip 3"), "6,5,4,2,1,4")
OVER: dict[str, Any] = {"pool": range(1, 7), "threshold": (1, 2, 3)}


def card(value: Any) -> ET.Element:
    shown = ET.fromstring(value._repr_html_())  # noqa: S314 (of our own making)
    assert shown.get("class") == "pyrules"
    return shown


def words(value: Any) -> str:
    return "".join(card(value).itertext())


SHOWN: dict[str, Any] = {
    "result": LYING,
    "odds": pyrules.odds(TEST),
    "distribution": pyrules.odds(TEST).distributions["hits"],
    "comparison": pyrules.compare(TEST, TEST.replace(pool=14)),
    "sweep": pyrules.sweep(TEST),
    "what_ifs": pyrules.what_ifs(TEST),
    "advice": pyrules.advice(LYING),
    "table": pyrules.table("moonwalk", "{pool} ({threshold})", over=OVER),
    "session": pyrules.session([pyrules.parse("stepdie", "2d6 + d6 (2)")] * 3),
}


@pytest.mark.parametrize("value", SHOWN.values(), ids=SHOWN.keys())
def test_everything_has_a_picture_and_a_plain_text(value: Any) -> None:
    assert list(card(value).iter("svg"))
    assert " %" in words(value)
    assert " object at 0x" not in str(value)
    assert "<" not in re.sub(r"[<>][0-9]", "", str(value))
    assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301


@pytest.mark.parametrize("name", ["result", "odds", "distribution"])
def test_bars_stand_before_a_scale_in_per_cent_and_tell_their_own(name: str) -> None:
    shown = SHOWN[name]._repr_html_()
    scale = re.findall(r'class="scale">([0-9]+) %<', shown)
    assert scale[0] == "0"
    assert len(scale) > 2
    assert len(re.findall(r"<rect [^>]*><title>[^<]+: [0-9.]+ %</title>", shown)) > 2


def test_the_scale_of_bars_is_that_of_their_heights() -> None:
    shown = card(SHOWN["odds"])
    lines = {text.text: float(text.get("y", "")) - 4 for text in shown.iter("text") if text.get("class") == "scale"}
    floor, high = lines["0 %"], lines["20 %"]
    for bar in shown.iter("rect"):
        (title,) = bar.iter("title")
        share = float((title.text or "").partition(": ")[2].removesuffix(" %"))
        assert float(bar.get("y", "")) == pytest.approx(floor - (floor - high) * share / 20, abs=0.2)


def test_a_sweep_draws_each_change_to_its_side() -> None:
    signs = re.findall(r'data-sign="(up|down)"', SHOWN["sweep"]._repr_html_())
    moving = [step for step in SHOWN["sweep"] if step.change]
    assert signs == ["up" if step.change > 0 else "down" for step in moving]
    assert "Threshold: 3 to 4" in words(SHOWN["sweep"])
    assert "No difference: Limit" in words(SHOWN["sweep"])
    assert [line for line in str(SHOWN["sweep"]).splitlines() if "Threshold: 3 to 4" in line]
    assert "  13 dice" in str(SHOWN["what_ifs"])


def test_advice_has_its_costs_and_the_chance_of_each_event_as_numbers() -> None:
    shown = words(SHOWN["advice"])
    for one in SHOWN["advice"]:
        assert one.label in shown
        assert all(f"{cost:.2f}" in shown for cost in one.expected_costs.values())
    assert "Player's IP" in shown
    assert "catastrophic" in shown
    assert "success from here" in str(SHOWN["advice"])


def test_a_table_of_two_things_is_a_heat_map() -> None:
    shown = card(SHOWN["table"])
    (heat,) = shown.iter("svg")
    cells = [text.text for text in heat.iter("text")]
    assert {"pool", "threshold", "1", "6"} <= {*cells}
    assert "contour" in SHOWN["table"]._repr_html_()
    text = str(SHOWN["table"]).splitlines()
    assert text[0] == "success, pool down, threshold across"
    assert text[1].split() == ["pool", "1", "2", "3"]
    assert text[-1].split()[0] == "6"
    assert "91.22 %" in text[-1]


def test_a_table_of_one_thing_is_a_curve_and_of_three_a_list() -> None:
    one = pyrules.table("almond", "{dice}d6 TN 4", over={"dice": range(1, 9)})
    assert "<polyline" in one._repr_html_()
    assert str(one).splitlines()[:2] == ["passed", "     50.00 %  1d6 TN 4"]
    over: dict[str, Any] = {"dice": range(1, 9), "tn": range(2, 7), "more": range(3)}
    many = pyrules.table("almond", "{dice}d6 TN {tn} +{more}d", over=over)
    assert "<svg" not in many._repr_html_()
    assert "and 20 more" in words(many)
    assert len(str(many).splitlines()) == 121


def test_tests_of_several_systems_share_their_margin() -> None:
    found = pyrules.compare(TEST, pyrules.parse("general", "d6 adv + d8 (9)"))
    assert "Margin, at least" in words(found)
    assert found._repr_html_().count("<polyline") == 2
    assert "Kept, at least" in words(SHOWN["comparison"])


def test_a_session_has_a_band_for_each_counter() -> None:
    session = SHOWN["session"]
    assert session._repr_html_().count('class="heat map"') == len(session.telling)


def luminance(colour: str) -> float:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("name", COLOURS)
@pytest.mark.parametrize("paper", ["#ffffff", "#111111"])
def test_colours_stand_out_in_light_and_in_dark(name: str, paper: str) -> None:
    dark, light = sorted((luminance(COLOURS[name]), luminance(paper)))
    assert (light + 0.05) / (dark + 0.05) >= 3
    assert f"--{name}:{COLOURS[name]}" in STYLE
    assert "--ink:currentColor" in STYLE


@pytest.mark.parametrize("ink", ["#000000", "#ffffff"])
def test_numbers_are_read_on_the_deepest_cell(ink: str) -> None:
    dark, light = sorted((luminance(COLOURS["heat"]), luminance(ink)))
    assert (light + 0.05) / (dark + 0.05) >= 4.5
