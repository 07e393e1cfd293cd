"""The results of `import pyrules` as HTML for notebooks, with the pictures that the app draws."""

from collections.abc import Sequence

from pyrules.charts import FLOOR, WIDTH, Bar, bars, bars_of, coordinate, marker, number_of, row_label
from pyrules.core.budget import TooMuchWork, budget
from pyrules.core.engine import chances_of
from pyrules.core.english import all_of, amount, minus
from pyrules.core.faces import write_faces
from pyrules.core.odds import Advice, Distribution, Odds as CoreOdds
from pyrules.core.ratio import MOST_SHOWN, NEVER, Ratio
from pyrules.curves import ON_THE_PAGE, WIDE, Chart, Curve, draw_chart, scale_step
from pyrules.heat import LEVELS, Axis
from pyrules.heat_map import heat_map
from pyrules.html import Child, Markup, tag
from pyrules.odds_table import percent
from pyrules.session_tables import spends
from pyrules.sessions.course import title
from pyrules.side_by_side import (
    LETTERS,
    common_values,
    counted_in,
    differences,
    events_of,
    label_of,
    margin_of,
    names_in,
    values_of,
)
from pyrules.strips import effect_bar, strip
from pyrules.values import Choices, Comparison, Odds, Result, Session, Sweep, Table, Test, WhatIfs

SECONDS = 1
"""The most seconds that the chart beside a result may take: it is an extra, and people wait for the verdict."""

COLOURS = {
    "test-0": "#2f7bd9",
    "test-1": "#b8690a",
    "test-2": "#128573",
    "test-3": "#b54fc9",
    "heat": "#238090",
    "good": "#2e8b57",
    "mark": "#d9480f",
}
"""Colours that stand out on white and on black alike: no style tells which of them a notebook has."""

STYLE = Markup(
    f".pyrules{{max-width:40em;{''.join(f'--{name}:{colour};' for name, colour in COLOURS.items())}"
    "--ink:currentColor;--quiet:currentColor;--line:#8886}"
    ".pyrules svg{display:block;max-width:100%;overflow:visible;fill:currentColor;font:11px system-ui,sans-serif}"
    ".pyrules .curves{font-size:13px}"
    ".pyrules .meets{fill:var(--good)}"
    ".pyrules .misses{fill:none;stroke:currentColor}"
    ".pyrules line.axis{stroke:currentColor}"
    ".pyrules .line{stroke:var(--line)}"
    ".pyrules .scale{opacity:.75}"
    ".pyrules line.marker{stroke:var(--mark);stroke-width:2.5}"
    ".pyrules text.marker{fill:var(--mark);font-weight:700}"
    ".pyrules .heat rect{fill:var(--heat)}"
    ".pyrules .heat .frame{fill:none;stroke:currentColor}"
    ".pyrules .heat text.axis{font-weight:700}"
    ".pyrules .contour{fill:none;stroke:currentColor;stroke-width:2.5}"
    ".pyrules .contour[data-level='80']{stroke-width:2;stroke-dasharray:6 3}"
    ".pyrules .contour[data-level='95']{stroke-width:2;stroke-dasharray:2 2.5}"
    ".pyrules .effect{width:9em;min-width:5em;height:.8em}"
    ".pyrules .effect [data-sign='up']{fill:var(--good)}"
    ".pyrules .effect [data-sign='down']{fill:var(--mark)}"
    ".pyrules :is(td,th){padding:.1em .5em;text-align:left;vertical-align:top}"
    ".pyrules td:first-child:not(:only-child){min-width:9em}"
    ".pyrules td.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}"
)

LEFT = 40
"""The room for a scale."""

ROWS_SHOWN = 100
"""The number of rows of a long listing that are shown."""


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
    return _frame(
        (tag("p", tag("b", letter), f" {label_of(test)}") for letter, test in zip(letters, found.tests, strict=True)),
        (tag("p", line) for line in differences(found)),
        tag(
            "table",
            tag("tr", tag("th", ""), (tag("th", letter) for letter in letters)),
            (
                tag("tr", tag("td", name), (tag("td", percent(one) if one else "-") for one in row))
                for name, row in events_of(found)
            ),
        ),
        _curves(found),
    )


