"""Store on either side what the hub has asked for, so that both know it after a page was reloaded."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.common.answer import Command, keep
from app.model import Model
from app.table.state import Question, Reply, Request
from pyrules.campaign.devices import PROGRESS, Asked, decode, encode
from pyrules.campaign.events import Device
from pyrules.campaign.links import read_link
from pyrules.core.errors import RulesError

ASKED = "asked"
"""The key of it."""


def store_requests(before: Model, now: Model) -> tuple[Command, ...]:
    """Have stored what is asked for and how far each is, or what this device is asked for, once that is another."""
    earlier, by_now = (asked_at(model) for model in (before, now))
    return () if by_now == earlier else (keep(ASKED, by_now),)


def asked_at(model: Model) -> dict[str, Any] | None:
    """Return the stored form of the question or request; None where there is neither."""
    table = model.table
    if table is None or not (table.question or table.request):
        return None
    return (
        question_to_keep(table.question) if table.question else written_down(table.request) if table.request else None
    )


def written_down(request: Request) -> dict[str, Any]:
    """Return a guest's request as it is stored."""
    return {"said": encode(request.said), **{name: getattr(request, name) for name in ("taken", "declined", "line")}}


def question_to_keep(question: Question) -> dict[str, Any]:
    """Return the hub's question as it is stored."""
    told = {name: getattr(question, name) for name in ("link", "label", "against", "together", "shown")}
    replies = [
        [one.device.name, one.device.colour, one.id, one.who, one.how, one.line, one.for_them, one.skipped]
        for one in question.replies
    ]
    return {**told, "replies": replies}


def restore_requests(model: Model, kept: Mapping[str, Any]) -> Model:
    """The model that waits again for what it has asked for, or is asked for; what cannot be read is left out."""
    table, found = model.table, kept.get(ASKED)
    if table is None or not found:
        return model
    try:
        table = replace(table, question=question(found)) if table.hub else replace(table, request=request(found))
    except (KeyError, TypeError, ValueError, RulesError):
        return model
    return replace(model, table=table)


def question(found: Any) -> Question:
    """Read a hub's stored question; raises an error for anything else."""
    shared = read_link(str(found["link"]))
    return Question(
        shared.system.id,
        str(found["link"]),
        shared.test,
        str(found["label"]),
        str(found["against"]),
        bool(found["together"]),
        tuple(map(reply, found["replies"])),
        bool(found["shown"]),
    )


def request(found: Any) -> Request:
    """Read a guest's stored request; raises an error for anything else."""
    said = decode(str(found["said"]))
    if not isinstance(said, Asked):
        raise TypeError
    shared = read_link(said.link)
    taken, declined = bool(found["taken"]), bool(found["declined"])
    return Request(said, shared.system.id, shared.test, taken, declined, str(found["line"]))


def reply(row: Any) -> Reply:
    """Read a stored reply; raises `ValueError` for anything else."""
    name, colour, of, who, how, line, for_them, skipped = row
    if how not in PROGRESS:
        raise ValueError
    return Reply(Device(str(name), str(colour)), str(of), str(who), how, str(line), bool(for_them), bool(skipped))
