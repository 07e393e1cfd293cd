"""The interface of `import pyrules`: tests are parsed, then rolled or judged, and their odds computed."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from itertools import product
from math import prod
from numbers import Rational
from operator import index
from typing import TYPE_CHECKING, Any, TypeVar

from pyrules.core import odds as core
from pyrules.core.budget import TooMuchWork, budget
from pyrules.core.engine import chances_of
from pyrules.core.english import all_of
from pyrules.core.errors import FormError, IllegalPick, IllegalRoll, NotationError, RulesError, quote
from pyrules.core.faces import Script, Seed, read_faces
from pyrules.core.odds import Advice, Distribution, Luck, Variant
from pyrules.core.ratio import CERTAIN, NEVER, Ratio
from pyrules.core.roll import Pick, Roll
from pyrules.core.system import System
from pyrules.core.verdict import Effect, Line, Option, Verdict
from pyrules.sessions.spending import SUCCESSES, TESTS, Choose, Policy
from pyrules.steps import Neighbour, neighbours
from pyrules.systems import named
from pyrules.values import (
    CARDS,
    PRINTED,
    SECONDS,
    After,
    Choices,
    Comparison,
    Odds,
    Pool,
    Result,
    Session,
    Step,
    Sweep,
    Table,
    Test,
    WhatIfs,
    judge_roll,
    make_test,
    places_from_0,
    source,
)

if TYPE_CHECKING:
    from pyrules.sessions.course import Course

__all__ = [
    "Advice",
    "After",
    "Choices",
    "Comparison",
    "Distribution",
    "Effect",
    "FormError",
    "IllegalPick",
    "IllegalRoll",
    "Line",
    "Luck",
    "NotationError",
    "Odds",
    "Option",
    "Pick",
    "Pool",
    "Ratio",
    "Result",
    "Roll",
    "RulesError",
    "Session",
    "Step",
    "Sweep",
    "System",
    "Table",
    "Test",
    "TooMuchWork",
    "Variant",
    "Verdict",
    "WhatIfs",
    "advice",
    "compare",
    "judge",
    "odds",
    "parse",
    "roll",
    "session",
    "smallest_pool",
    "sweep",
    "table",
    "test",
    "what_ifs",
]

MOST_OF_A_TABLE = 10_000
NAMES = re.compile(r"{([A-Za-z_]\w*)}")
"""The names of a template."""

COMPUTED = tuple(field.name for field in fields(core.Odds))
"""The names that a test's odds have in common with a system's."""

TRIALS, MOST_TRIALS = 2_000, 1_000_000
"""The number of times that a session is played where it cannot be told exactly, and how often at most."""

T = TypeVar("T")

OwnPolicy = Callable[[Result], Pick | Advice | None]
"""The next choice for a roll that lies there; None to leave it."""


def _print_result(result: Result) -> str:
    from pyrules.roll_table import roll_table

    return roll_table(result.test.system, result.test.record, result.roll)


def _print_odds(found: Odds) -> str:
    from pyrules.odds_table import best_play_table, odds_table

    if found.costs is not None:
        return best_play_table(found.test.system, found.test.record, found, found.costs)
    with budget(SECONDS):
        return odds_table(found.test.system, found.test.record)


def _print_comparison(found: Comparison) -> str:
    from pyrules.desk_tables import comparison_table

    return comparison_table(found)


def _print_table(found: Table) -> str:
    from pyrules.desk_tables import whole_table

    return whole_table(found)


def _print_sweep(found: Sweep) -> str:
    from pyrules.desk_tables import sweep_table

    with budget(SECONDS):
        odds = chances_of(found.about.system).odds(found.about.record)
    return sweep_table(found.about, odds.main, odds.events[odds.main], found)


def _print_what_ifs(found: WhatIfs) -> str:
    from pyrules.odds_table import variant_line

    return "\n".join((str(found.about), *(variant_line(one.label, one.chance, one.change) for one in found)))


def _print_choices(found: Choices) -> str:
    from pyrules.odds_table import advice_lines

    test = found.about.test
    return "\n".join((str(test), *advice_lines(found, test.system.main_event(test.record), test.system)))


def _print_session(found: Session) -> str:
    from pyrules.session_tables import session_table

    return session_table(found)


def _card_of(name: str) -> Callable[[Any], str]:
    """The function of `pyrules.notebook` that draws a card; it is imported with the first one."""

    def card(found: Any) -> str:
        drawn: str = getattr(import_module("pyrules.notebook"), name)(found)
        return drawn

    return card


PRINTED |= {
    Result: _print_result,
    Odds: _print_odds,
    Comparison: _print_comparison,
    Session: _print_session,
    Table: _print_table,
    Sweep: _print_sweep,
    WhatIfs: _print_what_ifs,
    Choices: _print_choices,
}
CARDS |= {
    Result: _card_of("result_card"),
    Odds: _card_of("odds_card"),
    Comparison: _card_of("comparison_card"),
    Session: _card_of("session_card"),
    Table: _card_of("table_card"),
    Sweep: _card_of("sweep_card"),
    WhatIfs: _card_of("what_ifs_card"),
    Choices: _card_of("advice_card"),
}


def parse(system: str | System[Any], notation: str, /, **house_rules: str | int) -> Test:
    """Read a test written in a system's shorthand.

    Args:
        system: A system of `pyrules.systems.SYSTEMS`, or its id: "moonwalk", "relics", "almond", "stepdie", "general",
            "anydice".
        notation: The test, of at most 200 characters (400 in Relics of the Moon); case and spaces do not matter.
        house_rules: Switches of the system by name (`system.settings` lists them); those not given keep their default.

    Raises:
        NotationError: The notation cannot be read; `column` says where, `expected` what would have been right there.
        FormError: There is no such house rule, or it has no such value.
        RulesError: There is no such system.

    >>> parse("almond", "5d6 tn4").notation
    '5d6 TN 4'
    >>> parse("moonwalk", "12 (three)")
    Traceback (most recent call last):
        ...
    pyrules.core.errors.NotationError: column 5: 'three' does not fit here; expected a number for the threshold
    """
    known = _system(system)
    return Test(known, known.parse(_expect(notation, str, "a notation is text such as '5d6'"), house_rules))


def test(system: str | System[Any], /, house_rules: Mapping[str, str | int] | None = None, **fields: Any) -> Test:
    """Make a test of the numbers and choices of its system's form.

    Args:
        system: A system of `pyrules.systems.SYSTEMS`, or its id.
        house_rules: Switches of the system by name; those not given keep their default.
        fields: Values by the names of `system.fields`; those not given keep the value that an untouched form has.

    Raises:
        FormError: There is no such field, value or house rule, or the field does not count beside the others.
        RulesError: There is no such system.

    >>> test("almond", dice=5, tn=4).notation, test("general", kind="save").notation
    ('5d6 TN 4', 'save Strength d12 (10)')
    """
    return make_test(_system(system), fields, house_rules or {}, fields)


vars(test)["__test__"] = False  # it makes tests of the game, and is none of pytest's


def roll(test: Test, *, seed: Seed | None = None, picks: Iterable[Pick] = ()) -> Result:
    """Roll a test as far as its rules ask for dice, and judge it.

    Args:
        test: What `parse` gave.
        seed: What `random.seed` takes, for dice that fall the same each time; without, dice of the operating system's
            secure source.
        picks: Choices to make on the way, in order; with any, dice are thrown on only where these lead.

    Raises:
        IllegalPick: The rules do not offer one of the picks for these dice.

    >>> test = parse("general", "d20 + d4 (12)")
    >>> roll(test, seed=7) == roll(test, seed=7)
    True
    """
    _expect(test, Test, TEST)
    with places_from_0():
        return judge_roll(test, test.system.play(test.record, source(seed), _picks(picks)))


def judge(test: Test, dice: str | Sequence[Any], *, picks: Iterable[Pick] = ()) -> Result:
    """Judge dice that were rolled on a real table.

    Args:
        test: What `parse` gave.
        dice: The faces in the order that the test asks for its dice: a list of numbers, with a tuple for a die that was
            thrown again, and of several rolls a list of such lists; or text of at most 40,000 characters: `,` between
            dice, `>` between the faces of a die thrown again, `/` between whole rolls.
        picks: Choices made after the dice had fallen, in order.

    Raises:
        IllegalRoll: Faces are missing, too many, or on no die of that size; the message says which.
        IllegalPick: The rules do not offer one of the picks for these dice.

    >>> test = parse("general", "d6 adv + d8 (12)")
    >>> judge(test, [(3, 6), 8]).outcome.total, judge(test, "3>6, 8").outcome.total
    (14, 14)
    >>> judge(parse("moonwalk", "2 (1)"), [6, 7])
    Traceback (most recent call last):
        ...
    pyrules.core.errors.IllegalRoll: roll 1, die 2: 7 is not on a d6; use 1 to 6
    """
    _expect(test, Test, TEST)
    faces = read_faces(dice) if isinstance(dice, str) else _script(dice)
    with places_from_0():
        return judge_roll(test, test.system.replay(test.record, faces, _picks(picks)))


def odds(test: Test, *, spend: bool = False, seconds: float = SECONDS) -> Odds:
    """Compute the exact odds of a test before it is rolled.

    Args:
        test: What `parse` gave.
        spend: Whether the choices after the roll count: rerolls and what else the rules allow, each time what is best
            for the main event, the cheapest of what is as good. `costs` tells what that spends. Where there are such
            choices, chances and costs are told and no distributions. Another test, such as a second try, is no choice
            of this one.
        seconds: The longest that this may take, estimated before the work begins and not measured. What is beyond is
            named in `left_out`.

    Raises:
        TooMuchWork: Nothing can be told in that time; the message says what to lower.

    >>> odds(parse("almond", "5d6 TN 4")).events["passed"].exact
    '31/32'
    >>> reroll = parse("general", "d6 + d6 (9) reroll 1")
    >>> odds(reroll).events["success"].exact, odds(reroll, spend=True).events["success"].exact
    ('5/18', '41/72')
    """
    _expect(test, Test, TEST)
    chances = chances_of(test.system)
    with budget(seconds):
        if spend and chances.best_play:
            best = chances.best_play(test.record)
            return Odds(next(iter(best.events)), best.events, {}, {}, costs=best.costs, test=test)
        found = chances.odds(test.record)
    return Odds(**{name: getattr(found, name) for name in COMPUTED}, costs={} if spend else None, test=test)


def compare(*tests: Test, seconds: float = SECONDS) -> Comparison:
    """Compute the exact odds of several tests, each with house rules of its own, to lay them side by side.

    Args:
        tests: Two to four of what `parse` gave.
        seconds: The longest that each may take, as for `odds`.

    Raises:
        RulesError: There are fewer or more tests.
        TooMuchWork: Nothing can be told of one of them in that time.

    >>> found = compare(parse("general", "d6 adv + d8 (9)"), parse("general", "d8 + d8 (9)"))
    >>> [one.events["success"].exact for one in found.odds], [change.exact for change in found.changes]
    (['161/288', '9/16'], ['1/288'])
    """
    from pyrules.campaign.links import MOST_COMPARED

    if not 1 < len(tests) <= MOST_COMPARED:
        raise RulesError(f"{len(tests)} given to compare; give 2 to {MOST_COMPARED} tests")
    found = []
    for place, test in enumerate(tests, 1):
        try:
            found.append(odds(test, seconds=seconds))
        except TooMuchWork as problem:
            raise TooMuchWork(f"test {place}: {problem}") from None
    return Comparison(tuple(found))


def table(
    system: str | System[Any],
    template: str,
    /,
    *,
    over: Mapping[str, Iterable[Any]],
    house_rules: Mapping[str, str | int] | None = None,
    seconds: float = SECONDS,
) -> Table:
    """Compute the odds of all tests that a template gives, for every combination of what its names stand for.

    Args:
        system: A system of `pyrules.systems.SYSTEMS`, or its id.
        template: A notation with names in braces: "{pool} ({threshold})".
        over: What stands for each name, 10,000 combinations at most.
        house_rules: Switches of the system by name; those not given keep their default.
        seconds: The longest that each of them may take, as for `odds`.

    Raises:
        RulesError: A name of the template has no values, or a value no name; a test cannot be read.
        TooMuchWork: One of them would take longer; the message says which, and what to lower.

    >>> print(table("almond", "{dice}d6 TN 4", over={"dice": range(1, 4)}).to_csv(), end="")
    dice,notation,passed,all_ones,mean successes
    1,1d6 TN 4,0.5,0.16666666666666666,0.5
    2,2d6 TN 4,0.75,0.027777777777777776,1.0
    3,3d6 TN 4,0.875,0.004629629629629629,1.5
    """
    known = _system(system)
    _expect(template, str, "a template is text such as '{dice}d6 TN 4'")
    values = {name: tuple(each) for name, each in over.items()}
    if {*NAMES.findall(template)} != {*values} or "{" in NAMES.sub("", template):
        raise RulesError(f"{quote(template)} and over={list(values)}; name the same in both, in braces in the first")
    if not 1 <= (many := prod(map(len, values.values()))) <= MOST_OF_A_TABLE:
        raise RulesError(f"{many} tests in a table; use 1 to {MOST_OF_A_TABLE}")
    found = []
    for row in product(*values.values()):
        notation = template.format_map(dict(zip(values, row, strict=True)))
        try:
            found.append(odds(parse(known, notation, **(house_rules or {})), seconds=seconds))
        except TooMuchWork as problem:
            raise TooMuchWork(f"{quote(notation)}: {problem}") from None
        except RulesError as problem:
            raise RulesError(f"{quote(notation)}: {problem}") from None
    return Table(values, tuple(found))


def sweep(test: Test, *, seconds: float = SECONDS) -> Sweep:
    """Tell what one step up or down of each number, choice, switch and house rule of a test is worth.

    The steps are sorted by how much they change the chance of the main event, most first. After them come those that
    are `apart`: what fills in a blank, and switches that leave nothing to chance. One that the rules do not allow is
    left out, and so is one that would make another kind of test.

    Args:
        test: What `parse` gave.
        seconds: The longest that all of it may take, estimated before the work begins and not measured.

    Raises:
        TooMuchWork: It would take longer; the message says what to lower.

    >>> for step in sweep(parse("almond", "4d6 TN 6"))[1:3]:
    ...     print(step.label, step.before, step.after, step.test.notation, step.change.exact)
    Target Number 6 5 4d6 TN 5 41/144
    Dice 4 3 3d6 TN 6 -125/1296
    """
    _expect(test, Test, TEST)
    with budget(seconds):
        now = chances_of(test.system).main(test.record)
        steps = by_effect(worth(test.system, one, now) for one in neighbours(test.system, test.record))
    return Sweep(steps, test)


def worth(system: System[Any], one: Neighbour[Any], now: Ratio) -> Step:
    """The worth of one change, where the chance of the main event is `now` without it."""
    chance = chances_of(system).main(one.test)
    apart = one.way == "blank" or (one.way == "switch" and chance in (NEVER, CERTAIN))
    return Step(one.name, one.label, one.before, one.after, Test(system, one.test), chance, chance - now, apart)


def by_effect(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The steps in the order of a sweep: those that change most come first, those apart after all others."""
    return tuple(sorted(steps, key=lambda step: (step.apart, -abs(step.change.value))))


