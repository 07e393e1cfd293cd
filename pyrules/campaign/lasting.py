"""What a system's rules make of a campaign beyond its counters: tries to be tried again, rounds, used Actions."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pyrules.campaign.events import CLOCK, Adjusted, Event, HouseRules, Restored, Rolled
from pyrules.campaign.ledger import Entry
from pyrules.campaign.rolls import test_of
from pyrules.campaign.state import State
from pyrules.core.odds import Advice
from pyrules.systems.general import GENERAL, rules as general
from pyrules.systems.general.notation import read_house_rules
from pyrules.systems.moonwalk import MOONWALK, model as moonwalk, rules as retrying

ACTION_DIE = re.compile(r"\s*\b[dD][0-9]+$")
"""How an Action's die stands behind its name, which has no digits."""


@dataclass(frozen=True, slots=True)
class Retry:
    """A failed Moonwalk test that may be tried again with a penalty.

    `waited` is the time on the clock since it ended, `window` how long the penalty lasts, both in seconds.
    """

    entry: Entry
    test: moonwalk.Test
    waited: int
    window: int

    @property
    def left(self) -> int:
        """The seconds until the penalty ends."""
        return self.window - self.waited


def retries(state: State) -> tuple[Retry, ...]:
    """The failed Moonwalk tests whose window is still open and that nobody has tried again, the latest first."""
    rolls = [entry for entry in state.entries if entry.event.system == MOONWALK.id and not entry.struck]
    tried_again = {roll.follows for entry in rolls if isinstance(roll := state.event(entry.id), Rolled)}
    failed = {entry.event.id: entry for entry in rolls if entry.id not in tried_again}
    found = []
    for event, waited in _waited(state):
        if isinstance(event, Rolled) and event.id in failed and _is_failure(event):
            entry = failed[event.id]
            test: moonwalk.Test | None = test_of(event)
            if test and waited <= (window := _window(test, _passed(state.event(entry.id)))):
                found.append(Retry(entry, test, waited, window))
    return tuple(found)


def penalty_over(state: State, line: str) -> bool:
    """Whether the failed Moonwalk test of a line can be tried again freely: not tried again yet, its window closed."""
    for event, waited in _waited(state):
        if not isinstance(event, Rolled) or not state.stands(event):
            continue
        if event.follows == line:
            return False
        if (event.revises or event.id) == line:
            test = test_of(event) if _is_failure(event) else None
            return test is not None and waited > _window(test, _passed(state.event(line)))
    return False


def _waited(state: State) -> Iterator[tuple[Event, int]]:
    """Every event, the latest first, with the seconds on Moonwalk's clock since it ended."""
    waited = 0
    for event in reversed(state.events):
        yield event, waited
        if state.stands(event):
            waited = max(0, waited + _passed(event))


def again(retry: Retry) -> moonwalk.Test:
    """The test that a new try begins with now: the same, with the penalty it has come to."""
    return retrying.trying_again(retry.test, retry.waited, retry.window)


def once_over(advice: Sequence[Advice]) -> tuple[Advice, ...]:
    """The advice after a failed test whose penalty is over: trying again now is what was to be waited for."""
    label = next((one.label for one in advice if one.option == "again"), "")
    return tuple(
        replace(one, option="again", label=label) if one.option == "later" else one
        for one in advice
        if one.option != "again"
    )


def _is_failure(event: Rolled) -> bool:
    return any(change.counter == "retry_penalty" for change in event.effects)


def _window(test: moonwalk.Test, took: int) -> int:
    """How long the penalty for trying again lasts: by the interval of the test, or else by the time that it took."""
    if isinstance(test.against, moonwalk.Extended):
        return retrying.retry_window(test.against.interval.seconds)
    return retrying.retry_window(took)


def _passed(event: Event) -> int:
    """The time on Moonwalk's clock that an event let pass, in seconds."""
    if isinstance(event, Rolled) and event.system == MOONWALK.id:
        return event.took
    if isinstance(event, Adjusted) and (event.system, event.counter) == (MOONWALK.id, CLOCK):
        return event.delta
    return 0


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
    if general.actions_used_next_round(1, read_house_rules(dict(change.settings))):
        return ()
    used = state.counters.get((GENERAL.id, "actions"))
    return (Restored(name, change.at, GENERAL.id, "actions", settings=change.settings),) if used else ()


def actions_used(state: State, who: str = "") -> tuple[str, ...]:
    """The Actions that someone has used since their Actions last came back, each by its name and die: "Dash d6".

    Standing rolls use them up; an Action used or returned by hand is named in the note of that change.
    """
    found: list[str] = []
    came_back = (line for line in range(len(state.entries), 0, -1) if _came_back(state.entries[line - 1], who))
    for entry in state.entries[next(came_back, 0) :]:
        event = entry.event
        if entry.struck or event.system != GENERAL.id:
            continue
        if isinstance(event, Rolled) and event.who == who and event.effects:
            found += _actions_of(event)
        elif isinstance(event, Adjusted) and event.counter == "actions" and event.who == who:
            if event.delta > 0:
                found += [event.note] * event.delta
            elif (place := meant([event.note], found)[0]) >= 0:
                del found[place]
    return tuple(found)


def meant(named: Sequence[str], actions: Sequence[str]) -> tuple[int, ...]:
    """The places of the Actions that are named, no two of them the same; -1 for one that is not there, or not so often.

    Name and die tell them apart, in capitals or not; where no Action has both, as in older logs, the name does.

    >>> meant(["push d10", "Dash"], ["Push d6", "Push d10", "Dash d6"])
    (1, 2)
    """
    places: list[int] = []
    for name in named:
        called = [place for place, action in enumerate(actions) if _name(action) == _name(name)]
        same = [place for place in called if actions[place].casefold() == name.casefold()]
        places.append(next((place for place in same or called if place not in places), -1))
    return tuple(places)


def _name(action: str) -> str:
    """What an Action is called without its die."""
    return ACTION_DIE.sub("", action).casefold()


def _came_back(entry: Entry, who: str) -> bool:
    """Whether someone's used Actions came back with this line."""
    match entry.event:
        case Restored(system=GENERAL.id, counter="actions", who=whose):
            return whose in ("", who) and not entry.struck
        case _:
            return False


def _actions_of(roll: Rolled) -> tuple[str, ...]:
    """The Actions that a stored roll used up; none where a file brought a notation that cannot be read."""
    test = test_of(roll)
    return tuple(f"{die.name} d{die.sides}".strip() for die in general.used_actions(test)) if test else ()
