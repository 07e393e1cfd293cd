"""Moonwalk's rules one by one, each by a table with its borders."""

from typing import Any

import pytest
from hypothesis import given

from pyrules.core.engine import chances_of
from pyrules.core.english import amount
from pyrules.core.errors import IllegalPick, IllegalRoll, NotationError, NotOffered
from pyrules.core.faces import read_faces, seeded, write_faces
from pyrules.core.ratio import Ratio
from pyrules.core.roll import EMPTY, GIVE_UP, LEAVE, Pending, Pick, Roll, Throw
from pyrules.core.verdict import Verdict, plain
from pyrules.systems.moonwalk import MOONWALK, rules
from pyrules.systems.moonwalk.model import Basic, Extended, Interval, Tally, Term, Test
from tests.systems.conforming import loaded_dice
from tests.systems.moonwalk import oracle
from tests.systems.moonwalk.strategies import tests_of as valid_tests

GLITCH_RULES = ("more_than_half", "half_or_more", "off")


def verdict_of(notation: str, faces: str = "", **settings: str) -> Verdict:
    test = MOONWALK.parse(notation, settings)
    return MOONWALK.judge(test, MOONWALK.replay(test, read_faces(faces)))


def outcome(notation: str, faces: str = "", **settings: str) -> dict[str, Any]:
    found: dict[str, Any] = plain(verdict_of(notation, faces, **settings).outcome)
    return found


def steps(notation: str, faces: str = "", **settings: str) -> list[str]:
    return [line.text for line in verdict_of(notation, faces, **settings).lines]


def taken_up(notation: str, faces: str = "") -> tuple[str, ...]:
    """The notations of the further tests that are offered after a roll."""
    test = MOONWALK.parse(notation, {})
    return tuple(option.notation for option in MOONWALK.options(test, MOONWALK.replay(test, read_faces(faces))))


# The dicepool


@pytest.mark.parametrize(
    ("calculation", "dice"),
    [
        ("12", 12),
        ("0", 0),
        ("100", 100),
        ("9 - 2", 7),
        ("Agility 5 + Pistols 4", 9),
        ("Agility 5 + Pistols 4 - Wounds 2", 7),
        ("5 - 4", 1),
        ("5 - 5", 0),
        ("5 - 6", 0),
        ("5 - 10000", 0),
        ("2 - 3 + Edge 1", 0),
        ("2 - 3 + Edge 2", 1),
        ("10000 - 9900", 100),
    ],
)
def test_dicepool(calculation: str, dice: int) -> None:
    test = MOONWALK.parse(f"{calculation} (1)", {})
    assert rules.dicepool(test.dicepool) == dice
    assert sum(throw.count for throw in MOONWALK.pending(test, EMPTY).throws) == dice
    assert MOONWALK.from_form(MOONWALK.to_form(test), {}) == test


def test_modifiers_are_shown_with_their_labels() -> None:
    assert steps("Agility 2 + Pistols 1 + Aim 1 - 3 (1)", "5")[:2] == [
        "Dicepool: Agility 2 + Pistols 1 + Aim 1 - 3 = 1 die",
        "Modifiers: Aim +1 -3",
    ]


@pytest.mark.parametrize(
    "notation", ["0 (1)", "2 - 2 (1)", "2 - 9 (1)", "2 - 2 vs. 3", "1 - 1 (1, 1 hour) Extended Test"]
)
@pytest.mark.parametrize("flag", ["", " six"])
def test_a_pool_without_dice_fails(notation: str, flag: str) -> None:
    test = MOONWALK.parse(notation + flag, {})
    verdict = verdict_of(notation + flag)
    assert verdict.good is False
    assert plain(verdict.outcome)["success"] is False
    assert plain(verdict.outcome)["pool"] == 0
    assert MOONWALK.before(test)[0] in verdict.lines
    assert "usually Edge" in MOONWALK.before(test)[0].result
    assert verdict.effects == ()
    assert taken_up(notation + flag) == ("",)


