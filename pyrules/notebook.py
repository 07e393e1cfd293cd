"""Results and odds as HTML for notebooks, with the chart that the app draws."""

from pyrules.charts import Bar, bars, bars_of, labelled, marker
from pyrules.core.budget import TooMuchWork, budget
from pyrules.core.engine import chances_of
from pyrules.core.faces import write_faces
from pyrules.core.odds import Distribution, Odds as CoreOdds
from pyrules.core.ratio import MOST_SHOWN, Ratio
from pyrules.html import Child, Markup, tag
from pyrules.odds_table import percent
from pyrules.session_tables import spends
from pyrules.sessions.course import title
from pyrules.side_by_side import LETTERS, called, differences, events_of
from pyrules.values import Comparison, Odds, Result, Session, Test

SECONDS = 1
"""How long the chart beside a result may take: it is an extra, and people wait for the verdict."""

STYLE = Markup(
    ".pyrules{max-width:36em}"
    ".pyrules .chart{display:block;overflow:visible;fill:currentColor;font:11px system-ui,sans-serif}"
    ".pyrules .meets{fill:#2e8b57}"
    ".pyrules .misses{fill:none;stroke:currentColor}"
    ".pyrules .axis{stroke:currentColor}"
    ".pyrules line.marker{stroke:#d9480f;stroke-width:2.5}"
    ".pyrules text.marker{fill:#d9480f;font-weight:700}"
)


def result_card(result: Result) -> Markup:
    """A judged roll: its dice, the verdict and the steps to it, and where it stands among all that could have been."""
    verdict = result.verdict
    return _card(
        result.test,
        tag("p", f"Dice: {write_faces(result.roll.dice) or 'none'}"),
        tag("p", tag("strong", verdict.headline), f": {verdict.summary}"),
        tag("table", (tag("tr", tag("td", line.step), tag("td", line.result)) for line in verdict.lines)),
        _standing(result) if result.roll.dice else None,
    )


def odds_card(odds: Odds) -> Markup:
    """The odds of a test: the chance of every event, and the distribution that decides it."""
    rows = (
        tag("tr", tag("td", name), tag("td", percent(chance)), tag("td", _short(chance)))
        for name, chance in odds.events.items()
    )
    titles = {counter.id: counter.title for counter in odds.test.system.counters}
    spent = (f"{titles[counter]}: {mean.value:.3f} spent on average" for counter, mean in (odds.costs or {}).items())
    return _card(
        odds.test,
        None if odds.costs is None else tag("p", "with the best choices after the roll"),
        tag("p", odds.forecast) if odds.forecast else None,
        tag("table", rows),
        (tag("p", line) for line in spent),
        _chart(odds) if odds.distributions else None,
        tag("p", f"Left out, as it would take too long: {', '.join(odds.left_out)}") if odds.left_out else None,
    )


def comparison_card(found: Comparison) -> Markup:
    """Tests side by side: how they differ in words, and every event in each."""
    letters = LETTERS[: len(found.odds)]
    return _framed(
        (tag("p", tag("b", letter), f" {called(test)}") for letter, test in zip(letters, found.tests, strict=True)),
        (tag("p", line) for line in differences(found)),
        tag(
            "table",
            tag("tr", tag("th", ""), (tag("th", letter) for letter in letters)),
            (
                tag("tr", tag("td", name), (tag("td", percent(one) if one else "-") for one in row))
                for name, row in events_of(found)
            ),
        ),
        (tag("div", tag("p", tag("b", letter)), _chart(one)) for letter, one in zip(letters, found.odds, strict=True)),
    )


def distribution_card(rows: Distribution) -> Markup:
    """A bar for each value, and its chance in per cent and as a fraction."""
    drawn = [Bar(labelled(value), chance.value, meets=True) for value, chance in rows.items()]
    return _framed(
        bars(drawn, "Distribution", f"{len(drawn)} values"),
        tag(
            "table",
            (
                tag("tr", tag("td", labelled(value)), tag("td", percent(chance)), tag("td", _short(chance)))
                for value, chance in rows.items()
            ),
        ),
    )


def session_card(session: Session) -> Markup:
    """A session: the chance of success and the mean of each counter after every test, and where counters end."""
    system, last = session.tests[0].system, session.after[-1].counters
    told = f"simulated, {session.trials} trials" if session.simulated else "exact"
    head = tag("tr", (tag("th", cell) for cell in ("Test", "Success", *(title(system, name) for name in last))))
    lines = (
        tag(
            "tr",
            (tag("td", cell) for cell in (one.test.notation, percent(one.success))),
            (tag("td", f"{mean.value:.3f}") for mean in one.means.values()),
        )
        for one in session.after
    )
    charts = (_ended(title(system, name), rows) for name, rows in last.items())
    return _card(session.tests[0], tag("p", f"{spends(session)}; {told}"), tag("table", head, lines), charts)


def _ended(counter: str, rows: Distribution) -> Child:
    """Where a counter stands after the last test."""
    mean = f"mean {rows.mean().value:.3f}"
    if len(rows.rows) == 1:
        return tag("p", f"{counter} in the end: always {labelled(rows.rows[0][0])}")
    drawn = [Bar(labelled(value), weight / rows.total, meets=True) for value, weight in rows.rows]
    return tag("p", f"{counter} in the end: {mean}"), bars(drawn, counter, mean)


def _card(test: Test, *content: Child) -> Markup:
    return _framed(tag("p", tag("b", str(test))), content)


def _framed(*content: Child) -> Markup:
    return tag("div", tag("style", STYLE), content, class_="pyrules")


def _short(chance: Ratio) -> str:
    """The fraction, where it fits into a cell."""
    return chance.exact if chance.length <= MOST_SHOWN else ""


def _standing(result: Result) -> Child:
    """The chart with the value that was rolled marked; in words why there is none."""
    try:
        with budget(SECONDS):
            found = chances_of(result.test.system).odds(result.test.record)
        luck = result.luck
    except TooMuchWork as error:
        return tag("p", str(error))
    rolled = marker(found.distributions[found.leading], getattr(result.outcome, found.leading, None))
    said = f"A roll at least this good: {percent(luck.at_least)}" if luck else None
    return (_chart(found, rolled), tag("p", said) if said else None)


def _chart(odds: CoreOdds, rolled: str = "") -> Child:
    """The distribution to look at first, under a line that says what it counts; in words where one value is certain."""
    name = odds.leading
    counted = name.replace("_", " ").capitalize()
    drawn = bars_of(odds, name)
    if len(drawn) == 1:
        return tag("p", f"{counted}: always {drawn[0].label}")
    mean = f"mean {odds.means[name].value:.3f}" if name in odds.means else ""
    enough = "filled bars succeed" if odds.goal else ""
    about = "; ".join(filter(None, (mean, enough)))
    shown = labelled(rolled)
    return (
        tag("p", f"{counted}: {about}" if about else counted),
        bars(drawn, counted, about, shown, f"rolled: {shown}" if rolled else ""),
    )
