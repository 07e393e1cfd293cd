"""The ways to a table of several devices."""

from app import words
from app.common.html import Child, Markup, button, tag
from app.common.icon import icon
from app.common.link import link
from app.model import Model
from app.place import Place

HERE = Place("", "table")


def ways(model: Model) -> Markup:
    """The two ways to a table of several devices, or the way back to the one where this device sits."""
    if model.table is None:
        main = "main" if model.place == HERE and not model.invited else None
        opens = button("table-open", words.OPEN_A_TABLE, class_=main)
        inner: Child = (
            (button("table-join", words.JOIN_A_TABLE, class_="main"), opens)
            if model.invited
            else (opens, button("table-join-scan", words.JOIN_A_TABLE))
        )
    else:
        inner = button("table-join", seats_in_words(model))
    return tag("div", inner, class_="choices ways")


def seats_in_words(model: Model) -> str:
    """Say how many devices are at the table, or that this one is cut off from it; "" where it sits at none."""
    if model.table is None:
        return ""
    return words.AT_THE_TABLE_ALONE if model.table.is_lost else words.at_the_table(len(model.table.here))


def seat(model: Model) -> Markup | None:
    """The way to the table from every screen, with how many devices are at it."""
    table = model.table
    if table is None:
        return None
    return tag(
        "a",
        icon(model.root, "users"),
        tag("span", words.ALONE if table.is_lost else str(len(table.here)), aria_hidden="true"),
        href=link(model, HERE),
        aria_label=seats_in_words(model),
        aria_current="page" if model.place == HERE else None,
        class_="icon sat lost" if table.is_lost else "icon sat",
    )


def cut_off(model: Model) -> Markup | None:
    """Say on every screen that a guest is cut off from the table, with the way back; or that it is closed."""
    table = model.table
    if table is None or table.host is None or not table.is_lost or model.place == HERE:
        return None
    name = table.host.name
    return tag(
        "div",
        tag("p", (words.table_closed if table.closed else words.cut_off_from)(name)),
        (
            tag("a", words.LEAVE_TABLE, href=link(model, HERE), class_="button")
            if table.closed
            else button("table-join", words.back_to_table(name))
        ),
        class_="card cut-off",
    )
