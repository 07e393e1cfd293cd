"""What another device has just undone, or done to a roll, told in a line wherever the reader is."""

from collections import Counter
from collections.abc import Sequence

from app.common.tracking import unseen
from app.log.state import changed, done, is_open, is_seen
from app.log.update import named
from app.model import Model
from app.table import words
from pyrules.campaign.events import Change, Device, Event, Noted, Rolled, Sealed, Undone
from pyrules.campaign.sealing import line_of
from pyrules.campaign.state import State


def news_of(model: Model, before: State, fresh: Sequence[Event], by: Device) -> str:
    """What is said of the last undo, or purchase or the like, that a device has added; "" where there is none.

    `before` is the log without that. What the reader may not see is not told of.
    """
    found = ""
    for event in fresh:
        if isinstance(event, Undone):
            found = undone(model, event, by) or found
        elif isinstance(event, Rolled) and event.revises in before.ledger.ids and is_open(event, unseen(model)):
            found = gone_on(model.campaign, event, by) or found
    return found


def undone(model: Model, event: Undone, by: Device) -> str:
    """Whose roll or change was undone, or counts again, and what of it; "" of a note."""
    state, target, back = model.campaign, model.campaign.event(event.target), False
    while isinstance(target, Undone):
        target, back = state.event(target.target), not back
    if isinstance(target, Noted):
        return ""
    later = isinstance(target, Rolled | Sealed) and target.revises
    entry = state.entry(later or target.id)
    if not is_seen(entry.event, unseen(model)):
        return ""
    what = last_step(state, target)[1] if later and isinstance(target, Rolled) else ""
    return (words.counts_again if back else words.undid)(by.name, ", ".join(filter(None, (what, named(entry)))))


def gone_on(state: State, event: Rolled, by: Device) -> str:
    """What was done to a roll, and which counters that changed; "" where it was revealed, which is told as that."""
    earlier, what = last_step(state, event)
    if earlier.secret:
        return ""
    sums: Counter[tuple[str, str, str]] = Counter()
    for sign, effects in ((1, event.effects), (-1, earlier.effects)):
        for change in effects:
            sums[change.counter, change.rule, change.who] += sign * change.delta
    spent = (
        changed(event.system, Change(name, delta, rule, who)) for (name, rule, who), delta in sums.items() if delta
    )
    return words.did(by.name, ", ".join((what, *spent)))


def last_step(state: State, event: Rolled) -> tuple[Rolled, str]:
    """The roll as it lay before an event that goes on with it, and what that has done in a few words."""
    steps = line_of(state, event)
    earlier = [one for one in steps[: steps.index(event)] if one.id not in state.ledger.undone] or steps[:1]
    return earlier[-1], done(earlier[-1], event)
