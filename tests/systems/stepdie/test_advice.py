"""Advice on spending IP against every policy tried out, and followed to the end."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings, strategies as st

from pyrules.core.engine import chances_of
from pyrules.core.faces import read_faces
from pyrules.core.odds import NOTHING, Advice
from pyrules.core.ratio import NEVER, Ratio
from pyrules.core.roll import Pick, Roll
from pyrules.systems.stepdie import STEPDIE
from pyrules.systems.stepdie.model import Test
from tests.exact import fraction
from tests.systems.stepdie.policies import Policies

CHANCES = chances_of(STEPDIE)
EVENTS = ("success", "highest", "lowest", "complication", "catastrophic")
HITS = ("five_or_six", "five_or_more")
AWARDS = ("after_spending", "before_spending", "every_roll")
KEPT_BACK = "if it still fails, buy a partial success"


def lying(
    draw: st.DataObject, most_ip: int, readings: tuple[str, ...] = AWARDS
) -> tuple[Test, Roll, Policies, tuple[int, int]]:
    """Dice on the table with IP to spend on them: the test, the roll, all policies, and the IP and Step Die's face."""
    d6s = tuple(draw.draw(st.lists(st.integers(1, 6), min_size=1, max_size=4)))
    sides = draw.draw(st.sampled_from([6, 8, 10, 12]))
    step = draw.draw(st.integers(1, sides))
    hit = draw.draw(st.sampled_from(HITS))
    awards = draw.draw(st.sampled_from(readings))
    difficulty = draw.draw(st.integers(1, len(d6s) + 3))
    ip = draw.draw(st.integers(0, most_ip))
    most = draw.draw(st.integers(ip, 9))
    house_rules: dict[str, str | int] = {"hit": hit, "awards": awards, "player_ip_most": most}
    test = STEPDIE.parse(f"{len(d6s)}d6 + d{sides} ({difficulty}) ip {ip}", house_rules)
    roll = STEPDIE.replay(test, (tuple((face,) for face in (*d6s, step)),))
    first = awards != AWARDS[0]
    left = min(ip + (first and step > max(d6s)), most)
    thrown = step if first else None
    policies = Policies(d6s, sides, difficulty, high=hit == HITS[1], thrown=thrown, again=awards == AWARDS[2])
    return test, roll, policies, (left, step)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_the_best_advice_on_every_event_is_the_best_policy(data: st.DataObject) -> None:
    test, roll, policies, (left, step) = lying(data, 6)
    advice = CHANCES.advice(test, roll)
    for name in EVENTS:
        good = name in {"success", "highest"}

        def wanted(events: dict[str, bool], _: bool, name: str = name, good: bool = good) -> Fraction:
            return Fraction(events[name] is good)

        chances = [fraction(one.chances[name]) for one in advice]
        found = max(policies.best(wanted, left, step).values())
        assert (max(chances) if good else 1 - min(chances)) == found, name


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_every_first_purchase_leads_as_far_as_it_can(data: st.DataObject) -> None:
    test, roll, policies, (left, step) = lying(data, 7)
    best: dict[str, Fraction] = {}
    for one in CHANCES.advice(test, roll):
        best[one.option] = max(best.get(one.option, Fraction(0)), fraction(one.chances["success"]))
    found = policies.best(lambda events, _: Fraction(events["success"]), left, step)
    assert set(best) == set(found)
    assert best[NOTHING] == found[NOTHING]
    if not best[NOTHING]:
        assert best["reroll"] == found["reroll"] if left else "reroll" not in best
        assert best["add"] == found["add"] if left > 1 else "add" not in best
        assert best.get("partial", Fraction(0)) <= found.get("partial", Fraction(0))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_purchase_alone_is_counted_face_by_face(data: st.DataObject) -> None:
    test, roll, policies, (_, step) = lying(data, 4)
    alone = {one.option: one for one in CHANCES.advice(test, roll) if not one.policy}
    sides = range(1, test.step + 1)
    trouble = policies.trouble(step)
    expected = {
        NOTHING: [policies.events(step, 0, bought=False, trouble=trouble)],
        "reroll": [policies.events(face, 0, bought=False, trouble=trouble or face <= 2) for face in sides],
        "add": [policies.events(step, int(face > 4), bought=False, trouble=trouble) for face in range(1, 7)],
        "partial": [policies.events(step, 0, bought=True, trouble=trouble)],
    }
    assert set(alone) == {NOTHING, *(option.id for option in STEPDIE.options(test, roll) if option.cost)}
    for option, one in alone.items():
        assert {name: fraction(chance) for name, chance in one.chances.items()} == {
            name: Fraction(sum(way[name] for way in expected[option]), len(expected[option])) for name in EVENTS
        }
        assert one.cost == {NOTHING: 0, "reroll": 1, "add": 2, "partial": 3}[option]
        assert one.counter == ("player_ip" if one.cost else "")
    chances = [fraction(one.chances["success"]) for one in CHANCES.advice(test, roll)]
    assert chances == sorted(chances, reverse=True)


