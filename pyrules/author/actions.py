"""One kind of test: what is chosen, the dice, what they come to, and what may be done after the roll."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import make_dataclass
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

from pyrules.author.counters import Amount, Change, changes, costs
from pyrules.author.dice import Lying, Pool, Rerolls, kept_places, lying, pending_throws, percent, together
from pyrules.author.entries import Entry
from pyrules.author.expressions import AuthorError, Value, at, inside, is_value
from pyrules.author.names import (
    Known,
    Named,
    Words,
    asks,
    call,
    fill_text,
    function_name,
    name_of,
    places,
    remember_last,
    require_list,
    value_of,
)
from pyrules.author.parts import After, Check, Degree, Event
from pyrules.author.readings import Reading, Some, some_of
from pyrules.core.english import one_of
from pyrules.core.errors import quote
from pyrules.core.roll import Pending, Roll
from pyrules.core.system import Test
from pyrules.core.verdict import Option

OF_DICE = {"face", "faces", "kept", "total", "sides", "roll"}
"""The names that only the dice answer; of groups with a name, that name."""

VALUES = (tuple, type(None))
"""The kinds of the outcome of all dice besides a number."""

NONE: Mapping[str, Any] = MappingProxyType({})


class Action(Named):
    """One kind of test; `action` makes it, and says more of each part."""

    fields: tuple[Entry, ...]
    """The fields in the order of the form."""
    pool: Callable[..., Pool] | Pool | None = None
    """The dice, or a function of the test that gives them; None for those that its values read."""
    outcome: tuple[Any, ...] = ()
    """The numbers that it comes to, in the order in which they are computed."""
    degrees: Mapping[str, Any] = NONE
    """When each degree holds, the best first; the first that holds is the one."""
    success: str | Callable[..., Any] | Value | None = None
    """The degrees that are a success, or when there is one."""
    main: Event | None = None
    """The event that the test is about, in place of a success."""
    events: Sequence[Event] = ()
    """Further events whose chances are computed."""
    says: Mapping[str, Words] = NONE
    """The meaning of each degree, in words."""
    steps: Mapping[str, Words] = NONE
    """The words of the step of each outcome."""
    headline: Words = ""
    """The verdict's headline, in place of the degree."""
    summary: Words = ""
    """The numbers behind the headline."""
    effects: Any = None
    """The changes of counters, as a function or by degree."""
    options: tuple[After, ...] = ()
    """What may be done after the roll."""
    counts: Callable[..., Any] | Reading | Some | Pool | None = None
    """The dice that are marked as counting."""
    word: str = ""
    """The word that begins its shorthand."""
    text: str = ""
    """The text of its rule."""
    shorthand: str = ""
    """Its fields in the order of the shorthand."""
    refuses: Callable[..., str] | Sequence[Check] = ()
    """Why a test cannot be rolled; "" when it can."""
    triumph: str | Callable[..., Any] = ""
    """The degree that is celebrated, or when."""
    disaster: str | Callable[..., Any] = ""
    """The degree that is groaned about, or when."""
    lines: Callable[..., Any] | None = None
    """The steps of the verdict, in place of the usual ones."""
    mark: Callable[..., Any] | None = None
    """The mark of a die, in place of the usual one."""
    rules: frozenset[str] = frozenset()
    """The names of the house rules."""
    pickled: Callable[[Any], Any]
    """Gives the parts that a test or an outcome is pickled as."""
    unusable = frozenset[str]()
    """No name is refused for an action."""
    found_later = frozenset({"rules", "pickled", "ranks", "pools", "readings"})
    """The parts that the system sets, and that no author states."""
    ranks: Mapping[str, int] = NONE
    """The rank of each degree, the best highest."""
    pools: tuple[Pool, ...] = ()
    """All pools that are rolled."""
    readings: tuple[Reading, ...] = ()
    """All readings of dice."""

    def __init__(self, **stated: Any) -> None:
        super().__init__(**stated)
        if isinstance(self.degrees, (list, tuple)):
            self._take(self.degrees)
        if isinstance(self.counts, Reading):
            if self.counts.kind != "count":
                raise AuthorError(f"dice are marked that are counted; {self.counts.spoken_name} counts none")
            self.counts = Some(self.counts.pool, self.counts.faces)
        if not self.degrees and (idle := next(filter(None, self._of_degrees()), "")):
            raise AuthorError(f"{self.title} has no degrees, so what it {idle} by degree never happens; state degrees=")
        if self.degrees and (unknown := self._degrees_in_use() - set(self.degrees)):
            raise AuthorError(f"{self.title} has no degree {quote(min(unknown))}; use {one_of(list(self.degrees))}")
        if self.success is None and self.main is None and not self.ranks:
            raise AuthorError(f"{self.title} has neither success nor main; say which degrees are a success")
        names = [name_of(one) for one in self.outcome]
        if not self.degrees and isinstance(self.success, str) and self.success not in names:
            use = one_of([*names, "a function"])
            raise AuthorError(f"{self.title} has no outcome {quote(self.success)}; use {use}")
        for place, one in enumerate(self.outcome):
            if later := set(asks(one)) & set(names[place + 1 :]):
                name = quote(min(later))
                raise AuthorError(f"{name_of(one)} asks for {name}, which comes after it; put {name} before it")

    def _take(self, ladder: Sequence[Any]) -> None:
        """Take degrees that are stated one by one, and how they are ranked."""
        if not ladder:
            raise AuthorError(f"{self.title} has an empty list of degrees; write what it may come to, or leave it out")
        other: list[Any] = [one for one in ladder if type(one) is not Degree]
        if other:
            raise AuthorError(f'{other[0]!r} is no degree; write degree("Success", hits >= 1)')
        titles = [one.title for one in ladder]
        if twice := next((title for title in titles if titles.count(title) > 1), ""):
            raise AuthorError(f"two degrees of {self.title} are called {quote(twice)}; give one of them another name")
        if ladder[-1].holds is not True:
            raise AuthorError(
                f"none of the degrees of {self.title} may hold; end with one that always does,"
                ' such as degree("Failure", good=False)'
            )
        if hidden := next((one for one in ladder[:-1] if one.holds is True), None):
            raise AuthorError(f"{hidden.title} holds always, so no degree after it is reached; say when it does")
        if self.success is not None:
            raise AuthorError(f"{self.title} has success=, and so have its degrees with good=; leave out success=")
        self.degrees = {one.title: one.holds for one in ladder}
        usual = {one.title: len(ladder) * (1 + one.good) - place for place, one in enumerate(ladder)}
        self.ranks = {one.title: usual[one.title] if one.rank is None else one.rank for one in ladder}
        self.successes = frozenset(one.title for one in ladder if one.good)
        self.says = {**self.says, **{one.title: one.says for one in ladder if one.says}}
        if stated := {one.title: one.effects for one in ladder if one.effects}:
            if self.effects:
                raise AuthorError(f"{self.title} has effects, and so have its degrees; state them in one place")
            self.effects = stated

    @cached_property
    def ranked_degrees(self) -> tuple[str, ...]:
        """The degrees from the worst on: by rank, or as they stand, with those of a disaster before all others."""
        stated = list(self.degrees)[::-1]
        worst = self._degrees_in(self.disaster)
        return tuple(sorted(stated, key=lambda name: (name not in worst, self.ranks.get(name, 0))))

    @cached_property
    def successes(self) -> frozenset[str]:
        """The degrees that are a success."""
        return frozenset(self._degrees_in(self.success) if self.degrees else ())

    def _degrees_in_use(self) -> set[str]:
        """The degrees that something else is stated of."""
        said = [name for one in (self.success, self.triumph, self.disaster) for name in self._degrees_in(one)]
        return {*said, *self.says, *(self.effects if isinstance(self.effects, Mapping) else ())}

    def _degrees_in(self, words: Any) -> Sequence[str]:
        """The degrees that a text names: one, or several with blanks between them."""
        if not isinstance(words, str):
            return []
        return [words] if words in self.degrees else words.split()

    def _of_degrees(self) -> Iterator[str]:
        """The names of what is stated by degree."""
        yield "says" if self.says else ""
        yield "changes" if isinstance(self.effects, Mapping) and self.effects else ""
        yield "celebrates" if isinstance(self.triumph, str) and self.triumph else ""
        yield "groans about" if isinstance(self.disaster, str) and self.disaster else ""

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
        names = [name_of(one) for one in self.outcome]
        return (*names, *(["degree"] if self.degrees else []), *(["success"] if self.good == "success" else []))

    @property
    def good(self) -> str:
        """The name of the outcome that says whether a test succeeded; "" where none does."""
        if isinstance(self.success, str) and not self.degrees:
            return self.success
        return "success" if self.success is not None or self.ranks else ""

    @cached_property
    def outcome_class(self) -> type[Any]:
        """The class of its outcomes."""

        def reduce_outcome(one: Any) -> Any:
            return self.pickled(one)

        return make_dataclass("Outcome", self.names, frozen=True, slots=True, namespace={"__reduce__": reduce_outcome})

    @cached_property
    def asked_names(self) -> frozenset[str]:
        """The names of the dice that its functions ask for."""
        stated = [*self.outcome, *self.degrees.values(), *(one.holds for one in self.happening)]
        stated += [one.when for one in self.options if one.when is not None]
        stated += [self.success] if callable(self.success) or is_value(self.success) else []
        stated += [self.effects] if callable(self.effects) else []
        return frozenset(name for one in stated if not isinstance(one, bool) for name in asks(one))

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

    def times_taken(self, roll: Roll, one: After) -> int:
        """The number of times that something was done after the roll."""
        return sum(pick.option == one.name for pick in roll.picks)

    def _rerolls(self, test: Test, roll: Roll) -> Rerolls:
        by_name = {one.name: one for one in self.options if one.rerolls is not False}
        picks = [(pick.places, by_name[pick.option]) for pick in roll.picks if pick.option in by_name]
        return [(places if one.most else None, partial(self.rerollable_places, test, one)) for places, one in picks]

    def may(self, test: Test, one: After, die: Lying) -> bool:
        """True if a die may be thrown again, as far as it tells by itself."""
        given = one.rerolls
        if die.group.drawn or die.group.side:
            return False
        if isinstance(given, (Some, Pool)):
            return some_of(given).has(die, known_before(test))
        return bool(result_of_die(self, test, given, die) if callable(given) else given)

    def rerollable_places(self, test: Test, one: After, table: Sequence[Lying]) -> frozenset[int]:
        """The places of the dice that may be thrown again."""
        found = [place for place, die in enumerate(table) if self.may(test, one, die)]
        for pool in (some.pool for some in one.some if some.pool.kept_of is not None):
            mine = [place for place, die in enumerate(table) if die.group.of == pool.whole.name]
            kept_ = kept_places(pool.at(known_before(test)), [table[place] for place in mine])
            out = {place for number, place in enumerate(mine) if number not in kept_}
            found = [place for place in found if place not in out]
        return frozenset(found)

    def anew(self, test: Test, roll: Roll, die: Lying) -> tuple[bool, ...]:
        """True if a die may be thrown again by each of the options that are left."""
        return tuple(
            self.may(test, one, die)
            for one in self.options
            if one.rerolls is not False and self.times_taken(roll, one) < one.times
        )

    def pending(self, test: Test, roll: Roll) -> Pending:
        """The throws that the rules ask for now."""
        added = sum(one.adds * self.times_taken(roll, one) for one in self.options if one.adds)
        return pending_throws(self.pool_of(test), self.table(test, roll), added)

    def known_after(self, test: Test, roll: Roll) -> dict[Any, Any]:
        """The names that functions may ask for of a test and of a roll."""
        table = self.table(test, roll)
        found: dict[Any, Any] = dict(known_before(test))
        if self.options:
            found |= {one.name: self.times_taken(roll, one) for one in self.options}
        own = frozenset(found)
        pool = self.pool_of(test)
        found["faces"] = faces = tuple(die.value for die in table)
        for whole in self.pools:
            found[whole.name] = self.pool_values(whole, table)
        for reading in self.readings:
            found[reading] = reading.value_of_dice(found[reading.pool.whole.name], found)
        if "roll" not in own:
            found["roll"] = roll
        if "kept" in self.asked_names or "total" in self.asked_names:
            places = kept_places(pool, table)
            found["kept"] = tuple(face for place, face in enumerate(faces) if place in places)
            found["total"] = percent(*faces) if pool.percent and len(faces) == 2 else sum(found["kept"])
        first = 0
        named: dict[str, tuple[int, ...]] = {}
        for group in pool.groups:
            if group.called and not group.of:
                named[group.called] = named.get(group.called, ()) + faces[first : first + group.count]
            first += group.count
        return found | named

    def kept_places(self, test: Test, table: Sequence[Lying]) -> frozenset[int]:
        """The places of the dice that are read: all, or those that are kept for some reading."""
        if not self.pools:
            return kept_places(self.pool_of(test), table)
        known, found = known_before(test), set[int]()
        taken = {one.name: 0 for one in self.options}
        read = inside(*(at(one, known | taken) for one in (*self.degrees.values(), *self.outcome)))
        views = [one.pool for one in read if isinstance(one, Reading)] or self.pools
        for pool in views:
            mine = [place for place, die in enumerate(table) if die.group.of == pool.whole.name]
            if pool.percent:
                found |= {*mine}
            else:
                found |= {mine[place] for place in kept_places(pool.at(known), [table[place] for place in mine])}
        return frozenset(found)

    def pool_values(self, whole: Pool, table: Sequence[Lying]) -> tuple[int, ...]:
        """The values of the dice of a pool."""
        values = tuple(die.value for die in table if die.group.of == whole.name)
        return (percent(*values),) if whole.percent and len(values) == 2 else values

    def outcome_of(self, test: Test, roll: Roll) -> Any:
        """The outcome of the dice as they lie."""
        return _outcome(self, test, roll)

    def comes_to(self, known: dict[Any, Any], sums: Mapping[str, int]) -> Any:
        """The outcome by what is known of the dice; `sums` are what was added up face by face."""
        seen = {name: value for name, value in known.items() if name in self.before_dice}
        known["o"] = Known(seen)
        for one in self.outcome:
            name = name_of(one)
            found = sums[name] if name in sums else value_of(one, call(one, known), *VALUES)
            known[name] = known[one] = seen[name] = found
        if self.degrees:
            known["degree"] = next((name for name, holds in self.degrees.items() if _holds(holds, known)), None)
            seen["degree"] = known["degree"]
            if known["degree"] is None:
                raise AuthorError(f"none of the degrees of {self.title} holds; let the last one hold always")
        if callable(self.success) or is_value(self.success):
            known["success"] = bool(call(self.success, known))
        elif self.good == "success":
            known["success"] = known["degree"] in self.successes
        return self.outcome_class(*(known[name] for name in self.names))

    def events_of(self, test: Test, outcome: Any) -> dict[str, bool]:
        """The events that an outcome is, the main one first."""
        known = {**self.knows(test, outcome), **{one: getattr(outcome, name_of(one)) for one in self.outcome}}
        found = {one.name: bool(call(one.holds, known)) for one in self.happening[:1] if self.main}
        if self.good:
            found[self.good] = bool(getattr(outcome, self.good))
        found |= {name: value for name in self.names if type(value := getattr(outcome, name)) is bool}
        return found | {one.name: bool(call(one.holds, known)) for one in self.events}

    def knows(self, test: Test, outcome: Any) -> dict[str, Any]:
        """The names that functions may ask for of a test and its outcome."""
        return _knows(self, test, outcome)

    def fill_text(self, text: Words, test: Test, outcome: Any) -> str:
        """A text with what is known of a test and its outcome."""
        return fill_text(
            text, self.knows(test, outcome), {entry.name: entry.order for entry in self.fields if entry.order}
        )

    def payments(self, test: Test, roll: Roll) -> Iterator[tuple[Named, Amount]]:
        """The payments, before the roll and after it."""
        for entry in self.fields:
            if entry.costs and (often := getattr(test, entry.name)):
                cost = entry.costs.at(known_before(test))
                yield entry, Amount(cost.number * often, cost.of)
        for pick in roll.picks:
            for one in self.options:
                if one.name == pick.option and one.cost:
                    yield one, one.cost.at(known_before(test))

    def effect_changes(self, test: Test, roll: Roll) -> tuple[Change, ...]:
        """The changes by the outcome."""
        if self.effects is None:
            return ()
        outcome = self.outcome_of(test, roll)
        known = self.known_after(test, roll) | self.knows(test, outcome)
        if isinstance(self.effects, Mapping):
            found = self.effects.get(getattr(outcome, "degree", ""))
        else:
            found = call(self.effects, known) if callable(self.effects) else self.effects
        return tuple(change.at(known) for change in changes(found))

    def holds(self, amount: Amount, test: Test) -> int | None:
        """The amount of a counter that the test says there is; None where it does not say."""
        holding = [entry.name for entry in self.fields if entry.holds is amount.of]
        if not holding:
            return None
        held: int | None = getattr(test, holding[0])
        return amount.of.start if held is None else held

    def amount_left(self, amount: Amount, test: Test, roll: Roll) -> int | None:
        """The amount left of a counter after all that was paid; None where the test does not say how much there is."""
        held = self.holds(amount, test)
        if held is None:
            return None
        spent: int = sum(costs(paid).delta for _, paid in self.payments(test, roll) if paid.of is amount.of)
        return held + spent

    def offers(self, test: Test, roll: Roll) -> Iterator[Option]:
        """The options now."""
        table = self.table(test, roll)
        known = (
            {**self.known_after(test, roll), **self.knows(test, self.outcome_of(test, roll))} if self.options else {}
        )
        for one in self.options:
            cost = one.cost.at(known) if one.cost else None
            left = self.amount_left(cost, test, roll) if cost else None
            places = tuple(sorted(self.rerollable_places(test, one, table)))
            if (
                self.times_taken(roll, one) < one.times
                and (one.when is None or call(one.when, known))
                and (one.rerolls is False or places)
                and not (cost and left is not None and not cost.of.pays(left, cost.number))
            ):
                number, counter = (cost.number, cost.of.name) if cost else (0, "")
                most = min(one.most, len(places))
                yield Option(one.name, one.title, one.hint, number, counter, places if most else (), most)


