"""Words of the form."""

from collections.abc import Sequence

from app.words import *

FOR_EXAMPLE = "For example"
ADD_ROW = "Add"
OTHER = "Other"
removes = "Remove {}".format
quick = "{}, a tap each".format


def more(given: Sequence[str]) -> str:
    """Name what is set among what the usual test does not ask for, of much the first two.

    >>> more(["Edge", "Limit", "Glitch"]), more(["Edge", "Limit", "Glitch", "Sum"]), more([])
    (' · Edge, Limit, Glitch', ' · Edge, Limit, 2 more', '')
    """
    named = given if len(given) <= SET_NAMED else [*given[:2], f"{len(given) - 2} more"]
    return f" · {', '.join(named)}" if named else ""


SET_NAMED = 3


SHARE_TEST = "Share this test"

PRESETS_ARRANGE = "Rename, move or delete"
PRESET_NAME = "Name of the preset"
EARLIER, LATER, DELETE = "Move up", "Move down", "Delete"
NOTHING_TO_PIN = "There is no test to pin yet: correct the marked fields first."

pinned = "Pinned above the form: {}. You can rename it there.".format
pinned_before = "This test is pinned already, as {}.".format
presets_full = "{} presets are pinned, which is the most there can be; delete one first.".format
bring_back = "Bring back {}".format

sets_against = "{} has".format
roll_for_kind = "Roll for {} ×{}".format
