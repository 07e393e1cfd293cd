"""The screen of a table of several devices: opening and joining one, who is at it, and how another device joins."""

from importlib import import_module

from app.common.code import camera, picture
from app.common.device import device
from app.common.html import Child, Markup, button, section, tag
from app.common.link import link
from app.common.ways import ways
from app.form.field import control
from app.model import Model
from app.place import Place
from app.table import words
from app.table.state import Table
from app.table.talk import Stage
from pyrules.campaign.events import COLOURS, PALETTE, Device
from pyrules.core.form import Choice, Field

NAME = Field("name", words.GOES_BY, "text", "")
FAIR = Field("fair", words.FAIR_DICE, "switch", True, hint=words.FAIR_ABOUT)
ALL_MAY = Field("all_may", words.ALL_MAY, "switch", True, hint=words.ALL_MAY_ABOUT)
COLOUR = Field(
    "colour",
    words.COLOUR,
    "choice",
    COLOURS[0],
    choices=tuple(Choice(one, PALETTE[one]) for one in COLOURS),
)


def screen(model: Model) -> Child:
    """The whole screen."""
    table = model.table
    if table is None:
        return sitting_down(model)
    joining = exchange(model, table) if table.hub or not table.others else None
    return (
        tag("div", joining, company(model, table), class_="seats") if table.hub else None,
        on_their_own() if model.aside and not table.hub and not table.others else None,
        import_module("app.table.games_view").games(model, table) if model.own or table.game else None,
        tag(
            "div",
            company(model, table) if table.id and not table.hub else None,
            terms(table) if table.hub else joining,
            signing(model) if table.hub else section(words.YOU, "you", signing(model)),
            class_="beside",
        ),
        leaving(model),
    )


def on_their_own() -> Markup:
    """Draw the choices of a guest that has lost the hub."""
    return tag(
        "div",
        tag("p", words.TABLE_ALONE),
        tag("div", button("table-open", words.OPEN_A_TABLE), class_="choices"),
        class_="card upkeep",
    )


def sitting_down(model: Model) -> Markup:
    """Explain a table, and draw the two ways to one."""
    return tag(
        "div",
        None if model.invited else tag("p", words.TABLE_ABOUT, class_="tagline"),
        ways(model) if model.invited else None,
        signing(model),
        tag("p", words.UNSENT, class_="card upkeep") if model.unsent else None,
        None if model.invited else ways(model),
        tag("p", words.TABLE_SENDS, class_="quiet"),
        class_="sitting-down",
    )


def signing(model: Model) -> Markup:
    """The name and the colour that the reader goes by."""
    name, colour = model.own_name, model.own_colour
    colour = model.table.me.colour if model.table else colour
    return tag(
        "form",
        tag(
            "div",
            control(NAME, NAME.name, name, {}),
            control(COLOUR, COLOUR.name, colour, {}),
            data_on="table-sign",
        ),
        class_="card",
        novalidate=True,
    )


def company(model: Model, table: Table) -> Markup:
    """Who is at the table, and how long its log is, which is the same on all."""
    return section(
        words.AT_THE_TABLE,
        "company",
        tag(
            "div",
            tag("p", tag("strong", words.devices(len(table.here)))),
            tag("ul", (person(one, mine=one == table.me) for one in table.here), class_="company"),
            tag("a", words.TO_A_GAME, href=link(model, Place()), class_="button main")
            if table.hub and table.others
            else None,
            tag("p", words.log_has(entries), class_="quiet") if (entries := len(model.campaign.entries)) else None,
            tag("p", tag("a", words.EVENING, href=link(model, Place("", "evening")), class_="button")),
            terms_read(table) if table.id and not table.hub else None,
            tag("p", words.no_game_yet(table.host.name))
            if table.arrival == "waits" and table.host and not table.game
            else None,
            class_="card",
        ),
    )


def terms_read(table: Table) -> Markup:
    """Draw the terms of the table for guests, who cannot change them."""
    said = (words.IS_FAIR if table.fair else words.IS_NOT_FAIR, "" if table.all_may else words.NOT_ALL_MAY)
    return tag("p", " ".join(said).strip(), class_="quiet")


def terms(table: Table) -> Markup:
    """Draw the terms of the table for the hub, which can change them."""
    switches = (control(FAIR, FAIR.name, table.fair, {}), control(ALL_MAY, ALL_MAY.name, table.all_may, {}))
    return tag("form", tag("div", *switches, data_on="table-terms"), class_="card", novalidate=True)


def person(one: Device, *, mine: bool = False) -> Markup:
    """A device by its name and colour."""
    return tag("li", device(one), tag("small", words.THIS_DEVICE) if mine else None)


