"""Random tables as people write them."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from pyrules.core.faces import Scripted, read_faces, seeded
from pyrules.notes.random_tables import (
    MOST_LEADS,
    MOST_PROBLEMS,
    RandomTable,
    TableDice,
    by_title,
    dead_leads,
    leads_to,
    read_dice,
    read_heading,
    read_table,
    roll_on,
    values_of,
)


def table(title: str, dice: str | None, *lines: str) -> RandomTable:
    found = read_table(title, dice, tuple(enumerate(lines, 1)))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("heading", "title", "dice"),
    [
        ("d66 Weather", "Weather", "d66"),
        ("2d6: Reaction", "Reaction", "2d6"),
        ("Weather (d6)", "Weather", "d6"),
        ("Weather d6:", "Weather", "d6"),
        ("d% Loot", "Loot", "d%"),
        ("d Names", "Names", "d"),
        ("Würfe 1w6", "Würfe", "1w6"),
        ("The bridge", "The bridge", ""),
        ("d6 Wilderness (forest)", "Wilderness (forest)", "d6"),
        ("Wilderness (forest) (d6)", "Wilderness (forest)", "d6"),
        ("4d6 + d8 (3)", "4d6 + d8 (3)", ""),
        ("5d6", "5d6", ""),
    ],
)
def test_headings(heading: str, title: str, dice: str) -> None:
    assert read_heading(heading) == (title, dice)


@pytest.mark.parametrize("dice", ["d0", "d1", "0d6", "d201", "11d6", "99d99"])
def test_dice_that_no_table_has(dice: str) -> None:
    assert read_dice(dice, 6) is None


@pytest.mark.parametrize("dice", [TableDice(1, 6), TableDice(2, 6), TableDice(3, 4), TableDice(2, 6, digits=True)])
def test_values_are_all_that_the_dice_come_to(dice: TableDice) -> None:
    every = Counter(dice.value(faces) for faces in product(range(1, dice.sides + 1), repeat=dice.count))
    assert {value: many for value, many in values_of(dice).items() if many} == every


@pytest.mark.parametrize(
    ("dice", "lines", "problems"),
    [
        ("d6", ("1-3 rain", "4-6 fog"), ()),
        ("d6", ("1–3: rain", "4. fog", "5) sun", "6 snow"), ()),
        ("d6", ("1-3 rain", "5-6 fog"), ("no line has 4",)),
        (None, ("1-3 rain", "5-6 fog"), ("no line has 4",)),
        (None, ("1-4 rain", "3-6 fog", "2 sun"), ("lines 1 and 2 both have 3 to 4", "lines 1 and 3 both have 2")),
        ("d6", ("1-4 rain", "3-6 fog"), ("lines 1 and 2 both have 3 to 4",)),
        ("d6", ("1-6 rain", "7-9 fog"), ("line 2 is never rolled: d6 has no 7 to 9",)),
        ("d66", ("11-26 rain", "31-66 fog"), ()),
        ("d66", ("11-26 rain", "27-66 fog"), ()),
        ("d66", ("11-25 rain", "31-66 fog"), ("no line has 26",)),
        ("d66", ("17-20 rain", "11-66 fog"), ("line 1 is never rolled: d66 has no 17 to 20",)),
        ("d100", ("1-99 rain", "00 fog"), ()),
        ("2d6", ("2-6 bad", "7 so so", "8-12 good"), ()),
        ("2d6", ("1-6 bad", "8-12 good"), ("no line has 7",)),
        ("d6", ("a", "b", "c"), ()),
        ("d6", ("a", "b", "c", "d"), ("d6 and 4 lines: they do not come out even; number the lines",)),
        ("2d6", ("a",) * 11, ("2d6 and 11 lines: they do not come out even; number the lines",)),
        ("d4", ("a",) * 5, ("d4 and 5 lines: they do not come out even; number the lines",)),
        ("d", ("a",) * 7, ()),
        ("d66", ("a",) * 36, ()),
        ("d6", ("6-1 backwards", "1-6 rain"), ("line 1 is never rolled: d6 has no 6 to 1",)),
        ("d20", ("1-10 a", "11-19 b", "20+ dragon"), ()),
        ("d20", ("1-10 a", "11-19 b", "20 or more: dragon"), ()),
        ("2d6", ("6- bad", "7-9 so so", "10+ good"), ()),
        ("2d6", ("6 or less bad", "7-9 so so", "10 and up good"), ()),
        (None, ("1-4 rain", "5+ fog"), ()),
        ("d20", ("1-10 a", "11,12 b", "13, 14: c", "15-20 d"), ()),
        ("d100", ("01-98 nothing", "99, 00 a crown"), ()),
        ("d6", ("**1-4** nothing", "**5:** rain", "**6**: dragon"), ()),
        ("d6", ("1, 3, 5 odd", "2,4,6 even"), ()),
        (
            "d6",
            ("1-3 rain", "l4-6 fog"),
            ("line 2 is not read: 'l4-6 fog' begins with no number", "no line has 4 to 6"),
        ),
        (
            "d6",
            ("1-3 rain that", "falls and falls", "4-6 fog"),
            ("line 2 is not read: 'falls and falls' begins with no number",),
        ),
        (
            "d20",
            ("1-19 a", "20½ b"),
            ("line 2 is not read: '20½ b' begins with no number", "no line has 20"),
        ),
    ],
)
def test_lines_that_overlap_or_leave_gaps_are_told(
    dice: str | None, lines: tuple[str, ...], problems: tuple[str, ...]
) -> None:
    assert table("Weather", dice, *lines).problems == problems


@pytest.mark.parametrize(
    "lines",
    [
        ("1-3 rain",),
        ("1 guard", "2 dogs"),  # a list of things, not a table
        ("2-3 rain", "4-6 fog"),
        ("1-3 rain", "fog"),
        (),
    ],
)
def test_lines_without_dice_are_a_table_only_where_they_say_all(lines: tuple[str, ...]) -> None:
    assert read_table("", None, tuple(enumerate(lines, 1))) is None


@pytest.mark.parametrize("dice", ["d6", "2d6", "d66", "d20", "d"])
def test_chances_are_those_of_every_way_the_dice_fall(dice: str) -> None:
    chosen = random.Random(dice)  # noqa: S311 (repeatable on purpose)
    for _ in range(20):
        rolled = read_dice(dice, 6)
        assert rolled is not None
        values = list(values_of(rolled))
        cuts = sorted(chosen.sample(values[1:], min(3, len(values) - 2)))
        lows = [values[0], *cuts]
        highs = [values[values.index(cut) - 1] for cut in cuts] + [values[-1]]
        found = table("T", str(rolled), *(f"{low}-{high} x" for low, high in zip(lows, highs, strict=True)))
        assert found.problems == ()
        chances = found.chances()
        faces = list(product(range(1, rolled.sides + 1), repeat=rolled.count))
        for entry, chance in zip(found.entries, chances, strict=True):
            hits = sum(entry.low <= rolled.value(one) <= entry.high for one in faces)
            assert chance == Fraction(hits, len(faces))
        assert sum(chances) == 1


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("storm -> Wreck", True),
        ("storm → wreck.", True),
        ("roll on Wreck, twice", True),
        ("see WRECK", True),
        ("the wreck", False),
        ("-> Wreckage", False),
        ("oversee wreck", False),
        ("-> Wreck (roll again)", True),
        ("you see wreck and flotsam", True),
        ("you see wreckers", False),
    ],
)
def test_a_result_may_name_another_table(text: str, *, named: bool) -> None:
    other = table("Wreck", "d6", "a", "b")
    assert leads_to(text, (other,)) == ((other,) if named else ())


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("see B and see C", ["B", "C"]),
        ("roll on B and C", ["B", "C"]),
        ("-> C, -> B", ["C", "B"]),
        ("-> Sword and Spell", ["Sword and Spell"]),
        ("-> Wilderness (forest)", ["Wilderness (forest)"]),
        ("-> Wilderness (hills)", []),
    ],
)
def test_a_result_leads_to_every_table_it_names(text: str, titles: list[str]) -> None:
    every = tuple(table(title, "d6", "a", "b") for title in ("B", "C", "Sword and Spell", "Wilderness (forest)"))
    assert [other.title for other in leads_to(text, every)] == titles


def test_an_arrow_to_no_table_is_told_and_a_word_of_prose_is_not() -> None:
    weather = table("Weather", "d6", "1-2 storm -> Wrek", "3-4 see the baron", "5 -> weather", "6 **-> Harbour**")
    titles = by_title((weather,))
    assert dead_leads(weather, titles) == ("line 1: there is no table 'Wrek'", "line 4: there is no table 'Harbour'")


def test_two_leads_are_followed_one_after_the_other() -> None:
    first = table("A", "d6", "1-5 see B and see C", "6 end")
    b, c = table("B", "d6", "1-3 bee", "4-6 -> C"), table("C", "d6", "1-3 cee", "4-6 sea")
    rolled = roll_on(first, (first, b, c), Scripted(read_faces("1 / 6 / 5 / 2")))
    assert [(one.table, one.value) for one in rolled] == [("A", 1), ("B", 6), ("C", 5), ("C", 2)]


def test_what_is_wrong_with_many_lines_is_told_of_the_first() -> None:
    found = table("T", "d6", *["1 a"] * 2000)
    assert len(found.problems) == MOST_PROBLEMS + 1
    assert found.problems[-1] == "and more"


def test_a_roll_leads_on_and_tells_every_line() -> None:
    weather = table("Weather", "d6", "1-3 rain", "4-6 storm -> Wreck")
    wreck = table("Wreck", "d66", "11-36 nothing", "41-65 a chest")
    rolled = roll_on(weather, (weather, wreck), Scripted(read_faces("5 / 6, 6")))
    assert [(one.table, one.value, one.text) for one in rolled] == [("Weather", 5, "storm -> Wreck"), ("Wreck", 66, "")]


def test_tables_that_name_each_other_come_to_an_end() -> None:
    first = table("A", "d4", "-> B", "-> B")
    second = table("B", "d4", "-> A", "-> A")
    assert len(roll_on(first, (first, second), seeded(1))) == MOST_LEADS + 1


def test_a_source_without_faces_is_refused() -> None:
    with pytest.raises(ValueError, match="'Weather' needs d6"):
        roll_on(table("Weather", "d6", "a", "b"), (), lambda _throw: None)
