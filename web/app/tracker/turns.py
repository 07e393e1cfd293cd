"""The turns of a scene: who acts next, and in which order."""

from collections.abc import Sequence
from dataclasses import replace

from app.common.answer import Answer, Command, Handler, Message, World, focus, notify, say
from app.common.tracking import acts, goes_on, hides_order, house_rules, order_test, turns_of
from app.log.appending import append_events
from app.meant import number
from app.model import Model
from app.place import Place as Screen
from app.tracker import words
from app.tracker.turns_view import newcomers
from pyrules.campaign.events import ROUND, Adjusted, Event, Facts, Recorded, Restored
from pyrules.campaign.people import kinds, people
from pyrules.campaign.rolls import RollMetadata, record_roll
from pyrules.campaign.scene import (
    MOST_PLACES,
    ORDER,
    SCORE,
    TURN,
    Place,
    done_facts,
    move_place,
    order_by_score,
    order_facts,
    turn_facts,
    turns,
)
from pyrules.campaign.tracking import tracking_of
from pyrules.core.errors import FormError, RulesError
from pyrules.core.form import read_form
from pyrules.systems import BY_ID, all_systems


def turns_event(model: Model, subject: str, facts: Facts | None, world: World) -> Recorded:
    """The event that records the order, or whose turn it is."""
    return Recorded(world.name(), world.now(), model.system.id, subject, "", facts)


def order_event(model: Model, order: Sequence[Place], world: World) -> Recorded:
    """The event that records this order."""
    return turns_event(model, ORDER, order_facts(order), world)


def turn_event(model: Model, who: str, world: World) -> Recorded:
    """The event that gives somebody the turn."""
    return turns_event(model, TURN, turn_facts(who), world)


def begin(model: Model, message: Message, world: World) -> Answer:
    """Have everybody act in turn from now on, in the order in which they are listed; nobody has acted yet."""
    everybody = people(model.campaign, model.system)[:MOST_PLACES]
    if not everybody:
        return model, ()
    events: list[Event] = [order_event(model, [Place(one.name) for one in everybody], world)]
    if turns_of(model).now:
        events.append(turn_event(model, "", world))
    if model.campaign.counters.get((model.system.id, ROUND)):
        events.append(Restored(world.name(), world.now(), model.system.id, ROUND, settings=house_rules(model)))
    model, stored = append_events(model, *events)
    return model, (*stored, focus("turn-next"))


def end(model: Model, message: Message, world: World) -> Answer:
    """Have nobody act in turn any more."""
    model, stored = append_events(model, turns_event(model, ORDER, None, world))
    return model, (*stored, focus("turns-begin"))


def go_on(model: Model, message: Message, world: World) -> Answer:
    """Go on to the next turn; behind the last one begins another round, with what that brings."""
    now = turns_of(model)
    if not now.order:
        return model, ()
    if hides_order(model):
        return append_events(model, turns_event(model, TURN, done_facts(now.now), world))
    events: list[Event] = [turn_event(model, now.next, world)]
    if (now.now or now.last) and now.ends_round:
        begun = Adjusted(world.name(), world.now(), model.system.id, ROUND, 1, settings=house_rules(model))
        events += (begun, *tracking_of(model.system).brings(model.campaign, begun, world.name()))
    model, stored = append_events(model, *events)
    return model, (*stored, say(words.turn_of(acts(model, now.next))))


def follow(before: Model, now: Model, world: World) -> Answer:
    """Go on where a player is done who does not know who comes next: the device that opened the table does."""
    done = [
        system.id
        for system in all_systems()
        if (last := turns(now.campaign, system.id).last) and last != turns(before.campaign, system.id).last
    ]
    place = now.place
    commands: tuple[Command, ...] = ()
    for system in done:
        now, more = go_on(replace(now, place=Screen(system, "tracker")), {}, world)
        commands = (*commands, *more)
    return replace(now, place=place), commands


def delay(model: Model, message: Message, world: World) -> Answer:
    """Let whoever's turn it is wait until the next one has acted."""
    now = turns_of(model)
    if not now.now or now.ends_round:
        return model, ()
    events = (order_event(model, move_place(now.order, now.now, 1), world), turn_event(model, now.next, world))
    model, stored = append_events(model, *events)
    return model, (*stored, say(words.turn_of(acts(model, now.next))))


def move(model: Model, message: Message, world: World) -> Answer:
    """Put somebody earlier or later in the order."""
    now, who, by = turns_of(model), str(message["data"]["called"]), number(message["data"]["by"])
    if by == 0 or now.place(who) < 0 or not 0 <= now.place(who) + by < len(now.order):
        return model, ()
    order = move_place(now.order, who, by)
    model, stored = append_events(model, order_event(model, order, world))
    place = turns_of(model).place(who)
    return model, (*stored, say(words.place_in_order(who, place + 1, len(order))))


