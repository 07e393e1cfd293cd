"""Random tables as people write them down: a heading that may name dice, and a line for each entry."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from pyrules.core.characters import ALIKE, alike
from pyrules.core.errors import quoted
from pyrules.core.ratio import Ratio
from pyrules.core.roll import Source, Throw

MOST_SIDES = 200
MOST_DICE = 10
MOST_LEADS = 20
"""How many tables one result may lead on to, so that tables that name each other come to an end."""

DICE = r"(?P<dice>[0-9]{0,2}[dDwW](?:[0-9]{1,3}|%)?)"
TITLE = r"(?P<title>[^\W\d_][^+\[\]()]*)"
DICE_FIRST = re.compile(rf"{DICE}[ :]\s*{TITLE}")
DICE_LAST = re.compile(rf"{TITLE}\(?\b{DICE}\)?:?")
RANGE = re.compile(r"(?P<low>[0-9]{1,3})(?:\s*-\s*(?P<high>[0-9]{1,3}))?(?:\s*[.:)]\s*|\s+)(?P<text>\S.*)")
LEAD = re.compile(r"(?:->|→|\b(?:see|roll on)\b)\s*(?P<title>[^.;,]+)", re.IGNORECASE)
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

    def chance(self, entry: Entry) -> Ratio:
        """How likely a line is.

        >>> table = read_table("Weather", None, ((2, "1-3 rain"), (3, "4 fog"), (4, "5-6 sun")))
        >>> table.chance(table.entries[0])
        Ratio(1/2)
        """
        ways = values_of(self.dice)
        hits = sum(many for value, many in ways.items() if self.entry(value) is entry)
        return Ratio(hits, sum(ways.values()))


@dataclass(frozen=True, slots=True)
class Result:
    """What a roll on a table came to: the faces, their number, and the line's text ("" for a gap)."""

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
    for _ in range(dice.count):
        further: Counter[int] = Counter()
        for value, many in ways.items():
            for face in range(1, dice.sides + 1):
                further[value + face] += many
        ways = further
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
    return TableDice(count, sides) if 1 <= count <= MOST_DICE and 2 <= sides <= MOST_SIDES else None


def read_heading(text: str) -> tuple[str, str]:
    """A heading as a title and its dice, "" for none.

    >>> read_heading("d66 Weather"), read_heading("Weather (2d6)"), read_heading("Old bridge")
    (('Weather', 'd66'), ('Weather', '2d6'), ('Old bridge', ''))
    """
    found = DICE_FIRST.fullmatch(text.strip()) or DICE_LAST.fullmatch(text.strip())
    return (found["title"].strip(" :"), found["dice"]) if found else (text.strip(), "")


def read_table(title: str, dice: str | None, lines: Sequence[tuple[int, str]]) -> RandomTable | None:
    """A table of these lines, each with its number in the page; None where they make none.

    Each begins with its number or range, or none does and all are equally likely. `dice` are those of the heading.
    Without any the lines must be numbered from 1 on, and the highest number is the size of the die.

    >>> print(read_table("Weather", None, ((1, "1-3 rain"), (2, "4-6 fog"))).dice)
    d6
    >>> read_table("Weather", "d6", ((1, "1-3 rain"), (2, "3-5 fog"))).problems
    ('lines 1 and 2 both have 3', 'no line has 6')
    """
    ranges = [RANGE.fullmatch(text.translate(ALIKE)) for _, text in lines]
    if len(lines) < 2 or (dice is None and not _says_all(ranges)):
        return None
    ranged = all(ranges)
    written = dice if dice is not None else f"d{max(_number(found, 'high') for found in ranges)}"
    rolled = read_dice(written, len(lines))
    if rolled is None:
        return None
    if ranged:
        entries = tuple(
            Entry(_number(found, "low"), _number(found, "high"), text[found.start("text") :], line)
            for found, (line, text) in zip(ranges, lines, strict=True)
            if found
        )
        return RandomTable(title, rolled, entries, _problems(rolled, entries))
    return _equally_likely(title, rolled, lines)


