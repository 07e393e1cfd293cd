"""A rule system as one value: a record of functions and data, with nothing inherited."""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, lru_cache, partial, wraps
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, Protocol, TypeVar

from pyrules.core.english import amount, one_of
from pyrules.core.errors import FormError, IllegalPick, NotOffered, WrongDie, quote
from pyrules.core.faces import Script, Scripted, seeded
from pyrules.core.form import Field, Values, defaults, read_form
from pyrules.core.look import PLAIN, Look
from pyrules.core.odds import Chances
from pyrules.core.roll import EMPTY, GIVE_UP, LEAVE, Pending, Pick, Roll, Source, Throw, gather
from pyrules.core.rulebook import Chart, Rule, Ruling, Setting, settings_of
from pyrules.core.sums import Sums
from pyrules.core.tally import Tally
from pyrules.core.verdict import Line, Option, Outcome, Verdict

ID = re.compile("[a-z][a-z0-9]{0,19}")
"""The pattern of the id of a system: it stands in addresses, links and logs."""

Settings = Mapping[str, str | int]
"""House rules by name; what is not given has its default."""


class Test(Protocol):
    """A test of some system: a frozen dataclass that carries the house rules it is judged by."""

    __test__: ClassVar[bool] = False

    @property
    def settings(self) -> Any:
        """The house rules, a dataclass of the system's own."""

    def __hash__(self) -> int:
        """Values that are cached by the test."""


T = TypeVar("T", bound=Test)
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Counter:
    """A number the campaign keeps: where it starts and, where the rules say so, its bounds.

    `full` is a number that counts as full, though it may be gone beyond. `start`, `low`, `high` and `full` may name a
    setting that holds the number. `each` says who has one of their own:
    "campaign", "player", "person" (players and foes), "challenge" or "test". `per_player` says that `start` is given
    for each player at the table.
    `was` is the id that it had before, which records may have.
    `bounded_by` names a subject, and the fact written down of it that is the counter's upper bound: the rating of the
    Challenge whose dice are counted.
    """

    id: str
    title: str
    start: int | str = 0
    low: int | str | None = 0
    high: int | str | None = None
    full: int | str | None = None
    each: str = "campaign"
    per_player: bool = False
    bounded_by: tuple[str, str] | None = None
    was: str = ""


@dataclass(frozen=True, slots=True)
class Stepped(Generic[T]):
    """A number of the test that changes from one roll to the next: it has one less and one more under the verdict.

    `changes` names the field of the form that is changed, a number. Where it is a list of modifiers, the
    one without a name is changed, so that what a person has stays as it is: `row` has its other columns, `amount` names
    that of its number. `counts(test)` is the number in the end, as dice and verdict have it, None where a test has no
    such number; `format` gives it in words. Without `counts` it is the value of the form.
    """

    changes: str
    label: str = ""
    counts: Callable[[T], int | None] | None = None
    format: Callable[[int], str] = str
    row: Values = field(default_factory=dict)
    amount: str = "number"


def in_dice(number: int) -> str:
    """A pool in words."""
    return amount(number, "die", "dice")


@dataclass(frozen=True, slots=True)
class Topic:
    """The subject of a test, by its labels: `what` is put to the test, and `against` whom or what; "" where unsaid."""

    what: str = ""
    against: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """A test with the faces that were rolled for it and the picks made, to show and to check the rules with."""

    notation: str
    faces: str
    note: str
    picks: tuple[Pick, ...] = ()
    settings: tuple[tuple[str, str | int], ...] = ()


def placing_problem(option: Option, places: tuple[int, ...]) -> str:
    """Why the units of an option cannot lie at these places; "" when they can, or when it has none."""
    if option.units and len(places) != len(option.units):
        return f"give each unit ({' '.join(option.units)}) a place, {len(option.units)} in all; got {len(places)}"
    for group in option.groups:
        used = [places[unit] for unit in group.units if places[unit] >= 0]
        if twice := [place for place in used if used.count(place) > 1]:
            return f"die {twice[0] + 1} has two {group.title} units; place at most one"
        if len(used) < group.least:
            return f"{group.title} units: {len(used)} placed; place at least {group.least}"
    return ""


