"""Icons, by the names they have in heroicons; the build joins those named here in one file."""

from typing import Literal

from app.common.html import Markup, tag
from app.model import ONE_FILE

Icon = Literal[
    "adjustments-horizontal",
    "arrow-down",
    "arrow-left",
    "arrow-path",
    "arrow-up",
    "arrow-uturn-left",
    "arrows-pointing-out",
    "arrows-up-down",
    "book-open",
    "bookmark",
    "chart-bar",
    "check",
    "cog-6-tooth",
    "cube",
    "ellipsis-horizontal",
    "eye-slash",
    "hand-raised",
    "magnifying-glass",
    "pencil-square",
    "photo",
    "qr-code",
    "queue-list",
    "scale",
    "share",
    "speaker-wave",
    "speaker-x-mark",
    "squares-2x2",
    "trash",
    "tv",
    "users",
    "x-mark",
]


def icon(root: str, name: Icon) -> Markup:
    """An icon beside words, or in a link or button that has a label; `root` is the address of the site.

    The one file holds its icons itself.
    """
    file = "" if root == ONE_FILE else f"{root}icons/signs.svg"
    return tag("svg", tag("use", href=f"{file}#{name}"), class_="sign", aria_hidden="true")


ICONS: dict[bool | None, Icon] = {True: "check", False: "x-mark", None: "ellipsis-horizontal"}


GOOD = {True: "yes", False: "no", None: "open"}
