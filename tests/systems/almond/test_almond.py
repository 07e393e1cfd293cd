from collections import Counter
from dataclasses import astuple
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pyrules.campaign.links import read_link, write_link
from pyrules.campaign.rolls import RollMetadata, record_roll, replay_roll
from pyrules.core.errors import FormError, IllegalPick, IllegalRoll, NotationError, RulesError
from pyrules.core.faces import read_faces, seeded, write_faces
from pyrules.core.roll import EMPTY, NOTHING, Pick, Throw
from pyrules.core.verdict import Verdict
from pyrules.systems.almond import ALMOND, rules
from pyrules.systems.almond.rules import CHART, Modifier
from tests.systems.almond import oracle, strategies
from tests.systems.almond.strategies import Settings

ROLL_OUT = {"sixes": "every_six"}


def verdict_of(notation: str, faces: str, **settings: str | int) -> Verdict:
    test = ALMOND.parse(notation, settings)
    return ALMOND.judge(test, ALMOND.replay(test, read_faces(faces)))


def outcome(notation: str, faces: str, **settings: str | int) -> Any:
    return verdict_of(notation, faces, **settings).outcome


def lines_of(verdict: Verdict) -> dict[str, str]:
    return {line.rule.removeprefix("almond."): line.result for line in verdict.lines}


@pytest.mark.parametrize(
    ("dice", "numbers", "pool"),
    [
        (5, (), 5),
        (5, (-2,), 3),
        (5, (-2, 4), 7),
        (5, (-5,), 0),
        (5, (-6,), 0),
        (0, (), 0),
        (0, (1,), 1),
        (1, (-3, 3), 1),
    ],
)
def test_dicepool(dice: int, numbers: tuple[int, ...], pool: int) -> None:
    modifiers = [Modifier(number, "dice") for number in numbers]
    assert rules.dicepool(dice, [*modifiers, Modifier(9)]) == pool


@pytest.mark.parametrize(
    ("tn", "numbers", "target"),
    [
        (4, (), 4),
        (4, (1,), 5),
        (4, (1, -2), 3),
        (3, (-1,), 2),
        (3, (-2,), 2),
        (3, (-9, 1), 2),
        (1, (), 2),
        (2, (-4, 6), 4),
    ],
)
def test_target_number(tn: int, numbers: tuple[int, ...], target: int) -> None:
    modifiers = [Modifier(number) for number in numbers]
    assert rules.target_number(tn, [*modifiers, Modifier(9, "dice")]) == target


def test_the_modifiers_of_the_text() -> None:
    assert outcome("1d6 TN 4 +1", "4").tn == 5
    assert len(outcome("5d6 TN 4 -2d", "1,2,3").values) == 3


@pytest.mark.parametrize(
    ("worth", "tn", "success"),
    [(1, 2, False), (2, 2, True), (3, 4, False), (4, 4, True), (7, 7, True), (11, 12, False)],
)
def test_succeeds(worth: int, tn: int, success: bool) -> None:
    assert rules.succeeds(worth, tn) is success


@pytest.mark.parametrize(
    ("successes", "needed", "passed"), [(0, 1, False), (1, 1, True), (5, 1, True), (1, 2, False), (2, 2, True)]
)
def test_passes(successes: int, needed: int, passed: bool) -> None:
    assert rules.passed(successes, 4, needed) is passed


@pytest.mark.parametrize(
    ("faces", "worse"),
    [("1,1,1", True), ("1,1,2", False), ("6>1,6>1,1", False), ("6>1,6>1,6>1", False)],
)
def test_all_ones(faces: str, worse: bool) -> None:
    verdict = verdict_of("3d6 TN 8", faces)
    assert outcome("3d6 TN 8", faces).all_ones is worse
    assert (verdict.headline == "Failure, all ones") is worse
    assert ("all_ones" in lines_of(verdict)) is worse
    assert not verdict.good


def test_a_single_one_is_all_ones() -> None:
    assert outcome("1d6 TN 2", "1").all_ones


