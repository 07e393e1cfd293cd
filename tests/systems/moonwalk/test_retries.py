"""Tests that may be tried again, and the penalty for each try."""

from dataclasses import replace

import pytest

from pyrules.campaign.events import Adjusted, Event, Rolled, Undone
from pyrules.campaign.rolls import RollMetadata, given_up, record_roll, revise_roll
from pyrules.campaign.state import EMPTY, fold
from pyrules.core.faces import read_faces
from pyrules.systems.moonwalk import MOONWALK
from pyrules.systems.moonwalk.tracking import due_in, penalty_over, retries
from tests.campaign.some_logs import adjust, roll
from tests.work import calls


def try_event(
    name: str, notation: str = "4 (1)", faces: str = "1,2,3,4", *, follows: str = "", took: int = 0
) -> Rolled:
    test = MOONWALK.parse(notation, {})
    return record_roll(
        RollMetadata(name, 0, follows=follows, took=took), MOONWALK, test, MOONWALK.replay(test, read_faces(faces))
    )


def wait_event(name: str, seconds: int) -> Adjusted:
    return adjust(name, "clock", seconds, system="moonwalk")


def retries_in(*events: Event) -> list[tuple[str, int, int]]:
    return [(retry.entry.id, retry.waited, retry.seconds_left) for retry in retries(fold(events))]


def test_a_failed_test_may_be_tried_again() -> None:
    state = fold([try_event("r", took=60)])
    (retry,) = retries(state)
    assert (retry.entry.id, retry.waited, retry.window, retry.seconds_left) == ("r", 0, 120, 120)
    assert MOONWALK.write(retry.again) == "4 - Trying Again 2 (1)"


@pytest.mark.parametrize(
    ("seconds", "still"), [(0, True), (119, True), (120, True), (121, False), (10_000, False), (-5, True)]
)
def test_the_window_is_twice_the_time_of_the_test(seconds: int, still: bool) -> None:
    assert bool(retries_in(try_event("r", took=60), wait_event("w", seconds))) == still


def test_the_window_of_an_extended_test_is_two_intervals() -> None:
    failed = try_event("r", "2 (3, 1 hour) Extended Test", "5,2 / 3", took=7200)
    assert retries_in(failed, wait_event("w", 7200)) == [("r", 7200, 0)]
    assert not penalty_over(fold([failed, wait_event("w", 7200)]), "r")
    assert retries_in(failed, wait_event("w", 7201)) == []
    assert penalty_over(fold([failed, wait_event("w", 7201)]), "r")


def test_what_was_rolled_anew_and_succeeded_then_is_not_tried_again() -> None:
    failed, anew = try_event("r"), try_event("s", faces="5,2,3,4")
    assert retries_in(failed, anew) == []
    assert [name for name, _, _ in retries_in(failed, anew, Undone("u", 0, "s"))] == ["r"]
    assert [name for name, _, _ in retries_in(anew, failed)] == ["r"]
    assert [name for name, _, _ in retries_in(failed, replace(anew, who="Ann"))] == ["r"]
    assert [name for name, _, _ in retries_in(failed, try_event("s", "5 (1)", "5,1,1,1,1"))] == ["r"]


def test_time_let_pass_by_mistake_and_taken_back_never_passed() -> None:
    log: list[Event] = [try_event("r", took=60), wait_event("w", 3600), wait_event("x", -3600)]
    assert retries_in(*log) == [("r", 0, 120)]
    assert retries_in(*log, wait_event("y", 100)) == [("r", 100, 20)]
    assert not penalty_over(fold(log), "r")


def test_the_time_counts_from_the_end_of_the_last_interval() -> None:
    test = MOONWALK.parse("2 (3, 1 hour) Extended Test", {})
    first = try_event("r", "2 (3, 1 hour) Extended Test", "5,2", took=3600)
    assert retries_in(first) == []
    later = revise_roll(RollMetadata("s", 0, took=3600), first, MOONWALK.replay(test, read_faces("5,2 / 3")))
    assert retries_in(first, wait_event("w", 9000), later) == [("r", 0, 7200)]
    assert retries_in(first, later, wait_event("w", 9000)) == []
    assert [penalty_over(fold([first, later, wait_event("w", 9000)]), line) for line in ("r", "")] == [True, False]
    assert retries_in(first, later, wait_event("w", 9000), Undone("u", 0, "w")) == [("r", 0, 7200)]


