"""What the form of a tracked Challenge's next turn need not ask, as the tracker knows it."""

from collections.abc import Iterator, Sequence

from app.common.own_screens import Folded
from app.common.tracking import value
from app.model import Model
from app.systems.relics import words as ours
from app.systems.relics.challenge import faced
from pyrules.core.verdict import count
from pyrules.systems.relics import rules
from pyrules.systems.relics.challenges import Going
from pyrules.systems.relics.cohort import pcs
from pyrules.systems.relics.model import Challenge, Cohort, Huddle, Test
from pyrules.systems.relics.tracking import is_recorded
from pyrules.systems.relics.writing import write_start, write_trait

TURN = frozenset(
    ("turn", "start", "pool", "leader", "stress", "assistants", "threat", "rating", "resolved", "freed", "pcs")
)


def folded(model: Model) -> Sequence[Folded]:
    """The Challenge and the Cohort in one line, and what is declared in another; nothing for any other test."""
    now = faced(model)
    if now is None:
        return ()
    test: Test = model.sheet.test
    named = assistants(model, now, test.acting)
    line = " · ".join((*challenge(test.acting), *cohort(now, test.acting, named)))
    unknown = not all(is_recorded(model.campaign, row) for row in model.sheet.values["traits"])
    return (
        Folded("turn", line, TURN, {"assistants": named}),
        Folded("traits", declared(model, test), frozenset(("traits",)), open=unknown),
    )


def assistants(model: Model, now: Going, acting: Cohort | Challenge) -> tuple[str, ...]:
    """The names of the PCs who assist in the form; none where it has others than the tracker."""
    if isinstance(acting, Challenge) or isinstance(acting.start, int):
        return ()
    others = tuple(pc.name for pc in pcs(model.campaign) if pc.name != now.leader)
    return others if len(others) == len(acting.start.assistants) else ()


def challenge(acting: Cohort | Challenge) -> Iterator[str]:
    """Whose turn it is, and how the Challenge stands."""
    yield ours.TURN_OF[acting.kind]
    if against := acting.challenge:
        yield ours.stands(against.threat, against.rating, against.resolved, against.freed)


def cohort(now: Going, acting: Cohort | Challenge, named: Sequence[str]) -> Iterator[str]:
    """Who leads the Cohort with how much Stress, who assists, and how many PCs there are."""
    if isinstance(acting, Challenge):
        return
    if isinstance(acting.start, Huddle):
        yield ours.leads(now.leader, acting.start.leader, acting.start.stress)
        if named:
            yield ours.assist(named)
            return
    else:
        yield write_start(acting.start)
    if acting.pcs is not None:
        yield count(acting.pcs, "PC")


def declared(model: Model, test: Test) -> str:
    """The traits declared for a turn, and what all of it costs of the pools."""
    dice = test.acting.destiny if isinstance(test.acting, Cohort) else 0
    destiny, doom = rules.trait_destiny(test) + dice, rules.trait_doom(test)
    costs = (
        ours.spends(destiny, value(model, "destiny")) if destiny else "",
        ours.dooms(doom) if doom else "",
    )
    return " · ".join(filter(None, (ours.declared([write_trait(trait) for trait in test.traits]), *costs)))
