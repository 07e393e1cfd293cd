"""The books behind a campaign's state: for every counter and subject, the places of the events that touch it.

So an undo goes through later events of its own counters only; and a whole log is added up once, however many undos
stand in it.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from typing import NamedTuple, Self, TypeVar

from pyrules.campaign.events import (
    CLOCK,
    PLAYER,
    Adjusted,
    Change,
    Count,
    Entered,
    Event,
    Facts,
    HouseRules,
    Noted,
    Recorded,
    Restored,
    Rolled,
    Sealed,
    Undone,
    counters,
    deltas,
    is_foe,
    refers_to,
    touches,
)
from pyrules.campaign.limits import bounded_by, limits, personal_counters, system_named
from pyrules.campaign.namesakes import mark_of
from pyrules.campaign.reading import Unreadable
from pyrules.core.errors import quote

BALANCE_EVERY = 256

Kept = TypeVar("Kept")
V = TypeVar("V")

Subject = tuple[str, str]
"""The kind of something recorded: its system and subject ("player", "challenge", ...)."""

Counters = dict[Count, dict[str, int]]
"""The value of every counter that has been touched, by whose it is ("" where the campaign has just one)."""

Records = dict[Subject, dict[str, Facts]]
"""The records, by name."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log: an event as it now stands (a roll in its latest state), the note on it, and the undos of it.

    `id` is that of the first event, which later ones refer to.
    """

    id: str
    event: Entered
    note: str = ""
    undone: tuple[str, ...] = ()

    @property
    def is_struck(self) -> bool:
        """True if the line counts no more."""
        return bool(self.undone)


class FirstEvent(NamedTuple):
    """The first event of an entry, its place among the events, and the number of its line."""

    event: Entered
    place: int
    line: int


class Balance(NamedTuple):
    """A counter's values behind the event at a place, where counting again may begin."""

    place: int
    values: dict[str, int]


