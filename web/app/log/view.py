"""The log: every roll and every change by hand, day by day, the newest first."""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, starmap

from app.common.device import device
from app.common.dice import dress, pictures
from app.common.html import Child, Markup, button, tag, trouble, trouble_attributes
from app.common.icon import icon
from app.common.link import link
from app.common.sheet import SHARING, sharing
from app.common.times import day, hour
from app.common.tracking import unseen
from app.log import screen_words as words
from app.log.deeds import deeds, hands, makers, undoers
from app.log.files_view import files, incoming, unread
from app.log.proof import proof
from app.log.search import choices, matching, visible_lines
from app.log.state import (
    MANY,
    NEWEST,
    Logbook,
    Said,
    change_in_words,
    entry_in_words,
    game_roll,
    is_open,
    last_deed,
    last_done,
    lying_of,
    other_rules,
    swallowed_in_words,
    untold,
)
from app.log.transcript import faces_rolled, faces_told
from app.model import Model
from app.place import Place
from app.roll.state import as_counted
from pyrules.campaign.codec import MOST_NOTE
from pyrules.campaign.events import PLAYER, ROUND, Adjusted, Entered, Recorded, Rolled, time_of
from pyrules.campaign.ledger import Entry
from pyrules.campaign.scene import ORDER, TURN
from pyrules.campaign.state import State
from pyrules.campaign.tracking import news_of
from pyrules.core.english import minus
from pyrules.core.roll import Die
from pyrules.core.verdict import Mark
from pyrules.systems import BY_ID

Pool = tuple[Sequence[Die], Sequence[Mark]]

ICONS = {True: "✓", False: "✕", None: "•"}


def log(model: Model) -> Child:
    """The log of the system the reader is at, or of all; in its place, while one is chosen, a file to import."""
    book = model.logbook
    if book.incoming:
        return incoming(book.incoming)
    found = matching(model.campaign, book, model.place.system, unseen(model))
    return (
        unread(model.unread) if model.unread else None,
        above(model, len(found)) if model.campaign.entries else nothing(model),
        search(model) if book.searching else None,
        files(),
        lines(model, found),
        further(book, len(found)),
    )


def nothing(model: Model) -> Markup:
    """Draw an empty log, and the way to the first roll."""
    roll = Place(model.place.system, "roll" if model.place.system else "")
    return tag(
        "div",
        tag("p", words.LOG_EMPTY if model.known else words.GETTING_READY),
        tag("a", words.LOG_BEGINS, href=link(model, roll), class_="button main") if model.known else None,
        class_="card unused",
    )


def above(model: Model, found: int) -> Markup:
    """Say how many lines are shown, and draw the ways to the evening and to the search."""
    book = model.logbook
    return tag(
        "div",
        tag("p", words.log_shown(min(book.most, found), found), class_="log-count") if found else None,
        tag("a", words.EVENING, href=link(model, Place("", "evening")), class_="button log-evening"),
        button(
            "log-find",
            icon(model.root, "magnifying-glass"),
            aria_label=words.LOG_SEARCH,
            aria_expanded=book.searching,
            class_="log-find",
        ),
        class_="log-above",
    )


def search(model: Model) -> Markup:
    """Draw the controls that choose the lines that are shown."""
    book = model.logbook
    people, devices = choices(model.campaign, visible_lines(model.campaign, book, model.place.system, unseen(model)))
    kinds = (tag("option", label, value=kind, selected=kind == book.kind) for kind, label in words.LOG_KINDS.items())
    return tag(
        "form",
        tag(
            "div",
            tag("label", words.LOG_SEARCH, for_="log-text", class_="unseen"),
            tag(
                "input",
                id="log-text",
                name="text",
                type="search",
                value=book.text,
                placeholder=words.LOG_SEARCH,
                enterkeyhint="search",
                autocomplete="off",
            ),
            tag("label", words.LOG_KIND, for_="log-kind", class_="unseen"),
            tag("select", kinds, id="log-kind", name="kind"),
            chooser("who", words.LOG_PERSON, words.ANYBODY, people, book.who),
            chooser("device", words.LOG_DEVICE, words.ANY_DEVICE, devices, book.device),
            tag(
                "label",
                tag("span", words.LOG_EVERYWHERE),
                tag("input", type="checkbox", name="everywhere", value="on", checked=book.everywhere, role="switch"),
                class_="switch",
            ),
            data_on="log-search",
            class_="log-search",
        ),
        data_on="log-search",
        role="search",
        novalidate=True,
        class_="card",
    )


