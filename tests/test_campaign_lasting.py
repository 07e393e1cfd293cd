"""What may be tried again, which Actions are used, and how rounds go by."""

from dataclasses import replace

import pytest

from pyrules.campaign.events import Adjusted, Event, Restored, Rolled, Undone
from pyrules.campaign.lasting import actions_used, again, meant, next_round, penalty_over, retries
from pyrules.campaign.rolls import Occasion, revised, rolled
from pyrules.campaign.state import EMPTY, apply, fold
from pyrules.core.faces import read_faces
from pyrules.systems.general import GENERAL
from pyrules.systems.moonwalk import MOONWALK
from tests.campaign_logs import adjust, roll
from tests.work import calls


def tried(name: str, notation: str = "4 (1)", faces: str = "1,2,3,4", *, follows: str = "", took: int = 0) -> Rolled:
    test = MOONWALK.parse(notation, {})
    return rolled(
        Occasion(name, 0, follows=follows, took=took), MOONWALK, test, MOONWALK.replay(test, read_faces(faces))
    )


def waited(name: str, seconds: int) -> Adjusted:
    return adjust(name, "clock", seconds, system="moonwalk")


def found(*events: Event) -> list[tuple[str, int, int]]:
    return [(retry.entry.id, retry.waited, retry.left) for retry in retries(fold(events))]


def test_a_failed_test_may_be_tried_again() -> None:
    state = fold([tried("r", took=60)])
    (retry,) = retries(state)
    assert (retry.entry.id, retry.waited, retry.window, retry.left) == ("r", 0, 120, 120)
    assert MOONWALK.write(again(retry)) == "4 - Trying Again 2 (1)"


@pytest.mark.parametrize(
    ("seconds", "still"), [(0, True), (119, True), (120, True), (121, False), (10_000, False), (-5, True)]
)
def test_the_window_is_twice_the_time_of_the_test(seconds: int, still: bool) -> None:
    assert bool(found(tried("r", took=60), waited("w", seconds))) == still


def test_the_window_of_an_extended_test_is_two_intervals() -> None:
    failed = tried("r", "2 (3, 1 hour) Extended Test", "5,2 / 3", took=7200)
    assert found(failed, waited("w", 7200)) == [("r", 7200, 0)]
    assert not penalty_over(fold([failed, waited("w", 7200)]), "r")
    assert found(failed, waited("w", 7201)) == []
    assert penalty_over(fold([failed, waited("w", 7201)]), "r")


def test_the_time_counts_from_the_end_of_the_last_interval() -> None:
    test = MOONWALK.parse("2 (3, 1 hour) Extended Test", {})
    first = tried("r", "2 (3, 1 hour) Extended Test", "5,2", took=3600)
    assert found(first) == []
    later = revised(Occasion("s", 0, took=3600), first, MOONWALK.replay(test, read_faces("5,2 / 3")))
    assert found(first, waited("w", 9000), later) == [("r", 0, 7200)]
    assert found(first, later, waited("w", 9000)) == []
    assert [penalty_over(fold([first, later, waited("w", 9000)]), line) for line in ("r", "")] == [True, False]
    assert found(first, later, waited("w", 9000), Undone("u", 0, "w")) == [("r", 0, 7200)]


def test_penalties_grow_while_the_tries_follow_each_other() -> None:
    log: list[Event] = [tried("a", "6 (1)", "1,2,3,4,1,1", took=60), waited("w", 120)]
    for name, notation in (("b", "6 - Trying Again 2 (1)"), ("c", "6 - Trying Again 4 (1)")):
        (retry,) = retries(fold(log))
        assert MOONWALK.write(again(retry)) == notation
        dice = int(notation[4:].count("2")) * 2 + 2 if name == "b" else 2
        log.append(tried(name, notation, ",".join("1" * dice), follows=retry.entry.id, took=60))
    (last,) = retries(fold(log))
    assert (last.entry.id, MOONWALK.write(again(last))) == ("c", "6 - Trying Again 6 (1)")


def test_a_try_that_was_undone_leaves_the_first_open() -> None:
    log: list[Event] = [tried("a", took=60), tried("b", "4 - Trying Again 2 (1)", "1,2", follows="a", took=60)]
    assert found(*log) == [("b", 0, 120)]
    assert found(*log, Undone("u", 0, "b")) == [("a", 0, 120)]
    assert found(*log, Undone("u", 0, "b"), Undone("v", 0, "a")) == []


def test_a_penalty_is_over_when_its_window_has_closed() -> None:
    log: list[Event] = [tried("a", took=60), waited("w", 121)]
    assert penalty_over(fold(log), "a")
    assert not penalty_over(fold([*log, tried("b", took=60)]), "b")
    assert not penalty_over(fold([*log, tried("b", follows="a", took=60)]), "a")
    assert penalty_over(fold([*log, tried("b", follows="a", took=60), Undone("u", 0, "b")]), "a")
    assert not penalty_over(fold([*log, Undone("u", 0, "a")]), "a")
    assert not penalty_over(fold([tried("s", faces="5,1,1,1"), waited("w", 9000)]), "s")
    assert not penalty_over(EMPTY, "a")


