"""From the dice on the table to an event of the log, and back."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pyrules.campaign.events import Change, Rolled
from pyrules.campaign.limits import counter_named, system_named
from pyrules.core.errors import RulesError, quoted
from pyrules.core.roll import Roll
from pyrules.core.system import System
from pyrules.core.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Stamp:
    """What only the caller knows of an event: an id of its own, and when it happened (milliseconds since 1970)."""

    id: str
    at: int


@dataclass(frozen=True, slots=True)
class Replay:
    """A stored roll judged again; `differs` names what has come out otherwise than the log has it (nothing: it holds)."""

    test: Any
    roll: Roll
    verdict: Verdict
    differs: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether the rules still say what the log has."""
        return not self.differs


def rolled(
    stamp: Stamp,
    system: System[Any],
    test: Any,
    roll: Roll,
    *,
    who: str = "",
    under: str = "",
    follows: str = "",
    physical: bool = False,
    took: int = 0,
) -> Rolled:
    """The event of a roll, with every effect of its verdict.

    A counter that each player has is that of `who`, one that each Challenge has that of `under`, and one that each test
    has goes by the id of the roll. `follows` is the id of the roll that is tried again, `took` the time it took in the
    game, in seconds.
    """
    verdict = system.judge(test, roll)
    return Rolled(
        id=stamp.id,
        at=stamp.at,
        system=system.id,
        notation=system.write(test),
        headline=verdict.headline,
        summary=verdict.summary,
        good=verdict.good,
        settings=tuple(system.house_rules(test).items()),
        dice=roll.dice,
        picks=roll.picks,
        effects=_changes(system, verdict, {"player": who, "challenge": under, "test": stamp.id}),
        physical=physical,
        who=who,
        under=under,
        follows=follows,
        took=took,
        waits=bool(system.pending(test, roll).throws),
    )


def revised(stamp: Stamp, earlier: Rolled, roll: Roll, *, physical: bool = False, took: int = 0) -> Rolled:
    """The event of a roll that went on from `earlier`: its effects take the place of the earlier ones.

    `took` is the further time that it took. Raises `RulesError` when the notation of `earlier` cannot be read.
    """
    system = system_named(earlier.system)
    test = system.parse(earlier.notation, dict(earlier.settings))
    verdict = system.judge(test, roll)
    first = earlier.revises or earlier.id
    return replace(
        earlier,
        id=stamp.id,
        at=stamp.at,
        headline=verdict.headline,
        summary=verdict.summary,
        good=verdict.good,
        dice=roll.dice,
        picks=roll.picks,
        effects=_changes(system, verdict, {"player": earlier.who, "challenge": earlier.under, "test": first}),
        physical=physical,
        revises=first,
        follows="",
        took=took,
        waits=bool(system.pending(test, roll).throws),
    )


def dealt(stamp: Stamp, earlier: Rolled, counter: str, shares: Sequence[tuple[str, int]]) -> Rolled:
    """The event of a roll's effect on a counter dealt out to several: Stress to the PCs.

    Raises `RulesError` unless the shares are whole and add up to the effect.
    """
    effects = [change for change in earlier.effects if change.counter == counter]
    whole = sum(change.delta for change in effects)
    if not effects or any(share < 0 for _, share in shares) or sum(share for _, share in shares) != whole:
        given = ", ".join(f"{quoted(who)} {share}" for who, share in shares) or "nothing"
        raise RulesError(f"{counter}: {given} does not deal out {whole}; the shares must add up, and none be below 0")
    parts = tuple(Change(counter, share, effects[0].rule, who) for who, share in shares if share)
    return replace(
        earlier,
        id=stamp.id,
        at=stamp.at,
        effects=(*(change for change in earlier.effects if change.counter != counter), *parts),
        revises=earlier.revises or earlier.id,
        follows="",
        took=0,
    )


def replayed(event: Rolled) -> Replay:
    """Judge a stored roll again, from its notation, house rules, dice and picks alone.

    Raises `RulesError` when the rules refuse the test or the roll.
    """
    system = system_named(event.system)
    test = system.parse(event.notation, dict(event.settings))
    script = tuple(tuple(die.faces for die in pool) for pool in event.dice)
    roll = system.replay(test, script, event.picks)
    verdict = system.judge(test, roll)
    now = (verdict.headline, verdict.summary, verdict.good, roll.dice, _sums(_changes(system, verdict, {})))
    then = (event.headline, event.summary, event.good, event.dice, _sums(event.effects))
    names = ("headline", "summary", "good", "dice", "effects")
    return Replay(test, roll, verdict, tuple(name for name, a, b in zip(names, now, then, strict=True) if a != b))


def _changes(system: System[Any], verdict: Verdict, owners: dict[str, str]) -> tuple[Change, ...]:
    """The effects of a verdict, each with whose counter it changes."""
    return tuple(
        Change(
            effect.counter,
            effect.delta,
            effect.rule,
            owners.get(counter_named(system, effect.counter).each, ""),
        )
        for effect in verdict.effects
    )


def _sums(changes: Sequence[Change]) -> dict[str, int]:
    """What changes come to for each counter, whoever has it."""
    sums: dict[str, int] = {}
    for change in changes:
        sums[change.counter] = sums.get(change.counter, 0) + change.delta
    return {counter: total for counter, total in sums.items() if total}
