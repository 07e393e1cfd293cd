"""A system's form, drawn from its fields, and the notation that says the same."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Any

from app.common.html import Child, Markup, button, tag
from app.common.icon import Icon, icon
from app.common.own_screens import Folded, screens_of
from app.common.tracking import context, in_sight, unready
from app.drawn import part
from app.form import words
from app.form.field import chip, control, die, quick, rows, suggestions
from app.form.people import people
from app.form.presets_view import presets
from app.form.state import Sheet
from app.model import Model
from app.rules.explain import help_button, help_list, help_texts
from pyrules.campaign.events import PLAYER
from pyrules.campaign.tracking import tracking_of
from pyrules.core.english import minus
from pyrules.core.form import MORE, Field, Values
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
            shorthand_entry(model, sheet),
            part(fields, model),
            None if is_typed(model) else notation(model, sheet),
            (tag("p", one, class_="warning") for one in known),
            id="test",
            data_on="roll",
            novalidate=True,
            autocomplete="off",
        ),
        part(helps, model),
    )


def is_typed(model: Model) -> bool:
    """Return whether the form begins with its shorthand, which is typed in place of a field."""
    return any(field.look == "notation" for field in model.system.fields[:1])


def shorthand_entry(model: Model, sheet: Sheet) -> Child:
    """The shorthand of a form that begins with it, and what is put to it with a tap."""
    if not is_typed(model):
        return None
    field = model.system.fields[0]
    value = sheet.values[field.name]
    return notation(model, sheet, sheet.wrong.get(field.name, ""), suggestions(field, field.name, value))


def applying(model: Model) -> list[Field]:
    """The fields that the test in the form has."""
    return [field for field in model.system.fields if field.applies(model.sheet.values)]


def fields(model: Model) -> Markup:
    """The fields of the form: what most of it is, and what no roll changes by itself."""
    sheet, found = model.sheet, applying(model)[is_typed(model) :]
    fold = screens_of(model.system.id).folded(model)
    asked = [field for field in found if fold is None or field.name not in fold.fields]
    return tag(
        "div",
        folded_fields(fold, found, sheet) if fold else None,
        tag("div", sight(asked, sheet, model.house_rules), class_="card sight"),
        tag("div", more(asked, sheet), newcomer(model), class_="beyond"),
        data_on="field",
        class_="fields",
    )


def helps(model: Model) -> Child:
    """Draw what the rules say of the fields."""
    found = applying(model)
    return help_list(model, found), help_texts(model, found)


def known_before(model: Model) -> Iterator[str]:
    """Yield what is certain before the dice fall; nothing of dice that lie on the tray."""
    if model.result and model.tray and model.tray.test == model.sheet.test:
        return
    yield from (minus(f"{line.text}.") for line in model.system.before(model.sheet.test))
    if problem := unready(model, model.sheet.test):
        yield words.not_yet_here(problem)
    yield from tracking_of(model.system).before(context(model))


def folded_fields(fold: Folded, fields: list[Field], sheet: Sheet) -> Markup:
    """Fields that the tracker has filled in, behind a line that says what they hold."""
    return tag(
        "details",
        tag("summary", minus(fold.line)),
        (
            rows(field, sheet.values[field.name], sheet.wrong, fold.rows[field.name])
            if field.name in fold.rows
            else control(field, field.name, sheet.values[field.name], sheet.wrong)
            for field in fields
            if field.name in fold.fields
        ),
        id=f"group-{fold.name}",
        open=any(name.partition(".")[0] in fold.fields for name in sheet.wrong),
        class_="card",
    )


def sight(fields: list[Field], sheet: Sheet, house_rules: Values) -> Iterator[Child]:
    """Draw the fields of the usual test: how a die is rolled beside that die, small numbers as chips."""
    cycles = [field for field in fields if field.look == "cycle" and not field.group]
    beside = {one.name: how for one, how in pairwise(fields) if how in cycles and how.kind == "choice"}
    asked = [field for field in fields if field not in beside.values()]
    for chips, alike in groupby(asked, key=cycles.__contains__):
        if chips:
            yield small_numbers([*alike], sheet)
        else:
            yield from (asked_for(field, sheet, house_rules, beside.get(field.name)) for field in alike)


def asked_for(field: Field, sheet: Sheet, house_rules: Values, how: Field | None) -> Child:
    """A field that the usual test asks for, with how its die is rolled, and the chips of one that it may have."""
    value = sheet.values[field.name]
    if how:
        return die(field, how, sheet.values, sheet.wrong)
    said = replace(field, hint=str(sheet.values.get(field.called, ""))) if field.kind == "number" else field
    chips = quick(field, value, house_rules) if field.suggests(sheet.values, house_rules) else None
    return None if field.group else control(said, field.name, value, sheet.wrong), chips


def small_numbers(fields: list[Field], sheet: Sheet) -> Markup:
    """Numbers of a few steps, each a chip."""
    return tag(
        "div",
        (chip(field, sheet.values[field.name], sheet.wrong.get(field.name)) for field in fields),
        class_="chips quick names",
        role="group",
        aria_label=fields[0].hint,
    )


def newcomer(model: Model) -> Markup | None:
    """Draw the button that begins to write down the first one who rolls."""
    if in_sight(model):
        return None
    return button("edit", words.ADD_YOURS, data_subject=PLAYER, class_="add")


def more(fields: list[Field], sheet: Sheet) -> Markup | None:
    """Draw the other fields behind a line that says which of them are set."""
    folded = [field for field in fields if field.group]
    if not folded:
        return None
    wrong = {name.partition(".")[0] for name in sheet.wrong}
    told = {field.called for field in fields}
    told |= {field.name for field in folded if field.usual or (field.choices and field.kind == "text")}
    given = [one.label for one in folded if one.name not in told and sheet.values[one.name] != one.default]
    return tag(
        "details",
        tag("summary", MORE, tag("span", words.more(given), class_="quiet")),
        (control(field, field.name, sheet.values[field.name], sheet.wrong) for field in folded),
        id="more",
        open=any(field.name in wrong for field in folded),
        class_="card",
    )


def notation(model: Model, sheet: Sheet, wrong: str = "", beside: Child = None) -> Markup:
    """The same test in one line of shorthand, with what else is wrong with it, and what stands beside it."""
    problem = sheet.wrong_notation or wrong
    return tag(
        "div",
        tag("label", words.NOTATION, for_="notation"),
        in_secret(model),
        small(model, "share", words.SHARE_TEST, "share"),
        small(model, "bookmark", words.PIN, "pin"),
        help_button(),
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
        unread(model.system, problem) if problem else None,
        beside,
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
    """Draw the problem of the shorthand, and a whole example."""
    example = tag("code", system.examples[0].notation)
    return tag("p", f"{words.sentence(problem)} {words.FOR_EXAMPLE}: ", example, id="e-notation", class_="wrong")
