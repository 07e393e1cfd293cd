"""What is unfinished between two visits: the roll looked at, dice typed in so far, and a failed test tried again."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.common.answer import Answer, keep
from app.log.state import entry_in_words, other_rules
from app.model import Model, News
from app.roll import words
from app.roll.hand import takes, typed_in
from app.roll.state import Again, Hand, Tray
from pyrules.campaign.codec import PICKS
from pyrules.campaign.events import Rolled
from pyrules.campaign.rolls import faithful_replay
from pyrules.core.errors import RulesError
from pyrules.core.roll import EMPTY, Throw
from pyrules.systems import BY_ID

LINK = "typed link"
AGAIN = "again"
RESULT = "result"
BEGUN = "begun"
"""What a roll is kept under that waits for another device's seed: its system and test."""


def unfinished_by_key(model: Model) -> dict[str, Any]:
    """Return what is unfinished by the key that it is saved under."""
    again = [model.again.line, model.again.who] if model.again else []
    result = [model.place.system, model.tray.event] if model.result and model.tray and model.tray.event else []
    hands = {f"typed {system}": typed_faces(model.own_hand(system)) for system in BY_ID}
    found = hands | {LINK: for_link(model), AGAIN: again}
    return found if model.from_link else found | {RESULT: result}  # what a link brought changes nothing


def store(before: Model, model: Model) -> Answer:
    """Store what is unfinished where that has changed."""
    known = unfinished_by_key(before)
    return model, tuple(keep(key, now) for key, now in unfinished_by_key(model).items() if now != known.get(key))


def typed_faces(hand: Hand | None) -> Any:
    """The faces typed in; for a roll of the log that goes on, with its event and what was picked."""
    if hand is None or not hand.faces:
        return []
    faces = {"faces": list(hand.faces), "counted": hand.counted}
    if hand.start == EMPTY:
        return faces if hand.counted else faces["faces"]
    return {"event": hand.revises, "pick": hand.start.picks[-1].to_dict(), **faces} if hand.revises else []


def for_link(model: Model) -> dict[str, Any]:
    """The faces typed in for the test that a link brought or, with what was picked, for its roll."""
    hand = model.hands.get(model.from_link.system) if model.from_link else None
    if model.from_link is None or hand is None or not hand.faces:
        return {}
    pick = {} if hand.start == EMPTY else {"pick": hand.start.picks[-1].to_dict()}
    return {"link": model.from_link.link, **pick, "faces": list(hand.faces), "counted": hand.counted}


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
    match earlier.get(RESULT):
        case [model.place.system, str(line)] if model.place.system and not model.hand:
            model = looked_at(model, line)
    return model


def looked_at(model: Model, line: str) -> Model:
    """The model with a roll of the log and its choices before the reader again, unless it was secret or is undone.

    Of one that today's rules do not judge as the log has it, it is told that the log alone has it.
    """
    try:
        tray, secret = lying(model, model.place.system, line)
        event = model.campaign.entry(line).event
    except RulesError:
        return model
    if tray is None and (why := other_rules(event)) and not model.campaign.entry(line).is_struck:
        return replace(model, news=News(words.last_roll_is_in_the_log(entry_in_words(event).headline, why)))
    if tray is None or secret:
        return model
    return replace(model, trays={**model.trays, model.place.system: tray}, result=True)


def lying(model: Model, system: str, line: str) -> tuple[Tray | None, bool]:
    """The roll of a line of a system's log as it lies on its tray, and whether it is a secret.

    It is None for one undone, or that today's rules do not judge as the log has it. Raises `RulesError` where there is
    no such line.
    """
    entry = model.campaign.entry(line)
    event = entry.event
    if entry.is_struck or not isinstance(event, Rolled) or event.system != system:
        return None, False
    again = faithful_replay(event)
    if again is None:
        return None, event.secret
    return Tray(again.test, again.roll, again.verdict, entry.id, event.physical, event.counted), event.secret


def found_for_link(model: Model, earlier: Mapping[str, Any]) -> Model:
    """The model with the dice that an earlier visit typed in for what the same link brought."""
    if model.from_link is None:
        return model
    system = BY_ID[model.from_link.system]
    sheet, tray = model.sheets[system.id], model.trays.get(system.id)
    kept = earlier.get(LINK)
    counted = isinstance(kept, dict) and kept.get("counted") is True
    match kept:
        case {"link": model.from_link.link, "pick": picked, "faces": [_, *_] as faces} if tray:
            try:
                hand = Hand(tray.test, system.pick(tray.test, tray.roll, *PICKS([picked])), counted=counted)
            except RulesError:
                return model
        case {"link": model.from_link.link, "faces": [_, *_] as faces} if sheet.test is not None:
            hand = Hand(sheet.test, EMPTY, counted=counted)
        case _:
            return model
    return replace(taken_up(model, system.id, hand, faces), result=False)


def gone_on(model: Model, system: str, kept: Mapping[str, Any]) -> Model:
    """The model with a roll of the log on its table, and the faces typed in for what was picked."""
    try:
        tray, _ = lying(model, system, kept["event"])
        start = BY_ID[system].pick(tray.test, tray.roll, *PICKS([kept["pick"]])) if tray else EMPTY
    except RulesError:
        return model
    if tray is None:
        return model
    model = replace(model, trays={**model.trays, system: tray})
    hand = Hand(tray.test, start, revises=tray.event, counted=kept.get("counted") is True)
    return taken_up(model, system, hand, kept["faces"])


def taken_up(model: Model, system: str, hand: Hand, faces: list[Any]) -> Model:
    """The model with these faces typed in, up to the first that the dice asked for do not have."""

    def fits(number: int, asked: Throw) -> bool:
        return takes(asked, faces[number])

    again = typed_in(BY_ID[system], hand, faces, fits)
    return replace(model, hands={**model.hands, system: again}) if again else model
