"""Charts as SVG text: bars of a distribution.

The app and the notebook draw the same ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pyrules.core.english import minus
from pyrules.core.odds import Distribution, Odds, Value
from pyrules.core.ratio import Ratio
from pyrules.html import Child, Markup, tag

WIDTH, HEIGHT = 340, 150
FLOOR = 124
ROOM = 22
"""The least room that a number under the axis needs."""

LINE = 11
"""From one line of words under the axis to the next."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One value, how likely it is (0 to 1), and whether it meets the goal."""

    label: str
    share: float
    meets: bool


def bars_of(found: Odds, name: str, mode: str = "exactly") -> list[Bar]:
    """A bar for each row of a distribution, filled where it is enough for the main event.

    `mode` is "exactly", "at least" or "at most".
    """
    rows = found.distributions[name]
    return [
        Bar(row_label(value), row_chance(rows, value, mode).value, meets(found, name, value)) for value, _ in rows.rows
    ]


def row_chance(rows: Distribution, value: Value, mode: str) -> Ratio:
    """The chance of a row by itself, with all above it, or with all below it."""
    if mode == "at least":
        return rows.at_least(value)
    if mode == "at most":
        return rows.at_most(value)
    return Ratio(dict(rows.rows)[value], rows.total)


def number_of(value: Value) -> int | None:
    """The number a row stands for; "N+" and "≤N" stand for N, a name for none."""
    text = str(value).removesuffix("+").removeprefix("≤")
    return int(text) if text.removeprefix("-").isdigit() else None


def enough(found: Odds, name: str) -> int | None:
    """The lowest value that is enough for the main event; None where this distribution does not decide it alone."""
    return found.goal.least if found.goal and found.goal.name == name else None


def decides_in_words(found: Odds, name: str) -> bool:
    """True if each row of a distribution is a word that is known to be enough for the main event or not."""
    return bool(found.successes) and all(number_of(value) is None for value in found.distributions[name])


def meets(found: Odds, name: str, value: Value) -> bool:
    """True if a row is enough for the main event; where the distribution does not decide it, every row is drawn so."""
    if decides_in_words(found, name):
        return value in found.successes
    number, needed = number_of(value), enough(found, name)
    return needed is None or (number is not None and number >= needed)


def row_label(value: Value) -> str:
    """A row's value as people print it: a number with the minus sign.

    >>> row_label("≤-1"), row_label("near-miss")
    ('≤−1', 'near-miss')
    """
    return str(value) if number_of(value) is None else minus(str(value))


def marker(rows: Distribution, rolled: Any) -> str:
    """The label of the row that was rolled; an open first or last one stands for all below or above it."""
    labels = [str(value) for value, _ in rows.rows]
    if str(rolled) in labels or not isinstance(rolled, int):
        return str(rolled) if str(rolled) in labels else ""
    if labels[0].startswith("≤") and rolled <= (number_of(labels[0]) or 0):
        return labels[0]
    return labels[-1] if labels[-1].endswith("+") else ""


def bars(  # noqa: PLR0913
    given: Sequence[Bar],
    title: str,
    description: str,
    marker: str = "",
    said: str = "",
    *,
    left: int = 0,
    behind: Child = (),
) -> Markup:
    """A bar for each value; those that meet the goal are filled, the others outlined.

    `marker` is the label of the value that was rolled, and `said` the words over it. Where there is room on the
    `left`, each bar tells its chance, and a scale is drawn `behind`.
    """
    width = WIDTH / max(1, len(given))
    highest = max((bar.share for bar in given), default=0) or 1
    every = max(1, round(ROOM / width + 0.49))
    drawn = []
    for place, bar in enumerate(given):
        height = (FLOOR - 24) * bar.share / highest
        drawn.append(
            tag(
                "rect",
                tag("title", f"{bar.label}: {100 * bar.share:.2f} %") if left else None,
                x=coordinate(place * width + width * 0.1),
                y=coordinate(FLOOR - height),
                width=coordinate(width * 0.8),
                height=coordinate(height),
                class_="meets" if bar.meets else "misses",
            )
        )
        if place % every == 0:
            drawn += under((place + 0.5) * width, bar.label)
    marked = next((place for place, bar in enumerate(given) if bar.label == marker), None)
    if marked is not None:
        drawn += pointer((marked + 0.5) * width, said)
    return picture(title, description, (behind, drawn), left)


def under(x: float, label: str) -> list[Markup]:
    """A label under the axis, each word on a line of its own."""
    return [
        tag("text", word, x=coordinate(x), y=FLOOR + 16 + LINE * line, text_anchor="middle")
        for line, word in enumerate(label.split())
    ]


def pointer(x: float, said: str) -> list[Markup]:
    """A line over the value that was rolled."""
    anchor = "start" if x < WIDTH * 0.25 else "end" if x > WIDTH * 0.75 else "middle"
    return [
        tag("line", x1=coordinate(x), x2=coordinate(x), y1=18, y2=FLOOR, class_="marker"),
        tag("text", said, x=coordinate(x), y=13, text_anchor=anchor, class_="marker"),
    ]


def picture(title: str, description: str, drawn: Child, left: int = 0) -> Markup:
    """An SVG picture with its axis and with words for those who do not see it; `left` is the room for a scale."""
    axis = tag("line", x1=0, x2=WIDTH, y1=FLOOR, y2=FLOOR, class_="axis")
    return tag(
        "svg",
        tag("title", title),
        tag("desc", description),
        drawn,
        axis,
        viewBox=f"{-left} 0 {WIDTH + left} {HEIGHT}",
        role="img",
        aria_label=f"{title}. {description}",
        class_="chart",
    )


def coordinate(number: float) -> str:
    """A coordinate to a tenth.

    >>> coordinate(3.0), coordinate(2.25)
    ('3', '2.2')
    """
    return f"{number:.1f}".removesuffix(".0")
