from collections.abc import Sequence
from itertools import product

import pytest

from pyrules.core.errors import FormError, IllegalPick, IllegalRoll, NotationError
from pyrules.core.faces import read_faces
from pyrules.core.roll import EMPTY, Pick, Throw
from pyrules.core.verdict import Effect, Verdict
from pyrules.systems.relics import RELICS, pool, progress, rules
from pyrules.systems.relics.model import Challenge, Cohort, Huddle, Outcome, Placed, Settings, Tally, Test
from tests.systems.relics import oracle


def verdict_of(notation: str, faces: str, picks: Sequence[Pick] = (), **settings: str | int) -> Verdict:
    test = RELICS.parse(notation, settings)
    return RELICS.judge(test, RELICS.replay(test, read_faces(faces), tuple(picks)))


def outcome(notation: str, faces: str, picks: Sequence[Pick] = (), **settings: str | int) -> Outcome:
    found = verdict_of(notation, faces, picks, **settings).outcome
    assert isinstance(found, Outcome)
    return found


def lines(notation: str, faces: str, picks: Sequence[Pick] = ()) -> list[str]:
    return [line.text for line in verdict_of(notation, faces, picks).lines]


def dicepool(notation: str, **settings: str | int) -> int:
    return pool.dicepool(RELICS.parse(notation, settings))


def result(found: Outcome) -> oracle.Result:
    return oracle.Result(*(getattr(found, name) for name in oracle.Result._fields))


@pytest.mark.parametrize(
    ("notation", "dice"),
    [
        ("primary lead", 3),
        ("secondary lead", 2),
        ("support lead", 0),
        ("other lead", 0),
        ("other lead + primary assist", 2),
        ("other lead + secondary assist", 1),
        ("other lead + support assist", 1),
        ("other lead + other assist", 0),
        ("primary lead + primary assist + primary assist", 7),
        ("support assist + secondary assist + primary lead", 5),
    ],
)
def test_expertise(notation: str, dice: int) -> None:
    assert dicepool(notation) == dice


def test_expertise_is_a_house_rule() -> None:
    assert dicepool("support lead + other assist", lead_support=1, assist_other=2) == 3
    assert dicepool("primary lead", lead_primary=0) == 0


def test_one_leader() -> None:
    test = RELICS.parse("support assist + primary lead", {})
    assert test.acting == Cohort(Huddle("primary", ("support",)))
    with pytest.raises(NotationError, match="column 16: a second leader"):
        RELICS.parse("primary lead + primary lead", {})
    with pytest.raises(NotationError, match="column 1: nobody leads"):
        RELICS.parse("primary assist + support assist", {})


@pytest.mark.parametrize(("stress", "out"), [(0, False), (9, False), (10, True), (11, True)])
def test_stressed_out(stress: int, out: bool) -> None:
    assert progress.stressed_out(stress, Settings()) == out
    assert bool(progress.refused_leader(stress, Settings())) == out


def test_a_stressed_out_leader_is_refused() -> None:
    assert dicepool("primary lead stress 9") == 3
    with pytest.raises(NotationError, match="column 21: with 10 Stress of 10 this PC is Stressed Out"):
        RELICS.parse("primary lead stress 10", {})
    with pytest.raises(NotationError, match="expected 0 to 4"):
        RELICS.parse("primary lead stress 5", {"stress_maximum": 5})


@pytest.mark.parametrize(
    ("start", "changes", "dice"),
    [(5, (), 5), (5, (2, -1), 6), (1, (-4,), 0), (1, (2, -4), 2), (0, (-1, -1, 1, 1), 2), (3, (-3,), 0)],
)
def test_add_dice(start: int, changes: tuple[int, ...], dice: int) -> None:
    written = " ".join(f"{change:+d}d6" for change in changes)
    assert dicepool(f"{start}d6 {written}") == pool.add_dice(start, changes) == dice


