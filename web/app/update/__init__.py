"""What the page does when something happens: a model and a message give the next model and commands."""

from dataclasses import replace

from app.model import Model
from app.update import choices, dice, form, keypad, log, move, roll, settings, share, transfer
from app.update.answer import Answer, Handler, Message, World

HANDLERS: dict[str, Handler] = {
    **move.HANDLERS,
    **form.HANDLERS,
    **roll.HANDLERS,
    **choices.HANDLERS,
    **dice.HANDLERS,
    **keypad.HANDLERS,
    **log.HANDLERS,
    **transfer.HANDLERS,
    **share.HANDLERS,
    **settings.HANDLERS,
}

FROM_THE_PAGE = frozenset({"handed", "rest"})
"""Messages that the page sends by itself: what was told stays."""


def update(model: Model, message: Message, world: World) -> Answer:
    """Answer one message; one that means nothing on this screen changes nothing."""
    on = str(message["on"])
    if on not in HANDLERS:
        return model, ()
    told = model.news if on in FROM_THE_PAGE else None
    answered, commands = HANDLERS[on](replace(model, news=told), message, world)
    answered, more = share.gone_on(model, answered)
    return answered, (*commands, *more, *dice.thrown(model, answered))
