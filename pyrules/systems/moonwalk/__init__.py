"""Moonwalk: six-sided dicepools against a threshold, another side, or time."""

from importlib import import_module

from pyrules.core.look import Look
from pyrules.core.odds import Chances
from pyrules.core.system import Counter, Stepped, System, in_dice
from pyrules.systems.moonwalk.form import FIELDS, from_form, to_form
from pyrules.systems.moonwalk.judge import (
    NEXT,
    before,
    events,
    interchangeable,
    judge,
    options,
    outcome,
    pending,
    state,
    topic,
)
from pyrules.systems.moonwalk.model import Opposed, Test
from pyrules.systems.moonwalk.notation import parse, upgrade_notation, write
from pyrules.systems.moonwalk.rulebook import EXAMPLES, RULES
from pyrules.systems.moonwalk.rules import IMPOSSIBLE, dicepool
from pyrules.systems.moonwalk.rulings import RULINGS


def _chances(_default: Chances[Test]) -> Chances[Test]:
    from pyrules.systems.moonwalk import advice, odds  # loaded when odds are first asked for

    return Chances(
        odds=odds.odds,
        main=odds.main,
        advice=advice.advice,
        luck=odds.luck,
        variants=odds.variants,
        with_dice=odds.with_dice,
        after_pick=advice.after_pick,
    )


def _defence(test: Test) -> int | None:
    return dicepool(test.against.dicepool) if isinstance(test.against, Opposed) else None


MOONWALK: System[Test] = System(
    id="moonwalk",
    title="Moonwalk",
    about="Six-sided dice; fives and sixes are hits, against a threshold or someone.",
    fields=FIELDS,
    rules=RULES,
    rulings=RULINGS,
    counters=(
        Counter("retry_penalty", "Trying Again", low=None, high=0, each="test"),
        Counter("wounds", "Wounds", each="person"),
    ),
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
    endless=lambda test: test.rule_of_six and not isinstance(test.against, Opposed),
    upgraded=upgrade_notation,
    topic=topic,
    pool="pool",
    stepped=(
        Stepped("modifiers", "Dicepool", lambda test: dicepool(test.dicepool), in_dice, {"label": ""}),
        Stepped("threshold"),
        Stepped("defence_modifiers", "Defender's dicepool", _defence, in_dice, {"label": ""}),
    ),
    load_chances=_chances,
    load_tracking=lambda: import_module("pyrules.systems.moonwalk.tracking").TRACKING,
    load_spending=lambda: import_module("pyrules.systems.moonwalk.spending").SPENDING,
    deeds={NEXT: "rolled the next interval", IMPOSSIBLE: "called the action impossible"},
    units={"wounds": ("wound", "wounds")},
    names={"net": "net hits", "critical": "critical glitch"},
    look=Look(
        accent=("#3a3f9e", "#b3bbff"),
        felt=("#242a63", "#181d47"),
        die="#eef1fb",
        ink="#14173a",
        glow="#8fb7ff",
        triumph="rings",
        disaster="static",
        mark=(
            "M38 6h24a6 6 0 0 1 0 12H38a6 6 0 0 1 0-12z M31 22h38a6 6 0 0 1 0 12H31a6 6 0 0 1 0-12z "
            "M29 38h42a6 6 0 0 1 0 12H29a6 6 0 0 1 0-12z M34 54h32a6 6 0 0 1 0 12H34a6 6 0 0 1 0-12z "
            "M36 74h28a10 10 0 0 1-28 20z"
        ),
    ),
    picture=((6, 6, ""), (6, 5, ""), (6, 2, "")),
)