def test_destiny() -> None:
    assert dicepool("5d6 destiny 4 pcs 3") == 9
    assert dicepool("5d6 destiny 50") == 55
    verdict = verdict_of("5d6 destiny 1 pcs 2", "2,2,2,2,2,2")
    assert verdict.effects == (Effect("destiny", -1, "relics.destiny"),)
    with pytest.raises(NotationError) as caught:
        RELICS.parse("5d6 destiny 5 pcs 3", {})
    assert caught.value.column == 5
    assert "at most 9, three for each PC, so 4 Destiny can be spent" in str(caught.value)
    with pytest.raises(NotationError, match="so 0 Destiny can be spent"):
        RELICS.parse("20d6 destiny 1 pcs 3", {})


def test_a_written_huddle_names_the_pcs() -> None:
    assert dicepool("primary lead + primary assist destiny 1") == 6
    assert dicepool("primary lead + primary assist +3d6") == dicepool("primary lead + primary assist +1d6") == 6
    refused = "column 31: 5 dice and 6 Destiny are 11 dice; at most 6, three for each PC who leads or assists, so 1"
    with pytest.raises(NotationError, match=refused):
        RELICS.parse("primary lead + primary assist destiny 6", {})
    assert dicepool("primary lead + primary assist destiny 6 pcs 4") == 11
    assert dicepool("primary lead + primary assist destiny 6 pcs unknown") == 11
    assert dicepool("5d6 destiny 6 pcs unknown") == 11
    with pytest.raises(FormError, match="destiny: 3 dice and 1 Destiny are 4 dice; at most 3"):
        RELICS.from_form({"start": "expertise", "destiny": 1}, {})


def test_that_no_threat_is_given_is_said() -> None:
    line = "8. The Tides Shift: no Threat given: counts as not Common"
    assert line in lines("2d6", "1,5")
    assert line in lines("primary lead", "2,3,4")
    assert [one.quiet for one in verdict_of("2d6", "2,5").lines if one.text in line] == [True]
    assert [one.quiet for one in verdict_of("2d6", "1,5").lines if one.text in line] == [False]
    for given in ("2d6 vs Minor", "2d6 vs Common", "2d6 vs Minor 5"):
        assert line not in lines(given, "1,5")


def test_largest_pool() -> None:
    assert dicepool("9d6 pcs 3") == 9
    assert dicepool("10d6 pcs 3") == 9
    assert dicepool("1d6 +5d6 pcs 1") == 3
    assert dicepool("primary lead + primary assist + primary assist pcs 3", lead_primary=3) == 7
    with pytest.raises(NotationError, match="column 31: 2 PCs lead and assist; the Cohort has no fewer"):
        RELICS.parse("primary lead + other assist   pcs 1", {})


def test_automatic_results() -> None:
    test = RELICS.parse("5d6 A6 / 1d", {})
    assert RELICS.pending(test, EMPTY).throws == (Throw(0, 0, 6, 4),)
    assert outcome("5d6 A6 / 1d", "1,2,3,4").values == (6, 1, 2, 3, 4)
    assert RELICS.pending(RELICS.parse("2d6 A5 / 9d", {}), EMPTY).throws == ()


def test_order_of_automatic_results() -> None:
    assert outcome("5d6 A6 / 1d A1 / 1d A5 / 2d", "3").values == (1, 5, 5, 6, 3)
    assert outcome("Minor 5 resolved 2 A6 / 1d A1 / 1d", "3").values == (1, 5, 5, 6, 3)


@pytest.mark.parametrize(
    ("notation", "values"),
    [
        ("1d6 A5 / 1d A6 / 1d", (6,)),
        ("1d6 A6 / 1d A1 / 1d", (6,)),
        ("2d6 A5 / 2d A6 / 1d", (6, 5)),
        ("2d6 A1 / 3d", (1, 1)),
        ("2d6 A1 / 2d A2 / 1d", (1, 1)),
        ("2d6 A1 / 1d A2 / 2d A4 / 1d", (4, 2)),
        ("0d6 A6 / 3d", ()),
        ("Minor 3 resolved 2 A1 / 2d", (5, 1, 5)),
        ("Common 2 resolved 1 A1 / 2d", (3, 1)),
    ],
)
def test_more_results_than_dice(notation: str, values: tuple[int, ...]) -> None:
    assert pool.automatic_dice(RELICS.parse(notation, {})) == values


