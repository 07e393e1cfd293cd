"""Faults that an edit could bring into a game whose dice go together otherwise: each as a sentence with what to do."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pyrules.author.building.dice import goes_on, sides_of
from pyrules.author.building.game import KEPT, THROWN, Game, Part, title_from_name
from pyrules.author.building.removing import base_of
from pyrules.author.building.results import Test, tests_of
from pyrules.author.building.sums import NUMBERS, added_up
from pyrules.author.building.syntax import Call
from pyrules.core.english import all_of


def faults(game: Game) -> Iterator[str]:
    """The faults of a game that its forms can tell."""
    for part in game.of("pool"):
        yield from _of_dice(game, part)
    yield from _of_words(game)
    for test in tests_of(game):
        yield from _of_test(game, test)
    for node in game.calls["option"]:
        rerolls = Call(game.text, node, ("title",)).argument("rerolls")
        for one in named_pools(game, rerolls) if rerolls is not None else ():
            if side_of(game, one):
                yield f"{title_from_name(one)} is thrown by the other side, and only one's own dice are rolled again."


def _of_dice(game: Game, part: Part) -> Iterator[str]:
    """The problems of dice by themselves."""
    name = title_from_name(part.name)
    call = base_of(game, part.value)
    if call and call.node is not part.value and (sides_of(game, part.name) == -1 or game.callee(call.node) == "d100"):
        yield f"{name} are dice that do not go on; let them fall as they are first."
    yield from _of_dice_thrown_on(game, part, name)
    if goes_on(game, part.value) and (size := _size_below_two(game, part.name)):
        yield f"{name} goes on without end where {size} is 1; let that begin at 2 first."
    if len({side_of(game, one) for one in named_pools(game, part.value)}) > 1:
        yield f"{name} has dice of both sides, and these are never put together."
    sides = sides_of(game, part.name)
    if isinstance(sides, str) and game.parts[sides].kind == "choice" and sides not in game.numeric:
        yield f"{name} is as big as {game.label(sides)}, which must be a number; choose other dice first."


def _of_dice_thrown_on(game: Game, part: Part, name: str) -> Iterator[str]:
    """The problems of named dice that others are made of by having them go on."""
    for _, one in added_up(part.value):
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr in THROWN:
            for pool in named_pools(game, one.func.value):
                them = title_from_name(pool)
                if goes_on(game, game.parts[pool].value) != "":
                    yield f"{name} says how {them} go on; let {them} fall as they are."
                if sides_of(game, pool) == -1:
                    yield f"{name} has {them} go on, which Fate dice do not; take other dice."
                if one.func.attr != "reroll" and (size := _size_below_two(game, pool)):
                    yield f"{name} has {them} go on without end where {size} is 1; let that begin at 2 first."


def _size_below_two(game: Game, pool: str) -> str:
    """The number that says how big dice are, where it may be less than 2; "" for all others."""
    sides = sides_of(game, pool)
    call = game.call(game.parts[sides].value) if isinstance(sides, str) else None
    if not call or not isinstance(sides, str):
        return ""
    options = str(call.literal("options", "")).replace("*", "").split()
    low = call.literal("low", 2) if game.parts[sides].kind != "choice" else min(map(int, options), default=2)
    return game.label(sides) if type(low) is int and low < 2 else ""


def _of_words(game: Game) -> Iterator[str]:
    """The problems where the words of a choice stand for numbers, or have no words of their own."""
    for node in game.all_nodes:
        if not isinstance(node, ast.expr):
            continue
        sides: list[ast.expr] = []
        if isinstance(node, ast.BinOp):
            sides = [node.left, node.right]
        elif isinstance(node, ast.Compare) and any(isinstance(one, ORDERED) for one in node.ops):
            sides = [node.left, *node.comparators]
        for one in sides:
            if isinstance(one, ast.Name) and game.kind_of(one) == "choice" and one.id not in game.numeric:
                yield f"{game.label(one.id)} stands where a number must in line {node.lineno}; take it out there first."
    for node in game.calls["words"]:
        of = node.args[0] if node.args else None
        call = game.call(game.parts[of.id].value) if isinstance(of, ast.Name) and of.id in game.parts else None
        values = call.literal("options") if call else None
        said = {one.arg for one in node.keywords}
        for value in values.replace("*", "").split() if isinstance(values, str) and None not in said else ():
            if value not in said:
                yield f"Line {node.lineno} has words for each value, and none for {value}; add them there first."


ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def _of_test(game: Game, test: Test) -> Iterator[str]:
    """The problems of the dice that a kind of test reads."""
    if test.degrees is None or any(test.call.argument(one) is not None for one in ("pool", "outcome")):
        return
    read, made = pools_read(game, test)
    if not read and not made:
        yield f"{test.title} would roll no dice; let one of its degrees go by a count of some first."
    sides = {side_of(game, one) for one in read} - {""}
    if len(sides) > 1:
        yield f"{test.title} has dice of {all_of(sorted(sides))}; only one side rolls against whoever rolls."
    for name in sorted(read):
        for other in sorted(read):
            if name in made_of(game, other):
                both = f"{title_from_name(name)} and {title_from_name(other)}"
                yield f"{test.title} reads {both}, which are the same dice; let it read one of them."
    for place, one in enumerate(made):
        if len({side_of(game, name) for name in one}) > 1:
            yield f"{test.title} puts dice of both sides together; read them one by one."
        others = [*read, *(name for more in made[:place] for name in more)]
        for name in sorted(one.intersection(others)):
            yield f"{test.title} reads {title_from_name(name)} by itself and together with other dice; read it one way."


def side_of(game: Game, name: str) -> str:
    """Whose dice a pool has; "" for those of whoever rolls."""
    for one in ast.walk(game.parts[name].value):
        if isinstance(one, ast.keyword) and one.arg == "side":
            return game.text.source(one.value)
    for pool in named_pools(game, game.parts[name].value):
        if game.parts[pool].place < game.parts[name].place and (side := side_of(game, pool)):
            return side
    return ""


def named_pools(game: Game, node: ast.AST) -> list[str]:
    """The pools that something names."""
    return [one.id for one in ast.walk(node) if isinstance(one, ast.Name) and game.kind_of(one) == "pool"]


def made_of(game: Game, name: str) -> set[str]:
    """The pools whose dice a pool has, thrown otherwise or put together."""
    value = game.parts[name].value
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in KEPT:
        value = value.func.value
    if isinstance(value, ast.Name):
        return made_of(game, value.id)
    found = set(named_pools(game, value))
    return found.union(*(made_of(game, one) for one in found))


def pools_read(game: Game, test: Test) -> tuple[set[str], list[set[str]]]:
    """The pools that a kind of test reads by their names, and those that it puts together to read them."""
    read: set[str] = set()
    made: list[set[str]] = []
    seen: set[str] = set()
    waiting: list[ast.AST] = [test.call.node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name):
            kind = game.kind_of(node)
            if kind == "pool":
                read.add(node.id)
            elif (kind in NUMBERS or kind == "option") and node.id not in seen:
                seen.add(node.id)
                waiting.append(game.parts[node.id].value)
            continue
        if isinstance(node, ast.expr) and isinstance(node, (ast.BinOp, ast.Call)) and game.is_pool(node):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in KEPT:
                waiting.append(node.func.value)
            else:
                names = set(named_pools(game, node))
                made.append(names.union(*(made_of(game, one) for one in names)))
            continue
        waiting += ast.iter_child_nodes(node)
    return read, made
