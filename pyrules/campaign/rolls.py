"""From the dice on the table to an event of the log, and back."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from pyrules.campaign.events import Change, Event, Facts, HouseRules, Rolled
from pyrules.campaign.limits import counter_named, system_named
from pyrules.campaign.notations import settings_then
from pyrules.campaign.reading import MOST_WHOLE, Unreadable
from pyrules.core.errors import RulesError, quote
from pyrules.core.roll import GIVE_UP, Roll
from pyrules.core.system import System, Topic, cached_by_system
from pyrules.core.verdict import Verdict
from pyrules.systems import BY_ID, comes_with_pyrules


@dataclass(frozen=True, slots=True)
class RollMetadata:
    """Who rolled, when and for what.

    `id` is one of its own, `at` the time in milliseconds since 1970. `who` rolled, `against` a person, `under` names
    the Challenge, `follows` is the id of the failed roll that is tried again. `physical` dice were rolled by hand,
    `counted` ones typed in by count. `took` is the time that it took in the game, in seconds. What came of a `secret`
    one is not told until it is revealed; `nonce` is random text for it alone. `seeds` are those
    that its new faces come from, where two devices threw them together.
    """

    id: str
    at: int
    who: str = ""
    against: str = ""
    under: str = ""
    follows: str = ""
    physical: bool = False
    counted: bool = False
    took: int = 0
    secret: bool = False
    nonce: str = ""
    seeds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Replay:
    """A stored roll judged again; `differs` names the facts that come out otherwise than the log has them."""

    test: Any
    roll: Roll
    verdict: Verdict
    differs: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """True if the rules still say what the log has."""
        return not self.differs


def record_roll(metadata: RollMetadata, system: System[Any], test: Any, roll: Roll) -> Rolled:
    """The event of a roll, with every effect of its verdict.

    A counter that each player or person has is that of `who`, one that each Challenge has that of `under`, and one that
    each test has goes by the id of the roll.
    """
    verdict = system.judge(test, roll)
    return Rolled(
        id=metadata.id,
        at=metadata.at,
        system=system.id,
        notation=system.write(test),
        headline=verdict.headline,
        summary=verdict.summary,
        good=verdict.good,
        outcome=outcome_facts(system, test, roll, verdict.outcome),
        settings=tuple(system.house_rules(test).items()),
        dice=roll.dice,
        picks=roll.picks,
        effects=_changes(system, verdict, _owners(metadata.who, metadata.under, metadata.id)),
        physical=metadata.physical,
        counted=metadata.counted,
        who=metadata.who,
        against=metadata.against,
        under=metadata.under,
        follows=metadata.follows,
        took=metadata.took,
        waits=bool(system.pending(test, roll).throws),
        secret=metadata.secret,
        nonce=metadata.nonce,
        seeds=metadata.seeds,
    )


def revise_roll(metadata: RollMetadata, earlier: Rolled, roll: Roll) -> Rolled:
    """The event of a roll that went on from `earlier`: its effects take the place of the earlier ones.

    Of the metadata, `took` is the further time; who rolled, and under what, stays as it was.

    Raises `RulesError` when the notation of `earlier` cannot be read.
    """
    system = system_named(earlier.system)
    test = _parse_test(system, earlier.notation, earlier.settings)
    verdict = system.judge(test, roll)
    first = earlier.revises or earlier.id
    changes = _changes(system, verdict, _owners(earlier.who, earlier.under, first))
    return replace(
        earlier,
        id=metadata.id,
        at=metadata.at,
        headline=verdict.headline,
        summary=verdict.summary,
        good=verdict.good,
        outcome=outcome_facts(system, test, roll, verdict.outcome),
        dice=roll.dice,
        picks=roll.picks,
        effects=tuple(part for change in changes for part in _as_dealt(change, earlier.effects)),
        physical=metadata.physical,
        counted=metadata.counted,
        revises=first,
        follows="",
        took=metadata.took,
        waits=bool(system.pending(test, roll).throws),
        seeds=metadata.seeds,
        clock=0,
        by=None,
    )


def given_up(metadata: RollMetadata, earlier: Rolled) -> Rolled:
    """The event of an extended test in progress that is given up: its dice lie as they did, and it has failed.

    Raises `NotOffered` when it is not in progress, another `RulesError` when it cannot be judged again.
    """
    again = replay_roll(earlier)
    roll = system_named(earlier.system).pick(again.test, again.roll, GIVE_UP)
    lay = replace(metadata, physical=earlier.physical, counted=earlier.counted, took=0)
    return revise_roll(lay, earlier, roll)


def reveal_roll(metadata: RollMetadata, earlier: Rolled) -> Rolled:
    """The event of a secret roll that is told from now on; nothing else of it changes."""
    first = earlier.revises or earlier.id
    told = replace(
        earlier, id=metadata.id, at=metadata.at, revises=first, follows="", took=0, seeds=(), clock=0, by=None
    )
    return replace(told, secret=False, nonce="")


def is_given_up(event: Event) -> bool:
    """True if a roll was given up."""
    return isinstance(event, Rolled) and GIVE_UP in event.picks


def deal_effect(metadata: RollMetadata, earlier: Rolled, counter: str, shares: Sequence[tuple[str, int]]) -> Rolled:
    """The event of a roll's effect on a counter dealt out to several: Stress to the PCs.

    Raises `RulesError` unless the shares are whole and add up to the effect.
    """
    effects = [change for change in earlier.effects if change.counter == counter]
    whole = sum(change.delta for change in effects)
    if not effects or any(share < 0 for _, share in shares) or sum(share for _, share in shares) != whole:
        given = ", ".join(f"{quote(who)} {share}" for who, share in shares) or "nothing"
        raise Unreadable(counter, f"{given} does not deal out {whole}; the shares must add up, and none be below 0")
    parts = tuple(Change(counter, share, effects[0].rule, who) for who, share in shares if share)
    return replace(
        earlier,
        id=metadata.id,
        at=metadata.at,
        clock=0,
        by=None,
        effects=(*(change for change in earlier.effects if change.counter != counter), *parts),
        revises=earlier.revises or earlier.id,
        follows="",
        took=0,
        seeds=(),
    )


def _as_dealt(change: Change, before: Sequence[Change]) -> tuple[Change, ...]:
    """A change as it was dealt out before, where that came to as much."""
    shares = tuple(one for one in before if one.counter == change.counter)
    return shares if not change.who and sum(one.delta for one in shares) == change.delta else (change,)


def topic_of(event: Rolled) -> Topic:
    """The subject of a stored roll; nothing where its notation cannot be read."""
    test = test_of(event)
    return Topic() if test is None else system_named(event.system).topic(test)


def test_of(event: Rolled) -> Any:
    """The test of a stored roll; None where a file brought a notation that cannot be read."""
    known = BY_ID.get(event.system)
    return _read_test(known, event.notation, event.settings) if known else None


@cached_by_system(4096)
def _read_test(system: System[Any], notation: str, settings: HouseRules) -> Any:
    try:
        with _refusing(system):
            return _parse_test(system, notation, settings)
    except RulesError:
        return None


@contextmanager
def _refusing(system: System[Any]) -> Iterator[None]:
    """Have whatever else goes wrong in an own game's text be a refusal: it was changed since the roll was made."""
    try:
        yield
    except RulesError:
        raise
    except BaseException as error:
        if comes_with_pyrules(system):
            raise
        raise RulesError(f"today's text of {system.title} fails on it ({type(error).__name__}: {error})") from error


