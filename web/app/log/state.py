"""Looking at the log: what a line says in words, and the lines that a search finds."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from app.log import words
from app.roll.state import Lying, lying
from pyrules.campaign import pages, scene
from pyrules.campaign.events import (
    FOE,
    GAME_ROLL,
    PLAYER,
    Adjusted,
    Change,
    Entered,
    Event,
    Recorded,
    Restored,
    Rolled,
    Sealed,
    is_foe,
)
from pyrules.campaign.ledger import Entry
from pyrules.campaign.limits import PERSONAL, counter_named
from pyrules.campaign.merge import Merge
from pyrules.campaign.pages import is_kept_from_players
from pyrules.campaign.people import HIDDEN
from pyrules.campaign.rolls import faithful_replay, is_given_up, replay_roll, topic_of
from pyrules.campaign.state import State
from pyrules.campaign.tracking import news_of, tracking_of
from pyrules.core.errors import RulesError
from pyrules.core.roll import LEAVE
from pyrules.core.system import Counter, System, cached_by_system
from pyrules.core.verdict import Option
from pyrules.systems import BY_ID, comes_with_pyrules

if TYPE_CHECKING:  # loaded only where the log has a roll of somebody's own game
    from pyrules.campaign.games import GameRoll

NEWEST = 100
"""How many lines are shown at first, and how many more at a time."""

MANY = 1000
"""How many more lines are shown at a time when many are asked for: each of them is drawn anew with every answer."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """A log that was read from a file and not taken over yet.

    `merge` is what it gives together with the log that is here; None when the two cannot go together, and `problem`
    says why. The names of `twice` are those of somebody in each who would be one. The `games` of somebody's own that
    came with it are for the page to read.
    """

    name: str
    state: State
    merge: Merge | None
    problem: str = ""
    twice: tuple[str, ...] = ()
    games: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Logbook:
    """The reader's view of the log: what is searched, shown, open and written.

    While `searching`, `text` and `kind` (one of `words.LOG_KINDS`) choose the lines, those of all systems with
    `everywhere`; so do `who` names somebody and `device` the one that had a hand in them, by name. The newest `most`
    are shown. `open` is the line whose actions are shown, `noting` says that its note
    is being written, and `note` is what was typed of it.
    """

    searching: bool = False
    text: str = ""
    kind: str = "all"
    everywhere: bool = False
    who: str = ""
    device: str = ""
    most: int = NEWEST
    open: str = ""
    noting: bool = False
    note: str = ""
    incoming: Incoming | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the log in words.

    `notation` is that of a roll, `changes` are the counters that it changed. `whose` says who did it, and of a roll
    what for and against whom, as far as anything is known of that.
    """

    headline: str
    summary: str = ""
    notation: str = ""
    good: bool | None = None
    changes: tuple[str, ...] = ()
    whose: tuple[str, ...] = ()


def entry_in_words(event: Entered) -> Said:
    """An event in words."""
    match event:
        case Rolled():
            return said_of_roll(event)
        case Sealed():
            return Said(words.SECRET_ROLL)
        case Adjusted():
            what = counter_named(BY_ID[event.system], event.counter).title
            return Said(words.counter_change(what, event.delta), event.note, whose=owner(event.who))
        case Restored():
            title = counter_named(BY_ID[event.system], event.counter).title
            return Said(words.restored(title), whose=owner(event.who))
        case Recorded():
            roll = game_roll(event)
            return said_of_game(roll) if roll else said_of_record(event)


def game_roll(event: Event) -> "GameRoll | None":
    """The roll of somebody's own game that a line tells of; None for any other line."""
    if not isinstance(event, Recorded) or event.subject != GAME_ROLL or event.facts is None:
        return None
    found: GameRoll = import_module("pyrules.campaign.games").read_roll(event.name, event.facts)
    return found


def said_of_game(roll: "GameRoll") -> Said:
    """Return the line of a roll of one's own game."""
    return Said(roll.headline, roll.summary, roll.notation, roll.good, whose=(roll.game, *owner(roll.who)))


