"""A system's rules in our own words, and what was decided where its text is silent."""

from typing import Any

from app.common.grid import grid
from app.common.html import Child, Markup, tag
from app.common.link import link
from app.model import Model
from app.odds.chances import chance_of
from app.odds.summary import percent
from app.place import Place
from app.rules import words
from app.rules.anchors import rule_id, ruling_id
from pyrules.core.budget import budget
from pyrules.core.errors import RulesError
from pyrules.core.form import Values
from pyrules.core.rulebook import Chart, Rule, Ruling
from pyrules.core.system import System


def rulebook(model: Model) -> Child:
    """Every rule of the system with the rulings that bear on it, then the rulings themselves."""
    system = model.system
    return (
        tag("p", words.RULEBOOK_ABOUT, class_="tagline"),
        tag(
            "details",
            tag("summary", words.CONTENTS),
            tag("ul", (tag("li", to(rule_id(rule), rule.title)) for rule in system.rules), class_="contents"),
            id="contents",
            class_="card",
        ),
        (
            tag("h2", words.CHARTS),
            tag("div", (charted(model, chart) for chart in system.charts), class_="rules charts"),
        )
        if system.charts
        else None,
        tag("h2", words.RULES),
        tag("div", (described(system, rule) for rule in system.rules), class_="rules"),
        tag("h2", words.RULINGS),
        tag("div", (ruling_row(ruling) for ruling in system.rulings), class_="rules"),
        (
            tag(
                "a",
                words.HOUSE_RULES_SET,
                href=f"{link(model, Place('', 'settings'))}#house-{system.id}",
                class_="button",
            )
            if system.settings
            else None
        ),
    )


def charted(model: Model, chart: Chart) -> Markup:
    """A table of the text, each row with the chance of the form's test where it would be of that row."""
    system = model.system
    sheet = model.sheet
    found: list[str] = []
    if chart.puts and sheet.test is not None:
        with budget():
            tests = (of_row(system, {**sheet.values, **puts}, model.house_rules) for puts in chart.puts)
            chances = [None if test is None else chance_of(system, test) for test in tests]
        if len(set(chances)) > 1:
            found = ["–" if chance is None else percent(chance) for chance in chances]
    heads = (*chart.heads, *((words.YOUR_TEST,) if found else ()))
    cells = ((row[0], (*row[1:], *found[place : place + 1])) for place, row in enumerate(chart.rows))
    named = tag("h3", chart.title)
    return tag("section", named, grid(chart.title, heads, cells), class_="card")


def of_row(system: System[Any], values: Values, house_rules: Values) -> Any:
    """The test that a row makes of a form; None where it is none."""
    try:
        return system.from_form(values, house_rules)
    except RulesError:
        return None


def described(system: System[Any], rule: Rule) -> Markup:
    """One rule."""
    return tag(
        "section",
        tag("h3", rule.title),
        tag("p", words.minus(rule.text)),
        tag("p", f"{rule.reason[0].upper()}{rule.reason[1:]}", class_="quiet") if rule.reason else None,
        (
            tag("p", words.SETTLED_BY_RULING, ": ", named(ruling), class_="quiet")
            for ruling in system.rulings
            if ruling.number in rule.rulings
        ),
        id=rule_id(rule),
        tabindex=-1,
        class_="card",
    )


def ruling_row(ruling: Ruling) -> Markup:
    """One ruling."""
    return tag(
        "section",
        tag("h3", words.ruling(ruling.number)),
        weighed(ruling),
        id=ruling_id(ruling),
        tabindex=-1,
        class_="card",
    )


def weighed(ruling: Ruling) -> Markup:
    """What a ruling settles, how, and why."""
    return tag(
        "dl",
        (tag("dt", words.RULING_OPEN), tag("dd", ruling.open)),
        (tag("dt", words.RULING_CHOSEN), tag("dd", words.minus(ruling.chosen))),
        (tag("dt", words.RULING_WHY), tag("dd", ruling.why)),
        class_="weighed",
    )


def named(ruling: Ruling) -> Markup:
    """The way to a ruling."""
    return to(ruling_id(ruling), words.ruling(ruling.number))


def to(anchor: str, label: str) -> Markup:
    """A link to a place on the same page."""
    return tag("a", label, href=f"#{anchor}")
