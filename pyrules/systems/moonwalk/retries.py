"""Failed tests of Moonwalk that may be tried again, and with which penalty, by the time that has passed since."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pyrules.campaign.events import CLOCK, Adjusted, Event, Rolled
from pyrules.campaign.ledger import Entry
from pyrules.campaign.rolls import test_of
from pyrules.campaign.state import State
from pyrules.core.odds import Advice
from pyrules.systems.moonwalk import MOONWALK, model as moonwalk, rules


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
        yield event, max(0, waited)
        if state.stands(event):
            waited += _passed(event)


def again(retry: Retry) -> moonwalk.Test:
    """The test that a new try begins with now: the same, with the penalty it has come to."""
    return rules.trying_again(retry.test, retry.waited, retry.window)


def roller(state: State, line: Entry) -> str:
    """Who rolled a line of the log, by the name they have now; "" for nobody known."""
    who = line.event.who if isinstance(line.event, Rolled) else ""
    return state.called_now(line.event.system, who, line.id)


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
        return rules.retry_window(test.against.interval.seconds)
    return rules.retry_window(took)


def _passed(event: Event) -> int:
    """The time on Moonwalk's clock that an event let pass, in seconds."""
    if isinstance(event, Rolled) and event.system == MOONWALK.id:
        return event.took
    if isinstance(event, Adjusted) and (event.system, event.counter) == (MOONWALK.id, CLOCK):
        return event.delta
    return 0
