"""A page of notes: light marks for headings, lists and bold words, with tests and random tables in them."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from pyrules.campaign.pages import MOST_PAGE
from pyrules.core.characters import alike
from pyrules.notes.random_tables import RandomTable, is_range, read_dice, read_heading, read_table
from pyrules.notes.tests_within import BY_THE_BOOK, House, TestWithin, read_named_test, read_test, split_brackets

HEADING = re.compile(r"(?P<marks>#{1,3})\s+(?P<text>\S.*)")
ITEM = re.compile(r"[-*•]\s+(?P<text>\S.*)")
BOLD = "**"
RULED = re.compile(r"\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?")
"""The line between the head of a Markdown table and its rows."""


@dataclass(frozen=True, slots=True)
class Words:
    """Words of a text, `bold` or not."""

    text: str
    bold: bool = False


Spans = tuple[Words | TestWithin, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; `level` 1 is the highest of three."""

    level: int
    spans: Spans


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that stand together."""

    lines: tuple[Spans, ...]


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: tuple[Spans, ...]


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A random table, and the texts of its entries."""

    table: RandomTable
    texts: tuple[Spans, ...]


Block = Heading | Paragraph | Items | TableBlock
Lines = Sequence[tuple[int, str]]
Reader = Callable[[str], Spans]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of notes as it is read."""

    blocks: tuple[Block, ...] = ()

    @property
    def tables(self) -> tuple[RandomTable, ...]:
        """The random tables, from the top."""
        return tuple(block.table for block in self.blocks if isinstance(block, TableBlock))

    def begins_with(self, title: str) -> bool:
        """True if a heading at the top says the title once more."""
        return isinstance(first := next(iter(self.blocks), None), Heading) and alike(_words(first.spans)) == alike(
            title
        )

    @property
    def tests(self) -> tuple[TestWithin, ...]:
        """The tests that can be read, from the top."""
        spans = (span for block in self.blocks for line in _lines_of(block) for span in line)
        return tuple(span for span in spans if isinstance(span, TestWithin) and not span.problem)


def _lines_of(block: Block) -> tuple[Spans, ...]:
    match block:
        case Heading():
            return (block.spans,)
        case Paragraph():
            return block.lines
        case Items():
            return block.items
        case TableBlock():
            return block.texts


def read_page(text: str, own: str = "", house: House = BY_THE_BOOK) -> Page:
    r"""Read a page of notes; every text is one.

    `own` is the system of the campaign, `house` has the house rules of systems. `# ` begins a heading (`##` and `###`
    lower ones), `- ` an item of a list, `**` stands around bold words, and an empty line between paragraphs. A test
    stands in square brackets, or alone on its line. A heading with dice, or lines with ranges from 1 on, make
    a random table.

    >>> page = read_page("# The bridge\n\nCross it with [Agility 5 (2)].\n\nd6 Weather\n1-3 rain\n4-6 fog")
    >>> [type(block).__name__ for block in page.blocks], page.tests[0].notation, page.tables[0].title
    (['Heading', 'Paragraph', 'TableBlock'], 'Agility 5 (2)', 'Weather')
    """
    blocks: list[Block] = []

    def spans(line: str) -> Spans:
        return _spans(line, own, house)

    for group in _groups(text[:MOST_PAGE]):
        heading = blocks[-1] if blocks and isinstance(blocks[-1], Heading) else None
        table = _table_under(_words(heading.spans), group, spans) if heading else _table_in(group, spans)
        if table is None:
            blocks += _read_group(group, spans)
        elif heading:
            blocks[-1] = table
        else:
            blocks.append(table)
    return Page(tuple(blocks))


def _groups(text: str) -> Iterator[Lines]:
    """Lines that stand together, each with its number from 1 on; a heading stands alone."""
    group: list[tuple[int, str]] = []
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        alone = bool(HEADING.fullmatch(line))
        if group and (alone or not line):
            yield group
            group = []
        if alone:
            yield [(number, line)]
        elif line:
            group.append((number, line))
    if group:
        yield group


def _table_under(heading: str, group: Lines, spans: Reader) -> TableBlock | None:
    """The table that lines under a heading make; without dice in it their ranges must make one."""
    title, dice = read_heading(heading)
    head, rows = _without_pipes(group)
    return None if HEADING.fullmatch(group[0][1]) else _table(title, dice or read_heading(head)[1] or None, rows, spans)


def _table_in(group: Lines, spans: Reader) -> TableBlock | None:
    """The table that lines make by themselves, the first of which may be its title."""
    head, rows = _without_pipes(group)
    if rows is not group:
        title, dice = read_heading(head)
        return _table(title, dice or None, rows, spans)
    title, dice = read_heading(group[0][1])
    rest = group[1:]
    listed = _all_items(rest) or rest[0][1][:1].isdigit() or any(is_range(line) for _, line in rest)
    if dice and not (listed or _has_a_line_for_each_face(dice, rest)):
        return None
    return _table("", None, group, spans) or _table(title, dice or None, rest, spans)


def _has_a_line_for_each_face(dice: str, lines: Lines) -> bool:
    """True if there are as many lines as one die of this size has faces."""
    rolled = None if dice[-1].isalpha() else read_dice(dice, len(lines))
    return rolled is not None and (rolled.count, rolled.sides) == (1, len(lines))


def _without_pipes(group: Lines) -> tuple[str, Lines]:
    """The head and the rows of a Markdown table as other tables are written; "" and the lines themselves for others."""
    if not all(line[:1] == "|" for _, line in group):
        return "", group
    lines = [(number, line.strip("| ")) for number, line in group if not RULED.fullmatch(line)]
    rows = [(number, " ".join(map(str.strip, line.split("|", 1)))) for number, line in lines]
    return (rows[0][1], rows[1:]) if rows and not is_range(rows[0][1]) else ("", rows)


def _table(title: str, dice: str | None, lines: Lines, spans: Reader) -> TableBlock | None:
    lines = [(number, _without_mark(line)) for number, line in lines]
    table = read_table(title, dice, lines)
    return TableBlock(table, tuple(spans(entry.text) for entry in table.entries)) if table else None


def _read_group(group: Lines, spans: Reader) -> Iterator[Block]:
    """The blocks of lines that are no table: a heading, or paragraphs and lists in turn."""
    if heading := HEADING.fullmatch(group[0][1]):
        yield Heading(len(heading["marks"]), spans(heading["text"]))
        return
    for is_item, part in groupby(group, lambda line: bool(ITEM.fullmatch(line[1]))):
        lines = tuple(spans(_without_mark(line)) for _, line in part)
        yield Items(lines) if is_item else Paragraph(lines)


def _all_items(lines: Lines) -> bool:
    return all(ITEM.fullmatch(line) for _, line in lines)


def _without_mark(line: str) -> str:
    """The text of a line, without the mark of an item."""
    item = ITEM.fullmatch(line)
    return item["text"] if item else line


def _words(spans: Spans) -> str:
    return "".join(span.text if isinstance(span, Words) else span.written for span in spans)


def _spans(line: str, own: str, house: House) -> Spans:
    """The words and tests of a line."""
    if line[:1] != "[" and any(sign.isdigit() for sign in line):
        alone = read_test(line, own, house)
        if not alone.problem:
            return (alone,)
    pieces: list[str | TestWithin] = []
    for part, is_test in split_brackets(line):
        pieces += [read_named_test(part, own, house)] if is_test else filter(None, re.split(r"(\*\*)", part))
    return _with_bold(pieces)


def _with_bold(pieces: Sequence[str | TestWithin]) -> Spans:
    """Words and tests with what stands between two marks in bold; a mark without another stays as it was typed."""
    marks: list[int] = []
    for place, piece in enumerate(pieces):
        opens = len(marks) % 2 == 0
        beside = place + 1 if opens else place - 1
        if piece == BOLD and _touches(pieces, beside, 0 if opens else -1) and (opens or marks[-1] < beside):
            marks.append(place)
    used = set(marks[: len(marks) // 2 * 2])
    found: list[Words | TestWithin] = []
    words: list[str] = []
    bold = False
    for place, piece in enumerate(pieces):
        if words and (place in used or isinstance(piece, TestWithin)):
            found.append(Words("".join(words), bold))
            words = []
        if place in used:
            bold = not bold
        elif isinstance(piece, TestWithin):
            found.append(piece)
        else:
            words.append(piece)
    return (*found, Words("".join(words))) if words else tuple(found)


def _touches(pieces: Sequence[str | TestWithin], place: int, sign: int) -> bool:
    """True if there is a test at a place, or words without a space at this end of them."""
    if not 0 <= place < len(pieces):
        return False
    beside = pieces[place]
    return isinstance(beside, TestWithin) or not beside[sign].isspace()
