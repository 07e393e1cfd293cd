"""What `import pyrules` offers: tests are parsed, then rolled or judged, and their odds computed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from pyrules.core import odds as core
from pyrules.core.errors import FormError, IllegalPick, IllegalRoll, NotationError, RulesError
from pyrules.core.faces import read_faces, secure, seeded, write_faces
from pyrules.core.odds import Advice, Distribution, Luck
from pyrules.core.patience import TooMuchWork, patience
from pyrules.core.ratio import Ratio
from pyrules.core.roll import Pick, Roll, Source
from pyrules.core.system import System
from pyrules.core.verdict import Effect, Line, Option, Verdict
from pyrules.sessions.course import Course, course
from pyrules.sessions.spending import SUCCESSES, TESTS, Policy
from pyrules.steps import Neighbour, neighbours
from pyrules.systems import named

__all__ = [
    "Advice",
    "After",
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
    "Ratio",
    "Result",
    "Roll",
    "RulesError",
    "Session",
    "Step",
    "System",
    "Test",
    "TooMuchWork",
    "Verdict",
    "advice",
    "compare",
    "judge",
    "odds",
    "parse",
    "roll",
    "session",
    "sweep",
]

MOST_COMPARED = 4
SECONDS = 10
"""How many seconds exact odds may take unless a caller says otherwise."""

TRIALS, MOST_TRIALS = 2_000, 1_000_000
"""How often a session is played where it cannot be told exactly, and how often at most."""


@dataclass(frozen=True, slots=True)
class Test:
    """A test of a rule system, with the house rules it is judged by.

    `record` is the test as its system has it: a frozen dataclass of the system's own. Tests compare by value.

    >>> test = parse("moonwalk", "Agility 5+Pistols 4 (3)")
    >>> test.notation, test.system.id
    ('Agility 5 + Pistols 4 (3)', 'moonwalk')
    """

    __test__: ClassVar[bool] = False

    system: System[Any]
    record: Any

    @property
    def notation(self) -> str:
        """The test in its system's shorthand, in canonical form."""
        return self.system.write(self.record)

    @property
    def house_rules(self) -> dict[str, str | int]:
        """The house rules by name, those left at their default too."""
        return self.system.house_rules(self.record)

    def __str__(self) -> str:
        return f"{self.system.title}: {self.notation}"

    def __repr__(self) -> str:
        return f"Test({self})"


@dataclass(frozen=True, slots=True)
class Result:
    """Dice on the table with the verdict on them.

    `roll` has the dice and the choices made, `verdict` the outcome, its steps and its effects. Printed, a result is
    what `python -m pyrules roll` prints; in a notebook it is a card with its chart.

    >>> result = judge(parse("moonwalk", "4 (2)"), "6, 5, 1, 3")
    >>> result.verdict.headline, result.outcome.hits, [line.text for line in result.verdict.lines][-1]
    ('Success', 2, 'Threshold (2): 2 kept, just enough')
    """

    test: Test
    roll: Roll
    verdict: Verdict

    @property
    def outcome(self) -> Any:
        """The numbers of the verdict: a frozen dataclass of the system's own, with the names that JSON has."""
        return self.verdict.outcome

    @property
    def options(self) -> tuple[Option, ...]:
        """What the rules still allow: rerolls, purchases, placements, the next interval."""
        return self.test.system.options(self.test.record, self.roll)

    @property
    def luck(self) -> Luck | None:
        """How likely a result at least this good was; None while it is undecided or nothing was left to chance.

        Raises `TooMuchWork` where that would take longer than 10 s to compute.
        """
        with patience(SECONDS):
            return self.test.system.chances.luck(self.test.record, self.outcome)

    def pick(
        self, option: str, places: Iterable[int] = (), *, seed: int | None = None, **given: int | bool
    ) -> "Result":
        """The result once an option is taken and the dice that it asks for are thrown.

        Args:
            option: The id of one of `options`.
            places: The dice that it is used on, from 0; -1 stands for "on none".
            seed: A number for dice that fall the same each time; without one, dice of the secure source.
            given: Numbers and switches of the option by name (its `fields` list them): a modifier of the next interval.

        Raises:
            IllegalPick: The rules do not offer this now, or not on these dice, or not with what is given.

        >>> result = judge(parse("stepdie", "3d6 + d8 (2) ip 3"), "6, 2, 1, 5")
        >>> [option.id for option in result.options]
        ['reroll', 'add']
        >>> len(result.pick("add", seed=1).roll.dice[0])
        5
        """
        system, record = self.test.system, self.test.record
        picked = system.pick(record, self.roll, Pick(option, tuple(places), tuple(given.items())))
        return _judged(self.test, system.roll(record, _source(seed), picked, onward=False))

    def __repr__(self) -> str:
        return f"Result({self.test}; {write_faces(self.roll.dice)}; {self.verdict.headline}: {self.verdict.summary})"

    def __str__(self) -> str:
        from pyrules.roll_table import roll_table

        return roll_table(self.test.system, self.test.record, self.roll)

    def _repr_html_(self) -> str:
        from pyrules.notebook import result_card

        return result_card(self)


