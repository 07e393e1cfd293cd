"""What the page says of stat points."""

STATS = "Stats"
RESTORE = "All points back"
