"""Writing down what lasts, such as people, and filling the form with what is theirs."""

from collections.abc import Sequence
from dataclasses import replace

from app.common.answer import Answer, Handler, Message, World, focus, go_to_system, keep, notify, say
from app.common.carry_over import with_carry_over, with_values
from app.common.own_screens import subjects
from app.common.subjects import joining, opener, recording
from app.common.tracking import context, opponents
from app.form import update as form
from app.log.appending import append_events, enter_events
from app.model import Model
from app.place import Place
from app.tracker import words
from app.tracker.state import Editing
from pyrules.campaign.events import PLAYER, Recorded
from pyrules.campaign.people import kinds, numbered_names, people, person
from pyrules.campaign.tracking import Person, tracking_of
from pyrules.core.errors import FormError, RulesError
from pyrules.core.form import Field, Values


def edit(model: Model, message: Message, world: World) -> Answer:
    """Begin to write something down, or to change what is written down under a name; that is done in the tracker.

    Going on with it finds what was typed before; a name that was typed beside the button comes along.
    """
    subject, name = str(message["data"]["subject"]), str(message["data"].get("called", ""))
    if subject not in subjects(model):
        return model, ()
    first = focus(f"f-{subjects(model)[subject].fields_for(model, name)[0].name}")
    begun = {**subjects(model)[subject].begun(model, name)}
    if not name and "called" in message["form"]:
        begun["called"] = str(message["form"]["called"])
    model = turned_to(model, Editing(model.system.id, subject, name, begun, rolls=model.place.tab == "roll"))
    if subject == PLAYER and name:
        model = looking_at(model, name)
    place = Place(model.system.id, "tracker")
    if model.place == place:
        return model, (first,)
    return replace(model, place=place), ({"do": "go", "to": place.address}, first)


def not_writing(model: Model) -> Model:
    """The model with nothing being written down."""
    return replace(model, tracker=replace(model.tracker, editing=None))


def turned_to(model: Model, editing: Editing) -> Model:
    """The model with this being written down, as it was left if it was begun before; another is put aside as typed."""
    now, aside = model.tracker.editing, model.tracker.aside
    if now and now.values != first_editing(model, now):
        aside = (*aside, now)
    editing = next((one for one in aside if one.of == editing.of), editing)
    aside = tuple(one for one in aside if one.of != editing.of)
    return replace(model, tracker=replace(model.tracker, editing=editing, aside=aside))


def first_editing(model: Model, editing: Editing) -> Values:
    """Return the values that a record begins with, before anything is typed."""
    there = replace(model, place=Place(editing.system, "tracker"))
    return subjects(there)[editing.subject].begun(there, editing.name)


def without(model: Model, gone: tuple[str, str, str]) -> Model:
    """The model in which this is not being written down, be it now or put aside."""
    now = model.tracker.editing
    aside = tuple(one for one in model.tracker.aside if one.of != gone)
    return replace(model, tracker=replace(model.tracker, editing=None if now and now.of == gone else now, aside=aside))


def cancel(model: Model, message: Message, world: World) -> Answer:
    """Write nothing down."""
    editing = form.being_written(model)
    return (not_writing(model), (focus(opener(editing.subject, editing.name)),)) if editing else (model, ())


def save(model: Model, message: Message, world: World) -> Answer:
    """Write down what was typed; what cannot be used is said at its field.

    Each field has said before what was typed in it. The page's form may be behind: a step shows there a moment later.
    """
    editing = form.being_written(model)
    if editing is None:
        return model, ()
    subject = subjects(model)[editing.subject]
    fields = subject.fields_for(model, editing.name)
    editing = replace(editing, values=without_untouched_rows(fields, editing.values))
    try:
        events = subject.written(model, editing, world)
    except FormError as error:
        wrong = replace(editing, wrong=error.fields)
        return replace(model, tracker=replace(model.tracker, editing=wrong)), (focus(f"f-{next(iter(error.fields))}"),)
    names = [event.name for event in events if isinstance(event, Recorded)]
    try:
        saved, stored = append_events(not_writing(model), *events)
    except RulesError as error:
        return notify(model, words.cannot_keep(error.plain_words), wrong=True)
    if editing.name and saved.tracker.looked_at == editing.name:
        saved = looking_at(saved, names[-1])
    said = (*stored, say(words.written_down(*names)))
    if editing.rolls and editing.subject == PLAYER and not editing.name:
        place = Place(model.system.id, "roll")
        saved, chosen = rolls_next(replace(saved, place=place), names[-1])
        return saved, (*said, *chosen, {"do": "go", "to": place.address}, {"do": "top"})
    button = opener(editing.subject, names[-1] if editing.name else "")
    return saved, (*said, focus(button))


def without_untouched_rows(fields: Sequence[Field], values: Values) -> Values:
    """Return what was typed without the rows of lists that are as they were added."""
    kept = {
        one.name: [
            row
            for row in values[one.name]
            if any(str(row.get(cell.name) or "") != str(cell.default or "") for cell in one.columns)
        ]
        for one in fields
        if one.kind == "rows"
    }
    return {**values, **kept}


def look(model: Model, message: Message, world: World) -> Answer:
    """Show all of someone, or no more than their line again."""
    name = str(message["data"]["called"])
    return looking_at(model, "" if model.tracker.looked_at == name else name), ()


