"""Parts taken away, renamed or moved, with what that means for the rest of the text."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace

from pyrules.author.building.game import Game, Part, name_in
from pyrules.author.building.sums import Sum, Term, read_sum
from pyrules.author.building.syntax import Call, Refused, Splice


def sums_of(game: Game) -> list[tuple[tuple[int, int], ast.expr, Sum]]:
    """The sums that forms write: of how many dice there are, and of what is counted; with their places."""
    found = []
    for part in game.parts.values():
        if part.kind == "count" and (sum_ := read_sum(game, part.value)):
            found.append((game.text.value_span(part.statement), part.value, sum_))
        elif part.kind == "pool" and (amount := amount_of(game, part.value)):
            span, node = amount
            if sum_ := read_sum(game, node):
                found.append((span, node, sum_))
    return found


def base_of(game: Game, node: ast.expr) -> Call | None:
    """The call that makes the dice of a pool, whatever is said of them behind it; None where it is no such call."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        node = node.func.value
    stated = game.callee(node)
    return (
        game.call(node)
        if stated == "dice" or ((stated.startswith("d") and stated[1:].isdigit()) or stated == "dF")
        else None
    )


def amount_of(game: Game, node: ast.expr) -> tuple[tuple[int, int], ast.expr] | None:
    """The number of a pool's dice, with its place; None where that is not given."""
    call = base_of(game, node)
    given = call.argument("number") if call else None
    return (game.text.outer(given, *call.bounds), given) if call and given else None


def remove_part(game: Game, part: Part) -> list[Splice]:
    """The splices that take a part away, also out of sums and lists; raises `Refused` where it is needed otherwise."""
    check_once(game, part)
    label = game.label(part.name)
    if line := game.asked_by_name(part.name) if part.kind != "pool" else 0:
        raise Refused(f"{label} is asked for in line {line}; take it out there first.")
    inside = {id(one) for one in ast.walk(part.statement)}
    left = {id(one): one for one in game.uses(part.name) if id(one) not in inside}
    splices = [game.text.removal(part.statement)]
    for span, node, sum_ in sums_of(game):
        mine = [one for one in ast.walk(node) if id(one) in left]
        less = _without(sum_, part.name, at_least_one=game.is_pool(_whole(game, node)))
        if mine and less and len(mine) == len(sum_.terms) - sum(one in less.terms for one in sum_.terms):
            splices.append((*span, less.as_source()))
            for one in mine:
                left.pop(id(one))
    for listed, place, name in game.lists:
        if left.pop(id(name), None) is not None:
            splices.append(listed.remove(place))
    if left:
        first = min(left.values(), key=lambda one: one.lineno)
        raise Refused(f"{user_of(game, first)} needs {label}; take it out there first.")
    return splices


def _without(sum_: Sum, name: str, *, at_least_one: bool) -> Sum | None:
    """A sum without a name, or a one where nothing else is in it; None where nothing is left."""
    terms = tuple(one for one in sum_.terms if one.other or one.of != name)
    if not terms and not at_least_one:
        return None
    return replace(sum_, terms=terms or (Term(1, 1),))


def _whole(game: Game, node: ast.expr) -> ast.expr:
    statement = game.body[game.place_of(node)]
    return statement.value if isinstance(statement, ast.Assign) else node


def user_of(game: Game, name: ast.Name) -> str:
    """The part that asks for a name, in words, with its line."""
    statement = game.body[game.place_of(name)]
    called = (
        statement.targets[0].id
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
        else ""
    )
    for one in ast.walk(statement):
        if (
            game.callee(one) in ("degree", "option")
            and isinstance(one, ast.Call)
            and any(name is part for part in ast.walk(one))
        ):
            title = Call(game.text, one, ("title",)).literal("title", "")
            return f"{title} (line {name.lineno})"
    return f"{game.label(called) if called else 'The text'} (line {name.lineno})"


def check_once(game: Game, part: Part) -> None:
    """Raise `Refused` for a name that is given to several things."""
    if part.name in game.twice:
        raise Refused(f"{part.name} names several things in the text; change it there.")


def rename_part(game: Game, part: Part, words: str) -> list[Splice]:
    """The splices that call a part otherwise, wherever it is asked for; raises `Refused`."""
    check_once(game, part)
    if name_in(words) == part.name:
        return []
    if line := game.asked_by_name(part.name):
        raise Refused(f"It is asked for by its name in line {line}; rename it in the text.")
    new = game.free_name(words)
    found = []
    for one in game.all_nodes:
        if isinstance(one, ast.Name) and one.id == part.name:
            begin, end = game.text.span(one)
            if game.text.text[begin:end] != part.name:
                raise Refused(f"It stands where it cannot be told in line {one.lineno}; rename it in the text.")
            found.append((begin, end, new))
    return found


def swap_statements(game: Game, first: Part, second: Part) -> Callable[[], Sequence[Splice]] | None:
    """The splices that swap two neighbours; None where they are none, or where the second needs the first."""
    begin, end = game.text.span(first.statement)
    other, last = game.text.span(second.statement)
    if second.place != first.place + 1 or not (game.text.alone(begin, end) and game.text.alone(other, last)):
        return None
    if any(isinstance(one, ast.Name) and one.id == first.name for one in ast.walk(second.statement)):
        return None

    def swap() -> Sequence[Splice]:
        lines = [(game.text.line_of(one)[0], game.text.line_of(two)[1]) for one, two in ((begin, end), (other, last))]
        text = game.text.text
        return [(*lines[0], text[slice(*lines[1])]), (*lines[1], text[slice(*lines[0])])]

    return swap