def session(  # noqa: PLR0913
    tests: Iterable[Test],
    *,
    policy: Policy | OwnPolicy = "never",
    start: Mapping[str, int] | None = None,
    seconds: float = SECONDS,
    trials: int = TRIALS,
    seed: Seed | None = None,
    simulate: bool = False,
) -> Session:
    """Tell what tests in a row spend and earn: how each counter is distributed after each of them.

    Costs and awards are those of the verdicts, as in a campaign. What tests leave to the next is the system's to say:
    IP that can be spent, dice of a Challenge that are resolved, Actions that are used up.

    Args:
        tests: 1 to 100 of what `parse` gave, all of one system.
        policy: How whoever rolls spends: "never", "advised" (what the advice puts first, for the test at hand), or
            "all" (as long as the test has not succeeded and anything is left). Or a function of a `Result` that gives
            what is done next: a `Pick`, one of the `advice`, or None to leave it as it lies. It is asked again after
            each choice, about one of all rolls that the rules take as the same, and nothing is spent otherwise. A pick
            of an option that leads to another test, such as a second try, has that follow. Exact chances ask it 2,500
            times for each of the `seconds` at most; where it thinks long, give fewer seconds or have it simulated.
        start: The counters to begin with by name; those left out begin as the first test or the rules say.
        seconds: The longest that exact chances may take, estimated before the work begins and not measured. What would
            take longer is simulated.
        trials: How often it is then played.
        seed: What `random.seed` takes, for dice of a simulation that fall the same each time.
        simulate: Whether it is simulated in any case.

    Raises:
        RulesError: These tests make no session, or there is no such policy or counter.
        TooMuchWork: Even the advice on a single roll would take too long.

    >>> after = session([parse("stepdie", "5d6 + d10 (3)")] * 3).after[-1]
    >>> after.success.exact, after.means["player_ip"].exact
    ('67/243', '29123/8640')
    """
    _expect(tests, Iterable, f"tests are a list of {TEST.partition(' is ')[2]}")
    planned = course_of(tuple(_expect(test, Test, TEST) for test in tests), policy, start or {})
    if not 1 <= trials <= MOST_TRIALS:
        raise RulesError(f"{trials} trials; use 1 to {MOST_TRIALS}")
    if not simulate:
        from pyrules.sessions.chain import exact

        try:
            with budget(seconds), places_from_0():
                return session_of(planned, exact(planned))
        except TooMuchWork:
            pass
    from pyrules.sessions.simulation import Simulation

    played = Simulation(planned, seed)
    with budget(seconds), places_from_0():
        played.run_trials(trials)
    return session_of(planned, played.after(), trials)


