"""Answer messages of the other devices at a table: hello, and what was added to the log."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import compress, count
from operator import is_not
from typing import Any

from app.common.answer import Answer, Command, Handler, Message, World, notify, say
from app.log.appending import append_events
from app.log.other_tabs import with_campaign
from app.log.state import Logbook
from app.model import Model, News
from app.settings.state import Upkeep
from app.table import (
    answering,
    arriving,
    building,
    fair_dice,
    games,
    huddle,
    leaving,
    namesakes,
    requests,
    telling,
    terms,
    words,
)
from app.table.codes import HERE
from app.table.peers import (
    APART,
    about,
    additions,
    as_called,
    claim_people,
    give_up,
    hello,
    make_seats_ready,
    missing,
    passed_on,
    returning,
    send,
    settled_on_one,
    standing_by,
    tell_who_is_here,
)
from app.table.showing import show_roll
from app.table.state import Peer, Table
from app.table.talk import Signal, Stage, stage_after
from app.tracker.state import Tracker
from pyrules.campaign.codec import write_record
from pyrules.campaign.devices import (
    VERSION,
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
    decode,
    hello_refusal,
    marks,
    taken_in,
)
from pyrules.campaign.events import (
    PLAYER,
    Adjusted,
    Event,
    Recorded,
    Restored,
    Rolled,
    Sealed,
    Undone,
    refers_to,
    time_of,
)
from pyrules.campaign.fairness import NotThrown, Objection
from pyrules.campaign.merge import latest, merge_logs
from pyrules.campaign.people import HIDDEN, is_hidden
from pyrules.campaign.rights import may_add
from pyrules.campaign.sealing import for_others
from pyrules.campaign.seats import read_others
from pyrules.campaign.state import EMPTY, State
from pyrules.core.errors import RulesError

FAR_AHEAD = 5 * 60_000
"""So many milliseconds ahead of the table's clock, what a guest adds is told of."""


def say_hello(model: Model, message: Message, world: World) -> Answer:
    """Say hello to a device that is connected now; a guest needs no other seat then."""
    if (found := about(model, message)) is None:
        return model, ()
    table, peer = found
    table = table.with_peer(peer.after(Signal.OPENED, hub=table.hub))
    table, leaving_others = (table, ()) if table.hub else settled_on_one(table)
    model = replace(model, table=table)
    known = marks(for_others(model.campaign, model.campaign.events)) if table.id else ()
    clock = world.now() - model.ahead if table.hub else 0
    said = hello(model, replace(table, wished=None), known, clock)  # which it signs with until the hub answers
    return model, (*leaving_others, *send((peer,), said, *([hello(model, table)] if table.wished else [])))


def hear(model: Model, message: Message, world: World) -> Answer:
    """Take over what another device says; one that says what none would is cut off, and nothing of that counts."""
    if (found := about(model, message)) is None:
        return model, ()
    table, peer = found
    try:
        return answer_peer(model, table, peer, decode(str(message["value"])), world)
    except RulesError as error:
        problem = words.cut_off(peer.device.name if peer.device else words.A_DEVICE, error.plain_words)
        telling = fair_dice.tell_doubt(table, peer, "chosen") if isinstance(error, NotThrown) else ()
    model, commands = give_up(model, table, peer)
    model, aloud = notify(model, problem, wrong=True)
    return model, (*send((peer,), Bye()), *telling, *commands, *aloud)


def answer_peer(model: Model, table: Table, peer: Peer, said: PeerMessage, world: World) -> Answer:
    """Answer what another device says; raises `RulesError` for what cannot be used, or is said out of turn."""
    stage_after(peer.stage, type(said), hub=table.hub)
    return (HEARD_BY_THE_HUB if table.hub else HEARD_BY_GUESTS)[type(said)](model, table, peer, said, world)


def greet_guest(model: Model, table: Table, peer: Peer, hello: Hello, world: World) -> Answer:
    """Seat a guest that says hello; one that is here already is called otherwise by now, or rolls for others."""
    if peer.stage is Stage.HERE and hello.version == VERSION:
        return rename_guest(model, table, peer, hello)
    if problem := hello_refusal(hello, hub=True, table=table.id):
        return refuse(model, table, peer, problem)
    return seat_guest(model, table, peer, hello)


