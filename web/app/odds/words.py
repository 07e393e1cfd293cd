"""Words for chances."""

from collections.abc import Iterable, Sequence

from app.words import *
from pyrules.core.english import all_of, amount, noun

CHARTS, YOUR_TEST = "Charts", "With your test"

ODDS_LOADING = "Computing the odds"
BEST_COURSE = "What you can do, best first"
WHAT_IF = "What if"
COMPARE_TEST = "Compare this test"
EXACT = "exact"
AT_LENGTH = "Compute them anyway"
AT_LENGTH_TAKES = "This takes a few seconds; nothing else responds meanwhile."
NO_CHANCE = "Nothing you can do now makes this a success."
WANTED = "Dice needed for this chance (%)"

at_best = "up to {}".format
going_on = "{}, {} if you go on".format
still = "{}: still a success".format
you = "you: {}".format
luck = "As good or better: {}. As good or worse: {}.".format  # at_least, at_most
odds_of = "Odds of {}".format


def left_out(names: Iterable[str]) -> str:
    """Say what is not told."""
    return f"Left out, as it would take too long: {', '.join(names)}."


def legend(filled: bool, name: str, mean: str) -> str:  # noqa: FBT001 (said of a chart, never passed on)
    """Say how to read a chart."""
    average = f"{with_capital(name)}: {mean} on average." if mean else ""
    return f"{'Filled bars succeed. ' if filled else ''}{average}".strip()


def always(name: str, value: str) -> str:
    """Say that something can only come to one value."""
    return f"{with_capital(name)}: always {value}."


def chart_in_words(mean: str, likely: str, chance: str) -> str:
    """Say in words what a chart shows."""
    average = f"average {mean}, " if mean else ""
    return f"{average}most likely {likely} with {chance}"


def chance(percent: str, aim: str) -> str:
    """Say on the button that rolls how likely the main event is."""
    return f"{percent} {aim or 'to succeed'}"


def chance_at_best(told: str, percent: str) -> str:
    """Say on the button that rolls how likely the main event is with the best choices after the roll, too.

    >>> chance_at_best("28 % to succeed", "57 %")
    '28 % to succeed, 57 % at best'
    """
    return f"{told}, {percent} at best"


AT_BEST = "With the best choices after the roll"


def on_places(places: Sequence[int], names: Sequence[str]) -> str:
    """Say which dice, by their names where each has one of its own.

    >>> on_places((0, 2), ("Strength", "Level 3", "Strike")), on_places((0, 1), ("Will", "Will"))
    (' (Strength and Strike)', ' (dice 1, 2)')
    """
    called = [names[place] for place in places]
    if all(names.count(name) == 1 for name in called if name) and all(called):
        return f" ({all_of(called)})"
    return f" ({noun(len(places), 'die', 'dice')} {', '.join(str(place + 1) for place in places)})"


def pool_for(found: tuple[int, str] | None, wanted: int) -> str:
    """Say how many dice reach a chance, and which where they are called something."""
    if found is None:
        return f"no pool reaches {wanted} %"
    dice, called = found
    return f"{called}, for {wanted} %" if called else f"{amount(dice, 'die', 'dice')} for {wanted} %"


def short_fraction(exact: str) -> str:
    """Write an exact fraction as far as people read it."""
    return exact if len(exact) <= 24 else f"{exact[:10]}…{exact[-10:]}"
