"""Numbers that last, what a roll costs of them and what it brings: `costs(2 @ stress)`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pyrules.author.expressions import AuthorError, Value, evaluate, is_value
from pyrules.author.names import Named
from pyrules.core.english import one_of
from pyrules.core.system import Counter


class Lasting(Named, Value):
    """A number that lasts from roll to roll: points that are spent or, where it `fills`, a track that is filled.

    As a value it is how much whoever rolls has of it, which the form says.
    """

    start: int = 0
    low: int = 0
    high: int | None = None
    each: str = "campaign"
    per_player: bool = False
    fills: bool = False
    was: str = ""

    @property
    def key(self) -> str:
        """Its name."""
        return self.name

    def __rmatmul__(self, number: Any) -> Amount:
        if isinstance(number, int) or is_value(number):
            return Amount(number, self)
        raise AuthorError(f"{number!r} is no number of {self.title}; write a whole number, as in 2 @ it")

    __matmul__ = __rmatmul__

    found_later = frozenset({"field"})
    field: Any = None
    """The field of the form that says how much of it there is, where a value asks for that."""

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
        """True if an amount can be paid by whoever has `held`; nothing always can."""
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
    """An amount of a number that lasts."""

    number: Any
    of: Lasting

    def at(self, names: Mapping[Any, Any]) -> Amount:
        """The amount by what is known."""
        return Amount(int(evaluate(self.number, names)), self.of)

    def __str__(self) -> str:
        return f"{self.number.spoken_name if is_value(self.number) else self.number} {self.of.title}"


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a number that lasts."""

    of: Lasting
    delta: Any

    def at(self, names: Mapping[Any, Any]) -> Change:
        """The change by what is known."""
        return Change(self.of, int(evaluate(self.delta, names)))


def price(of: str, costs: Any) -> Amount | None:
    """The cost of something; raises `AuthorError` for an amount of nothing."""
    if costs is None or isinstance(costs, Amount):
        return costs
    what = (
        f"{costs.spoken_name} of nothing"
        if is_value(costs)
        else "what a function says"
        if callable(costs)
        else f"{costs!r} of nothing"
    )
    raise AuthorError(f"{of} costs {what}; write how much of which counter, as in 2 @ stress")


EACH = ("campaign", "player", "person", "challenge", "test")
"""Who may have their own of a number that lasts."""


def counter(title: str, low: int = 0, high: int | None = None, *, start: int | None = None, **more: Any) -> Lasting:
    """Points that are held and spent; `each` says who has their own: "campaign", "player" or "person".

    It starts at `start`, or full where it has a `high`, and goes from `low` to `high`. With `was="luck"` it goes on
    with what an earlier text counted as `luck`.
    """
    if (each := more.get("each", "campaign")) not in EACH:
        raise AuthorError(f"{title} is of each {each!r}, which nobody is; use {one_of(list(EACH))}")
    begins = (low if high is None else high) if start is None else start
    return Lasting(title=title, low=low, high=high, start=begins, **more)


def track(title: str, high: int | None = None, *, start: int = 0, **more: Any) -> Lasting:
    """A track that costs fill, from 0 up to `high`: Stress, Harm, a clock; otherwise as `counter`."""
    return counter(title, 0, high, start=start, fills=True, **more)


def costs(amount: Amount) -> Change:
    """The change that pays so much: points are spent, a track is filled."""
    if not isinstance(amount, Amount):
        what = amount.spoken_name if is_value(amount) else repr(amount)
        raise AuthorError(f"{what} is no amount of a counter; write how much of which, as in 1 @ stress")
    return Change(amount.of, amount.number if amount.of.fills else -amount.number)


def gains(amount: Amount) -> Change:
    """The change that gives so much: points are won, a track is cleared."""
    change = costs(amount)
    return Change(change.of, -change.delta)


clears = gains
"""The same as `gains`, as one says it of a track."""


def fills(amount: Amount) -> Change:
    """The change that fills so much of a track, such as a clock; raises `AuthorError` for points that are spent."""
    change = costs(amount)
    if not amount.of.fills:
        raise AuthorError(f"{amount.of.title} is a counter, and only a track is filled; write gains(...) or costs(...)")
    return change


def changes(found: Any) -> Iterator[Change]:
    """The changes that a file states: none, one or several."""
    if isinstance(found, Change):
        yield found
    elif isinstance(found, Amount):
        raise AuthorError(f"{found} is an amount; say whether it costs(...) or gains(...) that")
    elif found is not None:
        try:
            for one in found:
                yield from changes(one)
        except TypeError:
            raise AuthorError(
                f"{found!r} is no change of a counter; use costs(...), gains(...) or clears(...)"
            ) from None
