import json
from dataclasses import replace
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings as tried, strategies as st

from pyrules.__main__ import main as command
from pyrules.core.budget import TooMuchWork, budget
from pyrules.core.engine import chances_of
from pyrules.core.faces import read_faces
from pyrules.core.roll import Pick
from pyrules.systems.relics import RELICS, pool, rules
from pyrules.systems.relics.model import Challenge, Cohort, Outcome, Settings, SimpleModifier, Test, Threat, Trait
from pyrules.systems.relics.placing import assignment
from tests.systems.relics import oracle

OPPOSITION, ITSELF = "opposition", "acting_side"
SUCCESSES, DOOM = "successes_first", "avoid_doom"

house_rules = pytest.mark.parametrize(
    "settings",
    [
        Settings(hindering=hindering, placement=wanted)
        for hindering, wanted in product([OPPOSITION, ITSELF], [SUCCESSES, DOOM])
    ],
    ids=lambda settings: f"{settings.hindering}, {settings.placement}",
)


def turn(
    dice: int,
    units: tuple[int, ...],
    settings: Settings,
    pcs: int = 1,
    threat: Threat = "Minor",
    *,
    left: tuple[int, ...] = (),
) -> Test:
    """A turn with such units, those `left` by Disasters after the others."""
    modifiers = (
        *(SimpleModifier(unit, 1) for unit in units),
        *(SimpleModifier(unit, 1, disaster=True) for unit in left),
    )
    return Test(Cohort(dice, pcs=pcs, against=threat), tuple(map(Trait, modifiers)), settings)


def assert_best(test: Test, values: tuple[int, ...], left: tuple[int, ...] = ()) -> None:
    """The proposed placement keeps the rules and comes to what the oracle found by trying everything."""
    units = rules.units(test)
    places = assignment.best_places(test, values)
    for sign in (1, -1):
        used = [place for unit, place in zip(units, places, strict=True) if place >= 0 and unit * sign > 0]
        assert len(set(used)) == len(used)
    assert sum(unit < 0 <= place for unit, place in zip(units, places, strict=True)) == min(
        len(values), sum(unit < 0 for unit in units)
    )
    cohort = test.acting if isinstance(test.acting, Cohort) else None
    tides = cohort is not None and cohort.against != "Common"
    pcs = pool.pcs(cohort) if cohort else 1
    doom_first = test.settings.placement == DOOM
    final = list(rules.modify_dice(values, units, places))
    opposed = test.settings.hindering == OPPOSITION
    alike = opposed == (test.settings.disaster == "opposition")
    others = units[: len(units) - len(left)]
    assert oracle.merit(final, pcs, tides=tides, doom_first=doom_first) == oracle.best(
        list(values),
        units if alike else others,
        pcs,
        tides=tides,
        doom_first=doom_first,
        opposed=opposed,
        other=() if alike else left,
    )


@house_rules
@pytest.mark.parametrize("units", [(1,), (2, 1, 1), (-1,), (-2, 1), (1, -1, -1), (3, -1, -2), (-5, 9, 1), (4, -1, 3)])
def test_every_placement_against_the_oracle(settings: Settings, units: tuple[int, ...]) -> None:
    for dice in range(4):
        for values in combinations_with_replacement(range(1, 7), dice):
            assert_best(turn(dice, units, settings), values)


@house_rules
@tried(max_examples=60)
@given(
    values=st.lists(st.integers(1, 8), max_size=5).map(tuple),
    units=st.lists(st.integers(-4, 4).filter(bool) | st.sampled_from([-10_000, 10_000]), max_size=4).map(tuple),
    pcs=st.sampled_from([1, 2, 3, 10_000]),
    threat=st.sampled_from(["Common", "Minor", "Ultimate"]),
)
def test_placements_of_many_units_against_the_oracle(
    settings: Settings, values: tuple[int, ...], units: tuple[int, ...], pcs: int, threat: Threat
) -> None:
    assert_best(turn(len(values), units, settings, pcs, threat), values)


DISASTERS = pytest.mark.parametrize("disaster", ["own_side", "opposition"])


