"""The state of a campaign: what stands, what it comes to, and that undoing is exact."""

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pyrules.campaign import ledger
from pyrules.campaign.events import Adjusted, Event, HouseRules, Noted, Recorded, Restored, Rolled, Undone
from pyrules.campaign.limits import Limits, limits
from pyrules.campaign.namesakes import mark_name
from pyrules.campaign.state import EMPTY, apply, fold
from pyrules.core.errors import RulesError
from tests.campaign.some_logs import COUNTERS, adjust, first_events, roll, rolls
from tests.work import calls

Books = dict[Any, dict[str, Any]]

IP = ("stepdie", "player_ip")
GM = ("stepdie", "gm_ip")
ACTIONS = ("general", "actions")


def ip(*events: Event) -> int:
    return fold(events).value(*IP)


def test_counters_start_where_the_rules_say() -> None:
    assert EMPTY.value("stepdie", "player_ip", "Ann") == 2
    assert EMPTY.value("stepdie", "player_ip", "Ann", (("player_ip_start", 4),)) == 4
    assert EMPTY.value("general", "round") == 1
    assert EMPTY.value("moonwalk", "clock") == 0
    assert EMPTY.counters == {}


def test_a_counter_for_each_player_starts_with_the_players_recorded_before() -> None:
    players = [Recorded(name, 0, "stepdie", "player", name) for name in ("Ann", "Bo", "Cy")]
    assert fold(players).value(*GM) == 6
    assert fold([*players, adjust("a", "gm_ip", 1)]).value(*GM) == 7
    assert fold([players[0], adjust("a", "gm_ip", 1), *players[1:]]).value(*GM) == 3
    gone = Recorded("gone", 0, "stepdie", "player", "Bo", None)
    assert fold([*players, gone, adjust("a", "gm_ip", 1)]).value(*GM) == 5
    assert fold([*players, adjust("a", "gm_ip", 1), Undone("u", 0, "Cy")]).value(*GM) == 5
    later: list[Event] = [
        players[0],
        adjust("a", "gm_ip", 1),
        adjust("b", "gm_ip", 1),
        *players[1:],
        Undone("u", 0, "b"),
    ]
    assert fold(later).value(*GM) == 3
    assert EMPTY.value(*GM) == 2


@pytest.mark.parametrize(
    ("deltas", "value"),
    [((1,), 3), ((3,), 5), ((4,), 5), ((4, -1), 4), ((-2,), 0), ((-3,), 0), ((-3, 1), 1), ((9, -9, 9), 5)],
)
def test_what_goes_beyond_a_bound_is_lost(deltas: tuple[int, ...], value: Any) -> None:
    assert ip(*(adjust(f"a{place}", "player_ip", delta) for place, delta in enumerate(deltas))) == value


def test_bounds_are_those_of_the_house_rules_that_the_event_carries() -> None:
    assert ip(adjust("a", "player_ip", 9, settings=(("player_ip_most", 8),))) == 8
    assert ip(adjust("a", "player_ip", 9, settings=(("player_ip_most", 8),)), adjust("b", "player_ip", 0)) == 8
    assert ip(adjust("a", "player_ip", 9, settings=(("player_ip_most", 8),)), adjust("b", "player_ip", -1)) == 5


def test_limits() -> None:
    assert Limits(0, None, 0).after(-3, 9) == 0
    assert Limits(2, 0, 5, per_player=True).begin(4) == 5
    with pytest.raises(RulesError, match="'chess' is not one; use moonwalk"):
        limits("chess", "x", ())
    with pytest.raises(RulesError, match="'luck' is not one of Step Die's; use clock, round, player_ip"):
        limits("stepdie", "luck", ())
    with pytest.raises(RulesError, match="luck: unknown setting"):
        limits("stepdie", "player_ip", (("luck", 1),))


def test_effects_of_one_event_are_settled_in_their_order() -> None:
    assert ip(adjust("a", "player_ip", 3), roll("r", ("player_ip", 1), ("player_ip", -3))) == 2
    assert ip(adjust("a", "player_ip", 3), roll("r", ("player_ip", -3), ("player_ip", 1))) == 3


def test_a_cost_beyond_what_is_held_takes_nothing_of_what_the_roll_brings() -> None:
    assert ip(roll("r", ("player_ip", -3), ("player_ip", 1))) == 1
    assert ip(roll("r", ("player_ip", 1), ("player_ip", -3))) == 0


