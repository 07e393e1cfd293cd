"""How long exact odds may take, reckoned beforehand."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from pyrules.core.errors import RulesError

SECONDS = 0.22
"""What one panel of the page may take as reckoned: the odds, all what-ifs, the smallest pool, or the advice.

It may be 0.3 seconds in a browser, and some take a third longer than reckoned.
"""


class TooMuchWork(RulesError):
    """Exact odds that would keep people waiting; the message says what to lower."""


@dataclass(slots=True)
class Patience:
    """How many seconds odds may take, and how many of them are left."""

    seconds: float
    left: float


_patience: ContextVar[Patience | None] = ContextVar("patience", default=None)


@contextmanager
def patience(seconds: float = SECONDS) -> Iterator[None]:
    """Have all odds that are asked for inside take at most so many seconds together; outside, each has its own.

    The seconds are reckoned beforehand, not measured, so that a fast machine is told the same odds as a slow one. What
    is still known from an earlier question takes none, so after some questions more is told than at the first.
    """
    token = _patience.set(Patience(seconds, seconds))
    try:
        yield
    finally:
        _patience.reset(token)


@contextmanager
def shared_patience() -> Iterator[None]:
    """Have all that is asked for inside share one patience: that of the caller, where there is one."""
    if _patience.get():
        yield
    else:
        with patience():
            yield


def seconds_left() -> float:
    """How many seconds odds may still take."""
    return (_patience.get() or Patience(SECONDS, SECONDS)).left


def spend(seconds: float, on: str, instead: str) -> None:
    """Count what takes so many seconds; raises `TooMuchWork` when they are not left, with what to do instead.

    >>> spend(60, "it", "roll less")
    Traceback (most recent call last):
        ...
    pyrules.core.patience.TooMuchWork: exact odds of it would take about 60 s; at most 0.22 s are spent, so roll less
    """
    now = _patience.get() or Patience(SECONDS, SECONDS)
    if seconds > now.left:
        raise TooMuchWork(
            f"exact odds of {on} would take about {seconds:.2g} s; at most {now.seconds:.2g} s are spent, so {instead}"
        )
    now.left -= seconds
