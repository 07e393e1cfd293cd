"""The parts of a kind of test, found from its values once these have their names: fields, pools and outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count
from typing import Any

from pyrules.author.actions import Action
from pyrules.author.counters import Lasting, changes
from pyrules.author.dice import Pool
from pyrules.author.entries import Entry, Number
from pyrules.author.expressions import AuthorError, Made, Value, inside, is_value
from pyrules.author.names import NAME, asks, places, slug
from pyrules.author.parts import After
from pyrules.author.readings import Reading, Some, some_of
from pyrules.core.english import all_of
from pyrules.core.errors import quote
from pyrules.core.form import Field
from pyrules.core.scan import MOST_NUMBER


def complete(action: Action, scope: Mapping[str, Any]) -> None:
    """Find the fields, pools and outcomes of a kind of test; raises `AuthorError` for pools that cannot be."""
    for event in action.happening:
        if is_value(event.holds) and event.holds.code and not event.holds.name:
            event.holds.name = event.name  # an outcome has it then
    found = _all(action)
    chosen = {id(one) for one in action.options}
    if others := tuple(one for one in found if isinstance(one, After) and id(one) not in chosen):
        action.options += others
        found = _all(action)  # with what these reroll and cost
    if blank := [one for one in found if isinstance(one, Entry) and one.form.optional]:
        raise AuthorError(
            f"{blank[0].title} may be left blank, and nothing can be worked out of a blank; leave out optional=True,"
            " or ask for it in a function"
        )
    action.readings = tuple(one for one in found if isinstance(one, Reading))
    action.pools = _pools(action)
    named = [one for one in found if isinstance(one, (Made, Reading)) and one.name]
    there = {id(one) for one in named}
    action.outcome = (*named, *(one for one in action.outcome if id(one) not in there))
    own = {id(one) for one in action.fields}
    fields: list[Entry] = [one for one in found if isinstance(one, Entry)]
    fields += [holding(one) for one in found if isinstance(one, Lasting)]
    if not action.fields:
        there = {id(one) for one in fields}
        asked = _names_asked(action)
        more = {one.place: one for one in scope.values() if isinstance(one, Entry) and id(one) not in there}
        fields = sorted([*fields, *(one for one in more.values() if one.name in asked)], key=lambda one: one.place)
        for one in fields[1:]:
            one.show_name()
    action.fields = (*action.fields, *(one for one in fields if id(one) not in own))
    for one in action.fields:
        if not one.name:
            one.take_name(slug(one.title))
    _check_names(action, named)


def _check_names(action: Action, values: Sequence[Value]) -> None:
    """Raise `AuthorError` where a value or a pool is called as something else of its kind of test is."""
    found: dict[str, Any] = {}
    named: tuple[Any, ...] = (*action.fields, *action.options, *action.pools, *values)
    for one in named:
        if found.setdefault(one.name, one) is not one:
            raise AuthorError(
                f"two values of {action.title} are called {quote(one.name)}; give one of them another name"
                " (capital letters, and underscores at the ends, do not tell them apart)"
            )


def _all(action: Action) -> tuple[Value, ...]:
    """All values that a kind of test is made of."""
    found = inside(*_stated_values(action))
    while True:
        prices = [one.costs.number for one in (*found, *action.fields) if isinstance(one, Entry) and one.costs]
        wider = inside(*found, *prices)
        if len(wider) == len(found):
            return found
        found = wider


def _stated_values(action: Action) -> Iterator[Any]:
    """The values that are declared of a kind of test."""
    yield from (*action.degrees.values(), action.success, *action.outcome, *(one.holds for one in action.happening))
    effects = action.effects
    for effect in effects.values() if isinstance(effects, Mapping) else [] if callable(effects) else [effects]:
        yield from (change.delta for change in changes(effect))
    for one in action.options:
        yield one.when
        if one.cost:
            yield one.cost.number
    for some in _some(action):
        yield from some.faces.parts
    for pool in _pools_named(action):
        yield from (*pool.values(), *pool.whole.values())


def _pools_named(action: Action) -> Iterator[Pool]:
    """The pools that are named themselves, not read."""
    if isinstance(action.pool, Pool):
        yield action.pool
    yield from (some.pool for some in _some(action))


def _some(action: Action) -> Iterator[Some]:
    """The dice of pools that count by themselves, or that may be thrown again."""
    if isinstance(action.counts, (Pool, Some)):
        yield from some_of(action.counts).each
    for one in action.options:
        yield from one.some


def _names_asked(action: Action) -> set[str]:
    """The names that texts and functions ask for."""
    texts = [*action.says.values(), *action.steps.values(), action.headline, action.summary]
    functions = [*action.outcome, *action.degrees.values(), action.success, action.effects, action.counts, action.pool]
    functions += [one.holds for one in action.happening]
    found = {name for one in texts for name in places(one)}
    found |= {one.of.name for one in texts if hasattr(one, "of")}
    return found | {name for one in (*functions, *texts) if callable(one) for name in asks(one)}


def without_use(action: Action) -> Iterator[After]:
    """The options that change nothing: they cost, reroll and add nothing, and no value or text asks for them."""
    used = {id(one) for one in _all(action)}
    asked = _names_asked(action)
    for one in action.options:
        does = one.cost or one.rerolls is not False or one.adds or one.text
        if not does and id(one) not in used and not asked & {one.name, "o", "roll"}:
            yield one


def _pools(action: Action) -> tuple[Pool, ...]:
    """The pools of a kind of test in the order in which they are stated; none where a function makes its dice."""
    every = [*_pools_named(action), *(one.pool for one in action.readings)]
    if isinstance(action.pool, Pool) and not action.pool.name and all(one is action.pool for one in every):
        every = []
    if every and callable(action.pool):
        raise AuthorError(f"{action.title} reads dice by name, so it has them already; leave out pool=")
    if not every and action.pool is None:
        raise AuthorError(f"{action.title} rolls no dice; read some in its degrees, such as d6(2).total >= 7")
    wholes = {one.whole.place: one.whole for one in every}
    found = tuple(wholes[place] for place in sorted(wholes))
    taken = {one.name for one in found}
    free = chain(["dice"] if len(found) == 1 else [], (f"dice{number}" for number in count(1)))
    for one in found:
        one.name = one.name or next(name for name in free if name not in taken)
        if any(isinstance(part, Reading) for part in inside(*one.values())):
            raise AuthorError(
                f"how {quote(one.spoken_name)} are thrown depends on other dice, and all dice of a test are thrown at"
                " once; throw so many as are known before"
            )
    _check_sides(action, found)
    for one in found:
        made = next((other for other in made_from(one) if other.place in wholes), None)
        if made is not None:
            told = f"{quote(one.spoken_name)} are made of {quote(made.spoken_name)}"
            raise AuthorError(f"{told}, and both are read; read one of them only")
    return found


def _check_sides(action: Action, pools: Sequence[Pool]) -> None:
    """Raise `AuthorError` for an option that rerolls what nobody may, and for more than one other side."""
    for option, pool in ((one, some.pool) for one in action.options for some in one.some):
        if pool.is_of_cards:
            raise AuthorError(f"{option.title} rerolls cards, which are drawn as they come; let it reroll dice")
        if pool.side:
            raise AuthorError(f"{option.title} rerolls dice of another side; let it reroll those of whoever rolls")
    if len(names := {one.side for one in pools} - {""}) > 1:
        raise AuthorError(f"{action.title} has dice of {all_of(sorted(names))}; one side rolls against whoever rolls")


def made_from(pool: Pool) -> Iterator[Pool]:
    """The pools whose dice a pool has."""
    for one in pool.made_from:
        yield one
        yield from made_from(one)


def holding(counter: Lasting) -> Entry:
    """The field of the form that says how much there is of a counter."""
    if counter.field is None:
        high = MOST_NUMBER if counter.high is None else counter.high
        form = Field("", counter.title, "number", counter.start, counter.low, high)
        short = f"{counter.name} {{}}".replace("_", " ")
        counter.field = Number(
            title=counter.title, form=form, absent=counter.start, short=short, holds=counter, name=counter.name
        )
    found: Entry = counter.field
    return found


def give_names(scope: Mapping[str, Any]) -> None:
    """Call the pools of a file, and what is read of them, as the variables that hold them; raises `AuthorError`."""
    for called, one in scope.items():
        if isinstance(one, (Made, Reading, Pool)) and not one.name:
            one.name = called.strip("_").lower()
            if one.name in UNUSABLE or not NAME.fullmatch(one.name):
                raise AuthorError(f"{quote(called)} cannot be the name of what dice come to; choose another one")
    for one in scope.values():
        if isinstance(one, Pool):
            one.whole.name = one.whole.name or one.name


UNUSABLE = {"test", "t", "o", "kind", "settings", "degree", "success"}
"""The names that every test and outcome has."""
