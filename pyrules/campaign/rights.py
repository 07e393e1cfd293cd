"""What a guest of a table may add to its log, where not everything is everybody's."""

from collections.abc import Set as AbstractSet

from pyrules.campaign.events import Adjusted, Event, Noted, Recorded, Restored, Undone
from pyrules.campaign.state import State

Who = tuple[str, str]
"""Somebody whom a guest rolls for: their system and name."""


def may_add(event: Event, state: State, own: AbstractSet[Who]) -> bool:
    """Whether a guest may add an event to a log: rolls, the counters of its `own` people, and what is done to these."""
    match event:
        case Adjusted() | Restored():
            return (event.system, event.who) in own
        case Recorded():
            return False
        case Noted() | Undone():
            return may_add(state.event(event.target), state, own)
        case _:
            return True