def test_what_someone_has_goes_along_with_a_new_name() -> None:
    log: list[Event] = [
        adjust("a", "player_ip", 1, who="Ann"),
        adjust("b", "player_ip", 1, who="Ann"),
        adjust("c", "player_ip", 2, who="Bo"),
        Recorded("d", 0, "stepdie", "player", "Bo", (), "Ann"),
        adjust("e", "player_ip", -1, who="Bo"),
    ]
    assert fold(log).counters == {IP: {"Bo": 3}}
    assert fold([*log, Undone("u", 0, "a")]).counters == {IP: {"Bo": 2}}
    assert fold([*log, Undone("u", 0, "d")]).counters == {IP: {"Ann": 4, "Bo": 3}}
    assert fold([*log, adjust("f", "gm_ip", 1)]).value(*GM) == 3
    state = fold([*log, Recorded("g", 0, "stepdie", "player", "Cy", (), "Bo")])
    assert [state.name_at("stepdie", "Cy", line) for line in ("c", "e", "g")] == ["Ann", "Bo", "Bo"]


def test_effects_go_to_whoever_has_the_counter() -> None:
    state = fold([roll("r", ("player_ip", 1, "Ann"), ("player_ip", -1, "Bo"), ("gm_ip", 1))])
    assert state.counters == {IP: {"Ann": 3, "Bo": 1}, GM: {"": 3}}


def test_a_revision_stands_in_place_of_the_roll() -> None:
    first = roll("r", ("player_ip", 1), ("complications", 1))
    later = roll("s", ("player_ip", -1), ("gm_ip", 1), revises="r")
    state = fold([first, later])
    assert len(state.entries) == 1
    assert (state.entries[0].id, state.entries[0].event) == ("r", later)
    assert state.counters == {IP: {"": 1}, GM: {"": 3}}
    assert apply(state, Undone("u", 0, "s")).counters == fold([first]).counters
    assert apply(state, Undone("u", 0, "r")).counters == {}
    assert apply(state, Undone("u", 0, "r")).entries[0].is_struck


def test_a_revision_counts_where_the_roll_stood() -> None:
    log: list[Event] = [
        adjust("a", "player_ip", 3),
        roll("r", ("player_ip", 1)),
        adjust("b", "player_ip", -1),
        roll("s", revises="r"),
    ]
    assert ip(*log[:3]) == 4
    assert ip(*log) == 4


def test_the_latest_standing_revision_counts() -> None:
    log: list[Event] = [
        roll("r", ("gm_ip", 1)),
        roll("s", ("gm_ip", 2), revises="r"),
        roll("t", ("gm_ip", 3), revises="r"),
    ]
    assert fold(log).value(*GM) == 5
    assert fold([*log, Undone("u", 0, "s")]).value(*GM) == 5
    assert fold([*log, Undone("u", 0, "t")]).value(*GM) == 4
    assert fold([*log, Undone("u", 0, "t"), Undone("v", 0, "s")]).value(*GM) == 3
    assert fold([*log, Undone("u", 0, "t"), Undone("v", 0, "u")]).value(*GM) == 5


def test_each_event_of_a_roll_takes_its_own_time() -> None:
    log: list[Event] = [
        roll("r", system="moonwalk", took=3600),
        adjust("a", "clock", 5, system="moonwalk"),
        roll("s", system="moonwalk", took=3600, revises="r"),
    ]
    assert fold(log).value("moonwalk", "clock") == 7205
    assert fold([*log, Undone("u", 0, "s")]).value("moonwalk", "clock") == 3605
    assert fold([*log, Undone("u", 0, "r")]).value("moonwalk", "clock") == 5


def test_restoring_brings_a_counter_back_to_its_start() -> None:
    used: list[Event] = [adjust(who, "actions", 2, system="general", who=who) for who in ("Ann", "Bo")]
    everyone = Restored("x", 0, "general", "actions")
    assert fold([*used, everyone]).counters == {}
    assert fold([*used, everyone]).value("general", "actions", "Ann") == 0
    hers = fold([*used, Restored("x", 0, "general", "actions", "Ann")])
    assert hers.counters == {("general", "actions"): {"Bo": 2}}
    assert apply(hers, Undone("u", 0, "x")).counters == fold(used).counters
    assert fold([Restored("x", 0, "general", "actions", "Ann"), *used]).counters == fold(used).counters


