"""Helpers of the tests of the show, which other tests use too."""

import json
from typing import Any

from tests.app.reader import Reader


def hear_teller(screen: Reader, teller: Reader) -> Reader:
    """Have the screen read what the teller's tab stored since it looked last."""
    records = teller.records[len(screen.model.campaign.events) :]
    return screen.do("heard", value=json.dumps({"records": records, "own": 0, "kept": {}}))


def landings_on(screen: Reader) -> list[Any]:
    return [one["landings"] for command in screen.asked("dice") for one in command["throws"]]
