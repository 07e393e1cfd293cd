"""Notes that roll: pages of a campaign with tests, random tables and people in them."""
