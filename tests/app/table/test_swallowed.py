"""The app says what it cannot do with a table's log, and a device keeps what it could not hand over."""

import json
from dataclasses import replace

import pytest
from app import words as app_words
from app.table import protocol, update, words

from pyrules.core.errors import RulesError
from tests.app.reader import Reader
from tests.app.table.seats import company, connect, part, settle, wake

WHY = "the log is full"


def refuse(*_: object) -> None:
    raise RulesError(WHY)


def test_what_cannot_be_brought_back_is_told_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    gm, ann = company("Gm", "Ann")
    part(ann)
    ann.do("count", counter="gm_ip", by="1")
    [done] = ann.model.unsent
    ann.model = replace(ann.model, campaign=gm.model.campaign)
    monkeypatch.setattr(protocol, "taken_in", refuse)
    wake(gm, ann)
    settle(gm, ann)
    assert words.not_brought_back(WHY) in " ".join(ann.announced)
    ann.do("table-leave")
    assert json.loads(ann.kept["unsent"][1])["id"] == done.id


def test_what_ones_own_log_does_not_take_over_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    gm, ann = company("Gm", "Ann")
    gm.do("table-leave")
    settle(gm, ann)
    ann.do("table-open")
    gm.do("table-join")
    connect(ann, gm)
    settle(gm, ann)
    monkeypatch.setattr(update, "merge_logs", refuse)
    gm.do("table-leave")
    assert words.not_taken_over(WHY) in gm.text("news")


def test_what_was_done_at_a_table_and_cannot_be_read_is_told() -> None:
    reader = Reader(kept={"unsent": ["table", '{"kind": "song"}']})
    assert app_words.unsent_unread(1, "").partition("(")[0] in reader.text("news")


def test_what_was_kept_of_a_tables_log_and_cannot_be_read_is_told() -> None:
    gm, ann = company("Gm", "Ann")
    gm.do("count", counter="gm_ip", by="1")
    settle(gm, ann)
    [piece] = [key for key, kept in ann.kept.items() if key.startswith("sat ") and kept]
    ann.kept[piece] = ["{}"]
    ann.visit("stepdie/")
    assert ann.model.campaign.events == ()
    assert words.kept_unread("").partition(":")[0] in ann.text("news")
