"""Writing down what lasts, such as people, and filling the form with what is theirs."""

from collections.abc import Callable
from dataclasses import replace

from app import words
from app.answer import Answer, Handler, Message, World, focus, keep
from app.model import Editing, Model, Place
from app.sheet import altered, following, lengthened, sent, shortened, step as stepped
from app.subjects import opener
from app.systems import subjects
from app.tracking import acting, put, standing, with_leftovers
from app.update import form
from app.update.log import entered
from pyrules.campaign.events import Recorded
from pyrules.campaign.people import person
from pyrules.core.errors import FormError
from pyrules.core.form import Field, Values


def edit(model: Model, message: Message, world: World) -> Answer:
    """Begin to write something down, or to change what is written down under a name; that is done in the tracker.

    Going on with it finds what was typed before.
    """
    subject, name = str(message["data"]["subject"]), str(message["data"].get("called", ""))
    if subject not in subjects(model):
        return model, ()
    first = focus(f"f-{subjects(model)[subject].asked(model, name)[0].name}")
    model = turned_to(model, Editing(model.system.id, subject, name, subjects(model)[subject].begun(model, name)))
    place = Place(model.system.id, "tracker")
    if model.place == place:
        return model, (first,)
    return replace(model, place=place), ({"do": "go", "to": place.address}, first)


def with_editing(model: Model, editing: Editing | None) -> Model:
    """The model with this being written down."""
    return replace(model, tracker=replace(model.tracker, editing=editing))


def turned_to(model: Model, editing: Editing) -> Model:
    """The model with this being written down, as it was left if it was begun before; another is put aside as typed."""
    now, aside = model.tracker.editing, model.tracker.aside
    if now and now.values != subjects(model)[now.subject].begun(model, now.name):
        aside = (*aside, now)
    editing = next((one for one in aside if one.of == editing.of), editing)
    aside = tuple(one for one in aside if one.of != editing.of)
    return replace(model, tracker=replace(model.tracker, editing=editing, aside=aside))


def without(model: Model, gone: tuple[str, str, str]) -> Model:
    """The model in which this is not being written down, be it now or put aside."""
    now = model.tracker.editing
    aside = tuple(one for one in model.tracker.aside if one.of != gone)
    return replace(model, tracker=replace(model.tracker, editing=None if now and now.of == gone else now, aside=aside))


def fields_of(model: Model, editing: Editing) -> tuple[Field, ...]:
    """The fields of what is being written down."""
    return subjects(model)[editing.subject].asked(model, editing.name)


def changed(model: Model, change: Callable[[tuple[Field, ...], Values], Values]) -> Answer:
    """Change the values of what is being written down."""
    editing = model.tracker.editing
    if editing is None:
        return model, ()
    values = change(fields_of(model, editing), editing.values)
    return with_editing(model, replace(editing, values=values, wrong={})), ()


def fill(model: Model, message: Message, world: World) -> Answer:
    """Take over what was typed or chosen in the field that is named."""
    name = str(message.get("name", "")).partition(".")[0]

    def change(fields: tuple[Field, ...], values: Values) -> Values:
        return sent([field for field in fields if name in ("", field.name)], message["form"], values)

    return changed(model, change)


def step(model: Model, message: Message, world: World) -> Answer:
    """Raise or lower a number."""
    name, by = str(message["data"]["field"]), int(message["data"]["by"])
    return changed(model, lambda fields, values: altered(fields, values, name, lambda one, old: stepped(one, old, by)))


def turn(model: Model, message: Message, world: World) -> Answer:
    """Go on to the next value of a choice."""
    name = str(message["data"]["field"])
    return changed(model, lambda fields, values: altered(fields, values, name, following))


def add_row(model: Model, message: Message, world: World) -> Answer:
    """Add a row to a list, and go there."""
    name = str(message["data"]["field"])
    model, _ = changed(model, lambda fields, values: lengthened(fields, values, name))
    editing = model.tracker.editing
    if editing is None:
        return model, ()
    return model, (focus(f"f-{name}.{len(editing.values[name]) - 1}.label"),)


