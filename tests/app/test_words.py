"""Rules for the sentences of the app and the command line that a machine can hold; people read the rest.

`build.py words` prints the same list to read.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from app.log import screen_words as words
from app.settings import words as settings_words
from hypothesis import assume, given, strategies as st

from pyrules.core.rulebook import Rule, Ruling
from pyrules.core.system import Example, System
from pyrules.core.verdict import Line, Option
from pyrules.systems import SYSTEMS
from tests.systems.conforming import rolls_of, shipped, shipped_examples, shown_by
from tools import ROOT
from tools.words import main, sources, texts_of

COUNTED = {
    "die": "dice",
    "hit": "hits",
    "success": "successes",
    "botch": "botches",
    "one": "ones",
    "six": "sixes",
    "unit": "units",
    "Action": "Actions",
    "interval": "intervals",
    "roll": "rolls",
    "complication": "complications",
    "line": "lines",
    "event": "events",
    "PC": "PCs",
    "second": "seconds",
    "minute": "minutes",
    "hour": "hours",
    "day": "days",
}
SINGLE, SEVERAL = "|".join(COUNTED), "|".join(COUNTED.values())
DISAGREES = re.compile(rf"(?<![\d.,])1 (?:{SEVERAL})\b|(?<![\d.,] of )(?<![\d.,])(?:0|[2-9]|\d{{2,}}) (?:{SINGLE})\b")
REMEDY = re.compile(r"\b(use|add|give|leave|remove|write|name|choose|type|expected|must|see|at most|so)\b")
HANDED_ON = re.compile(r"problem|NAME_MISSING|name_taken")
"""Names of what is said elsewhere."""
REFUSALS = {"FormError", "IllegalRoll", "IllegalPick", "NotOffered", "TooMuchWork", "UsageError", "ArgumentTypeError"}
APP = ROOT / "web/app"
PYTHON = [path for path in sources() if path.suffix == ".py"]


def texts() -> Iterator[tuple[str, str]]:
    for path in sources():
        yield from ((f"{path.relative_to(ROOT)}:{line}", text) for line, text in texts_of(path))


def disagreeing(text: str) -> list[str]:
    return DISAGREES.findall(text)


def test_the_list_has_what_the_app_and_the_command_line_say(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0
    listed = capsys.readouterr().out
    for text in ("A dice table for five", "cannot be {token.text[:12]}", "list the rule systems", "An update is ready"):
        assert text in listed
    assert "The sub-commands of" not in listed


def names_in(path: Path) -> set[str]:
    """The names that a file gives its texts."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {one.id for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name)}
    return found


def test_no_room_calls_a_text_as_all_rooms_call_another() -> None:
    """Both are called `words`, where the room's own would take the place of the other."""
    common = names_in(APP / "words.py")
    rooms = [path for path in APP.glob("*/words.py") if "from app.words import *" in path.read_text(encoding="utf-8")]
    assert len(rooms) > 10
    assert not [(path.parent.name, name) for path in rooms for name in names_in(path) & common]


def test_no_text_is_spaced_wrongly() -> None:
    wrong = [(where, text) for where, text in texts() if re.search(r"\S  \S|\S [,;.!?](\s|$)|\S [:)](\s|$)", text)]
    assert not [(where, text) for where, text in wrong if not text.startswith("bold ")]  # a font is no text


def test_sentences_begin_with_a_capital() -> None:
    low = [(where, text) for where, text in texts() if re.search(r"(?<!\w\.)[\w’]\.$", text) and text[0].islower()]
    assert not [(where, text) for where, text in low if where.startswith("web/app/") and "/words.py:" in where]


def test_what_was_odd_stays_mended() -> None:
    """Sentences that readers stumbled over, and words that only a translation has."""
    odd = r"not said|is written down|bars are enough|Free complications|only told|of a stat|\bbehind\b|anew"
    assert not [(where, text) for where, text in texts() if re.search(odd, text)]


def test_what_is_refused_says_what_to_do() -> None:
    silent = []
    for path in PYTHON:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                kind = ast.unparse(node.exc.func).rpartition(".")[2]
                message = ast.unparse(node.exc.args[-1]) if node.exc.args else ""
                literal = " " in message and ("'" in message or '"' in message)
                if kind in REFUSALS and literal and not REMEDY.search(message) and not HANDED_ON.search(message):
                    silent.append(f"{path.relative_to(ROOT)}:{node.lineno} {message}")
    assert not silent


@shipped
@given(data=st.data())
def test_numbers_agree_with_their_nouns_in_every_roll(system: System[Any], data: st.DataObject) -> None:
    test, roll = data.draw(rolls_of(system))
    assume(not disagreeing(" ".join(re.split(r"[\s+-]+", system.write(test)))))  # by names that people gave
    for text in words_of(system, test, roll):
        assert not disagreeing(text), text
        assert not re.search(r"\S  \S| [,;.]|\.\.|: :|\bNone\b|\(\)", text), text


@shipped_examples
def test_numbers_agree_with_their_nouns_in_every_example(system: System[Any], example: Example) -> None:
    for text in words_of(system, *shown_by(example, system)):
        assert not disagreeing(text), text


def words_of(system: System[Any], test: Any, roll: Any) -> Iterator[str]:
    verdict = system.judge(test, roll)
    yield from (verdict.headline, verdict.summary, *verdict.heard)
    lines: tuple[Line, ...] = (*system.before(test), *verdict.lines)
    yield from (f"{line.result}" for line in lines)
    options: tuple[Option, ...] = system.options(test, roll)
    yield from (f"{option.label}, {option.hint}" for option in options)
    yield from (mark.words for marks in verdict.marks for mark in marks)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("1 successes", True),
        ("-1 successes", True),
        ("0 hit", True),
        ("12 die", True),
        ("1 success", False),
        ("2.1 successes", False),
        ("1 of 2 dice", False),
        ("0 of 1 die", False),
        ("2 dice", False),
        ("11 hits", False),
    ],
)
def test_numbers_that_do_not_agree_are_found(text: str, wrong: bool) -> None:
    assert bool(disagreeing(text)) is wrong


@pytest.mark.parametrize("number", [0, 1, 2])
def test_numbers_agree_in_the_apps_own_sentences(number: int) -> None:
    assert not disagreeing(words.import_holds("a.json", number, number))
    assert not disagreeing(words.merge_gives(number, number, number))
    assert not disagreeing(words.replace_gives(number))
    assert not disagreeing(words.log_taken_over(number))
    assert not disagreeing(settings_words.held_here(number, number, number))


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_titles_and_labels_are_in_sentence_case(system: System[Any]) -> None:
    rules: tuple[Rule, ...] = system.rules
    rulings: tuple[Ruling, ...] = system.rulings
    for title in (
        *(field.label for field in system.fields),
        *(rule.title for rule in rules),
        *(ruling.open for ruling in rulings),
        *(setting.label for setting in system.settings),
        *(counter.title for counter in system.counters),
    ):
        assert title[0].isupper(), title
        assert not title.endswith("."), title
    for sentence in (*(rule.text for rule in rules), *(f"{one.chosen} {one.why}" for one in rulings)):
        assert not sentence[0].islower(), sentence
        assert sentence.endswith("."), sentence
    for hint in (field.hint for field in system.fields if field.hint):
        assert not hint.endswith("."), hint


def test_sources_are_those_of_the_product() -> None:
    assert Path(ROOT / "web" / "app" / "table" / "words.py") in PYTHON
    assert not [path for path in PYTHON if "tests" in path.parts]
