"""Bringing two logs together, as when a file is imported into a campaign that went on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pyrules.campaign.events import Event, refers_to
from pyrules.campaign.state import State, apply, fold
from pyrules.core.errors import RulesError, quoted


@dataclass(frozen=True, slots=True)
class Merge:
    """What merging would give: the state, and how many events each side brings.

    `shared` events are in both logs, `ours` and `theirs` in one of them only.
    """

    state: State
    ours: int
    theirs: int
    shared: int


def merged(ours: Sequence[Event], theirs: Sequence[Event]) -> Merge:
    """Two logs as one: every event once, ordered by time, then by id.

    An event never comes before one that it refers to, however the clocks of two devices differ.

    Raises `RulesError` when one id stands for two different events, or the events cannot follow each other.
    """
    events = _once((*ours, *theirs))
    shared = len(ours) + len(theirs) - len(events)
    return Merge(fold(_ordered(events)), len(ours) - shared, len(theirs) - shared, shared)


def _once(events: Iterable[Event]) -> dict[str, Event]:
    """Events by their ids."""
    found: dict[str, Event] = {}
    for event in events:
        if found.setdefault(event.id, event) != event:
            raise RulesError(
                f"id: {quoted(event.id)} stands for two different events, so the two logs are not of one campaign"
            )
    return found


def _ordered(events: dict[str, Event]) -> list[Event]:
    """Events by time and id, each time no earlier than that of an event it refers to, and then behind it."""
    keys: dict[str, tuple[int, int, str]] = {}
    for event in events.values():
        before = [keys[target] for _, target in refers_to(event) if target in keys]
        at = max([event.at, *(key[0] for key in before)])
        depth = max((key[1] + 1 for key in before), default=0)
        keys[event.id] = (at, depth, event.id)
    return sorted(events.values(), key=lambda event: keys[event.id])


def joined(state: State, further: Sequence[Event]) -> State:
    """A log that is in the order of `merged`, with further events each in its place: from other devices, as they come.

    So devices that have heard of the same events have the same log, in whatever order they heard of them. Events that
    the log has already count once.

    Raises `RulesError` as `merged` does.
    """
    fresh = [event for event in further if state.ledger.ids.get(event.id) != event]
    if not fresh:
        return state
    if min(event.at for event in fresh) > latest(state):
        return apply(state, *_ordered(_once(fresh)))
    return merged(state.events, fresh).state


def latest(state: State) -> int:
    """The time of the last event; behind it belongs whatever happens at a later one."""
    if not state.events:
        return -1
    about = [state.events[-1]]
    for event in about:
        about += [state.ledger.ids[target] for _, target in refers_to(event)]
    return max(event.at for event in about)
