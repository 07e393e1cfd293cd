"""The tracking of a declared system: what costs can be paid, and what the form must say that a person holds."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from pyrules.author.actions import known_before
from pyrules.author.counters import Lasting
from pyrules.author.stated import Stated
from pyrules.campaign.events import Rolled
from pyrules.campaign.limits import PERSONAL, system_named
from pyrules.campaign.people import person
from pyrules.campaign.state import State
from pyrules.campaign.tracking import Context, CurrentRoll, Tracking
from pyrules.core.form import Values
from pyrules.core.verdict import Option


def tracking(stated: Stated) -> Tracking[Any]:
    """The tracking of a system, by what its fields cost and hold."""
    value = partial(_value, stated.name)

    def cost_refusal(context: Context[Any]) -> str:
        """That a cost cannot be paid."""
        for entry, cost in _costs(stated, context):
            held = value(context, entry.costs.of)
            if held is not None and (short := entry.costs.of.short(held, cost)):
                return f"{entry.title} {short}"
        return ""

    def before(context: Context[Any]) -> tuple[str, ...]:
        """That nobody is known whose numbers a test changes."""
        unpaid = [(entry, cost) for entry, cost in _costs(stated, context) if value(context, entry.costs.of) is None]
        told = [
            f"Nobody is chosen, so nobody pays the {cost} {one.costs.of.title} of {one.title}." for one, cost in unpaid
        ]
        paid = {one.costs.of for one, _ in unpaid}
        told += [
            f"Nobody is chosen, so the roll changes nobody's {one.title}."
            for one in dict.fromkeys(stated.changed_numbers(context.test) if context.test else ())
            if one not in paid and value(context, one) is None
        ]
        return tuple(told)

    def carry_over(context: Context[Any], _before: State | None) -> tuple[Values, str]:
        """The amounts that the form must give of whoever rolls."""
        found = {
            entry.name: held
            for entry in stated.entries
            if entry.holds is not None and (held := value(context, entry.holds)) is not None
        }
        return found, ""

    return Tracking(refused=cost_refusal, before=before, carry_over=carry_over, offered=partial(_offer, stated))


def _value(system: str, context: Context[Any], counter: Lasting) -> int | None:
    """The amount of a counter that whoever rolls has; None where nobody is known to have it."""
    if counter.each in PERSONAL and (context.person is None or (context.person.foe and counter.each == "player")):
        return None
    who = context.who if counter.each in PERSONAL else ""
    return context.state.value(system, counter.name, who, context.house_rules)


def _offer(stated: Stated, context: Context[Any], current: CurrentRoll[Any], option: Option) -> Option | None:
    """An option with how much whoever rolled has left of what it costs; None where they cannot pay."""
    event = context.state.entry(current.line).event if current.line else None
    if not option.cost or not isinstance(event, Rolled):
        return option
    who = context.state.current_name(stated.name, event.who, current.line)
    payer = person(context.state, system_named(stated.name), who)
    cost = next(one for one in stated.lasting if one.name == option.counter)
    held = _value(stated.name, replace(context, person=payer), cost)
    if held is None:
        return option
    return replace(option, held=None if cost.fills else held - cost.low) if cost.pays(held, option.cost) else None


def _costs(stated: Stated, context: Context[Any]) -> list[tuple[Any, int]]:
    test = context.test
    if test is None:
        return []
    known = known_before(test)
    fields = stated.action(test).fields
    return [
        (entry, entry.costs.at(known).number * known[entry.name])
        for entry in fields
        if entry.costs and known[entry.name]
    ]
