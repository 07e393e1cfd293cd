"""Texts of newcomers to games of values: each is understood, or refused at its line in one sentence."""

import re
from pathlib import Path

import pytest

from pyrules.author.source import read_source
from pyrules.core.engine import chances_of
from pyrules.core.faces import read_faces

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
        ("sixes - taken", "sixes — taken"),
        ("successes >= 3", "successes ≥ 3"),
        ("successes >= 3", "successes >= 3 and sixes not in (1, 2)"),
        ("successes >= 3", "sixes in (3, 4, 5, 6, 7, 8, 9, 10) and successes >= 3"),
        ("successes >= 3", "successes >= 3 and skill is not 9"),
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
        (
            "mine = d6(attribute + skill)",
            "mine = d6(attribute + skill",
            "was never closed; close it where what it holds",
        ),
        ("1 @ hope", "1 * hope", "Spend Hope costs 1 * hope of nothing; write how much of which counter"),
        ("costs=1 @ hope", "cost=1 @ hope", "Spend Hope has no 'cost'; do you mean 'costs'?"),
        ("costs=1 @ hope", "costs=7", "Spend Hope costs 7 of nothing; write how much of which counter"),
        ("costs=1 @ hope", "costs=lambda t: 1", "Spend Hope costs what a function says; write how much"),
        ("mine.count(6)", "mine.cuont(6)", "dice have no 'cuont'; do you mean 'count'?"),
        ("successes >= 3", "mine.count >= 3", "count is asked with brackets, as in mine.count(6) >= 1"),
        ("successes >= 3", "mine >= 3", "are dice and no number"),
        ("mine.count(6)", "mine.total()", "what is read of dice has no brackets: mine.total"),
        ("mine.count(6)", "mine[0]", "dice are read by .total, .highest or .count(6)"),
        ("mine.count(6)", "len(mine)", "mine.count() says how many there are"),
        ("mine.count(6)", "sum(mine)", "dice are read by .total"),
        ("mine.count(6)", "d6.count(6)", "d6 needs brackets: d6() is one die, d6(3) are three"),
        ("mine = d6(attribute + skill)", "mine = 2d6", "write d6(2) for 2d6"),
        ("mine = d6(", "mine = d7(", "there is no 'd7'; write dice(7, 2) for two dice of 7 sides"),
        ("mine = d6(", "mine = explode(", "add it to the line that begins with: from pyrules.author import"),
        ("sixes = mine", "sixes == mine", "one = gives a name, and == compares: write sixes = ..."),
        ("sixes = mine", "sixes := mine", "write = in place of :="),
        ("sixes = mine", "class = mine", "class is a word of Python's and cannot be a name"),
        ("sixes = mine", "def sixes(mine)\n    return 1\nsixes = mine", "this line needs a colon at its end"),
        ('"Skill", 0, 5', '"Skill", "0", "5"', "write whole numbers without quotes"),
        ('"Skill", 0, 5', "0, 5", "'0' stands where a title must; begin with one in quotes"),
        ('degree("Success", successes >= 1)', 'degree(successes >= 1, "Success")', "stands where a title must"),
        (
            'degree("Success", successes >= 1)',
            'degree("Success", say="x")',
            "degree() takes no 'say'; do you mean 'says'?",
        ),
        ('degree("Success", successes >= 1)', '"Success"', "'Success' is no degree; write degree("),
        ('each="player"', 'each="all"', "Hope is of each 'all', which nobody is; use campaign, player"),
        (", test, opposed)", ", [test, opposed])", "is no action; give each by itself"),
        ("rerolls=mine.below(6)", "most=1", "Spend Hope says how many dice at most, and rerolls none"),
        ("rerolls=mine.below(6)", 'rerolls="all"', "rerolls 'all', which is no dice; write some, such as mine"),
        ("rerolls=mine.below(6)", "rerolls=mine.count(6)", "which is no dice; write some, such as mine"),
        ("successes >= 3", "sixes % 0 == 0", "nothing can be divided by 0; say what counts then"),
        ("attribute + skill)", "attribute ** 2)", "'attribute' has no powers"),
        ("d10(doom)", "d10(100000)", "100000 dice are too many; roll 100 at most"),
        ("1, 5, start=3)", "1, 5, strat=3)", "Attribute has no 'strat'; do you mean 'start'?"),
        ('"Triumph"', '"Triumph', "a quote is missing in this line"),
        ("1, 5, start=3)", "5, 1)", "Attribute goes from 5 to 1, where the lowest comes first; change them round"),
        ("1, 5, start=3)", "1, 5, start=30)", "Attribute starts at 30, which is not from 1 to 5"),
        ("import action", "import acton, action", "pyrules.author has no 'acton'; do you mean 'action'?"),
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
        (
            "sixes = mine",
            "who = input('?')\nsixes = mine",
            "input() asks while a text is read; state what people fill in",
        ),
        ("sixes = mine", "open('x.txt').read()\nsixes = mine", "open() reads a file, and a game has none"),
        ("from pyrules", "**Doom**\nfrom pyrules", "this is how a page of text is marked, and no Python"),
        ("sixes = mine", "- sixes = mine", "this is how a page of text is marked, and no Python"),
        ("sixes = mine", "* sixes = mine", "this is how a page of text is marked, and no Python"),
        ("from pyrules", "Here is the code:\nfrom pyrules", "this is no Python; put # before a note"),
        ("sixes = mine", "// sixes\nsixes = mine", "a note begins with #; write # in place of //"),
        ("sixes = mine.count(6)", "sixes = mine.count(6) // how many", "write # in place of //"),
        ("sixes = mine", "var sixes = mine", "a name needs no word before it: write sixes = ..."),
        ("sixes = mine", "all my sixes = mine", "a name is one word: write all_my_sixes = ..."),
        ("sixes = mine", "my-sixes = mine", "a name is one word: write my_sixes = ..."),
        ("sixes = mine", "6s = mine", "a name begins with a letter, and not as 6s does"),
        ("sixes = mine", "$sixes = mine", "leave out $, which no name has"),
        ("mine.count(6)", "mine.count(> 4)", "write count(at_least=5) for count(> 4)"),
        ("mine.count(6)", "mine.count(<= 2)", "write count(below=3) for count(<= 2)"),
        ("mine.count(6)", "mine.count(=6)", "nothing stands between ( and =; leave out the ="),
        ("mine.count(6)", "mine.count[6]", "a function is asked with round brackets, as in mine.count(6)"),
        ("mine.count(6)", "mine.count{6}", "write round brackets after count: count(...)"),
        ("mine.count(6)", "mine.count(6))", "a bracket is closed here that was never opened"),
        ("mine.count(6)", "mine.sum", "dice have no 'sum'; do you mean 'total'?"),
        ("mine.count(6)", "mine.keep(2)", "dice have no 'keep'; do you mean 'keep_highest'?"),
        ("mine.count(6)", "mine.count(6).total", "is a number already, and has no 'total'; leave it out"),
        ("mine.count(6)", "roll(mine)", "there is no 'roll'; people roll the dice; read what they show"),
        ("mine.count(6)", "count(mine, 6)", "there is no 'count'; it is asked of dice, as in mine.count(6)"),
        ("mine.count(6)", "d6 + 2", "dice need brackets, and a reading to be a number"),
        ("mine.count(6)", "d6(2)(3)", "dice are followed by brackets; say how many in the first, as in d6(3)"),
        ("mine.count(6)", "d6(2).keep_highest('1').total", "'1' is no whole number; write how many are kept"),
        ("mine.count(6)", "d6(2).reroll([1, 2]).total", "[1, 2] is no whole number; write each face by itself"),
        ("mine.count(6)", "d6(2).explode('6').total", "'6' is no whole number; write a face to go on from"),
        ("mine.count(6)", "(5).count(6)", "'count' is asked of a number; ask it of dice, as in mine.count(6)"),
        ("mine.count(6)", "if mine.total > 3: 1", "write the value first: this if condition else that"),
        ("successes >= 3", "successes >= 3 && sixes > 1", "write and in place of &&"),
        ("successes >= 3", "successes >= 3 || sixes > 1", "write or in place of ||"),
        ("successes >= 3", "!successes", "write not in place of the exclamation mark"),
        ("successes >= 3", "successes > = 3", "write >= without a blank between"),
        ("successes >= 3", "successes <> 3", "write != in place of <>"),
        ("successes >= 3", "successes === 3", "write == in place of ==="),
        ("successes >= 3", "successes is 3 or more", "there is no 'more'; write >= for so much or more"),
        ("successes >= 3", "lambda: successes >= 3", "is known outside functions only; leave out lambda: before it"),
        ("successes >= 3", "successes.at_least", "at_least needs brackets, and a comparison makes a condition"),
        ('degree("Triumph", successes', 'degree["Triumph", successes', "write round brackets after degree"),
        ('system("doom"', "system(doom", "is no id for a system"),
        ("from pyrules.author import", "from pyrules import", "write from pyrules.author import action"),
        ("from pyrules", "import numpy\nfrom pyrules", "there is no 'numpy' to import here; leave it out"),
        ("sixes = mine", "print 'x'\nsixes = mine", "a game prints nothing; leave print out"),
        ("sixes = mine", "break\nsixes = mine", "this ends a loop, and there is none; leave it out"),
        ("sixes = mine", "a, b = 1, 2, 3\nsixes = mine", "left of = stand more names, or fewer, than there are things"),
        ("sixes = mine", "len(5)\nsixes = mine", "a number has no length; leave out len()"),
        ("sixes = mine", "[1][2]\nsixes = mine", "there are fewer than that in it; the first is [0]"),
        ("sixes = mine", "dict(a=1)['b']\nsixes = mine", "there is no 'b' in it; look how it is written"),
        ("sixes = mine", "int('x')\nsixes = mine", "'x' is no whole number; write one without quotes"),
        ("sixes = mine", "raise ValueError('no luck')\nsixes = mine", "the text ends itself here: no luck"),
        ("sixes = mine", "abs('a')\nsixes = mine", "a whole number must stand here"),
        ("sixes = mine", "exec('1+')\nsixes = mine", "Python cannot do this; see whether each part of the line"),
        ("sixes = mine", "x = 1,000 dice\nsixes = mine", "a sign, a comma or a bracket is missing here"),
    ],
)
def test_a_mistake_is_told_at_its_line_with_what_to_write(right: str, wrong: str, message: str) -> None:
    (problem,) = read_source(DOOM.replace(right, wrong, 1)).problems
    assert problem.line == line_of(right)
    assert message in problem.words


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("degrees=[\n", "rules=1, degrees=[\n", "Test has no 'rules'; do you mean 'refuses'?"),
        ("degrees=[\n", "degree=[\n", "Test has no 'degree'; do you mean 'degrees'?"),
        ("options=[", "option=[", "Test has no 'option'; do you mean 'options'?"),
        ("d10(doom)", "d10(99)", "the pool comes to 104 dice; at most 100"),
        ("degrees=[\n", "success='Success', degrees=[\n", "Test has success=, and so have its degrees with good="),
        ("start=3, each", "start=3, short='', each", "Hope has no 'short'; do you mean"),
        ("attribute + skill)", "Hope + skill)", "there is no 'Hope'; do you mean 'hope'?"),
        ("foe = number", "Mine = foe = number", "two values of Against somebody are called 'mine'; give one of them"),
        ("d10(doom)", "d10(mine.count(6))", "depends on other dice, and all dice of a test are thrown at once"),
    ],
)
def test_a_mistake_between_lines_is_told_with_what_to_write(right: str, wrong: str, message: str) -> None:
    (problem,) = read_source(DOOM.replace(right, wrong, 1)).problems
    assert message in problem.words


