"""The form in which something is written down besides rolls: a person, a foe, or what a system has of its own."""

from dataclasses import replace

from app.common.html import Markup, button, tag
from app.common.own_screens import subjects
from app.form.field import control
from app.form.words import more
from app.model import Model
from app.tracker import words
from app.tracker.state import Editing
from pyrules.campaign.events import FOE, PLAYER
from pyrules.campaign.people import COLOUR, person
from pyrules.core.form import MORE, Field


def form(model: Model, editing: Editing) -> Markup:
    """The form of what is being written down; what is seldom asked for is folded, of a foe more than of others."""
    fields = subjects(model)[editing.subject].fields_for(model, editing.name)
    fields = tuple(field for field in fields if field.applies(editing.values))
    known = person(model.campaign, model.system, editing.name) if editing.subject == PLAYER else None
    of_foe = editing.subject == FOE or (known and known.foe)
    folded = [field for field in fields if field.group and (of_foe or field == COLOUR)]
    return tag(
        "form",
        tag(
            "div",
            controls(editing, [field for field in fields if field not in folded]),
            seldom(editing, folded) if folded else None,
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
        class_="written brief" if is_somebody(editing) else "written",
    )


def is_somebody(editing: Editing) -> bool:
    """Return whether a person is being written down, or foes are."""
    return editing.subject in (PLAYER, FOE)


def controls(editing: Editing, fields: list[Field]) -> list[Markup]:
    """The fields of what is being written down; the choices of people stand in lists."""
    values = editing.values
    if is_somebody(editing):
        fields = [replace(one, look="list") if one.kind == "choice" and not one.look else one for one in fields]
    return [control(one, one.name, values.get(one.name, one.default), editing.wrong) for one in fields]


def seldom(editing: Editing, fields: list[Field]) -> Markup:
    """Fields behind a line that says which of them are set."""
    wrong = {name.partition(".")[0] for name in editing.wrong}
    given = [one.label for one in fields if editing.values.get(one.name, one.default) != one.default]
    only = fields == [COLOUR]
    if only:
        given = [one.label for one in COLOUR.choices if one.value == editing.values.get(COLOUR.name, COLOUR.default)]
    return tag(
        "details",
        tag("summary", COLOUR.label if only else MORE, tag("span", more(given), class_="quiet")),
        tag("div", controls(editing, fields), class_="fields"),
        id="more-of-one",
        open=any(field.name in wrong for field in fields),
    )