@pytest.mark.parametrize("notation", ["2 - 2 (1)", "2 - 2 vs. 3", "2 - 2 (3, 1 hour) Extended Test"])
def test_without_dice_an_action_may_not_be_possible(notation: str) -> None:
    test = MOONWALK.parse(notation, {})
    failed = MOONWALK.roll(test, seeded(1))
    assert [option.id for option in MOONWALK.options(test, failed)] == ["impossible"]
    not_possible = MOONWALK.pick(test, failed, Pick("impossible"))
    verdict = MOONWALK.judge(test, not_possible)
    assert (verdict.headline, verdict.good, verdict.effects) == ("Not possible", None, ())
    assert verdict.lines[-1].text == "Not possible: the action cannot be taken"
    assert plain(verdict.outcome)["success"] is False
    assert MOONWALK.options(test, not_possible) == ()
    with_dice = MOONWALK.parse("2 (1)", {})
    assert "impossible" not in [one.id for one in MOONWALK.options(with_dice, MOONWALK.roll(with_dice, seeded(1)))]


@pytest.mark.parametrize(("notation", "said"), [("2 - 5 (1)", "2 - 5 = -3: 0 dice"), ("2 - 2 (1)", "2 - 2 = 0 dice")])
def test_a_pool_below_nothing_is_added_up_as_it_is(notation: str, said: str) -> None:
    assert verdict_of(notation).lines[0].result == said


def test_a_pool_without_dice_counts_nothing() -> None:
    assert [line.rule for line in verdict_of("2 - 2 (1)").lines] == [
        "moonwalk.dicepool",
        "moonwalk.modifiers",
        "moonwalk.no_dice",
        "moonwalk.threshold",
    ]


def test_a_standard_result_without_dice_fails() -> None:
    for rounding in ("round_down", "round_up"):
        assert outcome("1 - 1 (1) standard", standard_result=rounding)["success"] is False
        assert outcome("1 - 1 (1, 1 day) Extended Test standard", standard_result=rounding)["state"] == "failed"


# Hits, ones, limit, threshold


@pytest.mark.parametrize(("face", "hits", "ones"), [(1, 0, 1), (2, 0, 0), (3, 0, 0), (4, 0, 0), (5, 1, 0), (6, 1, 0)])
def test_tally(face: int, hits: int, ones: int) -> None:
    test = MOONWALK.parse("3 (1)", {})
    dice = MOONWALK.replay(test, ((((face,)), (2,), (face,)),)).pool(0)
    assert rules.tally(dice) == Tally(3, 2 * hits, 2 * ones)
    assert rules.tally(()) == Tally(0, 0, 0)


@pytest.mark.parametrize(
    ("limit", "kept", "said"),
    [
        ("", 3, "No limit: 3 hits rolled, 3 count"),
        ("[0]", 0, "Limit [0]: 3 hits rolled, 0 count"),
        ("[2]", 2, "Limit [2]: 3 hits rolled, 2 count"),
        ("[3]", 3, "Limit [3]: 3 hits rolled, 3 count"),
        ("[4]", 3, "Limit [4]: 3 hits rolled, 3 count"),
        ("[10000]", 3, "Limit [10000]: 3 hits rolled, 3 count"),
    ],
)
def test_limit(limit: str, kept: int, said: str) -> None:
    assert outcome(f"4 {limit} (3)", "5,6,5,1")["kept"] == kept
    assert outcome(f"4 {limit} (3)", "5,6,5,1")["hits"] == 3
    assert said in steps(f"4 {limit} (3)", "5,6,5,1")


@pytest.mark.parametrize(
    ("notation", "warned"),
    [
        ("4 [2] (3)", True),
        ("4 [0] (1)", True),
        ("4 [3] (3)", False),
        ("4 (3)", False),
        ("4 [0] vs. 4", True),
        ("4 [1] vs. 4 [0]", False),
        ("4 [0] (3, 1 hour) Extended Test", True),
        ("4 [1] (3, 1 hour) Extended Test", False),
        ("8 [1] (2) standard", True),
    ],
)
def test_a_limit_that_forbids_success_is_said_before(notation: str, warned: bool) -> None:
    lines = MOONWALK.before(MOONWALK.parse(notation, {}))
    assert [("cannot succeed" in line.result, line.rule) for line in lines] == [(True, "moonwalk.limit")] * warned


