"""What is written down besides rolls, and what begins, changes and removes it."""

from app.common.html import Child, Markup, button, tag
from app.common.subjects import opener
from app.model import Model
from app.tracker import words


def item(model: Model, subject: str, name: str, *inside: Child) -> Markup:
    """One of those written down, with what changes or removes it; its form in its place while it is changed."""
    editing = model.tracker.editing
    if editing and editing.of == (model.system.id, subject, name):
        from app.tracker.written_form import form  # with the first that is written down

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
        from app.tracker.written_form import form  # with the first that is written down

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
