"""The parts of a game in a text: each by its name, its kind, and what it is made of."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from pyrules import author
from pyrules.author.building.syntax import Call, Listed, Refused, Splice, Text, Unreadable, in_list
from pyrules.author.names import RESERVED, places, slug

MODULE = "pyrules.author"
DICE = ("d4", "d6", "d8", "d10", "d12", "d20", "d100", "dF", "dice", "draw")
THROWN = ("explode", "again", "reroll")
KEPT = ("keep_highest", "keep_lowest")
TRUE = ("doubles", "any", "all")
BUILTIN = ("max", "min", "abs")
ORDER: Mapping[str, tuple[str, ...]] = {
    "number": ("title", "low", "high"),
    "choice": ("title", "options"),
    "switch": ("title",),
    "text": ("title",),
    "counter": ("title", "low", "high"),
    "track": ("title", "high"),
    "degree": ("title", "holds"),
    "option": ("title",),
    "action": ("title",),
    "system": ("id", "title"),
    "notation": ("text",),
    "dice": ("sides", "number", "called"),
    "draw": ("number", "cards"),
    "d100": (),
    **dict.fromkeys(("d4", "d6", "d8", "d10", "d12", "d20", "dF"), ("number", "called")),
}
"""The title of each name without one of its own."""

FIELDS = ("number", "choice", "switch", "text")
LASTING = ("counter", "track")


@dataclass(frozen=True, slots=True)
class Part:
    """A statement of a text that gives something a name: its kind, and whether it is known only once dice lie."""

    name: str
    kind: str
    statement: ast.Assign
    place: int
    rolled: bool = False

    @property
    def value(self) -> ast.expr:
        """The part that has that name."""
        return self.statement.value


MOST = 200
"""The most statements of a text that forms show."""

MOST_NODES = 10_000
"""The most names, numbers and signs."""


class Game:
    """A text as the parts of a game; raises `Unreadable`.

    Kinds are the names of what states a part, "pool" for dice, "count" for a number that is read or worked out,
    "truth" for what is so or not, and "hand" for what no form can read.
    """

    def __init__(self, text: str) -> None:
        self.text = Text(text)
        self.body = self.text.tree.body
        if len(self.body) > MOST or len(self.all_nodes) > MOST_NODES:
            raise Unreadable(1, "this text has more parts than forms can show; change it in the text")
        self.imported = {
            one.asname or one.name: one.name
            for part in self.body
            if isinstance(part, ast.ImportFrom) and part.module == MODULE and not part.level
            for one in part.names
        }
        self.parts: dict[str, Part] = {}
        self.twice: set[str] = set()
        self.own = {name for part in self.body for name in _names_given(part)}
        for place, statement in enumerate(self.body):
            if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
                target = statement.targets[0]
                if isinstance(target, ast.Name):
                    if target.id in self.parts:
                        self.twice.add(target.id)
                        continue
                    kind = self.kind(statement.value)
                    rolled = kind in {"pool", "option"} or self.is_rolled(statement.value)
                    self.parts[target.id] = Part(target.id, kind, statement, place, rolled)

    @cached_property
    def all_nodes(self) -> tuple[ast.AST, ...]:
        """All parts of the syntax."""
        return tuple(ast.walk(self.text.tree))

    def callee(self, node: ast.AST) -> str:
        """The name of `pyrules.author` that a call is of; "" where it is of none."""
        return self.author_name(node.func.id) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""

    def author_name(self, name: str) -> str:
        """The name of `pyrules.author` that a name of the text stands for; "" where it stands for none."""
        if name in self.imported:
            return self.imported[name]
        return name if name in author.__all__ and name not in self.own else ""

    def knows(self, name: str) -> bool:
        """True if a name can be used that the text does not give itself: an imported one, or one of Python's."""
        return name in BUILTIN or name in self.imported or ("*" in self.imported and bool(self.author_name(name)))

    def call(self, node: ast.expr) -> Call | None:
        """A call of a name of `pyrules.author`, with its arguments by name; None for anything else."""
        stated = self.callee(node)
        if not stated or not isinstance(node, ast.Call):
            return None
        found = Call(self.text, node, ORDER.get(stated, ()))
        return found if found.clear else None

    def kind(self, node: ast.expr) -> str:
        """The kind of a value."""
        stated = self.callee(node)
        if stated in (*FIELDS, *LASTING, "option", "action", "system"):
            return stated
        if self.is_pool(node):
            return "pool"
        if stated == "notation":
            return "count"
        if not self.is_number(node):
            return "hand"
        return "truth" if self.is_truth(node) else "count"

    def kind_of(self, node: ast.AST) -> str:
        """The kind of what a name stands for; "" where it stands for no part."""
        return self.parts[node.id].kind if isinstance(node, ast.Name) and node.id in self.parts else ""

    def is_pool(self, node: ast.expr) -> bool:
        """True if something is dice."""
        waiting: list[ast.expr] = [node]
        while waiting:
            one = waiting.pop()
            if isinstance(one, ast.BinOp) and isinstance(one.op, ast.Add):
                waiting += [one.left, one.right]
            elif (
                isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr in (*THROWN, *KEPT)
            ):
                waiting.append(one.func.value)
            elif not (self.kind_of(one) == "pool" or self.callee(one) in (*DICE, *THROWN, *KEPT)):
                return False
        return True

    def is_number(self, node: ast.expr) -> bool:
        """True if something is a number or a condition that is worked out of named parts."""
        return all(self._may_stand(one) for one in ast.walk(node))

    def _may_stand(self, one: ast.AST) -> bool:
        if isinstance(one, ast.Name):
            part = self.parts.get(one.id)
            return part.kind != "hand" if part else bool(self.author_name(one.id)) or one.id in BUILTIN
        if isinstance(one, ast.Constant):
            return isinstance(one.value, (int, str))
        return isinstance(one, SPOKEN)

    def is_truth(self, node: ast.expr) -> bool:  # noqa: PLR0911 (one for each kind)
        """True if something is a condition, and no number."""
        match node:
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not() | ast.Invert()):
                return True
            case ast.BinOp(op=ast.BitAnd() | ast.BitOr()):
                return True
            case ast.Attribute(attr=name) | ast.Call(func=ast.Attribute(attr=name)):
                return name in TRUE
            case ast.Name():
                return self.kind_of(node) == "truth"
            case ast.Constant(value=value):
                return isinstance(value, bool)
            case ast.Call(args=[_, then, otherwise]) if self.callee(node) == "when":
                return self.is_truth(then) and self.is_truth(otherwise)
        return False

    def is_rolled(self, node: ast.AST) -> bool:
        """True if something is known only once dice lie."""
        for one in ast.walk(node):
            if isinstance(one, ast.Name) and one.id in self.parts and self.parts[one.id].rolled:
                return True
            if self.callee(one) in (*DICE, "notation"):
                return True
        return False

    def of(self, *kinds: str) -> list[Part]:
        """The parts of some kinds, in order."""
        return [one for one in self.parts.values() if one.kind in kinds]

    def label(self, name: str) -> str:
        """A part as people know it: its title, or its name."""
        return self.titles.get(name) or title_from_name(name)

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """The titles of the parts that have one."""
        titled = self.of(*FIELDS, *LASTING, "option", "action", "system")
        calls = {one.name: call for one in titled if (call := self.call(one.value))}
        return {name: title for name, call in calls.items() if isinstance(title := call.literal("title"), str)}

    @cached_property
    def numeric(self) -> frozenset[str]:
        """The choices that are of numbers."""
        calls = {one.name: call for one in self.of("choice") if (call := self.call(one.value))}
        given = {name: str(call.literal("options", "")).replace("*", "").split() for name, call in calls.items()}
        return frozenset(name for name, values in given.items() if values and all(map(str.isdecimal, values)))

    @cached_property
    def calls(self) -> Mapping[str, list[ast.Call]]:
        """The calls of each name of `pyrules.author`."""
        found: dict[str, list[ast.Call]] = defaultdict(list)
        for one in self.all_nodes:
            if isinstance(one, ast.Call) and (stated := self.callee(one)):
                found[stated].append(one)
        return found

    @cached_property
    def loads(self) -> Mapping[str, list[ast.Name]]:
        """Where each name is asked for."""
        found: dict[str, list[ast.Name]] = {}
        for one in self.all_nodes:
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load):
                found.setdefault(one.id, []).append(one)
        return found

    def uses(self, name: str) -> list[ast.Name]:
        """Where a name is asked for."""
        return self.loads.get(name, [])

    @cached_property
    def lines_asking(self) -> Mapping[str, int]:
        """The lines of functions and of words that ask for something by its name."""
        found: dict[str, int] = {}
        for one in self.all_nodes:
            if isinstance(one, ast.arg):
                found.setdefault(one.arg, one.lineno)
            elif (
                isinstance(one, ast.Attribute)
                and isinstance(one.value, ast.Name)
                and one.value.id in {"t", "o", "test"}
            ):
                found.setdefault(one.attr, one.lineno)
            elif isinstance(one, ast.Constant) and isinstance(one.value, str):
                for name in places(one.value):
                    found.setdefault(name, one.lineno)
        return found

    def asked_by_name(self, name: str) -> int:
        """The line of a function or of words that ask for a part by its name; 0 where none do."""
        return self.lines_asking.get(name.strip("_").lower(), 0)

    def place_of(self, node: ast.expr | ast.stmt) -> int:
        """The number of the statement that a part stands in."""
        at = node.lineno, node.col_offset
        return max(place for place, one in enumerate(self.body) if (one.lineno, one.col_offset) <= at)

    @cached_property
    def lists(self) -> tuple[tuple[Listed, int, ast.Name], ...]:
        """The names that stand by themselves in a list, or as what an action or a system is given, with their place."""
        return tuple(self._names_listed())

    def _names_listed(self) -> Iterator[tuple[Listed, int, ast.Name]]:
        for one in self.all_nodes:
            if isinstance(one, ast.List):
                listed = in_list(self.text, one)
                yield from ((listed, place, part) for place, part in enumerate(one.elts) if isinstance(part, ast.Name))
        for node in (*self.calls["action"], *self.calls["system"]):
            listed = Call(self.text, node).arguments
            yield from ((listed, place, part) for place, part in enumerate(node.args) if isinstance(part, ast.Name))

    # Names.

    @cached_property
    def taken_names(self) -> set[str]:
        """The names that nothing new may have, as the rules tell them apart."""
        found = {one.id for one in self.all_nodes if isinstance(one, ast.Name)} | {*self.imported} | self.own
        found |= {one.arg for one in self.all_nodes if isinstance(one, ast.arg)}
        found |= {*author.__all__, *dir(builtins), *keyword.kwlist, *RESERVED}
        return {one.strip("_").lower() for one in found}

    def free_name(self, words: str, *, besides: tuple[str, ...] = ()) -> str:
        """A name that nothing has, made of words; raises `Refused` where they have no letters for one."""
        base = name_in(words)
        if not base:
            raise Refused(f"{words} has no letters from a to z to make a name of; add some.")
        found, number = base, 1
        while found in self.taken_names or found in besides:
            number += 1
            found = f"{base}_{number}"
        return found

    def free_title(self, words: str) -> str:
        """A title that nothing has."""
        there = {one.value for one in self.all_nodes if isinstance(one, ast.Constant)}
        found, number = words, 1
        while found in there:
            number += 1
            found = f"{words} {number}"
        return found

    def imports(self, *names: str) -> list[Splice]:
        """The splices that import names of `pyrules.author` which the text has not yet; raises `Refused`."""
        missing = [name for name in dict.fromkeys(names) if name not in self.imported and "*" not in self.imported]
        if mine := [name for name in missing if name in self.own]:
            raise Refused(f"Your text calls something else {mine[0]}; give that another name first.")
        if not missing:
            return []
        line = next((one for one in self.body if isinstance(one, ast.ImportFrom) and one.module == MODULE), None)
        if line is None:
            written = f"from {MODULE} import {', '.join(sorted(missing, key=natural))}{self.text.newline}"
            at = self.beginning()
            return [(at, at, self.text.line_end_before(at) + written + self.text.newline)]
        found = []
        for name in missing:
            behind = next((one for one in line.names if natural(one.name) > natural(name)), None)
            at = self.text.span(behind)[0] if behind else self.text.span(line.names[-1])[1]
            found.append((at, at, f"{name}, " if behind else f", {name}"))
        return _merge_splices(found)

    def beginning(self) -> int:
        """Where the first statement may stand: behind comments, the docstring and what must come first."""
        at = 0
        for one in self.body:
            if (ast.get_docstring(self.text.tree, clean=False) is not None and one is self.body[0]) or (
                isinstance(one, ast.ImportFrom) and one.module == "__future__"
            ):
                at = self.text.next_line(self.text.span(one)[1])
            else:
                return at or self.text.line_of(self.text.span(one)[0])[0]
        return at or len(self.text.text)