@pytest.mark.untraced
def test_automatic_results_against_the_oracle() -> None:
    for dice, results in product(range(4), product([1, 2, 4, 5, 6], repeat=4)):
        written = " ".join(f"A{value} / 1d" for value in results)
        found = pool.automatic_dice(RELICS.parse(f"{dice}d6 {written}", {}))
        assert sorted(found) == oracle.automatic(dice, list(results))


@pytest.mark.parametrize("value", [3, 7, 8])
def test_results_for_challenges_only(value: int) -> None:
    with pytest.raises(NotationError, match=f"column 5: A{value} is for Challenges only"):
        RELICS.parse(f"5d6 A{value} / 1d", {})
    assert pool.automatic_dice(RELICS.parse(f"Minor 5 A{value} / 1d", {})) == (value,)


def test_simple_modifiers() -> None:
    assert outcome("5d6 +1 / 2d +2 / 1d", "1,3,3,4,5").values == (2, 3, 3, 5, 7)
    placed = outcome("5d6 -2 / 2d +1 / 2d", "2,3,3,5,6", [Pick("place", (0, 1, -1, -1))])
    assert placed.values == (0, 1, 3, 5, 6)
    assert placed.placement == (Placed("-2", 1), Placed("-2", 2))
    placed = outcome("5d6 -2 / 2d +1 / 2d", "2,3,3,5,6", [Pick("place", (0, 1, 1, 4))])
    assert placed.values == (0, 2, 3, 5, 7)
    assert outcome("1d6 A6 / 1d +1 / 1d", "").values == (7,)


def test_hindering_units_are_told_first() -> None:
    found = outcome("2d6 +1 / 1d -1 / 1d", "4,6", [Pick("place", (0, 1))])
    assert found.placement == (Placed("-1", 2), Placed("+1", 1))
    again = outcome("2d6 +1 / 1d -1 / 1d", "4,6", [Pick("place", (0, 1)), Pick("place", (1, 1))])
    assert again.values == (4, 6)


def test_units_do_not_stack() -> None:
    with pytest.raises(IllegalPick, match="die 1 has two Beneficial units; place at most one"):
        outcome("3d6 +1 / 1d +2 / 1d", "1,2,3", [Pick("place", (0, 0))])
    with pytest.raises(IllegalPick, match="die 2 has two Hindering units; place at most one"):
        outcome("3d6 -1 / 2d", "1,2,3", [Pick("place", (1, 1))])
    assert outcome("3d6 -1 / 1d +3 / 1d", "1,2,3", [Pick("place", (2, 2))]).values == (1, 2, 5)


def test_hindering_units_must_be_placed() -> None:
    with pytest.raises(IllegalPick, match="Hindering units: 1 placed; place at least 2"):
        outcome("3d6 -1 / 2d", "1,2,3", [Pick("place", (1, -1))])
    assert outcome("1d6 -1 / 3d", "3", [Pick("place", (-1, 0, -1))]).values == (2,)
    assert outcome("1d6 -1 / 3d", "3").values == (2,)
    assert outcome("0d6 -1 / 3d", "").values == ()


@pytest.mark.parametrize(
    ("places", "problem"),
    [((0,), "a place, 2 in all; got 1"), ((0, 3), "die 4"), ((0, -2), "left unused")],
)
def test_wrong_places(places: tuple[int, ...], problem: str) -> None:
    with pytest.raises(IllegalPick, match=problem):
        outcome("3d6 +1 / 2d", "1,2,3", [Pick("place", places)])


@pytest.mark.parametrize(
    ("value", "worth"),
    [(-99, -2), (-2, -2), (-1, -2), (0, -1), (1, -1), (2, 0), (3, 0), (4, 0), (5, 1), (6, 1), (7, 2), (8, 2), (9, 3)],
)
def test_worth(value: int, worth: int) -> None:
    assert rules.worth(value) == rules.total(rules.tally((value,))) == worth


