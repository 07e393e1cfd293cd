"""The log: every roll, the newest first."""

import time

from app import words
from app.html import Child, Markup, tag
from app.model import Model
from pyrules.campaign.events import Rolled
from pyrules.campaign.ledger import Entry


def log(model: Model) -> Child:
    """The rolls of the system the reader is at."""
    entries = [
        line(entry, entry.event)
        for entry in reversed(model.campaign.entries)
        if isinstance(entry.event, Rolled) and entry.event.system == model.place.system
    ]
    if not entries:
        return tag("p", words.LOG_EMPTY, class_="card")
    return tag("ol", entries, class_="log", aria_label=words.LOG)


def line(entry: Entry, roll: Rolled) -> Markup:
    """One roll in a line; one that was undone is struck out."""
    when = time.localtime(roll.at / 1000)
    said = (tag("code", roll.notation), tag("strong", roll.headline), tag("span", roll.summary))
    return tag(
        "li",
        tag("time", time.strftime("%H:%M", when), datetime=time.strftime("%Y-%m-%dT%H:%M:%S", when)),
        (tag("s", said), tag("span", words.STRUCK)) if entry.struck else said,
        class_="card",
    )
