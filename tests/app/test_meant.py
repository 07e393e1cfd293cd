"""Messages that mean nothing where they come, or that nobody's page has written: nothing changes, nothing is raised."""

import json
from typing import Any

import pytest
from app.common.own_screens import screens_of
from app.messages import HANDLERS, update
from app.rooms import LATE_ROOMS
from app.screens import view

from pyrules.systems import SYSTEMS
from tests.app.reader import Elements, Reader

HOSTILE = ("", "-1", "9" * 5000, "x", "\x00", "\ud800", "²", "modifiers.9.value")
GIVEN = (
    *("field", "by", "to", "row", "place", "option", "unit", "proposal", "places", "peer", "called", "event", "as"),
    *("subject", "offer", "seconds", "challenge", "who", "action", "face", "many", "takes", "system", "what", "size"),
    *("most", "name", "text", "data", "counter", "stat"),
)
WRITTEN_BY_SCRIPTS = ("device", "heard")
"""Messages whose value only the page's own scripts write, as JSON."""

SCREENS = (
    *(f"{system.id}/{tab}" for system in SYSTEMS for tab in ("", "tracker/")),
    *(
        "moonwalk/log/",
        "moonwalk/odds/",
        "",
        "settings/",
        "evening/",
        "table/",
        "desk/",
        "desk/changes/",
        "desk/session/",
    ),
)


def messages_answered(reader: Reader) -> list[str]:
    """Every message that something answers where the reader is."""
    seldom = [room.handlers for room in LATE_ROOMS]
    own = screens_of(reader.model.place.system).handlers if reader.model.place.system else {}
    return sorted({name for handlers in (HANDLERS, own, *seldom) for name in handlers} - {*WRITTEN_BY_SCRIPTS})


def answer(reader: Reader, message: dict[str, Any]) -> None:
    """Have a message answered as the page does, down to what is shown; the reader is where they were."""
    model, commands = update(reader.model, message, reader.world)
    json.dumps(commands)
    if model is not reader.model and (model.sheets, model.news) != (reader.model.sheets, reader.model.news):
        view(model)


@pytest.mark.parametrize("screen", SCREENS)
def test_no_handler_raises_whatever_it_is_given(screen: str) -> None:
    every_message(Reader(screen, seed=3))


@pytest.mark.parametrize("system", [system.id for system in SYSTEMS])
def test_none_raises_with_dice_on_the_table(system: str) -> None:
    every_message(Reader(f"{system}/", seed=3).do("roll"))


def every_message(reader: Reader) -> None:
    """Send every message with nothing, and with each of the texts in all that it may bring."""
    for on in messages_answered(reader):
        answer(reader, {"on": on, "form": {}, "name": "", "value": None, "data": {}})
        for text in HOSTILE:
            given = dict.fromkeys(GIVEN, text)
            answer(reader, {"on": on, "to": text, "form": given, "name": text, "value": text, "data": given})


@pytest.mark.parametrize("screen", SCREENS)
def test_whatever_is_typed_in_a_field_is_taken_or_told(screen: str) -> None:
    reader = Reader(screen, seed=3)
    elements = Elements("".join(view(reader.model).values()))
    typed = [at for at in elements.attributes if at.get("name") or at.get("data-on")]
    names = sorted({str(at["name"]) for at in typed if at.get("name")})
    messages = {str(at["data-on"]): at for at in typed if at.get("data-on")}
    for on, at in messages.items():
        data = {name.removeprefix("data-"): held for name, held in at.items() if name.startswith("data-")}
        for text in HOSTILE:
            for name in names:
                for value in (text, [text, text]):
                    answer(reader, {"on": on, "form": {name: value}, "name": name, "value": text, "data": data})