def _given_values(option: Option, pick: Pick) -> tuple[tuple[str, int | bool], ...]:
    """The values given with an option, 0 and off left out; raises `IllegalPick` for what it does not take."""
    try:
        values = read_form(option.fields, defaults(option.fields) | dict(pick.given))
    except FormError as problem:
        raise IllegalPick(f"{quote(pick.option)}: {problem}") from None
    return tuple((name, value) for name, value in values.items() if value)


@dataclass(frozen=True, eq=False, repr=False)
class System(Generic[T]):
    """One rule system; there is one of each, so systems compare by identity.

    The odds are computed from `pending`, `judge` and `options` alone, by every way the dice can fall
    (`pyrules.core.engine`). For that the dice of one throw must be alike: in whatever order they show their faces, the
    outcome is the same, and so is what is asked for next. All fields that have a default may be left out.
    """

    id: str
    """Its name in addresses, links and the log."""
    title: str
    """Its name on screen."""
    about: str
    """One line about it for the first page."""
    fields: tuple[Field, ...]
    """The fields of its form."""
    rules: tuple[Rule, ...]
    """The texts of its rules."""
    rulings: tuple[Ruling, ...]
    """What its text leaves open, and how that is read here."""
    counters: tuple[Counter, ...]
    """The numbers that last."""
    examples: tuple[Example, ...]
    """Tests with their dice, to show and to check the rules with."""
    parse: Callable[[str, Settings], T]
    """Reads a test from shorthand under some house rules.

    Raises `NotationError` for what it cannot read, `FormError` for house rules there are not.
    """
    write: Callable[[T], str]
    """Writes a test in shorthand; `parse` reads it back."""
    from_form: Callable[[Values, Settings], T]
    """Makes a test of the form's values; raises `FormError`."""
    to_form: Callable[[T], Values]
    """Gives the form's values of a test."""
    before: Callable[[T], tuple[Line, ...]]
    """Gives what must be said before the dice fall: a test that cannot succeed, no dice left."""
    pending: Callable[[T, Roll], Pending]
    """Gives the throws that the rules ask for now."""
    judge: Callable[[T, Roll], Verdict]
    """Gives the verdict on the dice as they lie."""
    options: Callable[[T, Roll], tuple[Option, ...]]
    """Gives what may still be done."""
    outcome: Callable[[T, Roll], Outcome] | None = None
    """Gives the outcome of `judge` alone, which is faster as it has no words."""
    events: Callable[[T, Any], Mapping[str, bool]] | None = None
    """Gives which of the events an outcome is, the main one first.

    Left out, "success" is the only one, and happens where the verdict is good.
    """
    state: Callable[[T, Roll], Hashable] | None = None
    """Gives all of a roll that its outcome, the options and further throws depend on, where that is less than the dice.

    Rolls in one state are followed as one, which makes odds of large pools fast. The dice are then thrown one by one,
    so `state` and `pending` are asked in the midst of a throw too.
    """
    tally: Callable[[T], Tally[Any] | Sums | None] = lambda _test: None
    """Gives how the dice are read, where they are read face by face or one by one; `events` must be given.

    Face by face (`pyrules.core.tally`): the outcome depends only on how many dice show each face. One by one
    (`pyrules.core.sums`): only on what each counts. That makes the odds of the highest few of many dice fast, of
    matching sets, or of dice that go on.
    """
    degrees: Callable[[T], Mapping[str, Sequence[str]]] = lambda _test: {}
    """Gives the parts of the outcome that are words in an order, each with its words from the worst on."""
    endless: Callable[[T], bool] = lambda _test: False
    """True for a test whose dice may be thrown on without end.

    Each further throw only raises the numbers of the outcome and undoes no event; distributions are then cut at an
    exact row "N+".
    """
    seconds_a_roll: float = 2e-5
    """The seconds that following one roll takes in a browser, measured; odds of too many rolls are refused."""
    further: Callable[[T, Roll], tuple[Throw, ...]] = lambda _test, _roll: ()
    """Gives throws of single dice that nobody is asked for and people may make all the same.

    Dice that were typed in go on with them, dice rolled here do not.
    """
    pool: str = "dice"
    """The number field of the form that is the size of the pool."""
    stepped: tuple[Stepped[T], ...] = ()
    """What changes most from one roll to the next, as far as it applies to the form."""
    upgraded: Callable[[str, int], str] = lambda notation, _version: notation
    """Writes a notation of an earlier version of the log's format in today's shorthand, with the meaning it had then.

    `pyrules.campaign.codec` has the versions.
    """
    interchangeable: Callable[[T, Roll, Throw], tuple[tuple[int, ...], ...]] = lambda _test, _roll, _throw: ()
    """Gives the faces of a throw's dice in groups within which verdict, options and further throws are the same.

    So it is enough to count the dice of each group; those of the last need no mention. No groups where every face
    matters.
    """
    topic: Callable[[T], Topic] = lambda _test: Topic()
    """Gives what a test is about, by the labels it was given."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The names of events and numbers of the outcome, where their keys do not say enough."""
    deeds: Mapping[str, str] = field(default_factory=dict)
    """By its id, what another person hears that an option has done ("rerolled one die")."""
    units: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """One of a counter and several of it, in a sentence ("wound", "wounds")."""
    aims: Mapping[str, str] = field(default_factory=dict)
    """The main events that are no success, as an infinitive ("to deal Stress")."""
    charts: tuple[Chart, ...] = ()
    """The tables of the text, for its Rules page."""
    look: Look = PLAIN
    """Its colours, and how its great moments are shown."""
    load_chances: Callable[[Chances[T]], Chances[T]] = lambda default: default
    """Gives the odds with functions of the system's own where the `default` ones are slow, or it knows better.

    It imports their modules, which no page waits for before a roll; `pyrules.core.engine.chances_of` asks for them.
    """
    load_tracking: Callable[[], Any] = lambda: None
    """Gives the `Tracking` of `pyrules.campaign.tracking`: what is kept track of from roll to roll; None for nothing.

    Imported when `tracking_of` there first asks for it.
    """
    load_spending: Callable[[], Any] = lambda: None
    """Gives the `Spending` of `pyrules.sessions.spending`: what its tests spend and earn; None for nothing.

    Imported when `spending_of` there first asks for it.
    """
    picture: tuple[tuple[int, int, str], ...] = ((6, 6, ""), (8, 5, ""), (12, 2, ""))
    """The dice that stand for the system, each by its size, face and kind ("" or "step")."""

    def __repr__(self) -> str:
        return f"System({self.id!r})"

    @cached_property
    def settings(self) -> tuple[Setting, ...]:
        """The house-rule switches of all rulings."""
        return settings_of(self.rulings)

    @cached_property
    def caches(self) -> dict[Callable[..., Any], Callable[..., Any]]:
        """The cached answers about this system, by the function; they goes with the system."""
        return {}

    def name_of(self, part: str) -> str:
        """Name an event, or a number of the outcome, within a sentence."""
        return self.names.get(part, part).replace("_", " ")

    def outcome_of(self, test: T, roll: Roll) -> Any:
        """The outcome of a roll, without the words of its verdict where the system can tell it alone."""
        return self.outcome(test, roll) if self.outcome else self.judge(test, roll).outcome

    def events_of(self, test: T, roll: Roll, outcome: Any) -> Mapping[str, bool]:
        """Which events a roll with this outcome is, the main one first."""
        return self.events(test, outcome) if self.events else {"success": self.judge(test, roll).good is True}

    def main_event(self, test: T) -> str:
        """Name the event that a test is about: the main one of any roll of it."""
        roll = self.roll(test, seeded(0), onward=False)
        return next(iter(self.events_of(test, roll, self.outcome_of(test, roll))))

    def roll(self, test: T, source: Source, roll: Roll = EMPTY, *, onward: bool = True) -> Roll:
        """Throw every die that the rules ask for now, and with `onward` those that may wait (the next intervals).

        Raises `IllegalRoll` for faces of the source that do not fit.
        """
        return gather(self.pending, test, source, roll, onward=onward)

    def pick(self, test: T, roll: Roll, pick: Pick) -> Roll:
        """The roll with one option taken, or given up; the dice it asks for are still to be thrown.

        Raises `IllegalPick` when the rules do not offer it, or when nothing is left to be given up.
        """
        waiting = self.pending(test, roll)
        if (pick == GIVE_UP and waiting.optional) or pick in (throw.left for throw in waiting.throws):
            return roll.with_pick(pick)
        offered = {option.id: option for option in self.options(test, roll) if not option.notation}
        option = offered.get(pick.option)
        name = quote(pick.option)
        if option is None:
            raise NotOffered(
                f"{name} is not offered now; {f'use {one_of(list(offered))}' if offered else 'nothing is'}"
            )
        for place in pick.places:
            if place < 0 and place not in option.places:
                raise IllegalPick(f"{name} cannot be left unused")
            if place not in option.places:
                raise WrongDie(pick.option, place, option.places)
        if option.most and not 1 <= len(pick.places) <= option.most:
            most = f"{'' if option.most == 1 else '1 to '}{amount(option.most, 'die', 'dice')}"
            raise IllegalPick(f"use {name} on {most}, got {len(pick.places)}")
        if not option.again and len(set(pick.places)) < len(pick.places):
            raise IllegalPick(f"{name} names a die twice; name each once")
        if problem := placing_problem(option, pick.places):
            raise IllegalPick(f"{name}: {problem}")
        return roll.with_pick(replace(pick, given=_given_values(option, pick)))

    def is_idle(self, test: T, roll: Roll, option: Option) -> bool:
        """True if an option, with nothing given with it, throws no die and leaves the outcome as it is."""
        if option.notation or option.most or option.asks_first:
            return False
        then = roll.with_pick(Pick(option.id))
        return not self.pending(test, then).throws and self.outcome_of(test, then) == self.outcome_of(test, roll)

    def play(self, test: T, source: Source, picks: tuple[Pick, ...] = ()) -> Roll:
        """The roll that a source's faces and these picks make, one pick after the other.

        Where picks are given, only they lead onward; without any, the roll goes as far as the source has faces.

        Raises `IllegalRoll` for faces of the source that do not fit, `IllegalPick` for a choice not offered.
        """
        roll = self.roll(test, source, onward=not picks)
        for pick in picks:
            if pick.option != LEAVE or pick not in roll.picks:  # dice that the source has no faces for are left
                roll = self.roll(test, source, self.pick(test, roll, pick), onward=False)
        return roll

    def replay(self, test: T, script: Script, picks: tuple[Pick, ...] = ()) -> Roll:
        """The roll that these faces and picks make: dice from a real table, from a link or from the log.

        Raises `IllegalRoll` for faces that are missing, too many or impossible, `IllegalPick` for a choice not offered.
        """
        source = Scripted(script)
        roll = self.play(test, source, picks)
        while throws := tuple(filter(source.has, self.further(test, roll))):
            roll = roll.after(throws[0], source(throws[0]) or ())
        source.finish()
        return roll

    def asked_of(self, asked: T, own: T) -> T:
        """The test that a person asks for, as one makes it whose test this would be: what is theirs stays.

        A system whose fields do not say whose they are asks for the whole test. Raises `FormError` where the two do not
        fit together.
        """
        names = [field.name for field in self.fields if field.asked]
        if not names:
            return asked
        given = self.to_form(asked)
        return self.from_form(self.to_form(own) | {name: given[name] for name in names}, self.house_rules(asked))

    def house_rules(self, test: T) -> dict[str, str | int]:
        """The settings that a test carries."""
        return asdict(test.settings)


def cached_by_system(
    size: int,
) -> Callable[[Callable[Concatenate[System[T], P], R]], Callable[Concatenate[System[T], P], R]]:
    """Have the last answers of a function kept, so many for each system, and no longer than there is the system."""

    def cache_function(function: Callable[Concatenate[System[T], P], R]) -> Callable[Concatenate[System[T], P], R]:
        @wraps(function)
        def answer(system: System[T], /, *others: P.args, **named: P.kwargs) -> R:
            kept = system.caches.get(function)
            if kept is None:
                system.caches[function] = lru_cache(size)(partial(function, system))
                return answer(system, *others, **named)
            found: R = kept(*others, **named)
            return found

        return answer

    return cache_function
