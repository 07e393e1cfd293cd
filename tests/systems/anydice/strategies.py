"""Valid rolls of any dice over the whole notation, small ones more often than large ones."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from pyrules.systems.anydice import rules
from pyrules.systems.anydice.model import FATE, PHYSICAL, Compare, Dice, Keep, Product, Sign, Sum, Test, Which, dice_of

ANY = st.integers(0, 99)
MAYBE = st.booleans()
SIGNS: st.SearchStrategy[Sign] = st.sampled_from([">=", "<=", "="])
KEEPS: st.SearchStrategy[Which] = st.sampled_from(["kh", "kl", "dh", "dl"])
"""Parts that are drawn often, made once."""


@st.composite
def some_dice(draw: st.DrawFn, sizes: tuple[int, ...] = (*PHYSICAL, FATE), most: int = 6) -> Dice:
    """Equal dice with anything that can be said of them."""
    number, sides = 1 + draw(ANY) % most, sizes[draw(ANY) % len(sizes)]
    dice = Dice(number, sides, explodes=sides != FATE and draw(MAYBE))

    rerolls, counts = (Compare(draw(SIGNS), dice.faces[draw(ANY) % len(dice.faces)]) for _ in range(2))
    dice = replace(dice, rerolls=rerolls if draw(MAYBE) else None, counts=counts if draw(MAYBE) else None)
    if draw(MAYBE) or (dice.explodes and dice.counts):
        return dice
    which = draw(KEEPS)
    most_kept = number - (which[0] == "d")
    return replace(dice, keep=Keep(which, 1 + draw(ANY) % most_kept)) if most_kept else dice


def items(dice: st.SearchStrategy[Dice] | None = None) -> st.SearchStrategy[Any]:
    """One roll: dice, or sums and products with dice in them."""
    dice = some_dice() if dice is None else dice
    parts = dice | st.integers(0, 20)
    signs = st.sampled_from(["+", "-"])
    products = st.builds(
        lambda first, sign, number: Product((("*", first), (sign, number))),
        dice,
        st.sampled_from(["*", "/"]),
        st.integers(1, 9),
    )
    sums = st.builds(
        lambda sign, first, rest: Sum(((sign, first), *rest)),
        signs,
        dice | products,
        st.lists(st.tuples(signs, parts | products), min_size=1, max_size=3),
    )
    nested = st.builds(lambda inner, number: Product((("*", inner), ("*", number))), sums, st.integers(0, 3))
    return dice | products | sums | nested


def tests_of() -> st.SearchStrategy[Test]:
    """A valid roll, or several in a row."""
    rows = st.lists(items(), min_size=1, max_size=3).map(tuple)
    found = st.builds(Test, rows | st.tuples(items()), st.none() | st.integers(0, 30) | st.integers(0, 10_000))
    return found.filter(lambda test: rules.refusal(test) is None and all(any(dice_of(item)) for item in test.items))
