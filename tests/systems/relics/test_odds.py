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
from pyrules.core.budget import TooMuchWork, budget
from pyrules.core.engine import chances_of
from pyrules.core.faces import read_faces
from pyrules.core.odds import NOTHING, smallest_pool, what_ifs
from pyrules.core.ratio import Ratio
from pyrules.core.roll import EMPTY, MOST_DICE, Pick, Roll
from pyrules.systems.relics import RELICS, pool, rules
from pyrules.systems.relics.model import Challenge, Cohort, Outcome, Test
from tests.exact import fraction, rows
from tests.systems.relics import oracle

CHANCES = chances_of(RELICS)
OPPOSITION, ITSELF = "opposition", "acting_side"
SUCCESSES, DOOM = "successes_first", "avoid_doom"
HOUSE_RULES = [
    {"hindering": hindering, "placement": wanted}
    for hindering, wanted in product([OPPOSITION, ITSELF], [SUCCESSES, DOOM])
]

house_rules = pytest.mark.parametrize("settings", HOUSE_RULES, ids=lambda settings: ", ".join(settings.values()))

TURNS = (
    "0d6",
    "0d6 +10000 / 1d -1 / 1d pcs 2",
    "0d6 -1 / 2d pcs 2",
    "0d6 -2 / 3d +1 / 1d pcs 2",
    "1d6 A6 / 1d -1 / 2d pcs 2",
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
    "4d6 +3 / 1d pcs 2",
    "5d6 +3 / 2d pcs 2",
    "5d6 -2 / 3d pcs 2",
    "4d6 A1 / 2d A6 / 1d +2 / 3d pcs 2",
    "4d6 A2 / 1d A5 / 1d A4 / 1d -1 / 2d pcs 2",
    "Minor 6 resolved 3 +1 / 4d",
    "Minor 6 resolved 3 -1 / 4d",
    "Extreme 5 resolved 4 -3 / 3d",
    "4d6 +2 / 3d +1 / 3d pcs 2",
    "4d6 +5 / 2d +2 / 4d -1 / 1d pcs 2",
    "4d6 -1 / 2d -3 / 3d +1 / 2d pcs 2",
    "3d6 -4 / 3d -1 / 2d +6 / 2d pcs 2",
    "Minor 5 resolved 1 -2 / 3d -1 / 3d +2 / 1d",
)


def outcome_of(test: Test, roll: Roll) -> Outcome:
    outcome = RELICS.judge(test, roll).outcome
    assert isinstance(outcome, Outcome)
    return outcome


def roll_of(test: Test, faces: tuple[int, ...]) -> Roll:
    return RELICS.replay(test, (tuple((face,) for face in faces),) if faces else ())


def every_throw(test: Test) -> Iterator[tuple[int, ...]]:
    return product(range(1, 7), repeat=pool.thrown_dice(test))


def every_outcome(test: Test) -> list[Outcome]:
    """The outcome of every throw, whatever the order of the dice (`test_any_small_turn` judges these, too)."""
    dice = pool.thrown_dice(test)
    known = {
        faces: outcome_of(test, roll_of(test, faces)) for faces in combinations_with_replacement(range(1, 7), dice)
    }
    return [known[tuple(sorted(faces))] for faces in every_throw(test)]


def shares(numbers: list[int]) -> dict[int, Fraction]:
    return {number: Fraction(times, len(numbers)) for number, times in Counter(numbers).items()}


@pytest.mark.untraced
@house_rules
@pytest.mark.parametrize("notation", TURNS)
def test_enumerated_turns(notation: str, settings: Mapping[str, str]) -> None:
    test = RELICS.parse(notation, settings)
    outcomes = every_outcome(test)
    found = CHANCES.odds(test)
    for name in ("successes", "destiny", "doom"):
        expected = shares([getattr(outcome, name) for outcome in outcomes])
        assert rows(found.distributions[name]) == expected
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
        name = "stress" if isinstance(test.acting, Challenge) else "success"
        happened[name] = [outcome.successes > 0 for outcome in outcomes]
        assert found.main == name
    assert {name: fraction(found.events[name]) for name in happened} == {
        name: Fraction(sum(each), len(each)) for name, each in happened.items()
    }
    assert next(iter(found.events)) == found.main
    assert set(found.events) - set(happened) == ({"finishes"} if found.main == "resolves" else set())
    assert CHANCES.main(test) == found.events[found.main]
    if cohort is None:
        assert fraction(found.means["stress"]) == Fraction(sum(outcome.stress for outcome in outcomes), len(outcomes))


