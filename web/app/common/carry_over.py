"""Fill in the form of a test from what lasts: earlier rolls, whoever defends, what was edited."""

from dataclasses import replace
from typing import Any

from app.common.tracking import context, form_values
from app.form.state import sheet_of, sheet_of_values
from app.model import Model
from pyrules.campaign.people import people, person
from pyrules.campaign.tracking import Context, Offer, tracking_of
from pyrules.core.form import Values
from pyrules.core.system import System


def with_values(model: Model, values: Values) -> Model:
    """The model with these values in its form."""
    everything = form_values(model) | values
    return model.with_sheet(sheet_of_values(model.system, model.sheet, everything, model.house_rules))


def with_carry_over(before: Model | None, model: Model) -> tuple[Model, str]:
    """The model with a form that has what earlier rolls left, and what to say where it was given something else.

    Looked at anew when the form was filled in or the campaign has gone on since `before`, or the reader comes to
    another system.
    """
    if not model.place.system or (
        before
        and before.campaign is model.campaign
        and before.place.system == model.place.system
        and (before.sheet is model.sheet or model.sheet.test is None)
    ):
        return model, ""
    now = context(model)
    left, said = tracking_of(model.system).carry_over(now, before.campaign if before else None)
    if all(now.form[name] == one for name, one in left.items()):
        return model, ""
    return with_values(model, left), "" if now.test is None else said


def with_defence(before: Model, model: Model) -> Model:
    """The model whose form has what the defender sets against it by now; what was typed over that stays.

    Looked at anew when the campaign has gone on since `before`, or the form has another kind of test.
    """
    system = model.place.system
    if not system or not model.against.get(system) or before.place.system != system:
        return model
    is_typed = before.sheet is not model.sheet
    if before.campaign is model.campaign and not is_typed:
        return model
    offers = defences(model)
    taken = next((offer for offer in offers if offer.taken), None)
    if taken is None:
        was = next((offer for offer in defences(before) if offer.taken), None)
        same = next((offer for offer in offers if was and offer.id == was.id), None)
        if was is None or not offers or (same and is_typed):
            return model
        taken = same or offers[0]
    elif is_typed:
        return model
    form = form_values(model)
    return model if all(form[field] == one for field, one in taken.puts.items()) else with_values(model, taken.puts)


def defences(model: Model) -> tuple[Offer, ...]:
    """Return the defence of the person whom the test in the form is made against."""
    one = person(model.campaign, model.system, model.against.get(model.system.id, ""))
    return tracking_of(model.system).defences(context(model), one) if one else ()


def with_edited(before: Model, model: Model) -> Model:
    """The model whose form has what it took of somebody as that is written down by now, once it was edited."""
    if before.campaign is model.campaign or not model.place.system or before.place.system != model.place.system:
        return model
    was, now = context(before), context(model)
    same = people(was.state, model.system) == people(now.state, model.system)
    called = now.state.renamed_since(was.state, model.system.id, was.who) if was.who else ""
    if same or called != now.who or was.form != now.form:
        return model
    tracking = tracking_of(model.system)
    offers = tracking.offers(was)
    then, by_now = tracking.person_values(was), tracking.person_values(now)
    own = then.keys() & by_now.keys() - {name for offer in offers for name in offer.puts}
    form = now.form | {name: by_now[name] for name in own if now.form[name] == then[name]}
    for offer in offers:
        if offer.taken:
            form = form | taken_anew(model.system, replace(was, form=form), replace(now, form=form), offer)
    return model if form == now.form else with_values(model, form)


def taken_anew(system: System[Any], was: Context[Any], now: Context[Any], offer: Offer) -> Values:
    """The values that a form takes from its source as that is now; {} where they are the same, or it is gone.

    What a second tap takes back is taken back and taken anew; of all else only what was edited is put.
    """
    taken, new = offer_like(system, was, offer), offer_like(system, now, offer)
    if taken is None or new is None or (new.taken and new.puts == taken.puts):
        return {}
    without = was.form | taken.puts
    stays = offer_like(system, replace(was, form=without), offer)
    if stays and stays.taken:
        return {name: value for name, value in new.puts.items() if taken.puts.get(name) != value}
    again = offer_like(system, replace(now, form=without), offer)
    return {} if again is None or again.used else {**taken.puts, **again.puts}


def offer_like(system: System[Any], context: Context[Any], like: Offer) -> Offer | None:
    """Return the offer of the same name as an earlier one; None where there is none."""

    def name(one: Offer) -> tuple[str, ...]:
        return one.group, one.id.rpartition(".")[0], one.label

    return next((one for one in tracking_of(system).offers(context) if name(one) == name(like)), None)


def is_left_by(model: Model, test: Any) -> bool:
    """Return whether the form has the test that was rolled, apart from what that roll used up."""
    rolled = model.with_sheet(sheet_of(model.system, test))
    left, _ = tracking_of(model.system).carry_over(context(rolled), None)
    return bool(with_values(rolled, left).sheet.test == model.sheet.test)
