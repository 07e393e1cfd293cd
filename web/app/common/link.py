"""Names of the screens, and links to them."""

from app import words
from app.model import Model
from app.place import CHANGES, COMPARE, SESSION, Place

SCREEN_WORDS = {
    "settings": words.SETTINGS,
    "evening": words.EVENING,
    "table": words.ONE_TABLE,
    "own": words.YOUR_OWN,
    "games": words.MORE_GAMES,
    COMPARE: words.COMPARE,
    CHANGES: words.CHANGES,
    SESSION: words.SESSION,
}


def link(model: Model, place: Place) -> str:
    """The address of a place, as a link on the page the reader sees."""
    return f"{model.root}{place.address}" or "./"
