"""The dice on the table and the card that says what they came to."""

from collections.abc import Iterable
from typing import Any

from app import words
from app.html import Child, Markup, tag
from app.model import Model, Table
from app.view.dice import still
from pyrules.core.roll import Die
from pyrules.core.rulebook import Rule
from pyrules.core.system import System
from pyrules.core.verdict import Line, Mark, Option

ICONS = {True: "✓", False: "✕", None: "…"}


def tray(table: Table) -> Child:
    """Every die as it lies, roll by roll."""
    verdict = table.verdict
    names = verdict.rolls or (None,) * len(table.roll.dice)
    return (
        (
            tag("h3", name) if name else None,
            tag(
                "ol",
                (lying(place, die, mark) for place, (die, mark) in enumerate(zip(dice, marks, strict=True))),
                class_="dice",
                aria_label=name,
            ),
        )
        for name, dice, marks in zip(names, table.roll.dice, verdict.marks, strict=False)
    )


def lying(place: int, die: Die, mark: Mark) -> Markup:
    """One die with how it counts."""
    faces = " → ".join(map(str, die.faces))
    return tag(
        "li",
        still(die.sides, die.face),
        tag("span", words.die_words(place + 1, faces, mark.words), class_="unseen"),
        class_="die",
        data_mark=mark.kind,
    )


def card(model: Model, table: Table) -> Child:
    """The verdict, the steps that led there, and what may be done next."""
    verdict = table.verdict
    good = {True: "yes", False: "no", None: "open"}[verdict.good]
    return (
        tag(
            "div",
            tag(
                "h2",
                tag("span", ICONS[verdict.good], aria_hidden="true"),
                " ",
                verdict.headline,
                class_="verdict",
                data_good=good,
            ),
            tag("p", verdict.summary, class_="summary"),
            tag("ol", (step(model.system, line) for line in verdict.lines), class_="steps", aria_label=words.STEPS),
            class_="card",
        ),
        tag(
            "div",
            choices(model.system.options(table.test, table.roll)),
            tag("button", words.UNDO, type="button", data_on="undo", data_event=table.event),
            tag("button", words.CHANGE, type="button", data_on="change"),
            class_="choices",
            role="group",
            aria_label=words.NEXT,
        ),
    )


def choices(options: Iterable[Option]) -> Child:
    """A button for everything that may still be done."""
    return (
        tag(
            "button",
            option.label,
            tag("small", option.hint) if option.hint else None,
            type="button",
            data_on="option",
            data_option=option.id,
        )
        for option in options
    )


def step(system: System[Any], line: Line) -> Markup:
    """One rule applied; it folds out to the rule in our own words, and to the ruling where the text is silent."""
    rule = next(rule for rule in system.rules if f"{system.id}.{rule.name}" == line.rule)
    return tag(
        "li",
        tag(
            "details",
            tag("summary", tag("span", line.step), " ", tag("b", line.result)),
            tag("p", tag("strong", f"{rule.title}. "), rule.text),
            rulings(system, rule),
        ),
    )


def rulings(system: System[Any], rule: Rule) -> Child:
    """What was decided where the text says nothing."""
    return (
        tag("p", tag("strong", f"{words.SETTLED_BY_RULING}: "), ruling.chosen, " ", tag("i", ruling.why))
        for ruling in system.rulings
        if ruling.number in rule.rulings
    )
