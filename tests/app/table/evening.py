"""Evenings of several devices at one table, drawn at random or written down: what may befall them, and how it ends.

Connections carry one thing at a time, in the order it was said on each of them, and end at any moment. Nobody lies. In
the end all come back, and then all have one log, with all of it, and nobody was cut off or accused. Nobody hears what
another hides, and nobody is rolled for by two devices where not everything is everybody's.
"""

import json
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from app.program import back_at_a_table
from app.restore import initial_model
from app.table.huddle import common
from app.table.talk import Signal, Stage, TalkEvent

from pyrules.campaign.codec import read_records
from pyrules.campaign.devices import (
    Added,
    Answered,
    Asked,
    Building,
    Bye,
    Called,
    Commit,
    Declared,
    Doubted,
    Game,
    Hello,
    Here,
    Seed,
    Settled,
    Spare,
    Taken,
)
from pyrules.campaign.events import COLOURS, Rolled
from pyrules.campaign.merge import merge_logs
from pyrules.campaign.namesakes import unmark_name
from pyrules.campaign.people import HIDDEN, people
from pyrules.campaign.sealing import covers, fuller_event, line_of
from pyrules.campaign.state import State, fold
from pyrules.campaign.tracking import Person
from pyrules.systems.relics import RELICS
from pyrules.systems.stepdie import STEPDIE
from tests.app.table.seats import Seat, connect, cut_power, forget, meet, part, reload, settle

ACCUSED = ("was cut off", "signed with the name")
NAMES = ("Gm", "Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")
HOUR = 3_600_000
HOURS = (0, 0, 0, -2, 1, 10, -30, 72, -24 * 400, 24 * 4_000)
"""The hours by which clocks are late."""

PLOTTED = {"foe": 4, "show": 4, "rename": 1, "remove": 1, "harm": 2, "notes": 1, "turns": 2}
COMES_FROM: dict[TalkEvent, dict[str, int]] = {
    Signal.PAIRED: {"meet": 14},
    Signal.OPENED: {"reload": 4},
    Signal.LOST: {"part": 7},
    Hello: {"claim": 3, "acts": 2},
    Called: {"sign": 1},
    Here: {"terms": 1, "clock": 1},
    Taken: {"person": 2, "namesake": 2},
    Spare: {"say": 40},
    Bye: {"hub": 2},
    Added: {"secret": 5, "undo": 2, "redo": 1, "reveal": 2, "more": 2, "less": 2, **PLOTTED},
    Commit: {"roll": 9},
    Seed: {"reroll": 3},
    Doubted: {"wait": 2, "twice": 3},
    Asked: {"ask": 2},
    Answered: {"answer": 5},
    Settled: {"all": 1, "done": 1},
    Building: {"build": 2},
    Declared: {"declare": 2},
    Game: {"game": 1},
}
"""The steps that bring about each row of the table of the talk, and how often each is drawn."""

STEPS = {action: often for steps in COMES_FROM.values() for action, often in steps.items()}
CUTS = {"cut": 6}
"""What befalls devices whose power may be cut."""

TERMS = (("fair", "all_may"), ("fair",), ("fair", "all_may"), ("all_may",))

IN_LETTERS = str.maketrans("0123456789", "abcdefghij")

Step = tuple[int, str, int]
"""Which seat, what it does or what happens to it, and a number to choose by."""


@dataclass(frozen=True, slots=True)
class Story:
    """The hours by which each seat's clock is late, and the steps one after another; the first seat is the hub."""

    late: tuple[int, ...]
    steps: tuple[Step, ...]


def random_story(seed: int, seats: int, steps: int, *, cuts: bool = False) -> Story:
    """A story at random, always the same for a seed; with power `cuts`, if it is to have some."""
    chance = Random(seed)  # noqa: S311 (the same story each time)
    late = tuple(chance.choice(HOURS) for _ in range(seats))
    befalling = STEPS | CUTS if cuts else STEPS
    actions = chance.choices([*befalling], [*befalling.values()], k=steps)
    return Story(late, tuple((chance.randrange(seats), action, chance.randrange(10)) for action in actions))


