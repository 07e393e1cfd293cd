"""Forms that write a game's text: cards of what it states, and each edit as the smallest change of it."""

import ast
import json
import random
from typing import Any

import pytest

from pyrules.author import systems
from pyrules.author.building import MOST, cards_of, edit_text
from pyrules.author.building.adding import BEGINNING
from pyrules.author.checks import checks
from pyrules.author.source import read_source
from tests.author.building_helpers import TEXTS, all_cards, card

SECTIONS = ["The game", "What is chosen", "What is rolled", "What counts"]


def input_value(text: str, title: str, key: str) -> Any:
    return next(one["value"] for one in card(text, title)["inputs"] if one["key"] == key)


def text_with(text: str, title: str, key: str, value: Any) -> str:
    found = edit_text(text, {"do": "set", "at": card(text, title)["at"], "key": key, "value": value})
    assert "text" in found, found
    return str(found["text"])


def text_with_more(text: str, kind: str) -> str:
    found = edit_text(text, {"do": "add", "kind": kind})
    assert "text" in found, found
    return str(found["text"])


# Reading.


@pytest.mark.parametrize("name", TEXTS)
def test_a_game_of_the_shelf_is_read_as_cards(name: str) -> None:
    found = cards_of(TEXTS[name])
    assert [one["title"] for one in found["sections"]][:4] == SECTIONS
    cards = all_cards(TEXTS[name])
    assert [one["at"] for one in cards] == [*range(len(cards))]
    assert all(one["inputs"] or one["by_hand"] for one in cards)
    assert all(one["says"].endswith(".") for one in cards)
    json.dumps(found)


def test_cards_say_in_plain_words_what_a_text_states() -> None:
    says = {one["title"]: one["says"] for one in all_cards(TEXTS["fate"])}
    assert says == {
        "Fate dice": "The name is what people see on the first page.",
        "Skill": "A number from 0 to 8, 2 at first.",
        "Difficulty": "A number from -2 to 8, 2 at first.",
        "Roll": "4 Fate dice.",
        "Result": "The sum of Roll plus Skill plus 2 * invoke.",
        "Shifts": "Result less Difficulty.",
        "With style": "When Shifts is at least 3.",
        "Success": "When Shifts is at least 1.",
        "Tie": "When Shifts is exactly 0.",
        "Failure": "In every other case.",
        "Invoke: +2": "It costs 1 Fate points.",
        "Invoke: roll again": "All of Roll are rolled again. It costs 1 Fate points.",
        "Fate points": "Points that are spent and won, from 0 to 10, 3 at first, of the whole group.",
        "Action": "It comes to With style, Success, Tie or Failure.",
    }


def test_what_no_form_reads_is_told_with_its_docstring_and_its_lines() -> None:
    text = (
        BEGINNING
        + '\n\ndef spread(faces):\n    """The highest less the lowest.\n\n    More."""\n    return max(faces)\n'
    )
    found = card(text, "Spread")
    assert (found["by_hand"], found["says"], found["line"]) == (True, "The highest less the lowest.", 22)
    assert found["source"].startswith("def spread(faces):")
    assert cards_of(text)["by_hand"] == [22, 23, 24, 25, 26]


def test_a_text_that_cannot_be_read_gives_its_line_and_the_mistake() -> None:
    found = cards_of("skill = number('Skill', 1, 5\n")
    assert (found["sections"], found["problem"][0]) == ([], 1)
    assert "bracket" in found["problem"][1]
    told = edit_text("skill = (", {"do": "add", "kind": "number"})
    assert told == {"refused": f"Line 1: {cards_of('skill = (')['problem'][1]}. Mend that in the text first."}


# One edit.


def test_a_comment_order_and_all_other_lines_stay() -> None:
    text = TEXTS["iron"]
    new = text_with(text, "Stat", "high", 5)
    assert new == text.replace('number("Stat", 1, 4, start=2)', 'number("Stat", 1, 5, start=2)')
    new = text_with(text, "Strong hit", "says", "and you take the lead")
    assert new == text.replace("beaten == 2)", 'beaten == 2, says="and you take the lead")')


