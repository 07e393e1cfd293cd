"""What every handler takes and gives."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from app.model import Model
from pyrules.core.roll import Source
from pyrules.core.verdict import Verdict

Command = dict[str, Any]
Message = Mapping[str, Any]
Answer = tuple[Model, tuple[Command, ...]]


@dataclass(frozen=True, slots=True)
class World:
    """What comes from outside: where faces come from, the time in milliseconds, and names for new events."""

    faces: Source
    now: Callable[[], int]
    name: Callable[[], str]


Handler = Callable[[Model, Message, World], Answer]


def say(text: str) -> Command:
    """Have a text read out."""
    return {"do": "announce", "text": text}


def tell(verdict: Verdict) -> Command:
    """Have a verdict read out, with what those who look see from the dice and the form."""
    return say(" ".join(f"{part}." for part in (verdict.headline, verdict.summary, *verdict.heard)))


def focus(element: str) -> Command:
    """Move the focus to the element with this id."""
    return {"do": "focus", "id": element}


VERDICT: Command = {"do": "verdict"}
"""Have the verdict come into sight."""


def keep(key: str, value: Any) -> Command:
    """Store a value for the next visit."""
    return {"do": "keep", "key": key, "value": value}
