"""Any dice: how rolls are read, thrown and told."""

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from pyrules.core.errors import FormError, NotationError
from pyrules.core.faces import read_faces
from pyrules.core.roll import EMPTY
from pyrules.core.verdict import Verdict
from pyrules.systems.anydice import ANYDICE
from pyrules.systems.anydice.form import one_more
from pyrules.systems.anydice.rules import MOST_AGAIN


def verdict_of(notation: str, faces: str) -> Verdict:
    test = ANYDICE.parse(notation, {})
    return ANYDICE.judge(test, ANYDICE.replay(test, read_faces(faces)))


def totals(notation: str, faces: str) -> tuple[int, ...]:
    outcome: Any = verdict_of(notation, faces).outcome
    assert outcome.total == sum(outcome.totals)
    return tuple(outcome.totals)


def lines(notation: str, faces: str) -> dict[str, str]:
    return {line.step: line.result for line in verdict_of(notation, faces).lines}


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("4D6 KH3+2", "4d6kh3 + 2"),
        ("4d6 k3", "4d6kh3"),
        ("4d6dl", "4d6dl1"),
        ("2d20dh1", "2d20dh1"),
        ("1d20", "d20"),
        ("d%", "d100"),
        ("3df", "3dF"),
        ("d20+5adv", "2d20kh1 + 5"),
        ("d20 dis - 1", "2d20kl1 - 1"),
        ("d20 + 5 DISADVANTAGE", "2d20kl1 + 5"),
        ("d8 + d20 adv", "d8 + 2d20kh1"),
        ("6d10>7", "6d10>=8"),
        ("6d10 ≥ 8", "6d10>=8"),
        ("d100 < 46", "d100<=45"),
        ("5d6=6", "5d6=6"),
        ("4dF >= -1", "4dF>=-1"),
        ("2 + (6d10>=8)", "2 + (6d10>=8)"),
        ("(6d10>=8) + 2", "6d10>=8 + 2"),
        ("2d6 + 3 >= 15", "2d6 + 3 reach 15"),
        ("d20 + d4 > 14", "d20 + d4 reach 15"),
        ("d20 + 5 vs 15", "d20 + 5 reach 15"),
        ("6d10>=8 >= 3", "6d10>=8 reach 3"),
        ("2d6ro1!", "2d6r1!"),
        ("2d6 ! r <= 2 kh1", "2d6r<=2!kh1"),
        ("(2d6+3)×2", "(2d6 + 3)*2"),
        ("2d6x2", "2d6*2"),
        ("d6xd6", "d6*d6"),
        ("4dFkh2x2", "4dFkh2*2"),
        ("(8d6)/2", "8d6/2"),
        ("-d4 + 10", "-d4 + 10"),
        ("10 – d4", "10 - d4"),
        ("2 - (d4 - 1)", "2 - (d4 - 1)"),
        ("2*(3*d4)", "2*(3*d4)"),
        ("d20; 2d6 , d4", "d20, 2d6, d4"),
    ],
)
def test_what_people_type_is_read(typed: str, written: str) -> None:
    test = ANYDICE.parse(typed, {})
    assert ANYDICE.write(test) == written
    assert ANYDICE.parse(written, {}) == test


@pytest.mark.parametrize(
    ("typed", "column", "said"),
    [
        ("", 1, "ends here; expected dice such as d20"),
        ("5", 1, "nothing is rolled here"),
        ("d20, 5", 6, "nothing is rolled here"),
        ("d20,", 5, "ends here; expected dice"),
        ("3d7", 3, "there is no d7 here; expected d2, d3"),
        ("d1", 2, "there is no d1 here"),
        ("0d6", 1, "the number of dice cannot be 0; expected 1 to 100"),
        ("101d6", 1, "the number of dice cannot be 101; expected 1 to 100"),
        ("60d6 + 41d8", 8, "101 dice in all; expected at most 100"),
        ("51d%", 1, "102 dice in all, two for each d100; expected at most 100"),
        ("4d6kh5", 6, "the number of dice kept, of 4, cannot be 5; expected 1 to 4"),
        ("4d6dl4", 6, "the number of dice dropped, of 4, cannot be 4; expected 1 to 3"),
        ("d6dl", 5, "the only die would be dropped"),
        ("4d6kh3kl1", 7, "'kl' is said of these dice already"),
        ("d6!!", 4, "'!' is said of these dice already"),
        ("2d6r1r2", 6, "'r' is said of these dice already"),
        ("4dF!", 4, "Fate dice do not explode"),
        ("3d6 >= 10", 5, "no d6 shows 10; expected 1 to 6, or 'reach' and a number for the total"),
        ("2d6r7", 5, "no d6 shows 7; expected 1 to 6"),
        ("d20 + 5 <= 3", 9, "'<' does not fit after a sum; expected '>=' or 'reach'"),
        ("d20 reach", 10, "ends here; expected a number for what is to be reached"),
        ("d20 reach 15, d4", 13, "',' does not fit here; expected 'reach' and a number, or the end"),
        ("2d6 adv", 5, "'adv' needs a single die"),
        ("2d6 + 2 dis", 9, "'dis' needs a single die"),
        ("d6/d4", 4, "only a number from 1 can be divided by"),
        ("d6/0", 4, "only a number from 1 can be divided by"),
        ("d6 d8", 4, "'d' does not fit here"),
        ("((((((((((d6))))))))))", 9, "too many brackets within brackets; expected at most 8"),
        ("d6*10000*10000", 1, "a total of 600,000,000 could come up; expected 1,000,000 at most"),
        ("4d6!kh3>=5", 1, "dice that explode are kept or counted, not both"),
        (", ".join(["d6"] * 11), 39, "11 rolls in a row; expected at most 10"),
        (" + ".join(["d4kh1"] * 9), 1, "the dice are 69 characters long when written out; expected 60 at most"),
    ],
)
def test_what_cannot_be_rolled_is_told_by_its_column(typed: str, column: int, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        ANYDICE.parse(typed, {})
    assert caught.value.column == column
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("notation", "faces", "total"),
    [
        ("d100", "10,10", 100),
        ("d100", "10,7", 7),
        ("d100", "3,10", 30),
        ("2d100kh1", "3,5,9,1", 91),
        ("d3", "3", 2),
        ("d2", "4", 2),
        ("d5", "9", 5),
        ("d20", "20", 20),
    ],
)
def test_sizes(notation: str, faces: str, total: int) -> None:
    assert totals(notation, faces) == (total,)


