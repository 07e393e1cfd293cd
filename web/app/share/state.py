"""The test or roll that a link brought."""

from dataclasses import dataclass

from app.form.state import Sheet
from app.roll.state import Hand, Tray


@dataclass(frozen=True, slots=True)
class FromLink:
    """A test or roll that a link brought to a system, with the reader's own form and dice from before.

    `link` is what the address has of it.
    """

    system: str
    link: str
    said: tuple[str, ...]
    sheet: Sheet
    tray: Tray | None
    hand: Hand | None
