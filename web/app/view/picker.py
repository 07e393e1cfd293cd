"""The first screen: the systems to choose from."""

from app import words
from app.html import Child, Markup, tag
from app.model import Model, Place
from app.view.dice import still
from app.view.frame import link
from pyrules.campaign.events import Rolled
from pyrules.systems import BY_ID, SYSTEMS

DICE = {
    "moonwalk": ((6, 6), (6, 5), (6, 2)),
    "relics": ((6, 1), (6, 4), (6, 6)),
    "almond": ((6, 6), (6, 3), (6, 5)),
    "stepdie": ((6, 5), (6, 6), (10, 8)),
    "general": ((8, 7), (12, 11), (20, 17)),
}
"""What lies on each system's card: size and face of every die."""

SOME_DICE = ((6, 6), (8, 5), (12, 2))
"""What lies on the card of a system without dice of its own here."""


def picker(model: Model) -> Child:
    """A card for every system."""
    return (
        tag("p", words.TAGLINE, class_="tagline"),
        last(model),
        tag("h2", words.PICK_A_SYSTEM),
        tag(
            "ul",
            (
                tag(
                    "li",
                    tag(
                        "a",
                        dice(model, system.id),
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


def dice(model: Model, system: str) -> Markup:
    """The dice that a system is played with."""
    return tag(
        "span",
        (
            tag("span", still(sides, face), class_="die", data_sides=sides, data_kind="step" if sides == 10 else None)
            for sides, face in DICE.get(system, SOME_DICE)
        ),
        class_="dice",
        data_dice=model.preferences["dice"],
        aria_hidden="true",
    )


def last(model: Model) -> Markup | None:
    """The way back to the system that was rolled with last."""
    system = next((event.system for event in reversed(model.campaign.events) if isinstance(event, Rolled)), "")
    if not system:
        return None
    said = f"{words.GO_ON_WITH} {BY_ID[system].title}"
    sheet = model.sheets[system]
    return tag(
        "a",
        tag("strong", said),
        " ",
        tag("span", sheet.notation),
        href=link(model, Place(system, "roll")),
        class_="button",
    )
