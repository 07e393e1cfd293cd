"""The systems that somebody has made here, as far as the first page tells of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from app.place import Place
from pyrules.core.system import ID

MOST = 50

OWN = "own systems"
"""The key under which they are kept."""

WORKSHOP = "workshop/"
"""The page on which they are made and played, apart from the others."""

PLAY, ON_DESK, SHELF = "play", "desk", "shelf"
"""The ways in which it opens: to play a game that was made here, to compare it, or with one of the shelf."""

FRAMED = Place("", "own")
"""The place where that page is a frame in this one, so that the connections of a table stay."""


@dataclass(frozen=True, slots=True)
class Own:
    """A system of one's own: its key, title, what it says of itself, and the SHA-256 of its text ("" if unknown).

    It has its key for good, whatever id its text states; one that an earlier build has kept has that id for a key.
    """

    key: str
    title: str
    about: str
    hash: str = ""


def read_own(kept: Any) -> tuple[Own, ...]:
    """The systems as the workshop has kept them; what cannot be read is left out."""
    found = []
    for one in kept if isinstance(kept, list) else []:
        match one:
            case [str(key), str(title), str(about), *rest] if ID.fullmatch(key):
                digest = rest[0] if rest and isinstance(rest[0], str) else ""
                found.append(Own(key, title[:60], about[:300], digest[:64]))
    return tuple(found[:MOST])


def with_text(own: Iterable[Own], digest: str) -> Own | None:
    """The one whose text has this SHA-256; None where there is none."""
    return next((one for one in own if one.hash == digest), None)
