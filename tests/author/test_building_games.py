"""Games made and changed by edits alone: random edits keep a game whole, and a game from nothing has its chances."""

import ast
import difflib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from pyrules.author import systems
from pyrules.author.building import cards_of, edit_text
from pyrules.author.source import read_source
from pyrules.core.engine import chances_of
from pyrules.core.faces import read_faces
from tests.author.building_helpers import TEXTS, all_cards

GAMES = ("beginning", "fate", "iron", "percent", "position", "push", "risk", "tens", "usage", "wild")
SEEDS = range(1)
EDITS = 50
LOADED = 10
"""After so many edits the game is loaded."""
TOO_MANY = "dice; at most 100; let its fields begin so"
"""What any numbers may come to, and is told at the field."""

WORDS = [
    "Größe",
    'say "hi"',
    "50%",
    "a\\b",
    "Würfel 🎲",
    "it's",
    "Two words",
    "{skill}",
    "class",
    "test",
    "d6",
    "",
    "x" * 300,
]
BY_HAND = '''

# Ä comment (before: é)
def own(faces):
    """By hand: é."""
    return   max( faces )+1   # odd   spaces
'''


def other_value(part: dict[str, Any], chance: random.Random) -> Any:  # noqa: PLR0911 (one for each kind)
    """A value that an input may have, or words that it may not."""
    now = part["value"]
    match part["kind"]:
        case "number":
            return chance.randint(max(part["low"], now - 4), min(part["high"], now + 4))
        case "tick":
            return not now
        case "one":
            return chance.choice(part["choices"])[0]
        case "some":
            return [name for name, _ in part["choices"] if chance.random() < 0.4]
        case "rows":
            return [*now[chance.randint(0, 1) :], f"word{chance.randint(0, 99)}"]
        case "words":
            return f"{chance.choice(WORDS)} {chance.choice(['', chance.randint(0, 99)])}".strip()
    return now


Told = dict[str, Any]


def cards_in(found: Told) -> list[Told]:
    return [card for section in found["sections"] for card in section["cards"]]


def random_edit(found: Told, chance: random.Random) -> tuple[Told, Told, Told]:
    """An edit of a text by its cards, and the card and the input that it is about."""
    kinds = [offer["kind"] for section in found["sections"] for offer in section["adds"]]
    one = chance.choice(cards_in(found))
    way = chance.random()
    if way < 0.2 or not one["inputs"]:
        return {"do": "add", "kind": chance.choice(kinds)}, {}, {}
    if way < 0.4:
        return {"do": chance.choice(["remove", "move"]), "at": one["at"], "by": chance.choice([1, -1])}, one, {}
    part = chance.choice(one["inputs"])
    return {"do": "set", "at": one["at"], "key": part["key"], "value": other_value(part, chance)}, one, part


def lines_that_may_change(text: str, edit: dict[str, Any], one: dict[str, Any]) -> Iterator[str]:
    """The lines of a text that an edit of a card may touch: its own, those of imports, and those that ask for it."""
    lines = text.splitlines(keepends=True)
    statement = next(part for part in ast.parse(text).body if part.lineno <= one["line"] <= (part.end_lineno or 0))
    names = [name.id for name in ast.walk(statement) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)]
    yield from lines[statement.lineno - 1 : statement.end_lineno]
    for line in lines:
        asks = edit["do"] == "remove" or edit["key"] in {"title", "what", "face", "face_of"}
        asked = asks and any(name.removesuffix("_dice") in line for name in names)  # counts are called after dice
        if line.startswith(("from pyrules.author", '"""')) or asked:
            yield line


def edit_at_random(text: str, found: Told, chance: random.Random) -> tuple[str, Told, Told]:
    """The text after an edit that is made if it can be, its cards, and the edit; asserts what holds of each."""
    edit, one, part = random_edit(found, chance)
    made = edit_text(text, edit)
    if "refused" in made:
        assert made["refused"].endswith("."), edit
        return text, found, edit
    new, changed = made["text"], cards_of(made["text"])
    old_lines, new_lines = text.splitlines(keepends=True), new.splitlines(keepends=True)
    steps = difflib.SequenceMatcher(None, old_lines, new_lines, autojunk=False).get_opcodes()
    gone = [line for tag, low, high, _, _ in steps if tag in ("replace", "delete") for line in old_lines[low:high]]
    if edit["do"] in ("set", "remove"):
        assert not set(gone) - set(lines_that_may_change(text, edit, one)), edit
    assert all(line in new for line in [*BY_HAND.splitlines(), "# before: é"]), edit
    after = cards_in(changed)[made["at"]]
    if edit["do"] == "set" and part["label"] != "Name":
        read = {its["key"]: its["value"] for its in after["inputs"]}
        given: Any = edit["value"]
        now: Any = read.get(edit["key"], given)
        assert now == given or sorted(now) == sorted(given), edit
    assert edit["do"] != "add" or len(cards_in(changed)) > len(cards_in(found)), edit
    return new, changed, edit


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_stays_whole_whatever_is_edited(name: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systems, "ROLLS", 1)
    chance = random.Random(f"{name} {seed}")  # noqa: S311 (the seed is told)
    text = TEXTS[name].replace("\n\n", "\n\n# before: é\n", 1) + BY_HAND
    found, done = cards_of(text), []
    for number in range(1, EDITS + 1):
        text, found, edit = edit_at_random(text, found, chance)
        done.append(edit)
        if number % LOADED == 0:
            wrong = [one.words for one in read_source(text).problems if TOO_MANY not in one.words]
            assert wrong == [], (name, seed, done[-LOADED:], text)


