"""The screen for everybody at the table, as on a television: whose roll it is, its dice, its verdict, the counters.

In a scene that goes by turns, it says whose turn it is as well.
"""

from app.common.count import own_counters
from app.common.html import Child, Markup, tag
from app.common.icon import GOOD, ICONS, icon
from app.common.tracking import in_sight, turns_of, value, whose_of
from app.model import Model
from app.show import words
from app.tracker.turns_view import standing


def show(model: Model) -> Child:
    """What the last roll came to, whose turn it is, and how the counters stand."""
    tray, now = model.tray, turns_of(model)
    return tag(
        "div",
        (
            tag(
                "div",
                tag("p", " · ".join(whose_of(model, tray)) or model.system.write(tray.test), class_="tagline"),
                tag(
                    "h2",
                    icon(model.root, ICONS[tray.verdict.good]),
                    tray.verdict.headline,
                    class_="verdict",
                    data_good=GOOD[tray.verdict.good],
                    data_drama=tray.verdict.drama or None,
                ),
                tag("p", words.minus(tray.verdict.summary), class_="summary"),
            )
            if tray
            else tag("p", words.SHOW_EMPTY if model.known else words.GETTING_READY, class_="tagline")
        ),
        tag("p", standing(model, now), class_="tagline") if now.order else None,
        counters(model),
        tag("button", icon(model.root, "arrows-pointing-out"), words.FULL_SCREEN, type="button", data_begins="screen")
        if model.device.fills
        else None,
        class_="shown",
    )


def counters(model: Model) -> Markup | None:
    """The counters of the campaign, and those of everybody in sight."""
    found = [(one.title, value(model, one.id)) for one in model.system.counters if one.each == "campaign"]
    found += [
        (f"{person.name} · {one.title}", value(model, one.id, person.name))
        for person in in_sight(model)
        for one in own_counters(model, person)
    ]
    if not found:
        return None
    return tag("dl", (tag("div", tag("dt", name), tag("dd", words.minus(str(count)))) for name, count in found))
