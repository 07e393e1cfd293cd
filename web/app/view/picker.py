"""The first screen: the systems to choose from."""

from typing import Any

from app import words
from app.html import Child, Markup, tag
from app.model import Model, Place
from app.view.dice import still
from app.view.frame import link
from pyrules.campaign.events import Rolled
from pyrules.core.system import System
from pyrules.systems import BY_ID, SYSTEMS


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
                        dice(model, system),
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


def dice(model: Model, system: System[Any]) -> Markup:
    """The dice that a system is played with."""
    return tag(
        "span",
        (
            tag("span", still(sides, face), class_="die", data_sides=sides, data_kind=kind or None)
            for sides, face, kind in system.picture
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