def test_brackets_tabs_and_line_ends_stay_as_they_are() -> None:
    text = (
        BEGINNING.replace("d6(attribute)", "d6((attribute))")
        .replace("\n", "\r\n")
        .replace("        degree", "\tdegree")
    )
    new = text_with_more(text_with(text, "Roll", "plus", 2), "degree 0")
    assert "d6(attribute + 2)" in new
    assert '\tdegree("Triumph", sixes >= 3),\r\n\tdegree("Success", sixes >= 1),\r\n' in new
    assert new.count("\n") == new.count("\r\n")
    assert not read_source(new).problems


def test_two_statements_on_a_line_are_told_apart() -> None:
    text = BEGINNING.replace("\n\nroll =", '; luck = number("Luck", 0, 3)  # both\n\nroll =')
    new = edit_text(text, {"do": "remove", "at": card(text, "Luck")["at"]})["text"]
    assert 'attribute = number("Attribute", 1, 5, start=3)  # both\n' in new


def test_signs_of_word_processors_stay_in_other_lines() -> None:
    text = BEGINNING.replace('"Attribute"', "\u201cStärke\u201d").replace("roll.count(6)", "roll\u200b.count(6)")
    new = text_with(text, "Roll", "plus", 1)
    assert new == text.replace("d6(attribute)", "d6(attribute + 1)")
    wins = text.replace("sixes", "wins")
    assert text_with(wins, "Wins", "face", 5) == wins.replace("roll\u200b.count(6)", "roll.count(5)")


def test_a_comment_within_what_would_be_written_anew_is_not_lost() -> None:
    text = BEGINNING.replace("d6(attribute)", "d6(\n    attribute  # as strong as that\n    + 2\n)")
    found = edit_text(text, {"do": "set", "at": card(text, "Roll")["at"], "key": "plus", "value": 3})
    assert found == {"refused": "A comment stands within this; change it in the text, so that the comment stays."}


def test_a_name_is_changed_wherever_it_is_asked_for() -> None:
    new = text_with(BEGINNING, "Sixes", "title", "Erfolge & mehr")
    assert new == BEGINNING.replace("sixes", "erfolge_mehr")
    hand = BEGINNING + "\n\ndef twice(sixes):\n    return sixes\n"
    found = edit_text(hand, {"do": "set", "at": card(hand, "Sixes")["at"], "key": "title", "value": "Hits"})
    assert found == {"refused": "It is asked for by its name in line 22; rename it in the text."}


def test_a_count_is_named_after_what_is_read_until_it_has_its_own_name() -> None:
    text = text_with(BEGINNING, "Sixes", "what", "highest")
    highest = BEGINNING.replace("roll.count(6)", "roll.highest").replace("sixes", "highest_die")
    assert text == highest.replace(">= 1", ">= 6")
    assert text_with(text, "Highest die", "what", "ones") == BEGINNING.replace("count(6)", "count(1)").replace(
        "sixes", "ones"
    )
    own = text_with(BEGINNING, "Sixes", "title", "Hope")
    assert text_with(own, "Hope", "face", 5) == own.replace("count(6)", "count(5)")
    asked = BEGINNING + "\n\ndef twice(sixes):\n    return sixes\n"
    assert text_with(asked, "Sixes", "face", 5) == asked.replace("count(6)", "count(5)")
    more = text_with(text_with_more(BEGINNING, "pool"), "More sixes", "face", 1)
    assert "more_ones = more_dice.count(1)" in more


@pytest.mark.parametrize(
    ("what", "numbers"),
    [
        ("highest", [4, 6]),
        ("lowest", [4, 6]),
        ("total", [10, 13]),
        ("keep_highest", [7, 10]),
        ("largest_set", [2, 3]),
        ("longest_run", [3, 4]),
        ("from", [1, 3]),
    ],
)
def test_degrees_ask_for_numbers_that_what_is_read_can_show(what: str, numbers: list[int]) -> None:
    text = text_with(text_with_more(BEGINNING, "degree 0"), "Sixes", "what", what)
    assert [input_value(text, title, "number") for title in ("Success", "Triumph")] == numbers
    assert input_value(text_with(text, cards_counted(text)[0], "what", "face"), "Triumph", "number") == 3


def cards_counted(text: str) -> list[str]:
    """The titles of what counts."""
    return [one["title"] for one in cards_of(text)["sections"][3]["cards"]]


