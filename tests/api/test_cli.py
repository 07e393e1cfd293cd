"""The command line: what it prints, and that bad input is one line and exit code 2, whatever it is."""

import csv
import errno
import io
import json
import os
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import pyrules
from pyrules import command_line as command, values
from pyrules.__main__ import main
from pyrules.core.errors import quote
from pyrules.core.faces import read_faces
from pyrules.core.system import Example, System
from pyrules.core.verdict import Option
from pyrules.report import roll_report
from pyrules.roll_table import possible
from pyrules.rules_table import rules_table
from pyrules.systems import SYSTEMS, unregister
from tests.systems.conforming import shipped_examples
from tests.work import calls

ROOT = Path(__file__).parents[2]

HOSTILE = (
    "",
    " ",
    "\0",
    "\x1b[31m",
    "a\nb\r\n\u2028c",
    "\ud800",
    "x" * 10_000,
    "(" * 10_000,
    "9" * 10_000,
    "1," * 9_000,
    "-",
    "-1",
    "١٢ (¾)",
    "１２",
    "12 (3) \u202e\x07",
    "%s %n {0} {notation}",
    "<script>alert(1)</script>",
    "$(id)",
    "'; drop table",
    "=",
    "==",
    "glitch=",
    "glitch=\ud800",
    "=glitch",
)


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def refusal_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that these arguments are refused with."""
    code, out, err = ran(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.endswith("\n")
    line = err[:-1]
    assert line.isprintable()
    assert 0 < len(line) <= command.MOST_MESSAGE + 1
    return line


def report_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    code, out, err = ran(capsys, "roll", *arguments, "--json")
    assert (code, err) == (0, "")
    report: dict[str, Any] = json.loads(out)
    return report


def test_roll_prints_the_object_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    report = report_of(capsys, "moonwalk", "agility 5 + 2 [2] (3)", "--dice", "6,5,5,1,2,3,4")
    (again,) = report.pop("options")
    assert (again["id"], again["cost"], again["notation"]) == ("again", 0, "agility 5 + 2 - Trying Again 2 [2] (3)")
    assert report == {
        "system": "moonwalk",
        "notation": "agility 5 + 2 [2] (3)",
        "settings": {"glitch": "more_than_half", "standard_result": "round_down", "moonwalk_wounds": "off"},
        "dice": [[{"sides": 6, "faces": [face]} for face in (6, 5, 5, 1, 2, 3, 4)]],
        "picks": [],
        "headline": "Failure",
        "summary": "2 hits · needs 3",
        "good": False,
        "outcome": {"kind": "basic", "pool": 7, "hits": 3, "kept": 2, "ones": 1, "glitch": "none", "success": False},
        "effects": [{"counter": "retry_penalty", "delta": -2, "rule": "moonwalk.again"}],
        "before": [
            {
                "text": "Limit [2]: below the threshold (3), so this test can be rolled but cannot succeed",
                "rule": "moonwalk.limit",
            }
        ],
        "trace": [
            {"text": "Dicepool: agility 5 + 2 = 7 dice", "rule": "moonwalk.dicepool"},
            {"text": "Modifiers: +2", "rule": "moonwalk.modifiers"},
            {"text": "Hits: 3 of 7 dice show 5 or 6", "rule": "moonwalk.hits"},
            {"text": "Limit [2]: 3 hits rolled, 2 count", "rule": "moonwalk.limit"},
            {"text": "Ones: 1 of 7 dice shows 1", "rule": "moonwalk.ones"},
            {"text": "Threshold (3): 2 hits, 1 short", "rule": "moonwalk.threshold"},
            {"text": "Trying Again: -2 dice on a try within twice the time", "rule": "moonwalk.again"},
        ],
    }


def test_roll_prints_the_same_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ran(capsys, "roll", "Moonwalk", "4 [0] (1)", "--dice", "1,1,5,2", "--set", "glitch = Half or More")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "Moonwalk: 4 [0] (1)",
        "House rule: Glitch when ones are: half or more",
        "Dice: 1, 1, 5, 2",
        "",
        "  moonwalk.limit      Limit [0]: below the threshold (1), so this test can be rolled but cannot succeed",
        "  moonwalk.dicepool   Dicepool: 4 dice",
        "  moonwalk.hits       Hits: 1 of 4 dice shows 5 or 6",
        "  moonwalk.limit      Limit [0]: 1 hit rolled, 0 count",
        "  moonwalk.ones       Ones: 2 of 4 dice show 1",
        "  moonwalk.glitch     Glitch: half or more of the dice show 1: a glitch",
        "  moonwalk.threshold  Threshold (1): 0 hits, 1 short",
        "  moonwalk.again      Trying Again: -2 dice on a try within twice the time",
        "",
        "Failure: 0 hits · needs 1 · a glitch",
        "Effect: Trying Again -2 (moonwalk.again)",
        "Possible: Try again (-2 dice within twice the time): 4 - Trying Again 2 [0] (1)",
    ]


def test_a_step_said_twice_is_printed_twice(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = ran(capsys, "roll", "moonwalk", "2 (3, 1 hour) Extended Test", "--dice", "5,2 / 6")
    assert out.count("No limit: 1 hit rolled, 1 counts") == 2


def test_an_automatic_failure_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = ran(capsys, "roll", "moonwalk", "2 - 2 (1)", "--dice", "")
    assert out.count("so the test fails") == 1
    assert "Dice: none" in out


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (Option("again", "Try again", notation="2 (1)"), "Try again: 2 (1)"),
        (
            Option("add", "Add a d6", "a hit counts", 2, "player_ip"),
            "Add a d6 (a hit counts, Player's IP -2): --set add=",
        ),
        (Option("reroll", "Reroll", places=(0, 2), most=2), 'Reroll: --set reroll="DICE", at most 2 of 1 3'),
        (Option("hold", "Hold", places=(-1, 0), most=3, again=True), 'Hold: --set hold="DICE", at most 3 of - 1'),
        (
            Option("place", "Place", places=(-1, 0, 1), most=2, again=True, units=("+1", "-2")),
            'Place: --set place="DICE", one of - 1 2 for each of +1 -2',
        ),
    ],
)
def test_options_say_what_they_cost_and_how_they_are_taken(option: Option, words: str) -> None:
    assert possible(option, {"player_ip": "Player's IP"}) == words


@shipped_examples
def test_every_example_runs_from_the_command_line(
    capsys: pytest.CaptureFixture[str], system: System[Any], example: Example
) -> None:
    arguments = [system.id, example.notation, "--dice", example.faces]
    for name, value in example.settings:
        arguments += ["--set", f"{name}={value}"]
    for pick in example.picks:
        dice = " ".join("-" if place < 0 else str(place + 1) for place in pick.places)
        given = " ".join(f"{name} {'on' if value is True else value}" for name, value in pick.given)
        arguments += ["--set", f"{pick.option}={dice or given}"]
    test = system.parse(example.notation, dict(example.settings))
    roll = system.replay(test, read_faces(example.faces), example.picks)
    assert report_of(capsys, *arguments) == json.loads(json.dumps(roll_report(system, test, roll)))
    code, out, err = ran(capsys, "roll", *arguments)
    assert (code, err) == (0, "")
    assert all(line.text in out for line in system.judge(test, roll).lines)


def test_a_side_without_dice_may_have_an_empty_roll(capsys: pytest.CaptureFixture[str]) -> None:
    test = ("moonwalk", "2 vs. 1 - 1")
    assert report_of(capsys, *test, "--dice", "5,2 /") == report_of(capsys, *test, "--dice", "5,2")


def test_dice_may_end_an_extended_test_early_and_a_pick_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    test = ("moonwalk", "4 (4, 1 hour) Extended Test")
    report = report_of(capsys, *test, "--dice", "5,2,1,3")
    assert [option["id"] for option in report["options"]] == ["next"]
    onward = report_of(capsys, *test, "--dice", "5,2,1,3 / 6,1,1", "--set", "next=")
    assert onward["picks"] == [{"option": "next", "places": []}]
    assert onward["outcome"]["total"] == 2
    assert "next" in refusal_of(capsys, "roll", *test, "--dice", "5,5,5,5", "--set", "next=")


def test_an_interval_may_have_a_modifier_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    test = ("moonwalk", "2 (4, 1 hour) Extended Test")
    out = ran(capsys, "roll", *test, "--dice", "5,2")[1]
    assert '(roll 1 die): --set next= or, for what it has alone, --set next="modifier N rule_of_six on"' in out
    dice = ("--dice", "5,2 / 6,6,1,5", "--set", "next=modifier 1 rule_of_six on")
    report = report_of(capsys, *test, *dice)
    assert report["picks"] == [{"option": "next", "places": [], "given": {"modifier": 1, "rule_of_six": True}}]
    assert report["outcome"]["intervals"][1] == {"pool": 4, "hits": 3, "kept": 3, "ones": 1, "glitch": "none"}
    assert "Roll 2: 1 +1 = 2 dice, the Rule of Six for this roll alone" in [line["text"] for line in report["trace"]]
    gone = ("--dice", "5,2 / 1", "--set", "next=")
    assert '(no dice left without a modifier): --set next="modifier N' in ran(capsys, "roll", *test, *gone)[1]
    for nothing in ("next=", "next=modifier 0"):
        problem = refusal_of(capsys, "roll", *test, *gone, "--set", nothing)
        assert "modifier: 0 is out of bounds; use a whole number from 1 to 100" in problem
    assert "the form has no such field" in refusal_of(capsys, "roll", *test, *gone, "--set", "next=edge 2")


def test_odds_from_there_count_a_modifier_whose_dice_are_still_to_fall(capsys: pytest.CaptureFixture[str]) -> None:
    test = ("odds", "moonwalk", "1 (1, 1 hour) Extended Test", "--dice", "1", "--json")
    told = json.loads(ran(capsys, *test, "--set", "next=modifier 2")[1])
    chances = {one["option"]: one["exact"] for one in told["advice"] if one["event"] == "success"}
    assert chances["next"] == "5/9"
    assert "next" not in {one["option"] for one in json.loads(ran(capsys, *test)[1])["advice"]}


def test_dice_of_a_choice_may_be_thrown_here_though_others_lay_on_a_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    test = ("general", "d6 + d6 (9) reroll 2", "--dice", "5,1", "--seed", "3")
    first = report_of(capsys, *test, "--set", "reroll=2")
    assert first["dice"][0][0]["faces"] == [5]
    assert first["dice"][0][1]["faces"][0] == 1
    assert len(first["dice"][0][1]["faces"]) == 2
    assert report_of(capsys, *test, "--set", "reroll=2") == first
    assert refusal_of(capsys, "roll", *test).startswith("--seed with --dice throws what choices ask for; add --set")
    assert "'add' is not offered" in refusal_of(capsys, "roll", *test, "--set", "add=1")


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"^0$"):
        main(["--version"])
    assert capsys.readouterr().out == f"pyrules {pyrules.__version__}\n"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8"])
@pytest.mark.parametrize(
    "command", [["odds", "moonwalk", "12 [6] (3)"], ["roll", "moonwalk", "2 (1)", "--dice", "6,1"]]
)
def test_what_a_terminal_cannot_show_becomes_a_plainer_sign(command: list[str], encoding: str) -> None:
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    call = [sys.executable, "-m", "pyrules", *command]
    done = subprocess.run(call, cwd=ROOT, env=environment, capture_output=True, check=True)
    shown = done.stdout.decode(encoding)
    assert "\\" not in shown
    assert ("█" in shown) is (encoding == "utf-8" and command[0] == "odds")
    assert ("##" in shown) is (encoding != "utf-8" and command[0] == "odds")


def test_odds_name_the_house_rules_and_go_into_spreadsheets(capsys: pytest.CaptureFixture[str]) -> None:
    test = ("odds", "moonwalk", "2 (1)", "--set", "glitch=off")
    assert "\nHouse rule: Glitch when ones are: off\n" in ran(capsys, *test)[1]
    assert "House rule" not in ran(capsys, "odds", "moonwalk", "2 (1)")[1]
    rows = list(csv.DictReader(io.StringIO(ran(capsys, *test, "--csv")[1])))
    chances = {(one["kind"], one["name"], one["value"], one["counted"]): one for one in rows}
    assert float(chances["event", "success", "", ""]["Moonwalk: 2 (1) | glitch=off"]) == 5 / 9
    assert refusal_of(capsys, *test, "--csv", "--json").startswith("--csv and --json")
    assert refusal_of(capsys, *test, "--csv", "--dice", "6,1").startswith("--csv and --dice")


BLADES = ROOT / "tests/author/blades.py"


def test_every_command_takes_a_text_of_ones_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = ("--file", str(BLADES))
    assert "blades     Blades" in ran(capsys, "systems", *own)[1]
    assert ran(capsys, "roll", "blades", "2d risky standard", "--dice", "6,2", *own)[1].startswith("Blades: 2d risky")
    for arguments in (
        ("odds", "blades", "2d risky standard", "--csv"),
        ("compare", "blades: 2d risky standard", "blades: 3d risky standard"),
        ("sweep", "blades", "2d risky standard"),
        ("session", "blades", "resist 2d"),
        ("rulebook", "blades"),
    ):
        code, out, err = ran(capsys, *arguments, *own)
        assert (code, err) == (0, "")
        assert "lades" in out
    assert "there is no rule system 'blades'" in refusal_of(capsys, "roll", "blades", "2d risky standard")
    wrong = tmp_path / "wrong.py"
    wrong.write_text("from pyrules.author import number\nskill = numbr(1)\n", encoding="utf-8")
    assert refusal_of(capsys, "systems", "--file", str(wrong)).endswith(
        "line 2: there is no 'numbr'; do you mean 'number'?"
    )
    assert "cannot be read" in refusal_of(capsys, "systems", "--file", str(tmp_path / "none.py"))
    again = tmp_path / "again.py"
    again.write_text(BLADES.read_text(encoding="utf-8").replace('"blades", "Blades"', '"moonwalk", "Mine"'), "utf-8")
    assert "choose another id" in refusal_of(capsys, "systems", "--file", str(again))


NOTES = """
# Weather (d6)

