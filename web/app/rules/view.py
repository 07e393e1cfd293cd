"""A system's rules in our own words, and what was decided where its text is silent."""

from typing import Any

from app.common.html import Child, Markup, tag
from app.common.link import link
from app.model import Model
from app.place import Place
from app.rules import words
from app.rules.anchors import rule_id, ruling_id
from pyrules.core.english import minus
from pyrules.core.rulebook import Rule, Ruling
from pyrules.core.system import System


def rulebook(model: Model, charts: Child) -> Child:
    """The charts of the system, every rule with the rulings that bear on it, then the rulings themselves."""
    system = model.system
    return (
        tag("p", words.RULEBOOK_ABOUT, class_="tagline"),
        tag(
            "details",
            tag("summary", words.CONTENTS),
            tag("ul", (tag("li", to(rule_id(rule), rule.title)) for rule in system.rules), class_="contents"),
            id="contents",
            class_="card",
        ),
        charts,
        tag("h2", words.RULES),
        tag("div", (rule_view(system, rule) for rule in system.rules), class_="rules"),
        tag("h2", words.RULINGS),
        tag("div", (ruling_row(ruling) for ruling in system.rulings), class_="rules"),
        (
            tag(
                "a",
                words.HOUSE_RULES_SET,
                href=f"{link(model, Place('', 'settings'))}#house-{system.id}",
                class_="button",
            )
            if system.settings
            else None
        ),
    )


def rule_view(system: System[Any], rule: Rule) -> Markup:
    """One rule."""
    return tag(
        "section",
        tag("h3", rule.title),
        tag("p", minus(rule.text)),
        tag("p", f"{rule.reason[0].upper()}{rule.reason[1:]}", class_="quiet") if rule.reason else None,
        (
            tag("p", words.SETTLED_BY_RULING, ": ", ruling_link(ruling), class_="quiet")
            for ruling in system.rulings
            if ruling.number in rule.rulings
        ),
        id=rule_id(rule),
        tabindex=-1,
        class_="card",
    )


def ruling_row(ruling: Ruling) -> Markup:
    """One ruling."""
    return tag(
        "section",
        tag("h3", words.ruling(ruling.number)),
        ruling_view(ruling),
        id=ruling_id(ruling),
        tabindex=-1,
        class_="card",
    )


def ruling_view(ruling: Ruling) -> Markup:
    """Draw a ruling: the question, the answer and the reason."""
    return tag(
        "dl",
        (tag("dt", words.RULING_OPEN), tag("dd", ruling.open)),
        (tag("dt", words.RULING_CHOSEN), tag("dd", minus(ruling.chosen))),
        (tag("dt", words.RULING_WHY), tag("dd", ruling.why)),
        class_="weighed",
    )


def ruling_link(ruling: Ruling) -> Markup:
    """The way to a ruling."""
    return to(ruling_id(ruling), words.ruling(ruling.number))


def to(anchor: str, label: str) -> Markup:
    """A link to a place on the same page."""
    return tag("a", label, href=f"#{anchor}")
