"""A time budget for exact odds, estimated before the work, never measured."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from pyrules.core.errors import RulesError

SECONDS = 0.22
"""The estimated seconds of one panel of the page: the odds, all what-ifs, the smallest pool, or the advice.

It may be 0.3 seconds in a browser, and some take a third longer than estimated.
"""


MINUTE = 60


class TooMuchWork(RulesError):
    """Exact odds that would keep people waiting; the message says what to lower."""


@dataclass(slots=True)
class Budget:
    """The seconds that odds may take, and those that are left."""

    seconds: float
    left: float


_budget: ContextVar[Budget | None] = ContextVar("budget", default=None)


@contextmanager
def budget(seconds: float = SECONDS) -> Iterator[None]:
    """Have all odds that are asked for inside take at most n seconds together; outside, each has its own.

    The seconds are estimated beforehand, not measured, so that a fast machine is told the same odds as a slow one. What
    is still known from an earlier question takes none, so after some questions more is told than at the first.
    """
    token = _budget.set(Budget(seconds, seconds))
    try:
        yield
    finally:
        _budget.reset(token)


@contextmanager
def shared_budget() -> Iterator[None]:
    """Have all that is asked for inside share one budget: that of the caller, where there is one."""
    if _budget.get():
        yield
    else:
        with budget():
            yield


def seconds_left() -> float:
    """The seconds that odds may still take."""
    return (_budget.get() or Budget(SECONDS, SECONDS)).left


def spend(seconds: float, on: str, instead: str) -> None:
    """Count what takes n seconds; raises `TooMuchWork` when they are not left, with what to do instead.

    >>> spend(60, "it", "roll less")
    Traceback (most recent call last):
        ...
    pyrules.core.budget.TooMuchWork: exact odds of it would take about 60 s; at most 0.22 s are spent, so roll less
    """
    check(seconds, on, instead)
    if now := _budget.get():
        now.left -= seconds


def check(seconds: float, on: str, instead: str) -> None:
    """Raise `TooMuchWork` where n seconds are not left, with all that it would take and what to do instead."""
    now = _budget.get() or Budget(SECONDS, SECONDS)
    if seconds > now.left:
        whole = now.seconds - now.left + seconds
        long = f"about {whole:.2g} s" if whole <= MINUTE else "more than a minute"
        raise TooMuchWork(f"exact odds of {on} would take {long}; at most {now.seconds:.2g} s are spent, so {instead}")
