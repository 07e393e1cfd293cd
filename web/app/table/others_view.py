"""The newest roll of the others: a strip wherever the reader is, on a wide felt the dice beside the reader's own."""

from importlib import import_module

from app.common.device import device
from app.common.dice import dress, pictures
from app.common.html import Child, Markup, button, tag
from app.common.icon import GOOD, ICONS, icon
from app.common.tracking import maker, roller
from app.log.state import whose
from app.model import Model
from app.roll.state import Tray, as_counted, lying
from app.roll.view import die_view
from app.table import words
from app.table.others import at_hand, beside, own_roll_aside
from pyrules.campaign.events import Rolled
from pyrules.campaign.people import person
from pyrules.core.english import minus
from pyrules.systems import BY_ID


def strip(model: Model) -> Child:
    """The way back to the reader's own roll, and the newest roll of the others where it is not open."""
    own, found, told = own_roll_aside(model), at_hand(model), model.table.game_roll if model.table else ""
    of_own_game = import_module("app.table.games_view").strip(model) if told else None
    return (
        tag(
            "div",
            button("table-own", tag("span", words.OWN_ROLL), verdict(model, own), class_="opens"),
            class_="strip own",
        )
        if own
        else None,
        of_own_game or (roll_of_others(model, *found) if found else None),
    )


def roll_of_others(model: Model, system: str, tray: Tray) -> Markup:
    """A roll of another device: whose it is, its dice, and what they came to."""
    event = model.campaign.entry(tray.event).event
    name = model.campaign.current_name(system, event.who, tray.event) if isinstance(event, Rolled) else ""
    look = dress(model.preferences, person(model.campaign, BY_ID[system], name))
    elsewhere = () if system == model.place.system else (BY_ID[system].title,)
    return tag(
        "div",
        button(
            "table-others",
            tag("span", who(model, tray, *elsewhere), class_="who"),
            look.around([pictures(*as_counted(pool)) for pool in lying(tray.roll, tray.verdict)]),
            verdict(model, tray),
            tag("span", minus(tray.verdict.news[1]), class_="summary"),
            class_="opens",
        ),
        button("table-others-close", icon(model.root, "x-mark"), aria_label=words.PUT_AWAY, class_="icon"),
        class_="strip newest",
        role="group",
        aria_label=words.OTHERS_ROLL,
        data_tumbles=model.preferences["motion"] != "still",
    )


def who(model: Model, tray: Tray, *more: str) -> Child:
    """The device that has rolled, and for whom."""
    event = model.campaign.entry(tray.event).event
    told = " · ".join((*(whose(event) if isinstance(event, Rolled) else ()), *more))
    by = maker(model, tray)
    return device(by) if by else None, f" · {told}" if told else None


def verdict(model: Model, tray: Tray) -> Markup:
    """Return the result of a roll in one word or two."""
    headline, _, good = tray.verdict.news
    return tag("strong", icon(model.root, ICONS[good]), headline, class_="verdict", data_good=GOOD[good])


def dice_beside(model: Model) -> Markup | None:
    """The dice of the newest roll of the others beside those that the reader looks at, with what they came to."""
    tray = beside(model)
    if tray is None:
        return None
    plain, own = dress(model.preferences), dress(model.preferences, roller(model, tray))
    pools = enumerate(lying(tray.roll, tray.verdict))
    return tag(
        "div",
        tag("p", who(model, tray)),
        (
            (look := own if number == 0 else plain).around([die_view(die, look, None) for die in pool], name="ol")
            for number, pool in pools
            if pool
        ),
        button("table-others", verdict(model, tray), tag("span", minus(tray.verdict.news[1]))),
        class_="others",
        role="group",
        aria_label=words.OTHERS_ROLL,
    )
