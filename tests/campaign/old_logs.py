"""Logs of every version of the format, each written by a build of its time, and what that build counted.

`python -m tests.campaign.old_logs` writes that of a new version, once `codec.VERSION` has gone up; later builds leave
it alone.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, cycle
from pathlib import Path
from typing import Any

from pyrules.campaign.codec import VERSION, write_log
from pyrules.campaign.events import PLAYER, Adjusted, Device, Event, Noted, Recorded, Restored, Sealed, Undone
from pyrules.campaign.namesakes import mark_name
from pyrules.campaign.rolls import RollMetadata, deal_effect, given_up, record_roll, revise_roll
from pyrules.campaign.sealing import seal_roll
from pyrules.campaign.state import State, fold
from pyrules.core.errors import RulesError
from pyrules.core.faces import read_faces, seeded
from pyrules.core.roll import Pick
from pyrules.core.system import Example, System
from pyrules.systems import SYSTEMS

LOGS = Path(__file__).parent / "logs"
BEGUN = 1_790_000_000_000  # milliseconds since 1970
CHALLENGE = "The Siege"
DEVICES = (None, Device("Gina", "purple"), Device("Ann"), Device("Bo", "teal"))
MORE = {
    "moonwalk": ("12 vs. 8 [5]", "12 (3) six", "12 vs. 8 six", "9 (20, 1 hour) Extended Test"),
    "relics": ("primary lead + other assist +1d6", "primary lead + other assist +9d6 pcs unknown"),
}
"""Tests that no example has."""


def log_of(version: int) -> str:
    """The log of a version, as the text of a file."""
    return (LOGS / f"version-{version}.json").read_text(encoding="utf-8")


def counted_by(version: int) -> list[Any]:
    """The counters that the build of its time had of it."""
    found: list[Any] = json.loads((LOGS / f"version-{version}.counters.json").read_text(encoding="utf-8"))
    return found


def counters(state: State) -> list[Any]:
    """The values of a log's counters, in an order of their own."""
    return [[*counter, dict(sorted(values.items()))] for counter, values in sorted(state.counters.items())]


def occasions() -> Iterator[RollMetadata]:
    """Moments of an evening, a minute apart; every third time dice are thrown by hand, every sixth by count."""
    for number in count():
        yield RollMetadata(
            f"e{number:03}",
            BEGUN + number * 60_000,
            ("Ann", "Bo")[number % 2],
            "Guard 1",
            CHALLENGE,
            physical=number % 3 == 0,
            counted=number % 6 == 0,
            took=60,
            secret=number % 5 == 0,
            nonce=f"{number:032x}" if number % 5 == 0 else "",
            seeds=(f"{number:032x}", f"{number * number:032x}") if number % 4 == 0 else (),
        )


def evening() -> list[Event]:
    """Events of every kind, with every field they may have, in every system."""
    now = occasions()
    events = [event for system in SYSTEMS for event in _events_of_system(system, now)]
    return [replace(event, by=by) for event, by in zip(events, cycle(DEVICES))]


