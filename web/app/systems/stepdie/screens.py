"""The screens of Step Die: the stat points that each has left."""

from app.common.late import answered_late, late
from app.common.own_screens import Screens

TRACKER = "app.systems.stepdie.tracker"
SCREENS = Screens(
    counted=frozenset({"points"}),
    person=late(TRACKER, "player"),
    handlers=answered_late(TRACKER, "points", "points-back"),
)
