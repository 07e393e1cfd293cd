"""Tests side by side and what each change is worth: equal to odds asked for one by one, as text, JSON and CSV."""

import csv
import io
import json
import re
import shlex
from fractions import Fraction
from typing import Any

import pytest

import pyrules
from pyrules import desk_tables
from pyrules.__main__ import main
from pyrules.core.form import Values
from pyrules.core.odds import Distribution, number_distribution
from pyrules.core.ratio import Ratio
from pyrules.core.system import System
from pyrules.side_by_side import counted_in
from pyrules.steps import neighbours
from pyrules.systems import SYSTEMS
from tools import ROOT

GUIDE = (ROOT / "docs" / "desk.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```console\n\$ python -m pyrules ([^\n]*)\n(.*?)```", GUIDE, re.DOTALL)
EVERY_SYSTEM = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
ONE_OF_EACH = ("moonwalk: 9 [4] (2)", "relics: 3d6 +1 / 1d", "almond: 3d6 TN 4", "general: d6 adv + d8 (9)")


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.untraced
@pytest.mark.parametrize(("command", "shown"), SHOWN)
def test_the_guide_shows_what_the_commands_print(command: str, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = output_of(capsys, *shlex.split(command))
    for passage in shown.split("...\n"):
        assert passage in out


def names_that_differ(before: Values, after: Values) -> set[str]:
    """The names of the fields and cells that differ."""
    names = set()
    for name, value in before.items():
        if isinstance(value, list):
            rows = zip(value, after[name], strict=True)
            names |= {
                f"{name}.{place}.{cell}"
                for place, (one, other) in enumerate(rows)
                for cell in names_that_differ(one, other)
            }
        elif value != after[name]:
            names.add(name)
    return names


@EVERY_SYSTEM
def test_each_neighbour_differs_in_what_it_names_and_is_written_as_a_test(system: System[Any]) -> None:
    for example in system.examples:
        test = system.parse(example.notation, dict(example.settings))
        values, house = system.to_form(test), system.house_rules(test)
        for one in neighbours(system, test):
            settings = system.house_rules(one.test)
            rules = {name for name in house if house[name] != settings[name]}
            assert rules | names_that_differ(values, system.to_form(one.test)) == {one.name}, one
            assert one.before != one.after
            assert system.parse(system.write(one.test), settings) == one.test


@EVERY_SYSTEM
def test_a_sweep_is_what_the_odds_of_each_changed_test_say(system: System[Any]) -> None:
    test = pyrules.parse(system, system.examples[0].notation)
    now = pyrules.odds(test)
    steps = pyrules.sweep(test)
    assert steps
    for step in steps:
        found = pyrules.odds(step.test)
        assert step.chance == found.events[found.main]
        assert step.change == step.chance - now.events[now.main]
    effects = [(step.apart, -abs(step.change.value)) for step in steps]
    assert effects == sorted(effects)


@pytest.mark.parametrize(
    ("system", "notation", "apart"),
    [
        ("moonwalk", "12 (3)", ["Limit: none to 1", "Standard Result: off to on"]),
        ("general", "d8 + d6 adv (9)", ["Decline the test: off to on"]),
    ],
)
def test_a_sweep_ranks_what_a_person_would_change(
    system: str, notation: str, apart: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    steps = pyrules.sweep(pyrules.parse(system, notation))
    told = [f"{step.label}: {step.before} to {step.after}" for step in steps if step.apart and step.change != 0]
    assert told == apart
    assert not steps[0].apart
    shown = output_of(capsys, "sweep", system, notation).split("\n\n")
    assert shown[2].startswith("filled in, or left to no chance\n")
    assert all(one in shown[2] and one not in shown[1] for one in apart)


def test_a_sweep_steps_within_the_bounds_and_makes_no_other_kind_of_test() -> None:
    steps = pyrules.sweep(pyrules.parse("moonwalk", "1 (2)"))
    assert {(step.before, step.after) for step in steps if step.name == "threshold"} == {("2", "1"), ("2", "3")}
    assert [(step.before, step.after) for step in steps if step.name == "limit"] == [("none", "1")]
    assert not [step for step in steps if step.name in ("kind", "defence", "interval")]
    assert {step.name for step in steps} >= {"glitch", "rule_of_six"}


def test_a_comparison_is_the_odds_of_each() -> None:
    tests = [pyrules.parse(system, notation) for system, notation in (text.split(": ") for text in ONE_OF_EACH)]
    found = pyrules.compare(*tests)
    assert found.odds == tuple(map(pyrules.odds, tests))
    assert found.tests == tuple(tests)
    first = found.odds[0].events["success"]
    assert [Fraction(one.exact) for one in found.changes] == [
        Fraction(one.events[one.main].exact) - Fraction(first.exact) for one in found.odds[1:]
    ]
    for name, line in ((test.notation, f"{letter}  {test}") for letter, test in zip("ABCD", tests, strict=True)):
        assert line in str(found), name


@pytest.mark.parametrize("number", [0, 1, 5])
def test_two_to_four_tests_are_compared(number: int) -> None:
    with pytest.raises(pyrules.RulesError, match=f"^{number} given to compare; give 2 to 4 tests$"):
        pyrules.compare(*[pyrules.parse("almond", "1d6 TN 4")] * number)


OPEN = number_distribution((1, 2, 3), 4, endless=True, bottomless=True)  # ≤4, 5, 6+
CLOSED = number_distribution((1, 1, 2), 3)
NAMED = Distribution((("miss", 1), (2, 1), ("hit", 2)), 4)


@pytest.mark.parametrize(
    ("run", "value", "chances"),
    [
        (CLOSED, 4, ("1/4", "3/4", "1/2")),
        (CLOSED, 7, ("0/1", "0/1", "1/1")),
        (CLOSED, "4+", ("3/4", "3/4", "1/1")),
        (CLOSED, "≤4", ("1/2", "1/1", "1/2")),
        (OPEN, 5, ("1/3", "5/6", "1/2")),
        (OPEN, 6, (None, "1/2", None)),
        (OPEN, 7, (None, None, None)),
        (OPEN, 4, (None, None, "1/6")),
        (OPEN, "6+", ("1/2", "1/2", "1/1")),
        (OPEN, "≤4", ("1/6", "1/1", "1/6")),
        (NAMED, "hit", ("1/2", None, None)),
        (NAMED, 2, ("1/4", None, None)),
        (NAMED, 3, ("0/1", None, None)),
        (None, 3, (None, None, None)),
    ],
)
def test_values_are_counted_in_distributions_that_need_not_have_them(
    run: Distribution | None, value: int | str, chances: tuple[str | None, ...]
) -> None:
    found = [counted_in(run, value, counted) for counted in desk_tables.COUNTED]
    assert [None if chance is None else chance.exact for chance in found] == list(chances)


def test_csv_has_a_column_for_each_test_and_whole_distributions(capsys: pytest.CaptureFixture[str]) -> None:
    head, *rows = csv.reader(io.StringIO(output_of(capsys, "compare", *ONE_OF_EACH[:3], "--csv")))
    assert head[:4] == ["kind", "name", "value", "counted"]
    assert head[4:] == ["Moonwalk: 9 [4] (2)", "Relics of the Moon: 3d6 +1 / 1d", "Almond: 3d6 TN 4"]
    for column in (4, 5, 6):
        sums: dict[str, float] = {}
        for row in rows:
            if row[0] == "distribution" and row[3] == "exactly" and row[column]:
                sums[row[1]] = sums.get(row[1], 0) + float(row[column])
        assert sums == dict.fromkeys(sums, pytest.approx(1))
    head, *rows = csv.reader(io.StringIO(output_of(capsys, "sweep", "almond", "3d6 TN 4", "--csv")))
    assert head == ["name", "label", "before", "after", "notation", "p", "change"]
    assert ["dice", "Dice", "3", "4", "4d6 TN 4", "0.9375", "0.0625"] in rows


def test_json_has_every_fraction(capsys: pytest.CaptureFixture[str]) -> None:
    tests = ("moonwalk: 2 (1)", "moonwalk: 2 (1) | glitch=off")
    found = json.loads(output_of(capsys, "compare", *tests, "--json"))
    assert [one["events"]["glitch"]["exact"] for one in found["tests"]] == ["1/36", "0/1"]
    assert [one["settings"]["glitch"] for one in found["tests"]] == ["more_than_half", "off"]
    assert found["changes"] == [{"exact": "0/1", "value": 0.0}]
    swept = json.loads(output_of(capsys, "sweep", "moonwalk", "2 (1)", "--set", "glitch=off", "--json"))
    assert (swept["event"], swept["exact"], swept["settings"]["glitch"]) == ("success", "5/9", "off")
    assert swept["steps"][0]["name"] in ("standard", "threshold")
    assert {step["name"] for step in swept["steps"]} >= {"pool", "limit", "threshold", "glitch"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("compare", "moonwalk: 2 (1)"), "1 given to compare; give 2 to 4 tests"),
        (("compare", "moonwalk 2 (1)", "moonwalk: 2"), "'moonwalk 2 (1)': expected 'SYSTEM: NOTATION'"),
        (("compare", "sunwalk: 2 (1)", "moonwalk: 2"), "sunwalk"),
        (("compare", "moonwalk: 2 (1) | glitch", "moonwalk: 2"), "expected KEY=VALUE"),
        (("compare", "moonwalk: 2 (1) | edge=1", "moonwalk: 2"), "'edge': no house rule of moonwalk"),
        (("compare", "moonwalk: 2 (1) | glitch=maybe", "moonwalk: 2"), "'maybe' is not a choice"),
        (("compare", "moonwalk: 2 (one)", "moonwalk: 2"), "test 1, column 14"),
        (("sweep", "moonwalk", "2 (1)", "--set", "edge=1"), "'edge': no house rule of moonwalk"),
        (("sweep", "moonwalk", "2 (1)", "--csv", "--json"), "--csv and --json: use one of them"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


def test_a_step_and_a_change_tell_themselves() -> None:
    step = pyrules.sweep(pyrules.parse("almond", "3d6 TN 4"))[0]
    assert re.fullmatch(r"Step\(.+: .+ to .+; [+-]\d+\.\d\d points\)", repr(step))
    assert step.chance != Ratio(0, 1)