@pytest.mark.parametrize(
    ("notation", "faces", "value", "success"),
    [
        ("1d6 TN 2", "6", 6, True),
        ("1d6 TN 6", "6", 6, True),
        ("1d6 TN 7", "6>1", 7, True),
        ("1d6 TN 8", "6>1", 7, False),
        ("1d6 TN 12", "6>6", 12, True),
        ("1d6 TN 12", "6>5", 11, False),
        ("1d6 TN 13", "6>6>1", 13, True),
        ("1d6 TN 19", "6>6>6>2", 20, True),
        ("1d6 TN 19", "5", 5, False),
    ],
)
def test_sixes(notation: str, faces: str, value: int, success: bool) -> None:
    found = outcome(notation, faces)
    assert found.values == (value,)
    assert found.passed is success
    assert found.passed is outcome(notation, f"{faces}>3" if faces.endswith("6") else faces, **ROLL_OUT).passed


def test_worked_sixes() -> None:
    assert outcome("4d6 TN 9", "4, 2, 6>3, 6>1").values == (4, 2, 9, 7)
    assert outcome("4d6 TN 4", "4, 2, 6>3, 6>1", **ROLL_OUT).values == (4, 2, 9, 7)
    assert lines_of(verdict_of("4d6 TN 9", "4, 2, 6>3, 6>1"))["sixes"] == "rerolled and added: 6 + 3 = 9, 6 + 1 = 7"


@pytest.mark.parametrize("tn", range(1, 20))
def test_the_worked_example_is_taken_at_any_tn(tn: int) -> None:
    found = outcome(f"4d6 TN {tn}", "4, 2, 6>3, 6>1")
    assert found.values == (4, 2, 9, 7)
    assert (found.successes, found.passed, found.all_ones) == oracle.verdict(((4,), (2,), (6, 3), (6, 1)), max(tn, 2))


def test_a_die_that_met_the_tn_is_rolled_on_only_where_it_is_typed_in() -> None:
    assert outcome("2d6 TN 6", "6>3, 2").values == (9, 2)
    assert outcome("2d6 TN 4", "6, 6>6>1").values == (6, 13)
    test = ALMOND.parse("2d6 TN 6", {})
    roll = ALMOND.roll(test, lambda throw: [6] * throw.count)
    assert [die.faces for die in roll.pool(0)] == [(6,), (6,)]
    assert ALMOND.further(test, roll) == (
        Throw(0, 0, 6, left=Pick("leave", (0,))),
        Throw(0, 1, 6, left=Pick("leave", (1,))),
    )
    for faces in ("5>3, 2", "6>3>1, 2"):
        with pytest.raises(IllegalRoll, match=r"die 1: . is one face too many"):
            outcome("2d6 TN 6", faces)
    with pytest.raises(IllegalRoll, match="7 is not on a d6"):
        outcome("2d6 TN 6", "6>7, 2")


@pytest.mark.parametrize(
    ("notation", "faces", "settings", "values", "left"),
    [
        ("2d6 TN 7", "6, 2", {}, (6, 2), "1 six left"),
        ("3d6 TN 9", "6, 6>4, 6", {}, (6, 10, 6), "2 sixes left"),
        ("2d6 TN 13", "6>6, 3", {}, (12, 3), "1 six left"),
        ("2d6 TN 4", "6, 2", ROLL_OUT, (6, 2), "1 six left"),
        ("2d6 TN 4", "6>6, 6>1", ROLL_OUT, (12, 7), "1 six left"),
    ],
)
def test_a_six_may_be_left_die_by_die(
    notation: str, faces: str, settings: dict[str, str], values: tuple[int, ...], left: str
) -> None:
    test = ALMOND.parse(notation, settings)
    roll = ALMOND.replay(test, read_faces(faces))
    verdict = ALMOND.judge(test, roll)
    assert outcome(notation, faces, **settings).values == values
    assert left in [line.result for line in verdict.lines if line.rule == "almond.sixes"]
    assert ALMOND.pending(test, roll) is NOTHING
    assert ALMOND.replay(test, read_faces(write_faces(roll.dice)), roll.picks) == roll
    shared = read_link(write_link(ALMOND, test, roll))
    assert (shared.test, shared.roll) == (test, roll)
    event = record_roll(RollMetadata("a", 0), ALMOND, test, roll)
    assert replay_roll(event).holds
    assert not event.waits


@pytest.mark.parametrize("tn", [4, 7])
def test_every_way_to_leave_or_roll_on_two_dice(tn: int) -> None:
    """Each die as typed: one face, or a six and one more, whatever the TN."""
    dice = [*((face,) for face in range(1, 7)), *((6, face) for face in range(1, 7))]
    for way in product(dice, repeat=2):
        found = outcome(f"2d6 TN {tn}", ", ".join(">".join(map(str, faces)) for faces in way))
        assert (found.successes, found.passed, found.all_ones) == oracle.verdict(way, tn)


