"""Somebody's sheet on paper: all that is written down of them, their counters to tick, and lines for notes."""

from app.common.count import own_counters
from app.common.html import Child, Markup, tag
from app.common.tracking import bounds, value
from app.model import Model
from app.tracker import words
from pyrules.campaign.tracking import Person, tracking_of
from pyrules.core.english import minus
from pyrules.core.form import Field, Values
from pyrules.core.system import Counter

BOXES = 10
"""How many boxes a counter without a bound has."""

MOST_BOXES = 20
"""A counter that goes further stands as a number."""

SPARE = 2
"""How many empty rows a list has for the pencil."""

LINES = 6


def paper(model: Model, one: Person) -> Markup:
    """The sheet; only paper shows it, and then nothing else."""
    tracking, mark = tracking_of(model.system), model.system.look.mark
    counted = own_counters(model, one)
    single = [field for field in tracking.fields if field.kind != "rows"]
    return tag(
        "article",
        tag(
            "header",
            tag("svg", tag("path", d=mark, fill_rule="evenodd"), viewBox="0 0 100 100", aria_hidden="true"),
            tag("h2", one.name),
            tag("p", words.with_capital(tracking.foe if one.foe else tracking.person), " · ", model.system.title),
        ),
        tag("dl", (entry(field.label, value_in_words(field, one.values[field.name])) for field in single))
        if single
        else None,
        (rows_grid(field, one.values[field.name]) for field in tracking.fields if field.kind == "rows"),
        tag("dl", (tally(model, each, one) for each in counted), class_="tallies") if counted else None,
        tag("h3", words.PAPER_NOTES),
        tag("div", (tag("p") for _ in range(LINES)), class_="lines"),
        class_="sheet",
    )


def entry(label: str, *content: Child) -> Markup:
    """Something with its name."""
    return tag("div", tag("dt", label), tag("dd", *content))


def value_in_words(field: Field, given: object) -> str:
    """A value as the form shows it; "" for none."""
    if given is None:
        return ""
    label = next((one.label for one in field.choices if one.value == given), str(given))
    return minus(label)


def rows_grid(field: Field, rows: list[Values]) -> Markup:
    """A list as a table, with empty rows for the pencil."""
    cells = [
        [value_in_words(column, row[column.name]) if column.applies(row) else "" for column in field.columns]
        for row in rows
    ]
    empty = [[""] * len(field.columns)] * min(SPARE, field.high - len(rows))
    head = tag("tr", (tag("th", column.label, scope="col") for column in field.columns))
    body = (tag("tr", (tag("td", cell) for cell in row)) for row in (*cells, *empty))
    return tag("table", tag("caption", field.label), tag("thead", head), tag("tbody", body))


def tally(model: Model, counter: Counter, one: Person) -> Markup:
    """A counter as boxes, as many of them filled as it stands at; as a number where it goes far."""
    number, limits = value(model, counter.id, one.name), bounds(model, counter.id, one.name)
    most = limits.high if limits.full is None else limits.full
    boxes = max(BOXES if most is None else most, number)
    if boxes > MOST_BOXES or number < 0:
        return entry(counter.title, words.one_of_most(number, most))
    return entry(counter.title, "■" * number, "□" * (boxes - number))
