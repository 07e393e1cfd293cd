"""An account of an evening: who rolled how often, how lucky that was, which points it moved, and what was least likely.

Luck is exact: the numbers that rolls came to are added up, and so are their distributions. A roll counts as the dice
fell, before anything was bought for it; so nobody is lucky by spending.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, Inexact, localcontext
from functools import lru_cache
from itertools import accumulate
from math import gcd
from typing import Any

from pyrules.campaign.events import GAME_ROLL, PAUSE, Adjusted, Change, Recorded, Rolled, time_of
from pyrules.campaign.games import read_roll
from pyrules.campaign.ledger import Entry
from pyrules.campaign.limits import PERSONAL, counter_named
from pyrules.campaign.rolls import outcome_facts, test_of
from pyrules.campaign.state import State
from pyrules.core.budget import TooMuchWork, budget, spend
from pyrules.core.dist import Weights, total
from pyrules.core.engine import chances_of
from pyrules.core.errors import RulesError
from pyrules.core.odds import Distribution, Luck
from pyrules.core.ratio import Ratio
from pyrules.core.system import System, cached_by_system
from pyrules.systems import BY_ID

SECONDS = 0.25
"""The most seconds that all luck of an evening may take, by the estimate."""

LEAST = 3
"""The number of results that are shown as the least likely."""

Who = tuple[str, str]
"""A person by their system and name, or "" for what nobody in particular has rolled."""


@dataclass(frozen=True, slots=True)
class Result:
    """A roll as its dice fell, and how good that was.

    `luck` is None where nothing was left to chance, or is undecided. `rows` is the distribution of the number that
    decides, by its `name`, and `number` what was rolled; None where that cannot be added up.
    """

    line: str
    event: Rolled
    luck: Luck | None
    name: str = ""
    number: int = 0
    rows: Distribution | None = None

    @property
    def chance(self) -> float:
        """The chance of a result as far from the middle, on its side."""
        return min(self.luck.at_least.value, self.luck.at_most.value) if self.luck else 1.0


@dataclass(frozen=True, slots=True)
class Points:
    """The times that a counter went up and down, by rolls and by hand, as far as the rules and people said so."""

    counter: str
    won: int
    spent: int


@dataclass(frozen=True, slots=True)
class Share:
    """The share of a person in an evening.

    Of the `rolls`, the numbers of `added` came to `number`, and to `mean` on average; `name` is what was counted, ""
    where that differs. `luck` is that of the whole; None where there is none, or `problem` says why.
    """

    who: Who
    rolls: int
    added: int
    name: str
    number: int
    mean: float
    luck: Luck | None
    problem: str
    points: tuple[Points, ...]


@dataclass(frozen=True, slots=True)
class Evening:
    """When an evening began and ended, in milliseconds since 1970, each one's share, and the least likely results.

    Of games that a person has made, `own` tells by game and name how many rolls there were, and how many of them good.
    """

    began: int
    ended: int
    shares: tuple[Share, ...]
    least: tuple[Result, ...]
    own: tuple[tuple[str, str, int, int], ...] = ()


def evening(state: State, is_open: Callable[[Rolled], bool]) -> Evening | None:
    """The last evening of a log, as far as rolls are open to the reader; None where nothing was rolled in it.

    Undone lines do not count.
    """
    lines = last_evening(state.entries)
    results: dict[Who, list[Result]] = {}
    points: dict[Who, Counter[tuple[str, bool]]] = {}
    own: dict[tuple[str, str], list[bool | None]] = {}
    told: set[tuple[str, str]] = set()
    with budget(SECONDS):
        for entry in lines:
            event = entry.event
            if entry.is_struck or (isinstance(event, Rolled) and not is_open(event)):
                continue
            for who, change in changes(state, entry):
                points.setdefault(who, Counter())[change.counter, change.delta > 0] += abs(change.delta)
            if isinstance(event, Rolled):
                who = who_now(state, entry, event.who)
                results.setdefault(who, []).append(result(state, entry))
            elif isinstance(event, Recorded) and event.subject == GAME_ROLL and event.facts:
                roll = read_roll(event.name, event.facts)
                if roll.line and (roll.game, roll.line) in told:  # what was bought for it later
                    continue
                told.add((roll.game, roll.line))
                own.setdefault((roll.game, roll.who), []).append(roll.good)
        if not (results or own):
            return None
        people = sorted({*results, *points}, key=lambda who: (not who[1], who[1].casefold(), who[0]))
        shares = tuple(share(who, results.get(who, ()), points.get(who, Counter())) for who in people)
    likely = sorted((one for found in results.values() for one in found if one.luck), key=lambda one: one.chance)
    others = tuple((*whose, len(good), good.count(True)) for whose, good in sorted(own.items()))
    return Evening(time_of(lines[0].event), time_of(lines[-1].event), shares, tuple(likely[:LEAST]), others)


def last_evening(entries: Sequence[Entry]) -> Sequence[Entry]:
    """The lines since the last pause."""
    for place in range(len(entries) - 1, 0, -1):
        if time_of(entries[place].event) - time_of(entries[place - 1].event) > PAUSE:
            return entries[place:]
    return entries


def who_now(state: State, entry: Entry, who: str) -> Who:
    """A person whom a line names, as they are called now."""
    system = entry.event.system
    return system, state.current_name(system, who, entry.id) if who else ""


def changes(state: State, entry: Entry) -> Iterator[tuple[Who, Change]]:
    """The changes of counters that a person has, by a line that counts."""
    event = entry.event
    if isinstance(event, Adjusted):
        effects: Iterable[Change] = (Change(event.counter, event.delta, "", event.who),)
    else:
        effects = event.effects if isinstance(event, Rolled) else ()
    for change in effects:
        if change.delta and change.who and counter_named(BY_ID[event.system], change.counter).each in PERSONAL:
            yield who_now(state, entry, change.who), change


def result(state: State, entry: Entry) -> Result:
    """The roll of a line as its dice fell, with its luck as far as that can be told in time.

    None is told where it comes to something else by now than the log has.
    """
    event = as_it_fell(state, entry)
    system, test = BY_ID[event.system], test_of(event)
    try:
        if test is None:
            return Result(entry.id, event, None)
        script = tuple(tuple(die.faces for die in pool) for pool in event.dice)
        roll = system.replay(test, script, event.picks)
        outcome = system.outcome_of(test, roll)
        if event.outcome and dict(outcome_facts(system, test, roll, outcome)) != dict(event.outcome):
            return Result(entry.id, event, None)
        found, luck = deciding(system, test), luck_of(system, test, outcome)
    except RulesError:  # a file may bring what the rules refuse, and some odds take too long
        return Result(entry.id, event, None)
    number = getattr(outcome, found[0], None) if found else None
    if luck is None or found is None or type(number) is not int:
        return Result(entry.id, event, luck)
    return Result(entry.id, event, luck, found[0], number, found[1])


@cached_by_system(512)
def deciding(system: System[Any], test: Any) -> tuple[str, Distribution] | None:
    """The number that decides a test, by its name, with its distribution; None where that cannot be added up.

    Kept for the whole of an evening.
    """
    chances = chances_of(system)
    if chances.deciding:
        return chances.deciding(test)
    odds = chances.odds(test)
    name = odds.goal.name if odds.goal else ""
    rows = odds.distributions.get(name)
    return (name, rows) if rows and all(type(row) is int for row in rows) else None


@cached_by_system(2048)
def luck_of(system: System[Any], test: Any, outcome: Any) -> Luck | None:
    """The luck of an outcome, kept as well."""
    return chances_of(system).luck(test, outcome)


def as_it_fell(state: State, entry: Entry) -> Rolled:
    """The roll of a line in its first state in which nothing more was to be thrown, before anything was bought."""
    first = state.event(entry.id)
    if entry.id not in state.ledger.later and isinstance(first, Rolled):
        return first
    steps = [one for one in (first, *state.revisions(entry.id)) if isinstance(one, Rolled)]
    return next((one for one in steps if not one.waits), steps[-1])


def share(who: Who, results: Sequence[Result], points: Counter[tuple[str, bool]]) -> Share:
    """The share of a person in an evening."""
    added = [one for one in results if one.rows]
    names = {one.name for one in added}
    luck, problem = None, ""
    try:
        luck = together(added) if added else None
    except TooMuchWork as error:
        problem = error.plain_words
    counters = dict.fromkeys(counter for counter, _ in points)
    return Share(
        who,
        len(results),
        len(added),
        names.pop() if len(names) == 1 else "",
        sum(one.number for one in added),
        sum(mean(one.rows) for one in added if one.rows),
        luck,
        problem,
        tuple(Points(name, points[name, True], points[name, False]) for name in counters),
    )


def together(results: Sequence[Result]) -> Luck:
    """The chances of a total at least as high as that of some results, and of one at most as high.

    Raises `TooMuchWork` for more than can be added up in time.
    """
    runs: list[Weights] = []
    reached = 0
    for one in results:
        if one.rows:
            weights, low = as_run(one.rows)
            runs.append(weights)
            reached += one.number - low
    highest, bits = (sum(each) for each in zip(*((len(run) - 1, sum(run).bit_length()) for run in runs), strict=True))
    spend((highest * bits / A_SECOND) ** 1.585, f"the total of {len(runs)} rolls", "only their mean is told")
    with localcontext(EXACT):
        ours, theirs = in_halves(runs)
        above = [*accumulate(reversed(theirs))][::-1]  # of each of their numbers, the weight of it and of all above
        at_least = equal = Decimal()
        for number, weight in enumerate(ours):
            needed = reached - number
            at_least += weight * (above[max(0, needed)] if needed < len(above) else 0)
            equal += weight * (theirs[needed] if 0 <= needed < len(theirs) else 0)
        ways = sum(ours) * above[0]
        at_most = ways - at_least + equal
    return Luck(Ratio(int(at_least), int(ways)), Ratio(int(at_most), int(ways)))


A_SECOND = 20_000_000
"""The bits of all weights of a total that takes about a second."""

NONE = "1", 1
"""No value at all, as digits."""

FEW = 8
"""The number of values that are added up at once."""


EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])
"""Decimals of any length: of numbers so large, Python multiplies these several times as fast as integers."""


def in_halves(runs: Sequence[Weights]) -> Iterator[list[Decimal]]:
    """The sums of two halves of independent values; of equal ones each has one, and all these are added up once."""
    counted = sorted(Counter(runs).items())
    both = in_digits([run for run, times in counted for _ in range(times // 2)])
    left = [run for run, times in counted if times % 2]
    ours = len(left) // 2 if 4 * len(left) > len(runs) else 0
    for more in (left[:ours], left[ours:]):
        digits, width = product(both, in_digits(more))
        yield [Decimal(digits[end - width : end]) for end in range(len(digits), 0, -width)]


Digits = tuple[str, int]
"""Weights as decimal digits, the last weight first, and how many each has."""


def in_digits(runs: Sequence[Weights]) -> Digits:
    """The sum of independent values. Large numbers are multiplied fastest when they are of one size."""
    if len(runs) <= FEW:
        weights = total(runs)
        width = len(str(Decimal(sum(weights))))
        return "".join([str(Decimal(weight)).zfill(width) for weight in reversed(weights)]), width
    half = len(runs) // 2
    return product(in_digits(runs[:half]), in_digits(runs[half:]))


def product(one: Digits, other: Digits) -> Digits:
    """The sum of two independent values."""
    halves = one, other
    if NONE in halves:
        return one if other == NONE else other
    width = sum(each for _, each in halves)
    values = sum(len(digits) // each for digits, each in halves) - 1
    found = EXACT.multiply(*(Decimal(widen_digits(digits, each, width)) for digits, each in halves))
    return str(found).zfill(values * width), width


def widen_digits(digits: str, width: int, to: int) -> str:
    """The digits with more of them for each weight.

    >>> widen_digits("0712", 2, 3)
    '007012'
    """
    return "".join([digits[place : place + width].zfill(to) for place in range(0, len(digits), width)])


@lru_cache(512)
def mean(rows: Distribution) -> float:
    """The mean of a distribution of numbers."""
    return float(rows.mean().value)


@lru_cache(512)
def as_run(rows: Distribution) -> tuple[Weights, int]:
    """A distribution of numbers as a run of weights from its lowest number on, in lowest terms."""
    weights = {int(row): weight for row, weight in rows.rows}
    low, high, common = min(weights), max(weights), gcd(*weights.values())
    return tuple(weights.get(number, 0) // common for number in range(low, high + 1)), low
