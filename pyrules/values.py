"""The values that `import pyrules` gives: tests, results, odds, comparisons and sessions."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from typing import Any, ClassVar, Self, TypeVar

from pyrules.core import odds as core
from pyrules.core.budget import budget
from pyrules.core.engine import chances_of
from pyrules.core.english import all_of, amount, one_of
from pyrules.core.errors import FormError, IllegalPick, WrongDie, quote
from pyrules.core.faces import Seed, secure, seeded, write_faces
from pyrules.core.odds import Advice, Distribution, Luck, Variant
from pyrules.core.ratio import Ratio
from pyrules.core.roll import Die, Pick, Roll, Source
from pyrules.core.system import System
from pyrules.core.verdict import Option, Verdict
from pyrules.sessions.spending import TESTS

T = TypeVar("T")

SECONDS = 10
"""The seconds that exact odds may take unless a caller says otherwise."""

PRINTED: dict[type, Callable[[Any], str]] = {}
"""The way that each kind of value is printed; `pyrules.api` fills it in."""

CARDS: dict[type, Callable[[Any], str]] = {}
"""The way that each kind of value shows itself in a notebook, as HTML; `pyrules.api` fills it in."""


class Card:
    """A value that prints as the command line does, and shows itself in a notebook."""

    __slots__ = ()

    def __str__(self) -> str:
        return PRINTED[type(self)](self)

    def _repr_html_(self) -> str:
        return CARDS[type(self)](self)


@dataclass(frozen=True, slots=True)
class Test:
    """A test of a rule system, with the house rules it is judged by.

    `record` is the test as its system has it: a frozen dataclass of the system's own. Tests compare by value.

    >>> import pyrules
    >>> test = pyrules.parse("moonwalk", "Agility 5+Pistols 4 (3)")
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

    def replace(self, house_rules: Mapping[str, str | int] | None = None, **fields: Any) -> "Test":
        """The test with other values in some fields of its form, and with other house rules; the rest stays.

        Raises `FormError` for a field, a house rule or a value that there is not.

        >>> import pyrules
        >>> pyrules.test("almond", dice=5, tn=4).replace(dice=6).notation
        '6d6 TN 4'
        >>> pyrules.parse("moonwalk", "12 (3)").replace(house_rules={"glitch": "off"}).house_rules["glitch"]
        'off'
        """
        values = {**self.system.to_form(self.record), **fields}
        return make_test(self.system, values, {**self.house_rules, **(house_rules or {})}, fields)

    def __str__(self) -> str:
        return f"{self.system.title}: {self.notation}"

    def __repr__(self) -> str:
        return f"Test({self})"


class Pool(int):
    """A number of dice, with the `test` that has them."""

    test: Test

    def __new__(cls, dice: int, test: Test) -> Self:
        """A number of dice of this test."""
        made = super().__new__(cls, dice)
        made.test = test
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[int, Test]]:
        return type(self), (int(self), self.test)


