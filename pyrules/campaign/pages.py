"""Pages of notes, and what was rolled on their tables: written down in the log like people and Challenges.

A page is the game master's, until it is shown to the players; a result may be kept from them as well.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from pyrules.campaign.codec import MOST_NOTE
from pyrules.campaign.events import Facts, Recorded
from pyrules.campaign.people import HIDDEN
from pyrules.campaign.scene import NOTES, notes
from pyrules.campaign.state import State
from pyrules.core.scan import MOST_TEXT

PAGE, RESULT = "page", "result"
SHOWN = "shown"
FIRST = "Notes"
"""The title of the page with the notes on a scene, which a campaign had one of before it had pages."""

MOST_PAGE = 20_000
MOST_PAGES = 100
MOST_TOLD = 300
"""The number of characters of a line of a random table that the log has."""


@dataclass(frozen=True, slots=True)
class NotePage:
    """A page of notes: its title, its text of at most 20,000 characters, and whether it is `shown` to the players."""

    title: str
    text: str = ""
    shown: bool = False


@dataclass(frozen=True, slots=True)
class TableRoll:
    """One roll on a random table as the log has it: the table, its dice, their sides and faces, and the line's text."""

    table: str
    dice: str
    sides: int
    faces: tuple[int, ...]
    value: int
    text: str


def note_pages(state: State, system: str) -> tuple[NotePage, ...]:
    """The pages of a system's campaign in the order of their titles."""
    found = [_read_page(title, facts) for title, facts in state.records_of(system, PAGE).items()]
    scene = notes(state, system)
    if scene and all(page.title != FIRST for page in found):
        found.append(NotePage(FIRST, scene))
    return tuple(sorted(found, key=lambda page: page.title.casefold()))


def _read_page(title: str, facts: Facts) -> NotePage:
    texts = sorted((_number(name), value) for name, value in facts if isinstance(value, str) and _number(name) >= 0)
    return NotePage(title, "".join(text for _, text in texts)[:MOST_PAGE], (SHOWN, True) in facts)


def page_facts(page: NotePage) -> Facts:
    """A page as it is recorded: its text in pieces that each fit into a fact."""
    text = page.text[:MOST_PAGE]
    pieces = (
        (f"text.{place // MOST_NOTE}", text[place : place + MOST_NOTE]) for place in range(0, len(text), MOST_NOTE)
    )
    return (*pieces, *(((SHOWN, True),) if page.shown else ()))


def _number(name: str) -> int:
    """Which piece of a text a fact is; -1 for none."""
    what, dot, number = name.partition(".")
    return int(number) if what == "text" and dot and number.isascii() and number.isdigit() and len(number) < 4 else -1


def result_facts(rolls: Sequence[TableRoll], *, hidden: bool = False) -> Facts:
    """Rolls on tables, each of which led to the next, as they are recorded."""
    told = (
        (f"roll.{place}", _dump([one.table, one.dice, one.sides, one.faces, one.value, one.text[:MOST_TOLD]]))
        for place, one in enumerate(rolls)
    )
    return (*told, *(((HIDDEN, True),) if hidden else ()))


def _dump(parts: Sequence[object]) -> str:
    return json.dumps(parts, ensure_ascii=False)


def read_result(facts: Facts) -> tuple[TableRoll, ...]:
    """Rolls on tables as they were recorded; what cannot be read is left out."""
    found: list[TableRoll] = []
    for name, value in facts:
        if name.startswith("roll.") and isinstance(value, str):
            found += _read_roll(value)
    return tuple(found)


def _read_roll(written: str) -> tuple[TableRoll, ...]:
    try:
        match json.loads(written):
            case [str(table), str(dice), int(sides), [*faces], int(value), str(text)] if all(
                type(face) is int and 1 <= face <= sides for face in faces
            ):
                return (TableRoll(table[:MOST_TEXT], dice[:MOST_TEXT], sides, tuple(faces), value, text),)
    except (ValueError, RecursionError):
        pass
    return ()


def is_kept_from_players(event: Recorded) -> bool:
    """True if something recorded is the game master's: notes, a page that is not shown, or a hidden result."""
    facts = event.facts or ()
    if event.subject == PAGE:
        return (SHOWN, True) not in facts
    return event.subject == NOTES or (event.subject == RESULT and (HIDDEN, True) in facts)