def greet_hub(model: Model, table: Table, peer: Peer, hello: Hello, world: World) -> Answer:
    """Keep the hub's hello until it has said what this device is called; one that is heard again says nothing new."""
    if peer.stage is Stage.HERE:
        return model, ()
    if problem := hello_refusal(hello, hub=False, table=table.id):
        return refuse(model, table, peer, problem)
    return replace(model, table=table.with_peer(replace(peer.after(Hello, hub=False), hello=hello))), ()


def refuse(model: Model, table: Table, peer: Peer, problem: str) -> Answer:
    """Give up the connection to a device that this one cannot sit with, and say why."""
    model, commands = give_up(model, table, peer)
    model, aloud = notify(model, words.sentence(problem), wrong=True)
    return model, (*commands, *aloud)


def seat_guest(model: Model, table: Table, peer: Peer, hello: Hello) -> Answer:
    """Have a guest at the hub's table, tell it what it needs to know, and make ready what it comes back by."""
    left = returning(table, peer, hello)
    device = as_called(table, hello.device, (peer.number, *left))
    held = peer.people.union(*(one.people for one in table.peers if one.number in left))
    peer = peer.after(Hello, hub=True)
    peer = replace(peer, device=device, signed=frozenset({device}), people=held)
    table, claims = claim_people(model, table.without(*left), peer, hello.people)  # who has left came back by new codes
    lacking = send((peer,), *missing(model.campaign, hello.marks))
    model, commands = tell_who_is_here(model, table)
    model, spare = standing_by(model, peer.number)
    model, more = make_seats_ready(model)
    came = words.came(device.name)
    model, aloud = (model, (say(came),)) if model.place == HERE else notify(model, came)
    asks = (*requests.remind_guest(table, device), *send((peer,), *table.declared, *games.games_offered(table)))
    naming = send((peer,), Called(device, hello.device))
    return model, (*closing(left), *naming, *commands, *lacking, *claims, *asks, *spare, *more, *aloud)


def hear_name(model: Model, table: Table, peer: Peer, said: Called, world: World) -> Answer:
    """Go by what the hub calls this device, which sits down once it knows that."""
    model, sitting = (model, ()) if peer.hello is None else sit_down(model, table, peer, peer.hello, world)
    model, calling = terms.take_name(model, model.table or table, peer, said, world)
    return model, (*sitting, *calling)


