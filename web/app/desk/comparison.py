"""Curves of a comparison: the numbers that there are to count, and the chart of one of them."""

from collections.abc import Sequence

from app.desk import words
from app.desk.state import MARGIN, Desk
from app.words import distribution, with_capital
from pyrules.api import Odds
from pyrules.charts import number_of, row_label
from pyrules.core.odds import Distribution, Value
from pyrules.curves import Chart, Curve
from pyrules.side_by_side import common_values, counted_in, margin_of, names_in, values_of


def countable(odds: Sequence[Odds | None]) -> dict[str, str]:
    """List the quantities of the tests with their titles; the margin where they decide by different ones."""
    told = [one for one in odds if one]
    found = {
        name: with_capital(next(one for one in told if name in one.distributions).test.system.name_of(name))
        for name in names_in(one.distributions for one in told)
    }
    decided = {(one.test.system.id, one.goal.name) for one in told if one.goal}
    if len(decided) <= 1:
        return found
    return {MARGIN: words.MARGIN} | {name: called for name, called in found.items() if called != words.MARGIN}


def counted_first(odds: Sequence[Odds | None]) -> str:
    """Return the quantity to count unless the reader chooses another."""
    return MARGIN if MARGIN in countable(odds) else next(one.leading for one in odds if one)


def runs_of(odds: Sequence[Odds | None], name: str) -> list[Distribution | None]:
    """The distribution of what is counted in each test, as far as it has one."""
    if name == MARGIN:
        return [margin_of(one) if one else None for one in odds]
    return [one.distributions.get(name) if one else None for one in odds]


def what_is_counted(desk: Desk) -> str:
    """Return the quantity that is counted now."""
    return desk.distribution if desk.distribution in countable(desk.odds) else counted_first(desk.odds)


def is_ordered(values: Sequence[Value]) -> bool:
    """Return whether all values are numbers, which can be counted with those above or below."""
    return all(number_of(value) is not None for value in values)


def chart_of(desk: Desk, said: str) -> Chart:
    """The chart of what is counted now; `said` are the words for it."""
    name = what_is_counted(desk)
    runs = runs_of(desk.odds, name)
    values = values_of(runs)
    numbers = is_ordered(values)
    counted = desk.counted if numbers else "exactly"
    if numbers:
        values = common_values(values, runs)
    curves = []
    for number, run in enumerate(runs):
        if run:
            shares = (counted_in(run, value, counted) for value in values)
            curves.append(Curve(number, tuple(None if share is None else share.value for share in shares)))
    caption = distribution(countable(desk.odds)[name], counted)
    labels = tuple(map(row_label, values))
    marked = "0" if name == MARGIN else ""
    return Chart(tuple(curves), labels, caption, said, numbers, counted == "exactly", marked)
