"""Going from screen to screen."""

from dataclasses import replace

from app.common.answer import Answer, Handler, Message, World, focus
from app.model import Model
from app.place import Place, place_at
from app.rules.anchors import anchors
from app.share.update import open_link


def go(model: Model, message: Message, world: World) -> Answer:
    """Show the place that an address means, and what a link in it brings.

    Within a system, and after a look at the settings, the dice on the tray stay in sight; coming to another one starts
    at its form.
    """
    address = str(message["to"])
    place = place_at(address)
    book = model.logbook if place == model.place else replace(model.logbook, incoming=None, open="", noting=False)
    upkeep = replace(model.upkeep, erasing=False)
    came = model.place if model.place.system else model.came
    aside = not place.system and place != Place()
    result = model.result and (aside or (came is not None and place.system == came.system))
    model = replace(model, place=place, came=came, result=result, logbook=book, upkeep=upkeep)
    model, commands = open_link(model, address)
    anchor = address.partition("#")[2]
    return model, (*commands, focus(anchor)) if place.tab == "rules" and anchor in anchors(model.system) else commands


HANDLERS: dict[str, Handler] = {"go": go}
