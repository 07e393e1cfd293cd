"""What stands under the verdict for the next roll: who rolls and what for, the numbers that change most, the form."""

from typing import Any

from app import words
from app.html import Child, Markup, button, tag
from app.model import Model
from app.view.field import step_button
from app.view.form import in_secret
from app.view.icon import icon
from app.view.people import people
from app.view.presets import pinned
from pyrules.core.form import Field


def next_roll(model: Model) -> Markup:
    """What fills in and changes the form's test while the roll before it is still looked at."""
    known = people(model)
    return tag(
        "div",
        tag("div", steppers(model), class_="steppers"),
        known,
        button(
            "change",
            icon(model.root, "pencil-square"),
            None if known else words.CHANGE,
            aria_label=words.CHANGE if known else None,
        ),
        in_secret(secret=model.secret),
        tag("div", pinned(model), role="group", aria_label=words.PRESETS) if model.pinned else None,
        class_="next-roll",
        role="group",
        aria_label=words.NEXT_ROLL,
    )


def steppers(model: Model) -> Child:
    """The numbers and choices that change most, as the form has them."""
    fields = {field.name: field for field in model.system.fields}
    values = model.sheet.values
    return [stepper(fields[name], values[name]) for name in model.system.stepped if fields[name].applies(values)]


def stepper(field: Field, value: Any) -> Markup:
    """One of them with a button on either side; the form has the field to type in."""
    shown = next((choice.label for choice in field.choices if choice.value == value), value)
    return tag(
        "div",
        step_button(field.name, -1, "−", words.one_less(field.label)),
        tag("span", tag("small", field.label), " ", tag("b", field.blank if shown is None else shown)),
        step_button(field.name, 1, "+", words.one_more(field.label)),
        class_="stepper",
    )
