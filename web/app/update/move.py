"""Going from screen to screen."""

from dataclasses import replace

from app.model import Model, place_at
from app.update.answer import Answer, Handler, Message, World


def go(model: Model, message: Message, world: World) -> Answer:
    """Show the place that an address means; coming back to a system's dice starts at its form."""
    place = place_at(str(message["to"]))
    return replace(model, place=place, result=model.result and place == model.place), ()


HANDLERS: dict[str, Handler] = {"go": go}
