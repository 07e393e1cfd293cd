"""Sixth: six-sided dice read by the highest, or ten-sided dice against a target, where tens bring more dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pyrules.core.english import amount
from pyrules.core.form import Choice, Field, Values, read_form
from pyrules.core.roll import MOST_DICE, Pending, Roll, missing
from pyrules.core.rulebook import read_settings, rule, rulebook
from pyrules.core.scan import Scanner
from pyrules.core.system import Counter, Example, Settings as Given, Stepped, System
from pyrules.core.verdict import Effect, Line, Mark, Option, Verdict


@dataclass(frozen=True, slots=True)
class Settings:
    """The house rules: none."""


@dataclass(frozen=True, slots=True)
class Test:
    """A number of dice: d10 where there is a target, else d6."""

    __test__: ClassVar[bool] = False

    dice: int
    target: int = 0
    settings: Settings = Settings()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of the dice: the face that is read of d6, the successes of d10."""

    read: int
    successes: int
    success: bool
    critical: bool


@rule("Tens", name="tens")
def thrown(test: Test, faces: Sequence[int]) -> int:
    """Every ten brings one more die.

    How many dice a test throws before any is added; two d6 where it has none.
    """
    return test.dice + sum(face == 10 for face in faces) if test.target else test.dice or 2


@rule("Highest die")
def read(test: Test, faces: Sequence[int]) -> int:
    """Of d6 the highest counts; 4 or more succeeds.

    Of a test without dice of its own it is the lowest.
    """
    return (max if test.dice else min)(faces, default=0)


@rule("Critical", name="critical")
def is_critical(test: Test, faces: Sequence[int]) -> bool:
    """Two sixes are critical and give 1 grit."""
    return test.dice > 0 and faces.count(6) > 1


@rule("Target", name="target")
def successes(test: Test, faces: Sequence[int]) -> int:
    """One d10 at the target or above is enough."""
    return sum(face >= test.target for face in faces)


@rule("Push", name="push")
def pushed(roll: Roll) -> int:
    """One die more for 1 grit."""
    return len(roll.picks)


def faces_of(roll: Roll) -> list[int]:
    """The faces on the table."""
    return [die.face for die in roll.pool(0)]


def pending(test: Test, roll: Roll) -> Pending:
    """The pool, and the dice that were added to it."""
    faces = faces_of(roll)
    return missing(0, len(faces), thrown(test, faces) + pushed(roll), 10 if test.target else 6)


def outcome(test: Test, roll: Roll) -> Outcome:
    """The outcome of the dice as they lie."""
    faces = faces_of(roll)
    if test.target:
        reached = successes(test, faces)
        return Outcome(0, reached, reached > 0, critical=False)
    return Outcome(read(test, faces), 0, read(test, faces) >= 4, is_critical(test, faces))


def judge(test: Test, roll: Roll) -> Verdict:
    """The verdict on the dice as they lie."""
    found, faces = outcome(test, roll), faces_of(roll)
    if test.target:
        reach = f"{amount(found.successes, 'die', 'dice')} at {test.target} or more"
        lines = [Line("Target", reach, "sixth.target"), Line("Tens", f"{faces.count(10)} thrown on", "sixth.tens")]
    else:
        lines = [Line("Highest" if test.dice else "Lowest", f"{found.read}", "sixth.read")]
    effects = [Effect("grit", 1, "sixth.critical")] if found.critical else []
    effects += [Effect("grit", -pushed(roll), "sixth.push")] if roll.picks else []
    return Verdict(
        found,
        "Critical" if found.critical else "Success" if found.success else "Failure",
        amount(found.successes, "success", "successes") if test.target else f"{found.read} read",
        found.success,
        tuple(lines),
        tuple(effects),
        (tuple(_mark(face >= (test.target or 4)) for face in faces),) if faces else (),
    )


def _mark(counts: bool) -> Mark:
    return Mark("hit", "counts") if counts else Mark("plain", "does not count")


def options(test: Test, roll: Roll) -> tuple[Option, ...]:
    """One d6 more for grit, once, where there were dice."""
    free = test.dice and not test.target and not roll.picks
    return (Option("push", "Push", "one die more", 1, "grit"),) if free else ()


def parse(text: str, settings: Given) -> Test:
    """Read a test from its notation; raises `NotationError`, and `FormError` for house rules.

    >>> parse("4d10 TN 7", {}).target, write(parse("3D6", {}))
    (7, '3d6')
    """
    scan = Scanner(text)
    dice, target = scan.number("the number of dice", 0, MOST_DICE), 0
    scan.expect("d", "'d6' or 'd10'")
    if not scan.accept("6"):
        scan.expect("10", "'6' or '10'")
        scan.expect("tn")
        target = scan.number("the target", 2, 10)
    scan.end()
    read_settings((), settings)
    return Test(dice, target)


def write(test: Test) -> str:
    """Write a test in its notation."""
    return f"{test.dice}d10 TN {test.target}" if test.target else f"{test.dice}d6"


FIELDS = (
    Field("size", "Dice are", "choice", "6", choices=(Choice("6", "d6, the highest"), Choice("10", "d10 at a target"))),
    Field("dice", "Dice", "number", 3, 0, MOST_DICE, rule="sixth.read"),
    Field("target", "Target", "number", 7, 2, 10, rule="sixth.target", when=(("size", ("10",)),)),
)


def from_form(given: Values, settings: Given) -> Test:
    """Make a test of a form's values; raises `FormError`."""
    values = read_form(FIELDS, given)
    read_settings((), settings)
    return Test(values["dice"], values["target"] if values["size"] == "10" else 0)


def to_form(test: Test) -> Values:
    """The values of the form that makes this test."""
    return {"size": "10" if test.target else "6", "dice": test.dice, "target": test.target or 7}


SIXTH: System[Test] = System(
    id="sixth",
    title="Sixth",
    about="Six-sided dice read by the highest, or ten-sided dice against a target.",
    fields=FIELDS,
    stepped=(Stepped("dice"), Stepped("target")),
    rules=rulebook("tests/systems/sixth/test_sixth.py", read, is_critical, successes, thrown, pushed),
    rulings=(),
    counters=(Counter("grit", "Grit", 3, 0, 9),),
    examples=(
        Example("3d6", "6,6,2", "two sixes"),
        Example("0d6", "6,2", "no dice: the lower of two"),
        Example("4d10 TN 7", "10,3,7,1,8", "a ten brings a fifth die"),
    ),
    parse=parse,
    write=write,
    from_form=from_form,
    to_form=to_form,
    before=lambda _: (),
    pending=pending,
    judge=judge,
    options=options,
    outcome=outcome,
    events=lambda test, found: {"success": found.success, **({} if test.target else {"critical": found.critical})},
    state=lambda test, roll: (outcome(test, roll), len(roll.pool(0)), faces_of(roll).count(10), roll.picks),
    endless=lambda test: test.target > 0,
)