def test_successes_and_other_systems_are_not_tried_again() -> None:
    assert found(tried("r", faces="5,1,1,1"), tried("s", "2 vs. 2", "1,1 / 5,5"), roll("x", took=9)) == []


def test_thousands_of_failed_tests_are_gone_through_fast() -> None:
    state = fold([tried(f"r{place}", took=60) for place in range(5_000)])
    assert [retry.entry.id for retry in retries(state)] == ["r4999", "r4998", "r4997"]
    assert calls(lambda: retries(state)) < 50 * 5_000


def acted(name: str, who: str, notation: str) -> Rolled:
    test = GENERAL.parse(notation, {})
    return rolled(Occasion(name, 0, who=who), GENERAL, test, GENERAL.roll(test, lambda throw: [1] * throw.count))


BY_ROUND = (("actions_return", "each round"),)


def test_rounds_and_actions() -> None:
    log: list[Event] = [
        acted("r", "Ann", "d8 + action Feint d6 (10)"),
        acted("s", "Bo", "d8 + action Parry d6 + action d4 (10)"),
    ]
    state = fold(log)
    assert actions_used(state, "Ann") == ("Feint d6",)
    assert actions_used(state, "Bo") == ("Parry d6", "d4")
    assert state.counters["general", "actions"] == {"Ann": 1, "Bo": 2}
    by_hand = apply(state, *next_round(state, ("1", "2"), 5, ()))
    assert by_hand.value("general", "round") == 2
    assert actions_used(by_hand, "Bo") == ("Parry d6", "d4")
    by_round = apply(state, *next_round(state, ("1", "2"), 5, BY_ROUND))
    assert by_round.value("general", "round") == 2
    assert actions_used(by_round, "Bo") == ()
    assert by_round.value("general", "actions", "Bo") == 0
    assert [event.id for event in next_round(EMPTY, ("1", "2"), 5, BY_ROUND)] == ["1"]


def test_actions_come_back_by_hand() -> None:
    log: list[Event] = [acted("r", "Ann", "d8 + action Feint d6 (10)"), acted("s", "Bo", "d8 + action Parry d6 (10)")]
    hers = fold([*log, Restored("x", 0, "general", "actions", "Ann")])
    assert (actions_used(hers, "Ann"), actions_used(hers, "Bo")) == ((), ("Parry d6",))
    assert actions_used(apply(hers, Undone("u", 0, "x")), "Ann") == ("Feint d6",)
    assert actions_used(fold([*log, Undone("u", 0, "r")]), "Ann") == ()


def test_a_notation_that_cannot_be_read_breaks_nothing() -> None:
    broken = replace(tried("r", took=60), notation="nonsense")
    assert found(broken, tried("s", took=60)) == [("s", 0, 120)]
    odd = replace(acted("t", "Ann", "d8 + action Feint d6 (10)"), notation="nonsense")
    assert actions_used(fold([odd, acted("u", "Ann", "d8 + action Parry d6 (10)")]), "Ann") == ("Parry d6",)


def test_actions_are_used_and_returned_by_hand() -> None:
    used = adjust("u", "actions", 1, system="general", who="Ann", note="Dash")
    twice = adjust("t", "actions", 2, system="general", who="Ann", note="Jump")
    back = adjust("b", "actions", -1, system="general", who="Ann", note="Dash")
    assert actions_used(fold([used, twice]), "Ann") == ("Dash", "Jump", "Jump")
    assert actions_used(fold([used, twice, back]), "Ann") == ("Jump", "Jump")
    assert actions_used(fold([used, Undone("x", 0, "u")]), "Ann") == ()
    assert actions_used(fold([used]), "Bo") == ()
    assert actions_used(fold([twice, back]), "Ann") == ("Jump", "Jump")
    assert actions_used(fold([used, Restored("r", 0, "general", "actions")]), "Ann") == ()


@pytest.mark.parametrize(
    ("marks", "places"),
    [
        (["Push d10"], [1]),
        (["push D6", "PUSH d10"], [0, 1]),
        (["Dash d6", "Dash d6", "Dash d6"], [2, 3, -1]),
        (["Push", "Push", "Push"], [0, 1, -1]),
        (["Push d10", "Push"], [1, 0]),
        (["Push d10", "Push d10"], [1, -1]),
        (["Push d8"], [0]),
        (["Luck d4", ""], [-1, -1]),
    ],
)
def test_actions_of_one_name_are_told_apart_by_their_dice(marks: list[str], places: list[int]) -> None:
    assert list(meant(marks, ("Push d6", "Push d10", "Dash d6", "Dash d6"))) == places


def test_an_action_comes_back_by_hand_however_it_is_written() -> None:
    log: list[Event] = [acted("r", "Ann", "d8 + action push d6 + action Push d10 (10)")]
    for note, left in (("Push d10", ("push d6",)), ("Push", ("Push d10",)), ("Luck", ("push d6", "Push d10"))):
        back = adjust("b", "actions", -1, system="general", who="Ann", note=note)
        assert actions_used(fold([*log, back]), "Ann") == left
