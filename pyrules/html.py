"""HTML from Python values: everything is escaped unless it is markup made here."""

from collections.abc import Iterable

from pyrules.core.characters import without_marks

VOID = frozenset({"br", "col", "hr", "img", "input", "link", "meta"})


class Markup(str):
    """HTML that needs no escaping."""

    __slots__ = ()


SHOWN = frozenset({"alt", "aria-description", "aria-label", "placeholder", "title"})
"""Attributes that people read or hear."""

ESCAPED = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#x27;"))

Child = str | int | None | Iterable["Child"]


def tag(name: str, /, *children: Child, **attributes: str | int | bool | None) -> Markup:
    """Make an element.

    Children may be text, markup, numbers, None (nothing) or iterables of these. An attribute that is None or False is
    left out, True stands without a value, but those of ARIA say "true" and "false". `_` in a name becomes `-`, one at
    the end is dropped (`class_`, `for_`).

    >>> tag("p", "1 < 2 ", tag("b", "so"), class_="note", hidden=True, aria_busy=False)
    '<p class="note" hidden aria-busy="false">1 &lt; 2 <b>so</b></p>'
    """
    written = "".join(attribute(key, value) for key, value in attributes.items() if value is not None)
    return Markup(f"<{name}{written}>" if name in VOID else f"<{name}{written}>{inside(children)}</{name}>")


def escape(text: str) -> str:
    r"""Write out what HTML would read as markup.

    As `html.escape` does, which imports a table of 2,231 names: 25 kB of everybody's first visit.

    >>> escape("<a href='b'> & \"c\"")
    '&lt;a href=&#x27;b&#x27;&gt; &amp; &quot;c&quot;'
    """
    for sign, written in ESCAPED:
        text = text.replace(sign, written)
    return text


def attribute(key: str, value: str | int) -> str:
    """Write one attribute, with a space before it; "" for one that is left out."""
    name = key.rstrip("_").replace("_", "-")
    if value is True or value is False:
        if name.startswith("aria-"):
            return f' {name}="{str(value).lower()}"'
        return f" {name}" if value else ""
    text = without_marks(str(value)) if name in SHOWN else str(value)
    return f' {name}="{escape(text)}"'


def inside(children: Child) -> Markup:
    """Make the content of an element, or of a region of the page.

    >>> inside(["a & b", None, 3])
    'a &amp; b3'
    """
    if children is None:
        return Markup()
    if isinstance(children, Markup):
        return children
    if isinstance(children, (str, int)):
        return Markup(escape(without_marks(str(children))))
    return Markup("".join(inside(child) for child in children))
