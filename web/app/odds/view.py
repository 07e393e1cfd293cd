"""The Odds tab: every distribution, what-ifs, the smallest pool, and the ways to the desk."""

from collections.abc import Sequence
from typing import Any

from app.common.grid import grid
from app.common.html import Child, Markup, tag
from app.common.link import link
from app.model import Model
from app.odds import words
from app.odds.chances import has_sizes, odds_of, pool_for, what_ifs_of
from app.odds.state import MODES
from app.odds.summary import at_length, chart, events, forecast, left_out, legend, percent
from app.place import CHANGES, COMPARE, SESSION, Place
from pyrules.campaign.links import write_link
from pyrules.charts import row_chance, row_label
from pyrules.core.odds import Odds
from pyrules.core.ratio import Ratio
from pyrules.core.system import System


def odds(model: Model) -> Child:
    """The Odds tab: every distribution, what-ifs, the smallest pool, and the ways to the desk."""
    if model.sheet.test is None:
        return tag("p", words.FIX_FIRST, class_="card")
    found = odds_of(model, model.sheet.test)
    if isinstance(found, str):
        return (headline(model), tag("div", tag("p", found), at_length(model), class_="card"))
    name = model.question.distribution
    name = name if name in found.distributions else found.leading
    return (
        headline(model),
        tag(
            "div",
            tag(
                "div",
                tag("div", forecast(found), events(model.system, found), left_out(model, found), class_="card odds"),
                question(model, found, name),
            ),
            tag("div", variants(model), to_the_desk(model)),
            class_="beside",
        ),
    )


def question(model: Model, found: Odds, name: str) -> Markup:
    """One distribution as the reader wants to see it, and the smallest pool for a chance."""
    names = [*found.distributions]

    def title_of(part: str) -> str:
        return words.with_capital(model.system.name_of(part))

    return tag(
        "form",
        tag(
            "div",
            segments("distribution", words.DISTRIBUTION, names, name, title_of) if len(names) > 1 else None,
            segments("mode", words.COUNTED, MODES, model.question.mode, str),
            chart(model.system, found, name, model.question.mode),
            legend(model.system, found, name),
            numbers_grid(model.system, found, name),
            inverse(model),
            data_on="odds-ask",
            class_="card odds",
        ),
        novalidate=True,
        id="odds-form",
    )


def headline(model: Model) -> Markup:
    """The test whose odds these are."""
    return tag("h2", words.odds_of(model.sheet.notation))


def segments(name: str, label: str, values: Sequence[str], chosen: str, say: Any) -> Markup:
    """A row of choices that take effect at once."""
    return tag(
        "div",
        (
            tag(
                "label",
                tag("input", type="radio", name=name, value=value, checked=value == chosen),
                tag("span", say(value)),
            )
            for value in values
        ),
        class_="segments",
        role="group",
        aria_label=label,
    )


def numbers_grid(system: System[Any], found: Odds, name: str) -> Markup:
    """The same numbers to read: exactly, at least and at most, with the exact fraction."""
    rows = found.distributions[name]
    heads = (words.with_capital(system.name_of(name)), *MODES, words.EXACT)
    chances = (
        (
            row_label(value),
            [
                *(percent(row_chance(rows, value, mode)) for mode in MODES),
                words.short_fraction(row_chance(rows, value, "exactly").exact),
            ],
        )
        for value, _ in rows.rows
    )
    return tag("details", tag("summary", words.TABLE), grid(words.TABLE, heads, chances), id="odds-table")


def inverse(model: Model) -> Child:
    """Draw the number of dice that a wanted chance takes, where the pool has a size."""
    if not has_sizes(model.system, model.sheet.test):
        return None
    wanted = model.question.wanted
    found = pool_for(model.system, model.sheet.test, wanted)
    return tag(
        "div",
        tag("label", words.WANTED, for_="wanted"),
        tag("input", id="wanted", name="wanted", value=wanted, inputmode="numeric"),
        tag("output", found if isinstance(found, str) else words.pool_for(found, wanted), for_="wanted"),
        class_="field",
    )


def variants(model: Model) -> Child:
    """Draw the main chance if one thing were different."""
    found = what_ifs_of(model.system, model.sheet.test)
    if not found:
        return None
    return tag(
        "section",
        tag("h2", words.WHAT_IF),
        tag(
            "ul",
            (
                tag(
                    "li",
                    tag("span", one.label),
                    tag("b", percent(one.chance)),
                    tag("span", words.points(one.change.value), data_sign=sign(one.change)),
                )
                for one in found
            ),
            class_="what-ifs",
        ),
        class_="card odds",
        aria_label=words.WHAT_IF,
    )


def sign(change: Ratio) -> str:
    """Return whether a change is for the better."""
    return "up" if change.weight > 0 else "down" if change.weight < 0 else "same"


def to_the_desk(model: Model) -> Markup:
    """The ways to the desk, with this test laid on it."""
    fragment = write_link(model.system, model.sheet.test)
    ways = ((words.COMPARE_TEST, COMPARE), (words.CHANGES, CHANGES), (words.SESSION, SESSION))
    return tag(
        "nav",
        (tag("a", word, href=f"{link(model, Place('', tab))}#{fragment}", class_="card way") for word, tab in ways),
        aria_label=words.DESK,
        class_="odds",
    )
