"""The form of any dice: the dice as they are written, and what is set for all of them at once."""

from dataclasses import replace
from typing import Any

from pyrules.core.errors import FormError, NotationError, quote
from pyrules.core.form import Choice, Field, Values, read_form
from pyrules.core.scan import MOST_NUMBER
from pyrules.core.system import Settings as Given
from pyrules.systems.anydice import rules
from pyrules.systems.anydice.at_once import advantage_of, count_of, counting_from, with_advantage
from pyrules.systems.anydice.model import Compare, Dice, Node, Sum, Test, Which, dice_of
from pyrules.systems.anydice.notation import Reader
from pyrules.systems.anydice.rulings import read_house_rules
from pyrules.systems.anydice.writing import dice_name, write_part, write_rolls

BUTTONS = ("d4", "d6", "d8", "d10", "d12", "d20", "d%")
ADVANTAGES: dict[str, Which] = {"advantage": "kh", "disadvantage": "kl"}


def one_more(dice: str, button: str) -> str:
    """The dice with one more of the kind on a button, put to the last ones where these are alike; none for "".

    >>> one_more("", "d6"), one_more("d6", "d6"), one_more("3d6 + 2", "d20"), one_more("d8, 2d6 + d8", "d8")
    ('d6', '2d6', '3d6 + 2 + d20', 'd8, 2d6 + 2d8')
    """
    if not button or not dice.strip():
        return button
    try:
        items, reach = Reader(dice).rolls()
        ((one,), _) = Reader(button).rolls()
    except NotationError:
        return dice
    *before, last = items
    return f"{write_rolls((*before, with_one_more(last, one)))}{'' if reach is None else f' reach {reach}'}"


def with_one_more(item: Node, one: Node) -> Node:
    """A roll with one die more."""
    parts: Any = item.parts if isinstance(item, Sum) else (("+", item),)
    sign, last = parts[-1]
    if isinstance(last, Dice) and isinstance(one, Dice) and sign == "+" and replace(last, number=1) == one:
        more: Any = (*parts[:-1], ("+", replace(last, number=last.number + 1)))
        return Sum(more) if len(more) > 1 else replace(last, number=last.number + 1)
    return Sum((*parts, ("+", one)))


FIELDS = (
    Field(
        "dice",
        "Dice",
        "text",
        "d20",
        choices=(*(Choice(one, one) for one in BUTTONS), Choice("", "Clear")),
        rule="anydice.sums",
        look="notation",
        adds=one_more,
    ),
    Field(
        "advantage",
        "Single die",
        "choice",
        "neither",
        choices=(Choice("neither", "Once"), Choice("advantage", "Advantage"), Choice("disadvantage", "Disadvantage")),
        rule="anydice.keep",
    ),
    Field(
        "count_from",
        "Count ≥",
        "number",
        None,
        1,
        100,
        optional=True,
        blank="add up",
        rule="anydice.count",
    ),
    Field("reach", "Reach", "number", None, 0, MOST_NUMBER, optional=True, rule="anydice.reach"),
)


def from_form(given: Values, settings: Given) -> Test:
    """Make a roll of a form's values; raises `FormError` naming the fields."""
    values = read_form(FIELDS, given)
    try:
        items, reach = Reader(values["dice"]).rolls()
    except NotationError as problem:
        raise FormError({"dice": str(problem)}) from None
    if values["count_from"] is not None:
        items = counted_from(items, values["count_from"])
    if which := ADVANTAGES.get(values["advantage"]):
        items = tuple(twice(item, which) for item in items)
    if reach is not None and values["reach"] not in (None, reach):
        raise FormError({"reach": f"the dice say already to reach {reach}; use one of the two"})
    test = Test(items, reach if values["reach"] is None else values["reach"], read_house_rules(settings))
    if found := rules.refusal(test):
        raise FormError({found.field: f"{found.problem}; use {found.instead}"})
    return test


def twice(item: Node, which: Which) -> Node:
    """A roll whose first single die is thrown twice."""
    found = with_advantage(item, which)
    if found is None:
        raise FormError({"advantage": f"{quote(write_part(item))} has no single die; use it with one such as d20"})
    return found


def counted_from(items: tuple[Node, ...], number: int) -> tuple[Node, ...]:
    """Rolls whose dice all count from one face on."""
    for dice in (dice for item in items for dice in dice_of(item)):
        if dice.counts:
            raise FormError({"count_from": f"{quote(write_part(dice))} says already what counts; leave one out"})
        if number not in dice.faces:
            shown = f"no {dice_name(replace(dice, number=1))} shows {number}"
            raise FormError({"count_from": f"{shown}; use {max(dice.faces[0], 1)} to {dice.faces[-1]}"})
    return tuple(counting_from(item, Compare(">=", number)) for item in items)


def to_form(test: Test) -> Values:
    """The values of the form that makes this roll."""
    which, items = advantage_of(test.items)
    count_from, items = count_of(items)
    said = {kept: advantage for advantage, kept in ADVANTAGES.items()}
    return {
        "dice": write_rolls(items),
        "advantage": "neither" if which is None else said[which],
        "count_from": count_from,
        "reach": test.reach,
    }