class Ledger:
    """Events as they are appended, and what they come to once they are settled.

    `first_events` has every entry's beginning by its id, `later` the notes on it and the revisions of it; `touched` and
    `written` have the events that bear on a counter (by place) or on a subject, `balances` a counter's values now and
    then, so that an undo goes back no further than it must.
    """

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.entries: list[Entry] = []
        self.counters: Counters = {}
        self.records: Records = {}
        self.ids: dict[str, Event] = {}
        self.first_events: dict[str, FirstEvent] = {}
        self.later: dict[str, list[Rolled | Noted]] = {}
        self.undos: list[Undone] = []
        self.undone: dict[str, tuple[str, ...]] = {}
        self.touched: dict[Count, list[int]] = {}
        self.balances: dict[Count, list[Balance]] = {}
        self.written: dict[Subject, list[Recorded]] = {}
        self.names: dict[str, dict[str, None]] = {}
        self.stale: set[str] = set()

    def copy(self) -> Self:
        """The same books, to be written on."""
        copied = type(self)()
        for name, value in vars(self).items():
            setattr(copied, name, value.copy())
        copied.counters = {counter: values.copy() for counter, values in self.counters.items()}
        copied.records = {subject: names.copy() for subject, names in self.records.items()}
        copied.later = {first: events.copy() for first, events in self.later.items()}
        copied.balances = {counter: balances.copy() for counter, balances in self.balances.items()}
        copied.touched = {counter: places.copy() for counter, places in self.touched.items()}
        copied.names = {mark: names.copy() for mark, names in self.names.items()}
        copied.written = {subject: events.copy() for subject, events in self.written.items()}
        return copied

    def append(self, event: Event) -> None:
        """Write one more event down; it counts in full once the books are settled.

        Raises `RulesError`, before anything is written, for an id that is taken, an event that refers to none before
        it, or a counter that the system does not have.
        """
        self._check(event)
        place = len(self.events)
        self.events.append(event)
        self.ids[event.id] = event
        match event:
            case Undone():
                self.undos.append(event)
            case Noted():
                self.later.setdefault(event.target, []).append(event)
                self.stale.add(event.target)
            case Rolled() if event.revises:
                self.later.setdefault(event.revises, []).append(event)
                self.stale.add(event.revises)
                for counter in counters(event.system, event.effects):
                    _insert(self.touched.setdefault(counter, []), self.first_events[event.revises].place)
                if event.took:
                    _insert(self.touched.setdefault((event.system, CLOCK), []), place)
            case Sealed() if event.revises:
                pass  # it has no line of its own, and changes nothing of the other
            case _:
                self._open(event, place)

    def _check(self, event: Event) -> None:
        if event.id in self.ids:
            raise Unreadable("id", f"{quote(event.id)} is taken by an earlier event; every event needs its own")
        for name, target in refers_to(event):
            if target not in self.ids:
                raise Unreadable(name, f"there is no event {quote(target)} before this one")
            kinds = (Rolled,) if name == "revises" and isinstance(event, Rolled) else (Rolled, Sealed)
            if isinstance(event, Rolled | Sealed) and not self._is_roll(target, event.system, kinds):
                raise Unreadable(name, f"event {quote(target)} is not the first of a roll of {event.system}")
            if isinstance(event, Noted) and target not in self.first_events:
                raise Unreadable(name, f"event {quote(target)} has no line of its own in the log")
        match event:
            case Recorded():
                system_named(event.system)
            case Adjusted() | Restored():
                limits(event.system, event.counter, event.settings)
            case Rolled():
                for name in {change.counter for change in event.effects} or {CLOCK}:
                    limits(event.system, name, event.settings)

    def _is_roll(self, target: str, system: str, kinds: tuple[type[Rolled | Sealed], ...]) -> bool:
        opened = self.first_events.get(target)
        return opened is not None and isinstance(opened.event, kinds) and opened.event.system == system

    def _open(self, event: Entered, place: int) -> None:
        """Give an event a line of its own."""
        self.first_events[event.id] = FirstEvent(event, place, len(self.entries))
        self.entries.append(Entry(event.id, event))
        if isinstance(event, Recorded):
            self._write(event)
            self._record(event)
        for counter in personal_counters(event.system) if _renames(event) else touches(event):
            touched = self.touched.setdefault(counter, [])
            touched.append(place)
            self._count(self.counters, counter, place)
            self._balance(counter, len(touched) - 1)

    def resume(self, events: Iterable[Event]) -> None:
        """Go on with books that were kept, given the events that are more than a roll: the rest is drawn from them."""
        for event in events:
            match event:
                case Undone():
                    self.undos.append(event)
                case Noted(target=first) | Rolled(revises=first):
                    self.later.setdefault(first, []).append(event)
                case Recorded():
                    self._write(event)
        self._strike()
        self.stale.clear()
        for first in self.later.keys() | self.undone.keys() & self.first_events.keys():
            self.entries[self.first_events[first].line] = self._entry(first)
        for written in self.written.values():
            for event in written:
                self._record(event)

    def settle(self) -> None:
        """Bring up to date what notes, revisions and undos have changed."""
        self._strike()
        recount: dict[Count, int] = {}
        subjects: set[Subject] = set()
        for first in self.stale:
            _, place, line = self.first_events[first]
            before, after = self.entries[line].event, self._entry(first)
            self.entries[line] = after
            if isinstance(before, Recorded):
                subjects.add((before.system, before.subject))
            else:
                for counter in {*touches(before), *touches(after.event), (before.system, CLOCK)}:
                    recount[counter] = min(place, recount.get(counter, place))
        self.stale.clear()
        for subject in subjects:
            self.records.pop(subject, None)
            for event in self.written[subject]:
                self._record(event)
        recount |= {counter: 0 for counter in self.touched if subjects & _rests_on(counter)}
        for counter, place in recount.items():
            self._recount(counter, place)

    def _recount(self, counter: Count, since: int) -> None:
        """Count a counter again from the event at a place on."""
        balances = self.balances.get(counter, [])
        while balances and balances[-1].place >= since:
            balances.pop()
        start, values = balances[-1] if balances else (-1, {})
        self.counters[counter] = values.copy()
        touched = self.touched.get(counter, [])
        for number in range(bisect_right(touched, start), len(touched)):
            self._count(self.counters, counter, touched[number])
            self._balance(counter, number)
        if not self.counters.get(counter):
            self.counters.pop(counter, None)

    def before(self, counter: Count, place: int) -> dict[str, int]:
        """A counter's values before the event at a place, by whose they are; without those that nothing had changed."""
        start, values = next((one for one in reversed(self.balances.get(counter, ())) if one.place < place), (-1, {}))
        counted: Counters = {counter: values.copy()}
        touched = self.touched.get(counter, [])
        for earlier in touched[bisect_right(touched, start) : bisect_left(touched, place)]:
            self._count(counted, counter, earlier)
        return counted.get(counter, {})

    def cut_effects(self, first: str) -> Iterator[tuple[Change, int, int]]:
        """Each effect of a line's roll that a bound has cut short: what it came to, and the counter after it."""
        _, place, line = self.first_events[first]
        event = self.entries[line].event
        if not isinstance(event, Rolled):
            return
        values: Counters = {}
        for change in event.effects:
            counter = (event.system, change.counter)
            mine = values.setdefault(counter, self.before(counter, place))
            before = self._now(counter, mine, change.who, place, event.settings)
            self._change(values, counter, place, event.settings, {change.who: [change.delta]})
            after = values[counter].get(change.who, before)
            if after - before != change.delta:
                yield change, after - before, after

    def _now(self, counter: Count, values: dict[str, int], who: str, place: int, settings: HouseRules) -> int:
        """A counter's value before the event at a place, by the values that it has for each by then."""
        value = values[who] if who in values else limits(*counter, settings).begin(self.players(counter[0], place))
        most = self.most(counter, who, place)
        return value if most is None else min(value, most)

    def _balance(self, counter: Count, number: int) -> None:
        """Keep a counter's values behind every so many of the events that touch it."""
        if number % BALANCE_EVERY == BALANCE_EVERY - 1:
            values = self.counters.get(counter, {}).copy()
            self.balances.setdefault(counter, []).append(Balance(self.touched[counter][number], values))

    def _strike(self) -> None:
        """Find the undos that stand: whether one does is decided by later ones alone, so the last comes first."""
        standing: dict[str, list[str]] = {}
        for undo in reversed(self.undos):
            if undo.id not in standing:
                standing.setdefault(undo.target, []).append(undo.id)
        undone = {target: tuple(reversed(undos)) for target, undos in standing.items()}
        for target in undone.keys() | self.undone.keys():
            if undone.get(target) != self.undone.get(target):
                match self.ids[target]:
                    case Undone():
                        pass
                    case Noted(target=first):
                        self.stale.add(first)
                    case Rolled(revises=first) | Sealed(revises=first) if first:
                        self.stale.add(first)
                    case _:
                        self.stale.add(target)
        self.undone = undone

    def _entry(self, first: str) -> Entry:
        """An entry with the latest of its revisions, and of the notes on it, that were not undone."""
        event = self.first_events[first].event
        note = ""
        for later in self.later.get(first, ()):
            if later.id in self.undone:
                continue
            if isinstance(later, Noted):
                note = later.text
            else:
                event = later
        return Entry(first, event, note, self.undone.get(first, ()))

    def _write(self, event: Recorded) -> None:
        """Keep an event that records something, and the name that it gives to whoever has a mark."""
        self.written.setdefault((event.system, event.subject), []).append(event)
        if mark := mark_of(event.name):
            names = self.names.setdefault(mark, {})
            names.pop(event.name, None)
            names[event.name] = None

    def name_among(self, names: Collection[str], who: str) -> str:
        """The name that a person has among these: this one, or another one with the same mark; this one if none has."""
        if who in names:
            return who
        return next((name for name in reversed(self.names.get(mark_of(who), {})) if name in names), who)

    def _record(self, event: Recorded) -> None:
        """Write down what an event records, unless it was undone; what is there already keeps its place."""
        if event.id in self.undone:
            return
        subject = (event.system, event.subject)
        if event.facts is None:
            for name in (event.name, event.was):
                _drop(self.records, subject, self.name_among(self.records.get(subject, ()), name))
            return
        names = self.records.setdefault(subject, {})
        was = self.name_among(names, event.was or event.name)
        if was in names and was != event.name:
            names.pop(event.name, None)
            self.records[subject] = names = {
                event.name if name == was else name: facts for name, facts in names.items()
            }
        names[event.name] = event.facts

    def _count(self, counted: Counters, counter: Count, place: int) -> None:
        """Change a counter as the event at a place does, unless that was undone."""
        event = self.events[place]
        if event.id in self.undone:
            return
        match event:
            case Restored(who=""):
                counted.pop(counter, None)
            case Restored(who=who):
                _drop(counted, counter, self.name_among(counted.get(counter, ()), who))
            case Adjusted():
                self._change(counted, counter, place, event.settings, {event.who: [event.delta]})
            case Rolled(revises="") if isinstance(now := self.entries[self.first_events[event.id].line].event, Rolled):
                self._change(counted, counter, place, now.settings, deltas(counter, now.effects, event.took))
            case Recorded(name=name, was=was):
                _take_along(counted, counter, self.name_among(counted.get(counter, ()), was), name)
            case Rolled() if event.revises not in self.undone:
                self._change(counted, counter, place, event.settings, deltas(counter, (), event.took))

    def _change(
        self, counted: Counters, counter: Count, place: int, settings: HouseRules, changes: dict[str, list[int]]
    ) -> None:
        """Change a counter by what the event at a place gives each who has it, one after the other."""
        usual = limits(*counter, settings)
        for who, given in changes.items():
            if any(given):
                values = counted.setdefault(counter, {})
                most = self.most(counter, who, place)
                within = usual if most is None else replace(usual, high=most)
                name = who if who in values else self.name_among(values, who)
                values[name] = reduce(within.after, given, self._now(counter, values, name, place, settings))

    def most(self, counter: Count, who: str, before: int) -> int | None:
        """The bound of a counter by what is written down of `who` before the event at a place; None for no bound."""
        bound = bounded_by(counter)
        if bound is None:
            return None
        subject, fact = bound
        written = self.written.get((counter[0], subject))
        if not written:
            return None
        mark = mark_of(who) or who
        for place in range(bisect_left(written, before, key=lambda event: self.first_events[event.id].place), 0, -1):
            event = written[place - 1]
            if (event.name == who or mark_of(event.name) == mark) and event.id not in self.undone:
                most = dict(event.facts or ()).get(fact)
                return most if type(most) is int and most > 0 else None
        return None

    def players(self, system: str, before: int | None = None) -> int:
        """The number of people, foes aside, that are recorded in a system, or were before the event at a place."""
        present: set[str] = set()
        for event in self.written.get((system, PLAYER), ()):
            if event.id not in self.undone and (before is None or self.first_events[event.id].place < before):
                present.discard(event.was)
                (present.discard if event.facts is None or is_foe(event.facts) else present.add)(event.name)
        return len(present)


def _renames(event: Event) -> bool:
    """True if an event gives one of the people another name."""
    return isinstance(event, Recorded) and event.subject == PLAYER and event.was != ""


def _rests_on(counter: Count) -> set[Subject]:
    """The events that a counter's value rests on besides its changes: who is recorded, and what it is bounded by."""
    system, _ = counter
    subjects = {(system, PLAYER)}
    if bound := bounded_by(counter):
        subjects.add((system, bound[0]))
    return subjects


def _drop(kept: dict[Kept, dict[str, V]], key: Kept, name: str) -> None:
    """Take one name out of what is kept under a key, and the key with the last of them."""
    names = kept.get(key, {})
    names.pop(name, None)
    if not names:
        kept.pop(key, None)


def _take_along(kept: dict[Kept, dict[str, V]], key: Kept, old: str, new: str) -> None:
    """Give what is kept of one name to another, which loses its own."""
    names = kept.get(key, {})
    if old in names:
        names[new] = names.pop(old)
    else:
        _drop(kept, key, new)


def _insert(places: list[int], place: int) -> None:
    """Put a place where it belongs among sorted ones, once."""
    at = bisect_left(places, place)
    if places[at : at + 1] != [place]:
        places.insert(at, place)
