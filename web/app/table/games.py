"""Games that people have made themselves, at a table: the hub offers one, each device accepts it or not.

The page does what is done with texts (`web/workshop/games.mjs`): none runs here. A game is played in a frame, on a page
with a policy of its own, in its pen. What that tells of a roll is written into the table's log as data, for everybody.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from app.common.answer import Answer, Command, Handler, Message, World, keep, notify, say
from app.log.appending import append_events, line_name
from app.log.state import game_roll
from app.meant import data
from app.model import Model
from app.picker.state import OWN, WORKSHOP, Own, read_own, with_text
from app.table import words
from app.table.peers import send, system_played
from app.table.state import Peer, Table
from pyrules.campaign.devices import MOST_ABOUT, MOST_TITLE, Game, decode, encode, tidy_name
from pyrules.campaign.events import GAME_ROLL, Event, Recorded, Undone
from pyrules.campaign.ledger import Entry
from pyrules.core.errors import RulesError
from pyrules.systems import BY_ID

if TYPE_CHECKING:  # loaded only where a roll of somebody's own game is told
    from pyrules.campaign.games import GameRoll


def offer(model: Model, message: Message, world: World) -> Answer:
    """Have the page read the text of a game that this device has, to offer it to the others."""
    key = str(message["data"]["game"])
    return model, read_text(model, key) if model.table and model.table.hub else ()


def read_text(model: Model, name: str) -> tuple[Command, ...]:
    """Have the page read the text of a game that this device has, by its key or its hash; nothing for any other."""
    keys = [one.key for one in model.own if name and name in (one.key, one.hash)]
    return tuple({"do": "game", "what": "read", "game": {"key": key}} for key in keys[:1])


def offer_text(model: Model, message: Message, world: World) -> Answer:
    """Offer the game to the others, now that its text is known; what no device would take is told."""
    table = model.table
    if table is None or not table.hub:
        return model, ()
    found: dict[str, Any] = data(message["value"], dict)
    title, about = (
        tidy_name(str(found.get(name)), most) for name, most in (("title", MOST_TITLE), ("about", MOST_ABOUT))
    )
    game = Game(str(found.get("id")), title, about, str(found.get("text")))
    try:
        decode(encode(game))
    except RulesError as error:
        return notify(model, words.game_not_sent(title, error.plain_words), wrong=True)
    model = replace(model, table=replace(table, game=game))
    model, aloud = notify(model, words.game_offered(title)) if table.others else (model, ())
    return model, (*send(table.others, game), *aloud)


def games_offered(table: Table) -> tuple[Game, ...]:
    """Return the game that the hub offers, for a device that has just come to the table."""
    return (table.game,) if table.hub and table.game else ()


def hear_game(model: Model, table: Table, peer: Peer, said: Game, world: World) -> Answer:
    """Know what game the hub offers; the latest takes the place of any other; one that is known says nothing."""
    if table.game and table.game.hash == said.hash:
        return model, ()
    model = replace(model, table=replace(table, game=said, put_off=False))
    return model, (say(words.offers_game(peer.device.name if peer.device else words.GAME_MASTER, said.title)),)


def accept(model: Model, message: Message, world: World) -> Answer:
    """Have the game that is offered kept on this device, as the workshop keeps one."""
    game = model.table.game if model.table else None
    if game is None or with_text(model.own, game.hash):
        return model, ()
    kept = {"id": game.id, "title": game.title, "about": game.about}
    return model, ({"do": "game", "what": "keep", "game": kept, "text": game.text},)


def know_games(model: Model, message: Message, world: World) -> Answer:
    """Know which games this device has, now that one more was kept."""
    games: list[Any] = data(message["value"], list)
    model, aloud = notify(replace(model, own=read_own(games)), words.GAME_KEPT)
    return model, (keep(OWN, games), *aloud)


def report_refusal(model: Model, message: Message, world: World) -> Answer:
    """Tell that the browser could not do it."""
    return notify(model, words.game_refused(str(message["value"])), wrong=True)


def put_off(model: Model, message: Message, world: World) -> Answer:
    """Put away what is offered; the table's screen has it still."""
    return (replace(model, table=replace(model.table, put_off=True)) if model.table else model), ()