def said_of_record(event: Recorded) -> Said:
    """Return the line of a record that was written down."""
    tracking = tracking_of(BY_ID[event.system])
    own, told = tracking.said(event)
    if own:
        return Said(own, told)
    if of_scene := said_of_scene(event):
        return of_scene
    labels = {field.name: field.label for field in tracking.fields}
    facts = told or ", ".join(
        words.HIDDEN if name == HIDDEN else f"{labels.get(name, name)} {value}"
        for name, value in event.facts or ()
        if "." not in name and value != "" and name != FOE
    )
    noun = event.subject
    if event.subject == PLAYER:
        noun = tracking.foe if is_foe(event.facts or ()) else tracking.person if event.facts is not None else ""
    subject = words.with_capital(noun)
    return Said(words.record_in_words(subject, event.name, event.was, gone=event.facts is None), facts)


def said_of_roll(event: Rolled) -> Said:
    """Return the line of a roll; that of a secret one has no result."""
    if event.secret:
        return Said(words.SECRET_ROLL, notation=event.notation, whose=whose(event))
    changes = tuple(change_in_words(event.system, change) for change in event.effects if change.delta)
    headline, summary, good = news_of(event)
    return Said(headline, summary, event.notation, good, changes, whose(event))


def is_good(event: Entered) -> bool | None:
    """Return whether a line is good news for the players; None where it is neither, or is not told."""
    if isinstance(event, Rolled):
        return news_of(event)[2] if is_open(event, None) else None
    roll = game_roll(event)
    return roll.good if roll else None


def whose(event: Rolled) -> tuple[str, ...]:
    """Whose roll it was, what for, and against whom: on the card, in the log, read out and shared."""
    topic = topic_of(event)
    return words.whose(event.who, replace(topic, against=event.against) if event.against else topic, event.under)


def untold(event: Entered, line: Said) -> tuple[str, ...]:
    """Whose a line is, without what the notation beside it names itself."""
    who = event.who if isinstance(event, Rolled) else ""
    return tuple(part for part in line.whose if part == who or not words.names(line.notation, part))


def owner(who: str) -> tuple[str, ...]:
    """Whose counter was changed, where somebody has it."""
    return (who,) if who else ()


def said_of_scene(event: Recorded) -> Said | None:
    """Return the line of a scene: its order, a turn, or notes; None where it is of something else."""
    facts = event.facts or ()
    match event.subject:
        case scene.ORDER:
            return Said(words.order_is([place.who for place in scene.read_order(facts)]))
        case scene.TURN:
            who = words.GM if event.digest else scene.read_turn(facts)
            return Said(words.turn_is(who, scene.read_done(facts)))
        case scene.NOTES:
            return Said(words.NOTES, scene.read_notes(facts))
        case pages.PAGE:
            return Said(words.page_written(event.name, gone=event.facts is None))
        case pages.RESULT:
            return Said(words.results((one.table, one.value, one.text) for one in pages.read_result(facts)))
        case _:
            return None


def last_done(state: State, entry: Entry) -> tuple[str, tuple[str, ...]]:
    """Return the last deed on the roll of a line ("" for the line as it was opened), and its events."""
    revisions = state.revisions(entry.id)
    if not revisions:
        return "", (entry.id,)
    last = revisions[-1]
    stopped = tuple(event.id for event in revisions if is_given_up(event))
    before = revisions[-2] if len(revisions) > 1 else state.event(entry.id)
    return last_deed(before, last), stopped if is_given_up(last) else (last.id,)


def lying_of(event: Rolled) -> tuple[tuple[Lying, ...], ...]:
    """The dice of a roll as they lie, pool by pool; nothing where today's rules say otherwise than the log."""
    return _lying(BY_ID[event.system], event)


@cached_by_system(1024)
def _lying(_system: System[Any], event: Rolled) -> tuple[tuple[Lying, ...], ...]:
    again = faithful_replay(event)
    return lying(again.roll, again.verdict) if again else ()


def other_rules(event: Entered) -> str:
    """Say of a roll that today's rules refuse it, or judge it otherwise; "" of any other line, and of a secret one."""
    if not isinstance(event, Rolled) or not is_open(event, None) or faithful_replay(event):
        return ""
    return words.OTHER_RULES if comes_with_pyrules(BY_ID[event.system]) else words.EARLIER_TEXT