def _curves(found: Comparison) -> Child:
    """The row that decides each test, or by how much they succeed where that is not the same, with all above it."""
    decided = {(one.test.system.id, one.goal) for one in found.odds}
    shared = len({system for system, _ in decided}) == 1
    name = found.odds[0].leading
    runs = [one.distributions.get(name) for one in found.odds] if shared else list(map(margin_of, found.odds))
    values = values_of(runs)
    if not values:
        return None
    numbers = all(number_of(value) is not None for value in values)
    counted = "at least" if numbers else "exactly"
    values = common_values(values, runs) if numbers else values
    curves = []
    for number, run in enumerate(runs):
        if run:
            shares = (counted_in(run, value, counted) for value in values)
            curves.append(Curve(number, tuple(None if share is None else share.value for share in shares)))
    caption = f"{_line_title(name) if shared else 'Margin'}, {counted}"
    said = "; ".join(f"{letter} {label_of(test)}" for letter, test in zip(LETTERS, found.tests, strict=False))
    return draw_chart(Chart(tuple(curves), tuple(map(row_label, values)), caption, said, numbers), WIDE, ON_THE_PAGE)


def sweep_card(steps: Sweep) -> Markup:
    """The worth of each step, as bars; then the steps that change nothing."""
    told = [step for step in steps if step.change != NEVER]
    idle = names_in([step.label] for step in steps if step.change == NEVER)
    most = max((abs(step.change.value) for step in told), default=1)
    rows = (_change(f"{step.label}: {step.before} to {step.after}", step.change, step.chance, most) for step in told)
    return _card(
        steps.about,
        tag("table", tag("tr", map(_head, ("Change", "", "Points", "Chance"))), rows),
        tag("p", f"No difference: {'; '.join(idle)}") if idle else None,
    )


def what_ifs_card(found: WhatIfs) -> Markup:
    """The chances of the test if one thing were different, as bars."""
    most = max((abs(one.change.value) for one in found), default=1)
    rows = (_change(one.label, one.change, one.chance, most) for one in found)
    return _card(found.about, tag("table", tag("tr", map(_head, ("What if", "", "Points", "Chance"))), rows))


def _head(words: str) -> Markup:
    return tag("th", words)


def _change(words: str, change: Ratio, chance: Ratio, most: float) -> Markup:
    points = minus(f"{100 * change.value:+.2f}")
    return tag(
        "tr",
        tag("td", words),
        tag("td", effect_bar(change.value / most)),
        tag("td", points, class_="number"),
        tag("td", percent(chance), class_="number"),
    )


def advice_card(found: Choices) -> Markup:
    """The advice after a roll, the best first: on which dice, at what cost, with which chances."""
    result = found.about
    names = list(found[0].chances)
    costs = names_in(one.expected_costs for one in found)
    titles = {counter.id: counter.title for counter in result.test.system.counters}
    heads = ("Choice", "On", *(titles[name] for name in costs), "", *names)
    return _card(
        result.test,
        tag("p", f"Dice: {write_faces(result.roll.dice) or 'none'}"),
        tag("table", tag("tr", map(_head, heads)), (_choice(one, costs, names) for one in found)),
    )


def _choice(one: Advice, costs: Sequence[str], names: Sequence[str]) -> Markup:
    places = ", ".join("−" if place < 0 else f"die {place}" for place in one.places)
    return tag(
        "tr",
        tag("td", one.label, tag("div", tag("small", one.policy)) if one.policy else None),
        tag("td", places),
        (
            tag("td", f"{one.expected_costs[name].value:.2f}" if name in one.expected_costs else "", class_="number")
            for name in costs
        ),
        tag("td", _bar(one.chances[names[0]].value)),
        (tag("td", percent(one.chances[name]) if name in one.chances else "", class_="number") for name in names),
    )


def _bar(share: float) -> Markup:
    """A chance as a bar."""
    drawn = tag("rect", x=0, y=1, width=coordinate(100 * share), height=8, data_sign="up")
    attributes = {"viewBox": "0 0 100 10", "preserveAspectRatio": "none", "aria_hidden": "true", "class_": "effect"}
    return tag("svg", drawn, **attributes)


