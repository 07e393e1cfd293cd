"""Everybody at the table on the hub's Roll screen, to be unfolded: turns, who rolls for whom, and all counters."""

from collections.abc import Iterator

from app.common.count import count, own_counters
from app.common.device import device
from app.common.html import Child, Markup, button, tag
from app.common.own_screens import screens_of
from app.common.tracking import in_sight, turns_of
from app.model import Model
from app.table import words
from app.table.requests import rolls_for
from app.table.state import Table
from app.tracker import words as tracker_words
from app.tracker.turns_view import delay
from pyrules.campaign.events import Device
from pyrules.campaign.scene import Turns
from pyrules.campaign.tracking import Person


def everybody(model: Model, table: Table) -> Markup | None:
    """A line for each: which device rolls for them, and their counters; and what begins the turns, or delays one."""
    found, now = in_sight(model), turns_of(model)
    shared = [one.id for one in model.system.counters if one.each == "campaign"]
    if not (found or shared):
        return None
    return tag(
        "details",
        tag("summary", words.EVERYBODY),
        turns(model, now) if found else None,
        tag("div", (count(model, one) for one in shared), class_="own") if shared else None,
        tag("ul", (line(model, table, one, now) for one in found), class_="everybody") if found else None,
        tag("p", words.WATCHING, " ", watching) if (watching := [*of_nobody(model, table)]) else None,
        id="everybody",
        class_="card",
    )


def turns(model: Model, now: Turns) -> Markup:
    """Draw the buttons that begin the turns or have one wait; the one that goes on stands above."""
    return tag(
        "div",
        delay(model, now)
        if now.order
        else button("turns-begin", tracker_words.TURNS_BEGIN)
        if screens_of(model.system.id).ordered
        else None,
        class_="choices",
    )


def line(model: Model, table: Table, one: Person, now: Turns) -> Markup:
    """One who may roll: the devices that roll for them, and the counters that are theirs."""
    devices = [each for each, who in rollers(model, table) if who == one.name]
    return tag(
        "li",
        tag("h3", one.name, [(" ", device(each)) for each in devices]),
        tag("div", (count(model, each.id, one.name) for each in own_counters(model, one)), class_="own"),
        aria_label=one.name,
        aria_current="true" if one.name == now.now else None,
    )


def rollers(model: Model, table: Table) -> Iterator[tuple[Device, str]]:
    """Each device at the table with whom it rolls for here, "" for nobody."""
    system = model.place.system
    yield table.me, model.acting.get(system, "")
    for peer in table.others:
        if peer.device:
            yield peer.device, rolls_for(table, system, peer.device)


def of_nobody(model: Model, table: Table) -> Iterator[Child]:
    """The guests that roll for nobody here."""
    for each, who in rollers(model, table):
        if not who and each != table.me:
            yield device(each)
            yield " "