def last_deed(before: Event, after: Rolled) -> str:
    """Return the last step of a roll in the words of its button."""
    found = step_between(before, after)
    return found.label if isinstance(found, Option) else found


def deed(before: Event, after: Rolled) -> str:
    """The same in the past, as it is told of somebody else."""
    found = step_between(before, after)
    if isinstance(found, Option):
        return BY_ID[after.system].deeds.get(found.id, words.used(found.label))
    return words.DEEDS[found]


@lru_cache(maxsize=64)
def step_between(before: Event, after: Rolled) -> Option | str:
    """The option that made of a roll what it is now, or in words what else did."""
    if is_given_up(after):
        return words.GIVE_UP
    if isinstance(before, Rolled) and before.secret != after.secret:
        return words.REVEAL
    if not isinstance(before, Rolled) or before.picks == after.picks:
        return words.DEALT_OUT
    option = next((pick.option for pick in reversed(after.picks or before.picks) if pick.option != LEAVE), LEAVE)
    try:
        again = replay_roll(before)
    except RulesError:
        return words.LAST_CHANGE
    offered = BY_ID[before.system].options(again.test, again.roll)
    return next((one for one in offered if one.id == option), words.LAST_CHANGE)


def change_in_words(system: str, change: Change) -> str:
    """Say how a roll changed a counter, and whose; a counter of one test has no name to show."""
    what = counter_named(BY_ID[system], change.counter)
    said = words.counter_change(what.title, change.delta, change.who if what.each != "test" else "")
    return words.not_counted(said, words.OF_NOBODY) if is_of_nobody(system, what, change.who) else said


def is_of_nobody(system: str, what: Counter, who: str) -> bool:
    """Return whether a change is counted nowhere: of a counter that everyone has of their own, and of nobody's."""
    return what.each in PERSONAL and not who and what.id not in tracking_of(BY_ID[system]).kept_all_the_same


def swallowed_in_words(state: State, line: str) -> dict[Change, str]:
    """Return in words the effects of a line's roll that a bound has kept from counting."""
    event = state.entry(line).event
    found = {}
    for change, came_to, now in state.cut_effects(line):
        what = counter_named(BY_ID[event.system], change.counter)
        bound = words.bound_at(now, most=change.delta > 0)
        found[change] = words.not_counted(words.counter_change(what.title, change.delta, change.who), bound, came_to)
    return found


Unseen = frozenset[tuple[str, str]] | None
"""Hidden foes, each by system and name; None for a reader from whom nothing is hidden."""


def rolls(state: State, system: str = "", unseen: Unseen = None) -> Iterator[tuple[Entry, Rolled]]:
    """The rolls that count, of one system or of all, the newest first; without secret ones, and those of the unseen."""
    for entry in reversed(state.entries):
        event = entry.event
        if (
            isinstance(event, Rolled)
            and not entry.is_struck
            and system in ("", event.system)
            and is_open(event, unseen)
        ):
            yield entry, event


SEAL = Sealed.kind


def is_open(event: Rolled, unseen: Unseen) -> bool:
    """Return whether what a roll came to is told to the reader, and so counts in whatever is worked out from the log.

    Nobody is told of a secret roll until it is revealed: whoever made it has seen the dice, and may hand the device on.
    """
    return not event.secret and is_seen(event, unseen)


def is_seen(event: Entered, unseen: Unseen) -> bool:
    """Return whether a line is about nothing that is hidden: a hidden foe, or the notes of the game master."""
    if event.kind == SEAL and isinstance(event, Sealed) and event.hidden:
        return False
    if unseen is None:
        return True
    if isinstance(event, Recorded) and (is_kept_from_players(event) or (HIDDEN, True) in (event.facts or ())):
        return False
    return unseen.isdisjoint((event.system, name) for name in names_in(event))


def names_in(event: Entered) -> Iterator[str]:
    """Whom a line names."""
    match event:
        case Rolled():
            yield from (event.who, event.against)
        case Adjusted() | Restored():
            yield event.who
        case Recorded():
            facts = event.facts or ()
            yield from (
                event.name,
                event.was,
                scene.read_turn(facts),
                scene.read_done(facts),
                *(one.who for one in scene.read_order(facts)),
            )