@pytest.mark.parametrize(
    ("notation", "dice", "pcs"),
    [
        ("primary lead + other assist +9d6", 6, 2),
        ("primary lead +1d6", 3, 1),
        ("secondary lead + support assist destiny 3", 6, 2),
        ("primary lead +1d6 pcs unknown", 4, 1),
    ],
)
def test_turns_of_a_written_huddle(notation: str, dice: int, pcs: int) -> None:
    """The PCs that it names are the cap of three dice each, and have Destiny of an overpowering success each."""
    found = CHANCES.odds(RELICS.parse(f"{notation} +3 / 1d", {}))
    best = [
        max(oracle.merit(way, pcs, tides=True, doom_first=False) for way in one_better(roll)) for roll in all_of(dice)
    ]
    assert rows(found.distributions["successes"]) == shares([successes for successes, _ in best])
    net = fraction(found.means["destiny"]) - fraction(found.means["doom"])
    assert net == Fraction(sum(net for _, net in best), len(best))


def all_of(dice: int) -> Iterator[tuple[int, ...]]:
    return product(range(1, 7), repeat=dice)


def one_better(roll: tuple[int, ...]) -> Iterator[list[int]]:
    """A roll with nothing added, and with 3 added to each of its dice."""
    for chosen in (None, *range(len(roll))):
        yield [face + 3 * (place == chosen) for place, face in enumerate(roll)]


@pytest.mark.untraced
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
        assert rows(found.distributions["doom"]) == shares([-doom for doom in dooms])
        assert rows(found.distributions["destiny"]) == shares(destinies)
    else:
        successes, nets = map(list, zip(*best, strict=True))
        net = fraction(found.means["destiny"]) - fraction(found.means["doom"])
        assert net == Fraction(sum(nets), len(nets))
    assert rows(found.distributions["successes"]) == shares(successes)


@house_rules
@pytest.mark.parametrize(("units", "left"), [((-1, 1), (-1,)), ((-2,), (-1, -3)), ((3, -1), (-1, -1))])
@pytest.mark.parametrize("disaster", ["own_side", "opposition"])
def test_odds_of_what_disasters_left(
    units: tuple[int, ...], left: tuple[int, ...], disaster: str, settings: Mapping[str, str]
) -> None:
    written = " ".join((*(f"{unit:+d} / 1d" for unit in units), *(f"{unit:+d} / 1d [disaster]" for unit in left)))
    found = CHANCES.odds(RELICS.parse(f"3d6 {written} pcs 2", {**settings, "disaster": disaster}))
    opposed = settings["hindering"] == OPPOSITION
    alike = opposed == (disaster == "opposition")
    best = [
        oracle.best(
            list(values),
            (*units, *left) if alike else units,
            2,
            tides=True,
            doom_first=settings["placement"] == DOOM,
            opposed=opposed,
            other=() if alike else left,
        )
        for values in product(range(1, 7), repeat=3)
    ]
    assert rows(found.distributions["successes"]) == shares([one[-2] if len(one) > 2 else one[0] for one in best])