def remove_row(model: Model, message: Message, world: World) -> Answer:
    """Take a row out of a list."""
    name, row = str(message["data"]["field"]), int(message["data"]["row"])
    return changed(model, lambda _, values: shortened(values, name, row))


def cancel(model: Model, message: Message, world: World) -> Answer:
    """Write nothing down."""
    editing = model.tracker.editing
    return with_editing(model, None), (focus(opener(editing.subject, editing.name)),) if editing else ()


def save(model: Model, message: Message, world: World) -> Answer:
    """Write down what was typed; what cannot be used is said at its field."""
    editing = model.tracker.editing
    if editing is None:
        return model, ()
    editing = replace(editing, values=sent(fields_of(model, editing), message["form"], editing.values))
    try:
        events = subjects(model)[editing.subject].written(model, editing, world)
    except FormError as error:
        return with_editing(model, replace(editing, wrong=error.fields)), (focus(f"f-{next(iter(error.fields))}"),)
    name = next(event.name for event in reversed(events) if isinstance(event, Recorded))
    model, commands = entered(with_editing(model, None), events, words.written_down(name))
    return model, (*commands, focus(opener(editing.subject, name if editing.name else "")))


def remove(model: Model, message: Message, world: World) -> Answer:
    """Remove what is written down under a name; undoing that in the log brings it back with all it had."""
    subject, name = str(message["data"]["subject"]), str(message["data"]["called"])
    if name not in model.campaign.recorded(model.system.id, subject):
        return model, ()
    gone = Recorded(world.name(), world.now(), model.system.id, subject, name, None)
    return entered(without(model, (model.system.id, subject, name)), (gone,), words.taken_out(name))


def choose(model: Model, message: Message, world: World) -> Answer:
    """Have someone roll from now on, and fill the form with what is theirs; a second tap has nobody roll."""
    system, name = model.system.id, str(message["data"]["called"])
    if person(model.campaign, model.system, name) is None:
        return model, ()
    if model.acting.get(system) == name:
        model = replace(model, acting={**model.acting, system: ""})
        return model, (keep(f"who {system}", ""),)
    model = replace(model, acting={**model.acting, system: name})
    model, _ = with_leftovers(None, put(model, model.system.tracking.chosen(standing(model))))
    model, commands = form.kept(model, model.sheet)
    return model, (*commands, keep(f"who {system}", name))


def called_by_now(before: Model, model: Model) -> Answer:
    """The model in which whoever rolls or tries again does so under the name that the log has for them by now."""
    if model.campaign is before.campaign:
        return model, ()

    def called(system: str, who: str) -> str:
        return model.campaign.called_since(before.campaign, system, who)

    acting = {system: called(system, who) for system, who in model.acting.items()}
    again = model.again
    if again and (tried := model.campaign.ledger.opened.get(again.line)):
        again = replace(again, who=called(tried.event.system, again.who))
    kept = tuple(keep(f"who {system}", who) for system, who in acting.items() if who != model.acting[system])
    return replace(model, acting=acting, again=again), kept


def take(model: Model, message: Message, world: World) -> Answer:
    """Fill the form with something of the character who rolls."""
    found = model.system.tracking.offers(standing(model)) if acting(model) else ()
    offer = next((one for one in found if one.id == message["data"]["offer"] and not one.used), None)
    return form.kept(model, put(model, offer.puts).sheet) if offer else (model, ())


HANDLERS: dict[str, Handler] = {
    "edit": edit,
    "edit-field": fill,
    "edit-save": save,
    "edit-cancel": cancel,
    "remove": remove,
    "who": choose,
    "offer": take,
}

IN_THE_TRACKER: dict[str, Handler] = {"step": step, "turn": turn, "row-add": add_row, "row-remove": remove_row}
"""What the controls of a form do where something is written down."""
