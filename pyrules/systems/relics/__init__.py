"""Relics of the Moon: a Cohort and a Challenge take turns with pools of six-sided dice."""

from importlib import import_module

from pyrules.core.form import defaults
from pyrules.core.look import Look
from pyrules.core.odds import Chances
from pyrules.core.system import Counter, Stepped, System, in_dice
from pyrules.systems.relics.fields import FIELDS, TRAIT
from pyrules.systems.relics.form import from_form, to_form
from pyrules.systems.relics.judge import (
    LATE,
    PLACE,
    before,
    interchangeable,
    judge,
    options,
    outcome_as_placed,
    pending,
    topic,
)
from pyrules.systems.relics.model import Cohort, Outcome, Test
from pyrules.systems.relics.notation import parse, upgrade_notation
from pyrules.systems.relics.pool import dicepool
from pyrules.systems.relics.rulebook import CHARTS, EXAMPLES, RULES
from pyrules.systems.relics.rulings import RULINGS
from pyrules.systems.relics.writing import write


def _chances(_default: Chances[Test]) -> Chances[Test]:
    from pyrules.systems.relics import advice, odds  # loaded when odds are first asked for

    return Chances(
        odds=odds.odds,
        main=odds.main,
        advice=advice.advice,
        luck=odds.luck,
        variants=odds.variants,
        with_dice=odds.with_dice,
        sizes=odds.sizes,
        rises=odds.rises,
        deciding=odds.deciding,
        best_play=odds.best_play,
    )


def _events(test: Test, outcome: Outcome) -> dict[str, bool]:
    from pyrules.systems.relics.odds import outcome_events  # with the odds

    return outcome_events(test, outcome)


def _pool(test: Test) -> int | None:
    return dicepool(test) if isinstance(test.acting, Cohort) else None


RELICS: System[Test] = System(
    id="relics",
    title="Relics of the Moon",
    about="Cohort and Challenge take turns; modifiers adjust single dice.",
    fields=FIELDS,
    rules=RULES,
    rulings=RULINGS,
    counters=(
        Counter("destiny", "Destiny"),
        Counter("doom", "Doom"),
        Counter("resolved", "Resolved dice", each="challenge", bounded_by=("challenge", "rating")),
        Counter("stress", "Stress", full="stress_maximum", each="player"),
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
    interchangeable=interchangeable,
    outcome=outcome_as_placed,
    events=_events,
    topic=topic,
    upgraded=upgrade_notation,
    pool="pool",
    stepped=(
        Stepped("traits", "Dice", _pool, in_dice, {**defaults(TRAIT), "kind": "add"}, "dice"),
        Stepped("destiny"),
    ),
    load_chances=_chances,
    load_tracking=lambda: import_module("pyrules.systems.relics.tracking").TRACKING,
    load_spending=lambda: import_module("pyrules.systems.relics.spending").SPENDING,
    deeds={PLACE: "placed the simple modifiers", LATE: "declared a trait"},
    units={
        "destiny": ("Destiny", "Destiny"),
        "doom": ("Doom", "Doom"),
        "resolved": ("resolved die", "resolved dice"),
        "stress": ("Stress", "Stress"),
    },
    names={
        "resolves": "resolved this turn",
        "finishes": "resolved eventually",
        "destiny": "Destiny",
        "doom": "Doom",
        "stress": "Stress",
    },
    aims={"resolves": "to resolve it", "stress": "to deal Stress"},
    look=Look(
        accent=("#7a2f74", "#eeb1e8"),
        felt=("#4a2247", "#2f152d"),
        die="#f1e4c6",
        ink="#2d1428",
        glow="#ffd37a",
        triumph="moonrise",
        disaster="eclipse",
        mark=(
            "M50 6a44 44 0 1 0 0 88 44 44 0 0 0 0-88z M50 13a37 37 0 1 1 0 74 37 37 0 0 1 0-74z "
            "M60 22a30 30 0 1 0 17 43 25 25 0 1 1-17-43z"
        ),
    ),
    picture=((6, 1, ""), (6, 4, ""), (6, 6, "")),
)
