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
from tests.systems import promises

CONFORM: tuple[Callable[..., None], ...] = (
    promises.a_report_replays_to_the_same_verdict,
    promises.faces_written_are_faces_read,
    promises.verdicts_point_at_rules_counters_and_dice_there_are,
    promises.options_can_be_taken,
    promises.nothing_that_was_judged_has_changed,
    promises.a_seed_repeats_the_roll,
    promises.chances_are_exact_and_add_up,
    promises.every_outcome_is_among_the_odds,
    promises.advice_is_ranked_and_doing_nothing_is_in_it,
    promises.notation_and_form_give_the_test_back,
    promises.an_untouched_form_makes_a_test_that_can_be_rolled,
    promises.the_first_roll_of_a_newcomer_can_succeed,
    promises.fields_lead_to_rules_and_to_each_other,
)


@pytest.fixture(params=TEXTS)
def game(request: pytest.FixtureRequest) -> Iterator[System[Any]]:
    """A game of the shelf, among the systems while a test runs."""
    found = system(request.param)
    register(found)
    yield found
    unregister(found)


@pytest.mark.parametrize("holds", CONFORM, ids=lambda holds: holds.__name__)
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
