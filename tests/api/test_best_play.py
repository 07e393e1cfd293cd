"""Odds with the best choices after the roll, beside every fall of the dice and every choice tried out."""

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

import pyrules
from pyrules.__main__ import main
from pyrules.core.engine import chances_of
from pyrules.core.system import Counter
from pyrules.core.verdict import Option
from pyrules.shelf.push import PUSH
from tests.core.engine_helpers import HIGHEST, Pool, best, options
from tests.exact import fraction
from tests.sessions import brute
from tests.systems.relics import oracle as oracle_relics
from tests.systems.stepdie import oracle as oracle_stepdie
from tests.systems.stepdie.policies import Policies


def mean(found: list[Fraction]) -> Fraction:
    return sum(found, Fraction(0)) / len(found)


@pytest.mark.parametrize(
    ("notation", "sides", "difficulty", "rerolls"),
    [("d6 + d6 (9) reroll 1", (6, 6), 9, 1), ("d4 + d6 (8) reroll 2", (4, 6), 8, 2), ("d4 + d6 (8)", (4, 6), 8, 0)],
)
def test_rerolls_are_counted_on(notation: str, sides: tuple[int, ...], difficulty: int, rerolls: int) -> None:
    found = pyrules.odds(pyrules.parse("general", notation), spend=True)
    lying = product(*(range(1, size + 1) for size in sides))
    told = mean([brute.worth(sides, faces, difficulty, rerolls) for faces in lying])
    assert (fraction(found.events["success"]), found.costs, found.main) == (told, {}, "success")


@pytest.mark.untraced
@pytest.mark.parametrize("awards", ["every_roll", "before_spending", "after_spending"])
@pytest.mark.parametrize(
    ("dice", "sides", "difficulty", "ip"), [(2, 6, 2, 3), (1, 8, 2, 2), (2, 10, 3, 5), (2, 6, 2, 0)]
)
def test_ip_are_counted_on(dice: int, sides: int, difficulty: int, ip: int, awards: str) -> None:
    test = pyrules.parse("stepdie", f"{dice}d6 + d{sides} ({difficulty}) ip {ip}", awards=awards)
    found = pyrules.odds(test, spend=True)
    chances, with_price = list[Fraction](), list[Fraction]()
    cheap = Fraction(1, 10**9)
    for d6s, step in oracle_stepdie.every_way(dice, sides):
        again, first = awards == "every_roll", awards == "before_spending"
        won = max(d6s) < step if again or first else 0
        tried = Policies(d6s, sides, difficulty, high=False, thrown=step if again or first else None, again=again)
        left = min(ip + won, 5)
        best_of = tried.best(lambda events, _: Fraction(events["success"]), left, step)
        chances.append(max(best_of.values()))
        paying = tried.best(lambda events, _: Fraction(events["success"]), left, step, cheap)
        with_price.append(max(paying.values()))
    assert fraction(found.events["success"]) == mean(chances)
    assert found.costs is not None
    assert fraction(found.costs["player_ip"]) == (mean(chances) - mean(with_price)) / cheap
    if awards != "every_roll":
        assert pyrules.session([test], policy="advised").after[0].success == found.events["success"]


def test_units_lie_where_they_bring_most_whatever_a_house_rule_proposes() -> None:
    test = pyrules.parse("relics", "2d6 +3 / 1d pcs 2 vs Major 3", placement="avoid_doom")
    lying = product(range(1, 7), repeat=2)
    placed = [
        max(oracle_relics.result(way, 2).successes for way in oracle_relics.ways(list(faces), (3,), all_of_them=False))
        for faces in lying
    ]
    told = Fraction(sum(successes >= 3 for successes in placed), 36)
    assert fraction(pyrules.odds(test, spend=True).events["resolves"]) == told
    assert fraction(pyrules.odds(test).events["resolves"]) < told


