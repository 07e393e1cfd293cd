"""Readers of text from outside, given hostile texts of one length and of ten times as much."""

import gc
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from pyrules.campaign import devices, games, links
from pyrules.campaign.codec import read_log, read_records, write_event, write_log
from pyrules.campaign.events import Adjusted, Event, Noted, Recorded, Restored, Undone
from pyrules.core.errors import RulesError
from pyrules.core.faces import read_faces
from pyrules.notes.page import read_page
from pyrules.notes.people_within import lines_left, lines_of_people, read_people
from pyrules.notes.random_tables import by_title, dead_leads, leads_to
from pyrules.systems import all_systems, named

TIMES = 10
MOST_RATIO = 15
TRIES = 3

Make = Callable[[int], str]
"""A hostile text of about so many characters."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader, the length of the shorter text, and what it is given."""

    read: Callable[[str], object]
    length: int
    texts: Mapping[str, Make]


def repeat_piece(piece: str, before: str = "", behind: str = "") -> Make:
    """Texts of one piece again and again."""
    return lambda length: before + piece * (length // len(piece)) + behind


def number_pieces(piece: str, joint: str = "\n", before: str = "") -> Make:
    """Texts of pieces each of which has the number of its own (`{0}`), and perhaps the next (`{1}`)."""
    return lambda length: (
        before + joint.join(piece.format(number, number + 1) for number in range(length // len(piece)))
    )


def log_of(event: Callable[[int], Event]) -> Make:
    """Logs of such events, of about a hundred characters each."""
    return lambda length: write_log(map(event, range(length // 100)))


def record_person(number: int, name: str, was: str = "") -> Recorded:
    """Somebody who is written down."""
    return Recorded(f"e{number}", number, "moonwalk", "player", name, (("pools.0.label", "Agility"),), was)


def read_notes(text: str) -> None:
    """Read a page with all that is shown of its tables."""
    page = read_page(text, "moonwalk")
    titles = by_title(page.tables)
    for table in page.tables:
        table.chances()
        dead_leads(table, titles)
    for entry in (entry for table in page.tables[:1] for entry in table.entries[:1]):
        leads_to(entry.text, page.tables)


def read_pasted(text: str) -> None:
    """Read people, and the lines that describe nobody."""
    system = named("moonwalk")
    read_people(text, system)
    lines_left(text)
    lines_of_people(text, system)


def read_notations(text: str) -> None:
    """Read a notation in every system."""
    for system in all_systems():
        with suppress(RulesError):
            system.parse(text, {})


def read_links(fragment: str) -> None:
    """Read a link as each that there is."""
    for read in (links.read_link, links.read_tests, links.read_person):
        with suppress(RulesError):
            read(fragment)


def read_stored(log: str) -> None:
    """Read a log line by line, as it is stored."""
    read_records(log.splitlines())


FIRST = write_event(record_person(0, "Ann"))
JSON: Mapping[str, Make] = {
    "[": repeat_piece("["),
    "[]": repeat_piece("[],", "[", "0]"),
    '"': repeat_piece('\\"', '{"kind":"', '"}'),
    "names": number_pieces('"a{0}":0', ",", "{"),
    "numbers": repeat_piece("9"),
}

READERS: Mapping[str, Reader] = {
    "notation": Reader(
        read_notations,
        40,
        {
            **{
                piece: repeat_piece(piece)
                for piece in ("(", "9", "5d6 + ", "a ", "[6] ", "a-", "e\u0301", "\u200b", "+1 /")
            },
            "faces": repeat_piece("6,"),
        },
    ),
    "faces": Reader(read_faces, 1_000, {"6,": repeat_piece("6,"), "/": repeat_piece("/"), "6>": repeat_piece("6→")}),
    "notes": Reader(
        read_notes,
        2_000,
        {
            **{
                piece: repeat_piece(piece)
                for piece in (
                    "[",
                    "]",
                    "[]",
                    "**",
                    "**a ",
                    " **",
                    "*",
                    "(",
                    "-",
                    "->",
                    "see ",
                    "see A ",
                    "| ",
                    "5 ",
                    "\n",
                )
            },
            "[ and ]": lambda length: "[" * (length // 2) + "]" * (length // 2),
            "5 [5 (2)]": repeat_piece("5 [5 (2)] "),
            "lines of tests": repeat_piece("5d6 TN 8\n"),
            "one range again and again": repeat_piece("1-99 a\n", "d100 T\n"),
            "ranges within ranges": number_pieces("{0}-999 a", before="d100 T\n"),
            "numbers in one line": repeat_piece("1,", "d100 T\n", "2 a\n3 b"),
            "many tables": number_pieces("d6 Table {0}\n1-3 see Table {1}\n4-6 -> No {0}\n"),
            "many dice": lambda length: "".join(f"10d{200 - n % 40} T\n1-3 a\n4-6 b\n\n" for n in range(length // 21)),
            "many leads": repeat_piece("see A, ", "d2 A\n1-2 "),
            "open rows": repeat_piece("|1-3|a", "|d6|T|\n"),
            "title": repeat_piece("(a", "d6 T"),
            "spaces": repeat_piece(" ", "1", "a"),
            "marks behind an arrow": repeat_piece("\u0301\u0323", "d6 T\n1-3 -> a", "\n4-6 b"),
            "marks in a title": repeat_piece("\u0301\u0323", "d6 T", "\n1-3 -> a\n4-6 b"),
            "marks before a colon": repeat_piece("\u0301\u0323", "[a", ": 5]"),
        },
    ),
    "people": Reader(
        read_pasted,
        2_000,
        {
            **{
                piece: repeat_piece(piece) for piece in (":", "a:", "a,", "a:1\n", "**", "(", "a(", "\u00a0", "e\u0301")
            },
            "parts": repeat_piece("wounds 1,", "Nova:"),
            "lines that go on": repeat_piece("a 1,\n", "Nova:\n"),
            "spaces": repeat_piece(" ", "Nova: a", "!"),
            "digits": repeat_piece("9", "Nova: a"),
            "marks": repeat_piece("\u0301\u0323", "Nova: a"),
        },
    ),
    "links": Reader(
        read_links,
        2_000,
        {piece: repeat_piece(piece, links.FORMAT) for piece in ("A", "-", "%2E", ".", "\u200b", "=", "eNoDAAAAAAE")},
    ),
    "log that is none": Reader(read_log, 3_000, JSON),
    "logs": Reader(
        read_log,
        50_000,
        {
            "undos of an undo": log_of(lambda n: Undone(f"e{n}", n, f"e{n - 1}") if n else record_person(0, "Ann")),
            "undos of one line": log_of(lambda n: Undone(f"e{n}", n, "e0") if n else record_person(0, "Ann")),
            "notes on one line": log_of(lambda n: Noted(f"e{n}", n, "e0", "x") if n else record_person(0, "Ann")),
            "people": log_of(lambda n: record_person(n, f"P{n}")),
            "renamed": log_of(lambda n: record_person(n, f"P{n}", f"P{n - 1}" if n else "")),
            "renamed and back": log_of(lambda n: record_person(n, f"P{n % 2}", f"P{1 - n % 2}" if n else "")),
            "counted": log_of(lambda n: Adjusted(f"e{n}", n, "moonwalk", "wounds", 1, "Ann")),
            "restored": log_of(lambda n: Restored(f"e{n}", n, "moonwalk", "wounds", "")),
        },
    ),
    "stored log": Reader(
        read_stored, 20_000, {"no records": repeat_piece("{\n"), "one record": repeat_piece(f"{FIRST}\n")}
    ),
    "games": Reader(games.read_game_roll, 3_000, JSON),
    "wire": Reader(devices.decode, 3_000, JSON),
}


def measure() -> list[dict[str, object]]:
    """Measure every reader with its worst text, print one table, and give its rows."""
    rows: list[dict[str, object]] = []
    print(f"{'reader':<18}{'the worst text':<28}{'characters':>12}{'ms':>10}{'ten times':>11}{'ratio':>8}")
    for name, reader in READERS.items():
        found = [(*time_reader(reader, make), text) for text, make in reader.texts.items()]
        once, more, text = max(found, key=lambda one: one[1] / one[0])
        rows.append({"reader": name, "text": text, "ms": once, "ten_times_ms": more, "ratio": more / once})
        print(f"{name:<18}{text!r:<28}{reader.length:>12,}{once:>10.2f}{more:>11.2f}{more / once:>7.1f}x")
    return rows


def time_reader(reader: Reader, make: Make) -> tuple[float, float]:
    """The milliseconds that a text takes, and one of ten times its length: the best of some tries."""
    once, more = (best(reader.read, make(length)) for length in (reader.length, reader.length * TIMES))
    return once, more


def best(read: Callable[[str], object], text: str) -> float:
    """The milliseconds of processor time of the fastest try, without those of the garbage collector."""
    gc.collect()
    gc.disable()
    try:
        return 1000 * min(_seconds(read, text) for _ in range(TRIES))
    finally:
        gc.enable()


def _seconds(read: Callable[[str], object], text: str) -> float:
    begun = time.process_time()
    with suppress(RulesError):
        read(text)
    return time.process_time() - begun