def test_what_goes_wrong_inside_a_function_is_told_at_its_line() -> None:
    text = DOOM.replace("sixes = mine", "def best(mine):\n    found = None\n    return found.count(6)\n\nsixes = mine")
    (problem,) = read_source(text.replace('"Test",\n', '"Test", outcome=[best],\n')).problems
    assert text.split("\n")[problem.line - 1] == "    return found.count(6)"
    assert problem.words == "'count' is asked of nothing: a name was given None, or a function ends without return"


RAW = re.compile(r"Error\b|Exception|object|NoneType|operand|invalid|argument|subscript|iterable|callable")
"""Mistakes that only Python tells, to those who know it."""


@pytest.mark.parametrize("named", ["None", "5", "'a'", "[1]", "{}", "d6", "d6(2)", "d6(2).total", "hope", "number"])
@pytest.mark.parametrize(
    "use",
    ["x.count(6)", "x.foo", "x()", "x[0]", "x['a']", "x + 1", "x - 'a'", "x < 2", "len(x)", "sum(x)", "-x", "int(x)"],
)
def test_nothing_is_told_in_the_words_of_python(named: str, use: str) -> None:
    for one in read_source(DOOM.replace("sixes = mine", f"x = {named}\n{use}\nsixes = mine", 1)).problems:
        assert not RAW.search(one.words)
        assert one.line == line_of("sixes = mine") + 1


