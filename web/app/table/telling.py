"""Tell in a line, wherever the reader is, what another device has just undone, or done to a roll."""

from collections import Counter
from collections.abc import Iterator, Sequence

from app.common.tracking import unseen
from app.log.appending import line_name
from app.log.state import deed, entry_in_words, is_of_nobody, is_open, is_seen, step_between
from app.model import Model
from app.table import words
from pyrules.campaign.events import Device, Event, Noted, Recorded, Rolled, Sealed, Undone
from pyrules.campaign.limits import PERSONAL, counter_named
from pyrules.campaign.sealing import line_of
from pyrules.campaign.state import State
from pyrules.campaign.tracking import tracking_of
from pyrules.core.english import all_of
from pyrules.core.verdict import Option
from pyrules.systems import BY_ID

MOST_FACES = 5
"""So many dice at most are told one by one."""


def news_of(model: Model, before: State, fresh: Sequence[Event], by: Device) -> str:
    """The notice of the last undo, or purchase or the like, that a device has added; "" where there is none.

    `before` is the log without that. What the reader may not see is not told of.
    """
    found = ""
    for event in fresh:
        if isinstance(event, Undone):
            found = undone_in_words(model, event, by) or found
        elif isinstance(event, Recorded) and event.subject in tracking_of(BY_ID[event.system]).told:
            found = f"{by.name}: {entry_in_words(event).headline}."
        elif isinstance(event, Rolled) and event.revises in before.ledger.ids and is_open(event, unseen(model)):
            found = gone_on(model.campaign, event, by) or found
    return found


def undone_in_words(model: Model, event: Undone, by: Device) -> str:
    """Whose roll or change was undone, or counts again, and what of it; "" of a note."""
    state, target, back = model.campaign, model.campaign.event(event.target), False
    while isinstance(target, Undone):
        target, back = state.event(target.target), not back
    if isinstance(target, Noted):
        return ""
    later = target.revises if isinstance(target, Rolled | Sealed) else ""
    entry = state.entry(later or target.id)
    if not is_seen(entry.event, unseen(model)):
        return ""
    if later and isinstance(target, Rolled):
        doer = target.by.name if target.by else words.A_DEVICE
        what = words.did(doer, deed(earlier_than(state, target), target), whose(state, target))
    else:
        what = line_name(entry)
    return (words.counts_again if back else words.undid)(by.name, what)


def gone_on(state: State, event: Rolled, by: Device) -> str:
    """Say what was done to a roll, the new faces and the cost; "" where it was revealed, which is reported as that."""
    earlier = earlier_than(state, event)
    if earlier.secret:
        return ""
    rolls = "" if earlier.dice == event.dice else ", ".join(faces(earlier, event))
    said = words.did(by.name, deed(earlier, event), whose(state, event, by))
    return " ".join((f"{said}: {rolls}." if rolls else f"{said}.", *came_to(state, earlier, event)))


def earlier_than(state: State, event: Rolled) -> Rolled:
    """The roll as it lay before an event that goes on with it."""
    steps = line_of(state, event)
    earlier = [one for one in steps[: steps.index(event)] if one.id not in state.ledger.undone] or steps[:1]
    return earlier[-1]


def whose(state: State, event: Rolled, by: Device | None = None) -> str:
    """Whose the roll is: of somebody, or of another device than the one that went on with it; "" for its own."""
    maker = state.event(event.revises).by
    return event.who or (maker.name if maker and maker != by else "")


def faces(earlier: Rolled, event: Rolled) -> Sequence[str]:
    """List the faces of new dice, and of dice thrown again before and now; none where there are many."""
    found = []
    for number, pool in enumerate(event.dice):
        before = earlier.dice[number] if number < len(earlier.dice) else ()
        for place, die in enumerate(pool):
            then = before[place].faces if place < len(before) else ()
            if len(die.faces) > len(then):
                found.append(words.from_to(then[-1], die.faces[-1]) if then else str(die.faces[-1]))
    return found if len(found) <= MOST_FACES else ()


def came_to(state: State, earlier: Rolled, event: Rolled) -> Iterator[str]:
    """A sentence for each who pays, loses or gets something by it, and for each counter that all share."""
    system, option = BY_ID[event.system], step_between(earlier, event)
    sums: Counter[tuple[str, str]] = Counter()
    for sign, effects in ((1, event.effects), (-1, earlier.effects)):
        for change in effects:
            sums[change.who, change.counter] += sign * change.delta
    paid = (event.who, option.counter, option.cost) if isinstance(option, Option) and option.cost else None
    if paid:
        sums[paid[:2]] += paid[2]
    own: dict[str, list[str]] = {event.who: [words.pays(paid[2], *unit(event.system, paid[1]))]} if paid else {}
    shared = []
    for (who, name), delta in sums.items():
        what = counter_named(system, name)
        if not delta or what.each == "test" or is_of_nobody(event.system, what, who):
            continue
        if not who and delta < 0 and any(sums[one] > 0 for one in sums if one[0] and one[1] == name):
            continue  # it is dealt out: nobody loses what others get
        told = words.loses if delta < 0 else words.gets
        if what.each in PERSONAL:
            own.setdefault(who, []).append(told(abs(delta), *unit(event.system, name)))
        else:
            shared.append(words.more_or_less(delta, *unit(event.system, name)))
    for who, parts in own.items():
        name = who or whose(state, event)
        yield f"{name} {all_of(parts)}." if name else f"{words.with_capital(all_of(parts))}."
    yield from shared


def unit(system: str, counter: str) -> tuple[str, str]:
    """One of a counter and several of it, in words; a system that says none has its title."""
    title = counter_named(BY_ID[system], counter).title
    return BY_ID[system].units.get(counter, (title, title))
