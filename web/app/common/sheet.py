"""Sheets that a button brings up over the page: what is seldom wanted, and the ways to share a roll."""

from app import words
from app.common.html import Child, Markup, button, tag
from app.common.icon import Icon, icon
from app.model import Model

SHARING = "sharing"
"""The id of the ways to share a roll; one roll at a time has them on a screen."""


def sheet(model: Model, name: str, title: str, *content: Child) -> Markup:
    """Draw the sheet of the button with `popovertarget=name`: rows below a title; a tap closes it."""
    close = tag(
        "button",
        icon(model.root, "x-mark"),
        type="button",
        popovertarget=name,
        popovertargetaction="hide",
        aria_label=words.CLOSE,
    )
    return tag(
        "div",
        tag("div", tag("h3", title), close),
        content,
        id=name,
        popover="auto",
        role="dialog",
        aria_label=title,
        class_="card explanation",
    )


def sharing(model: Model, *more: Child, **data: str) -> Markup:
    """The ways to share a roll: the one on the tray, or that of the line of the log that `data` names."""
    ways: tuple[tuple[str, Icon, str], ...] = (
        ("share", "share", words.SHARE_TEXT),
        ("share-picture", "photo", words.SHARE_PICTURE),
        *((("share-code", "qr-code", words.SHARE_CODE),) if model.has_links else ()),
    )
    rows = (button(on, icon(model.root, drawn), said, **data) for on, drawn, said in ways)
    return sheet(model, SHARING, words.SHARE_ROLL, rows, more)
