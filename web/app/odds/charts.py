"""The charts of a text, each row with the chance that the form's test would have there."""

from typing import Any

from app.common.grid import grid
from app.common.html import Child, Markup, tag
from app.model import Model
from app.odds import words
from app.odds.chances import chance_of, odds_of
from app.odds.summary import percent
from app.rules.view import rulebook
from pyrules.core.budget import budget
from pyrules.core.errors import RulesError
from pyrules.core.form import Values
from pyrules.core.ratio import Ratio
from pyrules.core.rulebook import Chart
from pyrules.core.system import System


def rules(model: Model) -> Child:
    """The page of the rules, with the charts in it."""
    return rulebook(model, charts(model))


def charts(model: Model) -> Child:
    """Every chart of the system; nothing where its text has none."""
    found = model.system.charts
    drawn = tag("div", (chart_grid(model, chart) for chart in found), class_="rules charts")
    return (tag("h2", words.CHARTS), drawn) if found else None


def chart_grid(model: Model, chart: Chart) -> Markup:
    """A table of the text, each row with the chance that the form's test would have there, or that it comes to that."""
    system = model.system
    sheet = model.sheet
    found: list[str] = []
    if chart.outcomes and sheet.test is not None:
        odds = odds_of(model, sheet.test)
        degrees = None if isinstance(odds, str) else odds.distributions.get("degree")
        found = [percent(degrees.get(outcome, Ratio(0))) for outcome in chart.outcomes] if degrees else []
    if chart.puts and sheet.test is not None:
        with budget():
            tests = (of_row(system, {**sheet.values, **puts}, model.house_rules) for puts in chart.puts)
            chances = [None if test is None else chance_of(system, test) for test in tests]
        if len(set(chances)) > 1:
            found = ["–" if chance is None else percent(chance) for chance in chances]
    heads = (*chart.heads, *((words.YOUR_TEST,) if found else ()))
    rows = ((row[0], (*row[1:], *found[place : place + 1])) for place, row in enumerate(chart.rows))
    cells = ((name, tuple(map(unbroken_cell, others))) for name, others in rows)
    named = tag("h3", chart.title)
    return tag("section", named, grid(chart.title, heads, cells), class_="card")


def unbroken_cell(cell: str) -> str:
    """A cell whose number and unit stay on one line, however narrow the table is."""
    return cell.replace(" %", "\N{NO-BREAK SPACE}%")


def of_row(system: System[Any], values: Values, house_rules: Values) -> Any:
    """The test that a row makes of a form; None where it is none."""
    try:
        return system.from_form(values, house_rules)
    except RulesError:
        return None
