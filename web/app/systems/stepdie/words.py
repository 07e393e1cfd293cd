"""Words for stat points."""

STATS = "Stats"
RESTORE = "All points back"
