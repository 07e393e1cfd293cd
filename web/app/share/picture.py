"""A roll as a picture for a chat: the verdict, whose roll it was, and the dice as they lie, in the system's colours.

Only imported when a picture is shared. The colours of dice stand in it as the style sheet's names (`var(--d8)`), and
the page puts in what those are.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any
from unicodedata import east_asian_width

from app import words
from app.common.dice import die_shapes
from app.common.html import Child, Markup, tag
from app.roll.state import Lying, lying
from pyrules.core.english import minus
from pyrules.core.roll import Roll
from pyrules.core.system import System
from pyrules.core.verdict import Verdict

WIDTH, LEAST_HEIGHT, EDGE = 1080, 600, 64
INNER = WIDTH - 2 * EDGE
SIZES = (132, 112, 96, 80, 64, 52)
"""The sizes of a drawn die: the largest that needs few rows is taken."""

FEW_ROWS = 3
GAP = 0.16
"""The room between dice, as a share of their size."""

SIGNS = {True: "M5 13l5 5 9-12", False: "M6 6l12 12M18 6 6 18", None: "M5 12h.01M12 12h.01M19 12h.01"}
COLOURS = {True: "#9fe8bd", False: "#ffb4a8", None: "#ffffff"}
WHITE, SOFT = "#ffffff", "#ffffffcc"
GOOD, BAD = "#82d9a5", "#ffb4a8"
RINGS = {
    "hit": (GOOD, 5, None),
    "crit": (GOOD, 9, None),
    "one": (BAD, 5, "1 9"),
    "botch": (BAD, 8, "1 12"),
    "spare": (GOOD, 5, "10 8"),
    "modified": ("#ffe08a", 5, "10 8"),
}
"""The ring around a die by how it counts: its colour, its width for the largest dice, and its dashes."""

FAINT = "0.5"
"""The opacity of a die that does not count."""

LETTER, WIDE_LETTER, BOLD = 0.52, 1.05, 1.25
"""The widths of letters, as shares of their font's height: Latin and Chinese ones; and how much wider bold ones are."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A roll to be drawn: `whose` it is, and what is said where its dice were thrown by hand (`real`)."""

    system: System[Any]
    test: Any
    roll: Roll
    verdict: Verdict
    whose: tuple[str, ...]
    real: str


