"""The stat points of Step Die: a roll spends those of its stat; by hand they are spent, given back and restored.

The text says that a stat is spent for dice, and neither how many points one has nor when they come back: both are the
table's to say.
"""

from collections import Counter

from pyrules.campaign.events import Adjusted, Restored, Rolled
from pyrules.campaign.rolls import test_of
from pyrules.campaign.state import State
from pyrules.campaign.tracking import Person
from pyrules.systems.stepdie import STEPDIE
from pyrules.systems.stepdie.model import Test

POINTS = "points"
"""The counter under which points are spent or given back by hand; the note of such a change names the stat."""


def points_left(state: State, one: Person) -> tuple[int, ...]:
    """The rest of each of a person's stats, in their order; below 0 where more was spent than there was."""
    spent = points_spent(state, one.name)
    return tuple(row["points"] - spent[row["label"].casefold()] for row in one.values["stats"])


def points_spent(state: State, who: str) -> Counter[str]:
    """The points that someone has spent of each stat since they were last restored, by its name in small letters."""
    found: Counter[str] = Counter()
    for entry in reversed(state.entries):
        event = entry.event
        if entry.is_struck or event.system != STEPDIE.id:
            continue
        then = state.name_at(STEPDIE.id, who, entry.id)
        match event:
            case Restored(counter="points", who=whose) if whose in ("", then):
                break
            case Adjusted(counter="points", who=whose, note=stat, delta=delta) if whose == then:
                found[stat.casefold()] += delta
            case Rolled(who=whose) if whose == then:
                test: Test | None = test_of(event)
                if test and test.stat:
                    found[test.stat.casefold()] += test.points
            case _:
                pass
    return found
