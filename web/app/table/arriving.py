"""Coming into the game: who has sat down is on the Roll screen of what is played, and is asked who they are.

When the hub goes to another game, nobody is taken along: it may only look something up there, and a screen that
changes takes the next tap. A line says so, and leads there. The screen for everybody goes along: nobody taps
there.
"""

from dataclasses import replace

from app.common.answer import Answer, Command, Handler, Message, World, focus, say
from app.common.html import Markup, button, tag
from app.common.link import link
from app.common.tracking import in_sight, maker
from app.model import Model
from app.place import Place
from app.show.watching import last, shown_at
from app.table import words
from app.table.codes import HERE
from app.table.state import Newest
from pyrules.campaign.events import PLAYER
from pyrules.campaign.people import people
from pyrules.systems import BY_ID


def begun(model: Model, system: str) -> Answer:
    """Come into the game of a system; who has gone elsewhere meanwhile stays there."""
    table = model.table
    if table is None or table.arrival not in ("waits", "back") or not system:
        return model, ()
    model = replace(model, table=replace(table, arrival="asked" if table.arrival == "waits" else ""))
    return into(model, system) if model.place == HERE else (model, ())


def into(model: Model, system: str) -> Answer:
    """Go to the Roll screen of a system, with the last roll on its tray."""
    place = Place(system, "roll")
    return laid(replace(model, place=place)), ({"do": "go", "to": place.address}, {"do": "top"}, focus("main"))


def elsewhere(model: Model) -> str:
    """The system that the hub has gone to, where the reader is still at another; "" for none."""
    table = model.table
    here = model.place.system or (model.came.system if model.came else "")
    return table.plays if table and table.called_along and table.others and here != table.plays else ""


def told(model: Model) -> Answer:
    """Say that the hub has gone to another game; the screen for everybody goes along."""
    system = elsewhere(model)
    if system and model.place.tab == "show":
        return shown_at(model, system)
    return model, (say(gone_on(model)),) if system else ()


def gone_on(model: Model) -> str:
    """Which game the hub plays now, in words."""
    host = model.table.host if model.table else None
    return words.plays_now(host.name if host else words.GAME_MASTER, BY_ID[elsewhere(model)].title)


def way(model: Model) -> Markup | None:
    """The way to the game that the hub has gone to."""
    system = elsewhere(model)
    if not system or model.place.tab == "show":
        return None
    return tag(
        "div",
        tag("p", gone_on(model)),
        tag("a", words.GO_ALONG, href=link(model, Place(system, "roll")), class_="button"),
        class_="turn own",
    )


def arrived(before: Model, now: Model) -> Model:
    """The model of a guest who is called no more, since they have gone to a game by themselves."""
    table = now.table
    if table is None or not table.called_along or now.place.system in ("", before.place.system):
        return now
    return replace(now, table=replace(table, called_along=False))


def laid(model: Model) -> Model:
    """The model with the table's last roll on the tray, for who has just come in."""
    table = model.table
    if table is None or table.arrival != "asked" or model.place.tab != "roll":
        return model
    tray, system = last(model), model.place.system
    if tray is None:
        return model
    table = replace(table, newest=Newest(system, tray.event, tray) if maker(model, tray) else table.newest)
    return replace(model, table=table, trays={**model.trays, system: tray}, result=True)


def known(before: Model, model: Model, message: Message, world: World, answered: Handler) -> Answer:
    """Ask no more once somebody is chosen; who has written down somebody new rolls for them."""
    table = model.table
    commands: tuple[Command, ...] = ()
    if table is None or table.arrival != "asked":
        return model, ()
    if message["on"] == "edit-save" and (new := newcomer(before, model)):
        model, going = into(model, model.place.system)
        chosen = {"on": "who", "form": {}, "value": None, "data": {"called": new}}
        rolls = model.acting[model.place.system] == new
        model, commands = answered(replace(model, result=False), chosen, world) if not rolls else (model, ())
        model, commands = replace(model, result=False), (*commands, *going)
    return (no_longer_asked(model) if any(model.acting.values()) else model), commands


def newcomer(before: Model, model: Model) -> str:
    """Who was written down, of those whom players roll for; "" for nobody."""
    earlier = {one.name for one in people(before.campaign, before.system)}
    return next(
        (one.name for one in people(model.campaign, model.system) if not one.foe and one.name not in earlier), ""
    )


def no_longer_asked(model: Model) -> Model:
    """The model without the question who the reader is."""
    return replace(model, table=replace(model.table, arrival="")) if model.table else model


def watch(model: Model, message: Message, world: World) -> Answer:
    """Roll for nobody."""
    return no_longer_asked(model), (focus("main"),)


def question(model: Model) -> Markup | None:
    """The one thing that a guest is asked in the game: who they are."""
    table = model.table
    if table is None or table.arrival != "asked" or table.host is None or model.place.tab != "roll":
        return None
    return tag(
        "div",
        tag("p", words.sits_with(table.host.name, own=model.at_own_table), class_="quiet"),
        tag("p", tag("strong", words.WHO_ARE_YOU)),
        tag(
            "div",
            (button("who", one.name, data_called=one.name) for one in in_sight(model) if not one.foe),
            button("edit", words.SOMEBODY_NEW, data_subject=PLAYER),
            button("table-watch", words.JUST_WATCHING),
            class_="chips",
        ),
        role="group",
        aria_label=words.WHO_ARE_YOU,
        class_="card arriving",
    )


HANDLERS: dict[str, Handler] = {"table-watch": watch}
