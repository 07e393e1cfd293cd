"""Bringing two logs together, as when a file is imported into a campaign that went on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from pyrules.campaign.events import PLAYER, Event, Recorded, refers_to
from pyrules.campaign.reading import Unreadable
from pyrules.campaign.sealing import fuller_event
from pyrules.campaign.state import State, apply, fold
from pyrules.core.errors import quote

NONE: Mapping[str, Event] = MappingProxyType({})
TWO_EVENTS = "{} stands for two different events, so the two logs are not of one campaign"


@dataclass(frozen=True, slots=True)
class Merge:
    """The result of merging: the state, and how many events each side brings.

    `shared` events are in both logs, `ours` and `theirs` in one of them only.
    """

    state: State
    ours: int
    theirs: int
    shared: int


def merge_logs(ours: Sequence[Event], theirs: Sequence[Event]) -> Merge:
    """Two logs as one: every event once, ordered by time, then by id.

    An event never comes before one that it refers to, however the clocks of two devices differ. A sealed roll gives way
    to its record.

    Raises `RulesError` when one id stands for two different events, or the events cannot follow each other.
    """
    events = _once((*ours, *theirs))
    shared = len(ours) + len(theirs) - len(events)
    return Merge(fold(_in_order(events)), len(ours) - shared, len(theirs) - shared, shared)


def written_twice(ours: Sequence[Event], theirs: Sequence[Event]) -> tuple[str, ...]:
    """The names under which each of two logs has a person of its own, who would be one person in both together."""
    shared = {one.id for one in ours} & {one.id for one in theirs}
    mine, others = (_names(one for one in events if one.id not in shared) for events in (ours, theirs))
    known = _names(one for one in ours if one.id in shared)
    return tuple(sorted(name for _, name in (mine & others) - known))


def _names(events: Iterable[Event]) -> set[tuple[str, str]]:
    """Whom events write down, by system and name."""
    return {(one.system, one.name) for one in events if isinstance(one, Recorded) and one.subject == PLAYER}


def _once(events: Iterable[Event]) -> dict[str, Event]:
    """Events by their ids."""
    found: dict[str, Event] = {}
    for event in events:
        known = found.get(event.id)
        found[event.id] = event if known is None else _agree_on(known, event)
    return found


def _agree_on(known: Event, other: Event) -> Event:
    """The one of two events that both logs have, by its id."""
    if known == other:
        return known
    event = fuller_event(known, other)
    if event is None:
        raise Unreadable("id", TWO_EVENTS.format(quote(known.id)))
    return event


Key = tuple[int, int, str]
"""Where an event belongs: its time, how many it rests on one by one, and its id."""


def _in_order(events: Mapping[str, Event], known: Mapping[str, Event] = NONE) -> list[Event]:
    """Events by time and id, each time no earlier than that of an event it refers to, and then behind it.

    They may refer to `known` ones as well, which they are ordered by and do not include.
    """
    keys: dict[str, Key] = {}
    for event in events.values():
        _find_key(event, events, known, keys)
    return sorted(events.values(), key=lambda event: keys[event.id])


def _find_key(event: Event, events: Mapping[str, Event], known: Mapping[str, Event], keys: dict[str, Key]) -> None:
    """Put the key of an event, and of all that it rests on, among `keys`; a circle ends where it began."""
    waiting, begun = [event], {event.id}
    while waiting:
        one = waiting[-1]
        before = [events.get(target) or known.get(target) for _, target in refers_to(one)]
        open_ones = [other for other in before if other and other.id not in keys and other.id not in begun]
        if open_ones:
            waiting += open_ones
            begun.update(other.id for other in open_ones)
            continue
        waiting.pop()
        found = [keys[other.id] for other in before if other and other.id in keys]
        at = max([one.at, *(key[0] for key in found)])
        keys[one.id] = (at, max((key[1] + 1 for key in found), default=0), one.id)


def join_events(state: State, further: Sequence[Event], behind: Sequence[State] = ()) -> State:
    """A log in the order of `merge_logs`, with further events each in its place: from other devices, as they come.

    So devices that have heard of the same events have the same log, in whatever order they heard of them. Events that
    the log has already count once. `behind` are earlier states of the same log, the latest first: what belongs near
    the end is counted from one of them.

    Raises `RulesError` as `merge_logs` does.
    """
    known = state.ledger.ids
    given = _once([event for event in further if known.get(event.id) != event])
    agreed = {name: _agree_on(known[name], event) if name in known else event for name, event in given.items()}
    fresh = {name: event for name, event in agreed.items() if known.get(name) != event}
    if not fresh:
        return state
    if not known.keys().isdisjoint(fresh):
        return merge_logs(state.events, tuple(fresh.values())).state
    first = min(event.at for event in fresh.values())
    for earlier in (state, *behind):
        if first > latest(earlier):
            tail = state.events[len(earlier.events) :]
            return apply(earlier, *_in_order({event.id: event for event in (*tail, *fresh.values())}, known))
    return merge_logs(state.events, tuple(fresh.values())).state


def latest(state: State) -> int:
    """The time of the last event; behind it belongs whatever happens at a later one."""
    if not state.events:
        return -1
    keys: dict[str, Key] = {}
    _find_key(state.events[-1], {}, state.ledger.ids, keys)
    return keys[state.events[-1].id][0]


def added_between(before: State, after: State) -> tuple[Event, ...]:
    """The events that a log has gained, in their order; they stand at its end, or near it."""
    missing = len(after.events) - len(before.events)
    found: list[Event] = []
    for event in reversed(after.events):
        if len(found) >= missing:
            break
        if event.id not in before.ledger.ids:
            found.append(event)
    return tuple(reversed(found))
