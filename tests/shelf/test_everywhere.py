"""The games of the shelf among all systems: they conform, and at a table of two each sees what the other rolls."""

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import pytest

from pyrules.campaign.codec import write_record
from pyrules.core.system import System
from pyrules.systems import register, unregister
from tests.app.reader import Reader
from tests.app.table.seats import company, settle
from tests.shelf.shelf_helpers import TEXTS, system
from tests.systems import test_conformance as rolled, test_conformance_odds as odds, test_conformance_reading as read

CONFORM: tuple[Callable[..., None], ...] = (
    rolled.test_a_report_replays_to_the_same_verdict,
    rolled.test_faces_written_are_faces_read,
    rolled.test_verdicts_point_at_rules_counters_and_dice_there_are,
    rolled.test_options_can_be_taken,
    rolled.test_nothing_that_was_judged_has_changed,
    rolled.test_a_seed_repeats_the_roll,
    odds.test_chances_are_exact_and_add_up,
    odds.test_every_outcome_is_among_the_odds,
    odds.test_advice_is_ranked_and_doing_nothing_is_in_it,
    read.test_notation_and_form_give_the_test_back,
    read.test_an_untouched_form_makes_a_test_that_can_be_rolled,
    read.test_the_first_roll_of_a_newcomer_can_succeed,
    read.test_fields_lead_to_rules_and_to_each_other,
)


@pytest.fixture(params=TEXTS)
def game(request: pytest.FixtureRequest) -> Iterator[System[Any]]:
    """A game of the shelf, among the systems while a test runs."""
    found = system(request.param)
    register(found)
    yield found
    unregister(found)


@pytest.mark.parametrize("holds", CONFORM, ids=lambda holds: holds.__name__.removeprefix("test_"))
def test_a_game_of_the_shelf_conforms(game: System[Any], holds: Callable[..., None]) -> None:
    holds(system=game)


def test_at_a_table_of_two_each_sees_what_is_rolled(game: System[Any]) -> None:
    reader = Reader(f"{game.id}/").do("roll")
    tray = reader.model.tray
    assert tray
    record = json.loads(write_record(reader.model.campaign.entry(tray.event).event))
    told = {name: record[name] for name in ("notation", "headline", "summary", "dice")}
    told |= {"game": game.title, "line": record["id"], "hash": sha256(TEXTS[game.id].encode()).hexdigest()}
    told |= {"good": record.get("good"), "who": "", "steps": [line.text for line in tray.verdict.lines]}
    gm, ann = company("Gm", "Ann")
    gm.do("table-game-told", json.dumps(told), peer=0)
    settle(gm, ann)
    assert gm.log == ann.log
    for seat in (gm, ann):
        seen = seat.go("stepdie/log/").text("screen")
        assert game.title in seen
        assert record["headline"] in seen
