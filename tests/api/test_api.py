"""The package's face: its names, what results show of themselves, and that nothing is loaded before it is needed."""

import csv
import doctest
import inspect
import io
import pickle
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from fractions import Fraction
from itertools import chain
from numbers import Integral
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import pyrules
from pyrules import api, notebook
from pyrules.__main__ import main
from pyrules.core.faces import write_faces
from pyrules.core.system import Example, System
from tests.app.reader import Reader
from tests.systems.conforming import shipped_examples
from tools import ROOT

REFERENCE = ROOT / "docs" / "api.md"
ALMOND = pyrules.parse("almond", "5d6 TN 4")
ANY: Any = pyrules


def judge_example(system: System[Any], example: Example) -> pyrules.Result:
    test = pyrules.parse(system, example.notation, **dict(example.settings))
    return pyrules.judge(test, example.faces, picks=example.picks)


@pytest.mark.untraced
def test_the_reference_shows_what_happens() -> None:
    found = doctest.testfile(str(REFERENCE), module_relative=False)
    assert found.failed == 0
    assert found.attempted > 15


def test_every_name_is_there_and_in_the_reference() -> None:
    exported: dict[str, object] = {}
    exec("from pyrules import *", exported)  # noqa: S102
    assert {*exported} - {"__builtins__"} == {*api.__all__, "systems"}
    assert dir(pyrules) == sorted([*api.__all__, "systems", "__version__"])
    assert pyrules.__version__ == tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    text = REFERENCE.read_text(encoding="utf-8")
    for name in (*api.__all__, "systems"):
        assert getattr(pyrules, name) is (api.__dict__.get(name) or sys.modules["pyrules.systems"])
        assert re.search(rf"\b{name}\b", text), name
    with pytest.raises(AttributeError, match="no attribute 'judges'"):
        getattr(pyrules, "judges")  # noqa: B009 (no type checker lets it pass)


@pytest.mark.parametrize("name", [name for name in api.__all__ if inspect.isfunction(getattr(api, name))])
def test_every_function_tells_its_parameters_and_shows_an_example(name: str) -> None:
    function = getattr(api, name)
    told = inspect.getdoc(function) or ""
    assert all(f"{parameter}: " in told for parameter in inspect.signature(function).parameters)
    assert ">>> " in told


