"""Tests that the hub asks others to roll: asking, how far they are, and what is done about one who does not answer.

What is asked for is what the game master decides (`Field.asked`), with a few words on what for. All else is theirs who
roll: their pool, dice and points.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from app.common.answer import Answer, Command, Handler, Message, World, focus, notify, say
from app.common.carry_over import with_carry_over, with_values
from app.common.tracking import context, form_values
from app.form.state import first_sheet, is_unnamed, sheet_of
from app.log import update as log
from app.meant import number
from app.model import Model
from app.place import Place
from app.roll import update as roll
from app.roll.state import Hand
from app.table import words
from app.table.peers import send, waits
from app.table.state import Peer, Question, Reply, Table
from pyrules.campaign.devices import Answered, Asked, Settled, tidy_name
from pyrules.campaign.events import Device, Rolled
from pyrules.campaign.links import write_link
from pyrules.campaign.people import people, person
from pyrules.campaign.rolls import test_of
from pyrules.campaign.tracking import Offer, Person, tracking_of
from pyrules.core.errors import FormError
from pyrules.core.form import Values
from pyrules.core.roll import EMPTY
from pyrules.core.scan import MOST_TEXT
from pyrules.core.system import System
from pyrules.systems import BY_ID


def asked_for(model: Model) -> Any:
    """The test of the form with a pool that tells nothing, as it is said to others; None where the form makes none."""
    system, test = model.system, model.sheet.test
    if test is None:
        return None
    try:
        return system.asked_of(test, first_sheet(system, model.house_rules).test)
    except FormError:  # what is asked for goes with no usual pool, so each has to mend their own
        return test


def take_label(model: Model, message: Message, world: World) -> Answer:
    """Take over what the next test is for, and whether results are shown together."""
    table = model.table
    if table is None:
        return model, ()
    given = message["form"]
    asking = (str(given.get("label", table.asking[0])), "together" in given)
    return replace(model, table=replace(table, asking=asking)), ()


def against(model: Model, message: Message, world: World) -> Answer:
    """Ask for a test against somebody, with the first of what they have; a second tap has nobody there."""
    system, name = model.system.id, str(message["data"]["called"])
    offers = next((offers for one, offers in opposing(model) if one.name == name), None)
    if offers is None:
        return model, ()
    if model.against.get(system) == name:
        return replace(model, against={**model.against, system: ""}), ()
    return with_values(replace(model, against={**model.against, system: name}), offers[0].puts), ()


def opposing(model: Model) -> tuple[tuple[Person, tuple[Offer, ...]], ...]:
    """Everybody who has something to set against the test in the form, whoever rolls it."""
    now = context(model)
    found = ((one, tracking_of(model.system).defences(now, one)) for one in people(model.campaign, model.system))
    return tuple((one, offers) for one, offers in found if offers)


def ask(model: Model, message: Message, world: World) -> Answer:
    """Ask one of the others, or all, to roll what the form asks for; those asked for the same before stay asked."""
    if "label" in message["form"]:
        model, _ = take_label(model, message, world)
    table = model.table
    if table is None or not table.hub or not model.place.system:
        return model, ()
    test = asked_for(model)
    if test is None:
        return model, (focus("notation"), say(words.FIX_FIRST))
    others = tuple(one for one in table.here if one != table.me)
    place = message["data"].get("place")
    of = who_roll(table, model.system.id, others) if place is None else others[number(place) :][:1]
    question = question_of(model, table, test)
    before = table.question
    if before and place is not None and not question.label:  # one more is asked for the same
        question = (
            replace(question, label=before.label) if replace(before, label="", replies=()) == question else question
        )
    closing: tuple[Command, ...] = ()
    if before and replace(before, replies=()) == question:
        kept = tuple(one for one in before.replies if one.device not in of)
        question = replace(question, replies=kept)
    else:
        closing = (*settling(table, (), shown=before is not None and before.together), *told_to_the_rest(table))
    fresh = tuple(Reply(one, world.name(), rolls_for(table, model.system.id, one)) for one in of)
    question = replace(question, replies=(*question.replies, *fresh))
    return replace(model, table=replace(table, question=question, asking=("", question.together))), (
        *closing,
        *asking(table, question, fresh),
        say(words.ASKED),
    )


def question_of(model: Model, table: Table, test: Any) -> Question:
    """Return the question that the form makes, to nobody yet; the name of a hidden person is left out."""
    label, together = table.asking
    one = person(model.campaign, model.system, model.against.get(model.system.id, ""))
    name = one.name if one and not one.hidden else ""
    return Question(model.system.id, write_link(model.system, test), test, tidy_name(label, MOST_TEXT), name, together)


def rolls_for(table: Table, system: str, device: Device) -> str:
    """Whom a device rolls for in a system; "" where that is not known."""
    found = (who for peer in table.others if peer.device == device for at, who in sorted(peer.people) if at == system)
    return next(found, "")


def who_roll(table: Table, system: str, others: tuple[Device, ...]) -> tuple[Device, ...]:
    """Those of the others who roll for somebody, without those who only watch; all where nobody does."""
    return tuple(one for one in others if rolls_for(table, system, one)) or others


def asking(table: Table, question: Question, replies: Iterable[Reply]) -> tuple[Command, ...]:
    """Say to each of these what they are asked for."""
    guests = {peer.device: peer for peer in table.others}
    return tuple(
        command
        for one in replies
        if one.device in guests
        for command in send(
            (guests[one.device],),
            Asked(one.id, question.link, question.label, question.against, question.together),
        )
    )


def settling(table: Table, kept: Iterable[Reply], *, shown: bool) -> tuple[Command, ...]:
    """Say to all but these that the hub waits no longer; with `shown`, their results are shown to all."""
    guests = {peer.device: peer for peer in table.others}
    replies = table.question.replies if table.question else ()
    done = (one for one in replies if one not in kept and one.device in guests)
    return tuple(command for one in done for command in send((guests[one.device],), Settled(one.id, shown)))


def told_to_the_rest(table: Table) -> tuple[Command, ...]:
    """Say to those who were not asked that all results are shown."""
    question = table.question
    if question is None or not question.held_back or not question.replies:
        return ()
    rest = tuple(peer for peer in table.others if not (peer.device and question.reply(peer.device)))
    return send(rest, Settled(question.replies[0].id, shown=True))


def about(model: Model, message: Message) -> tuple[Table, Question, Reply] | None:
    """The reply that a message is about, by its place; None where there is none."""
    table = model.table
    question = table.question if table else None
    if table is None or question is None:
        return None
    found = question.replies[number(message["data"]["place"]) :][:1]
    return (table, question, found[0]) if found else None


def result(model: Model, table: Table, reply: Reply) -> Rolled | None:
    """The roll of this device, or that the other one has made, with which a reply answers; None for none, or undone."""
    if reply.line not in model.campaign.ledger.first_events:
        return None
    entry = model.campaign.entry(reply.line)
    maker = table.me if reply.for_them else reply.device
    made = isinstance(entry.event, Rolled) and table.maker(model.campaign.event(reply.line)) == maker.name
    return entry.event if made and isinstance(entry.event, Rolled) and not entry.is_struck else None


def again(model: Model, message: Message, world: World) -> Answer:
    """Ask one anew for the same."""
    if (found := about(model, message)) is None:
        return model, ()
    table, question, before = found
    who = rolls_for(table, question.system, before.device) or before.who
    reply = Reply(before.device, world.name(), who)
    question = question.with_reply(reply)
    return replace(model, table=replace(table, question=question)), asking(table, question, (reply,))


def skip(model: Model, message: Message, world: World) -> Answer:
    """Wait no longer for one."""
    if (found := about(model, message)) is None:
        return model, ()
    table, question, reply = found
    kept = tuple(one for one in question.replies if one != reply)
    commands = settling(table, kept, shown=False)
    return replace(model, table=replace(table, question=question.with_reply(replace(reply, skipped=True)))), commands


def roll_for(model: Model, message: Message, world: World) -> Answer:
    """Roll for one who does not: with the pool of the last test of whom they roll for, or else with what is theirs."""
    if (found := about(model, message)) is None:
        return model, ()
    table, question, reply = found
    if table.throwing or result(model, table, reply):
        return model, ()
    there = in_their_place(model, table, question, reply)
    if there.sheet.test is None:
        trouble = next(iter(there.sheet.wrong.values()), "")
        return notify(model, words.does_not_fit(reply.who or reply.device.name, trouble), wrong=True)
    now, commands = roll.throw_for(there, Hand(there.sheet.test, EMPTY), world)
    line = line_thrown(there, now)
    back = replace(
        now,
        sheets=model.sheets,
        acting=model.acting,
        against=model.against,
        real_dice=model.real_dice,
        secrets=model.secrets,
    )
    if not line or back.table is None:
        return back, commands
    kept = tuple(one for one in question.replies if one != reply)
    question = question.with_reply(replace(reply, how="rolling", line=line, for_them=True))
    return replace(back, table=replace(back.table, question=question)), (
        *settling(table, kept, shown=False),
        *commands,
    )


def in_their_place(model: Model, table: Table, question: Question, reply: Reply) -> Model:
    """The model in which somebody's test is in the form, and they roll it."""
    system = BY_ID[question.system]
    there = replace(
        model,
        place=Place(system.id, "roll"),
        acting={**model.acting, system.id: reply.who},
        against={**model.against, system.id: question.against},
        real_dice={},
        secrets={system.id: 0} if question.together and not question.shown else {},
    )
    test = last_test(model, table, system.id, reply)
    there = there.with_sheet(first_sheet(system, model.house[system.id]) if test is None else sheet_of(system, test))
    if test is None:
        there = with_values(there, own_values(there))
    return with_carry_over(None, as_asked(there, question.test))[0]


