"""The state of notes: the page that is open, what is being written, and what was rolled last."""

from dataclasses import dataclass, field
from typing import Any

from pyrules.campaign.pages import TableRoll


@dataclass(frozen=True, slots=True)
class Draft:
    """A page as it is written: its title and text, and the title that it had (`was`), "" for a new one."""

    was: str = ""
    title: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Notes:
    """The pages that are `open`, and the `drafts` of those being written, by system.

    `wrong` says what is wrong with the draft. `pasted` is the text with people in it, None while nobody pastes one.
    `rolled` is what a table came to last. `who` rolls the tests of the open page, "" for nobody in particular.
    """

    open: dict[str, str] = field(default_factory=dict)
    drafts: dict[str, Draft] = field(default_factory=dict)
    wrong: str = ""
    pasted: str | None = None
    rolled: tuple[TableRoll, ...] = ()
    who: str = ""


def drafts_kept(drafts: dict[str, Draft]) -> dict[str, list[str]]:
    """Drafts as they are kept for the next visit."""
    return {system: [draft.was, draft.title, draft.text] for system, draft in drafts.items()}


def read_drafts(kept: Any) -> dict[str, Draft]:
    """Drafts as an earlier visit kept them; what cannot be read is left out."""
    found = {}
    for system, draft in kept.items() if isinstance(kept, dict) else ():
        match draft:
            case [str(was), str(title), str(text)]:
                found[str(system)] = Draft(was, title, text)
    return found