def picture(shown: Shown) -> Markup:
    """The picture as the text of an SVG file, as high as its dice need."""
    look, verdict = shown.system.look, shown.verdict
    pools = [pool for pool in lying(shown.roll, verdict) if pool]
    size = next((one for one in SIZES if rows_of(pools, one) <= FEW_ROWS), SIZES[-1])
    head = [*heading(shown)]
    dice = [*dice_of(pools, verdict.rolls, size)]
    tops = [*falling((height for height, _ in (*head, *dice)), EDGE)]
    height = max(LEAST_HEIGHT, tops[-1] + 2 * EDGE + 24)
    lower = height - EDGE
    return tag(
        "svg",
        tag("rect", width=WIDTH, height=height, fill=look.felt[0]),
        (tag("circle", cx=WIDTH // 3, cy=0, r=radius, fill=WHITE, fill_opacity="0.05") for radius in (640, 380)),
        tag(
            "path", d=look.mark, fill=WHITE, fill_opacity="0.07", fill_rule="evenodd", transform=placement(640, 60, 4.8)
        ),
        (
            tag("g", part, transform=f"translate({EDGE} {top})")
            for (_, part), top in zip((*head, *dice), tops, strict=False)
        ),
        line(fitting(footing(shown), 28, INNER - 150), 28, lower, EDGE, fill=SOFT),
        line(words.APP, 28, lower, WIDTH - EDGE, fill=SOFT, text_anchor="end"),
        xmlns="http://www.w3.org/2000/svg",
        width=WIDTH,
        height=height,
        viewBox=f"0 0 {WIDTH} {height}",
        font_family="system-ui, sans-serif",
    )


def falling(heights: Iterator[int], top: int) -> Iterator[int]:
    """Where each part begins, one below the other, and where the last one ends."""
    yield top
    for height in heights:
        top += height
        yield top


def heading(shown: Shown) -> Iterator[tuple[int, Child]]:
    """Whose roll it was and its verdict, each with its height."""
    headline, summary, good = shown.verdict.news
    if shown.whose:
        yield 62, line(fitting(" · ".join(shown.whose), 40, INNER), 40, 40, fill=SOFT)
    size = min(96, int((INNER - 108) / (width_of(headline) * BOLD)))
    yield (
        132,
        (
            tag(
                "path",
                d=SIGNS[good],
                fill="none",
                stroke=COLOURS[good],
                stroke_width=3,
                stroke_linecap="round",
                stroke_linejoin="round",
                transform=placement(-8, 14, 4),
            ),
            line(headline, size, 96, 108, fill=COLOURS[good], font_weight=800),
        ),
    )
    yield 76, line(fitting(minus(summary), 44, INNER), 44, 40, fill=WHITE)


def footing(shown: Shown) -> str:
    """Which system and test it was."""
    parts = (shown.system.title, minus(shown.system.write(shown.test)), shown.real)
    return " · ".join(filter(None, parts))


def across(size: int) -> int:
    """Return the number of dice of a size in a row."""
    return int((INNER + size * GAP) / (size * (1 + GAP)))


def rows_of(pools: Sequence[Sequence[Lying]], size: int) -> int:
    """Return the number of rows that dice of a size need."""
    return sum(-(-len(pool) // across(size)) for pool in pools)


def dice_of(pools: Sequence[Sequence[Lying]], names: Sequence[str], size: int) -> Iterator[tuple[int, Child]]:
    """The dice row by row, each pool under its name where there are several, with the height of each row."""
    several = len(pools) > 1
    for pool, name in zip(pools, chain(names, ("",) * len(pools)), strict=False):
        if several and name:
            yield 48, line(name, 28, 32, fill=SOFT)
        badges = any(die.mark.badge and die.kind != "dropped" for die in pool)
        for first in range(0, len(pool), across(size)):
            row = pool[first : first + across(size)]
            parts = (one(die, round(place * size * (1 + GAP)), size) for place, die in enumerate(row))
            yield round(size * (1 + GAP)) + (24 if badges else 0), [*parts]


def one(die: Lying, left: int, size: int) -> Markup:
    """One die with its ring; one that counts as something else than its face shows that, and how, below."""
    counts = die.kind != "dropped"
    kind = die.kind if die.kind in ("step", "auto") else ""
    body = f"var(--{kind or f'd{die.sides}'})"
    ink = f"var(--ink-{kind or ('d6' if die.sides == 6 else 'other')})"  # as the style sheet calls them
    ring = RINGS.get(die.mark.kind) if counts else None
    inset = size // 14
    shape = tag(
        "svg",
        die_shapes(
            die.sides,
            die.mark.worth if counts and die.mark.worth is not None else die.face,
            colour=body,
            ink=ink,
            size=die.mark.size,
        ),
        x=left + inset,
        y=inset,
        width=size - 2 * inset,
        height=size - 2 * inset,
        viewBox="0 0 100 100",
        opacity=FAINT if not counts or die.mark.kind == "spare" else None,
    )
    return tag("g", shape, around(ring, left, size, round_=kind == "step") if ring else None, badge(die, left, size))


def around(ring: tuple[str, int, str | None], left: int, size: int, *, round_: bool) -> Markup:
    """The ring around a die."""
    colour, width, dashes = ring
    width = max(3, width * size // SIZES[0])
    inset = width // 2
    return tag(
        "rect",
        x=left + inset,
        y=inset,
        width=size - width,
        height=size - width,
        rx=size // 2 if round_ else size // 5,
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_dasharray=dashes,
        stroke_linecap="round" if dashes else None,
    )


def badge(die: Lying, left: int, size: int) -> Markup | None:
    """Draw how a die comes to its value."""
    if not die.mark.badge or die.kind == "dropped":
        return None
    text = minus(die.mark.badge)
    height = min(30, int(size * 1.1 / width_of(text)))
    return line(text, height, size + 22, left + size // 2, fill=WHITE, text_anchor="middle", font_weight=700)


def line(text: str, size: int, y: int, x: int = 0, **attributes: str | int) -> Markup:
    """A line of words on the height `y`."""
    return tag("text", text, x=x, y=y, font_size=size, **attributes)


def placement(x: int, y: int, scale: float) -> str:
    """Where a shape stands and how large."""
    return f"translate({x} {y}) scale({scale})"


def width_of(text: str) -> float:
    """About how wide a text is, in heights of its font."""
    return sum(WIDE_LETTER if east_asian_width(letter) in "FW" else LETTER for letter in text) or LETTER


def fitting(text: str, size: int, width: int) -> str:
    """As much of a text as fits.

    >>> fitting("Mira", 40, 200), fitting("Mira the Magnificent", 40, 200)
    ('Mira', 'Mira th…')
    """
    if width_of(text) * size <= width:
        return text
    while text and width_of(text) * size > width - size:
        text = text[:-1]
    return f"{text.rstrip()}…"
