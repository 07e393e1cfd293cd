"""The desk's session: worked out in slices, simulated where it is too much to tell, and stopped at will."""

from dataclasses import replace
from itertools import count

import pytest
from app.desk import playing, words
from app.desk.chances import is_left, worked_out
from app.desk.playing import session_now
from app.desk.state import Playing, Told
from app.place import COMPARE, SESSION

import pyrules
from pyrules.sessions.spending import SUCCESSES
from tests.app.desk.pages_helpers import desk_of, finish_work, link_to
from tests.app.reader import Reader

IP: tuple[str, str, dict[str, str]] = ("stepdie", "1d6 + d8 (2)", {"hit": "five_or_more", "awards": "after_spending"})
ROUND: tuple[str, str, dict[str, str]] = ("relics", "3d6 pcs 2 vs Minor 3", {})


def open_session(*tests: tuple[str, str, dict[str, str]]) -> Reader:
    return Reader(f"{SESSION}/#{link_to(*tests)}")


def playing_of(reader: Reader) -> Playing:
    return desk_of(reader).playing


def told_by(reader: Reader) -> Told:
    told = playing_of(reader).told
    assert told
    return told


def ask(reader: Reader, **form: str) -> Reader:
    return reader.do("desk-session", form=form)


def test_a_session_is_what_python_tells() -> None:
    reader = ask(finish_work(open_session(IP)), times="3", policy="advised", **{"start-player_ip": "4"})
    found = session_now(told_by(finish_work(reader)))
    test = pyrules.parse(IP[0], IP[1], **IP[2])
    assert found == pyrules.session([test] * 3, policy="advised", start=playing_of(reader).start)
    assert found.start["player_ip"] == 4
    assert reader.sees(words.EXACT)
    assert reader.sees("IP at the start")


def test_tests_of_one_system_are_added_and_another_system_begins_anew() -> None:
    reader = finish_work(open_session(ROUND).do("desk-add"))
    assert len(playing_of(reader).entries) == 2
    found = session_now(told_by(reader))
    assert found
    assert len(found.after) == 2 * playing_of(reader).times
    reader = finish_work(reader.do("desk-system", "almond", place=1))
    assert [entry.system for entry in playing_of(reader).entries] == ["almond"]
    assert len(desk_of(reader).entries) == len(desk_of(finish_work(Reader(f"{COMPARE}/"))).entries)


def test_what_is_too_much_is_played_with_dice_until_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "SECONDS", 1e-9)
    desk, clock = desk_of(open_session(IP)), count(0, playing.TRIALS)
    for _ in range(9):
        desk = worked_out(desk, SESSION, lambda: next(clock))
    assert is_left(desk, SESSION)
    assert desk.playing.told
    assert desk.playing.told.trials == 7  # after the beginning, and what was told exactly and given up
    reader = open_session(IP)
    reader.model = replace(reader.model, desk=desk)
    reader.do("desk-stop")
    assert told_by(reader).done
    assert not is_left(desk_of(reader), SESSION)
    found = session_now(told_by(reader))
    assert found
    assert (found.simulated, found.trials) == (True, 7)
    assert found.after[0].counters[SUCCESSES].total == 7
    assert reader.sees(words.shares_of_trials(7, playing.TRIALS))
    assert not reader.sees(words.STOP)
    reader.model = replace(reader.model, desk=desk)
    assert reader.sees(words.STOP)


def test_what_makes_no_session_is_said_and_numbers_stay_within_bounds() -> None:
    reader = finish_work(open_session(("relics", "Minor 3", {})))
    assert told_by(reader).why
    assert reader.sees("cannot be listed")
    reader = ask(finish_work(open_session(IP)), times="900", policy="some", **{"start-player_ip": "many"})
    assert (playing_of(reader).times, playing_of(reader).policy) == (playing.MOST_TIMES, "never")
    reader = ask(finish_work(open_session(IP)), times="2", **{"start-player_ip": "9"})
    assert "at most 5" in told_by(finish_work(reader)).why


def test_the_table_of_a_session_is_saved() -> None:
    reader = finish_work(open_session(IP)).do("desk-table")
    saved = next(command for command in reader.commands if command["do"] == "download")
    assert saved["name"] == "session.csv"
    assert str(saved["text"]).startswith("test,notation,kind,counter")
