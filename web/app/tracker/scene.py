"""The scene in the tracker: the way to its notes, and the clock that moves when it is told to."""

from collections.abc import Iterable

from app.common.html import Child, Markup, button, section, tag
from app.common.link import link
from app.common.tracking import is_shared, value
from app.model import Model
from app.place import Place
from app.tracker import words
from pyrules.campaign.events import CLOCK
from pyrules.campaign.pages import note_pages

STEPS = (1, 60, 600, 3_600, 28_800, 86_400)
"""The times that pass with a tap, in seconds."""


def notes(model: Model) -> Markup:
    """The way to the notes; players have one to what was shown to them."""
    pages = note_pages(model.campaign, model.system.id)
    found = [page for page in pages if page.shown or not is_shared(model)]
    way = tag("a", words.pages(len(found)), href=link(model, Place(model.system.id, "notes")), class_="button")
    return section(words.NOTES, "notes", tag("div", way, class_="choices"))


def clock(model: Model, intervals: Iterable[int] = (), *more: Child) -> Markup:
    """The game time, and the ways to let it pass: by the clock's units, or by these intervals."""
    passing = (
        button("count", words.passes(seconds), data_counter=CLOCK, data_by=seconds)
        for seconds in sorted({*STEPS, *intervals})
    )
    return section(
        words.CLOCK,
        "clock",
        tag(
            "div",
            tag("p", words.duration(value(model, CLOCK)), class_="standing"),
            tag("div", passing, class_="chips", role="group", aria_label=words.TIME_PASSES),
            more,
            class_="card",
        ),
    )
