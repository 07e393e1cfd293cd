"""A table of several devices: opening, joining and leaving it, and what the devices tell each other.

The log of the hub is that of the table. Another device puts its own log aside when it joins, takes over the table's,
and has its own again when it leaves. It stores the table's log to come back (`coming_back`), and what it has added
itself until that is there; but where another device has opened the table anew that was opened with its own log, that
has all of it in the end.
"""

from dataclasses import replace

from app.common.answer import Answer, Command, Handler, Message, World, focus, keep, notify, say
from app.log.files import export
from app.log.other_tabs import with_campaign
from app.model import Model
from app.roll.unfinished import unfinished_by_key
from app.table import (
    answering,
    arriving,
    asked,
    building,
    codes,
    coming_back,
    fair_dice,
    games,
    huddle,
    others,
    protocol,
    words,
)
from app.table.codes import HERE
from app.table.peers import (
    APART,
    FORGET_KEY,
    as_called,
    claim_again,
    hello,
    hung_up,
    keep_colour,
    keep_unsent,
    make_seats_ready,
    passed_on,
    send,
    system_played,
    tell_who_is_here,
    under_house_rules,
    waits,
)
from app.table.protocol import rewrite_log
from app.table.question import who_is_awaited
from app.table.rights import rolls_for
from app.table.state import Table
from app.tracker.turns import follow
from app.tracker.turns_view import own_turns, your_turn
from pyrules.campaign.codec import MOST_NAME
from pyrules.campaign.devices import Bye, tidy_name
from pyrules.campaign.events import COLOURS, Device
from pyrules.campaign.merge import added_between, latest, merge_logs
from pyrules.campaign.reading import MOST_WHOLE
from pyrules.campaign.rights import may_add
from pyrules.campaign.scene import turns
from pyrules.campaign.sealing import brings_to_light, is_alone_here
from pyrules.core.errors import RulesError

REFUSED = frozenset({"erase-ask", "erase", "log-import", "log-merge", "log-replace"})
"""Messages that would replace the log while others play with it."""

OF_THE_LOG = (
    *("campaign", "unread", "trays", "result", "hands", "logbook"),
    *("acting", "challenge", "again", "tracker", "upkeep", "from_link"),
)
"""The fields of the model that belong to the log, and are put aside with it."""

STORED = ("append", "rewrite", "checkpoint")
KEPT = ("who ", "house ", "challenge", "exported", "reminded")
"""The commands that store the log, and the keys (or their beginnings) of what is stored with it."""


def at_a_table(model: Model, message: Message, world: World, answered: Handler) -> Answer:
    """Answer a message as `answered` does, and have the other devices told what was added to the log by it."""
    if model.table and message["on"] in REFUSED:
        return notify(model, words.NOT_AT_A_TABLE, wrong=True)
    if model.aside and model.table and not model.table.hub and message["on"] == "house":
        return notify(model, words.TABLE_RULES, wrong=True)
    answer = answer_and_tell(model, message, world, answered)
    return (
        answer
        if message["on"] == "table-heard" or may(model, answer[0])
        else notify(model, words.NOT_YOURS, wrong=True)
    )


def may(before: Model, now: Model) -> bool:
    """Return whether the reader may add to the log what a message added, or began with another device's seed."""
    table = before.table
    if table is None or now.table is None or table.hub or table.all_may or not before.aside:
        return True
    own, events = frozenset(rolls_for(now)), added_between(before.campaign, now.campaign)
    alone = {brings_to_light(now.campaign, event) for event in events} - {""}
    made = table.events_of(table.me) | {event.id for event in events}
    made |= {name for name in alone if is_alone_here(before.campaign, before.campaign.event(name))}
    throwing = now.table.throwing if now.table.throwing is not table.throwing else None
    revised = (now.campaign.event(throwing.hand.revises),) if throwing and throwing.hand.revises else ()
    return all(may_add(event, now.campaign, own, made) for event in (*events, *revised))


