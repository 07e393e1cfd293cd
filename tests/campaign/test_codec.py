"""The log as text: everything survives it, and nothing hostile gets in."""

import json
import sys
import unicodedata
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pyrules.campaign import codec
from pyrules.campaign.codec import (
    MOST_EVENTS,
    VERSION,
    event_values,
    fullness,
    read_die,
    read_event,
    read_log,
    read_record,
    read_records,
    write_die,
    write_event,
    write_log,
)
from pyrules.campaign.events import Adjusted, Device, Event, Noted, Recorded, Undone
from pyrules.campaign.reading import HIDDEN_IN_LINES, MOST_JSON, MOST_OBJECTS, Unreadable, _depth, load
from pyrules.campaign.state import EMPTY, fold
from pyrules.core.characters import HIDDEN
from pyrules.core.errors import RulesError
from pyrules.core.roll import Die
from tests.campaign.codec_helpers import logs
from tests.campaign.some_logs import adjust, dice, idents, roll
from tests.work import calls

BEGUN = '{"pyrules": "log", "version": 3, "events": ['
ROLL = event_values(roll("r", ("player_ip", 1, "Ann"), dice=((Die(6, (6, 3)),),)))


@given(logs())
def test_what_is_written_is_read_again(log: list[Event]) -> None:
    state = fold(log)
    assert read_log(write_log(log)) == state
    assert read_records(map(write_event, log)) == (state, ())
    assert read_log(write_log(state.events)).events == tuple(log)


@given(dice)
def test_a_die_is_read_as_it_was_written(die: Die) -> None:
    assert read_die(write_die(die)) == die


def test_a_log_as_it_is_written() -> None:
    log: list[Event] = [
        roll("r", ("player_ip", 1, "Ann"), dice=((Die(6, (6, 3)), Die(8, (2,))),), who="Ann"),
        Undone("u", 5, "r", by=Device("Gina", "purple")),
    ]
    assert json.loads(write_log(log)) == {
        "pyrules": "log",
        "version": 13,
        "events": [
            {
                "kind": "roll",
                "version": 13,
                "id": "r",
                "at": 0,
                "system": "stepdie",
                "notation": "2d6 + d8 (1)",
                "headline": "Success",
                "summary": "2 hits",
                "good": True,
                "dice": [["d6:6>3", "d8:2"]],
                "effects": [{"counter": "player_ip", "delta": 1, "rule": "stepdie.rule", "who": "Ann"}],
                "who": "Ann",
            },
            {"kind": "undo", "id": "u", "at": 5, "target": "r", "by": {"name": "Gina", "colour": "purple"}},
        ],
    }
    assert read_log(write_log([])) == EMPTY


