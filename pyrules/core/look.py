"""The looks of a system where it is drawn in colours."""

from dataclasses import dataclass

Shades = tuple[str, str]
"""A colour as `#rrggbb`, in light and in dark surroundings."""


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a system, its mark, and how it shows great moments.

    `accent` is the colour of what can be done, `felt` of the table, `die` and `ink` of a d6 and its numbers, and `glow`
    of a triumph. `triumph` and `disaster` name how such results are shown: each is an animation of the page.
    `mark` is the shape that stands for the system, as the path of an SVG picture of 100 by 100; it is filled evenodd.
    """

    accent: Shades = ("#1b5a66", "#8fd0dc")
    felt: Shades = ("#1f4b50", "#132f38")
    die: str = "#f6f1e6"
    ink: str = "#1d1620"
    glow: str = "#ffffff"
    triumph: str = "rings"
    disaster: str = "sink"
    mark: str = "M50 8 92 50 50 92 8 50z"


PLAIN = Look()
"""The look of a system that has none of its own."""
