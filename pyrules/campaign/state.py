"""The state of a campaign: the fold of its events."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from pyrules.campaign.events import PLAYER, Change, Count, Event, Facts, HouseRules, Recorded, Rolled
from pyrules.campaign.ledger import Entry, Ledger, Subject
from pyrules.campaign.limits import Limits, limits
from pyrules.campaign.reading import Unreadable
from pyrules.core.errors import RulesError, quote

NOBODY: Mapping[str, int] = MappingProxyType({})
NOTHING: Mapping[str, Facts] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class State:
    """The state of a campaign.

    - `events`: the log as it was appended; `entries`: its lines, each as it now stands
    - `counters`: for every counter that has been changed, the value of each who has it
    - `records`: what is recorded by system, subject and name
    """

    events: tuple[Event, ...]
    entries: tuple[Entry, ...]
    counters: Mapping[Count, Mapping[str, int]]
    records: Mapping[Subject, Mapping[str, Facts]]
    ledger: Ledger = field(repr=False, compare=False)

    def value(self, system: str, counter: str, who: str = "", settings: HouseRules = ()) -> int:
        """A counter's value: where it starts, by these house rules, as long as nothing has changed it.

        Raises `RulesError` for a system or a counter that there is not.
        """
        values = self.counters.get((system, counter), NOBODY)
        name = self.ledger.name_among(values, who)
        if name in values:
            most = self.ledger.most((system, counter), who, len(self.events))
            return values[name] if most is None else min(values[name], most)
        usual = limits(system, counter, settings)
        return usual.begin(self.ledger.players(system) if usual.per_player else 1)

    def bounds(self, system: str, counter: str, who: str = "", settings: HouseRules = ()) -> Limits:
        """The limits of a counter, by these house rules and by what is written down.

        Raises `RulesError` for a system or a counter that there is not.
        """
        usual = limits(system, counter, settings)
        most = self.ledger.most((system, counter), who, len(self.events))
        return usual if most is None else replace(usual, high=most)

    def records_of(self, system: str, subject: str) -> Mapping[str, Facts]:
        """The records of a subject, by name."""
        return self.records.get((system, subject), NOTHING)

    def entry(self, first: str) -> Entry:
        """The line of the log that an event opened; raises `RulesError` when it opened none."""
        if first not in self.ledger.first_events:
            raise RulesError(f"there is no line {quote(first)} in the log")
        return self.entries[self.ledger.first_events[first].line]

    def revisions(self, first: str) -> tuple[Rolled, ...]:
        """The changes to the roll of a line that were not undone, the earliest first."""
        later = (event for event in self.ledger.later.get(first, ()) if event.id not in self.ledger.undone)
        return tuple(event for event in later if isinstance(event, Rolled))

    def cut_effects(self, first: str) -> tuple[tuple[Change, int, int], ...]:
        """The effects of a line's roll that a bound has cut short: what each came to, and the counter after it."""
        return tuple(self.ledger.cut_effects(first))

    def taken_back(self, first: str) -> Rolled | None:
        """The change to the roll of a line that was taken back last; None where something else was done since."""
        ledger = self.ledger
        back: set[str] = set()
        for event in ledger.later.get(first, ()):
            if isinstance(event, Rolled):
                back = back | {event.id} if event.id in ledger.undone else set()
        undos = (undo for undo in reversed(ledger.undos) if undo.id not in ledger.undone and undo.target in back)
        taken = (ledger.ids[undo.target] for undo in undos)
        return next((event for event in taken if isinstance(event, Rolled)), None)

    def latest_record(self, system: str, subject: str, name: str) -> Recorded | None:
        """The event that last wrote something down, or removed it; None where nothing does, or it has another name."""
        for event in reversed(self.ledger.written.get((system, subject), ())):
            if name in (event.name, event.was) and event.id not in self.ledger.undone:
                return event if event.name == name else None
        return None

    def beginning(self, system: str, subject: str, name: str) -> Recorded | None:
        """The event that first wrote down what has a name now, whatever it was called; None where nothing has it."""
        found = None
        for event in reversed(self.ledger.written.get((system, subject), ())):
            if name in (event.name, event.was) and event.id not in self.ledger.undone:
                if event.name != name or event.facts is None:
                    break
                found, name = event, event.was or name
        return found

    def current_name(self, system: str, who: str, line: str) -> str:
        """The name of a person now, by the name they had when a line of the log was opened."""
        ledger = self.ledger
        for event in ledger.written.get((system, PLAYER), ()):
            if ledger.first_events[event.id].place > ledger.first_events[line].place and event.id not in ledger.undone:
                who = event.name if event.was and event.was == who else who
        return self.ledger.name_among(self.records_of(system, PLAYER), who)

    def name_at(self, system: str, who: str, line: str) -> str:
        """The name of a person when a line of the log was opened, by the name they have now."""
        ledger = self.ledger
        place = ledger.first_events[line].place
        for event in reversed(ledger.written.get((system, PLAYER), ())):
            if ledger.first_events[event.id].place < place:
                break
            if event.was and event.name == who and event.id not in ledger.undone:
                who = event.was
        return who

    def renamed_since(self, earlier: "State", system: str, who: str) -> str:
        """The name of a person by the renamings that count now, by the name they had in an earlier state."""
        name = who
        for event in reversed(earlier.ledger.written.get((system, PLAYER), ())):
            if event.name == name and event.id not in earlier.ledger.undone:
                if not event.was:
                    return self.current_name(system, name, event.id) if event.id in self.ledger.first_events else who
                name = event.was
        return who

    def event(self, name: str) -> Event:
        """An event of the log by its id; raises `RulesError` when there is none."""
        if name not in self.ledger.ids:
            raise RulesError(f"there is no event {quote(name)} in the log")
        return self.ledger.ids[name]

    def stands(self, event: Event) -> bool:
        """True if an event of the log counts: neither it nor the roll that it revises was undone."""
        undone = self.ledger.undone
        return event.id not in undone and not (isinstance(event, Rolled) and event.revises in undone)


def fold(events: Iterable[Event]) -> State:
    """The state that events come to, the first one first.

    Raises `RulesError` naming the event that cannot follow the ones before it.
    """
    ledger = Ledger()
    for number, event in enumerate(events):
        try:
            ledger.append(event)
        except Unreadable as error:
            raise error.within(f"events[{number}]") from None
        except RulesError as error:
            raise Unreadable(f"events[{number}]", str(error), error.plain_words) from None
    return settle_ledger(ledger)


def apply(state: State, *events: Event) -> State:
    """The state after further events, all of them or none; `state` stays what it is.

    Raises `RulesError` when one cannot follow the others.
    """
    ledger = state.ledger.copy()
    for event in events:
        ledger.append(event)
    return settle_ledger(ledger)


def settle_ledger(ledger: Ledger) -> State:
    """The state of books that nothing more is written in."""
    ledger.settle()
    return State(
        tuple(ledger.events),
        tuple(ledger.entries),
        MappingProxyType(ledger.counters),
        MappingProxyType(ledger.records),
        ledger,
    )


EMPTY = fold(())
