"""Comparisons and sweeps as text, as JSON has them, and as CSV."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from pyrules.charts import number_of
from pyrules.core.ratio import NEVER, Ratio
from pyrules.odds_table import percent
from pyrules.report import odds_told
from pyrules.side_by_side import LETTERS, counted_in, differences, events_of, label_of, names_in, values_of
from pyrules.values import Comparison, Step, Table, Test

COUNTED = ("exactly", "at least", "at most")
NAME, COLUMN = 24, 12


def comparison_table(found: Comparison) -> str:
    """The tests under letters, what differs in words, events side by side, and each distribution all may share."""
    letters = LETTERS[: len(found.odds)]
    sections = [
        [f"{letter}  {label_of(test)}" for letter, test in zip(letters, found.tests, strict=True)],
        list(differences(found)),
        [_line("", letters), *(_line(name, map(_chance_text, row)) for name, row in events_of(found))],
        *(_side_by_side(found, name, letters) for name in names_in(one.distributions for one in found.odds)),
    ]
    return "\n\n".join("\n".join(lines) for lines in sections)


def _side_by_side(found: Comparison, name: str, letters: str) -> list[str]:
    """A distribution, as far as any of the tests has it: numbers counted with all above them, names by themselves."""
    runs = [one.distributions.get(name) for one in found.odds]
    means = [f"{one.means[name].value:.3f}" if name in one.means else "" for one in found.odds]
    values = values_of(runs)
    counted = "exactly" if any(number_of(value) is None for value in values) else "at least"
    head = [_line(f"{name}, {counted}", letters)]
    rows = [_line(str(value), (_chance_text(counted_in(run, value, counted)) for run in runs)) for value in values]
    return [*head, *rows, *([_line("mean", means)] if any(means) else [])]


def _line(name: str, cells: Iterable[str]) -> str:
    return f"  {name:>{NAME}}{''.join(f'{cell:>{COLUMN}}' for cell in cells)}".rstrip()


def _chance_text(chance: Ratio | None) -> str:
    return "-" if chance is None else percent(chance)


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
    rows: list[list[Any]] = [["kind", "name", "value", "counted", *map(label_of, found.tests)]]
    rows += [["event", name, "", "", *map(_number, row)] for name, row in events_of(found)]
    for name in names_in(one.means for one in found.odds):
        rows.append(["mean", name, "", "", *(_number(one.means.get(name)) for one in found.odds)])
    for name in names_in(one.distributions for one in found.odds):
        runs = [one.distributions.get(name) for one in found.odds]
        for value in values_of(runs):
            for counted in COUNTED:
                chances = [counted_in(run, value, counted) for run in runs]
                rows.append(["distribution", name, value, counted, *map(_number, chances)])
    return _csv(rows)


def _number(ratio: Ratio | None) -> float | str:
    return "" if ratio is None else ratio.value


def whole_table(found: Table) -> str:
    """The main event of every test: rows by columns where two things are gone through, else a line for each."""
    main = found.odds[0].main
    told = [percent(one.events[main]) if main in one.events else "-" for one in found.odds]
    *others, last = found.over.values()
    if len(others) != 1:
        return "\n".join(
            [main, *(f"  {cell:>10}  {one.test.notation}" for cell, one in zip(told, found.odds, strict=True))]
        )
    (down,), width = others, len(last)
    across, name = list(found.over)[::-1]
    edge = max(len(name), *(len(str(value)) for value in down))
    cell = max(*map(len, told), *(len(str(value)) for value in last))
    lines = [
        " ".join((f"{value!s:>{edge}}", *(f"{one:>{cell}}" for one in told[row * width : (row + 1) * width])))
        for row, value in enumerate(down)
    ]
    head = " ".join((f"{name:>{edge}}", *(f"{value!s:>{cell}}" for value in last)))
    return "\n".join([f"{main}, {name} down, {across} across", head, *lines])


def sweep_table(test: Test, main: str, chance: Ratio, steps: Sequence[Step]) -> str:
    """The steps that change something, by how much, and the names of those that change nothing."""
    told = [step for step in steps if step.change != NEVER]
    moving = {step.name for step in told}
    still = (step for step in steps if step.change == NEVER)
    idle = names_in(
        [f"{step.label}: {step.before} to {step.after}" if step.name in moving else step.label] for step in still
    )
    lines = [_step(step) for step in told if not step.apart]
    apart = [_step(step) for step in told if step.apart]
    head = [label_of(test), f"{main} {percent(chance)}"]
    rest = [f"no difference: {'; '.join(idle)}"] if idle else []
    apart = ["filled in, or left to no chance", *apart] if apart else []
    return "\n\n".join("\n".join(part) for part in (head, lines, apart, rest) if part)


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
                "apart": step.apart,
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