def _parse_test(system: System[Any], notation: str, settings: HouseRules) -> Any:
    """The test of a stored roll, by the house rules that it names and those that held before they could be named."""
    return system.parse(notation, settings_then(system, dict(settings)))


def rules_kept(system: System[Any], events: Iterable[Event]) -> HouseRules:
    """The house rules whose defaults have changed since, as a campaign's first roll in a system had them.

    None for a system that has not been rolled in.
    """
    changed = [setting.name for setting in system.settings if setting.earlier]
    rolls = (event for event in events if isinstance(event, Rolled) and event.system == system.id)
    first = next(rolls, None) if changed else None
    if first is None:
        return ()
    then = settings_then(system, dict(first.settings))
    return tuple((name, then[name]) for name in changed)


def replay_roll(event: Rolled) -> Replay:
    """A stored roll judged again, from its notation, house rules, dice and picks alone.

    Its facts are compared, never its words; of a log of version 11 or before, those that it has.

    Raises `RulesError` when the rules refuse the test or the roll.
    """
    system = system_named(event.system)
    with _refusing(system):
        again = _replay(system, event)
        if not comes_with_pyrules(system):
            system.options(again.test, again.roll)  # which everybody who lays it on the table asks for
    return again


def _replay(system: System[Any], event: Rolled) -> Replay:
    """A stored roll judged again."""
    test = _parse_test(system, event.notation, event.settings)
    script = tuple(tuple(die.faces for die in pool) for pool in event.dice)
    roll = system.replay(test, script, event.picks)
    verdict = system.judge(test, roll)
    outcome = outcome_facts(system, test, roll, verdict.outcome) if event.outcome else ()
    now = (verdict.good, dict(outcome), roll.dice, _sums(_changes(system, verdict, {})))
    then = (event.good, dict(event.outcome), event.dice, _sums(event.effects))
    names = ("good", "outcome", "dice", "effects")
    return Replay(test, roll, verdict, tuple(name for name, a, b in zip(names, now, then, strict=True) if a != b))


def faithful_replay(event: Rolled) -> Replay | None:
    """A stored roll judged again, in the words of the log; None where today's rules refuse it or say otherwise.

    What lies on a table without being asked for is as the log has it, whatever has become of the rules since.
    """
    return _faithful_replay(system_named(event.system), event)


@cached_by_system(1024)
def _faithful_replay(_system: System[Any], event: Rolled) -> Replay | None:
    try:
        again = replay_roll(event)
    except RulesError:
        return None
    verdict = replace(again.verdict, headline=event.headline, summary=event.summary)
    return replace(again, verdict=verdict) if again.holds else None


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


def _owners(who: str, under: str, test: str) -> dict[str, str]:
    """Who has the counter that a roll changes, by what the counter says of `each`."""
    return {"player": who, "person": who, "challenge": under, "test": test}


def outcome_facts(system: System[Any], test: Any, roll: Roll, outcome: Any) -> Facts:
    """The facts of an outcome by name: events that happened, degrees, and its numbers that are not 0."""
    facts: dict[str, str | int | bool] = {}
    degrees = system.degrees(test)
    for name in type(outcome).__dataclass_fields__:
        match getattr(outcome, name):
            case int(number) if number and abs(number) <= MOST_WHOLE:
                facts[name] = number
            case str(degree) if name in degrees:
                facts[name] = degree
    happened = system.events_of(test, roll, outcome)
    return tuple((facts | {name: True for name, did in happened.items() if did and name not in facts}).items())


def _sums(changes: Sequence[Change]) -> dict[str, int]:
    """The sums of changes for each counter, whoever has it."""
    sums: dict[str, int] = {}
    for change in changes:
        sums[change.counter] = sums.get(change.counter, 0) + change.delta
    return {counter: total for counter, total in sums.items() if total}
