"""A whole system of what a file states: the record that everything else in pyrules knows."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from itertools import product
from typing import Any

from pyrules.author.actions import Action
from pyrules.author.completing import complete, give_names
from pyrules.author.counters import Lasting
from pyrules.author.entries import Entry
from pyrules.author.expressions import AuthorError
from pyrules.author.names import Named, require_list, slug
from pyrules.author.stated import SECONDS_A_ROLL, Stated, parts
from pyrules.core.errors import quote
from pyrules.core.faces import seeded, write_faces
from pyrules.core.look import PLAIN, Look
from pyrules.core.roll import Pick, Roll
from pyrules.core.rulebook import Rule, Ruling
from pyrules.core.system import ID, Example, Stepped, System

TRACKING, EXACT = "pyrules.author.tracking", "pyrules.author.exact"


def example(line: str | Example, title: str) -> Example:
    """An example of one line: the shorthand, its faces, what was picked in brackets, and a note.

    >>> example("3d risky: 6,6,2 # two sixes", "Action").faces
    '6,6,2'
    >>> example("4 (2): 1,2,3,4>5 [reroll 4] [add]", "Check").picks
    (Pick(option='reroll', places=(3,), given=()), Pick(option='add', places=(), given=()))
    """
    if isinstance(line, Example):
        return line
    stated_, _, note = line.partition("#")
    notation, colon, rest = stated_.partition(":")
    if not colon:
        raise AuthorError(f"the example {quote(line)} has no faces; write them after a ':', as in '3d: 6,6,2'")
    faces, *picks = rest.split("[")
    found = []
    for pick in picks:
        name, *places = pick.replace("]", "").split()
        if not all(place.isdecimal() for place in places):
            raise AuthorError(
                f"the example {quote(line)} picks {quote(pick.strip(' ]'))}; write the option as its variable is"
                " called, and the numbers of the dice that it is used on, as in '[reroll 1 2]'"
            )
        found.append(Pick(name, tuple(int(place) - 1 for place in places)))
    return Example(notation.strip(), faces.strip(), note.strip() or title, tuple(found))


def check_earlier_names(lasting: Sequence[Lasting]) -> None:
    """Raise `AuthorError` where a number goes on with one that there still is, or that another goes on with."""
    taken = {one.name for one in lasting}
    for one in lasting:
        if one.was in taken:
            raise AuthorError(f"{one.name} was {quote(one.was)}, but so is another; leave out was in one of them")
        taken |= {one.was} - {""}


def _named_parts(scope: Mapping[str, Any], actions: Sequence[Action]) -> list[Named]:
    """All that is stated in a file and has a name, which it is given; raises `AuthorError`."""
    found = [(name, one) for name, one in scope.items() if isinstance(one, Named)]
    found += [(slug(one.title), one) for one in (*actions, *(part for one in actions for part in parts(one)))]
    for name, one in found:
        if not one.name:
            one.take_name(name)
    give_names(scope)
    return [one for _, one in found]


def _give_words(actions: Sequence[Action]) -> None:
    """Have tests begin with their name where they have no word: all but the first, and that where it has no fields."""
    for place, one in enumerate([one for one in actions if not one.word]):
        one.word = one.name.replace("_", " ") if place or not one.fields else ""


def _check(id: Any, title: str, actions: Sequence[Any]) -> None:  # noqa: A002 (what the record calls it)
    """Raise `AuthorError` for an id that cannot be one, and for what is no kind of test."""
    if not isinstance(id, str) or not ID.fullmatch(id):
        raise AuthorError(
            f"{quote(str(id))} is no id for a system; use lower-case letters and digits, a letter first, 20 at most"
        )
    if not actions:
        raise AuthorError(f"{title} has no kind of test; give it an action")
    if wrong := [one for one in actions if not isinstance(one, Action)]:
        raise AuthorError(f'{wrong[0]!r} is no action; give each by itself, as in system("id", "Title", test, other)')


def system(  # noqa: PLR0913 (a record has many parts)
    id: str,  # noqa: A002 (what the record calls it)
    title: str,
    *actions: Any,
    examples: Sequence[str | Example] = (),
    about: str = "",
    rulings: Sequence[Ruling] = (),
    rules: Sequence[Rule] = (),
    look: Look = PLAIN,
    **own: Any,
) -> System[Any]:
    """A system of these kinds of tests, the first the usual one.

    Its counters are those of the file. `rulings` are house rules, `rules` those that nothing computes, `own` functions
    of the record (`pyrules.core.system.System`) in place of those made here.

    Raises `AuthorError` for what cannot be used.
    """
    _check(id, title, actions)
    frame = sys._getframe(1)  # noqa: SLF001 (a field is called as the variable that holds it)
    scope = {**frame.f_globals, **frame.f_locals}
    stated_here = _named_parts(scope, actions)
    for one in actions:
        complete(one, scope)
    _give_words(actions)
    examples = require_list("examples", title, examples)
    stated_ = Stated(id, actions, rulings)
    lasting = dict.fromkeys((*stated_.counters(), *(one for one in stated_here if isinstance(one, Lasting))))
    check_earlier_names(tuple(lasting))
    built: dict[str, Rule] = {}
    for rule in (*stated_.rules(), *rules):
        known = built.setdefault(rule.name, rule)
        if known.text != rule.text:
            raise AuthorError(f"two rules are called {quote(rule.name)}: {known.text} {rule.text} Rename one of them")
    numbers = [one for one in stated_.form if one.kind == "number" and not one.group]
    sized = stated_.size_field()
    numbers.sort(key=lambda one: one.name != sized)
    record: System[Any] = System(
        id=id,
        title=title,
        about=about or (frame.f_globals.get("__doc__") or f"{title}.").strip().split("\n")[0],
        fields=stated_.form,
        rules=tuple(built.values()),
        rulings=tuple(rulings),
        counters=tuple(one.counter for one in lasting),
        examples=tuple(example(line, title) for line in examples),
        parse=stated_.parse,
        write=stated_.write,
        from_form=stated_.from_form,
        to_form=stated_.to_form,
        before=stated_.before,
        pending=stated_.pending,
        judge=stated_.judge,
        options=stated_.options,
        outcome=stated_.outcome,
        events=stated_.events,
        state=stated_.state,
        tally=stated_.tally,
        endless=stated_.endless,
        seconds_a_roll=SECONDS_A_ROLL,
        load_chances=lambda default: import_module(EXACT).chances(stated_, default),
        further=stated_.further,
        interchangeable=stated_.interchangeable,
        degrees=stated_.degrees,
        pool=sized,
        stepped=tuple(Stepped(one.name) for one in numbers[:2]),
        names={one.name: one.title for action in actions for one in action.happening if one.title},
        aims={one.name: one.aim for action in actions for one in action.happening if one.aim},
        look=look,
    )
    stated_.lasting = tuple(lasting)
    if lasting:
        record = replace(record, load_tracking=lambda: import_module(TRACKING).tracking(stated_))
    try:
        stated_.record = replace(record, **own)
    except TypeError as error:
        words = str(error).partition("argument ")[2].partition(".")[0]
        raise AuthorError(f"{title} has no {words}; leave it out") from None
    if not examples:
        stated_.record = replace(stated_.record, examples=tuple(made_examples(stated_, stated_.record)))
    return stated_.record


def made_examples(stated_: Stated, system: System[Any]) -> Iterator[Example]:
    """For each kind of test a roll of each degree and each option, and one at each edge of each field.

    Degrees are looked for where the form begins, then at the edges, by the dice of some hundred seeds; what these do
    not come to has no example.
    """
    for one in stated_.actions:
        plain = stated_.test(one, {}, stated_.settings_class())
        if refused := stated_.refusal(plain):
            raise AuthorError(f"{one.title}: {refused[1]}; let its fields begin so that it can be rolled")
        found: dict[Any, Example] = {}
        degrees = set(one.degrees) or {one.title}
        for seed in range(ROLLS):
            if len(found) == len(degrees) + len(one.options):
                break
            roll, made = _roll_example(system, plain, seed, one.title)
            found.setdefault(made.note, made)
            for option in system.options(plain, roll):
                if option.id not in found:
                    pick = Pick(option.id, option.places[: bool(option.most)])
                    after = system.roll(plain, seeded(seed), system.pick(plain, roll, pick), onward=False)
                    found[option.id] = Example(made.notation, write_faces(after.dice), option.label, (pick,))
        _add_edges(found, system, stated_, one, plain)
        yield from found.values()


def _add_edges(found: dict[Any, Example], system: System[Any], stated_: Stated, one: Action, plain: Any) -> None:
    """Add an example at each edge of a field, and of the degrees that only these come to."""
    edges = list(_at_edges(plain, one.fields))
    for seed, test in product(range(1 + ROLLS_AT_EDGES // max(1, len(edges))), edges):
        if seed and found.keys() >= set(one.degrees):
            return
        with suppress(Exception):  # what goes wrong at an edge is for the checks to tell
            if stated_.refusal(test):
                continue
            _, made = _roll_example(system, test, seed, one.title)
            if not seed or made.note not in found:
                found[made.note if made.note not in found else test] = made


def _roll_example(system: System[Any], test: Any, seed: int, title: str) -> tuple[Roll, Example]:
    """A roll by the dice of a seed, and as an example: its note is the degree, or the title where there are none."""
    roll = system.roll(test, seeded(seed), onward=False)
    note = getattr(system.outcome_of(test, roll), "degree", title)
    return roll, Example(system.write(test), write_faces(roll.dice), note)


def _at_edges(test: Any, fields: Sequence[Entry]) -> Iterator[Any]:
    """A test with each field at each of its edges that it is not at; those that go with another field go with it."""
    for field in fields:
        if field.only and getattr(test, field.only[0].name) not in field.only[1]:
            continue
        now = getattr(test, field.name)
        bounds: dict[str, Sequence[Any]] = {"number": (field.form.low, field.form.high), "switch": (False, True)}
        values = bounds.get(field.form.kind, field.order)
        for edge in dict.fromkeys((*values[:1], *values[-1:])):
            if edge != now:
                yield replace(test, **{field.name: edge})


ROLLS, ROLLS_AT_EDGES = 300, 100
"""So often a kind of test is rolled to find an example of each degree."""