def known_before(test: Any) -> dict[str, Any]:
    """The names known of a test: its fields and house rules by name."""
    return dict(_known_before(test))


@remember_last
def _known_before(test: Any) -> Mapping[str, Any]:
    found = {name: getattr(test, name) for name in type(test).__dataclass_fields__ if name != "settings"}
    rules = {name: getattr(test.settings, name) for name in type(test.settings).__dataclass_fields__}
    return {**rules, **found, "t": test, "test": test}


def _holds(condition: Any, known: Mapping[Any, Any]) -> bool:
    found = call(condition, known)
    if is_value(found):
        problem = f"{quote(found.spoken_name)} is known outside functions only; leave out lambda: before it"
        raise AuthorError(problem, condition)
    return bool(found)


@remember_last
def _knows(action: Action, test: Any, outcome: Any) -> dict[str, Any]:
    known = known_before(test) | {name: getattr(outcome, name) for name in action.names}
    return known | {"o": Known(known)}


@remember_last
def _pool(action: Action, test: Any) -> Pool:
    known = known_before(test)
    if action.pools:
        return together([one.at(known) for one in action.pools])
    pool = call(action.pool, known) if callable(action.pool) else action.pool
    if isinstance(pool, Pool):
        return pool.at(known)
    if not isinstance(pool, Pool):
        raise AuthorError(f"the pool of {action.title} is {pool!r}; use dice such as d6(3)")
    return pool


