"""Random tables as people write them down: a heading that may name dice, and a line for each entry."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, groupby, islice, product

from pyrules.core.characters import ALIKE, alike
from pyrules.core.english import amount
from pyrules.core.errors import quote
from pyrules.core.ratio import Ratio
from pyrules.core.roll import Source, Throw
from pyrules.core.scan import MOST_NOTATION

MOST_SIDES = 200
MOST_TABLE_DICE = 10
MOST_LEADS = 20
"""The most random tables that one result may lead on to, so that those that name each other come to an end."""

MOST_PROBLEMS = 10
"""The most that is said of what is wrong with one random table."""

DICE = r"(?P<dice>[0-9]{0,2}[dDwW](?:[0-9]{1,3}|%)?)"
TITLE = r"(?P<title>[^\W\d_](?:[^+\[\]()]|\([^\W\d_][^()]*\))*)"
DICE_FIRST = re.compile(rf"{DICE}[ :]\s*{TITLE}")
DICE_LAST = re.compile(rf"{TITLE}\(?\b{DICE}\)?:?")
NUMBER = "[0-9]{1,3}"
RANGE = re.compile(
    rf"(?:\*\*)?(?P<low>{NUMBER})(?:\s*-\s*(?P<high>{NUMBER})|(?P<more>(?:\s*,\s*{NUMBER})+)"
    r"|(?P<up>\+|\s+(?:or|and)\s+(?:more|higher|over|above|up)\b)|(?P<down>-|\s+(?:or|and)\s+(?:less|lower|fewer|under|below)\b))?"
    r"(?:\*\*)?(?:\s*[.:)|](?:\*\*)?\s*|\s+)(?P<text>\S.*)",
    re.IGNORECASE,
)
"""A line of a table: its number, range, bound or several numbers, perhaps bold, and its text."""

LEAD = re.compile(r"(?P<arrow>->|→)|\b(?:see|roll on)\b", re.IGNORECASE)
AND = re.compile(r"\s*(?:\b(?:and|or|then)\b|[(&]|\*\*)\s*", re.IGNORECASE)
DIGITS = {44: (4, 2), 66: (6, 2), 88: (8, 2), 666: (6, 3)}
"""Dice whose faces are read as the digits of one number: what they are called by, their sides, and how many."""


@dataclass(frozen=True, slots=True)
class TableDice:
    """The dice of a table: so many of a size, added up or, with `digits`, read as the digits of one number."""

    count: int
    sides: int
    digits: bool = False

    def __str__(self) -> str:
        if self.digits:
            return f"d{str(self.sides) * self.count}"
        return f"{self.count if self.count > 1 else ''}d{self.sides}"

    def value(self, faces: Sequence[int]) -> int:
        """The number that these faces come to.

        >>> TableDice(2, 6, digits=True).value((3, 4)), TableDice(2, 6).value((3, 4))
        (34, 7)
        """
        return int("".join(map(str, faces))) if self.digits else sum(faces)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a table: what it is rolled by, from `low` to `high`, its text, and its number in the page (from 1)."""

    low: int
    high: int
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class RandomTable:
    """A table to roll on; `problems` tells of lines that overlap, leave gaps or cannot be reached."""

    title: str
    dice: TableDice
    entries: tuple[Entry, ...]
    problems: tuple[str, ...] = ()

    def entry(self, value: int) -> Entry | None:
        """The line of a number, the first where several have it; None for a gap."""
        return next((entry for entry in self.entries if entry.low <= value <= entry.high), None)

    def chances(self) -> tuple[Ratio, ...]:
        """The chance of each line.

        >>> read_table("Weather", None, ((2, "1-3 rain"), (3, "4 fog"), (4, "5-6 sun"))).chances()
        (Ratio(1/2), Ratio(1/6), Ratio(1/3))
        """
        ways = values_of(self.dice)
        hits = [0] * len(self.entries)
        for value, place in _owners(list(ways), self.entries).items():
            hits[place] += ways[value]
        return tuple(Ratio(many, sum(ways.values())) for many in hits)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a roll on a random table: the faces, their number, and the line's text ("" for a gap)."""

    table: str
    dice: TableDice
    faces: tuple[int, ...]
    text: str

    @property
    def value(self) -> int:
        """The number that was rolled."""
        return self.dice.value(self.faces)


@lru_cache(maxsize=64)
def values_of(dice: TableDice) -> Mapping[int, int]:
    """In how many ways the dice come to each number, the lowest first."""
    if dice.digits:
        return Counter(dice.value(faces) for faces in product(range(1, dice.sides + 1), repeat=dice.count))
    ways = Counter({0: 1})
    for number in range(1, dice.count + 1):
        sums = [0, *accumulate(ways[value] for value in range(number - 1, dice.sides * (number - 1) + 1))]
        last = len(sums) - 1
        ways = Counter(
            {
                number + place: sums[min(place + 1, last)] - sums[max(place + 1 - dice.sides, 0)]
                for place in range(last + dice.sides - 1)
            }
        )
    return ways


