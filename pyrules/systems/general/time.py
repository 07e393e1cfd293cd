"""The clock of an Action Scene: rounds, and the minutes they fill."""

from pyrules.core.rulebook import rule

ROUND_SECONDS = 10
ROUNDS_A_MINUTE = 6


@rule("Round", 12, name="round", test="test_rounds")
def seconds(rounds: int) -> int:
    """About ten seconds, in which everyone in an Action Scene acts and takes in what the others do."""
    return rounds * ROUND_SECONDS


@rule("Minutes of an Action Scene", 12, name="minute_of", test="test_minutes")
def minute(round_number: int) -> int:
    """The first six rounds are the first minute, the next six the second.

    Which minute of the Action Scene a round belongs to; both count from 1.

    >>> minute(1), minute(6), minute(7)
    (1, 1, 2)
    """
    return (round_number - 1) // ROUNDS_A_MINUTE + 1


@rule("Minute", 12, name="minute", test="test_minutes")
def last_round(start: int, minutes: int = 1) -> int:
    """Six rounds where it must be counted, the first being the one in which the counting starts; otherwise a whole
    scene.

    The round that completes a number of minutes counted from round `start`, which counts as the first.

    >>> last_round(1), last_round(3), last_round(3, minutes=2)
    (6, 8, 14)
    """
    return start + minutes * ROUNDS_A_MINUTE - 1
