"""Still dice: one SVG picture a die, for pages without motion; the drawn dice take their colours from them."""

from collections.abc import Sequence
from functools import cache

from app.html import Child, Markup, tag
from pyrules.core.roll import Die

OUTLINES = {
    4: "50,6 97,90 3,90",
    8: "50,3 92,29 92,71 50,97 8,71 8,29",
    10: "50,3 96,42 96,59 50,97 4,59 4,42",
    12: "50,3 22,12 5,35 5,65 22,88 50,97 78,88 95,65 95,35 78,12",
    20: "50,3 9,27 9,73 50,97 91,73 91,27",
}
"""Each size seen from above, on a square of 100."""

SHADES = {
    4: (("50,38 50,6 3,90", 12), ("50,38 50,6 97,90", 26)),
    6: (("5,80 95,80 95,81 81,95 19,95 5,81", 16),),
    8: (("50,3 8,71 8,29", 10), ("50,3 92,71 92,29", 22), ("8,71 92,71 50,97", 34)),
    10: (
        ("50,3 22,60 4,59 4,42", 10),
        ("50,3 78,60 96,59 96,42", 20),
        ("22,60 50,74 50,97 4,59", 26),
        ("78,60 50,74 50,97 96,59", 36),
    ),
    12: (
        ("50,23 50,3 22,12 5,35 24,42", 6),
        ("76,42 95,35 78,12 50,3 50,23", 14),
        ("24,42 5,35 5,65 22,88 34,72", 20),
        ("66,72 78,88 95,65 95,35 76,42", 28),
        ("34,72 22,88 50,97 78,88 66,72", 36),
    ),
    20: (
        ("50,18 50,3 9,27", 4),
        ("50,18 50,3 91,27", 10),
        ("50,18 9,27 22,66", 10),
        ("50,18 91,27 78,66", 20),
        ("22,66 9,27 9,73", 18),
        ("78,66 91,27 91,73", 28),
        ("22,66 78,66 50,97", 30),
        ("22,66 9,73 50,97", 34),
        ("78,66 91,73 50,97", 40),
    ),
}
"""The faces beside the upper one, and how much darker each is, in hundredths."""

NUMBERS = {4: (72, 30), 6: (42, 56), 8: (49, 44), 10: (44, 42), 12: (51, 40), 20: (52, 34)}
"""How far down the number stands, and how high it is."""

UPSIDE_DOWN = (6, 9)


def still(sides: int, face: int) -> Markup:
    """One die seen from above; the style sheet has its colours."""
    return tag("svg", drawn(sides, face), viewBox="0 0 100 100", aria_hidden="true")


def drawn(sides: int, face: int, colour: str | None = None, ink: str | None = None) -> Child:
    """The shapes of a die, with the number on its upper face; 6 and 9 are underlined."""
    down, high = NUMBERS[sides]
    painted = {"class_": "body", "fill": colour, "stroke": colour, "stroke_width": 4 if colour else None}
    if sides == 6:
        body = tag("rect", x=5, y=5, width=90, height=90, rx=14, **painted)
    else:
        body = tag("polygon", points=OUTLINES[sides], stroke_linejoin="round" if colour else None, **painted)
    number = tag(
        "text",
        face,
        x=50,
        y=down,
        font_size=high,
        font_weight=700 if ink else None,
        fill=ink,
        text_anchor="middle",
        dominant_baseline="central",
        text_decoration="underline" if face in UPSIDE_DOWN else None,
    )
    return (
        body,
        (tag("polygon", points=points, fill_opacity=f"0.{darker:02}") for points, darker in SHADES[sides]),
        number,
    )


USUAL = 6
"""The size that small dice have where they do not say so, since a long log has many."""

PICTURED = 24
"""How many dice of a pool are drawn small; how many more there are is told."""


def pictures(pool: Sequence[Die]) -> Markup:
    """Dice as small pictures that the style sheet draws, with every face that each has shown."""
    more = tag("small", f"+{len(pool) - PICTURED}") if len(pool) > PICTURED else None
    return tag("span", map(small, pool[:PICTURED]), more, class_="pictures")


@cache
def small(die: Die) -> Markup:
    """One small die, drawn once for all that lie so; the space behind it is for those who hear the faces."""
    faces = "→".join(map(str, die.faces))
    size = None if die.sides == USUAL else die.sides
    return Markup(f"{tag('i', faces, data_sides=size, data_wide=len(die.faces) > 1)} ")
