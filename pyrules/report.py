"""A judged roll and the odds as JSON objects: what the command line prints for programs."""

from collections.abc import Mapping
from typing import Any

from pyrules.core.engine import chances_of
from pyrules.core.odds import Advice, Distribution, Odds
from pyrules.core.ratio import Ratio
from pyrules.core.roll import Roll
from pyrules.core.system import System
from pyrules.core.verdict import Line, plain


def roll_report(system: System[Any], test: Any, roll: Roll) -> dict[str, Any]:
    """Judge a roll and give the whole of it as JSON has it.

    `dice` lists roll by roll each die's `sides` and every face it showed; `trace` has one entry for each rule applied,
    with its address. With `system`, `notation`, `settings` and `picks` that is all a replay needs. `before` is what was
    certain before the dice fell; `headline`, `summary` and `good` are the verdict in words. Places count from 0.
    """
    verdict = system.judge(test, roll)
    return {
        "system": system.id,
        "notation": system.write(test),
        "settings": system.house_rules(test),
        "dice": plain(roll.dice),
        "picks": [pick.to_dict() for pick in roll.picks],
        "headline": verdict.headline,
        "summary": verdict.summary,
        "good": verdict.good,
        "outcome": plain(verdict.outcome),
        "effects": plain(verdict.effects),
        "options": plain(system.options(test, roll)),
        "before": _trace(system.before(test)),
        "trace": _trace(verdict.lines),
    }


def changed_rules(system: System[Any], test: Any) -> list[str]:
    """The house rules of a test that are not as usual, a line for each."""
    given = system.house_rules(test)
    return [
        f"House rule: {setting.label}: {setting.label_of(given[setting.name])}"
        for setting in system.settings
        if given[setting.name] != setting.default
    ]


def _trace(lines: tuple[Line, ...]) -> list[dict[str, str]]:
    return [{"text": line.text, "rule": line.rule} for line in lines]


def odds_report(system: System[Any], test: Any, roll: Roll | None = None) -> dict[str, Any]:
    """The odds of a test as JSON has them, and with a roll the advice from there, best first.

    A ratio is given in lowest terms, as "a/b", and as the nearest float. `left_out` names the events and distributions
    that would take too long to tell, where there are any; so is `forecast` there only where it is told first.
    """
    odds = chances_of(system).odds(test)
    report: dict[str, Any] = {
        "system": system.id,
        "notation": system.write(test),
        "settings": system.house_rules(test),
        "main": odds.main,
        **odds_told(odds),
    }
    if roll is not None:
        report["advice"] = [entry for one in chances_of(system).advice(test, roll) for entry in _advice(one)]
    return report


def odds_told(odds: Odds) -> dict[str, Any]:
    """The report of a test's odds, without the test itself."""
    report: dict[str, Any] = {
        "events": {name: _chance(chance) for name, chance in odds.events.items()},
        "distributions": {name: _rows(distribution) for name, distribution in odds.distributions.items()},
        "means": means_told(odds.means),
    }
    if odds.forecast:
        report["forecast"] = odds.forecast
    if odds.left_out:
        report["left_out"] = plain(odds.left_out)
    return report


def means_told(means: Mapping[str, Ratio]) -> dict[str, Any]:
    """Each mean in lowest terms and as the nearest float."""
    return {name: {"exact": mean.exact, "value": mean.value} for name, mean in means.items()}


def _advice(one: Advice) -> list[dict[str, Any]]:
    """One thing to do, once for each event."""
    about = {
        "option": one.option,
        "label": one.label,
        "policy": one.policy,
        "cost": one.cost,
        "counter": one.counter,
        "places": plain(one.places),
        "costs": means_told(one.expected_costs),
        "rerolls": one.rerolls,
    }
    return [{**about, "event": name, **_chance(chance)} for name, chance in one.chances.items()]


def _chance(chance: Ratio) -> dict[str, Any]:
    return {"exact": chance.exact, "p": chance.value}


def _rows(distribution: Distribution) -> list[list[Any]]:
    return [[value, chance.exact, chance.value] for value, chance in distribution.items()]
