"""Devices at one table, whatever they do, lose and come back to: in the end they have one log, and all of it."""

from random import Random

import pytest
from hypothesis import example, given, settings, strategies as st

from pyrules.campaign.codec import read_records
from pyrules.campaign.merge import merged
from pyrules.campaign.state import fold
from tests.app_company import Seat, connect, meet, part, reload, settle

ACTIONS = (
    *("roll", "secret", "reroll", "undo", "redo", "reveal", "more", "less"),
    *("say", "say", "part", "reload", "meet", "wait"),
)


class Evening:
    """A hub and its guests, and the ids of all events that they have made at the table."""

    def __init__(self, *seats: Seat) -> None:
        self.seats = seats
        self.hub, *self.guests = seats
        self.made: set[str] = set()
        self.hub.do("table-open")
        for guest in self.guests:
            guest.do("table-join")
            connect(self.hub, guest)
            settle(*seats)

    def step(self, who: int, action: str, number: int) -> None:
        """Have somebody do something, or a connection carry something or end."""
        seat = self.seats[who].go("stepdie/")
        guest = seat in self.guests
        if action == "say" and (heard := seat.can_hear()):
            seat.hear(heard[number % len(heard)])
        elif action in ("part", "reload") and guest:
            self.lose(seat, closes=action == "reload")
        elif action == "meet" and guest and not seat.over:
            meet(self.hub, seat, by_itself=number % 2 == 0)
        else:
            play(seat, action, number)
        for one in self.seats:
            if one is self.hub or one.model.aside:
                self.made |= one.model.campaign.ledger.ids.keys()

    def lose(self, guest: Seat, *, closes: bool) -> None:
        """Lose a guest's connection, or its whole page."""
        if guest.over:
            part(guest)
        if closes:
            reload(guest)

    def lose_hub(self, heir: int, *, closes: bool) -> None:
        """Have the hub go, or its page be closed; a guest opens the table anew, and who went comes back to it."""
        gone = self.hub
        for guest in self.guests:
            if guest.over:
                part(guest)
        if closes:
            for waiting in (gone.said, gone.ends, gone.waits):
                waiting.clear()
            gone.visit("stepdie/")
        else:
            gone.do("table-leave")
        play(gone.go("stepdie/"), "roll", 0)
        self.made |= gone.model.campaign.ledger.ids.keys()
        heirs = [guest for guest in self.guests if guest.gathering.table]
        self.hub = heirs[heir % len(heirs)].do("table-open")
        self.guests = [seat for seat in self.seats if seat is not self.hub]
        gone.do("table-join")

    def end(self) -> None:
        """Have everybody come back and tell all that they know and hid; then they have one log, and all of it."""
        for guest in self.guests:
            if not guest.over:
                meet(self.hub, guest, by_itself=True)
        settle(*self.seats)
        for seat in self.seats:
            seat.wait()
            for entry in seat.model.campaign.entries:
                seat.do("reveal", event=entry.id)
            settle(*self.seats)
        assert not any("was cut off" in seat.text("news") for seat in self.seats)
        if self.hub is self.seats[0]:  # another hub does not know what the first has lent
            assert not any(seat.gathering.unlent for seat in self.seats)
        assert len({seat.log for seat in self.seats}) == 1
        campaign = self.hub.model.campaign
        assert self.made <= campaign.ledger.ids.keys()
        assert campaign == fold(merged(campaign.events, ()).state.events)
        assert len(self.hub.gathering.here) == len(self.seats)
        if self.hub is not self.seats[0]:
            self.seats[0].do("table-leave")
        assert read_records(self.seats[0].records) == (campaign, ())


def play(seat: Seat, action: str, number: int) -> None:
    """Do something with the log."""
    entries = seat.model.campaign.entries
    match action:
        case "roll":
            seat.do("roll")
        case "secret":
            seat.do("secret").do("roll").do("secret")
        case "wait":
            seat.wait()
        case "reroll":
            seat.do("option", option="reroll")
        case "undo" | "redo" | "reveal" if entries:
            seat.do(action, event=entries[number % len(entries)].id)
        case "more" | "less":
            seat.do("count", counter="gm_ip", by="1" if action == "more" else "-1")


STEPS = st.lists(st.tuples(st.integers(0, 2), st.sampled_from(ACTIONS), st.integers(0, 9)), max_size=40)


@settings(max_examples=40, deadline=None)
@given(STEPS, st.tuples(*[st.integers(-2, 2)] * 3))
def test_any_interleaving_and_any_parting_ends_in_one_log(
    steps: list[tuple[int, str, int]], hours: tuple[int, int, int]
) -> None:
    names = zip(("Gm", "Ann", "Bo"), hours, strict=True)
    evening = Evening(*(Seat(name, late=late * 3_600_000) for name, late in names))
    for step in steps:
        evening.step(*step)
    evening.end()


@settings(max_examples=20, deadline=None)
@example(before=[(1, "more", 0), (1, "undo", 0), (1, "reload", 0)], after=[], heir=0, closes=False)  # at one moment
@given(before=STEPS, after=STEPS, heir=st.integers(0, 1), closes=st.booleans())
def test_another_hub_goes_on_with_all_that_anybody_has(
    before: list[tuple[int, str, int]], after: list[tuple[int, str, int]], heir: int, *, closes: bool
) -> None:
    evening = Evening(*map(Seat, ("Gm", "Ann", "Bo")))
    for step in before:
        evening.step(*step)
    settle(*evening.seats)
    for guest in evening.guests:
        if not guest.gathering.table:  # its page was closed, and it is not there again
            meet(evening.hub, guest, by_itself=False)
            settle(*evening.seats)
    evening.lose_hub(heir, closes=closes)
    for step in after:
        evening.step(*step)
    evening.end()


@pytest.mark.untraced
def test_two_hundred_drops_in_one_evening_lose_nothing() -> None:
    chance = Random(29)  # noqa: S311 (the same evening each time)
    evening = Evening(*map(Seat, ("Gm", "Ann", "Bo")))
    drops = 0
    while drops < 200:
        for _ in range(chance.randrange(3)):
            evening.step(chance.randrange(3), chance.choice(("roll", "more", "less", "undo")), chance.randrange(10))
        for _ in range(chance.randrange(7)):
            evening.step(chance.randrange(3), "say", chance.randrange(10))
        guest = chance.randrange(1, 3)
        if evening.seats[guest].over:
            drops += 1
            evening.step(guest, chance.choice(("part", "part", "reload")), 0)
        else:
            evening.step(guest, "meet", chance.randrange(2))
    evening.end()
