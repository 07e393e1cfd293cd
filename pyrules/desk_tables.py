"""Comparisons and sweeps as text, as JSON has them, and as CSV."""

import csv
import io
import string
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import Any

from pyrules.api import Comparison, Step, Test
from pyrules.charts import number_of
from pyrules.core.odds import Distribution, Value
from pyrules.core.ratio import Ratio
from pyrules.odds_table import percent
from pyrules.report import odds_told

COUNTED = ("exactly", "at least", "at most")
NAME, COLUMN = 24, 12
NONE = Ratio(0, 1)


def comparison_table(found: Comparison) -> str:
    """The tests under letters, what differs in words, events side by side, and each distribution all may share."""
    letters = string.ascii_uppercase[: len(found.odds)]
    sections = [
        [f"{letter}  {_called(test)}" for letter, test in zip(letters, found.tests, strict=True)],
        list(_differences(found)),
        [_line("", letters), *(_line(name, map(_told, row)) for name, row in _events(found))],
        *(_side_by_side(found, name, letters) for name in _names(one.distributions for one in found.odds)),
    ]
    return "\n\n".join("\n".join(lines) for lines in sections)


def _called(test: Test) -> str:
    """The test with the house rules that are not as usual."""
    usual = {setting.name: setting.default for setting in test.system.settings}
    changed = [f"{name}={value}" for name, value in test.house_rules.items() if value != usual[name]]
    return " | ".join((str(test), *changed))


def _differences(found: Comparison) -> Iterator[str]:
    first = found.odds[0]
    for letter, one, change in zip(string.ascii_uppercase[1:], found.odds[1:], found.changes, strict=False):
        names = [each.test.system.name_of(each.main) for each in (one, first)]
        if change == NONE:
            yield f"{names[0]} of {letter} is exactly as likely as {names[1]} of A."
            continue
        more = "more" if change.numerator > 0 else "less"
        points = f"{100 * abs(change.value):.2f}"
        yield f"{names[0]} of {letter} is {points} percentage points {more} likely than {names[1]} of A."


def _side_by_side(found: Comparison, name: str, letters: str) -> list[str]:
    """A distribution, as far as any of the tests has it: numbers counted with all above them, names by themselves."""
    runs = [one.distributions.get(name) for one in found.odds]
    means = [f"{one.means[name].value:.3f}" if name in one.means else "" for one in found.odds]
    values = _values(runs)
    counted = "exactly" if any(number_of(value) is None for value in values) else "at least"
    head = [_line(f"{name}, {counted}", letters)]
    rows = [_line(str(value), (_told(_counted(run, value, counted)) for run in runs)) for value in values]
    return [*head, *rows, *([_line("mean", means)] if any(means) else [])]


def _line(name: str, cells: Iterable[str]) -> str:
    return f"  {name:>{NAME}}{''.join(f'{cell:>{COLUMN}}' for cell in cells)}".rstrip()


def _told(chance: Ratio | None) -> str:
    return "-" if chance is None else percent(chance)


def _names(given: Iterable[Iterable[str]]) -> list[str]:
    """All names in the order in which they first come up."""
    return list(dict.fromkeys(name for names in given for name in names))


def _events(found: Comparison) -> Iterator[tuple[str, list[Ratio | None]]]:
    for name in _names(one.events for one in found.odds):
        yield name, [one.events.get(name) for one in found.odds]


def _values(runs: Sequence[Distribution | None]) -> list[Value]:
    """The values of all: numbers in their order, then names as they come."""
    values = dict.fromkeys(value for run in runs if run for value, _ in run.rows)
    numbers = [(number, str(value), value) for value in values if (number := number_of(value)) is not None]
    return [*(value for *_, value in sorted(numbers)), *(value for value in values if number_of(value) is None)]


