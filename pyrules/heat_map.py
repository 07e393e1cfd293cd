"""A heat map as a picture: a cell for each two values, the deeper its colour the likelier, with its contours."""

from collections.abc import Iterator, Sequence

from pyrules.charts import row_label
from pyrules.core.ratio import Ratio
from pyrules.heat import LEVELS, Axis
from pyrules.html import Child, Markup, tag

Cells = Sequence[Ratio | None]
"""The chances of the first cells, row by row, None for those that there are not."""

LEAST, MOST, ALL = 26, 56, 312
"""The least and the greatest width of a cell, and the width of all where there are few."""

FITS = 360
"""The width that fits on phones; the page lets what is wider scroll."""

HIGH = 26
LETTER = 6.5
"""The width of a letter of a label."""

LONGEST = 14
TITLE = 24
"""The room for what an axis is."""


def cell_words(chance: Ratio | None) -> str:
    """A chance in whole percents, as short as a cell is; nothing is rounded to never or to certain.

    >>> [cell_words(chance) for chance in (None, Ratio(0, 1), Ratio(1, 999), Ratio(2, 3), Ratio(999, 1000))]
    ['', '0', '<1', '67', '>99']
    """
    if chance is None:
        return ""
    percent = round(100 * chance.value)
    if chance.weight and not percent:
        return "<1"
    return ">99" if percent == 100 and chance.weight < chance.ways else str(percent)


def clip_word(word: str) -> str:
    """A value's word as far as there is room for it."""
    word = row_label(word)
    return word if len(word) <= LONGEST else f"{word[: LONGEST - 1]}…"


def heat_map(across: Axis, down: Axis, chances: Cells, said: str, *, now: bool = True) -> Markup:
    """The picture; `said` tells it to those who do not see it. With `now` the test itself is framed."""
    columns, rows = (tuple(map(clip_word, axis.words)) for axis in (across, down))
    width = max(LEAST, min(MOST, ALL // len(columns)), *(int(LETTER * len(word)) + 8 for word in columns))
    left = TITLE + int(LETTER * max(map(len, rows))) + 8
    top = TITLE + HIGH
    whole = (left + width * len(columns) + 2, top + HIGH * len(rows) + 2)
    return tag(
        "svg",
        tag(
            "g",
            _cells(across, down, chances, width),
            _now(across, down, width) if now else None,
            transform=f"translate({left} {top})",
        ),
        (
            tag("text", word, x=left + width * place + width // 2, y=top - 9, text_anchor="middle")
            for place, word in enumerate(columns)
        ),
        (
            tag("text", word, x=left - 8, y=top + HIGH * place + HIGH // 2 + 4, text_anchor="end")
            for place, word in enumerate(rows)
        ),
        tag("text", row_label(across.label), x=left, y=14, class_="axis"),
        tag(
            "text",
            row_label(down.label),
            transform=f"translate(13 {top}) rotate(-90)",
            text_anchor="end",
            class_="axis",
        ),
        viewBox=f"0 0 {whole[0]} {whole[1]}",
        role="img",
        aria_label=said,
        class_="heat map",
        data_size="wide" if whole[0] > FITS else None,
    )


def _cells(across: Axis, down: Axis, chances: Cells, width: int) -> Iterator[Child]:
    columns = len(across.values)
    for place, chance in enumerate(chances):
        row, column = divmod(place, columns)
        if chance is not None:
            x, y = column * width, row * HIGH
            yield tag("rect", x=x, y=y, width=width, height=HIGH, fill_opacity=f"{chance.value:.2f}")
            yield tag("text", cell_words(chance), x=x + width // 2, y=y + HIGH // 2 + 4, text_anchor="middle")
    yield tag("rect", x=0, y=0, width=width * columns, height=HIGH * len(down.values), class_="frame")
    for level in LEVELS:
        if path := contour(columns, chances, level, width):
            yield tag("path", d=path, class_="contour", data_level=f"{level.value:.0%}".rstrip("%"))


def _now(across: Axis, down: Axis, width: int) -> Markup:
    x, y = across.now * width + 2, down.now * HIGH + 2
    return tag("rect", x=x, y=y, width=width - 4, height=HIGH - 4, rx=6, class_="now")


def contour(columns: int, chances: Cells, level: Ratio, width: int) -> str:
    """The line between cells that reach a chance and those beside them that do not, as an SVG path."""
    drawn = []
    for place, chance in enumerate(chances):
        row, column = divmod(place, columns)
        if column and _crosses(chances[place - 1], chance, level):
            drawn.append(f"M{column * width} {row * HIGH}v{HIGH}")
        if row and _crosses(chances[place - columns], chance, level):
            drawn.append(f"M{column * width} {row * HIGH}h{width}")
    return "".join(drawn)


def _crosses(one: Ratio | None, other: Ratio | None, level: Ratio) -> bool:
    return one is not None and other is not None and (one < level) != (other < level)


def key(level: Ratio) -> Markup:
    """A piece of a contour, for the words that tell what it is."""
    drawn = tag("path", d="M2 6H38", class_="contour", data_level=f"{level.value:.0%}".rstrip("%"))
    return tag("svg", drawn, viewBox="0 0 40 12", width=40, height=12, aria_hidden="true", class_="heat")


def ends(chances: Cells) -> tuple[Ratio, Ratio] | None:
    """The lowest and the highest chance so far."""
    told = sorted((chance for chance in chances if chance is not None), key=lambda chance: chance.value)
    return (told[0], told[-1]) if told else None
