"""Counters and people that last from roll to roll: how they stand, and what a roll of the form has to do with them."""

from dataclasses import replace
from importlib import import_module
from typing import Any

from app import words
from app.log.state import Unseen, whose
from app.model import Model
from app.roll.state import Again, Hand, Tray, rebase_draft
from pyrules.campaign.events import PLAYER, Device, HouseRules, Rolled
from pyrules.campaign.limits import PERSONAL, Limits
from pyrules.campaign.people import kind_of, kinds, people, person
from pyrules.campaign.rolls import RollMetadata, faithful_replay, test_of
from pyrules.campaign.scene import ORDER, TURN, Turns, turns
from pyrules.campaign.state import State
from pyrules.campaign.tracking import Context, CurrentRoll, Offer, Person, tracking_of
from pyrules.core.form import Values
from pyrules.core.roll import EMPTY, Roll
from pyrules.core.system import Counter
from pyrules.core.verdict import Option
from pyrules.systems import BY_ID, all_systems


def house_rules(model: Model) -> HouseRules:
    """The house rules of the system the reader is at, as the log keeps them; none where they are the usual ones."""
    usual = {setting.name: setting.default for setting in model.system.settings}
    return () if model.house_rules == usual else tuple(model.house_rules.items())


def value(model: Model, counter: str, who: str = "") -> int:
    """The value of a counter in the system on screen; where players look, without what is kept from them."""
    return open_log(model).value(model.system.id, counter, who, house_rules(model))


def bounds(model: Model, counter: str, who: str = "") -> Limits:
    """Return the bounds of that counter."""
    return model.campaign.bounds(model.system.id, counter, who, house_rules(model))


def open_log(model: Model) -> State:
    """The log as far as it may be told on this screen: what was rolled here in secret is not told where all look."""
    if model.place.tab != "show":
        return model.campaign
    told: State = import_module("pyrules.campaign.sealing").for_players(model.campaign)
    return told


def turns_of(model: Model) -> Turns:
    """The turns of the scene in the system the reader is at."""
    return turns(model.campaign, model.system.id)


def acts(model: Model, who: str) -> str:
    """Who acts, as the reader may know it: of a hidden foe's turn only that it is the game master's."""
    if not who and (hides_turn(model) or turns_of(model).last):
        return words.GM
    one = person(model.campaign, model.system, who) if is_shared(model) else None
    return words.GM if one and one.hidden else who


def hides_turn(model: Model) -> bool:
    """Return whether it is the turn of somebody whom only another device knows."""
    written = model.campaign.latest_record(model.system.id, TURN, "")
    return written is not None and written.digest != ""


def hides_order(model: Model) -> bool:
    """Return whether somebody acts in turn whom only the device knows at whose table the reader sits."""
    written = model.campaign.latest_record(model.system.id, ORDER, "")
    return written is not None and written.digest != "" and is_at_anothers(model)


def goes_on(model: Model) -> bool:
    """Return whether the reader goes on to the next turn: the game master, or at another's table whoever's turn it is.

    Where not everything is everybody's, it is the game master's alone.
    """
    table, now = model.table, turns_of(model).now
    if table is None or not is_at_anothers(model):
        return True
    return table.all_may and now != "" and model.acting.get(model.system.id) == now


def roller(model: Model, tray: Tray) -> Person | None:
    """Who threw the dice on a tray, by what is written down of them now; for a roll outside the log, who rolls."""
    event = model.campaign.entry(tray.event).event if tray.event else None
    if not isinstance(event, Rolled):
        return acting(model)
    return person(model.campaign, model.system, model.campaign.current_name(model.system.id, event.who, tray.event))


def acting(model: Model) -> Person | None:
    """The person who rolls."""
    return person(model.campaign, model.system, model.acting.get(model.system.id, ""))


def context(model: Model) -> Context[Any]:
    """Return the context of the test in the form."""
    return replace(context_for(model, model.sheet.test), form=form_values(model))


def context_for(model: Model, test: Any) -> Context[Any]:
    """Return the context of a test, whatever the form has."""
    someone = acting(model)
    who = someone.name if someone else ""
    return Context(
        state=model.campaign,
        settings=model.house_rules,
        person=someone,
        form={},
        test=test,
        challenge=model.challenge,
        again=model.again.line if model.again and model.again.who == who else "",
        test_time=model.tracker.test_time,
        by=model.table.me if model.table else None,
    )


def form_values(model: Model) -> Values:
    """The values of the form: those of its test, or as typed where they make none."""
    sheet = model.sheet
    values: Values = sheet.values if sheet.test is None else model.system.to_form(sheet.test)
    return values