def test_degrees_are_asked_for_what_dice_with_other_faces_come_to() -> None:
    text = text_with(text_with(BEGINNING, "Roll", "sides", "dF"), "Sixes", "what", "total")
    assert input_value(text, "Success", "number") == 0
    fixed = text_with(text_with(text_with(BEGINNING, "Roll", "from", []), "Roll", "plus", 2), "Sixes", "what", "total")
    assert input_value(fixed, "Success", "number") == 7


def test_a_result_between_takes_less_than_the_one_before_it() -> None:
    text = text_with(BEGINNING, "Sixes", "what", "highest")
    text = text_with_more(text, "between 0")
    assert [one["title"] for one in cards_of(text)["sections"][4]["cards"]] == ["Success", "Partial success", "Failure"]
    assert input_value(text, "Partial success", "number") == 4
    assert input_value(text_with_more(text, "between 0"), "At a price", "number") == 2
    few = text_with_more(text_with_more(BEGINNING, "degree 0"), "between 0")
    titles = ("Triumph", "Success", "Partial success")
    assert [input_value(few, title, "number") for title in titles] == [4, 2, 1]
    assert 'degree("Partial success", result >= target - 3),' in text_with_more(TEXTS["twenty"], "between 0")
    draw = {"do": "add", "kind": "between 1"}
    told = "The result before the last goes by something else; add this one in the text."
    assert edit_text(text_with_more(BEGINNING, "against"), draw) == {"refused": told}


def test_what_counts_goes_by_its_dice_until_it_has_a_name_of_its_own() -> None:
    text = text_with(text_with_more(text_with_more(BEGINNING, "die"), "pool"), "Die", "title", "Doom")
    assert "doom = d20()" in text
    assert "doom_result = doom.total" in text
    text = text_with(text, "More dice", "title", "Hunger dice")
    assert "hunger_dice = d6(2)" in text
    assert "hunger_sixes = hunger_dice.count(6)" in text
    own = text_with(text, "Doom result", "title", "Fear")
    assert "fear = woe.total" in text_with(own, "Doom", "title", "Woe")


def test_what_few_games_need_is_folded_away_until_it_is_given() -> None:
    def shown(text: str, title: str) -> list[str]:
        found = card(text, title)
        return [one["key"] for one in found["inputs"] if found["unfolded"] or not one.get("more")]

    assert shown(BEGINNING, "Sixes") == ["title", "what", "face"]
    assert shown(BEGINNING, "Roll") == ["title", "sides", "from", "plus"]
    assert shown(BEGINNING, "Success") == ["title", "how", "number", "good"]
    assert shown(BEGINNING, "Test") == ["title"]
    option = text_with_more(text_with_more(BEGINNING, "counter"), "option")
    assert shown(option, "Try again") == ["title", "costs", "cost", "rerolls", "face"]
    more = text_with(BEGINNING, "Sixes", "plus", 1)
    assert shown(more, "Sixes") == ["title", "what", "face", "face_of", "from", "less", "plus", "floor"]
    less = text_with_more(text_with_more(BEGINNING, "pool"), "difference")
    assert shown(less, "Successes") == ["title", "from", "less", "floor"]


@pytest.mark.parametrize("roll", ["d6(attribute)", "d6(number=attribute)", "dice(attribute, 3)", "d6()"])
def test_dice_become_a_d100_however_many_they_were(roll: str) -> None:
    text = TEXTS["beginning"].replace("d6(attribute)", roll).replace("d6,", "d6, dice,")
    made = edit_text(text, {"do": "set", "at": card(text, "Roll")["at"], "key": "sides", "value": "100"})["text"]
    assert "roll = d100()\n" in made
    assert read_source(made).problems == ()


def test_what_is_taken_away_may_come_later_in_the_text() -> None:
    text = text_with_more(text_with_more(BEGINNING, "pool"), "pool").replace("sixes = roll", "sixes   =  roll", 1)
    sixes = card(text, "Sixes")
    [offered] = [one["choices"] for one in sixes["inputs"] if one["key"] == "less"]
    assert offered == [["attribute", "Attribute"], ["more_sixes", "More sixes"], ["more_sixes_2", "More sixes 2"]]
    taken = {"do": "set", "at": sixes["at"], "key": "less", "value": ["more_sixes"]}
    found = edit_text(text, taken)
    made = found["text"]
    assert found["at"] == card(made, "Sixes")["at"]
    assert "\n\nmore_sixes = more_dice.count(6)\nsixes   =  roll.count(6) - more_sixes\nmore_sixes_2 = " in made
    assert card(made, "Sixes")["says"] == "How many of Roll show 6 less More sixes."
    assert read_source(made).problems == ()
    back = {"do": "set", "at": card(made, "Sixes")["at"], "key": "less", "value": []}
    assert sorted(edit_text(made, back)["text"].split("\n")) == sorted(text.split("\n"))
    [left] = [one["choices"] for one in card(made, "More sixes")["inputs"] if one["key"] == "less"]
    assert left == [["attribute", "Attribute"]], "what goes by it stands behind it"