def modules_loaded(program: str) -> set[str]:
    """The modules of pyrules that are loaded when a program has run in a fresh Python."""
    told = f"{program}\nimport sys; print(); print(*(name for name in sys.modules if name.startswith('pyrules')))"
    done = subprocess.run([sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=True)
    return {*done.stdout.splitlines()[-1].split()}


def test_nothing_else_is_imported_before_it_is_used() -> None:
    assert modules_loaded("import pyrules") == {"pyrules"}
    assert modules_loaded("import pyrules.__main__") == {"pyrules", "pyrules.__main__"}


def test_a_system_is_loaded_when_it_is_asked_for() -> None:
    folders = {f"pyrules.systems.{name}" for name in pyrules.systems.IDS}
    assert not modules_loaded("import pyrules; pyrules.parse; list(pyrules.systems.BY_ID)") & folders
    assert modules_loaded("import pyrules; pyrules.odds(pyrules.parse('moonwalk', '2 (1)'))") & folders == {
        "pyrules.systems.moonwalk"
    }


def test_help_loads_only_what_reads_arguments_and_tells_errors() -> None:
    helped = modules_loaded("from pyrules.__main__ import main\ntry: main(['--help'])\nexcept SystemExit: pass")
    errors = {"pyrules.core", "pyrules.core.errors", "pyrules.core.characters", "pyrules.core.english"}
    assert helped == {"pyrules", "pyrules.__main__", "pyrules.command_line", "pyrules.systems", *errors}


@shipped_examples
def test_a_result_prints_and_shows_itself(system: System[Any], example: Example) -> None:
    result = judge_example(system, example)
    assert write_faces(result.roll.dice).replace(" ", "") == example.faces.replace(" ", "")
    assert f"{result.verdict.headline}: {result.verdict.summary}" in str(result)
    shown = ET.fromstring(result._repr_html_())  # noqa: S314 (of our own making)
    words = "".join(shown.itertext())
    assert all(line.step in words and line.result in words for line in result.verdict.lines)
    assert result.test.notation in words


@pytest.mark.parametrize("system", pyrules.systems.SYSTEMS, ids=lambda system: system.id)
def test_odds_print_what_the_command_prints_and_show_their_chart(
    capsys: pytest.CaptureFixture[str], system: System[Any]
) -> None:
    notation = system.examples[0].notation
    found = pyrules.odds(pyrules.parse(system.id, notation))
    assert main(["odds", system.id, notation]) == 0
    assert capsys.readouterr().out == f"{found}\n"
    shown = ET.fromstring(found._repr_html_())  # noqa: S314 (of our own making)
    assert all(name in "".join(shown.itertext()) for name in found.events)


def test_what_a_prompt_shows_is_short() -> None:
    test = pyrules.parse("moonwalk", "2(1)")
    assert repr(test) == "Test(Moonwalk: 2 (1))"
    assert repr(pyrules.judge(test, [6, 1])) == "Result(Moonwalk: 2 (1); 6, 1; Success: 1 hit · needs 1)"
    odds = pyrules.odds(test)
    assert repr(odds) == "Odds(Moonwalk: 2 (1); success 0.5556, glitch 0.02778, critical 0.02778)"
    assert repr(odds.events["success"]) == "Ratio(5/9)"
    assert repr(odds.distributions["hits"]) == "Distribution(0: 0.4444, 1: 0.4444, 2: 0.1111)"


def test_a_prompt_shows_numbers_of_thousands_of_digits() -> None:
    odds = pyrules.odds(pyrules.parse("moonwalk", "100 (100, 1 hour) Extended Test"))
    assert repr(odds.events["success"]).startswith("Ratio(about ")
    assert all(len(repr(rows)) < 3_000 for rows in odds.distributions.values())
    assert len(repr(odds)) < 200


def test_the_chart_is_the_one_that_the_app_draws() -> None:
    found = pyrules.odds(pyrules.parse("moonwalk", "12 [6] (3)"))
    page = Reader("moonwalk/").note("12 [6] (3)").do("odds").html("odds")
    shown = re.sub(r'<text [^>]*class="scale">[^<]*</text>', "", found._repr_html_())
    assert shown.count("scale") < found._repr_html_().count("scale")
    bars = [re.findall(r"<rect [^>]*>|<text [^>]*>[0-9]+", html) for html in (shown, page)]
    assert bars[0] == bars[1]
    assert len(bars[0]) == 14


def test_the_value_that_was_rolled_is_marked() -> None:
    shown = pyrules.judge(pyrules.parse("moonwalk", "4 (2)"), [6, 5, 1, 3])._repr_html_()
    assert "rolled: 2" in shown
    assert "A roll at least this good: 40.74 %" in shown


def test_where_odds_would_take_long_the_verdict_is_shown_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "SECONDS", 0.0001)
    test = pyrules.parse("moonwalk", "99 [98] (97, 1 hour) Extended Test")
    shown = pyrules.roll(test, seed=1)._repr_html_()
    assert "<svg" not in shown
    assert "exact odds of " in shown


def test_what_is_certain_has_no_chart() -> None:
    shown = pyrules.odds(pyrules.parse("moonwalk", "12 (3) standard"))._repr_html_()
    assert "<svg" not in shown
    assert "Kept: always 3" in shown


