"""What lasts from roll to roll: how it stands, and what a roll of the form has to do with it."""

from dataclasses import replace
from typing import Any

from app import offers, words
from app.challenge import going, going_of, relics_rules, under, unready
from app.characters import Character, named
from app.model import Again, Hand, Model, Table
from app.offers import Offer
from app.sheet import filled, sheet_of
from pyrules.campaign import cohort
from pyrules.campaign.actions import actions_used
from pyrules.campaign.challenges import RESOLVED, Going, resolved_limits
from pyrules.campaign.events import HouseRules, Rolled
from pyrules.campaign.ledger import Entry
from pyrules.campaign.limits import Limits, limits
from pyrules.campaign.purchases import ip_left, ip_to_spend
from pyrules.campaign.retries import Retry, again, penalty_over, retries
from pyrules.campaign.rolls import Occasion, replayed, test_of
from pyrules.core.errors import RulesError
from pyrules.core.form import Values
from pyrules.core.roll import EMPTY, Roll
from pyrules.core.verdict import Option
from pyrules.systems.general.model import Settings as GeneralSettings
from pyrules.systems.general.rulings import read_house_rules
from pyrules.systems.moonwalk import MOONWALK, rules as moonwalk
from pyrules.systems.moonwalk.judge import another_try
from pyrules.systems.moonwalk.model import Extended, ExtendedOutcome
from pyrules.systems.stepdie import rules as stepdie


def house_rules(model: Model) -> HouseRules:
    """The house rules of the system the reader is at, as the log keeps them; none where they are the usual ones."""
    usual = {setting.name: setting.default for setting in model.system.settings}
    return () if model.house_rules == usual else tuple(model.house_rules.items())


def general_rules(model: Model) -> GeneralSettings:
    """The house rules of the General Rules."""
    return read_house_rules(model.house["general"])


def value(model: Model, counter: str, who: str = "") -> int:
    """How a counter stands in the system the reader is at; resolved dice by the Rating that their Challenge has now."""
    now = resolving(model, counter, who)
    return now.challenge.resolved if now else model.campaign.value(model.system.id, counter, who, house_rules(model))


def acting(model: Model) -> Character | None:
    """The character who rolls."""
    return named(model.campaign, model.system.id, model.acting.get(model.system.id, ""))


def used(model: Model, who: str) -> tuple[str, ...]:
    """The Actions that someone has used up."""
    return actions_used(model.campaign, who) if model.system.id == "general" else ()


def form_values(model: Model) -> Values:
    """The values of the form: those of its test, or as typed where they make none."""
    sheet = model.sheet
    values: Values = sheet.values if sheet.test is None else model.system.to_form(sheet.test)
    return values


def offered(model: Model, character: Character) -> tuple[Offer, ...]:
    """What a character has to tap for the form."""
    values, gone = form_values(model), used(model, character.name)
    return offers.offers(model.system.id, character, values, gone, general_rules(model))


def put(model: Model, values: Values) -> Model:
    """The model with these values in its form."""
    everything = form_values(model) | values
    return model.with_sheet(filled(model.system, model.sheet, everything, model.house_rules))


def kept_up(before: Model | None, model: Model) -> Model:
    """The model with a form that has what is left to whoever rolls.

    Looked at anew when the form was filled in or the campaign has gone on since `before`, or the reader comes to
    another system.
    """
    if not model.place.system or (
        before
        and before.campaign is model.campaign
        and before.place.system == model.place.system
        and (before.sheet is model.sheet or model.sheet.test is None)
    ):
        return model
    left = left_over(before, model)
    return put(model, left) if any(form_values(model)[name] != one for name, one in left.items()) else model


def is_left_by(model: Model, test: Any) -> bool:
    """Whether the form is what a rolled test left in it: the test, but for what whoever rolls has no more."""
    rolled = model.with_sheet(sheet_of(model.system, test))
    return bool(put(rolled, left_over(None, rolled)).sheet.test == model.sheet.test)


