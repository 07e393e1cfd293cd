"""The content of a file, as the functions of a system's record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import field, make_dataclass, replace
from functools import cached_property, partial
from importlib import import_module
from typing import Any

from pyrules.author.actions import Action, known_before
from pyrules.author.counters import Lasting, changes
from pyrules.author.dice import by_side, further
from pyrules.author.entries import Entry, comes, read_all, signs
from pyrules.author.expressions import AuthorError, is_value
from pyrules.author.names import call, text_of, title_of
from pyrules.author.parts import After, Check
from pyrules.author.verdicts import before, is_rule, judge, states_rule
from pyrules.core.english import one_of
from pyrules.core.errors import FormError, NotationError, quote
from pyrules.core.form import Choice, Field, Values, check_length, read_form
from pyrules.core.roll import MOST_DICE, Pending, Roll, Throw
from pyrules.core.rulebook import Rule, Ruling, read_settings, settings_of, states
from pyrules.core.scan import Scanner
from pyrules.core.sums import Sums
from pyrules.core.system import Settings as Given, System
from pyrules.core.tally import Tally
from pyrules.core.verdict import Line, Option, Outcome, Verdict

SECONDS_A_ROLL = 1.4e-4
"""The seconds in a browser of following one roll of a text: twice what CPython takes."""

SPEED = "pyrules.author.speed"
"""The module that makes odds fast, loaded when the first are asked for."""

SHOWN_BY = "tests/systems/test_conformance_rulebook.py::test_every_rule_fires_in_some_example"
"""The test of a rule that has none but the examples."""

KIND = "kind"


def stated_by(system: System[Any]) -> Stated | None:
    """The content of a file for a system; None for a record that is made otherwise."""
    found = getattr(vars(system)["degrees"], "__self__", None)
    return found if isinstance(found, Stated) else None


def rebuild(system: System[Any], what: str, values: tuple[Any, ...]) -> Any:
    """A test, house rules or the outcome of an action, as they were pickled."""
    stated = stated_by(system)
    if stated is None:
        raise AuthorError(f"{system.title} is stated otherwise than the {what.lower()} that was kept")
    if what == "Test":
        return stated.test_class(*values)
    return stated.settings_class(*values) if what == "Settings" else stated.by_name[what].outcome_class(*values)


class Stated:
    """The content of a file, as the functions of a system's record."""

    def __init__(self, name: str, actions: tuple[Action, ...], rulings: Sequence[Ruling]) -> None:
        self.name = name
        self.actions = actions
        self.by_name = {action.name: action for action in actions}
        self.settings = settings_of(rulings)
        self.lasting: tuple[Lasting, ...] = ()
        self.record: System[Any] | None = None
        self.entries = tuple(dict.fromkeys(entry for action in actions for entry in action.fields))
        for what, names in (("fields", self.entries), ("kinds of tests", actions)):
            if twice := [name for name, number in Counter(one.name for one in names).items() if number > 1]:
                raise AuthorError(f"two {what} are called {quote(twice[0])}; give one of them another name")
        if len({action.word for action in actions}) < len(actions):
            raise AuthorError('each kind of test but one needs a word of its own to begin with: word="resist"')
        for action in actions:
            action.check({one.name for one in self.settings})
        self.settings_class = self._class("Settings", [(one.name, one.default) for one in self.settings])
        plain: list[tuple[str, Any]] = [(KIND, actions[0].name)] if len(actions) > 1 else []
        plain += [(entry.name, entry.from_form(entry.form.default, entry.name, ())) for entry in self.entries]
        self.test_class = self._class("Test", [*plain, ("settings", self.settings_class())])
        for action in actions:
            action.pickled = partial(self.pickle_parts, action.name)
        self.reserved = {action: self._reserved_words(action) for action in actions}

    def _class(self, name: str, plain: Sequence[tuple[str, Any]]) -> Any:
        """A frozen dataclass of these fields and what each is where nothing is given."""
        own = {"__test__": False, "__reduce__": lambda one: self.pickle_parts(name, one)}
        parts = [(name, Any, field(default=value)) for name, value in plain]
        return make_dataclass(name, parts, frozen=True, slots=True, namespace=own)

    def pickle_parts(self, what: str, one: Any) -> tuple[Any, ...]:
        """The parts that a test, house rules or an outcome are pickled as: by the system, which is found by its id."""
        return rebuild, (self.record, what, tuple(getattr(one, name) for name in type(one).__dataclass_fields__))

    def _reserved_words(self, action: Action) -> tuple[str, ...]:
        words = [word for entry in action.fields for word in entry.reserved_words]
        return tuple({word.lower() for word in (*words, *(one.word for one in self.actions)) if word})

    def action(self, test: Any) -> Action:
        """The kind of a test."""
        return self.by_name[test.kind] if len(self.actions) > 1 else self.actions[0]

    def house_rules(self, given: Given) -> Any:
        """The house rules of a test; raises `FormError`."""
        return self.settings_class(**read_settings(self.settings, given))

    def test(self, action: Action, values: Mapping[str, Any], settings: Any) -> Any:
        """A test with these values, and those of an untouched form."""
        kind = {KIND: action.name} if len(self.actions) > 1 else {}
        return self.test_class(**kind, **values, settings=settings)

    def refusal(self, test: Any) -> tuple[Check, str] | None:
        """Why a test cannot be rolled; None when it can."""
        action = self.action(test)
        checks = action.refuses
        if callable(checks):
            checks = [Check(checks, action.entries[0])]
        known = known_before(test)
        for one in checks:
            if problem := call(one.finds, known):
                return one, problem
        if (dice := max(part.size for part in by_side(action.pool_of(test)))) > MOST_DICE:
            problem = f"the pool comes to {dice} dice; at most {MOST_DICE}"
            if not action.entries:
                raise AuthorError(f"{action.title}: {problem}")
            return Check(str, action.entries[0]), problem
        return None

    # Shorthand and form.

    def parse(self, text: str, settings: Given) -> Any:
        """Read a test from its shorthand; raises `NotationError`, and `FormError` for house rules."""
        scan = Scanner(text)
        action = next((one for one in self.actions if one.word and comes(scan, signs(one.word))), None)
        if action is None:
            action = next((one for one in self.actions if not one.word), None)
        if action is None:
            raise scan.mismatch(one_of([quote(one.word) for one in self.actions]))
        for _ in signs(action.word):
            scan.take()
        if not action.word and scan.here.kind == "end":
            raise scan.mismatch(next(entry.would_do for entry in action.entries if not entry.unsaid))
        columns: dict[str, int] = {}
        values = dict(read_all(scan, action.entries, last=True, columns=columns))
        plain = self.test(action, values, self.settings_class())
        if refused := self.refusal(plain):
            why, problem = refused
            raise NotationError(columns[why.at.name], why.reads.format(problem), why.expected)
        test = replace(plain, settings=self.house_rules(settings))
        scan.check_length(self.write(test))
        return test

    def write(self, test: Any) -> str:
        """Write a test in its shorthand."""
        action = self.action(test)
        values = {entry.name: getattr(test, entry.name) for entry in self.entries}
        glued = set()
        if action.shorthand:
            for piece in action.shorthand.split():
                glued |= set(piece.split("+")[1:])
        written = action.word
        for entry in action.entries:
            if entry.applies(values) and (part := entry.write(values[entry.name])):
                written += part if not written or entry.name in glued else f" {part}"
        return written

    def from_form(self, given: Values, settings: Given) -> Any:
        """Make a test of a form's values; raises `FormError` naming the fields."""
        values = read_form(self.form, given)
        action = self.by_name[values.pop(KIND)] if len(self.actions) > 1 else self.actions[0]
        reserved = self.reserved[action]
        found, house_rules = {}, self.settings_class()
        wrong: dict[str, str] = {}
        for entry in self.entries:
            found[entry.name] = entry.absent
            try:
                found[entry.name] = entry.from_form(values[entry.name], entry.name, reserved)
            except FormError as error:
                wrong |= error.fields
        try:
            house_rules = self.house_rules(settings)
        except FormError as error:
            wrong |= error.fields
        test = self.test(action, found, house_rules)
        if refused := self.refusal(test):
            why, problem = refused
            wrong[(why.at if why.field is None else why.field).name] = why.form.format(problem)
        if wrong:
            raise FormError(wrong)
        parts = [part for entry in action.entries if (part := entry.part(found[entry.name]))]
        check_length(self.write(test), *parts)
        return test

    def to_form(self, test: Any) -> Values:
        """The values of the form that makes this test."""
        kind = {KIND: test.kind} if len(self.actions) > 1 else {}
        return kind | {entry.name: entry.to_form(getattr(test, entry.name)) for entry in self.entries}

    @cached_property
    def form(self) -> tuple[Field, ...]:
        """The fields of the form: the kind of test first, where there are several."""
        choices = tuple(Choice(action.name, action.title) for action in self.actions)
        asked = any(entry.form.asked for entry in self.entries)
        kind = Field(KIND, "Roll", "choice", self.actions[0].name, choices=choices, asked=asked)
        several = len(self.actions) > 1
        return (*((kind,) if several else ()), *(self._field(entry, several=several) for entry in self.entries))

    def _field(self, entry: Entry, *, several: bool) -> Field:
        when = list(entry.form.when)
        names = tuple(action.name for action in self.actions if any(one is entry for one in action.fields))
        if several and len(names) < len(self.actions):
            when.append((KIND, names))
        only = entry.only
        while only:
            when.append((only[0].name, tuple(only[0].to_form(value) for value in only[1])))
            only = only[0].only
        rule = f"{self.name}.{entry.name}" if is_rule(entry) else f"{self.name}.{names[0]}"
        own = f"{self.name}.{entry.form.rule}" if entry.form.rule else rule
        return replace(entry.form, name=entry.name, when=tuple(when), rule=own)

    # Dice and verdicts.

    def before(self, test: Any) -> tuple[Line, ...]:
        """The lines that are certain before the dice fall."""
        return before(self.name, self.action(test), test)

    def pending(self, test: Any, roll: Roll) -> Pending:
        """The throws that are still to be made."""
        return self.action(test).pending(test, roll)

    def judge(self, test: Any, roll: Roll) -> Verdict:
        """The verdict on the dice as they lie."""
        return judge(self.name, self.action(test), test, roll)

    def options(self, test: Any, roll: Roll) -> tuple[Option, ...]:
        """The options now."""
        action = self.action(test)
        return tuple(action.offers(test, roll)) if action.options and not self.pending(test, roll).throws else ()

    def outcome(self, test: Any, roll: Roll) -> Outcome:
        """The outcome of the dice."""
        found: Outcome = self.action(test).outcome_of(test, roll)
        return found

    def events(self, test: Any, outcome: Any) -> Mapping[str, bool]:
        """Which events an outcome is."""
        return self.action(test).events_of(test, outcome)

    def state(self, test: Any, roll: Roll) -> Hashable:
        """The parts of a roll that matter."""
        found: Hashable = import_module(SPEED).state(self.action(test), test, roll)
        return found

    def interchangeable(self, test: Any, roll: Roll, throw: Throw) -> tuple[tuple[int, ...], ...]:
        """The faces that come to the same."""
        found: tuple[tuple[int, ...], ...] = import_module(SPEED).groups(self.action(test), test, roll, throw)
        return found

    def tally(self, test: Any) -> Tally[Any] | Sums | None:
        """The dice read face by face, or one by one."""
        found: Tally[Any] | Sums | None = import_module(SPEED).tally(self.action(test), test)
        return found

    def endless(self, test: Any) -> bool:
        """True if dice may be thrown on without end."""
        found: bool = import_module(SPEED).endless(self.action(test), test)
        return found

    def further(self, test: Any, roll: Roll) -> tuple[Throw, ...]:
        """The throws that may be made though nobody is asked to."""
        return () if self.pending(test, roll).throws else further(self.action(test).table(test, roll))

    def degrees(self, test: Any) -> Mapping[str, Sequence[str]]:
        """The words of an outcome that stand in an order, the worst first."""
        found = self.action(test).ranked_degrees
        return {"degree": found} if found else {}

    # The rulebook.

    def rules(self) -> Iterator[Rule]:
        """The rules that are stated, in the order in which they stand."""
        for action in self.actions:
            text = action.text or _in_words(action)
            yield Rule(action.name, action.title, text, action.pool_of, SHOWN_BY)
            functions: list[Any] = [
                action.pool,
                *action.outcome,
                *action.degrees.values(),
                action.effects,
                action.success,
            ]
            for one in functions:
                if states_rule(one):
                    _, title, text, test, rulings = (states(one) or (("", title_of(one), "", "", ()),))[0]
                    shown = test if "::" in test else SHOWN_BY
                    yield Rule(one.__name__, title, text or text_of(one), one, shown, rulings)
            for part in parts(action):
                if is_rule(part):
                    yield Rule(part.name, part.title, part.text or _price(part), action.pool_of, SHOWN_BY)

    def counters(self) -> Iterator[Lasting]:
        """The numbers that last."""
        for action in self.actions:
            for part in parts(action):
                cost = part.cost if isinstance(part, After) else part.costs
                if cost:
                    yield cost.of
                if isinstance(part, Entry) and part.holds is not None:
                    yield part.holds

    def changed_numbers(self, test: Any) -> Iterator[Lasting]:
        """The numbers that a roll of a test may change: what a function changes is not known, so it may be any."""
        action = self.action(test)
        if isinstance(action.effects, Mapping):
            yield from dict.fromkeys(one.of for effect in action.effects.values() for one in changes(effect))
        elif callable(action.effects):
            yield from self.lasting
        else:
            yield from dict.fromkeys(one.of for one in changes(action.effects))
        yield from dict.fromkeys(one.cost.of for one in action.options if one.cost)

    def size_field(self) -> str:
        """The number of the form that is the size of the pool: one more of it is a die more.

        It is "" where there is none, or where several together are the size of the first dice.
        """
        alone, others = self.sizing()
        return "" if len(alone) > 1 else next(iter((*alone, *others)), "")

    def sizing(self) -> tuple[list[str], list[str]]:
        """The numbers of the form of which one more is one more of the first dice, and those of other dice."""
        action = self.actions[0]
        plain = self.test(action, {}, self.settings_class())
        alone: list[str] = []
        others: list[str] = []
        for entry in action.fields:
            if entry.form.kind == "number" and (value := getattr(plain, entry.name)) is not None:
                step = 1 if value < entry.form.high else -1
                before, after = map(action.pool_of, (plain, replace(plain, **{entry.name: value + step})))
                if after.size == before.size + step:
                    first = before.groups and after.groups[0].count == before.groups[0].count + step
                    (alone if first else others).append(entry.name)
        return alone, others


def parts(action: Action) -> tuple[Entry | After, ...]:
    """The choices before the roll and after it."""
    return *action.fields, *action.options


def _in_words(action: Action) -> str:
    if told := [f"{title_of(one)}: {one.words}." for one in action.outcome if is_value(one)]:
        return " ".join(told)
    if action.degrees:
        return f"In this order: {one_of(list(action.degrees))}."
    return f"{action.title} is rolled with its pool."


def _price(part: Entry | After) -> str:
    cost = part.cost if isinstance(part, After) else part.costs
    return f"It costs {cost}." if cost else ""