@pytest.mark.parametrize(
    ("notation", "most", "rule"),
    [
        ("4 (5)", 4, "threshold"),
        ("4 (4)", None, ""),
        ("4 (5) six", None, ""),
        ("1 - 1 (1) six", None, ""),
        ("12 [2] (3) six", None, ""),
        ("8 (3) standard", 2, "threshold"),
        ("8 (2) standard", None, ""),
        ("4 vs. 9", None, ""),
        ("5 [1] (6, 1 hour) Extended Test", 5, "extended"),
        ("5 [1] (5, 1 hour) Extended Test", None, ""),
        ("5 [3] (13, 1 hour) Extended Test", 12, "extended"),
        ("5 (16, 1 hour) Extended Test", 15, "extended"),
        ("5 [1] (6, 1 hour) Extended Test six", 5, "extended"),
        ("5 (9999, 1 hour) Extended Test six", None, ""),
        ("9 (5, 1 hour) Extended Test standard", None, ""),
        ("9 (9, 1 hour) Extended Test standard", 8, "extended"),
    ],
)
def test_a_threshold_out_of_reach_is_said_before(notation: str, most: int | None, rule: str) -> None:
    test = MOONWALK.parse(notation, {})
    found = [line for line in MOONWALK.before(test) if line.step.startswith("Threshold")]
    assert [line.rule for line in found] == [f"moonwalk.{rule}"] * bool(rule)
    said = f"{amount(most or 0, 'hit')} at most, so this test can"
    assert all(line.result.startswith(said) for line in found)
    if found:
        assert chances_of(MOONWALK).odds(test).events["success"] == Ratio(0, 1)


@pytest.mark.parametrize(
    ("faces", "success", "said"),
    [
        ("1,2,5,6", False, "Threshold (3): 2 hits, 1 short"),
        ("1,5,5,6", True, "Threshold (3): 3 hits, exactly enough"),
        ("5,5,6,6", True, "Threshold (3): 4 hits, 1 to spare"),
    ],
)
def test_threshold(faces: str, success: bool, said: str) -> None:
    assert outcome("4 (3)", faces)["success"] is success
    assert said in steps("4 (3)", faces)
    assert verdict_of("4 (3)", faces).headline == ("Success" if success else "Failure")


@pytest.mark.parametrize(
    ("faces", "by_rule"),
    [
        ("1", ("critical", "critical", "none")),
        ("2", ("none", "none", "none")),
        ("1,2", ("none", "critical", "none")),
        ("1,5", ("none", "glitch", "none")),
        ("1,1", ("critical", "critical", "none")),
        ("1,2,3", ("none", "none", "none")),
        ("1,1,6", ("glitch", "glitch", "none")),
        ("1,1,2", ("critical", "critical", "none")),
        ("1,1,5,2", ("none", "glitch", "none")),
        ("1,1,1,5", ("glitch", "glitch", "none")),
        ("1,1,2,3,4", ("none", "none", "none")),
        ("1,1,1,3,4", ("critical", "critical", "none")),
    ],
)
def test_glitch(faces: str, by_rule: tuple[str, ...]) -> None:
    dice = faces.count(",") + 1
    for rule, expected in zip(GLITCH_RULES, by_rule, strict=True):
        assert outcome(f"{dice} (1)", faces, glitch=rule)["glitch"] == expected
        said = [line for line in steps(f"{dice} (1)", faces, glitch=rule) if line.startswith("Glitch")]
        assert bool(said) is (expected != "none")


def test_a_critical_glitch_looks_at_hits_before_the_limit() -> None:
    assert outcome("3 [0] (1)", "1,1,5")["glitch"] == "glitch"


def test_a_success_can_glitch() -> None:
    found = outcome("5 (2)", "1,1,1,5,6")
    assert (found["success"], found["glitch"]) == (True, "glitch")


@pytest.mark.parametrize(
    ("notation", "faces", "summary"),
    [
        ("5 (2)", "1,1,1,5,6", "2 hits · needs 2 · a glitch"),
        ("3 (1)", "1,1,2", "0 hits · needs 1 · a critical glitch"),
        ("3 vs. 2", "1,1,5 / 1,2", "1 hit · defender 0 · a glitch"),
        ("3 vs. 2", "1,1,5 / 1,1", "1 hit · defender 0 with a critical glitch · a glitch"),
        ("3 vs. 3", "1,2,5 / 1,1,6", "1 hit · defender 1 with a glitch"),
        ("2 (1, 1 hour) Extended Test", "1,1 / 5", "1 hit · needs 1 · 2 hours · a critical glitch"),
    ],
)
def test_the_verdict_in_short_tells_of_a_glitch(notation: str, faces: str, summary: str) -> None:
    assert verdict_of(notation, faces).summary == summary


# Opposed tests


