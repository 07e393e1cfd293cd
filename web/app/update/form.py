"""Filling in the form of the system the reader is at."""

from app.answer import Answer, Handler, Message, World, focus, keep
from app.model import Model, Sheet
from app.sheet import filled, noted, sent, stepped, suggested, turned, with_row, without_row


def fill(model: Model, message: Message, world: World) -> Answer:
    """Take over what was typed or chosen: the field that is named, since the others may not show yet what they hold."""
    name = str(message.get("name", "")).partition(".")[0]
    fields = [field for field in model.system.fields if field.name == name or not name]
    values = sent(fields, message["form"], model.sheet.values)
    return kept(model, filled(model.system, model.sheet, values, model.house_rules))


def note(model: Model, message: Message, world: World) -> Answer:
    """Take over a notation."""
    return kept(model, noted(model.system, model.sheet, str(message["value"]), model.house_rules))


def step(model: Model, message: Message, world: World) -> Answer:
    """Raise or lower a number."""
    data = message["data"]
    return kept(model, stepped(model.system, model.sheet, data["field"], int(data["by"]), model.house_rules))


def suggest(model: Model, message: Message, world: World) -> Answer:
    """Fill a suggested value in."""
    data = message["data"]
    return kept(model, suggested(model.system, model.sheet, data["field"], data["to"], model.house_rules))


def turn(model: Model, message: Message, world: World) -> Answer:
    """Go on to the next value of a choice."""
    return kept(model, turned(model.system, model.sheet, message["data"]["field"], model.house_rules))


def add_row(model: Model, message: Message, world: World) -> Answer:
    """Add a row to a list, and go there."""
    name = message["data"]["field"]
    model, commands = kept(model, with_row(model.system, model.sheet, name, model.house_rules))
    first = next(field for field in model.system.fields if field.name == name).columns[0]
    row = len(model.sheet.values[name]) - 1
    return model, (*commands, focus(f"f-{name}.{row}.{first.name}"))


def remove_row(model: Model, message: Message, world: World) -> Answer:
    """Take a row out of a list."""
    data = message["data"]
    return kept(model, without_row(model.system, model.sheet, data["field"], int(data["row"]), model.house_rules))


def kept(model: Model, sheet: Sheet) -> Answer:
    """Take a filled-in form over, and keep it for the next visit as soon as it makes a test."""
    model = model.with_sheet(sheet)
    return model, (keep(f"form {model.system.id}", sheet.notation),) if sheet.test is not None else ()


HANDLERS: dict[str, Handler] = {
    "field": fill,
    "notation": note,
    "step": step,
    "suggest": suggest,
    "turn": turn,
    "row-add": add_row,
    "row-remove": remove_row,
}
