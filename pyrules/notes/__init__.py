"""The notes of a game master before an evening: pages with tests, random tables and people in them."""