@pytest.mark.parametrize(
    ("notation", "faces", "net", "success"),
    [
        ("3 vs. 3", "5,5,1 / 5,1,2", 1, True),
        ("3 vs. 3", "5,5,1 / 5,6,2", 0, False),
        ("3 vs. 3", "5,1,1 / 5,6,2", -1, False),
        ("3 [1] vs. 3", "5,5,6 / 5,1,2", 0, False),
        ("3 vs. 3 [1]", "5,5,1 / 5,6,6", 1, True),
        ("3 vs. 3 [0]", "5,1,1 / 5,6,6", 1, True),
        ("3 vs. 0", "5,1,1", 1, True),
        ("3 vs. 2 - 3", "2,1,1", 0, False),
    ],
)
def test_opposed(notation: str, faces: str, net: int, success: bool) -> None:
    found = outcome(notation, faces)
    assert (found["net"], found["success"]) == (net, success)
    assert found["kept"] - found["defender_hits"] == net
    tie = [line for line in steps(notation, faces) if "tie" in line]
    assert bool(tie) is (net == 0)
    assert verdict_of(notation, faces).effects == ()


@pytest.mark.parametrize(
    ("glitch", "notation", "faces", "told"),
    [
        (
            "more_than_half",
            "1 vs. 3",
            "5 / 1,1,6",
            ["2 of 3 dice show 1", "more than half of the dice show 1: a glitch"],
        ),
        ("more_than_half", "1 vs. 4", "5 / 1,6,1,6", ["2 of 4 dice show 1"]),
        ("half_or_more", "1 vs. 2", "5 / 1,6", ["1 of 2 dice shows 1", "half or more of the dice show 1: a glitch"]),
        ("off", "1 vs. 1", "5 / 1", ["1 of 1 die shows 1"]),
        ("half_or_more", "1 vs. 0", "5", []),
    ],
)
def test_the_defenders_ones_are_told_too(glitch: str, notation: str, faces: str, told: list[str]) -> None:
    lines = verdict_of(notation, faces, glitch=glitch).lines
    assert [line.result for line in lines if line.step in {"Defender's ones", "Defender's glitch"}] == told


def test_the_defenders_faces_are_asked_for() -> None:
    with pytest.raises(IllegalRoll, match=r"^roll 2, die 1: no face for this d6 \(Defender's dice\); write them after"):
        verdict_of("3 vs. 2", "1,2,3")


def test_the_defender_does_not_roll_against_no_dice() -> None:
    with pytest.raises(IllegalRoll, match="one face too many"):
        verdict_of("1 - 1 vs. 2", "/ 5,5")


@pytest.mark.parametrize(
    ("notation", "faces", "kept", "defended"),
    [
        ("1 six vs. 1", "6,2 / 6", 1, 1),
        ("1 six vs. 1", "6,6,5 / 5", 3, 1),
        ("1 vs. 1 six", "6 / 6,2", 1, 1),
        ("1 vs. 1 six", "5 / 6,6,5", 1, 3),
        ("1 six vs. 1 six", "6,5 / 6,6,1", 2, 2),
        ("1 [1] six vs. 1 [2] six", "6,5 / 6,6,6,6,1", 1, 2),
    ],
)
def test_the_rule_of_six_helps_the_side_that_has_it(notation: str, faces: str, kept: int, defended: int) -> None:
    found = outcome(notation, faces)
    assert (found["kept"], found["defender_hits"], found["net"]) == (kept, defended, kept - defended)


def test_what_sixes_add_for_the_defender_is_told() -> None:
    told = [line.text for line in verdict_of("2 vs. 2 [2] six", "5,6 / 6,1,6,5").lines]
    assert "Defender's Rule of Six: 2 sixes add a die each: 4 dice in all" in told
    assert not [line for line in told if line.startswith("Rule of Six")]


# Extended tests


@pytest.mark.parametrize(
    ("notation", "faces", "state", "total", "elapsed"),
    [
        ("3 (2, 1 hour) Extended Test", "5,1,2", "ongoing", 1, "1 hour"),
        ("3 (2, 1 hour) Extended Test", "5,5,2", "succeeded", 2, "1 hour"),
        ("3 (2, 1 hour) Extended Test", "5,1,2 / 6,1", "succeeded", 2, "2 hours"),
        ("3 (2, 10 minutes) Extended Test", "5,1,2 / 2,1 / 3", "failed", 1, "30 minutes"),
        ("3 [1] (2, 1 day) Extended Test", "5,6,6 / 2,1", "ongoing", 1, "2 days"),
        ("3 [1] (2, 1 day) Extended Test", "5,6,6 / 6,1", "succeeded", 2, "2 days"),
        ("1 (1, 1 week) Extended Test", "5", "succeeded", 1, "1 week"),
        ("1 (1, 1 week) Extended Test", "1", "failed", 0, "1 week"),
        ("1 (2, month) Extended Test six", "6,5", "succeeded", 2, "1 month"),
        ("2 (9, 1 year) Extended Test six", "6,1,2 / 6,6,1", "failed", 3, "2 years"),
    ],
)
def test_extended(notation: str, faces: str, state: str, total: int, elapsed: str) -> None:
    found = outcome(notation, faces)
    assert (found["state"], found["total"], found["elapsed"]) == (state, total, elapsed)
    assert found["success"] is (state == "succeeded")
    assert found["rolls"] == faces.count("/") + 1 == len(found["intervals"])
    verdict = verdict_of(notation, faces)
    assert verdict.good is {"ongoing": None, "succeeded": True, "failed": False}[state]
    assert bool(verdict.effects) is (state == "failed")


