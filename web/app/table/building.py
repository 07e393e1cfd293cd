"""The test that somebody at the table puts together: told to the others for the screen for everybody, in no log."""

from dataclasses import replace

from app.common.answer import Answer, World
from app.common.tracking import acting, maker
from app.model import Model
from app.table.peers import send
from app.table.state import Peer, Table
from pyrules.campaign.devices import MOST_DEVICES, Building
from pyrules.campaign.events import Device
from pyrules.campaign.links import write_link

EVERY = 250
"""So many milliseconds lie between two of them at least; of those in between, the last is told."""


def announce(before: Model, now: Model, *, touched: bool) -> Answer:
    """Tell the others of the test that the reader puts together, once they `touched` it, and once it is left.

    That it is rolled, they know by the roll.
    """
    table = now.table
    if table is None or not table.others:
        return now, ()
    built = put_together(before, now, table)
    if built == table.built or (built[0] and not touched):
        return now, ()
    now = replace(now, table=replace(table, built=built))
    if now.campaign is not before.campaign and now.result and now.tray and maker(now, now.tray) is None:
        return now, ()
    telling = send(table.others, Building(*built, table.me))
    return now, tuple({**one, "every": EVERY} for one in telling)


def put_together(before: Model, now: Model, table: Table) -> tuple[str, str]:
    """The test that the reader puts together; none for what is kept back."""
    if now.place.tab != "roll" or now.result or now.secret or not now.preferences["building"]:
        return "", ""
    who, test = acting(now), now.sheet.test
    if who and who.hidden:
        return "", ""
    if test is None or before.place != now.place or before.result or test == before.sheet.test:
        return table.built
    return write_link(now.system, test), who.name if who else ""


def hear_building(model: Model, table: Table, peer: Peer, said: Building, world: World) -> Answer:
    """Know what another device puts together, and pass it on."""
    by = peer.device if table.hub and peer.device else said.by
    said = replace(said, by=by)
    others = tuple(one for one in table.others if one.number != peer.number) if table.hub else ()
    building = (*without_building(table, by).building, *((said,) if said.link else ()))
    return replace(model, table=replace(table, building=building[-MOST_DEVICES:])), send(others, said)


def without_building(table: Table, by: Device) -> Table:
    """The table once a device no longer puts a test together."""
    return replace(table, building=tuple(one for one in table.building if one.by != by))