@pytest.mark.untraced
@house_rules
@pytest.mark.parametrize(
    "notation",
    [
        "7d6 +9 / 5d -10000 / 1d pcs 10000",
        "6d6 +5 / 6d -3 / 2d pcs 200",
        "7d6 -8 / 5d -9 / 1d A6 / 1d pcs 3",
        "6d6 -1 / 9d +9 / 2d pcs 2",
        "6d6 +2 / 4d -1 / 2d pcs 2",
        "6d6 +2 / 4d -1 / 3d pcs 2",
        "7d6 +2 / 4d -1 / 3d pcs 3",
        "6d6 A2 / 2d +5 / 5d pcs 3",
        *(
            pytest.param(notation, marks=pytest.mark.nightly)
            for notation in (
                "9d6 +1 / 2d +2 / 1d -1 / 2d pcs 3",
                "9d6 +3 / 1d -2 / 3d pcs 3 vs Major",
                "9d6 +3 / 4d pcs 3",
                "9d6 +4 / 8d pcs 3",
                "9d6 -4 / 6d pcs 3",
                "8d6 A2 / 2d +5 / 5d pcs 3",
                "9d6 -1 / 8d +2 / 2d pcs 3",
            )
        ),
    ],
)
def test_pools_beside_every_throw(notation: str, settings: Mapping[str, str]) -> None:
    test = RELICS.parse(notation, settings)
    dice = pool.thrown_dice(test)
    with budget(60):
        found = CHANCES.odds(test)
    counted: dict[str, Counter[int]] = {name: Counter() for name in ("successes", "destiny", "doom")}
    botchless = 0
    for faces in combinations_with_replacement(range(1, 7), dice):
        weight = factorial(dice) // prod(map(factorial, Counter(faces).values()))
        outcome = outcome_of(test, roll_of(test, faces))
        for name, weights in counted.items():
            weights[getattr(outcome, name)] += weight
        botchless += weight * (outcome.botches + outcome.major_botches == 0)
    for name, weights in counted.items():
        assert dict(found.distributions[name].rows) == dict(weights)
    assert fraction(found.events["no_botch"]) == Fraction(botchless, 6**dice)


LOSES, GAINS = {2: 1, 5: 1}, {1: 1, 4: 1, 6: 1}
"""Faces that one hindering or helping unit of 1 changes in worth."""


@pytest.mark.untraced
@pytest.mark.parametrize("dice", [2, 7, 8, 9, 20, 40])
@pytest.mark.parametrize(("sign", "changed"), [("-", LOSES), ("+", GAINS)])
@pytest.mark.parametrize("units", [1, 3, 19])
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
    with budget(60):
        found = CHANCES.odds(test)
    assert rows(found.distributions["successes"]) == {
        value: Fraction(weight, peer.denominator()) for value, weight in peer.items()
    }


@pytest.mark.parametrize("dice", [1, 20, 100])
def test_unmodified_dice_beside_icepool(dice: int) -> None:
    found = CHANCES.odds(RELICS.parse(f"{dice}d6", {}))
    peer = dice @ icepool.Die([-1, 0, 0, 0, 1, 1])
    assert rows(found.distributions["successes"]) == {
        value: Fraction(weight, peer.denominator()) for value, weight in peer.items()
    }
    assert fraction(found.events["no_botch"]) == Fraction(5, 6) ** dice
    assert rows(found.distributions["destiny"]) == {0: 1}


@pytest.mark.parametrize("hindering", [OPPOSITION, ITSELF])
@pytest.mark.parametrize(
    "notation",
    ["100d6 +1 / 3d +2 / 2d -1 / 1d", "30d6 +1 / 8d", "60d6 +3 / 2d -2 / 4d", "Minor 100 resolved 40 -3 / 6d"],
)
def test_large_pools_add_up(notation: str, hindering: str) -> None:
    test = RELICS.parse(notation, {"hindering": hindering})
    found = CHANCES.odds(test)
    ways = {sum(weight for _, weight in one.rows) for one in found.distributions.values()}
    assert ways == {one.total for one in found.distributions.values()} == {6 ** pool.thrown_dice(test)}


