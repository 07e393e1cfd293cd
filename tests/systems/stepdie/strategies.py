"""Valid Step Die tests over the whole space, house rules included."""

from hypothesis import strategies as st

from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import MOST_NUMBER
from pyrules.systems.stepdie.model import Settings, Test
from pyrules.systems.stepdie.rulings import MOST_IP

IP = st.integers(0, 12) | st.integers(0, MOST_IP)
BONUS = st.integers(0, 2)


def tests_of() -> st.SearchStrategy[Test]:
    """A valid test, small pools and Difficulties more often than large ones."""
    return st.builds(
        Test,
        points=st.integers(1, 8) | st.integers(1, MOST_DICE - 6),
        step=st.sampled_from([6, 8, 10, 12]),
        difficulty=st.integers(1, 8) | st.integers(1, MOST_NUMBER),
        stat=st.sampled_from(["", "", "Agility", "Strong Will", "ÉLAN"]),
        trait=BONUS,
        gear=BONUS,
        situation=BONUS,
        ip=st.none() | IP,
        settings=st.builds(
            Settings,
            hit=st.sampled_from(["five_or_six", "five_or_more"]),
            awards=st.sampled_from(["after_spending", "before_spending", "every_roll"]),
            player_ip_start=IP,
            player_ip_most=IP,
            gm_ip_start=IP,
            gm_ip_most=IP,
        ),
    )