def join(model: Model, message: Message, world: World) -> Answer:
    """Have somebody act in turn as the last one, or no more; the turn of who leaves goes to the next one."""
    now, who = turns_of(model), str(message["data"]["called"])
    known = who in (one.name for one in people(model.campaign, model.system))
    if now.place(who) < 0:
        full = len(now.order) >= MOST_PLACES
        return (
            (model, ())
            if full or not known
            else append_events(model, order_event(model, (*now.order, Place(who)), world))
        )
    left = tuple(place for place in now.order if place.who != who)
    passes = (turn_event(model, now.next if left else "", world),) if now.now == who else ()
    return append_events(model, order_event(model, left, world), *passes)


def join_kind(model: Model, message: Message, world: World) -> Answer:
    """Have the newcomers of a kind of foe act in turn as the last ones, as many as there is room for."""
    now, kind = turns_of(model), str(message["data"]["kind"])
    foes = kinds(newcomers(model, now)).get(kind, ())[: MOST_PLACES - len(now.order)]
    if not foes:
        return model, ()
    return append_events(model, order_event(model, (*now.order, *(Place(one.name) for one in foes)), world))


def score(model: Model, message: Message, world: World) -> Answer:
    """Put somebody where a number puts them that was rolled for on a real table."""
    now, who, given = turns_of(model), str(message["data"]["called"]), str(message["form"].get(SCORE.name, ""))
    try:
        number = read_form((SCORE,), {SCORE.name: given})[SCORE.name]
    except FormError as error:
        return notify(model, words.sentence(error.fields[SCORE.name]), wrong=True)
    if now.place(who) < 0:
        return model, ()
    order = order_by_score(now.order, {who: number})
    model, stored = append_events(model, order_event(model, order, world))
    return model, (*stored, say(words.place_in_order(who, turns_of(model).place(who) + 1, len(order))))


def by_test(model: Model, message: Message, world: World) -> Answer:
    """Roll the test of the form for everybody who acts, each with dice of their own, and put them in order by it."""
    now, system = turns_of(model), model.system
    ranked = tracking_of(system).ranked
    if ranked is None or not now.order:
        return model, ()
    events: list[Event] = []
    scores: dict[str, int | None] = {}
    everybody = {one.name: one for one in people(model.campaign, system)}
    for place in now.order:
        try:
            test = order_test(model, everybody[place.who])
        except FormError as error:
            return notify(model, words.cannot_order(place.who, error.plain_words), wrong=True)
        roll = system.roll(test, world.faces, onward=False)
        scores[place.who] = ranked(system.outcome_of(test, roll))
        events.append(record_roll(RollMetadata(world.name(), world.now(), who=place.who), system, test, roll))
    order = order_by_score([replace(place, score=None) for place in now.order], scores)
    try:
        model, stored = append_events(model, *events, order_event(model, order, world))
    except RulesError as error:
        return notify(model, words.cannot_keep(error.plain_words), wrong=True)
    return model, (*stored, say(words.acts_first(acts(model, order[0].who))))


def where_all_is_known(change: Handler) -> Handler:
    """A change of the order as far as this device knows all of it."""

    def change_order(model: Model, message: Message, world: World) -> Answer:
        return notify(model, words.ORDER_HIDES, wrong=True) if hides_order(model) else change(model, message, world)

    return change_order


def in_turn(change: Handler) -> Handler:
    """A change of whose turn it is, by whoever goes on to the next one."""

    def change_turn(model: Model, message: Message, world: World) -> Answer:
        return change(model, message, world) if goes_on(model) else notify(model, words.NOT_YOUR_TURN, wrong=True)

    return change_turn


def done_elsewhere(model: Model, message: Message, world: World) -> Answer:
    """Be done with the reader's own turn in a game, on whatever screen they are."""
    system = str(message["data"]["system"])
    if system not in BY_ID:
        return model, ()
    there, commands = in_turn(go_on)(replace(model, place=Screen(system, "tracker")), message, world)
    return replace(there, place=model.place), commands


HANDLERS: dict[str, Handler] = {
    "turns-begin": begin,
    "turns-end": end,
    "turn-next": in_turn(go_on),
    "turn-done": done_elsewhere,
    "turn-delay": where_all_is_known(in_turn(delay)),
    "turn-move": where_all_is_known(move),
    "turn-join": where_all_is_known(join),
    "turns-join-kind": where_all_is_known(join_kind),
    "turn-score": where_all_is_known(score),
    "turns-by-test": where_all_is_known(by_test),
}