def _events_of_system(system: System[Any], now: Iterator[RollMetadata]) -> Iterator[Event]:
    def at() -> dict[str, Any]:
        occasion = next(now)
        return {"id": occasion.id, "at": occasion.at, "system": system.id}

    for name in ("Anna", "Bo", "Cid"):
        yield Recorded(**at(), subject=PLAYER, name=name, facts=(("notes", f"of {name}"), ("luck", 2), ("new", True)))
    yield Recorded(**at(), subject=PLAYER, name="Ann", facts=(("notes", "of Anna"),), was="Anna")
    yield Recorded(**at(), subject=PLAYER, name="Cid", facts=None)
    yield Recorded(**at(), subject=PLAYER, name=mark_name("Ann", "of another device"))
    for name, hidden in (("Guard 1", True), ("Guard 2", False)):
        yield Recorded(**at(), subject=PLAYER, name=name, facts=(("foe", True), ("hidden", hidden)), nonce="0f" * 16)
    yield Recorded(**at(), subject="scene", name="", facts=(("scene", "a bridge\nin the rain"),), clock=BEGUN)
    yield Recorded(**at(), subject="order", name="", digest="5e" * 32)
    yield Sealed(**at(), digest="a1" * 32, hidden=True, clock=BEGUN)
    yield Recorded(**at(), subject="challenge", name=CHALLENGE, facts=(("tier", "Minor"), ("rating", 6)))
    for example in (*system.examples, *(Example(notation, "", "") for notation in MORE.get(system.id, ()))):
        yield from _events_of_test(system, example, now)
    covered: dict[str, Any] = {"nonce": "1e" * 16, "clock": BEGUN}
    counters = [(counter.id, "Ann" if counter.each == "player" else "") for counter in system.counters]
    for counter, who in (*counters, ("clock", "")):
        yield Adjusted(**at(), counter=counter, delta=3, who=who, note="found\nin the rain", **covered)
    for counter, who in counters[-1:]:
        yield Restored(**at(), counter=counter, who=who, **covered)
        yield Adjusted(**at(), counter=counter, delta=1, who=who, settings=_house_rules(system))
        yield Restored(**at(), counter=counter, settings=_house_rules(system))


def _house_rules(system: System[Any]) -> tuple[tuple[str, str | int], ...]:
    return tuple((rule.name, rule.default) for rule in system.settings)


def _events_of_test(system: System[Any], example: Example, now: Iterator[RollMetadata]) -> Iterator[Event]:
    """A test, the first of each choice that it offers, and what else may be done with its line."""
    test = system.parse(example.notation, dict(example.settings))
    occasion = next(now)
    faces = seeded(occasion.at)
    if example.faces:
        roll = system.replay(test, read_faces(example.faces), example.picks)
    else:
        roll = system.roll(test, faces, onward=False)
    first = latest = replace(record_roll(occasion, system, test, roll), clock=BEGUN)
    yield first
    for option in system.options(test, roll):
        places = tuple(option.places[: option.most]) if option.most else ()
        try:
            pick = Pick(option.id, places, tuple((field.name, 1) for field in option.fields if field.kind == "number"))
            gone_on = system.roll(test, faces, system.pick(test, roll, pick), onward=False)
        except RulesError:
            continue  # it needs more than its first dice
        latest = revise_roll(next(now), first, gone_on)
        yield latest
    everyones = {counter.id for counter in system.counters if counter.each == "player"}
    for changed in {effect.counter for effect in latest.effects if effect.counter in everyones and effect.delta > 1}:
        whole = sum(effect.delta for effect in latest.effects if effect.counter == changed)
        yield deal_effect(next(now), latest, changed, (("Ann", 1), ("Bo", whole - 1)))
    if latest.waits:
        yield given_up(next(now), latest)
    if first.good is False:
        yield replace(record_roll(next(now), system, test, roll), follows=first.id)
    there, further = (seal_roll(record_roll(next(now), system, test, roll)) for _ in range(2))
    yield there
    yield replace(further, revises=there.id)
    note, undo, redo = (next(now) for _ in range(3))
    yield Noted(note.id, note.at, first.id, "on the roof\nin the rain", "2d" * 16, BEGUN)
    yield Undone(undo.id, undo.at, latest.id, BEGUN)
    if latest.physical:
        yield Undone(redo.id, redo.at, undo.id)


def write() -> None:
    """Write the log of this version, unless there is one."""
    log = LOGS / f"version-{VERSION}.json"
    if log.exists():
        raise SystemExit(f"{log.name} is there; builds that are in use wrote it, so raise codec.VERSION first")
    events = evening()
    log.write_text(write_log(events), encoding="utf-8")
    counted = json.dumps(counters(fold(events)), indent=1)
    log.with_name(f"version-{VERSION}.counters.json").write_text(f"{counted}\n", encoding="utf-8")


if __name__ == "__main__":
    write()
