"""A reader of the app without a browser: what they do goes through `update`, what they see through `view`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from typing import Any

from app.beginning import beginning
from app.model import Model, place_at
from app.update import update
from app.update.answer import Command, World
from app.view import view

from pyrules.core.roll import Source, Throw

TAGS = re.compile(r"<[^>]*>")


def showing(faces: Iterable[int]) -> Source:
    """A source that gives these faces one by one and refuses to run dry."""
    left: Iterator[int] = iter(faces)

    def source(throw: Throw) -> Sequence[int]:
        return [next(left) for _ in range(throw.count)]

    return source


class Reader:
    """Someone at the page: the model they have come to, and the commands of their last message."""

    def __init__(self, address: str, faces: Iterable[int] = (), **kept: Any) -> None:
        self.model: Model = beginning("", place_at(address), kept=kept)
        self.commands: tuple[Command, ...] = ()
        names = (f"e{number}" for number in range(10_000))
        self.world = World(showing(faces), lambda: 1_000, lambda: next(names))

    def does(
        self, on: str, form: dict[str, Any] | None = None, value: Any = None, name: str = "", **data: Any
    ) -> "Reader":
        """Send a message of the page."""
        written = {key: str(one) for key, one in data.items()}
        message = {"on": on, "form": form or {}, "name": name, "value": value, "data": written}
        self.model, self.commands = update(self.model, message, self.world)
        return self

    def goes(self, address: str) -> "Reader":
        """Follow a link to another page."""
        self.model, self.commands = update(self.model, {"on": "go", "to": address}, self.world)
        return self

    def notes(self, notation: str) -> "Reader":
        """Type a notation."""
        return self.does("notation", value=notation)

    def sees(self, region: str) -> str:
        """The text of a region, without its tags."""
        return " ".join(unescape(TAGS.sub(" ", view(self.model)[region])).split())

    def html(self, region: str) -> str:
        """A region as it is drawn."""
        return view(self.model)[region]

    @property
    def told(self) -> list[str]:
        """What was read out last."""
        return [command["text"] for command in self.commands if command["do"] == "announce"]