def chooser(name: str, label: str, anything: str, names: list[str], chosen: str) -> Child:
    """Draw the control that chooses lines by a name, if there are any names."""
    if not names and not chosen:
        return None
    known = ["", *names, *([chosen] if chosen and chosen not in names else [])]
    return (
        tag("label", label, for_=f"log-{name}", class_="unseen"),
        tag(
            "select",
            (tag("option", one or anything, value=one, selected=one == chosen) for one in known),
            id=f"log-{name}",
            name=name,
        ),
    )


def lines(model: Model, found: list[tuple[int, Entry]]) -> Child:
    """The newest of the lines that were found, each day under its date."""
    if not found:
        return tag("p", words.LOG_NONE, class_="card") if model.campaign.entries else None
    shown = found[: model.logbook.most]
    return tag(
        "section",
        (
            (tag("h2", date), tag("ol", folding(model, of_the_day)))
            for date, of_the_day in groupby(shown, lambda numbered: day(time_of(numbered[1].event)))
        ),
        class_="log",
        aria_label=words.LOG,
    )


FOLDS = 3
"""So many lines one after the other that are of the same between the rolls are folded into one."""


def folding(model: Model, found: Iterable[tuple[int, Entry]]) -> Iterator[Markup]:
    """Lines in their order, equal ones and those of the same between rolls folded; all by themselves in a search."""
    for what, alike in groupby(found, lambda numbered: between(numbered[1]) or counter_changed(numbered[1])):
        there = list(alike)
        drawn = [line(model, number, entry) for number, entry in there]
        if what and len(there) >= FOLDS and not model.logbook.searching:
            opened = any(entry.id == model.logbook.open for _, entry in there)
            label = folded(what, [entry.event for _, entry in there])
            yield tag(
                "li",
                tag("details", tag("summary", label), tag("ol", drawn), id=f"fold-{there[-1][0]}", open=opened),
                class_="fold",
            )
        else:
            yield from drawn


def folded(what: str | tuple[str, ...], events: list[Entered]) -> str:
    """Say which lines are folded into one: changes of a counter by what they come to, others by their number."""
    if isinstance(what, str):
        turns = sum(isinstance(event, Recorded) and event.subject == TURN for event in events)
        return words.folded_lines(what, len(events), turns)
    changes = [event for event in events if isinstance(event, Adjusted)]
    told = entry_in_words(replace(changes[0], delta=sum(event.delta for event in changes)))
    return " · ".join((told.headline, *told.whose, words.folded_changes(len(changes))))


def counter_changed(entry: Entry) -> tuple[str, ...]:
    """Return the counter that a line changes by hand, and whose; () for a line with a note, and for any other."""
    event = entry.event
    return (event.system, event.counter, event.who) if isinstance(event, Adjusted) and not entry.note else ()


def between(entry: Entry) -> str:
    """Return the kind of a line between rolls: turns, people, notes, or undone; "" for any other."""
    event = entry.event
    if entry.is_struck:
        return "undone"
    match event:
        case Adjusted(counter=counter) if counter == ROUND:
            return "turns"
        case Recorded(subject=subject) if game_roll(event) is None:
            return "turns" if subject in (ORDER, TURN) else "people" if subject == PLAYER else "notes"
        case _:
            return ""


def further(book: Logbook, found: int) -> Child:
    """The way to the lines that are not shown yet."""
    if found <= book.most:
        return None
    left = found - book.most
    return tag(
        "div",
        button("log-more", words.log_more(min(NEWEST, left))),
        button("log-more", words.LOG_ALL if left <= MANY else words.log_more(MANY), data_many="yes"),
        class_="choices",
    )


