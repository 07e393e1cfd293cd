"""Helpers of the tests of the huddle, which other tests use too."""

from pyrules.campaign.events import PLAYER, Facts, Recorded
from pyrules.systems.relics import RELICS
from tests.app.table.seats import Seat, connect, settle

TRAIT = (("kind", "simple"), ("value", 1), ("dice", 2), ("destiny", 0), ("doom", 0))


def pc(name: str, *traits: str) -> Recorded:
    """A PC with such traits."""
    rows = [
        (f"traits.{place}.{key}", value)
        for place, label in enumerate(traits)
        for key, value in (("label", label), *TRAIT)
    ]
    facts: Facts = (("primary", "Social"), *rows)
    return Recorded(name, 0, RELICS.id, PLAYER, name, facts)


def huddle(*names: str) -> list[Seat]:
    """A hub whose log has a Cohort and a Challenge, and guests, each with the Cohort's turn in the form."""
    gm, *_ = seats = [Seat(names[0], "relics/tracker/", events=[pc("Anja", "Aim", "Guard"), pc("Boris", "Aim")])]
    gm.do("edit", subject="challenge")
    gm.do("edit-save", form={"called": "Riot", "type": "Social", "threat": "Minor", "rating": "5"})
    gm.do("lead", challenge="Riot", called="Anja").do("table-open")
    for name in names[1:]:
        guest = Seat(name, "relics/").do("table-join")
        seats.append(guest)
        connect(gm, guest)
        settle(*seats)
    for seat in seats:
        seat.go("relics/").do("table-watch").do("play", challenge="Riot")
    settle(*seats)
    return seats


def traits(seat: Seat) -> list[str]:
    """The traits that the form has."""
    return [row["name"] for row in seat.model.sheet.values["traits"]]
