"""Valid Almond tests over the whole space, house rules included."""

from typing import Any

from hypothesis import strategies as st

from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import MOST_NUMBER
from pyrules.systems.almond import ALMOND, rules
from pyrules.systems.almond.rules import Modifier

Test: Any = type(ALMOND.from_form({}, {}))
Settings: Any = type(ALMOND.from_form({}, {}).settings)
MOST_MODIFIERS = 12

LABELS = st.sampled_from(["", "", "cover", "Wounded", "Good light", "initiative", "ÉPÉE", "Severe"])


def tests_of() -> st.SearchStrategy[Any]:
    """A valid test, small pools and TNs more often than large ones."""
    return st.builds(
        Test,
        dice=st.integers(0, 12) | st.integers(0, MOST_DICE),
        tn=st.integers(1, 20) | st.integers(1, MOST_NUMBER) | st.none(),
        modifiers=st.lists(modifiers(), max_size=4).map(tuple)
        | st.lists(modifiers(), max_size=MOST_MODIFIERS).map(tuple),
        initiative=st.booleans(),
        settings=st.builds(
            Settings,
            successes_needed=st.integers(1, MOST_DICE),
            sixes=st.sampled_from(["until_tn", "every_six"]),
            initiative_order=st.sampled_from(["sum", "highest"]),
        ),
        label=st.sampled_from(["", "", "Sneaking", "Broad sword", "Severe", "ÉPÉE"]),
    ).filter(_valid)


def modifiers() -> st.SearchStrategy[Modifier]:
    """A modifier, small ones more often than large ones."""
    return st.builds(
        Modifier,
        number=st.integers(-6, 6) | st.integers(-MOST_NUMBER, MOST_NUMBER),
        on=st.sampled_from(["TN", "dice"]),
        label=LABELS,
    )


def _valid(test: Any) -> bool:
    return (
        not rules.too_many_dice(test)
        and not rules.too_high(test)
        and not rules.refused_target(test)
        and len(ALMOND.write(test)) <= 200
    )
