"""Materials of still dice: gradients and patterns over their colours, as the drawn ones have shaders."""

from app.common.html import Child, Markup, tag


def materials() -> Markup:
    """The materials that still dice are painted with, once for all of them."""
    return tag("svg", tag("defs", wood(), gem(), metal(), bone(), glitter()), aria_hidden="true")


def wood() -> Markup:
    """Grain."""
    lines = "M-5 16Q40 4 105 20M-5 31Q30 18 105 38M-5 46Q50 30 105 54M-5 64Q60 46 105 70M-5 82Q40 64 105 86"
    return pattern(
        "wood", 100, tag("path", d=lines, fill="none", stroke="#2a1708", stroke_opacity="0.38", stroke_width=4)
    )


def gem() -> Markup:
    """Light that comes in at one side and gathers at the other."""
    return tag(
        "radialGradient",
        light(0, "#fff", 75),
        light(18, "#fff", 12),
        light(50, "#000", 34),
        light(100, "#fff", 48),
        id="gem",
        cx="0.3",
        cy="0.25",
        r="0.95",
    )


def metal() -> Markup:
    """A window, a horizon and a table, as polished metal mirrors them."""
    shades = ((0, "#fff", 70), (28, "#fff", 5), (48, "#000", 42), (54, "#fff", 45), (80, "#fff", 0), (100, "#000", 40))
    return tag("linearGradient", (light(*shade) for shade in shades), id="metal", x2="0.7", y2="1")


def bone() -> Markup:
    """Older towards the edges."""
    return tag("radialGradient", light(45, "#7a4a10", 0), light(100, "#7a4a10", 48), id="bone", r="0.75")


def glitter() -> Markup:
    """Specks of gold."""
    places = (
        (12, 14, 2),
        (33, 40, 1),
        (21, 71, 2),
        (48, 12, 1),
        (63, 33, 2),
        (84, 18, 1),
        (88, 58, 2),
        (70, 84, 1),
        (44, 90, 2),
    )
    return pattern(
        "glitter", 100, (tag("circle", cx=x, cy=y, r=r, fill="#f3d48a", fill_opacity="0.8") for x, y, r in places)
    )


def pattern(name: str, size: int, drawn: Child) -> Markup:
    """A material that is drawn."""
    return tag("pattern", drawn, id=name, width=size, height=size, patternUnits="userSpaceOnUse")


def light(offset: int, colour: str, opacity: int) -> Markup:
    """Light or shadow at a place of a gradient, both in hundredths."""
    return tag("stop", offset=f"{offset}%", stop_color=colour, stop_opacity=str(opacity / 100))
