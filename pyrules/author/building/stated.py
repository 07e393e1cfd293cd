"""Cards of what a game states by calls: its name, what is chosen, numbers that last, options, degrees and tests."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from pyrules.author.building.forms import FAR, Card, Input
from pyrules.author.building.game import FIELDS, LASTING, Game, Part, plain_letters, title_from_name
from pyrules.author.building.removing import remove_part, rename_part, swap_statements
from pyrules.author.building.syntax import Call, Refused, Splice, in_quotes, literal
from pyrules.author.counters import EACH
from pyrules.author.names import slug
from pyrules.core.english import one_of
from pyrules.core.scan import MOST_NUMBER

WHOSE = {"campaign": "the whole group", "player": "each player", "person": "each person, foes too"}


def words_input(call: Call, key: str, label: str, *, check: Callable[[str], None] | None = None) -> Iterator[Input]:
    """An input for words that are given by a name; none where they are written otherwise."""
    value = call.literal(key, "")
    node = call.argument(key)
    if not isinstance(value, str) or (node is not None and literal(node) is None):
        return

    def write(new: str) -> Sequence[Splice]:
        if check:
            check(new)
        return call.set_argument(key, in_quotes(new)) if new or key in call.order else call.unset(key)

    yield Input(key, label, "words", value, write)


ADDED = ("Bonus dice", "Number", "Position", "Advantage", "Points", "Stress", "Try again", "Against", "Other test")
"""Titles that what is added begins with; its variable is called so, too, until it has a title of its own."""

MINE = "mygame"
"""The id of a game from nothing, until it has a title."""


def title_input(game: Game, call: Call, part: Part | None, others: Sequence[str] = ()) -> Iterator[Input]:
    """An input for the title of a part, which none of `others` may have."""
    title = str(call.literal("title", ""))

    def write(new: str) -> Sequence[Splice]:
        if new in others:
            raise Refused(f"{new} is there already; choose another word.")
        renamed: Sequence[Splice] = ()
        if part and title.rstrip(" 0123456789") in ADDED and slug(title) == part.name and new != title:
            try:
                renamed = rename_part(game, part, new)
            except Refused:
                renamed = ()  # it stays: nobody sees it
        return [*call.set_argument("title", in_quotes(require_words(new, "Name"))), *renamed]

    if isinstance(call.literal("title"), str):
        yield Input("title", "Name", "words", title, write)


def require_words(new: str, label: str) -> str:
    """Words that are there; raises `Refused` for none."""
    if not new:
        raise Refused(f"{label} is empty; write a word.")
    return new


def number_input(  # noqa: PLR0913, PLR0917 (an input has many parts)
    call: Call, key: str, label: str, usual: int, low: int, high: int
) -> Iterator[Input]:
    """An input for a number that is given by a name; none where it is written otherwise."""
    node = call.argument(key)
    value = usual if node is None or literal(node, 0) is None else literal(node)
    if type(value) is int:
        bounds = min(low, value), max(high, value)
        yield Input(key, label, "number", value, lambda new: call.set_argument(key, str(new)), *bounds)


def tick_input(call: Call, key: str, label: str, *, usual: bool) -> Iterator[Input]:
    """An input for yes or no that is given by a name; left out where it is as usual."""
    value = call.literal(key, usual) if call.argument(key) is not None else usual
    if isinstance(value, bool):

        def write(new: bool) -> Sequence[Splice]:  # noqa: FBT001 (what is ticked)
            return call.unset(key) if new is usual else call.set_argument(key, str(new))

        yield Input(key, label, "tick", value, write)


# The game.


def game_cards(game: Game) -> Iterator[Card]:
    """The card of the game's name and sentence, of each system that is stated."""
    for part in game.of("system"):
        call = game.call(part.value)
        if not call:
            yield hand_card(game, part.statement)
            continue
        inputs = [*name_input(call), *about_input(game, call)]
        title = call.literal("title", "")
        start = game.text.span(part.statement)[0]
        says = "The name is what people see on the first page."
        yield Card(start, part.statement.lineno, str(title) or "The game", says, tuple(inputs))


def name_input(call: Call) -> Iterator[Input]:
    """An input for the title of a game; one from nothing takes its id from it."""
    title = call.literal("title")

    def write(new: str) -> Sequence[Splice]:
        letters = slug(plain_letters(new)).replace("_", "")[:18]
        named = call.set_argument("id", in_quotes(f"my{letters}")) if call.literal("id") == MINE and letters else ()
        return [*call.set_argument("title", in_quotes(require_words(new, "Name"))), *named]

    if isinstance(title, str):
        yield Input("title", "Name", "words", title, write)