def test_a_push_is_counted_on() -> None:
    test = pyrules.test(PUSH, attribute=2, skill=1, gear=1)
    chances = []
    for faces in product(range(1, 7), repeat=4):
        again = sum(1 < face < 6 for face in faces)
        chances.append(Fraction(1) if 6 in faces else 1 - Fraction(5, 6) ** again)
    assert fraction(pyrules.odds(test, spend=True).events["success"]) == mean(chances)
    assert (
        pyrules.session([test], policy="advised").after[0].success == pyrules.odds(test, spend=True).events["success"]
    )


LUCKY = replace(HIGHEST, counters=(Counter("luck", "Luck"),))


@pytest.mark.parametrize(("dice", "needed", "rerolls"), [(1, 3, 2), (2, 4, 1), (3, 4, 2)])
def test_every_choice_of_dice_is_followed(dice: int, needed: int, rerolls: int) -> None:
    test = Pool(dice, needed, rerolls, 4)
    found = pyrules.odds(pyrules.Test(LUCKY, test), spend=True)
    lying = list(product(range(1, 5), repeat=dice))
    assert fraction(found.events["success"]) == mean([best(test, faces) for faces in lying])
    spent = mean([Fraction(max(faces) < needed) * reroll_cost(test, faces, rerolls) for faces in lying])
    assert found.costs is not None
    assert fraction(found.costs["luck"]) == spent
    assert "Luck: " in str(found)


@cache
def reroll_cost(test: Pool, faces: tuple[int, ...], left: int) -> Fraction:
    """The average cost of rerolling the lowest two of dice that all fall short until one is enough."""
    if max(faces) >= test.needed or not left:
        return Fraction(0)
    kept = tuple(sorted(faces))[2:]
    ways = product(range(1, test.sides + 1), repeat=min(2, test.dice))
    return 1 + mean([reroll_cost(test, (*kept, *way), left - 1) for way in ways])


def two_prices(test: Pool, roll: pyrules.Roll) -> tuple[Option, ...]:
    return tuple(
        option
        for one in options(test, roll)
        for option in (replace(one, cost=2), replace(one, id="grit", cost=1, counter="grit"))
        if option.id == "again" or not any(pick.option == "grit" for pick in roll.picks)
    )


def test_costs_are_told_of_each_counter() -> None:
    counters = Counter("luck", "Luck"), Counter("grit", "Grit")

    def pending(test: Pool, roll: pyrules.Roll) -> Any:
        named = replace(roll, picks=tuple(replace(pick, option="again") for pick in roll.picks))
        return HIGHEST.pending(test, named)

    system = replace(HIGHEST, id="prices", counters=counters, options=two_prices, pending=pending)
    test = pyrules.Test(system, Pool(1, 4, 2, 4))
    found = pyrules.odds(test, spend=True)
    assert fraction(found.events["success"]) == 1 - Fraction(3, 4) ** 3
    assert {name: fraction(cost) for name, cost in (found.costs or {}).items()} == {
        "grit": Fraction(3, 4),
        "luck": 2 * Fraction(3, 4) ** 2,
    }
    first, *_ = pyrules.advice(pyrules.judge(test, [1]))
    assert (first.option, first.rerolls) == ("grit", 2)
    assert {name: fraction(cost) for name, cost in first.expected_costs.items()} == {
        "grit": Fraction(1),
        "luck": 2 * Fraction(3, 4),
    }
    assert fraction(first.expected_cost) == Fraction(5, 2)


@pytest.mark.parametrize(
    ("system", "notation"), [("moonwalk", "6 [3] (2)"), ("almond", "4d6 TN 5"), ("anydice", "4d6kh3 + 2")]
)
def test_without_choices_they_are_as_before(system: str, notation: str) -> None:
    test = pyrules.parse(system, notation)
    found = pyrules.odds(test, spend=True)
    assert (found.events, found.costs) == (pyrules.odds(test).events, {})
    assert "with the best choices after the roll" in str(found)


