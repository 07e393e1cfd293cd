"""Two logs become one."""

import pytest
from hypothesis import given

from pyrules.campaign.codec import read_log, read_records, write_event, write_log
from pyrules.campaign.events import Event, Noted, Undone
from pyrules.campaign.merge import Merge, merge_logs
from pyrules.campaign.state import fold
from pyrules.core.errors import RulesError
from tests.campaign.merge_helpers import campaigns
from tests.campaign.some_logs import adjust, roll


def names(merge: Merge) -> list[str]:
    return [event.id for event in merge.state.events]


def test_events_are_ordered_by_time_then_id() -> None:
    merge = merge_logs(
        [adjust("b", "gm_ip", 1, at=2), adjust("a", "gm_ip", 1, at=5)],
        [adjust("c", "gm_ip", 1, at=1), adjust("A", "gm_ip", 1, at=2)],
    )
    assert names(merge) == ["c", "A", "b", "a"]
    assert (merge.ours, merge.theirs, merge.shared) == (2, 2, 0)


def test_shared_events_count_once() -> None:
    log: list[Event] = [roll("r", ("gm_ip", 1), at=1), Undone("u", 2, "r")]
    merge = merge_logs(log, [*log, roll("s", ("gm_ip", 1), at=3)])
    assert (merge.ours, merge.theirs, merge.shared) == (0, 1, 2)
    assert merge.state.value("stepdie", "gm_ip") == 3
    assert merge_logs(log, []).state == fold(log)


def test_an_event_never_comes_before_what_it_refers_to() -> None:
    ours: list[Event] = [
        roll("r", ("gm_ip", 1), at=100),
        Undone("c", 5, "r"),
        Undone("b", 5, "c"),
        Noted("a", 7, "r", "!"),
    ]
    merge = merge_logs(ours, [roll("s", at=50), roll("t", at=100)])
    assert names(merge) == ["s", "r", "t", "a", "c", "b"]
    assert merge.state.value("stepdie", "gm_ip") == 3
    assert merge.state.entry("r").note == "!"


def test_a_clock_set_back_by_a_day_loses_and_refuses_nothing() -> None:
    day = 86_400_000
    log: list[Event] = [
        roll("r", ("gm_ip", 1), at=2 * day),
        Noted("n", day, "r", "!"),
        roll("s", ("gm_ip", 1), at=day + 1),
        Undone("u", day - 1, "s"),
    ]
    state, unread = read_records(map(write_event, log))
    assert (state.events, unread) == (tuple(log), ())
    assert merge_logs(log, read_log(write_log(state.events)).events).theirs == 0
    order = names(merge_logs(log, [roll("t", at=day + 3)]))
    assert sorted(order) == ["n", "r", "s", "t", "u"]
    assert order.index("r") < order.index("n")
    assert order.index("s") < order.index("u")


def test_one_id_for_two_events_is_refused() -> None:
    with pytest.raises(RulesError, match="id: 'r' stands for two different events, so the two logs"):
        merge_logs([roll("r")], [roll("r", at=1)])


def test_a_log_that_refers_to_nothing_is_refused() -> None:
    with pytest.raises(RulesError, match="target: there is no event 'x'"):
        merge_logs([], [Undone("u", 1, "x")])
    with pytest.raises(RulesError, match="before this one"):
        merge_logs([], [Undone("u", 1, "v"), Undone("v", 1, "u")])


@given(campaigns())
def test_merging_is_the_same_from_either_side_and_loses_nothing(sides: tuple[list[Event], list[Event]]) -> None:
    ours, theirs = sides
    merge, other = merge_logs(ours, theirs), merge_logs(theirs, ours)
    assert merge.state == other.state
    assert {event.id for event in merge.state.events} == {event.id for event in ours} | {event.id for event in theirs}
    assert merge.ours + merge.theirs + merge.shared == len(merge.state.events)
    again = merge_logs(merge.state.events, ours)
    assert again.state == merge.state
    assert again.theirs == 0