def test_ones_and_glitches_are_told_for_each_roll_and_end_nothing() -> None:
    found = outcome("3 (4, 1 hour) Extended Test", "1,1,2 / 5,5 / 1")
    assert [one["glitch"] for one in found["intervals"]] == ["critical", "none", "critical"]
    assert [one["ones"] for one in found["intervals"]] == [2, 0, 1]
    assert (found["glitch"], found["ones"]) == ("critical", 3)


def test_an_extended_test_goes_on_pick_by_pick() -> None:
    test = MOONWALK.parse("3 (9, 1 hour) Extended Test", {})
    fives = [5]
    roll = MOONWALK.roll(test, lambda throw: fives * throw.count, onward=False)
    for dice in (2, 1):
        (option,) = MOONWALK.options(test, roll)
        assert (option.id, option.notation) == ("next", "")
        roll = MOONWALK.roll(
            test, lambda throw: fives * throw.count, MOONWALK.pick(test, roll, Pick("next")), onward=False
        )
        assert len(roll.dice[-1]) == dice
    with pytest.raises(IllegalPick, match="'next': modifier: 0 is out of bounds; use a whole number from 1 to 100"):
        MOONWALK.pick(test, roll, Pick("next"))


@pytest.mark.parametrize(
    ("notation", "faces", "summary", "said"),
    [
        (
            "3 (3, 2 hours) Extended Test",
            "5,1,2",
            "Given up after 1 interval · 1 of 3 hits · 2 hours",
            ["Threshold (3): 1 hit so far, failed", "Given up: after 1 interval, with 2 dice left for another"],
        ),
        (
            "3 (1, 1 hour) Extended Test",
            "1,1,2 / 2,3",
            "Given up after 2 intervals · 0 of 1 hit · 2 hours · a critical glitch",
            ["Threshold (1): 0 hits so far, failed", "Given up: after 2 intervals, with 1 die left for another"],
        ),
        (
            "3 [1] (2, 1 day) Extended Test six",
            "5,6,6,1,1",
            "Given up after 1 interval · 1 of 2 hits · 1 day",
            ["Threshold (2): 1 hit so far, failed", "Given up: after 1 interval, with 2 dice left for another"],
        ),
    ],
)
def test_an_extended_test_is_given_up(notation: str, faces: str, summary: str, said: list[str]) -> None:
    test, script = MOONWALK.parse(notation, {}), read_faces(faces)
    rolled = (Pick("next"),) * (len(script) - 1)
    before = MOONWALK.judge(test, MOONWALK.replay(test, script, rolled))
    roll = MOONWALK.replay(test, script, (*rolled, GIVE_UP))
    verdict = MOONWALK.judge(test, roll)
    assert (verdict.headline, verdict.good, verdict.summary) == ("Failure", False, summary)
    assert plain(verdict.outcome) == plain(before.outcome) | {"state": "failed"}
    assert [(effect.counter, effect.delta) for effect in verdict.effects] == [("retry_penalty", -2)]
    assert verdict.marks == before.marks
    steps = [line.text for line in verdict.lines if line not in before.lines]
    assert isinstance(test.against, Extended)
    soon = test.against.interval.times(2)
    assert steps == [*said, f"Trying Again: -2 dice on a try within {soon}"]
    assert MOONWALK.pending(test, roll).throws == ()
    (again,) = MOONWALK.options(test, roll)
    assert (again.id, again.notation) == ("again", MOONWALK.write(rules.trying_at_once(test)))