def test_a_test_that_was_given_up_may_be_tried_again_from_then_on() -> None:
    begun = try_event("r", "6 - Trying Again 2 (9, 1 hour) Extended Test", "5,2,1,3", took=3600)
    stopped = given_up(RollMetadata("s", 9, took=9), begun)
    assert (stopped.revises, stopped.took, stopped.waits, stopped.good) == ("r", 0, False, False)
    assert stopped.summary == "Given up after 1 interval · 1 of 9 hits · 1 hour"
    log: list[Event] = [begun, wait_event("w", 9000)]
    assert retries_in(*log) == []
    assert retries_in(*log, stopped) == [("r", 0, 7200)]
    assert retries_in(*log, stopped, wait_event("x", 7200)) == [("r", 7200, 0)]
    assert penalty_over(fold([*log, stopped, wait_event("x", 7201)]), "r")
    (retry,) = retries(fold([*log, stopped]))
    assert MOONWALK.write(retry.again) == "6 - Trying Again 4 (9, 1 hour) Extended Test"
    assert fold([*log, stopped]).value("moonwalk", "clock") == 3600 + 9000


def test_giving_up_that_was_undone_leaves_the_test_in_progress() -> None:
    begun = try_event("r", "3 (9, 1 hour) Extended Test", "5,2,1", took=3600)
    log: list[Event] = [begun, given_up(RollMetadata("s", 9), begun), Undone("u", 0, "s")]
    assert fold(log).entry("r").event == begun
    assert retries_in(*log) == []
    assert not penalty_over(fold([*log, wait_event("w", 9000)]), "r")
    assert retries_in(*log, Undone("v", 0, "u")) == [("r", 0, 7200)]


def test_penalties_grow_while_the_tries_follow_each_other() -> None:
    log: list[Event] = [try_event("a", "6 (1)", "1,2,3,4,1,1", took=60), wait_event("w", 120)]
    for name, notation in (("b", "6 - Trying Again 2 (1)"), ("c", "6 - Trying Again 4 (1)")):
        (retry,) = retries(fold(log))
        assert MOONWALK.write(retry.again) == notation
        dice = int(notation[4:].count("2")) * 2 + 2 if name == "b" else 2
        log.append(try_event(name, notation, ",".join("1" * dice), follows=retry.entry.id, took=60))
    (last,) = retries(fold(log))
    assert (last.entry.id, MOONWALK.write(last.again)) == ("c", "6 - Trying Again 6 (1)")


def test_a_try_that_was_undone_leaves_the_first_open() -> None:
    log: list[Event] = [try_event("a", took=60), try_event("b", "4 - Trying Again 2 (1)", "1,2", follows="a", took=60)]
    assert retries_in(*log) == [("b", 0, 120)]
    assert retries_in(*log, Undone("u", 0, "b")) == [("a", 0, 120)]
    assert retries_in(*log, Undone("u", 0, "b"), Undone("v", 0, "a")) == []


def test_a_penalty_is_over_when_its_window_has_closed() -> None:
    log: list[Event] = [try_event("a", took=60), wait_event("w", 121)]
    assert penalty_over(fold(log), "a")
    assert not penalty_over(fold([*log, try_event("b", took=60)]), "b")
    assert not penalty_over(fold([*log, try_event("b", follows="a", took=60)]), "a")
    assert penalty_over(fold([*log, try_event("b", follows="a", took=60), Undone("u", 0, "b")]), "a")
    assert not penalty_over(fold([*log, Undone("u", 0, "a")]), "a")
    assert not penalty_over(fold([try_event("s", faces="5,1,1,1"), wait_event("w", 9000)]), "s")
    assert not penalty_over(EMPTY, "a")


def test_successes_and_other_systems_are_not_tried_again() -> None:
    assert retries_in(try_event("r", faces="5,1,1,1"), try_event("s", "2 vs. 2", "1,1 / 5,5"), roll("x", took=9)) == []


@pytest.mark.untraced
def test_thousands_of_failed_tests_are_gone_through_fast() -> None:
    state = fold([try_event(f"r{place}", took=60) for place in range(5_000)])
    assert [retry.entry.id for retry in retries(state)] == ["r4999", "r4998", "r4997"]
    assert calls(lambda: retries(state)) < 50 * 5_000


def test_a_notation_that_cannot_be_read_is_not_tried_again() -> None:
    broken = replace(try_event("r", took=60), notation="nonsense")
    assert retries_in(broken, try_event("s", took=60)) == [("s", 0, 120)]


def test_an_extended_test_is_due_once_the_clock_has_passed_its_interval() -> None:
    test = MOONWALK.parse("3 (3, 1 hour) Extended Test", {})
    going = record_roll(RollMetadata("r", 0, took=3600), MOONWALK, test, MOONWALK.replay(test, read_faces("5,1,1")))
    assert going.waits
    for passed, left in ((0, 3600), (600, 3000), (3600, 0), (9000, 0)):
        assert due_in(fold([going, wait_event("w", passed)]), "r") == left
    further = revise_roll(RollMetadata("s", 1, took=3600), going, MOONWALK.replay(test, read_faces("5,1,1 / 1,1")))
    assert due_in(fold([going, wait_event("w", 9000), further]), "r") == 3600
    assert due_in(fold([try_event("r", took=60)]), "r") is None