@dataclass(frozen=True, slots=True)
class Odds(core.Odds):
    """The exact odds of a test: chances of its `events`, its `distributions` and their `means`, each by name.

    `main` names the event that the test is about. `left_out` names what would have taken too long. Printed, odds are
    what `python -m pyrules odds` prints; in a notebook they are a card with a chart.

    >>> found = odds(parse("stepdie", "5d6 + d10 (3)"))
    >>> found.main, found.events["success"].exact, found.means["hits"].exact
    ('success', '67/243', '28/15')
    """

    test: Test = field(kw_only=True)

    def __repr__(self) -> str:
        return f"Odds({self.test}; {', '.join(f'{name} {chance.value:.4g}' for name, chance in self.events.items())})"

    def __str__(self) -> str:
        from pyrules.odds_table import odds_table

        with patience(SECONDS):
            return odds_table(self.test.system, self.test.record)

    def _repr_html_(self) -> str:
        from pyrules.notebook import odds_card

        return odds_card(self)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The exact odds of two to four tests side by side, of one system or of several.

    Printed, it is what `python -m pyrules compare` prints.
    """

    odds: tuple[Odds, ...]

    @property
    def tests(self) -> tuple[Test, ...]:
        """The tests that are compared."""
        return tuple(one.test for one in self.odds)

    @property
    def changes(self) -> tuple[Ratio, ...]:
        """How much likelier than the first test's the main event of each other one is."""
        first, *others = (one.events[one.main] for one in self.odds)
        return tuple(other - first for other in others)

    def __str__(self) -> str:
        from pyrules.desk_tables import comparison_table

        return comparison_table(self)


@dataclass(frozen=True, slots=True)
class Step:
    """What one change of a test is worth: `change` is what it adds to the chance of the main event.

    `name` is that of the field or house rule that is changed, `label` the words for it; `before` and `after` are its
    values in words. `test` is the changed test, and `chance` that of its main event.
    """

    name: str
    label: str
    before: str
    after: str
    test: Test
    chance: Ratio
    change: Ratio

    def __repr__(self) -> str:
        return f"Step({self.label}: {self.before} to {self.after}; {100 * self.change.value:+.2f} points)"


@dataclass(frozen=True, slots=True)
class After:
    """How things stand after one test of a session: the chance that it succeeded, and how each counter is distributed.

    Counters that no test changed are left out. In a simulation the chances are shares of the trials.
    """

    test: Test
    success: Ratio
    counters: Mapping[str, Distribution]

    @property
    def means(self) -> dict[str, Ratio]:
        """The mean of each counter."""
        return {name: rows.mean() for name, rows in self.counters.items()}

    def __repr__(self) -> str:
        means = ", ".join(f"{name} {mean.value:.4g}" for name, mean in self.means.items())
        return f"After({self.test}; success {self.success.value:.4g}; {means})"