@pytest.mark.parametrize(
    ("notation", "settings"),
    [
        ("100d6 +5 / 99d pcs 10000", {}),
        ("88d6 +4 / 50d pcs 40", {"hindering": ITSELF}),
        ("100d6 +1 / 3d +2 / 2d -1 / 1d", {"placement": DOOM}),
        ("60d6 +3 / 2d -2 / 4d", {"placement": DOOM, "hindering": ITSELF}),
    ],
)
def test_pools_with_dozens_of_dice_and_units_are_refused_in_words(notation: str, settings: Mapping[str, str]) -> None:
    with budget(), pytest.raises(TooMuchWork, match="use fewer of them, or fewer different ones"):
        CHANCES.odds(RELICS.parse(notation, settings))


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
    successes = shares([outcome.successes for outcome in every_outcome(test)])
    left, dealt = rating - resolved, stress_by_left(threat, rating)
    rounds, stress = rounds_by_hand(successes, left, dealt)
    assert found.events["finishes"] == Ratio(1, 1)
    assert fraction(found.means["rounds"]) == rounds
    assert fraction(found.means["stress_until_resolved"]) == stress
    assert fraction(found.means["stress"]) == sum(
        chance * dealt[left - max(0, number)] for number, chance in successes.items() if number < left
    )
    ended = rows(found.distributions["rounds"])
    going_on = {left: Fraction(1)}
    for number in range(1, 6):
        after: dict[int, Fraction] = {}
        for dice, chance in going_on.items():
            for resolving, share in successes.items():
                rest = max(0, dice - max(0, resolving))
                after[rest] = after.get(rest, Fraction(0)) + chance * share
        assert ended.get(number, 0) == after.pop(0, 0)
        going_on = after
    last = str(list(ended)[-1])
    assert last.endswith("+")
    assert sum(ended.values()) == 1


def test_a_challenge_that_is_resolved_at_once_or_never() -> None:
    surely = CHANCES.odds(RELICS.parse("2d6 A5 / 2d vs Common 2", {}))
    assert surely.distributions["rounds"].rows == ((1, 1),)
    assert surely.means["stress_until_resolved"] == Ratio(0, 1)
    never = CHANCES.odds(RELICS.parse("4d6 -2 / 4d vs Minor 3", {}))
    assert never.events["finishes"] == never.events["resolves"] == Ratio(0, 1)
    assert "rounds" not in never.distributions
    assert set(never.means) == {"successes", "destiny", "doom", "stress"}


@pytest.mark.parametrize(
    ("notation", "forecast"),
    [
        ("5d6 vs Minor 5", "about 5 rounds, 11 Stress"),
        ("5d6 vs Common 3", "about 3 rounds, 1 Stress"),
        ("2d6 vs Common 1", "about 2 rounds, hardly any Stress"),
        ("9d6 vs Minor 2", ""),
        ("0d6 vs Minor 5", "never resolved with turns like this one"),
        ("5d6", ""),
        ("5d6 vs Minor", ""),
        ("Minor 5", ""),
    ],
)
def test_the_whole_challenge_is_told_first_where_it_is_likely_to_go_on(notation: str, forecast: str) -> None:
    assert CHANCES.odds(RELICS.parse(notation, {})).forecast == forecast


def test_rounds_close_with_an_exact_row() -> None:
    found = CHANCES.odds(RELICS.parse("1d6 -1 / 1d vs Minor 1", {})).distributions["rounds"]
    *before, (last, weight) = found.rows
    assert rows(found)[1] == Fraction(1, 6)
    assert last == f"{len(before) + 1}+"
    assert Fraction(weight, found.total) == Fraction(5, 6) ** len(before)


# After the roll

LYING = [
    ("3d6 +1 / 1d +2 / 1d pcs 2", (5, 1, 4)),
    ("3d6 +3 / 1d pcs 3 vs Minor 4 resolved 1", (6, 1, 5)),
    ("3d6 +3 / 1d pcs 3 vs Minor 4", (1, 1, 6)),
    ("4d6 +1 / 2d -1 / 1d pcs 2 vs Minor 6 resolved 3", (1, 6, 4, 5)),
    ("2d6 +2 / 1d vs Common 2", (5, 1)),
    ("3d6 vs Major 5", (1, 2, 6)),
    ("3d6 A1 / 1d +1 / 1d pcs 2 vs Extreme", (6, 4)),
    ("Minor 4 resolved 2 +1 / 1d -1 / 1d", (1, 6)),
]