def looking_at(model: Model, name: str) -> Model:
    """The model with all of someone shown; "" for nobody."""
    return replace(model, tracker=replace(model.tracker, looked_at=name))


def copy(model: Model, message: Message, world: World) -> Answer:
    """Add another one like someone, with the next number and with counters at their start."""
    one = person(model.campaign, model.system, str(message["data"]["called"]))
    if one is None:
        return model, ()
    taken = model.campaign.records_of(model.system.id, PLAYER)
    another = replace(one, name=numbered_names(one.name, taken, 1)[0])
    model, stored = append_events(model, joining(model, another, world))
    return model, (*stored, say(words.added(another.name)))


def show(model: Model, message: Message, world: World) -> Answer:
    """Show a foe to the players, or hide them again."""
    one = person(model.campaign, model.system, str(message["data"]["called"]))
    return show_or_hide(model, (one,), one.name, world) if one and one.foe else (model, ())


def show_kind(model: Model, message: Message, world: World) -> Answer:
    """Show all foes of a kind to the players as far as any is hidden, or else hide them all."""
    kind = str(message["data"]["kind"])
    return show_or_hide(model, kinds(people(model.campaign, model.system)).get(kind, ()), kind, world)


def show_or_hide(model: Model, foes: Sequence[Person], called: str, world: World) -> Answer:
    """Show foes to the players as far as any of them is hidden, or else hide them."""
    hidden = not any(one.hidden for one in foes)
    events = [recording(model, replace(one, hidden=hidden), world) for one in foes if one.hidden != hidden]
    if not events:
        return model, ()
    model, stored = append_events(model, *events)
    return model, (*stored, say(words.is_hidden(called, hidden=hidden)))


def remove(model: Model, message: Message, world: World) -> Answer:
    """Remove what is written down under a name; undoing that in the log brings it back with all it had."""
    subject, name = str(message["data"]["subject"]), str(message["data"]["called"])
    if name not in model.campaign.records_of(model.system.id, subject):
        return model, ()
    gone = Recorded(world.name(), world.now(), model.system.id, subject, name, None)
    return enter_events(without(model, (model.system.id, subject, name)), (gone,), words.taken_out(name))


def choose(model: Model, message: Message, world: World) -> Answer:
    """Have someone roll from now on, and fill the form with what is theirs; a second tap has nobody roll."""
    system, name = model.system.id, str(message["data"]["called"])
    if person(model.campaign, model.system, name) is None:
        return model, ()
    if model.acting.get(system) == name:
        model = replace(model, acting={**model.acting, system: ""})
        return model, (keep(f"who {system}", ""),)
    return rolls_next(model, name)


def rolls_next(model: Model, name: str) -> Answer:
    """Have someone roll from now on, and fill the form with what is theirs."""
    system = model.system.id
    model = replace(model, acting={**model.acting, system: name})
    model, _ = with_carry_over(None, with_values(model, tracking_of(model.system).person_values(context(model))))
    model, commands = form.take_over(model, model.sheet)
    return model, (*commands, keep(f"who {system}", name))


def take(model: Model, message: Message, world: World) -> Answer:
    """Fill the form with something that people have to tap for it."""
    found = tracking_of(model.system).offers(context(model))
    offer = next((one for one in found if one.id == message["data"]["offer"] and not one.used), None)
    return form.take_over(model, with_values(model, offer.puts).sheet) if offer else (model, ())


def roll_for(model: Model, message: Message, world: World) -> Answer:
    """Go to the form with something of someone's in it, who rolls from now on."""
    name = str(message["data"]["called"])
    if person(model.campaign, model.system, name) is None:
        return model, ()
    model, chosen = rolls_next(replace(model, result=False), name)
    model, filled = take(model, message, world)
    model, came = go_to_system(model, model.system.id)
    return model, (*chosen, *filled, *came, focus("main"))


def face(model: Model, message: Message, world: World) -> Answer:
    """Make the test of the form against somebody, with the first of what they have; a second tap has nobody there."""
    system, name = model.system.id, str(message["data"]["called"])
    offers = next((offers for one, offers in opponents(model) if one.name == name), None)
    if offers is None:
        return model, ()
    if model.against.get(system) == name:
        return replace(model, against={**model.against, system: ""}), ()
    model = replace(model, against={**model.against, system: name})
    return form.take_over(model, with_values(model, offers[0].puts).sheet)


def defend(model: Model, message: Message, world: World) -> Answer:
    """Set something else of the defender against the test of the form."""
    name = model.against.get(model.system.id)
    found = [offer for one, offers in opponents(model) for offer in offers if one.name == name]
    offer = next((one for one in found if one.id == message["data"]["offer"]), None)
    return form.take_over(model, with_values(model, offer.puts).sheet) if offer else (model, ())


HANDLERS: dict[str, Handler] = {
    "edit": edit,
    "edit-save": save,
    "edit-cancel": cancel,
    "remove": remove,
    "look": look,
    "copy": copy,
    "show": show,
    "show-kind": show_kind,
    "who": choose,
    "offer": take,
    "roll-for": roll_for,
    "against": face,
    "defence": defend,
}
