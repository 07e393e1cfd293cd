"""What newcomers write in a game of values: what is understood, and what is told at its line, in one sentence."""

from pathlib import Path

import pytest

from pyrules.author.source import read_source
from pyrules.core.engine import chances_of

DOOM = (Path(__file__).parent / "games" / "doom.py").read_text(encoding="utf-8")


def line_of(part: str) -> int:
    return DOOM[: DOOM.index(part)].count("\n") + 1


@pytest.mark.parametrize(
    ("right", "written"),
    [
        ('"Triumph"', "“Triumph”"),
        ('"Triumph"', "„Triumph“"),
        ("mine = d6", "mine\u00a0= d6"),
        ("mine = d6", "mine\u200b = d6"),
        ("sixes - taken", "sixes – taken"),
        ('"""Doom', '\ufeff"""Doom'),
        ("(sixes - taken).at_least(0)", "max(sixes - taken, 0)"),
        ("(sixes - taken).at_least(0)", "max(0, sixes - taken)"),
        ("(sixes - taken).at_least(0)", "sixes - taken if sixes > taken else 0"),
        ("successes >= 3", "sixes >= 3 and successes >= 3 or successes == 3"),
        ("successes >= 3", "not successes < 3"),
        ("successes >= 3", "3 <= successes <= 99"),
        ("successes >= 3", "True and successes >= 3"),
        ("1 @ hope", "hope @ 1"),
    ],
)
def test_what_can_mean_one_thing_only_is_understood(right: str, written: str) -> None:
    assert right in DOOM
    found = read_source(DOOM.replace(right, written, 1))
    assert found.problems == ()
    (system,) = found.systems
    (plain,) = read_source(DOOM).systems
    one, other = (chances_of(game).odds(game.from_form({}, {})) for game in (system, plain))
    assert one.events == other.events
    assert one.distributions["degree"].rows == other.distributions["degree"].rows


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("attribute + skill)", "attribute + skil)", "there is no 'skil'; do you mean 'skill'?"),
        ("successes >= 3)", "true)", "there is no 'true'; do you mean 'True'?"),
        ("successes >= 3", "successes = 3", "one = names what is given; write == to compare: successes == ..."),
        ("successes >= 3", "successes => 3", "write >= in place of =>"),
        ("mine = d6(attribute + skill)", "mine = d6(attribute + skill", "'(' was never closed"),
        ("1 @ hope", "1 * hope", "Spend Hope costs 1 * hope of nothing; write how much of which counter"),
        ("costs=1 @ hope", "cost=1 @ hope", "Spend Hope has no 'cost'; do you mean 'costs'?"),
        ("costs=1 @ hope", "costs=7", "Spend Hope costs 7 of nothing; write how much of which counter"),
        ("costs=1 @ hope", "costs=lambda t: 1", "Spend Hope costs what a function says; write how much"),
        ("mine.count(6)", "mine.cuont(6)", "dice have no 'cuont'; do you mean 'count'?"),
        ("successes >= 3", "mine.count >= 3", "count is asked with brackets, as in mine.count(6) >= 1"),
        ("successes >= 3", "mine >= 3", "are dice and no number"),
        ("1, 5, start=3)", "5, 1)", "Attribute goes from 5 to 1, where the lowest comes first; change them round"),
        ("1, 5, start=3)", "1, 5, start=30)", "Attribute starts at 30, which is not from 1 to 5"),
        ("import action", "import acton, action", "cannot import name 'acton' from 'pyrules.author'"),
        ("skill = number", "skill = Number", "there is no 'Number'; do you mean 'number'?"),
        ("successes >= 3", "1 // 0 == 0", "this divides by 0; say what counts then"),
        ("successes >= 3", "not taken", "is a number and no condition; compare it, as in ones == 0"),
        ("successes >= 3", "sixes and taken", "is a number, and & stands between conditions"),
        ('"Triumph", successes', 'f"Triumph {successes}", successes', "leave out the f before the text"),
        ("d10(doom)", "d10(mine)", "are dice and no number"),
        ("d10(doom)", 'd10("two")', "'two' is no number of dice"),
        ("sixes = mine", "  sixes = mine", "this line begins with blanks; let it begin at the left"),
        ("sixes = mine", ">>> sixes = mine", "leave out >>>, which a Python prompt shows"),
        ("from pyrules", "```python\nfrom pyrules", "leave out the line ```python"),
        ("from pyrules", "From pyrules", "write from in small letters, not From"),
        ('system("doom"', 'system("Doom!"', "'Doom!' is no id for a system"),
        (", test, opposed)", ")", "Doom and Hope has no kind of test; give it an action"),
    ],
)
def test_a_mistake_is_told_at_its_line_with_what_to_write(right: str, wrong: str, message: str) -> None:
    (problem,) = read_source(DOOM.replace(right, wrong, 1)).problems
    assert problem.line == line_of(right)
    assert message in problem.words


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ('degree("Success", successes >= 1)', '"Success"', "'Success' is no degree; write degree("),
        ("degrees=[\n", "rules=1, degrees=[\n", "Test has no 'rules'; do you mean 'refuses'?"),
        ("degrees=[\n", "degree=[\n", "Test has no 'degree'; do you mean 'degrees'?"),
        ("options=[", "option=[", "Test has no 'option'; do you mean 'options'?"),
        ("d10(doom)", "d10(100000)", "the pool comes to 100005 dice; at most 100"),
        ('word="against",', "", "each kind of test but one needs a word of its own"),
        ("d10(doom)", "d10(mine.count(6))", "depends on other dice, and all dice of a test are thrown at once"),
    ],
)
def test_a_mistake_between_lines_is_told_with_what_to_write(right: str, wrong: str, message: str) -> None:
    (problem,) = read_source(DOOM.replace(right, wrong, 1)).problems
    assert message in problem.words


def test_functions_keep_the_meaning_that_python_gives_them() -> None:
    text = DOOM.replace(
        "sixes = mine.count(6)",
        "def best(mine):\n    return max(mine) if mine and not 1 < len(mine) < 1 else 0\n\nsixes = mine.count(6)",
    )
    assert read_source(text.replace('"Test",\n', '"Test", outcome=[best],\n')).problems == ()
