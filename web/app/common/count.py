"""A counter with what changes it by hand."""

from app import words
from app.common.html import Child, Markup, button, tag, trouble, trouble_attributes
from app.common.own_screens import screens_of
from app.common.tracking import bounds, counters_of, value
from app.model import Model
from pyrules.campaign.codec import MOST_NOTE
from pyrules.campaign.limits import counter_named
from pyrules.campaign.tracking import Person
from pyrules.core.system import Counter


def count(model: Model, counter: str, who: str = "") -> Markup:
    """A counter of the campaign, or someone's, with a button on either side."""
    number, limits = value(model, counter, who), bounds(model, counter, who)
    title = counter_named(model.system, counter).title
    label = words.about(who, title) if who else title
    data = {"data_counter": counter, "data_who": who or None}
    return number_field(
        title,
        label,
        words.one_of_most(number, limits.high if limits.full is None else limits.full),
        change("count", -1, words.one_less(label), can=limits.after(number, -1) != number, **data),
        change("count", 1, words.one_more(label), can=limits.after(number, 1) != number, **data),
    )


def own_counters(model: Model, one: Person) -> list[Counter]:
    """The counters that are someone's and that stand nowhere else."""
    elsewhere = screens_of(model.system.id).counted
    return [each for each in counters_of(model, one) if each.id not in elsewhere]


def number_field(title: Child, label: str, shown: str, less: Markup, more: Markup) -> Markup:
    """A number between its two buttons."""
    return tag(
        "div",
        tag("span", title),
        tag("div", less, tag("output", shown), more, class_="stepper"),
        class_="count",
        role="group",
        aria_label=label,
    )


def change(on: str, by: int, label: str, *, can: bool, **data: str | None) -> Markup:
    """A button that changes a number; one that cannot says so and keeps the focus."""
    sign = "+" if by > 0 else "−"
    return button(on, sign, data_by=by, aria_label=label, aria_disabled=None if can else "true", **data)


def note(model: Model) -> Markup:
    """The note for the next change by hand."""
    typed = model.tracker.note
    problem = words.too_long(typed, MOST_NOTE)
    return tag(
        "div",
        tag("label", words.CHANGE_NOTE, for_="count-note"),
        tag("input", id="count-note", value=typed, data_on="count-note", **trouble_attributes(problem, "count-note")),
        trouble(problem, "count-note"),
        class_="field text",
    )