def test_a_count_is_of_some_dice() -> None:
    text = text_with_more(BEGINNING, "pool")
    found = edit_text(text, {"do": "set", "at": card(text, "Sixes")["at"], "key": "of", "value": []})
    assert found == {"refused": "No dice would be read; choose some."}


def test_what_is_taken_away_leaves_sums_and_lists_and_is_refused_elsewhere() -> None:
    text = TEXTS["tens"]
    new = edit_text(text, {"do": "remove", "at": card(text, "Modifier")["at"]})["text"]
    assert "amount = attribute + skill\n" in new
    assert not read_source(new).problems
    found = edit_text(text, {"do": "remove", "at": card(text, "Amount")["at"]})
    assert found == {"refused": "Chance die (line 11) needs Amount; take it out there first."}


@pytest.mark.parametrize(
    ("edit", "refusal"),
    [
        ({"do": "set", "at": 1, "key": "low", "value": 9}, "From can be -1000 to 3, not 9; give another number."),
        ({"do": "set", "at": 1, "key": "low", "value": "2"}, "From is a whole number; give one."),
        ({"do": "set", "at": 1, "key": "title", "value": ""}, "Name is empty; write a word."),
        ({"do": "set", "at": 1, "key": "title", "value": "a\nb"}, "Name has a sign that is none of a text"),
        ({"do": "set", "at": 1, "key": "no", "value": 1}, "This card has no such part any more"),
        ({"do": "set", "at": 99, "key": "low", "value": 1}, "This card is not there any more"),
        ({"do": "set", "at": True, "key": "low", "value": 1}, "This card is not there any more"),
        ({"do": "set", "at": 3, "key": "of", "value": ["no"]}, "Of which dice cannot be that"),
        ({"do": "set", "at": 3, "key": "of", "value": "no"}, "Of which dice cannot be that"),
        ({"do": "remove", "at": 5}, "Failure cannot be left out here"),
        ({"do": "remove", "at": 2}, "Sixes (line 10) needs Roll"),
        ({"do": "move", "at": 4, "by": 1}, "Success cannot go there."),
        ({"do": "add", "kind": "nothing"}, "There is nothing of that kind to add."),
        ({"do": "add", "kind": "degree 7"}, "There is no such test"),
        ({"do": "add", "kind": "difference"}, "It takes two counts"),
        ({"do": "add", "kind": "game"}, "There is something in this text already"),
        ({"do": "sing", "at": 1}, "There is no such edit."),
        ({}, "This card is not there any more"),
    ],
)
def test_an_edit_that_cannot_be_is_refused_in_words(edit: dict[str, Any], refusal: str) -> None:
    found = edit_text(BEGINNING, edit)
    assert found.keys() == {"refused"}
    assert found["refused"].startswith(refusal)
    assert found["refused"].endswith(".")


def test_dice_that_cannot_go_together_are_refused_in_words() -> None:
    text = text_with_more(text_with_more(TEXTS["wild"], "count"), "count")
    refused = edit_text(text, {"do": "set", "at": card(text, "Raise")["at"], "key": "count", "value": "sixes"})
    assert refused == {"refused": "Test reads Trait die and Both, which are the same dice; let it read one of them."}
    theirs = {"do": "set", "at": card(TEXTS["push"], "Base")["at"], "key": "theirs", "value": True}
    told = "Base is thrown by the other side, and only one's own dice are rolled again."
    assert edit_text(TEXTS["push"], theirs) == {"refused": told}