def answer_and_tell(model: Model, message: Message, world: World, answered: Handler) -> Answer:
    """Answer a message as `answered` does, and tell the others what came of it."""
    model, ticks = on_the_clock(model, world)
    kept_back = answering.kept_back(model) if message["on"] != "secret" else model
    now, commands = answered(kept_back, message, ticks)
    now = replace(now, secrets=model.secrets) if kept_back is not model else now
    now, coming = arriving.settle_who(model, now, message, ticks, answered)
    now = arriving.call_no_more(model, now) if message["on"] != "table-heard" else now
    now = others.left_behind(model, now)
    now, declaring = huddle.announce(model, now, message, ticks, answered)
    commands = (*commands, *coming, *declaring, *games.offer_once_known(model, now))
    if message["on"] == "heard" and now.campaign is not model.campaign:
        now, storing = in_order(now)
        commands = (*commands, *storing)
    if now.table and now.campaign is not model.campaign:
        now = replace(now, table=now.table.with_state(now.campaign))
    if now.aside:
        commands = tuple(command for command in commands if not stays_unstored(now, command))
    if message["on"] == "table-heard":
        now, passing = gone_on(model, now, ticks)
        commands = (*commands, *passing)
    else:
        now, passing = passed_on(model, now)
        commands = (*commands, *passing)
    now, rolling = rolled_on(now, ticks, answered)
    commands = (*commands, *rolling)
    if now.table and now.table.hub and is_settled_anew(model, now):
        now, telling = tell_who_is_here(now, now.table)
        commands = (*commands, *telling)
    commands = (*commands, *called_up(model, now))
    called = with_wished_name(model, now)
    table = called.table
    if table and not table.hub and (now.acting != model.acting or called is not now):
        now = called
        commands = (*commands, *send(table.hearers, hello(now, table)))
    now, telling = building.announce(model, now, touched=message["on"] != "table-heard")
    commands = (*commands, *answering.announce(model, now), *telling)
    storing = (*coming_back.store_way_back(model, now, world), *asked.store_requests(model, now))
    return now, (*commands, *codes.redrawn(model, now), *storing)


def gone_on(before: Model, now: Model, world: World) -> Answer:
    """Have the turns go on where a guest is done with theirs who does not know who comes next."""
    if now.table is None or not now.table.hub or now.campaign is before.campaign:
        return now, ()
    after, storing = follow(before, now, world)
    if after.campaign is now.campaign:
        return now, ()
    after, passing = passed_on(now, with_campaign(after, after.campaign))
    return after, (*storing, *passing)


def rolled_on(model: Model, world: World, answered: Handler) -> Answer:
    """Have the next of a kind roll, once the dice of the one before lie."""
    table = model.table
    if table is None or table.to_roll is None or table.throwing or model.place.system != table.to_roll.system:
        return model, ()
    now, commands = answered(model, {"on": "roll-kind", "form": {}, "value": None, "data": {}}, world)
    now, passing = passed_on(model, now)
    return now, (*commands, *passing)


def is_settled_anew(before: Model, now: Model) -> bool:
    """Return whether what the hub tells of the table itself has become another."""
    told = [
        (
            model.house,
            system_played(model),
            waits(model.table),
            who_is_awaited(model.table.question if model.table else None),
        )
        for model in (before, now)
    ]
    return told[0] != told[1]


def called_up(before: Model, now: Model) -> tuple[Command, ...]:
    """Tell the reader that the turn has come to somebody whom they roll for, in a game that is played."""
    if now.campaign is before.campaign:
        return ()
    for system in own_turns(now):
        if turns(now.campaign, system).now != turns(before.campaign, system).now:
            return (say(your_turn(now, system)), {"do": "vibrate"})
    return ()


def on_the_clock(model: Model, world: World) -> tuple[Model, World]:
    """The model that knows how far its log is ahead of the clock, and the world with the clock of the table.

    It is never behind the log, so that what happens later stands later in it.
    """
    offset, last = model.table.offset if model.table else 0, latest(model.campaign)
    ahead = last + 1 - (world.now() + offset)
    return replace(model, ahead=ahead if ahead > APART else 0), ticking(world, offset, last)


def ticking(world: World, offset: int, last: int) -> World:
    """The world with a clock that differs by an offset, and is never behind the last event of a log."""

    def now() -> int:
        nonlocal last
        last = min(max(world.now() + offset, last + 1), MOST_WHOLE)
        return last

    return replace(world, now=now)