@remember_last
def _table(action: Action, test: Any, roll: Roll) -> tuple[Lying, ...]:
    return lying(_pool(action, test), roll, action._rerolls(test, roll))  # noqa: SLF001 (kept beside the class)


def result_of_die(action: Action, test: Any, one: Callable[..., Any], die: Lying) -> Any:
    """The answer of a function on one die."""
    known = _of_one_die(action, test)
    key = one, die.value, die.group.sides
    if key not in known:
        found = call(one, known_before(test) | {"face": die.value, "sides": die.group.sides})
        known[key] = value_of(one, found) if one in action.of_face else found
    return known[key]


@remember_last
def _of_one_die(_action: Action, _test: Any) -> dict[Any, Any]:
    """The answers for the dice of a test, one by one."""
    return {}


@remember_last
def _outcome(action: Action, test: Any, roll: Roll) -> Any:
    table = action.table(test, roll)
    sums = {one.__name__: sum(result_of_die(action, test, one, die) for die in table) for one in action.of_face}
    return action.comes_to(action.known_after(test, roll), sums)


def action(title: str, *fields: Entry, pool: Callable[..., Pool] | Pool | None = None, **more: Any) -> Action:
    """One kind of test: its title, its fields in the order of the form, and its dice.

    - `pool`: the dice, or a function of the test that says which; left out, those that are read in its values. Fields
      that are left out are those that its values are made of
    - `outcome`: functions of the dice, whose docstrings are the rules; one that asks for `face` is added up over all
      dice, and any may ask for `faces`, `kept`, `total`, the fields, house rules and options by name
    - `degrees`: each `degree`, or names and when each holds, the best first; the first that holds is the one
    - `success`: the degrees that are a success, or when there is one; `main`: an event in its place
    - `says`: what a degree means, in words; `steps`: how an outcome is told; `headline` and `summary`: the verdict's
    - `effects`: what changes of the counters, as a function or by degree
    - `options`: what may be done after the roll
    - `counts`: which dice are marked as counting: a function of a face, or dice such as `mine.showing(6)`
    - `word`: the word that begins its shorthand; `shorthand`: its fields in the order there, `+` between two that are
      written as one
    - `refuses`: why a test cannot be rolled, "" when it can; or each `check` of it, with its place
    - `triumph`, `disaster`: the degrees that are celebrated and groaned about, or when
    - `lines`, `mark`: in place of the usual steps, of each its title, its words and the name of its rule; in place of
      the usual marks, the `Mark` of a `die`
    """
    for name in {"outcome", "options", "events"} & more.keys():
        more[name] = require_list(name, title, more[name])
    for one in more.get("outcome", ()):
        if not is_value(one) and function_name(one) == "a lambda":
            raise AuthorError(f"an outcome of {title} has no name; write it with def, and its rule as docstring")
    return Action(title=title, fields=fields, pool=pool, **more)
