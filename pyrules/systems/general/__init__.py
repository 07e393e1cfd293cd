"""General Rules: tests with dice of many sizes, added up against a Difficulty."""

from importlib import import_module

from pyrules.core.odds import Chances
from pyrules.core.system import Counter, System
from pyrules.systems.general.examples import EXAMPLES
from pyrules.systems.general.form import FIELDS, from_form, to_form
from pyrules.systems.general.judge import before, judge, options, pending
from pyrules.systems.general.model import Test
from pyrules.systems.general.notation import parse, write
from pyrules.systems.general.rulebook import RULES
from pyrules.systems.general.rulings import RULINGS


def _chances() -> Chances[Test]:
    from pyrules.systems.general.chances import CHANCES  # loaded when odds are first asked for

    return CHANCES


GENERAL: System[Test] = System(
    id="general",
    title="General Rules: Tests",
    about="Dice of many sizes, added up against a Difficulty: tests, Attacks and Saves, and how far they succeed.",
    fields=FIELDS,
    rules=RULES,
    rulings=RULINGS,
    counters=(
        Counter("actions", "Actions used", each="player"),
        Counter("round", "Round of the Action Scene", start=1, low=1),
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
    load_chances=_chances,
    load_tracking=lambda: import_module(f"{__name__}.tracking").TRACKING,
    picture=((8, 7, ""), (12, 11, ""), (20, 17, "")),
)
