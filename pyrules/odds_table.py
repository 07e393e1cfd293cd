"""The odds as a table for people: bars, percentages and exact fractions."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from pyrules.core.budget import TooMuchWork
from pyrules.core.engine import chances_of
from pyrules.core.english import noun
from pyrules.core.odds import Advice, Chances, Distribution, Odds, smallest_pool, what_ifs
from pyrules.core.ratio import Ratio
from pyrules.core.roll import Roll
from pyrules.core.system import System
from pyrules.report import changed_rules

NAME, BAR = 10, 24
MOST_EXACT = 48
RARE = Ratio(1, 1000)
"""Rows at either end that are together rarer than this are told as one."""
WANTED = (50, 80, 95)
EIGHTHS = " ▏▎▍▌▋▊▉"


def best_play_table(system: System[Any], test: Any, odds: Odds, costs: Mapping[str, Ratio]) -> str:
    """The events with the best choices after the roll, and what these spend on average."""
    titles = {counter.id: counter.title for counter in system.counters}
    spent = [f"  {titles[counter]}: {mean.value:.3f}  {_exact(mean)}" for counter, mean in costs.items()]
    sections = [
        [f"{system.title}: {system.write(test)}", *changed_rules(system, test)],
        ["with the best choices after the roll", *_rows(odds.events, 1)],
        ["spent on average", *spent] if spent else [],
    ]
    return "\n\n".join("\n".join(lines) for lines in sections if lines)


def odds_table(system: System[Any], test: Any, roll: Roll | None = None) -> str:
    """All that is known before a roll: events, distributions and what-ifs; with a roll, the advice and the luck too."""
    chances = chances_of(system)
    odds = chances.odds(test)
    sections = [
        [
            f"{system.title}: {system.write(test)}",
            *changed_rules(system, test),
            *([odds.forecast] if odds.forecast else []),
        ],
        list(_rows(odds.events, 1)),
        [f"left out, as it would take too long to compute: {', '.join(odds.left_out)}"] if odds.left_out else [],
        *(_distribution(name, rows, odds) for name, rows in odds.distributions.items()),
        _mean_lines(odds),
        _what_ifs(chances, test, odds),
    ]
    if roll is not None:
        sections += [advice_lines(chances.advice(test, roll), odds.main, system), _luck(system, test, roll)]
    return "\n\n".join("\n".join(lines) for lines in sections if lines)


def _rows(chances: Mapping[str, Ratio], most: float) -> Iterator[str]:
    width = max(NAME, *map(len, chances))
    for name, chance in chances.items():
        yield f"  {name:>{width}}  {percent(chance):>10}  {bar(chance.value / most)}  {_exact(chance)}".rstrip()


def _exact(chance: Ratio) -> str:
    """The fraction, or how long it is where it would fill the screen."""
    digits = chance.length
    return chance.exact if digits < MOST_EXACT else f"a fraction of {digits} digits (shown by --json)"


def bar(part: float) -> str:
    """A bar for a part of the whole, in eighths of a character.

    >>> bar(0.51).strip()
    '████████████▎'
    """
    full, eighths = divmod(round(part * BAR * 8), 8)
    return f"{'█' * full}{EIGHTHS[eighths] if eighths else ''}".ljust(BAR)


def percent(chance: Ratio) -> str:
    """A chance in percent, never rounded to certain or impossible when it is not.

    >>> percent(Ratio(1, 3)), percent(Ratio(1, 10**9)), percent(Ratio(10**9 - 1, 10**9)), percent(Ratio(1, 1))
    ('33.33 %', '1e-07 %', '>99.99 %', '100 %')
    """
    value = chance.value
    if chance.weight in (0, chance.ways):
        return f"{value:.0%}".replace("%", " %")
    if value < 0.0001:
        return f"{100 * value:.1g} %" if value else "<1e-300 %"
    return ">99.99 %" if value > 0.9999 else f"{100 * value:.2f} %"


def _distribution(name: str, distribution: Distribution, odds: Odds) -> list[str]:
    mean = f", mean {odds.means[name].value:.3f}" if name in odds.means else ""
    folded = dict(_fold_rare(distribution))
    return [f"{name}{mean}", *_rows(folded, max(chance.value for chance in folded.values()))]


def _mean_lines(odds: Odds) -> list[str]:
    """The means of what has no distribution of its own."""
    means = [(name, mean) for name, mean in odds.means.items() if name not in odds.distributions]
    lines = [f"  {name:>14}  {mean.value:8.3f}  {_exact(mean)}" for name, mean in means]
    return ["mean of", *lines] if lines else []


def _fold_rare(distribution: Distribution) -> Iterator[tuple[str, Ratio]]:
    """The rows, with those at either end that are together hardly ever met told as one."""
    rows, rare = distribution.rows, distribution.total * RARE.weight // RARE.ways
    first = bisect_left(list(accumulate(weight for _, weight in rows)), rare)
    last = len(rows) - bisect_left(list(accumulate(weight for _, weight in reversed(rows))), rare)
    for part in (rows[:first], *((row,) for row in rows[first:last]), rows[last:]):
        if part:
            name = str(part[0][0]) if len(part) == 1 else f"{part[0][0]} to {part[-1][0]}"
            yield name, Ratio(sum(weight for _, weight in part), distribution.total)


def variant_line(label: str, chance: Ratio, change: Ratio) -> str:
    """The changes, the chance then, and how much that is more or less."""
    return f"  {label:<24}  {percent(chance):>10}  {100 * change.value:+.2f}"


def _what_ifs(chances: Chances[Any], test: Any, odds: Odds) -> list[str]:
    lines = [variant_line(one.label, one.chance, one.change) for one in what_ifs(chances, test)]
    if not chances.sizes(test):
        return [f"{odds.main} with", *lines] if lines else []
    between = "; " if chances.pool_called(test) else ", "
    pools = between.join(f"{wanted} %: {_pool(chances, test, Ratio(wanted, 100))}" for wanted in WANTED)
    return [f"{odds.main} with", *lines, f"dice for {pools}"]


def _pool(chances: Chances[Any], test: Any, wanted: Ratio) -> str:
    try:
        dice = smallest_pool(chances, test, wanted)
    except TooMuchWork:
        return "would take too long to compute"
    if dice is None:
        return "no pool"
    return chances.pool_called(chances.with_dice(test, dice)) or str(dice)


def advice_lines(advice: Sequence[Advice], main: str, system: System[Any]) -> list[str]:
    """The options from here with their chances, two lines each."""
    titles = {counter.id: counter.title for counter in system.counters}
    return [f"{main} from here", *(line for one in advice for line in _choice(one, main, titles))]


def _choice(one: Advice, main: str, titles: Mapping[str, str]) -> list[str]:
    """The options with the chance of the main event, and below it those of the others."""
    chance = one.chances[main]
    places = ["-" if place < 0 else str(place + 1) for place in one.places]
    dice = f"on {noun(len(places), 'die', 'dice')} {', '.join(places)}" if places else ""
    cost = f"{titles[one.counter]} -{one.cost}" if one.cost else ""
    words = "; ".join(part for part in (one.label, dice, cost, one.policy) if part)
    others = ", ".join(f"{name} {percent(other)}" for name, other in one.chances.items() if name != main)
    first = f"  {percent(chance):>10}  {bar(chance.value)}  {words}  ({_exact(chance)})"
    return [first, f"{'':{BAR + 16}}{others}"] if others else [first]


def _luck(system: System[Any], test: Any, roll: Roll) -> list[str]:
    luck = chances_of(system).luck(test, system.judge(test, roll).outcome)
    if luck is None:
        return []
    return [f"a roll at least this good: {percent(luck.at_least)}, at most this good: {percent(luck.at_most)}"]
