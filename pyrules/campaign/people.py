"""The people of a campaign and their foes: what a system writes down of them, and what they offer for its form."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from pyrules.campaign.events import DICE_COLOURS, FOE, PALETTE, PLAYER, Facts, Rolled, is_foe
from pyrules.campaign.namesakes import unmark_name
from pyrules.campaign.rolls import test_of
from pyrules.campaign.state import State
from pyrules.campaign.tracking import Context, Offer, Person, tracking_of
from pyrules.core.characters import alike
from pyrules.core.english import amount
from pyrules.core.errors import FormError
from pyrules.core.form import CELL, MORE, Choice, Field, Values, defaults, read_form, read_label, rows_of
from pyrules.core.scan import MOST_TEXT
from pyrules.core.system import System

USUAL = "usual"
COLOUR = Field(
    "colour",
    "Colour of the dice",
    "choice",
    USUAL,
    look="dice",
    group=MORE,
    choices=(Choice(USUAL, "Default"), *(Choice(one, PALETTE[one]) for one in DICE_COLOURS)),
)
"""The dice that a person throws, whatever the system."""

LABEL = Field("label", "Name", "text", "")
NAMES = ("label", "skill")
"""The fields that a form names a pool in."""

NAME_MISSING = "a name is missing; type one"
MOST_POOLS = 24
MOST_LASTING = 10
MOST_AT_ONCE = 20
HIDDEN = "hidden"
LAST_NUMBER = re.compile(r" [0-9]{1,3}$")


def fields_of(system: System[Any]) -> tuple[Field, ...]:
    """The facts of a person besides the name."""
    return (*tracking_of(system).fields, COLOUR)


def people(state: State, system: System[Any]) -> tuple[Person, ...]:
    """Everybody recorded in a system, characters before foes."""
    found = [_known_as(system, name, facts) for name, facts in state.records_of(system.id, PLAYER).items()]
    return tuple(sorted(found, key=lambda one: one.foe))


def person(state: State, system: System[Any], name: str) -> Person | None:
    """The person of a name; None when nobody has it."""
    facts = state.records_of(system.id, PLAYER).get(name)
    return None if facts is None else _known_as(system, name, facts)


def is_hidden(state: State, system: str, name: str) -> bool:
    """True if a person is hidden from the players."""
    facts = state.records_of(system, PLAYER).get(name, ())
    return is_foe(facts) and (HIDDEN, True) in facts


def _known_as(system: System[Any], name: str, facts: Facts) -> Person:
    foe = is_foe(facts)
    return Person(name, read_facts(fields_of(system), facts), foe, foe and (HIDDEN, True) in facts)


def facts_of(system: System[Any], one: Person) -> Facts:
    """The facts to record of a person."""
    marks = ((FOE, one.foe), (HIDDEN, one.hidden))
    return (*write_facts(fields_of(system), one.values), *((mark, True) for mark, given in marks if given))


def known_as(name: str, names: Iterable[str]) -> str:
    r"""The one of these names that is the same but for its case and how it is typed; "" where none is.

    >>> known_as("ann", ("Bo", "Ann")), known_as("Zoe\u0308", ("Zo\u00eb",)) == "Zo\u00eb", known_as("Anne", ("Ann",))
    ('Ann', True, '')
    """
    same = alike(name)
    return next((one for one in names if alike(one) == same), "")


def free_name(name: str, taken: Collection[str]) -> str:
    """The name, or with the next number where a person has it already.

    >>> free_name("Ann", ()), free_name("ann", ("Ann",))
    ('Ann', 'ann 2')
    """
    return numbered_names(name, taken, 1)[0] if known_as(name, taken) else name


def kind_of(name: str) -> str:
    """The kind that one of several has their name of.

    >>> kind_of("Guard 12"), kind_of("Ann")
    ('Guard', 'Ann')
    """
    return LAST_NUMBER.sub("", name).rstrip()


def kinds(found: Iterable[Person]) -> dict[str, tuple[Person, ...]]:
    """The foes of which there are several of a kind, by the kind."""
    alike_: dict[str, tuple[Person, ...]] = {}
    for one in found:
        if one.foe:
            alike_[kind_of(one.name)] = (*alike_.get(kind_of(one.name), ()), one)
    return {kind: foes for kind, foes in alike_.items() if len(foes) > 1}


def numbered_names(name: str, taken: Collection[str], many: int) -> tuple[str, ...]:
    """Names for n more of a kind: the kind's name with the numbers after those that are taken.

    >>> numbered_names("Guard", ("Ann",), 2), numbered_names("Guard 2", ("Guard 2", "Guard 3"), 1)
    (('Guard 1', 'Guard 2'), ('Guard 4',))
    """
    taken = [*map(unmark_name, taken)]
    kind = kind_of(unmark_name(name))[: MOST_TEXT - len(" 999")].rstrip()
    same = alike(kind)
    found = [(one[: number.start()], int(number[0])) for one in taken if (number := LAST_NUMBER.search(one))]
    numbers = [number for other, number in found if alike(other) == same]
    last = max(numbers, default=1 if known_as(kind, taken) else 0)
    return tuple(f"{kind} {last + number}" for number in range(1, many + 1))


def read_facts(fields: Sequence[Field], facts: Facts) -> Values:
    """The values that facts come to; the defaults where a file brought impossible ones."""
    given = dict(facts)
    try:
        return read_form(
            fields,
            {
                field.name: rows_of(field, given) if field.kind == "rows" else given.get(field.name, field.default)
                for field in fields
            },
        )
    except FormError:
        return defaults(fields)


def write_facts(fields: Sequence[Field], values: Values) -> Facts:
    """Values as `read_facts` reads them: a list cell by cell, other defaults left out."""
    found: list[tuple[str, Any]] = []
    for field in fields:
        value = values[field.name]
        if field.kind == "rows":
            for place, row in enumerate(value):
                found += ((f"{field.name}.{place}.{name}", cell) for name, cell in row.items() if cell is not None)
        elif value != field.default:
            found.append((field.name, value))
    return tuple(found)


def read_person(system: System[Any], given: Mapping[str, Any]) -> Values:
    """A person's values as they were typed, checked; raises `FormError` naming the fields."""
    tracking = tracking_of(system)
    values = read_form(fields_of(system), given)
    for field in tracking.fields:
        for place, row in enumerate(values[field.name] if field.kind == "rows" else ()):
            where = f"{field.name}.{place}.label"
            if not row["label"]:
                raise FormError({where: NAME_MISSING})
            if field.name in tracking.reserved:
                row["label"] = read_label(row["label"], where, tuple(tracking.reserved[field.name]))
    tracking.check(values)
    return values


