"""The odds: what the reader asks of them, and working them out after the answer that must not wait."""

import re
from dataclasses import replace

from app.common.answer import Answer, Command, Handler, Message, World
from app.model import Model
from app.odds.chances import is_heavy, shown_chances
from app.odds.state import MODES

PERCENT = re.compile(r"[1-9][0-9]?|100")


def ask(model: Model, message: Message, world: World) -> Answer:
    """Take over which distribution is shown, how its rows are counted, and which chance is wanted."""
    form = message["form"]
    wanted = str(form.get("wanted", ""))
    question = replace(
        model.question,
        distribution=str(form.get("distribution", model.question.distribution)),
        mode=form["mode"] if form.get("mode") in MODES else model.question.mode,
        wanted=int(wanted) if PERCENT.fullmatch(wanted) else model.question.wanted,
    )
    return replace(model, question=question), ()


def take_time(model: Model, message: Message, world: World) -> Answer:
    """Have the odds of the form's test worked out even where that takes seconds."""
    return replace(model, question=replace(model.question, at_length=model.sheet.test)), ()


def reckon(model: Model, message: Message, world: World) -> Answer:
    """Show the chances that were not worked out with the answer before."""
    return replace(model, due=False), ()


def owe_chances(before: Model | None, model: Model) -> tuple[Model, tuple[Command, ...]]:
    """Leave the chances out of this answer where they may take long, and have them asked for at once."""
    chances = shown_chances(model)
    if not chances or (before and chances == shown_chances(before)):
        return model, ()
    if not is_heavy(model):
        return replace(model, due=False), ()
    return replace(model, due=True), ({"do": "later", "on": "odds"},)


HANDLERS: dict[str, Handler] = {
    "odds": reckon,
    "odds-ask": ask,
    "odds-at-length": take_time,
}
