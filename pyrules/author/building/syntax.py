"""A text by its syntax, with the place of each part, and the smallest changes of it."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter

from pyrules.author import mistakes, plain

Splice = tuple[int, int, str]
"""From where to where a text is replaced, and by what."""

LINE_END = re.compile(r"\r\n|\r|\n")
REST = re.compile(r"[ \t]*[;,]?[ \t]*(#.*)?")
"""The signs that may follow a part that is alone on its line."""


class Refused(Exception):
    """An edit that is not made; its message says why, and what to do."""


class Unreadable(Exception):
    """A text that Python cannot read: the line, and the words of the mistake."""

    def __init__(self, line: int, words: str) -> None:
        super().__init__(words)
        self.line, self.words = line, words


class Text:
    """A text, its syntax, and where each part of it stands; raises `Unreadable`."""

    def __init__(self, text: str) -> None:
        self.text = text
        try:
            self.tree, read = plain.parse_mended(text)
        except SyntaxError as error:
            raise Unreadable(error.lineno or 1, mistakes.syntax_problem(text, error)) from None
        except (RecursionError, MemoryError):
            raise Unreadable(1, "too many brackets or signs stand within one another; write it in steps") from None
        except ValueError:
            raise Unreadable(1, "there is a sign in it that no text has; type that line again") from None
        self.rows = LINE_END.split(read)
        self.typed = LINE_END.split(text)
        self.starts = [0, *(found.end() for found in LINE_END.finditer(text))]
        found = LINE_END.search(text)
        self.newline = found[0] if found else "\n"

    def offset(self, line: int, column: int) -> int:
        """The place in the text of a line and a column as Python counts them, in bytes."""
        row, typed = self.rows[line - 1], self.typed[line - 1]
        place = column if row.isascii() else len(row.encode()[:column].decode(errors="ignore"))
        return self.starts[line - 1] + (place if len(row) == len(typed) else _as_typed(typed, place))

    def span(self, node: ast.expr | ast.stmt | ast.keyword | ast.alias) -> tuple[int, int]:
        """Where a part begins and ends."""
        end = self.offset(node.end_lineno or node.lineno, node.end_col_offset or 0)
        return self.offset(node.lineno, node.col_offset), end

    def source(self, node: ast.expr | ast.stmt) -> str:
        """A part as it is written."""
        begin, end = self.span(node)
        return self.text[begin:end]

    def outer(self, node: ast.expr, low: int, high: int) -> tuple[int, int]:
        """Where a part begins and ends with the brackets around it, within bounds."""
        begin, end = self.span(node)
        while True:
            before, behind = self.text[low:begin].rstrip(), self.text[end:high].lstrip()
            if not (before.endswith("(") and behind.startswith(")")):
                return begin, end
            begin, end = low + len(before) - 1, high - len(behind) + 1

    def value_span(self, statement: ast.Assign) -> tuple[int, int]:
        """Where the value of an assignment begins and ends, with all brackets around it."""
        target, end = self.span(statement.targets[0])[1], self.span(statement)[1]
        begin = self.text.index("=", target) + 1
        return self.outer(statement.value, begin, end)

    def line_of(self, place: int) -> tuple[int, int]:
        """Where the line of a place begins, and where it ends without its line end."""
        first = self.starts[bisect_right(self.starts, place) - 1]
        found = LINE_END.search(self.text, first)
        return first, found.start() if found else len(self.text)

    def next_line(self, place: int) -> int:
        """Where the line behind that of a place begins."""
        number = bisect_right(self.starts, place)
        return self.starts[number] if number < len(self.starts) else len(self.text)

    def indent(self, place: int) -> str | None:
        """The blanks before a place on its line; None where something else stands there."""
        before = self.text[self.line_of(place)[0] : place]
        return None if before.strip() else before

    def line_end_before(self, place: int) -> str:
        """A line end where a place is not at the beginning of a line; else nothing."""
        return self.newline if place and self.text[place - 1] not in "\r\n" else ""

    def alone(self, begin: int, end: int) -> bool:
        """True if nothing else stands on the lines of a part but a comment behind it."""
        return self.indent(begin) is not None and bool(REST.fullmatch(self.text[end : self.line_of(end)[1]]))

    def removal(self, statement: ast.stmt) -> Splice:
        """The splice that takes a statement away, with its lines where it is alone on them."""
        begin, end = self.span(statement)
        if self.alone(begin, end):
            return self.line_of(begin)[0], self.next_line(end), ""
        if behind := re.compile(r"[ \t]*;[ \t]*").match(self.text, end):
            return begin, behind.end(), ""
        before = re.search(r"[ \t]*;[ \t]*$", self.text[:begin])
        return before.start() if before else begin, end, ""

    def splice(self, splices: Iterable[Splice]) -> str:
        """The text with some parts replaced; raises `Refused` where a comment would be lost."""
        text, low = self.text, len(self.text)
        for begin, end, new in sorted(splices, key=itemgetter(0, 1))[::-1]:  # at one place in the order given
            old = self.text[begin:end]
            if new and "#" in old and LINE_END.search(old):
                raise Refused("A comment stands within this; change it in the text, so that the comment stays.")
            text = text[:begin] + new + text[max(begin, min(end, low)) :]  # two that are left out may overlap
            low = begin
        return text


def _as_typed(row: str, place: int) -> int:
    """The place in a line as it was typed of one in the line as it was read, where some signs are left out."""
    seen = 0
    for at, sign in enumerate(row):
        width = 0 if plain.SIGNS.get(sign) == "" else len(plain.SIGNS.get(sign, sign))
        if seen >= place and width:
            return at
        seen += width
    return len(row)


@dataclass(frozen=True, slots=True)
class Listed:
    """Some parts with commas between them, in brackets: of a list, or of a call."""

    text: Text
    spans: tuple[tuple[int, int], ...]
    begin: int
    """Where the first part may begin."""

    def insert(self, place: int, new: str) -> list[Splice]:
        """The splices that put another part at a place, on a line of its own where the others have theirs."""
        text = self.text
        if not self.spans:
            return [(self.begin, self.begin, new)]
        if place < len(self.spans):
            at = self.spans[place][0]
            indent = text.indent(at)
            return [(at, at, f"{new}, " if indent is None else f"{new},{text.newline}{indent}")]
        begin, end = self.spans[-1]
        indent = text.indent(begin)
        if indent is None or not text.alone(begin, end):
            return [(end, end, f", {new}")]
        comma = re.compile(r"[ \t]*,").match(text.text, end)
        line = text.line_of(end)[1]
        added = (line, line, f"{text.newline}{indent}{new}" + ("," if comma else ""))
        return [added] if comma else [(end, end, ","), added] if line > end else [(end, end, f",{added[2]}")]

    def remove(self, place: int) -> Splice:
        """The splice that takes a part away, with its lines where it is alone on them."""
        text = self.text
        begin, end = self.spans[place]
        if text.alone(begin, end):
            return text.line_of(begin)[0], text.next_line(end), ""
        if place + 1 < len(self.spans) and not re.search(r"#.*$", text.text[end : self.spans[place + 1][0]]):
            return begin, self.spans[place + 1][0], ""
        if place and not text.text[self.spans[place - 1][1] : begin].strip(" \t,"):
            return self.spans[place - 1][1], end, ""
        behind = re.compile(r"[ \t]*,[ \t]*").match(text.text, end)
        return begin, behind.end() if behind else end, ""

    def swap(self, place: int, other: int) -> list[Splice]:
        """The splices that have two parts change places."""
        first, second = self.spans[place], self.spans[other]
        return [(*first, self.text.text[slice(*second)]), (*second, self.text.text[slice(*first)])]


def in_list(text: Text, node: ast.List | ast.Tuple) -> Listed:
    """The parts of a list."""
    begin, end = text.span(node)
    return Listed(text, tuple(text.outer(one, begin + 1, end - 1) for one in node.elts), begin + 1)


@dataclass(frozen=True, slots=True)
class Call:
    """A call with its arguments by name; `order` are the names of those that may stand without one."""

    text: Text
    node: ast.Call
    order: Sequence[str] = ()

    @property
    def bounds(self) -> tuple[int, int]:
        """Where the arguments begin and end."""
        return self.text.text.index("(", self.text.span(self.node.func)[1]) + 1, self.text.span(self.node)[1] - 1

    @property
    def clear(self) -> bool:
        """True if each argument can be told by its name."""
        return not any(isinstance(one, ast.Starred) for one in self.node.args) and all(
            one.arg for one in self.node.keywords
        )

    def argument(self, name: str) -> ast.expr | None:
        """An argument; None where it is not given."""
        if name in self.order and (place := self.order.index(name)) < len(self.node.args):
            return self.node.args[place]
        return next((one.value for one in self.node.keywords if one.arg == name), None)

    def literal(self, name: str, usual: object = None) -> object:
        """The value of an argument, where it is written out; else `usual`."""
        node = self.argument(name)
        return usual if node is None else literal(node, usual)

    @property
    def arguments(self) -> Listed:
        """The arguments as they stand."""
        low, high = self.bounds
        spans = [self.text.outer(one, low, high) for one in self.node.args]
        for one in self.node.keywords:
            begin, end = self.text.span(one)
            spans.append((begin, max(end, self.text.outer(one.value, begin, high)[1])))
        return Listed(self.text, tuple(sorted(spans)), low)

    def set_argument(self, name: str, source: str) -> list[Splice]:
        """The splices that give an argument, or another in its place."""
        node = self.argument(name)
        if node is not None:
            return [(*self.text.outer(node, *self.bounds), source)]
        if name in self.order and self.order.index(name) == len(self.node.args) and not self.node.keywords:
            return self.arguments.insert(len(self.node.args), source)
        return self.arguments.insert(len(self.arguments.spans), f"{name}={source}")

    def unset(self, name: str) -> list[Splice]:
        """The splices that leave an argument out."""
        node = self.argument(name)
        if node is None:
            return []
        begin = self.text.span(node)[0]
        place = next(n for n, (first, last) in enumerate(self.arguments.spans) if first <= begin < last)
        return [self.arguments.remove(place)]


def literal(node: ast.expr, usual: object = None) -> object:
    """The literal value: a number, a word, true or false, or a list of these; else `usual`."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return usual


def in_quotes(words: str) -> str:
    """Words as a text has them, in quotes."""
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
