"""The program as the browser's worker runs it: JSON text in, JSON text out."""

import json
import secrets
import time

from pyrules.campaign.codec import read_event
from pyrules.campaign.state import fold

from app.beginning import beginning
from app.model import Model, place_at
from app.update import update as answer
from app.update.answer import Command, World
from app.view import view
from app.view.frame import title
from pyrules.core.faces import secure

WORLD = World(faces=secure, now=lambda: time.time_ns() // 1_000_000, name=lambda: secrets.token_hex(8))


class Program:
    """The running program: the model between one message and the next."""

    model: Model


def start(saved: str, where: str, root: str) -> str:
    """Begin with what the browser has stored (`{"events": [...], "kept": {...}}`), at an address below `root`."""
    stored = json.loads(saved)
    campaign = fold(read_event(event) for event in stored["events"])
    Program.model = beginning(root, place_at(where), campaign, stored["kept"])
    return reply(Program.model, ())


def update(message: str) -> str:
    """Answer one message of the page."""
    Program.model, commands = answer(Program.model, json.loads(message), WORLD)
    return reply(Program.model, commands)


def reply(model: Model, commands: tuple[Command, ...]) -> str:
    """What the page shows and does next."""
    return json.dumps({"regions": view(model), "title": title(model), "looks": model.preferences, "commands": commands})
