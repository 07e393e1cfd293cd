"""The link in the address of the page: taken out again, with what it brought."""

from dataclasses import replace

from app.common.answer import Command
from app.model import Model

MOST_IN_A_CODE = 650
"""So many signs make a code of 97 squares a side at most, each 3 pixels wide on a phone, which cameras still read."""


def without_link(model: Model) -> Model:
    """The reader's own form and dice, as they were before the link was opened."""
    before = model.from_link
    if before is None:
        return model
    trays = {system: tray for system, tray in model.trays.items() if system != before.system}
    return replace(
        model,
        sheets={**model.sheets, before.system: before.sheet},
        trays=trays | ({before.system: before.tray} if before.tray else {}),
        hands=model.hands | ({before.system: before.hand} if before.hand else {}),
        result=False,
        from_link=None,
    )


def plain_address(model: Model) -> Command:
    """Take the link out of the address, so that a reload does not open it again."""
    return {"do": "go", "to": model.place.address, "replace": True}