def order_test(model: Model, one: Person) -> Any:
    """The test of the form as somebody rolls it to be put in order: with what is theirs of what was tapped for it.

    Raises `FormError` where that makes no test.
    """
    tracking = tracking_of(model.system)
    now = context(model)
    theirs = replace(now, person=one)
    tapped = {offer.label for offer in tracking.offers(now) if offer.taken} if now.person else set()
    same = (offer.puts for offer in tracking.offers(theirs) if offer.label in tapped and not offer.used)
    values = now.form | next(same, tracking.person_values(theirs)) | tracking.for_order
    left, _ = tracking.carry_over(replace(theirs, form=values), None)
    return model.system.from_form(values | left, model.house_rules)


def in_sight(model: Model) -> tuple[Person, ...]:
    """Everybody whom the reader may see: at another's table no hidden foes."""
    found = people(model.campaign, model.system)
    return tuple(one for one in found if not (is_shared(model) and one.hidden))


def counters_of(model: Model, one: Person) -> tuple[Counter, ...]:
    """The counters that are someone's; a foe has none that only players have."""
    whose = ("person",) if one.foe else PERSONAL
    return tuple(counter for counter in model.system.counters if counter.each in whose)


def is_shared(model: Model) -> bool:
    """Return whether players look at the screen: at another's table, or at the one for everybody."""
    return model.place.tab == "show" or is_at_anothers(model)


def is_at_anothers(model: Model) -> bool:
    """Return whether the reader sits at another's table, which was not opened with their own log."""
    table, own = model.table, model.aside
    return table is not None and not table.hub and not (own and table.id and table.id == own.opened_table)


def unseen(model: Model) -> Unseen:
    """The foes whom the reader may not see, in every system; None where nothing is hidden from them."""
    if not is_shared(model):
        return None
    return frozenset(
        (system.id, one.name) for system in all_systems() for one in people(model.campaign, system) if one.hidden
    )


def opponents(model: Model) -> tuple[tuple[Person, tuple[Offer, ...]], ...]:
    """Everybody who has something to set against the test in the form of whoever rolls, and that."""
    now = context(model)
    if now.person is None:
        return ()
    others = (one for one in in_sight(model) if one != now.person)
    found = ((one, tracking_of(model.system).defences(now, one)) for one in others)
    return tuple((one, offers) for one, offers in found if offers)


def opponent(model: Model, test: Any) -> str:
    """Whom a test is made against: the one who was tapped, as long as the test has what they set against it."""
    one = person(model.campaign, model.system, model.against.get(model.system.id, ""))
    if one is None:
        return ""
    now = replace(context_for(model, test), form=model.system.to_form(test))
    return one.name if any(offer.taken for offer in tracking_of(model.system).defences(now, one)) else ""


def current_roll(tray: Tray) -> CurrentRoll[Any]:
    """The roll on a tray, as the campaign knows it."""
    return CurrentRoll(tray.test, tray.roll, tray.event)


def maker(model: Model, tray: Tray) -> Device | None:
    """The other device that has made the roll on a tray, whoever went on with it; None for this one."""
    table = model.table
    if table is None or not tray.event:
        return None
    event = model.campaign.event(tray.event)
    return None if table.maker(event) == table.me.name else table.makers.get(event.id, event.by)


def is_anothers(model: Model, tray: Tray) -> bool:
    """Return whether the roll on a tray is that of another device, and of nobody whom this one alone rolls for."""
    event = model.campaign.entry(tray.event).event if tray.event and maker(model, tray) else None
    return isinstance(event, Rolled) and not import_module("app.table.rights").is_own(model, event)


def whose_of(model: Model, tray: Tray) -> tuple[str, ...]:
    """Whose roll lies on the tray, what for, and against whom; for one outside the log only what its test says."""
    event = model.campaign.entry(tray.event).event if tray.event else None
    return whose(event) if isinstance(event, Rolled) else words.whose("", model.system.topic(tray.test), "")


def still_open(model: Model, tray: Tray) -> Any:
    """The test of the roll on the tray, with no more to spend on it than is left by now."""
    return tracking_of(model.system).still_open(context_for(model, tray.test), current_roll(tray))


def unready(model: Model, test: Any) -> str:
    """Why a test cannot be rolled as the campaign stands now; "" when it can."""
    return tracking_of(model.system).refused(context_for(model, test))


def why_refused(model: Model, hand: Hand) -> str:
    """Why the dice of `hand` may not be thrown as the campaign stands now; "" when they may."""
    if hand.start == EMPTY:
        problem = unready(model, hand.test)
        return words.not_yet_here(problem) if problem else ""
    option = unpaid(model, hand.start)
    return words.no_longer(option.label) if option else ""


