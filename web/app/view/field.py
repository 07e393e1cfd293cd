"""One field of a form: its label, its control, what is wrong with it, and the rule behind it one tap away."""

from collections.abc import Iterable, Mapping
from typing import Any

from app import words
from app.html import Child, Markup, tag
from app.view.explain import help_button
from pyrules.core.form import Choice, Field

SEGMENTS = 4
LETTERS = 28
CHIPS = 12


def control(field: Field, name: str, value: Any, wrong: Mapping[str, str], owner: str = "f") -> Markup:
    """One field; `owner` tells its id from those of other forms."""
    problem = wrong.get(name)
    match field.kind:
        case "choice":
            return choice(field, name, value, owner)
        case "switch":
            return switch(field, name, on=bool(value))
        case "rows":
            return rows(field, value, wrong)
        case _:
            draw = stepper if field.kind == "number" else entry_field
    return tag(
        "div",
        label(field, tag("label", field.label, hint(field), for_=f"{owner}-{name}")),
        draw(field, name, value, problem, owner),
        suggestions(field, name, value),
        tag("p", problem, id=f"{owner}-{name}-wrong", class_="wrong") if problem else None,
        class_=f"field {field.kind}",
    )


def label(field: Field, written: Markup) -> Markup:
    """A label with the button that explains it."""
    return tag("div", written, help_button(field), class_="label")


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
        aria_invalid="true" if problem else None,
        aria_describedby=f"{owner}-{name}-wrong" if problem else None,
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
    return tag("button", sign, type="button", data_on="step", data_field=name, data_by=by, aria_label=label)


def suggestions(field: Field, name: str, value: Any) -> Markup | None:
    """The values that a number or text suggests, to tap."""
    if not field.choices:
        return None
    return tag(
        "div",
        (
            tag(
                "button",
                one.value,
                tag("small", one.label) if one.label != one.value else None,
                type="button",
                data_on="suggest",
                data_field=name,
                data_value=one.value,
                aria_pressed="true" if one.value == str(value) else "false",
            )
            for one in field.choices
        ),
        class_="chips",
        role="group",
        aria_label=field.label,
    )


def choice(field: Field, name: str, value: Any, owner: str) -> Markup:
    """A button that goes round, a row of segments for a few short choices, chips for more, a list for many."""
    if field.look == "cycle":
        return cycle(field, name, value)
    if len(field.choices) > CHIPS or ("." in name and len(field.choices) > SEGMENTS):
        options = (tag("option", one.label, value=one.value, selected=one.value == value) for one in field.choices)
        return tag(
            "div",
            label(field, tag("label", field.label, hint(field), for_=f"{owner}-{name}")),
            tag("select", options, id=f"{owner}-{name}", name=name),
            class_="field choice",
        )
    return tag(
        "fieldset",
        tag("legend", field.label, hint(field)),
        help_button(field),
        tag(
            "div",
            (radio(one, name, checked=one.value == value) for one in field.choices),
            class_="segments" if sum(len(one.label) for one in field.choices) <= LETTERS else "options",
        ),
        class_="field choice",
    )


def radio(one: Choice, name: str, *, checked: bool) -> Markup:
    """One of the choices that lie open."""
    return tag(
        "label",
        tag("input", type="radio", name=name, value=one.value, checked=checked),
        tag("span", one.label, tag("small", one.hint) if one.hint else None),
    )


def cycle(field: Field, name: str, value: Any) -> Markup:
    """A button that says the choice and goes on to the next one."""
    now = next((one for one in field.choices if one.value == value), field.choices[0])
    return tag(
        "div",
        label(field, tag("span", field.label, hint(field))),
        tag("input", type="hidden", name=name, value=now.value),
        tag(
            "button",
            now.label,
            tag("small", now.hint) if now.hint else None,
            type="button",
            data_on="turn",
            data_field=name,
            data_value=now.value,
            aria_label=words.turn(field.label, now.label),
        ),
        class_="field cycle",
    )


def switch(field: Field, name: str, *, on: bool) -> Markup:
    """Something that is on or off."""
    return tag(
        "div",
        tag(
            "label",
            tag("span", field.label, hint(field)),
            tag("input", type="hidden", name=f"{name}.shown"),
            tag("input", type="checkbox", name=name, value="on", checked=on, role="switch"),
        ),
        help_button(field),
        class_="field switch",
    )


def rows(field: Field, value: Iterable[Mapping[str, Any]], wrong: Mapping[str, str]) -> Markup:
    """A list to add to and take from."""
    return tag(
        "fieldset",
        tag("legend", field.label, hint(field)),
        help_button(field),
        (row(field, place, one, wrong) for place, one in enumerate(value)),
        tag("p", wrong[field.name], class_="wrong") if field.name in wrong else None,
        tag(
            "button",
            words.ADD_ROW,
            type="button",
            data_on="row-add",
            data_field=field.name,
            aria_label=words.add_to(field.label),
            class_="add",
        ),
        class_="field rows",
    )


def row(field: Field, place: int, value: Mapping[str, Any], wrong: Mapping[str, str]) -> Child:
    """One row of a list, with the button that removes it."""
    return tag(
        "div",
        (control(column, f"{field.name}.{place}.{column.name}", value[column.name], wrong) for column in field.columns),
        tag(
            "button",
            words.REMOVE_ROW,
            type="button",
            data_on="row-remove",
            data_field=field.name,
            data_row=place,
            aria_label=f"{words.REMOVE_ROW}: {field.label} {place + 1}",
        ),
        class_="row",
        role="group",
        aria_label=f"{field.label} {place + 1}",
    )
