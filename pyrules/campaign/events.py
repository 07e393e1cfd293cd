"""The events of a campaign. Events are only ever appended; undoing is an event too.

A roll is one event, with everything that it changed: appending it is the one write that a killed tab can lose. What is
done to the roll afterwards (a purchase, a reroll, a placement, the next interval, giving up, Stress dealt out) is a
further `Rolled` that `revises` it: the whole roll as it then lies, whose effects stand in place of the earlier ones.

At a table of several devices, every event is signed by the one that it was done on (`by`).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from pyrules.core.roll import Die, Pick

HouseRules = tuple[tuple[str, str | int], ...]
"""Settings by name, all of a system's; none stands for the defaults."""

Facts = tuple[tuple[str, str | int | bool], ...]
"""The facts about something, by name."""

Count = tuple[str, str]
"""A counter: its system and its id."""

CLOCK = "clock"
"""The counter of game time, in seconds; every system has one."""

ROUND = "round"
"""The counter of rounds in which everybody acts, from 1; every system has one."""

PLAYER = "player"
"""The subject under which everybody of a campaign is recorded by name: players or PCs, and their foes."""

FOE = "foe"
"""The fact that tells a foe from a character."""

GAME_ROLL = "game roll"
"""The subject under which a roll of a person's own game is recorded, by the game's title (`games`)."""


PALETTE = {
    "blue": "Blue",
    "orange": "Orange",
    "green": "Green",
    "red": "Red",
    "purple": "Purple",
    "teal": "Teal",
    "pink": "Pink",
    "brown": "Brown",
    "ivory": "Ivory",
    "crimson": "Crimson",
    "amber": "Amber",
    "moss": "Moss",
    "jade": "Jade",
    "azure": "Azure",
    "indigo": "Indigo",
    "plum": "Plum",
    "rose": "Rose",
    "coal": "Coal",
}
"""Every colour that people have, with its word: `web/styles/dice.css` draws each."""

COLOURS = tuple(PALETTE)[:8]
"""The colours that tell devices apart at a glance, besides their names."""

DICE_COLOURS = ("ivory", "crimson", "amber", "moss", "jade", "teal", "azure", "indigo", "plum", "rose", "coal")
"""The colours on which the faces of dice can be read."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device at a table of several: whose it is, and their colour."""

    name: str
    colour: str = COLOURS[0]


@dataclass(frozen=True, slots=True)
class Change:
    """A counter changed by a roll: by how much, by which rule, and whose ("" where the campaign has just one)."""

    counter: str
    delta: int
    rule: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class Rolled:
    """A test was rolled, by hand (`physical`) or here.

    Of dice typed in by count (`counted`) some faces stand for others that the rules cannot tell from them.

    - `notation`, `settings`, `dice` and `picks` are all that is needed to judge it again
    - `good`, `outcome` and `effects` are what came of it: whether it succeeded, the numbers, degrees and events by name
      that are not 0 or off (none in logs of version 11 and before), and the counters that it changed
    - `headline` and `summary` are the words of the verdict as they were shown, which nothing but a reader compares
    - `who` rolled, `against` a person; `under` names the Challenge it belongs to
    - `revises` is the id of the roll whose later state this is, `follows` that of the failed one that is tried again
    - `took` is the game time in seconds that this event itself took
    - `waits` says that the rules let the roll go on (an interval is still to come)
    - `secret` says that the log does not tell what it came to, until it is revealed; `nonce` is random text that keeps
      its digest from being guessed (`sealing`)
    - `clock` is the time by the clock of the table, where the log is ahead of that; `at` is what it is ordered by
    - `by` is the device that it was done on, as it was called then; None where nobody else sat at a table
    - `seeds` are those that its new faces come from, where two devices threw them together (`fairness`)
    """

    kind: ClassVar[str] = "roll"

    id: str
    at: int
    system: str
    notation: str
    headline: str
    summary: str
    good: bool | None = None
    settings: HouseRules = ()
    dice: tuple[tuple[Die, ...], ...] = ()
    picks: tuple[Pick, ...] = ()
    outcome: Facts = ()
    effects: tuple[Change, ...] = ()
    physical: bool = False
    counted: bool = False
    who: str = ""
    against: str = ""
    under: str = ""
    revises: str = ""
    follows: str = ""
    took: int = 0
    waits: bool = False
    secret: bool = False
    nonce: str = ""
    seeds: tuple[str, ...] = ()
    clock: int = 0
    by: Device | None = None