def line(model: Model, number: int, entry: Entry) -> Markup:
    """One line, a button that shows what can be done with it; an undone one is struck out.

    What is no roll, such as turns, people, notes and counters, stands small between the rolls, unless it has a note.
    """
    book = model.logbook
    opened = book.open == entry.id
    told = entry_in_words(entry.event)
    return tag(
        "li",
        button(
            "log-open",
            verdict(told, struck=entry.is_struck),
            about(model, entry, told),
            dice(model, pools_of(entry.event), faces_told(entry)),
            clock(time_of(entry.event)),
            id=f"line-{number}",
            data_event=entry.id,
            aria_expanded=opened,
            class_="log-line",
        ),
        tag("p", entry.note, class_="log-note") if entry.note and not (opened and book.noting) else None,
        actions(model, entry) if opened else None,
        class_="card",
        data_struck=entry.is_struck,
        data_between=bool(between(entry) or counter_changed(entry)),
    )


def verdict(line: Said, *, struck: bool) -> Markup:
    """Draw its result."""
    good = {True: "yes", False: "no", None: None}[line.good]
    return tag(
        "s" if struck else "span",
        tag("strong", tag("span", ICONS[line.good], aria_hidden="true"), " ", line.headline, data_good=good),
        (" ", tag("span", minus(line.summary))) if line.summary else None,
        class_="log-said",
    )


def about(model: Model, entry: Entry, line: Said) -> Child:
    """Whose it was, what it was, in which system where that is not plain, and what it changed."""
    event = entry.event
    parts: tuple[Child, ...] = (
        undone_note(model, entry) if entry.is_struck else None,
        BY_ID[event.system].title if model.logbook.everywhere else None,
        *untold(event, line),
        *map(device, makers(model.campaign, entry)),
        tag("code", line.notation) if line.notation else None,
        words.real_dice(physical=event.physical, counted=event.counted) if isinstance(event, Rolled) else None,
        words.UNPROVEN if proof(model, entry.id) == words.UNPROVEN else None,
        other_rules(event),
        *changes(model, entry, line),
    )
    told = [part for part in parts if part]
    return (" ", tag("span", [(" · " if place else None, part) for place, part in enumerate(told)])) if told else None


def undone_note(model: Model, entry: Entry) -> Child:
    """That a line was undone, and on which device."""
    by = undoers(model.campaign, entry)
    return tag("b", words.STRUCK), [(words.DONE_BY, device(one)) for one in by]


def changes(model: Model, entry: Entry, line: Said) -> tuple[str, ...]:
    """The counters that it changed; of the line that was opened also what a bound has kept from them."""
    event = entry.event
    if model.logbook.open != entry.id or not isinstance(event, Rolled) or not line.changes:
        return line.changes
    short = swallowed_in_words(model.campaign, entry.id)
    return tuple(short.get(one, change_in_words(event.system, one)) for one in event.effects if one.delta)


def pools_of(event: Entered) -> Iterable[Pool]:
    """The dice of a line that the reader may see, and how they count where the rules here tell, pool by pool."""
    if isinstance(event, Rolled):
        return pools_rolled(event) if is_open(event, None) else ()
    roll = game_roll(event)
    return zip(roll.dice, roll.marks, strict=True) if roll else ()


def pools_rolled(event: Rolled) -> Iterable[Pool]:
    """The dice of a roll that may be secret, as its maker sees them."""
    there = lying_of(event)
    return map(as_counted, there) if there else [(pool, ()) for pool in event.dice]


def dice(model: Model, pools: Iterable[Pool], told: str) -> Child:
    """The dice of a roll as small pictures, those of each pool in a row, and in words for those who hear them."""
    there = [(pool, marks) for pool, marks in pools if pool]
    if not there:
        return None
    shown = dress(model.preferences).around(starmap(pictures, there))
    return tag("span", shown, role="img", aria_label=f"{words.DICE}: {told}", class_="log-dice")