def log_with(path: list[Any], value: Any) -> str:
    """A log of one roll with one of its values changed."""
    log: Any = {"pyrules": "log", "version": VERSION, "events": [json.loads(json.dumps(ROLL))]}
    *way, last = path
    place = log
    for step in way:
        place = place[step]
    place[last] = value
    return json.dumps(log)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["pyrules"], "links", "an object is not a log of pyrules; use a file that was exported here"),
        (["version"], 14, "version: 14 was written by a newer version; update this app, which reads 1 to 13"),
        (["version"], 0, "version: 0 is not a version"),
        (["version"], "1", "version: '1' is not a version"),
        (["version"], True, "version: true is not a version"),
        (["version"], None, "version: nothing is not a version"),
        (["more"], 1, "'more' is not a field here; use pyrules, version, events or games"),
        (["events"], {}, "events: an object is not a list"),
        (["events", 0], [], r"events\[0\]: a list is not an event"),
    ],
)
def test_what_is_wrong_is_named_by_its_path(path: list[Any], value: Any, message: str) -> None:
    with pytest.raises(RulesError, match=f"^{message}"):
        read_log(log_with(path, value))


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["kind"], "explosion", r".kind: 'explosion' is not a kind of event in version 13; use roll,"),
        (["kind"], [], r".kind: a list is not a kind"),
        (["id"], "", r".id: '' has 0 characters; use 1 to 64"),
        (["id"], 7, r".id: 7 is not text"),
        (["at"], -1, r".at: -1 is out of bounds; use a whole number from 0 to 9007199254740991"),
        (["at"], 2**53, r".at: 9007199254740992 is out of bounds"),
        (["at"], 1.5, r".at: 1.5 is out of bounds"),
        (["at"], float("nan"), r".at: NaN is out of bounds"),
        (["at"], float("inf"), r".at: Infinity is out of bounds"),
        (["at"], 1e400, r".at: Infinity is out of bounds"),
        (["at"], True, r".at: true is out of bounds"),
        (["__proto__"], {}, r": '__proto__' is not a field here"),
        (["constructor"], {}, r": 'constructor' is not a field here"),
        (["system"], "chess", r".system: 'chess' is not a system; use moonwalk"),
        (["system"], ["stepdie"], r".system: a list is not a system"),
        (["system"], "Stepdie", r".system: 'Stepdie' is not a system"),
        (["notation"], "x" * 401, r".notation: .* has 401 characters; use 1 to 400"),
        (["headline"], "a\x00", r".headline: 'a�' has a character that cannot be shown \(U\+0000\)"),
        (["headline"], "\ud800", r".headline: '�' has a character that cannot be shown"),
        (["headline"], "a\nb", r".headline: .*cannot be shown"),
        (["good"], "yes", r".good: 'yes' is neither true nor false"),
        (["settings"], [], r".settings: a list is not an object"),
        (["settings"], {"hit": []}, r".settings\['hit'\]: a list is not text"),
        (["settings"], {"hit": "6"}, r".settings: hit: '6' is not a choice"),
        (["settings"], {"luck": 1}, r".settings: luck: unknown setting"),
        (["settings"], {"player_ip_most": -1}, r".settings\['player_ip_most'\]: -1 is out of bounds"),
        (["settings"], {str(n): 1 for n in range(101)}, r".settings: the object has 101 entries; at most 100"),
        (["dice"], "d6:1", r".dice: 'd6:1' is not a list"),
        (["dice", 0], [6, 3], r".dice\[0\]\[0\]: 6 is not a die; use text such as"),
        (["dice", 0, 0], "d1000:1", r".dice\[0\]\[0\]: 'd1000:1' is not a die; use a size \(d1 to"),
        (["dice", 0, 0], "d6:7", r".dice\[0\]\[0\]: 7 is not on a d6; use 1 to 6"),
        (["dice", 0, 0], "d6:3>9", r".dice\[0\]\[0\]: 9 is not on a d6"),
        (["dice", 0, 0], "d6:0", r".dice\[0\]\[0\]: 'd6:0' is not a die"),
        (["dice", 0, 0], "d6:", r".dice\[0\]\[0\]: 'd6:' is not a die"),
        (["dice", 0, 0], "d6:٣", r".dice\[0\]\[0\]: 'd6:٣' is not a die"),
        (["dice", 0, 0], "d6:06", r".dice\[0\]\[0\]: 'd6:06' is not a die"),
        (["dice"], [["d6:1"] * 1001], r".dice\[0\]: the list has 1001 entries; use 0 to 1000"),
        (["picks"], [{"option": "add", "places": [0, -2]}], r".picks\[0\].places\[1\]: -2 is out of bounds"),
        (["picks"], [{"option": "next", "given": [2]}], r".picks\[0\].given: .* is not an object"),
        (["picks"], [{"places": []}], r".picks\[0\].option: it is missing"),
        (["picks"], ["add"], r".picks\[0\]: 'add' is not an object"),
        (["effects", 0, "counter"], "luck", r".effects\[0\].counter: 'luck' is not one of"),
        (["effects", 0, "delta"], 10**20, r".effects\[0\].delta: 100000000000000000000 is out of bounds"),
        (["revises"], "x", r".revises: there is no event 'x' before this one"),
        (["revises"], "r", r".revises: there is no event 'r' before this one"),
        (["took"], -1, r".took: -1 is out of bounds"),
    ],
)
def test_what_is_wrong_in_an_event_is_named_by_its_path(path: list[Any], value: Any, message: str) -> None:
    with pytest.raises(RulesError, match=rf"^events\[0\]{message}"):
        read_log(log_with(["events", 0, *path], value))


