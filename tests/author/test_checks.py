"""The workshop's checks of a system pass for those that pass all tests, and name the line that is to blame."""

from pathlib import Path

import pytest

from pyrules.author.checks import CHECKS, checks
from pyrules.author.source import VERSION, Problem, read_source

FOLDER = Path(__file__).parent
NAMES = ("blades", "fates", "keep", "pattern", "sums", "under")
TEXTS = {name: (FOLDER / f"{name}.py").read_text("utf-8") for name in NAMES}


def problems_in(text: str) -> dict[str, Problem]:
    """The problems that the checks find, by what they say."""
    source = read_source(text)
    assert source.problems == ()
    return {one.title: one.problem for one in checks(source.systems[0], text) if one.problem}


@pytest.mark.parametrize("name", TEXTS)
def test_a_system_that_passes_all_tests_passes_the_checks(name: str) -> None:
    source = read_source(TEXTS[name])
    told = list(checks(source.systems[0], TEXTS[name]))
    assert [one.title for one in told] == list(CHECKS)
    assert [one for one in told if one.problem] == []


def test_a_rule_that_no_example_shows_is_told_where_the_system_is_stated() -> None:
    text = TEXTS["pattern"].replace('"2d6 (2) careful: 3,1,6 [push]"', '"2d6 (2): 3,1"')
    (told,) = problems_in(text).items()
    assert told[0] == "The examples show every rule"
    assert "Careful" in told[1].words
    assert text.split("\n")[told[1].line - 1].startswith("PATTERN = system")


@pytest.mark.parametrize(
    ("written", "never"),
    [
        ("successes >= 30", "Triumph"),
        ("successes >= 1) & (successes < 1", "Triumph"),
        ("successes >= 10", ""),
        ("mine.count(6) == 0", ""),
    ],
)
def test_a_degree_that_no_roll_comes_to_is_told_at_its_line(written: str, never: str) -> None:
    doom = (FOLDER / "games" / "doom.py").read_text("utf-8")
    text = doom.replace("successes >= 3", f"({written})", 1)
    told = problems_in(text).get("Every result can come up")
    assert bool(told) is bool(never)
    if told:
        assert never in text.split("\n")[told.line - 1]
        assert told.words.startswith("no roll that was tried comes to Triumph; change when it comes")


def test_a_degree_reached_only_after_the_roll_is_not_reported() -> None:
    doom = (FOLDER / "games" / "doom.py").read_text("utf-8")
    text = doom.replace("rerolls=mine.below(6)", "adds=1").replace("successes >= 3", "successes >= 30", 1)
    assert "Every result can come up" not in problems_in(text)


def test_what_fails_only_for_some_forms_is_told_at_its_line() -> None:
    text = TEXTS["pattern"].replace(
        "    return face >=", "    assert not careful, 'not thought of'\n    return face >="
    )
    text = text.replace(', "2d6 (2) careful: 3,1,6 [push]"', "")
    told = problems_in(text)["Every roll comes to a result"]
    assert told.words == "the text ends itself here: not thought of"
    assert "assert" in text.split("\n")[told.line - 1]


@pytest.mark.parametrize(
    ("line", "written", "name"),
    [
        ("    return face >=", "    import random\n    return random.random() < 0.5 or face >=", "hits"),
        ("    return face >=", "    seen.append(face)\n    return len(seen) % 2 or face >=", "hits"),
        ("pool=lambda t: d6(t.dice)", "pool=lambda t: d6(t.dice + (t.dice > 3 and chance()))", "chance"),
        ('"success": lambda hits, difficulty:', '"success": lambda hits, difficulty: chance() and', "chance"),
    ],
)
def test_what_is_not_the_same_twice_is_told_at_its_line(line: str, written: str, name: str) -> None:
    text = TEXTS["pattern"].replace(line, written).replace("def hits", f"seen = []\n{CHANCE}\n\ndef hits")
    told = problems_in(text)["The same dice always come to the same"]
    assert f"def {name}(" in text.split("\n")[told.line - 1]
    assert told.words.startswith(f"{name} gives ")
    assert told.words.endswith("of the same dice; what is left to chance is for the dice of the pool")


CHANCE = """
def chance():
    seen.append(0)
    return len(seen) % 2
"""


def test_chances_that_are_refused_are_told_with_what_makes_them_faster() -> None:
    text = TEXTS["pattern"].replace("d6(t.dice)", "d10(t.dice)").replace("import action,", "import action, d10,")
    as_a_whole = "def hits(faces, careful):\n    return sum(face >= (3 if careful else 4) for face in faces)\n#"
    notes = {}
    for written in (text, text.replace("def hits(", f"{as_a_whole} def hits(").replace("    return face >=", "#")):
        source = read_source(written)
        assert source.problems == ()
        notes[written] = list(checks(source.systems[0], written))[-1].title
    one_by_one, whole = notes.values()
    assert one_by_one == list(CHECKS)[-1]
    assert "but there are none for '20d6 (4)', since the dice of this test can fall in too many ways" in whole
    assert whole.endswith("functions that ask for face take many more dice than those that ask for faces")


def test_a_text_for_a_newer_version_says_so_and_is_not_run() -> None:
    text = f"# pyrules.author {VERSION + 1}\nraise SystemExit"
    (problem,) = read_source(text).problems
    assert problem.line == 1
    assert f"version {VERSION + 1}" in problem.words
    assert read_source(f"# pyrules.author {VERSION}\n{TEXTS['sums']}").problems == ()
