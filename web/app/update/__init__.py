"""What the page does when something happens: a model and a message give the next model and commands."""

from dataclasses import replace

from app import unfinished
from app.answer import Answer, Command, Handler, Message, World, keep, told
from app.hand import followed
from app.model import Model
from app.systems import screens_of
from app.tracking import still_trying, with_leftovers
from app.update import (
    characters,
    choices,
    dice,
    form,
    giving_up,
    keypad,
    log,
    move,
    odds,
    presets,
    roll,
    settings,
    share,
    tabs,
    tracker,
    transfer,
)

HANDLERS: dict[str, Handler] = {
    **move.HANDLERS,
    **form.HANDLERS,
    **roll.HANDLERS,
    **choices.HANDLERS,
    **dice.HANDLERS,
    **keypad.HANDLERS,
    **log.HANDLERS,
    **giving_up.HANDLERS,
    **transfer.HANDLERS,
    **share.HANDLERS,
    **tabs.HANDLERS,
    **settings.HANDLERS,
    **odds.HANDLERS,
    **presets.HANDLERS,
    **characters.HANDLERS,
    **tracker.HANDLERS,
}

ON_SCREEN = {"tracker": characters.IN_THE_TRACKER, "settings": settings.IN_SETTINGS}
"""What the controls of a form do where they are not those of a test."""

FROM_THE_PAGE = frozenset({"device", "handed", "heard", "odds", "rest"})
"""Messages that the page sends by itself: what was told stays."""


def update(model: Model, message: Message, world: World) -> Answer:
    """Answer one message; one that means nothing on this screen changes nothing."""
    on = str(message["on"])
    own = screens_of(model.place.system).handlers if model.place.system else {}
    handlers = {**HANDLERS, **ON_SCREEN.get(model.place.tab, {}), **own}
    if on not in handlers:
        return model, ()
    news = model.news if on in FROM_THE_PAGE else None
    answered, commands = handlers[on](replace(model, news=news), message, world)
    answered, more = share.gone_on(model, answered)
    answered, dropped = keypad.without_outdated(answered)
    answered, names = characters.called_by_now(model, answered)
    answered, said = kept(model, answered)
    answered = still_trying(answered)
    answered = followed(answered)
    answered, later = odds.owed(model, answered)
    left = () if any(command["do"] == "erase" for command in commands) else (*names, *remembered(model, answered))
    return answered, (*left, *commands, *more, *dropped, *said, *dice.thrown(model, answered), *later)


def remembered(before: Model, model: Model) -> tuple[Command, ...]:
    """What keeps for the next visit what is unfinished."""
    known = unfinished.kept(before)
    return tuple(keep(key, now) for key, now in unfinished.kept(model).items() if now != known[key])


def kept(before: Model, answered: Model) -> Answer:
    """Keep the form up with the campaign, and say what it was given in vain."""
    model, said = with_leftovers(before, answered)
    if not said or answered.campaign is not before.campaign or answered.sheets is before.sheets:
        return model, ()
    return told(model, said)