1-3 rain
4-6 fog -> Old bridge

# Old bridge (2d6)

2-7 safe
8-12 it falls
"""


def test_tables_of_notes_are_listed_and_rolled_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "notes.md"
    page.write_text(NOTES, encoding="utf-8")
    assert ran(capsys, "table", str(page)) == (0, "d6 Weather: 2 entries\n2d6 Old bridge: 2 entries\n", "")
    told = {ran(capsys, "table", str(page), "weather", "--seed", str(seed))[1] for seed in range(20)}
    assert any(re.fullmatch(r"Weather: d6 [1-3]: rain\n", one) for one in told)
    assert any(re.fullmatch(r"Weather: d6 [4-6]: fog -> Old bridge\nOld bridge: 2d6 \d+: .+\n", one) for one in told)
    first, *_ = json.loads(ran(capsys, "table", str(page), "Weather", "--seed", "1", "--json")[1])
    assert (first["table"], first["dice"], first["faces"]) == ("Weather", "d6", [first["value"]])
    assert [one["title"] for one in json.loads(ran(capsys, "table", str(page), "--json")[1])] == [
        "Weather",
        "Old bridge",
    ]
    assert "has no table 'Snow'; use Weather or Old bridge" in refusal_of(capsys, "table", str(page), "Snow")
    page.write_text("nothing", encoding="utf-8")
    assert "has no table; write a heading" in refusal_of(capsys, "table", str(page))
    assert "cannot be read" in refusal_of(capsys, "table", str(tmp_path / "none.md"))


def test_systems_of_other_packages_are_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = metadata.EntryPoint("blades", "tests.author.blades:BLADES", "pyrules.systems")
    monkeypatch.setattr(metadata, "entry_points", lambda group: [entry] if group == "pyrules.systems" else [])
    try:
        assert ran(capsys, "roll", "blades", "2d risky standard", "--dice", "6,2")[0] == 0
        assert "blades     Blades" in ran(capsys, "systems")[1]
    finally:
        unregister(entry.load())


def test_a_comparison_says_which_test_and_column_are_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    problem = refusal_of(capsys, "compare", "almond: 5d6 TN 4", "moonwalk:  12 (x)")
    assert problem == "test 2, column 16: 'x' does not fit here; expected a number for the threshold"
    assert refusal_of(capsys, "compare", "almond: 5d6 TN 4 | x=1", "almond: 5d6 TN 4").startswith("test 1: ")


def test_a_wrong_word_names_those_that_fit(capsys: pytest.CaptureFixture[str]) -> None:
    problem = refusal_of(capsys, "roll", "moonwalk", "12 (3) six ros")
    assert problem.endswith("expected 'standard', 'combat' or the end of the notation")
    assert refusal_of(capsys, "roll", "stepdie", "5d6 + d10 (3) x").endswith("expected 'ip' or the end of the notation")


def test_dice_of_choices_count_from_1(capsys: pytest.CaptureFixture[str]) -> None:
    test = ("general", "d6 + d6 (9) reroll 1", "--dice", "5,1")
    problem = refusal_of(capsys, "roll", *test, "--set", "reroll=3")
    assert problem == "'reroll' cannot be used on die 3; use 1 to 2"


def test_a_seed_rolls_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    test = ("moonwalk", "20 (3) six")
    assert report_of(capsys, *test, "--seed", "7") == report_of(capsys, *test, "--seed", "7")
    assert report_of(capsys, *test, "--seed", "7")["dice"] != report_of(capsys, *test, "--seed", "8")["dice"]


def test_without_dice_or_seed_the_secure_source_rolls(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(values, "secure", lambda throw: [5] * throw.count)
    assert report_of(capsys, "moonwalk", "3 (3)")["outcome"]["hits"] == 3


def test_systems_lists_every_system(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = ran(capsys, "systems", "--json")
    listed = json.loads(out)
    assert [about["id"] for about in listed] == [system.id for system in SYSTEMS]
    assert listed[0]["settings"][0]["choices"] == ["more_than_half", "half_or_more", "off"]
    _, out, _ = ran(capsys, "systems")
    assert all(f"{system.title}: {system.about}" in out for system in SYSTEMS)
    assert all(example.notation in out for system in SYSTEMS for example in system.examples)


def test_rulebook_is_the_committed_page(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = ran(capsys, "rulebook")
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert page == out, "write it anew: python -m pyrules rulebook > docs/rules.md"
    _, out, _ = ran(capsys, "rulebook", "moonwalk")
    assert out == rules_table(SYSTEMS[:1]) + "\n"


def test_rulebook_escapes_what_would_end_a_cell() -> None:
    tables = re.findall(r"(?:^\|.*\n?)+", rules_table(SYSTEMS), re.MULTILINE)
    assert len(tables) > len(SYSTEMS)
    for table in tables:
        assert len({row.replace("\\|", "").count("|") for row in table.splitlines()}) == 1, table


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "the following arguments are required: COMMAND; see python -m pyrules --help"),
        (("roll",), "the following arguments are required: SYSTEM, NOTATION; see python -m pyrules roll --help"),
        (("rool",), "invalid choice: 'rool'"),
        (("roll", "moonwalk", "12 (3)", "more"), "unrecognized arguments: more"),
        (("roll", "moonwalk", "12 (3)", "--js"), "unrecognized arguments: --js"),
        (("roll", "moonwalk", "12 (3)", "--dice"), "argument --dice: expected one argument"),
        (
            ("roll", "moonwalk", "12 (3)", "--dice", "1", "--seed", "1"),
            "--seed with --dice throws what choices ask for",
        ),
        (("roll", "almond", "2d6 TN 4", "--dice", "9", "--dice", "1,2"), "argument --dice: given twice; use it once"),
        (("odds", "almond", "2d6 TN 4", "--dice", "1,2", "--dice", "1,2"), "argument --dice: given twice; use it once"),
        (("roll", "moonwalk", "12 (3)", "--seed", "1", "--seed", "2"), "argument --seed: given twice; use it once"),
        (("roll", "moonwalk", "12 (3)", "--seed", "x"), "argument --seed: 'x' is not a whole number"),
        (("roll", "moonwalk", "12 (3)", "--seed", "-1"), "argument --seed: '-1' is not a whole number"),
        (("roll", "moonwalk", "12 (3)", "--seed", "١"), "argument --seed: '١' is not a whole number"),
        (("roll", "moonwalk", "12 (3)", "--seed", "9" * 19), "is not a whole number; use one of at most 18 digits"),
        (("roll", "sunwalk", "12 (3)"), "there is no rule system 'sunwalk'; use moonwalk"),
        (("rulebook", "sunwalk"), "there is no rule system 'sunwalk'; use moonwalk"),
        (("roll", "moonwalk", "12 ("), "column 5: the notation ends here; expected a number for the threshold"),
        (("roll", "moonwalk", "4 (1)", "--dice", "1,2,3"), "roll 1: die 4, a d6, is missing; 3 given, add its face"),
        (("roll", "moonwalk", "4 (1)", "--dice", ""), "roll 1, die 1: no face for this d6"),
        (("roll", "moonwalk", "2 (1)", "--dice", "1,2,3"), "roll 1, die 3: 3 is one face too many"),
        (("roll", "moonwalk", "2 (1)", "--dice", "1,7"), "roll 1, die 2: 7 is not on a d6; use 1 to 6"),
        (("roll", "moonwalk", "2 (1)", "--dice", "1,x"), "faces, column 3: expected a face such as 5, got 'x'"),
        (("roll", "moonwalk", "2 (1)", "--dice", "-1,2"), "faces, column 1: expected a face such as 5, got '-1'"),
        (("roll", "general", "-d8(10)"), "column 1: '-' does not fit here; expected"),
        (("roll", "general", "-5d6"), "column 1: '-' does not fit here; expected"),
        (("roll", "moonwalk", "2 (1)", "--set", "-x"), "--set '-x': expected KEY=VALUE"),
        (("roll", "moonwalk", "2 (1)", "--dice", "1 2"), "got '1 2'; dice stand with ',' between them"),
        (
            ("roll", "moonwalk", "2 (3, 1 hour) Extended Test", "--dice", "1,2", "--set", "next="),
            "roll 2, die 1: no face for this d6; write them after a '/'",
        ),
        (("roll", "moonwalk", "2 (1)", "--dice", "1,2 / 3"), "roll 2, die 1: 3 is one face too many"),
        (
            ("roll", "moonwalk", "2 (1)", "--dice", "1,2 ///"),
            "roll 3: one roll too many, leave it out: nothing asked for it",
        ),
        (
            ("roll", "moonwalk", "2 - 2 (1)", "--dice", "//"),
            "roll 2: one roll too many, leave it out: nothing asked for it",
        ),
        (("roll", "moonwalk", "2 (1)", "--set", "glitch"), "--set 'glitch': expected KEY=VALUE"),
        (("roll", "moonwalk", "2 (1)", "--set", "=1"), "--set '=1': expected KEY=VALUE"),
        (("roll", "moonwalk", "2 (1)", "--set", "glitch=often"), "glitch: 'often' is not a choice; use more_than_half"),
        (
            ("roll", "moonwalk", "2 (1)", "--set", "glitch=off", "--set", "glitch=off"),
            "--set glitch: given twice; use it once",
        ),
        (
            ("roll", "moonwalk", "2 (1)", "--set", "glitsh=off"),
            "(glitch, standard_result, moonwalk_wounds) nor a choice of dice; use dice such as '1 3 -', got 'off'",
        ),
        (("roll", "moonwalk", "2 (1)", "--set", "push=1 0"), "--set 'push': neither a house rule (glitch"),
        (("roll", "moonwalk", "2 (1)", "--set", "push=1000"), "--set 'push': neither a house rule"),
        (
            ("roll", "moonwalk", "2 (1)", "--set", "push=1 -"),
            "--set: 'push' is not offered now; nothing is; house rules to use: glitch, standard_result, ",
        ),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str) -> None:
    assert message in refusal_of(capsys, *arguments)


@pytest.mark.untraced
@pytest.mark.parametrize("hostile", HOSTILE, ids=quote)
@pytest.mark.parametrize(
    "where",
    [
        ("{}",),
        ("roll", "{}", "2 (1)"),
        ("roll", "moonwalk", "{}"),
        ("roll", "moonwalk", "2 (1)", "--dice", "{}"),
        ("roll", "moonwalk", "2 (1)", "--seed", "{}"),
        ("roll", "moonwalk", "2 (1)", "--set", "{}"),
        ("roll", "moonwalk", "2 (1)", "--set", "x={}"),
        ("roll", "moonwalk", "2 (1)", "{}"),
        ("rulebook", "{}"),
    ],
    ids=" ".join,
)
def test_hostile_input_is_refused_at_once(
    capsys: pytest.CaptureFixture[str], where: tuple[str, ...], hostile: str
) -> None:
    arguments = [hostile if part == "{}" else part.replace("{}", hostile) for part in where]
    refusal_of(capsys, *arguments)
    assert calls(lambda: refusal_of(capsys, *arguments)) < 10_000 + 5 * len(hostile)


@given(st.lists(st.text(), max_size=4))
def test_any_arguments_end_in_an_exit_code(arguments: list[str]) -> None:
    out, err = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
    try:
        assert main(["roll", "moonwalk", *arguments]) in (0, 2)
    finally:
        sys.stdout, sys.stderr = out, err


def test_interrupting_says_nothing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> list[int]:
        raise KeyboardInterrupt

    monkeypatch.setattr(values, "secure", interrupted)
    assert ran(capsys, "roll", "moonwalk", "2 (1)") == (130, "", "")


class FullDisk(io.TextIOWrapper):
    """Standard output on a device without room."""

    def write(self, _: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_output_that_cannot_be_written_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with (tmp_path / "full").open("wb") as file, FullDisk(file) as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert main(["systems"]) == 1
    assert capsys.readouterr().err == "the output cannot be written: No space left on device\n"


def test_closed_output_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["systems"]) == 0


def start_command(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "pyrules", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_reader_that_leaves_early_is_no_error() -> None:
    with start_command("rulebook") as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""
    assert process.returncode == 0


def test_a_terminal_of_plain_ascii_gets_escapes() -> None:
    with start_command("roll", "moonwalk", "Воля 2 (1)", "--dice", "5,1", PYTHONIOENCODING="ascii") as process:
        out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    assert "Moonwalk: \\u0412" in out
    with start_command(
        "roll", "moonwalk", "Воля 2 (1)", "--dice", "5,1", "--json", PYTHONIOENCODING="ascii"
    ) as process:
        out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    assert json.loads(out)["notation"] == "Воля 2 (1)"
