"""Relics' odds against every roll, the oracle, icepool and rounds counted one by one; advice against every course."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod

import icepool
import pytest
from hypothesis import given, settings as tried, strategies as st

from pyrules.__main__ import main as command
from pyrules.core.faces import read_faces
from pyrules.core.odds import NOTHING, Distribution, Ratio, TooMuchWork, smallest_pool, what_ifs
from pyrules.core.roll import EMPTY, MOST_DICE, Pick, Roll
from pyrules.systems.relics import RELICS, pool, rules
from pyrules.systems.relics.model import Challenge, Cohort, Outcome, Test
from pyrules.systems.relics.tallies import SMALL
from tests import oracle_relics as oracle

CHANCES = RELICS.chances
OPPOSITION, ITSELF = "opposition, against you", "acting side, for itself"
SUCCESSES, DOOM = "successes first", "avoid Doom first"
HOUSE_RULES = [
    {"hindering": hindering, "placement": wanted}
    for hindering, wanted in product([OPPOSITION, ITSELF], [SUCCESSES, DOOM])
]

house_rules = pytest.mark.parametrize("settings", HOUSE_RULES, ids=lambda settings: ", ".join(settings.values()))

TURNS = (
    "0d6",
    "1d6",
    "3d6",
    "3d6 vs Common",
    "3d6 +1 / 1d",
    "3d6 +2 / 2d +1 / 1d pcs 3",
    "3d6 +3 / 1d vs Common",
    "3d6 +8 / 1d pcs 2",
    "3d6 -1 / 1d",
    "3d6 -2 / 2d +1 / 2d pcs 2",
    "3d6 -1 / 3d +2 / 1d pcs 2",
    "2d6 -3 / 4d +1 / 4d",
    "3d6 -1 / 1d -2 / 1d +4 / 1d pcs 2",
    "4d6 A1 / 1d A6 / 1d +1 / 1d -1 / 1d pcs 2",
    "2d6 A5 / 2d +3 / 1d pcs 4",
    "3d6 +1 / 1d vs Minor 4 resolved 2",
    "4d6 vs Common 2 resolved 1",
    "Minor 4 resolved 2 -1 / 1d",
    "Ultimate 3 resolved 2 free 1 A1 / 1d +1 / 1d -2 / 1d",
    "Common 3 +3 / 1d",
)


def fraction(ratio: Ratio) -> Fraction:
    return Fraction(ratio.numerator, ratio.denominator)


def chances(distribution: Distribution) -> dict[object, Fraction]:
    return {value: Fraction(weight, distribution.total) for value, weight in distribution.rows}


def judged(test: Test, roll: Roll) -> Outcome:
    outcome = RELICS.judge(test, roll).outcome
    assert isinstance(outcome, Outcome)
    return outcome


def rolled(test: Test, faces: tuple[int, ...]) -> Roll:
    return RELICS.replay(test, (tuple((face,) for face in faces),) if faces else ())


def every_throw(test: Test) -> Iterator[tuple[int, ...]]:
    return product(range(1, 7), repeat=pool.thrown_dice(test))


def shares(numbers: list[int]) -> dict[int, Fraction]:
    return {number: Fraction(times, len(numbers)) for number, times in Counter(numbers).items()}


@house_rules
@pytest.mark.parametrize("notation", TURNS)
def test_enumerated_turns(notation: str, settings: Mapping[str, str]) -> None:
    test = RELICS.parse(notation, settings)
    outcomes = [judged(test, rolled(test, faces)) for faces in every_throw(test)]
    found = CHANCES.odds(test)
    for name in ("successes", "destiny", "doom"):
        expected = shares([getattr(outcome, name) for outcome in outcomes])
        assert chances(found.distributions[name]) == expected
        assert fraction(found.means[name]) == sum(number * share for number, share in expected.items())
    happened = {
        "disaster": [outcome.disaster for outcome in outcomes],
        "no_botch": [not outcome.botches + outcome.major_botches for outcome in outcomes],
    }
    cohort = test.acting if isinstance(test.acting, Cohort) else None
    if cohort and isinstance(cohort.against, Challenge):
        happened["resolves"] = [outcome.resolves is True for outcome in outcomes]
        assert found.main == "resolves"
    else:
        happened["success"] = [outcome.successes > 0 for outcome in outcomes]
        assert found.main == "success"
    assert {name: fraction(found.events[name]) for name in happened} == {
        name: Fraction(sum(each), len(each)) for name, each in happened.items()
    }
    assert next(iter(found.events)) == found.main
    assert set(found.events) - set(happened) == ({"finishes"} if found.main == "resolves" else set())
    assert CHANCES.main(test) == found.events[found.main]
    if cohort is None:
        assert fraction(found.means["stress"]) == Fraction(sum(outcome.stress for outcome in outcomes), len(outcomes))


@house_rules
@pytest.mark.parametrize(
    ("dice", "units", "pcs", "threat"),
    [
        (3, (1, 1), 1, ""),
        (3, (2, -1), 2, "vs Minor"),
        (3, (-2, -1, 1, 3), 3, ""),
        (3, (4, -1, -1, 1), 2, ""),
        (3, (3, -3), 2, "vs Common"),
        (4, (1, -1), 4, ""),
    ],
)
def test_turns_of_the_oracle(
    dice: int, units: tuple[int, ...], pcs: int, threat: str, settings: Mapping[str, str]
) -> None:
    written = " ".join(f"{unit:+d} / 1d" for unit in units)
    found = CHANCES.odds(RELICS.parse(f"{dice}d6 {written} pcs {pcs} {threat}", settings))
    tides, doom_first = threat != "vs Common", settings["placement"] == DOOM and threat != "vs Common"
    opposed = settings["hindering"] == OPPOSITION
    best = [
        oracle.best(list(values), units, pcs, tides=tides, doom_first=doom_first, opposed=opposed)
        for values in product(range(1, 7), repeat=dice)
    ]
    if doom_first:
        _, dooms, successes, destinies = map(list, zip(*best, strict=True))
        assert chances(found.distributions["doom"]) == shares([-doom for doom in dooms])
        assert chances(found.distributions["destiny"]) == shares(destinies)
    else:
        successes, nets = map(list, zip(*best, strict=True))
        net = fraction(found.means["destiny"]) - fraction(found.means["doom"])
        assert net == Fraction(sum(nets), len(nets))
    assert chances(found.distributions["successes"]) == shares(successes)


@house_rules
@pytest.mark.parametrize("notation", ["9d6 +1 / 2d +2 / 1d -1 / 2d pcs 3", "9d6 +3 / 1d -2 / 3d pcs 3 vs Major"])
def test_pools_beyond_the_small_ones(notation: str, settings: Mapping[str, str]) -> None:
    test = RELICS.parse(notation, settings)
    dice = pool.thrown_dice(test)
    assert dice > SMALL
    found = CHANCES.odds(test)
    counted: dict[str, Counter[int]] = {name: Counter() for name in ("successes", "destiny", "doom")}
    botchless = 0
    for faces in combinations_with_replacement(range(1, 7), dice):
        weight = factorial(dice) // prod(map(factorial, Counter(faces).values()))
        outcome = judged(test, rolled(test, faces))
        for name, weights in counted.items():
            weights[getattr(outcome, name)] += weight
        botchless += weight * (outcome.botches + outcome.major_botches == 0)
    for name, weights in counted.items():
        assert dict(found.distributions[name].rows) == dict(weights)
    assert fraction(found.events["no_botch"]) == Fraction(botchless, 6**dice)


LOSES, GAINS = {2: 1, 5: 1}, {1: 1, 4: 1, 6: 1}
"""Faces that one hindering or helping unit of 1 changes in worth."""


@pytest.mark.parametrize("dice", [2, 7, 8, 9, 20, 40])
@pytest.mark.parametrize(("sign", "changed"), [("-", LOSES), ("+", GAINS)])
@pytest.mark.parametrize("units", [1, 3])
def test_units_of_one_kind_beside_icepool(dice: int, sign: str, changed: Mapping[int, int], units: int) -> None:
    test = RELICS.parse(f"{dice}d6 {sign}1 / {units}d vs Common", {})
    worth = {1: -1, 5: 1, 6: 1}
    most = min(units, dice)
    die = icepool.Die([worth.get(face, 0) + 1000 * changed.get(face, 0) for face in range(1, 7)])
    change = 1 if sign == "+" else -1

    def successes(packed: int) -> int:
        can = (packed + 500) // 1000
        return packed - 1000 * can + change * min(most, can)

    peer = (dice @ die).map(successes)
    rows = CHANCES.odds(test).distributions["successes"]
    assert chances(rows) == {value: Fraction(weight, peer.denominator()) for value, weight in peer.items()}


@pytest.mark.parametrize("dice", [1, 20, 100])
def test_unmodified_dice_beside_icepool(dice: int) -> None:
    found = CHANCES.odds(RELICS.parse(f"{dice}d6", {}))
    peer = dice @ icepool.Die([-1, 0, 0, 0, 1, 1])
    assert chances(found.distributions["successes"]) == {
        value: Fraction(weight, peer.denominator()) for value, weight in peer.items()
    }
    assert fraction(found.events["no_botch"]) == Fraction(5, 6) ** dice
    assert chances(found.distributions["destiny"]) == {0: 1}


@pytest.mark.parametrize(
    "notation", ["100d6 -2 / 100d +9 / 2d pcs 40", "100d6 +1 / 3d +2 / 2d -1 / 1d", "30d6 +1 / 8d"]
)
def test_large_pools_add_up(notation: str) -> None:
    found = CHANCES.odds(RELICS.parse(notation, {}))
    ways = {sum(weight for _, weight in rows.rows) for rows in found.distributions.values()}
    assert ways == {rows.total for rows in found.distributions.values()} == {6 ** int(notation.split("d6")[0])}


# A whole Challenge


def stress_by_left(threat: str, rating: int) -> list[Fraction]:
    """The mean Stress of the Challenge's turn, by how many of its dice are left, counted by the oracle."""
    shown = {"Common": 3, "Minor": 5, "Major": 6, "Extreme": 7, "Ultimate": 8}[threat]
    found = [Fraction(0)]
    for left in range(1, rating + 1):
        throws = [
            max(0, oracle.result([shown] * (rating - left) + list(faces)).successes)
            for faces in product(range(1, 7), repeat=left)
        ]
        found.append(Fraction(sum(throws), len(throws)))
    return found


