"""Any dice: rolls in the notation that people know, for every other game."""

from dataclasses import replace

from pyrules.core.look import Look
from pyrules.core.odds import Chances
from pyrules.core.system import Stepped, System
from pyrules.systems.anydice import rules
from pyrules.systems.anydice.form import FIELDS, from_form, to_form
from pyrules.systems.anydice.judge import judge, outcome, pending
from pyrules.systems.anydice.model import Test
from pyrules.systems.anydice.notation import parse
from pyrules.systems.anydice.rulebook import CHARTS, EXAMPLES, RULES
from pyrules.systems.anydice.rulings import RULINGS
from pyrules.systems.anydice.writing import write


def _chances(default: Chances[Test]) -> Chances[Test]:
    from pyrules.systems.anydice import odds  # loaded when odds are first asked for

    return replace(default, odds=odds.odds, best_play=None)


ANYDICE: System[Test] = System(
    id="anydice",
    title="Any dice",
    about="Type 4d6kh3 + 2, or tap the dice: for every other game.",
    fields=FIELDS,
    rules=RULES,
    rulings=RULINGS,
    counters=(),
    charts=CHARTS,
    examples=EXAMPLES,
    parse=parse,
    write=write,
    from_form=from_form,
    to_form=to_form,
    before=lambda _: (),
    pending=pending,
    judge=judge,
    options=lambda _test, _roll: (),
    outcome=outcome,
    events=rules.events,
    pool="",
    stepped=(Stepped("reach", "Reach", lambda test: test.reach),),
    load_chances=_chances,
    names={"highest": "highest total", "lowest": "lowest total", "reached": "rolls that succeed"},
    aims={"highest": "for the highest total"},
    look=Look(
        accent=("#4b4f7c", "#b9bdf0"),
        felt=("#3c3f45", "#26282d"),
        die="#f4f3f8",
        ink="#1c1d33",
        glow="#c9ccff",
        mark="M50 4 91 27v46L50 96 9 73V27z M50 18 76 63H24z",
    ),
    picture=((4, 3, ""), (6, 5, ""), (20, 20, "")),
)
