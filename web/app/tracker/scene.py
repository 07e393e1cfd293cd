"""The scene in the tracker: its notes, and the clock that moves when it is told to."""

from collections.abc import Iterable

from app.common.html import Child, Markup, button, section, tag
from app.common.tracking import is_shared, value
from app.model import Model
from app.tracker import words
from pyrules.campaign.codec import MOST_NOTE
from pyrules.campaign.events import CLOCK
from pyrules.campaign.scene import notes

STEPS = tuple(length for _, length in words.UNITS if length < words.YEAR)


def scene(model: Model) -> Markup | None:
    """The notes of the scene, which are the game master's."""
    if is_shared(model):
        return None
    typed = model.tracker.notes.get(model.system.id)
    return section(
        words.SCENE,
        "scene-notes",
        tag(
            "form",
            tag("label", words.SCENE_NOTES, for_="notes"),
            tag(
                "textarea",
                notes(model.campaign, model.system.id) if typed is None else typed,
                id="notes",
                name="notes",
                rows=4,
                maxlength=MOST_NOTE,
                data_on="notes-typed",
            ),
            tag(
                "button",
                words.SCENE_KEEP,
                type="submit",
                aria_disabled="true" if typed is None else None,
            ),
            data_on="notes-keep",
            novalidate=True,
            class_="card",
        ),
    )


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