@pytest.mark.parametrize("field", ["id", "at", "system", "notation", "headline", "summary"])
def test_a_missing_field_is_named(field: str) -> None:
    event = {key: value for key, value in ROLL.items() if key != field}
    with pytest.raises(Unreadable, match=f"^{field}: it is missing"):
        read_event(event)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"kind": "adjust", "system": "stepdie", "counter": "luck", "delta": 1}, "counter: 'luck' is not one"),
        ({"kind": "restore", "system": "stepdie", "counter": "luck"}, "counter: 'luck' is not one"),
        (
            {"kind": "restore", "system": "stepdie", "counter": "gm_ip", "settings": {"luck": 1}},
            "settings: luck: unknown",
        ),
        (
            {"kind": "record", "system": "stepdie", "subject": "pc", "name": "A", "facts": {"x": []}},
            r"facts\['x'\]: a list",
        ),
        (
            {"kind": "record", "system": "stepdie", "subject": "pc", "name": "A", "facts": {"": 1}},
            r"facts\[''\]: '' has 0",
        ),
        (
            {"kind": "record", "system": "stepdie", "subject": "pc", "name": "A", "facts": {"x": 2**60}},
            r"facts\['x'\]: 1152",
        ),
        ({"kind": "note", "target": "r", "text": "a\rb"}, "text: .*cannot be shown"),
        ({"kind": "note", "target": "r", "text": "a" * 1001}, "text: .*has 1001 characters; use 0 to 1000"),
        ({"kind": "undo"}, "target: it is missing"),
    ],
)
def test_every_kind_of_event_is_checked(values: dict[str, Any], message: str) -> None:
    with pytest.raises(Unreadable, match=f"^{message}"):
        read_event({"id": "x", "at": 0, **values})


def test_notes_keep_their_lines() -> None:
    note = Noted("n", 0, "r", "one\ntwo 👩‍🚀")
    assert read_event(json.loads(write_event(note))) == note


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("", r"line 1, column 1: not JSON \(Expecting value\)"),
        ("{", "line 1, column 2: not JSON"),
        ('{"pyrules": "log",\n "version": 2, "events": [', "line 2, column 27: not JSON"),
        ("\ufeff{}", "not JSON"),
        ("null", "nothing is not a log of pyrules"),
        ("[]", "a list is not a log of pyrules"),
        ('"log"', "'log' is not a log of pyrules"),
        ("1", "1 is not a log of pyrules"),
        ('{"pyrules": "log", "pyrules": "log"}', "an object with 'pyrules' twice is not a log"),
        (BEGUN + '{"id": "a", "id": "b"}]}', r"events\[0\]: an object with 'id' twice"),
        ('{"pyrules": "log", "version": ' + "9" * 5000 + "}", "the text has a number of more than 4300 digits"),
        (BEGUN + '{"kind": "undo", "at": ' + "9" * 5000 + "}]}", "the text has a number of more than 4300 digits"),
        ("[" * 10_000, "the text is nested 10000 deep; at most 32"),
        ("[" * 10_000 + "]" * 10_000, "the text is nested 10000 deep; at most 32"),
        ('{"a":' * 10_000 + "1" + "}" * 10_000, "the text is nested 10000 deep; at most 32"),
    ],
)
def test_what_is_no_log_is_refused(written: str, message: str) -> None:
    with pytest.raises(Unreadable, match=f"^{message}" if not message.startswith("not") else message):
        read_log(written)


def test_a_text_that_is_too_long_is_refused_for_its_size_alone() -> None:
    with pytest.raises(Unreadable, match=f"{MOST_JSON + 1} characters; at most {MOST_JSON} are read"):
        read_log("[" * (MOST_JSON + 1))