def test_what_is_recorded() -> None:
    pc = Recorded("1", 0, "stepdie", "player", "Ann", (("trait", "Pilot"), ("step", 10)))
    state = fold([pc])
    assert state.records_of("stepdie", "player") == {"Ann": pc.facts}
    assert state.records_of("stepdie", "challenge") == {}
    changed = apply(state, Recorded("2", 0, "stepdie", "player", "Ann", (("trait", "Thief"),)))
    assert changed.records_of("stepdie", "player") == {"Ann": (("trait", "Thief"),)}
    gone = apply(
        changed, Recorded("3", 0, "stepdie", "player", "Ann", None), Recorded("4", 0, "stepdie", "player", "Bo", None)
    )
    assert gone.records_of("stepdie", "player") == {}
    assert apply(gone, Undone("u", 0, "3")).records_of("stepdie", "player") == changed.records_of("stepdie", "player")


def test_who_is_renamed_by_two_devices_at_once_stays_one() -> None:
    ghoul, captain, boss = (mark_name(name, "g") for name in ("Ghoul", "Captain", "Boss"))
    log: list[Event] = [
        Recorded("g", 0, "stepdie", "player", ghoul, (("trait", "Pale"),)),
        adjust("one", "complications", 1, who=ghoul),
        Recorded("c", 0, "stepdie", "player", captain, (("trait", "Pale"),), was=ghoul),
        Recorded("b", 0, "stepdie", "player", boss, (("trait", "Grim"),), was=ghoul),
        adjust("two", "complications", 1, who=captain),
    ]
    state = fold(log)
    assert state.records_of("stepdie", "player") == {boss: (("trait", "Grim"),)}
    assert state.value("stepdie", "complications", boss) == 2
    assert state.current_name("stepdie", ghoul, "g") == state.current_name("stepdie", captain, "c") == boss
    assert fold([*log, Recorded("n", 0, "stepdie", "player", captain, None)]).records_of("stepdie", "player") == {}
    assert apply(state, Undone("u", 0, "b")).records_of("stepdie", "player") == {captain: (("trait", "Pale"),)}


def test_notes() -> None:
    state = fold([roll("r"), Noted("n", 0, "r", "lucky"), Noted("m", 0, "r", "very lucky")])
    assert state.entry("r").note == "very lucky"
    assert apply(state, Undone("u", 0, "m")).entry("r").note == "lucky"
    assert apply(state, Noted("o", 0, "r", "")).entry("r").note == ""


def test_undo_of_undo_of_undo() -> None:
    log: list[Event] = [roll("r", ("gm_ip", 1)), Undone("1", 0, "r"), Undone("2", 0, "1"), Undone("3", 0, "2")]
    assert [fold(log[:size]).value(*GM) for size in range(1, 5)] == [3, 2, 3, 2]
    assert [fold(log[:size]).entry("r").undone for size in range(1, 5)] == [(), ("1",), (), ("1",)]


def test_two_undos_of_one_event_are_both_taken_back() -> None:
    log: list[Event] = [roll("r", ("gm_ip", 1)), Undone("1", 0, "r"), Undone("2", 0, "r")]
    assert fold(log).entry("r").undone == ("1", "2")
    assert fold([*log, Undone("3", 0, "1")]).value(*GM) == 2
    assert fold([*log, Undone("3", 0, "1"), Undone("4", 0, "2")]).value(*GM) == 3


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (roll("r"), "id: 'r' is taken by an earlier event"),
        (Undone("u", 0, "x"), "target: there is no event 'x' before this one"),
        (Undone("u", 0, "u"), "target: there is no event 'u' before this one"),
        (Noted("m", 0, "s", "?"), "target: event 's' has no line of its own"),
        (roll("t", revises="a"), "revises: event 'a' is not the first of a roll of stepdie"),
        (roll("t", revises="s"), "revises: event 's' is not the first of a roll of stepdie"),
        (roll("t", revises="r", system="general"), "revises: event 'r' is not the first of a roll of general"),
        (roll("t", follows="n"), "follows: event 'n' is not the first of a roll of stepdie"),
        (roll("t", ("luck", 1)), "counter: 'luck' is not one of Step Die's"),
        (adjust("t", "luck", 1), "counter: 'luck' is not one of Step Die's"),
        (Restored("t", 0, "stepdie", "luck"), "counter: 'luck' is not one of Step Die's"),
        (Recorded("t", 0, "chess", "player", "Ann"), "system: 'chess' is not one"),
        (Adjusted("t", 0, "chess", "luck", 1), "system: 'chess' is not one"),
    ],
)
def test_what_cannot_follow_is_refused_and_changes_nothing(event: Event, message: str) -> None:
    log: list[Event] = [roll("r"), adjust("a", "gm_ip", 1), roll("s", revises="r"), Noted("n", 0, "r", "!")]
    state = fold(log)
    with pytest.raises(RulesError, match=message):
        apply(state, event)
    with pytest.raises(RulesError, match=r"^events\[4\]\." + message):
        fold([*log, event])
    with pytest.raises(RulesError, match=message):
        apply(state, roll("new", ("gm_ip", 1)), event)
    assert state == fold(log)


