"""Going from screen to screen, and away from what was told."""

import re
from dataclasses import replace

from app.common.answer import Answer, Handler, Message, World, focus, notify
from app.common.tracking import in_progress
from app.meant import Given
from app.model import Model
from app.place import Place, place_at, places
from app.roll.modes import end_modes
from app.rules.anchors import anchors
from app.settings import words
from app.share.opening import open_link


def go(model: Model, message: Message, world: World) -> Answer:
    """Show the place that an address means, and what a link in it brings.

    Within a system, and after a look at the settings, the dice on the tray stay in sight; coming to another one starts
    at its form, or at its roll that goes on, such as an extended test.
    """
    address = str(message["to"])
    place = place_at(address)
    book = model.logbook if place == model.place else replace(model.logbook, incoming=None, open="", noting=False)
    upkeep = replace(model.upkeep, erasing=False)
    came = model.place if model.place.system else model.came
    aside = not place.system and place != Place()
    stays = aside or (came is not None and place.system == came.system)
    model = replace(model, place=place, came=came, logbook=book, upkeep=upkeep)
    model = replace(model, result=model.result if stays else goes_on(model))
    model, commands = open_link(end_modes(model, world.now()), address)
    anchor = address.partition("#")[2]
    return model, (*commands, focus(anchor)) if place.tab == "rules" and anchor in anchors(model.system) else commands


def goes_on(model: Model) -> bool:
    """Return whether the roll on the tray of the system on screen goes on, and nothing is being typed in there."""
    tray = model.tray if model.place.system and not model.hand else None
    return tray is not None and tray.event in dict(in_progress(model))


def paste_link(model: Model, message: Message, world: World) -> Answer:
    """Open a link as if it had been tapped; what was sent with it may stand before it."""
    found = re.search(r"(\S+/)#(\S+)", str(message["form"]["link"]))
    if not found:
        return notify(model, words.NO_LINK, wrong=True)
    ends = (place.address for place in places() if place.address and found[1].endswith(f"/{place.address}"))
    to = f"{next(ends, '')}#{found[2]}"
    model, commands = go(model, Given({**message, "to": to}), world)
    return model, ({"do": "go", "to": to}, *commands)


def close_news(model: Model, message: Message, world: World) -> Answer:
    """Take away what was told; every message does."""
    return model, ()


HANDLERS: dict[str, Handler] = {"go": go, "paste-link": paste_link, "news-close": close_news}
