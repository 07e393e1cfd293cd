"""What a guest of a table may add to its log."""

import pytest

from pyrules.campaign.events import Event, Noted, Recorded, Restored, Undone
from pyrules.campaign.rights import may_add
from pyrules.campaign.sealing import sealed
from pyrules.campaign.state import fold
from tests.campaign_logs import adjust, roll

OWN = frozenset({("stepdie", "Kira")})
LOG: list[Event] = [
    roll("r"),
    adjust("own", "player_ip", 1, who="Kira"),
    adjust("other", "player_ip", 1, who="Lou"),
    adjust("table", "gm_ip", 1),
    Undone("undo own", 1, "own"),
    Undone("undo other", 1, "other"),
]


@pytest.mark.parametrize(
    ("event", "may"),
    [
        (roll("x", revises="r"), True),
        (sealed(roll("x", secret=True)), True),
        (adjust("x", "player_ip", 1, who="Kira"), True),
        (adjust("x", "player_ip", 1, who="Lou"), False),
        (adjust("x", "actions", 1, who="Kira", system="general"), False),
        (adjust("x", "gm_ip", 1), False),
        (Restored("x", 1, "stepdie", "player_ip", "Kira"), True),
        (Restored("x", 1, "stepdie", "player_ip"), False),
        (Recorded("x", 1, "stepdie", "player", "Kira", ()), False),
        (Undone("x", 1, "r"), True),
        (Undone("x", 1, "own"), True),
        (Undone("x", 1, "undo own"), True),
        (Undone("x", 1, "undo other"), False),
        (Undone("x", 1, "table"), False),
        (Noted("x", 1, "r", "!"), True),
        (Noted("x", 1, "other", "!"), False),
    ],
)
def test_a_guest_adds_rolls_and_the_counters_of_its_own_people(event: Event, may: bool) -> None:
    assert may_add(event, fold(LOG), OWN) == may
