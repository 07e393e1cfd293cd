"""The page's HTML: what every document has, and the buttons and sections of the app."""

from app.words import sentence
from pyrules.html import Child, Markup, attribute, inside, tag

__all__ = [
    "Child",
    "Markup",
    "attribute",
    "button",
    "inside",
    "parts",
    "section",
    "tag",
    "trouble",
    "trouble_attributes",
]


BEGINS = {
    "desk-picture": "image",
    "desk-share": "text",
    "evening-picture": "image",
    "eye-open": "camera",
    "log-copy": "text",
    "person-link": "text",
    "person-scan": "camera",
    "share": "text",
    "share-picture": "image",
    "table-copy": "text",
    "table-join-scan": "camera",
    "table-open": "camera",
    "table-scan": "camera",
    "table-share": "text",
}
"""What each message needs that a browser allows only as a person taps: a place on the clipboard, the camera.

The page begins it in the tap, for the answer comes too late. To share takes the clipboard where there is no sharing.
"""


def button(on: str, *label: Child, **attributes: str | int | bool | None) -> Markup:
    """Make a button that sends the message `on` when it is tapped.

    >>> button("roll-rest", "Roll the rest", data_system="any")
    '<button type="button" data-on="roll-rest" data-system="any">Roll the rest</button>'
    """
    return tag("button", *label, type="button", data_on=on, data_begins=BEGINS.get(on), **attributes)


def parts(line: str) -> list[Child]:
    """The parts of a line between its middle dots, each of which stays whole where there is room for it.

    >>> "".join(map(str, inside(parts("3 hits · needs 3"))))
    '<span class="part">3 hits ·</span> <span class="part">needs 3</span>'
    """
    *first, last = line.split(" · ")
    return [(tag("span", one, " ·", class_="part"), " ") for one in first] + [tag("span", last, class_="part")]


def section(title: str, ident: str, *content: Child) -> Markup:
    """Make a section under a heading that names it; `ident` is the id of the heading."""
    return tag("section", tag("h2", title, id=ident), *content, aria_labelledby=ident)


def trouble(problem: str | None, owner: str) -> Markup | None:
    """Draw the problem of a field, if there is one."""
    return tag("p", sentence(problem), id=f"{owner}-wrong", class_="wrong") if problem else None


def trouble_attributes(problem: str | None, owner: str) -> dict[str, str]:
    """The attributes of a field that something is wrong with."""
    return {"aria_invalid": "true", "aria_describedby": f"{owner}-wrong"} if problem else {}
