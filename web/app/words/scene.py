"""The scene: its notes and its clock, and what the log says of it."""

from collections.abc import Sequence

SCENE, SCENE_NOTES, SCENE_KEEP = "Scene", "Notes", "Save the notes"
NOTES_KEPT = "The notes are saved."
CLOCK = "Clock"
TIME_PASSES = "Time passes"

YEAR = 31_536_000
UNITS = (("year", YEAR), ("day", 86_400), ("h", 3_600), ("min", 60), ("s", 1))


def order_is(names: Sequence[str]) -> str:
    """Say in which order people act.

    >>> order_is(["Ann", "Bo"]), order_is([])
    ('Order: Ann, Bo', 'No more turns')
    """
    return f"Order: {', '.join(names)}" if names else "No more turns"


def turn_is(who: str) -> str:
    """Say whose turn it is; "" for nobody's, before the first one."""
    return f"{who}'s turn" if who else "The turns begin again"


def duration(seconds: int) -> str:
    """Write a time in its two largest units.

    >>> duration(0), duration(90), duration(7_200), duration(90_061)
    ('0 s', '1 min 30 s', '2 h', '1 day 1 h')
    """
    parts = []
    for unit, length in UNITS:
        number, seconds = divmod(seconds, length)
        if number:
            plural = "s" if number > 1 and unit in ("year", "day") else ""
            parts.append(f"{number} {unit}{plural}")
    return " ".join(parts[:2]) or "0 s"


def passes(seconds: int) -> str:
    """Name the button that lets time pass."""
    return f"+{duration(seconds)}"
