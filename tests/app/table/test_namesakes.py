"""Two of one name at a table: neither is taken for the other, and nobody hidden comes to light by a guess."""

import json
from typing import Any

import pytest
from app.table import words

from pyrules.campaign.events import Adjusted, Event, Recorded
from pyrules.campaign.people import people
from pyrules.systems import BY_ID
from tests.app.table.seats import Seat, company, connect, part, settle
from tests.app.table.test_rights import say
from tests.app.tracker.test_hidden import plotting, show

STEPDIE: Any = BY_ID["stepdie"]
WHEN = 1_790_000_100_000
SECRET = ("SECRETPLOT", "Vesper limps", "nonce")
GUESSES = {
    "as a player": Recorded("x", WHEN, "stepdie", "player", "Vesper"),
    "as a foe": Recorded("x", WHEN, "stepdie", "player", "Vesper", (("foe", True),)),
    "as what they are": Recorded("x", WHEN, "stepdie", "player", "Vesper", (("notes", "a scar"), ("foe", True))),
    "by another name": Recorded("x", WHEN, "stepdie", "player", "Vex", (("foe", True),), was="Vesper"),
    "as gone": Recorded("x", WHEN, "stepdie", "player", "Vesper", None),
    "as harmed": Adjusted("x", WHEN, "stepdie", "complications", 1, "Vesper"),
}


def hidden_at(gm: Seat) -> list[tuple[str, bool]]:
    return [(one.name, one.hidden) for one in people(gm.model.campaign, STEPDIE) if one.foe]


@pytest.mark.parametrize("event", GUESSES.values(), ids=GUESSES)
@pytest.mark.parametrize("terms", [{"fair": "on", "all_may": "on"}, {"fair": "on"}])
def test_a_guest_who_guesses_a_hidden_name_opens_and_changes_nothing(event: Event, terms: dict[str, str]) -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    plotting(gm).do("table-terms", form=terms)
    settle(gm, ann, bo)
    harm = gm.model.campaign.value("stepdie", "complications", "Vesper")
    say(gm, "Bo", event, by=bo.table.me)
    settle(gm, ann, bo)
    gm.do("count", counter="complications", by="1", who="Vesper")
    settle(gm, ann, bo)
    assert hidden_at(gm) == [("Vesper", True)]
    assert gm.model.campaign.value("stepdie", "complications", "Vesper") == harm + 1
    assert words.meets_hidden("Bo", "Vesper") in " ".join(gm.announced)
    for seat in (ann, bo):
        assert not [word for word in SECRET if word in "".join(seat.heard)]
    show(gm)
    settle(gm, ann, bo)
    assert [one.id for one in ann.model.campaign.events] == [one.id for one in gm.model.campaign.events]
    assert ann.model.campaign.value("stepdie", "complications", "Vesper") == harm + 1


def test_who_was_a_game_master_names_nobody_hidden_in_a_hello_though_undone() -> None:
    gm, ann = company("Gm", "Ann")
    gm.go("stepdie/tracker/").do("edit", subject="foe").do("edit-save", form={"called": "Vesper", "many": "1"})
    gm.do("who", called="Vesper").do("undo", event=gm.model.campaign.entries[-1].id)
    settle(gm, ann)
    part(ann)
    gm.do("table-leave")
    ann.do("table-open")
    gm.do("table-join")
    connect(ann, gm)
    settle(ann, gm)
    assert "Vesper" not in "".join(ann.heard)
    assert json.loads(ann.heard[-1])
