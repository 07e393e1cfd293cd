"""Everything the reader may set: preferences and house rules; with what is kept, and the app itself."""

from dataclasses import replace
from typing import Any

from app.common.dice import dress
from app.common.html import Child, Markup, tag
from app.common.link import link
from app.form.field import control, swatches
from app.model import Model
from app.place import Place
from app.rules.view import ruling_view
from app.settings import words
from app.settings.state import DICE, SCREEN, SELDOM, setting_field, stun_server
from app.settings.upkeep import the_app, your_data
from pyrules.core.form import MORE, Field, Values
from pyrules.core.rulebook import Ruling
from pyrules.core.system import System
from pyrules.systems import all_systems


def settings(model: Model) -> Child:
    """The whole screen."""
    return (
        tag("h2", words.THIS_DEVICE),
        tag("div", preferences(model), tag("div", your_data(model), the_app(model)), class_="beside"),
        tag("h2", words.HOUSE_RULES),
        tag("p", words.HOUSE_RULES_ABOUT, class_="quiet"),
        tag("p", words.TABLE_RULES) if model.aside else None,
        tag("div", (house_rules(model, system) for system in all_systems() if system.settings), class_="beside"),
    )


def preferences(model: Model) -> Markup:
    """Draw the preferences; every change takes effect at once."""
    stun = model.preferences["stun"]
    wrong = {"stun": words.NO_STUN_SERVER} if stun.strip() and not stun_server(model.preferences) else {}
    worn = dress(model.preferences)

    def controls(fields: tuple[Field, ...]) -> list[Markup]:
        return [
            swatches(field, worn.look, "p", lambda one: replace(worn, look=one))
            if field.look == "dice"
            else control(field, field.name, model.preferences[field.name], wrong, owner="p")
            for field in fields
            if field.name not in idle(model)
        ]

    return tag(
        "form",
        tag(
            "div",
            controls((*DICE, *SCREEN)),
            tag("details", tag("summary", MORE), controls(SELDOM), id="seldom-set", open=bool(wrong)),
            data_on="prefer",
            class_="card",
        ),
        novalidate=True,
    )


def idle(model: Model) -> set[str]:
    """The switches that would do nothing in this browser."""
    device = model.device
    can = {"awake": device.wakes, "vibration": device.vibrates}
    return {name for name, possible in can.items() if device.build and not possible}


def house_rules(model: Model, system: System[Any]) -> Markup:
    """A system's switches to fold out, each with what the text leaves open, what we chose and why."""
    values = model.house[system.id]
    changed = sum(values[setting.name] != setting.default for setting in system.settings)
    return tag(
        "details",
        tag("summary", tag("h3", system.title), tag("small", words.rules_changed(changed)) if changed else None),
        tag(
            "form",
            tag("input", type="hidden", name="system", value=system.id),
            tag(
                "div", (switches(ruling, values, system) for ruling in system.rulings), data_on="house", class_="fields"
            ),
            novalidate=True,
        ),
        tag("a", words.RULEBOOK, " · ", system.title, href=link(model, Place(system.id, "rules")), class_="button"),
        id=f"house-{system.id}",
        tabindex=-1,
        class_="card house-rules",
    )


def switches(ruling: Ruling, values: Values, system: System[Any]) -> Child:
    """The switches of one ruling, and the ruling itself to fold out; nothing for one that has no switch."""
    if not ruling.settings:
        return None
    fields = (
        field
        if values[field.name] == field.default
        else replace(field, hint=words.by_default(one.label_of(one.default)))
        for one, field in zip(ruling.settings, map(setting_field, ruling.settings), strict=True)
    )
    return tag(
        "div",
        (control(field, field.name, values[field.name], {}, owner=system.id) for field in fields),
        tag(
            "details",
            tag("summary", words.ruling_behind(ruling.number)),
            ruling_view(ruling),
            id=f"weighed-{system.id}-{ruling.number}",
        ),
    )