@pytest.mark.parametrize(
    ("final", "expected"),
    [
        ((1, 3, 3, 4, 7), (1, 1, 1)),
        ((3, 3, 3, 4, 5), (1, 0, 0)),
        ((2, 3, 3, 5, 7), (3, 1, 0)),
        ((0, 1, 3, 5, 6), (0, 0, 2)),
        ((0, 2, 3, 5, 7), (2, 1, 1)),
    ],
)
def test_worked_results(final: tuple[int, ...], expected: tuple[int, int, int]) -> None:
    found = rules.outcome(Test(Cohort(5)), rules.tally(final))
    assert (found.successes, found.destiny, found.doom) == expected


def test_every_final_result_against_the_oracle() -> None:
    for final in product(range(-3, 11), repeat=3):
        for pcs in (1, 4):
            found = rules.outcome(Test(Cohort(3, pcs=pcs)), rules.tally(final))
            assert result(found) == oracle.result(list(final), pcs)


@pytest.mark.parametrize(("counted", "total"), [((0, 0, 0, 0, 0), 0), ((1, 1, 1, 2, 2), 0), ((0, 0, 0, 1, 0), -1)])
def test_disaster(counted: tuple[int, int, int, int, int], total: int) -> None:
    for acting in (Cohort(9), Challenge("Minor", 9, 3)):
        found = rules.outcome(Test(acting), Tally(*counted))
        assert (found.successes, found.disaster) == (total, total < 0)
        assert (found.stress, found.resolved) == (0, 0)
    assert "9. Disaster: -1 in all: the Cohort gets a Hindering trait, to be named" in lines("1d6", "1")
    assert "9. Disaster: -1 in all: the Challenge gets a Hindering trait, to be named" in lines("Minor 1", "1")
    assert "9. Disaster: 0 in all: no Disaster" in lines("1d6", "2")
    assert (verdict_of("1d6", "1").headline, verdict_of("1d6", "1").good) == ("Disaster", False)


@pytest.mark.parametrize(
    ("against", "successes", "resolved", "resolves"),
    [
        ("", 5, 5, None),
        ("vs Minor", 5, 5, None),
        ("vs Minor 5", 4, 4, False),
        ("vs Minor 5", 5, 5, True),
        ("vs Minor 5", 6, 5, True),
        ("vs Minor 5 resolved 3", 1, 1, False),
        ("vs Minor 5 resolved 3", 6, 2, True),
        ("vs Minor 5 resolved 5 free 1", 1, 1, True),
        ("vs Minor 5", 0, 0, False),
    ],
)
def test_resolve(against: str, successes: int, resolved: int, resolves: bool | None) -> None:
    faces = ",".join(["5"] * successes + ["2"] * (6 - successes))
    found = outcome(f"6d6 {against}", faces)
    assert (found.successes, found.resolved, found.resolves) == (successes, resolved, resolves)
    assert outcome(f"6d6 {against}", "1,1,1,1,1,1").resolved == 0


def test_resolved_dice_stay() -> None:
    test = RELICS.parse("2d6 vs Minor 5 resolved 2", {})
    option, _ = RELICS.options(test, RELICS.replay(test, read_faces("5,6")))
    assert (option.id, option.notation) == ("challenge", "Minor 5 resolved 4")


def test_free_dice() -> None:
    assert pool.automatic_dice(RELICS.parse("Minor 5 resolved 3 free 2", {})) == (5,)
    verdict = verdict_of("2d6 vs Minor 5 resolved 4 free 2", "5,2")
    assert verdict.effects[:2] == (
        Effect("resolved", -2, "relics.free_dice"),
        Effect("resolved", 1, "relics.resolve"),
    )
    assert progress.after(Challenge("Minor", 5, 4, 2), 1) == Challenge("Minor", 5, 3)
    with pytest.raises(NotationError, match="2 dice cannot become free, as 1 is resolved"):
        RELICS.parse("Minor 5 resolved 1 free 2", {})
    with pytest.raises(NotationError, match="at most 4 while it goes on"):
        RELICS.parse("Minor 5 resolved 5", {})


def test_turns() -> None:
    assert "10. The Action Moves Forward: the Challenge takes its turn" in lines("1d6 vs Minor 2", "6")
    assert "10. The Action Moves Forward: a new round begins with the Cohort" in lines("Minor 2 resolved 1", "6")
    verdict = verdict_of("1d6 vs Minor 2 resolved 1", "6")
    assert verdict.lines[-1].rule == "relics.resolved"
    assert verdict.headline == "Challenge resolved"
    test = RELICS.parse("1d6 vs Minor 2 resolved 1", {})
    assert [option.id for option in RELICS.options(test, RELICS.replay(test, read_faces("6")))] == ["trait"]


