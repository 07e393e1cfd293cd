"""The rules as a table: every rule in our own words, the function that states it and the test that shows it."""

from collections.abc import Sequence
from typing import Any

from pyrules.core.rulebook import Rule, Ruling, Setting
from pyrules.core.system import System

SOURCES = {
    "lineage": "the older game the text follows",
    "site": "the author's site",
    "repo": "the author's repository",
    "reading": "our reading of the text",
}


def rules_table(systems: Sequence[System[Any]]) -> str:
    """The rulebooks of these systems as one Markdown page: rules and what stands behind each, then the rulings."""
    lines = [
        "# Rules and where they are built",
        "",
        "Every rule of the texts in our own words, the function that states it and the test that shows it, or why it",
        "is not computed. Written by `python -m pyrules rulebook`.",
    ]
    for system in systems:
        lines += ["", f"## {system.title}", "", "| rule | in our words | built by | shown by |", "|---|---|---|---|"]
        lines += [_rule(system, rule) for rule in system.rules]
        for chart in system.charts:
            lines += ["", _row(*chart.heads), f"|{'---|' * len(chart.heads)}", *(_row(*row) for row in chart.rows)]
        lines += ["", "| ruling | what is open | what we chose | why |", "|---|---|---|---|"]
        lines += [_ruling(ruling) for ruling in system.rulings]
    return "\n".join(lines)


def _rule(system: System[Any], rule: Rule) -> str:
    rulings = f" (ruling {', '.join(map(str, rule.rulings))})" if rule.rulings else ""
    title = f"`{system.id}.{rule.name}` {rule.title}{rulings}"
    if rule.built is None:
        return _row(title, rule.text, rule.reason, "")
    module = rule.built.__module__.removeprefix("pyrules.")
    return _row(title, rule.text, f"`{module}.{rule.built.__qualname__}`", f"`{rule.test}`")


def _ruling(ruling: Ruling) -> str:
    switches = "".join(map(_switch, ruling.settings))
    why = f"{ruling.why} ({SOURCES[ruling.source]})"
    return _row(str(ruling.number), ruling.open, f"{ruling.chosen}{switches}", why)


def _switch(setting: Setting) -> str:
    values = " / ".join(map(setting.label_of, setting.choices)) or f"{setting.low} to {setting.high}"
    return f" Setting `{setting.name}`: {values} (default {setting.label_of(setting.default)})."


def _row(*cells: str) -> str:
    escaped = (cell.replace("|", r"\|") for cell in cells)
    return f"| {' | '.join(escaped)} |"
