"""Games that people have made themselves, at a table: what is offered, what was rolled, and what this device has."""

import json
from importlib import import_module

from app.common.device import device
from app.common.dice import dress, pictures
from app.common.html import Child, Markup, button, section, tag
from app.common.icon import icon
from app.common.link import link
from app.model import Model
from app.picker.state import FRAMED, Own, with_text
from app.place import Place
from app.roll.own_games import verdict, whose
from app.show.watching import newest_of_own
from app.table import words
from app.table.peers import system_played
from app.table.state import Table
from pyrules.campaign.devices import Game
from pyrules.campaign.namesakes import unmark_name
from pyrules.campaign.people import people
from pyrules.core.english import minus
from pyrules.systems import BY_ID

AWAY = ("show", "table", "own")
"""Where nothing stands above the screen of what is offered: the table's own screen has it."""


def above(model: Model) -> Child:
    """Draw the game that is offered above every screen, until it is put off or played."""
    table = model.table
    if table is None or table.game is None or table.hub or table.put_off or model.place.tab in AWAY:
        return None
    known = with_text(model.own, table.game.hash)
    return None if known and table.frame.endswith(f"#play={known.key}") else offer(model, table, table.game)


def offer(model: Model, table: Table, game: Game) -> Markup:
    """A game that somebody else has written, and what can be done about it."""
    name = table.host.name if table.host else words.GAME_MASTER
    known = with_text(model.own, game.hash)
    return tag(
        "div",
        tag("p", tag("strong", words.offers_game(name, game.title))),
        tag("p", game.about) if game.about else None,
        tag("p", words.STRANGERS_GAME),
        tag("p", words.GAME_KNOWN) if known else None,
        ways(model, game, known),
        role="group",
        aria_label=words.GAME_OFFERED,
        class_="card link",
    )


def ways(model: Model, game: Game, known: Own | None) -> Child:
    """Draw the buttons of a game that is offered, or the reason why it cannot be played here."""
    newer = import_module("pyrules.author.source").needs_newer(game.text)
    if known:
        may: Child = play(model, known, "button main")
    elif model.one_file:
        may = tag("p", words.GAME_ON_THE_SITE)
    elif newer:
        may = tag("p", words.sentence(newer))
    else:
        may = button("table-game-accept", words.ACCEPT, class_="main")
    later = button("table-game-later", words.CLOSE if known else words.NOT_NOW) if model.place.tab != "table" else None
    return tag("div", may, later, class_="choices")


def play(model: Model, game: Own, looks: str = "button") -> Markup:
    """The way to a game, whose rolls come to the table."""
    return tag("a", words.play_game(game.title), href=f"{link(model, FRAMED)}#play.{game.key}", class_=looks)


def frame(model: Model) -> Child:
    """Draw the frame of the workshop; it stays, out of sight, while the reader is elsewhere."""
    table = model.table
    if table is None or not table.frame:
        return None
    return (
        tag("data", hidden=True, class_="here" if model.place == FRAMED else None, value=company(model)),
        tag("iframe", src=f"{model.root}{table.frame}", title=words.YOUR_OWN, class_="own-game"),
    )


def company(model: Model) -> str:
    """Who plays at the table, and as whom the reader does, as a game that is open in this page is told it."""
    system = system_played(model)
    found = people(model.campaign, BY_ID[system]) if system else ()
    names = [unmark_name(one.name) for one in found if not (one.foe or one.hidden)]
    return json.dumps({"people": names, "who": unmark_name(model.acting.get(system, ""))})


def strip(model: Model) -> Markup | None:
    """The newest roll of the others where it is one of somebody's own game; it leads to its dice on the felt."""
    table, found = model.table, newest_of_own(model)
    if table is None or found is None or found[0].id != table.game_roll or model.place.tab == "show":
        return None
    line, roll = found
    by = line.event.by
    return tag(
        "div",
        tag(
            "a",
            tag("span", device(by) if by else None, f" · {whose(roll)}", class_="who"),
            dress(model.preferences).around(map(pictures, roll.dice, roll.marks)),
            verdict(model, roll),
            tag("span", minus(roll.summary), class_="summary"),
            href=link(model, Place(line.event.system, "show")),
            class_="opens",
        ),
        button("table-game-close", icon(model.root, "x-mark"), aria_label=words.PUT_AWAY, class_="icon"),
        class_="strip newest",
        role="group",
        aria_label=words.OWN_GAME_ROLL,
        data_tumbles=model.preferences["motion"] != "still",
    )


def games(model: Model, table: Table) -> Child:
    """Draw the games on the table's screen: the one that is offered, and those of this device."""
    if not table.id or not (model.own or table.game):
        return None
    is_new = table.game is not None and not table.hub and with_text(model.own, table.game.hash) is None
    return section(
        words.OWN_GAMES,
        "own-games",
        offer(model, table, table.game) if table.game and is_new else None,
        tag("ul", (game_line(model, table, one) for one in model.own), class_="company card") if model.own else None,
    )


def game_line(model: Model, table: Table, one: Own) -> Markup:
    """A game that this device has: played at the table, and offered to the others."""
    is_offered = table.game is not None and table.game.hash == one.hash
    return tag(
        "li",
        play(model, one),
        tag("a", words.CHANGE_TEXT, href=f"{link(model, FRAMED)}#change.{one.key}", class_="button"),
        button("table-game-offer", words.offer_game(one.title), data_game=one.key) if table.hub else None,
        tag("small", words.IS_OFFERED) if table.hub and is_offered else None,
    )