@dataclass(frozen=True, slots=True)
class Result(Card):
    """Dice on the table with the verdict on them.

    `roll` has the dice and the choices made, `verdict` the outcome, its steps and its effects. Printed, a result is
    what `python -m pyrules roll` prints; in a notebook it is a card with its chart.

    >>> import pyrules
    >>> result = pyrules.judge(pyrules.parse("moonwalk", "4 (2)"), [6, 5, 1, 3])
    >>> result.success, result.faces, [line.text for line in result.verdict.lines][-1]
    (True, [6, 5, 1, 3], 'Threshold (2): 2 hits, exactly enough')
    """

    test: Test
    roll: Roll
    verdict: Verdict

    @property
    def outcome(self) -> Any:
        """The numbers of the verdict: a frozen dataclass of the system's own, with the names that JSON has."""
        return self.verdict.outcome

    @property
    def success(self) -> bool | None:
        """True if the test succeeded; None where that is not decided yet, or is not what it is about."""
        return self.verdict.good

    @property
    def dice(self) -> tuple[Die, ...]:
        """Every die on the table, roll after roll."""
        return tuple(die for pool in self.roll.dice for die in pool)

    @property
    def faces(self) -> list[Any]:
        """The faces as `judge` takes them: a number for each die, or a tuple for one that was thrown again.

        Of several rolls (actor and defender, intervals) a list for each.
        """
        rolls = [[die.face if len(die.faces) == 1 else die.faces for die in pool] for pool in self.roll.dice]
        return rolls[0] if len(rolls) == 1 else rolls

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that the rules still allow: rerolls, purchases, placements, the next interval."""
        return self.test.system.options(self.test.record, self.roll)

    @property
    def luck(self) -> Luck | None:
        """The chance of a result at least this good; None while it is undecided or nothing was left to chance.

        Raises `TooMuchWork` where that would take longer than 10 s to compute.
        """
        with budget(SECONDS):
            return chances_of(self.test.system).luck(self.test.record, self.outcome)

    def pick(
        self, option: str, places: Iterable[int] = (), *, seed: Seed | None = None, **given: int | bool
    ) -> "Result":
        """The result once an option is taken and the dice that it asks for are thrown.

        Args:
            option: The id of one of `options`.
            places: The dice that it is used on, from 0; -1 stands for "on none".
            seed: What `random.seed` takes, for dice that fall the same each time; without, dice of the secure source.
            given: Numbers and switches of the option by name (its `fields` list them): a modifier of the next interval.

        Raises:
            IllegalPick: The rules do not offer this now, or not on these dice, or not with what is given.

        >>> import pyrules
        >>> result = pyrules.judge(pyrules.parse("stepdie", "3d6 + d8 (2) ip 3"), [6, 2, 1, 5])
        >>> [option.id for option in result.options]
        ['reroll', 'add']
        >>> len(result.pick("add", seed=1).dice)
        5
        """
        system, record = self.test.system, self.test.record
        with places_from_0():
            picked = system.pick(record, self.roll, Pick(option, tuple(places), tuple(given.items())))
        return judge_roll(self.test, system.roll(record, source(seed), picked, onward=False))

    def __repr__(self) -> str:
        return f"Result({self.test}; {write_faces(self.roll.dice)}; {self.verdict.headline}: {self.verdict.summary})"


@dataclass(frozen=True, slots=True)
class Odds(Card, core.Odds):
    """The exact odds of a test: chances of its `events`, its `distributions` and their `means`, each by name.

    `main` names the event that the test is about. `left_out` names what would have taken too long. Printed, odds are
    what `python -m pyrules odds` prints; in a notebook they are a card with a chart. With the best choices after the
    roll `costs` is what these spend on average, by the counter; without, it is None.

    >>> import pyrules
    >>> found = pyrules.odds(pyrules.parse("stepdie", "5d6 + d10 (3)"))
    >>> found.main, found.events["success"].exact, found.means["hits"].exact
    ('success', '67/243', '28/15')
    """

    test: Test = field(kw_only=True)
    costs: Mapping[str, Ratio] | None = field(default=None, kw_only=True)

    def __repr__(self) -> str:
        return f"Odds({self.test}; {', '.join(f'{name} {chance.value:.4g}' for name, chance in self.events.items())})"


@dataclass(frozen=True, slots=True)
class Comparison(Card):
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
        """The lead in chance of each other test's main event over the first's."""
        first, *others = (one.events[one.main] for one in self.odds)
        return tuple(other - first for other in others)


@dataclass(frozen=True, slots=True)
class Table(Card):
    """The odds of every test that a template gives: all numbers of dice by all difficulties.

    `over` has what stands for each name of the template, `odds` those of every combination, the last name changing
    fastest. Printed, it is a table of the main event; in a notebook a heat map of it, or curves.

    >>> import pyrules
    >>> found = pyrules.table("almond", "{dice}d6 TN {tn}", over={"dice": (2, 3), "tn": (4, 6)})
    >>> [(row["dice"], row["tn"], row["passed"].exact) for row in found.rows]
    [(2, 4, '3/4'), (2, 6, '11/36'), (3, 4, '7/8'), (3, 6, '91/216')]
    """

    over: Mapping[str, tuple[Any, ...]]
    odds: tuple[Odds, ...]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each test, as `pandas.DataFrame` takes them: its values, its notation, its events and means."""
        return [
            {
                **dict(zip(self.over, values, strict=True)),
                "notation": one.test.notation,
                **one.events,
                **{f"mean {name}": mean for name, mean in one.means.items()},
            }
            for values, one in zip(product(*self.over.values()), self.odds, strict=True)
        ]

    def to_csv(self) -> str:
        """The rows for a spreadsheet, chances and means as decimal numbers."""
        rows = self.rows
        names = list(dict.fromkeys(name for row in rows for name in row))
        written = io.StringIO()
        told = ([cell.value if isinstance(cell, Ratio) else cell for cell in map(row.get, names)] for row in rows)
        csv.writer(written, lineterminator="\n").writerows((names, *told))
        return written.getvalue()

    def __repr__(self) -> str:
        return f"Table({' by '.join(f'{len(values)} {name}' for name, values in self.over.items())})"


