"""The program as the page uses it, in JSON text: a page that keeps what it was sent and stores what the app wants."""

import json
from random import Random
from typing import Any

from app import program
from app.program import Program
from app.screens import view

from pyrules.systems import SYSTEMS
from tests.app.reader import Elements

VALUES = ("0", "1", "2", "3", "7", "x", "", "Mira", "3 (1)", "true", "classic", "gems")
ADDRESSES = ("", "settings/", "evening/", "desk/", "desk/changes/", "table/", "moonwalk/log/", "stepdie/odds/")


class Page:
    """A page that keeps what it was sent: `regions` as its reader would see them.

    `records`, `kept` and `checkpoint` are the store, `files` what it was given to save.
    """

    def __init__(self, address: str) -> None:
        self.records: list[str] = []
        self.kept: dict[str, Any] = {}
        self.checkpoint = ""
        self.files: list[str] = []
        self.visit(address)

    def visit(self, address: str) -> None:
        """Open the page with what was stored."""
        self.regions: dict[str, str] = {}
        self.sizes: dict[str, int] = {}
        self.unread = False
        self.take(program.start("\n".join((json.dumps(self.kept), self.checkpoint, *self.records)), address, "/"))

    def send(self, on: str, **more: object) -> None:
        """Send a message as the page does, and what it asks for at once."""
        self.take(program.update(json.dumps({"on": on, "form": {}, "name": "", "value": None, "data": {}, **more})))

    def read_on(self) -> None:
        """Do what the page does in the pauses between taps."""
        while self.unread:
            self.unread = False
            self.send("read-on")

    def take(self, reply: str) -> None:
        """Take over what has changed, and store what is to be stored."""
        answer = json.loads(reply)
        known = {name: html for name, html in answer["regions"].items() if html is not None}
        assert answer["regions"].keys() <= self.regions.keys() | known.keys()
        self.sizes = {name: len(html) for name, html in known.items()}
        self.regions |= known
        if answer["regions"]:
            assert {name: self.regions[name] for name in answer["regions"]} == view(Program.model)
        for command in answer["commands"]:
            self.carry(command)

    def carry(self, command: dict[str, Any]) -> None:
        """Carry out a command."""
        match command:
            case {"do": "append", "event": event}:
                self.records.append(event)
            case {"do": "rewrite", "events": events}:
                self.records[command.get("from", 0) :] = json.loads(events)
                self.checkpoint = ""
            case {"do": "erase"}:
                self.records, self.kept, self.checkpoint = [], {}, ""
            case {"do": "keep", "key": key, "value": value}:
                self.kept[key] = value
            case {"do": "checkpoint", "text": text}:
                self.checkpoint = text
            case {"do": "download", "text": text}:
                self.files.append(text)
            case {"do": "later", "on": "read-on"}:
                self.unread = True
            case {"do": "later", "on": "odds"}:
                self.send("odds")

    def tap(self, chance: Random) -> None:
        """Use something that is on the page, with values of its own or others."""
        elements = Elements("".join(self.regions.values()))
        uses = [at for at in elements.attributes if at.get("data-on")]
        names = [str(at["name"]) for at in elements.attributes if at.get("name")]
        if not uses or chance.random() < 0.1:
            return self.send("go", to=chance.choice([*ADDRESSES, *(f"{system.id}/" for system in SYSTEMS)]))
        rolls = [at for at in uses if at["data-on"] in ("roll", "option", "who", "offer", "undo")]
        at = chance.choice(rolls if rolls and chance.random() < 0.4 else uses)
        data = {name.removeprefix("data-"): held for name, held in at.items() if name.startswith("data-")}
        changed = chance.choice(names) if names else ""
        value = chance.choice(VALUES)
        form = {name: chance.choice(VALUES) for name in names} if chance.random() < 0.3 else {changed: value}
        return self.send(str(at["data-on"]), form=form, name=changed, value=value, data=data)