def test_asking_for_what_is_not_there() -> None:
    with pytest.raises(RulesError, match="no line 'x' in the log"):
        EMPTY.entry("x")
    with pytest.raises(RulesError, match="no event 'x' in the log"):
        EMPTY.event("x")
    assert fold([roll("r")]).event("r") == roll("r")


@pytest.mark.parametrize("struck", [range(1999), range(0, 2000, 3), (1999,), (0, 1999), (255, 256, 257, 511, 512)])
def test_undos_anywhere_in_a_long_log(struck: Sequence[int]) -> None:
    log: list[Event] = [adjust(f"a{place}", "clock", place + 1) for place in range(2000)]
    undos = [Undone(f"u{place}", 0, f"a{place}") for place in struck]
    left = sum(place + 1 for place in set(range(2000)) - set(struck))
    state = fold([*log, *undos])
    assert state.value("stepdie", "clock") == left
    assert apply(fold(log), *undos) == state
    redone = apply(state, *(Undone(f"v{undo.id}", 0, undo.id) for undo in undos))
    assert redone.value("stepdie", "clock") == 2000 * 2001 // 2


def test_ten_thousand_rolls_open_and_undo_fast() -> None:
    log: list[Event] = [roll(f"r{place}", ("player_ip", (-1) ** place, "Ann"), took=3) for place in range(10_000)]
    state = fold(log)
    assert calls(lambda: fold(log)) < 100 * 10_000
    last = Undone("u", 0, "r9999")
    assert apply(state, last).value(*IP, "Ann") == state.value(*IP, "Ann") + 1
    assert calls(lambda: apply(state, last)) < 50 * 10_000


def test_a_log_of_nothing_but_undos_is_still_fast() -> None:
    log: list[Event] = [roll("r", ("gm_ip", 1))]
    log += [Undone(f"u{place}", 0, f"u{place - 1}" if place else "r") for place in range(20_000)]
    log += [Undone(f"v{place}", 0, "r") for place in range(20_000)]
    assert fold(log).entry("r").is_struck
    assert calls(lambda: fold(log)) < 30 * 40_000


def standing(log: list[Event]) -> list[Event]:
    """The events that no standing undo strikes."""
    undos = [event for event in log if isinstance(event, Undone)]

    def stands(event: Event) -> bool:
        return not any(undo.target == event.id and stands(undo) for undo in undos)

    return [event for event in log if stands(event)]


def written_down(log: list[Event]) -> Books:
    """The records at the end of a log of standing events."""
    records: Books = {}
    for event in log:
        if isinstance(event, Recorded):
            names = records.setdefault((event.system, event.subject), {})
            names.pop(event.name, None)
            names.pop(event.was, None)
            if event.facts is not None:
                names[event.name] = event.facts
    return records


def changes(event: Event, log: list[Event]) -> tuple[dict[tuple[str, str], list[int]], HouseRules]:
    """The changes by an event in a log of standing events, as (counter, who): deltas, and by which house rules."""
    if isinstance(event, Adjusted):
        return {(event.counter, event.who): [event.delta]}, event.settings
    if not isinstance(event, Rolled) or (event.revises and event.revises not in {other.id for other in log}):
        return {}, ()
    if event.revises:
        return {("clock", ""): [event.took]}, event.settings
    latest = [event, *(other for other in log if isinstance(other, Rolled) and other.revises == event.id)][-1]
    deltas: dict[tuple[str, str], list[int]] = {}
    for change in latest.effects:
        deltas.setdefault((change.counter, change.who), []).append(change.delta)
    deltas.setdefault(("clock", ""), []).append(event.took)
    return deltas, latest.settings


