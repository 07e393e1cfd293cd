"""Coming back to a table after the page was reloaded, or thrown away by a phone: what is stored for that.

A guest stores the table's log beside its own, a piece at a time, with what was settled there and whom it rolls for. It
is deleted when the guest leaves, and counts for an evening. Every device stores the secrets of the connections that
stand by. A browser that takes them for new connections comes back by itself, as long as the other page lives.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, replace
from functools import lru_cache
from itertools import compress, count
from operator import is_not
from typing import Any, NamedTuple

from app.common.answer import Answer, Command, World, keep, notify
from app.common.carry_over import with_carry_over
from app.model import Model, News
from app.show.watching import with_last_roll
from app.table import words
from app.table.games import read_text
from app.table.peers import FORGET_KEY, make_seats_ready, offer, terms_of, under_house_rules
from app.table.protocol import put_aside
from app.table.state import Loan, Peer, Table
from app.table.talk import Stage
from pyrules.campaign.codec import write_record
from pyrules.campaign.devices import Here, decode, encode, taken_in
from pyrules.campaign.events import Device, Event, Sealed
from pyrules.campaign.rights import Who
from pyrules.campaign.seats import Seat, read_others, write_code
from pyrules.core.errors import RulesError

SAT, PIECE = "sat", "sat {}"
"""The keys of what is stored: the table, and each piece of its log."""

A_PIECE = 50
"""So many records are stored anew with each that is added."""

MOST = 10_000
"""A longer log is not stored: what the guest has added is kept anyway."""

EVENING = 12 * 3_600_000
"""Milliseconds after which who comes to the app is no longer on the way back."""

SOON = 3_600_000
"""Milliseconds within which a page that is opened again connects by itself, and a hub's has its table open."""


def store_way_back(before: Model, now: Model, world: World) -> tuple[Command, ...]:
    """Have stored what this device needs to come back, as far as it is another by now; nothing once it has left."""
    was, table = sat_at(before), sat_at(now)
    if table is None:
        return forget_table(len(before.campaign.events)) if was else ()
    events = now.campaign.events
    needs = needs_of(now, table)
    if was and events is before.campaign.events and needs_of(before, was) == needs:
        return ()
    told = {
        "table": table.id,
        "hub": table.hub,
        "here": encode(needs.here),
        "acting": needs.acting,
        "challenge": needs.challenge,
        "game": needs.game,
        "met": needs.met,
        "lent": needs.loans,
        "ways": [
            [own.user, own.password, code_of(to, hub=not table.hub), *astuple(of), sorted(people)]
            for own, to, of, people in needs.ways
        ],
        "offset": table.offset,
        "at": world.now(),
    }
    if table.hub or len(events) > MOST:
        return (keep(SAT, {**told, "lines": 0}),)
    earlier = before.campaign.events if was else ()
    start = next(compress(count(), map(is_not, earlier, events)), min(len(earlier), len(events)))
    return (keep(SAT, {**told, "lines": len(events)}), *pieces(events, start))


def sat_at(model: Model) -> Table | None:
    """The table where the reader sits as a guest, or that was opened with the log that is here."""
    table = model.table
    if table is None or not table.id or table.hub is bool(model.aside) or not (table.hub or table.host):
        return None
    return table


Way = tuple[Seat, Seat, Device, frozenset[Who]]
"""A connection by which a device comes back: this one's own seat, the other's, whose that is, whom it rolls for."""


class Needed(NamedTuple):
    """The data that a device needs to come back to its table, beside the log."""

    here: Here
    """The terms of the table when this device was there last."""
    acting: dict[str, str]
    """Whom a guest rolls for in each system."""
    challenge: str
    ways: tuple[Way, ...]
    game: str
    """The game of its own that the hub plays."""
    met: list[str]
    """The systems in which a guest has said who they are."""
    loans: list[list[str]]


def needs_of(model: Model, table: Table) -> Needed:
    """Return what this device needs to come back to its table."""
    game = table.game.hash if table.hub and table.game else ""
    here = replace(terms_of(model, table, (table.host or table.me, table.me)), system="")
    acting, challenge = ({}, "") if table.hub else (model.acting, model.challenge)
    return Needed(here, acting, challenge, tuple(ways(table)), game, sorted(table.met), open_loans(model, table))


def open_loans(model: Model, table: Table) -> list[list[str]]:
    """The seeds that were lent for rolls of which the log has a seal, or nothing as yet."""
    known = model.campaign.ledger.ids
    open_ones = (loan for loan in table.loans if loan.event in known or not loan.finished)
    loans = (loan for loan in open_ones if isinstance(known.get(loan.event), Sealed | None))
    return [[loan.event, loan.seed, loan.commit] for loan in loans]


