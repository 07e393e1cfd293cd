"""One reader's evening in each system, and one of three devices at a table, told step by step.

Everything that is drawn at random has a seed, so the same steps are told each time.
"""

import itertools
import json
import zlib
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from app import program
from app.common.answer import World
from app.drawn import Drawing
from app.screens import view

from pyrules.core.engine import chances_of
from pyrules.core.errors import RulesError
from pyrules.core.faces import seeded
from pyrules.core.system import System
from pyrules.systems import SYSTEMS
from tests.app.page_helpers import Page
from tests.app.table import seats
from tests.app.table.evening import NAMES, Evening, random_story
from tests.systems.small import small_tests

TAPS = 5
STEPS = 10

Step = tuple[str, Any]
"""A step's name, and what there is to see, or was stored, once it is done."""


class Alone(Page):
    """A page; it opens the log from the checkpoint that it has stored, unless it has none kept."""

    checkpoints = True

    def visit(self, address: str) -> None:
        if not self.checkpoints:
            self.checkpoint = ""
        super().visit(address)


def play(tests: int) -> list[Step]:
    """All stories from their beginning, with so many tests in each system."""
    vars(seats).update(
        SECRETS=itertools.count(), PRINTS=(number.to_bytes(32).hex(":").upper() for number in itertools.count(1))
    )
    vars(program)["CHECKPOINT_AFTER"] = 1
    told = [(f"{system.id}, {name}", seen) for system in SYSTEMS for name, seen in alone(system, tests)]
    chances = [(f"{system.id}, chances", chances_in(system, tests)) for system in SYSTEMS]
    return [*told, *chances, *at_a_table(3, tests * STEPS)]


def alone(system: System[Any], tests: int) -> Iterator[Step]:
    """Roll, choose, spend, note, undo, export and import, with taps at random and visits in between."""
    names = itertools.count()
    vars(program)["WORLD"] = World(seeded(5), lambda: 1_790_000_000_000, lambda: f"n{next(names)}")
    page, chance = Alone(f"{system.id}/"), Random(system.id)  # noqa: S311
    for number, test in enumerate(small_tests(system)[:tests]):
        for on, more in evening_of(page, system, system.write(test)):
            page.send(on, **more)
            yield f"test {number}, {on}", marks(page.regions)
        for tap in range(TAPS):
            page.tap(chance)
            yield f"test {number}, tap {tap}", marks(page.regions)
        page.read_on()
        page.visit(f"{system.id}/{('', 'log/', 'tracker/', 'odds/')[number % 4]}")
        yield f"test {number}, the next visit", marks(page.regions)
    yield "the log", page.records
    yield "the settings", page.kept
    yield "the files", page.files


def evening_of(page: Page, system: System[Any], notation: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """What one does around one test; each message is made once the one before was answered."""
    yield "go", {"to": f"{system.id}/"}
    yield "notation", {"value": notation}
    yield "roll", {}
    newest = {"event": json.loads(page.records[-1])["id"]} if page.records else {}
    yield "log-note", {"data": newest, "form": {"text": "in the rain"}}
    for counter in system.counters[:1]:
        yield "count", {"data": {"counter": counter.id, "by": "1", "who": "Ann" if counter.each else ""}}
    yield "go", {"to": f"{system.id}/log/"}
    yield "undo", {"data": newest}
    yield "redo", {"data": newest}
    yield "log-export", {}
    told = {"name": "log.json", "size": "1", "most": "9"}
    yield "log-import", {"value": page.files[-1] if page.files else "", "data": told}
    yield "log-replace", {}
    for tab in ("odds/", "tracker/", ""):
        yield "go", {"to": f"{system.id}/{tab}"}


def chances_in(system: System[Any], tests: int) -> list[Any]:
    """The chances of small tests, and of what may be done after a roll."""
    return [[system.write(test), *told(system, test)] for test in small_tests(system)[:tests]]


def told(system: System[Any], test: Any) -> Iterator[Any]:
    """The chances before the roll, and after one."""
    chances = chances_of(system)
    try:
        odds = chances.odds(test)
        yield {name: chance.exact for name, chance in sorted(odds.events.items())}
        yield chances.main(test).exact
        roll = system.roll(test, seeded(7), onward=False)
        yield sorted([one.option, one.chances[odds.main].exact] for one in chances.advice(test, roll))
    except RulesError as error:
        yield str(error)


def at_a_table(count: int, steps: int) -> Iterator[Step]:
    """An evening of several devices at random, to its end, with what each of them sees after each step."""
    evening = Evening(*map(seats.Seat, NAMES[:count]))
    drawings = {seat.name: Drawing() for seat in evening.seats}

    def seen() -> dict[str, Any]:
        return {seat.name: marks(drawings[seat.name].page(view, seat.model)) for seat in evening.seats}

    for number, step in enumerate(random_story(8, count, steps).steps):
        evening.step(*step)
        yield f"table, step {number}: {step}", seen()
    evening.end()
    yield "table, the end", seen()
    for seat in evening.seats:
        yield f"table, {seat.name}'s log and settings", [seat.records, seat.kept, seat.heard]


def marks(regions: Mapping[str, str]) -> dict[str, str]:
    """A checksum of each region."""
    return {name: f"{zlib.crc32(html.encode()):08x}" for name, html in regions.items()}
