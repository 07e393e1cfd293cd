"""The newest rolls of a system, beside the dice where the screen is wide enough for them."""

from itertools import islice

from app.common.html import Child, Markup, button, parts, tag
from app.common.icon import GOOD, ICONS, icon
from app.common.link import link
from app.common.tracking import unseen
from app.log import words
from app.log.state import entry_in_words, rolls, untold
from app.model import Model
from app.place import Place
from pyrules.campaign.ledger import Entry

NEWEST = 8
"""How many rolls are shown."""


def recent(model: Model) -> Child:
    """The newest rolls that count, each a button that lays it on the tray again, and the way to the whole log."""
    found = [*islice(rolls(model.campaign, model.system.id, unseen(model)), NEWEST)]
    if not found:
        return None
    tray = model.tray if model.result else None
    return tag(
        "div",
        tag("h2", words.LAST_ROLLS),
        tag("ol", (row(model, entry, lies=bool(tray and tray.event == entry.id)) for entry, _ in found)),
        tag("a", words.WHOLE_LOG, href=link(model, Place(model.system.id, "log"))),
        class_="card recent",
    )


def row(model: Model, entry: Entry, *, lies: bool) -> Markup:
    """One roll: what it came to, whose it was, and its test."""
    told = entry_in_words(entry.event)
    return tag(
        "li",
        button(
            "log-replay",
            icon(model.root, ICONS[told.good]),
            tag("strong", told.headline, data_good=GOOD[told.good]),
            tag("span", parts(" · ".join((*untold(entry.event, told), told.notation))), class_="quiet"),
            data_event=entry.id,
            aria_current="true" if lies else None,
        ),
    )
