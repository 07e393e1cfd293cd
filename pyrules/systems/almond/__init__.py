"""Almond: six-sided dice against a Target Number, where sixes go on."""

from dataclasses import replace
from importlib import import_module

from pyrules.core.look import Look
from pyrules.core.odds import Chances, always
from pyrules.core.system import Counter, Stepped, System, Topic, in_dice
from pyrules.systems.almond import rules
from pyrules.systems.almond.form import FIELDS, from_form, to_form
from pyrules.systems.almond.judge import (
    before,
    events,
    further,
    interchangeable,
    judge,
    options,
    outcome,
    pending,
    state,
)
from pyrules.systems.almond.model import Test
from pyrules.systems.almond.notation import parse, write
from pyrules.systems.almond.rulebook import EXAMPLES, RULES
from pyrules.systems.almond.rulings import RULINGS


def _chances(default: Chances[Test]) -> Chances[Test]:
    from pyrules.systems.almond import odds  # loaded when odds are first asked for

    return replace(
        default,
        odds=odds.odds,
        main=odds.main,
        rises=always,
    )


ALMOND: System[Test] = System(
    id="almond",
    title="Almond",
    about="Six-sided dice against a Target Number; sixes are rolled again and add up.",
    fields=FIELDS,
    rules=RULES,
    rulings=RULINGS,
    counters=(Counter("wounds", "Wounds", each="person"),),
    examples=EXAMPLES,
    parse=parse,
    write=write,
    from_form=from_form,
    to_form=to_form,
    before=before,
    pending=pending,
    judge=judge,
    options=options,
    interchangeable=interchangeable,
    outcome=outcome,
    events=events,
    state=state,
    further=further,
    topic=lambda test: Topic(test.label),
    names={"six": "a six among the dice"},
    aims={"six": "for a six among the dice"},
    load_chances=_chances,
    stepped=(
        Stepped(
            "modifiers",
            "Dice",
            lambda test: rules.dicepool(test.dice, test.modifiers),
            in_dice,
            {"label": "", "on": "dice"},
        ),
        Stepped(
            "modifiers",
            "Target Number",
            rules.target,
            row={"label": "", "on": "TN"},
        ),
    ),
    load_tracking=lambda: import_module(f"{__name__}.tracking").TRACKING,
    look=Look(
        accent=("#0c5f66", "#86d6dc"),
        felt=("#1d5348", "#10332b"),
        die="#f3f4e4",
        ink="#0f3238",
        glow="#9ff0d0",
        triumph="bloom",
        disaster="wither",
        mark=(
            "M50 3C80 26 86 64 50 97 14 64 20 26 50 3z M50 20c-16 18-18 38 0 60 18-22 16-42 0-60z "
            "M50 32c7 12 7 24 0 36-7-12-7-24 0-36z"
        ),
    ),
    picture=((6, 6, ""), (6, 3, ""), (6, 5, "")),
)