@pytest.mark.parametrize(
    ("notation", "faces", "picks"),
    [
        ("3 (3, 1 hour) Extended Test", "", ()),
        ("1 (3, 1 hour) Extended Test", "5", ()),
        ("3 (1, 1 hour) Extended Test", "5,1,1", ()),
        ("3 (3, 1 hour) Extended Test", "5,1,1", (Pick("next"),)),
        ("3 (3, 1 hour) Extended Test", "5,1,1", (GIVE_UP,)),
        ("9 (9, 1 hour) Extended Test standard", "", ()),
        ("3 (3)", "1,1,1", ()),
        ("3 vs. 3", "1,1,1 / 1,1,1", ()),
    ],
)
def test_what_is_not_in_progress_is_not_given_up(notation: str, faces: str, picks: tuple[Pick, ...]) -> None:
    test, roll = MOONWALK.parse(notation, {}), EMPTY
    if faces:
        roll = MOONWALK.replay(test, read_faces(faces))
    for pick in picks:
        roll = MOONWALK.pick(test, roll, pick)
    with pytest.raises(NotOffered, match="'give_up' is not offered now"):
        MOONWALK.pick(test, roll, GIVE_UP)


def test_what_is_given_up_does_not_go_on() -> None:
    test = MOONWALK.parse("3 (3, 1 hour) Extended Test", {})
    roll = MOONWALK.replay(test, read_faces("5,1,1"), (GIVE_UP,))
    with pytest.raises(NotOffered, match="'next' is not offered now; nothing is"):
        MOONWALK.pick(test, roll, Pick("next"))
    with pytest.raises(NotOffered):
        MOONWALK.pick(test, MOONWALK.replay(test, read_faces("5,1,1")), Pick("give_up", (0,)))


def test_to_give_up_is_not_among_the_options_of_a_test_in_progress() -> None:
    test = MOONWALK.parse("3 (3, 1 hour) Extended Test", {})
    assert [option.id for option in MOONWALK.options(test, MOONWALK.replay(test, read_faces("5,1,1")))] == ["next"]


# The Rule of Six and the Standard Result


@pytest.mark.parametrize(
    ("faces", "hits", "ones", "pool"),
    [
        ("1,2,3", 0, 1, 3),
        ("6,2,3,1", 1, 1, 4),
        ("6,6,2,6,5,1", 4, 1, 6),
        ("6,6,6,1,1,1", 3, 3, 6),
        ("6,1,1,6,6,6,6,2", 5, 2, 8),
    ],
)
def test_rule_of_six(faces: str, hits: int, ones: int, pool: int) -> None:
    found = outcome("3 (1) six", faces)
    assert (found["hits"], found["ones"], found["pool"]) == (hits, ones, pool)
    for wrong in (faces + ",2", faces[:3]):
        with pytest.raises(IllegalRoll):
            verdict_of("3 (1) six", wrong)


@pytest.mark.parametrize(
    ("notation", "faces", "headline", "summary", "told"),
    [
        ("2 (1) six", "6,1,1", "Success", "1 hit · needs 1 · a glitch", "Rule of Six: 1 six adds a die: 3 dice in all"),
        ("2 (1) six", "6,1", "Success", "1 hit · needs 1", "Rule of Six: 1 six, 1 left: 2 dice in all"),
        ("3 (4) six", "6,6,2,6", "Failure", "3 hits · needs 4", "Rule of Six: 3 sixes, 2 left: 4 dice in all"),
        ("1 six vs. 1", "6 / 5", "Failure", "1 hit · defender 1", "Rule of Six: 1 six, 1 left: 1 die in all"),
        (
            "1 vs. 1 six",
            "6 / 6",
            "Failure",
            "1 hit · defender 1",
            "Defender's Rule of Six: 1 six, 1 left: 1 die in all",
        ),
    ],
)
def test_a_six_may_be_left(notation: str, faces: str, headline: str, summary: str, told: str) -> None:
    verdict = verdict_of(notation, faces)
    assert (verdict.headline, verdict.summary) == (headline, summary)
    assert told in [line.text for line in verdict.lines]


def test_a_six_is_left_by_a_pick_that_a_replay_finds_again() -> None:
    test = MOONWALK.parse("2 (3, 1 hour) Extended Test six", {})
    once = MOONWALK.replay(test, read_faces("6,1"))
    assert once.picks == (Pick(LEAVE, (0,)),)
    assert MOONWALK.pending(test, once) == Pending((Throw(1, 0, 6, 1),), Pick("next"))
    going_on = (*once.picks, Pick("next"), Pick(LEAVE, (1,)))
    again = MOONWALK.replay(test, read_faces("6,1 / 6"), going_on)
    assert again.picks == going_on
    assert MOONWALK.replay(test, read_faces("6,1 / 6,5"), going_on[:2]).picks == going_on[:2]
    with pytest.raises(IllegalPick, match="'leave' is not offered"):
        MOONWALK.pick(test, once, Pick(LEAVE, (0,)))


