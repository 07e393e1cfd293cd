"""Dice that two devices throw together, so that neither of them can choose a face.

The device that rolls draws a seed and tells the other one its commitment: a digest of the seed and of what is rolled.
Only then does the other device draw a seed of its own and lend it. Both seeds together give the faces. Who rolls cannot
change the first seed once the second is known; who lends knows nothing of the first.

Seeds that one device made both of give faces as well, and no log shows that. Only the device that lends can tell, by
what it has lent; all others take its word.
"""

import json
from collections.abc import Iterable, Sequence, Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Literal, get_args

from pyrules.campaign.codec import write_die
from pyrules.campaign.events import HouseRules, Rolled
from pyrules.campaign.limits import system_named
from pyrules.campaign.rolls import test_of
from pyrules.campaign.state import State
from pyrules.core.errors import RulesError
from pyrules.core.faces import draw_faces
from pyrules.core.roll import EMPTY, Roll, Source, Throw


class NotThrown(RulesError):
    """Dice that are said to be thrown by two devices, and are not."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll to come: the id that its event will have, the test, and the roll that it goes on from (`EMPTY`: none)."""

    event: str
    system: str
    notation: str
    settings: HouseRules
    start: Roll


def commitment(seed: str, thrown: Thrown) -> str:
    """The message of whoever rolls to the other device beforehand."""
    dice = [[write_die(die) for die in pool] for pool in thrown.start.dice]
    picks = [[pick.option, pick.places, *([pick.given] if pick.given else [])] for pick in thrown.start.picks]
    return _digest(seed, thrown.event, thrown.system, thrown.notation, thrown.settings, dice, picks).hex()


def fair(seeds: Sequence[str], event: str) -> Source:
    """The faces that two seeds give an event: one throw after the other, always the same.

    They are drawn as those of the secure source are, from the digests of both seeds, the event and 0, 1, 2 and so on.
    """
    left = b""
    blocks = 0

    def take(count: int) -> bytes:
        nonlocal left, blocks
        while len(left) < count:
            left += _digest(*seeds, event, blocks)
            blocks += 1
        taken, left = left[:count], left[count:]
        return taken

    def faces(throw: Throw) -> Sequence[int]:
        return draw_faces(take, throw)

    return faces


def is_fair(event: Rolled, earlier: Iterable[Rolled], commit: str = "") -> bool:
    """True if the new faces of a roll are those that its seeds give, from what lay before: one of the `earlier` states.

    With `commit`, it must be the very roll that this commitment was made for.
    """
    test = test_of(event)
    if test is None or len(event.seeds) != 2:
        return False
    before = (one.dice for one in earlier if one.id != event.id) if event.revises else (EMPTY.dice,)
    for dice in dict.fromkeys(before):
        start = Roll(dice, event.picks if event.revises else ())
        thrown = Thrown(event.id, event.system, event.notation, event.settings, start)
        if commit in ("", commitment(event.seeds[0], thrown)) and _comes_to(event, test, start):
            return True
    return False


Objection = Literal["", "unfinished", "alone", "unshared", "unlent", "chosen", "brought", "signed"]
"""The objections to a roll where dice are shared: none; that it was begun and not finished, or finished
with dice of one device alone; that it was never shared; that nobody lent a seed for it; that its faces are not those
that two devices have thrown; that it was brought along, and nobody else has seen its dice; that others are said to have
done what was brought along."""

OBJECTIONS: tuple[Objection, ...] = tuple(filter(None, get_args(Objection)))


def objection(
    event: Rolled, line: Iterable[Rolled], loan: tuple[str, str] | None, *, hub: bool, lends: bool
) -> Objection:
    """The objection of a device to a roll of its `line` that another one has added to the log.

    `loan` are the seed that it has lent for that roll and the commitment that it was lent for, None where it has lent
    none. `lends` says that it must have lent one, as for whatever is rolled now with this device; a secret roll may be
    older than its revealing. The `hub` lends to all who bring rolls along; a guest lends to none but the hub.
    """
    if not event.seeds and not (loan and loan[0]):
        known = event.physical or not event.dice or any(one.dice == event.dice for one in line if one.id != event.id)
        return "" if known or not (hub and lends) else "unshared"
    if not event.seeds:
        return "alone"
    seed, commit = loan or ("", "")
    lent = seed == event.seeds[-1] if loan else event.secret or not lends
    if not lent or not is_fair(event, line, commit):
        return "chosen"
    return "unlent" if hub and not loan else ""


def _comes_to(event: Rolled, test: object, start: Roll) -> bool:
    system = system_named(event.system)
    if not system.pending(test, start).throws:
        return False
    return system.roll(test, fair(event.seeds, event.id), start, onward=False) == Roll(event.dice, event.picks)


def is_proven(state: State, line: str, unlent: AbstractSet[str] = frozenset()) -> bool | None:
    """True if two devices have thrown all the dice of a roll; None for a line of the log that has no dice.

    Faces that one device alone has given are not proven, nor are those that a person has typed in, nor any others than
    the seeds give that stand beside them, nor those of `unlent` events: the hub has lent no seed for them.
    """
    steps = (state.ledger.first_events[line].event, *state.revisions(line))
    rolls = [one for one in steps if isinstance(one, Rolled)]
    if not any(one.dice for one in rolls):
        return None
    before = ((), *(one.dice for one in rolls))
    return all(
        one.dice == earlier or (one.id not in unlent and _is_fair(one, tuple(rolls[:place])))
        for place, (earlier, one) in enumerate(zip(before, rolls, strict=False))
    )


@lru_cache(maxsize=1_000)
def _is_fair(event: Rolled, earlier: tuple[Rolled, ...]) -> bool:
    try:
        return is_fair(event, earlier)
    except RulesError:
        return False


def _digest(*parts: object) -> bytes:
    return sha256(json.dumps(parts, separators=(",", ":")).encode()).digest()
