"""The clock of an Action Scene: rounds, and the minutes they fill."""

ROUND_SECONDS = 10
ROUNDS_A_MINUTE = 6


def seconds(rounds: int) -> int:
    """About how many seconds a number of rounds takes."""
    return rounds * ROUND_SECONDS


def minute(round_number: int) -> int:
    """Which minute of the Action Scene a round belongs to; both count from 1.

    >>> minute(1), minute(6), minute(7)
    (1, 1, 2)
    """
    return (round_number - 1) // ROUNDS_A_MINUTE + 1


def last_round(start: int, minutes: int = 1) -> int:
    """The round that completes a number of minutes counted from round `start`, which counts as the first.

    >>> last_round(1), last_round(3), last_round(3, minutes=2)
    (6, 8, 14)
    """
    return start + minutes * ROUNDS_A_MINUTE - 1