def course_of(tests: tuple[Test, ...], policy: Policy | OwnPolicy, start: Mapping[str, int]) -> "Course[Any]":
    """A session before it is told or played; raises `RulesError` for tests that make none."""
    if not tests:
        raise RulesError("no test given; a session has at least one")
    systems = list(dict.fromkeys(test.system for test in tests))
    if len(systems) > 1:
        titles = all_of([system.title for system in systems])
        raise RulesError(f"tests of {titles}; a session has those of one system")
    from pyrules.sessions.course import course

    choose = _chosen_by(systems[0], policy) if callable(policy) else policy
    return course(systems[0], [test.record for test in tests], choose, start)


def _chosen_by(system: System[Any], policy: OwnPolicy) -> Choose:
    """The answer of a function on results to a roll of a test."""

    def choose(record: Any, roll: Roll) -> Pick | None:
        found = policy(judge_roll(Test(system, record), roll))
        if isinstance(found, Advice):
            found = None if found.option == core.NOTHING else Pick(found.option, found.places)
        return None if found is None else _expect(found, Pick, POLICY)

    choose.__name__ = getattr(policy, "__name__", type(policy).__name__)
    return choose


def session_of(planned: "Course[Any]", found: Sequence[Mapping[str, Distribution]], trials: int = 0) -> Session:
    """A session with what was found of it."""
    tests = tuple(Test(planned.system, record) for record in planned.tests)
    moving = [
        name
        for name, value in planned.start.items()
        if name in (TESTS, SUCCESSES) or any({row for row, _ in one[name].rows} != {value} for one in found)
    ]
    means = [Ratio(0, 1), *(one[SUCCESSES].mean() for one in found)]
    after = tuple(
        After(test, now - before, {name: one[name] for name in moving})
        for test, one, before, now in zip(tests, found, means, means[1:], strict=False)
    )
    policy = planned.choose.__name__ if planned.choose else planned.policy
    return Session(tests, policy, {name: planned.start[name] for name in moving}, after, trials)


