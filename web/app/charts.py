"""Charts as SVG text: bars of a distribution, and several distributions over one another."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.html import Markup, tag

WIDTH, HEIGHT = 340, 150
FLOOR = 124
ROOM = 22
"""The least room that a number under the axis needs."""

LINE = 11
"""From one line of words under the axis to the next."""

DASHES = ("", "7 4", "2 3")
SIGNS = ("●", "▲", "■")


@dataclass(frozen=True, slots=True)
class Bar:
    """One value, how likely it is (0 to 1), and whether it meets the goal."""

    label: str
    share: float
    meets: bool


def bars(given: Sequence[Bar], title: str, description: str, marker: str = "", said: str = "") -> Markup:
    """A bar for each value; those that meet the goal are filled, the others outlined.

    `marker` is the label of the value that was rolled, and `said` the words over it.
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
                x=rounded(place * width + width * 0.1),
                y=rounded(FLOOR - height),
                width=rounded(width * 0.8),
                height=rounded(height),
                class_="meets" if bar.meets else "misses",
            )
        )
        if place % every == 0:
            drawn += under((place + 0.5) * width, bar.label)
    marked = next((place for place, bar in enumerate(given) if bar.label == marker), None)
    if marked is not None:
        drawn += pointer((marked + 0.5) * width, said)
    return picture(title, description, drawn)


def under(x: float, label: str) -> list[Markup]:
    """A label under the axis, each word on a line of its own."""
    return [
        tag("text", word, x=rounded(x), y=FLOOR + 16 + LINE * line, text_anchor="middle")
        for line, word in enumerate(label.split())
    ]


def pointer(x: float, said: str) -> list[Markup]:
    """A line over the value that was rolled."""
    anchor = "start" if x < WIDTH * 0.25 else "end" if x > WIDTH * 0.75 else "middle"
    return [
        tag("line", x1=rounded(x), x2=rounded(x), y1=18, y2=FLOOR, class_="marker"),
        tag("text", said, x=rounded(x), y=13, text_anchor=anchor, class_="marker"),
    ]


def lines(given: Sequence[Sequence[float]], labels: Sequence[str], title: str, description: str) -> Markup:
    """A line for each of up to three distributions over the same labels, told apart by dashes and signs.

    One that has no shares is left out, and the others keep the dashes and signs of their place.
    """
    width = WIDTH / max(1, len(labels))
    highest = max((share for line in given for share in line), default=0) or 1
    every = max(1, round(ROOM / width + 0.49))
    drawn = [
        word for place, label in enumerate(labels) if place % every == 0 for word in under((place + 0.5) * width, label)
    ]
    for number, line in enumerate(given):
        if not line:
            continue
        points = [((place + 0.5) * width, FLOOR - (FLOOR - 24) * share / highest) for place, share in enumerate(line)]
        drawn.append(
            tag(
                "polyline",
                points=" ".join(f"{rounded(x)},{rounded(y)}" for x, y in points),
                fill="none",
                stroke_dasharray=DASHES[number] or None,
                class_=f"line-{number}",
            )
        )
        drawn += [
            tag("text", SIGNS[number], x=rounded(x), y=rounded(y + 4), text_anchor="middle", class_=f"sign-{number}")
            for place, (x, y) in enumerate(points)
            if place % every == 0
        ]
    return picture(title, description, drawn)


def picture(title: str, description: str, drawn: Sequence[Markup]) -> Markup:
    """An SVG picture with its axis and with words for those who do not see it."""
    axis = tag("line", x1=0, x2=WIDTH, y1=FLOOR, y2=FLOOR, class_="axis")
    return tag(
        "svg",
        tag("title", title),
        tag("desc", description),
        drawn,
        axis,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=f"{title}. {description}",
        class_="chart",
    )


def rounded(number: float) -> str:
    """A coordinate to a tenth.

    >>> rounded(3.0), rounded(2.25)
    ('3', '2.2')
    """
    return f"{number:.1f}".removesuffix(".0")