def read_dice(written: str, entries: int) -> TableDice | None:
    """The dice that a heading names; "d" alone has a face for each entry. None for dice that no table can have.

    >>> str(read_dice("d66", 36)), str(read_dice("2d6", 11)), str(read_dice("d%", 100)), str(read_dice("d", 7))
    ('d66', '2d6', 'd100', 'd7')
    """
    many, size = re.split("[dDwW]", written)
    count = int(many or 1)
    sides = {"": entries, "%": 100}.get(size) or int(size)
    if sides in DIGITS and count == 1:
        digit, places = DIGITS[sides]
        return TableDice(places, digit, digits=True)
    return TableDice(count, sides) if 1 <= count <= MOST_TABLE_DICE and 2 <= sides <= MOST_SIDES else None


def read_heading(text: str) -> tuple[str, str]:
    """A heading as a title and its dice, "" for none.

    >>> read_heading("d66 Weather"), read_heading("Weather (2d6)"), read_heading("Old bridge")
    (('Weather', 'd66'), ('Weather', '2d6'), ('Old bridge', ''))
    """
    found = DICE_FIRST.fullmatch(text.strip()) or DICE_LAST.fullmatch(text.strip())
    return (found["title"].strip(" :"), found["dice"]) if found else (text.strip(), "")


def read_table(title: str, dice: str | None, lines: Sequence[tuple[int, str]]) -> RandomTable | None:
    """A table of these lines, each with its number in the page; None where they make none.

    Each begins with its number, a range such as `1-3`, a bound such as `20+` or `2-`, or several numbers (`11, 12`),
    or none does and all are equally likely. `dice` are those of the heading. Without any the lines must be numbered
    from 1 on, and the highest number is the size of the die.

    >>> print(read_table("Weather", None, ((1, "1-3 rain"), (2, "4-6 fog"))).dice)
    d6
    >>> read_table("Weather", "d6", ((1, "1-3 rain"), (2, "3-5 fog"), (3, "six"))).problems
    ("line 3 is not read: 'six' begins with no number", 'lines 1 and 2 both have 3', 'no line has 6')
    """
    ranges = [RANGE.fullmatch(text.translate(ALIKE)) for _, text in lines]
    if len(lines) < 2 or (dice is None and not _says_all(ranges)):
        return None
    written = dice if dice is not None else f"d{max(max(_numbers(found)) for found in ranges if found)}"
    rolled = read_dice(written, len(lines))
    if rolled is None:
        return None
    if not any(ranges) and not any(text[:1].isdigit() for _, text in lines):
        return _equally_likely(title, rolled, lines)
    values = list(values_of(rolled))
    entries = tuple(
        Entry(low, high, text[found.start("text") :], line)
        for found, (line, text) in zip(ranges, lines, strict=True)
        if found
        for low, high in _runs(found, values)
    )
    unread = (
        f"line {line} is not read: {quote(text)} begins with no number"
        for found, (line, text) in zip(ranges, lines, strict=True)
        if not found
    )
    told = tuple(islice(chain(unread, _problems(rolled, entries)), MOST_PROBLEMS + 1))
    return RandomTable(
        title, rolled, entries, (*told[:MOST_PROBLEMS], *(("and more",) if told[MOST_PROBLEMS:] else ()))
    )


def is_range(line: str) -> bool:
    """True if a line begins with more than a number of a table: a range, a bound, or several numbers.

    >>> is_range("1-3 rain"), is_range("20+ dragon"), is_range("3 guards")
    (True, True, False)
    """
    found = RANGE.fullmatch(line.translate(ALIKE))
    return bool(found and _spans_more(found))


def _spans_more(found: re.Match[str]) -> bool:
    return any(found[kind] for kind in ("high", "more", "up", "down"))


def _says_all(ranges: Sequence[re.Match[str] | None]) -> bool:
    """True if lines without dice in their heading are a table: all are numbered from 1 on, and one is a range."""
    found = [one for one in ranges if one]
    return len(found) == len(ranges) and _numbers(found[0])[0] == 1 and any(map(_spans_more, found))


def _numbers(found: re.Match[str]) -> list[int]:
    """The numbers that a line begins with; two noughts stand for a hundred."""
    written = re.findall(NUMBER, f"{found['low']} {found['high'] or ''} {found['more'] or ''}")
    return [100 if number == "00" else int(number) for number in written]


