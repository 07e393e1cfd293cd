"""Coming back to a table after the page was reloaded, or thrown away by a phone: what is stored for that.

A guest stores the table's log beside its own, a piece at a time, with what was settled there and whom it rolls for. It
is deleted when the guest leaves, and counts for an evening.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import compress, count
from operator import is_not
from typing import Any

from app.common.answer import Answer, Command, World, keep
from app.common.tracking import with_carry_over
from app.model import Model
from app.show.watching import watched
from app.table.peers import settled, under_house_rules
from app.table.protocol import put_aside
from app.table.state import Table
from pyrules.campaign.codec import write_record
from pyrules.campaign.devices import Here, decode, encode, taken_in
from pyrules.campaign.events import Device, Event
from pyrules.core.errors import RulesError

SAT, PIECE = "sat", "sat {}"
"""The keys of what is stored: the table, and each piece of its log."""

A_PIECE = 50
"""So many records are stored anew with each that is added."""

MOST = 10_000
"""A longer log is not stored: what the guest has added is kept anyway."""

EVENING = 12 * 3_600_000
"""Milliseconds after which who comes to the app is no longer on the way back."""


def stored(before: Model, now: Model, world: World) -> tuple[Command, ...]:
    """Have stored what a guest needs to come back, as far as it is another by now; nothing once they have left."""
    was, table = guests(before), guests(now)
    if table is None or table.host is None:
        return forgotten(len(before.campaign.events)) if was else ()
    events, earlier = now.campaign.events, before.campaign.events if was else ()
    here = at_last(now, table, table.host)
    same = was and was.host and here == at_last(before, was, was.host) and now.acting == before.acting
    if same and events is earlier:
        return ()
    told = {"table": table.id, "here": encode(here), "acting": now.acting, "offset": table.offset, "at": world.now()}
    start = next(compress(count(), map(is_not, earlier, events)), min(len(earlier), len(events)))
    if len(events) > MOST:
        return (keep(SAT, {**told, "lines": 0}),)
    return (keep(SAT, {**told, "lines": len(events)}), *pieces(events, start))


def at_last(model: Model, table: Table, host: Device) -> Here:
    """What was settled at the table when this device was there last, with both devices."""
    return replace(settled(model, table, (host, table.me)), system="")


def guests(model: Model) -> Table | None:
    """The table of another at which the reader sits."""
    return model.table if model.aside and model.table and model.table.id and not model.table.hub else None


def pieces(events: Sequence[Event], start: int) -> Iterator[Command]:
    """The pieces of a log from the one on that has a place."""
    for number in range(start // A_PIECE, -(-len(events) // A_PIECE)):
        yield keep(PIECE.format(number), [*map(write_record, events[number * A_PIECE :][:A_PIECE])])


def forgotten(lines: int) -> tuple[Command, ...]:
    """Have nothing stored of a table with so long a log."""
    return (keep(SAT, None), *(keep(PIECE.format(number), []) for number in range(-(-min(lines, MOST) // A_PIECE))))


def returned(model: Model, kept: Mapping[str, Any], world: World) -> Answer:
    """Sit again at the table where the reader sat when the page was closed, cut off from it as yet.

    What cannot be read is left out: it comes again from the table.
    """
    sat: Any = kept.get(SAT)
    try:
        name, lines, passed = str(sat["table"]), int(sat["lines"]), world.now() - int(sat["at"])
        here, offset = decode(str(sat["here"])), int(sat["offset"])
        acting = {system: str(sat["acting"].get(system, "")) for system in model.acting}
    except (AttributeError, KeyError, TypeError, ValueError, RulesError):
        return model, ()
    if not (name and isinstance(here, Here) and len(here.devices) > 1 and 0 <= passed < EVENING):
        return model, forgotten(lines)
    host, me = here.devices[:2]
    table = Table(name, hub=False, me=me, here=(me,), host=host, offset=offset)
    table = replace(table, fair=here.fair, all_may=here.all_may, unlent=here.unlent)
    if model.unsent[0] == name:
        table = table.with_made(model.unsent[1], me)
    model = under_house_rules(put_aside(model, name), {system: dict(rules) for system, rules in here.house})
    records = (record for number in range(-(-lines // A_PIECE)) for record in kept.get(PIECE.format(number)) or ())
    with suppress(RulesError):
        model = replace(model, campaign=taken_in(model.campaign, [*map(str, records)])[0])
    model, _ = with_carry_over(None, replace(model, table=table.followed(model.campaign), acting=acting))
    return watched(model), ()
