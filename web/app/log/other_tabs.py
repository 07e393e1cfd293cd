"""What other tabs of this browser changed, taken over as it is stored: every tab has one order of events."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.common.answer import Answer, Handler, Message, World
from app.common.tracking import laid_anew
from app.form.update import put_house_rules
from app.model import Model
from app.picker.state import OWN
from app.restore import initial_model
from app.roll.state import Tray
from pyrules.campaign.codec import read_records
from pyrules.campaign.state import State, apply, fold
from pyrules.systems import BY_ID


def hear(model: Model, message: Message, world: World) -> Answer:
    """Take over `{"records": [...], "own": ..., "kept": {...}}`.

    The records stand before the last `own` events of this tab, `kept` are the settings that changed, by key.
    """
    found = json.loads(message["value"])
    if model.aside:
        model = replace(model, aside=with_records(model.aside, found["records"], found["own"]))
    else:
        model = with_records(model, found["records"], found["own"])
    return with_settings(model, found["kept"]), ()


def with_records(model: Model, records: Sequence[str], own: int) -> Model:
    """The model after events of other tabs, which stand before this one's last ones."""
    if not records:
        return model
    events = model.campaign.events
    before = fold(events[:-own]) if own else model.campaign
    campaign, unread = read_records(records, before)
    campaign = apply(campaign, *events[len(events) - own :])
    return with_campaign(replace(model, unread=(*model.unread, *unread)), campaign)


def with_campaign(model: Model, campaign: State) -> Model:
    """The model with the log as others have made it: tables have each roll as it is by now, unless it was undone."""
    model = replace(model, campaign=campaign)
    trays = {system: tray for system, tray in laid_anew(model).trays.items() if stands(model, tray)}
    here = model.place if model.place.system else model.came
    return replace(model, trays=trays, result=model.result and here is not None and here.system in trays)


def stands(model: Model, tray: Tray) -> bool:
    """Return whether the roll on a tray was not undone, as far as the log has it."""
    return not tray.event or not model.campaign.entry(tray.event).is_struck


def with_settings(model: Model, kept: Mapping[str, Any]) -> Model:
    """The model with preferences, house rules, presets and the last export as another tab has them now."""
    theirs = initial_model(model.root, model.place, kept=kept)
    if "preferences" in kept:
        model = replace(model, preferences=theirs.preferences)
    for system in BY_ID.values():
        if f"house {system.id}" in kept:
            model, _ = put_house_rules(model, system, theirs.house[system.id])
        if f"library {system.id}" in kept:
            model = replace(model, library={**model.library, system.id: theirs.library[system.id]})
        if f"presets {system.id}" in kept:
            model = replace(model, presets={**model.presets, system.id: theirs.presets[system.id]})
    if OWN in kept:
        model = replace(model, own=theirs.own)
    if "secret" in kept:
        model = replace(model, secrets=theirs.secrets)
    for name in {"exported", "reminded"} & kept.keys():
        model = replace(model, upkeep=replace(model.upkeep, **{name: getattr(theirs.upkeep, name)}))
    return model


HANDLERS: dict[str, Handler] = {"heard": hear}