def test_what_is_left_to_chance_outside_dice_is_noted() -> None:
    (note,) = read_source(DOOM.replace("mine = d6", "import random\nmine = d6", 1)).notes
    assert note.line == line_of("mine = d6")
    assert note.words == "what is left to chance is for the dice: write d6() in place of random"


def test_functions_keep_the_meaning_that_python_gives_them() -> None:
    text = DOOM.replace(
        "sixes = mine.count(6)",
        "def best(mine):\n    return max(mine) if mine and not 1 < len(mine) < 1 else 0\n\nsixes = mine.count(6)",
    )
    assert read_source(text.replace('"Test",\n', '"Test", outcome=[best],\n')).problems == ()


def test_mistakes_that_do_not_depend_on_each_other_are_told_at_once() -> None:
    text = DOOM.replace("attribute + skill)", "attribute + skil)").replace("d10(doom)", "d10(domo)")
    text = text.replace("d6(foe)", "d6(foe * 1.5)")
    found = [(one.line, one.column, one.words) for one in read_source(text).problems]
    lines = text.split("\n")
    assert [lines[line - 1][column - 1 :] for line, column, _ in found] == ["skil)", "domo)", "foe * 1.5)"]
    assert [words.split(";", maxsplit=1)[0] for *_, words in found] == [
        "there is no 'skil'",
        "there is no 'domo'",
        "1.5 is no whole number",
    ]
    missing = DOOM.replace("d10, degree, number,", "d10, degree,")
    (problem,) = read_source(missing).problems
    assert problem.words.startswith("there is no 'number'; add it to the line")