@house_rules
@DISASTERS
@pytest.mark.parametrize(
    ("units", "left"), [((), (-1,)), ((-1,), (-1,)), ((-2, 1), (-1,)), ((1, -1, -1, 3), (-2, -1)), ((2, -3), (-1, -1))]
)
def test_what_disasters_left_against_the_oracle(
    settings: Settings, disaster: str, units: tuple[int, ...], left: tuple[int, ...]
) -> None:
    settings = replace(settings, disaster=disaster)
    for dice in range(4):
        for values in combinations_with_replacement(range(1, 7), dice):
            assert_best(turn(dice, units, settings, left=left), values, left)


@house_rules
@tried(max_examples=60)
@given(
    values=st.lists(st.integers(1, 8), max_size=4).map(tuple),
    units=st.lists(st.integers(-4, 4).filter(bool), max_size=3).map(tuple),
    left=st.lists(st.integers(-4, -1), max_size=2).map(tuple),
    pcs=st.sampled_from([1, 3]),
)
def test_many_units_that_disasters_left_against_the_oracle(
    settings: Settings, values: tuple[int, ...], units: tuple[int, ...], left: tuple[int, ...], pcs: int
) -> None:
    assert_best(turn(len(values), units, settings, pcs, left=left), values, left)


def test_its_own_side_places_what_a_disaster_left() -> None:
    notation = "3d6 -1 / 1d [disaster] (Stubborn) -1 / 1d"
    for disaster, said, final in (("own_side", "own side", [2, 4, 5]), ("opposition", "opposition", [3, 4, 4])):
        test = RELICS.parse(notation, {"disaster": disaster})
        roll = RELICS.replay(test, read_faces("5,5,3"))
        outcome = RELICS.judge(test, roll).outcome
        assert isinstance(outcome, Outcome)
        assert sorted(outcome.values) == final
        assert RELICS.options(test, roll)[0].hint.endswith(f"successes first; what a Disaster left: {said}")
        labels = [proposal.label for proposal in RELICS.options(test, roll)[0].proposals]
        assert labels[-1] == "Hindering: least harm"


@house_rules
@tried(max_examples=30)
@given(st.lists(st.integers(1, 8), min_size=1, max_size=5).map(tuple))
def test_a_challenge_wants_successes_alone(settings: Settings, values: tuple[int, ...]) -> None:
    test = Test(Challenge("Minor", len(values)), turn(1, (-2, 1, 3), settings).traits, settings)
    assert_best(test, values)


@pytest.mark.parametrize(
    ("values", "units", "settings", "final"),
    [
        ((1, 3, 3, 4, 5), (1, 1, 2), Settings(), (2, 3, 3, 5, 7)),
        ((1, 5), (2,), Settings(), (3, 5)),
        ((6, 1, 5), (3,), Settings(), (9, 1, 5)),
        ((6, 1, 5), (3,), Settings(placement=DOOM), (6, 4, 5)),
        ((1, 1, 1, 6), (3,), Settings(placement=DOOM), (1, 1, 1, 9)),
        ((1, 1, 1, 1, 6), (3,), Settings(placement=DOOM), (4, 1, 1, 1, 6)),
        ((5, 3), (-1,), Settings(), (4, 3)),
        ((5, 3), (-1,), Settings(hindering=ITSELF), (5, 2)),
        ((4, 4, 4), (1,), Settings(), (5, 4, 4)),
        ((3, 3), (1,), Settings(), (3, 3)),
    ],
)
def test_the_placement_that_is_proposed(
    values: tuple[int, ...], units: tuple[int, ...], settings: Settings, final: tuple[int, ...]
) -> None:
    test = turn(len(values), units, settings)
    assert rules.modify_dice(values, units, assignment.best_places(test, values)) == final


def test_units_keep_the_order_of_the_notation() -> None:
    test = RELICS.parse("3d6 +2 / 1d -1 / 1d +1 / 2d", {})
    option = RELICS.options(test, RELICS.replay(test, read_faces("5,4,1")))[0]
    assert option.units == ("+2", "-1", "+1", "+1")
    assert [(group.title, group.units, group.least) for group in option.groups] == [
        ("Hindering", (1,), 1),
        ("Beneficial", (0, 2, 3), 0),
    ]
    assert option.placed == assignment.best_places(test, (5, 4, 1))
    assert option.placed in [proposal.places for proposal in option.proposals]


