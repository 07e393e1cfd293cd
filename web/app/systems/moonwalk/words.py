"""Words for tests that go on, failed tests, and the time that tests take."""

from app.words import duration
from pyrules.core.english import with_sign

IN_PROGRESS = "Extended tests in progress"
GO_ON = "Continue"
TRY_AGAIN = "Can be tried again"
TRY_NOW = "Try again now"
TEST_TIME, NO_TIME = "Each test moves the clock by", "nothing"


def due(left: int) -> str:
    """Say when the next interval of an extended test is over by the clock.

    >>> due(3600), due(0)
    ('Next interval due in 1 h', 'Next interval due now')
    """
    return f"Next interval due {f'in {duration(left)}' if left else 'now'}"


def retry_left(penalty: int, left: int, *, remain: bool) -> str:
    """Say what a new try costs, how long, and where no dice `remain` for it.

    >>> retry_left(-2, 3600, remain=True), retry_left(-4, 0, remain=False)
    ('−2 dice for another 1 h', '−4 dice until time passes; no dice remain')
    """
    lasts = f"for another {duration(left)}" if left else "until time passes"
    return f"{with_sign(penalty)} dice {lasts}" + ("" if remain else "; no dice remain")