def left_over(before: Model | None, model: Model) -> Values:
    """What the form is to have by what is left to whoever rolls; {} where that is no matter."""
    someone = acting(model)
    match model.system.id:
        case "stepdie" if someone:
            return {"ip": value(model, "player_ip", someone.name)}
        case "stepdie":
            ip, test = ip_left(model.campaign), model.sheet.test
            known = ip == (ip_left(before.campaign) if before else None)
            return {} if known or (test and ip == stepdie.held(test)) else {"ip": ip}
        case "general" if someone:
            gone = used(model, someone.name)
            anew = before is None or gone != actions_used(before.campaign, someone.name)
            return offers.without_used(someone, form_values(model), gone, anew=anew)
        case "relics":
            return cohort.known_pcs((before or model).campaign, model.campaign, model.sheet.test)
        case _:
            return {}


def kept_from(filled: Model, kept: Model) -> str:
    """What to say of a form that was given what the character who rolls does not have; "" where it was not."""
    someone = None if kept is filled or filled.sheet.test is None else acting(kept)
    if someone is None:
        return ""
    if kept.system.id == "general":
        return words.action_used(someone.name)
    return "" if filled.sheet.test.ip is None else words.ip_held(someone.name, kept.sheet.test.ip)


def still_open(model: Model, table: Table) -> Any:
    """The test of the roll on the table, with no more IP than may still be spent on it."""
    if model.system.id != "stepdie":
        return table.test
    award = stepdie.awarded(table.test, table.roll)
    left, someone = stepdie.left(table.test, table.roll.picks, award), acting(model)
    if table.event:
        left = ip_to_spend(model.campaign, table.event)
    elif someone:
        left = min(left, value(model, "player_ip", someone.name))
    return stepdie.with_left(table.test, table.roll.picks, award, left)


def resolving(model: Model, counter: str, who: str) -> Going | None:
    """The Challenge whose resolved dice a counter has."""
    return going(model, who) if (model.system.id, counter) == ("relics", RESOLVED) else None


def refused(model: Model, hand: Hand) -> str:
    """Why the dice of `hand` may not be thrown as the campaign stands now; "" when they may."""
    if hand.start == EMPTY:
        problem = unready(model, hand.test)
        return words.not_yet_here(problem) if problem else ""
    option = unpaid(model, hand.start)
    return words.no_longer(option.label) if option else ""


def unpaid(model: Model, picked: Roll) -> Option | None:
    """The option newly picked for the dice on the table that the IP of whoever rolled them do not pay any more."""
    table = model.table
    new = {pick.option for pick in picked.picks[len(table.roll.picks) :]} if table else set()
    if table is None or not new:
        return None
    new -= {option.id for option in options(model, table)}
    return next((option for option in model.system.options(table.test, table.roll) if option.id in new), None)


def occasion(model: Model, hand: Hand, roll: Roll, fresh: tuple[str, int], *, physical: bool) -> Occasion:
    """What the dice do not say of the roll that `hand` became; `fresh` is a new id, and the time.

    The Stress of a Challenge's turn is nobody's until it is dealt out.
    """
    name, at = fresh
    challenge = under(model, hand.test)
    someone = acting(model)
    now = going(model, challenge) if challenge else None
    if model.system.id == "relics":
        who = now.leader if now and now.turn == "cohort" else ""
    else:
        who = someone.name if someone else ""
    return Occasion(
        name,
        at,
        who=who,
        under=challenge,
        follows=follows(model, hand, who),
        physical=physical,
        took=took(model, hand, roll),
    )


def took(model: Model, hand: Hand, roll: Roll) -> int:
    """The game time of a Moonwalk roll in seconds: its new intervals, or what a test takes by the tracker."""
    if model.system.id != "moonwalk" or not moonwalk.is_tried(hand.test):
        return 0
    if not isinstance(hand.test.against, Extended):
        return 0 if hand.revises else model.tracker.test_time
    outcome = model.system.judge(hand.test, roll).outcome
    before = len(hand.start.dice) if hand.revises else 0
    rolls = outcome.rolls - before if isinstance(outcome, ExtendedOutcome) else 0
    return rolls * hand.test.against.interval.seconds


