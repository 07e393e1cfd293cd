"""What earlier builds shared opens as they meant it, and what is newer is told of by the last of them, and not lost."""

import json
from typing import Any

import pytest

from pyrules.campaign.codec import VERSION, read_records
from pyrules.campaign.links import FORMAT, read_link
from pyrules.core.verdict import plain
from tests.campaign.old_builds import BUILDS, formats, kept, newest_log, records_of
from tests.campaign.old_logs import log_of

NEWER = sorted(path.stem for path in BUILDS.glob("newer-*.json"))


def test_there_are_links_of_every_format() -> None:
    known = [kept(name)["format"] for name in formats()]
    assert known == [f"{number}." for number in range(1, int(FORMAT.rstrip(".")) + 1)]


@pytest.mark.parametrize("name", formats())
def test_a_link_of_every_format_brings_what_its_build_meant(name: str) -> None:
    for system, notation, alone, rolled, outcome in kept(name)["links"]:
        shared = read_link(rolled)
        assert shared.roll is not None
        assert (shared.system.id, read_link(alone).test) == (system, shared.test)
        assert same(plain(shared.system.judge(shared.test, shared.roll).outcome), outcome), (notation, alone)


def same(found: Any, then: Any) -> bool:
    """Whether an outcome says of all that both builds know what it said then."""
    both = found.keys() & then.keys()
    return bool(both) and {name: found[name] for name in both} == {name: then[name] for name in both}


@pytest.mark.parametrize("name", NEWER)
def test_the_last_build_tells_of_what_is_newer_and_loses_none_of_it(name: str) -> None:
    told = kept(name)
    ids = [json.loads(record)["id"] for record in records_of(log_of(told["of"]))]
    unread = [one for one, _ in told["unread"]]
    assert "newer version" in told["log"]
    assert all("update" in said for said in told["links"])
    assert told["read"] + len(unread) == len(ids)
    assert [one for one in ids if one in unread] == unread
    assert told["as_it_was"]
    assert all(problem for _, problem in told["unread"])


@pytest.mark.parametrize(
    "newer", [{"version": VERSION + 1}, {"kind": "duel"}, {"weather": "rain"}], ids=("version", "kind", "field")
)
def test_a_record_of_a_newer_build_is_told_of_as_one_and_stays_as_it_is(newer: dict[str, Any]) -> None:
    records = records_of(log_of(newest_log()))
    place = next(place for place, record in enumerate(records) if '"kind":"roll"' in record)
    records[place] = json.dumps(json.loads(records[place]) | newer)
    state, unread = read_records(records)
    assert unread[0].record == records[place]
    assert unread[0].problem.endswith("; update this app")
    assert len(state.events) + len(unread) == len(records)
