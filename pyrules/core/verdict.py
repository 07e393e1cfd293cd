"""The verdict on a roll: the outcome, its effects, the steps that led there, and what may still be done."""

from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any, ClassVar, Literal, Protocol

from pyrules.core.form import Field

Drama = Literal["", "triumph", "disaster"]

News = tuple[str, str, bool | None]
"""A headline, the numbers behind it, and whether that is good news for the players."""


@dataclass(frozen=True, slots=True)
class Line:
    """One rule applied: `step` names it, `result` gives its numbers, `rule` is its whole address.

    A `quiet` one changed nothing here, such as a limit where none is set, or says only what the dice show.
    """

    step: str
    result: str
    rule: str
    quiet: bool = False

    @property
    def text(self) -> str:
        """The step in one line.

        >>> Line("Limit [5]", "7 hits rolled, 5 kept", "system.limit").text
        'Limit [5]: 7 hits rolled, 5 kept'
        """
        return f"{self.step}: {self.result}"


@dataclass(frozen=True, slots=True)
class Effect:
    """A change that the roll makes to a counter of the campaign, and the rule that says so."""

    counter: str
    delta: int
    rule: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """A way to put the units of an option on dice: what it is called, and the die of each unit (-1: on none)."""

    label: str
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Units of an option (by number, from 0) that need a die each; at least `least` of them must lie on one."""

    title: str
    units: tuple[int, ...]
    least: int = 0


@dataclass(frozen=True, slots=True)
class Option:
    """Something the rules still allow after the roll."""

    id: str
    """The name of the option in picks."""
    label: str
    """The words on its button."""
    hint: str = ""
    """What it means, in a few words."""
    cost: int = 0
    """What is paid from `counter`."""
    counter: str = ""
    """The counter that pays; "" for none."""
    places: tuple[int, ...] = ()
    """The dice it may be used on, from 0; -1 stands for "on none"."""
    most: int = 0
    """The most dice it is used on; 0 where no die is chosen."""
    again: bool = False
    """True if one die may be named more than once."""
    notation: str = ""
    """The further test it leads to; "" if it changes this one."""
    units: tuple[str, ...] = ()
    """What is put on dice one by one, in the order of the pick's places ("+1", "+1", "-2")."""
    brought_by: tuple[str, ...] = ()
    """Who brings each unit, where that is known."""
    groups: tuple[Group, ...] = ()
    """The units that cannot share a die."""
    placed: tuple[int, ...] = ()
    """Where each unit lies now."""
    proposals: tuple[Proposal, ...] = ()
    """Where the units might lie."""
    fields: tuple[Field, ...] = ()
    """The numbers and switches that may be given with it."""
    held: int | None = None
    """How much of `counter` there is; None where that is not known."""

    @property
    def asks_first(self) -> bool:
        """True if something must be given with it, since a number that is left out is not allowed."""
        return any(field.kind == "number" and not field.low <= field.default <= field.high for field in self.fields)


class Outcome(Protocol):
    """A system's outcome: a frozen dataclass whose field names are the keys of the JSON contract."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of one die on the table: `kind` is shown by shape (hit, one, kept away, ...), `words` are read out.

    `worth` is what it counts as where its face does not tell, and `badge` how it comes to that (`4 +2`, `6+3`).
    `dropped` are faces it was thrown for that do not count, shown beside it. `role` is "step" for a die of another kind
    than the others, "other" for a die of the other side, and "auto" for a die placed unthrown. `name` is what the die
    is called where dice have names, `size` what dice of it are called where that is not their sides, such as dF.
    """

    kind: str
    words: str
    badge: str = ""
    dropped: tuple[int, ...] = ()
    role: str = ""
    worth: int | None = None
    name: str = ""
    size: str = ""

    @property
    def sum(self) -> str:
        """The way to what it counts as, and the result; "" where its face tells.

        >>> Mark("hit", "success", "4 +2", worth=6).sum
        '4 +2 = 6'
        """
        return self.badge if self.worth is None else f"{self.badge} = {self.worth}"


NO_MARK = Mark("", "")
"""The mark of a die of which nothing is told."""


@dataclass(frozen=True, slots=True)
class Automatic:
    """A die that shows a value without being thrown."""

    value: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judged roll."""

    outcome: Outcome
    """The same in numbers."""
    headline: str
    """The verdict in a word or two."""
    summary: str
    """The numbers behind the headline."""
    good: bool | None
    """True for a success; None while that is undecided, or where the word does not apply."""
    lines: tuple[Line, ...]
    """The steps from the dice to the verdict."""
    effects: tuple[Effect, ...] = ()
    """The changes of counters."""
    marks: tuple[tuple[Mark, ...], ...] = ()
    """The mark of each die, roll by roll."""
    rolls: tuple[str, ...] = ()
    """The names of the rolls, where there may be several."""
    automatic: tuple[Automatic, ...] = ()
    """Dice that lie before those of the first roll; the places of picks count them first."""
    heard: tuple[str, ...] = ()
    """What else a person hears who does not see the dice."""
    drama: Drama = ""
    """Whether people at a table would cheer or groan."""
    strikes: str | None = None
    """What the players take by a roll of the other side, "" where it misses them; None for a roll of their own."""

    @property
    def news(self) -> News:
        """The verdict as the players take it."""
        return news(self.headline, self.summary, good=self.good, strikes=self.strikes)


def news(headline: str, summary: str, *, good: bool | None, strikes: str | None) -> News:
    """Headline, numbers and whether that is good news for the players, whoever rolled; what strikes them comes first.

    >>> news("2 successes", "2 Stress", good=True, strikes="2 Stress")
    ('2 Stress', '2 successes', False)
    >>> news("Disaster", "-1 success", good=False, strikes="")
    ('Disaster', '-1 success', True)
    """
    if strikes:
        return strikes, headline, False
    return headline, summary, good if good is None or strikes is None else not good


def plain(value: object) -> Any:
    """A value of the rules as JSON has it: dataclasses become objects, tuples arrays.

    >>> plain(Effect("doom", 1, "system.tides"))
    {'counter': 'doom', 'delta': 1, 'rule': 'system.tides'}
    """
    kind: Any = type(value)
    if names := _field_names(kind):
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    return value


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
