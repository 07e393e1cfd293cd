"""A rule system as one record: picks that are checked, rolls that are played and replayed."""

import subprocess
import sys
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from pyrules.core.engine import chances_of
from pyrules.core.english import amount
from pyrules.core.errors import IllegalPick, IllegalRoll, NotOffered, RulesError, WrongDie
from pyrules.core.roll import EMPTY, Pending, Pick, Roll, Throw
from pyrules.core.system import System
from pyrules.core.verdict import Effect, Line, Option, plain
from pyrules.systems import SYSTEMS, named
from pyrules.systems.moonwalk import MOONWALK
from tools import ROOT


@dataclass(frozen=True, slots=True)
class Plain:
    """A test of two d6, where one die may be added and any may be thrown again."""

    __test__: ClassVar[bool] = False

    settings: None = None


OPTIONS = (
    Option("add", "One more die"),
    Option("reroll", "Throw again", places=(0, 1), most=2),
    Option("one", "Throw one again", places=(0, 1), most=1),
    Option("place", "Place", places=(-1, 0, 1), most=3, again=True),
    Option("again", "A new test", notation="2d6"),
)


def pending(_: Plain, roll: Roll) -> Pending:
    """Two dice; one more for each `add`; what the last `reroll` names."""
    dice = 2 + sum(pick.option == "add" for pick in roll.picks)
    lying = roll.pool(0)
    if len(lying) < dice:
        return Pending((Throw(0, len(lying), 6, dice - len(lying)),))
    named_again = [place for pick in roll.picks if pick.option == "reroll" for place in pick.places]
    thrown = sum(len(die.faces) - 1 for die in lying)
    return Pending(tuple(Throw(0, place, 6) for place in named_again[thrown : thrown + 1]))


def options(_: Plain, roll: Roll) -> tuple[Option, ...]:
    return OPTIONS if len(roll.picks) < 2 else ()


ANY: System[Any] = MOONWALK
TWO = replace(ANY, id="two", pending=pending, options=options)


@pytest.mark.parametrize(
    ("pick", "error", "message"),
    [
        (Pick("fly"), NotOffered, "'fly' is not offered now; use add, reroll, one or place"),
        (Pick("again"), NotOffered, "'again' is not offered now; use add, reroll, one or place"),
        (
            Pick("x" * 99),
            NotOffered,
            f"'{'x' * 40}…' (99 characters) is not offered now; use add, reroll, one or place",
        ),
        (Pick("add", (0,)), WrongDie, "'add' cannot be used on die 1; name no dice"),
        (Pick("reroll", (2,)), WrongDie, "'reroll' cannot be used on die 3; use 1 to 2"),
        (Pick("reroll", (-1,)), IllegalPick, "'reroll' cannot be left unused"),
        (Pick("reroll"), IllegalPick, "use 'reroll' on 1 to 2 dice, got 0"),
        (Pick("reroll", (0, 0)), IllegalPick, "'reroll' names a die twice; name each once"),
        (Pick("reroll", (0, 1, 0)), IllegalPick, "use 'reroll' on 1 to 2 dice, got 3"),
        (Pick("one", (0, 1)), IllegalPick, "use 'one' on 1 die, got 2"),
        (Pick("place", (0, 0, 1, 1)), IllegalPick, "use 'place' on 1 to 3 dice, got 4"),
    ],
)
def test_picks_that_are_not_offered_are_refused(pick: Pick, error: type[RulesError], message: str) -> None:
    with pytest.raises(error) as caught:
        TWO.pick(Plain(), EMPTY, pick)
    assert str(caught.value).removesuffix(", place") == message
    assert type(caught.value) is error


@pytest.mark.parametrize("pick", [Pick("add"), Pick("reroll", (1,)), Pick("reroll", (1, 0)), Pick("place", (0, 0, -1))])
def test_picks_that_are_offered_are_kept(pick: Pick) -> None:
    assert TWO.pick(Plain(), EMPTY, pick).picks == (pick,)


def test_nothing_offered_is_said() -> None:
    roll = EMPTY.with_pick(Pick("add")).with_pick(Pick("add"))
    with pytest.raises(NotOffered, match=r"^'add' is not offered now; nothing is$"):
        TWO.pick(Plain(), roll, Pick("add"))


def test_a_replay_takes_faces_and_picks_in_turn() -> None:
    picks = (Pick("add"), Pick("reroll", (1, 0)))
    roll = TWO.replay(Plain(), (((1, 5), (2, 6), (3,)),), picks)
    assert [die.faces for die in roll.pool(0)] == [(1, 5), (2, 6), (3,)]
    assert roll.picks == picks
    faces = iter(([1, 2], [3], [6], [5]))
    assert TWO.play(Plain(), lambda _: next(faces), picks) == roll


@pytest.mark.parametrize(
    "script",
    [
        (),
        (((1,), (2,)),),
        (((1,), (2,), (3,)),),
        (((1, 5), (2,), (3,)),),
        (((1, 5), (2, 6), (3, 1)),),
        (((1, 5), (2, 6), (3,), (4,)),),
    ],
)
def test_a_replay_refuses_faces_that_do_not_fit_its_picks(script: Any) -> None:
    with pytest.raises(IllegalRoll):
        TWO.replay(Plain(), script, (Pick("add"), Pick("reroll", (1, 0))))


def test_systems_are_found_by_name() -> None:
    for system in SYSTEMS:
        assert named(system.id) is named(f" {system.id.upper()} ") is system
    with pytest.raises(RulesError, match=r"^there is no rule system ''; use moonwalk"):
        named("")
    assert hash(MOONWALK) == hash(MOONWALK)
    assert len(repr(MOONWALK)) < 100


def test_chances_are_the_default_ones_but_for_those_of_the_record() -> None:
    assert chances_of(TWO).odds is chances_of(MOONWALK).odds
    plain = replace(TWO, load_chances=lambda default: default)
    assert chances_of(plain).odds is not chances_of(MOONWALK).odds


def test_no_chances_are_loaded_before_they_are_asked_for() -> None:
    late = "('.odds', '.advice', '.engine', '.outcomes', '.planning')"
    program = f"import sys, pyrules.systems; print(*(name for name in sys.modules if name.endswith({late})))"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


def test_house_rules_are_given_by_name() -> None:
    test = MOONWALK.parse("2 (1)", {"glitch": "OFF"})
    assert MOONWALK.house_rules(test) == {"glitch": "off", "standard_result": "round_down", "moonwalk_wounds": "off"}
    assert [setting.name for setting in MOONWALK.settings] == ["glitch", "standard_result", "moonwalk_wounds"]


def test_values_become_json() -> None:
    assert plain((Line("a", "b", "c"), [1, None], True)) == [
        {"step": "a", "result": "b", "rule": "c", "quiet": False},
        [1, None],
        True,
    ]
    assert plain(Effect("doom", -1, "relics.tides")) == {"counter": "doom", "delta": -1, "rule": "relics.tides"}
    assert amount(-1, "hit") == "-1 hit"