def about_input(game: Game, call: Call) -> Iterator[Input]:
    """An input for the sentence about the game: the first line of the text's docstring."""
    label = "What it is about, in a sentence"
    if call.argument("about") is not None:
        yield from words_input(call, "about", label)
        return
    first = game.body[0] if game.body else None
    if ast.get_docstring(game.text.tree, clean=False) is None or not isinstance(first, ast.Expr):

        def add(new: str) -> Sequence[Splice]:
            at = game.beginning()
            newline = game.text.newline
            return [(at, at, f'"""{_in_docstring(new)}"""{newline}{newline}')] if new else []

        yield Input("about", label, "words", "", add)
        return
    begin, end = game.text.span(first)
    source = game.text.text[begin:end]
    found = re.fullmatch(r"(\"\"\"|'''|\"|')(\s*)([^\r\n]*?)(\s*(?:[\r\n].*)?)\1", source, re.DOTALL)
    if found and "\\" not in found[3]:
        at = begin + found.start(3)
        yield Input(
            "about", label, "words", found[3], lambda new: [(at, at + len(found[3]), _in_docstring(new, found[1]))]
        )


def _in_docstring(words: str, quote: str = '"""') -> str:
    if "\\" in words or quote[0] in words:
        raise Refused(f"Leave out \\ and {quote[0]} in this sentence.")
    return words


# What is chosen, and what lasts.


def field_cards(game: Game) -> Iterator[Card]:
    """The cards of what is chosen before the roll."""
    yield from _named_cards(game, FIELDS, {"number": _number, "choice": _choice, "switch": _switch, "text": _text})


def lasting_cards(game: Game) -> Iterator[Card]:
    """The cards of numbers that last."""
    yield from _named_cards(game, LASTING, {"counter": _lasting, "track": _lasting})


def _named_cards(game: Game, kinds: Sequence[str], read: dict[str, Any]) -> Iterator[Card]:
    parts = game.of(*kinds)
    for place, part in enumerate(parts):
        call = game.call(part.value)
        if call is None:
            yield hand_card(game, part.statement)
            continue
        inputs, says = read[part.kind](game, call, part)
        if part.kind in FIELDS and not _is_used(game, part):
            by = "a result" if part.kind == "choice" and part.name not in game.numeric else "dice or a count"
            says += f" Nothing uses it yet: let {by} go by it."
        yield Card(
            game.text.span(part.statement)[0],
            part.statement.lineno,
            game.label(part.name),
            says,
            tuple(inputs),
            partial(remove_part, game, part),
            swap_statements(game, parts[place - 1], part) if place else None,
            swap_statements(game, part, parts[place + 1]) if place + 1 < len(parts) else None,
        )


def _is_used(game: Game, part: Part) -> bool:
    return bool(game.uses(part.name) or game.asked_by_name(part.name))


Read = tuple[list[Input], str]


def _number(game: Game, call: Call, part: Part) -> Read:
    low, high = call.literal("low"), call.literal("high", MOST_NUMBER)
    start = call.literal("start", low)
    inputs = [*title_input(game, call, part)]
    if type(low) is int and type(high) is int and type(start) is int:
        inputs += number_input(call, "low", "From", low, -FAR, min(start, high))
        inputs += number_input(call, "high", "To", high, max(low, start), FAR)
        inputs += number_input(call, "start", "At first", start, low, high)
    top = f"from {low} to {high}" if call.argument("high") is not None else f"from {low} on"
    return inputs, f"A number {top}, {start} at first."


def _choice(game: Game, call: Call, part: Part) -> Read:
    given = call.literal("options")
    inputs = [*title_input(game, call, part)]
    words = given.split() if isinstance(given, str) else list(given) if isinstance(given, (list, tuple)) else []
    values = [str(one).strip("*") for one in words]
    starred = [str(one).strip("*") for one in words if str(one).endswith("*")]
    if isinstance(given, str) and values and "," not in given:
        start = starred[0] if starred else values[0]

        def write_options(new: Sequence[str], begins: str) -> Sequence[Splice]:
            wrong = next((one for one in new if not re.fullmatch(r"[^\s,*]+", one)), "")
            if wrong or not new:
                raise Refused(f"{wrong or 'An empty line'} cannot be chosen; write one word on each line.")
            if part.name in game.numeric and _is_used(game, part) and not all(map(str.isdecimal, new)):
                raise Refused("These are numbers, and something goes by them; write numbers.")
            if len(set(new)) < len(new):
                raise Refused("Two lines are the same; change one of them.")
            if gone := [one for one in values if one not in new and _names_value(game, call, one)]:
                raise Refused(f"{gone[0]} is asked for elsewhere in the text; change it there first.")
            stars = [f"{one}*" if one == begins and (place or starred) else one for place, one in enumerate(new)]
            return call.set_argument("options", in_quotes(" ".join(stars)))

        inputs.append(
            Input(
                "options",
                "What can be chosen, one word a line",
                "rows",
                tuple(values),
                lambda new: write_options(new, start if start in new else new[0] if new else ""),
            )
        )
        picks = tuple((one, one) for one in values)
        if len(set(values)) == len(values):
            inputs.append(
                Input("start", "At first", "one", start, lambda new: write_options(values, new), choices=picks)
            )
    return inputs, f"One of {one_of(values)}." if values else "One of several words."


