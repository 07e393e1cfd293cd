"""Relics of the Moon from its text, written apart from the rules: every way to place modifiers, tried one by one."""

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

LADDER = {-1: -2, 0: -1, 1: -1, 2: 0, 3: 0, 4: 0, 5: 1, 6: 1, 7: 2, 8: 2, 9: 3}


class Result(NamedTuple):
    successes: int
    critical: int
    overpowering: int
    botches: int
    major_botches: int
    destiny: int
    doom: int


def result(dice: list[int], pcs: int = 1, *, tides: bool = True) -> Result:
    """The outcome of final dice, by the list of the text; numbers beyond it count as its ends."""
    listed = [min(9, max(-1, die)) for die in dice]
    overpowering = listed.count(9)
    critical = listed.count(7) + listed.count(8)
    botches = listed.count(0) + listed.count(1)
    major = listed.count(-1)
    return Result(
        successes=sum(LADDER[die] for die in listed),
        critical=critical,
        overpowering=overpowering,
        botches=botches,
        major_botches=major,
        destiny=critical + pcs * overpowering if tides else 0,
        doom=botches + major + overpowering if tides else 0,
    )


def merit(dice: list[int], pcs: int, *, tides: bool, doom_first: bool) -> tuple[int, ...]:
    """The worth of final dice to the side that has them: more is better, the first number counts most."""
    found = result(dice, pcs, tides=tides)
    if doom_first:
        return (0 if found.successes < 0 else 1, -found.doom, found.successes, found.destiny)
    return (found.successes, found.destiny - found.doom)


def ways(dice: list[int], units: tuple[int, ...], *, all_of_them: bool) -> Iterator[list[int]]:
    """Every outcome of putting units on different dice; units may be left out unless all must be used."""
    most = min(len(units), len(dice))
    for used in [most] if all_of_them else range(most + 1):
        for chosen in set(permutations(units, used)):
            for places in permutations(range(len(dice)), used):
                if list(places) == sorted(places):
                    after = list(dice)
                    for unit, place in zip(chosen, places, strict=True):
                        after[place] += unit
                    yield after


def best(
    dice: list[int],
    units: tuple[int, ...],
    pcs: int,
    *,
    tides: bool,
    doom_first: bool,
    opposed: bool,
    other: tuple[int, ...] = (),
) -> tuple[int, ...]:
    """The worth of the best placement of Beneficial units after the worst, or the best, one of Hindering units.

    `other` are the Hindering units that are the other side's to place than those of `units`.
    """
    hindering = tuple(unit for unit in units if unit < 0)
    helping = tuple(unit for unit in units if unit > 0)
    theirs, own = (hindering, other) if opposed else (other, hindering)
    return min(
        max(
            merit(final, pcs, tides=tides, doom_first=doom_first)
            for hindered in on_free_dice(dice, against, own)
            for final in ways(hindered, helping, all_of_them=False)
        )
        for against in ways(dice, theirs, all_of_them=True)
    )


def on_free_dice(dice: list[int], lying: list[int], units: tuple[int, ...]) -> Iterator[list[int]]:
    """Every outcome of putting units on different dice among those on which none lies yet."""
    free = [place for place, (die, other) in enumerate(zip(dice, lying, strict=True)) if die == other]
    for placed in ways([lying[place] for place in free], units, all_of_them=True):
        after = list(lying)
        for place, die in zip(free, placed, strict=True):
            after[place] = die
        yield after


def automatic(dice: int, results: list[int]) -> list[int]:
    """The automatic dice of a Cohort's pool, lowest first: A1 and A2 hinder, the others help."""
    placed: list[int] = []
    for value in sorted(results):
        if len(placed) < dice:
            placed.append(value)
        elif placed and value > 2 and value > min(placed):
            placed.remove(min(placed))
            placed.append(value)
    return sorted(placed)