def every_placement(test: Test, roll: Roll, settings: Mapping[str, str]) -> Iterator[tuple[int, ...]]:
    """Every place of the units, those of the opposition left where they lie."""
    units = rules.units(test)
    placed = next(option.placed for option in RELICS.options(test, roll) if option.id == "place")
    dice = range(-1, pool.dicepool(test))
    fixed = settings["hindering"] == OPPOSITION
    for places in product(
        *([place] if fixed and unit < 0 else dice for unit, place in zip(units, placed, strict=True))
    ):
        sides = [[place for unit, place in zip(units, places, strict=True) if unit * sign > 0] for sign in (1, -1)]
        if all(len({*side} - {-1}) == len(side) - side.count(-1) for side in sides) and -1 not in sides[1]:
            yield places


@house_rules
@pytest.mark.parametrize(("notation", "faces"), LYING)
def test_advice_finds_what_every_placement_can_bring(
    notation: str, faces: tuple[int, ...], settings: Mapping[str, str]
) -> None:
    test = RELICS.parse(notation, settings)
    roll = roll_of(test, faces)
    advice = CHANCES.advice(test, roll)
    assert [one.option for one in advice].count(NOTHING) == 1
    if not rules.units(test):
        assert "place" not in [one.option for one in advice]
        return
    brought = [
        outcome_of(test, roll.with_pick(Pick("place", places))) for places in every_placement(test, roll, settings)
    ]
    placements = [Pick(one.option, one.places) for one in advice if one.option == "place"]
    listed = [outcome_of(test, roll), *(outcome_of(test, RELICS.pick(test, roll, pick)) for pick in placements)]
    assert max(outcome.successes for outcome in listed) == max(outcome.successes for outcome in brought)
    assert max(outcome.destiny for outcome in listed) == max(outcome.destiny for outcome in brought)
    averted = not all(outcome.disaster for outcome in brought)
    assert min(outcome.doom for outcome in listed if not (averted and outcome.disaster)) == min(
        outcome.doom for outcome in brought if not (averted and outcome.disaster)
    )
    fewest = min(outcome.botches + outcome.major_botches for outcome in brought)
    assert min(outcome.botches + outcome.major_botches for outcome in listed) == fewest
    assert (Ratio(1, 1) in [one.chances["no_botch"] for one in advice if not one.policy]) is (fewest == 0)


def best_course(test: Test, roll: Roll, settings: Mapping[str, str]) -> Fraction:
    """The best chance that this turn or another like it resolves the Challenge, over every placement."""
    assert isinstance(test.acting, Cohort)
    challenge = test.acting.against
    assert isinstance(challenge, Challenge)
    throws = [outcome.successes for outcome in every_outcome(test)]
    found = []
    for places in every_placement(test, roll, settings):
        outcome = outcome_of(test, roll.with_pick(Pick("place", places)))
        left = challenge.rating - challenge.resolved - outcome.resolved
        found.append(Fraction(sum(number >= left for number in throws), len(throws)) if left else Fraction(1))
    return max(found)


@house_rules
@pytest.mark.parametrize(("notation", "faces"), [one for one in LYING if " vs " in one[0] and "/ 1d" in one[0]])
def test_the_best_advice_is_the_best_course(notation: str, faces: tuple[int, ...], settings: Mapping[str, str]) -> None:
    test = RELICS.parse(notation, settings)
    roll = roll_of(test, faces)
    best = CHANCES.advice(test, roll)[0]
    if "resolves" in best.chances:
        assert fraction(best.chances["resolves"]) == best_course(test, roll, settings)
    else:
        outcomes = [
            outcome_of(test, roll.with_pick(Pick("place", places))) for places in every_placement(test, roll, settings)
        ]
        assert fraction(best.chances["success"]) == max(outcome.successes > 0 for outcome in outcomes)


def test_the_next_turns_are_told_with_their_price() -> None:
    test = RELICS.parse("3d6 vs Major 5 resolved 2", {})
    advice = CHANCES.advice(test, RELICS.replay(test, read_faces("5,3,2")))
    further, nothing = advice
    assert (further.option, nothing.option) == ("challenge", NOTHING)
    again = RELICS.parse("3d6 vs Major 5 resolved 3", {})
    assert further.chances == {name: CHANCES.odds(again).events[name] for name in ("resolves", "disaster", "no_botch")}
    assert "a Cohort's turn like this one" in further.policy
    assert "more rounds" in further.policy
    assert nothing.label == "Leave it at 1 success"