def test_all_sixes_are_asked_for_together() -> None:
    test = ALMOND.parse("3d6 TN 7", {})
    first = EMPTY.after(Throw(0, 0, 6, 3), [6, 2, 6])
    assert ALMOND.pending(test, EMPTY).throws == (Throw(0, 0, 6, 3),)
    sixes = tuple(Throw(0, place, 6, left=Pick("leave", (place,))) for place in (0, 2))
    assert ALMOND.pending(test, first).throws == sixes
    assert ALMOND.pending(test, first.after(sixes[0], [1])).throws == sixes[1:]
    assert ALMOND.pending(test, first.after(sixes[0], [])).throws == sixes[1:]


def test_rolling_out_always_ends() -> None:
    test = ALMOND.parse("2d6 TN 13", ROLL_OUT)
    most = rules.most_throws(test)
    roll = ALMOND.roll(test, lambda throw: [6] * throw.count)
    assert most == 3 + rules.ROLLED_OUT
    assert [len(die.faces) for die in roll.pool(0)] == [most, most]


def test_initiative() -> None:
    assert outcome("3d6 TN 6 initiative", "6,6,1").values == (6, 6, 1)
    assert outcome("3d6 TN 6 initiative", "6,6,1", **ROLL_OUT).successes == 2
    assert lines_of(verdict_of("3d6 TN 9 initiative", "6,6,1"))["initiative"] == (
        "with a TN it is a test whose sixes are not rerolled"
    )
    assert "initiative_order" not in lines_of(verdict_of("3d6 TN 9 initiative", "6,6,1"))
    with pytest.raises(IllegalRoll, match="too many"):
        outcome("1d6 TN 9 initiative", "6>1")
    assert outcome("2d6 TN 9 initiative", "1,1").all_ones


def test_initiative_without_a_target_number() -> None:
    found = verdict_of("Reflexes 3d6 initiative", "6,6,1")
    assert astuple(found.outcome) == (None, (6, 6, 1), 0, None, False, 13)
    assert (found.headline, found.summary, found.good) == ("Initiative 13", "sum of the dice", None)
    assert lines_of(found)["initiative"] == "sixes are not rerolled"
    ours = "the highest acts first, a rule of this app's own"
    assert lines_of(found)["initiative_order"] == f"13, the sum of the dice; {ours}"
    highest = verdict_of("2d6 initiative", "4,5", initiative_order="highest")
    assert astuple(highest.outcome) == (None, (4, 5), 0, None, False, 5)
    assert lines_of(highest)["initiative_order"] == f"5, the highest die; {ours}"
    ones = verdict_of("2d6 initiative", "1,1")
    assert (ones.headline, ones.good, ones.drama) == ("Initiative 2", None, "")
    with pytest.raises(IllegalRoll):
        verdict_of("1d6 initiative", "6>1")


def test_initiative_takes_what_modifies_dice_and_says_what_changes_no_tn() -> None:
    found = verdict_of("2d6 +1 - Wounded 1d initiative", "4")
    assert outcome("2d6 +1 - Wounded 1d initiative", "4").initiative == 4
    assert lines_of(found)["tn_modifiers"] == "+1 changes nothing: there is no TN"
    none = verdict_of("1d6 -1d initiative", "")
    assert (none.headline, none.good) == ("Initiative 0", None)
    assert lines_of(none)["no_dice"] == "1d6 -1d leaves no dice, so nothing is rolled"


def test_only_initiative_goes_without_a_target_number() -> None:
    for notation in ("5d6 +1", "5d6 -1d"):
        with pytest.raises(NotationError, match="column 5: there is no TN; only a roll for initiative needs none"):
            ALMOND.parse(notation, {})
    with pytest.raises(FormError) as caught:
        ALMOND.from_form({"tn": None}, {})
    assert caught.value.fields == {"tn": "there is no TN; only a roll for initiative needs none; give one"}