def advice(result: Result, *, seconds: float = SECONDS) -> Choices:
    """Rank what may still be done after a roll by the exact chance of the main event, the best first.

    Doing nothing is among it. Plans count on later choices as well: `policy` says how to go on.

    Args:
        result: What `roll`, `judge` or `Result.pick` gave.
        seconds: The longest that this may take, estimated before the work begins and not measured.

    Raises:
        TooMuchWork: The advice would take longer; the message says what to lower.

    >>> result = judge(parse("general", "d6 + d6 (9) reroll 1"), [5, 1])
    >>> [(one.label, one.places, one.chances["success"].exact) for one in advice(result)][:2]
    [('Reroll 1 die', (1,), '1/2'), ('Reroll 2 dice', (0, 1), '5/18')]
    """
    _expect(result, Result, "advice is on a result, as pyrules.roll and pyrules.judge give it")
    with budget(seconds):
        return Choices(chances_of(result.test.system).advice(result.test.record, result.roll), result)


def what_ifs(test: Test, *, seconds: float = SECONDS) -> WhatIfs:
    """The change of the main event's chance with each number and choice of a test that changes most often.

    It is what the app's Odds tab lists; `sweep` goes through everything, house rules too.

    Args:
        test: What `parse` or `test` gave.
        seconds: The longest that all of it may take; what is beyond is left out.

    Raises:
        TooMuchWork: Not even the chance of the test itself can be told in that time.

    >>> for one in what_ifs(parse("almond", "2d6 TN 4"))[:2]:
    ...     print(one.label, one.chance, one.change)
    Dice 3 7/8 1/8
    Dice 1 1/2 -1/4
    """
    _expect(test, Test, TEST)
    with budget(seconds):
        found = core.what_ifs(chances_of(test.system), test.record)
    return WhatIfs((Variant(one.label, Test(test.system, one.test), one.chance, one.change) for one in found), test)