def table_card(found: Table) -> Markup:
    """The main event over what is gone through: a curve, a heat map, or rows where that is more than two things."""
    first = found.odds[0]
    name = _line_title(first.test.system.name_of(first.main))
    chances = [one.events.get(first.main) for one in found.odds]
    words = {each: tuple(map(str, values)) for each, values in found.over.items()}
    said = f"{name}, by {all_of([*found.over])}"
    if len(words) == 1:
        ((label, values),) = words.items()
        shares = tuple(None if chance is None else chance.value for chance in chances)
        shown: Child = draw_chart(Chart((Curve(0, shares),), values, label, said), WIDE, ON_THE_PAGE)
    elif len(words) == 2:
        down, across = (Axis(label, label, values, values, 0) for label, values in words.items())
        lines = ", ".join(f"{100 * level.value:.0f} %" for level in LEVELS)
        shown = heat_map(across, down, chances, said, now=False), tag("p", f"In per cent; lines at {lines}.")
    else:
        shown = _rows(found, chances)
    return _frame(tag("p", tag("b", f"{first.test.system.title}: {said}")), shown)


def _rows(found: Table, chances: Sequence[Ratio | None]) -> Child:
    rows = [
        (one.test.notation, "" if chance is None else percent(chance))
        for one, chance in zip(found.odds, chances, strict=True)
    ]
    left = len(rows) - ROWS_SHOWN
    return (
        tag("table", (tag("tr", tag("td", one), tag("td", told, class_="number")) for one, told in rows[:ROWS_SHOWN])),
        tag("p", f"and {left} more") if left > 0 else None,
    )


def distribution_card(rows: Distribution) -> Markup:
    """A bar for each value, and its chance in per cent and as a fraction."""
    each = [Bar(row_label(value), chance.value, meets=True) for value, chance in rows.items()]
    return _frame(
        bars(each, "Distribution", f"{len(each)} values", left=LEFT, behind=_scale(each)),
        tag(
            "table",
            (
                tag("tr", tag("td", row_label(value)), tag("td", percent(chance)), tag("td", _short(chance)))
                for value, chance in rows.items()
            ),
        ),
    )


def session_card(session: Session) -> Markup:
    """A session: the chance of success and the mean of each counter after every test, and where counters end."""
    system, last = session.tests[0].system, session.after[-1].counters
    told = f"simulated, {amount(session.trials, 'trial')}" if session.simulated else "exact"
    head = tag("tr", (tag("th", cell) for cell in ("Test", "Success", *(title(system, name) for name in last))))
    lines = (
        tag(
            "tr",
            (tag("td", cell) for cell in (one.test.notation, percent(one.success))),
            (tag("td", f"{mean.value:.3f}") for mean in one.means.values()),
        )
        for one in session.after
    )
    courses = (_course(session, name, title(system, name)) for name in session.telling)
    return _card(session.tests[0], tag("p", f"{spends(session)}; {told}"), tag("table", head, lines), courses)


def _course(session: Session, name: str, called: str) -> Child:
    """Where a counter stands after each test, the likelier the darker, and where it ends on average."""
    runs = [one.counters[name] for one in session.after]
    mean = f"mean {runs[-1].mean().value:.3f}"
    return tag("p", f"{called} after each test, in the end: {mean}"), strip(runs, called, mean)


def _card(test: Test, *content: Child) -> Markup:
    return _frame(tag("p", tag("b", str(test))), content)


def _frame(*content: Child) -> Markup:
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


def _scale(given: Sequence[Bar]) -> list[Markup]:
    """Lines behind the bars, each with its chance."""
    highest = max((bar.share for bar in given), default=0) or 1
    step = scale_step(highest)
    lines = []
    for number in range(int(highest / step + 1e-9) + 1):
        y = FLOOR - (FLOOR - 24) * number * step / highest
        lines.append(tag("line", x1=0, x2=WIDTH, y1=coordinate(y), y2=coordinate(y), class_="line"))
        percent = f"{100 * number * step:.0f} %"
        lines.append(tag("text", percent, x=-6, y=coordinate(y + 4), text_anchor="end", class_="scale"))
    return lines


def _line_title(name: str) -> str:
    """A name as a line begins with it."""
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def _chart(odds: CoreOdds, rolled: str = "") -> Child:
    """The distribution to look at first, under a line that says what it counts; in words where one value is certain."""
    name = odds.leading
    counted = _line_title(name)
    each = bars_of(odds, name)
    if len(each) == 1:
        return tag("p", f"{counted}: always {each[0].label}")
    mean = f"mean {odds.means[name].value:.3f}" if name in odds.means else ""
    enough = "filled bars succeed" if odds.goal else ""
    about = "; ".join(filter(None, (mean, enough)))
    shown = row_label(rolled)
    return (
        tag("p", f"{counted}: {about}" if about else counted),
        bars(each, counted, about, shown, f"rolled: {shown}" if rolled else "", left=LEFT, behind=_scale(each)),
    )
