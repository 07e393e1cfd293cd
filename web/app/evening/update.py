"""Handlers of an evening's buttons."""

from app.common.answer import Answer, Handler, Message, World, notify
from app.common.tracking import unseen
from app.evening import words
from app.evening.view import evening_of, parts, rest, span
from app.model import Model
from app.place import Place
from pyrules.campaign.tracking import news_of
from pyrules.systems import BY_ID


def share_picture(model: Model, message: Message, world: World) -> Answer:
    """Share an evening as a picture."""
    found = evening_of(model.campaign, unseen(model))
    if found is None:
        return notify(model, words.NOTHING_ROLLED)
    from app.evening.picture import picture  # only those who share one wait for it

    shares = [*parts(found)]
    least = [f"{news_of(result.event)[0]} · {rest(result)}" for result in found.least]
    look = BY_ID[found.shares[0].who[0] if found.shares else next(iter(BY_ID))].look
    drawn = picture(look, span(found), [*shares, *([(words.LEAST_LIKELY, tuple(least))] if least else [])])
    said = "\n".join(f"{who}: {' '.join(told)}" for who, told in shares)
    to = Place("", "evening").address
    command = {"do": "picture", "title": words.EVENING, "text": said, "to": to, "svg": drawn, "look": {}}
    return model, (command,)


HANDLERS: dict[str, Handler] = {"evening-picture": share_picture}