def after(test: Test, roll: Roll) -> Iterator[Roll]:
    """Every way the dice that are asked for can fall."""
    (throw,) = STEPDIE.pending(test, roll).throws
    for face in range(1, throw.sides + 1):
        yield roll.after(throw, (face,))


@pytest.mark.untraced
@pytest.mark.parametrize("awards", AWARDS[:2])
@pytest.mark.parametrize(
    ("notation", "faces"),
    [
        ("3d6 + d6 (3) ip 4", "5,2,1,1"),
        ("2d6 + d6 (2) ip 4", "1,3,2"),
        ("2d6 + d8 (1) ip 4", "1,3,8"),
        ("1d6 + d12 (2) ip 3", "6,1"),
        ("1d6 + d6 (3) ip 5", "6,1"),
    ],
)
def test_following_the_best_advice_brings_what_it_promises(notation: str, faces: str, awards: str) -> None:
    test = STEPDIE.parse(notation, {"awards": awards})

    def followed(roll: Roll) -> Fraction:
        best = CHANCES.advice(test, roll)[0]
        if best.option == NOTHING:
            return fraction(best.chances["success"])
        rolls = list(after(test, STEPDIE.pick(test, roll, Pick(best.option))))
        return sum(map(followed, rolls), Fraction(0)) / len(rolls)

    roll = STEPDIE.replay(test, read_faces(faces))
    best = CHANCES.advice(test, roll)[0]
    assert best.option != NOTHING
    assert followed(roll) == fraction(best.chances["success"]) > 0


def test_an_ip_just_won_is_planned_with_where_awards_come_first() -> None:
    for awards, bought in ((AWARDS[0], set()), (AWARDS[1], {"reroll"})):
        test = STEPDIE.parse("2d6 + d8 (2) ip 0", {"awards": awards})
        advice = CHANCES.advice(test, STEPDIE.replay(test, read_faces("5,3,8")))
        assert {one.option for one in advice} == {NOTHING, *bought}
        assert {one.chances["highest"] for one in advice} == {Ratio(1, 1)}
        assert advice[0].chances["success"] == (Ratio(1, 4) if bought else NEVER)


def test_an_ip_that_a_reroll_wins_is_planned_with_where_each_roll_has_one() -> None:
    test = STEPDIE.parse("2d6 + d8 (2) ip 0", {"awards": AWARDS[2]})
    best, *_, leave = CHANCES.advice(test, STEPDIE.replay(test, read_faces("5,3,8")))
    assert (best.option, leave.option) == ("reroll", NOTHING)
    # 5 and 6 succeed; 7 and 8 win the IP for one more reroll, so the chance is 2/8 + 2/8 of itself
    assert best.chances["success"] == Ratio(1, 3)
    # 1 and 2 bring a complication and end it, 3 and 4 end it: 2 of 6 ways that end
    assert best.chances["complication"] == Ratio(1, 3)
    assert "an IP won on the way buys one more reroll" in best.policy


def advice_with(advice: tuple[Advice, ...], words: str) -> list[Advice]:
    return [one for one in advice if words in one.policy]


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_ip_kept_back_for_a_partial_success_leave_the_best_chance_there_is(data: st.DataObject) -> None:
    test, roll, policies, (left, step) = lying(data, 7)
    found = policies.best(
        lambda events, bought: Fraction(2**40 * (events["success"] or bought) + events["success"]), left, step
    )
    best = max(found.values()) - 2**40
    kept = advice_with(CHANCES.advice(test, roll), "partial success")
    if found[NOTHING] or left < 4 or best <= 0:
        assert not kept
    else:
        (one,) = kept
        assert fraction(one.chances["success"]) == best
        assert fraction(one.chances["complication"]) >= 1 - best
        assert f"; {KEPT_BACK}; " in one.policy


