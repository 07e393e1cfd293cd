"""The IP of Step Die from roll to roll: what whoever rolls has left, and what may still be spent on an earlier roll."""

from collections.abc import Iterable

from pyrules.campaign.events import Adjusted, Count, Device, Event, Recorded, Restored, Rolled, Sealed, deltas
from pyrules.campaign.limits import Limits, limits
from pyrules.campaign.rolls import test_of
from pyrules.campaign.state import State
from pyrules.systems.stepdie import STEPDIE, rules
from pyrules.systems.stepdie.model import Test
from pyrules.systems.stepdie.rules import IP

PLAYER_IP: Count = (STEPDIE.id, IP)

Step = tuple[list[int], Limits]
"""The changes of a player's IP by an event, in turn, and how far they go."""


def ip_left(state: State, by: Device | None = None) -> int | None:
    """The IP that the latest roll of nobody in particular left, on a device of a table; None where there is none."""
    roll = _latest_of_nobody(state, by)
    test: Test | None = test_of(roll) if roll else None
    if roll is None or test is None:
        return None
    return rules.ip_after(test, roll.picks, _ip_gained(roll, ""))


def ip_to_spend(state: State, line: str) -> int:
    """The IP that may still be spent on a line's roll: those held before it, as far as they were not spent since.

    What nobody in particular held goes on to their next roll.
    """
    roll = state.entry(line).event
    test: Test | None = test_of(roll) if isinstance(roll, Rolled) else None
    if test is None or not isinstance(roll, Rolled):
        return 0
    left = rules.still_spendable(test, roll.picks, _ip_gained(roll, roll.who))
    if not roll.who:
        return left if _latest_of_nobody(state, state.event(line).by) is roll else 0
    return _spendable(state, line, roll, left, first=rules.awards_first(test.settings))


def _ip_gained(roll: Rolled, who: str) -> int:
    """The IP that a roll brings whoever rolled it."""
    return sum(_changes(roll, who)) + rules.spent_ip(roll.picks)


def _latest_of_nobody(state: State, by: Device | None) -> Rolled | None:
    for entry in reversed(state.entries):
        one, made = entry.event, state.event(entry.id).by
        of_nobody = isinstance(one, Rolled) and one.system == STEPDIE.id and not one.who and not entry.is_struck
        if of_nobody and isinstance(one, Rolled) and (by is None or made in (None, by)):
            return one
    return None


def _spendable(state: State, line: str, roll: Rolled, most: int, *, first: bool) -> int:
    """The most IP, up to `most`, that a roll can still take and leave enough for all that its player has spent since.

    0 where their IP were set back to the start since. A single IP can only buy a reroll of the Step Die, which may lose
    the award of the roll unless awards come `first`.
    """
    opened = state.ledger.first_events[line]
    usual = limits(*PLAYER_IP, roll.settings)
    held = state.ledger.before(PLAYER_IP, opened.place).get(roll.who, usual.begin(1))
    later: list[Step] = []
    who = roll.who
    for entry in state.entries[opened.line + 1 :]:
        event = entry.event
        if entry.is_struck or event.system != STEPDIE.id or isinstance(event, Sealed):
            continue
        if isinstance(event, Recorded):
            who = event.name if event.was == who else who
            continue
        if isinstance(event, Restored) and event.counter == IP and event.who in ("", who):
            return 0
        if changes := _changes(event, who):
            later.append((changes, limits(*PLAYER_IP, event.settings)))
    own = _changes(roll, roll.who)
    paid = [change for change in own if change < 0]
    for more in range(most, 0, -1):
        sure = paid if more == rules.COSTS[rules.REROLL] else own
        if _pays(held, [([*own, -more] if first else [-more, *sure], usual), *later]):
            return more
    return 0


def _pays(held: int, steps: Iterable[Step]) -> bool:
    """True if the IP held are enough for all that is spent, one step after the other."""
    for changes, bounds in steps:
        for change in changes:
            if held + change < 0:
                return False
            held = bounds.after(held, change)
    return True


def _changes(event: Event, who: str) -> list[int]:
    """The changes of a person's IP by an event: what it costs before what it brings."""
    match event:
        case Rolled():
            return deltas(PLAYER_IP, event.effects, 0).get(who, [])
        case Adjusted(counter=counter, who=whose, delta=delta) if (counter, whose) == (IP, who):
            return [delta]
        case _:
            return []
