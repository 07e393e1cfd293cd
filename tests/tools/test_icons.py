"""The icons: one file, whole, and nothing else in their place."""

import re
from xml.etree import ElementTree as ET

import pytest
from app.pages import ICONS, pages

from tools import icons

SVG = "{http://www.w3.org/2000/svg}"


def test_the_file_has_every_icon_once_and_each_is_drawn() -> None:
    symbols = list(ET.fromstring(icons.join_icons(ICONS)))  # noqa: S314 (made here)
    assert [symbol.get("id") for symbol in symbols] == list(ICONS)
    for symbol in symbols:
        assert symbol.tag == f"{SVG}symbol"
        assert symbol.get("viewBox") == "0 0 24 24"
        assert [path.get("d") for path in symbol.iter(f"{SVG}path")]


def test_an_icon_that_there_is_not_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"no-such-icon\.svg"):
        icons.join_icons(["no-such-icon"])


def test_pages_show_icons_of_the_file_and_no_letters_in_their_place() -> None:
    used = {name for page in pages().values() for name in re.findall(r'icons/signs\.svg#([^"]+)"', page)}
    assert used
    assert used <= set(ICONS)
    assert not [page for page in pages().values() if re.search("[☰⚙✎§◆▤◉≡]", page)]
