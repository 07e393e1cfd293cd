"""The first screen: the systems to choose from."""

from app import words
from app.html import Child, tag
from app.model import Model, Place
from app.view.frame import link
from pyrules.systems import SYSTEMS


def picker(model: Model) -> Child:
    """A card for every system."""
    return (
        tag("p", words.TAGLINE, class_="tagline"),
        tag("h2", words.PICK_A_SYSTEM),
        tag(
            "ul",
            (
                tag(
                    "li",
                    tag(
                        "a",
                        tag("strong", system.title),
                        tag("span", system.about),
                        href=link(model, Place(system.id, "roll")),
                        class_="card",
                    ),
                )
                for system in SYSTEMS
            ),
            class_="systems",
        ),
    )
