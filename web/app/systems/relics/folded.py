"""The fields that the form of a tracked Challenge's next turn need not ask for, as the tracker knows them."""

from collections.abc import Iterator, Sequence

from app.common.own_screens import Folded
from app.common.tracking import value
from app.model import Model
from app.systems.relics import words as ours
from app.systems.relics.challenge import challenge_faced
from pyrules.core.english import amount
from pyrules.systems.relics import rules
from pyrules.systems.relics.challenges import Going
from pyrules.systems.relics.cohort import pcs
from pyrules.systems.relics.model import Challenge, Cohort, Huddle, Test
from pyrules.systems.relics.writing import write_start

TURN = frozenset(
    ("turn", "start", "pool", "leader", "stress", "assistants", "threat", "rating", "resolved", "freed", "pcs")
)


def folded_line(model: Model) -> Folded | None:
    """The Challenge, the Cohort and what the turn costs in one line; nothing for any other test."""
    now = challenge_faced(model)
    if now is None:
        return None
    test: Test = model.sheet.test
    named = assistants(model, now, test.acting)
    line = " · ".join((*challenge(test.acting), *cohort(test.acting, named), *costs(model, test)))
    return Folded("turn", line, TURN, {"assistants": named})


def assistants(model: Model, now: Going, acting: Cohort | Challenge) -> tuple[str, ...]:
    """The names of the PCs who assist in the form; none where it has others than the tracker."""
    if isinstance(acting, Challenge) or isinstance(acting.start, int):
        return ()
    others = tuple(pc.name for pc in pcs(model.campaign) if pc.name != now.leader)
    return others if len(others) == len(acting.start.assistants) else ()


def challenge(acting: Cohort | Challenge) -> Iterator[str]:
    """Yield the state of the Challenge in words."""
    if against := acting.challenge:
        yield ours.stands(against.threat, against.rating, against.resolved, against.freed)


def cohort(acting: Cohort | Challenge, named: Sequence[str]) -> Iterator[str]:
    """Who assists the Cohort's leader, or how many PCs there are."""
    if isinstance(acting, Challenge):
        return
    if named:
        yield ours.assist(named)
    elif not isinstance(acting.start, Huddle):
        yield write_start(acting.start)
    elif acting.pcs is not None:
        yield amount(acting.pcs, "PC")


def costs(model: Model, test: Test) -> Iterator[str]:
    """Return the price of all that is declared, pool by pool."""
    dice = test.acting.destiny if isinstance(test.acting, Cohort) else 0
    if destiny := rules.trait_destiny(test) + dice:
        yield ours.spends(destiny, value(model, "destiny"))
    if doom := rules.trait_doom(test):
        yield ours.dooms(doom)
