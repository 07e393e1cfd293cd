"""Foes, the order in which people act, and whose turn it is: what the log comes to."""

from itertools import count
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pyrules.campaign.codec import read_log, write_log
from pyrules.campaign.events import FOE, PLAYER, ROUND, Adjusted, Event, Facts, Recorded, Undone
from pyrules.campaign.people import HIDDEN, numbered_names, people
from pyrules.campaign.scene import (
    MOST_PLACES,
    NOTES,
    ORDER,
    TURN,
    Place,
    Turns,
    move_place,
    notes,
    notes_facts,
    order_by_score,
    order_facts,
    turn_facts,
    turns,
)
from pyrules.campaign.state import State, fold
from pyrules.campaign.tracking import tracking_of
from pyrules.core.scan import MOST_TEXT
from pyrules.core.system import System
from pyrules.systems import BY_ID

SYSTEM = next(iter(BY_ID))


class Log:
    """A log that grows; every event has an id of its own."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.ids = count()

    def record(self, subject: str, name: str, facts: Facts | None = (), was: str = "") -> str:
        ident = f"e{next(self.ids)}"
        self.events.append(Recorded(ident, 0, SYSTEM, subject, name, facts, was))
        return ident

    def people(self, *names: str) -> "Log":
        for name in names:
            self.record(PLAYER, name)
        return self

    def order(self, *names: str) -> str:
        return self.record(ORDER, "", order_facts([Place(name) for name in names]))

    def turn(self, who: str) -> str:
        return self.record(TURN, "", turn_facts(who))

    def undo(self, ident: str) -> None:
        self.events.append(Undone(f"e{next(self.ids)}", 0, ident))

    @property
    def state(self) -> State:
        return fold(self.events)

    @property
    def turns(self) -> Turns:
        return turns(self.state, SYSTEM)

    @property
    def acting(self) -> list[str]:
        return [place.who for place in self.turns.order]


def three(now: str = "") -> Log:
    log = Log().people("Ann", "Bo", "Cy")
    log.order("Ann", "Bo", "Cy")
    if now:
        log.turn(now)
    return log


def test_without_an_order_nobody_acts() -> None:
    assert Log().people("Ann").turns == Turns()
    assert Turns().next == ""


def test_the_first_begins_and_the_last_ends_the_round() -> None:
    log = three()
    assert (log.turns.now, log.turns.next, log.turns.ends_round) == ("", "Ann", False)
    log.turn("Cy")
    assert (log.turns.now, log.turns.next, log.turns.ends_round) == ("Cy", "Ann", True)


def test_who_is_removed_leaves_the_order_and_comes_back_to_their_place() -> None:
    log = three("Bo")
    gone = log.record(PLAYER, "Bo", None)
    assert (log.acting, log.turns.now, log.turns.next) == (["Ann", "Cy"], "Cy", "Ann")
    log.undo(gone)
    assert (log.acting, log.turns.now) == (["Ann", "Bo", "Cy"], "Bo")


def test_the_last_one_removed_in_their_turn_leaves_it_to_the_first() -> None:
    log = three("Cy")
    log.record(PLAYER, "Cy", None)
    assert log.turns.now == "Ann"
    log.record(PLAYER, "Ann", None)
    log.record(PLAYER, "Bo", None)
    assert log.turns == Turns()


def test_who_is_renamed_acts_under_the_new_name() -> None:
    log = three("Bo")
    renaming = log.record(PLAYER, "Bob", (), "Bo")
    assert (log.acting, log.turns.now) == (["Ann", "Bob", "Cy"], "Bob")
    log.undo(renaming)
    assert (log.acting, log.turns.now) == (["Ann", "Bo", "Cy"], "Bo")


def test_whoever_is_changed_keeps_their_place_in_the_list() -> None:
    log = Log().people("Ann", "Bo", "Cy")
    log.record(PLAYER, "Ann", (("pools.0.label", "Sword"),))
    log.record(PLAYER, "Bob", (), "Bo")
    assert list(log.state.records_of(SYSTEM, PLAYER)) == ["Ann", "Bob", "Cy"]
    log.record(PLAYER, "Ann", (), "Cy")  # takes the place of the one who had the name
    assert list(log.state.records_of(SYSTEM, PLAYER)) == ["Bob", "Ann"]


def test_the_order_that_a_file_brings_is_read_with_care() -> None:
    log = Log().people("Ann")
    log.record(ORDER, "", (("places.0.who", "Ann"), ("places.1.who", "Zed"), ("places.1.score", 3)))
    log.turn("Zed")
    assert (log.acting, log.turns.now) == (["Ann"], "Ann")
    log.record(ORDER, "", (("places.0.who", "x" * 200),))
    assert log.acting == []


def test_a_delayed_one_keeps_the_rest_in_order() -> None:
    order = [Place(name) for name in "ABCD"]
    assert [place.who for place in move_place(order, "B", 1)] == ["A", "C", "B", "D"]
    assert [place.who for place in move_place(order, "D", 5)] == ["A", "B", "C", "D"]
    assert [place.who for place in move_place(order, "B", -5)] == ["B", "A", "C", "D"]


@given(st.lists(st.one_of(st.none(), st.integers(-5, 5)), max_size=9))
def test_scores_put_people_in_order_and_ties_stay_as_they_were(given_scores: list[int | None]) -> None:
    order = order_by_score(
        [Place(str(number)) for number in range(len(given_scores))],
        dict(zip(map(str, count()), given_scores, strict=False)),
    )
    ranks = [(place.score is None, -(place.score or 0), int(place.who)) for place in order]
    assert ranks == sorted(ranks)


def test_ties_are_told() -> None:
    now = Turns((Place("Ann", 7), Place("Bo", 7), Place("Cy", 3), Place("Dee")))
    assert (now.tied_with("Ann"), now.tied_with("Cy"), now.tied_with("Dee")) == (("Bo",), (), ())


def test_a_full_order_is_written_and_read_again() -> None:
    log = Log().people(*(f"Guard {number}" for number in range(MOST_PLACES)))
    log.record(ORDER, "", order_facts([Place(f"Guard {number}", number) for number in range(MOST_PLACES + 9)]))
    again = read_log(write_log(log.events))
    assert turns(again, SYSTEM) == log.turns
    assert len(log.turns.order) == MOST_PLACES


def test_notes_have_lines_and_the_last_stands() -> None:
    log = Log()
    assert notes(log.state, SYSTEM) == ""
    log.record(NOTES, "", notes_facts("A bridge.\nRain."))
    assert notes(read_log(write_log(log.events)), SYSTEM) == "A bridge.\nRain."
    log.record(NOTES, "", (("scene", 3),))
    assert notes(log.state, SYSTEM) == ""


@pytest.mark.parametrize("system", BY_ID)
def test_every_system_counts_rounds_from_1(system: str) -> None:
    state = fold([Adjusted("a", 0, system, ROUND, 2)])
    assert fold(()).value(system, ROUND) == 1
    assert state.value(system, ROUND) == 3
    assert fold([Adjusted("a", 0, system, ROUND, -2)]).value(system, ROUND) == 1


def test_foes_are_no_players() -> None:
    """Points for each player at the table are not given for foes."""
    log = Log().people("Ann")
    log.record(PLAYER, "Guard", ((FOE, True), (HIDDEN, True)))
    log.record(PLAYER, "Wolf", ((FOE, True),))
    ann, guard, wolf = people(log.state, BY_ID[SYSTEM])
    assert [(one.foe, one.hidden) for one in (ann, guard, wolf)] == [(False, False), (True, True), (True, False)]
    assert log.state.ledger.players(SYSTEM) == 1
    log.record(PLAYER, "Guard", ())
    assert log.state.ledger.players(SYSTEM) == 2


@pytest.mark.parametrize("system", BY_ID.values(), ids=lambda system: system.id)
def test_no_field_of_a_system_is_taken_for_a_mark_of_ours(system: System[Any]) -> None:
    fields = {field.name for field in tracking_of(system).fields}
    assert not fields & {FOE, HIDDEN}


def test_names_of_a_kind_are_new_and_fit() -> None:
    taken = {"Guard", "Guard 7", "Guard 12b", "Guardian 99"}
    assert numbered_names("Guard 7", taken, 2) == ("Guard 8", "Guard 9")
    assert numbered_names("GUARD", taken, 1) == ("GUARD 8",)
    assert numbered_names("Zoe\u0308", {"Zo\u00eb"}, 1) == ("Zoe\u0308 2",)
    (long,) = numbered_names("x" * MOST_TEXT, {"x" * MOST_TEXT}, 1)
    assert len(long) <= MOST_TEXT