def test_proposals_are_there_for_every_house_rule() -> None:
    test = RELICS.parse("3d6 +3 / 1d -1 / 1d", {})
    found = assignment.proposals(test, (6, 1, 5))
    assert len(found) == len(set(found.values())) > 1
    roll = RELICS.replay(test, read_faces("6,1,5"))
    for places in found:
        taken = RELICS.judge(test, RELICS.pick(test, roll, Pick("place", places))).outcome
        assert isinstance(taken, Outcome)
        assert taken.values == rules.modify_dice((6, 1, 5), (3, -1), places)


@pytest.mark.parametrize(
    "notation",
    ["100d6 +1 / 100d", "100d6 -10000 / 100d", "24d6 +1 / 6d +2 / 3d -1 / 4d -2 / 2d"],
)
def test_large_pools_can_be_judged(notation: str) -> None:
    test = RELICS.parse(notation, {})
    roll = RELICS.roll(test, lambda throw: [place % 6 + 1 for place in range(throw.count)])
    found = RELICS.judge(test, roll).outcome
    assert isinstance(found, Outcome)
    assert len({placed.die for placed in found.placement if placed.modifier[0] == "-"}) == min(
        len(found.values), sum(unit < 0 for unit in rules.units(test))
    )


MANY_WAYS = "12d6 +1 / 4d +2 / 3d +3 / 2d -1 / 4d -2 / 3d -3 / 2d pcs 4"


@pytest.mark.parametrize(
    "notation",
    [MANY_WAYS, "50d6 -1 / 20d +1 / 30d", "100d6 +1 / 50d +2 / 50d", "Minor 40 -1 / 9d" + 9 * " +1 / 40d -2 / 40d"],
)
def test_a_turn_with_too_many_ways_is_rolled_and_judged_without_a_proposal(notation: str) -> None:
    test = RELICS.parse(notation, {})
    dice, units = pool.thrown_dice(test), rules.units(test)
    roll = RELICS.roll(test, lambda throw: [place % 6 + 1 for place in range(throw.count)])
    assert RELICS.from_form(RELICS.to_form(test), {}) == test
    said = "can be placed in more than 20000 ways, so no placement is proposed"
    assert said in RELICS.before(test)[0].text
    assert any(said in line.text for line in RELICS.judge(test, roll).lines)
    (option,) = RELICS.options(test, roll)[:1]
    assert not option.proposals
    in_order = {
        sign: [place for place, unit in zip(option.placed, units, strict=True) if unit * sign > 0] for sign in (1, -1)
    }
    for sign, places in in_order.items():
        number = sum(unit * sign > 0 for unit in units)
        assert places == [*range(min(number, dice)), *[-1] * (number - dice)]
    by_hand = tuple(place if place < 0 else dice - 1 - place for place in option.placed)
    taken = RELICS.judge(test, RELICS.pick(test, roll, Pick("place", by_hand))).outcome
    assert isinstance(taken, Outcome)
    assert taken.values == rules.modify_dice([place % 6 + 1 for place in range(dice)], units, by_hand)
    assert chances_of(RELICS).advice(test, roll)


def test_odds_of_too_many_ways_are_refused_in_words() -> None:
    with budget(1000), pytest.raises(TooMuchWork, match=r"more than 20000 ways.*; use fewer of them"):
        chances_of(RELICS).odds(RELICS.parse(MANY_WAYS, {}))


def test_a_placement_by_hand_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    places = "1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9"
    faces = "1,2,3,4,5,6,1,2,3,4,5,6"
    assert command(["roll", "relics", MANY_WAYS, "--dice", faces, "--set", f"place={places}", "--json"]) == 0
    outcome = json.loads(capsys.readouterr().out)["outcome"]
    assert outcome["values"] == [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6]
    assert len(outcome["placement"]) == 18
