"""The model as HTML: every region of the page, by element id."""

from importlib import import_module

from app.common.dice import MATERIALS
from app.common.html import Child, Markup, inside, tag
from app.common.late import late
from app.drawn import Draw, anew
from app.form.view import form
from app.frame import tabs, top
from app.log.recent import recent
from app.model import Model
from app.news import news, notice_line
from app.odds.chances import is_awaited
from app.odds.summary import under_form, waiting
from app.roll.bar import bar, skipping
from app.roll.falling import tray_in_sight
from app.roll.view import card, rolling, tray
from app.rooms import LATE_ROOMS, ROOMS, Screen
from app.show.watching import own_game

OTHERS = "app.table.others_view"
OWN_GAMES = "app.table.games_view"
"""The views that only those see who sit at a table of several devices."""

ABOVE_THE_DOCK = ("top", "news", "screen", "tray", "card", "form", "odds", "recent", "own")
REGIONS = (*ABOVE_THE_DOCK, "others", "told", "bar", "tabs", "materials")
odds = late("app.odds.view", "odds")
show = late("app.show.view", "show")
keypad, typed = (late("app.roll.keypad_view", screen) for screen in ("keypad", "typed_dice"))
SCREENS: dict[str, Screen] = {
    **{tab: screen for room in ROOMS for tab, screen in room.screens.items()},
    **{tab: room.screen for room in LATE_ROOMS for tab in room.tabs},
}


def lying(model: Model) -> Child:
    """The dice on the tray."""
    if own := own_game(model):
        return import_module("app.roll.own_games").game_dice(model, own[1]), None
    if model.tray is None:
        return None
    return tray(model, model.tray), import_module(OTHERS).dice_beside(model) if model.table else None


def result(model: Model) -> Child:
    """Draw their results."""
    return card(model, model.tray) if model.tray else None


def view(model: Model, draw: Draw = anew) -> dict[str, Markup]:
    """The content of every region of the page; odds under the form stay as they are while the next are worked out.

    `draw` draws what has a region of its own from screen to screen; a screen that fills the page is always drawn.
    """
    shown = dict.fromkeys(REGIONS, Markup())
    shown |= {
        "top": draw(top, model),
        "news": draw(news, model),
        "told": draw(notice_line, model),
        "tabs": draw(tabs, model),
    }
    if model.place.tab == "settings" or model.preferences["dice"] in MATERIALS:
        shown["materials"] = inside(import_module("app.common.materials").materials())
    shown |= others(model, draw)
    if model.place.tab in SCREENS:
        shown["screen"] = inside(SCREENS[model.place.tab](model))
    elif model.place.tab == "show":
        shown |= {"card": draw(show, model), "tray": draw(lying, model)}
    elif model.place.tab == "odds":
        shown["screen"] = inside(waiting() if is_awaited(model) else odds(model))
    else:
        shown |= {"form": draw(form, model), "recent": draw(recent, model), "bar": draw(bar, model)}
        if not model.result and is_awaited(model):
            del shown["odds"]
        elif not model.result:
            shown["odds"] = draw(under_form, model)
        if model.hand:
            shown |= {"tray": inside(typed(model, model.hand)), "card": inside(keypad(model, model.hand))}
        elif model.result and model.tray:
            shown |= {"tray": draw(lying, model), "card": draw(result, model)}
    return shown


def others(model: Model, draw: Draw = anew) -> dict[str, Markup]:
    """Draw the others' newest roll and the open workshop, which every screen has."""
    if model.table is None:
        return {}
    own = draw(import_module(OWN_GAMES).frame, model) if model.table.frame else Markup()
    return {"others": draw(import_module(OTHERS).strip, model), "own": own}


def dice(model: Model, draw: Draw = anew) -> dict[str, Markup]:
    """The dice alone of what the page shows."""
    return others(model, draw) | ({"tray": draw(lying, model)} if tray_in_sight(model) or own_game(model) else {})


def while_rolling(model: Model) -> dict[str, Markup]:
    """Draw the regions while dice are in the air, in place of the result."""
    if own_game(model):
        return {"card": tag("div", "…", class_="shown")}
    shown = {} if model.place.tab == "show" else {"odds": Markup(), "bar": inside(skipping(model))}
    return shown | {"card": inside(rolling(model, model.tray))} if model.tray else shown