def _says_all(ranges: Sequence[re.Match[str] | None]) -> bool:
    """Whether lines without dice in their heading are a table: all are numbered from 1 on, and one is a range."""
    return all(ranges) and _number(ranges[0], "low") == 1 and any(found and found["high"] for found in ranges)


def _number(found: re.Match[str] | None, which: str) -> int:
    """The first or the last number of a range; two noughts stand for a hundred."""
    if found is None:
        return 0
    written = found[which] or found["low"]
    return 100 if written == "00" else int(written)


def _equally_likely(title: str, dice: TableDice, lines: Sequence[tuple[int, str]]) -> RandomTable:
    """A table with the same number of values for each line."""
    values = list(values_of(dice))
    each, left = divmod(len(values), len(lines))
    if len(set(values_of(dice).values())) > 1 or left or not each:
        entries = tuple(Entry(value, value, text, line) for value, (line, text) in zip(values, lines, strict=False))
        wrong = f"{dice} and {len(lines)} lines: they do not come out even; number the lines"
        return RandomTable(title, dice, entries, (wrong,))
    parts = [values[place * each : (place + 1) * each] for place in range(len(lines))]
    entries = tuple(Entry(part[0], part[-1], text, line) for part, (line, text) in zip(parts, lines, strict=True))
    return RandomTable(title, dice, entries)


def _problems(dice: TableDice, entries: Sequence[Entry]) -> tuple[str, ...]:
    """What is wrong with the lines of a table."""
    values = values_of(dice)
    found = [
        f"line {entry.line} is never rolled: {dice} has no {_range(entry.low, entry.high)}"
        for entry in entries
        if not any(entry.low <= value <= entry.high for value in values)
    ]
    for place, entry in enumerate(entries):
        for other in entries[place + 1 :]:
            low, high = max(entry.low, other.low), min(entry.high, other.high)
            if any(low <= value <= high for value in values):
                found.append(f"lines {entry.line} and {other.line} both have {_range(low, high)}")
    missing = [value for value in values if not any(entry.low <= value <= entry.high for entry in entries)]
    if missing:
        found.append(f"no line has {_listed(missing, list(values))}")
    return tuple(found)


def _range(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low} to {high}"


def _listed(missing: Sequence[int], values: Sequence[int]) -> str:
    """Numbers in runs, as the dice have them.

    >>> _listed([11, 12, 16, 21, 33], [11, 12, 13, 14, 15, 16, 21, 22, 33])
    '11 to 12, 16 to 21, 33'
    """
    runs: list[list[int]] = []
    for value in missing:
        if runs and values.index(runs[-1][-1]) + 1 == values.index(value):
            runs[-1].append(value)
        else:
            runs.append([value])
    return ", ".join(_range(run[0], run[-1]) for run in runs)


def leads_to(text: str, tables: Sequence[RandomTable]) -> RandomTable | None:
    """The other table that a result names: behind an arrow, "see" or "roll on".

    >>> table = read_table("Weather", None, ((1, "1-3 rain"), (2, "4-6 fog")))
    >>> leads_to("a storm -> weather", (table,)) is table, leads_to("bad weather", (table,))
    (True, None)
    """
    for found in LEAD.finditer(text):
        named = alike(found["title"])
        for table in tables:
            if alike(table.title) == named:
                return table
    return None


def roll_on(table: RandomTable, tables: Sequence[RandomTable], source: Source) -> tuple[Result, ...]:
    """Roll on a table, and on what its result leads to, one after the other.

    Raises `ValueError` where the source has no faces; `RulesError` never: a gap comes to an empty text.
    """
    found: list[Result] = []
    following: RandomTable | None = table
    while following is not None and len(found) <= MOST_LEADS:
        faces = source(Throw(len(found), 0, following.dice.sides, following.dice.count))
        if faces is None or len(faces) != following.dice.count:
            raise ValueError(f"{quoted(following.title)} needs {following.dice}; the source has no such faces")
        entry = following.entry(following.dice.value(faces))
        found.append(Result(following.title, following.dice, tuple(faces), entry.text if entry else ""))
        following = leads_to(entry.text, tables) if entry else None
    return tuple(found)
