"""The frame of every screen: the bar on top, the tabs, and the whole page as the site serves it."""

from collections.abc import Mapping
from importlib import import_module

from app import words
from app.common.html import Child, Markup, button, inside, tag
from app.common.icon import Icon, icon
from app.common.link import SCREEN_WORDS, link
from app.common.ways import seat
from app.model import Model
from app.place import CHANGES, COMPARE, SESSION, TABS, Place
from app.show.watching import own_game
from pyrules.systems import BY_ID

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self';"
    " font-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; manifest-src 'self';"
    " base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types default pyrules"
)
TYPEFACE = "typeface/files/eczar-latin-wght-normal.woff2"
TAB_WORDS = {"roll": words.ROLL, "odds": words.ODDS, "tracker": words.TRACKER, "log": words.LOG}
TITLES = {**TAB_WORDS, "notes": words.NOTES, "rules": words.RULEBOOK, "show": words.FOR_EVERYBODY}
DESK_TABS: dict[str, tuple[str, Icon]] = {
    COMPARE: (words.COMPARE, "scale"),
    CHANGES: (words.CHANGES_TAB, "arrows-up-down"),
    SESSION: (words.SESSION_TAB, "queue-list"),
}
TAB_ICONS: dict[str, Icon] = {
    "roll": "cube",
    "odds": "chart-bar",
    "tracker": "adjustments-horizontal",
    "log": "queue-list",
}


def top(model: Model) -> Child:
    """The bar on top: the ways to all systems, back to the last one, to the rulebook and to the settings."""
    here = model.place
    own = Place(here.system, "roll")
    return (
        way(model, Place(), "squares-2x2", words.ALL_SYSTEMS) if here != Place() else None,
        way(model, model.came, "arrow-left", words.back_to(BY_ID[model.came.system].title))
        if model.came and here.tab in SCREEN_WORDS
        else None,
        way(model, own, "arrow-left", words.ROLL) if here.tab == "show" else None,
        tag("h1", heading(model)),
        seat(model),
        sound(model) if here.tab in ("roll", "show") else None,
        on_all_screens(model) if here.system and here.tab != "show" else None,
        way(model, Place(here.system, "rules"), "book-open", words.RULEBOOK)
        if here.system and here.tab not in ("rules", "show")
        else None,
        way(model, Place("", "settings"), "cog-6-tooth", words.SETTINGS) if here.tab != "settings" else None,
    )


def heading(model: Model) -> str:
    """Return the screen's title: its system, or the game of one's own that is open in it."""
    if model.place.system:
        own = own_game(model)
        return own[1].game if own else model.system.title
    if model.place.tab == "own" and model.table:
        found = import_module("app.table.games").game_in_frame(model)
        return found.title if found else words.MAKE_YOUR_OWN
    return SCREEN_WORDS.get(model.place.tab, words.APP)


OFFERED = 3
"""With how many lines in the log at most the switch of the sound stands out."""


def sound(model: Model) -> Markup:
    """The switch of the sound of the dice, which stands out with the first rolls."""
    on = model.preferences["sound"]
    offered = model.result and not on and len(model.campaign.entries) <= OFFERED
    return button(
        "sound",
        icon(model.root, "speaker-wave" if on else "speaker-x-mark"),
        aria_label=words.DICE_SOUND,
        aria_pressed=on,
        class_="icon offered" if offered else "icon",
    )


def on_all_screens(model: Model) -> Markup:
    """The way to the screen for everybody: in a tab of its own, but for a guest, whose other tabs have another log."""
    place = Place(model.place.system, "show")
    if model.aside:
        return way(model, place, "tv", words.SHOW_HERE)
    return way(model, place, "tv", words.SHOW_ON, target="_blank")


def way(model: Model, place: Place, drawn: Icon, label: str, target: str | None = None) -> Markup:
    """An icon that leads to a place."""
    return tag("a", icon(model.root, drawn), href=link(model, place), target=target, aria_label=label, class_="icon")


def tabs(model: Model) -> Child:
    """The tabs of a system, or those of the desk."""
    if model.place.on_desk:
        return nav(model, words.DESK, DESK_TABS)
    if not model.place.system or model.place.tab == "show":
        return None
    return nav(model, model.system.title, {name: (TAB_WORDS[name], TAB_ICONS[name]) for name in TABS})


