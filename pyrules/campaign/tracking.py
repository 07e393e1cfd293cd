"""The tracking of a system from roll to roll, as one record.

A system without any has the record's defaults, each of which means that there is nothing of the kind.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pyrules.campaign.events import Adjusted, Device, Event, HouseRules, Recorded, Rolled
from pyrules.campaign.rolls import RollMetadata
from pyrules.campaign.state import State
from pyrules.core.form import Field, Values
from pyrules.core.odds import Advice
from pyrules.core.roll import Roll
from pyrules.core.system import System, cached_by_system
from pyrules.core.verdict import News, Option, news
from pyrules.systems import BY_ID

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Person:
    """Someone of a campaign: the name, and the values of the system's fields of a person.

    A `foe` may be `hidden` from the players.
    """

    name: str
    values: Values
    foe: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """Something of a person to tap for the form: what it puts there, and whether the form has it already.

    A `used` one cannot be tapped. A `common` one is for a test that all make together, whoever taps it.
    """

    id: str
    group: str
    label: str
    hint: str
    puts: Values
    taken: bool = False
    used: bool = False
    common: bool = False


@dataclass(frozen=True, slots=True)
class Context(Generic[T]):
    """The context of a test: the campaign and its house rules, who rolls (None: nobody known), and the form.

    `form` has the form's values, {} where a roll is asked about; `test` is the test, None where the values make none.
    `challenge` names the Challenge that the reader chose, `again` is the line of the failed test that whoever rolls
    chose to try again, "" for none. `test_time` is the game time in seconds that a test takes. `by` is the device of
    the reader where several sit at a table: what is nobody's is that device's.
    """

    state: State
    settings: Mapping[str, str | int]
    person: Person | None
    form: Values
    test: T | None
    challenge: str = ""
    again: str = ""
    test_time: int = 0
    by: Device | None = None

    @property
    def house_rules(self) -> HouseRules:
        """The house rules as the log keeps them."""
        return tuple(self.settings.items())

    @property
    def who(self) -> str:
        """The name of whoever rolls, "" for nobody known."""
        return self.person.name if self.person else ""


@dataclass(frozen=True, slots=True)
class CurrentRoll(Generic[T]):
    """A roll that lies on the table: its test, its dice, and its line in the log ("" when it is not in the log)."""

    test: T
    roll: Roll
    line: str


@dataclass(frozen=True, eq=False, repr=False)
class Tracking(Generic[T]):
    """The tracking of one system.

    - `person`: what one of its people is called, within a sentence
    - `foe`: what one of their foes is called; "" where a system has none
    - `fields`: what is written down of a person besides the name; each row of a list has a `label`
    - `reserved`: the lists whose labels come to stand in a notation, each with the words that cannot
    - `check(values)`: raises `FormError` for values of a person that cannot be used though each field can be read
    - `person_values(context)`: what choosing a person puts into the form
    - `offers(context)`: what there is to tap for the form, of whoever rolls or of everybody
    - `defences(context, defender)`: what a person has to set against the test in the form; each offer puts what the
      form then has
    - `carry_over(context, before)`: the values that the form must have by what earlier rolls left to whoever rolls, and
      what to say of a form that was given others; `before` is the campaign as the form saw it last, None for a new form
    - `begun`: the values that a new person begins with where these are not the defaults, which facts leave out
    - `turned(before, values, settings)`: the form's values as its own controls have changed them from those `before`
    - `refused(context)`: why the test cannot be rolled as the campaign stands; "" when it can
    - `before(context)`: what the campaign adds to what is said before the dice fall
    - `metadata(plain, context, roll, start)`: who rolled, when and for what; `start` is the roll of the log that
      it went on from, None for a new one
    - `still_open(context, current)`: the test of a roll with no more to spend on it than is left by now
    - `offered(context, current, option)`: an option as the campaign has it by now; None where it is not to be had
    - `advised(state, line, advice)`: advice on the roll of a line, as the campaign stands
    - `tries_again(test, failed)`: whether a test is another try of one that failed
    - `brings(state, change, id)`: the event with this id, if there is one, that a change by hand brings with it
    - `brings_units(state, name)`: who brings the units that come by what has this name (`Option.brought_by`), "" for
      nobody in particular
    - `kept_all_the_same`: counters that each has of their own, which a roll of nobody's changes all the same: what it
      left is in the next form, or is dealt out
    - `for_order`: what the form has for a test that puts people in the order in which they act, `ranked(outcome)` what
      such a test comes to, the highest acting first; None where no test does
    - `said(event)`: what a line of the log says of something recorded, and of its facts; "" each for the usual words
    - `strikes(event)`: what the players take by a roll of the other side, as its verdict says; None of their own
    """

    person: str = "character"
    foe: str = "foe"
    fields: tuple[Field, ...] = ()
    reserved: Mapping[str, Collection[str]] = field(default_factory=dict)
    check: Callable[[Values], None] = lambda _: None
    person_values: Callable[[Context[T]], Values] = lambda _: {}
    offers: Callable[[Context[T]], tuple[Offer, ...]] = lambda _: ()
    defences: Callable[[Context[T], Person], tuple[Offer, ...]] = lambda *_: ()
    carry_over: Callable[[Context[T], State | None], tuple[Values, str]] = lambda *_: ({}, "")
    begun: Values = field(default_factory=dict)
    turned: Callable[[Values, Values, Mapping[str, str | int]], Values] = lambda _, values, __: values
    refused: Callable[[Context[T]], str] = lambda _: ""
    before: Callable[[Context[T]], tuple[str, ...]] = lambda _: ()
    metadata: Callable[[RollMetadata, Context[T], Roll, Roll | None], RollMetadata] = lambda plain, *_: plain
    still_open: Callable[[Context[T], CurrentRoll[T]], T] = lambda _, current: current.test
    offered: Callable[[Context[T], CurrentRoll[T], Option], Option | None] = lambda _, __, option: option
    advised: Callable[[State, str, Sequence[Advice]], Sequence[Advice]] = lambda _, __, advice: advice
    tries_again: Callable[[T, T], bool] = lambda *_: False
    brings: Callable[[State, Adjusted, str], tuple[Event, ...]] = lambda *_: ()
    brings_units: Callable[[State, str], str] = lambda *_: ""
    kept_all_the_same: Collection[str] = ()
    for_order: Values = field(default_factory=dict)
    ranked: Callable[[Any], int] | None = None
    said: Callable[[Recorded], tuple[str, str]] = lambda _: ("", "")
    told: Collection[str] = ()
    strikes: Callable[[Rolled], str | None] = lambda _: None


@cached_by_system(1)
def tracking_of(system: System[Any]) -> Tracking[Any]:
    """The tracking of a system from roll to roll."""
    return system.load_tracking() or Tracking()


def news_of(event: Rolled) -> News:
    """A roll of the log as the players take it, as its verdict says."""
    return news(event.headline, event.summary, good=event.good, strikes=_strikes(event))


def is_theirs(event: Rolled) -> bool:
    """True if the other side rolled, so that its luck is bad luck for the players."""
    return _strikes(event) is not None


def _strikes(event: Rolled) -> str | None:
    return tracking_of(BY_ID[event.system]).strikes(event)