@pytest.mark.parametrize(
    ("right", "written", "message"),
    [
        (
            "test = action(",
            'luck = option("Luck", adds=1)\ntest = action(',
            "Luck is used nowhere; give it to an action",
        ),
        (
            "mine = d6(",
            'luck = number("Luck", 0, 3)\nmine = d6(',
            "Luck is used nowhere; use it in dice, values or degrees",
        ),
        (
            "doom = number",
            'skill = number("Luck", 0, 5)\ndoom = number',
            "skill is something else in line 9, and nothing",
        ),
        ('"Doom dice"', '"Skill"', "two fields are called 'Skill'; give one of them another title"),
        (", test, opposed)", ", test)", "Against somebody is used nowhere; give it to system(...)"),
        ("costs=1 @ hope, rerolls=mine.below(6)", "", "Spend Hope changes nothing; say what it costs or rerolls"),
    ],
)
def test_what_is_stated_and_does_nothing_is_noted_at_its_line(right: str, written: str, message: str) -> None:
    text = DOOM.replace(right, written, 1)
    assert text != DOOM
    found = read_source(text)
    assert found.systems
    note = found.notes[-1]
    assert message in note.words
    named = re.match(r"two fields are called '(\w+)'|(.+?) (?:is|changes) ", message)
    assert named
    assert (named[1] or named[2]) in text.split("\n")[note.line - 1]