def unpaid(model: Model, picked: Roll) -> Option | None:
    """The option newly picked for the dice on the tray that can no longer be paid for."""
    tray = model.tray
    new = {pick.option for pick in picked.picks[len(tray.roll.picks) :]} if tray else set()
    if tray is None or not new:
        return None
    new -= {option.id for option in options(model, tray)}
    return next((option for option in model.system.options(tray.test, tray.roll) if option.id in new), None)


def metadata(model: Model, hand: Hand, roll: Roll, fresh: tuple[str, int]) -> RollMetadata:
    """The facts of the roll that `hand` became which no die shows; `fresh` is a new id, and the time."""
    now = context_for(model, hand.test)
    plain = RollMetadata(*fresh, who=now.who, against=opponent(model, hand.test), secret=model.secret)
    return tracking_of(model.system).metadata(plain, now, roll, hand.start if hand.revises else None)


def trying(model: Model, line: str) -> Model:
    """The model whose form was filled to try the failed test of a line again, for whoever rolls now."""
    someone = acting(model)
    return replace(model, again=Again(line, someone.name if someone else ""))


def still_trying(model: Model) -> Model:
    """The model without what was to be tried again once the form has a test that is no other try of it."""
    opened = model.campaign.ledger.first_events.get(model.again.line) if model.again else None
    if model.again is None:
        return model
    failed = opened.event if opened and isinstance(opened.event, Rolled) else None
    if failed is None:
        return replace(model, again=None)
    test, before = model.own_sheet(failed.system).test, test_of(failed)
    still = test is None or (before is not None and tracking_of(BY_ID[failed.system]).tries_again(test, before))
    return model if still else replace(model, again=None)


def laid_anew(model: Model) -> Model:
    """The model with every roll on a tray as the log has it by now; what would be judged otherwise stays as it lies."""
    trays = {system: as_logged(model, tray) for system, tray in model.trays.items()}
    same = all(tray is model.trays[system] for system, tray in trays.items())
    return model if same else replace(model, trays=trays)


def as_logged(model: Model, tray: Tray) -> Tray:
    """The roll on a tray as its line of the log has it by now."""
    event = model.campaign.entry(tray.event).event if tray.event else None
    if not isinstance(event, Rolled) or (event.dice, event.picks) == (tray.roll.dice, tray.roll.picks):
        return tray
    again = faithful_replay(event)
    if again is None:
        return tray
    lying = Tray(again.test, again.roll, again.verdict, tray.event, event.physical, event.counted)
    if lying.roll == tray.roll:
        return tray
    other = event.by if event.by and model.table and event.by.name != model.table.me.name else None
    return replace(lying, draft=rebase_draft(BY_ID[event.system], tray, lying, other.name)) if other else lying


def options(model: Model, tray: Tray) -> tuple[Option, ...]:
    """Return the options that the rules still allow after the roll on the tray, as the campaign stands now."""
    found = model.system.options(still_open(model, tray), tray.roll)
    offered, now = tracking_of(model.system).offered, (context_for(model, tray.test), current_roll(tray))
    return tuple(filter(None, (offered(*now, option) for option in found)))


def may_roll_for(model: Model, foe: Person) -> bool:
    """Return whether the reader may roll for a foe: at another's table only for one that they wrote down themselves."""
    if not is_at_anothers(model) or model.table is None:
        return True
    first = model.campaign.beginning(model.system.id, PLAYER, foe.name)
    return first is not None and model.table.maker(first) == model.table.me.name


def kin(model: Model) -> tuple[Person, ...]:
    """All of the kind of the foe who rolls, as far as the reader may roll for them; none where that is the only one."""
    who = acting(model)
    if who is None or not who.foe:
        return ()
    found = kinds(one for one in in_sight(model) if may_roll_for(model, one))
    return found.get(kind_of(who.name), ())


def may_go_on(model: Model, tray: Tray) -> bool:
    """Return whether the reader may do what the rules allow: where a table says so, each does with their own rolls."""
    return model.table is None or bool(import_module("app.table.rights").may_go_on(model, tray))


def movable(model: Model, tray: Tray, option: Option) -> tuple[int, ...]:
    """The units that the reader may put on dice."""
    if model.table is None:
        return tuple(range(len(option.units)))
    found: tuple[int, ...] = import_module("app.table.rights").movable(model, tray, option)
    return found


def in_progress(model: Model) -> tuple[tuple[str, Rolled], ...]:
    """The rolls that go on, such as extended tests, by the ids of their lines, the latest first."""
    return tuple(
        (entry.id, event)
        for entry in reversed(model.campaign.entries)
        if isinstance(event := entry.event, Rolled)
        and event.system == model.system.id
        and event.waits
        and not entry.is_struck
    )
