"""General Rules: tests with dice of many sizes, added up against a Difficulty."""

from dataclasses import replace
from importlib import import_module

from pyrules.core.look import Look
from pyrules.core.odds import Chances, always
from pyrules.core.system import Counter, Stepped, System
from pyrules.systems.general.form import FIELDS, from_form, to_form
from pyrules.systems.general.judge import before, judge, options, outcome, pending, topic
from pyrules.systems.general.model import Test
from pyrules.systems.general.notation import parse, upgrade_notation, write
from pyrules.systems.general.rulebook import CHARTS, EXAMPLES, RULES
from pyrules.systems.general.rulings import RULINGS


def _chances(default: Chances[Test]) -> Chances[Test]:
    from pyrules.systems.general import advice, odds  # loaded when odds are first asked for

    return replace(
        default,
        odds=odds.odds,
        main=odds.main,
        advice=advice.advice,
        variants=odds.variants,
        with_dice=odds.with_dice,
        sizes=odds.sizes,
        pool_called=odds.pool_called,
        rises=always,
        after_pick=advice.after_pick,
        best_play=advice.best_play,
    )


GENERAL: System[Test] = System(
    id="general",
    title="General Rules: Tests",
    about="Dice of many sizes, added up against a Difficulty: tests, Attacks and Saves.",
    fields=FIELDS,
    rules=RULES,
    rulings=RULINGS,
    counters=(
        Counter("actions", "Actions used", each="person"),
        Counter("round", "Round of the Action Scene", start=1, low=1),
        Counter("wounds", "Wounds", each="person"),
    ),
    charts=CHARTS,
    examples=EXAMPLES,
    parse=parse,
    write=write,
    from_form=from_form,
    to_form=to_form,
    before=before,
    pending=pending,
    judge=judge,
    options=options,
    outcome=outcome,
    upgraded=upgrade_notation,
    topic=topic,
    stepped=(Stepped("difficulty"),),
    deeds={"reroll": "rerolled"},
    units={
        "actions": ("Action used", "Actions used"),
        "round": ("round of the Action Scene", "rounds of the Action Scene"),
        "wounds": ("wound", "wounds"),
    },
    load_chances=_chances,
    load_tracking=lambda: import_module("pyrules.systems.general.tracking").TRACKING,
    load_spending=lambda: import_module("pyrules.systems.general.spending").SPENDING,
    look=Look(
        accent=("#1f5582", "#9ecbf3"),
        felt=("#254660", "#162b3d"),
        die="#f4f7fa",
        ink="#12283b",
        glow="#ffffff",
        triumph="beam",
        disaster="sink",
        mark=(
            "M50 2l8 30 26-16-16 26 30 8-30 8 16 26-26-16-8 30-8-30-26 16 16-26-30-8 30-8-16-26 26 16z "
            "M50 40a10 10 0 1 0 0 20 10 10 0 0 0 0-20z"
        ),
    ),
    picture=((8, 7, ""), (12, 11, ""), (20, 17, "")),
)
