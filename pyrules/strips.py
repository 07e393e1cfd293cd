"""Pictures in strips: where a counter stands after each test, and how much a change is worth."""

from collections.abc import Sequence

from pyrules.charts import coordinate, row_label
from pyrules.core.odds import Distribution
from pyrules.html import Markup, tag

RARE, MOST_ROWS = 0.005, 24
"""Values that are rarer after every test are not drawn, nor are more than so many; the table has all of the last."""

LEFT, WIDTH, HEIGHT, FONT = 44, 320, 16, 11
"""The room left of the cells, that for all of them, the height of a row, and that of its letters."""


def strip(runs: Sequence[Distribution], called: str, described: str) -> Markup:
    """A column for each test and a row for each value, the likelier the darker."""
    shares = [{int(value): weight / run.total for value, weight in run.rows} for run in runs]
    likeliest: dict[int, float] = {}
    for column in shares:
        for value, chance in column.items():
            likeliest[value] = max(chance, likeliest.get(value, 0))
    often = sorted((value for value, chance in likeliest.items() if chance > RARE), key=likeliest.__getitem__)
    values = sorted(often[-MOST_ROWS:], reverse=True)
    width, floor = WIDTH / len(shares), HEIGHT * len(values)
    every = max(1, round(22 / width + 0.49))
    drawn = [
        tag(
            "rect",
            x=coordinate(LEFT + place * width),
            y=HEIGHT * row,
            width=coordinate(width * 0.94),
            height=HEIGHT - 1,
            fill_opacity=f"{column[value] ** 0.5:.3f}",
        )
        for place, column in enumerate(shares)
        for row, value in enumerate(values)
        if column.get(value, 0) >= 0.001
    ]
    scale = [
        tag("text", row_label(value), x=LEFT - 6, y=HEIGHT * row + FONT + 1, text_anchor="end")
        for row, value in enumerate(values)
        if row % max(1, -(-len(values) // 14)) == 0
    ]
    tests = [
        tag("text", place + 1, x=coordinate(LEFT + (place + 0.5) * width), y=floor + FONT + 4, text_anchor="middle")
        for place in range(0, len(shares), every)
    ]
    return tag(
        "svg",
        tag("title", called),
        tag("desc", described),
        drawn,
        scale,
        tests,
        viewBox=f"0 0 {LEFT + WIDTH} {floor + 20}",
        role="img",
        aria_label=f"{called}. {described}",
        class_="heat map",
    )


def effect_bar(part: float) -> Markup:
    """An effect as a bar from the middle: to the right where it helps, to the left where it harms."""
    width = max(1, 50 * abs(part))
    x = 50 if part > 0 else 50 - width
    return tag(
        "svg",
        tag("line", x1=50, x2=50, y1=0, y2=10, class_="axis"),
        tag("rect", x=coordinate(x), y=1, width=coordinate(width), height=8, data_sign="up" if part > 0 else "down"),
        viewBox="0 0 100 10",
        preserveAspectRatio="none",
        aria_hidden="true",
        class_="effect",
    )
