"""The systems that somebody has made here, as far as the first page tells of them."""

from dataclasses import dataclass
from typing import Any

from pyrules.core.system import ID

MOST = 50


@dataclass(frozen=True, slots=True)
class Own:
    """A system of one's own: its id, its title, and what it says of itself."""

    id: str
    title: str
    about: str


def read_own(kept: Any) -> tuple[Own, ...]:
    """The systems as the workshop has kept them; what cannot be read is left out."""
    found = []
    for one in kept if isinstance(kept, list) else []:
        match one:
            case [str(ident), str(title), str(about)] if ID.fullmatch(ident):
                found.append(Own(ident, title[:60], about[:300]))
    return tuple(found[:MOST])
