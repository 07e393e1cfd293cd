"""The guide for who writes a game as a page, and each name with its sentence."""

import re
from html import unescape

from pyrules import author
from tools import reference


def test_every_name_that_a_text_may_import_has_a_sentence() -> None:
    names = reference.names()
    assert {name for name in author.__all__ if name[0].islower()} <= names.keys()
    assert {"count", "total", "highest", "keep_highest", "below"} <= names.keys()
    for written, told in names.values():
        assert told.endswith((".", '".')), (written, told)
        assert "`" not in told
        assert len(told) < 140


def test_the_page_has_each_section_table_and_example_of_the_guide() -> None:
    page = reference.page()
    words = re.sub(r"<[^>]+>", "", unescape(page))
    titles = re.findall(r"^## (.+)$", reference.guide(), re.MULTILINE)
    assert len(titles) > 10
    for title in titles:
        assert f'href="#{reference.anchor(title)}"' in page
        assert f'id="{reference.anchor(title)}"' in page
    for code in re.findall(r"^```\w*\n(.*?)^```$", reference.guide(), re.MULTILINE | re.DOTALL):
        assert code in words
    assert page.count("<tr>") == len(re.findall(r"^\|(?!-)", reference.guide(), re.MULTILINE))
    assert "](" not in re.sub(r"<(pre|code)>.*?</\1>", "", page, flags=re.DOTALL)
