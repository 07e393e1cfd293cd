"""Extended tests of Moonwalk that are too large to go through every course: roll by roll, with plain fractions."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb, prod

import pytest

from pyrules.core.budget import TooMuchWork, budget
from pyrules.core.errors import IllegalPick
from pyrules.core.faces import read_faces
from pyrules.core.odds import smallest_pool, what_ifs
from pyrules.core.ratio import Ratio
from pyrules.core.roll import Pick
from pyrules.core.verdict import plain
from pyrules.systems.moonwalk import MOONWALK
from tests.exact import fraction, rows
from tests.systems.moonwalk.odds import CHANCES, bracket, odds_of

Chances = tuple[Fraction, Fraction, Fraction]
"""Of some hits: how likely they are, how likely without a glitch, and how likely without a critical one."""


def faces(dice: int, most: int, *, six: bool) -> Iterator[tuple[int, int, int, Fraction]]:
    """The numbers of dice, hits and ones that a roll can end with, each with its chance; at most n sixes add dice."""
    for ones in range(dice + 1):
        for others in range(dice + 1 - ones):
            ended = comb(dice, ones) * comb(dice - ones, others) * 3**others
            last = dice - ones - others  # dice with a hit that add none: five or six, or only five by the Rule of Six
            for sixes in range(most + 1 if six else 1):
                ways = ended * comb(dice + sixes - 1, sixes) if six else ended * 2**last
                yield dice + sixes, last + sixes, ones, Fraction(ways, 6 ** (dice + sixes))


@cache
def one_roll(dice: int, most: int, rule: str, *, six: bool) -> dict[int, Chances]:
    """The chances of 0, 1, 2, ... hits; the last number stands for all above it as well."""
    found: dict[int, list[Fraction]] = {hits: [Fraction(0)] * 3 for hits in range(most)}
    left = [Fraction(1)] * 3
    for rolled, hits, ones, chance in faces(dice, most + dice, six=six):
        many = {"off": False, "half_or_more": 2 * ones >= rolled, "more_than_half": 2 * ones > rolled}[rule]
        told = [chance, chance * (not many), chance * (not (many and not hits))]
        left = [more - (chance if hits < most else chance - one) for more, one in zip(left, told, strict=True)]
        if hits < most:
            found[hits] = [more + one for more, one in zip(found[hits], told, strict=True)]
    return {hits: (a, b, c) for hits, (a, b, c) in (found | {most: left}).items()}


@pytest.mark.untraced
@pytest.mark.parametrize("six", [False, True])
@pytest.mark.parametrize(
    ("dice", "limit", "threshold", "rule"),
    [
        (12, None, 9, "more_than_half"),
        (12, None, 40, "half_or_more"),
        (11, 2, 15, "half_or_more"),
        (11, 3, 30, "more_than_half"),
        (10, 9, 21, "half_or_more"),
        (9, 1, 9, "half_or_more"),
        (9, 1, 10, "more_than_half"),
        (7, 0, 1, "half_or_more"),
        (4, None, 33, "more_than_half"),
        (3, 20, 30, "half_or_more"),
        (4, 25, 40, "more_than_half"),
        (2, 60, 90, "half_or_more"),
        (3, 50, 120, "more_than_half"),
    ],
)
def test_middling_extended_tests_with_their_glitches(
    dice: int, limit: int | None, threshold: int, rule: str, six: bool
) -> None:
    most = max(threshold, dice)
    short: dict[int, Chances] = {0: (Fraction(1),) * 3}
    ended = [Fraction(0)] * 3
    rolls: dict[int, Fraction] = defaultdict(Fraction)
    for number, pool in enumerate(range(dice, 0, -1), 1):
        after: dict[int, list[Fraction]] = defaultdict(lambda: [Fraction(0)] * 3)
        for total, before in short.items():
            for hits, chances in one_roll(pool, most, rule, six=six).items():
                now = total + (hits if limit is None else min(hits, limit))
                after[now] = [more + one * then for more, one, then in zip(after[now], before, chances, strict=True)]
        reached = [sum(chances[kind] for total, chances in after.items() if total >= threshold) for kind in range(3)]
        ended = [more + one for more, one in zip(ended, reached, strict=True)]
        short = {total: (a, b, c) for total, (a, b, c) in after.items() if total < threshold}
        rolls[number] += reached[0]
    rolls[dice] += sum(chances[0] for chances in short.values())
    failed = [sum(chances[kind] for chances in short.values()) for kind in range(3)]
    odds = odds_of(f"{dice} {bracket(limit)} ({threshold}, 1 hour) Extended Test{' six' * six}", glitch=rule)
    assert rows(odds.distributions["rolls"]) == {number: chance for number, chance in rolls.items() if chance}
    assert [fraction(chance) for chance in odds.events.values()] == [
        ended[0],
        1 - ended[1] - failed[1],
        1 - ended[2] - failed[2],
    ]


@pytest.mark.parametrize(
    "notation",
    [
        "100 (100, 1 hour) Extended Test",
        "86 (73, 1 hour) Extended Test six",
        "97 [8] (60, 1 hour) Extended Test",
        "14 [40] (120, 1 hour) Extended Test six",
    ],
)
def test_large_extended_tests_are_told_with_their_glitches(notation: str) -> None:
    with budget(1):
        odds = odds_of(notation)
    first = odds_of(notation.replace(", 1 hour", "").replace("Extended Test", ""))
    for kind in ("glitch", "critical"):
        assert first.events[kind] < odds.events[kind] < Ratio(1, 1)
    assert odds.events["critical"] < odds.events["glitch"]


def test_where_every_roll_is_made_glitches_have_nothing_to_do_with_hits() -> None:
    odds = odds_of("20 [19] (200, 1 hour) Extended Test")
    every_roll = 1 - prod(1 - fraction(odds_of(f"{dice} (1)").events["glitch"]) for dice in range(1, 21))
    assert fraction(odds.events["glitch"]) < every_roll
    assert every_roll - fraction(odds.events["glitch"]) < Fraction(1, 10**9)


@pytest.mark.parametrize("rule", ["half_or_more", "off"])
def test_tests_without_dice_or_without_glitches_have_none_however_large(rule: str) -> None:
    standard = odds_of("100 (1200, 1 hour) Extended Test standard", glitch=rule)
    off = odds_of("100 (1700, 1 hour) Extended Test", glitch="off")
    for odds in (standard, off):
        assert [fraction(odds.events[kind]) for kind in ("glitch", "critical")] == [0, 0]


@pytest.mark.parametrize(
    "notation",
    [
        "14 [4] (30, 1 hour) Extended Test",
        "14 [13] (30, 1 hour) Extended Test",
        "9 [2] (15, 1 hour) Extended Test six",
        "4 [25] (40, 1 hour) Extended Test six",
    ],
)
def test_what_ifs_and_pools_tell_what_the_odds_tell(notation: str) -> None:
    test = MOONWALK.parse(notation, {})
    for variant in what_ifs(CHANCES, test):
        assert variant.chance == CHANCES.odds(variant.test).events["success"]
    enough = smallest_pool(CHANCES, test, Ratio(1, 2))
    assert enough is not None
    chances = [CHANCES.odds(CHANCES.with_dice(test, dice)).events["success"] for dice in (enough - 1, enough)]
    assert chances[0] < Ratio(1, 2)
    assert not chances[1] < Ratio(1, 2)


def test_what_would_take_long_is_refused_for_odds_and_success_alike() -> None:
    test = MOONWALK.parse("100 [70] (1500, 1 hour) Extended Test", {})
    for question in (CHANCES.odds, CHANCES.main):
        with pytest.raises(TooMuchWork):
            question(test)


def course(rolls: list[tuple[int, bool]], needed: int, limit: int | None, rule: str) -> Chances:
    """The chances to succeed, to go without a glitch, and without a critical one, with these dice roll by roll."""
    if needed <= 0 or not rolls:
        return Fraction(needed <= 0), Fraction(1), Fraction(1)
    found = [Fraction(0)] * 3
    (dice, six), *later = rolls
    for hits, chances in one_roll(dice, max(needed, dice), rule, six=six).items():
        after = course(later, needed - (hits if limit is None else min(hits, limit)), limit, rule)
        success, *unglitched = (one * then for one, then in zip(chances, (after[0], *after[1:]), strict=True))
        found = [more + one for more, one in zip(found, (success, *unglitched), strict=True)]
    return found[0], found[1], found[2]


@pytest.mark.parametrize(("limit", "rule"), [(None, "more_than_half"), (1, "half_or_more"), (2, "more_than_half")])
@pytest.mark.parametrize(
    "given", [{"modifier": 2}, {"modifier": -1}, {"rule_of_six": True}, {"modifier": 1, "rule_of_six": True}]
)
@pytest.mark.parametrize(
    ("faces", "six"), [("1,2,3", False), ("5,1,2", False), ("1,2,3", True), ("5,2,3 / 1,2 / 1", False)]
)
def test_one_interval_against_every_course(
    faces: str, given: dict[str, int | bool], limit: int | None, rule: str, six: bool
) -> None:
    test = MOONWALK.parse(f"3 {bracket(limit)} (4, 1 hour) Extended Test{' six' * six}", {"glitch": rule})
    start = MOONWALK.replay(test, read_faces(faces))
    left = 3 - len(start.dice)
    if left + given.get("modifier", 0) < 1 or (six and "rule_of_six" in given):
        with pytest.raises(IllegalPick, match=r"modifier: -?[0-9] is out of bounds; use|no such field"):
            MOONWALK.pick(test, start, Pick("next", given=tuple(given.items())))
        return
    picked = MOONWALK.pick(test, start, Pick("next", given=tuple(given.items())))
    rolls = [
        (left + given.get("modifier", 0), six or "rule_of_six" in given),
        *((dice, six) for dice in range(left - 1, 0, -1)),
    ]
    kept = 5 in (die.face for die in start.pool(0))
    success, clean, uncritical = course(rolls, 4 - kept, limit, rule)
    told = next(one for one in CHANCES.advice(test, picked) if one.option == "next").chances
    assert fraction(told["success"]) == success
    if plain(MOONWALK.judge(test, start).outcome)["glitch"] == "none":
        assert [fraction(told[kind]) for kind in ("glitch", "critical")] == [1 - clean, 1 - uncritical]
    assert CHANCES.after_pick(test, start, picked.picks[-1]) == told["success"]
