"""The dice in motion: thrown when a roll came to the table, with what is read out when they rest."""

from collections.abc import Iterator
from importlib import import_module

from app.common.answer import Answer, spoken_verdict
from app.common.tracking import maker, options, value, whose_of
from app.model import Model
from app.roll import words
from app.roll.state import Tray, falling
from app.show.watching import gone_along, own_game, with_last_roll
from pyrules.campaign.events import Rolled
from pyrules.campaign.limits import counter_named
from pyrules.core.characters import without_marks


def tray_in_sight(model: Model) -> Tray | None:
    """The roll that the reader looks at."""
    return model.tray if model.place.tab == "show" or (model.place.tab == "roll" and model.result) else None


def line_seen(model: Model) -> str | None:
    """The roll that the reader looks at by its event; None where they look at none."""
    own, tray = own_game(model), tray_in_sight(model)
    return own[0].id if own else tray.event if tray else None


def show(before: Model, now: Model) -> Answer:
    """Have the last roll of the log on the tray, where everybody looks at it, of whatever game."""
    now, going = gone_along(before, now)
    return with_last_roll(now), going


def fall(before: Model, now: Model) -> Answer:
    """Have the dice fall that came to the felt the reader looks at, be it beside their own."""
    if own := own_game(now):
        known = own[0].id in before.campaign.ledger.ids or before.place != now.place
        return now, () if known else (import_module("app.roll.own_games").game_throw(*own),)
    tray, lay = tray_in_sight(now), before.trays.get(now.place.system)
    if tray is None:
        return now, ()
    others = import_module("app.table.others") if now.table else None
    throws, told = others.fall_beside(before, now) if others else ((), "")
    earlier = lay if now.place == before.place else None
    if tray is lay or (earlier and (earlier.event, earlier.roll) == (tray.event, tray.roll)):
        if not told:
            return now, ()
        command = falling(now.system, tray, tray) | {"said": told, "beside": True}
    elif (now.place.tab == "show" and earlier and comes_back(before, earlier, tray)) or (
        others and others.lay_there(before, tray)
    ):
        return now, ()
    else:
        command = falling(now.system, earlier, tray) | {"said": " ".join(filter(None, (told, roll_aloud(now, tray))))}
    return now, (command | {"throws": [*command["throws"], *throws], "said": without_marks(command["said"])},)


def comes_back(before: Model, earlier: Tray, tray: Tray) -> bool:
    """Return whether a roll only takes the place of a later one that was undone."""
    return tray.event != earlier.event and tray.event in before.campaign.ledger.first_events


def roll_aloud(model: Model, tray: Tray) -> str:
    """The words that are read out once the dice of a roll lie, unless the reader has gone on.

    Whose roll it was comes first, after what was told with it; then the counters that it changed, and what may be done.
    """
    device = maker(model, tray)
    by = (device.name,) if device else ()
    before = (model.news.said if model.news else "", ", ".join((*by, *whose_of(model, tray))))
    waiting = [
        option.label
        for option in options(model, tray)
        if not option.notation and not model.system.is_idle(tray.test, tray.roll, option)
    ]
    return spoken_verdict(tray.verdict, before, (*counters_now(model, tray), words.may_still(waiting)))


def counters_now(model: Model, tray: Tray) -> Iterator[str]:
    """Yield in words the counters that the roll on the tray has changed."""
    event = model.campaign.entry(tray.event).event if tray.event else None
    changes = event.effects if isinstance(event, Rolled) else ()
    for counter, who in dict.fromkeys((change.counter, change.who) for change in changes):
        known = counter_named(model.system, counter)
        if known.each == "campaign" or (known.each != "test" and who):
            yield words.counter_now(known.title, who, value(model, counter, who))