def _counted(run: Distribution | None, value: Value, counted: str) -> Ratio | None:
    """The chance of a value by itself, with all above it or with all below it, in a distribution that need not have it.

    A row "N+" or "≤N" cannot be taken apart: where that would be needed, the chance is None.
    """
    if run is None:
        return None
    wanted, text = number_of(value), str(value)
    low = -inf if counted == "at most" or text.startswith("≤") else wanted
    high = inf if counted == "at least" or text.endswith("+") else wanted
    total = 0
    for known, weight in run.rows:
        number = number_of(known)
        if number is None or low is None or high is None:
            if counted != "exactly":
                return None
            total += weight if known == value else 0
            continue
        lowest = -inf if str(known).startswith("≤") else number
        highest = inf if str(known).endswith("+") else number
        if low <= lowest and highest <= high:
            total += weight
        elif low <= highest and lowest <= high:
            return None
    return Ratio(total, run.total)


def comparison_report(found: Comparison) -> dict[str, Any]:
    """A comparison as JSON has it: the odds of each test with its house rules, and the differences from the first."""
    tests = [
        {
            "system": one.test.system.id,
            "notation": one.test.notation,
            "settings": one.test.house_rules,
            "main": one.main,
            **odds_told(one),
        }
        for one in found.odds
    ]
    return {"tests": tests, "changes": [{"exact": change.exact, "value": change.value} for change in found.changes]}


def comparison_csv(found: Comparison) -> str:
    """A comparison for a spreadsheet: a row for each event, mean and counted value, a column for each test."""
    rows: list[list[Any]] = [["kind", "name", "value", "counted", *map(_called, found.tests)]]
    rows += [["event", name, "", "", *map(_number, row)] for name, row in _events(found)]
    for name in _names(one.means for one in found.odds):
        rows.append(["mean", name, "", "", *(_number(one.means.get(name)) for one in found.odds)])
    for name in _names(one.distributions for one in found.odds):
        runs = [one.distributions.get(name) for one in found.odds]
        for value in _values(runs):
            for counted in COUNTED:
                chances = [_counted(run, value, counted) for run in runs]
                rows.append(["distribution", name, value, counted, *map(_number, chances)])
    return _csv(rows)


def _number(ratio: Ratio | None) -> float | str:
    return "" if ratio is None else ratio.value


def sweep_table(test: Test, main: str, chance: Ratio, steps: Sequence[Step]) -> str:
    """The steps that change something, by how much, and the names of those that change nothing."""
    told = [step for step in steps if step.change != NONE]
    moving = {step.name for step in told}
    still = (step for step in steps if step.change == NONE)
    idle = _names(
        [f"{step.label}: {step.before} to {step.after}" if step.name in moving else step.label] for step in still
    )
    lines = [_step(step) for step in told]
    head = [_called(test), f"{main} {percent(chance)}"]
    rest = [f"no difference: {'; '.join(idle)}"] if idle else []
    return "\n\n".join("\n".join(part) for part in (head, lines, rest) if part)


def _step(step: Step) -> str:
    cells = f"{100 * step.change.value:>+8.2f}", f"{percent(step.chance):>10}"
    return "  ".join(("", *cells, f"{step.label}: {step.before} to {step.after}"))


def sweep_report(test: Test, main: str, chance: Ratio, steps: Sequence[Step]) -> dict[str, Any]:
    """A sweep as JSON has it, the steps in the same order."""
    return {
        "system": test.system.id,
        "notation": test.notation,
        "settings": test.house_rules,
        "event": main,
        "exact": chance.exact,
        "p": chance.value,
        "steps": [
            {
                "name": step.name,
                "label": step.label,
                "before": step.before,
                "after": step.after,
                "notation": step.test.notation,
                "settings": step.test.house_rules,
                "exact": step.chance.exact,
                "p": step.chance.value,
                "change": step.change.value,
            }
            for step in steps
        ],
    }


def sweep_csv(steps: Sequence[Step]) -> str:
    """A sweep for a spreadsheet, a row for each step."""
    rows: list[list[Any]] = [["name", "label", "before", "after", "notation", "p", "change"]]
    for step in steps:
        words = step.name, step.label, step.before, step.after, step.test.notation
        rows.append([*words, step.chance.value, step.change.value])
    return _csv(rows)


def _csv(rows: Iterable[Sequence[Any]]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue().rstrip("\n")
