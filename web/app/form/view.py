"""A system's form, drawn from its fields, and the notation that says the same."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from app.common.html import Child, Markup, button, tag
from app.common.icon import Icon, icon
from app.common.own_screens import Folded, screens_of
from app.common.tracking import context, unready
from app.drawn import part
from app.form import words
from app.form.field import control, quick, rows
from app.form.people import people
from app.form.presets_view import presets
from app.form.state import Sheet
from app.model import Model
from app.rules.explain import help_button, help_list, help_texts
from pyrules.campaign.tracking import tracking_of
from pyrules.core.form import MORE, Field
from pyrules.core.system import System


def form(model: Model) -> Child:
    """The form with the notation that says the same."""
    sheet = model.sheet
    known = known_before(model) if sheet.test else ()
    return (
        people(model),
        presets(model),
        tag(
            "form",
            part(fields, model),
            notation(model, sheet),
            (tag("p", one, class_="warning") for one in known),
            id="test",
            data_on="roll",
            novalidate=True,
            autocomplete="off",
        ),
        part(helps, model),
    )


def applying(model: Model) -> list[Field]:
    """The fields that the test in the form has."""
    return [field for field in model.system.fields if field.applies(model.sheet.values)]


def fields(model: Model) -> Markup:
    """The fields of the form: what most of it is, and what no roll changes by itself."""
    sheet, found = model.sheet, applying(model)
    folds = screens_of(model.system.id).folded(model)
    asked = [field for field in found if not any(field.name in fold.fields for fold in folds)]
    return tag(
        "div",
        (folded(fold, found, sheet) for fold in folds),
        tag("div", (in_sight(field, sheet) for field in asked), class_="card sight"),
        more([field for field in asked if field.group], sheet),
        data_on="field",
        class_="fields",
    )


def helps(model: Model) -> Child:
    """What the rules say of the fields."""
    found = applying(model)
    return help_list(found), help_texts(model, found)


def known_before(model: Model) -> Iterator[str]:
    """What is certain before the dice fall, by the rules and by the tracker; nothing of dice that lie on the tray."""
    if model.result and model.tray and model.tray.test == model.sheet.test:
        return
    yield from (words.minus(f"{line.text}.") for line in model.system.before(model.sheet.test))
    if problem := unready(model, model.sheet.test):
        yield words.not_yet_here(problem)
    yield from tracking_of(model.system).before(context(model))


def folded(fold: Folded, fields: list[Field], sheet: Sheet) -> Markup:
    """Fields that the tracker has filled in, behind a line that says what they hold."""
    return tag(
        "details",
        tag("summary", words.minus(fold.line)),
        (
            rows(field, sheet.values[field.name], sheet.wrong, fold.rows[field.name])
            if field.name in fold.rows
            else control(field, field.name, sheet.values[field.name], sheet.wrong)
            for field in fields
            if field.name in fold.fields
        ),
        id=f"group-{fold.name}",
        open=fold.open or any(name.partition(".")[0] in fold.fields for name in sheet.wrong),
        class_="card",
    )


def in_sight(field: Field, sheet: Sheet) -> Child:
    """A field that the usual test asks for, and the chips of one that it may have."""
    value = sheet.values[field.name]
    said = replace(field, hint=str(sheet.values.get(field.called, ""))) if field.kind == "number" else field
    drawn = None if field.group else control(said, field.name, value, sheet.wrong)
    return drawn, quick(field, value)


def more(fields: list[Field], sheet: Sheet) -> Markup | None:
    """What the usual test does not ask for, behind a line that says what of it is set."""
    if not fields:
        return None
    names = {name.partition(".")[0] for name in sheet.wrong}
    seen = [field.name for field in fields if field.usual or (field.choices and field.kind == "text")]
    given = [one.label for one in fields if one.name not in seen and sheet.values[one.name] != one.default]
    return tag(
        "details",
        tag("summary", MORE, tag("span", words.more(given), class_="quiet")),
        (control(field, field.name, sheet.values[field.name], sheet.wrong) for field in fields),
        id="more",
        open=any(field.name in names for field in fields),
        class_="card",
    )


def notation(model: Model, sheet: Sheet) -> Markup:
    """The same test in one line of shorthand."""
    problem = sheet.wrong_notation
    return tag(
        "div",
        tag("label", words.NOTATION, for_="notation"),
        tag(
            "input",
            id="notation",
            value=sheet.notation,
            data_on="notation",
            spellcheck="false",
            autocapitalize="off",
            enterkeyhint="go",
            aria_invalid="true" if problem else None,
            aria_describedby="e-notation" if problem else None,
        ),
        in_secret(model),
        small(model, "share", words.SHARE_TEST, "share"),
        small(model, "bookmark", words.PIN, "pin"),
        help_button(),
        unread(model.system, problem) if problem else None,
        class_="card field notation",
    )


def small(model: Model, drawn: Icon, label: str, on: str) -> Markup:
    """A small button for the test of the form."""
    return button(on, icon(model.root, drawn), data_what="test", aria_label=label, class_="small")


def in_secret(model: Model) -> Markup:
    """The switch that keeps what is rolled from the others until it is switched off."""
    return button(
        "secret",
        icon(model.root, "eye-slash"),
        tag("small", words.IN_SECRET),
        aria_pressed=model.secret,
        class_="small",
    )


def unread(system: System[Any], problem: str) -> Markup:
    """What is wrong with shorthand, and an example of the whole."""
    example = tag("code", system.examples[0].notation)
    return tag("p", f"{words.sentence(problem)} {words.FOR_EXAMPLE}: ", example, id="e-notation", class_="wrong")
