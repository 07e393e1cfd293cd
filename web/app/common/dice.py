"""Still dice: one SVG picture a die, for pages without motion; the drawn dice take their colours from them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import zip_longest

from app.common.html import Child, Markup, tag
from pyrules.campaign.people import COLOUR, USUAL as USUALLY
from pyrules.campaign.tracking import Person
from pyrules.core.english import minus
from pyrules.core.form import Values
from pyrules.core.roll import BLANK, SIZES, Die, name_of_face
from pyrules.core.verdict import NO_MARK, Mark

MATERIALS = {"midnight": "glitter", "gems": "gem", "wood": "wood", "metal": "metal", "bone": "bone"}
"""The materials that `materials` paints dice with, by the look that has them."""

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
"""The distance from the top to the number, and its height."""

UPSIDE_DOWN = (6, 9)

PIPS = ("4", "26", "246", "0268", "02468", "023568")
"""Where the pips of each face lie, by the places of a square, row by row from the top."""


@dataclass(frozen=True, slots=True)
class Dress:
    """The look of dice: the `look` the reader chose, `pips` on six-sided ones, and a `colour` of someone's own."""

    look: str = "classic"
    pips: bool = False
    colour: str = USUALLY

    def around(self, *dice: Child, name: str = "span", label: str | None = None) -> Markup:
        """Dice together in what colours them."""
        return tag(
            name,
            *dice,
            class_="dice",
            data_dice=self.look,
            data_faces="pips" if self.pips else None,
            data_colour=self.colour if self.colour != USUALLY else None,
            aria_label=label,
        )


def dress(preferences: Values, whose: Person | None = None) -> Dress:
    """Return the look of dice that the reader has chosen, in the colour of whoever throws them."""
    colour = whose.values[COLOUR.name] if whose else USUALLY
    return Dress(preferences["dice"], preferences["faces"] == "pips", colour)


def solid(sides: int) -> int:
    """The sides of the solid that a die is thrown as: its own, or those of the next larger one that lies on tables.

    >>> [solid(sides) for sides in (2, 3, 5, 7, 10, 16, 100)]
    [6, 6, 6, 8, 10, 20, 20]
    """
    return next((one for one in SIZES if sides == one or sides < one > 4), SIZES[-1])


@lru_cache(maxsize=256)
def still(sides: int, face: int, dress: Dress, size: str = "") -> Markup:
    """One die seen from above; the style sheet has its colours. Kept, as the dice of a game are the same few."""
    return tag("svg", die_shapes(sides, face, dress, size=size), viewBox="0 0 100 100", aria_hidden="true")


PLAIN = Dress()


def die_shapes(  # noqa: PLR0913 (a die has many looks)
    sides: int, face: int, dress: Dress = PLAIN, *, colour: str | None = None, ink: str | None = None, size: str = ""
) -> Child:
    """The shapes of a die, with the number or the pips on its upper face; 6 and 9 are underlined."""
    material = MATERIALS.get(dress.look)
    edge = {"stroke": colour, "stroke_width": "4", "stroke_linejoin": "round"} if colour else {}
    shape = solid(sides)
    return (
        outline(shape, class_="body", fill=colour, **edge),
        (tag("polygon", points=points, fill_opacity=f"0.{darker:02}") for points, darker in SHADES[shape]),
        outline(shape, fill=f"url(#{material})") if material else None,
        pips(face) if dress.pips and sides == 6 and not size else number(sides, face, ink, size),
    )


def outline(sides: int, **attributes: str | None) -> Markup:
    """The shape of a die seen from above."""
    if sides == 6:
        return tag("rect", x=5, y=5, width=90, height=90, rx=14, **attributes)
    return tag("polygon", points=OUTLINES[sides], **attributes)


def number(sides: int, face: int, ink: str | None, size: str) -> Markup:
    """The number or the sign on a face."""
    down, high = NUMBERS[solid(sides)]
    if face > SIZES[-1]:
        high = high * 4 // 5
    return tag(
        "text",
        minus(on_face(sides, face, size)),
        x=50,
        y=down,
        font_size=high,
        font_weight=700 if ink else None,
        fill=ink,
        text_anchor="middle",
        dominant_baseline="central",
        text_decoration="underline" if face in UPSIDE_DOWN and not size else None,
        class_="ink",
    )


def on_face(sides: int, face: int, size: str) -> str:
    """What stands on a face; nothing on a blank one."""
    return name_of_face(sides, face, size).removeprefix(BLANK)


def pips(face: int) -> Markup:
    """The pips on a face."""
    places = ((26 + 24 * (place % 3), 20 + 24 * (place // 3)) for place in map(int, PIPS[face - 1]))
    return tag("g", (tag("circle", cx=x, cy=y, r=9) for x, y in places), class_="ink")


USUAL = 6
"""The size that small dice have where they do not say so, since a long log has many."""

MARKED = ("hit", "crit", "one", "botch", "spare")
"""The marks that dice have also where they are small."""

PICTURED = 24
"""The most dice of a pool that are drawn small; the number of the others is told."""


def pictures(pool: Sequence[Die], marks: Sequence[Mark] = ()) -> Markup:
    """Dice as small pictures that the style sheet draws, with every face that each has shown, marked as on the felt.

    Before those of another pool stands its name.
    """
    more = tag("small", f"+{len(pool) - PICTURED}") if len(pool) > PICTURED else None
    shown, name = [], ""
    for die, mark in zip_longest(pool[:PICTURED], marks[:PICTURED], fillvalue=NO_MARK):
        if mark.role == "other" and mark.name != name:
            name = mark.name
            shown.append(tag("small", name, " "))
        shown.append(small(die, mark))
    return tag("span", shown, more, class_="pictures")


@cache
def small(die: Die, mark: Mark) -> Markup:
    """One small die, drawn once for all that lie so; the space behind it is for those who hear the faces."""
    faces = "→".join(name_of_face(die.sides, face, mark.size) for face in die.faces)
    inner = tag("span", faces, class_="unseen") if faces == BLANK else faces
    sides = None if solid(die.sides) == USUAL else solid(die.sides)
    shown = mark.kind if mark.kind in MARKED else None
    wide = len(faces) > 2 and faces != BLANK
    kind = mark.role if mark.role == "other" else None
    return Markup(f"{tag('i', inner, data_sides=sides, data_wide=wide, data_kind=kind, data_mark=shown)} ")
