"""Still dice: one SVG picture a die, for pages without motion."""

from app.html import Markup, tag

OUTLINES = {
    4: "50,8 96,90 4,90",
    6: "",
    8: "50,4 94,50 50,96 6,50",
    10: "50,4 96,42 96,58 50,96 4,58 4,42",
    12: "50,4 94,36 77,90 23,90 6,36",
    20: "50,3 92,27 92,73 50,97 8,73 8,27",
}
UPSIDE_DOWN = (6, 9)


def still(sides: int, face: int) -> Markup:
    """One die seen from above, with the number on its upper face; 6 and 9 are underlined where both exist."""
    if sides == 6:
        body = tag("rect", x=5, y=5, width=90, height=90, rx=14)
    else:
        body = tag("polygon", points=OUTLINES[sides], stroke_linejoin="round")
    number = tag(
        "text",
        face,
        x=50,
        y=70 if sides == 4 else 54,
        text_anchor="middle",
        dominant_baseline="central",
        text_decoration="underline" if face in UPSIDE_DOWN and sides > 6 else None,
    )
    return tag("svg", body, number, viewBox="0 0 100 100", aria_hidden="true", data_sides=sides)