def test_fate() -> None:
    assert totals("4dF", "1,2,3,6") == (-1,)
    assert lines("2dF + 3", "1,6")["2dF"] == "\u2212, +"
    assert lines("3dFr-1", "1>3,3,6") == {
        "3dF": "\u2212, blank, +",
        "Rerolled": "\u2212 became blank",
        "Sum": "0 + 0 + 1 = 1",
    }


@pytest.mark.parametrize(("kept", "total"), [("kh2", 11), ("kl2", 3), ("dh1", 8), ("dl1", 13), ("", 14)])
def test_keep(kept: str, total: int) -> None:
    assert totals(f"4d6{kept}", "6,1,5,2") == (total,)


def test_dropped_dice_are_marked_and_told() -> None:
    assert [mark.kind for mark in verdict_of("4d6kh3", "6,1,5,4").marks[0]] == ["hit", "dropped", "hit", "hit"]
    assert lines("4d6kh3", "6,1,5,4")["Keep the highest 3"] == "6, 5, 4; dropped 1"


def test_reroll() -> None:
    verdict = verdict_of("2d6r1", "1>1,4")
    assert totals("2d6r1", "1>1,4") == (5,)
    assert verdict.marks[0][0].dropped == (1,)
    assert lines("2d6r<=2", "2>6,3")["Rerolled"] == "2 became 6"


def test_explode() -> None:
    assert totals("2d6!", "6>6>3,2") == (17,)
    assert lines("2d6!", "6>6>3,2")["Exploded"] == "6 + 6 + 3 = 15"
    test = ANYDICE.parse("d4!", {})
    roll = ANYDICE.roll(test, lambda throw: [throw.sides] * throw.count, EMPTY)
    assert len(roll.dice[0][0].faces) == MOST_AGAIN + 1
    assert ANYDICE.judge(test, roll).headline == "44"


def test_a_die_that_is_rerolled_and_explodes_is_rerolled_first() -> None:
    assert totals("d6r1!", "1>6>1") == (7,)
    assert totals("d6r6!", "6>2") == (2,)


def test_count() -> None:
    assert totals("6d10>=8", "8,10,3,1,7,9") == (3,)
    assert totals("3d10!>=8", "10>9,2,5") == (2,)
    assert lines("3d10!>=8", "10>9,2,5")["Count 8 or more"] == "2 of 4 faces"
    assert totals("4d6kh2>=5", "6,5,5,1") == (2,)
    assert [mark.kind for mark in verdict_of("3d6=6", "6,1,5").marks[0]] == ["hit", "plain", "plain"]


def test_sums() -> None:
    assert totals("(2d6 + 3)*2 - d4", "2,6,1") == (21,)
    assert totals("(-d4)/2", "3") == (-2,)
    assert totals("-d4/2", "3") == (-1,)
    assert lines("2d8/2 - d4", "7,4,2")["Total"] == "11/2 - 2 = 3"


