"""A number as a form says it: what is read of dice, named numbers and a fixed one, added up or taken away."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pyrules.author.building.game import Game
from pyrules.author.building.syntax import Refused

FACES = ("face", "from", "below", "any", "all")
"""The readings that ask for a face."""

FEW = ("keep_highest", "keep_lowest")
ADDITIVE = ("face", "from", "below", "total")
"""The readings of each die by itself, so that several pools are read one by one."""

SOLE = ("doubles", "any", "all")
"""The readings that are conditions, to which nothing is added."""

PLAIN = ("total", "highest", "lowest", "largest_set", "longest_run", "doubles")


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading of pools, and the pools; the `face` that counts and the `few` that are kept may be names."""

    what: str
    pools: tuple[str, ...]
    face: int | str = 0
    few: int | str = 0

    def sources(self) -> list[str]:
        """The source: one reading for each pool, or one of all."""
        if self.what in ADDITIVE:
            return [self._of(one) for one in self.pools]
        return [self._of(self.pools[0] if len(self.pools) == 1 else f"({' + '.join(self.pools)})")]

    def _of(self, pool: str) -> str:
        match self.what:
            case "face":
                return f"{pool}.count({self.face})"
            case "from":
                return f"{pool}.count(at_least={self.face})"
            case "below":
                return f"{pool}.count(below={self.face})"
            case "any" | "all":
                return f"{pool}.{self.what}({self.face})"
            case "keep_highest" | "keep_lowest":
                return f"{pool}.{self.what}({self.few}).total"
        return f"{pool}.{self.what}"