SMALL = """from pyrules.author import *
gone = track("Gone", 5)
skill = number("Skill", 1, 5)
mine = d6(skill)
a = action("A", {})
G = system("game", "Game", a)
"""


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        ('success=mine.total >= 3, effects={"Yes": costs(1 @ gone)}', "A has no degrees, so what it changes by degree"),
        ('success=mine.total >= 3, says={"Yes": "well done"}', "A has no degrees, so what it says by degree"),
        ('success=mine.total >= 3, triumph="Yes"', "A has no degrees, so what it celebrates by degree"),
        ("success=mine.total >= 3, pickled=1", "A has no 'pickled'; use counts, degrees, disaster"),
        ("success=mine.total >= 3, given_besides=1", "A has no 'given_besides'; use counts, degrees, disaster"),
        ("success=mine.total >= 3, readings=1", "A has no 'readings'; do you mean"),
        ("success=mine.total >= 3, effects=gains(1)", "1 is no amount of a counter; write how much of which"),
        ("success=mine.total >= 3, counts=mine.highest", "dice are marked that are counted"),
        ('success=mine.total >= number("Limit", 1, 9, optional=True)', "nothing can be worked out of a blank"),
        ('success=mine.total >= choice("Limit", "1 2", optional=True)', "only a number can be left blank"),
    ],
)
def test_nothing_that_is_stated_is_dropped(stated: str, message: str) -> None:
    (problem,) = read_source(SMALL.format(stated)).problems
    assert message in problem.words


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("mine.count(9)", "9 never comes up in mine; ask for another face"),
        ("mine.count(6, 0)", "0 never comes up in mine; ask for another face"),
        ("mine.count(at_least=7)", "7 or more never comes up in mine; ask for another face"),
        ("mine.count(below=1)", "less than 1 never comes up in mine; ask for another face"),
        ("d10().count(at_least=11)", "11 or more never comes up in dice; ask for another face"),
        ("mine.explode().count(6)", "6 never comes up in dice; ask for another face"),
        ("dice([0, 0, 1, 2], skill).count(3)", "3 never comes up in dice; ask for another face"),
        ("d100().count(101)", "101 never comes up in dice; ask for another face"),
        ("mine.explode().count(7)", ""),
        ("mine.explode().count(at_least=40)", ""),
        ("mine.explode(most=2).count(6)", ""),
        ("mine.again().count(6)", ""),
        ("mine.reroll(6).count(6)", ""),
        ("mine.count(skill)", ""),
        ('draw(2, red=3, black=3).count("red")', ""),
    ],
)
def test_faces_that_no_die_shows_are_noted_at_their_line(written: str, told: str) -> None:
    text = SMALL.format(f"success={written} >= 1")
    found = read_source(text)
    assert found.problems == ()
    notes = [one for one in found.notes if "comes up" in one.words]
    assert [one.words for one in notes] == [told] * bool(told)
    assert all(written in text.split("\n")[note.line - 1] for note in notes)


def test_faces_that_no_die_shows_are_noted_where_dice_are_rolled_again() -> None:
    (note,) = read_source(DOOM.replace("mine.below(6)", "mine.showing(7)")).notes
    assert note.words == "7 never comes up in mine; ask for another face"
    assert note.line == line_of("mine.below(6)")


def test_fewer_words_are_needed() -> None:
    text = 'from pyrules.author import *\nG = system("game", "Game", action("Roll", success=d6(2).total >= 7))'
    (game,) = read_source(text).systems
    assert game.write(game.from_form({}, {})) == "roll"
    (doom,) = read_source(DOOM.replace('word="against",', "")).systems
    assert any(one.notation.startswith("opposed ") for one in doom.examples)
    (bonus,) = read_source(
        SMALL.format('degrees=[degree("Yes", mine.total + 2 * option("Help") >= 9), degree("No", good=False)]')
    ).systems
    test = bonus.from_form({}, {})
    assert [one.label for one in bonus.options(test, bonus.replay(test, read_faces("4")))] == ["Help"]


def test_a_value_may_be_named_as_an_outcome_as_well() -> None:
    text = SMALL.replace("a = action", "twice = mine.total * 2\na = action").format(
        "outcome=[twice], success=twice >= 6"
    )
    assert read_source(text).problems == ()


def test_dice_that_are_counted_are_marked() -> None:
    (doom,) = read_source(DOOM).systems
    test = doom.parse("1 skill 1 doom 1", {})
    (marks,) = doom.judge(test, doom.roll(test, lambda throw: [6, 2][: throw.count] if throw.sides == 6 else [1])).marks
    assert [one.kind for one in marks] == ["hit", "plain", "hit"]