def steps(event: Entered) -> Markup | None:
    """Draw the verdict that a roll of one's own game had there."""
    roll = game_roll(event)
    return tag("div", (tag("p", step) for step in roll.steps)) if roll and roll.steps else None


def secretly(model: Model, event: Rolled) -> Markup:
    """Draw the result of a secret roll for whoever made it: no other device knows it."""
    headline, summary, _ = news_of(event)
    came_to = f"{words.ONLY_YOURS} {headline}. {minus(summary)}"
    return tag("p", came_to, " ", dice(model, pools_rolled(event), faces_rolled(event)))


def clock(at: int) -> Child:
    """The time of the day."""
    local = time.localtime(at / 1000)
    return " ", tag("time", hour(at), datetime=time.strftime("%Y-%m-%dT%H:%M:%S", local))


def actions(model: Model, entry: Entry) -> Markup:
    """Draw the buttons of a line."""
    book = model.logbook
    secret = isinstance(entry.event, Rolled) and entry.event.secret
    shared = isinstance(entry.event, Rolled) and not secret
    return tag(
        "div",
        note(entry, book.note) if book.noting else None,
        secretly(model, entry.event) if isinstance(entry.event, Rolled) and secret else None,
        steps(entry.event),
        done_by(model, entry),
        tag(
            "div",
            undoing(model.campaign, entry),
            (action(words.REPLAY, "log-replay", entry), action(words.REVEAL, "reveal", entry)) if secret else None,
            (
                (
                    action(words.RELOAD, "log-reload", entry),
                    action(words.JUDGE_TODAY if other_rules(entry.event) else words.REPLAY, "log-replay", entry),
                    tag("button", words.SHARE, type="button", popovertarget=SHARING),
                )
                if shared
                else None
            ),
            (
                button(
                    "log-noting",
                    words.NOTE_EDIT if entry.note else words.NOTE_ADD,
                    id="log-noting",
                    data_event=entry.id,
                )
                if not book.noting
                else None
            ),
            None if shared else copying(entry),
            class_="choices",
            role="group",
            aria_label=words.LOG_ACTIONS,
        ),
        sharing(model, copying(entry), data_event=entry.id) if shared else None,
        class_="log-actions",
    )


def copying(entry: Entry) -> Child:
    """The ways to copy a line."""
    return (
        action(words.COPY_TEXT, "log-copy", entry, data_as="text"),
        action(words.COPY_MARKDOWN, "log-copy", entry, data_as="markdown"),
    )


def done_by(model: Model, entry: Entry) -> Child:
    """Draw what was done to a line and on which device, where it was done at a shared table."""
    if not hands(model.campaign, entry):
        return None
    told = ((one.what, device(one.by) if one.by else None) for one in deeds(model.campaign, entry))
    return tag("ul", (tag("li", what, " ", by) for what, by in told), class_="log-deeds", aria_label=words.DONE_ON)


def undoing(state: State, entry: Entry) -> Child:
    """The buttons that take back what was done last to a line, or have what was undone count again."""
    if entry.is_struck:
        return action(words.REDO, "redo", entry)
    what, events = last_done(state, entry)
    back = state.taken_back(entry.id)
    return (
        action(words.undo_of(what) if what else words.UNDO, "undo", entry, data_takes=events[-1]),
        action(words.redo_of(last_deed(entry.event, back)), "redo", entry) if back else None,
    )


def action(label: str, on: str, entry: Entry, **data: str) -> Markup:
    """A button that does something with a line."""
    return button(on, label, data_event=entry.id, **data)


def note(entry: Entry, typed: str) -> Markup:
    """The note of a line, to be written in place."""
    problem = words.too_long(typed, MOST_NOTE)
    return tag(
        "form",
        tag("label", words.NOTE, for_="log-note"),
        tag(
            "textarea",
            typed,
            id="log-note",
            name="text",
            rows=3,
            data_on="log-typed",
            **trouble_attributes(problem, "log-note"),
        ),
        trouble(problem, "log-note"),
        tag("button", words.NOTE_SAVE, type="submit"),
        data_on="log-note",
        data_event=entry.id,
    )
