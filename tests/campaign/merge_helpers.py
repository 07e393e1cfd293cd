"""Helpers of the tests of the merge, which other tests use too."""

from hypothesis import strategies as st

from pyrules.campaign.events import Event, Undone
from tests.campaign.some_logs import roll


@st.composite
def campaigns(draw: st.DrawFn) -> tuple[list[Event], list[Event]]:
    """A log that was copied, and went on in both places."""
    log: list[Event] = [
        roll(f"r{n}", ("gm_ip", draw(st.integers(-3, 3))), at=draw(st.integers(0, 9)))
        for n in range(draw(st.integers(1, 4)))
    ]
    sides = (list(log), list(log))
    for side, grown in zip("ab", sides, strict=True):
        for n in range(draw(st.integers(0, 5))):
            target = draw(st.sampled_from(grown)).id
            at = draw(st.integers(0, 9))
            further: list[Event] = [Undone(f"{side}{n}", at, target), roll(f"{side}{n}", ("gm_ip", 1), at=at)]
            grown.append(draw(st.sampled_from(further)))
    return sides