def test_what_takes_too_long_is_refused_in_words() -> None:
    with pytest.raises(pyrules.TooMuchWork, match="so roll fewer"):
        pyrules.odds(pyrules.parse("stepdie", "40d6 + d12 (20) ip 5"), spend=True, seconds=1)
    with pytest.raises(pyrules.TooMuchWork, match="the best rerolls of so many dice would take too long to find"):
        pyrules.odds(pyrules.parse("general", " + ".join(["d20"] * 9) + " (90) reroll 3"), spend=True)


def test_the_command_line_tells_them(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["odds", "stepdie", "5d6 + d10 (3) ip 3", "--spend"]
    found = pyrules.odds(pyrules.parse("stepdie", "5d6 + d10 (3) ip 3"), spend=True)
    assert found.costs is not None
    assert main(asked) == 0
    assert capsys.readouterr().out == f"{found}\n"
    assert main([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["main"], told["events"]["success"]["exact"]) == ("success", found.events["success"].exact)
    assert told["costs"] == {
        "player_ip": {"exact": found.costs["player_ip"].exact, "value": float(found.costs["player_ip"])}
    }
    assert main([*asked, "--csv"]) == 0
    assert f"event,success,,,{found.events['success'].value}" in capsys.readouterr().out
    assert main([*asked, "--dice", "1,2,3,4,5,6"]) == 2
    assert "--spend and --dice: use one of them" in capsys.readouterr().err


def test_they_say_so_in_a_notebook() -> None:
    shown = pyrules.odds(pyrules.parse("stepdie", "5d6 + d10 (3) ip 3"), spend=True)._repr_html_()
    assert "with the best choices after the roll" in shown
    assert "Player's IP" in shown.replace("&#x27;", "'")


def test_advice_has_its_rerolls_as_numbers() -> None:
    lying = pyrules.judge(pyrules.parse("stepdie", "5d6 + d10 (3) ip 2"), "6,5,4,2,1,4")
    told = {(one.option, one.policy.partition(";")[0]): one for one in pyrules.advice(lying)}
    reroll = told["reroll", "go on until it succeeds"]
    assert ("reroll once more" in reroll.policy, reroll.rerolls, told["add", ""].rerolls) == (True, 2, 0)
    assert (told["reroll", ""].rerolls, told["nothing", ""].rerolls) == (1, 0)
    attack = pyrules.judge(pyrules.parse("general", "d6 + d6 (9) reroll 2"), [5, 1])
    assert [one.rerolls for one in pyrules.advice(attack)] == [2, 2, 0]


def stop(_: pyrules.Result) -> None:
    return None


def first_advice(result: pyrules.Result) -> pyrules.Advice:
    return pyrules.advice(result)[0]


def by_hand(result: pyrules.Result) -> pyrules.Pick | None:
    """Throw the lowest die again as long as the test has failed."""
    if result.success or not result.options:
        return None
    shown = [die.face for die in result.dice]
    return pyrules.Pick("reroll", (shown.index(min(shown)),))


@pytest.mark.parametrize(
    ("system", "notation"),
    [("stepdie", "2d6 + d6 (2) ip 2"), ("general", "d6 + d6 (9) reroll 1"), ("relics", "2d6 pcs 1 vs Minor 2")],
)
def test_a_policy_that_never_spends_or_asks_is_the_one_of_that_name(system: str, notation: str) -> None:
    awards = {"awards": "after_spending"} if system == "stepdie" else {}
    tests = [pyrules.parse(system, notation, **awards)] * 2
    names: tuple[tuple[Any, Any], ...] = ((stop, "never"), (first_advice, "advised"))
    for policy, name in names:
        if (system, name) == ("relics", "advised"):
            continue  # the word spends Destiny before the roll as well
        own, named = pyrules.session(tests, policy=policy), pyrules.session(tests, policy=name)
        assert not own.simulated
        assert own.after == named.after
        assert own.policy == policy.__name__
        assert f"spent as {policy.__name__} says" in str(own)


def test_a_policy_of_ones_own_decides_after_each_roll() -> None:
    test = pyrules.parse("general", "d4 + d6 (8) reroll 1")
    told = Fraction(0)
    for d4, d6 in product(range(1, 5), range(1, 7)):
        again = [(face, d6) for face in range(1, 5)] if d4 <= d6 else [(d4, face) for face in range(1, 7)]
        told += Fraction(d4 + d6 >= 8) or mean([Fraction(sum(dice) >= 8) for dice in again])
    found = pyrules.session([test], policy=by_hand)
    assert fraction(found.after[0].success) == told / 24
    played = pyrules.session([test], policy=by_hand, simulate=True, trials=400, seed=2)
    assert abs(played.after[0].success - found.after[0].success) < Fraction(1, 8)


def test_a_policy_is_asked_at_most_2500_times_a_second_of_exact_chances() -> None:
    asked: list[pyrules.Result] = []
    tests = [pyrules.parse("general", "d10 + d10 (15) reroll 2")] * 2
    found = pyrules.session(tests, policy=asked.append, seconds=0.02, trials=1, seed=1)
    assert found.simulated
    assert len(tests) < len(asked) <= 50 + len(tests)


FOUR = pyrules.parse("moonwalk", "4 (2)")


def again_once(result: pyrules.Result) -> pyrules.Pick | None:
    """Try a failed test again, but for one that is itself another try."""
    if result.success or result.test != FOUR:
        return None
    return next(pyrules.Pick(option.id) for option in result.options if option.notation)


@pytest.mark.parametrize("simulate", [False, True])
def test_a_policy_may_choose_another_test(simulate: bool) -> None:
    test = FOUR
    (again,) = [one for one in pyrules.judge(test, [1, 2, 3, 4]).options if one.notation]
    found = pyrules.session([test], policy=again_once, simulate=simulate, trials=20, seed=1)
    first = pyrules.odds(test).events["success"]
    second = pyrules.odds(pyrules.parse("moonwalk", again.notation)).events["success"]
    if not simulate:
        assert found.after[0].success == first + (1 - first) * second
    assert found.after[0].counters["retry_penalty"].rows[0][0] == -4


@pytest.mark.parametrize(
    ("policy", "error", "words"),
    [
        (lambda _: "reroll", TypeError, r"a policy gives pyrules.Pick\(option, places\), one of pyrules.advice"),
        (lambda _: pyrules.Pick("reroll", (7,)), pyrules.IllegalPick, "'reroll' cannot be used on place 7; use 0 to 1"),
        (lambda _: pyrules.Pick("push"), pyrules.IllegalPick, "'push' is not offered now; use reroll"),
    ],
)
@pytest.mark.parametrize("simulate", [False, True])
def test_a_policy_that_gives_what_cannot_be_is_refused(
    policy: Any, error: type[Exception], words: str, simulate: bool
) -> None:
    with pytest.raises(error, match=words):
        pyrules.session([pyrules.parse("general", "d6 + d6 (9) reroll 1")], policy=policy, simulate=simulate)


@pytest.mark.parametrize("simulate", [False, True])
def test_a_policy_that_never_ends_is_refused(simulate: bool) -> None:
    test = pyrules.parse("relics", "2d6 +1 / 1d pcs 1")

    def move(_: pyrules.Result) -> pyrules.Pick:
        return pyrules.Pick("place", (0,))

    with pytest.raises(pyrules.RulesError, match="the policy goes on after 100 choices; let it give None"):
        pyrules.session([test], policy=move, simulate=simulate, trials=1)


def test_a_system_with_choices_has_its_best_play() -> None:
    for system in pyrules.systems.all_systems():
        test = pyrules.parse(system, system.examples[0].notation)
        assert pyrules.odds(test, spend=True).main == chances_of(system).odds(test.record).main