def naive(log: list[Event]) -> tuple[Books, Books]:
    """The counters and records that a log comes to, by going through it as its rules are told."""
    counters: Books = {}
    log = standing(log)
    for place, event in enumerate(log):
        if isinstance(event, Noted | Undone):
            continue
        if isinstance(event, Restored):
            values = counters.get((event.system, event.counter), {})
            for who in [who for who in values if event.who in ("", who)]:
                del values[who]
        if isinstance(event, Recorded) and event.subject == "player" and event.was:
            for own in (IP, ACTIONS):
                values = counters.get(own, {}) if own[0] == event.system else {}
                taken = {event.name: values[event.was]} if event.was in values else {}
                for name in (event.was, event.name):
                    values.pop(name, None)
                values |= taken
        deltas, house_rules = changes(event, log)
        for (counter, who), given in deltas.items():
            if any(given):
                found = limits(event.system, counter, house_rules)
                players = len(written_down(log[:place]).get((event.system, "player"), {}))
                values = counters.setdefault((event.system, counter), {})
                values[who] = reduce(found.after, given, values.get(who, found.begin(players)))
    return without_empty(counters), without_empty(written_down(log))


def without_empty(books: Mapping[Any, Mapping[str, Any]]) -> Books:
    return {key: dict(values) for key, values in books.items() if values}


class Campaign(RuleBasedStateMachine):
    """Rolls, revisions, changes by hand, records, notes and undos in any order."""

    @initialize(every=st.sampled_from((1, 2, 3, 256)))
    def begin(self, every: int) -> None:
        ledger.BALANCE_EVERY = every
        self.state = EMPTY
        self.log: list[Event] = []

    def append(self, event: Event) -> None:
        self.state = apply(self.state, event)
        self.log.append(event)

    @property
    def name(self) -> str:
        return f"e{len(self.log)}"

    def teardown(self) -> None:
        ledger.BALANCE_EVERY = 256

    @rule(data=st.data())
    def enter(self, data: st.DataObject) -> None:
        self.append(data.draw(first_events(self.name)))

    @precondition(lambda self: any(isinstance(event, Rolled) for event in self.log))
    @rule(data=st.data())
    def revise(self, data: st.DataObject) -> None:
        first = data.draw(
            st.sampled_from([event for event in self.log if isinstance(event, Rolled) and not event.revises])
        )
        self.append(data.draw(rolls(self.name, revises=first.id, system=first.system)))

    @precondition(lambda self: self.log)
    @rule(data=st.data(), text=st.text("abc", max_size=3))
    def note(self, data: st.DataObject, text: str) -> None:
        if self.state.entries:
            self.append(Noted(self.name, 0, data.draw(st.sampled_from(self.state.entries)).id, text))

    @precondition(lambda self: self.log)
    @rule(data=st.data())
    def undo_and_redo(self, data: st.DataObject) -> None:
        before = self.state
        target = data.draw(st.sampled_from(self.log))
        was_standing = target.id not in before.ledger.undone
        undo = Undone(self.name, 0, target.id)
        self.append(undo)
        redone = apply(self.state, Undone("redo", 0, undo.id))
        assert (redone.counters, redone.records, redone.entries) == (before.counters, before.records, before.entries)
        assert before == fold(self.log[:-1])
        if was_standing and not isinstance(target, Undone):
            without = [event for event in self.log if target.id not in (event.id, getattr(event, "revises", ""))]
            kept = {event.id for event in without}
            assert naive([event for event in without if getattr(event, "target", event.id) in kept]) == (
                without_empty(self.state.counters),
                without_empty(self.state.records),
            )

    @invariant()
    def fold_and_apply_agree(self) -> None:
        assert fold(self.log) == self.state
        assert naive(self.log) == (without_empty(self.state.counters), without_empty(self.state.records))

    @invariant()
    def counters_are_within_their_bounds(self) -> None:
        for (system, counter), values in self.state.counters.items():
            found = limits(system, counter, ())
            for value in values.values():
                assert found.low is None or value >= found.low
                assert found.high is None or value <= found.high


def test_every_counter_of_the_machine_is_declared() -> None:
    for system, counter in COUNTERS:
        assert isinstance(limits(system, counter, ()), Limits)


TestCampaign = Campaign.TestCase
TestCampaign.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)


def test_what_is_taken_back_leaves_nothing_behind() -> None:
    state = fold(
        (
            Adjusted("a", 0, "moonwalk", "retry_penalty", -2, "Ann"),
            Restored("b", 0, "moonwalk", "retry_penalty", "Ann"),
            Recorded("c", 0, "moonwalk", "player", "Ann"),
            Recorded("d", 0, "moonwalk", "player", "Ann", None),
        )
    )
    assert not state.counters
    assert not state.records
