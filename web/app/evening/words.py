"""Words for an evening, and for how the dice fell."""

from app.words import *
from pyrules.campaign.evening import Points, Share
from pyrules.core.english import amount, minus, singular, with_sign

EVENING_ABOUT = (
    "The log's last evening, up to a pause of six hours. A roll counts as its dice fell, before anything was bought for"
    " it. What was undone does not count, nor do secret rolls until they are revealed."
)
NOTHING_ROLLED = "Nothing was rolled this evening."
NOBODY = "Nobody in particular"
SHARE_EVENING = "Share as a picture"
LEAST_LIKELY = "The least likely results"
DICE_FELL = "How the dice fell"
TOO_MUCH = "Luck is left out: adding up so many rolls exactly would take too long."


def amounts(share: Share, name: str) -> str:
    """Say how much somebody has rolled, and what that came to.

    >>> amounts(Share(("any", "Mira"), 12, 12, "hits", 23, 20.333, None, "", ()), "hits")
    '12 rolls: 23 hits, 20.3 on average'
    """
    rolls = amount(share.rolls, "roll")
    if not share.added:
        return rolls
    name = singular(name) if share.number == 1 else name
    only = "" if share.added == share.rolls else f" (of {share.added:,} of them)"
    return minus(f"{rolls}: {share.number:,} {name or 'in all'}{only}, {share.mean:.1f} on average")


def of_own_game(rolls: int, good: int) -> str:
    """Say how often somebody has rolled in a game that somebody has made, whose text alone knows how lucky that was.

    >>> of_own_game(3, 2), of_own_game(1, 0)
    ('3 rolls, 2 of them good', '1 roll')
    """
    return amount(rolls, "roll") + (f", {good} of them good" if good else "")


def lucky(at_least: str, at_most: str) -> str:
    """Say how likely so large a total, and so small a one, was, whoever has wished for it."""
    return f"So many or more: {at_least}. So many or fewer: {at_most}."


def ups_and_downs(counter: str, moved: Points) -> str:
    """Say how often a counter went up and down.

    >>> ups_and_downs("IP", Points("ip", 4, 6)), ups_and_downs("Wounds", Points("wounds", 0, 2))
    ('IP +4 −6', 'Wounds −2')
    """
    parts = (with_sign(moved.won) if moved.won else "", with_sign(-moved.spent) if moved.spent else "")
    return " ".join(filter(None, (counter, *parts)))


def unlikely(chance: str, *, good: bool) -> str:
    """Say how likely one result was, on its side."""
    return f"{'this good or better' if good else 'this bad or worse'}: {chance}"


LUCK_ABOUT = (
    "How often each face came up, compared with fair dice. Undone rolls count too, except real dice. "
    "Dice typed in by count are left out, and secret rolls until they are revealed."
)
LUCK_EMPTY = "No dice rolled yet."
LUCK_HERE, LUCK_PHYSICAL = "Rolled here", "Real dice"
LUCK_NUMBERS = "The numbers"
FACE, TIMES, EXPECTED = "Face", "Times", "Expected"

average = "The average face is {:.2f}; {:.1f} is expected.".format  # mean, expected


def number_of_throws(sides: int, number: int) -> str:
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
