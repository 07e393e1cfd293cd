"""The program as the browser's worker runs it: JSON text in, JSON text out."""

import json
import secrets
import time

from app.beginning import beginning
from app.model import Model, place_at
from app.update import update as answer
from app.update.answer import Command, World
from app.update.odds import owed
from app.update.share import opened
from app.view import view
from app.view.frame import title
from pyrules.campaign.codec import read_records
from pyrules.core.faces import secure

WORLD = World(faces=secure, now=lambda: time.time_ns() // 1_000_000, name=lambda: secrets.token_hex(8))


class Program:
    """The running program: the model between one message and the next."""

    model: Model


def start(saved: str, where: str, root: str) -> str:
    """Begin at an address below `root` with what the browser has stored.

    That is `{"events": [...], "kept": {...}}`: the records of the log as they were appended, and values by key.
    """
    stored = json.loads(saved)
    campaign, unread = read_records(map(as_record, stored["events"]))
    model = beginning(root, place_at(where), campaign, unread, stored["kept"])
    model, commands = opened(model, where)
    Program.model, later = owed(None, model)
    return reply(Program.model, (*commands, *later))


def as_record(stored: object) -> str:
    """A stored record as text, even one that something else wrote there."""
    return stored if isinstance(stored, str) else json.dumps(stored)


def update(message: str) -> str:
    """Answer one message of the page."""
    Program.model, commands = answer(Program.model, json.loads(message), WORLD)
    return reply(Program.model, commands)


def reply(model: Model, commands: tuple[Command, ...]) -> str:
    """What the page shows and does next."""
    return json.dumps({"regions": view(model), "title": title(model), "looks": model.preferences, "commands": commands})
