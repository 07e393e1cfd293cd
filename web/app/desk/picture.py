"""A comparison as a picture for others: the tests, their curves and how they differ in words, on white paper."""

from collections.abc import Iterator

from app import words as common
from app.common.html import Markup, tag
from app.desk.comparison import chart_of
from app.desk.parts import precise
from app.desk.state import Desk
from app.share.picture import fitting
from pyrules.api import Comparison
from pyrules.core.english import minus
from pyrules.curves import Frame, Palette, content, mark
from pyrules.side_by_side import LETTERS, differences, label_of

PAPER = Palette(("#1f5fbf", "#b45309", "#0f766e", "#a21caf"), "#1c1917", "#5c554d", "#e2ddd4")
WIDTH, EDGE = 1080, 56
CHART = Frame(WIDTH - 2 * EDGE, 520, 20)
LINE = 44


def picture(found: Comparison, desk: Desk) -> Markup:
    """The picture as the text of an SVG file."""
    said = [*map(common.with_capital, differences(found))]
    head = EDGE + LINE * len(found.odds)
    foot = head + 16 + CHART.height + 16
    height = foot + 36 * len(said) + EDGE
    return tag(
        "svg",
        tag("rect", width=WIDTH, height=height, fill="#fffefb"),
        _tests(found),
        tag("g", content(chart_of(desk, ""), CHART, PAPER), transform=f"translate({EDGE} {head + 16})", font_size=20),
        (
            tag("text", sentence, x=EDGE, y=foot + 36 * (place + 1), font_size=24, fill=PAPER.ink)
            for place, sentence in enumerate(said)
        ),
        tag("text", common.APP, x=WIDTH - EDGE, y=height - 24, text_anchor="end", font_size=20, fill=PAPER.quiet),
        xmlns="http://www.w3.org/2000/svg",
        width=WIDTH,
        height=height,
        viewBox=f"0 0 {WIDTH} {height}",
        font_family="system-ui, sans-serif",
    )


def _tests(found: Comparison) -> Iterator[Markup]:
    """Each test on a line of its own, with its shape and the chance of its main event."""
    for number, odds in enumerate(found.odds):
        y = EDGE + LINE * number
        name = fitting(f"{LETTERS[number]}  {minus(label_of(odds.test))}", 28, WIDTH - 2 * EDGE - 200)
        yield tag("g", mark(number, PAPER.tests[number], 0, 0), transform=f"translate({EDGE + 10} {y}) scale(2)")
        yield tag("text", name, x=EDGE + 36, y=y + 10, font_size=28, font_weight=600, fill=PAPER.ink)
        yield tag(
            "text",
            precise(odds.events[odds.main]),
            x=WIDTH - EDGE,
            y=y + 10,
            text_anchor="end",
            font_size=28,
            font_weight=700,
            fill=PAPER.tests[number],
        )