@pytest.mark.untraced
def test_a_log_of_a_hundred_thousand_events_is_read_back() -> None:
    rolls = (replace(roll(f"roll-{place}"), headline="x" * 400, summary="y" * 400) for place in range(25_000))
    log: list[Event] = [*rolls, *(adjust(f"change-{place}", "player_ip", 1) for place in range(80_000))]
    written = write_log(log)
    assert len(written) > 30_000_000
    assert fullness(written, len(log)) < 0.5
    assert len(read_log(written).events) == len(log)


def test_how_full_a_log_is_comes_from_what_is_read_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    written = write_log([roll("a"), roll("b")])
    assert fullness(written, 2) < 0.001
    for bound, most in (("MOST_JSON", len(written)), ("MOST_OBJECTS", written.count("[") + written.count("{"))):
        with monkeypatch.context() as patched:
            patched.setattr(codec, bound, most)
            assert fullness(written, 2) == 1
    assert fullness(written, MOST_EVENTS) == 1


def test_nesting_counts_outside_of_text_alone() -> None:
    deep = event_values(roll("r", who="[" * 40 + '"\\{' + "{" * 10))
    assert read_event(load(json.dumps(deep))).id == "r"
    with pytest.raises(Unreadable, match=r"nested 33 deep; at most 32"):
        load("[" * 33 + "]" * 33)
    with pytest.raises(Unreadable, match="nested 33 deep"):
        load('["\\"", "\\\\", ' + "[" * 32)
    with pytest.raises(Unreadable, match=r"^events\[0\].id: a list is not text"):
        read_log(write_log([roll("r")]).replace('"id":"r"', '"id":' + "[" * 20 + "]" * 20))
    with pytest.raises(Unreadable, match="not JSON"):
        load("[]" * 40)


@pytest.mark.untraced
@pytest.mark.parametrize(
    "written",
    [
        '["' + '\\"' * 1_000_000,
        "[" * 33 + '"' * 1_000_001,
        '"\\' * 1_000_000 + "[" * 40,
        "[" * MOST_OBJECTS,
        "[" + "{}," * MOST_OBJECTS + "{}]",
        "[" * 40 + '"a",' * 1_000_000,
        "{" + ",".join(f'"{number}":1' for number in range(200_000)) + ',"199999":1}',
        BEGUN + "{" + ",".join(f'"{number}":1' for number in range(200_000)) + ',"199999":1}]}',
        BEGUN + "{}," * (MOST_EVENTS + 1) + "{}]}",
        "[" + "9" * 1_000_000,
        "[0." + "9" * 1_000_000,
    ],
    ids=lambda written: written[:1] + written[-9:],
)
def test_a_hostile_text_is_refused_in_a_time_that_grows_as_its_length(written: str) -> None:
    with pytest.raises(Unreadable):
        read_log(written)
    with pytest.raises(Unreadable):
        read_record(written)


@given(st.text('"[]{}\\a', max_size=40))
def test_how_deeply_a_text_nests_is_known_before_it_is_read(written: str) -> None:
    """As a reader sees it that goes from sign to sign, up to a backslash where none may stand."""
    inside, depth, deepest = False, 0, 0
    signs = iter(written)
    for sign in signs:
        if sign == "\\":
            if not inside:
                break
            next(signs, "")
        elif sign == '"':
            inside = not inside
        elif not inside and sign in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif not inside and sign in "]}":
            depth -= 1
    found = max(0, _depth(written))
    assert found >= deepest
    if "\\" not in written:
        assert found == deepest


def test_an_event_that_could_not_be_read_again_is_not_written() -> None:
    with pytest.raises(Unreadable, match=r"text: .* has 1001 characters"):
        write_event(Noted("n", 0, "r", "x" * 1001))
    with pytest.raises(Unreadable, match=r"who: .*cannot be shown"):
        write_event(adjust("a", "player_ip", 1, who="\x1b"))
    with pytest.raises(Unreadable, match="delta"):
        write_event(adjust("a", "player_ip", 2**60))