def test_an_option_is_taken_on_the_dice_that_lie_there() -> None:
    before = pyrules.judge(pyrules.parse("general", "d6 + d6 (9) reroll 1"), [5, 1])
    after = before.pick("reroll", [1], seed=1)
    assert [die.faces[0] for die in after.roll.dice[0]] == [5, 1]
    assert len(after.roll.dice[0][1].faces) == 2
    assert before.roll.picks == ()
    with pytest.raises(pyrules.IllegalPick, match=r"^'reroll' cannot be used on place 2; use 0 to 1$"):
        before.pick("reroll", [2])
    with pytest.raises(pyrules.IllegalPick, match=r"^'reroll' cannot be used on place 2; use 0 to 1$"):
        pyrules.judge(before.test, [5, 1], picks=[pyrules.Pick("reroll", (2,))])
    with pytest.raises(pyrules.IllegalPick, match="not offered"):
        after.pick("reroll", [0])


@pytest.mark.parametrize("dice", [[], [6], [6, 5, 4], [0, 1], [7, 1], [-1, 1], [7.5, 1], ["x", 5], [10**99, 1]])
def test_faces_that_cannot_be_are_refused(dice: list[Any]) -> None:
    with pytest.raises(pyrules.IllegalRoll):
        pyrules.judge(pyrules.parse("moonwalk", "2 (1)"), dice)


def test_house_rules_and_systems_are_named() -> None:
    with pytest.raises(pyrules.FormError, match="glitches"):
        pyrules.parse("moonwalk", "2 (1)", glitches="off")
    with pytest.raises(pyrules.RulesError, match="use moonwalk, relics, almond, stepdie"):
        pyrules.parse("gurps", "3d6")


def test_odds_that_would_take_longer_are_refused() -> None:
    with pytest.raises(pyrules.TooMuchWork, match="take about"):
        pyrules.odds(pyrules.parse("relics", "20d6 +4 / 4d -4 / 4d pcs 4"), seconds=0.0001)


