"""Work measured in calls of functions: the same on a slow or busy machine, as time is not."""

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import ParamSpec

from pyrules.core.budget import TooMuchWork

P = ParamSpec("P")


def calls(action: Callable[[], object]) -> int:
    """The number of functions that `action` calls, written in Python or in C.

    >>> calls(lambda: [abs(number) for number in range(1000)]) // 1000
    1
    """
    made = 0

    def count(_: object, event: str, __: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        action()
    finally:
        sys.setprofile(before)
    return made


def unless_refused(test: Callable[P, None]) -> Callable[P, None]:
    """A test of odds that is over where they are refused, since they would take too long.

    What is known by then decides whether they are told just in time, so the same example may be refused once and not
    the next time. Hypothesis takes that for chance, and fails, if a refused example counts as none (`assume`).
    """

    @wraps(test)
    def ending(*args: P.args, **kwargs: P.kwargs) -> None:
        with suppress(TooMuchWork):
            test(*args, **kwargs)

    return ending
