"""A scene: in which order people and foes act, whose turn it is, and the notes on it.

The order is recorded as a whole, so that moving a person in it is one event; whose turn it is, is recorded by itself.
The round is a counter that every system has. People who were renamed act under the name they have now, and those who
were removed keep their place for the case that they come back.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pyrules.campaign.events import PLAYER, Facts
from pyrules.campaign.namesakes import rename_person
from pyrules.campaign.people import read_facts, write_facts
from pyrules.campaign.state import State
from pyrules.core.form import Field, rows_of

ORDER, TURN, NOTES = "order", "turn", "scene"
MOST_PLACES = 100
MOST_SCORE = 9_999

WHO = Field("who", "Who", "text", "")
AFTER = Field("after", "After", "text", "")
SCORE = Field("score", "Score", "number", None, -MOST_SCORE, MOST_SCORE, optional=True)
PLACES = Field(
    "places",
    "Order",
    "rows",
    [],
    high=MOST_PLACES,
    columns=(WHO, SCORE),
)


@dataclass(frozen=True, slots=True)
class Place:
    """Someone's place in the order, and what a test that decided it came to (None: no test did)."""

    who: str
    score: int | None = None


@dataclass(frozen=True, slots=True)
class Turns:
    """Those who act, in their order, and the one whose turn it is ("" for nobody).

    `last` is who has acted last, where they did not know who comes next.
    """

    order: tuple[Place, ...] = ()
    now: str = ""
    last: str = ""

    def place(self, who: str) -> int:
        """Someone's place in the order; -1 for a person who does not act."""
        return next((number for number, place in enumerate(self.order) if place.who == who), -1)

    @property
    def next(self) -> str:
        """Who acts next: after the last one comes the first."""
        return self.order[(self.place(self.now or self.last) + 1) % len(self.order)].who if self.order else ""

    @property
    def ends_round(self) -> bool:
        """True if the next turn is in another round."""
        return self.place(self.now or self.last) == len(self.order) - 1

    def tied_with(self, who: str) -> tuple[str, ...]:
        """Those whose test came to the same."""
        score = self.order[self.place(who)].score
        others = (place for place in self.order if place.who != who)
        return tuple(place.who for place in others if score is not None and place.score == score)


def turns(state: State, system: str) -> Turns:
    """The turns of a system's scene as they stand."""
    everybody = _order(state, system)
    present = state.records_of(system, PLAYER)
    order = tuple(place for place in everybody if place.who in present)
    now, last = _now(state, system)
    names = [place.who for place in everybody]
    if now in names:  # who was removed in their turn leaves it to the next one
        at = names.index(now)
        now = next((name for name in (*names[at:], *names[:at]) if name in present), "")
    return Turns(order, now if now in present and now in names else "", last)


def _order(state: State, system: str) -> tuple[Place, ...]:
    """The recorded order with the names of now, those who were removed among them."""
    written = state.latest_record(system, ORDER, "")
    if written is None:
        return ()
    places = read_order(written.facts or ())
    return tuple(replace(place, who=state.current_name(system, place.who, written.id)) for place in places)


def _now(state: State, system: str) -> tuple[str, str]:
    """Whose turn it is, or after whom another person's is, by the names of now."""
    written = state.latest_record(system, TURN, "")
    if written is None:
        return "", ""
    facts = written.facts or ()
    now, last = (
        state.current_name(system, who, written.id) if who else "" for who in (read_turn(facts), read_done(facts))
    )
    return now, last


def notes(state: State, system: str) -> str:
    """The notes on a system's scene."""
    return read_notes(state.records_of(system, NOTES).get("", ()))


def read_order(facts: Facts) -> tuple[Place, ...]:
    """An order as it was recorded."""
    rows = zip(read_facts((PLACES,), facts)[PLACES.name], rows_of(PLACES, dict(facts)), strict=False)
    return tuple(Place(rename_person(row["who"], str(raw.get("who", ""))), row["score"]) for row, raw in rows)


def read_turn(facts: Facts) -> str:
    """Whose turn was recorded."""
    return rename_person(str(read_facts((WHO,), facts)["who"]), str(dict(facts).get("who", "")))


def read_done(facts: Facts) -> str:
    """Who was recorded to be done, where it was not known who comes next; "" for nobody."""
    return rename_person(str(read_facts((AFTER,), facts)["after"]), str(dict(facts).get("after", "")))


def read_notes(facts: Facts) -> str:
    """Notes as they were recorded."""
    written = dict(facts).get(NOTES, "")
    return written if isinstance(written, str) else ""


def order_facts(order: Sequence[Place]) -> Facts:
    """An order as it is recorded."""
    rows = [{"who": place.who, "score": place.score} for place in order[:MOST_PLACES]]
    return write_facts((PLACES,), {PLACES.name: rows})


def turn_facts(who: str) -> Facts:
    """Whose turn it is, as it is recorded."""
    return write_facts((WHO,), {"who": who})


def done_facts(who: str) -> Facts:
    """That a person is done, and it is not known who comes next, as it is recorded."""
    return write_facts((AFTER,), {"after": who})


def notes_facts(text: str) -> Facts:
    """Notes as they are recorded."""
    return ((NOTES, text),)


def move_place(order: Sequence[Place], who: str, by: int) -> tuple[Place, ...]:
    """The order with a person n places later, or earlier below 0, as far as it goes.

    >>> [place.who for place in move_place((Place("Ann"), Place("Bo"), Place("Cy")), "Ann", 1)]
    ['Bo', 'Ann', 'Cy']
    """
    at = next(number for number, place in enumerate(order) if place.who == who)
    others = [place for place in order if place.who != who]
    others.insert(max(at + by, 0), order[at])
    return tuple(others)


def order_by_score(order: Sequence[Place], scores: dict[str, int | None]) -> tuple[Place, ...]:
    """The order by these scores, the highest first; who has none acts last, and who has the same stays as before.

    >>> order = order_by_score((Place("Ann"), Place("Bo"), Place("Cy", 3)), {"Bo": 5, "Ann": 5})
    >>> [(place.who, place.score) for place in order]
    [('Ann', 5), ('Bo', 5), ('Cy', 3)]
    """
    places = [replace(place, score=scores.get(place.who, place.score)) for place in order]
    return tuple(sorted(places, key=lambda place: (place.score is None, -(place.score or 0))))