def test_the_cost_of_ip_kept_back_counts_them_where_they_are_spent() -> None:
    test = STEPDIE.parse("2d6 + d12 (2) ip 4", {"awards": AWARDS[0]})
    (one,) = advice_with(CHANCES.advice(test, STEPDIE.replay(test, read_faces("5,3,9"))), "partial success")
    assert one.chances["success"] == Ratio(1, 6)
    assert one.policy == f"go on until it succeeds; stop if that does not help; {KEPT_BACK}; 3.50 IP on average"


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_the_plan_for_success_costs_least_where_ip_are_won_on_the_way(data: st.DataObject) -> None:
    test, roll, policies, (left, step) = lying(data, 6, AWARDS[2:])
    advice = CHANCES.advice(test, roll)
    much = Fraction(2**60)
    found = policies.best(lambda events, _: much * events["success"], left, step, Fraction(1))
    for one in advice_with(advice, "until it succeeds"):
        if "partial" not in one.policy:
            spent = much * fraction(one.chances["success"]) - found[one.option]
            assert f"; {float(spent):.2f} IP on average" in one.policy
            assert ("an IP won on the way buys one more reroll" in one.policy) == (
                "reroll" in (one.option, *one.policy.split())
            )


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_the_plan_for_success_costs_as_little_as_it_can(data: st.DataObject) -> None:
    test, roll, policies, (left, step) = lying(data, 6, AWARDS[:2])
    advice = CHANCES.advice(test, roll)
    spending = {
        one.option: one.policy for one in advice_with(advice, "until it succeeds") if "partial" not in one.policy
    }

    @cache
    def priced(left: int, step: int, added: int) -> tuple[Fraction, Fraction]:
        success = Fraction(policies.events(step, added, bought=False)["success"])
        found = [(success, Fraction(0))]
        if not success and left:
            found.append(paid(1, [priced(left - 1, face, added) for face in range(1, test.step + 1)]))
        if not success and left > 1:
            found.append(paid(2, [priced(left - 2, step, added + (face > 4)) for face in range(1, 7)]))
        return max(found)

    def paid(cost: int, worths: list[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
        chance, spent = (sum(one, Fraction(0)) / len(worths) for one in zip(*worths, strict=True))
        return chance, spent - cost

    for option, policy in spending.items():
        chance, spent = (
            paid(1, [priced(left - 1, face, 0) for face in range(1, test.step + 1)])
            if option == "reroll"
            else paid(2, [priced(left - 2, step, int(face > 4)) for face in range(1, 7)])
        )
        assert f"; {float(-spent):.2f} IP on average" in policy
        assert chance in {fraction(one.chances["success"]) for one in advice_with(advice, policy)}


def test_a_plan_names_what_follows_when_nothing_comes_of_it() -> None:
    test = STEPDIE.parse("5d6 + d10 (3) ip 5", {"awards": AWARDS[0]})
    advice = CHANCES.advice(test, STEPDIE.replay(test, read_faces("6,5,4,2,1,1")))
    assert [(one.option, one.cost, one.chances["success"].exact, one.policy) for one in advice[:3]] == [
        (
            "reroll",
            1,
            "2101/3125",
            "go on until it succeeds; if that does not help, reroll up to 4 more times; 3.36 IP on average",
        ),
        (
            "add",
            2,
            "247/375",
            "go on until it succeeds; if that does not help, reroll up to 3 times; 3.63 IP on average",
        ),
        (
            "reroll",
            1,
            "9/25",
            f"go on until it succeeds; if that does not help, reroll once more; {KEPT_BACK}; 3.72 IP on average",
        ),
    ]
    short = STEPDIE.parse("1d6 + d12 (3) ip 3", {"awards": AWARDS[0]})
    plans = advice_with(CHANCES.advice(short, STEPDIE.replay(short, read_faces("5,1"))), "until it succeeds")
    assert {one.policy.split("; ")[1] for one in plans} == {"stop if that does not help"}


def test_only_ip_held_before_the_roll_count_and_those_spent_are_gone() -> None:
    test = STEPDIE.parse("1d6 + d6 (2) ip 5", {"awards": AWARDS[0]})
    thrown = STEPDIE.replay(test, read_faces("1,6>4,2"), (Pick("reroll"), Pick("add")))
    assert {one.option for one in CHANCES.advice(test, thrown)} == {NOTHING, "reroll", "add"}
    bought = STEPDIE.pick(test, STEPDIE.replay(test, read_faces("1,4")), Pick("partial"))
    for one in CHANCES.advice(test, bought):
        assert one.option in {NOTHING, "reroll", "add"}
        assert one.chances["complication"] == Ratio(1, 1)


def test_with_a_hundred_ip_advice_still_plans_to_the_last() -> None:
    test = STEPDIE.parse("1d6 + d6 (40) ip 100", {"player_ip_most": 100})
    roll = STEPDIE.replay(test, read_faces("1,1"))
    best = CHANCES.advice(test, roll)[0]
    assert best.option in {"reroll", "add"}
    assert NEVER < best.chances["success"] < Ratio(1, 10**6)
