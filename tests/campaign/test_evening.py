"""An evening: exact luck against every way the dice can fall, and what counts in it and what does not."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from pyrules.campaign import evening as evenings
from pyrules.campaign.evening import Evening, Points, Share, evening, together
from pyrules.campaign.events import PAUSE, Event, Recorded, Rolled, Undone
from pyrules.campaign.rolls import RollMetadata, record_roll, reveal_roll, revise_roll
from pyrules.campaign.state import fold
from pyrules.core.faces import seeded
from pyrules.core.odds import Distribution
from pyrules.core.roll import Pick
from pyrules.systems import named
from tests.campaign.some_logs import adjust


def roll_event(name: str, notation: str = "3d6 TN 4", *, seed: int = 1, system: str = "almond", **about: Any) -> Rolled:
    """A roll as the rules make it."""
    of, at = named(system), int(str(about.pop("at", 0)))
    test = of.parse(notation, {})
    event = record_roll(RollMetadata(name, at), of, test, of.roll(test, seeded(seed)))
    return replace(event, **about)


def of(*events: Event) -> Evening:
    """The evening of a log that has one, with all of it open but what is secret."""
    found = evening(fold(events), lambda event: not event.secret)
    assert found
    return found


def shares(*events: Event) -> dict[str, Share]:
    return {share.who[1]: share for share in of(*events).shares}


small = st.lists(st.integers(0, 9), min_size=1, max_size=4).filter(any)
runs = st.lists(st.tuples(st.integers(-3, 3), small), min_size=1, max_size=4).map(lambda found: found + found[:2])


@given(runs, st.randoms(use_true_random=False))
@settings(deadline=None)
def test_luck_is_what_every_way_together_comes_to(given: list[tuple[int, list[int]]], chance: Random) -> None:
    """Each distribution from its lowest number on, as a table; all combinations of rows are gone through."""
    tables = [[(low + place, weight) for place, weight in enumerate(weights) if weight] for low, weights in given]
    numbers = [table[chance.randrange(len(table))][0] for table in tables]
    results = [
        evenings.Result("", roll_event("a"), None, "hits", number, Distribution(tuple(table), sum(w for _, w in table)))
        for table, number in zip(tables, numbers, strict=True)
    ]
    ways = at_least = at_most = 0
    for rows in product(*tables):
        weight, total = 1, 0
        for number, times in rows:
            weight, total = weight * times, total + number
        ways += weight
        at_least += weight * (total >= sum(numbers))
        at_most += weight * (total <= sum(numbers))
    found = together(results)
    assert Fraction(found.at_least.exact) == Fraction(at_least, ways)
    assert Fraction(found.at_most.exact) == Fraction(at_most, ways)


@pytest.mark.parametrize("number", [1, 2, 15, 16, 17, 40])
def test_many_equal_rolls_are_a_binomial(number: int) -> None:
    events = [roll_event(f"e{place}", "1 (1)", system="moonwalk", seed=place, at=place) for place in range(number)]
    share = shares(*events)[""]
    assert (share.rolls, share.added, share.name) == (number, number, "kept")
    assert share.number == sum(event.good is True for event in events)
    ways = [Fraction(comb(number, hits) * 2 ** (number - hits), 3**number) for hits in range(number + 1)]
    assert share.luck
    assert Fraction(share.luck.at_least.exact) == sum(ways[share.number :])
    assert Fraction(share.luck.at_most.exact) == sum(ways[: share.number + 1])
    assert share.mean == pytest.approx(number / 3)


def test_an_evening_begins_after_a_pause_of_six_hours() -> None:
    events = [
        roll_event("a"),
        roll_event("b", at=PAUSE),
        roll_event("c", at=2 * PAUSE + 1),
        roll_event("d", at=2 * PAUSE + 2),
    ]
    assert (of(*events).began, of(*events).ended) == (2 * PAUSE + 1, 2 * PAUSE + 2)
    assert shares(*events)[""].rolls == 2
    assert shares(*events[:2])[""].rolls == 2


def test_secret_rolls_count_once_they_are_revealed_and_undone_ones_do_not() -> None:
    secret = roll_event("s", secret=True, nonce="n", at=1)
    events: list[Event] = [roll_event("a"), secret, roll_event("u", at=2), Undone("x", 3, "u")]
    assert shares(*events)[""].rolls == 1
    assert shares(*events, reveal_roll(RollMetadata("r", 4), secret))[""].rolls == 2
    assert shares(*events, Undone("y", 4, "x"))[""].rolls == 2
    assert evening(fold([secret]), lambda event: not event.secret) is None
    assert evening(fold([]), lambda _: True) is None
    assert evening(fold([adjust("c", "gm_ip", 1)]), lambda _: True) is None


def roll_and_purchase() -> tuple[Rolled, Rolled]:
    """A roll of Step Die and what it is after a reroll of the Step Die."""
    stepdie = named("stepdie")
    test = stepdie.parse("2d6 + d6 (3) ip 3", {})
    first = stepdie.roll(test, seeded(3))
    begun = record_roll(RollMetadata("a", 0, who="Kira"), stepdie, test, first)
    again = stepdie.roll(test, seeded(9), stepdie.pick(test, first, Pick("add")))
    return begun, revise_roll(RollMetadata("b", 1), begun, again)


def test_a_purchase_costs_points_and_makes_nobody_luckier() -> None:
    begun, after = roll_and_purchase()
    before, now = shares(begun)["Kira"], shares(begun, after)["Kira"]
    assert (before.number, before.luck) == (now.number, now.luck)
    assert Points("player_ip", 0, 2) in now.points
    assert not [one for one in before.points if one.spent]
    undone = shares(begun, after, Undone("u", 2, "b"))["Kira"]
    assert undone == before


def test_points_are_counted_by_hand_as_well_and_by_the_name_of_now() -> None:
    events: list[Event] = [
        Recorded("p", 0, "stepdie", "player", "Kira"),
        replace(roll_and_purchase()[0], at=1),
        adjust("c", "player_ip", 3, who="Kira", at=2),
        adjust("d", "player_ip", -1, who="Kira", at=3),
        adjust("e", "gm_ip", 5, at=4),
        Recorded("q", 5, "stepdie", "player", "Kira the Red", was="Kira"),
    ]
    found = shares(*events)
    assert list(found) == ["Kira the Red"]
    [points] = [one for one in found["Kira the Red"].points if one.counter == "player_ip"]
    assert (points.spent, points.won >= 3) == (1, True)


def test_who_has_won_points_and_rolled_nothing_is_in_it_too() -> None:
    found = shares(roll_event("a"), adjust("c", "player_ip", 3, who="Kira", at=2))
    assert found["Kira"].rolls == 0
    assert found["Kira"].luck is None
    assert found["Kira"].points == (Points("player_ip", 3, 0),)


def test_each_system_has_its_own_share_of_somebody() -> None:
    found = of(roll_event("a", who="Kira"), roll_event("b", "1 (1)", system="moonwalk", who="Kira", at=1))
    assert [share.who for share in found.shares] == [("almond", "Kira"), ("moonwalk", "Kira")]


def test_the_least_likely_results_are_the_three_farthest_out() -> None:
    events = [roll_event(f"e{place}", "5d6 TN 4", seed=place, at=place) for place in range(40)]
    found = of(*events)
    chances = sorted(evenings.result(fold(events), entry).chance for entry in fold(events).entries)
    assert [one.chance for one in found.least] == chances[:3]
    assert chances[0] < chances[20]


def test_what_the_rules_refuse_is_counted_as_a_roll_and_no_more() -> None:
    broken = replace(roll_event("a"), notation="nonsense")
    short = replace(roll_event("b", at=1), dice=())
    share = shares(broken, short, roll_event("c", at=2))[""]
    assert (share.rolls, share.added) == (3, 1)


def test_a_number_that_goes_on_without_end_is_not_added_up() -> None:
    share = shares(roll_event("a", "3 (4) six", system="moonwalk"), roll_event("b", "1 (1)", system="moonwalk", at=1))[
        ""
    ]
    assert (share.rolls, share.added) == (2, 1)


def test_more_than_can_be_added_up_in_time_is_refused_in_words() -> None:
    events = [
        roll_event(f"e{place}", "Strength d12 + d12 adv + d10 dis (15)", system="general", seed=place, at=place)
        for place in range(600)
    ]
    share = shares(*events)[""]
    assert share.luck is None
    assert "would take about" in share.problem
    assert share.rolls == share.added == 600
    few = shares(*events[:60])[""]
    assert few.luck
    assert few.problem == ""