def smallest_pool(test: Test, chance: Rational | float, *, seconds: float = SECONDS) -> Pool | None:
    """The fewest dice with which the main event is at least as likely as asked for; None if no pool is large enough.

    The number has the `test` with these dice, which says what of it is another.

    Args:
        test: What `parse` or `test` gave; all but its number of dice stays.
        chance: What is wanted, from 0 to 1: a float (0.8 counts as 4/5), a fraction or a `Ratio`.
        seconds: The longest that this may take, as for `odds`.

    Raises:
        RulesError: The chance is below 0 or above 1.
        TooMuchWork: It would take longer; the message says what to lower.

    >>> smallest_pool(parse("moonwalk", "12 (3)"), 0.8)
    12
    >>> smallest_pool(parse("general", "d8 + d6 adv (9)"), 0.8).test.notation
    'd8 + d6 adv + d6 adv (9)'
    """
    _expect(test, Test, TEST)
    _expect(chance, (Rational, float), "a chance is a number from 0 to 1")
    least = core.exact_chance(chance)
    with budget(seconds):
        chances = chances_of(test.system)
        dice = core.smallest_pool(chances, test.record, least)
        return None if dice is None else Pool(dice, Test(test.system, chances.with_dice(test.record, dice)))


TEST = "a test is what pyrules.parse and pyrules.test give"
POLICY = "a policy gives pyrules.Pick(option, places), one of pyrules.advice(result), or None"