def test_added_dice_come_in_the_throw_after_their_sixes() -> None:
    test = MOONWALK.parse("3 (1) six", {})
    asked: list[Throw] = []
    faces = iter(([6, 6, 1], [6, 2], [3]))

    def source(throw: Throw) -> list[int]:
        asked.append(throw)
        return next(faces)

    MOONWALK.roll(test, source)
    left = Pick(LEAVE, (0,))
    assert asked == [Throw(0, 0, 6, 3), Throw(0, 3, 6, 2, left=left), Throw(0, 5, 6, 1, left=left)]


def test_added_dice_count_for_the_limit_and_the_glitch() -> None:
    assert outcome("2 [1] (2) six", "6,5,5")["kept"] == 1
    assert outcome("2 (1) six", "6,1,1")["glitch"] == "glitch"
    assert outcome("2 (1)", "6,1")["glitch"] == "none"


@pytest.mark.parametrize(
    ("dice", "down", "up"),
    [(1, 0, 1), (3, 0, 1), (4, 1, 1), (5, 1, 2), (7, 1, 2), (8, 2, 2), (11, 2, 3), (100, 25, 25)],
)
def test_standard_result(dice: int, down: int, up: int) -> None:
    for rounding, hits in (("round_down", down), ("round_up", up)):
        found = outcome(f"{dice} (2) standard", standard_result=rounding)
        assert found == {
            "kind": "basic",
            "pool": dice,
            "hits": hits,
            "kept": hits,
            "ones": 0,
            "glitch": "none",
            "success": hits >= 2,
        }
        assert hits == oracle.quarter(dice, rounding)


def test_standard_result_has_the_limit_but_no_ones_and_no_sixes() -> None:
    found = outcome("20 [3] (3) six standard", glitch="half_or_more")
    assert (found["hits"], found["kept"], found["glitch"], found["success"]) == (5, 3, "none", True)
    with pytest.raises(IllegalRoll, match="one face too many"):
        verdict_of("20 (3) standard", "5")


def test_standard_result_is_not_told_as_rolled() -> None:
    assert "No limit: 1 hit, 1 counts" in steps("4 (1) standard", "")
    (line,) = MOONWALK.before(MOONWALK.parse("5 [2] (3) standard", {}))
    assert line.result == "below the threshold (3), so this test cannot succeed"


def test_standard_result_of_an_extended_test_takes_the_shrinking_pool() -> None:
    found = outcome("9 (6, 1 hour) Extended Test standard")
    assert [one["kept"] for one in found["intervals"]] == [2, 2, 1, 1]
    assert [one["pool"] for one in found["intervals"]] == [9, 8, 7, 6]
    assert (found["state"], found["elapsed"]) == ("succeeded", "4 hours")
    assert outcome("5 (3, 1 hour) Extended Test standard")["state"] == "failed"


@pytest.mark.parametrize(
    "notation",
    [
        "8 vs. 4 standard",
        "8 (2) standard combat",
        "8 (2) combat standard",
        "8 (2, 1 hour) Extended Test combat standard",
    ],
)
def test_standard_result_is_refused(notation: str) -> None:
    with pytest.raises(NotationError, match=r"the Standard Result cannot be taken in (combat|an opposed test); roll"):
        MOONWALK.parse(notation, {})


def test_combat_alone_changes_nothing() -> None:
    assert outcome("4 (1) combat", "5,1,2,3") == outcome("4 (1)", "5,1,2,3")


# Trying again


@pytest.mark.parametrize(
    ("so_far", "waited", "penalty"),
    [(0, 0, -2), (0, 120, -2), (0, 121, 0), (-2, 0, -4), (-2, 120, -4), (-2, 121, 0), (-4, 1, -6), (-6, 10**9, 0)],
)
def test_retry_penalty(so_far: int, waited: int, penalty: int) -> None:
    assert rules.retry_window(60) == 120
    assert rules.retry_penalty(so_far, waited, 120) == penalty
    again = (Term(so_far, "trying again"),) if so_far else ()
    test = Test((Term(9), Term(-1, "Wounds"), *again), Basic(3))
    expected = (Term(penalty, "Trying Again"),) if penalty else ()
    assert rules.trying_again(test, waited, 120).dicepool == (Term(9), Term(-1, "Wounds"), *expected)
    assert rules.again_penalty(test) == so_far
    assert rules.without_penalty(test).dicepool == (Term(9), Term(-1, "Wounds"))
    assert rules.trying_at_once(test) == rules.trying_again(test, 120, 120)


