"""What house rules change in the odds of the test that a game's form has."""

from collections.abc import Mapping
from typing import Any

from app.common.html import Child, tag
from app.model import Model
from app.odds.summary import percent
from app.odds.words import chance
from app.settings import words
from pyrules.core.budget import TooMuchWork, budget
from pyrules.core.engine import chances_of
from pyrules.core.errors import RulesError
from pyrules.core.ratio import Ratio
from pyrules.core.rulebook import Setting
from pyrules.core.system import System, cached_by_system
from pyrules.steps import neighbours

Moves = Mapping[str, tuple[Ratio, Ratio]]
"""The events whose chance is another with a house rule set otherwise, each with its chance then and now."""

Weighed = dict[str, list[tuple[str, Moves | None]]]
"""Each house rule by its name: its other values, with what moves; None where that would take too long."""


@cached_by_system(4)
@budget()
def weigh(system: System[Any], test: Any) -> Weighed | str:
    """Weigh the other values of each house rule by the events of a test; in words why not where that takes too long."""
    house, chances = system.house_rules(test), chances_of(system)
    try:
        now = chances.odds(test).events
    except RulesError as error:
        return error.plain_words
    found: Weighed = {setting.name: [] for setting in system.settings}
    for one in neighbours(system, test):
        if system.house_rules(one.test) == house:
            continue
        moves: Moves | None = None
        try:
            then = chances.odds(one.test).events
            moves = {event: (then.get(event, was), was) for event, was in now.items() if then.get(event, was) != was}
        except TooMuchWork:
            pass
        found[one.name].append((one.after, moves))
    return found


def weighed(model: Model, system: System[Any]) -> Weighed | str | None:
    """Weigh a game's house rules by the test in its form; None while that is still due, and without a test."""
    test = model.sheets[system.id].test
    return None if model.due or test is None else weigh(system, test)


def about(model: Model, system: System[Any]) -> Child:
    """Say which test the odds are of, or why they are not told."""
    found = weighed(model, system)
    if found is None:
        return None
    said = words.sentence(found) if isinstance(found, str) else words.weighed_by(model.sheets[system.id].notation)
    return tag("p", said, class_="quiet")


def others(model: Model, system: System[Any], setting: Setting) -> list[tuple[str, Moves | None]] | None:
    """The other values of a house rule that move some of those odds; None where they are not told."""
    found = weighed(model, system)
    return None if found is None or isinstance(found, str) else [one for one in found[setting.name] if one[1] != {}]


def moved(model: Model, system: System[Any], found: list[tuple[str, Moves | None]]) -> Child:
    """Tell what moves with other values of a house rule."""
    main = system.main_event(model.sheets[system.id].test)
    return tag(
        "ul",
        (
            tag("li", tag("b", f"{after}: "), words.TOO_LONG if moves is None else changes(system, main, moves))
            for after, moves in found
        ),
    )


def changes(system: System[Any], main: str, moves: Moves) -> str:
    """The chances that move, each with what it is now."""
    told = {event: system.name_of(event) for event in moves} | {main: system.aims.get(main, "")}
    return "; ".join(
        words.moved(chance(percent(then), told[event]), percent(now)) for event, (then, now) in moves.items()
    )
