"""The screens of the General Rules: rounds and minutes of an Action Scene, and used Actions."""

from app.common.late import answered_late, late
from app.common.own_screens import Folded, Screens
from app.common.tracking import acting
from app.model import Model
from app.systems.general import words as ours
from pyrules.systems.general.form import FIELDS

TRACKER = "app.systems.general.tracker"
FILLED = ("kind", "attribute", "skill", "level", "dice", "bonus")
OWN = frozenset(field.name for field in FIELDS if field.name.startswith(FILLED))
"""The fields of the form that the chips of a character fill."""


def folded_chips(model: Model) -> Folded | None:
    """Return the fields that the chips of whoever rolls fill, to be folded; None where nobody was chosen."""
    person = acting(model)
    if person is None:
        return None
    values, fields = model.sheet.values, OWN if person.values["actions"] else OWN - {"dice"}
    said = (
        f"{one.label} {how.label}"
        for one in FIELDS
        if one.look == "cycle" and one.applies(values)
        for how in one.choices
        if how.value == values[one.name] != one.default
    )
    return Folded("dice", " · ".join((ours.DICE, *said)), fields)


SCREENS = Screens(
    above=late(TRACKER, "scene"),
    folded=folded_chips,
    title=ours.ACTION_SCENE,
    counted=frozenset({"round", "actions"}),
    person=late(TRACKER, "character"),
    handlers=answered_late(TRACKER, "round-next", "scene-new", "actions-return", "action-use", "halve"),
)
