"""Logs that earlier builds wrote open as they did then, whatever has become of the format since."""

import json
from dataclasses import fields as fields_of

import pytest

from pyrules.campaign.codec import CHECKS, VERSION, read_log, read_records, write_log
from pyrules.campaign.events import Change, Rolled
from pyrules.campaign.merge import merge_logs
from pyrules.campaign.rolls import replay_roll
from pyrules.core.roll import Pick
from tests.campaign.old_logs import counted_by, counters, log_of

VERSIONS = range(1, VERSION + 1)
WRITE_IT = "raise codec.VERSION, run `python -m tests.campaign.old_logs` and commit the log that it writes"


@pytest.mark.parametrize("version", VERSIONS)
def test_a_log_of_every_version_opens_and_counts_as_it_did(version: int) -> None:
    state = read_log(log_of(version))
    assert counters(state) == counted_by(version), "an old log counts otherwise than the build that wrote it said"


@pytest.mark.parametrize("version", VERSIONS)
def test_a_log_of_every_version_is_exported_and_merged(version: int) -> None:
    state = read_log(log_of(version))
    assert read_log(write_log(state.events)) == state
    assert merge_logs(state.events, state.events).state == state


@pytest.mark.parametrize("version", VERSIONS)
def test_records_of_every_version_are_read_from_the_store(version: int) -> None:
    records = [json.dumps(event) for event in json.loads(log_of(version))["events"]]
    assert read_records(records) == (read_log(log_of(version)), ())


@pytest.mark.parametrize("version", VERSIONS)
def test_every_roll_of_an_old_log_comes_out_as_it_did(version: int) -> None:
    rolls = [event for event in read_log(log_of(version)).events if isinstance(event, Rolled)]
    assert [(event.notation, replay_roll(event).differs) for event in rolls if not replay_roll(event).holds] == []


def test_the_newest_log_has_every_field_of_the_format() -> None:
    """A field or a kind of event that it lacks came after it: the format has changed."""
    found = json.loads(log_of(VERSION))
    assert found["version"] == VERSION
    events = found["events"]
    for kind, checks in CHECKS.items():
        written = {field for event in events if event["kind"] == kind.kind for field in event}
        assert set(checks) <= written, WRITE_IT
    for part, name in ((Pick, "picks"), (Change, "effects")):
        written = {field for event in events for each in event.get(name, ()) for field in each}
        assert {field.name for field in fields_of(part)} <= written, WRITE_IT
