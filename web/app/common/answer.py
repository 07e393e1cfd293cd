"""Types that every handler takes and gives, and answers that many of them give."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app import words
from app.model import Model, News
from app.place import Place
from pyrules.core.characters import without_marks
from pyrules.core.english import minus
from pyrules.core.roll import Source
from pyrules.core.verdict import Verdict

Command = dict[str, Any]
Message = Mapping[str, Any]
Answer = tuple[Model, tuple[Command, ...]]


@dataclass(frozen=True, slots=True)
class World:
    """The outside: where faces come from, the time in milliseconds, and names for new events.

    With `seeds`, the faces are those that these give (`pyrules.campaign.fairness`).
    """

    faces: Source
    now: Callable[[], int]
    name: Callable[[], str]
    seeds: tuple[str, ...] = ()


Handler = Callable[[Model, Message, World], Answer]


def say(text: str) -> Command:
    """Have a text read out."""
    return {"do": "announce", "text": without_marks(text)}


def spoken_verdict(verdict: Verdict, before: Sequence[str] = (), after: Sequence[str] = ()) -> str:
    """A verdict as it is read out, with what those who look see from the dice and the form, and more on either side."""
    parts = (*before, *verdict.news[:2], *verdict.heard, *after)
    return minus(" ".join(f"{part.removesuffix('.')}." for part in parts if part))


def focus(element: str) -> Command:
    """Move the focus to the element with this id."""
    return {"do": "focus", "id": element}


VERDICT: Command = {"do": "verdict"}
"""Have the verdict come into sight."""


def keep(key: str, value: Any) -> Command:
    """Store a value for the next visit."""
    return {"do": "keep", "key": key, "value": value}


def save_file(name: str, kind: str, text: str) -> Command:
    """Have the browser save a file."""
    return {"do": "download", "name": name, "type": kind, "text": text}


def notify(model: Model, text: str, *, wrong: bool = False) -> Answer:
    """Tell the reader something, on the screen and aloud."""
    return replace(model, news=News(text, wrong)), (say(text),)


def go_to_system(model: Model, system: str) -> Answer:
    """Go to a system's form and table, and put away dice that are being typed in there, which is said."""
    place, hand = Place(system, "roll"), model.hands.get(system)
    model, aloud = notify(model, words.TYPED_PUT_AWAY, wrong=True) if hand and hand.faces else (model, ())
    return replace(put_away(model, system), place=place), ({"do": "go", "to": place.address}, {"do": "top"}, *aloud)


def put_away(model: Model, system: str) -> Model:
    """The model with no dice waiting to be typed in for a system."""
    return replace(model, hands={of: hand for of, hand in model.hands.items() if of != system})