def nav(model: Model, title: str, told: Mapping[str, tuple[str, Icon]]) -> Markup:
    """The ways between screens that belong together, each by its word and its icon."""
    return tag(
        "nav",
        (
            tag(
                "a",
                icon(model.root, drawn),
                tag("span", word),
                href=link(model, Place(model.place.system, name)),
                aria_current=current(model.place.tab, name),
            )
            for name, (word, drawn) in told.items()
        ),
        aria_label=title,
    )


def current(here: str, name: str) -> str | None:
    """Return whether a tab is the page that the reader sees, or what that page belongs to: notes are of the tracker."""
    return "page" if name == here else "true" if (here, name) == ("notes", "tracker") else None


def title(model: Model) -> str:
    """The page's title."""
    if not model.place.system:
        screen = SCREEN_WORDS.get(model.place.tab)
        return f"{screen} · {words.APP}" if screen else f"{words.APP} · {words.TAGLINE}"
    return f"{model.system.title} · {TITLES[model.place.tab]} · {words.APP}"


def page(model: Model, regions: dict[str, Markup]) -> str:
    """A whole page as the site serves it, complete before any Python runs; the one file's without what it holds."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        None if model.one_file else tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        tag("meta", name="description", content=words.ABOUT),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title(model)),
        None if model.one_file else files(model.root or "./"),
    )
    body = tag(
        "body",
        tag("a", words.SKIP, href="#main", class_="skip"),
        tag("header", regions["top"], id="top"),
        tag("p", id="notice", role="alert", hidden=True),
        tag("progress", id="progress", max=1, value=0, aria_label=words.LOADING),
        tag("noscript", tag("p", words.NO_SCRIPT, role="alert")),
        None if model.one_file else by_itself(model),
        tag(
            "main",
            tag("div", regions["news"], id="news"),
            tag("div", regions["screen"], id="screen"),
            tag("section", tag("div", regions["tray"], id="tray"), id="table", aria_label=words.DICE),
            tag("section", regions["card"], id="card", tabindex=-1, aria_label=words.RESULT),
            tag("div", regions["form"], id="form"),
            tag("div", regions["odds"], id="odds"),
            tag("div", regions["recent"], id="recent"),
            tag("div", regions["own"], id="own"),
            id="main",
            tabindex=-1,
            data_until=None if model.place in (Place(), Place(model.place.system, "rules")) else words.GETTING_READY,
        ),
        tag("div", regions["materials"], id="materials"),
        tag("p", id="status", role="status", class_="unseen"),
        tag("footer", tag("span", id="offline")),
        tag(
            "div",
            tag("div", regions["others"], id="others"),
            tag("aside", regions["told"], id="told", aria_label=words.NEWS),
            (tag("div", regions[name], id=name) for name in ("bar", "tabs")),
            id="dock",
        ),
    )
    return f"<!doctype html>\n{tag('html', head, inside(body), lang='en', data_system=model.place.system or None)}\n"


def by_itself(model: Model) -> Markup:
    """Draw the notice of a page without its scripts and its style, as in a sandbox without an origin.

    The style hides it.
    """
    out = tag("a", words.BY_ITSELF, href=link(model, model.place), target="_blank")
    return tag("p", words.NO_ORIGIN, " ", out, id="bare")


def files(root: str) -> Child:
    """The files that a page of the site brings with it."""
    return (
        tag("script", src=f"{root}floor.js"),
        tag("link", rel="manifest", href=f"{root}manifest.webmanifest"),
        tag("link", rel="icon", href=f"{root}icons/icon.svg", type="image/svg+xml"),
        tag("link", rel="apple-touch-icon", href=f"{root}icons/icon-180.png"),
        tag("script", src=f"{root}head.js"),
        tag("link", rel="preload", href=f"{root}{TYPEFACE}", as_="font", type="font/woff2", crossorigin=True),
        tag("link", rel="stylesheet", href=f"{root}app.css"),
        tag("script", type="module", src=f"{root}boot.mjs"),
    )