def last_test(model: Model, table: Table, system: str, reply: Reply) -> Any:
    """The last test that was rolled for somebody, or by their device where nobody is known; None for none."""
    made = table.events_of(reply.device)
    for entry in reversed(model.campaign.entries):
        event = entry.event
        if not isinstance(event, Rolled) or entry.is_struck or event.system != system:
            continue
        if event.who == reply.who if reply.who else event.id in made:
            return test_of(event)
    return None


def as_asked(model: Model, test: Any) -> Model:
    """The model in whose form stands what is asked for, with what whoever rolls has for that.

    All else that is there stays, unless it goes with no such test, or was stepped up or down for the one before.
    """
    system = model.system
    fields = {field.name: field for field in system.fields}
    names = [name for name, field in fields.items() if field.asked]
    if not names:
        return model.with_sheet(sheet_of(system, test))
    given, before, form = system.to_form(test), own_values(model), form_values(model)
    model = with_values(model, {**without_stepped(system, form), **{name: given[name] for name in names}})
    own, now = own_values(model), form_values(model)
    new = (name for name in own if fields[name].applies(now) and not fields[name].applies(form))
    others = (name for name in own if own[name] != before.get(name))
    model = with_values(model, {name: own[name] for name in (*new, *others)})
    return model if model.sheet.test is not None else with_values(model, own_values(model))


