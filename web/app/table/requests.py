"""Tests that one device at a table asks others to roll, and the answers as they come in."""

from dataclasses import replace

from app.common.answer import Answer, Handler, Message, World, notify
from app.model import Model
from app.place import Place
from app.share.update import open_link
from app.table import words
from app.table.peers import send
from app.table.state import Peer, Question, Table
from pyrules.campaign.devices import Asked
from pyrules.campaign.events import Device, Rolled
from pyrules.campaign.links import read_link, write_link
from pyrules.systems import BY_ID


def ask(model: Model, message: Message, world: World) -> Answer:
    """Ask one of the others, or all, to roll the test of the form where the reader was last."""
    table, sheet = model.table, model.askable
    if table is None or sheet is None or model.came is None:
        return model, ()
    system = BY_ID[model.came.system]
    place = message["data"].get("place")
    others = tuple(one for one in table.here if one != table.me)
    of = others if place is None else others[int(place) : int(place) + 1]
    said = Asked(write_link(system, sheet.test), table.me, () if place is None else of)
    question = Question(system.id, system.write(sheet.test), of)
    model, aloud = notify(replace(model, table=replace(table, question=question)), words.ASKED)
    return model, (*send(table.others, said), *aloud)


def asked(model: Model, table: Table, peer: Peer, said: Asked, world: World) -> Answer:
    """Show a test that another device asks for, filled in and with its odds, and pass it on to whom it is for.

    Raises `RulesError` for a link that brings none.
    """
    shared = read_link(said.link)
    by = peer.device if table.hub and peer.device else said.by
    others = tuple(one for one in table.others if one.number != peer.number) if table.hub else ()
    passing = send(others, replace(said, by=by))
    if said.to and table.me not in said.to:
        return model, passing
    model, commands = open_link(model, f"{Place(shared.system.id, 'roll').address}#{said.link}")
    model, aloud = notify(model, words.asked_by(by.name))
    return model, (*passing, *commands, *aloud)


def answering(table: Table, event: Rolled, by: Device) -> Table:
    """The table with a roll among the answers to what was asked for last, if it is one."""
    question = table.question
    if question is None or (event.system, event.notation) != (question.system, question.notation):
        return table
    if by not in question.of or by in dict(question.answers):
        return table
    answers = (*question.answers, (by, event.revises or event.id))
    return replace(table, question=replace(question, answers=answers))


HANDLERS: dict[str, Handler] = {"table-ask": ask}
