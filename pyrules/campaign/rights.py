"""The rights of a guest to add to a table's log, where not everything is everybody's."""

from collections.abc import Set as AbstractSet

from pyrules.campaign.events import (
    GAME_ROLL,
    PLAYER,
    Adjusted,
    Change,
    Event,
    Noted,
    Recorded,
    Restored,
    Rolled,
    Sealed,
    Undone,
    is_foe,
)
from pyrules.campaign.limits import PERSONAL, counter_named, system_named
from pyrules.campaign.placing import moved_owners, owners, placing_of
from pyrules.campaign.rolls import replay_roll
from pyrules.campaign.sealing import brings_to_light
from pyrules.campaign.state import State
from pyrules.core.errors import RulesError
from pyrules.core.roll import Pick
from pyrules.core.verdict import Option

Who = tuple[str, str]
"""A person whom a guest rolls for: their system and name."""

NOTHING: AbstractSet[str] = frozenset()
NOBODYS: AbstractSet[str] = frozenset({""})


def may_add(event: Event, state: State, own: AbstractSet[Who], made: AbstractSet[str] = NOTHING) -> bool:
    """True if a guest may add an event, which the log has by now: what is theirs, and what is done to that.

    That are the rolls and the counters of its `own` people, and rolls of nobody's whose ids are among those `made` by
    this guest. Such a roll is what the rules give, and changes no counter of another person's. On any roll a guest
    places the modifiers that its own people bring, and on no roll those of others. What is `made` in secret, or hidden,
    whoever's it is, may be shown as it is. A roll of a person's own game is the guest's that `made` it.
    """
    match event:
        case Adjusted() | Restored():
            return _is_own(event.system, event.who, state, own)
        case Recorded(subject=subject) if subject == GAME_ROLL:
            return event.id in made
        case Recorded():
            return brings_to_light(state, event) in made
        case Noted() | Undone():
            return may_add(state.event(event.target), state, own, made)
        case Sealed():
            return (event.revises or event.id) in made
        case Rolled():
            may = _is_theirs(event, state, own, made) or brings_to_light(state, event) in made
            return may and _is_by_the_rules(event)


def _is_own(system: str, who: str, state: State, own: AbstractSet[Who]) -> bool:
    """True if a person is among those whom a guest rolls for; a foe never is, nor is everybody."""
    return who != "" and (system, who) in own and not is_foe(state.records_of(system, PLAYER).get(who, ()))


def _is_theirs(event: Rolled, state: State, own: AbstractSet[Who], made: AbstractSet[str]) -> bool:
    """True if a roll is that of a guest, and goes on as it was begun."""
    first = event.revises or event.id
    begun = state.event(first)
    if not isinstance(begun, Rolled) or _what_stays(event) != _what_stays(begun):
        return False
    steps = (begun, *(one for one in state.ledger.later.get(first, ()) if isinstance(one, Rolled)))
    ids = [one.id for one in steps]
    before = steps[: ids.index(event.id)] if event.id in ids else ()
    earlier = {change for one in before for change in one.effects}

    def is_own(who: str) -> bool:
        return _is_own(event.system, state.current_name(event.system, who, first), state, own)

    theirs = is_own(event.who) if event.who else first in made
    whose = [_moved_owners(event, one, state) for one in before] or [NOBODYS]  # two at once do not know each other
    places = any(all(_is_own(event.system, who, state, own) if who else theirs for who in each) for each in whose)
    return places and all(
        change in earlier or not _is_personal(event.system, change) or is_own(change.who) for change in event.effects
    )


def _moved_owners(event: Rolled, earlier: Rolled, state: State) -> AbstractSet[str]:
    """Whose modifiers lie otherwise than in an earlier state of a roll; nobody's in particular where more was done."""
    if earlier.dice != event.dice or earlier.picks == event.picks:
        return NOBODYS
    system = system_named(event.system)
    try:
        was, now = (placing_of(system, again.test, again.roll) for again in map(replay_roll, (earlier, event)))
    except RulesError:
        return NOBODYS
    if was is None or now is None or _without(earlier, was) != _without(event, was):
        return NOBODYS
    return moved_owners(owners(state, system, was), was, now.placed) or NOBODYS


def _without(event: Rolled, option: Option) -> tuple[Pick, ...]:
    """The picks of a roll but for an option."""
    return tuple(pick for pick in event.picks if pick.option != option.id)


def _what_stays(event: Rolled) -> tuple[object, ...]:
    """The parts of a roll that no later state changes."""
    return event.system, event.notation, event.settings, event.who, event.against, event.under


def _is_personal(system: str, change: Change) -> bool:
    """True if an effect changes what is a person's own."""
    return bool(change.who) and counter_named(system_named(system), change.counter).each in PERSONAL


def _is_by_the_rules(event: Rolled) -> bool:
    """True if the rules say of a roll what its event does."""
    try:
        return replay_roll(event).holds
    except RulesError:
        return False
