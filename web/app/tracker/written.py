"""What is written down besides rolls, and the form in which that is done."""

from app.common.html import Child, Markup, button, tag
from app.common.own_screens import subjects
from app.common.subjects import opener
from app.form.field import control
from app.model import Model
from app.tracker import words
from app.tracker.state import Editing


def item(model: Model, subject: str, name: str, *inside: Child) -> Markup:
    """One of those written down, with what changes or removes it; its form in its place while it is changed."""
    editing = model.tracker.editing
    if editing and editing.of == (model.system.id, subject, name):
        return tag("li", form(model, editing), class_="card")
    return tag(
        "li",
        tag("h3", name),
        *inside,
        tag(
            "div",
            button(
                "edit",
                words.EDIT,
                id=opener(subject, name),
                data_subject=subject,
                data_called=name,
                aria_label=words.about(words.EDIT, name),
            ),
            button(
                "remove",
                words.REMOVE,
                data_subject=subject,
                data_called=name,
                aria_label=words.about(words.REMOVE, name),
            ),
            class_="chips",
        ),
        class_="card",
        aria_label=name,
    )


def add(model: Model, subject: str, label: str, name: str = "", *, main: bool = False) -> Markup:
    """The button that begins a new one, out of the one that has a `name`; or the form of the one that was begun."""
    editing = model.tracker.editing
    if editing and editing.of == (model.system.id, subject, name):
        return tag("div", tag("h3", label), form(model, editing), class_="card")
    return begin(subject, label, name, main=main)


def begin(subject: str, label: str, name: str = "", *, main: bool = False) -> Markup:
    """The button that begins a new one, which is the `main` one where there is none yet."""
    return button(
        "edit",
        label,
        id=opener(subject, name),
        data_subject=subject,
        data_called=name or None,
        aria_label=words.about(label, name) if name else None,
        class_="add main" if main else "add",
    )


def form(model: Model, editing: Editing) -> Markup:
    """The form of what is being written down."""
    fields = subjects(model)[editing.subject].fields_for(model, editing.name)
    return tag(
        "form",
        tag(
            "div",
            (
                control(field, field.name, editing.values.get(field.name, field.default), editing.wrong)
                for field in fields
                if field.applies(editing.values)
            ),
            data_on="edit-field",
            class_="fields",
        ),
        tag(
            "div",
            tag("button", words.SAVE, type="submit", class_="main"),
            button("edit-cancel", words.CANCEL),
            class_="choices",
        ),
        data_on="edit-save",
        novalidate=True,
        autocomplete="off",
        class_="written",
    )