def test_no_turn_follows_a_challenge_that_is_resolved_or_cannot_be() -> None:
    resolved = RELICS.parse("2d6 vs Minor 1", {})
    assert [one.option for one in CHANCES.advice(resolved, RELICS.replay(resolved, read_faces("5,5")))] == [NOTHING]
    hopeless = RELICS.parse("2d6 -2 / 2d vs Minor 4", {})
    advice = CHANCES.advice(hopeless, RELICS.replay(hopeless, read_faces("3,3")))
    assert "more rounds" not in "".join(one.policy for one in advice)


# Questions asked of the odds


@pytest.mark.parametrize(
    ("notation", "labels"),
    [
        ("5d6", ["6 dice", "4 dice", "one more Destiny"]),
        ("1d6 vs Minor 3", []),
        ("2d6 vs Minor 3", ["3 dice", "one more Destiny", "1 die resolved"]),
        ("9d6 pcs 3", ["8 dice"]),
        ("100d6", ["99 dice"]),
        ("0d6", ["1 die", "one more Destiny"]),
        ("Minor 3 resolved 1", ["2 dice resolved", "0 dice resolved"]),
        (
            "primary lead + support assist vs Minor 3 resolved 2",
            ["5 dice", "3 dice", "one more Destiny", "1 die resolved"],
        ),
    ],
)
def test_what_ifs(notation: str, labels: list[str]) -> None:
    test = RELICS.parse(notation, {})
    found = what_ifs(CHANCES, test)
    assert [one.label for one in found] == labels
    for one in found:
        assert RELICS.parse(RELICS.write(one.test), {}) == one.test
        assert one.chance == CHANCES.main(one.test)


@pytest.mark.parametrize(
    "notation", ["4d6", "2d6 vs Minor 2", "primary lead + support assist pcs 14", "4d6 +2d6 destiny 1 vs Common 3"]
)
def test_more_dice_never_lower_the_chance_without_modifiers_of_dice(notation: str) -> None:
    test = RELICS.parse(notation, {})
    assert CHANCES.rises(test)
    pools = [CHANCES.with_dice(test, dice) for dice in range(1, 41)]
    assert [pool.dicepool(one) for one in pools] == list(range(1, 41))
    found = [fraction(CHANCES.main(one)) for one in pools]
    assert found == sorted(found)
    for wanted in (Ratio(1, 3), Ratio(3, 5)):
        fewest = next((dice for dice, chance in enumerate(found, 1) if chance >= fraction(wanted)), None)
        assert fewest is None or smallest_pool(CHANCES, test, wanted) == fewest


def test_one_more_unit_of_help_never_lowers_the_chance() -> None:
    for plain, helped in (
        ("6d6 +1 / 1d", "6d6 +1 / 2d"),
        ("6d6 -1 / 1d", "6d6 -1 / 1d +1 / 1d"),
        ("6d6", "6d6 +2 / 1d"),
    ):
        turns = [RELICS.parse(f"{notation} vs Minor 4", {}) for notation in (plain, helped)]
        less, more = (CHANCES.main(turn) for turn in turns)
        assert less < more


def test_a_challenge_of_another_size() -> None:
    test = RELICS.parse("Minor 5 resolved 3", {})
    assert RELICS.write(CHANCES.with_dice(test, 8)) == "Minor 8 resolved 3"
    assert RELICS.write(CHANCES.with_dice(test, 2)) == "Minor 2 resolved 1"


def test_luck() -> None:
    test = RELICS.parse("1d6 +1 / 1d", {})
    roll = RELICS.replay(test, read_faces("1"))
    luck = CHANCES.luck(test, outcome_of(test, roll))
    assert luck is not None
    assert (luck.at_least.exact, luck.at_most.exact) == ("1/1", "1/2")
    unplaced = CHANCES.luck(test, outcome_of(test, RELICS.pick(test, roll, Pick("place", (-1,)))))
    assert unplaced is not None
    assert (unplaced.at_least.exact, unplaced.at_most.exact) == ("1/1", "0/1")
    without = RELICS.parse("1d6 A6 / 1d", {})
    assert CHANCES.luck(without, outcome_of(without, EMPTY)) is None


