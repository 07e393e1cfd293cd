"""Choosing dice for an option: tapping them one by one, and what the roll would come to."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from app.roll import words
from app.roll.state import NOWHERE, Draft, Tray, given_with
from pyrules.core.form import defaults
from pyrules.core.roll import Pick, Roll
from pyrules.core.system import System, placing_problem
from pyrules.core.verdict import Automatic, Mark, Option, Verdict


def on_dice(options: Sequence[Option]) -> tuple[Option, ...]:
    """The options that are used on dice of one's choice."""
    return tuple(option for option in options if option.most)


def giving(tray: Tray, option: Option, name: str, by: int) -> Draft:
    """The draft after a tap on what may be given: a number one up or down within its bounds, or a switch."""
    values = defaults(option.fields) | dict(given_with(tray, option))
    for field in option.fields:
        if field.name == name:
            changed = max(field.low, min(field.high, values[name] + by))
            values[name] = not values[name] if field.kind == "switch" else changed
    return Draft(option.id, given=tuple((name, value) for name, value in values.items() if value))


def first_draft(option: Option) -> Draft:
    """An option before any die is tapped; units lie where the rules have put them."""
    return Draft(option.id, option.placed)


def current(tray: Tray, options: Sequence[Option]) -> tuple[Option, Draft] | None:
    """The option that dice are tapped for: the chosen one, or else the first there is."""
    found = on_dice(options)
    if tray.draft:
        for option in found:
            if option.id == tray.draft.option:
                return option, tray.draft
    return (found[0], first_draft(found[0])) if found else None


def at_hand(option: Option, draft: Draft, movable: Sequence[int]) -> Draft:
    """The draft with a unit chosen that may be moved, where there is one."""
    return draft if draft.unit in movable or not movable else replace(draft, unit=movable[0])


def keeps(option: Option, before: Draft, now: Draft, movable: Sequence[int]) -> bool:
    """Return whether all units that may not be moved lie as they did."""
    both = enumerate(zip(before.places, now.places, strict=True))
    return not option.units or all(was == then or unit in movable for unit, (was, then) in both)


def tap_die(option: Option, draft: Draft, place: int) -> Draft:
    """The draft after a tap on a die: one that was chosen is given up, any other taken as far as the rules allow."""
    if place not in option.places:
        return draft
    if option.units:
        return put_unit(option, draft, place)
    if place in draft.places:
        return replace(draft, places=tuple(one for one in draft.places if one != place))
    if len(draft.places) == option.most:
        return draft
    return replace(draft, places=tuple(sorted((*draft.places, place))))


def put_unit(option: Option, draft: Draft, place: int) -> Draft:
    """The draft with a unit of the chosen kind put on a die, or taken from it; the last one moves when none is free.

    A unit that cannot share the die with it gives way.
    """
    alike = same(option, draft.unit)
    places = list(draft.places)
    for rival in rivals(option, draft.unit):
        if places[rival] == place and rival not in alike:
            places[rival] = NOWHERE
    there = next((unit for unit in alike if places[unit] == place), None)
    if there is not None:
        places[there] = NOWHERE
    else:
        places[next((unit for unit in alike if places[unit] == NOWHERE), alike[-1])] = place
    return replace(draft, places=tuple(places))


def chosen_places(option: Option, draft: Draft) -> tuple[int, ...]:
    """The dice that are chosen: those that hold a unit of the chosen kind, where units are put on dice."""
    return tuple(draft.places[unit] for unit in same(option, draft.unit)) if option.units else draft.places


def rivals(option: Option, unit: int) -> tuple[int, ...]:
    """The units that cannot share a die with a unit, itself among them."""
    return next((group.units for group in option.groups if unit in group.units), ())


def same(option: Option, unit: int) -> range:
    """The units beside a unit that have its name, and are brought by the same: those of one modifier."""
    names = [*zip_longest(option.units, option.brought_by)]
    first = last = unit
    while first and names[first - 1] == names[unit]:
        first -= 1
    while last + 1 < len(names) and names[last + 1] == names[unit]:
        last += 1
    return range(first, last + 1)


def kinds(option: Option) -> tuple[range, ...]:
    """The units of an option, those of one name together."""
    found: list[range] = []
    while not found or found[-1].stop < len(option.units):
        found.append(same(option, found[-1].stop if found else 0))
    return tuple(found)


def bare(roll: Roll, option: Option) -> Roll:
    """The roll as it was before units were put on its dice by hand."""
    return Roll(roll.dice, tuple(pick for pick in roll.picks if pick.option != option.id))


def with_draft(system: System[Any], tray: Tray, option: Option, draft: Draft) -> Roll:
    """The roll with the with_draft option taken; raises `IllegalPick` when the rules refuse it."""
    roll = bare(tray.roll, option) if option.units else tray.roll
    return system.pick(tray.test, roll, Pick(option.id, draft.places))


def preview(system: System[Any], tray: Tray) -> Verdict:
    """The verdict as the units lie in the draft; without a draft the table's own."""
    chosen = current(tray, system.options(tray.test, tray.roll)) if tray.draft else None
    if chosen is None or not chosen[0].units:
        return tray.verdict
    option, draft = chosen
    if problem := placing_problem(option, draft.places):
        return undecided_verdict(tray.verdict, option, draft, problem)
    return system.judge(tray.test, with_draft(system, tray, option, draft))


def undecided_verdict(verdict: Verdict, option: Option, draft: Draft, problem: str) -> Verdict:
    """Return the verdict while the units cannot lie as they do: the units, and why they cannot."""

    def mark(place: int) -> Mark:
        units = " ".join(unit for unit, on in zip(option.units, draft.places, strict=True) if on == place)
        return Mark("plain", words.UNDECIDED, units)

    ahead = len(verdict.automatic)
    return replace(
        verdict,
        headline=words.NOT_YET,
        summary=problem,
        good=None,
        lines=(),
        effects=(),
        automatic=tuple(Automatic(one.value, mark(place)) for place, one in enumerate(verdict.automatic)),
        marks=tuple(tuple(mark(place) for place, _ in enumerate(marks, ahead)) for marks in verdict.marks),
    )
