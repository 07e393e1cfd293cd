"""What the page does when something happens: a model and a message give the next model and commands."""

from app.model import Model
from app.update import form, log, move, roll, settings
from app.update.answer import Answer, Handler, Message, World

HANDLERS: dict[str, Handler] = {
    **move.HANDLERS,
    **form.HANDLERS,
    **roll.HANDLERS,
    **log.HANDLERS,
    **settings.HANDLERS,
}


def update(model: Model, message: Message, world: World) -> Answer:
    """Answer one message; one that means nothing on this screen changes nothing."""
    handler = HANDLERS.get(str(message["on"]))
    return handler(model, message, world) if handler else (model, ())