@dataclass(frozen=True, slots=True)
class Step:
    """The worth of one change of a test: `change` is what it adds to the chance of the main event.

    `name` is that of the field or house rule that is changed, `label` the words for it; `before` and `after` are its
    values in words. `test` is the changed test, and `chance` that of its main event. `apart` is whether it is no step
    beside others: it fills in a blank, or is a switch that leaves nothing to chance.
    """

    name: str
    label: str
    before: str
    after: str
    test: Test
    chance: Ratio
    change: Ratio
    apart: bool = False

    def __repr__(self) -> str:
        return f"Step({self.label}: {self.before} to {self.after}; {100 * self.change.value:+.2f} points)"


class Listed(tuple[T, ...], Card):  # noqa: SLOT001 (no tuple has slots, and this has an attribute)
    """Some values about a test or a result, in their order: a tuple that prints and shows itself as a table."""

    about: Any

    def __new__(cls, found: Iterable[T], about: Any) -> Self:
        """The values, with what they are about."""
        made = super().__new__(cls, found)
        made.about = about
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[T, ...], Any]]:
        return type(self), (tuple(self), self.about)


class Sweep(Listed[Step]):
    """The worth of each step of a test. Printed, it is what `python -m pyrules sweep` prints."""

    about: Test


class WhatIfs(Listed[Variant[Test]]):
    """The chances of a test if one thing were different."""

    about: Test


class Choices(Listed[Advice]):
    """The advice after a roll, the best first."""

    about: Result


@dataclass(frozen=True, slots=True)
class After:
    """The state after one test of a session: the chance that it succeeded, and how each counter is distributed.

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
class Session(Card):
    """Tests one after the other, with what they spend and earn.

    `start` has the counters it begins with, `after` how things stand after each test. It is exact, or simulated with so
    many `trials`. `policy` is the word for how one spends, or the name of the function that says so. Printed, it is
    what `python -m pyrules session` prints.
    """

    tests: tuple[Test, ...]
    policy: str
    start: Mapping[str, int]
    after: tuple[After, ...]
    trials: int = 0

    @property
    def simulated(self) -> bool:
        """True if the chances are shares of trials."""
        return self.trials > 0

    @property
    def telling(self) -> tuple[str, ...]:
        """The counters that tell something: how many tests took place does not where all of them do."""
        fewest = self.after[-1].counters[TESTS].rows[0][0]
        return tuple(name for name in self.start if name != TESTS or fewest != len(self.after))

    def __repr__(self) -> str:
        told = f"simulated, {amount(self.trials, 'trial')}" if self.simulated else "exact"
        return f"Session({len(self.tests)} of {self.tests[0].system.title}; {self.policy}; {told})"


def make_test(
    system: System[Any], values: Mapping[str, Any], house_rules: Mapping[str, str | int], given: Iterable[str]
) -> Test:
    """The test that a form's values make; raises `FormError`, also for a field that is `given` and does not count."""
    known = {field.name: field for field in system.fields}
    if unknown := [name for name in given if name not in known]:
        raise FormError({quote(unknown[0]): f"{system.title} has no such field; use {_like(unknown[0], system)}"})
    record = system.from_form(dict(values), house_rules)
    if idle := [name for name in given if not known[name].applies(system.to_form(record))]:
        name = idle[0]
        wanted = all_of([f"{other} is {one_of([*map(str, allowed)])}" for other, allowed in known[name].when])
        raise FormError({name: f"counts only where {wanted}, else leave it out"})
    return Test(system, record)


def _like(name: str, system: System[Any]) -> str:
    """The fields that may be meant by a wrong name: those called much like it, else all."""
    begins = name.casefold()[:4]
    near = [field for field in system.fields if begins in (field.name[:4], field.label.casefold()[:4])]
    return one_of([f"{field.name} ({field.label})" for field in near or system.fields])


def judge_roll(test: Test, roll: Roll) -> Result:
    """The result of a roll."""
    return Result(test, roll, test.system.judge(test.record, roll))


def source(seed: Seed | None) -> Source:
    """Dice of the operating system's secure source, or those of a seed, which fall the same each time."""
    return secure if seed is None else seeded(seed)


@contextmanager
def places_from_0() -> Iterator[None]:
    """Name a die that a choice is not for by its place from 0, as Python counts, where the rules name it from 1."""
    try:
        yield
    except WrongDie as error:
        problem = f"{quote(error.option)} cannot be used on place {error.place}"
        bound = f"use 0 to {error.places[-1]}" if error.places else "name no places"
        raise IllegalPick(f"{problem}; {bound}") from None