def test_a_pool_without_dice_fails() -> None:
    for notation in ("0d6 TN 2", "2d6 TN 2 -2d", "2d6 TN 2 -9d", "2d6 Severe - dark 3d + gift 1d"):
        verdict = verdict_of(notation, "")
        assert astuple(verdict.outcome) == (ALMOND.parse(notation, {}).tn, (), 0, False, False, None)
        assert verdict.headline == "Failure"
        assert verdict.good is False
        assert "leaves no dice" in lines_of(verdict)["no_dice"]
        assert ("-7: 0 dice" in lines_of(verdict).get("dice_modifiers", "")) is ("-9d" in notation)
        assert verdict.marks == ()
        assert [line.rule for line in ALMOND.before(ALMOND.parse(notation, {}))] == ["almond.no_dice"]
    with pytest.raises(IllegalRoll, match="one face too many"):
        verdict_of("0d6 TN 2", "4")


@pytest.mark.parametrize(
    ("notation", "settings", "rule"),
    [
        ("5d6 TN 4", {}, None),
        ("2d6 TN 4", {"successes_needed": 2}, None),
        ("1d6 TN 4", {"successes_needed": 2}, "almond.passed"),
        ("1d6 TN 6 initiative", {}, None),
        ("1d6 TN 7 initiative", {}, "almond.initiative"),
        ("1d6 TN 7", {}, None),
    ],
)
def test_what_is_certain_before_the_roll(notation: str, settings: dict[str, str | int], rule: str | None) -> None:
    assert [line.rule for line in ALMOND.before(ALMOND.parse(notation, settings))] == ([rule] if rule else [])


CHART_OF_THE_TEXT = [
    ("F", (2,), "Trivial"),
    ("E", (3,), "Easy"),
    ("D", (4,), "Average"),
    ("C", (5,), "Tough"),
    ("B", (6, 7), "Severe"),
    ("A", (8,), "Ambitious"),
    ("S", (9,), "Extraordinary"),
    ("X+", (10, 11, 9_999, 10_000), "Inhuman"),
]


@pytest.mark.parametrize(("code", "tns", "name"), CHART_OF_THE_TEXT)
def test_chart(code: str, tns: tuple[int, ...], name: str) -> None:
    for tn in tns:
        assert (rules.difficulty(tn).name, rules.difficulty(tn).code) == (name, code)
        assert f"{name}, Universal Code {code}" in lines_of(verdict_of(f"1d6 TN {tn}", "1"))["difficulty"]
    for words in (name, name.upper(), f"UC {code}", f"uc {code.lower()}"):
        assert ALMOND.parse(f"6d6 {words}", {}).tn == tns[0]
        assert ALMOND.parse(f"6d6 {words} +1", {}).modifiers == (Modifier(1),)
    assert rules.difficulty_called(name) == rules.difficulty_called(code, "code") == rules.difficulty(tns[0])


def test_no_other_name_or_code() -> None:
    assert rules.difficulty_called("X+") is None
    assert rules.difficulty_called("Severe", "code") is None
    assert len(CHART) == len(CHART_OF_THE_TEXT)


def test_six_and_seven_are_equally_likely() -> None:
    assert chance_of_passing(1, 6) == chance_of_passing(1, 7) == Fraction(1, 6)
    for notation, faces, *told in (
        ("1d6 Severe", "6", "TN 6", "TN 6 or 7, equally likely"),
        ("1d6 Severe + cover 1 -1", "6", "TN 6", "TN 6 or 7, equally likely"),
        ("1d6 TN 7 initiative", "6", "TN 7", "TN 6 or 7"),
        ("1d6 TN 7 +1", "6>2", "TN 7", "TN 6 or 7"),
        ("1d6 TN 8", "6>1", "TN 8"),
        ("1d6 TN 1", "6", "TN 1"),
    ):
        lines = verdict_of(notation, faces).lines
        assert [line.result for line in lines if line.rule == "almond.target_number"] == told


@pytest.mark.parametrize("flag", ["", " initiative"])
@pytest.mark.parametrize("change", range(-6, 8))
def test_equally_likely_is_said_only_where_it_is_true(change: int, flag: str) -> None:
    said_so = []
    for tn in (6, 7):
        test = ALMOND.parse(f"2d6 TN {tn} {change:+d}{flag}", {})
        lines = ALMOND.judge(test, ALMOND.roll(test, seeded(1))).lines
        said_so.append(any("equally likely" in line.result for line in lines))
    assert said_so == [change == 0 and not flag] * 2
    met = [chance_of_passing(2, max(2, tn + change), sixes=not flag) for tn in (6, 7)]
    assert met[0] == met[1] or not any(said_so)
    assert met[0] > met[1] or (change, flag) not in {(-1, ""), (1, ""), (-1, " initiative"), (0, " initiative")}