@pytest.mark.parametrize("threat", ["", "vs Minor", "vs Major", "vs Extreme", "vs Ultimate", "vs Ultimate 9"])
def test_tides(threat: str) -> None:
    found = outcome(f"4d6 +3 / 1d +2 / 1d {threat} pcs 3", "6,5,1,1", [Pick("place", (0, 1))])
    assert (found.values, found.destiny, found.doom) == ((9, 7, 1, 1), 4, 3)
    assert outcome("1d6 -3 / 1d", "2").doom == 1


@pytest.mark.parametrize("threat", ["vs Common", "vs Common 6 resolved 1"])
def test_no_tides_against_a_common_threat(threat: str) -> None:
    found = outcome(f"4d6 +3 / 1d +2 / 1d {threat} pcs 3", "6,5,1,1", [Pick("place", (0, 1))])
    assert (found.destiny, found.doom, found.overpowering) == (0, 0, 1)


@pytest.mark.parametrize(("notation", "pcs"), [("1d6", 1), ("1d6 pcs 5", 5), ("other lead + support assist", 2)])
def test_overpowering_destiny_for_each_pc(notation: str, pcs: int) -> None:
    assert outcome(f"{notation} +3 / 1d", "6").destiny == pcs


def test_what_depends_on_the_number_of_pcs_is_said_where_nobody_gave_it() -> None:
    def told(notation: str, faces: str) -> str:
        test = RELICS.parse(notation, {})
        return "\n".join(line.text for line in RELICS.judge(test, RELICS.replay(test, read_faces(faces))).lines)

    unchecked, each = "the cap of three dice for each PC is not checked", "for each other PC"
    assert unchecked in told("20d6", ",".join("1" * 20))
    assert unchecked in told("other lead + support assist pcs unknown", "6")
    assert unchecked not in told("other lead + support assist", "6")
    assert unchecked not in told("1d6 pcs 1", "6")
    assert unchecked not in told("Minor 5 resolved 4", "6")
    assert f"this counts 1 PC; add 2 {each}" in told("2d6 +3 / 2d", "6,6")
    assert f"this counts 2 PCs; add 1 {each}" in told("other lead + support assist +3 / 1d pcs unknown", "6")
    assert each not in told("other lead + support assist +3 / 1d", "6")
    assert each not in told("1d6 +3 / 1d pcs 1", "6")
    assert each not in told("1d6 +3 / 1d", "5")
    assert each not in told("1d6 +3 / 1d vs Common", "6")


def test_challenge_pool() -> None:
    assert dicepool("Minor 5 resolved 3") == 5
    assert outcome("Minor 5 resolved 3", "1,6").values == (5, 5, 5, 1, 6)
    with pytest.raises(NotationError, match="column 9: a Challenge has as many dice as its Rating"):
        RELICS.parse("Minor 5 +1d6", {})


@pytest.mark.parametrize(
    ("threat", "shows"), [("Common", 3), ("Minor", 5), ("Major", 6), ("Extreme", 7), ("Ultimate", 8)]
)
def test_threats(threat: str, shows: int) -> None:
    assert outcome(f"{threat} 3 resolved 2", "4").values == (shows, shows, 4)


def test_stress() -> None:
    verdict = verdict_of("Minor 5 resolved 3", "6,1")
    assert isinstance(verdict.outcome, Outcome)
    assert (verdict.outcome.successes, verdict.outcome.stress) == (3, 3)
    assert verdict.effects == (Effect("stress", 3, "relics.stress"),)
    assert outcome("Minor 2", "1,1").stress == 0


def test_a_challenge_moves_no_tides() -> None:
    found = outcome("Ultimate 3 resolved 1 +1 / 1d", "1,1", [Pick("place", (0,))])
    assert (found.overpowering, found.botches, found.destiny, found.doom) == (1, 2, 0, 0)