@dataclass(frozen=True, slots=True)
class Term:
    """One of the things that are added up or, with a `sign` of -1, taken away."""

    sign: int
    of: int | str | Reading
    """A fixed number, a name, or a reading."""
    source: str = ""
    other: bool = False
    """True if it is a formula of its own, which `source` has."""


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms in order, and how the sum is kept from going below 0: by `at_least`, by `max`, or not at all."""

    terms: tuple[Term, ...]
    floor: str = ""

    @property
    def reading(self) -> Reading | None:
        """The reading of dice: of several pools, where they are read alike; None where nothing is."""
        found = [one.of for one in self.terms if isinstance(one.of, Reading)]
        if not found:
            return None
        return replace(found[0], pools=tuple(pool for one in found for pool in one.pools))

    def names(self, sign: int) -> tuple[str, ...]:
        """The names that are added, or taken away."""
        return tuple(one.of for one in self.terms if isinstance(one.of, str) and not one.other and one.sign == sign)

    @property
    def fixed_number(self) -> int:
        """The fixed number."""
        return sum(one.sign * one.of for one in self.terms if isinstance(one.of, int))

    @property
    def other(self) -> str:
        """The term that is a formula; "" where none is."""
        return next((one.source for one in self.terms if one.other), "")

    def with_names(self, sign: int, names: Sequence[str]) -> Sum:
        """The sum with other names added, or taken away."""
        left = tuple(
            one for one in self.terms if one.other or one.sign != sign or not isinstance(one.of, str) or one.of in names
        )
        new = tuple(Term(sign, one) for one in names if one not in self.names(sign))
        return self._with(left, new)

    def with_fixed(self, number: int) -> Sum:
        """The sum with another fixed number."""
        new = Term(1 if number >= 0 else -1, abs(number))
        places = [place for place, one in enumerate(self.terms) if isinstance(one.of, int)]
        left = tuple(one for place, one in enumerate(self.terms) if place not in places[1:])
        if not places or not number:
            left = tuple(one for one in left if not isinstance(one.of, int))
            return self._with(left, (new,) if number else ())
        return replace(self, terms=tuple(new if isinstance(one.of, int) else one for one in left))

    def with_reading(self, reading: Reading) -> Sum:
        """The sum with another reading; raises `Refused` where nothing can be added to it."""
        new = tuple(Term(1, reading, one) for one in reading.sources())
        rest = tuple(one for one in self.terms if not isinstance(one.of, Reading))
        if reading.what in SOLE and (rest or self.floor):
            raise Refused("This is so or not, and no number: take out first what is added to it.")
        place = next((place for place, one in enumerate(self.terms) if isinstance(one.of, Reading)), 0)
        return replace(self, terms=(*self.terms[:place], *new, *(one for one in self.terms[place:] if one in rest)))

    def _with(self, left: tuple[Term, ...], new: tuple[Term, ...]) -> Sum:
        if not left and not new:
            new = (Term(1, 0),)
        elif left and all(isinstance(one.of, int) and not one.of for one in left) and new:
            left = ()
        return replace(self, terms=left + new)

    def as_source(self) -> str:
        """The source."""
        found = ""
        for one in self.terms:
            sign = ("-" if one.sign < 0 else "") if not found else " - " if one.sign < 0 else " + "
            found += sign + (one.source or str(one.of))
        if self.floor == "max":
            return f"max({found}, 0)"
        if not self.floor:
            return found
        single = (
            len(self.terms) == 1 and self.terms[0].sign > 0 and not isinstance(self.terms[0].of, int) and not self.other
        )
        return f"{found}.at_least(0)" if single else f"({found}).at_least(0)"


def read_sum(game: Game, node: ast.expr) -> Sum | None:
    """A number as a sum; None where it is another formula."""
    floor = ""
    match node:
        case ast.Call(func=ast.Attribute(value=inner, attr="at_least"), args=[ast.Constant(value=0)], keywords=[]):
            node, floor = inner, "at_least"
        case ast.Call(func=ast.Name(id="max"), args=[inner, ast.Constant(value=0)], keywords=[]) if (
            "max" not in game.own
        ):
            node, floor = inner, "max"
    terms = [_term(game, sign, one) for sign, one in added_up(node)]
    found = [one for one in terms if one]
    readings = [one for one in found if isinstance(one.of, Reading)]
    if len(found) < len(terms) or sum(one.other for one in found) > 1 or all(one.other for one in found):
        return None
    if len(readings) > 1 and len({replace(one.of, pools=()) for one in readings if isinstance(one.of, Reading)}) > 1:
        return None
    if any(one.sign < 0 for one in readings) or (
        readings
        and len(readings) > 1
        and any(isinstance(one.of, Reading) and one.of.what not in ADDITIVE for one in readings)
    ):
        return None
    if len(terms) > 1 and any(isinstance(one.of, Reading) and one.of.what in SOLE for one in readings):
        return None
    return Sum(tuple(found), floor)


def added_up(node: ast.expr) -> Iterable[tuple[int, ast.expr]]:
    """The terms of a sum, from the left, with its sign."""
    found: list[tuple[int, ast.expr]] = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        found.append((1 if isinstance(node.op, ast.Add) else -1, node.right))
        node = node.left
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        found.append((-1, node.operand))
    else:
        found.append((1, node))
    return reversed(found)


NUMBERS = ("number", "switch", "counter", "track", "choice", "count", "option", "truth")


def _term(game: Game, sign: int, node: ast.expr) -> Term | None:
    match node:
        case ast.Constant(value=value) if type(value) is int:
            return Term(sign, value)
        case ast.Name(id=name) if game.kind_of(node) in NUMBERS:
            return Term(sign, name)
    if reading := read_reading(game, node):
        return Term(sign, reading, game.text.source(node))
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.FloorDiv)) and game.is_number(node):
        return Term(sign, "", game.text.source(node), other=True)
    return None


def read_reading(game: Game, node: ast.expr) -> Reading | None:  # noqa: PLR0911 (one for each kind)
    """The reading of dice; None where it is anything else."""
    match node:
        case ast.Call(func=ast.Attribute(value=base, attr="count"), args=[face], keywords=[]):
            return _reading(game, base, "face", face)
        case ast.Call(func=ast.Attribute(value=base, attr="count"), args=[], keywords=[ast.keyword("at_least", face)]):
            return _reading(game, base, "from", face)
        case ast.Call(func=ast.Attribute(value=base, attr="count"), args=[], keywords=[ast.keyword("below", face)]):
            return _reading(game, base, "below", face)
        case ast.Call(func=ast.Attribute(value=base, attr="any" | "all" as what), args=[face], keywords=[]):
            return _reading(game, base, what, face)
        case ast.Attribute(
            value=ast.Call(
                func=ast.Attribute(value=base, attr="keep_highest" | "keep_lowest" as what), args=[few], keywords=[]
            ),
            attr="total",
        ):
            return _reading(game, base, what, few=few)
        case ast.Attribute(value=base, attr=what) if what in PLAIN:
            return _reading(game, base, what)
    return None


def _reading(
    game: Game, base: ast.expr, what: str, face: ast.expr | None = None, few: ast.expr | None = None
) -> Reading | None:
    pools = [one for _, one in added_up(base)]
    names = tuple(one.id for one in pools if isinstance(one, ast.Name) and game.kind_of(one) == "pool")
    given = [read_number(game, one) if one else 0 for one in (face, few)]
    if len(names) < len(pools) or None in given or any(sign < 0 for sign, _ in added_up(base)):
        return None
    return Reading(what, names, *(one for one in given if one is not None))


def read_number(game: Game, node: ast.expr) -> int | str | None:
    """A fixed number, or the name of one; None where it is anything else."""
    match node:
        case ast.Constant(value=value) if type(value) is int:
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=value)) if type(value) is int:
            return -value
        case ast.Name(id=name) if game.kind_of(node) in NUMBERS:
            return name
    return None


def read_formula(game: Game, words: str, place: int) -> str:
    """A formula as it may be written at a statement's place; raises `Refused`."""
    try:
        node = ast.parse(words.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Refused(f"{words} cannot be read; write it as in the text, such as roll.total + skill.") from None
    if "#" in words or "\n" in words or isinstance(node, ast.Tuple):
        raise Refused(f"{words} is more than one number; write one.")
    for name in (one.id for one in ast.walk(node) if isinstance(one, ast.Name)):
        part = game.parts.get(name)
        if part and part.place >= place:
            raise Refused(f"{name} comes later in the text; use what stands before.")
        if not part and not game.knows(name):
            raise Refused(f"There is no {name} in this text; use a name that it has.")
    if not game.is_number(node):
        raise Refused(f"{words} is no number; write one, such as roll.total + skill.")
    return words.strip()