@dataclass(frozen=True, slots=True)
class Sealed:
    """Another device rolled in secret: the record of that roll is there, and this stands in its place until then.

    `digest` is what that record is known by (`sealing`); `revises` is as for a roll. A `hidden` one stands for whatever
    is about a person or something hidden from the players, be it a roll or not.
    """

    kind: ClassVar[str] = "sealed"

    id: str
    at: int
    system: str
    digest: str
    revises: str = ""
    hidden: bool = False
    clock: int = 0
    by: Device | None = None


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A counter was changed by hand: a point handed out, a die of a Challenge freed by a trait, time let pass."""

    kind: ClassVar[str] = "adjust"

    id: str
    at: int
    system: str
    counter: str
    delta: int
    who: str = ""
    note: str = ""
    settings: HouseRules = ()
    nonce: str = ""
    clock: int = 0
    by: Device | None = None


@dataclass(frozen=True, slots=True)
class Restored:
    """A counter went back to its start: that of `who`, or everyone's (the Actions of a new round)."""

    kind: ClassVar[str] = "restore"

    id: str
    at: int
    system: str
    counter: str
    who: str = ""
    settings: HouseRules = ()
    nonce: str = ""
    clock: int = 0
    by: Device | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """Something that lasts was written down again, or removed (`facts` None): a PC, the leader, a Challenge, a trait.

    What `was` called otherwise takes along what it has under its new name. With a `digest`, another device has the
    whole record, which is known by that, and this one lacks what is hidden from the players (`sealing`).
    """

    kind: ClassVar[str] = "record"

    id: str
    at: int
    system: str
    subject: str
    name: str
    facts: Facts | None = ()
    was: str = ""
    nonce: str = ""
    digest: str = ""
    clock: int = 0
    by: Device | None = None


@dataclass(frozen=True, slots=True)
class Noted:
    """A note was put on an earlier event; the latest one stands, and an empty one takes it away."""

    kind: ClassVar[str] = "note"

    id: str
    at: int
    target: str
    text: str
    nonce: str = ""
    clock: int = 0
    by: Device | None = None


@dataclass(frozen=True, slots=True)
class Undone:
    """An earlier event was undone; undoing an `Undone` does it again."""

    kind: ClassVar[str] = "undo"

    id: str
    at: int
    target: str
    clock: int = 0
    by: Device | None = None


Entered = Rolled | Sealed | Adjusted | Restored | Recorded
"""An event that is a line of the log of its own (a revised roll keeps its line)."""

Event = Entered | Noted | Undone


PAUSE = 6 * 3_600_000
"""An evening begins after this many milliseconds without a line."""


def time_of(event: Event) -> int:
    """When something happened, by the clock of the table: `clock`, where the log is ahead of that, and else `at`."""
    return event.clock or event.at


def is_foe(facts: Facts) -> bool:
    """True if what is written down of a person says that they are a foe."""
    return (FOE, True) in facts


def refers_to(event: Event) -> tuple[tuple[str, str], ...]:
    """The ids of the earlier events that an event is about, each with the name of the field it stands in."""
    if isinstance(event, Rolled):
        return tuple((name, other) for name, other in (("revises", event.revises), ("follows", event.follows)) if other)
    if isinstance(event, Sealed):
        return (("revises", event.revises),) if event.revises else ()
    return (("target", event.target),) if isinstance(event, Noted | Undone) else ()


def touches(event: Entered) -> set[Count]:
    """The counters that an event bears on; none when it only records something."""
    match event:
        case Rolled():
            time = {(event.system, CLOCK)} if event.took else set()
            return counters(event.system, event.effects) | time
        case Adjusted() | Restored():
            return {(event.system, event.counter)}
        case _:
            return set()


def counters(system: str, effects: Iterable[Change]) -> set[Count]:
    """The counters that effects change."""
    return {(system, change.counter) for change in effects}


def deltas(counter: Count, effects: Iterable[Change], took: int) -> dict[str, list[int]]:
    """The changes of a counter by effects and by time that passed, for each who has it, in order."""
    found: dict[str, list[int]] = {}
    for change in effects:
        if change.counter == counter[1]:
            found.setdefault(change.who, []).append(change.delta)
    if counter[1] == CLOCK:
        found.setdefault("", []).append(took)
    return found