def test_costs_are_effects() -> None:
    verdict = verdict_of("1d6 trait (Shield destiny 2 doom 1) +1d6 (Ally destiny 1) destiny 1 pcs 2", "2,2,2")
    assert verdict.effects == (
        Effect("destiny", -3, "relics.trait_cost"),
        Effect("destiny", -1, "relics.destiny"),
        Effect("doom", 1, "relics.trait_cost"),
    )
    assert verdict_of("Minor 1 -1 / 1d (Stubborn doom -2)", "3").effects == (Effect("doom", -2, "relics.trait_cost"),)


def test_traits_keep_their_names_and_costs() -> None:
    told = lines("2d6 +1 / 1d (Fusiontech Blaster) trait (Shield doom 1)", "2,2")
    assert told[1:3] == ["1. The Huddle: +1 / 1d (Fusiontech Blaster)", "1. The Huddle: trait (Shield doom 1)"]


@pytest.mark.parametrize("notation", ["2d6", "primary lead -1d6 vs Common", "2d6 +1 / 2d -1 / 1d A5 / 1d -9d6 +2d6"])
def test_ten_steps(notation: str) -> None:
    test = RELICS.parse(notation, {})
    roll = RELICS.roll(test, lambda throw: [3] * throw.count)
    steps = [line.step for line in RELICS.judge(test, roll).lines]
    assert list(dict.fromkeys(steps)) == [
        "1. The Huddle",
        "2. Build the Pool",
        "3. Auto Results",
        "4. Roll Remaining Dice",
        "5. Adjust the Results",
        "6. Final Result",
        "7. Resolve Challenge Dice",
        "8. The Tides Shift",
        "9. Disaster",
        "10. The Action Moves Forward",
    ]


def test_lines_tell_of_freed_dice_and_lost_results() -> None:
    told = lines("Minor 2 resolved 2 free 1 A1 / 2d", "")
    assert "3. Challenge Threat: 1 die made free again by a trait" in told
    assert "3. Challenge Threat: more results than dice: 5, 1 in the end" in told


def test_lines_of_small_pools() -> None:
    told = lines("primary lead + other assist -3d6 A6 / 1d", "")
    assert "1. The Huddle: one PC leads, 1 assists" in told
    assert [line for line in told if line.startswith("3.")] == [
        "3. Auto Results: A6 / 1d: none without a throw",
        "3. Auto Results: more results than dice: none in the end",
    ]


def test_ten_steps_of_a_challenge() -> None:
    steps = list(dict.fromkeys(line.step for line in verdict_of("Minor 2 resolved 1 -1 / 1d", "3").lines))
    assert len(steps) == 10
    assert steps[1:3] == ["2. Challenge Rating", "3. Challenge Threat"]
    assert steps[6:8] == ["7. Apply Stress", "8. The Tides"]


def test_marks_and_automatic_dice() -> None:
    verdict = verdict_of("4d6 A6 / 1d +1 / 1d -2 / 1d", "1,2,5", [Pick("place", (0, 1))])
    assert [(one.value, one.mark.kind, one.mark.sum, one.mark.role) for one in verdict.automatic] == [
        (6, "crit", "6 +1 = 7", "auto")
    ]
    (marks,) = verdict.marks
    assert [(mark.kind, mark.words, mark.sum) for mark in marks] == [
        ("botch", "major botch", "1 -2 = -1"),
        ("plain", "no success", ""),
        ("hit", "success", ""),
    ]


def test_what_is_certain_before_the_roll() -> None:
    assert RELICS.before(RELICS.parse("2d6", {})) == ()
    (none,) = RELICS.before(RELICS.parse("2d6 -5d6", {}))
    assert none.step == "No dice"
    (sure,) = RELICS.before(RELICS.parse("1d6 A6 / 1d", {}))
    assert sure.step == "No throw"


def test_no_dice_is_no_success() -> None:
    found = outcome("1d6 -2d6 +1 / 1d", "")
    assert (found.values, found.successes, found.disaster, found.placement) == ((), 0, False, ())


@pytest.mark.parametrize(
    ("faces", "problem"),
    [("1,2", "die 3, a d6, is missing"), ("1,2,3,4", "one face too many"), ("1,7,2", "7 is not on a d6")],
)
def test_wrong_faces(faces: str, problem: str) -> None:
    with pytest.raises(IllegalRoll, match=problem):
        outcome("4d6 A6 / 1d", faces)


