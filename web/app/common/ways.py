"""The ways to a table of several devices."""

from app import words
from app.common.html import Child, Markup, button, tag
from app.model import Model


def ways(model: Model) -> Markup:
    """The two ways to a table of several devices, or the way back to the one where this device sits."""
    if model.table is None:
        inner: Child = (button("table-open", words.OPEN_A_TABLE), button("table-join", words.JOIN_A_TABLE))
    else:
        inner = button("table-join", words.at_the_table(len(model.table.here)))
    return tag("div", inner, class_="choices ways")