def test_a_bonus_of_the_same_name_is_no_penalty() -> None:
    test = Test((Term(9), Term(2, "Trying Again")), Basic(3))
    assert rules.trying_again(test, 0, 60).dicepool == (Term(9), Term(2, "Trying Again"), Term(-2, "Trying Again"))


@pytest.mark.parametrize(
    ("notation", "faces", "further"),
    [
        ("2 (2)", "5,1", ("2 - Trying Again 2 (2)",)),
        ("2 (1)", "5,1", ()),
        ("9 - Trying Again 2 (5)", "5,1,1,1,1,1,1", ("9 - Trying Again 4 (5)",)),
        ("9 - TRYING again 4 [2] (5)", "5,1,1,1,1", ("9 - Trying Again 6 [2] (5)",)),
        ("2 vs. 1", "1,1 / 5", ("2 vs. 1",)),
        ("2 vs. 1", "5,5 / 5", ()),
        ("1 (1, 2 hours) Extended Test", "1", ("1 - Trying Again 2 (1, 2 hours) Extended Test", "")),
        ("1 (1, 2 hours) Extended Test", "6", ()),
        ("2 (2, 2 hours) Extended Test", "5,1", ("",)),
        ("4 (2) standard", "", ("4 - Trying Again 2 (2) standard",)),
    ],
)
def test_options(notation: str, faces: str, further: tuple[str, ...]) -> None:
    assert taken_up(notation, faces) == further


def test_the_window_is_named_with_the_option() -> None:
    test = MOONWALK.parse("1 (1, 2 hours) Extended Test", {})
    option, further = MOONWALK.options(test, MOONWALK.replay(test, (((1,),),)))
    assert (further.id, further.hint, further.asks_first) == ("next", "no dice left without a modifier", True)
    assert option.hint == "-2 dice within 4 hours; no dice remain"
    assert rules.retry_window(Interval(2, "hour").seconds) == 4 * 3_600


def test_a_try_that_cannot_be_written_is_not_offered() -> None:
    full = "1" + " + 0" * 11
    assert taken_up(f"{full} (1)", "1") == ()
    assert taken_up("10000 - Trying Again 9999 (1)", "1") == ()
    added = len(" - Trying Again 2")
    for length, offered in ((200 - added, 1), (201 - added, 0)):
        notation = f"{'x' * 60} 1 - {'x' * 50} 0 - {'x' * (length - 126)} 0 (1)"
        assert len(notation) == length
        assert len(taken_up(notation, "1")) == offered


# Marks


@pytest.mark.parametrize(
    ("notation", "faces", "kinds"),
    [
        ("5 [2] (1)", "5,1,6,5,2", (("hit", "one", "hit", "spare", "plain"),)),
        ("2 [0] (1)", "5,6", (("spare", "spare"),)),
        ("2 vs. 2 [1]", "5,1 / 6,5", (("hit", "one"), ("hit", "spare"))),
        ("2 [1] vs. 2", "5,6 / 6,5", (("hit", "spare"), ("hit", "hit"))),
        ("2 [1] (3, 1 day) Extended Test", "5,6 / 6", (("hit", "spare"), ("hit",))),
    ],
)
def test_marks(notation: str, faces: str, kinds: tuple[tuple[str, ...], ...]) -> None:
    assert tuple(tuple(mark.kind for mark in marks) for marks in verdict_of(notation, faces).marks) == kinds


@given(valid_tests())
def test_before_any_dice_every_test_can_be_judged(test: Test) -> None:
    assert MOONWALK.judge(test, Roll()).good is not True or test.standard


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(3))
def test_the_longest_rolls_are_read_again(seed: int) -> None:
    test = MOONWALK.parse("100 (10000, 1 hour) Extended Test six", {})
    roll = MOONWALK.roll(test, loaded_dice(seed, "high"))
    assert len(roll.dice) == 100
    assert MOONWALK.replay(test, read_faces(write_faces(roll.dice)), roll.picks) == roll