def test_a_test_is_made_of_numbers_as_of_shorthand() -> None:
    made = pyrules.test("moonwalk", pool=12, limit=6, threshold=3)
    assert made == pyrules.parse("moonwalk", "12 [6] (3)")
    assert made.replace(pool=14) == pyrules.parse("moonwalk", "14 [6] (3)")
    ruled = pyrules.test("moonwalk", {"glitch": "off"}, pool=2)
    assert ruled.house_rules["glitch"] == ruled.replace(pool=3).house_rules["glitch"] == "off"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"dices": 3}, "'dices': Almond has no such field; use dice (Dice)"),
        ({"nothing": 3}, "'nothing': Almond has no such field; use dice (Dice), "),
        ({"dice": 300}, "dice: 300 is out of bounds; use a whole number from 0 to 100"),
        ({"attribute": "d7"}, "attribute: "),
    ],
)
def test_a_test_of_numbers_that_cannot_be_is_refused(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(pyrules.FormError, match=re.escape(words)):
        pyrules.test("general" if "attribute" in fields else "almond", **fields)


def test_a_field_is_found_by_what_the_form_calls_it() -> None:
    with pytest.raises(pyrules.FormError, match=r"^'dicepool': Moonwalk has no such field; use pool \(Dicepool\)$"):
        pyrules.test("moonwalk", dicepool=12)
    with pytest.raises(pyrules.FormError, match=r"use pool \(Dicepool\)$"):
        pyrules.test("moonwalk", pool=12).replace(dicepool=3)


class Array:
    """A stand-in for arrays of numpy and columns of pandas, which have a list of their numbers."""

    def tolist(self) -> list[int]:
        return [6, 1]


class Foreign:
    """An integer of another library's."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number

    __int__ = __index__

    def __ge__(self, other: int) -> bool:
        return self.number >= other

    def __le__(self, other: int) -> bool:
        return self.number <= other


Integral.register(Foreign)


def test_numbers_of_other_libraries_are_numbers() -> None:
    test = pyrules.test("moonwalk", pool=Foreign(2), threshold=Foreign(1))
    assert test == pyrules.parse("moonwalk", "2 (1)")
    assert pickle.loads(pickle.dumps(test)) == test  # noqa: S301
    assert ANY.judge(test, Array()) == ANY.judge(test, [Foreign(6), Foreign(1)]) == pyrules.judge(test, [6, 1])
    assert ANY.roll(test, seed=Foreign(7)) == pyrules.roll(test, seed=7)


@pytest.mark.parametrize("seed", [7, 0.5, "table", b"table"])
def test_a_seed_is_what_pythons_generator_takes(seed: Any) -> None:
    test = pyrules.parse("moonwalk", "20 (1)")
    assert pyrules.roll(test, seed=seed) == pyrules.roll(test, seed=seed)
    with pytest.raises(TypeError, match="seed"):
        ANY.roll(test, seed=[1])


def test_a_comparison_says_which_test_takes_too_long() -> None:
    long = pyrules.parse("relics", "20d6 +4 / 4d -4 / 4d pcs 4")
    with pytest.raises(pyrules.TooMuchWork, match=r"^test 2: exact odds of "):
        pyrules.compare(ALMOND, long, seconds=0.0001)


def test_a_table_has_every_combination_at_once() -> None:
    over = {"pool": range(1, 21), "threshold": (1, 2, 3)}
    found = pyrules.table("moonwalk", "{pool} [6] ({threshold})", over=over, house_rules={"glitch": "off"})
    assert (len(found.odds), repr(found)) == (60, "Table(20 pool by 3 threshold)")
    row = found.rows[3 * 11 + 2]
    assert (row["pool"], row["threshold"], row["notation"]) == (12, 3, "12 [6] (3)")
    alone = pyrules.odds(pyrules.parse("moonwalk", "12 [6] (3)", glitch="off"))
    assert (row["success"], row["glitch"], row["mean hits"]) == (*list(alone.events.values())[:2], alone.means["hits"])
    told = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert (told[35]["pool"], float(told[35]["success"])) == ("12", float(row["success"]))
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301


@pytest.mark.parametrize(
    ("template", "over", "words"),
    [
        ("{dice}d6 TN 4", {"pool": (1,)}, "'{dice}d6 TN 4' and over=['pool']; name the same in both"),
        ("{dice.real}d6 TN 4", {}, "'{dice.real}d6 TN 4' and over=[]; name the same in both"),
        ("{dice}d6 TN 4", {"dice": ()}, "0 tests in a table; use 1 to 10000"),
        ("{dice}d6 TN 4", {"dice": range(10_001)}, "10001 tests in a table; use 1 to 10000"),
        ("{dice}d6 TN 4", {"dice": (1, "x")}, "'xd6 TN 4': column 5: 'TN' does not fit here; expected 'd6'"),
    ],
)
def test_a_table_that_cannot_be_is_refused(template: str, over: dict[str, Any], words: str) -> None:
    with pytest.raises(pyrules.RulesError, match=f"^{re.escape(words)}"):
        pyrules.table("almond", template, over=over)


def test_house_rules_of_a_test_can_be_others() -> None:
    test = pyrules.parse("moonwalk", "12 (3)", standard_result="round_up")
    assert test.replace(house_rules={"glitch": "off"}) == pyrules.parse(
        "moonwalk", "12 (3)", standard_result="round_up", glitch="off"
    )
    with pytest.raises(pyrules.FormError, match="glitches"):
        test.replace(house_rules={"glitches": "off"})


def test_advice_tells_what_it_costs_on_average() -> None:
    lying = pyrules.judge(pyrules.parse("stepdie", "5d6 + d10 (3) ip 3"), "6,5,4,2,1,7")
    for one in pyrules.advice(lying):
        cost = one.expected_cost
        assert cost is not None
        assert cost >= one.cost
        assert f"{cost:.2f} IP on average" in one.policy if one.policy else cost == one.cost
    attack = pyrules.judge(pyrules.parse("general", "d6 + d6 (9) reroll 1"), [5, 1])
    assert [one.expected_cost for one in pyrules.advice(attack)] == [0, 0, 0]


def test_a_field_that_does_not_count_is_refused() -> None:
    with pytest.raises(pyrules.FormError, match="interval: counts only where kind is extended, else leave it out"):
        pyrules.test("moonwalk", pool=5, interval=3)


@shipped_examples
def test_results_are_judged_again_by_their_faces(system: System[Any], example: Example) -> None:
    result = judge_example(system, example)
    assert pyrules.judge(result.test, result.faces, picks=result.roll.picks) == result
    assert result.dice == tuple(chain(*result.roll.dice))
    assert result.success is result.verdict.good


@shipped_examples
def test_everything_pickles_and_has_a_repr_that_reads(system: System[Any], example: Example) -> None:
    result = judge_example(system, example)
    found = pyrules.odds(result.test)
    assert repr(system) == f"System({system.id!r})"
    for value in (system, result.test, result, found, *pyrules.what_ifs(result.test), found.distributions):
        assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301
        assert " object at 0x" not in repr(value)


@pytest.mark.parametrize(
    "error",
    [
        pyrules.NotationError(3, "'x' does not fit", "a number"),
        pyrules.FormError({"dice": "too many"}),
        pyrules.IllegalRoll("no"),
        pyrules.TooMuchWork("no"),
    ],
)
def test_errors_pickle(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: ANY.odds("5d6 TN 4"), "a test is what pyrules.parse and pyrules.test give; got str '5d6 TN 4'"),
        (lambda: ANY.roll(7), "a test is what pyrules.parse and pyrules.test give; got int 7"),
        (lambda: ANY.judge(ALMOND, 1.5), "dice are a list of faces, or text such as '6, 5, 1'; got float 1.5"),
        (lambda: ANY.judge(ALMOND, None), "dice are a list of faces"),
        (lambda: ANY.advice(ALMOND), "advice is on a result, as pyrules.roll and pyrules.judge give it; got Test"),
        (lambda: ANY.roll(ALMOND, picks=["reroll"]), "a pick is pyrules.Pick(option, places); got str 'reroll'"),
        (lambda: ANY.parse("almond", 5), "a notation is text such as '5d6'; got int 5"),
        (lambda: ANY.parse(5, "5d6"), "a system is one of SYSTEMS, or its id; got int 5"),
        (lambda: ANY.compare(ALMOND, "x"), "a test is what pyrules.parse and pyrules.test give; got str 'x'"),
        (lambda: ANY.sweep("x"), "a test is what"),
        (lambda: ANY.what_ifs("x"), "a test is what"),
        (lambda: ANY.session(["x"]), "a test is what"),
        (lambda: ANY.session(ALMOND), "tests are a list of what pyrules.parse and pyrules.test give; got Test"),
        (lambda: ANY.smallest_pool(ALMOND, "80 %"), "a chance is a number from 0 to 1; got str '80 %'"),
    ],
)
def test_wrong_types_are_named_in_a_sentence(call: Callable[[], object], words: str) -> None:
    with pytest.raises(TypeError, match=f"^{re.escape(words)}"):
        call()


def test_the_smallest_pool_takes_any_number_for_a_chance() -> None:
    test = pyrules.parse("moonwalk", "1 (1)")
    for chance in (0.8, Fraction(4, 5), pyrules.Ratio(8, 10)):
        assert pyrules.smallest_pool(test, chance) == 4
    assert pyrules.smallest_pool(test, 5 / 9) == 2
    found = pyrules.smallest_pool(test, 0.8)
    assert found is not None
    assert (found.test, repr(found)) == (pyrules.parse("moonwalk", "4 (1)"), "4")
    again = pickle.loads(pickle.dumps(found))  # noqa: S301
    assert (again, again.test) == (4, found.test)
    assert pyrules.smallest_pool(test, 1) is None
    with pytest.raises(pyrules.RulesError, match="a chance of 80; use 0 to 1"):
        pyrules.smallest_pool(test, 80)
