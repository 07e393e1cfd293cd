"""The reader's choices of what to see of the odds."""

from dataclasses import dataclass
from typing import Any

MODES = ("exactly", "at least", "at most")


@dataclass(frozen=True, slots=True)
class Question:
    """The question that the reader has on the Odds tab.

    `distribution` is the name of one ("" for the first), `mode` how its rows are counted (one of `MODES`), `wanted`
    the chance in percent that the smallest pool is asked for. The odds of the test `at_length` are worked out even
    where that takes seconds.
    """

    distribution: str = ""
    mode: str = MODES[0]
    wanted: int = 80
    at_length: Any = None
