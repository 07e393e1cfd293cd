"""The talk between the devices at a table as one table: the stages of a connection, who may say what, what follows.

A device has one connection to each other that it talks to: the hub to all guests, a guest to the hub. A connection
begins free, spare or away, and may end at any stage. What the table does not have is out of turn: who says it is cut
off.
"""

from collections.abc import Mapping
from enum import StrEnum

from app.table.words import OUT_OF_TURN
from pyrules.campaign.devices import (
    Added,
    Answered,
    Asked,
    Building,
    Bye,
    Called,
    Commit,
    Declared,
    Doubted,
    Game,
    Hello,
    Here,
    PeerMessage,
    Seed,
    Settled,
    Spare,
    Taken,
)
from pyrules.core.errors import RulesError


class Stage(StrEnum):
    """The stage of a connection to another device."""

    FREE = "free"
    """The codes of the two devices are not both known."""
    TRIED = "tried"
    """Both codes are known, and the browser connects."""
    OPEN = "open"
    """The devices are connected; the other one has not said hello."""
    GREETED = "greeted"
    """A guest has the hub's hello, and does not know yet what it is called."""
    HERE = "here"
    """The other device is at the table."""
    SPARE = "spare"
    """It stands by for a connection that is here."""
    AWAY = "away"
    """The other device was lost, and comes back by this connection."""
    GONE = "gone"
    """The other device has left the table; the connection is given up."""


class Signal(StrEnum):
    """An event of a connection without a word of the other device."""

    PAIRED = "paired"
    """The other device's code is known."""
    OPENED = "opened"
    """The browser has connected the devices."""
    LOST = "lost"
    """The connection that this one stands by for has ended."""


TalkEvent = Signal | type[PeerMessage]
Stages = Mapping[Stage, Mapping[TalkEvent, Stage]]
"""The events at each stage of a connection, and the stage that follows."""

CONNECTING: Stages = {
    Stage.FREE: {Signal.PAIRED: Stage.TRIED},
    Stage.TRIED: {Signal.OPENED: Stage.OPEN},
    Stage.SPARE: {Signal.LOST: Stage.AWAY},
    Stage.AWAY: {Signal.PAIRED: Stage.AWAY, Signal.OPENED: Stage.OPEN},
}
SAID_BY_ALL: tuple[TalkEvent, ...] = (Hello, Added, Building, Commit, Declared, Seed, Spare)
SAID_BY_GUESTS: tuple[TalkEvent, ...] = (Answered,)
SAID_BY_THE_HUB: tuple[TalkEvent, ...] = (Asked, Called, Doubted, Game, Here, Settled, Taken)

HUB: Stages = {
    **CONNECTING,
    Stage.OPEN: {Hello: Stage.HERE},
    Stage.HERE: {**dict.fromkeys((*SAID_BY_ALL, *SAID_BY_GUESTS), Stage.HERE), Bye: Stage.GONE},
}
"""The connections of the hub, and what it hears on them."""

GUEST: Stages = {
    **CONNECTING,
    Stage.OPEN: {Hello: Stage.GREETED},
    Stage.GREETED: {Hello: Stage.GREETED, Called: Stage.HERE},
    Stage.HERE: {**dict.fromkeys((*SAID_BY_ALL, *SAID_BY_THE_HUB), Stage.HERE), Bye: Stage.GONE},
}
"""The connections of a guest, and what it hears on them."""


def stage_after(stage: Stage, event: TalkEvent, *, hub: bool) -> Stage:
    """Return the stage that follows on a connection of the hub or a guest; raises `RulesError` if it is out of turn."""
    found = (HUB if hub else GUEST).get(stage, {}).get(event)
    if found is None:
        raise RulesError(OUT_OF_TURN)
    return found
