"""Cards of what a roll comes to: degrees, what may be done after it, and each kind of test."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pyrules.author.building.dice import bound_inputs, sides_of
from pyrules.author.building.forms import Card, Input, fold_inputs
from pyrules.author.building.game import Game, Part, title_from_name
from pyrules.author.building.removing import remove_part
from pyrules.author.building.stated import (
    amount_input,
    cost_inputs,
    formula_input,
    hand_card,
    lasting_before,
    number_input,
    read_amount,
    tick_input,
    title_input,
    told_cost,
    words_input,
)
from pyrules.author.building.sums import read_number
from pyrules.author.building.syntax import Call, Listed, Refused, Splice, in_list, literal
from pyrules.author.names import PLACE
from pyrules.core.english import noun, one_of

HOW = {">=": "at least", "<=": "at most", "==": "exactly", ">": "more than", "<": "less than", "!=": "anything but"}
SIGNS: dict[type[ast.cmpop], str] = {
    ast.GtE: ">=",
    ast.LtE: "<=",
    ast.Eq: "==",
    ast.Gt: ">",
    ast.Lt: "<",
    ast.NotEq: "!=",
}


@dataclass(frozen=True, slots=True)
class Test:
    """A kind of test: its variable, its call, and its list of degrees where it has one."""

    part: Part
    call: Call
    degrees: ast.List | None
    options: ast.List | None

    @property
    def title(self) -> str:
        """Its title."""
        return str(self.call.literal("title", title_from_name(self.part.name)))


def tests_of(game: Game) -> list[Test]:
    """The kinds of test of a text."""
    found = []
    for part in game.of("action"):
        if call := game.call(part.value):
            degrees, options = call.argument("degrees"), call.argument("options")
            found.append(
                Test(
                    part,
                    call,
                    degrees if isinstance(degrees, ast.List) else None,
                    options if isinstance(options, ast.List) else None,
                )
            )
    return found


# Degrees.


def degree_cards(game: Game, test: Test) -> Iterator[Card]:
    """The cards of the degrees of a test, in order."""
    if test.degrees is None:
        if (
            given := test.call.argument("degrees") or test.call.argument("success") or test.call.argument("main")
        ) is not None:
            yield hand_card(game, given, "What it comes to")
        return
    listed = in_list(game.text, test.degrees)
    nodes = test.degrees.elts
    calls = [game.call(one) if game.callee(one) == "degree" else None for one in nodes]
    titles = [str(one.literal("title", "")) if one else "" for one in calls]
    last = len(nodes) - 1
    for place, (node, call) in enumerate(zip(nodes, calls, strict=True)):
        if call is None:
            yield hand_card(game, node)
            continue
        holds = call.argument("holds")
        always = holds is None or literal(holds) is True
        others = [one for n, one in enumerate(titles) if n != place]
        inputs = [*title_input(game, call, None, others)]
        says = "In every other case."
        if not always and holds is not None:
            condition, says = condition_inputs(game, test, call, holds)
            inputs += condition
        inputs += tick_input(call, "good", "It is a success", usual=True)
        inputs += words_input(call, "says", "What it means, in words", check=lambda new: check_places(game, new))
        inputs += change_inputs(game, call)
        yield Card(
            game.text.span(node)[0],
            node.lineno,
            titles[place],
            says + told_change(game, call),
            tuple(fold_inputs(inputs, number_of="", also="", says="", effects="")),
            None if always else partial(remove_degree, game, test, listed, place),
            partial(listed.swap, place - 1, place) if place and not always else None,
            partial(listed.swap, place, place + 1) if place + 1 < last and not always else None,
        )


def remove_degree(game: Game, test: Test, listed: Listed, place: int) -> list[Splice]:
    """The splices that take a degree away; raises `Refused` where something else speaks of it."""
    node = test.degrees.elts[place] if test.degrees else None
    title = Call(game.text, node, ("title",)).literal("title") if isinstance(node, ast.Call) else None
    for one in test.call.node.keywords:
        if one.arg not in ("degrees", "options"):
            for part in ast.walk(one.value):
                if (
                    isinstance(part, ast.Constant)
                    and isinstance(part.value, str)
                    and title in (part.value, *part.value.split())
                ):
                    raise Refused(f"{title} is asked for in line {part.lineno}; take it out there first.")
    return [listed.remove(place)]


def check_places(game: Game, words: str) -> None:
    """Raise `Refused` for words with a place in braces that names nothing which can be filled in."""
    if "{" not in words and "}" not in words:
        return
    there = {
        one.name.strip("_").lower()
        for one in game.parts.values()
        if one.kind in ("number", "choice", "switch", "text", "count")
    }
    left = PLACE.sub(lambda found: "" if found[1] in there and not any(found.groups()[1:]) else found[0], words)
    if "{" in left or "}" in left:
        raise Refused("Braces are for the name of something chosen or counted, such as {skill}; leave them out here.")


@dataclass(frozen=True, slots=True)
class Condition:
    """When a degree holds: a count compared with a number, or (without `how`) a truth; and what has to be so `also`."""

    name: str
    how: str = ""
    number: int | str = 0
    also: str = ""

    def as_source(self, game: Game) -> str:
        """The source."""
        is_truth = game.parts[self.name].kind == "truth"
        found = self.name if is_truth else f"{self.name} {self.how or '>='} {self.number if self.how else 1}"
        if not self.also or self.also == self.name:
            return found
        also = self.also if self.also.isidentifier() else f"({self.also})"
        return f"{found} & {also}" if is_truth else f"({found}) & {also}"

    def in_words(self, game: Game) -> str:
        """The condition in a sentence."""
        than = game.label(self.number) if isinstance(self.number, str) else str(self.number)
        so = f"{HOW[self.how]} {than}" if self.how else "so"
        also = f", and {_besides_in_words(game, self.also)}" if self.also else ""
        return f"When {game.label(self.name)} is {so}{also}."


def _besides_in_words(game: Game, also: str) -> str:
    """What has to be so besides, in words: a truth, or what was chosen."""
    name, _, value = also.partition(" == ")
    return f"{game.label(name)} is {value[1:-1] if value else 'so'}"


def _besides(game: Game, node: ast.expr) -> str:
    """What has to be so besides, as `Condition` has it; "" where forms cannot say it."""
    match node:
        case ast.Name(id=name) if game.kind_of(node) == "truth":
            return name
        case ast.Compare(left=ast.Name(id=name), ops=[ast.Eq()], comparators=[ast.Constant(value=str(value))]) if (
            game.kind_of(node.left) == "choice" and value.isalnum()
        ):
            return f'{name} == "{value}"'
    return ""


def _all_besides(game: Game, place: int) -> list[str]:
    """All that may have to be so besides: each truth, and each word of what is chosen, that stand before a place."""
    found = [one.name for one in game.of("truth") if one.place < place]
    for one in game.of("choice"):
        call = game.call(one.value) if one.place < place and one.name not in game.numeric else None
        options = call.literal("options", "") if call else ""
        if isinstance(options, str):
            words = options.replace("*", "").split()
            found += [f'{one.name} == "{word}"' for word in words if word.isalnum()]
    return found


def read_condition(game: Game, holds: ast.expr) -> Condition | None:
    """A condition that forms can say; None for any other."""
    match holds:
        case ast.Name(id=name) if game.kind_of(holds) == "truth":
            return Condition(name)
        case ast.Compare(left=ast.Name(id=name), ops=[sign], comparators=[other]) if (
            game.kind_of(holds.left) == "count"
        ):
            how, number = SIGNS.get(type(sign)), read_number(game, other)
            return Condition(name, how, number) if how is not None and number is not None else None
        case ast.BinOp(left=first, op=ast.BitAnd(), right=right) if also := _besides(game, right):
            found = read_condition(game, first)
            return replace(found, also=also) if found and not found.also and found.name != also else None
    return None


def condition_inputs(game: Game, test: Test, call: Call, holds: ast.expr) -> tuple[list[Input], str]:
    """The inputs for when a degree holds, and that in a sentence."""
    place = test.part.place
    now = read_condition(game, holds)
    if now is None:
        return [formula_input(game, call, "holds", "When", holds)], f"When {told_source(game, holds)}."
    before = [one for one in game.of("count", "truth") if one.place < place]

    def write(**new: Any) -> Sequence[Splice]:
        return call.set_argument("holds", replace(now, **new).as_source(game))

    choices = tuple((one.name, game.label(one.name)) for one in before)
    inputs = [Input("count", "When", "one", now.name, lambda new: write(name=new), choices=choices)]
    if now.how:
        bounds = (-99, 300)
        inputs += [
            Input("how", "Is", "one", now.how, lambda new: write(how=new), choices=tuple(HOW.items())),
            *bound_inputs(game, place, "number", "This number", now.number, bounds, lambda new: write(number=new)),
        ]
    there = [one for one in _all_besides(game, place) if one != now.name]
    if there:
        besides = [(one, _besides_in_words(game, one)) for one in dict.fromkeys((*filter(None, [now.also]), *there))]
        choices = (("", "nothing else"), *besides)
        inputs.append(Input("also", "And besides", "one", now.also, lambda new: write(also=new), choices=choices))
    return inputs, now.in_words(game)


def _change(game: Game, call: Call) -> tuple[str, int, str] | None:
    """The change by a degree: the call, how much, and of what; None where it is anything else."""
    node = call.argument("effects")
    stated = game.callee(node) if node is not None else ""
    if stated not in ("costs", "gains", "clears", "fills") or not isinstance(node, ast.Call) or len(node.args) != 1:
        return None
    found = read_amount(game, node.args[0])
    return (stated, *found) if found else None


def change_inputs(game: Game, call: Call) -> Iterator[Input]:
    """Inputs for what a degree changes of the numbers that last."""
    node = call.argument("effects")
    found = _change(game, call)
    if node is not None and found is None:
        yield formula_input(game, call, "effects", "What it changes", node)
        return
    there = lasting_before(game, call.node)
    if not there:
        return
    stated, number, of = found or ("", 1, "")
    choices = [("", "changes nothing")]
    for name, title in there:
        filled = game.parts[name].kind == "track"
        choices += [
            (f"costs {name}", f"{'fills' if filled else 'takes'} {title}"),
            (f"gains {name}", f"{'clears' if filled else 'gives'} {title}"),
        ]
    way = {"clears": "gains", "fills": "costs"}.get(stated, stated)

    def write(new: str) -> Sequence[Splice]:
        if not new:
            return call.unset("effects")
        word, name = new.split()
        return [*call.set_argument("effects", f"{word}({number} @ {name})"), *game.imports(word)]

    yield Input("effects", "It changes", "one", f"{way} {of}".strip(), write, choices=tuple(choices))
    if of:
        yield amount_input("amount", number, lambda new: call.set_argument("effects", f"{stated}({new} @ {of})"))


def told_change(game: Game, call: Call) -> str:
    """The change by a degree, in a sentence; "" where there is none."""
    node = call.argument("effects")
    if node is None:
        return ""
    found = _change(game, call)
    if not found:
        return f" It changes something: {told_source(game, node)}."
    stated, number, of = found
    filled = game.parts[of].kind == "track"
    verb = ("fills" if filled else "takes") if stated in ("costs", "fills") else ("clears" if filled else "gives")
    return f" It {verb} {number} {game.label(of)}."


# What may be done after.


def option_cards(game: Game) -> Iterator[Card]:
    """The cards of what may be done after the roll: those with a name, then those within a test."""
    for part in game.of("option"):
        call = game.call(part.value)
        if call is None:
            yield hand_card(game, part.statement)
            continue
        yield _option_card(game, part, part.statement, call, partial(remove_part, game, part))
    for test in tests_of(game):
        if test.options is not None:
            listed = in_list(game.text, test.options)
            for place, node in enumerate(test.options.elts):
                call = game.call(node) if game.callee(node) == "option" else None
                if call:
                    yield _option_card(game, test.part, node, call, partial(_taken_out, listed, place))
                elif not isinstance(node, ast.Name):
                    yield hand_card(game, node)
        elif (given := test.call.argument("options")) is not None:
            yield hand_card(game, given, "What may be done after")


def _taken_out(listed: Listed, place: int) -> list[Splice]:
    return [listed.remove(place)]


def _option_card(
    game: Game, part: Part, whole: ast.stmt | ast.expr, call: Call, remove: Callable[[], Sequence[Splice]]
) -> Card:
    inputs = [*title_input(game, call, part), *cost_inputs(game, call)]
    rerolls, says = reroll_inputs(game, call, part.place)
    inputs += rerolls
    inputs += number_input(call, "times", "How often", 1, 1, 20)
    if call.argument("adds") is not None or call.argument("rerolls") is None:
        adds = call.literal("adds", 0)
        if type(adds) is int:
            inputs.append(
                Input(
                    "adds",
                    "So many more dice",
                    "number",
                    adds,
                    lambda new: call.set_argument("adds", str(new)) if new else call.unset("adds"),
                    0,
                    max(20, adds),
                )
            )
            says += f" {adds} more {noun(adds, 'die', 'dice')} of the first kind." if adds else ""
    inputs += words_input(call, "hint", "What it brings, in a few words")
    title = str(call.literal("title", "An option"))
    told = (says + told_cost(game, call)).strip() or "It costs nothing."
    shown = tuple(fold_inputs(inputs, face_of="", times=1, hint=""))
    return Card(game.text.span(whole)[0], call.node.lineno, title, told, shown, remove)


WHICH = {
    "": "none",
    "below": "all that show less than a face",
    "all": "all of them",
    "chosen": "some that the player chooses",
    "lowest": "the lowest die",
    "highest": "the highest die",
}


def _rerolls(game: Game, call: Call) -> tuple[str, str, int | str, int] | None:
    """The dice that an option rerolls, below what, and how many; None where it is anything else."""
    node, most = call.argument("rerolls"), call.literal("most", 0)
    if type(most) is not int or (
        call.argument("most") is not None and literal(call.argument("most") or ast.Constant(None)) is None
    ):
        return None
    match node:
        case None:
            return ("", "", 0, 0) if not most else None
        case ast.Name(id=name) if game.kind_of(node) == "pool":
            return ("chosen" if most else "all"), name, 0, most
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name) as of, attr="below"), args=[face], keywords=[]):
            number = read_number(game, face)
            if game.kind_of(of) == "pool" and number is not None and not most:
                return "below", name, number, 0
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id=name) as of, attr="keep_lowest" | "keep_highest" as what),
            args=[ast.Constant(value=1)],
        ):
            if game.kind_of(of) == "pool" and not most:
                return what.removeprefix("keep_"), name, 0, 0
    return None


def reroll_inputs(game: Game, call: Call, place: int) -> tuple[list[Input], str]:
    """The inputs for what an option rerolls, and that in a sentence."""
    found = _rerolls(game, call)
    if found is None:
        node = call.argument("rerolls")
        if node is None:
            return [], ""
        return [formula_input(game, call, "rerolls", "Rolled again", node)], f"Rolled again: {told_source(game, node)}."
    which, of, face, most = found
    pools = [one.name for one in game.of("pool") if one.place < place and (one.name == of or may_reroll(game, one))]
    if not pools:
        return [], ""
    now = of or pools[0]

    write = partial(write_rerolls, call)
    sides = sides_of(game, now)
    usual = sides if isinstance(sides, int) and sides > 0 else 1 if sides == -1 else 6
    inputs = [
        Input(
            "rerolls",
            "Rolled again",
            "one",
            which,
            lambda new: write(new, now, face or usual, most),
            choices=tuple(WHICH.items()),
        )
    ]
    if which:
        choices = tuple((one, title_from_name(one)) for one in pools)
        inputs.append(
            Input(
                "of", "Of which dice", "one", now, lambda new: write(which, new, face or usual, most), choices=choices
            )
        )
    if which == "below":
        inputs += bound_inputs(game, place, "face", "Less than", face, (-1, 100), lambda new: write(which, now, new, 0))
    if which == "chosen":
        inputs.append(
            Input(
                "most", "How many at most", "number", most, lambda new: write(which, now, 0, int(new)), 1, max(20, most)
            )
        )
    than = game.label(face) if isinstance(face, str) else str(face)
    told = {
        "below": f"All of {title_from_name(now)} that show less than {than} are rolled again.",
        "all": f"All of {title_from_name(now)} are rolled again.",
        "chosen": f"Up to {most} of {title_from_name(now)} are rolled again, as the player chooses.",
        "lowest": f"The lowest of {title_from_name(now)} is rolled again.",
        "highest": f"The highest of {title_from_name(now)} is rolled again.",
    }.get(which, "")
    return inputs, told


def told_source(game: Game, node: ast.expr) -> str:
    """A formula as it is written; that it is written by hand where it is a function."""
    by_hand = any(isinstance(one, ast.Lambda) or game.kind_of(one) == "hand" for one in ast.walk(node))
    return "what is written by hand" if by_hand else game.text.source(node)


def write_rerolls(call: Call, which: str, pool: str, face: int | str, most: int) -> Sequence[Splice]:
    """The splices that say which dice of a pool an option rerolls."""
    if not which:
        return [*call.unset("rerolls"), *call.unset("most")]
    source = {
        "below": f"{pool}.below({face})",
        "lowest": f"{pool}.keep_lowest(1)",
        "highest": f"{pool}.keep_highest(1)",
    }.get(which, pool)
    if which != "chosen":
        return [*call.set_argument("rerolls", source), *call.unset("most")]
    if call.argument("most") is None:
        return call.set_argument("rerolls", f"{source}, most={most or 1}")
    return [*call.set_argument("rerolls", source), *call.set_argument("most", str(most or 1))]


def may_reroll(game: Game, part: Part) -> bool:
    """True if a pool is of whoever rolls, so that it may be rolled again."""
    return not any(
        (isinstance(one, ast.keyword) and one.arg == "side") or game.callee(one) == "draw"
        for one in ast.walk(part.value)
    )


# Tests.


def test_cards(game: Game) -> Iterator[Card]:
    """The cards of the kinds of test."""
    tests = tests_of(game)
    named = game.of("option")
    systems = game.of("system")
    for test in tests:
        inputs = [*title_input(game, test.call, test.part, [one.title for one in tests if one is not test])]
        inputs += words_input(test.call, "word", "The word that it begins with in short", check=check_word)
        usable = [one for one in named if one.place < test.part.place]
        if usable and len(tests) > 1 and (test.options is not None or test.call.argument("options") is None):
            inputs.append(_options_input(game, test, [one.name for one in usable]))
        listed = [name for listed, place, name in game.lists if name.id == test.part.name]
        alone = len(tests) < 2 or len(listed) != len(game.uses(test.part.name)) or not systems
        yield Card(
            game.text.span(test.part.statement)[0],
            test.part.statement.lineno,
            test.title,
            f"It comes to {_told_degrees(game, test)}.",
            tuple(fold_inputs(inputs, word="")),
            None if alone else partial(remove_part, game, test.part),
        )
    for part in game.of("action"):
        if game.call(part.value) is None:
            yield hand_card(game, part.statement)


def check_word(word: str) -> None:
    """Raise `Refused` for what cannot begin a shorthand."""
    if word and not re.fullmatch(r"[a-z][a-z]*( [a-z]+)*", word):
        raise Refused("It begins with small letters from a to z; write such a word.")


def _told_degrees(game: Game, test: Test) -> str:
    calls = [game.call(one) for one in (test.degrees.elts if test.degrees else []) if game.callee(one) == "degree"]
    titles = [str(one.literal("title", "")) for one in calls if one]
    return one_of(titles) if titles else "what is written by hand"


def _options_input(game: Game, test: Test, names: Sequence[str]) -> Input:
    there = tuple(
        one.id for one in (test.options.elts if test.options else []) if isinstance(one, ast.Name) and one.id in names
    )

    def write(new: Sequence[str]) -> Sequence[Splice]:
        if test.options is None:
            return test.call.set_argument("options", f"[{', '.join(new)}]") if new else []
        listed = in_list(game.text, test.options)
        gone = [
            place
            for place, one in enumerate(test.options.elts)
            if isinstance(one, ast.Name) and one.id in there and one.id not in new
        ]
        added = [one for one in new if one not in there]
        if (gone and added) or len(gone) > 1:
            raise Refused("Choose or leave out one at a time.")
        if gone:
            return [listed.remove(gone[0])]
        return listed.insert(len(test.options.elts), ", ".join(added)) if added else []

    choices = tuple((one, game.label(one)) for one in names)
    return Input("options", "What may be done after it", "some", there, write, choices=choices)
