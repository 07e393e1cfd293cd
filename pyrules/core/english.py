"""English that every text needs: a number with its noun, lists, articles, the sign of minus."""

import re
from collections.abc import Sequence

MINUS = "−"
_HYPHEN_BEFORE_NUMBER = re.compile(r"(?<![^\s(\[≤])-(?=[\d\s])")


def plural(noun: str) -> str:
    """Several of what a regular noun names."""
    return f"{noun}s"


def singular(nouns: str) -> str:
    """One of what a plural names; a word without a plural stays.

    >>> singular("hits"), singular("successes"), singular("Stress")
    ('hit', 'success', 'Stress')
    """
    if nouns.endswith("sses"):
        return nouns.removesuffix("es")
    return nouns if nouns.endswith("ss") else nouns.removesuffix("s")


def noun(number: int, one: str, several: str = "") -> str:
    """The noun, or whatever else goes by a number, without the number itself.

    >>> noun(1, "hit"), noun(0, "hit"), noun(2, "die", "dice"), noun(-1, "success", "successes")
    ('hit', 'hits', 'dice', 'success')
    """
    return one if abs(number) == 1 else several or plural(one)


def amount(number: int, one: str, several: str = "") -> str:
    """A number with its noun.

    >>> amount(1, "line"), amount(2_000, "line"), amount(2, "die", "dice"), amount(2, "is", "are")
    ('1 line', '2,000 lines', '2 dice', '2 are')
    """
    return f"{number:,} {noun(number, one, several)}"


def with_article(noun: str) -> str:
    """A noun with the article before it.

    >>> with_article("foe"), with_article("ally")
    ('a foe', 'an ally')
    """
    return f"{'an' if noun[:1] in {*'aeiou'} else 'a'} {noun}"


def one_of(names: Sequence[str]) -> str:
    """Alternatives in a sentence.

    >>> one_of(["a", "b", "c"]), one_of(["a"])
    ('a, b or c', 'a')
    """
    return _join(names, " or ")


def all_of(names: Sequence[str]) -> str:
    """All things of a list in a sentence.

    >>> all_of(["a", "b", "c"]), all_of(["a", "b"]), all_of([])
    ('a, b and c', 'a and b', '')
    """
    return _join(names, " and ")


def _join(names: Sequence[str], last: str) -> str:
    return last.join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def minus(text: str) -> str:
    """Write the signs of the rules' texts as people print them; hyphens stay.

    >>> minus("Wounds -2, 5d6 - cover: -1→2, re-roll 5-6"), minus("≤-1")
    ('Wounds −2, 5d6 − cover: −1→2, re-roll 5-6', '≤−1')
    """
    return _HYPHEN_BEFORE_NUMBER.sub(MINUS, text)


def with_sign(number: int) -> str:
    """Write a change with its sign.

    >>> with_sign(2), with_sign(-2)
    ('+2', '−2')
    """
    return f"+{number}" if number > 0 else f"{MINUS}{-number}"


def of_dice(number: int, dice: int, does: str, do: str) -> str:
    """A count of dice with its verb, as for one and as for several of them.

    >>> of_dice(1, 7, "shows", "show"), of_dice(2, 7, "shows", "show"), of_dice(0, 1, "shows", "show")
    ('1 of 7 dice shows', '2 of 7 dice show', '0 of 1 die shows')
    """
    return f"{number} of {amount(dice, 'die', 'dice')} {does if 1 in (number, dice) else do}"


def pool_of(sum_of_dice: int) -> str:
    """The number of dice that a sum of dice and modifiers leaves; below nothing there are none.

    >>> pool_of(3), pool_of(0), pool_of(-3)
    ('3 dice', '0 dice', '-3: 0 dice')
    """
    dice = amount(max(0, sum_of_dice), "die", "dice")
    return dice if sum_of_dice >= 0 else f"{sum_of_dice}: {dice}"
