"""Games that people have made themselves, at a table: what is offered, what was rolled, and what this device has."""

from importlib import import_module
from itertools import takewhile

from app.common.device import device
from app.common.html import Child, Markup, button, section, tag
from app.common.icon import GOOD, ICONS, icon
from app.log.state import game_roll
from app.log.transcript import faces_told
from app.log.view import dice, pools_of, steps
from app.model import Model
from app.picker.state import WORKSHOP, Own, with_text
from app.roll.words import STEPS
from app.table import words
from app.table.state import Table
from pyrules.campaign.devices import Game
from pyrules.campaign.events import Rolled


def above(model: Model) -> Child:
    """What belongs above every screen: the game that is offered, until it was put off, and the last roll of any."""
    table = model.table
    if table is None:
        return None
    shown = table.game is not None and not table.hub and not table.put_off and model.place.tab not in ("show", "table")
    return offer(model, table, table.game) if table.game and shown else None, rolled(model, table)


def offer(model: Model, table: Table, game: Game) -> Markup:
    """A game that somebody else has written, and what can be done about it."""
    name = table.host.name if table.host else words.GAME_MASTER
    known = with_text(model.own, game.hash)
    return tag(
        "div",
        tag("p", tag("strong", words.offers_game(name, game.title))),
        tag("p", game.about) if game.about else None,
        tag("p", words.STRANGERS_GAME),
        ways(model, game, known),
        role="group",
        aria_label=words.GAME_OFFERED,
        class_="card link",
    )


def ways(model: Model, game: Game, known: Own | None) -> Child:
    """What can be done about a game that is offered: it is played, accepted, or it says why not."""
    newer = import_module("pyrules.author.source").needs_newer(game.text)
    if known:
        may: Child = (tag("p", words.GAME_KNOWN), play(model, known))
    elif model.one_file:
        may = tag("p", words.GAME_ON_THE_SITE)
    elif newer:
        may = tag("p", words.sentence(newer))
    else:
        may = button("table-game-accept", words.ACCEPT, class_="main")
    later = button("table-game-later", words.CLOSE if known else words.NOT_NOW) if model.place.tab != "table" else None
    return tag("div", may, later, class_="choices")


def play(model: Model, game: Own) -> Markup:
    """The way to a game's own page, from which its rolls come to the table."""
    return tag(
        "a",
        words.play_here(game.title),
        href=f"{model.root}{WORKSHOP}#table={game.key}",
        target="_blank",
        class_="button",
    )


def rolled(model: Model, table: Table) -> Markup | None:
    """The last roll of somebody's own game, as its text has told of it, until anything else is rolled."""
    later = takewhile(lambda entry: entry.id != table.game_roll, reversed(model.campaign.entries))
    if table.game_roll not in model.campaign.ledger.ids or any(isinstance(one.event, Rolled) for one in later):
        return None
    entry = model.campaign.entry(table.game_roll)
    roll = game_roll(entry.event) if not entry.struck else None
    if roll is None:
        return None
    by, told = entry.event.by, (roll.game, roll.who, roll.notation)
    return tag(
        "div",
        tag("p", device(by) if by else None, (f" · {part}" for part in told if part)),
        button("table-game-close", icon(model.root, "x-mark"), aria_label=words.PUT_AWAY, class_="icon"),
        dice(model, pools_of(entry.event), faces_told(entry)),
        tag(
            "p",
            tag(
                "strong", icon(model.root, ICONS[roll.good]), roll.headline, class_="verdict", data_good=GOOD[roll.good]
            ),
            f" {words.minus(roll.summary)}",
        ),
        tag("details", tag("summary", STEPS), steps(entry.event)) if roll.steps else None,
        role="group",
        aria_label=words.OWN_GAME_ROLL,
        class_="card own-roll",
    )


def games(model: Model, table: Table) -> Child:
    """What the table's screen has of such games: what is offered, and those that this device has."""
    if not table.id or not (model.own or table.game):
        return None
    is_new = table.game is not None and not table.hub and with_text(model.own, table.game.hash) is None
    return section(
        words.OWN_GAMES,
        "own-games",
        offer(model, table, table.game) if table.game and is_new else None,
        tag("ul", (listed(model, table, one) for one in model.own), class_="company card") if model.own else None,
    )


def listed(model: Model, table: Table, one: Own) -> Markup:
    """A game that this device has: played at the table, and offered to the others."""
    is_offered = table.game is not None and table.game.hash == one.hash
    return tag(
        "li",
        play(model, one),
        button("table-game-offer", words.offer_game(one.title), data_game=one.key) if table.hub else None,
        tag("small", words.IS_OFFERED) if table.hub and is_offered else None,
    )
