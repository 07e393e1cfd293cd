"""The IP of Step Die from roll to roll: what whoever rolls has left, and what may still be spent on an earlier roll."""

from pyrules.campaign.events import Adjusted, Event, Restored, Rolled
from pyrules.campaign.rolls import test_of
from pyrules.campaign.state import State
from pyrules.systems.stepdie import STEPDIE, rules
from pyrules.systems.stepdie.model import Test

IP = "player_ip"
"""The counter of a player's IP."""


def ip_left(state: State) -> int | None:
    """The IP that the latest roll of nobody in particular left; None where there is none."""
    roll = _latest_of_nobody(state)
    test: Test | None = test_of(roll) if roll else None
    if roll is None or test is None:
        return None
    return rules.ip_after(test, roll.picks, _gained(roll, "") + rules.spent(roll.picks))


def ip_to_spend(state: State, line: str) -> int:
    """The IP that may still be spent on a line's roll: those held before it, as far as they were not spent since.

    What nobody in particular held goes on to their next roll.
    """
    roll = state.entry(line).event
    test: Test | None = test_of(roll) if isinstance(roll, Rolled) else None
    if test is None or not isinstance(roll, Rolled):
        return 0
    left = rules.left(test, roll.picks)
    if not roll.who:
        return left if _latest_of_nobody(state) is roll else 0
    return max(0, min(left, _fewest_since(state, line, roll)))


def _latest_of_nobody(state: State) -> Rolled | None:
    lines = (entry.event for entry in reversed(state.entries) if not entry.struck)
    return next((one for one in lines if isinstance(one, Rolled) and one.system == STEPDIE.id and not one.who), None)


def _fewest_since(state: State, line: str, roll: Rolled) -> int:
    """The fewest IP that the player of a roll has had since; none where they began anew."""
    fewest = now = state.value(STEPDIE.id, IP, roll.who, roll.settings)
    for entry in reversed(state.entries):
        if entry.id == line:
            break
        if entry.struck or entry.event.system != STEPDIE.id:
            continue
        if isinstance(entry.event, Restored) and entry.event.counter == IP and entry.event.who in ("", roll.who):
            return 0
        now -= _gained(entry.event, roll.who)
        fewest = min(fewest, now)
    return fewest


def _gained(event: Event, who: str) -> int:
    """The IP that an event gave someone; negative where it took some."""
    if isinstance(event, Rolled):
        return sum(change.delta for change in event.effects if (change.counter, change.who) == (IP, who))
    if isinstance(event, Adjusted) and (event.counter, event.who) == (IP, who):
        return event.delta
    return 0
