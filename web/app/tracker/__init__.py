"""What lasts: counters, people, turns, the scene."""
