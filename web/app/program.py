"""The program as the browser's worker runs it: JSON text in, JSON text out."""

import json
import secrets
import time
from typing import Any

from pyrules.core.errors import RulesError
from pyrules.core.faces import secure
from pyrules.systems import SYSTEMS

from app.model import Entry, Model, place_at
from app.sheet import noted, untouched
from app.update import Command, World, update as answer
from app.view import view
from app.view.frame import title

WORLD = World(faces=secure, now=lambda: time.time_ns() // 1_000_000, name=lambda: secrets.token_hex(8))

_model: Model | None = None


def start(saved: str, where: str, root: str) -> str:
    """Begin with what the browser has stored (`{"events": [...], "kept": {...}}`), at an address below `root`."""
    global _model
    stored = json.loads(saved)
    kept = stored["kept"]
    sheets = {system.id: untouched(system, {}) for system in SYSTEMS}
    for system in SYSTEMS:
        if notation := kept.get(f"form {system.id}"):
            sheets[system.id] = noted(system, sheets[system.id], notation, {})
    _model = Model(
        root=root,
        place=place_at(where),
        sheets=sheets,
        log=tuple(Entry(**event) for event in stored["events"]),
    )
    return reply(_model, ())


def update(message: str) -> str:
    """Answer one message of the page."""
    global _model
    _model, commands = answer(_model, json.loads(message), WORLD)
    return reply(_model, commands)


def reply(model: Model, commands: tuple[Command, ...]) -> str:
    """What the page shows and does next."""
    return json.dumps({"regions": view(model), "title": title(model), "commands": commands})