def chance_of_passing(dice: int, tn: int, *, sixes: bool = True) -> Fraction:
    ways = oracle.ways(dice, tn, sixes=sixes)
    return sum((chance for way, chance in ways if oracle.verdict(way, tn)[1]), Fraction(0))


@pytest.mark.parametrize("words", ["Severe", "UC B", "severe", "uc b"])
def test_severe_is_six_unless_seven_follows(words: str) -> None:
    for more, tn in (("", 6), (" 6", 6), (" 7", 7)):
        assert ALMOND.parse(f"3d6 {words}{more}", {}).tn == tn
        assert ALMOND.parse(f"3d6 {words}{more} + cover 1 -2d initiative", {}).tn == tn


@pytest.mark.parametrize("words", ["Inhuman", "UC X+"])
def test_inhuman_is_ten_unless_more_follows(words: str) -> None:
    for more, tn in (("", 10), (" 10", 10), (" 10000", 10_000)):
        assert ALMOND.parse(f"3d6 {words}{more}", {}).tn == tn
        assert ALMOND.parse(f"3d6 {words}{more} +0", {}).tn == tn


@pytest.mark.parametrize(("label", "tns"), [("Average", [4]), ("Severe", [6, 7]), ("Inhuman", [10])])
def test_the_form_offers_the_tns_of_each_difficulty_by_its_name(label: str, tns: list[int]) -> None:
    (field,) = [field for field in ALMOND.fields if field.name == "tn"]
    offered = [choice.value for choice in field.choices if choice.label == label]
    assert [ALMOND.from_form({"tn": tn}, {}).tn for tn in offered] == tns


@pytest.mark.untraced
@pytest.mark.parametrize("sixes", [True, False])
@pytest.mark.parametrize(("dice", "tn"), [(1, 2), (1, 19), (2, 6), (2, 7), (2, 13), (3, 4), (3, 6), (3, 7), (4, 5)])
@pytest.mark.parametrize("needed", [1, 2])
def test_every_way_the_dice_can_fall(dice: int, tn: int, needed: int, sixes: bool) -> None:
    flag = "" if sixes else " initiative"
    test = ALMOND.parse(f"{dice}d6 TN {tn}{flag}", {"successes_needed": needed})
    whole = Fraction(0)
    for way, chance in oracle.ways(dice, tn, sixes=sixes):
        found: Any = ALMOND.judge(test, ALMOND.replay(test, (way,))).outcome
        assert (found.successes, found.passed, found.all_ones) == oracle.verdict(way, tn, needed)
        assert found.values == tuple(sum(faces) for faces in way)
        whole += chance
    assert whole == 1


@pytest.mark.parametrize("tn", range(2, 9))
def test_rolling_out_changes_no_success(tn: int) -> None:
    test = ALMOND.parse(f"1d6 TN {tn}", ROLL_OUT)
    for faces in oracle.die_ways(tn, sixes=True, further=2):
        if faces[-1] != 6:
            roll = ALMOND.replay(test, ((faces,),))
            assert rules.successes(rules.values(roll), tn) == oracle.verdict((faces,), tn)[0]


def test_marks() -> None:
    verdict = verdict_of("6d6 TN 14", "1, 6>1, 6>6>2, 5, 6>6>6, 6>6>1")
    assert [(mark.kind, mark.words, mark.sum) for mark in verdict.marks[0]] == [
        ("one", "one", ""),
        ("plain", "7, no success", "6+1 = 7"),
        ("hit", "14, success", "12+2 = 14"),
        ("plain", "5, no success", ""),
        ("hit", "18, success", "12+6 = 18"),
        ("plain", "13, no success", "12+1 = 13"),
    ]
    assert verdict.summary == "2 successes · TN 14"
    assert verdict.effects == ()


def test_lines_name_every_step() -> None:
    verdict = verdict_of("3d6 TN 3 + cover 1 -6 -1d", "1,2", successes_needed=2)
    assert lines_of(verdict) == {
        "target_number": "TN 3",
        "tn_modifiers": "3 + cover 1 -6 = TN -2",
        "lowest_tn": "a TN is never below 2: TN 2",
        "difficulty": "TN 2 is Trivial, Universal Code F",
        "dicepool": "3d6",
        "dice_modifiers": "3d6 -1d = 2 dice",
        "success": "1 of 2 dice reaches TN 2",
        "ones": "1 one: never a success",
        "passed": "2 successes needed: failed",
    }