def stays_unstored(model: Model, command: Command) -> bool:
    """Return whether a command would store something of the table beside the reader's own log."""
    if command["do"] == "keep":
        return command["key"].startswith(KEPT) or command["key"] in unfinished_by_key(model)
    return command["do"] in STORED


def sign(model: Model, message: Message, world: World) -> Answer:
    """Take over the name and the colour that the reader goes by at a table."""
    given = message["form"]
    typed, colour, before = str(given.get("name", "")), str(given.get("colour")), model.table
    if problem := words.too_long(typed.strip(), MOST_NAME):
        return notify(model, words.about(words.NAME, problem), wrong=True)
    name = tidy_name(typed)
    chosen = colour in COLOURS and not (before and colour == before.me.colour)  # which is shown, be it chosen or not
    model = replace(model, own_name=name, own_colour=colour if chosen else model.own_colour)
    commands = (keep("goes by", [model.own_name, model.own_colour]),)
    if before is None:
        return model, commands
    wished = replace(device(model, before.me.colour, hub=before.hub), colour=colour if chosen else before.me.colour)
    if before.hearers and not before.hub:  # the hub says what it is called
        table = replace(before, wished=wished)
        model = replace(model, table=table)
        return model, (*commands, *send(table.hearers, hello(model, table)))
    me = as_called(before, wished) if before.hub else wished
    model, aloud = notify(model, words.called(me)) if me != wished else (model, ())
    here = tuple(me if one == before.me else one for one in before.here)
    table = replace(before.with_called(before.me, me), me=me, here=here, wished=None)
    model, telling = tell_who_is_here(model, table) if table.hub else (replace(model, table=table), ())
    return model, (*commands, *telling, *aloud)


def terms(model: Model, message: Message, world: World) -> Answer:
    """Take over what is settled for this table, and tell the others."""
    table = model.table
    if table is None or not table.hub:
        return model, ()
    settled = message["form"]
    fair, all_may = "fair" in settled, "all_may" in settled
    table, claims = claim_again(model, replace(table, fair=fair, all_may=all_may))
    model, telling = tell_who_is_here(replace(model, opens_fair=fair, opens_free=all_may), table)
    return model, (keep("terms", [fair, all_may]), *telling, *claims)


def device(model: Model, colour: str, *, hub: bool) -> Device:
    """This device as the others see it; `colour` is for a reader who has chosen none."""
    unnamed = words.GAME_MASTER if hub else words.SCREEN if is_screen(model) else words.PLAYER
    return Device(model.own_name or unnamed, model.own_colour or colour)


def is_screen(model: Model) -> bool:
    """Return whether this device is the screen for everybody."""
    return model.place.tab == "show"


def with_wished_name(before: Model, now: Model) -> Model:
    """The model of a guest without a name that wishes to be called the screen for everybody, or no longer that."""
    table = now.table
    if table is None or table.hub or not table.hearers or now.own_name or is_screen(before) == is_screen(now):
        return now
    return replace(now, table=replace(table, wished=device(now, table.me.colour, hub=False)))


def any_colour(model: Model, world: World) -> str:
    """A colour for a reader who has chosen none: the one that they had in the log last, or else any."""
    made = (event.by for event in reversed(model.campaign.events) if event.by)
    worn = (by.colour for by in made if by.name == model.own_name)
    return next(worn, COLOURS[sum(map(ord, world.name())) % len(COLOURS)])


def open_table(model: Model, message: Message, world: World) -> Answer:
    """Open a table with the campaign that is here; one that the hub of another has left goes on."""
    before = model.table
    if before and (before.hub or before.others):
        return there(model)
    me = device(model, any_colour(model, world), hub=True)
    name = (before.id if before else model.opened_table) or world.name()
    model, storing = in_order(model)
    if not model.aside:
        model, storing = replace(model, opened_table=name), (*storing, keep("table", name))
    table = Table(name, hub=True, me=me, here=(me,), fair=model.opens_fair, all_may=model.opens_free)
    if before:
        loans = tuple(replace(loan, finished=True) for loan in before.loans)
        table = replace(table, throwing=before.throwing, loans=loans, unlent=before.unlent)
        table = replace(table, offset=before.offset)  # the table goes on by the clock that it has had
    model, wearing = keep_colour(replace(model, table=table), me)
    model, looks = codes.with_camera(model, quiet=True)
    model, commands = make_seats_ready(model)
    model, going = there(model)
    return model, (*storing, *wearing, *hung_up(before), *commands, *going, looks)


