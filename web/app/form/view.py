"""A system's form, drawn from its fields, and the notation that says the same."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from app.common.html import Child, Markup, button, tag
from app.common.own_screens import Folded, screens_of
from app.common.tracking import standing, unready
from app.drawn import part
from app.form import words
from app.form.field import control, rows
from app.form.people import people
from app.form.presets_view import presets
from app.form.state import Sheet
from app.model import Model
from app.rules.explain import help_texts
from pyrules.campaign.tracking import tracking_of
from pyrules.core.form import Field
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
            notation(model.system, sheet, secret=model.secret),
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
    """The fields of the form, group by group: what most of it is, and what no roll changes by itself."""
    sheet, found = model.sheet, applying(model)
    folds = screens_of(model.system.id).folded(model)
    asked = [field for field in found if not any(field.name in fold.fields for fold in folds)]
    return tag(
        "div",
        (folded(fold, found, sheet) for fold in folds),
        (
            group(name, title, list(members), sheet)
            for (name, title), members in groupby(asked, key=lambda field: (field.group, field.card))
        ),
        data_on="field",
        class_="fields",
    )


def helps(model: Model) -> Child:
    """What the rules say of the fields."""
    return help_texts(model, applying(model))


def known_before(model: Model) -> Iterator[str]:
    """What is certain before the dice fall, by the rules and by the tracker; nothing of dice that lie on the tray."""
    if model.result and model.tray and model.tray.test == model.sheet.test:
        return
    yield from (words.minus(f"{line.text}.") for line in model.system.before(model.sheet.test))
    if problem := unready(model, model.sheet.test):
        yield words.not_yet_here(problem)
    yield from tracking_of(model.system).known(standing(model))


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


def group(name: str, title: str, fields: list[Field], sheet: Sheet) -> Child:
    """The fields of one section; those without a group are always in sight, on a card that may have a title."""
    drawn = [control(field, field.name, sheet.values[field.name], sheet.wrong) for field in fields]
    if not name:
        return tag("div", tag("h2", title) if title else None, drawn, class_="card")
    names = {name.partition(".")[0] for name in sheet.wrong}
    given = sum(sheet.values[field.name] != field.default for field in fields)
    unfold = given > 0 or any(field.name in names for field in fields)
    return tag(
        "details",
        tag("summary", name, tag("span", words.given(given), class_="quiet") if given else None),
        drawn,
        id=f"group-{fields[0].name}",
        open=unfold,
        class_="card",
    )


def notation(system: System[Any], sheet: Sheet, *, secret: bool) -> Markup:
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
        unread(system, problem) if problem else None,
        in_secret(secret=secret),
        button("share", words.SHARE_TEST, data_what="test"),
        button("pin", words.PIN, data_what="test"),
        class_="card field notation",
    )


def in_secret(*, secret: bool) -> Markup:
    """The switch that keeps what is rolled from the others until it is switched off."""
    return button("secret", words.IN_SECRET, aria_pressed=secret)


def unread(system: System[Any], problem: str) -> Markup:
    """What is wrong with shorthand, and an example of the whole."""
    example = tag("code", system.examples[0].notation)
    return tag("p", f"{words.sentence(problem)} {words.FOR_EXAMPLE}: ", example, id="e-notation", class_="wrong")