def test_nothing_may_be_done_after_the_roll() -> None:
    test = ALMOND.parse("2d6 TN 4", {})
    roll = ALMOND.roll(test, seeded(1))
    assert ALMOND.options(test, roll) == ()
    with pytest.raises(IllegalPick):
        ALMOND.pick(test, roll, Pick("reroll"))


@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        ("5d6 TN 4", "5d6 TN 4"),
        (" 5 D 6tn4+1-2D ", "5d6 TN 4 +1 -2d"),
        ("6d6 severe", "6d6 TN 6"),
        ("6d6 uc x+ +1", "6d6 TN 10 +1"),
        ("sneaking  in the dark 5d6severe", "sneaking in the dark 5d6 TN 6"),
        ("Severe 5d6 Severe", "Severe 5d6 TN 6"),
        ("5d6 TN 4 Initiative", "5d6 TN 4 initiative"),
        ("5d6 TN 4 + Initiative 1 initiative", "5d6 TN 4 + Initiative 1 initiative"),
        ("5d6 TN 4 + Good  light 1 - out of breath 2 d", "5d6 TN 4 + Good light 1 - out of breath 2d"),
        ("5d6 TN 4 -0", "5d6 TN 4 +0"),
        ("100d6 TN 10000", "100d6 TN 10000"),
        ("100d6 TN 10000 -1d +1d", "100d6 TN 10000 -1d +1d"),
    ],
)
def test_canonical_notation(given: str, canonical: str) -> None:
    test = ALMOND.parse(given, {})
    assert ALMOND.write(test) == canonical
    assert ALMOND.parse(canonical, {}) == test


HOSTILE = [
    ("", 1, "the number of dice"),
    ("5", 2, "'d6'"),
    ("5d", 3, "'6'"),
    ("5d8 TN 4", 3, "'6'"),
    ("5d06 TN 4", 3, "'6'"),
    ("-5d6 TN 4", 1, "a number"),
    ("initiative 5d6 TN 4", 1, "the number of dice"),
    ("Sword 2 5d6 TN 4", 9, "'d6'"),
    ("x" * 61 + " 5d6 TN 4", 1, "at most 60"),
    ("101d6 TN 4", 1, "0 to 100"),
    ("99d6 TN 4 +2d", 1, "a smaller sum"),
    ("99999999999999999999d6 TN 4", 1, "0 to 100"),
    ("5d6", 4, "'TN' and a number"),
    ("5d6 4", 5, "'TN' and a number"),
    ("5d6 TN", 7, "the TN"),
    ("5d6 TN 0", 8, "1 to 10000"),
    ("5d6 TN -1", 8, "the TN"),
    ("5d6 TN 10001", 8, "1 to 10000"),
    ("5d6 TN 9999 +1 +1", 5, "a smaller sum"),
    ("5d6 UC", 7, "the notation ends here; expected the Universal Code: F, E, D, C, B, A, S or X+"),
    ("5d6 UC G", 8, "F, E, D, C, B, A, S or X+"),
    ("5d6 UC X", 9, "'+'"),
    ("5d6 UC F+", 10, "the modifier"),
    ("5d6 UC X+1", 10, "10 to 10000"),
    ("5d6 Severe 8", 12, "6 to 7"),
    ("5d6 Severe 5", 12, "6 to 7"),
    ("5d6 UC B 8", 10, "6 to 7"),
    ("5d6 Inhuman 9", 13, "10 to 10000"),
    ("5d6 Easy 3", 10, "the end"),
    ("5d6 Severely", 5, "Trivial, Easy"),
    ("5d6 TN 4 TN 4", 10, "the end"),
    ("5d6 TN 4 Severe", 10, "the end"),
    ("5d6 TN 4 +", 11, "the modifier"),
    ("5d6 TN 4 +1d6", 13, "the end"),
    ("5d6 TN 4 +10001", 11, "0 to 10000"),
    ("5d6 TN 4 +1 dark", 13, "the end"),
    ("5d6 TN 4 + initiative", 22, "the modifier"),
    ("5d6 TN 4 initiative initiative", 21, "the end"),
    ("5d6 TN 4 initiative +1", 21, "the end"),
    ("5d6 TN 4" + " +1" * 13, 46, "fewer"),
    ("5d6 TN 4 +" + "x" * 61 + " 1", 11, "at most 60"),
    ("5d6 TN 4\x00", 9, "a number, a word or a sign"),
    ("5d6 TN 4 " + "x" * 10_000, 201, "at most 200"),
]


