"""The options after a Moonwalk roll, and the chances then."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import cast

from pyrules.core.budget import TooMuchWork, spend
from pyrules.core.english import amount
from pyrules.core.odds import NOTHING, Advice, rank_advice
from pyrules.core.ratio import CERTAIN, NEVER, Ratio
from pyrules.core.roll import Pick, Roll
from pyrules.core.verdict import Option
from pyrules.systems.moonwalk import rules
from pyrules.systems.moonwalk.intervals import Ahead, ahead_of, fails, glitches_ahead, glitches_by, succeeds_by
from pyrules.systems.moonwalk.judge import NEXT, by_itself, judge, options, own, tallies
from pyrules.systems.moonwalk.model import BasicOutcome, Extended, Own, Tally, Test
from pyrules.systems.moonwalk.notation import parse
from pyrules.systems.moonwalk.odds import GLITCHES, SUCCESS, main, odds

SECONDS_A_BIT = 5e-7
"""The seconds of working out the chances of a row of tries for each of their bits, measured in Pyodide."""


def advice(test: Test, roll: Roll) -> tuple[Advice, ...]:
    """The advice after a roll, the best chance of success first."""
    found = [Advice(NOTHING, "Leave it at that", _as_it_lies(cast("BasicOutcome", judge(test, roll).outcome)))]
    for option in options(test, roll):
        if option.notation:
            found += _another_try(test, option)
        elif isinstance(test.against, Extended) and not option.asks_first:
            found.append(_next_interval(test, test.against, roll, option))
    return rank_advice(found, SUCCESS)


def after_pick(test: Test, roll: Roll, pick: Pick) -> Ratio | None:
    """The chance of success from the next interval on, with what is given for it alone; None for other choices."""
    if pick.option != NEXT or not isinstance(test.against, Extended):
        return None
    return _from_next(test, test.against, roll.with_pick(pick))[0]


def _from_next(test: Test, against: Extended, roll: Roll) -> tuple[Ratio, Ahead]:
    """The chance of success from the next interval on, and all rolls that lie ahead."""
    counted = tallies(roll)
    alone, ahead = own(roll, len(counted)), ahead_of(test, against, counted)
    if alone == Own():
        return CERTAIN - fails(test, ahead), ahead
    dice = rules.interval_dice(test.dicepool, len(counted), alone.modifier)
    later = Ahead(ahead.dice[1:], ahead.needed)
    return succeeds_by(test, by_itself(test, alone), dice, later), Ahead((dice, *later.dice), ahead.needed)


def _as_it_lies(outcome: BasicOutcome) -> dict[str, Ratio]:
    """The part of the roll that is decided already."""
    severity = rules.SEVERITY.index(outcome.glitch)
    decided = {SUCCESS: outcome.success} | {name: severity >= worst for worst, name in enumerate(GLITCHES, 1)}
    return {name: CERTAIN if happened else NEVER for name, happened in decided.items()}


def _next_interval(test: Test, against: Extended, roll: Roll, option: Option) -> Advice:
    success, ahead = _from_next(test, against, roll)
    return Advice(
        option.id,
        option.label,
        {SUCCESS: success} | _glitches(test, ahead, tallies(roll), own(roll, len(roll.dice))),
        policy=f"roll on until you have {amount(ahead.needed, 'more hit')}; {amount(len(ahead.dice), 'roll')} left",
    )


def _glitches(test: Test, ahead: Ahead, counted: Sequence[Tally], alone: Own) -> dict[str, Ratio]:
    """The chances of glitches, those that have happened among them."""
    if alone == Own():
        chances = glitches_ahead(test, ahead)
    else:
        dice, *later = ahead.dice
        chances = glitches_by(test, by_itself(test, alone), dice, Ahead(tuple(later), ahead.needed))
    worst = max((rules.SEVERITY.index(rules.glitch(one, test.settings)) for one in counted), default=0)
    kinds = enumerate(zip(GLITCHES, chances, strict=False), 1)
    return {name: CERTAIN if severity <= worst else chance for severity, (name, chance) in kinds}


def _another_try(test: Test, option: Option) -> Iterator[Advice]:
    again = parse(option.notation, asdict(test.settings))
    yield Advice(option.id, option.label, odds(again).events)
    if rules.retries_freely(test.against):
        return
    yield Advice("later", "Wait until the penalty is over, then try again", odds(rules.without_penalty(test)).events)
    with suppress(TooMuchWork):
        yield Advice(
            option.id,
            option.label,
            {SUCCESS: _in_the_end(again)},
            policy="keep trying at once after each failure, with two dice fewer each time",
        )


def _in_the_end(again: Test) -> Ratio:
    """The chance that one of a row of tries succeeds, each with a larger penalty than the one before."""
    failed = [CERTAIN]
    while rules.dicepool(again.dicepool):
        failed.append(CERTAIN - main(again))
        again = rules.trying_at_once(again)
    bits = sum(one.ways.bit_length() for one in failed)
    spend(SECONDS_A_BIT * bits, "trying again and again", "try once")
    return CERTAIN - Ratio(_product([one.weight for one in failed]), _product([one.ways for one in failed]))


def _product(numbers: Sequence[int]) -> int:
    """The product of numbers, halved again and again so that none is much longer than what it is multiplied by."""
    half = len(numbers) // 2
    return _product(numbers[:half]) * _product(numbers[half:]) if half else numbers[0]