def _merge_splices(found: list[Splice]) -> list[Splice]:
    """Splices of which those at one place are one."""
    places: dict[int, str] = {}
    for at, _, new in found:
        places[at] = places.get(at, "") + new
    return [(at, at, new) for at, new in places.items()]


SPOKEN = (
    ast.Load, ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare,
    ast.IfExp, ast.Call, ast.Attribute, ast.keyword, ast.Tuple,
)  # fmt: skip
"""The nodes of a formula besides names and numbers."""


def natural(name: str) -> list[tuple[int, int | str]]:
    """The order of names as people know it: d6 before d10, capital letters among the small ones."""
    return [(0, int(one)) if one.isdigit() else (1, one) for one in re.findall(r"\d+|\D+", name.lower())]


def title_from_name(name: str) -> str:
    """A name of the text as a title."""
    words = name.strip("_").replace("_", " ")
    return words[:1].upper() + words[1:]


def plain_letters(words: str) -> str:
    """Words in letters from a to z, as far as they have such."""
    return unicodedata.normalize("NFKD", words.replace("ß", "ss")).encode("ascii", "ignore").decode()


def name_in(words: str) -> str:
    """A name made of words: letters from a to z, digits and underscores."""
    return slug(plain_letters(words)).lstrip("0123456789_")[:40].rstrip("_")


def _names_given(statement: ast.stmt) -> set[str]:
    """The names that a statement gives to something of the text."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {statement.name}
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        mine = isinstance(statement, ast.ImportFrom) and statement.module == MODULE
        return set() if mine else {(one.asname or one.name).split(".")[0] for one in statement.names}
    return {one.id for one in ast.walk(statement) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
