"""A test that the hub asks this device for: taking it up, rolling it or not, and telling the hub how far it is."""

from dataclasses import replace

from app.common.answer import Answer, Command, Handler, Message, World, go_to_system, notify, say
from app.common.carry_over import with_carry_over
from app.form import update as form
from app.log import update as log
from app.model import Model
from app.place import Place
from app.roll import update as roll
from app.table import words
from app.table.peers import passed_on, send
from app.table.requests import as_asked
from app.table.state import Peer, Request, Table
from pyrules.campaign.devices import Answered, Asked, Progress, Settled
from pyrules.campaign.events import Rolled
from pyrules.campaign.links import read_link


def take_request(model: Model, table: Table, peer: Peer, said: Asked, world: World) -> Answer:
    """Know what the hub asks for, in the reader's form only once they take it up; raises `RulesError` for no test.

    The screen for everybody rolls nothing.
    """
    if table.request and table.request.said.id == said.id:
        return model, ()
    shared = read_link(said.link)
    watches = model.place.tab == "show"
    request = Request(said, shared.system.id, shared.test, declined=watches)
    model = replace(model, table=replace(table, request=request))
    if watches:
        return model, ()
    return model, (say(f"{words.asks_for(peer.device.name if peer.device else words.GAME_MASTER, said.label)}."),)


def end_request(model: Model, table: Table, peer: Peer, said: Settled, world: World) -> Answer:
    """The hub waits no longer; what was rolled for it is shown if it was to be shown with the others' results."""
    request = table.request
    if request is None and said.shown and table.together:  # this device was not asked
        return notify(model, words.results_shown(""))
    if request is None or request.said.id != said.id:
        return model, ()
    return (
        show_answer(model, request, world) if said.shown else (replace(model, table=replace(table, request=None)), ())
    )


def show_answer(model: Model, request: Request, world: World) -> Answer:
    """Show what was rolled for what was asked for, with the others' results."""
    model = replace(model, table=replace(model.table, request=None)) if model.table else model
    model, aloud = notify(model, words.results_shown(request.said.label))
    event = model.campaign.ledger.ids.get(request.line)
    if not isinstance(event, Rolled) or not event.secret:
        return model, aloud
    before = model
    model, showing = log.reveal(model, {"data": {"event": request.line}}, world)
    model, passing = passed_on(before, model)
    return model, (*aloud, *showing, *passing)


def waits_no_more(model: Model, world: World) -> Answer:
    """Show what waited to be shown with the others' results, of which the hub shows none any more."""
    table = model.table
    request = table.request if table else None
    if table is None or table.together or request is None or not (request.said.together and request.line):
        return model, ()
    return show_answer(model, request, world)


def as_it_would_be(model: Model, request: Request) -> Model:
    """The model on the Roll screen of that system, with what is asked for in the reader's form."""
    known = request.said.against in model.campaign.records_of(request.system, "player")
    against = {**model.against, request.system: request.said.against if known else ""}
    there = replace(model, place=Place(request.system, "roll"), result=False, against=against)
    return with_carry_over(None, as_asked(there, request.test))[0]


def take_up(model: Model, message: Message, world: World) -> Answer:
    """Put what is asked for into the form; the next roll answers it, whatever is changed before."""
    table = model.table
    request = table.request if table else None
    if table is None or request is None or not request.is_open:
        return model, ()
    model, going = go_to_system(model, request.system)
    there = as_it_would_be(model, request)
    there = replace(there, table=replace(table, request=replace(request, taken=True)))
    there, storing = form.take_over(there, there.sheet)
    return there, (*going, *storing)


def roll_it(model: Model, message: Message, world: World) -> Answer:
    """Roll what is asked for at once."""
    if model.table is None or model.table.request is None or not model.table.request.is_open:
        return model, ()
    there, going = take_up(model, message, world)
    kept = kept_back(there)
    now, rolling = roll.throw(kept, message, world)
    return replace(now, secrets=model.secrets), (*going, *rolling)


def decline(model: Model, message: Message, world: World) -> Answer:
    """Do not roll it."""
    table = model.table
    if table is None or table.request is None:
        return model, ()
    return replace(model, table=replace(table, request=replace(table.request, declined=True))), ()


def kept_back(model: Model) -> Model:
    """The model that rolls in secret, where what is asked for is to be shown with the others' results."""
    request = model.table.request if model.table else None
    if request is None or not (request.taken and request.is_open and request.said.together):
        return model
    return replace(model, secrets={**model.secrets, request.system: 0})


def progress(model: Model) -> Progress:
    """Return how far the reader is with the test they are asked for."""
    table = model.table
    request = table.request if table else None
    if table is None or request is None:
        return "asked"
    if not request.is_open:
        if model.place.tab == "show":
            return "watches"
        return "declined" if request.declined else "rolled"
    throwing = table.throwing is not None and table.throwing.place.system == request.system
    return "rolling" if request.taken and (throwing or request.system in model.hands) else "asked"


def announce(before: Model, now: Model) -> tuple[Command, ...]:
    """Tell the hub how far the reader is, once that has changed."""
    request = now.table.request if now.table else None
    earlier = before.table.request if before.table else None
    same = request and earlier and request.said.id == earlier.said.id
    return tell_progress(now) if progress(now) != (progress(before) if same else "asked") else ()


def tell_progress(model: Model) -> tuple[Command, ...]:
    """Say to the hub how far the reader is."""
    table = model.table
    if table is None or table.request is None or progress(model) == "asked":
        return ()
    request = table.request
    return send(table.others, Answered(request.said.id, progress(model), request.line or None))


HANDLERS: dict[str, Handler] = {"table-take": take_up, "table-answer": roll_it, "table-decline": decline}