def follows(model: Model, hand: Hand, who: str) -> str:
    """The failed Moonwalk test that this one tries again.

    It is the one that was tapped; without any the person's own if there is one, the least changed first.
    """
    if model.system.id != "moonwalk" or hand.revises or not moonwalk.again_penalty(hand.test):
        return ""
    due = ((retry.entry, again(retry)) for retry in retries(model.campaign))
    failed = [(entry, test) for entry, test in due if moonwalk.is_another_try(hand.test, test)]
    tapped = [(entry, test) for entry, test in failed if model.again == Again(entry.id, who)]
    own = [(entry, test) for entry, test in failed if roller(model, entry) == who]
    terms = set(hand.test.dicepool)
    least = min(tapped or own or failed, key=lambda one: len(terms.symmetric_difference(one[1].dicepool)), default=None)
    return least[0].id if least else ""


def trying(model: Model, line: str) -> Model:
    """The model whose form was filled to try the failed test of a line again, for whoever rolls now."""
    someone = acting(model)
    return replace(model, again=Again(line, someone.name if someone else ""))


def still_trying(model: Model) -> Model:
    """The model without what was to be tried again once the form has a test that is no other try of it."""
    test = model.own_sheet(MOONWALK.id).test
    if model.again is None or test is None:
        return model
    opened = model.campaign.ledger.opened.get(model.again.line)
    failed = test_of(opened.event) if opened and isinstance(opened.event, Rolled) else None
    still = failed is not None and moonwalk.is_another_try(test, moonwalk.trying_at_once(failed))
    return model if still else replace(model, again=None)


def roller(model: Model, line: Entry) -> str:
    """Who rolled a line of the log, by the name they have now."""
    who = line.event.who if isinstance(line.event, Rolled) else ""
    return model.campaign.called_now(line.event.system, who, line.id)


def laid_anew(model: Model) -> Model:
    """The model with every roll on a table as the log has it by now; what cannot be judged again stays as it lies."""
    tables = {system: as_logged(model, table) for system, table in model.tables.items()}
    same = all(table is model.tables[system] for system, table in tables.items())
    return model if same else replace(model, tables=tables)


def as_logged(model: Model, table: Table) -> Table:
    """The roll on a table as its line of the log has it by now."""
    event = model.campaign.entry(table.event).event if table.event else None
    if not isinstance(event, Rolled) or (event.dice, event.picks) == (table.roll.dice, table.roll.picks):
        return table
    try:
        again = replayed(event)
    except RulesError:
        return table
    lying = Table(again.test, again.roll, again.verdict, table.event, event.physical)
    return table if lying.roll == table.roll else lying


def open_retry(model: Model, event: str) -> Retry | None:
    """The failed test that may be tried again with a penalty, by the id of its line."""
    return next((retry for retry in retries(model.campaign) if retry.entry.id == event), None)


def options(model: Model, table: Table) -> tuple[Option, ...]:
    """What the rules still allow after the roll on the table, as the campaign stands now."""
    found = model.system.options(still_open(model, table), table.roll)
    return tuple(further(model, table, option) if option.notation else option for option in found)


def further(model: Model, table: Table, option: Option) -> Option:
    """An option that leads to another test: a Challenge's turn with its traits, another try by the clock."""
    now = going_of(model, table)
    if now and now.turn == "challenge":
        sheet = filled(model.system, model.sheet, cohort.next_form(model.campaign, now, relics_rules(model)), {})
        return replace(option, notation=sheet.notation) if sheet.test else option
    return another_try(moonwalk.without_penalty(table.test)) if penalty_over(model.campaign, table.event) else option


def in_progress(model: Model) -> tuple[tuple[str, Rolled], ...]:
    """The rolls that go on, such as extended tests, by the ids of their lines, the latest first."""
    return tuple(
        (entry.id, event)
        for entry in reversed(model.campaign.entries)
        if isinstance(event := entry.event, Rolled)
        and event.system == model.system.id
        and event.waits
        and not entry.struck
    )


def bounds(model: Model, counter: str, who: str = "") -> Limits:
    """How far a counter goes."""
    now = resolving(model, counter, who)
    return resolved_limits(now.challenge.rating) if now else limits(model.system.id, counter, house_rules(model))
