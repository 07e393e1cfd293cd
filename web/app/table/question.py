"""The hub's question to others, in words."""

from typing import Any

from app.table import words
from app.table.state import Question
from pyrules.campaign.namesakes import unmark_name
from pyrules.core.form import Field
from pyrules.core.system import System
from pyrules.systems import BY_ID


def title(question: Question) -> str:
    """Return the title of a question: its label, or the test."""
    return question.label or in_words(BY_ID[question.system], question.test)


def who_is_awaited(question: Question | None) -> str:
    """Say what is asked for, and of whom who has not answered; "" where nobody is awaited."""
    open_ones = (
        unmark_name(one.who) or one.device.name
        for one in (question.replies if question else ())
        if one.how in ("asked", "rolling") and not (one.skipped or one.for_them)
    )
    names = ", ".join(open_ones)
    return words.asked_of(title(question), names) if question and names else ""


def in_words(system: System[Any], test: object) -> str:
    """Say which fields of a test are the asker's: the first always, others where they are not as usual."""
    values = system.to_form(test)
    fields = [field for field in system.fields if field.asked and field.applies(values)]
    if not fields:
        return system.write(test)
    return " · ".join(
        field_in_words(field, values[field.name]) for field in fields if is_told(field, values[field.name])
    )


def is_told(field: Field, value: object) -> bool:
    """Return whether a field of what is asked for is shown: a number or word that there is, else what is not usual."""
    if field.kind == "text":
        return value != ""
    return value is not None if field.kind == "number" and not field.group else value not in (field.default, "", [])


def field_in_words(field: Field, value: object) -> str:
    """One field in words."""
    match field.kind:
        case "choice":
            return next((one.label for one in field.choices if one.value == value), str(value))
        case "switch":
            return field.label
        case "text":
            return str(value)
        case "rows":
            return f"{field.label} {len(list(value))}" if isinstance(value, list) else field.label
        case _:
            return f"{field.label} {value}"
