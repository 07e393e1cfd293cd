"""Screens of a system's own, found by its id; a system without a folder here has the usual ones."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module

from app import words
from app.common.answer import Handler
from app.common.html import Child, Markup
from app.common.subjects import FOES, PEOPLE, Subject
from app.model import Model
from app.roll.state import Tray
from pyrules.campaign.events import FOE, PLAYER
from pyrules.campaign.tracking import Person, tracking_of


@dataclass(frozen=True, slots=True)
class Folded:
    """Fields of the form that the tracker has filled in: they lie folded behind one `line`, which says what they hold.

    `rows` names the rows of lists among them.
    """

    name: str
    line: str
    fields: frozenset[str]
    rows: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Screens:
    """The screens of one system besides those that every system has.

    - `above(model)`, `below(model)`: sections of the tracker, before the counters and after the people
    - `title`: what leads to them while nothing is in them; "" where they are not there then
    - `clock(model)`: the clock; None for the usual one
    - `counted`: the counters that stand in these sections, and not with the others
    - `person(model, person)`: what the tracker shows of a person: always, and when the name is tapped, which is worked
      out only then; None for the counters, and what is written down
    - `who_rolls`: the label of the people above the form
    - `chips(model)`: chips above the form, before the people, and what draws the chip of a person (None: as usual)
    - `folded(model)`: the fields of the form that the tracker has filled in
    - `after_roll(model, tray)`: what a roll leaves to be done, below the verdict; None where there is nothing
    - `way_on(model, tray)`: the main button after a roll; None for the usual one
    - `way_in(model)`: the main button beside the form at a table; None for the usual one
    - `standing(model)`: how what all are in together stands, for everybody's screens; "" where there is nothing
    - `ordered`: whether people may act in turn, one by one
    - `leads_on(model, tray)`: whether that button leads to the test that would follow, which then is not offered twice
    - `subjects`: what can be written down besides people
    - `handlers`: what the page does when something of these is tapped
    """

    above: Callable[[Model], Child] = lambda _: None
    below: Callable[[Model], Child] = lambda _: None
    title: str = ""
    clock: Callable[[Model], Child] | None = None
    counted: frozenset[str] = frozenset()
    person: Callable[[Model, Person], tuple[Child, Iterator[Child]]] | None = None
    who_rolls: str = words.WHO_ROLLS
    chips: Callable[[Model], tuple[Child, Callable[[str], Markup] | None]] = lambda _: (None, None)
    folded: Callable[[Model], Folded | None] = lambda _: None
    after_roll: Callable[[Model, Tray], Child] = lambda *_: None
    way_on: Callable[[Model, Tray], Markup | None] = lambda *_: None
    way_in: Callable[[Model], Markup | None] = lambda _: None
    standing: Callable[[Model], str] = lambda _: ""
    ordered: bool = True
    leads_on: Callable[[Model, Tray], bool] = lambda *_: False
    subjects: Mapping[str, Subject] = field(default_factory=dict)
    handlers: Mapping[str, Handler] = field(default_factory=dict)


@cache
def screens_of(system: str) -> Screens:
    """The screens of a system, imported when the reader first comes to it."""
    folder = f"app.systems.{system}"
    try:
        screens: Screens = import_module(f"{folder}.screens").SCREENS
    except ModuleNotFoundError as error:
        if error.name != folder:
            raise
        return Screens()
    return screens


def subjects(model: Model) -> Mapping[str, Subject]:
    """Return the subjects of the reader's system, by the name that the log has for them."""
    foes = {FOE: FOES} if tracking_of(model.system).foe else {}
    return {PLAYER: PEOPLE, **foes, **screens_of(model.system.id).subjects}
