"""What is unfinished between two visits: dice typed in so far, and which failed test is tried again."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.hand import takes, typed_in
from app.model import Again, Hand, Model, Table
from pyrules.campaign.codec import PICKS
from pyrules.campaign.events import Rolled
from pyrules.campaign.rolls import replayed
from pyrules.core.errors import RulesError
from pyrules.core.roll import EMPTY, Throw
from pyrules.systems import BY_ID

LINK = "typed link"
AGAIN = "again"
BEGUN = "begun"
"""What a roll is kept under that waits for another device's seed: its system and test."""


def unfinished(model: Model) -> dict[str, Any]:
    """What is unfinished, by the key that it is kept under."""
    again = [model.again.line, model.again.who] if model.again else []
    hands = {f"typed {system}": typed(model.own_hand(system)) for system in BY_ID}
    return hands | {LINK: for_link(model), AGAIN: again}


def typed(hand: Hand | None) -> Any:
    """The faces typed in; for a roll of the log that goes on, with its event and what was picked."""
    if hand is None or not hand.faces:
        return []
    faces = {"faces": list(hand.faces), "counted": hand.counted}
    if hand.start == EMPTY:
        return faces if hand.counted else faces["faces"]
    return {"event": hand.revises, "pick": hand.start.picks[-1].told(), **faces} if hand.revises else []


def for_link(model: Model) -> dict[str, Any]:
    """The faces typed in for the test that a link brought or, with what was picked, for its roll."""
    hand = model.hands.get(model.opened.system) if model.opened else None
    if model.opened is None or hand is None or not hand.faces:
        return {}
    pick = {} if hand.start == EMPTY else {"pick": hand.start.picks[-1].told()}
    return {"link": model.opened.link, **pick, "faces": list(hand.faces), "counted": hand.counted}


def found_again(model: Model, earlier: Mapping[str, Any]) -> Model:
    """The model with what an earlier visit left unfinished, as far as it fits, and the rolls that it goes on with."""
    match earlier.get(AGAIN):
        case [str(line), str(who)]:
            model = replace(model, again=Again(line, who))
    for system in BY_ID:
        kept: Any = earlier.get(f"typed {system}")
        match kept:
            case {"event": str(), "pick": _, "faces": [_, *_]}:
                model = gone_on(model, system, kept)
            case ([_, *_] as faces) | {"faces": [_, *_] as faces, "counted": True} if model.sheets[system].test:
                counted = isinstance(kept, dict)
                model = taken_up(model, system, Hand(model.sheets[system].test, EMPTY, counted=counted), faces)
    return model


def found_for_link(model: Model, earlier: Mapping[str, Any]) -> Model:
    """The model with the dice that an earlier visit typed in for what the same link brought."""
    if model.opened is None:
        return model
    system = BY_ID[model.opened.system]
    sheet, table = model.sheets[system.id], model.tables.get(system.id)
    kept = earlier.get(LINK)
    counted = isinstance(kept, dict) and kept.get("counted") is True
    match kept:
        case {"link": model.opened.link, "pick": picked, "faces": [_, *_] as faces} if table:
            try:
                hand = Hand(table.test, system.pick(table.test, table.roll, *PICKS([picked])), counted=counted)
            except RulesError:
                return model
        case {"link": model.opened.link, "faces": [_, *_] as faces} if sheet.test is not None:
            hand = Hand(sheet.test, EMPTY, counted=counted)
        case _:
            return model
    return replace(taken_up(model, system.id, hand, faces), result=False)


def gone_on(model: Model, system: str, kept: Mapping[str, Any]) -> Model:
    """The model with a roll of the log on its table, and the faces typed in for what was picked."""
    try:
        entry = model.campaign.entry(kept["event"])
        if entry.struck or not isinstance(entry.event, Rolled) or entry.event.system != system:
            return model
        again = replayed(entry.event)
        start = BY_ID[system].pick(again.test, again.roll, *PICKS([kept["pick"]]))
    except RulesError:
        return model
    table = Table(again.test, again.roll, again.verdict, entry.id, entry.event.physical, entry.event.counted)
    model = replace(model, tables={**model.tables, system: table})
    hand = Hand(again.test, start, revises=entry.id, counted=kept.get("counted") is True)
    return taken_up(model, system, hand, kept["faces"])


def taken_up(model: Model, system: str, hand: Hand, faces: list[Any]) -> Model:
    """The model with these faces typed in, up to the first that the dice asked for do not have."""

    def fits(number: int, asked: Throw) -> bool:
        return takes(asked, faces[number])

    again = typed_in(BY_ID[system], hand, faces, fits)
    return replace(model, hands={**model.hands, system: again}) if again else model