@pytest.mark.parametrize(
    ("notation", "faces", "good", "headline", "summary"),
    [
        ("d20 + 5", "10", None, "15", "10 + 5"),
        ("d20", "10", None, "10", "of 1 to 20"),
        ("4d6kh3 + 2", "6,1,5,4", None, "17", "(6 + 5 + 4) + 2"),
        ("d20 + 5 reach 15", "10", True, "Success", "15 · needs 15"),
        ("d20 + 5 reach 15", "9", False, "Failure", "14 · needs 15"),
        ("6d10>=8", "1,1,1,1,1,8", True, "Success", "1 · needs 1"),
        ("6d10>=8 + 2", "1,1,1,1,1,8", None, "3", "1 + 2"),
        ("d100<=45", "4,6", False, "Failure", "0 · needs 1"),
    ],
)
def test_reach(notation: str, faces: str, good: bool | None, headline: str, summary: str) -> None:
    verdict = verdict_of(notation, faces)
    assert (verdict.good, verdict.headline, verdict.summary) == (good, headline, summary)


def test_row() -> None:
    verdict = verdict_of("d20 + 5, d20 + 5 reach 15", "3/17")
    assert (verdict.good, verdict.summary) == (True, "8, 22 · 1 of 2 reach 15")
    assert verdict.rolls == ("d20 + 5", "d20 + 5")
    free = verdict_of("2d4, d3", "2,3/5")
    assert (free.good, free.headline, free.summary) == (None, "5, 3", "8 in all")
    assert verdict_of("2d6, 3d6>=5", "1,1/1,1,6").summary == "2, 1 · 1 of 1 succeed"


@pytest.mark.parametrize(
    ("values", "written"),
    [
        ({"dice": "d20+5", "advantage": "advantage"}, "2d20kh1 + 5"),
        ({"dice": "d20, d20", "advantage": "disadvantage", "reach": 15}, "2d20kl1, 2d20kl1 reach 15"),
        ({"dice": "6d10", "count_from": 8}, "6d10>=8"),
        ({"dice": "2d6 + 2d8", "count_from": 5, "reach": 2}, "2d6>=5 + (2d8>=5) reach 2"),
        ({"dice": "d20 + 5 reach 15"}, "d20 + 5 reach 15"),
    ],
)
def test_the_form_sets_it_for_all_dice(values: dict[str, object], written: str) -> None:
    test = ANYDICE.from_form(values, {})
    assert ANYDICE.write(test) == written
    form = ANYDICE.to_form(test)
    assert {name: form[name] for name in values if name != "dice"} == {k: v for k, v in values.items() if k != "dice"}


@pytest.mark.parametrize(
    ("values", "field", "said"),
    [
        (
            {"dice": "2d6", "advantage": "advantage"},
            "advantage",
            "'2d6' has no single die; use it with one",
        ),
        ({"dice": "99d6 + d20 + 0", "advantage": "advantage"}, "advantage", "101 dice in all; use at most 100"),
        (
            {"dice": "6d10>=8", "count_from": 7},
            "count_from",
            "'6d10>=8' says already what counts; leave one out",
        ),
        ({"dice": "6d6", "count_from": 8}, "count_from", "no d6 shows 8; use 1 to 6"),
        ({"dice": "2d6!kh1", "count_from": 5}, "count_from", "kept or counted, not both; use one of the two"),
        ({"dice": "d20 reach 15", "reach": 12}, "reach", "the dice say already to reach 15; use one of the two"),
        ({"dice": "d20 reach"}, "dice", "column 10: the notation ends here"),
        ({"dice": ""}, "dice", "column 1: the notation ends here; expected dice"),
    ],
)
def test_what_does_not_fit_together_is_told_at_its_field(values: dict[str, object], field: str, said: str) -> None:
    with pytest.raises(FormError) as caught:
        ANYDICE.from_form(values, {})
    assert said in caught.value.fields[field]


@settings(print_blob=True)
@given(taps=st.lists(st.sampled_from(["d4", "d6", "d20", "d%"]), min_size=1, max_size=8))
def test_tapped_dice_are_all_rolled(taps: list[str]) -> None:
    dice = ""
    for tap in taps:
        dice = one_more(dice, tap)
    throws = ANYDICE.pending(ANYDICE.parse(dice, {}), EMPTY).throws
    assert sum(throw.count for throw in throws) == len(taps) + taps.count("d%")


def test_what_cannot_be_read_yet_stays_as_typed_when_dice_are_tapped() -> None:
    assert one_more("2d6 +", "d6") == "2d6 +"
    assert one_more("2d6 + 3", "") == ""
    assert one_more("d20 reach 15", "d4") == "d20 + d4 reach 15"


@pytest.mark.parametrize(
    ("notation", "faces", "drama"),
    [
        ("d20", "20", "triumph"),
        ("d20", "1", "disaster"),
        ("d20 reach 25", "20", ""),
        ("d20", "19", ""),
        ("d4", "4", ""),
        ("5d10>=2", "9,9,9,9,9", ""),
    ],
)
def test_the_highest_and_lowest_of_many_ways_are_cheered_and_groaned_at(notation: str, faces: str, drama: str) -> None:
    assert verdict_of(notation, faces).drama == drama