def open_link(model: Model, fragment: str) -> Answer:
    """Open in this page what an address names: a game that this device has, or the text of one; "" begins another.

    What the hub plays is offered to all.
    """
    table = model.table
    if table is None or model.one_file:
        return model, ()
    called = re.fullmatch(r"(play|change|shelf)\.([a-z0-9]+)", fragment)
    frame = f"{WORKSHOP}#{called[1]}={called[2]}" if called else WORKSHOP
    model = replace(model, table=replace(table, frame=frame))
    return model, offer_played(model)


def offer_played(model: Model) -> tuple[Command, ...]:
    """Have the page read the text of the game that the hub plays, unless it is offered; nothing where it plays none."""
    table, game = model.table, game_in_frame(model)
    if table is None or not table.hub or game is None or "#play=" not in table.frame:
        return ()
    return () if table.game is not None and table.game.hash == game.hash else read_text(model, game.key)


def offer_once_known(before: Model, now: Model) -> tuple[Command, ...]:
    """Offer the game that the hub plays as soon as this page knows of it: the workshop may have just kept it."""
    return offer_played(now) if now.own != before.own else ()


def game_in_frame(model: Model) -> Own | None:
    """The game that is open in this page; None where there is none, or a text of none that is kept."""
    key = model.table.frame.partition("=")[2] if model.table else ""
    return next((one for one in model.own if one.key == key), None)


def tell(model: Model, message: Message, world: World) -> Answer:
    """Write a roll of a game that is played on this device into the table's log, as data; or undo it there."""
    table = model.table
    if table is None or not table.id:
        return model, ()
    games = import_module("pyrules.campaign.games")
    try:
        roll: GameRoll = games.read_game_roll(str(message["value"]))
    except RulesError as error:
        return notify(model, words.roll_not_told(error.plain_words), wrong=True)
    if roll.undone:
        undos = (Undone(world.name(), world.now(), entry.id) for entry in of_line(model, table, roll))
        return append_events(model, *undos)
    system = system_played(model) or next(iter(BY_ID))
    event = Recorded(world.name(), world.now(), system, GAME_ROLL, roll.game, games.roll_facts(roll))
    return append_events(model, event)


MOST_READ = 200
"""In how many of the last lines a roll is looked for that was undone where it was made."""


def of_line(model: Model, table: Table, roll: "GameRoll") -> Iterator[Entry]:
    """Yield the lines of one roll of a game that this device has reported, as far as they count."""
    for entry in model.campaign.entries[-MOST_READ:]:
        by = entry.event.by
        own = game_roll(entry.event) if by and by.name == table.me.name and not entry.is_struck else None
        if own and roll.line and (own.game, own.line) == (roll.game, roll.line):
            yield entry


def show_game_roll(model: Model, fresh: Sequence[Event]) -> Answer:
    """Show the last roll of somebody's own game that another device has just made."""
    table, event = model.table, next((one for one in reversed(fresh) if is_new(model, one)), None)
    if table is None or event is None:
        return model, ()
    return replace(model, table=replace(table, game_roll=event.id)), (say(line_name(model.campaign.entry(event.id))),)


def is_new(model: Model, event: Event) -> bool:
    """Return whether an event is a roll of somebody's own game that counts."""
    return isinstance(event, Recorded) and game_roll(event) is not None and not model.campaign.entry(event.id).is_struck


def close(model: Model, message: Message, world: World) -> Answer:
    """Put the last roll of somebody's own game away; the log has it."""
    return (replace(model, table=replace(model.table, game_roll="")) if model.table else model), ()


HANDLERS: dict[str, Handler] = {
    "table-game-offer": offer,
    "table-game-read": offer_text,
    "table-game-accept": accept,
    "table-game-keep": know_games,
    "table-game-refused": report_refusal,
    "table-game-later": put_off,
    "table-game-told": tell,
    "table-game-close": close,
}
