"""Moonwalk tests of every kind, for properties that must hold for all of them."""

from hypothesis import strategies as st

from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import MOST_NOTATION, MOST_NUMBER, MOST_TEXT
from pyrules.systems.moonwalk.model import SECONDS, Basic, Extended, Interval, Opposed, Settings, Term, Test
from pyrules.systems.moonwalk.notation import MOST_TERMS, write

LETTERS = st.sampled_from("aeiostzAEZéßñøłДжя漢字")
WORDS = st.one_of(
    st.sampled_from(["Edge", "Combat", "six", "Standard", "extended", "Trying", "Again", "test", "hour", "o'clock"]),
    st.text(LETTERS, min_size=1, max_size=8),
)
LABELS = st.one_of(
    st.lists(WORDS, max_size=3).map(" ".join),
    st.integers(1, MOST_TEXT).map("x".__mul__),
)
FIGURES = st.one_of(st.integers(0, 12), st.integers(0, MOST_NUMBER))


def calculations() -> st.SearchStrategy[tuple[Term, ...]]:
    """Sums of labelled numbers that give at most 100 dice."""
    first = st.builds(Term, FIGURES, LABELS)
    change = st.builds(Term, st.one_of(st.integers(-6, 6), st.integers(-MOST_NUMBER, MOST_NUMBER)), LABELS)
    sums = st.builds(lambda base, changes: (base, *changes), first, st.lists(change, max_size=MOST_TERMS - 1))
    return sums.map(_at_most_the_dice)


def _at_most_the_dice(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """The same sum with what is too much taken off its last number."""
    *rest, last = terms
    over = max(0, sum(term.number for term in terms) - MOST_DICE)
    if last.number - over >= -MOST_NUMBER and (rest or last.number >= over):
        return (*rest, Term(last.number - over, last.label))
    return (Term(0),)


LIMITS = st.one_of(st.none(), FIGURES)
THRESHOLDS = st.one_of(st.integers(1, 12), st.integers(1, MOST_NUMBER))
INTERVALS = st.builds(Interval, st.integers(1, MOST_NUMBER), st.sampled_from(list(SECONDS)))


def tests_of() -> st.SearchStrategy[Test]:
    """Valid Moonwalk tests, house rules included."""
    against = st.one_of(
        st.builds(Basic, THRESHOLDS),
        st.builds(Opposed, calculations(), LIMITS, st.booleans()),
        st.builds(Extended, THRESHOLDS, INTERVALS),
    )
    settings = st.builds(
        Settings,
        st.sampled_from(["more_than_half", "half_or_more", "off"]),
        st.sampled_from(["round_down", "round_up"]),
    )
    return st.builds(
        Test, calculations(), against, LIMITS, st.booleans(), st.booleans(), st.booleans(), settings
    ).filter(
        lambda test: (
            not (test.standard and (test.combat or isinstance(test.against, Opposed)))
            and len(write(test)) <= MOST_NOTATION
        )
    )