@pytest.mark.parametrize("name", ["A\u202enn", "Ann\u200b", "A\u200cnn", "\ufeffAnn", "Ann\ufe0f"])
def test_a_name_that_only_looks_like_another_is_refused(name: str) -> None:
    told_of = r": 'Ann' has a character that nobody sees \(U\+[0-9A-F]{4}\); remove it$"
    for event, path in (
        (Recorded("a", 0, "stepdie", "player", name), "name"),
        (Recorded("a", 0, "stepdie", "player", "Bo", was=name), "was"),
        (roll("a", who=name), "who"),
        (roll("a", against=name), "against"),
        (adjust("a", "player_ip", 1, who=name), "who"),
        (roll("a", ("player_ip", 1, name)), r"effects\[0\].who"),
    ):
        with pytest.raises(Unreadable, match=f"^{path}{told_of}"):
            write_event(event)


@pytest.mark.parametrize("name", ["👨\u200d👩\u200d👧", "می\u200cخواهم", "ශ්\u200dරී", "Zoe\u0308", "\u3164"])
def test_names_are_kept_as_they_are_written(name: str) -> None:
    event = Recorded("a", 0, "stepdie", "player", name)
    assert read_record(write_event(event)) == event


def test_records_are_kept_one_by_one() -> None:
    log: list[Event] = [roll("a", ("gm_ip", 1)), roll("b", ("gm_ip", 1)), Undone("c", 0, "b"), Undone("d", 0, "a")]
    records = [write_event(event) for event in log]
    records[1] = records[1][:40]
    records.insert(0, '{"kind": "wish", "id": "w", "at": 0}')
    state, unread = read_records(records)
    assert state == fold([log[0], log[3]])
    assert [(one.place, one.record) for one in unread] == [(0, records[0]), (2, records[2]), (3, records[3])]
    assert "of a kind that this version does not know" in unread[0].problem
    assert "not JSON" in unread[1].problem
    assert "there is no event 'b'" in unread[2].problem


@pytest.mark.untraced
def test_reading_ten_thousand_rolls_is_linear() -> None:
    log: list[Event] = [
        roll(f"r{place}", dice=(tuple(Die(6, (1 + place % 6,)) for _ in range(10)),)) for place in range(10_000)
    ]
    written = write_log(log)
    assert len(read_log(written).entries) == 10_000
    assert calls(lambda: read_log(written)) < 200 * 10_000


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)),
    max_leaves=8,
)


@given(json_values, st.sampled_from([None, "roll", "adjust", "restore", "record", "note", "undo"]), st.data())
def test_any_json_is_read_or_refused(value: Any, kind: str | None, data: st.DataObject) -> None:
    if kind is not None:
        fields = ["id", "at", "system", "notation", "counter", "delta", "dice", "picks", "effects", "facts", "target"]
        value = {"kind": kind, data.draw(st.sampled_from(fields)): value}
    for written in (json.dumps(value), json.dumps({"pyrules": "log", "version": 2, "events": [value]})):
        with pytest.raises(RulesError):
            read_log(written)


@given(st.sampled_from(sorted(ROLL)), json_values)
def test_a_roll_with_any_value_in_any_field_is_read_or_refused(field: str, value: Any) -> None:
    written = json.dumps({**ROLL, field: value})
    state, unread = read_records([written])
    assert len(state.events) + len(unread) == 1
    if state.events:
        assert read_records([write_event(state.events[0])]) == (state, ())


@given(st.text(max_size=200))
def test_any_text_is_refused(written: str) -> None:
    with pytest.raises(RulesError):
        read_log(written)


@given(idents)
def test_any_id_survives(name: str) -> None:
    assert read_event(load(write_event(Adjusted(name, 0, "stepdie", "gm_ip", 1)))).id == name


def test_markup_stays_text() -> None:
    evil = "<img src=x onerror=alert(1)>"
    event = roll(evil, ("player_ip", 1, evil), who=evil, under=evil)
    assert read_log(write_log([event])).events == (event,)


def test_what_cannot_be_shown_is_what_unicode_says_of_it() -> None:
    signs = [chr(number) for number in range(sys.maxunicode + 1)]
    hidden = [sign for sign in signs if unicodedata.category(sign) in ("Cc", "Cs")]
    assert HIDDEN.findall("".join(signs)) == hidden
    assert HIDDEN_IN_LINES.findall("".join(signs)) == [sign for sign in hidden if sign != "\n"]