def without_stepped(system: System[Any], form: Values) -> Values:
    """The lists of a form without the modifiers, of no name, that its steppers put there."""
    lists = {one.changes for one in system.stepped if one.row}
    return {
        name: [
            row for row in form[name] if not any(is_unnamed(one, row) for one in system.stepped if one.changes == name)
        ]
        for name in lists
    }


def own_values(model: Model) -> Values:
    """Return the reader's own numbers for the test in the form."""
    return tracking_of(model.system).person_values(context(model))


def line_thrown(before: Model, now: Model) -> str:
    """The line that a roll has in the log, or will have once another device has lent a seed; "" for none."""
    throwing = now.table.throwing if now.table else None
    if throwing and not (before.table and before.table.throwing):
        return throwing.event
    return now.campaign.events[-1].id if now.campaign is not before.campaign else ""


def show_all(model: Model, message: Message, world: World) -> Answer:
    """Have all results shown."""
    table = model.table
    if table is None or table.question is None:
        return model, ()
    commands = (*settling(table, (), shown=True), *told_to_the_rest(table))
    question = replace(table.question, shown=True)
    model = replace(model, table=replace(table, question=question))
    for one in question.replies:
        if one.for_them:
            model, more = log.reveal(model, {"data": {"event": one.line}}, world)
            commands = (*commands, *more)
    return model, commands


def end_question(model: Model, message: Message, world: World) -> Answer:
    """Ask no longer; results that were to be shown together are shown."""
    model, commands = show_all(model, message, world) if waits(model.table) else (model, ())
    table = model.table
    if table is None or table.question is None:
        return model, commands
    commands = commands or settling(table, (), shown=False)
    return replace(model, table=replace(table, question=None)), commands


def take_answer(model: Model, table: Table, peer: Peer, said: Answered, world: World) -> Answer:
    """Know how far a guest is; an answer to what nobody waits for any more changes nothing."""
    question = table.question
    reply = question.reply(peer.device) if question and peer.device else None
    if question is None or reply is None or reply.id != said.id or reply.for_them:
        return model, ()
    if said.how == "watches":  # nobody is asked who is the screen for everybody
        question = replace(question, replies=tuple(one for one in question.replies if one != reply))
        return replace(model, table=replace(table, question=question)), ()
    reply = replace(reply, how=said.how, line=said.line or "")
    return replace(model, table=replace(table, question=question.with_reply(reply))), ()


def remind_guest(table: Table, device: Device) -> tuple[Command, ...]:
    """Say to a guest who has come back what it is asked for, or that the hub has gone on."""
    question = table.question
    reply = question.reply(device) if question else None
    if question is None or reply is None or reply.for_them or reply.skipped:
        return ()
    if question.shown:
        return settling(replace(table, question=replace(question, replies=(reply,))), (), shown=True)
    return asking(table, question, (reply,)) if reply.how in ("asked", "rolling") else ()


HANDLERS: dict[str, Handler] = {
    "table-asking": take_label,
    "table-against": against,
    "table-ask": ask,
    "table-again": again,
    "table-roll-for": roll_for,
    "table-skip": skip,
    "table-show-all": show_all,
    "table-asked-done": end_question,
}
