"""The model as HTML: every region of the page, by element id."""

from app.common.html import Markup, inside
from app.common.materials import MATERIALS, materials
from app.form.view import form
from app.frame import tabs, top
from app.log.recent import recent
from app.model import Model
from app.news import news
from app.odds.chances import is_awaited
from app.odds.summary import under_form
from app.odds.view import odds, waiting
from app.roll.bar import bar, skipping
from app.roll.keypad_view import keypad, typed
from app.roll.view import card, rolling, tray
from app.rooms import LATE_ROOMS, ROOMS, Screen
from app.show.view import show

REGIONS = ("top", "news", "screen", "tray", "card", "form", "odds", "recent", "bar", "tabs", "materials")
SCREENS: dict[str, Screen] = {
    **{tab: screen for room in ROOMS for tab, screen in room.screens.items()},
    **{tab: room.screen for room in LATE_ROOMS for tab in room.tabs},
}


def view(model: Model) -> dict[str, Markup]:
    """The content of every region of the page; odds under the form stay as they are while the next are worked out."""
    shown = dict.fromkeys(REGIONS, Markup())
    shown |= {"top": inside(top(model)), "news": inside(news(model)), "tabs": inside(tabs(model))}
    if model.place.tab == "settings" or model.preferences["dice"] in MATERIALS:
        shown["materials"] = inside(materials())
    if model.place.tab in SCREENS:
        shown["screen"] = inside(SCREENS[model.place.tab](model))
    elif model.place.tab == "show":
        shown["card"] = inside(show(model))
        if model.tray:
            shown["tray"] = inside(tray(model, model.tray))
    elif model.place.tab == "odds":
        shown["screen"] = inside(waiting() if is_awaited(model) else odds(model))
    else:
        shown |= {"form": inside(form(model)), "recent": inside(recent(model)), "bar": inside(bar(model))}
        if model.result or not is_awaited(model):
            shown["odds"] = inside(None if model.result else under_form(model))
        else:
            del shown["odds"]
        if model.hand:
            shown |= {"tray": inside(typed(model, model.hand)), "card": inside(keypad(model, model.hand))}
        elif model.result and model.tray:
            shown |= {"tray": inside(tray(model, model.tray)), "card": inside(card(model, model.tray))}
    return shown


def tray_region(model: Model) -> dict[str, Markup]:
    """The dice alone of what the page shows."""
    return {"tray": inside(tray(model, model.tray))} if model.tray else {}


def airborne(model: Model) -> dict[str, Markup]:
    """What the page shows while dice are in the air, in place of what they come to."""
    shown = {} if model.place.tab == "show" else {"odds": Markup(), "bar": inside(skipping(model))}
    return shown | {"card": inside(rolling(model, model.tray))} if model.tray else shown
