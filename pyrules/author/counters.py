"""Numbers that last, what a roll costs of them and what it brings: `costs(2 @ stress)`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pyrules.author.names import AuthorError, Named
from pyrules.core.system import Counter


class Lasting(Named):
    """A number that lasts from roll to roll: points that are spent or, where it `fills`, a track that is filled."""

    start: int = 0
    low: int = 0
    high: int | None = None
    each: str = "campaign"
    per_player: bool = False
    fills: bool = False
    was: str = ""

    def __rmatmul__(self, number: int) -> Amount:
        return Amount(number, self)

    __matmul__ = __rmatmul__

    @property
    def counter(self) -> Counter:
        """The counter of the campaign."""
        return Counter(
            self.name,
            self.title,
            self.start,
            self.low,
            self.high,
            each=self.each,
            per_player=self.per_player,
            was=self.was,
        )

    def pays(self, held: int, cost: int) -> bool:
        """Whether so much can be paid by whoever has so many; nothing always can."""
        if self.fills:
            return not cost or self.high is None or held + cost <= self.high
        return not cost or held - cost >= self.low

    def short(self, held: int, cost: int) -> str:
        """Why so much cannot be paid; "" when it can."""
        if self.pays(held, cost):
            return ""
        have = f"{held} of {self.high} are filled" if self.fills else f"{held} are left"
        return f"costs {cost} {self.title}, and {have}"


@dataclass(frozen=True, slots=True)
class Amount:
    """So many of a number that lasts."""

    number: int
    of: Lasting


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a number that lasts."""

    of: Lasting
    delta: int


def price(of: str, costs: Any) -> Amount | None:
    """What something costs; raises `AuthorError` where that is so much of nothing."""
    if costs is None or isinstance(costs, Amount):
        return costs
    raise AuthorError(f"{of} costs {costs} of nothing; write how much of which counter, as in 2 @ stress")


def counter(title: str, low: int = 0, high: int | None = None, *, start: int | None = None, **more: Any) -> Lasting:
    """Points that are held and spent; `each` says who has their own: "campaign", "player" or "person".

    It starts at `start`, or full where it has a `high`, and goes from `low` to `high`. With `was="luck"` it goes on
    with what an earlier text counted as `luck`.
    """
    begins = (low if high is None else high) if start is None else start
    return Lasting(title=title, low=low, high=high, start=begins, **more)


def track(title: str, high: int | None = None, *, start: int = 0, **more: Any) -> Lasting:
    """A track that costs fill, from 0 up to `high`: Stress, Harm, a clock; otherwise as `counter`."""
    return Lasting(title=title, high=high, start=start, fills=True, **more)


def costs(amount: Amount) -> Change:
    """The change that pays so much: points are spent, a track is filled."""
    return Change(amount.of, amount.number if amount.of.fills else -amount.number)


def gains(amount: Amount) -> Change:
    """The change that gives so much: points are won, a track is cleared."""
    return Change(amount.of, -costs(amount).delta)


clears = gains
"""The same as `gains`, as one says it of a track."""


def changes(found: Any) -> Iterator[Change]:
    """The changes that a file states: none, one or several."""
    if isinstance(found, Change):
        yield found
    elif found is not None:
        try:
            for one in found:
                yield from changes(one)
        except TypeError:
            raise AuthorError(
                f"{found!r} is no change of a counter; use costs(...), gains(...) or clears(...)"
            ) from None
