"""How much work something takes, told in calls of functions: the same on a slow or busy machine, as time is not."""

import sys
from collections.abc import Callable


def calls(action: Callable[[], object]) -> int:
    """How many functions `action` calls, whether they are written in Python or in C.

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