@dataclass(frozen=True, slots=True)
class Session:
    """Tests one after the other, with what they spend and earn.

    `start` has the counters it begins with, `after` how things stand after each test. It is exact, or simulated with so
    many `trials`. Printed, it is what `python -m pyrules session` prints.
    """

    tests: tuple[Test, ...]
    policy: Policy
    start: Mapping[str, int]
    after: tuple[After, ...]
    trials: int = 0

    @property
    def simulated(self) -> bool:
        """Whether the chances are shares of trials."""
        return self.trials > 0

    @property
    def telling(self) -> tuple[str, ...]:
        """The counters that tell something: how many tests took place does not where all of them do."""
        fewest = self.after[-1].counters[TESTS].rows[0][0]
        return tuple(name for name in self.start if name != TESTS or fewest != len(self.after))

    def __repr__(self) -> str:
        told = f"simulated {self.trials} times" if self.simulated else "exact"
        return f"Session({len(self.tests)} of {self.tests[0].system.title}; {self.policy}; {told})"

    def __str__(self) -> str:
        from pyrules.session_tables import session_table

        return session_table(self)

    def _repr_html_(self) -> str:
        from pyrules.notebook import session_card

        return session_card(self)


def parse(system: str | System[Any], notation: str, /, **house_rules: str | int) -> Test:
    """Read a test written in a system's shorthand.

    Args:
        system: A system of `pyrules.systems.SYSTEMS`, or its id: "moonwalk", "relics", "almond", "stepdie", "general".
        notation: The test, of at most 200 characters; case and spaces do not matter.
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
    known = named(system) if isinstance(system, str) else system
    return Test(known, known.parse(notation, house_rules))


def roll(test: Test, *, seed: int | None = None, picks: Iterable[Pick] = ()) -> Result:
    """Roll a test as far as its rules ask for dice, and judge it.

    Args:
        test: What `parse` gave.
        seed: A number for dice that fall the same each time; without one, dice of the operating system's secure source.
        picks: Choices to make on the way, in order; with any, dice are thrown on only where these lead.

    Raises:
        IllegalPick: The rules do not offer one of the picks for these dice.

    >>> test = parse("general", "d20 + d4 (12)")
    >>> roll(test, seed=7) == roll(test, seed=7)
    True
    """
    return _judged(test, test.system.play(test.record, _source(seed), tuple(picks)))


def judge(test: Test, dice: str | Sequence[int], *, picks: Iterable[Pick] = ()) -> Result:
    """Judge dice that were rolled on a real table.

    Args:
        test: What `parse` gave.
        dice: The faces in the order that the test asks for its dice, as a list of numbers, or as text of at most 40,000
            characters: `,` between dice, `>` between the faces of a die thrown again, `/` between whole rolls.
        picks: Choices made after the dice had fallen, in order.

    Raises:
        IllegalRoll: Faces are missing, too many, or on no die of that size; the message says which.
        IllegalPick: The rules do not offer one of the picks for these dice.

    >>> judge(parse("general", "d6 adv + d8 (12)"), "3>6, 8").outcome.total
    14
    >>> judge(parse("moonwalk", "2 (1)"), [6, 7])
    Traceback (most recent call last):
        ...
    pyrules.core.errors.IllegalRoll: roll 1, die 2: 7 is not on a d6; use 1 to 6
    """
    faces = read_faces(dice if isinstance(dice, str) else ", ".join(map(str, dice)))
    return _judged(test, test.system.replay(test.record, faces, tuple(picks)))


def odds(test: Test, *, seconds: float = SECONDS) -> Odds:
    """Compute the exact odds of a test before it is rolled.

    Args:
        test: What `parse` gave.
        seconds: The longest that this may take, estimated before the work begins and not measured. What is beyond is
            named in `left_out`.

    Raises:
        TooMuchWork: Nothing can be told in that time; the message says what to lower.

    >>> odds(parse("almond", "5d6 TN 4")).events["passed"].exact
    '31/32'
    """
    with patience(seconds):
        found = test.system.chances.odds(test.record)
    return Odds(**{told.name: getattr(found, told.name) for told in fields(found)}, test=test)


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
    if not 1 < len(tests) <= MOST_COMPARED:
        raise RulesError(f"{len(tests)} given to compare; give 2 to {MOST_COMPARED} tests")
    return Comparison(tuple(odds(test, seconds=seconds) for test in tests))


def sweep(test: Test, *, seconds: float = SECONDS) -> tuple[Step, ...]:
    """Tell what one step up or down of each number, choice, switch and house rule of a test is worth.

    The steps are sorted by how much they change the chance of the main event, most first. One that the rules do not
    allow is left out, and so is one that would make another kind of test.

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
    with patience(seconds):
        now = test.system.chances.main(test.record)
        return by_effect(worth(test.system, one, now) for one in neighbours(test.system, test.record))


