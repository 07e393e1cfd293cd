"""Luck: the faces counted, and the chi-square test against its tables."""

from dataclasses import replace
from itertools import product
from math import factorial, prod

import pytest
from app.evening import words
from app.evening.tallies import Tally, tallies, upper_tail
from app.screens import view

from pyrules.campaign.events import Event, Undone
from pyrules.campaign.state import fold
from pyrules.core.roll import Die
from tests.app.reader import Elements, Reader
from tests.campaign.some_logs import roll


@pytest.mark.parametrize(
    ("freedom", "five", "one", "tenth"),
    [
        (1, 3.8415, 6.6349, 10.8276),
        (2, 5.9915, 9.2103, 13.8155),
        (3, 7.8147, 11.3449, 16.2662),
        (5, 11.0705, 15.0863, 20.5150),
        (7, 14.0671, 18.4753, 24.3219),
        (9, 16.9190, 21.6660, 27.8772),
        (11, 19.6751, 24.7250, 31.2641),
        (19, 30.1435, 36.1909, 43.8202),
    ],
)
def test_the_tail_is_that_of_the_printed_tables(freedom: int, five: float, one: float, tenth: float) -> None:
    for square, chance in ((five, 0.05), (one, 0.01), (tenth, 0.001)):
        assert upper_tail(square, freedom) == pytest.approx(chance, rel=2e-4)
    assert upper_tail(0, freedom) == 1
    assert 0 <= upper_tail(5_000, freedom) < 1e-200


def test_with_the_fewest_throws_the_tail_is_near_the_exact_chance() -> None:
    """20 throws of a d4, every way that they can fall; the bounds are the worst that was found, rounded up."""
    spreads: dict[int, float] = {}
    for three in product(range(21), repeat=3):
        way = (*three, 20 - sum(three))
        if way[3] >= 0:
            spread = sum((number - 5) ** 2 for number in way)
            spreads[spread] = spreads.get(spread, 0) + factorial(20) / prod(map(factorial, way)) / 4**20
    exact = 0.0
    for spread in sorted(spreads, reverse=True):
        exact += spreads[spread]
        assert upper_tail(spread / 5, 3) == pytest.approx(exact, abs=0.01 if exact < 0.1 else 0.09)
    assert exact == pytest.approx(1)


def test_every_face_of_every_throw_counts_real_dice_apart() -> None:
    events: list[Event] = [
        roll("a", dice=((Die(6, (6, 6, 1)), Die(8, (3,))), (Die(6, (2,)),))),
        roll("b", dice=((Die(6, (5,)),),), physical=True),
        roll("c", dice=((Die(6, (4,)),),)),
        roll("d", dice=((Die(6, (3,)),),), physical=True),
        Undone("u", 0, "c"),
        Undone("v", 0, "d"),
    ]
    assert tallies(fold(events).entries) == (
        Tally(6, physical=False, times=(1, 1, 0, 1, 0, 2)),
        Tally(8, physical=False, times=(0, 0, 1, 0, 0, 0, 0, 0)),
        Tally(6, physical=True, times=(0, 0, 0, 0, 1, 0)),
    )


def test_dice_that_go_on_count_once() -> None:
    first = roll("a", dice=((Die(6, (6,)),),))
    later = replace(first, id="b", revises="a", dice=((Die(6, (6, 2)),),))
    assert tallies(fold([first, later]).entries) == (Tally(6, physical=False, times=(0, 1, 0, 0, 0, 1)),)


def test_secret_rolls_count_once_they_are_revealed() -> None:
    reader = Reader("stepdie/", faces=[6, 12]).note("1d6 + d12 (1)").do("secret").do("roll").go("evening/")
    assert words.LUCK_EMPTY in reader.text("screen")
    reader.go("stepdie/log/").do("log-open", event=reader.model.campaign.entries[0].id)
    reader.do("reveal", event=reader.model.campaign.entries[0].id).go("evening/")
    assert "d12: 1 throw" in reader.text("screen")


def test_too_few_throws_tell_nothing() -> None:
    assert Tally(6, physical=False, times=(5, 5, 5, 5, 5, 4)).missing == 1
    assert Tally(6, physical=False, times=(5, 5, 5, 5, 5, 5)).missing == 0
    assert Tally(6, physical=False, times=(1, 1, 2, 0, 0, 0)).mean == 2.25


@pytest.mark.parametrize(
    ("times", "word"),
    [
        ((10,) * 6, "Strikingly even"),
        ((12, 8, 11, 9, 13, 7), "Nothing unusual"),
        ((17, 3, 10, 10, 13, 7), "A little uneven: one in"),
        ((20, 2, 10, 10, 14, 4), "Very uneven: only one in"),
        ((60, 1, 1, 1, 1, 1), "fewer than one in 10,000"),
        ((1, 0, 0, 0, 0, 0), "29 more throws needed"),
    ],
)
def test_the_chance_is_said_in_words(times: tuple[int, ...], word: str) -> None:
    dice = tuple(Die(6, (face,)) for face, number in enumerate(times, 1) for _ in range(number))
    reader = Reader("evening/", [roll("a", dice=(dice,))])
    assert word in Elements(view(reader.model)["screen"]).text
    assert reader.sees(f"d6: {sum(times)} throw", words.LUCK_HERE)
    assert not reader.sees(words.LUCK_PHYSICAL)


def test_without_dice_the_page_says_so() -> None:
    assert Reader("evening/").sees(words.LUCK_EMPTY)


def test_the_way_to_the_evening_stands_above_the_lines_of_the_log() -> None:
    reader = Reader("stepdie/log/", [roll("a")])
    assert "1 entry This evening" in reader.text("screen")
    reader.do("log-search", form={"text": "nothing of the kind"})
    assert reader.text("screen").count("This evening") == 1


def test_the_old_address_of_luck_leads_to_it() -> None:
    reader = Reader("luck/", [roll("a", dice=((Die(6, (3,)),),))])
    assert reader.sees(words.DICE_FELL, "d6: 1 throw")
