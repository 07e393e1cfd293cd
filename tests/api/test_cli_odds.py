"""`python -m pyrules odds`: the object of the contract, the table for people, and what it refuses."""

import json
from fractions import Fraction
from typing import Any

import pytest

from pyrules.__main__ import main
from pyrules.core.budget import budget
from pyrules.core.ratio import Ratio
from pyrules.odds_table import bar, odds_table, percent
from pyrules.report import odds_report
from pyrules.systems import BY_ID

AGAIN = "keep trying at once after each failure, with two dice fewer each time"


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["odds", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def report_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(output_of(capsys, *arguments, "--json"))
    return report


def refusal_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["odds", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


def row(value: int, exact: str, p: float) -> list[Any]:
    return [value, exact, p]


def test_odds_print_the_object_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    assert report_of(capsys, "Moonwalk", "2[1](1)") == {
        "system": "moonwalk",
        "notation": "2 [1] (1)",
        "settings": {"glitch": "more_than_half", "standard_result": "round_down", "moonwalk_wounds": "off"},
        "main": "success",
        "events": {
            "success": {"exact": "5/9", "p": 5 / 9},
            "glitch": {"exact": "1/36", "p": 1 / 36},
            "critical": {"exact": "1/36", "p": 1 / 36},
        },
        "distributions": {
            "hits": [row(0, "4/9", 4 / 9), row(1, "4/9", 4 / 9), row(2, "1/9", 1 / 9)],
            "kept": [row(0, "4/9", 4 / 9), row(1, "5/9", 5 / 9)],
        },
        "means": {"hits": {"exact": "2/3", "value": 2 / 3}, "kept": {"exact": "5/9", "value": 5 / 9}},
    }


def test_dice_add_advice_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    report = report_of(capsys, "moonwalk", "4 (3, 1 hour) Extended Test", "--dice", "5,1,2,3", "--set", "glitch=off")
    assert [(one["option"], one["event"], one["exact"]) for one in report["advice"]] == [
        ("next", "success", "473/729"),
        ("next", "glitch", "0/1"),
        ("next", "critical", "0/1"),
        ("nothing", "success", "0/1"),
        ("nothing", "glitch", "0/1"),
        ("nothing", "critical", "0/1"),
    ]
    assert report["advice"][0]["policy"] == "roll on until you have 2 more hits; 3 rolls left"
    assert all(one["p"] == float(Fraction(one["exact"])) for one in report["advice"])


def test_odds_are_printed_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert [line.rstrip() for line in output_of(capsys, "moonwalk", "2 (1)", "--dice", "1,1").splitlines()] == [
        "Moonwalk: 2 (1)",
        "",
        "     success     55.56 %  █████████████▍            5/9",
        "      glitch      2.78 %  ▋                         1/36",
        "    critical      2.78 %  ▋                         1/36",
        "",
        "hits, mean 0.667",
        "           0     44.44 %  ████████████████████████  4/9",
        "           1     44.44 %  ████████████████████████  4/9",
        "           2     11.11 %  ██████                    1/9",
        "",
        "kept, mean 0.667",
        "           0     44.44 %  ████████████████████████  4/9",
        "           1     44.44 %  ████████████████████████  4/9",
        "           2     11.11 %  ██████                    1/9",
        "",
        "success with",
        "  3 dice                       70.37 %  +14.81",
        "  1 die                        33.33 %  -22.22",
        "  threshold 2                  11.11 %  -44.44",
        "dice for 50 %: 2, 80 %: 4, 95 %: 8",
        "",
        "success from here",
        "     55.56 %  █████████████▍            Wait until the penalty is over, then try again  (5/9)",
        "                                        glitch 2.78 %, critical 2.78 %",
        "         0 %                            Leave it at that  (0/1)",
        "                                        glitch 100 %, critical 100 %",
        "         0 %                            Try again  (0/1)",
        "                                        glitch 0 %, critical 0 %",
        f"         0 %                            Try again; {AGAIN}  (0/1)",
        "",
        "a roll at least this good: 100 %, at most this good: 44.44 %",
    ]


def test_long_tables_are_folded_and_long_fractions_counted(capsys: pytest.CaptureFixture[str]) -> None:
    out = output_of(capsys, "moonwalk", "100 [5] (6) six")
    assert "\n     0 to 21      0.07 % " in out
    assert "   62 to 75+      0.08 % " in out
    assert "a fraction of 1" in out
    assert "dice for 50 %: no pool, 80 %: no pool, 95 %: no pool" in out


def test_pools_are_found_for_thresholds_of_hundreds(capsys: pytest.CaptureFixture[str]) -> None:
    out = output_of(capsys, "moonwalk", "12 [99] (300, 1 hour) Extended Test six")
    assert "dice for 50 %: 39, 80 %: 40, 95 %: 41" in out


def test_a_pool_that_takes_too_long_to_find_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pyrules.commands.SECONDS", 0.3)
    out = output_of(capsys, "moonwalk", "12 [20] (300, 1 hour) Extended Test six")
    assert "dice for 50 %: would take too long to compute" in out


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (Ratio(0, 3), "0 %"),
        (Ratio(3, 3), "100 %"),
        (Ratio(1, 20_000), "0.005 %"),
        (Ratio(1, 10**400), "<1e-300 %"),
        (Ratio(19_999, 20_000), ">99.99 %"),
        (Ratio(2, 3), "66.67 %"),
    ],
)
def test_percentages_tell_nearly_certain_from_certain(chance: Ratio, shown: str) -> None:
    assert percent(chance) == shown


