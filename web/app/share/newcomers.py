"""Somebody goes to another campaign as a file, a link or a picture of that link, and comes from there."""

import re
from collections.abc import Sequence
from dataclasses import replace

from app.common.answer import Answer, Handler, Message, World, focus, notify, save_file, say
from app.common.code import camera_handlers
from app.common.subjects import joining, recording
from app.log import words as log_words
from app.log.appending import enter_events
from app.meant import number
from app.model import Model
from app.place import Place
from app.share import words
from app.share.address import MOST_IN_A_CODE, plain_address, without_link
from app.tracker.state import Newcomer
from pyrules.campaign.codec import read_log, write_log
from pyrules.campaign.events import PLAYER, Recorded
from pyrules.campaign.links import PERSON, read_person, write_person
from pyrules.campaign.people import free_name, people, person
from pyrules.campaign.tracking import Person
from pyrules.core.characters import bare_fragment
from pyrules.core.errors import RulesError


def person_meant(model: Model, message: Message) -> Person | None:
    """Whom a message is about."""
    return person(model.campaign, model.system, str(message["data"]["called"]))


def as_file(model: Model, message: Message, world: World) -> Answer:
    """Give somebody as a file: a log with nothing else in it."""
    one = person_meant(model, message)
    if one is None:
        return model, ()
    log = write_log((recording(model, one, world),))
    return model, (save_file(f"pyrules-{model.system.id}-{file_name(one.name)}.json", "application/json", log),)


def file_name(name: str) -> str:
    """A name as it can stand in a file's.

    >>> file_name("Guard 2"), file_name("../?")
    ('guard-2', 'someone')
    """
    return "-".join(re.findall(r"\w+", name.lower())) or "someone"


def from_file(model: Model, message: Message, world: World) -> Answer:
    """Add everybody of the system whom a log from a file has."""
    text, data = message["value"], message["data"]
    if text is None:
        size, most = number(data["size"]), number(data["most"])
        return notify(model, log_words.too_big(size, most) if size > most else log_words.NOT_A_FILE, wrong=True)
    try:
        found = people(read_log(str(text).removeprefix("\ufeff")), model.system)
    except RulesError as error:
        return notify(model, log_words.import_refused(str(data["name"]), error.plain_words), wrong=True)
    if not found:
        return notify(model, words.nobody_there(str(data["name"]), model.system.title), wrong=True)
    return add_people(model, found, world)


def add_people(model: Model, found: Sequence[Person], world: World) -> Answer:
    """Add people with counters at their start; whose name is taken gets the next number."""
    taken = {*model.campaign.records_of(model.system.id, PLAYER)}
    events: list[Recorded] = []
    for one in found:
        name = free_name(one.name, taken)
        taken.add(name)
        events.append(joining(model, replace(one, name=name), world))
    return enter_events(model, tuple(events), words.written_down(*(event.name for event in events)))


def as_link(model: Model, message: Message, world: World) -> Answer:
    """Hand somebody on as a link."""
    one = person_meant(model, message)
    if one is None:
        return model, ()
    try:
        to = address_of(model, one)
    except RulesError as error:
        return notify(model, words.no_link(one.name, error.plain_words), wrong=True)
    title = words.about(model.system.title, one.name)
    return model, ({"do": "share", "title": title, "text": title, "to": to},)


def as_code(model: Model, message: Message, world: World) -> Answer:
    """Show somebody's link as a picture for a camera; a second tap takes it away."""
    one = person_meant(model, message)
    if one is None:
        return model, ()
    if model.tracker.code_of == one.name:
        return replace(model, tracker=replace(model.tracker, code_of="", code=())), ()
    try:
        to = address_of(model, one)
    except RulesError as error:
        return notify(model, words.no_link(one.name, error.plain_words), wrong=True)
    if len(to) > MOST_IN_A_CODE:
        return notify(model, words.no_code_of(one.name), wrong=True)
    model = replace(model, tracker=replace(model.tracker, code_of=one.name, code=()))
    return model, ({"do": "draw", "on": "person-drawn", "peer": one.name, "text": to, "link": True},)


def address_of(model: Model, one: Person) -> str:
    """The address of the app that brings somebody; raises `RulesError` where it would be too long."""
    return f"{Place(model.system.id, 'tracker').address}#{write_person(model.system, one)}"


def show_code(model: Model, message: Message, world: World) -> Answer:
    """Show the picture once it is drawn."""
    if message["data"]["peer"] != model.tracker.code_of:
        return model, ()
    rows = tuple(str(message["value"]).split("\n"))
    return replace(model, tracker=replace(model.tracker, code=rows)), (say(words.CODE_SHOWN),)


def ask_about_link(model: Model, fragment: str) -> Answer:
    """Ask whether somebody whom a link brought is to be added; a bad link changes nothing."""
    try:
        system, one = read_person(fragment)
    except RulesError as error:
        return notify(model, words.bad_link(error.plain_words.rstrip(".")), wrong=True)
    place = Place(system.id, "tracker")
    model = replace(without_link(model), place=place, newcomer=Newcomer(system.id, one))
    to = f"{place.address}#{fragment}"
    return model, ({"do": "go", "to": to, "replace": True}, say(words.asks_to_join(one.name)))


def add(model: Model, message: Message, world: World) -> Answer:
    """Add somebody whom a link brought."""
    newcomer = model.newcomer
    if newcomer is None or newcomer.system != model.system.id:
        return model, ()
    model, commands = add_people(replace(model, newcomer=None), (newcomer.person,), world)
    return model, (*commands, plain_address(model))


def leave(model: Model, message: Message, world: World) -> Answer:
    """Add nobody."""
    return replace(model, newcomer=None), (plain_address(model),)


def scan(model: Model, message: Message, world: World) -> Answer:
    """Look for somebody's code with the camera."""
    return looking(model, scanning=True), ({"do": "scan", "on": "person"}, focus("stop-camera"))


def looking(model: Model, *, scanning: bool) -> Model:
    """The model with the camera on, or off."""
    return replace(model, tracker=replace(model.tracker, scanning=scanning))


def ask_about_code(model: Model, message: Message, world: World) -> Answer:
    """Ask about whoever the code brings that the camera has seen."""
    model, fragment = looking(model, scanning=False), bare_fragment(str(message["value"]).rpartition("#")[2])
    if not fragment.startswith(PERSON):
        return notify(model, words.bad_link(words.BRINGS_NOBODY), wrong=True)
    return ask_about_link(model, fragment)


HANDLERS: dict[str, Handler] = {
    "person-file": as_file,
    "person-import": from_file,
    "person-link": as_link,
    "person-code": as_code,
    "person-drawn": show_code,
    "person-add": add,
    "person-leave": leave,
    "person-scan": scan,
    **camera_handlers("person", looking),
    "person-scanned": ask_about_code,
}
