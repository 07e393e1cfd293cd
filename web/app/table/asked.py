"""What the hub has asked for, stored, so that it waits for the same after its page was reloaded."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.common.answer import Command, keep
from app.model import Model
from app.table.state import Question, Reply
from pyrules.campaign.devices import PROGRESS
from pyrules.campaign.events import Device
from pyrules.campaign.links import read_link
from pyrules.core.errors import RulesError

ASKED = "asked"
"""The key of it."""


def stored(before: Model, now: Model) -> tuple[Command, ...]:
    """Have stored what is asked for and how far each is, once that is another."""
    question, earlier = (model.table.question if model.table else None for model in (now, before))
    if question == earlier:
        return ()
    return (keep(ASKED, written(question) if question else None),)


def written(question: Question) -> dict[str, Any]:
    """What is asked for as it is stored."""
    told = {name: getattr(question, name) for name in ("link", "label", "against", "together", "shown")}
    replies = [
        [one.device.name, one.device.colour, one.id, one.who, one.how, one.line, one.for_them, one.skipped]
        for one in question.replies
    ]
    return {**told, "replies": replies}


def returned(model: Model, kept: Mapping[str, Any]) -> Model:
    """The model of a hub that waits again for what it has asked for; what cannot be read is left out."""
    table, found = model.table, kept.get(ASKED)
    if table is None or not table.hub or not found:
        return model
    try:
        shared = read_link(str(found["link"]))
        question = Question(
            shared.system.id,
            str(found["link"]),
            shared.test,
            str(found["label"]),
            str(found["against"]),
            bool(found["together"]),
            tuple(map(reply, found["replies"])),
            bool(found["shown"]),
        )
    except (KeyError, TypeError, ValueError, RulesError):
        return model
    return replace(model, table=replace(table, question=question))


def reply(row: Any) -> Reply:
    """How far somebody was; raises `ValueError` for what nobody has stored."""
    name, colour, of, who, how, line, for_them, skipped = row
    if how not in PROGRESS:
        raise ValueError
    return Reply(Device(str(name), str(colour)), str(of), str(who), how, str(line), bool(for_them), bool(skipped))
