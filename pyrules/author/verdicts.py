"""The verdict on a roll, step by step, in words that follow from what was stated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from pyrules.author.actions import Action, known_before, result_of_die
from pyrules.author.counters import costs
from pyrules.author.dice import Group, Lying, Pool, by_side
from pyrules.author.entries import Entry
from pyrules.author.expressions import is_value
from pyrules.author.names import call, name_of, text_of, title_of
from pyrules.author.parts import After
from pyrules.author.readings import EVERY, Some, some_of
from pyrules.core.english import of_dice
from pyrules.core.roll import Roll
from pyrules.core.verdict import Drama, Effect, Line, Mark, Verdict


def before(system: str, action: Action, test: Any) -> tuple[Line, ...]:
    """The refusal that is certain before the dice fall: a cost cannot be paid by what the test says that there is."""
    found = []
    for entry in action.fields:
        if not entry.costs or (held := action.holds(entry.costs, test)) is None:
            continue
        cost = entry.costs.at(known_before(test)).number * getattr(test, entry.name)
        if short := entry.costs.of.short(held, cost):
            found.append(Line(entry.title, short, f"{system}.{entry.name}"))
    return tuple(found)


def judge(system: str, action: Action, test: Any, roll: Roll) -> Verdict:
    """The verdict on the dice as they lie."""
    outcome = action.outcome_of(test, roll)
    degree = getattr(outcome, "degree", "")
    said = action.says.get(degree, "")
    words = action.fill_text(said, test, outcome) if said else ""
    good = getattr(outcome, action.good) if action.good else None
    named = degree[:1].upper() + degree[1:] if degree else "" if good is None else "Success" if good else "Failure"
    first = (
        _step(action, test, outcome, name_of(action.outcome[-1] if is_value(action.outcome[0]) else action.outcome[0]))
        if action.outcome
        else action.title
    )
    headline = action.fill_text(action.headline, test, outcome) if action.headline else named or first
    result = ": ".join(filter(None, (named.lower(), words)))
    effects, told_of = _effects(system, action, test, roll)
    if action.lines:
        known = action.known_after(test, roll) | action.knows(test, outcome)
        lines = [Line(step, said, f"{system}.{rule}") for step, said, rule in call(action.lines, known)]
    else:
        lines = [*_pool(system, action, test), *_outcomes(system, action, test, roll, outcome)]
        lines += [Line("Result", result, f"{system}.{action.name}")] if result else []
        lines += told_of
    marks = iter(_marks(action, test, roll))
    parts = by_side(action.pool_of(test))
    dramas: dict[Drama, Any] = {"disaster": action.disaster, "triumph": action.triumph}
    known = action.knows(test, outcome)
    drama: Drama = next((name for name, when in dramas.items() if _is_so(when, degree, known)), "")
    return Verdict(
        outcome=outcome,
        headline=headline,
        summary=action.fill_text(action.summary, test, outcome)
        if action.summary
        else words or _numbers(action, test, outcome),
        good=good,
        lines=tuple(lines),
        effects=effects,
        marks=tuple(tuple(islice(marks, len(dice))) for dice in roll.dice),
        rolls=tuple(part.side or OWN for part in parts) if any(part.side for part in parts) else (),
        drama=drama,
    )


OWN = "Your dice"
"""The name of the dice of whoever rolls beside those of another side."""


def _is_so(when: Any, degree: str, known: Mapping[str, Any]) -> bool:
    if callable(when) or is_value(when):
        return bool(call(when, known))
    return bool(degree) and degree in (when, *when.split())


def rule_of(system: str, action: Action, function: Any) -> str:
    """The address of the rule that a function states, or that of its action."""
    return f"{system}.{function.__name__ if states_rule(function) else action.name}"


def states_rule(function: Any) -> bool:
    """True if a function states a rule."""
    return callable(function) and function.__name__ != "<lambda>" and bool(text_of(function))


def _pool(system: str, action: Action, test: Any) -> Iterator[Line]:
    known = known_before(test)
    pools = [(one.spoken_name, one.at(known)) for one in action.pools] if len(action.pools) > 1 else []
    words = [f"{told} {pool.words}" for told, pool in pools if pool.size] or [action.pool_of(test).words]
    yield Line("Pool", " · ".join(words), rule_of(system, action, action.pool))
    for entry in action.fields:
        if is_rule(entry) and getattr(test, entry.name) not in (entry.absent, 0, None):
            value = getattr(test, entry.name)
            yield Line(entry.title, "yes" if value is True else str(value), f"{system}.{entry.name}")


def is_rule(one: Entry | After) -> bool:
    """True if a field or an option is a rule by itself."""
    return bool(one.text or (one.cost if isinstance(one, After) else one.costs))


def _outcomes(system: str, action: Action, test: Any, roll: Roll, outcome: Any) -> Iterator[Line]:
    table = action.table(test, roll)
    for one in action.outcome:
        name, value = name_of(one), getattr(outcome, name_of(one))
        if name in action.steps:
            words = action.fill_text(action.steps[name], test, outcome)
        elif one in action.of_face and table and isinstance(result_of_die(action, test, one, table[0]), bool):
            words = of_dice(value, len(table), "counts", "count")
        else:
            words = _words(value)
        yield Line(title_of(one), words, rule_of(system, action, one), quiet=value is False)


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _numbers(action: Action, test: Any, outcome: Any) -> str:
    """The outcome of the dice in a few words."""
    names = [name for name in map(name_of, action.outcome) if not isinstance(getattr(outcome, name), bool)]
    return " · ".join(_step(action, test, outcome, name) for name in names)


def _step(action: Action, test: Any, outcome: Any, name: str) -> str:
    if name in action.steps:
        return action.fill_text(action.steps[name], test, outcome)
    one = next(one for one in action.outcome if name_of(one) == name)
    return f"{title_of(one)} {_words(getattr(outcome, name))}"


def _effects(system: str, action: Action, test: Any, roll: Roll) -> tuple[tuple[Effect, ...], tuple[Line, ...]]:
    changes: list[tuple[Any, str, str]] = [
        (costs(amount), one.title, f"{system}.{one.name}") for one, amount in action.payments(test, roll)
    ]
    effects = None if isinstance(action.effects, Mapping) else action.effects
    rule = rule_of(system, action, effects)
    changes += [(change, "", rule) for change in action.effect_changes(test, roll)]
    changes = [one for one in changes if one[0].delta]
    lines = [
        Line(change.of.title, f"{change.delta:+d}{f': {why}' if why else ''}", rule) for change, why, rule in changes
    ]
    return tuple(Effect(change.of.name, change.delta, rule) for change, _, rule in changes), tuple(lines)


def _marks(action: Action, test: Any, roll: Roll) -> Iterator[Mark]:
    table = action.table(test, roll)
    places = action.kept_places(test, table)
    counts = [action.counts] if action.counts else [*action.of_face[:1]] or _counted_dice(action)
    known: dict[str, Any] = {}
    if counts or action.mark:
        known = action.known_after(test, roll) | action.knows(test, action.outcome_of(test, roll))
    if action.mark:
        yield from (call(action.mark, known | {"die": die}) for dice in roll.dice for die in dice)
        return
    pool = action.pool_of(test)
    usual = _kind_of(pool, pool.groups[0]) if pool.groups else ""
    for place, die in enumerate(table):
        is_other = _kind_of(pool, die.group) != usual
        name = die.group.called if is_other or pool.percent else ""
        mark = _mark(die, name, place in places, any(_counts(one, known, die) for one in counts))
        yield replace(mark, role="other") if is_other else mark


def _kind_of(pool: Pool, group: Group) -> str:
    """The name of the pool that dice are read as, or else their own; two d10 that are a d100 are of one kind."""
    return group.side or group.of or ("" if pool.percent else group.called)


def _counted_dice(action: Action) -> list[Some]:
    """The dice that are counted first of each pool."""
    found: dict[str, Some] = {}
    for one in action.readings:
        if one.kind == "count" and one.faces is not EVERY:
            found.setdefault(one.pool.whole.name, Some(one.pool, one.faces))
    return [*found.values()]


def _counts(one: Any, known: Mapping[str, Any], die: Lying) -> bool:
    if isinstance(one, (Some, Pool)):
        return some_of(one).has(die, known)
    return bool(call(one, _of_die(known, die)))


def _of_die(known: Mapping[str, Any], die: Lying) -> dict[str, Any]:
    return {**known, "face": die.value, "sides": die.group.sides}


def _mark(die: Lying, name: str, is_kept: bool, counts: bool) -> Mark:  # noqa: FBT001
    value, turn = die.value, die.turns[-1]
    told = die.group.value_words(value)
    size = die.group.size
    shown = told if die.group.shows and not size else ""
    badge, worth = ("+".join(map(str, turn)), value) if len(turn) > 1 else (shown, None)
    dropped = tuple(face for faces in die.turns[:-1] for face in faces)
    if not is_kept:
        kind, words = "dropped", f"{told}, dropped"
    else:
        kind, words = ("hit", f"{told}, counts") if counts else ("plain", told)
    words = f"{name}, {words}" if name else words
    return Mark(kind, words, badge, dropped, worth=worth, name=name, size=size)
