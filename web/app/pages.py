"""The pages as the site serves them, drawn by the same views before any Python runs in the browser."""

from dataclasses import replace
from typing import get_args
from urllib.parse import quote

from app.common.icon import Icon
from app.frame import page
from app.model import ONE_FILE, Model
from app.place import MOVED, Place, place_at, places
from app.restore import initial_model
from app.screens import view
from pyrules.systems import all_systems

ICONS: tuple[str, ...] = get_args(Icon)
"""Every icon that a page may show."""


def pages() -> dict[str, str]:
    """Every page of the site: its path and its HTML, with relative addresses only."""
    found = {place.address: place for place in places()} | {before: place_at(before) for before in MOVED}
    return {f"{address}index.html": page_html(place) for address, place in found.items()}


def one_file() -> str:
    """The page that the one file is made of, without the files it holds."""
    model = unknown(ONE_FILE, Place())
    return page(model, view(model))


def looks() -> str:
    """The style sheet's part that colours each system's pages, and what stands for it on others."""
    rules = (
        f'[data-system="{one.id}"] {{ --accent: light-dark({", ".join(one.look.accent)});'
        f" --felt: light-dark({', '.join(one.look.felt)}); --die: {one.look.die}; --die-ink: {one.look.ink};"
        f" --glow: {one.look.glow}; --triumph: {one.look.triumph}; --disaster: {one.look.disaster};"
        f" --mark: {drawn_mark(one.look.mark)}; }}\n"
        for one in all_systems()
    )
    return f"@layer base {{\n{''.join(rules)}}}\n"


def drawn_mark(path: str) -> str:
    """A system's mark as a picture for the style sheet."""
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'><path fill-rule='evenodd' d='{path}'/></svg>"
    return f'url("data:image/svg+xml,{quote(svg)}")'


def page_html(place: Place) -> str:
    """One page, as a first visitor finds it."""
    model = unknown("../" * place.address.count("/"), place)
    return page(model, view(model))


def unknown(root: str, place: Place) -> Model:
    """The model while Python is on its way, which alone knows what the reader has here."""
    return replace(initial_model(root, place), known=False)
