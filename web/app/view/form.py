"""A system's form, drawn from its fields, and the button that rolls."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from app import words
from app.html import Child, Markup, tag
from app.model import Model, Sheet
from pyrules.core.form import Field
from pyrules.core.roll import EMPTY, Throw

SEGMENTS = 4


def form(model: Model) -> Child:
    """The form with the notation that says the same."""
    sheet = model.sheet
    fields = [field for field in model.system.fields if field.applies(sheet.values)]
    known = model.system.before(sheet.test) if sheet.test else ()
    return tag(
        "form",
        tag(
            "div",
            (group(name, list(members), sheet) for name, members in groupby(fields, key=lambda field: field.group)),
            data_on="field",
            class_="fields",
        ),
        notation(sheet),
        (tag("p", f"{line.text}.", class_="warning") for line in known),
        id="test",
        data_on="roll",
        novalidate=True,
        autocomplete="off",
    )


def group(name: str, fields: list[Field], sheet: Sheet) -> Child:
    """The fields of one section; those without a name are always in sight."""
    drawn = [control(field, field.name, sheet.values[field.name], sheet.wrong) for field in fields]
    if not name:
        return tag("div", drawn, class_="card")
    changed = any(sheet.values[field.name] != field.default for field in fields)
    return tag("details", tag("summary", name), drawn, id=f"group-{fields[0].name}", open=changed, class_="card")


def control(field: Field, name: str, value: Any, wrong: Mapping[str, str], owner: str = "f") -> Markup:
    """One field with its label, its control and what is wrong with it; `owner` tells its id from other forms' ids."""
    problem = wrong.get(name)
    match field.kind:
        case "choice":
            return choice(field, name, value, owner)
        case "switch":
            return switch(field, name, on=bool(value))
        case "rows":
            return rows(field, value, wrong)
        case "number":
            entry = stepper(field, name, value, problem, owner)
        case _:
            entry = entry_field(field, name, value, problem, owner)
    return tag(
        "div",
        tag("label", field.label, tag("small", field.hint) if field.hint else None, for_=f"{owner}-{name}"),
        entry,
        tag("p", problem, id=f"{owner}-{name}-wrong", class_="wrong") if problem else None,
        class_=f"field {field.kind}",
    )


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


def choice(field: Field, name: str, value: Any, owner: str) -> Markup:
    """A row of segments for a few choices, a list for many."""
    if len(field.choices) > SEGMENTS:
        options = (tag("option", one.label, value=one.value, selected=one.value == value) for one in field.choices)
        return tag(
            "div",
            tag("label", field.label, for_=f"{owner}-{name}"),
            tag("select", options, id=f"{owner}-{name}", name=name),
            class_="field choice",
        )
    return tag(
        "fieldset",
        tag("legend", field.label, class_="unseen" if not field.hint else None),
        (
            tag(
                "label",
                tag("input", type="radio", name=name, value=one.value, checked=one.value == value),
                tag("span", one.label, title=one.hint or None),
            )
            for one in field.choices
        ),
        class_="segments",
    )


def switch(field: Field, name: str, *, on: bool) -> Markup:
    """Something that is on or off."""
    return tag(
        "label",
        tag("span", field.label, tag("small", field.hint) if field.hint else None),
        tag("input", type="hidden", name=f"{name}.shown"),
        tag("input", type="checkbox", name=name, value="on", checked=on, role="switch"),
        class_="field switch",
    )


def rows(field: Field, value: Iterable[Mapping[str, Any]], wrong: Mapping[str, str]) -> Markup:
    """A list to add to and take from."""
    return tag(
        "fieldset",
        tag("legend", field.label),
        (
            tag(
                "div",
                [
                    control(column, f"{field.name}.{place}.{column.name}", row[column.name], wrong)
                    for column in field.columns
                ],
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
            )
            for place, row in enumerate(value)
        ),
        tag("button", words.ADD_ROW, type="button", data_on="row-add", data_field=field.name, class_="add"),
        class_="rows",
    )


def notation(sheet: Sheet) -> Markup:
    """The same test in one line of shorthand."""
    problem = sheet.wrong_notation
    return tag(
        "div",
        tag("label", words.NOTATION, for_="notation"),
        tag(
            "input",
            id="notation",
            value=sheet.notation,
            data_on="notation",
            spellcheck="false",
            autocapitalize="off",
            enterkeyhint="go",
            aria_invalid="true" if problem else None,
            aria_describedby="e-notation" if problem else None,
        ),
        tag("p", problem, id="e-notation", class_="wrong") if problem else None,
        class_="card field notation",
    )


def bar(model: Model) -> Child:
    """The button that rolls: what it throws stands on it."""
    test = model.sheet.test
    again = test is not None and model.result and model.table is not None and model.table.test == test
    return tag(
        "button",
        tag("strong", words.ROLL_AGAIN if again else words.roll_dice(dice_of(model)) if test else words.ROLL),
        tag("span", model.sheet.notation) if again else None,
        type="submit",
        form="test",
        class_="roll",
    )


def dice_of(model: Model) -> str:
    """The dice that the test asks for first, as `12d6`."""
    throws = model.system.pending(model.sheet.test, EMPTY).throws
    rolls = (list(members) for _, members in groupby(throws, key=lambda throw: throw.roll))
    return " / ".join(pool(members) for members in rolls)


def pool(throws: list[Throw]) -> str:
    """Dice of one roll, size by size.

    >>> pool([Throw(0, 0, 6, 5), Throw(0, 5, 10)])
    '5d6 + 1d10'
    """
    sizes: dict[int, int] = {}
    for throw in throws:
        sizes[throw.sides] = sizes.get(throw.sides, 0) + throw.count
    return " + ".join(f"{number}d{sides}" for sides, number in sizes.items())
