"""Sessions as text, as JSON has them, and as CSV."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from pyrules.core.english import amount
from pyrules.core.odds import Value
from pyrules.core.ratio import Ratio
from pyrules.odds_table import percent
from pyrules.sessions.course import title
from pyrules.sessions.simulation import mean_between, share_between
from pyrules.sessions.spending import SUCCESSES, TESTS
from pyrules.values import After, Session, Test

SPENDS: dict[str, str] = {
    "never": "nothing is spent",
    "advised": "spent as the advice says",
    "all": "spent until nothing is left, as long as a test fails",
}


def spends(found: Session) -> str:
    """The words for the way that whoever rolls spends."""
    return SPENDS.get(found.policy) or f"spent as {found.policy} says"


TEST, LEAST = 5, 9
"""The widths of the first column and, at least, of the others."""

LEAST_SHOWN = 1e-4


def session_table(found: Session) -> str:
    """The tests, the chance of success and the mean of every counter after each, and where counters end."""
    system = found.tests[0].system
    titles = {name: title(system, name) for name in found.telling}
    start = [f"{titles[name]} {value}" for name, value in found.start.items() if name not in (TESTS, SUCCESSES)]
    told = f"simulated, {amount(found.trials, 'trial')}, with 95 % confidence intervals" if found.simulated else "exact"
    head = ["; ".join(("starts with " + ", ".join(start) if start else "no counters", spends(found), told))]
    means = _grid(
        ["test", "success", *titles.values()],
        ([str(number), _success(found, one), *_means(found, titles, one)] for number, one in enumerate(found.after, 1)),
    )
    ends = _grid(
        ["", *titles.values()], ([str(value), *_shares(found, titles, value)] for value in _values(found, titles))
    )
    sections = [
        [*_number_tests(found.tests), *head],
        ["on average, after each test", *means],
        [f"after the last test; what is less likely than {100 * LEAST_SHOWN} % is left out", *ends],
    ]
    return "\n\n".join("\n".join(lines) for lines in sections)


def _number_tests(tests: Sequence[Test]) -> Iterable[str]:
    """The tests by their numbers, equal ones in a row together."""
    first = 0
    while first < len(tests):
        last = first
        while last + 1 < len(tests) and tests[last + 1] == tests[first]:
            last += 1
        numbers = f"{first + 1}" if first == last else f"{first + 1} to {last + 1}"
        yield "  ".join((numbers, str(tests[first])))
        first = last + 1


def _grid(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [list(head), *map(list, rows)]
    widths = [TEST, *(max(LEAST, *(len(line[column]) for line in lines)) for column in range(1, len(head)))]
    return ["  ".join(f"{cell:>{width}}" for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]


def _success(found: Session, one: After) -> str:
    if not found.simulated:
        return percent(one.success)
    low, high = share_between(one.success.value, found.trials)
    return f"{100 * low:.1f} to {100 * high:.1f} %"


def _values(found: Session, names: Iterable[str]) -> list[int]:
    """The values at which counters end, but for those that hardly ever do."""
    ends = [found.after[-1].counters[name] for name in names]
    return sorted({int(value) for rows in ends for value, weight in rows.rows if weight / rows.total >= LEAST_SHOWN})


def _means(found: Session, names: Iterable[str], one: After) -> list[str]:
    if not found.simulated:
        return [f"{one.means[name].value:.3f}" for name in names]
    return ["{:.2f} to {:.2f}".format(*mean_between(one.counters[name])) for name in names]


def _shares(found: Session, names: Iterable[str], value: int) -> list[str]:
    """The chances of the values that each counter ends at."""
    cells = []
    for rows in (found.after[-1].counters[name] for name in names):
        weight = dict(rows.rows).get(value, 0)
        if found.simulated:
            low, high = share_between(weight / rows.total, rows.total)
            cells.append(f"{100 * low:.1f} to {100 * high:.1f} %" if weight else "-")
        else:
            cells.append(percent(Ratio(weight, rows.total)) if weight else "-")
    return cells


def session_report(found: Session) -> dict[str, Any]:
    """A session as JSON has it; simulated chances have bounds of their 95 % confidence in place of exact fractions."""
    return {
        "system": found.tests[0].system.id,
        "policy": found.policy,
        "trials": found.trials,
        "start": dict(found.start),
        "tests": [
            {
                "notation": one.test.notation,
                "settings": one.test.house_rules,
                "success": _share(found, one.success),
                "counters": {
                    name: {
                        "mean": _mean(found, one, name),
                        "rows": [_row(found, value, Ratio(weight, rows.total)) for value, weight in rows.rows],
                    }
                    for name, rows in one.counters.items()
                },
            }
            for one in found.after
        ],
    }


def _row(found: Session, value: Value, chance: Ratio) -> list[Any]:
    told = _share(found, chance)
    return [value, told.get("exact"), told["p"], *(told[name] for name in ("low", "high") if name in told)]


def _share(found: Session, chance: Ratio) -> dict[str, Any]:
    if not found.simulated:
        return {"exact": chance.exact, "p": chance.value}
    low, high = share_between(chance.value, found.trials)
    return {"p": chance.value, "low": low, "high": high}


def _mean(found: Session, one: After, name: str) -> dict[str, Any]:
    mean = one.means[name]
    if not found.simulated:
        return {"exact": mean.exact, "value": mean.value}
    low, high = mean_between(one.counters[name])
    return {"value": mean.value, "low": low, "high": high}


def session_csv(found: Session) -> str:
    """A session for a spreadsheet: a row for each test's success, and for each counter's mean and values after it."""
    rows: list[list[Any]] = [["test", "notation", "kind", "counter", "value", "number", "low", "high"]]
    for place, one in enumerate(session_report(found)["tests"], 1):
        rows.append([place, one["notation"], "success", "", "", *_numbers(one["success"], "p")])
        for name, counter in one["counters"].items():
            rows.append([place, one["notation"], "mean", name, "", *_numbers(counter["mean"], "value")])
            rows += [
                [place, one["notation"], "distribution", name, value, chance, *(bounds or ("", ""))]
                for value, _, chance, *bounds in counter["rows"]
            ]
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue().rstrip("\n")


def _numbers(told: dict[str, Any], name: str) -> list[Any]:
    return [told[name], told.get("low", ""), told.get("high", "")]
