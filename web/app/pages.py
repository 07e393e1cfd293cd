"""The pages as the site serves them, drawn by the same views before any Python runs in the browser."""

from app.model import TABS, Model, Place
from app.sheet import untouched
from app.view import view
from app.view.frame import page
from pyrules.systems import SYSTEMS


def pages() -> dict[str, str]:
    """Every page of the site: its path and its HTML, with relative addresses only."""
    places = (Place(), *(Place(system.id, tab) for system in SYSTEMS for tab in TABS))
    return {f"{place.address}index.html": drawn(place) for place in places}


def drawn(place: Place) -> str:
    """One page, as a first visitor finds it."""
    model = Model(
        root="../" * place.address.count("/"),
        place=place,
        sheets={system.id: untouched(system, {}) for system in SYSTEMS},
    )
    return page(model, view(model))
