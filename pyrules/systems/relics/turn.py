"""A turn as a whole: whether what it is made of goes together."""

from pyrules.systems.relics import pool
from pyrules.systems.relics.model import Cohort, Test


def refused(test: Test) -> tuple[str, str] | None:
    """Which part of a turn does not go with the others, and why; None when all do.

    The part is "pcs", "destiny" or "pool".
    """
    acting = test.acting
    problems = {}
    if isinstance(acting, Cohort):
        dice = pool.built_dice(acting, test.traits, test.settings)
        problems["pcs"] = pool.refused_pcs(acting)
        problems["destiny"] = pool.refused_destiny(acting, dice)
    problems["pool"] = pool.too_many_dice(test)
    return next(((part, problem) for part, problem in problems.items() if problem), None)
