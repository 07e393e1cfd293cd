"""What the page does when something happens: the model and a message give the next model and commands for the browser."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from pyrules.core.errors import RulesError
from pyrules.core.roll import EMPTY, Pick, Roll, Source

from app import words
from app.model import Entry, Model, Place, Table, place_at
from app.sheet import filled, noted, sent, stepped, with_row, without_row

Command = dict[str, Any]
Message = Mapping[str, Any]
Answer = tuple[Model, tuple[Command, ...]]


@dataclass(frozen=True, slots=True)
class World:
    """What comes from outside: where faces come from, the time in milliseconds, and names for new events."""

    faces: Source
    now: Callable[[], int]
    name: Callable[[], str]


def update(model: Model, message: Message, world: World) -> Answer:
    """Answer one message; one that means nothing here changes nothing."""
    handler = HANDLERS.get(str(message["on"]))
    if handler is None or not (model.place.system or message["on"] == "go"):
        return model, ()
    return handler(model, message, world)


def go(model: Model, message: Message, world: World) -> Answer:
    """Show the place that an address means."""
    place = place_at(str(message["to"]))
    result = model.result and place.system == model.place.system and place.tab != model.place.tab
    return replace(model, place=place, result=result), ()


def on_field(model: Model, message: Message, world: World) -> Answer:
    """Take over what was typed or chosen in the form."""
    sheet = model.sheet
    values = sent(model.system, message["form"], sheet.values)
    return keep(model.with_sheet(filled(model.system, sheet, values, {})))


def on_notation(model: Model, message: Message, world: World) -> Answer:
    """Take over a notation."""
    return keep(model.with_sheet(noted(model.system, model.sheet, str(message["value"]), {})))


def on_step(model: Model, message: Message, world: World) -> Answer:
    """Raise or lower a number."""
    data = message["data"]
    return keep(model.with_sheet(stepped(model.system, model.sheet, data["field"], int(data["by"]), {})))


def on_row_add(model: Model, message: Message, world: World) -> Answer:
    """Add a row to a list, and go there."""
    name = message["data"]["field"]
    model, commands = keep(model.with_sheet(with_row(model.system, model.sheet, name, {})))
    first = next(field for field in model.system.fields if field.name == name).columns[0]
    row = len(model.sheet.values[name]) - 1
    return model, (*commands, {"do": "focus", "id": f"f-{name}.{row}.{first.name}"})


def on_row_remove(model: Model, message: Message, world: World) -> Answer:
    """Take a row out of a list."""
    data = message["data"]
    return keep(model.with_sheet(without_row(model.system, model.sheet, data["field"], int(data["row"]), {})))


def on_roll(model: Model, message: Message, world: World) -> Answer:
    """Throw the dice that the form asks for."""
    if message["form"]:
        model, _ = on_field(model, message, world)
    test = model.sheet.test
    if test is None:
        trouble = next(iter(model.sheet.wrong), "")
        return model, ({"do": "focus", "id": f"f-{trouble}" if trouble else "notation"}, say(words.FIX_FIRST))
    roll = model.system.roll(test, world.faces, onward=False)
    return laid(model, test, roll, world)


def on_option(model: Model, message: Message, world: World) -> Answer:
    """Do what the rules still allow: to these dice, or in a further test."""
    table = model.table
    if table is None:
        return model, ()
    wanted = message["data"]["option"]
    option = next((one for one in model.system.options(table.test, table.roll) if one.id == wanted), None)
    if option is None:
        return model, ()
    if option.notation:
        model = model.with_sheet(noted(model.system, model.sheet, option.notation, model.system.house_rules(table.test)))
        return keep(replace(model, result=False))
    picked = model.system.pick(table.test, table.roll, Pick(option.id))
    return laid(model, table.test, model.system.roll(table.test, world.faces, picked, onward=False), world)


def on_change(model: Model, message: Message, world: World) -> Answer:
    """Go back to the form."""
    return replace(model, result=False), ({"do": "focus", "id": "main"},)


def laid(model: Model, test: Any, roll: Roll, world: World) -> Answer:
    """Put a roll on the table and write it into the log."""
    verdict = model.system.judge(test, roll)
    entry = Entry(
        id=world.name(),
        at=world.now(),
        system=model.system.id,
        notation=model.system.write(test),
        headline=verdict.headline,
        summary=verdict.summary,
        good=verdict.good,
    )
    table = Table(test, roll, verdict, entry.id)
    model = replace(
        model, tables={**model.tables, model.system.id: table}, log=(*model.log, entry), result=True
    )
    spoken = f"{verdict.headline}. {verdict.summary}."
    return model, ({"do": "append", "event": asdict(entry)}, say(spoken), {"do": "top"})


def keep(model: Model) -> Answer:
    """Keep the form for the next visit, as soon as it makes a test."""
    if model.sheet.test is None:
        return model, ()
    return model, ({"do": "keep", "key": f"form {model.system.id}", "value": model.sheet.notation},)


def say(text: str) -> Command:
    """Have a text read out."""
    return {"do": "announce", "text": text}


HANDLERS: dict[str, Callable[[Model, Message, World], Answer]] = {
    "go": go,
    "field": on_field,
    "notation": on_notation,
    "step": on_step,
    "row-add": on_row_add,
    "row-remove": on_row_remove,
    "roll": on_roll,
    "option": on_option,
    "change": on_change,
}
