"""The tracker: everything of a campaign that lasts from roll to roll."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from app.common.code import camera
from app.common.count import count, note
from app.common.html import Child, Markup, button, section, tag
from app.common.own_screens import screens_of
from app.common.tracking import in_progress, in_sight, is_shared, turns_of, value
from app.common.ways import ways
from app.model import Model
from app.tracker import words
from app.tracker.library import library_of
from app.tracker.scene import clock, notes
from app.tracker.someone import someone
from app.tracker.turns_view import begin_turns, turns_card
from app.tracker.written import add
from pyrules.campaign.events import CLOCK, FOE, PLAYER
from pyrules.campaign.pages import note_pages
from pyrules.campaign.people import kinds, person as person_of
from pyrules.campaign.scene import Turns
from pyrules.campaign.tracking import Person, tracking_of


def tracker(model: Model) -> Child:
    """Draw the tracker: people, and beside them the other parts that have something in them."""
    now, found = turns_of(model), [one for one in rest(model) if one.drawn]
    asked = [one for one in found if not one.begun]
    folded = len(asked) > 1
    return (
        tag(
            "div",
            section(words.TURNS, "turns", turns_card(model, now)) if now.order else None,
            people(model, now),
            tag(
                "div",
                (one.drawn for one in found if one.begun),
                button("tracker-rest", words.rest([one.title for one in asked]), aria_expanded=model.tracker.rest)
                if folded
                else None,
                (one.drawn for one in asked) if model.tracker.rest or not folded else None,
                None if model.device.apart else ways(model),
            ),
            class_="tracker",
        ),
        sheet(model),
    )


class Part(NamedTuple):
    """A part of the tracker besides people: its title, what is drawn of it, and whether something is in it."""

    title: str
    drawn: Child
    begun: bool


def rest(model: Model) -> Iterator[Part]:
    """The parts of the tracker besides people; those in which nothing is wait until they are asked for."""
    screens, begun = screens_of(model.system.id), is_begun(model)
    above = screens.above(model)
    counted = [one.id for one in model.system.counters if one.id not in screens.counted]
    noted = any(page.shown or not is_shared(model) for page in note_pages(model.campaign, model.system.id))
    passed, timing = value(model, CLOCK), screens.clock
    timed = passed or (timing and (model.tracker.test_time or in_progress(model)))
    yield Part(screens.title, above, begun or not screens.title)
    yield Part(words.COUNTERS, counters(model, counted), begun)
    yield Part("", screens.below(model), begun)
    yield Part(words.NOTES, notes(model) if noted or not is_shared(model) else None, noted)
    yield Part(words.CLOCK, (timing or clock)(model) if timing or passed else None, bool(timed))


def is_begun(model: Model) -> bool:
    """Return whether a person is written down in this system, anything counted, or something being written down."""
    system, editing = model.system.id, model.tracker.editing
    return (
        any(of == system for of, _ in model.campaign.counters)
        or any(of == system and names for (of, _), names in model.campaign.records.items())
        or (editing is not None and editing.system == system and editing.subject not in (PLAYER, FOE))
    )


def sheet(model: Model) -> Markup | None:
    """The sheet of the one all of whom is shown, for paper."""
    one = person_of(model.campaign, model.system, model.tracker.looked_at)
    if one is None or (one.hidden and is_shared(model)):
        return None
    from app.tracker.paper import paper  # with the first who is looked at

    return paper(model, one)


def counters(model: Model, shown: list[str]) -> Markup | None:
    """The counters of the whole campaign."""
    found = [one.id for one in model.system.counters if one.each == "campaign" and one.id in shown]
    if not found:
        return None
    inside = tag("div", (count(model, counter) for counter in found), note(model), class_="card")
    return section(words.COUNTERS, "counters", inside)


def people(model: Model, now: Turns) -> Markup:
    """Everybody, a line each, with the counters that are theirs."""
    person, foe = tracking_of(model.system).person, tracking_of(model.system).foe
    found = people_in_order(in_sight(model), now)
    another = add(model, FOE, words.add_one(foe)) if foe else None
    others = (from_file(), None if model.device.apart else from_code(model))
    return section(
        words.people(person, foe),
        "people",
        tag("ul", (someone(model, one, now) for one in found), class_="card everybody")
        if found
        else tag("p", words.NOBODY if model.known else words.GETTING_READY, class_="quiet"),
        groups(found) if not is_shared(model) else None,
        tag(
            "div",
            add(model, PLAYER, words.add_one(person) if found else words.ADD_YOURS, main=not found),
            another,
            begin_turns() if found and screens_of(model.system.id).ordered and not now.order else None,
            class_="choices",
        ),
        tag("details", tag("summary", words.OTHER_WAYS), tag("div", others, class_="choices"), id="other-ways"),
        library(model),
    )


def groups(found: Sequence[Person]) -> Markup | None:
    """Draw the button that shows or hides all foes of a kind."""
    chips = [
        button(
            "show-kind",
            (words.show_kind if any(one.hidden for one in foes) else words.hide_kind)(kind, len(foes)),
            data_kind=kind,
        )
        for kind, foes in kinds(found).items()
    ]
    return tag("div", chips, class_="chips") if chips else None


def from_file() -> Markup:
    """Draw the button that adds people from a file."""
    return tag(
        "label",
        words.FROM_FILE,
        tag("input", type="file", id="people-file", accept=".json,application/json", data_on="person-import"),
        class_="button file",
        for_="people-file",
    )


def from_code(model: Model) -> Child:
    """Draw the button that adds a person by their code."""
    seen = camera("person", words.SCAN_PERSON, scanning=model.tracker.scanning)
    return tag("div", seen, class_="card exchange") if model.tracker.scanning else seen


def library(model: Model) -> Markup | None:
    """Those who are kept outside the campaign: a tap brings one into it."""
    kept = library_of(model)
    if not kept:
        return None
    return tag(
        "details",
        tag("summary", words.library(len(kept))),
        tag("ul", map(library_entry, kept)),
        id="library",
        class_="card library",
    )


def library_entry(one: Person) -> Markup:
    """Somebody of the library."""
    return tag(
        "li",
        button("fetch", one.name, data_called=one.name, aria_label=words.about(words.FETCH, one.name)),
        button("discard", words.REMOVE, data_called=one.name, aria_label=words.about(words.DISCARD, one.name)),
    )


def people_in_order(found: Sequence[Person], now: Turns) -> list[Person]:
    """Those who act in turn as they do, and the others after them."""
    last = len(now.order)
    places = {place.who: number for number, place in enumerate(now.order)}
    return sorted(found, key=lambda one: places.get(one.name, last))
