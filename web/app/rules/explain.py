"""Rules in our own words, one tap away: on the card, and beside the fields they bear on."""

from collections.abc import Iterable, Iterator
from typing import Any

from app.common.html import Child, Markup, button, tag
from app.common.link import link
from app.common.sheet import sheet
from app.model import Model
from app.place import Place
from app.rules import words
from app.rules.anchors import rule_id
from pyrules.core.english import minus
from pyrules.core.form import Field
from pyrules.core.rulebook import Rule
from pyrules.core.system import System


def rule_at(system: System[Any], address: str) -> Rule:
    """The rule that an address names within a system, whatever the id that it is rolled under."""
    return next(rule for rule in system.rules if rule.name == address.partition(".")[2])


def explanation(model: Model, rule: Rule, *, titled: bool = True) -> Child:
    """A rule in our own words, what was decided where the text says nothing, and the way to the rulebook."""
    system = model.system
    return (
        tag("p", tag("strong", f"{rule.title}. ") if titled else None, minus(rule.text)),
        (
            tag(
                "p",
                tag("strong", f"{words.SETTLED_BY_RULING}: "),
                minus(ruling.chosen),
                " ",
                tag("i", ruling.why),
            )
            for ruling in system.rulings
            if ruling.number in rule.rulings
        ),
        tag("p", tag("a", words.IN_THE_RULEBOOK, href=f"{link(model, Place(system.id, 'rules'))}#{rule_id(rule)}")),
    )


HELP = "help"
"""The id of what the form's fields mean."""


def help_button() -> Markup:
    """The button that opens a list of the fields, each of which opens the rule behind it."""
    return tag(
        "button",
        tag("span", "?", aria_hidden="true"),
        type="button",
        popovertarget=HELP,
        aria_label=words.HELP,
        class_="help",
    )


def help_list(model: Model, fields: Iterable[Field]) -> Markup:
    """Shorthand with examples, of which a tap enters one, and below them the fields by their names."""
    return sheet(
        model,
        HELP,
        words.NOTATION,
        tag("p", words.NOTATION_ABOUT),
        (button("notation", tag("code", one), value=one) for one in three_examples(model.system)),
        tag("p", tag("strong", words.FIELDS_MEAN)),
        (
            tag(
                "button",
                field.label,
                type="button",
                popovertarget=anchor(field.rule),
                aria_label=words.about(words.HELP, field.label),
            )
            for field in fields
            if field.rule
        ),
    )


def three_examples(system: System[Any]) -> list[str]:
    """Three examples of a system's notation that are as different as its list of them is long."""
    found = list(dict.fromkeys(one.notation for one in system.examples if not one.settings))
    return found[:: -(-len(found) // 3) or 1]


def help_texts(model: Model, fields: Iterable[Field]) -> Iterator[Markup]:
    """Draw the rules that the buttons of these fields open, each once."""
    for address in dict.fromkeys(field.rule for field in fields if field.rule):
        rule = rule_at(model.system, address)
        yield sheet(model, anchor(address), rule.title, explanation(model, rule, titled=False))


def anchor(address: str) -> str:
    """The id of a rule's explanation on the page."""
    return f"rule-{address.replace('.', '-')}"