def _names_value(game: Game, call: Call, value: str) -> bool:
    """True if a value of a choice is named elsewhere in the text."""
    inside = {id(one) for one in ast.walk(call.node)}
    for one in game.all_nodes:
        if isinstance(one, ast.Constant) and one.value == value and id(one) not in inside:
            return True
        if isinstance(one, ast.keyword) and one.arg == value:
            return True
    return False


def _switch(game: Game, call: Call, part: Part) -> Read:
    return [
        *title_input(game, call, part),
        *cost_inputs(game, call),
    ], f"Yes or no; yes counts as 1.{told_cost(game, call)}"


def _text(game: Game, call: Call, part: Part) -> Read:
    return [*title_input(game, call, part)], "A few words, to remember what it was about."


def _lasting(game: Game, call: Call, part: Part) -> Read:
    track = game.callee(call.node) == "track"
    low, high = (0 if track else call.literal("low", 0)), call.literal("high")
    full = low if high is None or track else high
    start = call.literal("start", full)
    inputs = [*title_input(game, call, part)]
    if type(low) is int and type(start) is int and (high is None or type(high) is int):
        top = FAR if high is None else high
        inputs += [] if track else number_input(call, "low", "From", low, -FAR, min(start, top))
        inputs += [] if high is None else number_input(call, "high", "To", high, max(low, start), FAR)
        inputs += number_input(call, "start", "At first", start, low, top)
    each = call.literal("each", "campaign")
    whose = tuple(({str(each): str(each)} | WHOSE).items())

    def write(new: str) -> Sequence[Splice]:
        return call.unset("each") if new == "campaign" else call.set_argument("each", in_quotes(new))

    if each in EACH:
        inputs.append(Input("each", "Of", "one", str(each), write, choices=whose))
    goes = f"from {low} to {high}" if high is not None else f"from {low} on"
    filled = "It is filled" if track else "Points that are spent and won"
    return inputs, f"{filled}, {goes}, {start} at first, of {WHOSE.get(str(each), str(each))}."


# Costs.


def read_amount(game: Game, node: ast.expr | None) -> tuple[int, str] | None:
    """An amount and the number that lasts, as in 2 @ hope; None where it is anything else."""
    match node:
        case ast.BinOp(left=ast.Constant(value=number), op=ast.MatMult(), right=ast.Name(id=name)):
            if type(number) is int and game.kind_of(node.right) in LASTING:
                return number, name
    return None


def amount_input(key: str, number: int, write: Callable[[int], Sequence[Splice]]) -> Input:
    """An input for how many of a counter something takes or gives."""
    return Input(key, "How many", "number", number, write, min(1, number), max(99, number))


def cost_inputs(game: Game, call: Call) -> Iterator[Input]:
    """Inputs for what something costs."""
    node = call.argument("costs")
    found = read_amount(game, node)
    if node is not None and found is None:
        yield formula_input(game, call, "costs", "Costs", node)
        return
    choices = lasting_before(game, call.node)
    if not choices:
        return
    number, of = found or (1, "")

    def write_of(new: str) -> Sequence[Splice]:
        return call.set_argument("costs", f"{number} @ {new}") if new else call.unset("costs")

    yield Input("costs", "Costs", "one", of, write_of, choices=(("", "nothing"), *choices))
    if of:
        yield amount_input("cost", number, lambda new: call.set_argument("costs", f"{new} @ {of}"))


def told_cost(game: Game, call: Call) -> str:
    """The cost of something, in a sentence; "" where it costs nothing."""
    node = call.argument("costs")
    if node is None:
        return ""
    found = read_amount(game, node)
    return f" It costs {found[0]} {game.label(found[1])}." if found else f" It costs {game.text.source(node)}."


def lasting_before(game: Game, node: ast.expr) -> tuple[tuple[str, str], ...]:
    """The numbers that last which are stated before a part, with their titles."""
    place = game.place_of(node)
    return tuple((one.name, game.label(one.name)) for one in game.of(*LASTING) if one.place < place)


def formula_input(game: Game, call: Call, key: str, label: str, node: ast.expr) -> Input:
    """An input for an argument that no other kind can say, as it is written."""

    def write(new: str) -> Sequence[Splice]:
        try:
            ast.parse(new, mode="eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise Refused(f"{new} cannot be read; write it as in the text.") from None
        if "#" in new or not new:
            raise Refused("Write one formula, without a comment.")
        return call.set_argument(key, new)

    return Input(key, label, "formula", game.text.source(node), write)


# By hand.


def hand_card(game: Game, node: ast.stmt | ast.expr, title: str = "") -> Card:
    """The card of what no form can read: its name, the first line of its docstring, and how it is written."""
    source = game.text.source(node)
    says = ""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        title = title or title_from_name(node.name)
        says = (ast.get_docstring(node) or "").split("\n")[0]
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        title = title or title_from_name(node.targets[0].id)
    said = says or "Written by hand; change it in the text."
    return Card(
        game.text.span(node)[0], node.lineno, title or "By hand", said[:300], by_hand=True, source=source[:2000]
    )
