"""The places of a system's rulebook that an address may name."""

from typing import Any

from pyrules.core.rulebook import Rule, Ruling
from pyrules.core.system import System


def rule_id(rule: Rule) -> str:
    """The id of a rule in the rulebook."""
    return f"rule-{rule.name}"


def ruling_id(ruling: Ruling) -> str:
    """The id of a ruling in the rulebook."""
    return f"ruling-{ruling.number}"


def anchors(system: System[Any]) -> frozenset[str]:
    """Every id that an address may name in a system's rulebook."""
    return frozenset((*map(rule_id, system.rules), *map(ruling_id, system.rulings)))