def _expect(value: T, kind: type[Any] | tuple[type[Any], ...], meant: str) -> T:
    """The value, of this kind; raises `TypeError` in words."""
    if not isinstance(value, kind):
        raise TypeError(f"{meant}; got {type(value).__name__} {value!r:.60}")
    return value


def _system(system: str | System[Any]) -> System[Any]:
    return (
        named(system) if isinstance(system, str) else _expect(system, System, "a system is one of SYSTEMS, or its id")
    )


def _picks(picks: Iterable[Pick]) -> tuple[Pick, ...]:
    return tuple(_expect(pick, Pick, "a pick is pyrules.Pick(option, places)") for pick in picks)


def _script(dice: Sequence[Any]) -> Script:
    """The faces of each die of each roll; raises `IllegalRoll` for what is no face, `TypeError` for no list."""
    dice = dice.tolist() if hasattr(dice, "tolist") else dice  # an array
    _expect(dice, Sequence, "dice are a list of faces, or text such as '6, 5, 1'")
    rolls = dice if dice and all(isinstance(roll, list) for roll in dice) else [dice]
    try:
        script = [tuple(tuple(map(index, die if isinstance(die, tuple) else (die,))) for die in roll) for roll in rolls]
    except TypeError:
        raise IllegalRoll(
            f"{dice!r:.60} are no faces; give whole numbers, a tuple for a die that was thrown again, and of several"
            " rolls a list each"
        ) from None
    return tuple(script) if dice else ()