def test_bars_fill_their_room() -> None:
    assert bar(0).strip() == ""
    assert bar(1).count("█") == len(bar(1)) == len(bar(0.3)) == len(bar(0))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("moonwalk", "12 ("), "column 5"),
        (("moonwalk", "2 (1)", "--dice", "1"), "die 2, a d6, is missing"),
        (("moonwalk", "2 (1)", "--dice", "7,1"), "7 is not on a d6"),
        (("moonwalk", "2 (1)", "--seed", "1"), "unrecognized arguments: --seed 1"),
        (("moonwalk", "2 (1)", "--set", "next="), "a choice after the roll needs the dice; add --dice"),
        (("moonwalk", "2 (1)", "--set", "next=", "--dice", "1,1"), "'next' is not offered now"),
        (("moonwalk", "100 [9999] (10000, 1 year) Extended Test six"), "lower its threshold or its limit"),
        (("sunwalk", "2 (1)"), "there is no rule system 'sunwalk'"),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str) -> None:
    assert message in refusal_of(capsys, *arguments)


def test_what_would_take_too_long_is_named() -> None:
    test = BY_ID["relics"].parse("18d6 +1 / 6d +2 / 4d -2 / 3d -3 / 2d", {})
    with budget():
        table = odds_table(BY_ID["relics"], test)
    assert "left out, as it would take too long to compute: destiny, doom, no_botch\n" in table


def test_what_would_take_too_long_is_named_in_the_object_too() -> None:
    test = BY_ID["relics"].parse("18d6 +1 / 6d +2 / 4d -2 / 3d -3 / 2d", {})
    with budget():
        report = odds_report(BY_ID["relics"], test)
    assert report["left_out"] == ["destiny", "doom", "no_botch"]
    assert not set(report["left_out"]) & (set(report["events"]) | set(report["distributions"]))


@pytest.mark.parametrize("terms", ["d20 + d4", "d4 + d20"])
def test_the_smallest_pool_of_dice_of_many_sizes_names_them(terms: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "general", f"{terms} (20)"]) == 0
    assert "dice for 50 %: 5 dice: d20 + 4d4; 80 %: 8 dice: d20 + 7d4; 95 %: " in capsys.readouterr().out
    assert (
        BY_ID["general"].parse("d20 + 4d4 (20)", {}).dice
        == BY_ID["general"].parse("d20 + d4 + d4 + d4 + d4 (20)", {}).dice
    )