@pytest.mark.parametrize(
    ("notation", "settings"),
    [("14d6 -4 / 3d -6 / 3d +6 / 1d +5 / 2d", {"placement": DOOM}), ("60d6 -3 / 55d +3 / 3d", {})],
)
def test_odds_that_would_take_too_long_are_refused(notation: str, settings: Mapping[str, str]) -> None:
    test = RELICS.parse(notation, settings)
    with pytest.raises(TooMuchWork, match="fewer of them, or fewer different ones"):
        CHANCES.odds(test)
    roll = RELICS.roll(test, lambda throw: [1 + place % 6 for place in range(throw.count)])
    assert CHANCES.advice(test, roll)


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("notation", "settings"),
    [
        ("20d6 +1 / 6d +2 / 4d -1 / 3d -2 / 2d", {}),
        ("19d6 +1 / 5d +2 / 4d -1 / 3d -3 / 2d vs Minor 8 resolved 2", {}),
        ("18d6 +1 / 4d +2 / 4d -1 / 3d -2 / 2d vs Common", {}),
    ],
)
def test_successes_are_shown_where_all_that_a_turn_brings_takes_too_long(
    notation: str, settings: Mapping[str, str]
) -> None:
    test = RELICS.parse(notation, settings)
    with budget():
        found = CHANCES.odds(test)
    with budget(60):
        whole = CHANCES.odds(test)
    tides = set() if "Common" in notation else {"destiny", "doom"}
    assert (set(found.left_out), whole.left_out) == ({*tides, "no_botch"}, ())
    assert set(whole.distributions) - set(found.distributions) == tides
    assert set(whole.events) - set(found.events) == {"no_botch"}
    assert set(whole.means) - set(found.means) == tides
    for told, known in ((found.events, whole.events), (found.means, whole.means)):
        assert all(ratio == known[name] for name, ratio in told.items())
    for name, distribution in found.distributions.items():
        assert rows(distribution) == rows(whole.distributions[name])


@tried(max_examples=60)
@given(
    dice=st.integers(0, 3),
    units=st.lists(st.integers(-4, 4).filter(bool) | st.sampled_from([-10_000, 10_000]), max_size=4).map(tuple),
    results=st.lists(st.sampled_from([1, 2, 4, 5, 6]), max_size=2),
    pcs=st.integers(1, 3),
    settings=st.sampled_from(HOUSE_RULES),
)
def test_any_small_turn(
    dice: int, units: tuple[int, ...], results: list[int], pcs: int, settings: Mapping[str, str]
) -> None:
    written = [f"A{result} / 1d" for result in results] + [f"{unit:+d} / 1d" for unit in units]
    test = RELICS.parse(f"{dice + len(results)}d6 {' '.join(written)} pcs {pcs + 1}", settings)
    outcomes = [outcome_of(test, roll_of(test, faces)) for faces in every_throw(test)]
    found = CHANCES.odds(test).distributions
    for name in ("successes", "destiny", "doom"):
        assert rows(found[name]) == shares([getattr(outcome, name) for outcome in outcomes])


def test_the_command_line_prints_the_keys_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["odds", "relics", "3d6 +3 / 1d pcs 3 vs Minor 4", "--dice", "6,1,5", "--json"]
    assert command(arguments) == 0
    report = json.loads(capsys.readouterr().out)
    assert list(report) == [
        "system",
        "notation",
        "settings",
        "main",
        "events",
        "distributions",
        "means",
        "forecast",
        "advice",
    ]
    assert set(report["events"]) >= {"disaster", "no_botch", "resolves"}
    assert list(report["distributions"])[:3] == ["successes", "destiny", "doom"]
    assert report["distributions"]["rounds"][-1][0].endswith("+")
    for event in report["events"].values():
        assert set(event) == {"exact", "p"}
        assert event["p"] == pytest.approx(float(Fraction(event["exact"])))
    assert {"option", "event", "exact", "p"} <= set(report["advice"][0])
    assert {one["option"] for one in report["advice"]} == {NOTHING, "place", "challenge"}
    assert pool.dicepool(RELICS.parse(report["notation"], {})) <= MOST_DICE