def worth(system: System[Any], one: Neighbour[Any], now: Ratio) -> Step:
    """What one change is worth, where the chance of the main event is `now` without it."""
    chance = system.chances.main(one.test)
    return Step(one.name, one.label, one.before, one.after, Test(system, one.test), chance, chance - now)


def by_effect(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The steps in the order of a sweep: those that change most come first."""
    return tuple(sorted(steps, key=lambda step: abs(step.change.value), reverse=True))


def session(  # noqa: PLR0913
    tests: Iterable[Test],
    *,
    policy: Policy = "never",
    start: Mapping[str, int] | None = None,
    seconds: float = SECONDS,
    trials: int = TRIALS,
    seed: int | None = None,
    simulate: bool = False,
) -> Session:
    """Tell what tests in a row spend and earn: how each counter is distributed after each of them.

    Costs and awards are those of the verdicts, as in a campaign. What tests leave to the next is the system's to say:
    IP that can be spent, dice of a Challenge that are resolved, Actions that are used up.

    Args:
        tests: 1 to 100 of what `parse` gave, all of one system.
        policy: How whoever rolls spends: "never", "advised" (what the advice puts first, for the test at hand), or
            "all" (as long as the test has not succeeded and anything is left).
        start: The counters to begin with by name; those left out begin as the first test or the rules say.
        seconds: The longest that exact chances may take, estimated before the work begins and not measured. What would
            take longer is simulated.
        trials: How often it is then played.
        seed: A number for dice of a simulation that fall the same each time; without one, dice of the secure source.
        simulate: Whether it is simulated in any case.

    Raises:
        RulesError: These tests make no session, or there is no such policy or counter.
        TooMuchWork: Even the advice on a single roll would take too long.

    >>> after = session([parse("stepdie", "5d6 + d10 (3)")] * 3).after[-1]
    >>> after.success.exact, after.means["player_ip"].exact
    ('67/243', '29123/8640')
    """
    planned = course_of(tuple(tests), policy, start or {})
    if not 1 <= trials <= MOST_TRIALS:
        raise RulesError(f"{trials} trials; use 1 to {MOST_TRIALS}")
    if not simulate:
        from pyrules.sessions.chain import exact

        try:
            with patience(seconds):
                return session_of(planned, exact(planned))
        except TooMuchWork:
            pass
    from pyrules.sessions.simulation import Simulation

    played = Simulation(planned, seed)
    with patience(seconds):
        played.run(trials)
    return session_of(planned, played.after(), trials)


def course_of(tests: tuple[Test, ...], policy: Policy, start: Mapping[str, int]) -> Course[Any]:
    """A session before it is told or played; raises `RulesError` for tests that make none."""
    if not tests:
        raise RulesError("no test given; a session has at least one")
    systems = list(dict.fromkeys(test.system for test in tests))
    if len(systems) > 1:
        titles = " and ".join(system.title for system in systems)
        raise RulesError(f"tests of {titles}; a session has those of one system")
    return course(systems[0], [test.record for test in tests], policy, start)


def session_of(planned: Course[Any], found: Sequence[Mapping[str, Distribution]], trials: int = 0) -> Session:
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
    return Session(tests, planned.policy, {name: planned.start[name] for name in moving}, after, trials)


def advice(result: Result, *, seconds: float = SECONDS) -> tuple[Advice, ...]:
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
    with patience(seconds):
        return result.test.system.chances.advice(result.test.record, result.roll)


def _judged(test: Test, roll: Roll) -> Result:
    return Result(test, roll, test.system.judge(test.record, roll))


def _source(seed: int | None) -> Source:
    return secure if seed is None else seeded(seed)
