"""Secret rolls among several devices: the others have a seal in place of the record, until it is revealed.

A seal is the digest of the record, which has a random nonce in it, so that nobody finds the dice by trying them all.
The device that rolled cannot have another record for the same digest: whoever gets the record in the end sees that it
is the one that was sealed. Then all have one log again.
"""

import json
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256

from pyrules.campaign.codec import event_values
from pyrules.campaign.events import Event, Rolled, Sealed
from pyrules.campaign.ledger import Ledger
from pyrules.campaign.reading import Unreadable
from pyrules.campaign.rolls import Occasion, revealed
from pyrules.campaign.state import State, fold, settled
from pyrules.core.errors import quoted


def sealed(event: Rolled) -> Sealed:
    """What other devices have of a secret roll."""
    return Sealed(event.id, event.at, event.system, digest(event), event.revises)


def digest(event: Rolled) -> str:
    """What a roll's record is known by; that of the same roll in a later version of the format is the same."""
    values = {name: value for name, value in event_values(event).items() if name != "version"}
    return sha256(json.dumps(values, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def opened(one: Event, other: Event) -> Rolled | None:
    """The roll, of two events of which one is its seal; None for any others."""
    for roll, seal in ((one, other), (other, one)):
        if isinstance(roll, Rolled) and isinstance(seal, Sealed) and sealed(roll) == seal:
            return roll
    return None


def line_of(state: State, event: Rolled) -> tuple[Rolled, ...]:
    """All that was rolled in the line of a roll, the first one first; undone or not."""
    ledger = state.ledger
    first = event.revises or event.id
    return tuple(one for one in (ledger.ids[first], *ledger.later.get(first, ())) if isinstance(one, Rolled))


def for_others(state: State, events: Iterable[Event]) -> tuple[Event, ...]:
    """Events of a log as other devices may have them: what is secret is sealed, and what reveals it brings it along."""
    told: dict[str, Event] = {}
    for event in events:
        line = line_of(state, event) if isinstance(event, Rolled) else ()
        hidden = [one for one in line if one.secret]
        if isinstance(event, Rolled) and not event.secret:
            told |= {one.id: one for one in hidden}
        told[event.id] = sealed(event) if isinstance(event, Rolled) and hidden and len(hidden) == len(line) else event
    return tuple(told.values())


def for_players(state: State) -> State:
    """A log as far as it is open to everybody at the table: as a device has it that has made none of it."""
    return _as_told(state.ledger)


@lru_cache(maxsize=2)
def _as_told(ledger: Ledger) -> State:
    state = settled(ledger)
    told = for_others(state, state.events)
    return state if told == state.events else fold(told)


def check_revealed(state: State, events: Iterable[Event]) -> None:
    """Raise `RulesError` where an event of a log reveals another roll than was made in secret."""
    for event in events:
        if not isinstance(event, Rolled) or not event.revises or event.secret:
            continue
        line = line_of(state, event)
        if not line[0].secret or next(one for one in line if not one.secret) != event:
            continue
        if all(revealed(Occasion(event.id, event.at), one) != event for one in line if one.secret):
            raise Unreadable("revises", f"what {quoted(event.id)} reveals is not what was rolled in secret")