class Evening:
    """A hub and its guests, and the ids of all events that they have made at the table."""

    def __init__(self, *seats: Seat) -> None:
        self.seats = seats
        self.hub, *self.guests = seats
        self.made: set[str] = set()
        self.shown: set[str] = set()
        self.listened = dict.fromkeys((seat.name for seat in seats), 0)
        self.hub.do("table-open")
        for guest in self.guests:
            guest.do("table-join")
            connect(self.hub, guest)
            settle(*seats)

    def step(self, who: int, action: str, number: int) -> None:
        """Have somebody do something, or a connection carry something or end."""
        seat = self.seats[who].go("stepdie/")
        match action:
            case "roll" | "secret" | "reroll" | "undo" | "redo" | "reveal" | "more" | "less":
                play(seat, action, number)
            case "person" | "namesake" | "claim":
                self.enrol(seat.go("stepdie/tracker/"), action, number)
            case "ask" | "answer" | "all" | "done":
                ask(seat, action, number)
            case "build" | "declare" | "game":
                prepare(seat, action, number)
            case _ if action == "acts" or action in PLOTTED:
                plot(seat.go("stepdie/tracker/"), action, number)
            case _:
                self.happen(seat, action, number)
        self.check_secrets()
        self.check_claims()
        if seat is self.hub or seat.model.aside:
            self.made |= seat.model.campaign.ledger.ids.keys()

    def enrol(self, seat: Seat, action: str, number: int) -> None:
        """Write somebody down, perhaps of the name of somebody hidden, or choose for whom to roll."""
        hidden = sorted(unmark_name(foe.name) for one in self.seats for foe in foes(one) if foe.hidden)
        name = hidden[number % len(hidden)] if action == "namesake" and hidden else f"Nova {number % 3 + 1}"
        known = [one for one in people(seat.model.campaign, STEPDIE) if not one.foe]
        if action == "claim" and known:
            seat.do("who", called=known[number % len(known)].name)
        elif action != "claim":
            kind = "foe" if action == "namesake" and number % 2 else "player"
            seat.do("edit", subject=kind).do("edit-save", form={"called": name, "many": "1"})

    def check_secrets(self) -> None:
        """Nobody has heard what is written down of a foe whom another device hides, and has never shown."""
        self.shown |= {text for seat in self.seats for text in own_texts(seat, hidden=False)}
        heard = {seat.name: "".join(seat.heard[self.listened[seat.name] :]) for seat in self.seats}
        self.listened = {seat.name: len(seat.heard) for seat in self.seats}
        if not any(heard.values()):
            return
        for seat in self.seats:
            for secret in own_texts(seat, hidden=True) - self.shown:
                told = [other for other, texts in heard.items() if other != seat.name and secret in texts]
                assert not told, f"{told} heard {secret!r}"

    def check_claims(self) -> None:
        """No two devices roll for the same, where not everything is everybody's."""
        table = self.hub.model.table
        if table and table.hub and not table.all_may:
            claims = [who for peer in table.peers for who in peer.people]
            assert len(claims) == len(set(claims)), claims

    def happen(self, seat: Seat, action: str, number: int) -> None:
        """Have something happen to a seat."""
        match action:
            case "say" | "twice":
                self.hear(seat, number, twice=action == "twice")
            case "wait":
                seat.wait()
            case "clock":
                seat.set_clock(HOURS[number % len(HOURS)] * HOUR)
            case "sign":
                seat.do(
                    "table-sign", form={"name": NAMES[number % len(NAMES)], "colour": COLOURS[number % len(COLOURS)]}
                )
            case "terms":
                seat.do("table-terms", form=dict.fromkeys(TERMS[number % len(TERMS)], "on"))
            case "hub":
                self.lose_hub(number // 2, closes=number % 2 == 0)
            case "cut":
                self.cut(seat, number)
            case "reload" if seat is self.hub:
                self.reload_hub(number)
            case _ if seat is not self.hub:
                self.come_or_go(seat, action, number)

    def hear(self, seat: Seat, number: int, *, twice: bool) -> None:
        """Have a seat hear the next thing on one of its connections, or several things."""
        for _ in range(1 if number < 7 else number):
            if heard := seat.can_hear():
                seat.hear(heard[number % len(heard)], twice=twice)

    def come_or_go(self, guest: Seat, action: str, number: int) -> None:
        """Lose a guest, or have one come back that was lost."""
        if action in ("part", "reload"):
            self.lose(guest, closes=action == "reload")
        elif not guest.over:
            peers = self.hub.table.peers
            if self.hub.table.code or not any(peer.stage in (Stage.OPEN, Stage.GREETED) for peer in peers):
                meet(self.hub, guest, by_itself=number % 2 == 0)

    def lose(self, guest: Seat, *, closes: bool) -> None:
        """Lose a guest's connection, or its whole page."""
        if guest.over:
            part(guest)
        if closes:
            reload(guest)

    def reload_hub(self, number: int) -> None:
        """Have the hub's page closed, and the same table opened on it if the log is its own."""
        if self.hub.model.aside:
            return self.lose_hub(number, closes=True)
        for guest in self.guests:
            self.lose(guest, closes=False)
        forget(self.hub)
        self.hub.do("table-open")
        return None

    def cut(self, seat: Seat, number: int) -> None:
        """Cut the power of a seat while it hears something, or rolls; then its page is opened again."""
        heard = seat.can_hear()
        if seat is self.hub and seat.model.aside and not any(guest.table.id for guest in self.guests):
            return  # nobody could open that table anew
        cut_power(seat, number, lambda: seat.hear(heard[number % len(heard)]) if heard else seat.do("roll"))
        if seat is self.hub:
            self.reload_hub(number)
        else:
            self.lose(seat, closes=True)

    def lose_hub(self, heir: int, *, closes: bool) -> None:
        """Have the hub go, or its page be closed; a guest opens the table anew, and who went comes back to it."""
        heirs = [guest for guest in self.guests if guest.table.id]
        if not heirs:
            return
        gone = self.hub
        for guest in self.guests:
            self.lose(guest, closes=False)
        if closes:
            forget(gone)
        if gone.model.table and gone.table.hub:  # else its page has not opened the table again by itself
            gone.do("table-leave")
        self.hub = heirs[heir % len(heirs)].do("table-open")
        self.guests = [seat for seat in self.seats if seat is not self.hub]
        if gone is self.seats[0]:  # whose own log the table's is
            play(gone.go("stepdie/"), "roll", 0)
            self.made |= gone.model.campaign.ledger.ids.keys()
        gone.do("table-join")

    def check_answered(self, seat: Seat) -> None:
        """Check that all that was to be shown with others' results is shown."""
        request = seat.table.request
        event = seat.model.campaign.ledger.ids.get(request.line) if request else None
        revised = seat.model.campaign.revisions(request.line) if request and event else ()
        assert not isinstance(event, Rolled) or not event.secret or revised, event

    def tell_all(self, seat: Seat) -> None:
        """Have somebody show whom they hide, and reveal what they rolled in secret."""
        seat.wait().go("stepdie/tracker/")
        for foe in foes(seat):
            if foe.hidden:
                seat.do("show", called=foe.name)
        for entry in seat.model.campaign.entries:
            if isinstance(entry.event, Rolled) and entry.event.secret:
                seat.do("reveal", event=entry.id)
        settle(*self.seats)

    def end(self) -> None:
        """Have everybody come back and tell all that they know and hid; then they have one log, and all of it."""
        self.hub.do("table-terms", form={"fair": "on", "all_may": "on"})
        for guest in self.guests:
            if not guest.over:
                meet(self.hub, guest, by_itself=True)
            settle(*self.seats)
        self.hub.do("table-asked-done")
        settle(*self.seats)
        for seat in self.seats:
            self.check_answered(seat)
            self.tell_all(seat)
        self.check_secrets()
        accused = [text for seat in self.seats for text in seat.announced if any(word in text for word in ACCUSED)]
        assert not accused, " ".join(accused)
        assert len(self.hub.table.here) == len(self.seats)
        assert not [foe for seat in self.seats for foe in foes(seat) if foe.hidden]
        campaign = self.hub.model.campaign
        for guest in self.guests:
            check_agreed(campaign, guest.model.campaign)
        assert self.made <= campaign.ledger.ids.keys()
        assert campaign == fold(merge_logs(campaign.events, ()).state.events)
        first = self.seats[0]
        if first.model.aside:
            first.do("table-leave")
        kept, unread = read_records(first.records)
        assert not unread
        check_agreed(campaign, kept)


def own_texts(seat: Seat, *, hidden: bool) -> set[str]:
    """The texts that a device has saved of foes while it hid them, or did not; that is another each time."""
    written = seat.model.campaign.ledger.written.get(("stepdie", "player"), ())
    facts = [dict(event.facts) for event in written if event.facts and ((HIDDEN, True) in event.facts) is hidden]
    texts = (str(one["stats.0.label"]) for one in facts if "stats.0.label" in one)
    return {text for text in texts if text.endswith(f" of {seat.name}")}


def check_stored(seat: Seat) -> None:
    """A page that is opened now begins where this one is, at the table as well once it is there."""
    campaign, unread = read_records(seat.records)
    found = initial_model("", seat.model.place, campaign, unread, seat.kept)
    own = seat.model.aside or seat.model
    if seat.model.aside and seat.table.id and not seat.table.hub:
        soon: int = seat.kept["sat"]["at"]
        back, _ = back_at_a_table(found, seat.kept, replace(seat.world, now=lambda: soon))
        found_again = (back.campaign, back.acting, back.challenge)
        assert found_again == (seat.model.campaign, seat.model.acting, seat.model.challenge)
    assert (found.campaign, found.opened_table) == (own.campaign, own.opened_table)
    assert (found.unsent_to, found.unsent) == (seat.model.unsent_to, seat.model.unsent)


def check_agreed(one: State, other: State) -> None:
    """Two logs are one, but for seals of what stays hidden for good: notes, and what is about foes who are gone unseen.

    That are rolls as well that were made in secret, and revealed under the name of one of these.
    """
    assert [event.id for event in one.events] == [event.id for event in other.events]
    for ours, theirs in zip(one.events, other.events, strict=True):
        whole = ours if ours == theirs else fuller_event(ours, theirs)
        assert whole in (ours, theirs), whole
        knows = one if whole == ours else other
        line = line_of(knows, whole) if isinstance(whole, Rolled) else ()
        assert ours == theirs or not covers(knows).keys().isdisjoint((ours.id, *(step.id for step in line))), ours


def foes(seat: Seat) -> list[Person]:
    """The foes that a device knows of."""
    return [one for one in people(seat.model.campaign, STEPDIE) if one.foe]


def plot(seat: Seat, action: str, number: int) -> None:
    """Do something in the tracker that players may not see."""
    known = foes(seat)
    called = known[number % len(known)].name if known else ""
    match action:
        case "foe":
            kind = "Guard" if number % 2 else f"Foe of {seat.name}"
            numbers = f"{len(seat.heard)} {len(seat.model.campaign.events)}".translate(IN_LETTERS)
            secret = f"Secret {numbers} of {seat.name}"
            written = {"called": kind, "many": "1", "stats.0.label": secret, "stats.0.points": "3"}
            seat.do("edit", subject="foe").do("edit-save", form=written)
        case "show" | "remove" if known:
            seat.do(action, subject="player", called=called)
        case "rename" if known:
            new = f"Captain {number}" if number % 2 else f"Captain of {seat.name}"
            seat.do("edit", subject="player", called=called).do("edit-save", form={"called": new})
        case "harm" if known:
            seat.do("count", counter="complications", by="1", who=called)
        case "acts" if known:
            seat.do("who", called=called)
        case "notes":
            place = seat.model.place.address
            seat.go(f"{seat.model.place.system}/notes/").do("notes-write")
            seat.do("notes-save", form={"title": f"Page {number % 3}", "text": f"The plot {number} of {seat.name}"})
            seat.do("notes-open", called=f"Page {number % 3}").do("notes-show" if number % 5 else "notes-remove").go(
                place
            )
        case "turns":
            seat.do("turns-begin" if number % 3 == 0 else "turn-next")


def ask(seat: Seat, action: str, number: int) -> None:
    """Ask for a test, whose results may be shown together, or answer what is asked for."""
    form = {"label": "Climb"} | ({"together": "on"} if number % 4 else {})
    match action:
        case "ask":
            seat.do("table-asking", form=form).do("table-ask")
        case "answer":
            seat.do("table-answer")
        case "all":
            seat.do("table-show-all")
        case "done":
            seat.do("table-asked-done")


def prepare(seat: Seat, action: str, number: int) -> None:
    """Put a test together, declare something for one that all make, or offer a game of one's own."""
    match action:
        case "build":
            seat.note(f"{number + 1}d6 + d8 (1)")
        case "declare":
            seat.go("relics/tracker/")
            if not people(seat.model.campaign, RELICS):
                trait = {
                    "traits.0.label": "Aim",
                    "traits.0.kind": "simple",
                    "traits.0.value": "1",
                    "traits.0.dice": "2",
                }
                seat.do("edit", subject="player")
                seat.do("edit-save", form={"called": f"Boris of {seat.name}", "primary": "Social", **trait})
            seat.go("relics/")
            for offer in common(seat.model)[number % 2 :][:1]:
                seat.do("offer", offer=offer.id)
        case "game":
            game = {"id": f"game{number}", "title": f"Game {number}", "about": "", "text": "x" * (number + 1)}
            seat.do("table-game-read", json.dumps(game), peer=0)


def play(seat: Seat, action: str, number: int) -> None:
    """Do something with the log."""
    entries = seat.model.campaign.entries
    match action:
        case "roll":
            seat.do("roll")
        case "secret":
            seat.do("secret").do("roll").do("secret")
        case "reroll":
            seat.do("option", option="reroll")
        case "undo" | "redo" | "reveal" if entries:
            seat.do(action, event=entries[-1 - number % len(entries)].id)
        case "more" | "less":
            seat.do("count", counter="gm_ip", by="1" if action == "more" else "-1")


def trouble(story: Story) -> str:
    """The fault at the end of a story, or within it, and where that was found; "" for none."""
    try:
        evening = Evening(*(Seat(name, late=late * HOUR) for name, late in zip(NAMES, story.late, strict=False)))
        for step in story.steps:
            evening.step(*step)
            check_stored(evening.seats[step[0]])
        evening.end()
    except Exception as error:  # noqa: BLE001 (whatever it is, it is what is looked for)
        at = traceback.extract_tb(error.__traceback__)[-1]
        return f"{at.name}: {at.line} ({type(error).__name__}: {error})"
    return ""


def alike(one: str, other: str) -> bool:
    """True if two faults were found at the same place."""
    return one.partition(" (")[0] == other.partition(" (")[0]


def shrunk(story: Story, fails: Callable[[Story], bool]) -> Story:
    """A story that fails as this one does, with as few steps and wrong clocks as leaving out some of them comes to."""
    shorter = next(filter(fails, shorter_ones(story)), None)
    while shorter:
        story = shorter
        shorter = next(filter(fails, shorter_ones(story)), None)
    return story


def shorter_ones(story: Story) -> Iterator[Story]:
    """The story without half of its steps, a quarter and so on, without each one of them, and with each clock right."""
    size = len(story.steps)
    while size := size // 2 if size > 1 else 0:
        for start in range(0, len(story.steps), size):
            yield replace(story, steps=story.steps[:start] + story.steps[start + size :])
    for place, late in enumerate(story.late):
        if late:
            yield replace(story, late=(*story.late[:place], 0, *story.late[place + 1 :]))
