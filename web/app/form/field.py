"""One field of a form: its label, its control, and what is wrong with it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from app.common.dice import Dress, still
from app.common.html import Child, Markup, button, tag, trouble, trouble_attributes
from app.form import words
from pyrules.core.english import minus
from pyrules.core.errors import FormError
from pyrules.core.form import Choice, Field, Values, read_form

LETTERS = 28
"""Choices with no more letters in all stand in one row."""

LETTERS_IN_ROW = 12
"""The same within a row of a list."""

IN_A_LINE = 6
"""So many suggestions stand in a line that goes on sideways, and more of them in rows."""

CHIPS = 12
"""No more choices than these lie open."""


def control(field: Field, name: str, value: Any, wrong: Mapping[str, str], owner: str = "f") -> Markup:
    """One field; `owner` tells its id from those of other forms."""
    match field.kind:
        case "choice" if field.look == "cycle":
            return cycle(field, name, value, wrong.get(name))
        case "choice" if field.look == "dice":
            return swatches(field, value, owner, lambda one: Dress(colour=one), SHOWN[:1])
        case "choice":
            return choice(field, name, value, wrong.get(name), owner)
        case "switch":
            return switch(field, name, wrong.get(name), owner, on=bool(value))
        case "rows":
            return rows(field, value, wrong)
        case _:
            draw = stepper if field.kind == "number" else entry_field
    problem = wrong.get(name)
    return tag(
        "div",
        label(tag("label", field.label, hint(field), for_=f"{owner}-{name}")),
        draw(field, name, value, problem, owner),
        None if owner == "f" else suggestions(field, name, value),
        trouble(problem, f"{owner}-{name}"),
        class_=f"field {field.kind}",
    )


def quick(field: Field, value: Any, house_rules: Values) -> Markup | None:
    """A line of chips: the values that a number or text suggests, or the usual rows of a list after those it has."""
    if field.kind in ("number", "text"):
        other = another(field, value, house_rules) if field.kind == "text" else None
        return suggestions(field, field.name, value, other)
    if not field.usual or not field.said:
        return None
    there = [
        button(
            "row-remove",
            in_short(field, row),
            " ×",
            data_field=field.name,
            data_row=place,
            aria_label=words.removes(in_short(field, row)),
            aria_pressed=True,
        )
        for place, row in enumerate(value)
    ]
    usual = (
        button("usual", minus(one.label), data_field=field.name, data_place=place)
        for place, one in enumerate(field.usual)
    )
    return tag(
        "div",
        tag("span", field.label, class_="quiet"),
        there,
        usual,
        class_="chips quick scroll",
        role="group",
        aria_label=words.quick(field.label),
    )


def in_short(field: Field, row: Mapping[str, Any]) -> str:
    """A row of a list in short; one that cannot be read yet is a question."""
    try:
        values = read_form(field.columns, row)
    except FormError:
        return "?"
    return minus(field.said(values)) if field.said else ""


def label(written: Markup, beside: Markup | None = None) -> Markup:
    """The place of a label."""
    return tag("div", written, beside, class_="label")


def hint(field: Field) -> Markup | None:
    """A word more on a field."""
    return tag("small", field.hint) if field.hint else None


def entry_field(field: Field, name: str, value: Any, problem: str | None, owner: str, **more: str) -> Markup:
    """A box to type in."""
    return tag(
        "input",
        id=f"{owner}-{name}",
        name=name,
        value="" if value is None else value,
        placeholder=field.blank if field.optional else None,
        **trouble_attributes(problem, f"{owner}-{name}"),
        **more,
    )


def stepper(field: Field, name: str, value: Any, problem: str | None, owner: str) -> Markup:
    """A number with a button on either side."""
    return tag(
        "div",
        step_button(name, -1, "−", words.one_less(field.label)),
        entry_field(field, name, value, problem, owner, inputmode="numeric"),
        step_button(name, 1, "+", words.one_more(field.label)),
        class_="stepper",
    )


def step_button(name: str, by: int, sign: str, label: str) -> Markup:
    """A button that changes a number by one."""
    return button("step", sign, data_field=name, data_by=by, aria_label=label)


def suggestions(field: Field, name: str, value: Any, other: Markup | None = None) -> Markup | None:
    """The values that a number or text suggests, to tap, and what leads to any `other`."""
    if not field.choices:
        return None
    return tag(
        "div",
        (
            button(
                "suggest",
                one.label,
                (" ", tag("small", one.value)) if field.kind == "number" and one.value != one.label else None,
                data_field=name,
                data_to=one.value,
                aria_pressed=None if field.adds else one.value == str(value),
            )
            for one in field.choices
        ),
        other,
        class_="chips quick names" if len(field.choices) > IN_A_LINE else "chips quick scroll",
        role="group",
        aria_label=field.label,
    )


def another(field: Field, value: Any, house_rules: Values) -> Markup | None:
    """The chip that leads to the box behind *More*, and says what stands there besides what is suggested."""
    own = value not in ("", *(one.value for one in field.choices))
    if not own and not field.takes_others(house_rules):
        return None
    return button("other", value if own else words.OTHER, data_field=field.name, aria_pressed=own)


def choice(field: Field, name: str, value: Any, problem: str | None, owner: str) -> Markup:
    """A row of segments for a few short choices, a grid for more, a list for many."""
    ident = f"{owner}-{name}"
    listed = field.look == "list"
    if listed or len(field.choices) > CHIPS or ("." in name and letters(field) > LETTERS_IN_ROW):
        options = (
            tag(
                "option",
                one.label,
                f" {one.hint}" if listed and one.hint else None,
                value=one.value,
                selected=one.value == value,
            )
            for one in field.choices
        )
        return tag(
            "div",
            label(tag("label", field.label, hint(field), for_=ident)),
            tag("select", options, id=ident, name=name),
            trouble(problem, ident),
            class_="field choice",
        )
    return group(field, ident, "choice", lying_open(field, name, value), trouble(problem, ident))


def die(field: Field, how: Field, values: Mapping[str, Any], wrong: Mapping[str, str]) -> Markup:
    """A choice of a die, and beside its label how it is rolled."""
    return group(
        field,
        f"f-{field.name}",
        "choice",
        lying_open(field, field.name, values[field.name]),
        trouble(wrong.get(field.name), f"f-{field.name}"),
        beside=cycle(how, how.name, values[how.name], wrong.get(how.name)),
    )


def letters(field: Field) -> int:
    """Return the length of all choices together."""
    return sum(len(one.label) for one in field.choices)


def lying_open(field: Field, name: str, value: Any) -> Markup:
    """Choices that are all in sight."""
    return tag(
        "div",
        (radio(one, name, checked=one.value == value) for one in field.choices),
        class_="segments" if letters(field) <= LETTERS else "options",
    )


def group(field: Field, ident: str, kind: str, *content: Child, beside: Markup | None = None) -> Markup:
    """Several controls under one label; no `fieldset`, whose legend WebKit keeps out of the row."""
    return tag(
        "div",
        label(tag("span", field.label, hint(field), id=f"{ident}-label"), beside),
        *content,
        id=ident,
        tabindex=-1,
        class_=f"field {kind}",
        role="group",
        aria_labelledby=f"{ident}-label",
    )


def radio(one: Choice, name: str, *, checked: bool) -> Markup:
    """One of the choices that lie open."""
    return tag(
        "label",
        tag("input", type="radio", name=name, value=one.value, checked=checked),
        tag("span", one.label, tag("small", one.hint) if one.hint else None),
    )


SHOWN = ((6, 5), (20, 17), (8, 3))
"""The dice of a swatch, each by its size and face."""


def swatches(
    field: Field, value: Any, owner: str, look: Callable[[str], Dress], dice: Sequence[tuple[int, int]] = SHOWN
) -> Markup:
    """Looks of dice to choose from, each told by dice on felt that have it."""
    drawn = ((one, look(one.value)) for one in field.choices)
    labels = (
        tag(
            "label",
            tag("input", type="radio", name=field.name, value=one.value, checked=one.value == value),
            dress.around(tag("span", still(*shown, dress), class_="die", data_sides=shown[0]) for shown in dice),
            tag("span", one.label),
        )
        for one, dress in drawn
    )
    return group(field, f"{owner}-{field.name}", "choice", tag("div", labels, class_="swatches", data_dice=len(dice)))


def cycle(field: Field, name: str, value: Any, problem: str | None) -> Markup:
    """A button that says the choice and goes on to the next one."""
    now = next((one for one in field.choices if one.value == value), field.choices[0])
    return tag(
        "div",
        label(tag("span", field.label, hint(field), id=f"l-{name}")),
        tag("input", type="hidden", name=name, value=now.value),
        button(
            "turn",
            now.label,
            tag("small", now.hint) if now.hint else None,
            id=f"f-{name}",
            data_field=name,
            aria_labelledby=f"l-{name} f-{name}",
        ),
        trouble(problem, f"f-{name}"),
        class_="field cycle",
    )


def chip(field: Field, value: Any, problem: str | None) -> Markup:
    """A chip that says a number, where there is one, and goes on to the next with every tap."""
    there = str(value) not in ("", "0")
    return tag(
        "div",
        tag("input", type="hidden", name=field.name, value=value),
        button(
            "turn",
            f"{field.label} +{value}" if there else f"+1 {field.label}",
            id=f"f-{field.name}",
            data_field=field.name,
            aria_pressed=there,
        ),
        trouble(problem, f"f-{field.name}"),
    )


def switch(field: Field, name: str, problem: str | None, owner: str, *, on: bool) -> Markup:
    """Something that is on or off."""
    return tag(
        "div",
        tag(
            "label",
            tag("span", field.label, hint(field)),
            tag("input", type="hidden", name=f"{name}.shown"),
            tag("input", id=f"{owner}-{name}", type="checkbox", name=name, value="on", checked=on, role="switch"),
        ),
        trouble(problem, f"{owner}-{name}"),
        class_="field switch",
    )


def rows(
    field: Field, value: Iterable[Mapping[str, Any]], wrong: Mapping[str, str], named: Sequence[str] = ()
) -> Markup:
    """A list to add to and take from; its rows may be `named`."""
    return group(
        field,
        f"f-{field.name}",
        "rows",
        (row(field, place, one, wrong, named[place] if named else "") for place, one in enumerate(value)),
        trouble(wrong.get(field.name), f"f-{field.name}"),
        button(
            "row-add",
            words.ADD_ROW,
            data_field=field.name,
            aria_label=words.about(words.ADD_ROW, field.label),
            class_="add",
        ),
    )


def row(field: Field, place: int, value: Mapping[str, Any], wrong: Mapping[str, str], named: str) -> Child:
    """One row of a list, under its name where it has one, with the button that removes it."""
    columns = [column for column in field.columns if column.applies(value)]
    called = named or f"{field.label} {place + 1}"
    return tag(
        "div",
        tag("strong", named) if named else None,
        (
            cells(f"{field.name}.{place}", name, [*of], value, wrong)
            for name, of in groupby(columns, attrgetter("group"))
        ),
        button(
            "row-remove",
            "×",
            data_field=field.name,
            data_row=place,
            aria_label=words.about(words.REMOVE_ROW, called),
        ),
        id=f"f-{field.name}.{place}",
        tabindex=-1,
        class_="row",
        role="group",
        aria_label=called,
    )


def cells(row: str, name: str, columns: Sequence[Field], value: Mapping[str, Any], wrong: Mapping[str, str]) -> Child:
    """Cells of a row that stand together; under a name they fold out, and lie open while one of them is in use."""
    found = [(column, f"{row}.{column.name}", value.get(column.name, column.default)) for column in columns]
    drawn = [control(*cell, wrong) for cell in found]
    if not name:
        return drawn
    used = any(cell in wrong or given != column.default for column, cell, given in found)
    return tag("details", tag("summary", name), drawn, id=f"group-{row.replace('.', '-')}", open=used)
