"""Handlers of the desk's pages."""

import re
from collections.abc import Callable
from dataclasses import replace

from app import words as common
from app.common.answer import Answer, Command, Handler, Message, World, focus, keep, notify, save_file, say
from app.common.link import SCREEN_WORDS
from app.desk import words
from app.desk.chances import is_left, over_axes, worked_out
from app.desk.opening import desk_from_link, first_desk, own
from app.desk.picture import picture
from app.desk.playing import MOST_START, MOST_TIMES, session_now, session_so_far, starts
from app.desk.state import SIZES, Desk, Entry, link_text
from app.form.form import Form
from app.form.state import sheet_of_notation, sheet_of_values
from app.meant import number
from app.model import Model
from app.odds.state import MODES
from app.place import CHANGES, COMPARE, SESSION, Place
from app.settings.state import house_fields
from pyrules.api import Comparison
from pyrules.campaign.links import LIKE_A_LINK, MOST_COMPARED
from pyrules.campaign.tracking import tracking_of
from pyrules.core.errors import FormError, RulesError
from pyrules.core.form import Values, read_form
from pyrules.desk_tables import comparison_csv, sweep_csv
from pyrules.session_tables import session_csv
from pyrules.sessions.spending import POLICIES
from pyrules.side_by_side import differences, label_of
from pyrules.systems import BY_ID

LATER: Command = {"do": "later", "on": "desk-reckon"}


def open_link(model: Model, fragment: str) -> Answer:
    """Open a page of the desk with what its address brings; a bad link changes nothing, which is said."""
    desk = model.desk or first_desk(model)
    commands: tuple[Command, ...] = ()
    if LIKE_A_LINK.match(fragment):
        try:
            desk = desk_from_link(model, model.place.tab, fragment)
        except RulesError as error:
            model, commands = notify(model, common.bad_link(error.plain_words.rstrip(".")), wrong=True)
    model, more = show_desk(model, desk)
    return model, (*commands, *more)


def show_desk(model: Model, desk: Desk) -> Answer:
    """Show the desk so, in the address too, and have what it shows worked out next."""
    tab = model.place.tab
    fragment = link_text(desk, tab)
    to = f"{Place('', tab).address}#{fragment}"
    address: tuple[Command, ...] = ({"do": "go", "to": to, "replace": True},) if fragment else ()
    later = (LATER,) if is_left(desk, tab) else ()
    return replace(model, desk=desk), (*address, *later)


def change_desk(model: Model, desk: Desk) -> Answer:
    """Show the desk as the reader has changed it, on the next visit too."""
    model, commands = show_desk(model, desk)
    fragment = link_text(desk, COMPARE)
    return model, (*((keep("desk", fragment),) if fragment else ()), *commands)


def reckon(model: Model, desk: Desk, message: Message, world: World) -> Answer:
    """Work out a little more of what the page shows."""
    desk = worked_out(desk, model.place.tab, world.now)
    return replace(model, desk=desk), ((LATER,) if is_left(desk, model.place.tab) else ())


def form_of(model: Model) -> Form | None:
    """The form of the test that lies open, with its house rules."""
    desk = model.desk
    if desk is None or desk.open is None:
        return None
    place, tab = desk.open, model.place.tab
    entry = desk.on(tab)[place]
    system = BY_ID[entry.system]
    rules = house_fields(system)

    def put_values(values: Values) -> Answer:
        given = {field.name: values[field.name] for field in system.fields}
        try:
            house = read_form(rules, {field.name: values[field.name] for field in rules})
        except FormError:
            house = entry.house
        given = tracking_of(system).turned(entry.sheet.values, given, house)
        made = Entry(entry.system, sheet_of_values(system, entry.sheet, given, house), house)
        return change_desk(model, desk.with_entry(tab, place, made))

    return Form((*system.fields, *rules), entry.sheet.values | entry.house, put_values)


def at_place(change: Callable[[Model, Entry, Message], Entry]) -> Handler:
    """A handler for a change of one of its tests."""

    def handler(model: Model, desk: Desk, message: Message, world: World) -> Answer:
        place, entries = number(message["data"]["place"]), desk.on(model.place.tab)
        if not 0 <= place < len(entries):
            return model, ()
        entry = change(model, entries[place], message)
        return change_desk(model, desk.with_entry(model.place.tab, place, entry))

    return on_desk(handler)


def choose_system(model: Model, entry: Entry, message: Message) -> Entry:
    """The reader's own test of another system."""
    return own(model, message["value"]) if message["value"] in BY_ID else entry


def note(model: Model, entry: Entry, message: Message) -> Entry:
    """The test with another notation."""
    return replace(entry, sheet=sheet_of_notation(BY_ID[entry.system], entry.sheet, str(message["value"]), entry.house))


def unfold(model: Model, desk: Desk, message: Message, world: World) -> Answer:
    """Open the form of a test, or close it."""
    place = number(message["data"]["place"])
    return replace(model, desk=replace(desk, open=None if desk.open == place else place)), ()


def add(model: Model, desk: Desk, message: Message, world: World) -> Answer:
    """Put one more test beside the others, at first the same as the last one, and go there."""
    entries, place = desk.on(model.place.tab), len(desk.on(model.place.tab))
    if place == MOST_COMPARED:
        return model, ()
    longer = desk.with_entries(model.place.tab, (*entries, entries[-1]))
    model, commands = change_desk(model, replace(longer, open=place))
    return model, (*commands, focus(f"desk-notation-{place}"))