def sit_down(model: Model, table: Table, peer: Peer, hello: Hello, world: World) -> Answer:
    """Have this device at the hub's table, and bring along what it had added there before."""
    left = returning(table, peer, hello)
    first, by_codes = not table.id, peer.device is None
    peer = peer.after(Called, hub=False)
    peer = replace(peer, hello=None, device=hello.device, signed=frozenset({hello.device}), people=frozenset())
    table = table.without(*left).with_peer(peer)
    if first:
        model, table = put_aside(model, hello.table), replace(table, behind=())
    lacking = send((peer,), *missing(model.campaign, hello.marks))
    offset = hello.clock - (world.now() - model.ahead - table.offset) if hello.clock else 0
    offset = offset if abs(offset) > APART else 0
    arrival = "waits" if first else "back" if by_codes and model.place == HERE else table.arrival
    table = replace(
        table, id=hello.table, host=hello.device, closed=False, arrival=arrival, here=(table.me,), offset=offset
    )  # until the hub tells
    if model.unsent_to == hello.table:
        table = table.with_made(model.unsent, table.me)
    model = replace(model, table=table)
    model, spare = standing_by(model, peer.number)
    model, bringing = brought_back(model)
    joined = words.sits_with(hello.device.name, own=model.at_own_table)
    clock = words.clock_off(offset // 1000, hello.device.name)
    if clock:
        model, aloud = notify(model, f"{joined} {clock}")
    else:
        model, aloud = replace(model, news=None), (say(joined),)
    return model, (*closing(left), *lacking, *bringing, *answering.tell_progress(model), *spare, *aloud)


def closing(left: tuple[int, ...]) -> tuple[Command, ...]:
    """Close the connections by which a device was waited for that has come back by another one."""
    return ({"do": "hang-up", "peers": left},) if left else ()


def rename_guest(model: Model, table: Table, peer: Peer, hello: Hello) -> Answer:
    """Know a guest by another name or colour, or whom else it rolls for."""
    before, device = peer.device, as_called(table, hello.device, (peer.number,))
    naming = send((peer,), Called(device, hello.device))
    peer = replace(peer, device=device, signed=peer.signed | {device})
    table, claims = claim_people(model, table, peer, hello.people)
    if before is None or before == device:
        model, telling = tell_who_is_here(model, table)
        return model, (*naming, *telling, *claims)
    model, telling = tell_who_is_here(model, table.with_called(before, device))
    model, aloud = notify(model, words.called_anew(before, device))
    return model, (*naming, *telling, *claims, *aloud)


def brought_back(model: Model) -> Answer:
    """Add what this device had added to the table's log before a reload, each once what it refers to is there."""
    table, at, events = model.table, model.unsent_to, model.unsent
    known = model.campaign.ledger.ids
    if table is None or not model.aside or at != table.id:
        return model, ()
    ready: dict[str, Event] = {}
    for event in events:
        if all(target in known or target in ready for _, target in refers_to(event)):
            ready[event.id] = event
    if all(known.get(name) == event for name, event in ready.items()):
        return model, ()
    behind = table.with_state(model.campaign).behind
    try:
        state, fresh = taken_in(model.campaign, [*map(write_record, ready.values())], behind)
    except RulesError as error:
        return notify(model, words.not_brought_back(error.plain_words), wrong=True)
    return with_campaign(model, state), send(table.others, *additions(model.campaign, state, fresh))


def put_aside(model: Model, table: str) -> Model:
    """The model at another's table: the reader's own log is put aside with all that belongs to it.

    Where another device has opened the table anew that was opened with it, what is in it is in the table's log too, in
    the order that all devices agree on.
    """
    own = table != "" and table == model.opened_table
    return replace(
        model,
        aside=model,
        campaign=merge_logs(model.campaign.events, ()).state if own else EMPTY,
        unread=(),
        trays={},
        result=False,
        hands={},
        logbook=Logbook(),
        acting=dict.fromkeys(model.acting, ""),
        challenge="",
        again=None,
        tracker=Tracker(test_time=model.tracker.test_time),
        upkeep=Upkeep(),
        from_link=None,
    )


def take_events(model: Model, table: Table, peer: Peer, said: Added, world: World) -> Answer:
    """Write what another device has added into the log, show a roll that it has just made, and pass it all on."""
    before, makers, earlier = model.campaign, table.makers, model.news
    state, fresh = taken_in(before, said.records, table.behind)
    if not fresh:
        return model, ()
    by = (peer.device if table.hub else said.by) if said.by else None
    table, doubt = fair_dice.finish_loans(table, fresh, state, by, said.lender)
    storing = () if model.aside else store_events(model, state.events)
    if table.hub and peer.device:
        table = table.with_made(fresh, peer.device)
        doubt = doubt or ("" if by else objection_to_brought(peer, before, fresh))
    if by and any(isinstance(event, Rolled) for event in fresh):
        table = building.without_building(table, by)
    model = with_campaign(replace(model, table=table), state)
    model = model if by else arriving.lay_last_roll(model)
    aloud: tuple[Command, ...] = ()
    rolls = [
        event
        for event in fresh
        if isinstance(event, Rolled | Sealed)
        and is_shown(event)
        and not state.entry(event.revises or event.id).is_struck
    ]
    if by and rolls:
        revealed = any(isinstance(before.ledger.ids.get(event.id), Sealed) for event in fresh)
        model, aloud = show_roll(model, rolls[-1], by, revealed=revealed)
        if revealed and table.held.isdisjoint(event.id for event in fresh):
            model, proving = notify(model, words.revealed_by(by.name))
            aloud = (*aloud, *proving)
    if by:
        model, telling_of = games.show_game_roll(model, fresh)
        aloud = (*aloud, *telling_of)
    if by and (notice := telling.news_of(model, before, fresh, by)):
        model, noting = notify(model, notice)
        aloud = (*aloud, *noting)
    real = world.now() - model.ahead
    if by and table.hub and max(map(time_of, fresh)) > real + FAR_AHEAD:
        model, dating = notify(model, words.dated_ahead(by.name), wrong=True)
        aloud = (*aloud, *dating)
    model, doubting = doubting_of(model, peer, doubt, earlier)
    others = tuple(one for one in table.others if one.number != peer.number)
    model, bringing = brought_back(model)
    passing = send(others, *additions(state, state, fresh, by)) if others else ()
    new = [event for event in fresh if event.id not in before.ledger.ids]
    entered = [event for event in fresh if event in new or event.id in makers]
    faults: Faults = {}
    if table.hub and peer.device:
        faults = forged_events(table, peer, new if by else ()) | not_theirs(table, peer, model.campaign, entered)
        faults |= opening_hidden(table, peer, before, entered)
        faults |= unseen_changes(table, peer, before, state, fresh)
    model, righting = put_right(model, faults, world)
    model, apart = namesakes.told_apart(model, [event for event in fresh if event.id not in faults], peer.name, world)
    righting = (*righting, *apart)
    showing = send(table.others, *additions(before, model.campaign, ()))
    return model, (*storing, *showing, *passing, *bringing, *aloud, *doubting, *righting)


def is_shown(event: Rolled | Sealed) -> bool:
    """Return whether the others are told that there is a roll: of one for somebody hidden they are not."""
    return isinstance(event, Rolled) or not event.hidden


def objection_to_brought(peer: Peer, before: State, fresh: Sequence[Event]) -> Objection:
    """Return the objection to events that a guest brings along: to its dice, or to deeds signed by others."""
    if not all(map(is_witnessed, fresh)):
        return "brought"
    new = (one.by for one in fresh if one.id not in before.ledger.ids)
    return "signed" if any(by and by.name not in peer.names for by in new) else ""


def is_witnessed(event: Event) -> bool:
    """Return whether an event that is brought along has no dice that nobody else at the table saw or threw with it."""
    return not isinstance(event, Rolled) or bool(event.seeds) or not event.dice


def doubting_of(model: Model, peer: Peer, doubt: Objection, earlier: News | None) -> Answer:
    """Tell the reader and the other guests what there is to be said against a roll that is in the log now.

    It goes with what else was told of that; `earlier` is what was told before.
    """
    table = model.table
    if not doubt or table is None or peer.device is None:
        return model, ()
    model, marking = tell_who_is_here(model, table) if table.hub else (model, ())
    said = words.objection(doubt, peer.device.name)
    told = f"{model.news.said} {said}" if model.news and model.news is not earlier else said
    model, aloud = notify(model, told, wrong=True)
    return model, (*marking, *fair_dice.tell_doubt(table, peer, doubt), *aloud)


Faults = dict[str, str]
"""A sentence on each event that a guest may not add, by its id."""


def forged_events(table: Table, peer: Peer, live: Sequence[Event]) -> Faults:
    """Find events that a guest has just signed with another name than it has, or had at that time.

    A name that was its own and is another's by now is so only with the colour that it had.
    """
    others = {one.name for one in table.here if one != peer.device}
    own = {peer.name, *(peer.names - others)}
    genuine = {one.id for one in live if one.by and (one.by.name in own or one.by in peer.signed)}
    return {one.id: words.forged(peer.name) for one in live if one.id not in genuine}


def not_theirs(table: Table, peer: Peer, state: State, fresh: Sequence[Event]) -> Faults:
    """Find events of a guest that it may not add, be they made now or brought along.

    It counts as the guest's: nobody knows who else would have made it. What was sealed before anybody was this device's
    guest is none of it.
    """
    if table.all_may or peer.device is None:
        return {}
    made = table.events_of(peer.device)
    return {one.id: words.put_right(peer.name) for one in fresh if not may_add(one, state, peer.people, made)}


def opening_hidden(table: Table, peer: Peer, before: State, fresh: Sequence[Event]) -> Faults:
    """Find events that would show or change a person hidden from the players, whoever may change everything."""
    found = ((one.id, meets_hidden(table, peer, before, one)) for one in fresh)
    return {name: words.meets_hidden(peer.name, who) for name, who in found if who}


def unseen_changes(table: Table, peer: Peer, before: State, now: State, fresh: Sequence[Event]) -> Faults:
    """Changes, now come to light, of somebody who was not hidden: whom a guest hides from the first has a mark."""
    found: Faults = {}
    for one in fresh:
        if isinstance(one, Recorded) and one.subject == PLAYER and isinstance(before.ledger.ids.get(one.id), Sealed):
            written = now.ledger.written[one.system, PLAYER]
            before_it = reversed(written[: written.index(one)])
            earlier = (other for other in before_it if now.stands(other) and other.id not in found)
            last = next((other for other in earlier if one.name in (other.name, other.was)), one)
            if (HIDDEN, True) not in (last.facts or ()) and table.maker(last) != peer.name:
                found[one.id] = words.put_right(peer.name)
    return found


def put_right(model: Model, faults: Faults, world: World) -> Answer:
    """Undo what a guest has added that it may not, and tell of it; its own device would have refused it."""
    if not faults:
        return model, ()
    now, last = model, latest(model.campaign)
    wrong = [one.id for one in model.campaign.events if one.id in faults]
    undos = (Undone(world.name(), max(world.now(), last + place), name) for place, name in enumerate(wrong, 1))
    model, storing = append_events(model, *undos)
    model = with_campaign(model, model.campaign)
    model, passing = passed_on(now, model)
    model, aloud = notify(model, " ".join(dict.fromkeys(faults.values())), wrong=True)
    return model, (*storing, *passing, *aloud)


def meets_hidden(table: Table, peer: Peer, before: State, event: Event) -> str:
    """The name of somebody hidden whom an event of a guest would show or change that has not hidden them itself."""
    match event:
        case Recorded(subject=subject) if subject == PLAYER:
            names = (event.name, event.was)
        case Adjusted() | Restored():
            names = (event.who, "")
        case _:
            return ""
    found = next((name for name in names if name and is_hidden(before, event.system, name)), "")
    hid = before.latest_record(event.system, PLAYER, found) if found else None
    return found if hid and table.maker(hid) != peer.name else ""


def store_events(model: Model, events: Sequence[Event]) -> tuple[Command, ...]:
    """Have these events stored in place of the log, which they mostly go on from."""
    known = model.campaign.events
    if events[: len(known)] != known:
        return (rewrite_log(model, events),)
    return tuple({"do": "append", "event": write_record(event)} for event in events[len(known) :])


def rewrite_log(model: Model, events: Sequence[Event]) -> Command:
    """Have these events stored in place of the log, from the first one on that is another there.

    Records that cannot be read stay behind it; where there are any, all are stored anew.
    """
    known = model.campaign.events
    start = 0 if model.unread else next(compress(count(), map(is_not, known, events)), len(known))
    records = [*map(write_record, events[start:]), *(one.record for one in model.unread)]
    return {"do": "rewrite", "of": model.known_records, "from": start, "events": json.dumps(records)}


def keep_spare(model: Model, table: Table, peer: Peer, said: Spare, world: World) -> Answer:
    """Remember another device's seat for coming back; raises `RulesError` for what is no code of one."""
    code = read_others(said.code, hub=table.hub, own=())
    return replace(model, table=table.with_peer(replace(peer, spare=code.seats[0]))), ()


Heard = dict[type[PeerMessage], Callable[[Model, Table, Peer, Any, World], Answer]]

HEARD_BY_ALL: Heard = {
    Added: take_events,
    Building: building.hear_building,
    Bye: leaving.hear_goodbye,
    Commit: fair_dice.lend,
    Declared: huddle.hear_declared,
    Seed: fair_dice.finish,
    Spare: keep_spare,
}
HEARD_BY_THE_HUB: Heard = {**HEARD_BY_ALL, Answered: requests.take_answer, Hello: greet_guest}
HEARD_BY_GUESTS: Heard = {
    **HEARD_BY_ALL,
    Asked: answering.take_request,
    Called: hear_name,
    Doubted: terms.hear_doubt,
    Game: games.hear_game,
    Hello: greet_hub,
    Here: terms.who_is_here,
    Settled: answering.end_request,
    Taken: terms.release_person,
}
"""The handler of each message, once `talk` allows it at the stage of the connection."""

HANDLERS: dict[str, Handler] = {
    **huddle.HANDLERS,
    **requests.HANDLERS,
    **answering.HANDLERS,
    **leaving.HANDLERS,
    "table-opened": say_hello,
    "table-heard": hear,
}
