"""The guide for who writes a game, as a page of the site, and every name with its sentence, for the editor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from html import escape

from pyrules import author
from tools import ROOT

GUIDE = ROOT / "docs/adding-a-system.md"
FIRST, BEHIND = "## A game as one would say it", "## What these names do not reach"
"""The headings at which the page begins, and at which it goes on with what only the repository needs."""

BLOCK = re.compile(
    r"^```\w*\n(?P<code>[\s\S]*?)^```$|^## (?P<title>.+)$|(?P<rows>(?:^\|.*\n)+)",
    re.MULTILINE,
)
CELL = re.compile(r"(?<!\\)\|")
CODE = re.compile(r"`([^`]+)`")
TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)
METHOD = re.compile(r"^mine\.(\w+)")


def guide() -> str:
    """The guide's sections for writers, as Markdown."""
    text = GUIDE.read_text(encoding="utf-8")
    return text[text.index(FIRST) : text.index(BEHIND)]


def page() -> str:
    """The guide as HTML, its sections first."""
    text = guide()
    titles = re.findall(r"^## (.+)$", text, re.MULTILINE)
    ways = "".join(f'<li><a href="#{anchor(one)}">{inline(one)}</a></li>' for one in titles)
    return f"<ul>{ways}</ul>\n{''.join(_blocks(text))}"


def anchor(title: str) -> str:
    """The address of a section on the page.

    >>> anchor("2. What is chosen before the roll")
    '2-what-is-chosen-before-the-roll'
    """
    return re.sub(r"\W+", "-", title.lower()).strip("-")


def _blocks(text: str) -> Iterator[str]:
    """The HTML of each block of Markdown: code, headings, tables and paragraphs."""
    last = 0
    for found in BLOCK.finditer(text):
        yield from _paragraphs(text[last : found.start()])
        last = found.end()
        if found["title"]:
            yield f'<h2 id="{anchor(found["title"])}">{inline(found["title"])}</h2>\n'
        elif found["rows"]:
            yield _table(found["rows"])
        else:
            yield f"<pre>{escape(found['code'], quote=False)}</pre>\n"
    yield from _paragraphs(text[last:])


def _paragraphs(text: str) -> Iterator[str]:
    yield from (f"<p>{inline(one.strip())}</p>\n" for one in text.split("\n\n") if one.strip())


def _table(rows: str) -> str:
    head, _, *body = cells(rows)
    first = f"<tr>{''.join(f'<th>{inline(one)}</th>' for one in head)}</tr>"
    rest = "".join(f"<tr>{''.join(f'<td>{inline(one)}</td>' for one in row)}</tr>" for row in body)
    return f"<table>{first}{rest}</table>\n"


def cells(rows: str) -> list[list[str]]:
    """The cells of a table, row by row."""
    return [[one.strip() for one in CELL.split(row.strip())[1:-1]] for row in rows.splitlines()]


def inline(text: str) -> str:
    """Markdown within a line as HTML.

    >>> inline("*Build* writes `a < b`, see [there](x.md)")
    '<em>Build</em> writes <code>a &lt; b</code>, see there'
    """
    parts = CODE.split(text)
    words = [escape(one, quote=False) for one in parts]
    words[::2] = [
        re.sub(r"\*([^*]+)\*", r"<em>\1</em>", re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", one)) for one in words[::2]
    ]
    words[1::2] = [f"<code>{one}</code>" for one in words[1::2]]
    return "".join(words)


def names() -> dict[str, list[str]]:
    """Each name that a text may use: how it is written, and the sentence of what it does or is."""
    first = [cell for rows in TABLE.findall(guide()) for cell, *_ in cells(rows)[2:]]
    written = [one for cell in first for one in CODE.findall(cell)]
    stated = {name: getattr(author, name) for name in author.__all__ if name[0].islower()}
    read = {name: getattr(author.Pool, name) for one in written for name in METHOD.findall(one)}
    found = {}
    for name, one in (stated | read).items():
        die = isinstance(one, partial)
        as_written = next(
            (each for each in written if re.match(rf"(mine\.)?{name}\b", each) and not die), f"{name}(number)"
        )
        told = f"So many dice of {name[1:]} sides." if die else (one.__doc__ or "").split("\n")[0]
        found[name] = [as_written, told.replace("`", "")]
    return found
