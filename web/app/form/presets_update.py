"""Presets: tests pinned above the form, to be filled in again with a tap."""

from dataclasses import replace

from app.common.answer import Answer, Handler, Message, World, focus, keep, notify
from app.form import update as form, words
from app.form.presets import (
    MOST_NAME,
    MOST_PRESETS,
    Presets,
    move_preset,
    named_after,
    preset_of,
    rename_preset,
    without,
)
from app.form.remembered import notation_to_keep
from app.form.state import Dropped, sheet_of_notation
from app.meant import number
from app.model import Model


def pin(model: Model, message: Message, world: World) -> Answer:
    """Pin the test of the roll that the reader looks at, or the one in the form (`what`)."""
    tray = model.tray if model.result and message["data"].get("what") != "test" else None
    test = tray.test if tray else model.sheet.test
    if test is None:
        return notify(model, words.NOTHING_TO_PIN, wrong=True)
    notation = model.system.write(test)
    known = next((preset for preset in model.presets_here if preset.notation == notation), None)
    if known:
        return notify(model, words.pinned_before(known.name))
    if len(model.presets_here) == MOST_PRESETS:
        return notify(model, words.presets_full(MOST_PRESETS), wrong=True)
    what = model.system.topic(test).what
    taken = {preset.name for preset in model.presets_here}
    preset = preset_of(notation) if what in taken else named_after(notation, what)
    model, storing = keep_presets(model, (*model.presets_here, preset))
    model, aloud = notify(model, words.pinned(preset.name))
    return model, (*storing, *aloud)


def fill(model: Model, message: Message, world: World) -> Answer:
    """Fill the form with a preset."""
    place = place_of(model, message)
    if place is None:
        return model, ()
    return form.take_over(
        model, sheet_of_notation(model.system, model.sheet, model.presets_here[place].notation, model.house_rules)
    )


def rename(model: Model, message: Message, world: World) -> Answer:
    """Call a preset by what was typed."""
    place, name = place_of(model, message), str(message["value"]).strip()
    if place is None:
        return model, ()
    if problem := words.too_long(name, MOST_NAME):
        return notify(model, words.about(words.PRESET_NAME, problem), wrong=True)
    return keep_presets(model, rename_preset(model.presets_here, place, name))


def move(model: Model, message: Message, world: World) -> Answer:
    """Move a preset up or down by one."""
    place = place_of(model, message)
    if place is None:
        return model, ()
    by = -1 if str(message["data"]["by"]) == "-1" else 1
    to = min(max(place + by, 0), len(model.presets_here) - 1)
    model, storing = keep_presets(model, move_preset(model.presets_here, place, by))
    return model, (*storing, focus(f"preset-{'up' if by < 0 else 'down'}-{to}"))


def delete(model: Model, message: Message, world: World) -> Answer:
    """Delete a preset; it can be brought back until the next one is deleted."""
    place = place_of(model, message)
    if place is None:
        return model, ()
    model = replace(model, dropped=Dropped(model.system.id, place, model.presets_here[place]))
    model, storing = keep_presets(model, without(model.presets_here, place))
    return model, (*storing, focus("preset-back"))


def bring_back(model: Model, message: Message, world: World) -> Answer:
    """Put the preset that was deleted last back where it stood."""
    dropped = model.dropped
    if dropped is None or dropped.system != model.system.id or len(model.presets_here) == MOST_PRESETS:
        return model, ()
    before = model.presets_here
    presets = (*before[: dropped.place], dropped.preset, *before[dropped.place :])
    model, storing = keep_presets(replace(model, dropped=None), presets)
    return model, (*storing, focus("main"))


def place_of(model: Model, message: Message) -> int | None:
    """Which preset a message is about; None when there is none such (any more)."""
    place = number(message["data"]["place"])
    return place if model.place.system and 0 <= place < len(model.presets_here) else None


def keep_presets(model: Model, presets: Presets) -> Answer:
    """Take the presets over, and keep them for the next visit."""
    system = model.system.id
    storing = keep(f"presets {system}", [[preset.name, *notation_to_keep(preset.notation)] for preset in presets])
    return replace(model, presets={**model.presets, system: presets}), (storing,)


HANDLERS: dict[str, Handler] = {
    "pin": pin,
    "preset": fill,
    "preset-name": rename,
    "preset-move": move,
    "preset-delete": delete,
    "preset-back": bring_back,
}
