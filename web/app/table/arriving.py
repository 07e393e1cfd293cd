"""Coming into the game: who has sat down is on the Roll screen of what is played, and is asked in each who they are.

When the hub goes to another game, nobody is taken along: it may only look something up there, and a screen that
changes takes the next tap. A line says so, and leads there. The screen for everybody goes along: nobody taps
there.
"""

from dataclasses import replace

from app.common.answer import Answer, Command, Handler, Message, World, focus, say
from app.common.device import device
from app.common.html import Markup, button, tag
from app.common.link import link
from app.common.subjects import NAMED
from app.common.tracking import in_sight, maker
from app.model import Model
from app.place import Place
from app.show.watching import last, shown_at, valid_rolls as told_rolls
from app.table import words
from app.table.codes import HERE
from app.table.others import takes_place_of
from app.table.rights import is_own
from app.table.state import Newest, Table
from pyrules.campaign.events import PLAYER, Device, Recorded, Rolled
from pyrules.campaign.namesakes import unmark_name
from pyrules.campaign.people import known_as, people as people_of
from pyrules.systems import BY_ID


def enter_game(model: Model, system: str) -> Answer:
    """Come into the game of a system; who has gone elsewhere meanwhile stays there."""
    table = model.table
    if table is None or table.arrival not in ("waits", "back") or not system:
        return model, ()
    met = table.met if table.arrival == "waits" else table.met | {system}
    model = replace(model, table=replace(table, arrival="", met=met))
    return into(model, system) if model.place == HERE else (model, ())


def is_asked(model: Model) -> bool:
    """Return whether a guest is still to say who they are in the game where they are."""
    table, system = model.table, model.place.system
    if table is None or table.hub or table.host is None or table.arrival or system in ("", *table.met):
        return False
    return not model.acting.get(system)


def into(model: Model, system: str) -> Answer:
    """Go to the Roll screen of a system, with the last roll on its tray."""
    place = Place(system, "roll")
    return lay_last_roll(replace(model, place=place)), ({"do": "go", "to": place.address}, {"do": "top"}, focus("main"))


def elsewhere(model: Model) -> str:
    """The system that the hub has gone to, where the reader is still at another; "" for none."""
    table = model.table
    here = model.place.system or (model.came.system if model.came else "")
    return table.plays if table and table.called_along and table.others and here != table.plays else ""


def announce_game(model: Model) -> Answer:
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


def call_no_more(before: Model, now: Model) -> Model:
    """The model of a guest who is called no more, since they have gone to a game by themselves."""
    table = now.table
    if table is None or not table.called_along or now.place.system in ("", before.place.system):
        return now
    return replace(now, table=replace(table, called_along=False))


def lay_last_roll(model: Model) -> Model:
    """The model with the table's last roll: on the tray for who has just come in, else as the newest of the others."""
    table = model.table
    if table and (table.hub or table.newest) and not is_asked(model):
        return with_newest(model, table)
    if table is None or not is_asked(model) or model.place.tab != "roll":
        return model
    tray, system = last(model), model.place.system
    if tray is None:
        return model
    table = replace(table, newest=Newest(system, tray.event, tray) if maker(model, tray) else table.newest)
    return replace(model, table=table, trays={**model.trays, system: tray}, result=True)


def with_newest(model: Model, table: Table) -> Model:
    """The model in which the last roll of the log is the newest of the others, if one of them has made it."""
    roll, event = next(told_rolls(model), (None, None))
    if roll is None or event is None or is_own(model, roll):
        return model
    if table.newest and (table.newest.event == event.id or not takes_place_of(model, table.newest, event)):
        return model
    tray = last(replace(model, place=Place(roll.system, "show"), trays={}))
    newest = Newest(roll.system, event.id, tray) if tray else table.newest
    return replace(model, table=replace(table, newest=newest))


