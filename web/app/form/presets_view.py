"""Presets above the form: chips that fill it, and below them what renames, moves and deletes them."""

from app.common.html import Child, Markup, button, tag
from app.common.icon import Icon, icon
from app.form import words
from app.form.state import Preset
from app.model import Model


def presets(model: Model) -> Child:
    """The presets of a system, and the one that was deleted last; nothing where nothing was ever pinned."""
    dropped = model.dropped if model.dropped and model.dropped.system == model.system.id else None
    if not model.presets_here and not dropped:
        return None
    return tag(
        "div",
        tag("p", words.PRESETS) if model.presets_here else None,
        preset_buttons(model),
        (button("preset-back", words.bring_back(dropped.preset.name), id="preset-back") if dropped else None),
        tag(
            "details",
            tag("summary", words.PRESETS_ARRANGE),
            tag("ol", [row(model, place, preset) for place, preset in enumerate(model.presets_here)]),
            id="arrange",
        )
        if model.presets_here
        else None,
        class_="card presets",
        role="group",
        aria_label=words.PRESETS,
    )


def preset_buttons(model: Model) -> Markup:
    """The presets to tap."""
    return tag("div", [chip(model, place, preset) for place, preset in enumerate(model.presets_here)], class_="chips")


def chip(model: Model, place: int, preset: Preset) -> Markup:
    """A preset to tap; the notation stands below a name of its own."""
    return button(
        "preset",
        preset.name,
        tag("small", preset.notation) if preset.name != preset.notation else None,
        data_place=place,
        aria_pressed=model.sheet.notation == preset.notation,
    )


def row(model: Model, place: int, preset: Preset) -> Markup:
    """One preset to be renamed, moved and deleted."""
    several = len(model.presets_here) > 1
    return tag(
        "li",
        tag("label", words.PRESET_NAME, for_=f"preset-{place}", class_="unseen"),
        tag(
            "input",
            id=f"preset-{place}",
            name=f"preset-{place}",
            value=preset.name,
            autocomplete="off",
            enterkeyhint="done",
            data_on="preset-name",
            data_place=place,
        ),
        step(model, "arrow-up", words.about(words.EARLIER, preset.name), place, -1) if several else None,
        step(model, "arrow-down", words.about(words.LATER, preset.name), place, 1) if several else None,
        button(
            "preset-delete",
            icon(model.root, "trash"),
            data_place=place,
            aria_label=words.about(words.DELETE, preset.name),
        ),
    )


def step(model: Model, drawn: Icon, label: str, place: int, by: int) -> Markup:
    """A button that moves a preset by one."""
    return button(
        "preset-move",
        icon(model.root, drawn),
        id=f"preset-{drawn.removeprefix('arrow-')}-{place}",
        data_place=place,
        data_by=by,
        aria_label=label,
    )
