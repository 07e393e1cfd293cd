"""What the page does when something happens: a model and a message give the next model and commands."""

from dataclasses import replace

from app.model import Model
from app.update import choices, form, keypad, log, move, roll, settings, share, transfer
from app.update.answer import Answer, Handler, Message, World

HANDLERS: dict[str, Handler] = {
    **move.HANDLERS,
    **form.HANDLERS,
    **roll.HANDLERS,
    **choices.HANDLERS,
    **keypad.HANDLERS,
    **log.HANDLERS,
    **transfer.HANDLERS,
    **share.HANDLERS,
    **settings.HANDLERS,
}


def update(model: Model, message: Message, world: World) -> Answer:
    """Answer one message; one that means nothing on this screen changes nothing."""
    handler = HANDLERS.get(str(message["on"]))
    if handler is None:
        return model, ()
    answered, commands = handler(replace(model, news=None), message, world)
    answered, more = share.gone_on(model, answered)
    return answered, (*commands, *more)
