"""What stands under the verdict for the next roll: who rolls and what for, the numbers that change most, the form."""

from typing import Any

from app.common.html import Child, Markup, tag
from app.common.own_screens import screens_of
from app.form.field import step_button
from app.form.people import people
from app.form.presets_view import preset_buttons
from app.form.state import NEXT
from app.model import Model
from app.roll import words
from pyrules.core.form import Field
from pyrules.core.system import Stepped


def next_roll(model: Model) -> Markup:
    """The part of the page that fills in and changes the form's test while the roll before it is still looked at."""
    return tag(
        "div",
        tag("div", steppers(model), class_="steppers"),
        tag(
            "div",
            people(model),
            tag("div", preset_buttons(model), role="group", aria_label=words.PRESETS) if model.presets_here else None,
            class_="in-a-row",
        ),
        class_="next-roll",
        role="group",
        aria_label=words.NEXT_ROLL,
    )


def steppers(model: Model) -> Child:
    """The numbers that change most, as the form's test has them in the end; none between the turns of a Challenge."""
    test = model.sheet.test
    if test is None or (model.challenge and model.tray and screens_of(model.system.id).way_on(model, model.tray)):
        return None
    fields = {field.name: field for field in model.system.fields}
    stepped = (
        (place, one, shown_value(one, fields[one.changes], test, model))
        for place, one in enumerate(model.system.stepped)
    )
    return [stepper(place, one.label or fields[one.changes].label, said) for place, one, said in stepped if said]


def shown_value(one: Stepped[Any], field: Field, test: Any, model: Model) -> str:
    """Return one of those numbers as dice and verdict have it; "" where the test has none."""
    if one.counts:
        number = one.counts(test)
        return "" if number is None else one.format(number)
    value = model.sheet.values[field.name]
    return str(field.blank if value is None else value) if field.applies(model.sheet.values) else ""


def stepper(place: int, label: str, said: str) -> Markup:
    """One of them with a button on either side; the form has the field to type in."""
    name = f"{NEXT}{place}"
    return tag(
        "div",
        step_button(name, -1, "−", words.one_less(label)),
        tag("span", tag("small", label), " ", tag("b", said)),
        step_button(name, 1, "+", words.one_more(label)),
        class_="stepper",
    )
