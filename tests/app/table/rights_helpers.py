"""Helpers of the tests of the rights, which other tests use too."""

from dataclasses import replace

from pyrules.campaign.codec import write_event
from pyrules.campaign.devices import Added, encode
from pyrules.campaign.events import Device, Event
from tests.app.table.seats import Seat, company, settle

WHEN = 1_790_000_100_000


def playing() -> list[Seat]:
    """A game master, Ann who rolls for Kira, and Bo who rolls for Lou; not everything is everybody's."""
    gm, ann, bo = seats = company("Gm", "Ann", "Bo")
    for name in ("Kira", "Lou"):
        gm.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": name})
    gm.do("table-terms", form={"fair": "on"})
    settle(*seats)
    ann.do("who", called="Kira")
    bo.do("who", called="Lou")
    settle(*seats)
    return seats


def say(hub: Seat, name: str, *events: Event, by: Device | None) -> None:
    """Have a device say that it adds events, as a program of its own making may."""
    [number] = [peer.number for peer in hub.table.others if peer.device and peer.device.name == name]
    signed = (write_event(replace(event, by=by)) for event in events)
    hub.do("table-heard", encode(Added(tuple(signed), by)), peer=number)
