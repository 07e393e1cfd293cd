"""Where a campaign's counters start, and the bounds that its rules set them."""

from dataclasses import dataclass
from typing import Any

from pyrules.campaign.events import CLOCK, ROUND, Count, HouseRules
from pyrules.campaign.notations import upgrade_settings
from pyrules.campaign.reading import Unreadable
from pyrules.core.english import one_of
from pyrules.core.errors import FormError, quote_value
from pyrules.core.rulebook import read_settings
from pyrules.core.system import Counter, System, cached_by_system
from pyrules.systems import BY_ID, comes_with_pyrules

PERSONAL = ("player", "person")
"""Whose a counter is that everyone has of their own: a player's alone, or a foe's too."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a counter starts (for each player with `per_player`), and how far it goes (None: without bound).

    `full` is a number that counts as full, though the counter goes beyond it.
    """

    start: int
    low: int | None
    high: int | None
    full: int | None = None
    per_player: bool = False

    def begin(self, players: int) -> int:
        """The value to start from with a number of players; without any named, there is one."""
        start = self.start * max(1, players) if self.per_player else self.start
        return self.after(start, 0)

    def after(self, value: int, delta: int) -> int:
        """The value after a change: what goes beyond a bound is lost.

        >>> Limits(2, 0, 5).after(4, 3), Limits(0, 0, None).after(1, -2)
        (5, 0)
        """
        value += delta
        if self.low is not None and value < self.low:
            return self.low
        return self.high if self.high is not None and value > self.high else value


def system_named(name: object) -> System[Any]:
    """The system with an id, letter by letter; raises `RulesError` when there is none."""
    try:
        return BY_ID[name if isinstance(name, str) else ""]
    except KeyError:
        found, use = quote_value(name), f"use {one_of(list(BY_ID))}"
        raise Unreadable("system", f"{found} is not one; {use}", f"{found} is not a system; {use}") from None


def counter_named(system: System[Any], name: object) -> Counter:
    """A system's counter by its id, or by what it was called before; clock and rounds are among them.

    One that a text of a person's own had once, and has no more, is counted without bounds. Raises `RulesError` for any
    other that there is not.
    """
    usual = (Counter(CLOCK, "Clock"), Counter(ROUND, "Round", start=1, low=1))
    counters = {counter.was: counter for counter in system.counters if counter.was}
    counters |= {counter.id: counter for counter in (*usual, *system.counters)}
    if isinstance(name, str) and name in counters:
        return counters[name]
    if isinstance(name, str) and not comes_with_pyrules(system):
        return Counter(name, name.replace("_", " ").capitalize(), low=None)
    raise Unreadable("counter", f"{quote_value(name)} is not one of {system.title}'s; use {one_of(list(counters))}")


def settings_of_record(system: System[Any], given: HouseRules) -> dict[str, str | int]:
    """Every house rule's value under those of a record.

    Where a text of a person's own has no such rule or value any more, its usual one holds; else `FormError` is raised.
    """
    if comes_with_pyrules(system):
        return read_settings(system.settings, upgrade_settings(system, dict(given)))
    values: dict[str, str | int] = {}
    for setting in system.settings:
        try:
            values |= read_settings((setting,), {name: value for name, value in given if name == setting.name})
        except FormError:
            values[setting.name] = setting.default
    return values


def personal_counters(system: str) -> set[Count]:
    """The counters of a system that everyone has of their own."""
    return {(system, counter.id) for counter in system_named(system).counters if counter.each in PERSONAL}


def bounded_by(counter: Count) -> tuple[str, str] | None:
    """The subject and the fact that bound a counter, where something written down does."""
    system, name = counter
    return _counter(system_named(system), name).bounded_by


@cached_by_system(1024)
def _counter(system: System[Any], name: str) -> Counter:
    return counter_named(system, name)


def limits(system: str, counter: str, settings: HouseRules) -> Limits:
    """The limits of a counter under some house rules.

    Raises `RulesError` for a system, a counter or a setting that there is not.

    >>> limits(next(iter(BY_ID)), CLOCK, ())
    Limits(start=0, low=0, high=None, full=None, per_player=False)
    """
    return limits_in(system_named(system), counter, settings)


@cached_by_system(4096)
def limits_in(system: System[Any], counter: str, settings: HouseRules) -> Limits:
    """The limits of a counter of a system, which may be one that is not registered."""
    declared = counter_named(system, counter)
    values = settings_of_record(system, settings)

    def number(given: int | str) -> int:
        return int(values[given]) if isinstance(given, str) else given

    def bound_of(given: int | str | None) -> int | None:
        return None if given is None else number(given)

    return Limits(
        number(declared.start),
        bound_of(declared.low),
        bound_of(declared.high),
        bound_of(declared.full),
        declared.per_player,
    )
