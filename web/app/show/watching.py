"""The screen for everybody at the table: it has the last roll of the log, whoever made it and in which tab.

It goes along when the group goes to another game. With the last roll are the results of others that belong to it: what
all were asked for, or what was kept back and shown at once.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.common.answer import Answer
from app.common.tracking import unseen
from app.log.state import game_roll, is_open
from app.model import Model
from app.place import Place
from app.roll.state import Tray
from pyrules.campaign.events import Device, Rolled, time_of
from pyrules.campaign.ledger import Entry
from pyrules.campaign.rolls import faithful_replay, test_of
from pyrules.campaign.scene import TURN
from pyrules.systems import BY_ID

if TYPE_CHECKING:  # loaded only where the log has a roll of somebody's own game
    from pyrules.campaign.games import GameRoll

    OwnRoll = tuple[Entry, GameRoll]

SOON = 120_000
"""Within so many milliseconds of one another, results for the same belong together."""


def with_last_roll(model: Model) -> Model:
    """The model with the last roll that counts on the tray, where everybody looks at it.

    None lies there where nothing was rolled yet, or today's rules do not judge the roll as the log has it.
    """
    if model.place.tab != "show":
        return model
    tray = last(model)
    if tray is model.tray:
        return model
    others = {system: one for system, one in model.trays.items() if system != model.system.id}
    return replace(model, trays=others | ({model.system.id: tray} if tray else {}))


def gone_along(before: Model, now: Model) -> Answer:
    """Go to the game in which somebody has just rolled, as everybody looks at that; an undo leads nowhere."""
    if now.place.tab != "show" or now.place != before.place or now.campaign is before.campaign:
        return now, ()
    roll, event = next(valid_rolls(now), (None, None))
    if roll is None or event is None or event.id in before.campaign.ledger.ids:
        return now, ()
    return shown_at(now, roll.system)


def shown_at(model: Model, system: str) -> Answer:
    """Go to the screen for everybody of a system, in place of that of another one."""
    place = Place(system, "show")
    if model.place == place:
        return model, ()
    return replace(model, place=place), ({"do": "go", "to": place.address, "replace": True},)


def last(model: Model) -> Tray | None:
    """The last roll that counts; the one on the tray is as the log has it."""
    event, _ = next(valid_rolls(model, model.system.id), (None, None))
    if event is None:
        return None
    line = event.revises or event.id
    if model.tray and model.tray.event == line:
        return model.tray
    again = faithful_replay(event)
    if again is None:
        return None
    return Tray(again.test, again.roll, again.verdict, line, event.physical, event.counted)


def valid_rolls(model: Model, system: str = "") -> Iterator[tuple[Rolled, Rolled]]:
    """The rolls that count, of one system or of all, each with the event that told it; what was told last comes first.

    A secret one is told when it is revealed.
    """
    ledger, hidden = model.campaign.ledger, unseen(model)
    for event in reversed(model.campaign.events):
        if not isinstance(event, Rolled) or system not in ("", event.system):
            continue
        line = event.revises or event.id
        steps = (ledger.ids[line], *ledger.later.get(line, ()))
        open_ones = (one for one in steps if isinstance(one, Rolled) and not one.secret and one.id not in ledger.undone)
        entry = model.campaign.entry(line)
        roll = entry.event if next(open_ones, None) is event and not entry.is_struck else None
        if isinstance(roll, Rolled) and is_open(roll, hidden):
            yield roll, event


def own_game(model: Model) -> "OwnRoll | None":
    """The last roll with its line of the log, where it is one of somebody's own game, and everybody looks at it."""
    if model.place.tab != "show":
        return None
    return newest_of_own(model)


def newest_of_own(model: Model) -> "OwnRoll | None":
    """The last roll that counts, with its line of the log, where it is one of somebody's own game."""
    hidden = unseen(model)
    for entry in reversed(model.campaign.entries):
        event = entry.event
        if entry.is_struck:
            continue
        if isinstance(event, Rolled) and is_open(event, hidden):
            return None
        if roll := game_roll(event):
            return entry, roll
    return None


def together(model: Model) -> Iterator[Rolled]:
    """The results that belong with the last one, the newest first: others have rolled for the same in the same turn."""
    found = valid_rolls(model, model.system.id)
    last_one, later = next(found, (None, None))
    if last_one is None or later is None:
        return
    turn, asked, known = (
        model.campaign.latest_record(later.system, TURN, ""),
        asked_of(last_one),
        {roller(model, last_one)},
    )
    for roll, event in found:
        turned = turn is not None and event.at < turn.at <= later.at
        late = time_of(later) - time_of(event) > SOON
        if turned or late or roller(model, roll) in known or asked is None or asked_of(roll) != asked:
            return
        yield roll
        later = event
        known.add(roller(model, roll))


def roller(model: Model, roll: Rolled) -> str | Device | None:
    """Who has rolled, or on which device where that is nobody known; None where that is not known either."""
    return roll.who or model.campaign.event(roll.revises or roll.id).by


def asked_of(event: Rolled) -> Any:
    """Return the asker's fields of a roll, or its test where there are none; None where it cannot be read."""
    system, test = BY_ID[event.system], test_of(event)
    form = {} if test is None else system.to_form(test)
    return [form[field.name] for field in system.fields if field.asked and form] or test