def remove(model: Model, desk: Desk, message: Message, world: World) -> Answer:
    """Take a test away."""
    place = number(message["data"]["place"])
    entries = desk.on(model.place.tab)
    if len(entries) == 1:
        return model, ()
    rest = (*entries[:place], *entries[place + 1 :])
    return change_desk(model, replace(desk.with_entries(model.place.tab, rest), open=None))


def ask(model: Model, desk: Desk, message: Message, world: World) -> Answer:
    """Take over what the curves show."""
    form = message["form"]
    counted = form["counted"] if form.get("counted") in MODES else desk.counted
    return replace(model, desk=replace(desk, counted=counted, distribution=str(form.get("distribution", "")))), ()


def turn(model: Model, desk: Desk, message: Message, world: World) -> Answer:
    """Take over what the heat map goes over; an axis that is chosen twice changes places with the other one."""
    form, now = message["form"], desk.heat
    across, down = str(form.get("across", "")), str(form.get("down", ""))
    if across == down and now:
        across, down = (across, now.grid.across.name) if message["name"] == "across" else (now.grid.down.name, down)
    most = next((size for size in SIZES if str(size) == form.get("most")), desk.most)
    return show_desk(model, over_axes(desk, (across, down), most))


def play(model: Model, desk: Desk, message: Message, world: World) -> Answer:
    """Take over how often the tests are played, how to spend, and where counters start; what is no number stays."""
    form, now = message["form"], desk.playing
    times = read_number(form.get("times"), now.times, 1, MOST_TIMES)
    policy = next((one for one in POLICIES if one == form.get("policy")), now.policy)
    start = {
        name: read_number(form.get(f"start-{name}"), usual, -MOST_START, MOST_START)
        for name, usual in starts(now).items()
    }
    return show_desk(model, replace(desk, playing=replace(now, times=times, policy=policy, start=start, told=None)))


def read_number(given: object, otherwise: int, low: int, high: int) -> int:
    """A number as it was typed, held to what it may be; another one where it is none."""
    text = str(given).strip().replace("−", "-")
    return max(low, min(high, int(text))) if re.fullmatch(r"-?[0-9]{1,9}", text) else otherwise


def stop(model: Model, desk: Desk, message: Message, world: World) -> Answer:
    """Be content with the trials played so far."""
    return replace(model, desk=replace(desk, playing=session_so_far(desk.playing))), (focus("desk-session"),)


def comparison_of(desk: Desk) -> Comparison | None:
    """The comparison, once all of it is known."""
    odds = [one for one in desk.odds if one is not None]
    return Comparison(tuple(odds)) if len(odds) == len(desk.entries) > 1 else None


def share(model: Model, desk: Desk, message: Message, world: World) -> Answer:
    """Share a link that opens the same page anywhere, with what it tells in words."""
    tab = model.place.tab
    fragment, found = link_text(desk, tab), comparison_of(desk)
    if not fragment:
        return notify(model, words.NO_LINK, wrong=True)
    tests = [label_of(entry.test) for entry in desk.on(tab) if entry.test]
    lines = words.with_letters(tests) if tab == COMPARE else tests
    said = "\n".join((*lines, *(differences(found) if found and tab == COMPARE else ())))
    to = f"{Place('', tab).address}#{fragment}"
    return model, ({"do": "share", "title": SCREEN_WORDS[tab], "text": said, "to": to},)


def take_picture(model: Model, desk: Desk, message: Message, world: World) -> Answer:
    """Share the comparison as a picture, or save it as a file that scales."""
    found = comparison_of(desk)
    if found is None:
        return notify(model, words.NOT_YET_ALL, wrong=True)
    drawn = picture(found, desk)
    if message["data"].get("as") == "svg":
        return model, (save_file("comparison.svg", "image/svg+xml", drawn), say(words.SAVED))
    to = f"{Place('', COMPARE).address}#{link_text(desk, COMPARE)}"
    said = "\n".join(differences(found))
    return model, ({"do": "picture", "title": common.COMPARE, "text": said, "to": to, "svg": drawn, "look": {}},)


def save_numbers(model: Model, desk: Desk, message: Message, world: World) -> Answer:
    """Save the numbers of the page for a spreadsheet."""
    found = comparison_of(desk)
    if model.place.tab == CHANGES and desk.sweep and not desk.sweep.rest:
        table = save_file("changes.csv", "text/csv", sweep_csv(desk.sweep.steps))
    elif model.place.tab == SESSION and desk.playing.told and (played := session_now(desk.playing.told)):
        table = save_file("session.csv", "text/csv", session_csv(played))
    elif model.place.tab == COMPARE and found:
        table = save_file("comparison.csv", "text/csv", comparison_csv(found))
    else:
        return notify(model, words.NOT_YET_ALL, wrong=True)
    return model, (table, say(words.SAVED))


OnDesk = Callable[[Model, Desk, Message, World], Answer]


def on_desk(handler: OnDesk) -> Handler:
    """A handler for a page of the desk; elsewhere, as when it was left meanwhile, it does nothing."""

    def answer(model: Model, message: Message, world: World) -> Answer:
        if model.desk is None or not model.place.on_desk:
            return model, ()
        return handler(model, model.desk, message, world)

    return answer


HANDLERS: dict[str, Handler] = {
    "desk-system": at_place(choose_system),
    "desk-notation": at_place(note),
    "desk-open": on_desk(unfold),
    "desk-add": on_desk(add),
    "desk-remove": on_desk(remove),
    "desk-ask": on_desk(ask),
    "desk-axes": on_desk(turn),
    "desk-reckon": on_desk(reckon),
    "desk-session": on_desk(play),
    "desk-stop": on_desk(stop),
    "desk-share": on_desk(share),
    "desk-picture": on_desk(take_picture),
    "desk-table": on_desk(save_numbers),
}