def strictly(system: System[Any], name: str, facts: Facts) -> Person:
    """A person by facts that came from elsewhere; raises `FormError` for those that could not be typed in here.

    A foe comes hidden, as a new one does.
    """
    given = dict(facts)
    if foe := is_foe(facts) and bool(tracking_of(system).foe):
        del given[FOE]
    called = read_form((LABEL,), {LABEL.name: name})[LABEL.name]
    if not called:
        raise FormError({LABEL.name: NAME_MISSING})
    lists = {field.name: field for field in fields_of(system) if field.kind == "rows"}
    cells = {cell for cell in given if (found := CELL.fullmatch(cell)) and found[1] in lists}
    values: Values = {fact: value for fact, value in given.items() if fact not in cells}
    values |= {list_: rows_of(field, given) for list_, field in lists.items()}
    return Person(called, read_person(system, values), foe, hidden=foe)


def pools_field(title: str, *columns: Field) -> Field:
    """The field of a person's named pools; the columns are fields of the form by the same name."""
    return Field("pools", title, "rows", [], high=MOST_POOLS, columns=(LABEL, *columns))


def pool_offers(pools: Field, context: Context[Any], hint: Callable[[Values], str]) -> tuple[Offer, ...]:
    """A person's named pools, each of which fills the fields of the form that it has a value for."""
    found = []
    for place, row in enumerate(context.person.values["pools"] if context.person else ()):
        puts = {name: value for name, value in row.items() if name in context.form}
        taken = all(context.form[name] == value for name, value in puts.items())
        found.append(Offer(f"pools.{place}", pools.label, row["label"], hint(row), puts, taken))
    return tuple(found)


