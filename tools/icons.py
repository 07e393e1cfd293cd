"""The icons of the page in one file, taken from heroicons."""

import re
from collections.abc import Iterable

from tools.environment import NODE_MODULES

HEROICONS = NODE_MODULES / "heroicons"
_DRAWN = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)


def join_icons(names: Iterable[str]) -> bytes:
    """Join the outlined icons of these names into one SVG file, each a symbol with its name as id.

    Raises `FileNotFoundError` for a name that heroicons does not have.
    """
    symbols = "\n".join(f'<symbol id="{name}" viewBox="0 0 24 24">{_drawing(name)}</symbol>' for name in names)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'.encode()


def _drawing(name: str) -> str:
    """Return the inside of an icon's picture."""
    picture = (HEROICONS / f"24/outline/{name}.svg").read_text(encoding="utf-8")
    return "".join(line.strip() for line in _DRAWN.sub(r"\1", picture).splitlines())