def join_table(model: Model, message: Message, world: World) -> Answer:
    """Join a table that another device has opened; a link has brought its code."""
    if model.table:
        lost = model.table.is_lost
        model, going = there(model)
        model, waiting = make_seats_ready(model) if lost else (model, ())
        return model, (*going, *waiting)
    me = device(model, any_colour(model, world), hub=False)
    model = replace(model, table=Table("", hub=False, me=me, here=(me,)))
    model, going = there(model)
    model, connecting = codes.try_code(model, model.invited, world) if model.invited else (model, ())
    model, waiting = make_seats_ready(model)
    return model, (*going, *connecting, *waiting)


def join_by_camera(model: Model, message: Message, world: World) -> Answer:
    """Join a table by the code of the device that has opened it, at which the camera looks."""
    model, commands = join_table(model, message, world)
    model, looks = codes.with_camera(model, quiet=True)
    return model, (*commands, looks)


def there(model: Model) -> Answer:
    """Go to the table's screen."""
    if model.place == HERE:
        return model, ({"do": "top"}, focus("main"))
    came = model.place if model.place.system else model.came
    return replace(model, place=HERE, came=came), ({"do": "go", "to": HERE.address}, {"do": "top"}, focus("main"))


def in_order(model: Model) -> Answer:
    """The log in the order that all devices agree on, which a clock set back may have kept it from."""
    state = merge_logs(model.campaign.events, ()).state
    if state.events == model.campaign.events:
        return model, ()
    storing = rewrite_log(model, state.events)
    return with_campaign(model, state), (storing,)


def taken_back(model: Model) -> tuple[Model, tuple[Command, ...], str]:
    """The model with the reader's own log again, and all that belongs to it, their house rules among that.

    If it is the table's own, it has all of that by now, or it is said why not.
    """
    own = model.aside
    if own is None:
        return model, (), ""
    back = replace(model, aside=None, **{name: getattr(own, name) for name in OF_THE_LOG})
    back = under_house_rules(back, own.house)
    if not model.at_own_table:
        return back, (), ""
    try:
        state = merge_logs(own.campaign.events, model.campaign.events).state
    except RulesError as error:
        return back, (), words.not_taken_over(error.plain_words)
    return with_campaign(back, state), (rewrite_log(back, state.events),), ""


def leave(model: Model, message: Message, world: World) -> Answer:
    """Leave the table, with a copy of its campaign as a file or without one; a roll that still waits is made first."""
    saving: tuple[Command, ...] = ()
    model, rolling = fair_dice.thrown_alone(model, world)
    table = model.table
    if message["data"].get("copy"):
        model, saving = export(model, message, world)
    goodbye = send(table.others, Bye()) if table else ()
    if table and table.others and model.aside:
        missing = tuple(event for event in model.unsent if event.id not in model.campaign.ledger.ids)
        model = replace(model, unsent=missing, unsent_to=model.unsent_to if missing else "")
        goodbye = (*goodbye, keep_unsent(model))
    said = f"{words.LEFT_ROLLING} {words.LEFT}" if rolling else words.LEFT
    if model.aside:
        rolling, saving = (tuple(one for one in each if not stays_unstored(model, one)) for each in (rolling, saving))
    model, storing, problem = taken_back(model)
    model, aloud = notify(replace(model, table=None), f"{said} {problem}".strip(), wrong=bool(problem))
    return model, (
        *rolling,
        *saving,
        *storing,
        *goodbye,
        *hung_up(table),
        FORGET_KEY,
        *aloud,
        focus("main"),
        {"do": "top"},
    )


HANDLERS: dict[str, Handler] = {
    "table-sign": sign,
    "table-open": open_table,
    "table-join": join_table,
    "table-join-scan": join_by_camera,
    "table-leave": leave,
    "table-terms": terms,
    **arriving.HANDLERS,
    **codes.HANDLERS,
    **fair_dice.HANDLERS,
    **games.HANDLERS,
    **others.HANDLERS,
    **protocol.HANDLERS,
}
