"""One kind of test: what is chosen, the dice, what they come to, and what may be done after the roll."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import make_dataclass
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

from pyrules.author.counters import Amount, Change, changes, costs
from pyrules.author.dice import Lying, Pool, Rerolls, asked, kept, lying, percent
from pyrules.author.entries import Entry
from pyrules.author.names import (
    AuthorError,
    Known,
    Named,
    Words,
    asks,
    call,
    called,
    filled,
    listed,
    places,
    remembered,
    value_of,
)
from pyrules.author.parts import After, Check, Event
from pyrules.core.errors import one_of, quoted
from pyrules.core.roll import Pending, Roll
from pyrules.core.system import Test
from pyrules.core.verdict import Option

OF_DICE = {"face", "faces", "kept", "total", "sides", "roll"}
"""What functions ask for that only the dice tell; of groups with a name, that name."""

VALUES = (tuple, type(None))
"""What the outcome of all dice may be besides a number."""

NONE: Mapping[str, Any] = MappingProxyType({})


class Action(Named):
    """One kind of test; `action` says what each part is."""

    fields: tuple[Entry, ...]
    pool: Callable[..., Pool] | Pool
    outcome: tuple[Callable[..., Any], ...] = ()
    degrees: Mapping[str, Callable[..., Any]] = NONE
    success: str | Callable[..., Any] | None = None
    main: Event | None = None
    events: Sequence[Event] = ()
    says: Mapping[str, Words] = NONE
    steps: Mapping[str, Words] = NONE
    headline: Words = ""
    summary: Words = ""
    effects: Callable[..., Any] | Mapping[str, Any] | None = None
    options: tuple[After, ...] = ()
    counts: Callable[..., Any] | None = None
    word: str = ""
    text: str = ""
    shorthand: str = ""
    refuses: Callable[..., str] | Sequence[Check] = ()
    triumph: str | Callable[..., Any] = ""
    disaster: str | Callable[..., Any] = ""
    lines: Callable[..., Any] | None = None
    mark: Callable[..., Any] | None = None
    rules: frozenset[str] = frozenset()
    pickled: Callable[[Any], Any]

    def __init__(self, **stated: Any) -> None:
        super().__init__(**stated)
        if self.degrees and (unknown := self._named() - set(self.degrees)):
            raise AuthorError(f"{self.title} has no degree {quoted(min(unknown))}; use {one_of(list(self.degrees))}")
        if self.success is None and self.main is None:
            raise AuthorError(f"{self.title} has neither success nor main; say which degrees are a success")
        names = [one.__name__ for one in self.outcome]
        if not self.degrees and isinstance(self.success, str) and self.success not in names:
            use = one_of([*names, "a function"])
            raise AuthorError(f"{self.title} has no outcome {quoted(self.success)}; use {use}")
        for place, one in enumerate(self.outcome):
            if later := set(asks(one)) & set(names[place + 1 :]):
                name = quoted(min(later))
                raise AuthorError(f"{one.__name__} asks for {name}, which comes after it; put {name} before it")

    def _named(self) -> set[str]:
        """The degrees that something else is stated of."""
        words = (one for one in (self.success, self.triumph, self.disaster) if isinstance(one, str))
        return {*" ".join(words).split(), *self.says, *(self.effects if isinstance(self.effects, Mapping) else ())}

    def check(self, rules: set[str]) -> None:
        """Take the names of the house rules, and refuse texts whose places name nothing; raises `AuthorError`."""
        self.rules = frozenset(rules)
        there = {*rules, *self.names, *(entry.name for entry in self.fields)}
        for text in (*self.says.values(), *self.steps.values(), self.headline, self.summary):
            if unknown := places(text) - there:
                raise AuthorError(f"{{{min(unknown)}}} names nothing; there is {one_of(sorted(there))}")

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The fields in the order of the shorthand."""
        if not self.shorthand:
            return self.fields
        found = {entry.name: entry for entry in self.fields}
        return tuple(found[name] for name in self.shorthand.replace("+", " ").split())

    @cached_property
    def of_face(self) -> tuple[Callable[..., Any], ...]:
        """The functions that are asked for each die, and added up."""
        return tuple(one for one in self.outcome if "face" in asks(one))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of what the dice come to, in order."""
        names = [one.__name__ for one in self.outcome]
        return (*names, *(["degree"] if self.degrees else []), *(["success"] if self.good == "success" else []))

    @property
    def good(self) -> str:
        """The name of the outcome that says whether a test succeeded; "" where none does."""
        return self.success if isinstance(self.success, str) and not self.degrees else "success" if self.success else ""

    @cached_property
    def outcome_class(self) -> type[Any]:
        """The class of its outcomes."""

        def reduced(one: Any) -> Any:
            return self.pickled(one)

        return make_dataclass("Outcome", self.names, frozen=True, slots=True, namespace={"__reduce__": reduced})

    @cached_property
    def read(self) -> frozenset[str]:
        """What its functions ask of the dice."""
        stated = [*self.outcome, *self.degrees.values(), *(one.holds for one in self.happening)]
        stated += [one.when for one in self.options if one.when]
        stated += [self.success] if callable(self.success) else []
        stated += [self.effects] if callable(self.effects) else []
        return frozenset(name for one in stated for name in asks(one))

    @cached_property
    def before_dice(self) -> frozenset[str]:
        """The names of what is known without the dice: fields, house rules and options."""
        return frozenset(one.name for one in (*self.fields, *self.options)) | self.rules

    @property
    def happening(self) -> tuple[Event, ...]:
        """The events that are stated, the main one first."""
        return (*([self.main] if self.main else []), *self.events)

    def pool_of(self, test: Test) -> Pool:
        """The pool of a test."""
        return _pool(self, test)

    def table(self, test: Test, roll: Roll) -> tuple[Lying, ...]:
        """The dice as they lie."""
        return _table(self, test, roll)

    def taken(self, roll: Roll, one: After) -> int:
        """How often something was done after the roll."""
        return sum(pick.option == one.name for pick in roll.picks)

    def _rerolls(self, test: Test, roll: Roll) -> Rerolls:
        by_name = {one.name: one for one in self.options if one.rerolls}
        picks = [(pick.places, by_name[pick.option]) for pick in roll.picks if pick.option in by_name]
        return [(places if one.most else None, partial(self.may, test, one)) for places, one in picks]

    def may(self, test: Test, one: After, die: Lying) -> bool:
        """Whether a die may be thrown anew."""
        return bool(counted(self, test, one.rerolls, die)) if callable(one.rerolls) else one.rerolls

    def anew(self, test: Test, roll: Roll, die: Lying) -> tuple[bool, ...]:
        """Whether a die may be thrown anew by each of the options that are left."""
        return tuple(
            self.may(test, one, die) for one in self.options if one.rerolls and self.taken(roll, one) < one.times
        )

    def pending(self, test: Test, roll: Roll) -> Pending:
        """The throws that the rules ask for now."""
        added = sum(one.adds * self.taken(roll, one) for one in self.options if one.adds)
        return asked(self.pool_of(test), self.table(test, roll), added)

    def known(self, test: Test, roll: Roll) -> dict[str, Any]:
        """What functions may ask for of a test and of a roll."""
        table = self.table(test, roll)
        found = dict(known_before(test))
        if self.options:
            found |= {one.name: self.taken(roll, one) for one in self.options}
        pool = self.pool_of(test)
        found["faces"] = faces = tuple(die.value for die in table)
        found["roll"] = roll
        if "kept" in self.read or "total" in self.read:
            kept_places = kept(pool, table)
            found["kept"] = tuple(face for place, face in enumerate(faces) if place in kept_places)
            found["total"] = percent(*faces) if pool.percent and len(faces) == 2 else sum(found["kept"])
        first = 0
        for group in pool.groups:
            if group.called:
                found[group.called] = faces[first : first + group.count]
            first += group.count
        return found

    def outcome_of(self, test: Test, roll: Roll) -> Any:
        """The outcome of the dice as they lie."""
        return _outcome(self, test, roll)

    def comes_to(self, known: dict[str, Any], sums: Mapping[str, int]) -> Any:
        """The outcome by what is known of the dice; `sums` are what was added up face by face."""
        seen = {name: value for name, value in known.items() if name in self.before_dice}
        known["o"] = Known(seen)
        for one in self.outcome:
            name = one.__name__
            known[name] = seen[name] = sums[name] if name in sums else value_of(one, call(one, known), *VALUES)
        if self.degrees:
            known["degree"] = next((name for name, holds in self.degrees.items() if call(holds, known)), None)
            seen["degree"] = known["degree"]
            if known["degree"] is None:
                raise AuthorError(f"none of the degrees of {self.title} holds; let the last one hold always")
        if callable(self.success):
            known["success"] = bool(call(self.success, known))
        elif self.good == "success" and isinstance(self.success, str):
            known["success"] = known["degree"] in self.success.split()
        return self.outcome_class(*(known[name] for name in self.names))

    def happened(self, test: Test, outcome: Any) -> dict[str, bool]:
        """The events that an outcome is, the main one first."""
        known = self.knows(test, outcome)
        found = {one.name: bool(call(one.holds, known)) for one in self.happening[:1] if self.main}
        if self.good:
            found[self.good] = bool(getattr(outcome, self.good))
        found |= {name: value for name in self.names if type(value := getattr(outcome, name)) is bool}
        return found | {one.name: bool(call(one.holds, known)) for one in self.events}

    def knows(self, test: Test, outcome: Any) -> dict[str, Any]:
        """What functions may ask for of a test and its outcome."""
        return _knows(self, test, outcome)

    def filled(self, text: Words, test: Test, outcome: Any) -> str:
        """A text with what is known of a test and its outcome."""
        return filled(
            text, self.knows(test, outcome), {entry.name: entry.order for entry in self.fields if entry.order}
        )

    def paid(self, test: Test, roll: Roll) -> Iterator[tuple[Named, Amount]]:
        """What was paid, before the roll and after it."""
        for entry in self.fields:
            if entry.costs and (often := getattr(test, entry.name)):
                yield entry, Amount(entry.costs.number * often, entry.costs.of)
        for pick in roll.picks:
            for one in self.options:
                if one.name == pick.option and one.cost:
                    yield one, one.cost

    def brought(self, test: Test, roll: Roll) -> tuple[Change, ...]:
        """What the outcome changes."""
        outcome = self.outcome_of(test, roll)
        if isinstance(self.effects, Mapping):
            return tuple(changes(self.effects.get(getattr(outcome, "degree", ""))))
        if self.effects is None:
            return ()
        return tuple(changes(call(self.effects, self.known(test, roll) | self.knows(test, outcome))))

    def holds(self, amount: Amount, test: Test) -> int | None:
        """How much of a counter the test says that there is; None where it does not say."""
        entry = next((entry for entry in self.fields if entry.holds is amount.of), None)
        held = getattr(test, entry.name) if entry else None
        return amount.of.start if entry and held is None else held

    def left(self, amount: Amount, test: Test, roll: Roll) -> int | None:
        """How much is left of a counter after all that was paid; None where the test does not say how much there is."""
        held = self.holds(amount, test)
        if held is None:
            return None
        return held + sum(costs(paid).delta for _, paid in self.paid(test, roll) if paid.of is amount.of)

    def offered(self, test: Test, roll: Roll) -> Iterator[Option]:
        """What may be done now."""
        table = self.table(test, roll)
        known = {**self.known(test, roll), **self.knows(test, self.outcome_of(test, roll))} if self.options else {}
        for one in self.options:
            left = self.left(one.cost, test, roll) if one.cost else None
            places = tuple(place for place, die in enumerate(table) if self.may(test, one, die))
            if (
                self.taken(roll, one) < one.times
                and (one.when is None or call(one.when, known))
                and (one.rerolls is False or places)
                and not (one.cost and left is not None and not one.cost.of.pays(left, one.cost.number))
            ):
                number, counter = (one.cost.number, one.cost.of.name) if one.cost else (0, "")
                most = min(one.most, len(places))
                yield Option(one.name, one.title, one.hint, number, counter, places if most else (), most)


def known_before(test: Any) -> dict[str, Any]:
    """What is known of a test: its fields and house rules by name."""
    return dict(_known_before(test))


@remembered
def _known_before(test: Any) -> Mapping[str, Any]:
    found = {name: getattr(test, name) for name in type(test).__dataclass_fields__ if name != "settings"}
    rules = {name: getattr(test.settings, name) for name in type(test.settings).__dataclass_fields__}
    return {**rules, **found, "t": test, "test": test}


@remembered
def _knows(action: Action, test: Any, outcome: Any) -> dict[str, Any]:
    known = known_before(test) | {name: getattr(outcome, name) for name in action.names}
    return known | {"o": Known(known)}


@remembered
def _pool(action: Action, test: Any) -> Pool:
    pool = call(action.pool, known_before(test)) if callable(action.pool) else action.pool
    if not isinstance(pool, Pool):
        raise AuthorError(f"the pool of {action.title} is {pool!r}; use dice such as d6(3)")
    return pool


@remembered
def _table(action: Action, test: Any, roll: Roll) -> tuple[Lying, ...]:
    return lying(_pool(action, test), roll, action._rerolls(test, roll))  # noqa: SLF001 (kept beside the class)


def counted(action: Action, test: Any, one: Callable[..., Any], die: Lying) -> Any:
    """What a function says of one die."""
    known = _of_one_die(action, test)
    key = one, die.value, die.group.sides
    if key not in known:
        found = call(one, known_before(test) | {"face": die.value, "sides": die.group.sides})
        known[key] = value_of(one, found) if one in action.of_face else found
    return known[key]


@remembered
def _of_one_die(_action: Action, _test: Any) -> dict[Any, Any]:
    """What was found for the dice of a test, one by one."""
    return {}


@remembered
def _outcome(action: Action, test: Any, roll: Roll) -> Any:
    table = action.table(test, roll)
    sums = {one.__name__: sum(counted(action, test, one, die) for die in table) for one in action.of_face}
    return action.comes_to(action.known(test, roll), sums)


def action(title: str, *fields: Entry, pool: Callable[..., Pool] | Pool, **more: Any) -> Action:
    """One kind of test: its title, its fields in the order of the form, and its dice.

    - `pool`: the dice, or a function of the test that says which
    - `outcome`: functions of the dice, whose docstrings are the rules; one that asks for `face` is added up over all
      dice, and any may ask for `faces`, `kept`, `total`, the fields, house rules and options by name
    - `degrees`: names and when each holds, the best first; the first that holds is the one
    - `success`: the degrees that are a success, or when there is one; `main`: an event in its place
    - `says`: what a degree means, in words; `steps`: how an outcome is told; `headline` and `summary`: the verdict's
    - `effects`: what changes of the counters, as a function or by degree
    - `options`: what may be done after the roll
    - `counts`: which dice are marked as counting
    - `word`: the word that begins its shorthand; `shorthand`: its fields in the order there, `+` between two that are
      written as one
    - `refuses`: why a test cannot be rolled, "" when it can; or each `check` of it, with its place
    - `triumph`, `disaster`: the degrees that are celebrated and groaned about, or when
    - `lines`, `mark`: in place of the usual steps, of each its title, its words and the name of its rule; in place of
      the usual marks, the `Mark` of a `die`
    """
    for name in {"outcome", "options", "events"} & more.keys():
        more[name] = listed(name, title, more[name])
    for one in more.get("outcome", ()):
        if called(one) == "a lambda":
            raise AuthorError(f"an outcome of {title} has no name; write it with def, and its rule as docstring")
    return Action(title=title, fields=fields, pool=pool, **more)
