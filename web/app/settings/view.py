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
from app.settings import odds, words
from app.settings.state import DICE, SCREEN, SELDOM, setting_field, stun_server
from app.settings.upkeep import the_app, your_data
from pyrules.core.form import MORE, Field
from pyrules.core.rulebook import Ruling, Setting
from pyrules.core.system import System
from pyrules.systems import all_systems


def settings(model: Model) -> Child:
    """The whole screen."""
    return (
        tag(
            "div",
            tag("div", tag("h2", words.ROLLS), preferences(model, DICE)),
            tag(
                "div",
                tag("h2", words.HOUSE_RULES),
                tag("p", words.HOUSE_RULES_ABOUT, class_="quiet"),
                tag("p", words.TABLE_RULES) if model.aside else None,
                (house_rules(model, system) for system in all_systems() if system.settings),
            ),
            class_="beside",
        ),
        tag("h2", words.THIS_DEVICE),
        tag("div", preferences(model, SCREEN, SELDOM), tag("div", your_data(model), the_app(model)), class_="beside"),
    )


def preferences(model: Model, fields: tuple[Field, ...], seldom: tuple[Field, ...] = ()) -> Markup:
    """Draw some preferences, and behind one more tap those seldom changed; every change takes effect at once."""
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
            controls(fields),
            tag("details", tag("summary", MORE), controls(seldom), id="seldom-set", open=bool(wrong))
            if seldom
            else None,
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
            odds.about(model, system),
            tag(
                "div", (switches(model, ruling, system) for ruling in system.rulings), data_on="house", class_="fields"
            ),
            novalidate=True,
        ),
        tag("a", words.RULEBOOK, " · ", system.title, href=link(model, Place(system.id, "rules")), class_="button"),
        id=f"house-{system.id}",
        tabindex=-1,
        class_="card house-rules",
    )


def switches(model: Model, ruling: Ruling, system: System[Any]) -> Child:
    """The switches of one ruling with what they change, and the ruling itself to fold out; nothing without a switch."""
    if not ruling.settings:
        return None
    return tag(
        "div",
        (switch(model, setting, system) for setting in ruling.settings),
        tag(
            "details",
            tag("summary", words.ruling_behind(ruling.number)),
            ruling_view(ruling),
            id=f"weighed-{system.id}-{ruling.number}",
        ),
    )


def switch(model: Model, setting: Setting, system: System[Any]) -> Child:
    """A house rule with its default, and what it changes in the odds of the test in the form."""
    found = odds.others(model, system, setting)
    usual = words.by_default(setting.label_of(setting.default))
    field = replace(setting_field(setting), hint=f"{usual} · {words.MOVES_NOTHING}" if found == [] else usual)
    value = model.house[system.id][setting.name]
    return control(field, field.name, value, {}, owner=system.id), odds.moved(model, system, found) if found else None
