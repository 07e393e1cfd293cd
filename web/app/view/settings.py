"""Preferences and house rules."""

from app import words
from app.html import Child, Markup, tag
from app.model import Model
from app.preferences import PREFERENCES, house_fields
from app.view.field import control
from pyrules.core.form import Field, Values
from pyrules.systems import SYSTEMS


def settings(model: Model) -> Child:
    """Everything the reader may set."""
    return (
        tag("h2", words.SETTINGS),
        choices("prefer", PREFERENCES, model.preferences),
        tag("h2", words.HOUSE_RULES),
        (
            (tag("h3", system.title), choices("house", fields, model.house[system.id], system.id))
            for system in SYSTEMS
            if (fields := house_fields(system))
        ),
    )


def choices(on: str, fields: tuple[Field, ...], values: Values, system: str = "") -> Markup:
    """A form that takes effect with every change."""
    return tag(
        "form",
        tag(
            "div",
            (control(field, field.name, values[field.name], {}, owner=system or "p") for field in fields),
            data_on=on,
            data_system=system or None,
            class_="card",
        ),
        novalidate=True,
    )
