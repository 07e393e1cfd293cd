"""What a game master writes down before an evening: pages with tests, random tables and people in them."""
