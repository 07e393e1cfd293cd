"""Pages of notes."""

import random

import pytest

from pyrules.campaign.pages import MOST_PAGE
from pyrules.notes.page import Heading, Items, Page, Paragraph, TableBlock, Words, read_page
from pyrules.notes.tests_within import TestWithin

PAGE = """# The docks of Vell
Nova meets **Harlan** at the pier.
Cross the ice with [Agility 5 + Pistols 4 [6] (2)], or [relics: 5d6 vs Minor 5 +1 / 2d].

4d6 + d8 (3)
- climb: [5d6 TN 8]
- swim

## d66 Weather
11-36 rain
41-66 fog -> Wreck

Wreck
1-3 nothing
4–6 a chest [12 (3)]

d4 Names:
- Ann
- Bo

2d6 damage each round
and no more
"""


def kinds(page: Page) -> list[str]:
    return [type(block).__name__ for block in page.blocks]


def test_a_page_is_read_from_top_to_bottom() -> None:
    page = read_page(PAGE, "moonwalk")
    assert kinds(page) == ["Heading", "Paragraph", "Paragraph", "Items", *["TableBlock"] * 3, "Paragraph"]
    assert [table.title for table in page.tables] == ["Weather", "Wreck", "Names"]
    assert [str(table.dice) for table in page.tables] == ["d66", "d6", "d4"]
    assert [test.system for test in page.tests] == ["moonwalk", "relics", "stepdie", "almond", "moonwalk"]
    assert all(table.problems == () for table in page.tables)


def test_marks() -> None:
    page = read_page("### A **b**\nx\n\n* one\n• two\n-no item\n#no heading")
    heading, paragraph, items, rest = page.blocks
    assert heading == Heading(3, (Words("A "), Words("b", bold=True)))
    assert paragraph == Paragraph(((Words("x"),),))
    assert items == Items(((Words("one"),), (Words("two"),)))
    assert rest == Paragraph(((Words("-no item"),), (Words("#no heading"),)))


@pytest.mark.parametrize("text", ["** not bold **", "2 ** 3 ** 4", "**", "****", "**open"])
def test_what_only_looks_bold_stays_as_typed(text: str) -> None:
    (block,) = read_page(text).blocks
    assert block == Paragraph(((Words(text),),))


def test_a_line_number_is_that_of_the_page() -> None:
    page = read_page("one\n\n# d6 Weather\n\n1-3 rain\n3-6 fog")
    assert page.tables[0].problems == ("lines 5 and 6 both have 3",)


@pytest.mark.parametrize("line", ["3 guards", "Room 12", "Tuesday", "12", "Page 12", "9 - 5", "the TN is 8"])
def test_a_line_of_prose_is_no_test(line: str) -> None:
    assert read_page(line, "moonwalk").tests == ()


@pytest.mark.parametrize("line", ["12 (3)", "5d6 TN 8", "- 5d6 vs Minor 5", "# 4d6 + d8 (3)"])
def test_a_line_that_is_nothing_but_a_test_is_one(line: str) -> None:
    assert len(read_page(line, "moonwalk").tests) == 1


def test_a_bracket_that_is_no_test_says_so_where_it_stands() -> None:
    (block,) = read_page("a [door 2] b").blocks
    assert isinstance(block, Paragraph)
    assert block.lines[0][1] == TestWithin("door 2", problem="no test of any game")


@pytest.mark.parametrize(
    "text", ["see [[Old Bridge]]", "[ ] buy rope", "so [1] and [^1]", "[the map 2](https://x.org/2)", "he sayed [sic]"]
)
def test_marks_of_other_programs_stay_words_with_their_brackets(text: str) -> None:
    (block,) = read_page(text, "moonwalk").blocks
    assert block == Paragraph(((Words(text),),))


def test_bold_may_hold_a_test_and_a_test_may_stand_beside_bold_words() -> None:
    climb = TestWithin("5 (2)", "moonwalk", "5 (2)")
    (block,) = read_page("**[5 (2)]** and **climb [5 (2)] now** or not", "moonwalk").blocks
    assert isinstance(block, Paragraph)
    assert block.lines[0] == (
        climb,
        Words(" and "),
        Words("climb ", bold=True),
        climb,
        Words(" now", bold=True),
        Words(" or not"),
    )


MARKDOWN = """| d6 | Weather |
|----|:-------:|
| 1-3 | rain [5 (2)] |
| 4-6 | fog |"""


def test_a_table_of_markdown_is_one_to_roll_on() -> None:
    page = read_page(MARKDOWN, "moonwalk")
    (table,) = page.tables
    assert (table.title, str(table.dice), table.problems) == ("Weather", "d6", ())
    assert [(entry.low, entry.high, entry.text, entry.line) for entry in table.entries] == [
        (1, 3, "rain [5 (2)]", 3),
        (4, 6, "fog", 4),
    ]
    assert len(page.tests) == 1
    (table,) = read_page("## Loot\n\n| d20 | Found | Worth |\n|-|-|-|\n| 1-19 | dust | 0 |\n| 20+ | gem | 5 |").tables
    assert (table.title, str(table.dice), table.entries[1].text) == ("Loot", "d20", "gem | 5")
    (table,) = read_page("| 1-3 | rain |\n| 4-6 | fog |").tables
    assert str(table.dice) == "d6"
    assert read_page("| Name | Pay |\n|---|---|\n| Ann | 3 |").tables == ()


def test_lines_with_numbers_under_dice_are_a_table_though_one_is_not_read() -> None:
    (table,) = read_page("d20 Road\n1-10 nothing\nl1-15 rain\n16-20 wolves").tables
    assert table.problems == ("line 3 is not read: 'l1-15 rain' begins with no number", "no line has 11 to 15")
    assert [entry.low for entry in table.entries] == [1, 16]


def test_plain_lines_below_a_die_are_a_table_where_each_face_has_one() -> None:
    (table,) = read_page("d4 Rumours\nthe mill\na wolf\nthe king is ill\nnothing").tables
    assert (table.title, str(table.dice), table.problems) == ("Rumours", "d4", ())
    assert [(entry.low, entry.high, entry.text) for entry in table.entries][2] == (3, 3, "the king is ill")
    for no_table in ("d4 Rumours\nthe mill\na wolf", "D Smith said\nthe mill\na wolf", "2d4 Rumours\na\nb\nc\nd"):
        assert read_page(no_table).tables == ()


@pytest.mark.parametrize("seed", range(15))
def test_every_text_is_a_page(seed: int) -> None:
    chosen = random.Random(seed)  # noqa: S311 (repeatable on purpose)
    pieces = [*"#*-[]() \n\n123d", "d66 T", "1-3 a", "4-6 b", "**", "# ", "- ", "[12 (3)]", "\x00", "\u200d", "𝟞", "ﬃ"]
    text = "".join(chosen.choices(pieces, k=400))
    page = read_page(text, chosen.choice(["", "moonwalk", "general"]))
    shown = sum(isinstance(block, TableBlock) for block in page.blocks)
    assert shown == len(page.tables)
    assert read_page(text * 60).blocks == read_page((text * 60)[:MOST_PAGE]).blocks
