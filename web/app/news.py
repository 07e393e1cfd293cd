"""News, shown once in a line of its own; and above every screen what asks for an answer, or what a link brought."""

from importlib import import_module

from app import words
from app.common.code import picture
from app.common.device import device
from app.common.html import Child, Markup, button, tag
from app.common.ways import cut_off
from app.model import Model, News
from app.place import Place
from app.settings.upkeep import reminder
from app.share.state import FromLink
from app.tracker.state import Newcomer
from app.tracker.turns_view import at_a_table
from pyrules.campaign.tracking import tracking_of


def news(model: Model) -> Child:
    """Draw what waits for an answer: a text to copy, a request at a table, and a link that was opened."""
    link, newcomer = model.from_link, model.newcomer
    here = link is not None and model.place == Place(link.system, "roll")
    return (
        cut_off(model),
        at_a_table(model),
        coming_in(model) if model.table else None,
        by_hand(model.news) if model.news and not model.news.passes else None,
        import_module("app.table.asks_view").above(model) if model.table else None,
        own_games(model),
        from_link(link, finished=model.result) if link and here else None,
        joins(model, newcomer) if newcomer and model.place == Place(newcomer.system, "tracker") else None,
        reminder(model) if model.place.tab in ("picker", "log") else None,
    )


def own_games(model: Model) -> Child:
    """Draw the game of one's own that is offered at a table."""
    table = model.table
    if table is None or not table.game:
        return None
    found: Child = import_module("app.table.games_view").above(model)
    return found


def coming_in(model: Model) -> Child:
    """The way to the game that is played by now, and whom a guest is asked to be there."""
    arriving = import_module("app.table.arriving")
    return arriving.way(model), arriving.question(model)


def notice_line(model: Model) -> Markup | None:
    """The line of the dock that covers nothing: what was told last, else at a table who the reader is there."""
    news, table = model.news, model.table
    if news and news.passes:
        return tag("p", news.said, class_="told wrong" if news.wrong else "told")
    if table is None or model.place.tab == "show":
        return None
    who = model.acting.get(model.place.system, "")
    return tag("p", device(table.me), f" · {who}" if who else None, class_="quiet")


def by_hand(news: News) -> Markup:
    """Draw what stays until it is closed: a text to be copied by hand, or a code for a camera."""
    return tag(
        "div",
        tag("p", news.said),
        (
            tag("label", words.TEXT_TO_COPY, for_="handed"),
            tag("textarea", news.text, id="handed", readonly=True, rows=4),
        )
        if news.text
        else None,
        picture(news.code, words.ROLL_CODE) if news.code else None,
        button("news-close", words.CLOSE),
        class_="card link by-hand",
    )


def from_link(link: FromLink, *, finished: bool) -> Markup:
    """Draw what a link brought, and the ways on from it."""
    return tag(
        "div",
        (tag("p", said) for said in link.said),
        tag(
            "div",
            button("link-keep", words.LINK_KEEP) if finished else None,
            button("link-close", words.LINK_CLOSE),
            class_="choices",
        ),
        class_="card link",
    )


def joins(model: Model, newcomer: Newcomer) -> Markup:
    """Whom a link brought, and what is to become of them."""
    one, tracking = newcomer.person, tracking_of(model.system)
    return tag(
        "div",
        tag("p", tag("strong", words.asks_to_join(one.name))),
        tag("p", words.with_capital(tracking.foe if one.foe else tracking.person), " · ", model.system.title),
        import_module("app.tracker.someone").facts_in_line(model, one),
        tag(
            "div",
            button("person-add", words.JOINS, class_="main"),
            button("person-leave", words.JOINS_NOT),
            class_="choices",
        ),
        class_="card link",
    )