def exchange(model: Model, table: Table) -> Markup | None:
    """Draw the codes by which other devices join, or this one does."""
    if table.hub and not any(peer.stage in (Stage.FREE, Stage.TRIED, Stage.AWAY) for peer in table.peers):
        return None  # all seats are taken
    waits = table.hub or table.is_trying  # else a guest, who looks for the hub's code first
    return section(
        words.OTHERS_JOIN if table.hub else words.TO_THE_TABLE,
        "exchange",
        tag(
            "div",
            None if table.hub or not table.is_trying else tag("p", tag("strong", words.HOLD_IT)),
            own_code(model, table) if waits else None,
            tag("div", steps(model, table), their_code(model, table), class_="exchange")
            if table.hub or not table.is_trying
            else None,
            None if waits else own_code(model, table),
            under_way() if table.is_trying else None,
            lost_view() if table.away and not table.is_trying else None,
            class_="card exchange",
        ),
    )


def steps(model: Model, table: Table) -> Markup:
    """Draw the steps to take, in order, with a picture of each."""
    told = (words.HUB_STEPS if model.has_links else words.HUB_STEPS_UNLINKED) if table.hub else words.GUEST_STEPS
    return tag("ol", (tag("li", phones(mine=table.hub != bool(n)), step) for n, step in enumerate(told)))


def phones(*, mine: bool) -> Markup:
    """Draw this device, the thick one on the left, beside another: the one shows a code, the other's camera sees it."""
    code, lens = (21, 61) if mine else (75, 35)
    squares = "".join(f"M{code - 8 + 6 * x} {18 + 6 * y}h5v5h-5z" for x, y in SQUARES)
    seen = f"M{lens} 27L{code + (9 if mine else -9)} 17M{lens} 27L{code + (9 if mine else -9)} 37"
    return tag(
        "svg",
        tag("rect", x=7, y=3, width=28, height=48, rx=5, stroke_width=3),
        tag("rect", x=61, y=3, width=28, height=48, rx=5),
        tag("path", d=squares, class_="squares"),
        tag("path", d=seen, stroke_dasharray="3 3"),
        viewBox="0 0 96 54",
        class_="phones",
        aria_hidden="true",
    )


SQUARES = ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2))
"""Those of the code that a drawn phone shows, by column and row."""


def own_code(model: Model, table: Table) -> Markup | None:
    """This device's code, to be given away; a guest's is shown as a picture as soon as it knows the hub's."""
    if not table.code:
        making = any(peer.stage is Stage.FREE for peer in table.peers)
        return tag("p", words.MAKING_A_CODE) if making else None
    return tag(
        "div",
        picture(table.picture, words.CODE_PICTURE) if table.picture and (table.hub or table.is_trying) else None,
        tag("label", words.YOUR_CODE, for_="own-code"),
        tag("input", id="own-code", value=table.code, readonly=True, class_="code"),
        tag(
            "div",
            button("table-copy", words.COPY_CODE),
            button("table-share", words.SHARE_LINK) if table.hub and model.has_links else None,
            class_="choices",
        ),
        class_="exchange",
    )


def their_code(model: Model, table: Table) -> Child:
    """The camera, and the field, for the other's code."""
    return (
        camera("table", words.SCAN_ALL if table.hub else words.SCAN, scanning=table.scanning),
        tag(
            "form",
            tag("label", words.THEIR_CODE, for_="their-code"),
            tag(
                "div",
                tag(
                    "input",
                    id="their-code",
                    name="theirs",
                    value=model.invited,
                    autocomplete="off",
                    autocapitalize="off",
                    spellcheck="false",
                    class_="code",
                ),
                data_on="table-typed",
            ),
            tag("button", words.CONNECT, type="submit"),
            data_on="table-connect",
            novalidate=True,
        ),
    )


def lost_view() -> Markup:
    """Say that a device was lost, and draw the way to begin again with it."""
    return tag(
        "div",
        tag("p", tag("strong", words.COMES_BACK)),
        button("table-anew", words.NEW_CODES),
        class_="under-way",
    )


def under_way() -> Markup:
    """Say what the reader waits for, and the way on where nothing comes of it."""
    return tag(
        "div",
        tag("p", tag("strong", words.CONNECTING)),
        tag("p", words.APART),
        button("table-anew", words.NEW_CODES),
        class_="under-way",
    )


def leaving(model: Model) -> Markup:
    """The ways to leave, or not to join."""
    if not model.aside:
        if model.table and not model.table.hub:
            return tag("div", button("table-leave", words.CANCEL), class_="choices")
        return tag(
            "div",
            tag("p", words.CLOSE_ABOUT),
            tag("div", button("table-leave", words.CLOSE_TABLE), class_="choices"),
            class_="card upkeep",
        )
    return tag(
        "div",
        tag("p", words.LEAVE_ABOUT_OWN if model.at_own_table else words.LEAVE_ABOUT),
        tag(
            "div",
            button("table-leave", words.LEAVE_WITH_COPY, data_copy="yes"),
            button("table-leave", words.LEAVE_TABLE),
            class_="choices",
        ),
        class_="card upkeep",
    )
