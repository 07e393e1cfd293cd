"""The last roll where it is one of somebody's own game: its dice on the felt and what they came to, as it was told."""

from typing import Any

from app.common.answer import Command
from app.common.device import device
from app.common.dice import dress
from app.common.html import Child, Markup, tag
from app.common.icon import GOOD, ICONS, icon
from app.log.transcript import lying_of_game
from app.log.view import steps
from app.model import Model
from app.roll.view import die_view
from app.roll.words import STEPS
from pyrules.campaign.games import GameRoll
from pyrules.campaign.ledger import Entry
from pyrules.core.characters import without_marks
from pyrules.core.english import minus


def whose(roll: GameRoll) -> str:
    """Who has rolled, in which game, and what."""
    return " · ".join(filter(None, (roll.who, roll.game, roll.notation)))


def verdict(model: Model, roll: GameRoll, name: str = "strong") -> Markup:
    """Return the result of a roll in a word or two."""
    return tag(name, icon(model.root, ICONS[roll.good]), roll.headline, class_="verdict", data_good=GOOD[roll.good])


def game_dice(model: Model, roll: GameRoll) -> Child:
    """The dice as they lie, pool by pool."""
    look = dress(model.preferences)
    return [look.around([die_view(die, look, None) for die in pool], name="ol") for pool in lying_of_game(roll) if pool]


def came_to(model: Model, line: Entry, roll: GameRoll) -> Child:
    """Who has rolled, on which device, what it came to, and how."""
    by = line.event.by
    return (
        tag("p", (device(by), " · ") if by else None, whose(roll), class_="tagline"),
        verdict(model, roll, "h2"),
        tag("p", minus(roll.summary), class_="summary"),
        tag("details", tag("summary", STEPS), steps(line.event), id="own-steps") if roll.steps else None,
    )


def game_throw(line: Entry, roll: GameRoll) -> Command:
    """Have all its dice fall, one that goes on once more for each of its faces."""
    by = line.event.by
    throws: list[dict[str, Any]] = [
        {"before": 0, "landings": list(enumerate(die.faces))} for pool in roll.dice for die in pool
    ]
    parts = (by.name if by else "", roll.who, roll.game, roll.headline, roll.summary)
    said = minus(" ".join(f"{part.removesuffix('.')}." for part in parts if part))
    return {"do": "dice", "event": line.id, "throws": throws, "said": without_marks(said)}