def ways(table: Table) -> Iterator[Way]:
    """The connections by which devices come back."""
    for peer in table.peers:
        spare = table.spare_of(peer.number)
        own, to = (peer.seat, peer.to) if peer.stage is Stage.AWAY else (spare.seat if spare else None, peer.spare)
        if own and to and peer.device:
            yield own, to, peer.device, peer.people


@lru_cache(maxsize=16)
def code_of(seat: Seat, *, hub: bool) -> str:
    """The code of one seat; kept, as it is stored anew with each line of the log."""
    return write_code((seat,), hub=hub)


def pieces(events: Sequence[Event], start: int) -> Iterator[Command]:
    """The pieces of a log from the one on that has a place."""
    for number in range(start // A_PIECE, -(-len(events) // A_PIECE)):
        yield keep(PIECE.format(number), [*map(write_record, events[number * A_PIECE :][:A_PIECE])])


def forget_table(lines: int) -> tuple[Command, ...]:
    """Have nothing stored of a table with so long a log."""
    return (keep(SAT, None), *(keep(PIECE.format(number), []) for number in range(-(-min(lines, MOST) // A_PIECE))))


def sit_again(model: Model, kept: Mapping[str, Any], world: World) -> Answer:
    """Sit again where the reader sat when the page was closed, and try the ways back.

    A guest is cut off from the table as yet, a hub has it open again. What cannot be read is left out.
    """
    sat: Any = kept.get(SAT)
    try:
        name, hub, lines, passed = str(sat["table"]), bool(sat["hub"]), int(sat["lines"]), world.now() - int(sat["at"])
        here, offset = decode(str(sat["here"])), int(sat["offset"])
        acting = {system: str(sat["acting"].get(system, "")) for system in model.acting}
        challenge = str(sat.get("challenge", ""))
        loans = [Loan(str(event), str(seed), str(commit), of=0) for event, seed, commit in sat.get("lent", ())]
        met = frozenset(map(str, sat.get("met", ())))
        found = [way_back(way, number, hub=hub) for number, way in enumerate(sat["ways"], 1)]
    except (AttributeError, KeyError, TypeError, ValueError, RulesError):
        return model, ()
    found = found if 0 <= passed < SOON else []
    known = name and isinstance(here, Here) and len(here.devices) > 1 and 0 <= passed < EVENING
    if not (known and isinstance(here, Here)) or (hub and not found):
        return model, (*forget_table(lines), FORGET_KEY)
    host, me = here.devices[:2]
    table = Table(name, hub, me, (me,), tuple(peer for peer, _, _ in found), len(found), offset=offset)
    table = replace(
        table,
        loans=tuple(loans),
        fair=here.fair,
        all_may=here.all_may,
        unlent=here.unlent,
        host=None if hub else host,
        met=met,
    )
    again = tuple({**offer(model, peer.number), "user": user, "password": word} for peer, user, word in found)
    if hub:
        model, seats = make_seats_ready(replace(model, table=table.with_state(model.campaign)))
        told = model.news or News("")
        model, aloud = notify(model, f"{told.said} {words.REOPENED}".strip(), wrong=told.wrong)
        return model, (*again, *seats, *read_text(model, str(sat.get("game"))), *aloud)
    if model.unsent_to == name:
        table = table.with_made(model.unsent, me)
    model = under_house_rules(put_aside(model, name), {system: dict(rules) for system, rules in here.house})
    records = (record for number in range(-(-lines // A_PIECE)) for record in kept.get(PIECE.format(number)) or ())
    try:
        model = replace(model, campaign=taken_in(model.campaign, [*map(str, records)])[0])
    except RulesError as error:
        model = replace(model, news=News(words.kept_unread(error.plain_words), wrong=True))
    model = replace(model, table=table.with_state(model.campaign), acting=acting, challenge=challenge)
    model, _ = with_carry_over(None, model)
    return with_last_roll(model), again


def way_back(way: Any, number: int, *, hub: bool) -> tuple[Peer, str, str]:
    """A connection that waits for a device to come back, and this one's own secrets for it."""
    user, password, code, name, colour, *more = way
    people = frozenset((str(system), str(who)) for system, who in (more[0] if more else ()))
    to = read_others(str(code), hub=hub, own=()).seats[0]
    return Peer(number, to=to, stage=Stage.AWAY, device=Device(str(name), str(colour)), people=people), user, password
