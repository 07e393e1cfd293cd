"""Action Scenes of the General Rules: rounds that pass, Actions that are used up, and Actions that come back."""

import re
from collections.abc import Sequence

from pyrules.campaign.events import Adjusted, Event, HouseRules, Restored, Rolled
from pyrules.campaign.rolls import test_of
from pyrules.campaign.state import State
from pyrules.systems.general import GENERAL, rules
from pyrules.systems.general.rulings import read_house_rules

ACTION_DIE = re.compile(r"\s*\b[dD][0-9]+$")
"""The die of an Action after its name, which has no digits."""


def next_round(state: State, ids: Sequence[str], at: int, settings: HouseRules) -> tuple[Event, ...]:
    """The events that begin the next round of an Action Scene of the General Rules, with an id of `ids` for each.

    The round counts up, and the used Actions come back where the house rules say so (two ids are enough).
    """
    begun = Adjusted(ids[0], at, GENERAL.id, "round", 1, settings=settings)
    return begun, *actions_back(state, begun, ids[1])


def actions_back(state: State, change: Adjusted, name: str) -> tuple[Event, ...]:
    """The event, with this id, that a change of the round brings: used Actions come back; none where it brings none."""
    if (change.system, change.counter) != (GENERAL.id, "round") or change.delta < 1:
        return ()
    if rules.actions_used_next_round(1, read_house_rules(dict(change.settings))):
        return ()
    used = state.counters.get((GENERAL.id, "actions"))
    return (Restored(name, change.at, GENERAL.id, "actions", settings=change.settings),) if used else ()


def actions_used(state: State, who: str = "") -> tuple[str, ...]:
    """The Actions that someone has used since their Actions last came back, each by its name and die: "Dash d6".

    Rolls that are not undone use them up; an Action used or returned by hand is named in the note of that change.
    """
    found: list[str] = []
    for event, then in _since_they_came_back(state, who):
        if isinstance(event, Rolled) and event.who == then and event.effects:
            found += _actions_of(event)
        elif isinstance(event, Adjusted) and event.counter == "actions" and event.who == then:
            if event.delta > 0:
                found += [event.note] * event.delta
            elif (place := action_places([event.note], found)[0]) >= 0:
                del found[place]
    return tuple(found)


def _since_they_came_back(state: State, who: str) -> list[tuple[Event, str]]:
    """Events of the General Rules that count since someone's Actions last came back, with their name at that time."""
    since: list[tuple[Event, str]] = []
    for entry in reversed(state.entries):
        if entry.is_struck or entry.event.system != GENERAL.id:
            continue
        then = state.name_at(GENERAL.id, who, entry.id)
        if isinstance(event := entry.event, Restored) and event.counter == "actions" and event.who in ("", then):
            break
        since.append((event, then))
    return since[::-1]


def action_places(named: Sequence[str], actions: Sequence[str]) -> tuple[int, ...]:
    """The places of the Actions that are named, no two of them the same; -1 for one that is not there, or not so often.

    Name and die tell them apart, in capitals or not; where no Action has both, as in older logs, the name does.

    >>> action_places(["push d10", "Dash"], ["Push d6", "Push d10", "Dash d6"])
    (1, 2)
    """
    places: list[int] = []
    for name in named:
        called = [place for place, action in enumerate(actions) if _name(action) == _name(name)]
        same = [place for place in called if actions[place].casefold() == name.casefold()]
        places.append(next((place for place in same or called if place not in places), -1))
    return tuple(places)


def _name(action: str) -> str:
    """The name of an Action without its die."""
    return ACTION_DIE.sub("", action).casefold()


def _actions_of(roll: Rolled) -> tuple[str, ...]:
    """The Actions that a stored roll used up; none where a file brought a notation that cannot be read."""
    test = test_of(roll)
    return tuple(map(rules.action_called, rules.used_actions(test))) if test else ()
