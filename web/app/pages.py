"""The pages as the site serves them, drawn by the same views before any Python runs in the browser."""

from typing import get_args

from app.beginning import beginning
from app.model import PLACES, Place
from app.view import view
from app.view.frame import page
from app.view.icon import Icon

ICONS: tuple[str, ...] = get_args(Icon)
"""Every icon that a page may show."""


def pages() -> dict[str, str]:
    """Every page of the site: its path and its HTML, with relative addresses only."""
    return {f"{place.address}index.html": drawn(place) for place in PLACES}


def drawn(place: Place) -> str:
    """One page, as a first visitor finds it."""
    model = beginning("../" * place.address.count("/"), place)
    return page(model, view(model))
