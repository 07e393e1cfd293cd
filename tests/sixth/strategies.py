"""Valid Sixth tests over the whole space."""

from hypothesis import strategies as st

from pyrules.core.roll import MOST_DICE
from tests.sixth import Test


def tests_of() -> st.SearchStrategy[Test]:
    """A valid test, small pools more often than large ones."""
    return st.builds(Test, dice=st.integers(0, 8) | st.integers(0, MOST_DICE), target=st.just(0) | st.integers(2, 10))
