"""The chances that the page shows, each worked out once: they are asked of the system and never worked out here."""

from typing import Any

from app.common.tracking import still_open
from app.model import Model
from app.roll.state import Tray
from pyrules.campaign.tracking import tracking_of
from pyrules.core.budget import SECONDS, budget
from pyrules.core.errors import RulesError
from pyrules.core.odds import Advice, Chances, Luck, Odds, Variant, smallest_pool, what_ifs
from pyrules.core.ratio import Ratio
from pyrules.core.roll import EMPTY, Pick, Roll
from pyrules.core.system import System, cached_by_system
from pyrules.systems import comes_with_pyrules

QUICK_DICE = 24
"""Odds of a test that throws no more dice than this are worked out with the form's own answer."""

AT_LENGTH = 3
"""The seconds, in place of `SECONDS`, that the odds of one test may take where the reader asks for them and waits."""

AT_A_GLANCE = 0.02
"""The seconds that the chance of one test may take where a page has many of them."""

IN_PASSING = 0.005
"""The seconds that may go into what is told of a test beside its odds, with each change of the form."""


def odds_of(model: Model, test: Any) -> Odds | str:
    """All the odds of a test; where they would take too long, why.

    Those that the reader has asked for at length are told as they were, until they are worked out.
    """
    at_length = test == model.question.at_length and not model.due
    return _odds_within(model.system, AT_LENGTH if at_length else SECONDS, test)


def _chances_of(system: System[Any]) -> Chances[Any]:
    from pyrules.core.engine import chances_of  # loaded when chances are first asked for

    return chances_of(system)


@cached_by_system(256)
def _odds_within(system: System[Any], seconds: float, test: Any) -> Odds | str:
    try:
        with budget(seconds):
            return _chances_of(system).odds(test)
    except RulesError as error:
        return error.plain_words


def is_at_length(model: Model) -> bool:
    """Return whether the odds of the form's test are worked out even where that takes seconds."""
    return model.sheet.test is not None and model.sheet.test == model.question.at_length


def is_awaited(model: Model) -> bool:
    """Return whether nothing is known yet of the odds of the form's test."""
    return model.due and not is_at_length(model)


@cached_by_system(64)
@budget()
def what_ifs_of(system: System[Any], test: Any) -> tuple[Variant[Any], ...]:
    """Return how each single change moves the main chance; nothing where it would take too long."""
    try:
        return what_ifs(_chances_of(system), test)
    except RulesError:
        return ()


def has_sizes(system: System[Any], test: Any) -> bool:
    """Return whether there can be more dice or fewer."""
    return bool(_chances_of(system).sizes(test))


@cached_by_system(64)
@budget()
def pool_for(system: System[Any], test: Any, wanted: int) -> tuple[int, str] | str | None:
    """The fewest dice that reach a chance in percent, and what they are called.

    None when no pool does, words where it would take too long.
    """
    chances = _chances_of(system)
    try:
        dice = smallest_pool(chances, test, Ratio(wanted, 100))
        return None if dice is None else (dice, chances.pool_called(chances.with_dice(test, dice)))
    except RulesError as error:
        return error.plain_words


@cached_by_system(128)
def advice_of(system: System[Any], seconds: float, test: Any, roll: Roll) -> tuple[Advice, ...]:
    """Return the advice after a roll, best first; nothing where it would take longer."""
    try:
        with budget(seconds):
            return _chances_of(system).advice(test, roll)
    except RulesError:
        return ()


def advice_now(model: Model, tray: Tray, *, at_once: bool = False) -> tuple[Advice, ...]:
    """Return the advice after the roll on the tray, best first, as the campaign stands now."""
    seconds = AT_A_GLANCE if at_once else SECONDS
    advice = advice_of(model.system, seconds, still_open(model, tray), tray.roll)
    return tuple(tracking_of(model.system).advised(model.campaign, tray.event, advice))


@cached_by_system(64)
@budget()
def chosen_of(system: System[Any], test: Any, roll: Roll, pick: Pick) -> Ratio | None:
    """The main chance once an option is used on chosen dice; None where it is not told, or would take too long."""
    try:
        return _chances_of(system).after_pick(test, roll, pick)
    except RulesError:
        return None


@cached_by_system(256)
@budget(AT_A_GLANCE)
def chance_of(system: System[Any], test: Any) -> Ratio | None:
    """The chance of a test among many; None where it would take too long."""
    try:
        return _chances_of(system).main(test)
    except RulesError:
        return None


@cached_by_system(64)
@budget(IN_PASSING)
def best_of(system: System[Any], test: Any) -> Ratio | None:
    """The main chance of a test with the best choices after the roll, where they cost nothing that lasts.

    None where there are none, where they change nothing, and where they would take too long to find; and for a text of
    somebody's own, which is asked for its options once there is a roll.
    """
    chances = _chances_of(system)
    if chances.best_play is None or not comes_with_pyrules(system):
        return None
    try:
        best, plain = chances.best_play(test), chances.main(test)
    except RulesError:
        return None
    chance = next(iter(best.events.values()))
    return chance if chance > plain and not any(best.costs.values()) else None


@cached_by_system(64)
@budget()
def luck_of(system: System[Any], test: Any, roll: Roll) -> Luck | None:
    """Return how good a judged roll was."""
    try:
        return _chances_of(system).luck(test, system.judge(test, roll).outcome)
    except RulesError:
        return None


def is_heavy(model: Model) -> bool:
    """Return whether the chances to show may take longer than a keystroke should."""
    return (
        bool(model.result)
        or model.place.tab in ("odds", "settings")
        or is_at_length(model)
        or not is_quick(model.system, model.sheet.test)
    )


def is_quick(system: System[Any], test: Any) -> bool:
    """Return whether the odds of a test are worked out with the form's own answer."""
    return sum(throw.count for throw in system.pending(test, EMPTY).throws) <= QUICK_DICE


def shown_chances(model: Model) -> tuple[Any, ...]:
    """The inputs of the chances on screen; the same inputs again mean that nothing is to be worked out."""
    if model.place.tab == "settings":
        return (model.place,)
    if model.place.tab not in ("roll", "odds") or not model.place.system or model.sheet.test is None:
        return ()
    tray = (still_open(model, model.tray), model.tray.roll) if model.result and model.tray else None
    return (model.place, model.sheet.test, model.question.at_length, tray)
