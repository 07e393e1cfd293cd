"""Tables of numbers."""

from collections.abc import Iterable, Sequence

from app.common.html import Markup, tag


def grid(about: str, heads: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]]) -> Markup:
    """A table that scrolls where it is too wide: the names of its columns, then each row's name and cells."""
    return tag(
        "div",
        tag(
            "table",
            tag("thead", tag("tr", (tag("th", head, scope="col") for head in heads))),
            tag(
                "tbody",
                (tag("tr", tag("th", name, scope="row"), (tag("td", cell) for cell in cells)) for name, cells in rows),
            ),
        ),
        class_="scroll",
        tabindex=0,
        role="region",
        aria_label=about,
    )