def test_dice_that_would_go_on_without_end_are_refused_in_words() -> None:
    text = text_with(text_with_more(BEGINNING, "number"), "Roll", "goes", "explode")
    number = next(name for name, label in choices(text, "Roll", "sides") if label == "as big as Skill")
    endless = {"do": "set", "at": card(text, "Roll")["at"], "key": "sides", "value": number}
    told = "Roll goes on without end where Skill is 1; let that begin at 2 first."
    assert edit_text(text, endless) == {"refused": told}
    assert "dice(skill, attribute).explode()" in text_with(text_with(text, "Skill", "low", 2), "Roll", "sides", number)
    wild = text_with_more(TEXTS["wild"], "number")
    other = {"do": "set", "at": card(wild, "Wild die")["at"], "key": "sides", "value": "attribute"}
    told = "Both has Wild die go on without end where Attribute is 1; let that begin at 2 first."
    assert edit_text(wild, other) == {"refused": told}


def test_what_can_be_chosen_stays_what_the_text_asks_for() -> None:
    numbers = {"do": "set", "at": card(TEXTS["risk"], "Skill die")["at"], "key": "options", "value": ["4", "big"]}
    assert edit_text(TEXTS["risk"], numbers) == {
        "refused": "These are numbers, and something goes by them; write numbers."
    }
    words = {"do": "set", "at": card(TEXTS["moves"], "Edge")["at"], "key": "options", "value": ["disadvantage", "none"]}
    assert "advantage disadvantage" not in edit_text(TEXTS["moves"], words)["text"]
    words["value"] = ["none", "advantage"]
    told = "disadvantage is asked for elsewhere in the text; change it there first."
    assert edit_text(TEXTS["moves"], words) == {"refused": told}
    more = {"do": "set", "at": card(TEXTS["position"], "Position")["at"], "key": "options"}
    given_words = {"value": ["controlled", "risky", "desperate", "mad"]}
    told = "Line 25 has words for each value, and none for mad; add them there first."
    assert edit_text(TEXTS["position"], more | given_words) == {"refused": told}


# Adding.


def offers(text: str) -> list[str]:
    return [offer["kind"] for section in cards_of(text)["sections"] for offer in section["adds"]]


def test_all_that_is_offered_can_be_added_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systems, "ROLLS", 1)
    for seed in range(4):
        text = edit_text("", {"do": "add", "kind": "game"})["text"]
        kinds = offers(text)
        random.Random(seed).shuffle(kinds)  # noqa: S311 (any order will do)
        for kind in kinds:
            found = edit_text(text, {"do": "add", "kind": kind})
            assert "text" in found or kind in {"difference", "between 1"}, (seed, kind, found)
            text = found.get("text", text)
        assert read_source(text).problems == (), (seed, kinds)


def test_the_other_side_rolls_as_many_as_a_number_or_the_same_with_a_bonus() -> None:
    pool = text_with_more(BEGINNING, "against")
    assert 'theirs = d6(their_dice, side="Their dice")\ntheir_count = theirs.count(6)\n' in pool
    one = text_with_more(text_with(text_with(BEGINNING, "Roll", "from", []), "Sixes", "what", "total"), "against")
    assert 'theirs = d6(side="Their dice")\ntheir_result = theirs.total + their_bonus\n' in one
    assert not read_source(one).problems


def test_an_empty_text_offers_a_game_that_rolls() -> None:
    assert offers("")[0] == "game"
    assert edit_text("# mine", {"do": "add", "kind": "game"})["text"].startswith("# mine\n")
    assert not read_source(edit_text("# mine", {"do": "add", "kind": "game"})["text"]).problems


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("", "from pyrules.author import number\n\nattribute = "),
        ("# mine", "# mine\nfrom pyrules.author import number\n\n\nattribute = "),
        ('"""Mine."""', '"""Mine."""\nfrom pyrules.author import number\n\n\nattribute = '),
        ("import math", "from pyrules.author import number\n\nimport math\n\nattribute = "),
        ("from pyrules.author import d6", "from pyrules.author import d6, number\n\nattribute = "),
        (
            "from pyrules.author import (\n    d6,\n)\n",
            "from pyrules.author import (\n    d6, number,\n)\n\nattribute = ",
        ),
        ("from pyrules.author import *\n", "from pyrules.author import *\n\nattribute = "),
        ("x = 1\n", "from pyrules.author import number\n\nattribute = "),
    ],
)
def test_what_is_added_goes_behind_what_it_needs(text: str, begins: str) -> None:
    new = text_with_more(text, "number")
    assert new.startswith(begins)
    assert input_value(new, "Attribute", "high") == 5