def _runs(found: re.Match[str], values: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The numbers of a line, from and to; several where its numbers do not follow each other."""
    first, *others = numbers = _numbers(found)
    if found["up"] or found["down"]:
        yield (first, max(first, values[-1])) if found["up"] else (min(first, values[0]), first)
    elif found["high"]:
        yield first, others[0]
    else:
        for _, run in groupby(enumerate(sorted(set(numbers))), lambda one: one[1] - one[0]):
            together = [number for _, number in run]
            yield together[0], together[-1]


def _owners(values: Sequence[int], entries: Sequence[Entry]) -> dict[int, int]:
    """The place of the line that each number of the dice comes to, the first where several have it."""
    found: dict[int, int] = {}
    for place, entry in enumerate(entries):
        for value in values[bisect_left(values, entry.low) : bisect_right(values, entry.high)]:
            found.setdefault(value, place)
    return found


def _equally_likely(title: str, dice: TableDice, lines: Sequence[tuple[int, str]]) -> RandomTable:
    """A table with the same number of values for each line."""
    values = list(values_of(dice))
    each, left = divmod(len(values), len(lines))
    if len(set(values_of(dice).values())) > 1 or left or not each:
        entries = tuple(Entry(value, value, text, line) for value, (line, text) in zip(values, lines, strict=False))
        wrong = f"{dice} and {amount(len(lines), 'line')}: they do not come out even; number the lines"
        return RandomTable(title, dice, entries, (wrong,))
    parts = [values[place * each : (place + 1) * each] for place in range(len(lines))]
    entries = tuple(Entry(part[0], part[-1], text, line) for part, (line, text) in zip(parts, lines, strict=True))
    return RandomTable(title, dice, entries)


def _problems(dice: TableDice, entries: Sequence[Entry]) -> Iterator[str]:
    """The problems of the lines of a random table, from the top."""
    values = list(values_of(dice))
    owners = _owners(values, entries)
    for place, entry in enumerate(entries):
        covered = values[bisect_left(values, entry.low) : bisect_right(values, entry.high)]
        if not covered:
            yield f"line {entry.line} is never rolled: {dice} has no {_range(entry.low, entry.high)}"
        for other, shared in groupby(covered, owners.__getitem__):
            if other != place:
                both = list(shared)
                yield f"lines {entries[other].line} and {entry.line} both have {_range(both[0], both[-1])}"
    if missing := [value for value in values if value not in owners]:
        yield f"no line has {_list_runs(missing, values)}"


def _range(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low} to {high}"


def _list_runs(missing: Sequence[int], values: Sequence[int]) -> str:
    """Numbers in runs, as the dice have them.

    >>> _list_runs([11, 12, 16, 21, 33], [11, 12, 13, 14, 15, 16, 21, 22, 33])
    '11 to 12, 16 to 21, 33'
    """
    gone = set(missing)
    runs = [list(run) for is_gone, run in groupby(values, gone.__contains__) if is_gone]
    return ", ".join(_range(run[0], run[-1]) for run in runs)


def leads_to(text: str, tables: Sequence[RandomTable]) -> tuple[RandomTable, ...]:
    """The tables that a result names behind an arrow, "see" or "roll on", one after the other.

    >>> table = read_table("Weather", None, ((1, "1-3 rain"), (2, "4-6 fog")))
    >>> leads_to("a storm -> weather (again)", (table,)) == (table,), leads_to("bad weather", (table,))
    (True, ())
    """
    return tuple(table for _, found in _leads(text, by_title(tables)) for table in found)


def dead_leads(table: RandomTable, titles: Mapping[str, RandomTable]) -> tuple[str, ...]:
    """The arrows of a table that lead to none of the tables by title (`by_title`)."""
    dead = (
        f"line {entry.line}: there is no table {quote(name)}"
        for entry in table.entries
        for name, found in _leads(entry.text, titles)
        if name and not found
    )
    return tuple(islice(dead, MOST_PROBLEMS))


def by_title(tables: Sequence[RandomTable]) -> Mapping[str, RandomTable]:
    """Tables by their titles, the first of several of one title; one that is too long can be led to by nothing."""
    return {alike(table.title): table for table in reversed(tables) if 0 < len(table.title) <= MOST_NOTATION}


def _leads(text: str, titles: Mapping[str, RandomTable]) -> Iterator[tuple[str, tuple[RandomTable, ...]]]:
    """Each lead in a text: what stands behind it where it is an arrow, and the tables that it names."""
    leads = list(LEAD.finditer(text))
    ends = (*(lead.start() for lead in leads[1:]), len(text))
    for lead, end in zip(leads, ends, strict=False):
        named = re.split(r"[.;,\[]", text[lead.end() : end], maxsplit=1)[0]
        parts = [part for part in AND.split(named) if part.strip()]
        whole, *each = (titles.get(alike(name)) if len(name) <= MOST_NOTATION else None for name in (named, *parts))
        found = (whole,) if whole else tuple(filter(None, each))
        yield (parts[0].strip() if lead["arrow"] and parts else ""), found


def roll_on(table: RandomTable, tables: Sequence[RandomTable], source: Source) -> tuple[Result, ...]:
    """Roll on a table, and on what its result leads to, one after the other.

    Raises `ValueError` where the source has no faces; `RulesError` never: a gap comes to an empty text.
    """
    found: list[Result] = []
    following = [table]
    while following and len(found) <= MOST_LEADS:
        now, *later = following
        faces = source(Throw(len(found), 0, now.dice.sides, now.dice.count))
        if faces is None or len(faces) != now.dice.count:
            raise ValueError(f"{quote(now.title)} needs {now.dice}; the source has no such faces")
        entry = now.entry(now.dice.value(faces))
        found.append(Result(now.title, now.dice, tuple(faces), entry.text if entry else ""))
        following = [*(leads_to(entry.text, tables) if entry else ()), *later]
    return tuple(found)
