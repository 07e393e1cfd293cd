"""A reader of the page, for the app's tests: sends messages as the page does, and stores what the app wants stored."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape
from html.parser import HTMLParser
from types import MappingProxyType
from typing import Any

from app.common.answer import Command, World, say
from app.common.html import BEGINS
from app.messages import update
from app.model import Model
from app.place import place_at
from app.restore import initial_model
from app.roll.falling import tray_in_sight
from app.roll.modes import end_modes
from app.roll.unfinished import found_for_link
from app.screens import view
from app.share.opening import open_link

from pyrules.campaign.codec import read_records, write_event
from pyrules.campaign.events import Event
from pyrules.core.faces import seeded
from pyrules.core.roll import Source, Throw

BEGUN = {"share": "text", "copy": "text", "picture": "image", "scan": "camera"}
"""The things that the tap has to begin, and commands go on with."""

TAGS = re.compile(r"<[^>]*>")


def showing(faces: Iterable[int]) -> Source:
    """A source that gives these faces one by one and refuses to run dry."""
    left: Iterator[int] = iter(faces)

    def source(throw: Throw) -> Sequence[int]:
        return [next(left) for _ in range(throw.count)]

    return source


class Reader:
    """Someone at the page: `model` is what the app knows, `commands` what it asked for last.

    `records` and `kept` are the store. The dice show `faces`; without any given, those of `seed`.
    """

    def __init__(
        self,
        address: str = "moonwalk/",
        events: Iterable[Event] = (),
        faces: Iterable[int] | None = None,
        kept: Mapping[str, Any] = MappingProxyType({}),
        seed: int = 1,
    ) -> None:
        self.records = [write_event(event) for event in events]
        self.kept = dict(kept)
        self.named = 0
        self.thrown: Command | None = None
        self.world = World(seeded(seed) if faces is None else showing(faces), self._now, self._name)
        self.visit(address)

    def visit(self, address: str) -> "Reader":
        """Open the page anew, with what was stored."""
        campaign, unread = read_records(self.records)
        model = end_modes(initial_model("", place_at(address), campaign, unread, self.kept), self.world.now())
        model, commands = open_link(model, address)
        self._take(found_for_link(model, self.kept), commands)
        return self

    def do(
        self, on: str, value: Any = None, form: Mapping[str, Any] | None = None, changed: str = "", **data: Any
    ) -> "Reader":
        """Send a message; `changed` names the field it comes from, and `as_` stands for the datum `as`.

        What somebody is saved with is typed first.
        """
        if on == "edit-save" and form:
            self.do("edit-field", form=form)
        sent = {name.rstrip("_"): str(held) for name, held in data.items()}
        message = {"on": on, "form": form or {}, "name": changed, "value": value, "data": sent}
        self._take(*update(self.model, message, self.world))
        needed = {BEGUN[command["do"]] for command in self.commands if command["do"] in BEGUN}
        assert needed <= {BEGINS.get(on)}, f"the button of {on} does not say that it needs the tap"
        return self

    def rest(self, throw: Command | None = None) -> "Reader":
        """Have the dice rest that fell last, or those of another throw.

        The page reads out what they came to, unless the reader sees another roll by now or none.
        """
        fallen, tray = throw or self.thrown, tray_in_sight(self.model)
        heard = fallen is not None and tray is not None and fallen["event"] == tray.event
        self.commands: list[Command] = [say(fallen["said"])] if fallen and heard else []
        return self

    def note(self, notation: str) -> "Reader":
        """Type a notation."""
        return self.do("notation", notation)

    def go(self, address: str) -> "Reader":
        """Follow a link."""
        self._take(*update(self.model, {"on": "go", "to": address}, self.world))
        return self

    def asked(self, do: str) -> list[Command]:
        """The commands of one kind that the last message led to."""
        return [command for command in self.commands if command["do"] == do]

    @property
    def told(self) -> list[str]:
        """The texts that were read out last."""
        return [command["text"] for command in self.asked("announce")]

    def sees(self, *texts: str) -> bool:
        """True if every text stands on the page."""
        page = "\n".join(view(self.model).values())
        return all(text in page for text in texts)

    def html(self, region: str) -> str:
        """A region as it is drawn; what is told belongs to the news."""
        shown = view(self.model)
        return shown["told"] + shown["news"] if region == "news" else shown[region]

    def text(self, region: str) -> str:
        """The text of a region, without its tags."""
        return " ".join(unescape(TAGS.sub(" ", self.html(region))).split())

    def _take(self, model: Model, commands: tuple[Command, ...]) -> None:
        self.model = model
        self.commands = json.loads(json.dumps(commands))
        for command in self.commands:
            match command:
                case {"do": "dice"}:
                    self.thrown = command
                case {"do": "append", "event": event}:
                    self.records.append(event)
                case {"do": "rewrite", "events": events}:
                    self.records[command.get("from", 0) :] = json.loads(events)
                case {"do": "keep", "key": key, "value": value}:
                    self.kept[key] = value

    def _now(self) -> int:
        return 1_790_000_000_000 + self.named

    def _name(self) -> str:
        self.named += 1
        return f"n{self.named}"


class Elements(HTMLParser):
    """The elements of a piece of HTML, and the text between them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.attributes: list[dict[str, str | None]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes.append(dict(attrs))

    def handle_data(self, data: str) -> None:
        self.text += data
