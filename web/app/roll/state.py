"""The dice as they lie in the tray, and which of them a roll has thrown: what the animation is told."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from pyrules.core.roll import EMPTY, LEAVE, Die, Roll
from pyrules.core.system import System
from pyrules.core.verdict import Mark, Option, Verdict

AUTOMATIC = 6
"""The size that a die placed without a throw is shown in."""

NOWHERE = -1
"""The place of a unit that lies on no die."""


class ToRoll(NamedTuple):
    """The people of a system who are still to roll the same test, by name."""

    system: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """An option on its way: the dice tapped for it or, where it puts units on dice, the die of each (-1: none yet).

    `unit` is the first of the units that the next tap puts down, `given` what is given with it. `meanwhile` is who else
    has put them on dice since, "" for nobody.
    """

    option: str
    places: tuple[int, ...] = ()
    unit: int = 0
    given: tuple[tuple[str, int | bool], ...] = ()
    meanwhile: str = ""


@dataclass(frozen=True, slots=True)
class Tray:
    """The roll that lies on a system's tray: its test, dice and verdict, and the event that recorded it.

    `event` is "" for a roll that does not count in the log: a link's, or an undone one. `physical` says that some of
    the dice were thrown by hand, `counted` that some were typed in by count; `draft` is an option not decided yet.
    """

    test: Any
    roll: Roll
    verdict: Verdict
    event: str
    physical: bool = False
    counted: bool = False
    draft: Draft | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """A roll on its way to the table: its test, and the roll that it starts from, `EMPTY` for a new one.

    `faces` are those typed so far where it is thrown by hand, in the order asked for; of those typed in by count
    (`counted`) some stand for others. `revises` is the event of the roll that goes on, "" for a new one. `early` are
    the sides and faces of dice that lie already and are asked for later.
    """

    test: Any
    start: Roll
    faces: tuple[int, ...] = ()
    revises: str = ""
    counted: bool = False
    early: tuple[tuple[int, int], ...] = ()


Landings = dict[tuple[int, int], list[tuple[int, int]]]
"""By roll and place of a die: the wave it was thrown in and the face it landed on, each time."""


@dataclass(frozen=True, slots=True)
class Lying:
    """One die in the tray.

    `faces` are those it was thrown for, of which `face` is shown. `place` is its number in its roll as picks count
    them. `kind` is "thrown", "step" (of another kind), "other" (of the other side), "auto" (placed) or "dropped": it
    only shows a face that does not count, beside the die with the same place.
    """

    place: int
    sides: int
    faces: tuple[int, ...]
    face: int
    mark: Mark
    kind: str = "thrown"


def lying(roll: Roll, verdict: Verdict) -> tuple[tuple[Lying, ...], ...]:
    """The dice of every roll in the order they lie, automatic ones first."""
    pools = [
        [die for number, mark in enumerate(marks) for die in dice_shown(number, pool[number], mark)]
        for pool, marks in zip(roll.dice, verdict.marks, strict=False)
    ] or [[]]
    ahead = len(verdict.automatic)
    placed = [
        Lying(place, AUTOMATIC, (one.value,), one.value, one.mark, "auto")
        for place, one in enumerate(verdict.automatic)
    ]
    pools[0] = [*placed, *(replace(die, place=die.place + ahead) for die in pools[0])]
    return tuple(tuple(pool) for pool in pools)


def as_counted(pool: Iterable[Lying]) -> tuple[list[Die], list[Mark]]:
    """The dice of a roll as they count, those that were not thrown among them, and how each does."""
    counting = [one for one in pool if one.kind != "dropped"]
    dice = [Die(one.sides, one.faces if one.mark.worth is None else (one.mark.worth,)) for one in counting]
    return dice, [one.mark for one in counting]


def dice_shown(place: int, die: Die, mark: Mark) -> tuple[Lying, ...]:
    """A die, with another for each face that does not count.

    >>> [(one.face, one.kind) for one in dice_shown(0, Die(8, (3, 6)), Mark("modified", "6 counts", dropped=(3,)))]
    [(6, 'thrown'), (3, 'dropped')]
    """
    last = list(die.faces[-1 - len(mark.dropped) :])
    for face in mark.dropped:
        last.remove(face)
    counting = Lying(place, die.sides, die.faces, last[-1], mark, mark.role or "thrown")
    return (counting, *(Lying(place, die.sides, (face,), face, mark, "dropped") for face in mark.dropped))


def falling(system: System[Any], before: Tray | None, now: Tray) -> dict[str, Any]:
    """Have the dice of the table thrown that were not yet, or not so, on the tray `before`; the others lie still.

    The command has one entry for every die in the tray: the face it showed until now (0: none), and `[wave, face]` for
    each time it lands. Each wave of throws waits for the one before it.
    """
    earlier = before if before and (before.event == now.event or before.roll is now.roll) else None
    known = {}
    if earlier:
        pools = enumerate(lying(earlier.roll, earlier.verdict))
        known = {(number, die.place, die.kind): die.face for number, pool in pools for die in pool}
    fallen = {} if now.physical else landings(system, now.test, earlier.roll if earlier else EMPTY, now.roll)
    ahead = len(now.verdict.automatic)
    throws = []
    for number, pool in enumerate(lying(now.roll, now.verdict)):
        for die in pool:
            place = die.place - (0 if number else ahead)
            landed = fallen.get((number, place), [])
            if die.kind == "auto":
                landed = [] if known or now.physical else [(0, die.face)]
            elif die.mark.dropped and landed:
                landed = [(landed[0][0], die.face)]
            throws.append({"before": known.get((number, die.place, die.kind), 0), "landings": landed})
    return {"do": "dice", "event": now.event, "throws": throws}


def leads_to(start: Roll, end: Roll) -> bool:
    """Return whether a roll has every throw of an earlier one."""
    pools = ((pool, end.pool(number)) for number, pool in enumerate(start.dice))
    return all(
        len(before) <= len(now)
        and all(die.faces == later.faces[: len(die.faces)] for die, later in zip(before, now, strict=False))
        for before, now in pools
    )


def landings(system: System[Any], test: Any, start: Roll, end: Roll) -> Landings:
    """Every landing that led from one roll to the other; none where that has not all the throws, taken back since."""
    made = tuple(pick for pick in end.picks if pick.option != LEAVE or pick in start.picks)
    roll, found, wave = replace(start, picks=made), Landings(), 0
    if not leads_to(start, end):
        return found
    while roll.dice != end.dice and (throws := system.pending(test, roll).throws):
        for throw in throws:
            lying = roll.pool(throw.roll)
            faces = []
            last = len(end.pool(throw.roll)) if throw.left else throw.first + throw.count
            for place in range(throw.first, min(last, throw.first + throw.count)):
                face = end.pool(throw.roll)[place].faces[len(lying[place].faces) if place < len(lying) else 0]
                found.setdefault((throw.roll, place), []).append((wave, face))
                faces.append(face)
            roll = roll.after(throw, faces)
        wave += 1
    return found


def given_with(tray: Tray, option: Option) -> tuple[tuple[str, int | bool], ...]:
    """Return the values that the reader gives with an option, 0 and off left out."""
    return tray.draft.given if tray.draft and tray.draft.option == option.id else ()


def rebase_draft(system: System[Any], tray: Tray, lying: Tray, by: str) -> Draft | None:
    """The draft on a tray once somebody else has gone on with its roll: what was not moved in it lies as they left it.

    None where nothing is left to be decided, or the dice are no longer those that were tapped.
    """
    draft = tray.draft
    options = (system.options(one.test, one.roll) for one in (tray, lying))
    before, now = (next((one for one in each if draft and one.id == draft.option), None) for each in options)
    if draft is None or before is None or now is None or not now.units or len(draft.places) != len(now.placed):
        return None
    moved = zip(draft.places, before.placed, now.placed, strict=True)
    places = tuple(then if place == was or (place == NOWHERE and then != was) else place for place, was, then in moved)
    return None if places == now.placed else replace(draft, places=places, meanwhile=by)


@dataclass(frozen=True, slots=True)
class Again:
    """The failed test that the form was filled from to try it again: its line of the log, and who tries."""

    line: str
    who: str
