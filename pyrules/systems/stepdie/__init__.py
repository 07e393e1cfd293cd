"""Step Die: hits on six-sided dice and one Step Die, and the IP it brings and costs."""

from dataclasses import replace
from importlib import import_module

from pyrules.core.look import Look
from pyrules.core.odds import Chances, always
from pyrules.core.system import Counter, Stepped, System, Topic
from pyrules.systems.stepdie import rules
from pyrules.systems.stepdie.form import FIELDS, from_form, to_form
from pyrules.systems.stepdie.judge import DEEDS, before, events, judge, options, outcome, pending, state
from pyrules.systems.stepdie.model import Test
from pyrules.systems.stepdie.notation import parse, write
from pyrules.systems.stepdie.rulebook import CHARTS, EXAMPLES, RULES
from pyrules.systems.stepdie.rulings import RULINGS


def _chances(default: Chances[Test]) -> Chances[Test]:
    from pyrules.systems.stepdie import advice, odds  # loaded when odds are first asked for

    return replace(
        default,
        odds=odds.odds,
        main=odds.main,
        advice=advice.advice,
        with_dice=odds.with_dice,
        sizes=odds.sizes,
        rises=always,
        best_play=lambda test: import_module("pyrules.systems.stepdie.best_play").best_play(STEPDIE, test),
    )


STEPDIE: System[Test] = System(
    id="stepdie",
    title="Step Die",
    about="Six-sided dice and one Step Die, which shows whose moment it was.",
    fields=FIELDS,
    rules=RULES,
    rulings=RULINGS,
    counters=(
        Counter(rules.IP, "Player's IP", "player_ip_start", high="player_ip_most", each="player"),
        Counter("gm_ip", "Game master's IP", "gm_ip_start", high="gm_ip_most", per_player=True),
        Counter("complications", "Complications"),
        Counter("wounds", "Wounds", each="person"),
        Counter("points", "Stat points spent", low=None, each="person"),
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
    events=events,
    state=state,
    topic=lambda test: Topic(test.stat),
    pool="points",
    stepped=(
        Stepped("points", "Dice", rules.dicepool, "{}d6".format),
        Stepped("difficulty"),
    ),
    load_chances=_chances,
    load_tracking=lambda: import_module("pyrules.systems.stepdie.tracking").TRACKING,
    load_spending=lambda: import_module("pyrules.systems.stepdie.spending").SPENDING,
    deeds=DEEDS,
    units={
        "player_ip": ("IP", "IP"),
        "gm_ip": ("IP of the game master", "IP of the game master"),
        "complications": ("complication", "complications"),
        "wounds": ("wound", "wounds"),
        "points": ("Stat point", "Stat points"),
    },
    names={"highest": "Step Die highest", "lowest": "Step Die lowest", "catastrophic": "catastrophic failure"},
    look=Look(
        accent=("#744a08", "#f0c274"),
        felt=("#4c3622", "#302214"),
        die="#f8f0e0",
        ink="#2b1a06",
        glow="#ffdd66",
        triumph="sparks",
        disaster="crack",
        mark="M8 92V71h21V50h21V29h21V8h21v84z",
    ),
    picture=((6, 5, ""), (6, 6, ""), (10, 8, "step")),
)