@pytest.mark.parametrize(("text", "column", "expected"), HOSTILE)
def test_hostile_notation(text: str, column: int, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        ALMOND.parse(text, {})
    assert caught.value.column == column
    assert expected in str(caught.value)


@given(st.text(max_size=220) | st.text("5d6TNUCX+- 4initave()", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        test = ALMOND.parse(text, {})
    except RulesError:
        return
    assert ALMOND.parse(ALMOND.write(test), {}) == test


@given(strategies.tests_of(), st.integers())
def test_any_roll_is_judged_as_the_oracle_says(test: Any, seed: int) -> None:
    roll = ALMOND.roll(test, seeded(seed))
    found: Any = ALMOND.judge(test, roll).outcome
    way = tuple(die.faces for die in roll.pool(0))
    if found.tn is None:
        faces = [face for (face,) in way]
        order = max(faces, default=0) if test.settings.initiative_order == "highest" else sum(faces)
        assert (found.successes, found.passed, found.all_ones, found.initiative) == (0, None, False, order)
        return
    assert (found.successes, found.passed, found.all_ones) == oracle.verdict(
        way, found.tn, test.settings.successes_needed
    )


@pytest.mark.parametrize(
    ("values", "field", "problem"),
    [
        ({"dice": 101}, "dice", "0 to 100"),
        ({"dice": -1}, "dice", "0 to 100"),
        ({"dice": True}, "dice", "whole number"),
        ({"tn": "hard"}, "tn", "whole number"),
        ({"tn": 0}, "tn", "1 to 10000"),
        ({"tn": 10_001}, "tn", "1 to 10000"),
        ({"initiative": 1}, "initiative", "neither on nor off"),
        ({"modifiers": [{"number": 1}] * 13}, "modifiers", "at most 12"),
        ({"modifiers": [{"number": 10_001}]}, "modifiers.0.number", "out of bounds"),
        ({"modifiers": [{"on": "both"}]}, "modifiers.0.on", "is not a choice"),
        ({"modifiers": [{}, {"label": "tn"}]}, "modifiers.1.label", "words only"),
        ({"modifiers": [{"label": "2nd"}]}, "modifiers.0.label", "words only"),
        ({"modifiers": [{"label": "<b>"}]}, "modifiers.0.label", "not used in notation"),
        ({"label": "initiative"}, "label", "words only"),
        ({"label": "2d6"}, "label", "words only"),
        ({"modifiers": [{"number": 96, "on": "dice"}]}, "modifiers", "101 dice; at most 100"),
        ({"modifiers": [{"number": 9_997}]}, "modifiers", "TN 10001; at most 10000"),
        (
            {"modifiers": [{"label": "x" * 60, "number": 1}] * 4},
            "modifiers",
            "so shorten the labels or remove some rows",
        ),
    ],
)
def test_hostile_forms(values: dict[str, object], field: str, problem: str) -> None:
    with pytest.raises(FormError) as caught:
        ALMOND.from_form(values, {})
    assert problem in caught.value.fields[field]


def test_an_untouched_form_is_an_average_test() -> None:
    assert ALMOND.write(ALMOND.from_form({}, {})) == "5d6 TN 4"
    assert ALMOND.to_form(strategies.Test(3, 6))["tn"] == 6


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"successes_needed": 0}, "successes_needed: 0 is out of bounds; use 1 to 100"),
        ({"successes_needed": 101}, "use 1 to 100"),
        ({"sixes": "never"}, "use until_tn or every_six"),
        ({"six": "until_tn"}, "unknown setting"),
    ],
)
def test_hostile_settings(settings: dict[str, str | int], problem: str) -> None:
    with pytest.raises(FormError, match=problem):
        ALMOND.parse("5d6 TN 4", settings)


def test_settings_are_read_in_any_case() -> None:
    test = ALMOND.parse("5d6 TN 4", {"successes_needed": "2", "sixes": "Stop at tn"})
    assert test.settings == Settings(2, "until_tn")


def test_what_each_way_of_two_dice_comes_to() -> None:
    came = [outcome("2d6 TN 4", f"{a},{b}") for a, b in product(range(1, 7), repeat=2)]
    counted = Counter((found.successes, found.all_ones) for found in came)
    assert counted == {(0, True): 1, (0, False): 8, (1, False): 18, (2, False): 9}
