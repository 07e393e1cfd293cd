"""Who rolls, chosen after whatever was rolled before."""

import pytest

from pyrules.systems import BY_ID
from tests.app.reader import Reader
from tests.app.tracker.tracker_helpers import person

POOLS = {"pools.0.label": "Sword", "pools.0.dice": "5", "pools.1.label": "Bow", "pools.1.dice": "4"}


@pytest.mark.parametrize("system", BY_ID)
@pytest.mark.parametrize("rolled", BY_ID)
def test_a_person_is_chosen_once_a_secret_roll_is_revealed_in_any_game(system: str, rolled: str) -> None:
    reader = person(Reader(f"{rolled}/tracker/", faces=[1, 2, 3] * 9), "Ann").go(f"{rolled}/").do("who", called="Ann")
    reader.do("secret").do("roll")
    reader.do("reveal", event=reader.model.campaign.entries[-1].id)
    if system != rolled:
        person(reader.go(f"{system}/tracker/"), "Ann")
    reader.go(f"{system}/")
    for chosen in ("", "Ann") if system == rolled else ("Ann", ""):
        assert reader.do("who", called="Ann").model.acting[system] == chosen


def test_what_a_person_rolled_last_stays_theirs_in_whatever_game_next() -> None:
    reader = (
        person(Reader("almond/tracker/", faces=[1, 2, 3] * 9), "Ann", **POOLS).go("almond/").do("who", called="Ann")
    )
    reader.do("offer", offer="pools.1").do("secret").do("roll")
    reader.do("reveal", event=reader.model.campaign.entries[-1].id)
    person(reader.go("moonwalk/tracker/"), "Ann").go("moonwalk/").do("who", called="Ann").do("roll")
    reader.go("almond/").note("2d6 TN 4").do("who", called="Ann").note("2d6 TN 4").do("who", called="Ann")
    assert reader.model.sheet.notation == "Bow 4d6 TN 4"
