"""Filling in a form: that of a test, that of what is being written down in the tracker, and that of house rules."""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any

from app.common.answer import Answer, Handler, Message, World, focus, keep, notify
from app.common.carry_over import with_carry_over, with_defence, with_edited
from app.common.own_screens import subjects
from app.common.tracking import still_trying
from app.form.form import Form
from app.form.remembered import notation_to_keep
from app.form.state import (
    NEXT,
    Sheet,
    field_of,
    following,
    one_more,
    sheet_of,
    sheet_of_notation,
    sheet_of_values,
    step as stepped,
    values_of_browser,
    with_altered,
    with_one_more_row,
    with_usual_row,
    without_row,
)
from app.meant import number
from app.model import Model
from app.place import DESK
from app.settings.state import house_fields
from app.tracker.state import Editing
from pyrules.campaign.tracking import tracking_of
from pyrules.core.errors import FormError
from pyrules.core.form import Values, read_form
from pyrules.core.system import System
from pyrules.systems import BY_ID


def on_screen(model: Model, message: Message) -> Form | None:
    """The form that a message is about; None where nothing is being written down."""
    match model.place.tab:
        case "tracker":
            editing = being_written(model)
            if editing is None:
                return None
            asked = subjects(model)[editing.subject].fields_for(model, editing.name)
            return Form(asked, editing.values, lambda values: (with_editing(model, editing, values), ()))
        case tab if tab in DESK:
            form: Form | None = import_module("app.desk.update").form_of(model)
            return form
        case "settings":
            system = BY_ID.get(str(message["form"]["system"]))
            if system is None:
                return None
            return Form(
                house_fields(system), model.house[system.id], lambda values: put_house_rules(model, system, values)
            )
        case _:
            return Form(
                model.system.fields,
                model.sheet.values,
                lambda values: take_over(model, sheet_after_change(model, values)),
            )


def sheet_after_change(model: Model, values: Values) -> Sheet:
    """The form of a test with the values that its own controls gave it."""
    settled = tracking_of(model.system).turned(model.sheet.values, values, model.house_rules)
    return sheet_of_values(model.system, model.sheet, settled, model.house_rules)


def being_written(model: Model) -> Editing | None:
    """Return the record that is being written down in the reader's system."""
    editing = model.tracker.editing
    return editing if editing and editing.system == model.place.system else None


def with_editing(model: Model, editing: Editing, values: Values) -> Model:
    """The model with these values for what is being written down."""
    return replace(model, tracker=replace(model.tracker, editing=replace(editing, values=values, wrong={})))


def put_house_rules(model: Model, system: System[Any], values: Values) -> Answer:
    """Judge a system's form by these house rules from now on; what cannot be used changes nothing."""
    try:
        read = read_form(house_fields(system), values)
    except FormError:
        return model, ()
    sheet = sheet_of_values(system, model.sheets[system.id], model.sheets[system.id].values, read)
    model = replace(model, house={**model.house, system.id: read}, sheets={**model.sheets, system.id: sheet})
    return model, (keep(f"house {system.id}", read),)


def take_over(model: Model, sheet: Sheet) -> Answer:
    """Take the filled-in form of a test over, and store it for the next visit as soon as it makes a test."""
    model = model.with_sheet(sheet)
    return model, (keep(f"form {model.system.id}", notation_to_keep(sheet.notation)),) if sheet.test is not None else ()


def fill_carry_over(before: Model, model: Model) -> Answer:
    """Fill in what earlier rolls left to whoever rolls; say so where the reader typed something else."""
    filled_in, said = with_carry_over(before, with_edited(before, with_defence(before, model)))
    typed = model.campaign is before.campaign and model.sheets is not before.sheets
    return notify(filled_in, said) if said and typed else (filled_in, ())


def forget_failed(before: Model, model: Model) -> Answer:
    """Forget which failed test is tried again, once the form has a test that is no other try of it."""
    return still_trying(model), ()


def note(model: Model, message: Message, world: World) -> Answer:
    """Take over a notation."""
    return take_over(model, sheet_of_notation(model.system, model.sheet, str(message["value"]), model.house_rules))


Change = Callable[[Form, Message], Values]


def changing(change: Change) -> Handler:
    """A handler for changed values of a form."""

    def handler(model: Model, message: Message, world: World) -> Answer:
        form = on_screen(model, message)
        return form.put(change(form, message)) if form else (model, ())

    return handler


def fill(form: Form, message: Message) -> Values:
    """Return the values typed or chosen: of the field that is named, since others may not show theirs yet."""
    name = str(message.get("name", "")).partition(".")[0]
    return values_of_browser(form.fields, message["form"], form.values, name)


def step(form: Form, message: Message) -> Values:
    """A number raised or lowered."""
    name, by = message["data"]["field"], number(message["data"]["by"])
    return with_altered(form.fields, form.values, name, lambda field, value: stepped(field, value, by))


def step_next(model: Model, place: int, by: int) -> Answer:
    """The test of the form with something stepped under the verdict, as far as it goes."""
    sheet, system = model.sheet, model.system
    if sheet.test is None:
        return model, ()
    made = one_more(system, system.stepped[place], sheet.test, by, model.house_rules)
    return (model, ()) if made in (None, sheet.test) else take_over(model, sheet_of(system, made))


def stepping(model: Model, message: Message, world: World) -> Answer:
    """Raise or lower a number, of a form or of what is stepped under the verdict."""
    name = str(message["data"]["field"])
    if name.startswith(NEXT):
        return step_next(model, number(name.removeprefix(NEXT)), number(message["data"]["by"]))
    return changing(step)(model, message, world)


def suggest(form: Form, message: Message) -> Values:
    """A suggested value filled in."""
    to = str(message["data"]["to"])
    return with_altered(
        form.fields, form.values, message["data"]["field"], lambda field, value: field.suggested_value(value, to)
    )


def turn(form: Form, message: Message) -> Values:
    """The next value of a choice."""
    return with_altered(form.fields, form.values, message["data"]["field"], following)


def add_usual(form: Form, message: Message) -> Values:
    """A list with one of its usual rows more."""
    return with_usual_row(form.fields, form.values, message["data"]["field"], number(message["data"]["place"]))


def remove_row(form: Form, message: Message) -> Values:
    """A list without one of its rows."""
    return without_row(form.values, message["data"]["field"], number(message["data"]["row"]))


def other(model: Model, message: Message, world: World) -> Answer:
    """Go to the box for what is not suggested."""
    form = on_screen(model, message)
    return model, (focus(f"f-{field_of(form.fields, message['data']['field']).name}"),) if form else ()


def add_row(model: Model, message: Message, world: World) -> Answer:
    """Add a row to a list, and go there: to its name where that comes first, which is no keyboard for a number."""
    form, name = on_screen(model, message), message["data"]["field"]
    if form is None:
        return model, ()
    values = with_one_more_row(form.fields, form.values, name)
    row, first = f"f-{name}.{len(values[name]) - 1}", field_of(form.fields, name).columns[0]
    model, commands = form.put(values)
    return model, (*commands, focus(f"{row}.{first.name}" if first.kind == "text" else row))


HANDLERS: dict[str, Handler] = {
    "notation": note,
    "other": other,
    "row-add": add_row,
    **dict.fromkeys(("field", "edit-field", "house"), changing(fill)),
    "step": stepping,
    "suggest": changing(suggest),
    "turn": changing(turn),
    "usual": changing(add_usual),
    "row-remove": changing(remove_row),
}