WOUNDS = "Wounds"
"""The counter by its title, which is the label of the modifier that it fills in where a house rule says so."""


def lasting_field(*columns: Field) -> Field:
    """The field of someone's modifiers that last, such as gear; the columns are those of the form's modifiers."""
    return Field("modifiers", "Lasting modifiers", "rows", [], high=MOST_LASTING, group=MORE, columns=(LABEL, *columns))


def lasting_offers(context: Context[Any], hint: Callable[[Values], str]) -> tuple[Offer, ...]:
    """Someone's lasting modifiers, each of which joins those of the form, or leaves them again."""
    found = []
    given = list(context.form["modifiers"])
    for place, row in enumerate(context.person.values["modifiers"] if context.person else ()):
        taken = row in given
        rest = [one for one in given if one != row] if taken else [*given, row]
        puts = {"modifiers": rest}
        found.append(Offer(f"modifiers.{place}", "Lasting modifiers", row["label"], hint(row), puts, taken))
    return tuple(found)


def lasting_rows(system: str, context: Context[Any]) -> list[Values]:
    """The modifiers of the form that are of whoever rolls; all others go with the test that they were given for."""
    own = context.person.values["modifiers"] if context.person else ()
    hurt = wounds_of(system, context, context.who) > 0
    return [row for row in context.form["modifiers"] if row in own or (hurt and _is_wounds(row))]


def without_wounds(rows: Sequence[Values]) -> list[Values]:
    """The modifiers of a form, perhaps as typed, without the Wounds."""
    return [row for row in rows if not _is_wounds(row)]


def _is_wounds(row: Values) -> bool:
    return str(row.get("label", "")).strip().casefold() == WOUNDS.casefold()


def wounds_of(system: str, context: Context[Any], who: str, state: State | None = None) -> int:
    """The dice that a person's Wounds take by now, or took in an earlier `state`: none without the house rule."""
    if context.settings.get(f"{system}_{WOUNDS.lower()}") != "on":
        return 0
    return (state or context.state).value(system, WOUNDS.lower(), who, context.house_rules)


def with_wounds(
    system: str, context: Context[Any], before: State | None, row: Callable[[int], Values]
) -> tuple[Values, str]:
    """The part of `carry_over` on Wounds that take dice: the modifiers with the row of as many as whoever rolls has.

    Someone without any may have them typed in by hand; they leave with the last one that was counted.
    """
    if context.person is None:
        return {}, ""
    who, rows = context.who, context.form["modifiers"]
    number = wounds_of(system, context, who)
    if not number:
        healed = before is not None and wounds_of(system, context, who, before) > 0
        return ({"modifiers": without_wounds(rows)}, "") if healed else ({}, "")
    place = next((place for place, one in enumerate(rows) if _is_wounds(one)), len(rows))
    others = without_wounds(rows)
    filled = [*others[:place], row(number), *others[place:]]
    return {"modifiers": filled}, f"{who} has {amount(number, 'Wound')}; change that in the tracker."


def first_pool(system: System[Any], context: Context[Any], pools: Sequence[Offer]) -> Values:
    """The values that choosing a person with these pools puts into the form; no other's Wounds.

    It is the pool that the form has, or else the one that they rolled last, or else their first. Without any the test
    stays as it is, to be rolled by someone else.
    """
    plain: Values = {"modifiers": context.form["modifiers"]}
    usual = _last_rolled(system, context, pools) or (pools[0].puts if pools else {})
    plain |= next((pool.puts for pool in pools if pool.taken), usual)
    return plain | {"modifiers": without_wounds(plain["modifiers"])}


def _last_rolled(system: System[Any], context: Context[Any], pools: Sequence[Offer]) -> Values:
    """The values that a person's last pool puts into the form; {} where they rolled none of these."""
    for entry in reversed(context.state.entries):
        event = entry.event
        if entry.is_struck or not isinstance(event, Rolled) or event.system != system.id:
            continue
        if context.state.current_name(system.id, event.who, entry.id) == context.who and (test := test_of(event)):
            form = system.to_form(test)
            found = (pool.puts for pool in pools if all(form.get(name) == pool.puts.get(name) for name in NAMES))
            return next(found, {})
    return {}
