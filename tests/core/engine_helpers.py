"""Helpers of the tests of the engine, which other tests use too."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, ClassVar

from pyrules.core.errors import FormError
from pyrules.core.form import Choice, Field, Values, read_form
from pyrules.core.roll import Pending, Roll, Throw, missing
from pyrules.core.system import System
from pyrules.core.verdict import Line, Option, Verdict
from pyrules.systems.moonwalk import MOONWALK


@dataclass(frozen=True, slots=True)
class NoSettings:
    pass


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice of a size, the number that is needed, and how often some may be thrown again."""

    __test__: ClassVar[bool] = False

    dice: int
    needed: int
    rerolls: int = 0
    sides: int = 6
    settings: NoSettings = NoSettings()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of the dice; `needed` is always the same, `best` is missing without dice."""

    highest: int
    needed: int
    best: int | None


FIELDS = (
    Field("dice", "Dice", "number", 2, 0, 9),
    Field("needed", "Needed", "number", 5, 1, 8),
    Field("sides", "Size", "choice", "6", choices=(Choice("4", "d4"), Choice("6", "d6"))),
    Field("rerolls", "Rerolls", "number", 0, 0, 3, group="More"),
)


def from_form(given: Values, _: object) -> Pool:
    values = read_form(FIELDS, given)
    if values["dice"] > 7:
        raise FormError({"dice": "at most 7 here"})
    return Pool(values["dice"], values["needed"], values["rerolls"], int(values["sides"]))


def to_form(test: Pool) -> Values:
    return {"dice": test.dice, "needed": test.needed, "rerolls": test.rerolls, "sides": str(test.sides)}


def pending(test: Pool, roll: Roll) -> Pending:
    """The dice, and those that were picked to be thrown again."""
    lying = roll.pool(0)
    if len(lying) < test.dice:
        return missing(0, len(lying), test.dice, test.sides)
    times = [sum(place in pick.places for pick in roll.picks) for place in range(test.dice)]
    return Pending(
        tuple(Throw(0, place, test.sides) for place, die in enumerate(lying) if len(die.faces) <= times[place])
    )


def judge(test: Pool, roll: Roll) -> Verdict:
    faces = [die.face for die in roll.pool(0)]
    outcome = Outcome(max(faces, default=0), test.needed, max(faces, default=None))
    return Verdict(outcome, "It is", "", outcome.highest >= test.needed, (Line("a", "b", "c"),))


def options(test: Pool, roll: Roll) -> tuple[Option, ...]:
    if len(roll.picks) == test.rerolls or pending(test, roll).throws:
        return ()
    return (Option("again", "Throw again", places=tuple(range(test.dice)), most=2, cost=1, counter="luck"),)


ANY: System[Any] = MOONWALK


HIGHEST: System[Any] = replace(
    ANY,
    id="highest",
    pool="dice",
    fields=FIELDS,
    rulings=(),
    write=lambda test: f"{test.dice}d{test.sides} ({test.needed})",
    from_form=from_form,
    to_form=to_form,
    pending=pending,
    judge=judge,
    options=options,
    outcome=None,
    events=None,
    state=None,
    endless=lambda _: False,
    interchangeable=lambda *_: (),
    load_chances=lambda default: default,
)


def best(test: Pool, faces: tuple[int, ...]) -> Fraction:
    """The best chance with every choice of one or two dice tried, again and again."""
    places = range(test.dice)
    sets = [(one,) for one in places] + [(one, two) for one in places for two in places if one < two]

    @cache
    def chance(faces: tuple[int, ...], left: int) -> Fraction:
        found = [Fraction(max(faces) >= test.needed)]
        for chosen in sets if left else ():
            ways = list(product(range(1, test.sides + 1), repeat=len(chosen)))
            after = [{**dict(enumerate(faces)), **dict(zip(chosen, way, strict=True))} for way in ways]
            found.append(sum((chance(tuple(one.values()), left - 1) for one in after), Fraction(0)) / len(ways))
        return max(found)

    return chance(faces, test.rerolls)