def test_nothing_is_offered_before_the_dice_lie() -> None:
    test = RELICS.parse("2d6 +1 / 1d vs Minor 5", {})
    assert RELICS.options(test, EMPTY) == ()
    assert [option.id for option in RELICS.options(test, RELICS.replay(test, read_faces("1,2")))] == [
        "place",
        "challenge",
        "trait",
    ]


def test_counters() -> None:
    counters = {counter.id: (counter.each, counter.high, counter.full) for counter in RELICS.counters}
    assert counters == {
        "destiny": ("campaign", None, None),
        "doom": ("campaign", None, None),
        "resolved": ("challenge", None, None),
        "stress": ("player", None, "stress_maximum"),
    }


def outcome_of(verdict: Verdict) -> Outcome:
    assert isinstance(verdict.outcome, Outcome)
    return verdict.outcome


def late(value: int = 0, dice: int = 1, destiny: int = 0, doom: int = 0) -> Pick:
    """A trait that is declared on the roll that lies."""
    given = {"value": value, "dice": dice, "destiny": destiny, "doom": doom}
    return Pick("trait", given=tuple(item for item in given.items() if item[1]))


def test_a_trait_is_declared_on_a_roll_that_lies() -> None:
    test = RELICS.parse("3d6", {})
    thrown = RELICS.replay(test, read_faces("4,4,1"))
    assert [option.id for option in RELICS.options(test, thrown)] == ["trait"]
    helped = RELICS.replay(test, read_faces("4,4,1"), (late(1, 2, destiny=1),))
    verdict = RELICS.judge(test, helped)
    assert (outcome_of(verdict).values, outcome_of(verdict).successes) == ((5, 4, 2), 1)
    assert [(one.counter, one.delta) for one in verdict.effects if one.rule == "relics.trait_cost"] == [("destiny", -1)]
    assert "5. Adjust the Results: declared on the roll that lies: +1 / 2d (destiny 1)" in [
        line.text for line in verdict.lines
    ]
    moved = RELICS.pick(test, helped, Pick("place", (0, -1)))
    assert outcome_of(RELICS.judge(test, moved)).values == (5, 4, 1)
    assert outcome_of(RELICS.judge(test, RELICS.pick(test, moved, late(-1)))).values == (4, 4, 1)
    for one in ("place", "trait"):
        assert one in [option.id for option in RELICS.options(test, moved)]


def test_a_trait_is_set_off_by_a_disaster() -> None:
    test = RELICS.parse("2d6", {})
    disaster = RELICS.replay(test, read_faces("1,1"))
    assert RELICS.judge(test, disaster).headline == "Disaster"
    saved = RELICS.pick(test, disaster, late(4, 2, doom=1))
    verdict = RELICS.judge(test, saved)
    assert (verdict.headline, outcome_of(verdict).values) == ("2 successes", (5, 5))
    assert [(one.counter, one.delta) for one in verdict.effects if one.rule == "relics.trait_cost"] == [("doom", 1)]
    paid = RELICS.judge(test, RELICS.pick(test, disaster, late(destiny=2)))
    assert (paid.headline, paid.effects[0].delta) == ("Disaster", -2)


def test_a_unit_without_a_die_is_lost_and_one_that_is_left_out_not_used() -> None:
    def adjusted(notation: str, faces: str) -> list[str]:
        test = RELICS.parse(notation, {})
        lines = RELICS.judge(test, RELICS.replay(test, read_faces(faces))).lines
        return [line.result for line in lines if line.rule == "relics.unused"]

    assert adjusted("2d6 -1 / 3d", "5,5") == ["1 unit lost"]
    assert adjusted("1d6 +1 / 2d", "4") == ["1 unit lost"]
    assert adjusted("2d6 +1 / 3d", "4,6") == ["1 unit lost"]
    assert adjusted("2d6 +1 / 2d", "4,2") == ["1 unit not used"]
    assert adjusted("1d6 +1 / 2d -1 / 2d", "3") == ["2 units lost", "1 unit not used"]