# Hostile texts.

HOSTILE = {
    "long": "# " + "x" * (MOST - 3) + "\n",
    "too long": "x" * (MOST + 1),
    "many parts": "from pyrules.author import number\n"
    + "".join(f'n{n} = number("N{n}", 0, 5)\n' for n in range(2000)),
    "many terms": "from pyrules.author import d6\nx = d6(" + "+".join(["1"] * 900) + ")",
    "far too many terms": "x = " + "+".join(["1"] * 20_000),
    "deep brackets": "x = " + "(" * 3_000 + ")" * 3_000,
    "deep lists": "x = " + "[" * 90 + "]" * 90,
    "deep signs": "x = " + "-" * 5_000 + "1",
    "deep attributes": "x = a" + ".b" * 3_000,
    "deep calls": "from pyrules.author import d6\nx = d6()" + ".explode()" * 800,
    "a null": "x = 1\0",
    "half a sign": "x = '\ud800'",
    "no parse": "def (:",
    "tabs and blanks": "if 1:\n\tx = 1\n        y = 2",
    "form feeds": "\x0cx = 1\x0b\n\x1cy = 2",
    "old line ends": 'from pyrules.author import number\rx = number("X", 0, 5)\r',
    "stars": "from pyrules.author import *\nx = number(*[1], **{})\ny = d6(*x)\nz = system(*y)",
    "strange calls": "from pyrules.author import *\nnumber()\nx = number(1, 2)\ny = choice(3, {})\nz = degree()\n"
    "a = action('A', degrees=[degree(), 1, *x], options=[2])\ns = system(1, 2, a)",
    "names that are taken": "from pyrules.author import d6 as six, number as d8\nd6 = 1\nx = six(d6)",
    "itself": "x = x\ny = y.count(y)\nx = y",
    "a walrus": "x = (y := 2)\nfor x in y: pass\nasync def f(): await x",
    "only a docstring": '"""Só."""',
    "a mess of quotes": "'''a\\'b'''\nx = f'{x!r:{y}}' \"z\"",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_text_is_more_than_can_be_told(name: str) -> None:
    text = HOSTILE[name]
    found = cards_of(text)
    json.dumps(found)
    assert found["sections"] or found["problem"][1]
    cards = all_cards(text)[:25]
    edits: list[dict[str, Any]] = [{"do": "add", "kind": kind} for kind in offers(text)]
    edits += [{"do": do, "at": one["at"], "by": 1} for one in cards for do in ("remove", "move")]
    for one in cards:
        for part in one["inputs"]:
            edits.append({"do": "set", "at": one["at"], "key": part["key"], "value": part["value"]})
    for edit in edits[: 20 if len(text) > 10_000 else 200]:
        told = edit_text(text, edit)
        assert told.keys() in ({"text", "at"}, {"refused"})
        if "text" in told:
            ast.parse(told["text"])


def test_points_are_of_the_group_of_a_player_or_of_a_person() -> None:
    text = text_with_more(BEGINNING, "counter")
    (whose,) = (one for one in card(text, "Points")["inputs"] if one["key"] == "each")
    assert [value for value, _ in whose["choices"]] == ["campaign", "player", "person"]
    rare = text.replace("start=3)\n\nroll", 'start=3, each="test")\n\nroll')
    assert input_value(rare, "Points", "each") == "test"
    assert not read_source(rare).problems


@pytest.mark.parametrize("title", ["Roll", "Dice", "Test", "Total", "Sum", "Any", "Max", "Face", "Number", "Degree"])
def test_what_a_number_is_called_never_stands_in_the_way_of_the_rules(title: str) -> None:
    text = text_with_more(text_with_more(BEGINNING, "number"), "number")
    text = text_with(text, "Bonus dice", "title", title)
    (name,) = (one for one, label in choices(text, "Sixes", "from") if label == title)
    text = text_with(text, "Sixes", "from", [name])
    assert read_source(text).problems == ()
    assert not [one.problem for one in checks(read_source(text).systems[0], text) if one.problem]


def choices(text: str, title: str, key: str) -> list[list[str]]:
    found: list[list[str]] = next(one["choices"] for one in card(text, title)["inputs"] if one["key"] == key)
    return found
