"""What is said of luck."""

from app.words import *

LUCK_ABOUT = (
    "How often each face came up, compared with fair dice. Undone rolls count too, except real dice. "
    "Dice typed in by count are left out, and secret rolls until they are revealed."
)
LUCK_EMPTY = "No dice rolled yet."
LUCK_HERE, LUCK_PHYSICAL = "Rolled here", "Real dice"
LUCK_TABLE = "The numbers"
FACE, TIMES, EXPECTED = "Face", "Times", "Expected"

average = "The average face is {:.2f}; {:.1f} is expected.".format  # mean, expected


def thrown(sides: int, number: int) -> str:
    """Say how often a kind of die was thrown."""
    return f"d{sides}: {amount(number, 'throw')}"


def too_few(missing: int) -> str:
    """Say that there are too few throws to tell anything."""
    return f"Too few to tell: {amount(missing, 'more throw')} needed."


def evenness(chance: float) -> str:
    """Say what a chance means that fair dice come out at least this uneven."""
    if chance >= 0.995:
        return "Strikingly even: fair dice are nearly always less even than this."
    if chance >= 0.05:
        return f"Nothing unusual: {round(100 * chance)} % of fair dice come out this uneven or more."
    if chance >= 0.01:
        return f"A little uneven: one in {round(1 / chance)} fair dice comes out like this or worse."
    if chance >= 0.0001:
        return f"Very uneven: only one in {round(1 / chance):,} fair dice comes out like this or worse."
    return "Very uneven: fewer than one in 10,000 fair dice come out like this or worse."


def luck_picture(sides: int, times: tuple[int, ...], expected: float) -> str:
    """Describe the picture of a die's faces."""
    counts = ", ".join(f"{face}: {number}" for face, number in enumerate(times, 1))
    return f"d{sides}, times each face came up, {expected:.1f} expected. {counts}"
