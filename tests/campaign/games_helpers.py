"""Helpers of the tests of the games, which other tests use too."""

HASH = "0a" * 32


SAID = {
    "game": "Sum",
    "line": "b1",
    "hash": HASH,
    "notation": "+1 (8)",
    "headline": "Yes",
    "summary": "9 in all",
    "good": True,
    "who": "Kira",
    "dice": [["d6:6", "d6:2"], ["d10:10>3"]],
    "steps": ["Pool: 2d6", "Total: 9"],
}
