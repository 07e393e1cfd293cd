"""The screen for everybody at the table, as on a television: whose roll it is, its dice, its verdict, the counters.

In a scene that goes by turns, it says whose turn it is as well. All of it is in sight at once, to be read from afar.
"""

from importlib import import_module

from app.common.count import own_counters
from app.common.device import device
from app.common.html import Child, Markup, tag
from app.common.icon import GOOD, ICONS, icon
from app.common.own_screens import screens_of
from app.common.tracking import acts, in_sight, turns_of, value, whose_of
from app.model import Model
from app.roll.state import Tray
from app.show import words
from app.show.watching import own_game, roller, together
from app.tracker.turns_view import standing
from pyrules.campaign.events import Device, Rolled
from pyrules.campaign.tracking import news_of
from pyrules.core.english import minus
from pyrules.core.system import Counter


def show(model: Model) -> Child:
    """The result of the last roll, and what belongs to it, whose turn it is, and how the counters stand."""
    tray, now, all_in = model.tray, turns_of(model), screens_of(model.system.id).standing(model)
    own = own_game(model)
    if own:
        told = import_module("app.roll.own_games").came_to(model, *own)
    elif tray:
        told = came_to(model, tray)
    else:
        told = tag("p", words.SHOW_EMPTY if model.known else words.GETTING_READY, class_="tagline")
    return (
        tag(
            "div",
            told,
            tag("p", standing(model, now), class_="tagline turn") if now.order else None,
            tag("p", all_in, class_="tagline turn") if all_in else None,
            import_module("app.table.building_view").building(model) if model.table else None,
            tag(
                "button",
                icon(model.root, "arrows-pointing-out"),
                words.FULL_SCREEN,
                type="button",
                data_begins="screen",
            )
            if model.device.fills
            else None,
            class_="shown",
        ),
        None if own else counters(model, acts(model, now.now) if now.order else ""),
    )


def came_to(model: Model, tray: Tray) -> Child:
    """Who has rolled, on which device, and what it came to."""
    whose = " · ".join(whose_of(model, tray)) or model.system.write(tray.test)
    by = model.campaign.event(tray.event).by if tray.event else None
    headline, summary, good = tray.verdict.news
    return (
        tag("p", (device(by), " · ") if by else None, whose, class_="tagline"),
        tag(
            "h2",
            icon(model.root, ICONS[good]),
            headline,
            class_="verdict",
            data_good=GOOD[good],
            data_drama=tray.verdict.drama or None,
        ),
        tag("p", minus(summary), class_="summary"),
        tag("ul", (result(model, one) for one in found), class_="together") if (found := [*together(model)]) else None,
    )


def result(model: Model, event: Rolled) -> Markup:
    """Draw another roll in a line: who has rolled, or on which device, and the verdict."""
    headline, summary, good = news_of(event)
    who = roller(model, event)
    came = tag("strong", icon(model.root, ICONS[good]), headline, class_="verdict", data_good=GOOD[good])
    return tag(
        "li",
        tag("div", tag("span", device(who) if isinstance(who, Device) else who), " ", came),
        " ",
        tag("span", minus(summary)),
    )


def counters(model: Model, acting: str) -> Markup | None:
    """The counters of the campaign, and those of everybody in sight, a line each; whoever acts is marked."""
    shared = [(one.title, value(model, one.id)) for one in model.system.counters if one.each == "campaign"]
    everybody = {person.name: own_counters(model, person) for person in in_sight(model)}
    kinds = list(dict.fromkeys(one for own in everybody.values() for one in own))
    if not shared and not kinds:
        return None
    return tag(
        "div",
        tag("dl", (tag("div", tag("dt", name), tag("dd", minus(str(count)))) for name, count in shared))
        if shared
        else None,
        tag(
            "table",
            tag("thead", tag("tr", tag("td"), (tag("th", kind.title, scope="col") for kind in kinds))),
            tag("tbody", (line(model, name, kinds, own, acts=name == acting) for name, own in everybody.items())),
        )
        if kinds
        else None,
        class_="everyone",
    )


def line(model: Model, name: str, kinds: list[Counter], own: list[Counter], *, acts: bool) -> Markup:
    """Somebody's counters in one line; those that are none of theirs stay empty."""
    return tag(
        "tr",
        tag("th", name, scope="row"),
        (tag("td", minus(str(value(model, kind.id, name))) if kind in own else None) for kind in kinds),
        data_acts=acts,
    )
