"""A judged roll as one JSON object: what the command line prints and the log and the page carry."""

from typing import Any

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
        "picks": plain(roll.picks),
        "headline": verdict.headline,
        "summary": verdict.summary,
        "good": verdict.good,
        "outcome": plain(verdict.outcome),
        "effects": plain(verdict.effects),
        "options": plain(system.options(test, roll)),
        "before": _trace(system.before(test)),
        "trace": _trace(verdict.lines),
    }


def _trace(lines: tuple[Line, ...]) -> list[dict[str, str]]:
    return [{"text": line.text, "rule": line.rule} for line in lines]