# A game from nothing.


@dataclass(slots=True)
class Phone:
    """Somebody who builds a game with one thumb: each tap is counted, a word that is typed as one."""

    text: str = ""
    taps: int = 0
    opened: str = ""

    def add(self, kind: str) -> None:
        """Tap on what is offered: its card is open then."""
        found = edit_text(self.text, {"do": "add", "kind": kind})
        self.text = found["text"]
        self.opened = all_cards(self.text)[found["at"]]["title"]
        self.taps += 1

    def open(self, title: str) -> None:
        """Tap on a card, unless it is the one that is open."""
        self.taps += self.opened != title
        self.opened = title

    def set(self, title: str, key: str, value: Any) -> None:
        """Give an input of a card another value: a tap for each step of a number, two for one of several words."""
        self.open(title)
        one = next(card for card in all_cards(self.text) if card["title"] == title)
        part = next(its for its in one["inputs"] if its["key"] == key)
        self.taps += abs(value - part["value"]) if part["kind"] == "number" else 2 if part["kind"] == "one" else 1
        found = edit_text(self.text, {"do": "set", "at": one["at"], "key": key, "value": value})
        self.text = found["text"]
        self.opened = all_cards(self.text)[found["at"]]["title"]


DOOM = '''
"""Sixes count; ones on the Doom dice take them away."""
from pyrules.author import action, counter, d6, d10, degree, number, option, system

hope = counter("Hope", 0, 5, start=3)
attribute = number("Attribute", 1, 5, start=3)
skill = number("Skill", 0, 5, start=2)
doom = number("Doom", 0, 6, start=1)
their_dice = number("Their dice", 0, 10, start=4)
mine = d6(attribute + skill)
taken = d10(doom)
theirs = d6(their_dice, side="Their dice")
successes = max(mine.count(6) - taken.count(1), 0)
lead = mine.count(6) - theirs.count(6)
spend_hope = option("Spend Hope", costs=1 @ hope, rerolls=mine.below(6))
test = action("Test", degrees=[
    degree("Triumph", successes >= 3), degree("Success", successes >= 1), degree("Failure", good=False),
], options=[spend_hope])
against = action("Against", word="against", degrees=[
    degree("Won", lead >= 1), degree("Draw", lead == 0, good=False), degree("Lost", good=False),
], options=[spend_hope])
GAME = system("doom", "Doom and Hope", test, against)
'''


def build_doom() -> Phone:
    phone = Phone()
    phone.add("game")
    phone.set("My game", "title", "Doom and Hope")
    phone.set("Doom and Hope", "about", "Sixes count; ones on the Doom dice take them away.")
    phone.add("number")  # Skill, from 0 to 5
    phone.set("Roll", "from", ["attribute", "skill"])
    phone.add("number")
    phone.set("Bonus dice", "title", "Doom")
    phone.add("pool")  # as many as that number, which nothing has used yet
    phone.set("Doom dice", "sides", "10")
    phone.set("Doom sixes", "what", "ones")
    phone.add("difference")  # what is left of the sixes, which the degrees go by then
    phone.add("degree 0")  # Triumph, at three
    phone.add("counter")
    phone.set("Points", "title", "Hope")
    phone.add("option")  # costs 1 Hope, rolls all failures again
    phone.set("Try again", "title", "Spend Hope")
    phone.add("against")
    return phone


def chances_in(text: str, notation: str, faces: str) -> tuple[Any, ...]:
    """The chances of a test's degrees and of its success, and what each option is worth on some dice."""
    source = read_source(text)
    assert (source.problems, source.notes) == ((), ())
    (game,) = source.systems
    test = game.parse(notation, {})
    odds = chances_of(game).odds(test)
    advice = chances_of(game).advice(test, game.replay(test, read_faces(faces)))
    worth = [(one.label, one.option, one.chances, one.cost, one.counter, one.places) for one in advice]
    return odds.distributions["degree"], odds.events["success"], worth


def test_a_game_is_built_from_nothing_in_few_taps() -> None:
    phone = build_doom()
    assert phone.taps == 21  # on a phone in one go
    source = read_source(phone.text)
    assert (source.systems[0].id, source.systems[0].title) == ("mydoomandhope", "Doom and Hope")
    assert "doom = number(" in phone.text
    assert "hope = counter(" in phone.text


@pytest.mark.parametrize(
    ("notation", "faces"),
    [
        ("3 skill 2 doom 1", "6,1,2,3,4,1"),
        ("5 skill 5 doom 6", "6,6,6,6,1,1,1,1,1,1,1,2,3,4,5,6"),
        ("1 skill 0 doom 0", "3"),
        ("against 3 skill 2 their dice 4", "6,1,2,3,4 / 6,6,1,2"),
        ("against 5 skill 5 their dice 10", "6,1,2,3,4,5,1,2,3,4 / 6,6,1,2,3,4,5,1,2,3"),
    ],
)
def test_its_chances_are_those_of_a_text_by_hand(notation: str, faces: str) -> None:
    assert chances_in(build_doom().text, notation, faces) == chances_in(DOOM, notation, faces)
