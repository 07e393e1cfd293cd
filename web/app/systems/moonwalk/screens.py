"""The screens of Moonwalk: extended tests that go on, failed tests that may be tried again, and the clock."""

from app.common.late import answered_late, late
from app.common.own_screens import Screens

TRACKER = "app.systems.moonwalk.tracker"
SCREENS = Screens(
    above=late(TRACKER, "under_way"),
    clock=late(TRACKER, "clock"),
    handlers=answered_late(TRACKER, "retry", "test-time"),
)
