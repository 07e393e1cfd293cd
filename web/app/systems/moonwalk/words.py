"""What the page says of tests that go on, of failed tests, and of the clock."""

from app.words import signed

IN_PROGRESS = "Extended tests in progress"
GO_ON = "Continue"
TRY_AGAIN = "Can be tried again"
TRY_NOW = "Try again now"
CLOCK = "Clock"
TIME_PASSES = "Time passes"
TEST_TIME = "A test takes"
NOTHING_PENDING = "Nothing is under way."

UNITS = (("year", 31_536_000), ("day", 86_400), ("h", 3_600), ("min", 60), ("s", 1))


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


def retry_left(penalty: int, left: int, *, remain: bool) -> str:
    """Say what a new try costs, how long, and where no dice `remain` for it."""
    return f"{signed(penalty)} dice for another {duration(left)}" + ("" if remain else "; no dice remain")