def settle_who(before: Model, model: Model, message: Message, world: World, answered: Handler) -> Answer:
    """Ask no more once somebody is chosen; who has written down somebody new rolls for them."""
    table = model.table
    commands: tuple[Command, ...] = ()
    if table is None or not is_asked(before):
        return model, ()
    if message["on"] == "table-same":
        return again(model, str(message["data"].get("called")), world, answered)
    if message["on"] == "edit-save" and (new := newcomer(before, model)):
        model, going = into(model, model.place.system)
        chosen = {"on": "who", "form": {}, "value": None, "data": {"called": new}}
        rolls = model.acting[model.place.system] == new
        model, commands = answered(replace(model, result=False), chosen, world) if not rolls else (model, ())
        model, commands = replace(model, result=False), (*commands, *going)
    return (with_met(model, before.place.system) if model.acting.get(before.place.system) else model), commands


def newcomer(before: Model, model: Model) -> str:
    """Who was written down, of those whom players roll for; "" for nobody."""
    earlier = {one.name for one in people_of(before.campaign, before.system)}
    return next(
        (one.name for one in people_of(model.campaign, model.system) if not one.foe and one.name not in earlier), ""
    )


def with_met(model: Model, system: str) -> Model:
    """The model of a reader who has said who they are in a game, or that they only watch."""
    return replace(model, table=replace(model.table, met=model.table.met | {system})) if model.table else model


def watch(model: Model, message: Message, world: World) -> Answer:
    """Roll for nobody in this game."""
    return with_met(model, model.place.system), (focus("main"),)


def same(model: Model, message: Message, world: World) -> Answer:
    """Be who one was in another game: `settle_who` begins to write them down."""
    return model, ()


def again(model: Model, name: str, world: World, answered: Handler) -> Answer:
    """Begin to write down somebody by the name that the reader had in another game."""
    begun = {"on": "edit", "form": {}, "value": None, "data": {"subject": PLAYER}}
    model, commands = answered(model, begun, world) if name in earlier_names(model) else (model, ())
    editing = model.tracker.editing
    if editing is None or not commands:
        return model, commands
    editing = replace(editing, values={**editing.values, NAMED.name: name})
    return replace(model, tracker=replace(model.tracker, editing=editing)), commands


def earlier_names(model: Model) -> tuple[str, ...]:
    """Whom the reader rolls for in other games, as far as nobody is called so here."""
    known = model.campaign.records_of(model.system.id, PLAYER)
    names = (unmark_name(name) for system, name in model.acting.items() if system != model.system.id)
    return tuple(dict.fromkeys(name for name in names if name and not known_as(name, known)))


def holder(model: Model, table: Table, who: str) -> Device | None:
    """The other player's device here that wrote somebody down last, or rolled for them; None for none."""
    for event in reversed(model.campaign.events):
        if not isinstance(event, Recorded | Rolled) or event.system != model.system.id:
            continue
        written = isinstance(event, Recorded) and event.subject == PLAYER and event.name == who
        if written or (isinstance(event, Rolled) and event.who == who):
            by = next((one for one in table.here if one.name == table.maker(event)), None)
            if by and by != table.host:
                return None if by == table.me else by
        if isinstance(event, Recorded) and written and model.campaign.stands(event):
            who = event.was or who
    return None


def question(model: Model) -> Markup | None:
    """The one thing that a guest is asked in the game: who they are."""
    table = model.table
    if table is None or table.host is None or not is_asked(model) or model.place.tab != "roll":
        return None
    found = ((one, holder(model, table, one.name)) for one in in_sight(model) if not one.foe)
    return tag(
        "div",
        tag("p", words.sits_with(table.host.name, own=model.at_own_table), class_="quiet"),
        tag("p", tag("strong", words.WHO_ARE_YOU)),
        tag(
            "div",
            (
                button("who", one.name, tag("small", device(by)) if by else None, data_called=one.name)
                for one, by in found
            ),
            (button("table-same", words.again_as(name), data_called=name) for name in earlier_names(model)),
            button("edit", words.SOMEBODY_NEW, data_subject=PLAYER),
            button("table-watch", words.JUST_WATCHING),
            class_="chips",
        ),
        role="group",
        aria_label=words.WHO_ARE_YOU,
        class_="card arriving",
    )


HANDLERS: dict[str, Handler] = {"table-watch": watch, "table-same": same}