def rounds_by_hand(turn: Mapping[int, Fraction], left: int, dealt: list[Fraction]) -> tuple[Fraction, Fraction]:
    """The mean number of rounds and the mean Stress until the last die is resolved."""
    rounds, stress = [Fraction(0)], [Fraction(0)]
    for dice in range(1, left + 1):
        still = sum((chance for number, chance in turn.items() if number <= 0), Fraction(0))
        more_rounds, more_stress = Fraction(1), still * dealt[dice]
        for number, chance in turn.items():
            if 0 < number < dice:
                more_rounds += chance * rounds[dice - number]
                more_stress += chance * (dealt[dice - number] + stress[dice - number])
        rounds.append(more_rounds / (1 - still))
        stress.append(more_stress / (1 - still))
    return rounds[-1], stress[-1]


@pytest.mark.parametrize(
    ("turn", "threat", "rating", "resolved"),
    [
        ("2d6", "Minor", 3, 0),
        ("3d6", "Common", 4, 1),
        ("3d6 +2 / 1d pcs 3", "Ultimate", 5, 2),
        ("2d6 -1 / 1d", "Major", 2, 0),
        ("1d6", "Extreme", 1, 0),
    ],
)
def test_a_whole_challenge(turn: str, threat: str, rating: int, resolved: int) -> None:
    test = RELICS.parse(f"{turn} vs {threat} {rating} resolved {resolved}", {})
    found = CHANCES.odds(test)
    successes = shares([judged(test, rolled(test, faces)).successes for faces in every_throw(test)])
    left, dealt = rating - resolved, stress_by_left(threat, rating)
    rounds, stress = rounds_by_hand(successes, left, dealt)
    assert found.events["finishes"] == Ratio(1, 1)
    assert fraction(found.means["rounds"]) == rounds
    assert fraction(found.means["stress_until_resolved"]) == stress
    assert fraction(found.means["stress"]) == sum(
        chance * dealt[left - max(0, number)] for number, chance in successes.items() if number < left
    )
    rows = chances(found.distributions["rounds"])
    going_on = {left: Fraction(1)}
    for number in range(1, 6):
        after: dict[int, Fraction] = {}
        for dice, chance in going_on.items():
            for resolving, share in successes.items():
                rest = max(0, dice - max(0, resolving))
                after[rest] = after.get(rest, Fraction(0)) + chance * share
        assert rows.get(number, 0) == after.pop(0, 0)
        going_on = after
    last = str(list(rows)[-1])
    assert last.endswith("+")
    assert sum(rows.values()) == 1


def test_a_challenge_that_is_resolved_at_once_or_never() -> None:
    surely = CHANCES.odds(RELICS.parse("2d6 A5 / 2d vs Common 2", {}))
    assert surely.distributions["rounds"].rows == ((1, 1),)
    assert surely.means["stress_until_resolved"] == Ratio(0, 1)
    never = CHANCES.odds(RELICS.parse("4d6 -2 / 4d vs Minor 3", {}))
    assert never.events["finishes"] == never.events["resolves"] == Ratio(0, 1)
    assert "rounds" not in never.distributions
    assert set(never.means) == {"successes", "destiny", "doom", "stress"}


def test_rounds_close_with_an_exact_row() -> None:
    found = CHANCES.odds(RELICS.parse("1d6 -1 / 1d vs Minor 1", {})).distributions["rounds"]
    *before, (last, weight) = found.rows
    assert chances(found)[1] == Fraction(1, 6)
    assert last == f"{len(before) + 1}+"
    assert Fraction(weight, found.total) == Fraction(5, 6) ** len(before)
