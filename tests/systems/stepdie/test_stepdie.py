from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from pyrules.core.errors import FormError, IllegalPick, IllegalRoll, NotationError, RulesError
from pyrules.core.faces import read_faces, seeded
from pyrules.core.roll import EMPTY, Pick, Throw
from pyrules.core.verdict import Effect, Verdict
from pyrules.systems.stepdie import STEPDIE, rules
from pyrules.systems.stepdie.model import Outcome, Settings, Tally, Test
from tests.systems.stepdie import oracle, strategies

REROLL, ADD, PARTIAL = Pick("reroll"), Pick("add"), Pick("partial")
RICH = {"player_ip_most": 20, "player_ip_start": 20}

AFTER: dict[str, str | int] = {"awards": "after_spending"}
FIRST: dict[str, str | int] = {"awards": "before_spending"}
EVERY: dict[str, str | int] = {"awards": "every_roll"}


def verdict_of(notation: str, faces: str, picks: Sequence[Pick] = (), **settings: str | int) -> Verdict:
    test = STEPDIE.parse(notation, AFTER | settings)
    return STEPDIE.judge(test, STEPDIE.replay(test, read_faces(faces), tuple(picks)))


def outcome(notation: str, faces: str, picks: Sequence[Pick] = (), **settings: str | int) -> Outcome:
    found = verdict_of(notation, faces, picks, **settings).outcome
    assert isinstance(found, Outcome)
    return found


def options_offered(notation: str, faces: str, picks: Sequence[Pick] = (), **settings: str | int) -> list[str]:
    test = STEPDIE.parse(notation, AFTER | settings)
    roll = STEPDIE.replay(test, read_faces(faces), tuple(picks))
    return [option.id for option in STEPDIE.options(test, roll) if option.cost]


def result(found: Outcome) -> oracle.Result:
    return oracle.Result(found.hits, found.degree, found.step, found.player_ip, found.gm_ip, found.complications)


@pytest.mark.parametrize(
    ("notation", "dice"),
    [
        ("1d6 + d6 (1)", 1),
        ("100d6 + d6 (1)", 100),
        ("2 Agility + 2 trait + 1 gear + d10 (3)", 5),
        ("1 Will + 2 trait + 2 gear + 2 situation + d12 (3)", 7),
        ("5d6 + 1 situation + d8 (1)", 6),
    ],
)
def test_dicepool(notation: str, dice: int) -> None:
    test = STEPDIE.parse(notation, {})
    assert rules.dicepool(test) == dice
    assert STEPDIE.pending(test, EMPTY).throws == (Throw(0, 0, 6, dice), Throw(0, dice, test.step))


@pytest.mark.parametrize("face", range(1, 13))
def test_hit(face: int) -> None:
    assert rules.is_hit(face, Settings()) == (face in {5, 6})
    assert rules.is_hit(face, Settings(hit="five_or_more")) == (face in {5, 6, 7, 8, 9, 10, 11, 12})


@pytest.mark.parametrize(
    ("hits", "difficulty", "degree"),
    [
        (3, 3, "success"),
        (4, 3, "solid success"),
        (5, 3, "solid success"),
        (6, 3, "strong success"),
        (7, 3, "strong success"),
        (8, 3, "triumph"),
        (99, 3, "triumph"),
        (2, 3, "near miss"),
        (1, 3, "near miss"),
        (1, 4, "clear failure"),
        (1, 99, "clear failure"),
        (0, 1, "catastrophic failure"),
        (0, 2, "catastrophic failure"),
        (0, 3, "catastrophic failure"),
    ],
)
def test_degree(hits: int, difficulty: int, degree: str) -> None:
    counted = Tally(hits, "neither", low=False)
    found = rules.outcome(Test(9, 6, difficulty), counted, rules.settlement((counted,)))
    assert found.degree == degree == oracle.degree(hits, difficulty)
    assert found.margin == hits - difficulty
    assert found.success == (hits >= difficulty)
    assert found.complications == int(hits == 0)


@pytest.mark.parametrize(
    ("d6s", "step", "stands"),
    [
        ((6, 5, 3, 2, 1), 9, "highest"),
        ((6, 5, 5, 4, 3), 2, "lowest"),
        ((6, 5, 4, 2, 1), 7, "highest"),
        ((6, 5, 4, 2, 1), 6, "neither"),
        ((6, 5, 4, 2, 1), 1, "neither"),
        ((6, 5, 4, 2, 2), 1, "lowest"),
        ((6, 5, 4, 2, 2), 3, "neither"),
        ((3,), 3, "neither"),
        ((3,), 4, "highest"),
        ((3,), 2, "lowest"),
        ((1, 1), 2, "highest"),
    ],
)
def test_how_the_step_die_stands(d6s: tuple[int, ...], step: int, stands: str) -> None:
    found = outcome(f"{len(d6s)}d6 + d10 (9)", ",".join(map(str, (*d6s, step))))
    assert (found.success, found.step) == (False, stands)
    assert (found.player_ip, found.gm_ip) == (int(stands == "highest"), int(stands == "lowest"))


@pytest.mark.parametrize(
    ("faces", "summary", "mark"),
    [
        ("6,5,2,7", "2 hits · needs 2 · Step Die highest", "Step Die, no hit, highest"),
        ("6,5,2,1", "2 hits · needs 2 · Step Die lowest", "Step Die, no hit, lowest"),
        ("6,5,2,5", "3 hits · needs 2", "Step Die, hit"),
    ],
)
def test_how_the_step_die_stands_is_said_where_it_brings_something(faces: str, summary: str, mark: str) -> None:
    verdict = verdict_of("3d6 + d10 (2)", faces)
    assert (verdict.summary, verdict.marks[0][3].words) == (summary, mark)


def test_kira_rolls_highest() -> None:
    verdict = verdict_of("5d6 + d10 (2)", "6,5,3,2,1,9")
    assert verdict.effects == (Effect("player_ip", 1, "stepdie.highest"),)


def test_kira_rolls_lowest() -> None:
    verdict = verdict_of("5d6 + d10 (3)", "6,5,5,4,3,2")
    assert verdict.outcome == Outcome(3, 3, True, 0, "success", "lowest", 0, 1, 1, partial=False)
    assert verdict.effects == (
        Effect("gm_ip", 1, "stepdie.lowest"),
        Effect("complications", 1, "stepdie.devils_bargain"),
    )


def test_kira_rolls_a_one() -> None:
    found = outcome("5d6 + d10 (2)", "5,5,4,3,2,1")
    assert result(found) == (2, "success", "lowest", 0, 1, 1)
    assert found.success


def test_marcus_is_good_but_not_past_them() -> None:
    found = outcome("2 Agility + 2 trait + 1 gear + d10 (3)", "6,5,4,2,1,7")
    assert result(found) == (2, "near miss", "highest", 1, 0, 0)
    assert not found.success


@pytest.mark.parametrize(("step", "chance"), [(6, (1, 3)), (8, (1, 4)), (10, (1, 5)), (12, (1, 6))])
def test_chance_of_a_low_step_die(step: int, chance: tuple[int, int]) -> None:
    low = sum(rules.step_is_low(face) for face in range(1, step + 1))
    assert Fraction(low, step) == Fraction(*chance)
    for face, complications in ((1, 1), (2, 1), (3, 0)):
        assert outcome(f"1d6 + d{step} (1)", f"5,{face}").complications == complications


@pytest.mark.parametrize(
    ("faces", "picks", "complications"),
    [
        ("5,5,3", (), 0),
        ("5,1,1", (), 1),
        ("3,4,3", (), 1),
        ("3,4,2", (), 2),
        ("2,4,2", (), 2),
        ("2,4,2", (PARTIAL,), 3),
        ("5,4,3", (PARTIAL,), 1),
        ("1,1,2", (), 2),
    ],
)
def test_complications(faces: str, picks: tuple[Pick, ...], complications: int) -> None:
    verdict = verdict_of("2d6 + d8 (2) ip 5", faces, picks)
    assert isinstance(verdict.outcome, Outcome)
    assert verdict.outcome.complications == complications
    assert sum(effect.delta for effect in verdict.effects if effect.counter == "complications") == complications


@pytest.mark.parametrize("hit", ["five_or_six", "five_or_more"])
@pytest.mark.parametrize(
    ("d6s", "step", "difficulty"), [(1, 6, 1), (1, 12, 2), (2, 8, 1), (2, 10, 3), (3, 6, 4), (3, 12, 2), (4, 8, 3)]
)
def test_every_way_the_dice_can_fall(d6s: int, step: int, difficulty: int, hit: str) -> None:
    test = STEPDIE.parse(f"{d6s}d6 + d{step} ({difficulty})", AFTER | {"hit": hit})
    for faces, face in oracle.every_way(d6s, step):
        counted = rules.tally(test, (*faces, face))
        found = rules.outcome(test, counted, rules.settlement((counted,)))
        expected = oracle.result(faces, face, difficulty, high=hit == "five_or_more")
        assert result(found) == expected
        assert found.success == (expected.hits >= difficulty)


@pytest.mark.untraced
@pytest.mark.parametrize(("d6s", "step"), [(1, 6), (2, 8), (2, 12)])
def test_every_way_the_dice_can_fall_after_spending(d6s: int, step: int) -> None:
    test = STEPDIE.parse(f"{d6s}d6 + d{step} (2) ip 5", AFTER)
    for faces, face in oracle.every_way(d6s, step):
        for rerolled, added in ((1, 6), (2, 1), (5, 4), (step, 5)):
            script = ((*((one,) for one in faces), (face, rerolled), (added,)),)
            found = STEPDIE.judge(test, STEPDIE.replay(test, script, (ADD, REROLL))).outcome
            assert isinstance(found, Outcome)
            assert result(found) == oracle.result(faces, rerolled, 2, (added,))


def test_reroll() -> None:
    before = outcome("3d6 + d10 (2) ip 2", "6,4,3,9")
    after = verdict_of("3d6 + d10 (2) ip 2", "6,4,3,9>2", [REROLL])
    assert (before.player_ip, before.gm_ip, before.complications) == (1, 0, 0)
    assert after.outcome == Outcome(1, 2, False, -1, "near miss", "lowest", 0, 1, 1, partial=False)
    assert after.effects == (
        Effect("player_ip", -1, "stepdie.reroll"),
        Effect("gm_ip", 1, "stepdie.lowest"),
        Effect("complications", 1, "stepdie.devils_bargain"),
    )
    twice = outcome("3d6 + d10 (2) ip 2", "6,4,3,9>2>5", [REROLL, REROLL])
    assert result(twice) == (2, "success", "neither", 0, 0, 0)


def test_add() -> None:
    verdict = verdict_of("2d6 + d8 (2) ip 5", "4,3,5,6,1", [ADD, ADD])
    found = verdict.outcome
    assert isinstance(found, Outcome)
    assert result(found) == (2, "success", "highest", 1, 0, 0)
    assert verdict.effects == (
        Effect("player_ip", -2, "stepdie.add"),
        Effect("player_ip", -2, "stepdie.add"),
        Effect("player_ip", 1, "stepdie.highest"),
    )
    assert result(outcome("2d6 + d8 (2) ip 5", "4,3,1,2", [ADD])).degree == "catastrophic failure"
    assert result(outcome("2d6 + d8 (2) ip 5", "4,3,1,5", [ADD])) == (1, "near miss", "lowest", 0, 1, 1)
    assert result(outcome("2d6 + d8 (1) ip 5", "1,1,2,6", [ADD])) == (1, "success", "highest", 1, 0, 1)


def test_partial() -> None:
    verdict = verdict_of("3d6 + d8 (3) ip 5", "5,1,4,4", [PARTIAL])
    assert verdict.outcome == Outcome(1, 3, False, -2, "near miss", "neither", 0, 0, 1, partial=True)
    assert verdict.good is False
    assert verdict.headline == "Near Miss, partial success"
    assert verdict.effects == (
        Effect("player_ip", -3, "stepdie.partial"),
        Effect("complications", 1, "stepdie.partial"),
    )
    assert "partial" not in options_offered("3d6 + d8 (1) ip 5", "5,1,4,4")
    assert "partial" in options_offered("3d6 + d8 (2) ip 5", "5,1,4,4")
    assert "partial" not in options_offered("3d6 + d8 (3)", "5,1,4,4", [PARTIAL], **RICH)


def test_a_partial_success_that_becomes_a_success() -> None:
    found = outcome("3d6 + d8 (2) ip 5", "5,1,4,4,6", [PARTIAL, ADD])
    assert found.success
    assert not found.partial
    assert found.complications == 1


@pytest.mark.parametrize(
    ("ip", "options"),
    [
        ("ip 0", []),
        ("ip 1", ["reroll"]),
        ("", ["reroll", "add"]),
        ("ip 2", ["reroll", "add"]),
        ("ip 3", ["reroll", "add", "partial"]),
        ("ip 5", ["reroll", "add", "partial"]),
    ],
)
def test_only_ip_held_before_the_roll_pay(ip: str, options: list[str]) -> None:
    assert options_offered(f"3d6 + d10 (3) {ip}", "5,1,4,9") == options


@pytest.mark.parametrize(
    ("ip", "faces", "picks", "options"),
    [
        ("ip 0", "5,1,4,9", (), ["reroll"]),
        ("ip 0", "5,1,4,9>2", (REROLL,), []),
        ("ip 0", "5,1,4,9>8", (REROLL,), ["reroll"]),
        ("ip 0", "5,1,4,9>8>7>3", (REROLL,) * 3, []),
        ("ip 1", "5,1,4,2>8", (REROLL,), ["reroll"]),
        ("ip 1", "5,1,4,9>8", (REROLL,), ["reroll", "add"]),
    ],
)
def test_an_ip_won_by_a_reroll_pays_for_the_next(
    ip: str, faces: str, picks: tuple[Pick, ...], options: list[str]
) -> None:
    assert options_offered(f"3d6 + d10 (4) {ip}", faces, picks, **EVERY) == options


def test_the_checks_come_first_and_what_is_held_by_then_is_spent() -> None:
    test = STEPDIE.parse("5d6 + d12 (3) ip 0", {})
    roll = STEPDIE.replay(test, read_faces("5,4,3,2,1,7"))
    assert [option.id for option in STEPDIE.options(test, roll) if option.cost] == ["reroll"]
    again = STEPDIE.replay(test, read_faces("5,4,3,2,1,7>1"), (REROLL,))
    assert [(effect.counter, effect.delta) for effect in STEPDIE.judge(test, again).effects] == [
        *(("player_ip", 1), ("player_ip", -1), ("complications", 1))
    ]


def test_every_face_of_the_step_die_has_its_award_and_its_complication() -> None:
    verdict = verdict_of("3d6 + d10 (3) ip 1", "5,3,4,9>1>8", [REROLL, REROLL], **EVERY)
    assert verdict.outcome == Outcome(1, 3, False, -2, "near miss", "highest", 2, 1, 1, partial=False)
    assert verdict.effects == (
        Effect("player_ip", 1, "stepdie.highest"),
        Effect("player_ip", -1, "stepdie.reroll"),
        Effect("player_ip", -1, "stepdie.reroll"),
        Effect("player_ip", 1, "stepdie.highest"),
        Effect("gm_ip", 1, "stepdie.lowest"),
        Effect("complications", 1, "stepdie.devils_bargain"),
    )
    assert [line.text for line in verdict.lines if line.step in {"Step Die", "Devil's Bargain", "Player's IP"}][1:] == [
        "Step Die: 9 is highest in the pool: +1 IP for the player",
        "Step Die: 1 is lowest in the pool: +1 IP for the game master",
        "Devil's Bargain: a Step Die of 1 brings a complication",
        "Step Die: 8 is highest in the pool: +1 IP for the player",
        "Player's IP: 1 → 1: 2 won, 2 spent",
    ]


@pytest.mark.parametrize(
    ("faces", "complications"), [("3,4,4>6", 1), ("3,4,6>4", 0), ("3,4,2>1", 3), ("3,4,4>1>2", 3), ("5,4,3>2>1", 2)]
)
def test_no_hit_at_all_is_looked_at_as_thrown_where_each_roll_is_settled(faces: str, complications: int) -> None:
    picks = [REROLL] * faces.count(">")
    assert outcome("2d6 + d8 (3)", faces, picks, **RICH, **EVERY).complications == complications


@pytest.mark.parametrize("awards", ["after_spending", "before_spending", "every_roll"])
def test_an_ip_that_the_cap_takes_away_is_said_and_is_no_effect(awards: str) -> None:
    full, room = (verdict_of(f"1d6 + d6 (3) ip {ip}", "1,3", awards=awards) for ip in (5, 4))
    assert full.effects == (Effect("complications", 1, "stepdie.catastrophic"),)
    assert room.effects[0] == Effect("player_ip", 1, "stepdie.highest")
    told = "Step Die: 3 is highest in the pool, but the player has 5 IP, the most: no IP"
    assert told in [line.text for line in full.lines]
    assert told not in [line.text for line in room.lines]


def test_a_cap_takes_nothing_away_once_something_is_spent() -> None:
    after = verdict_of("1d6 + d6 (3) ip 5", "1,2>3", [REROLL])
    every = verdict_of("1d6 + d6 (3) ip 5", "1,2>3", [REROLL], **EVERY)
    assert [effect.delta for effect in after.effects if effect.counter == "player_ip"] == [-1, 1]
    assert [effect.delta for effect in every.effects if effect.counter == "player_ip"] == [-1, 1]
    before = verdict_of("1d6 + d6 (3) ip 5", "1,2>3", [REROLL], **FIRST)
    assert [effect.delta for effect in before.effects if effect.counter == "player_ip"] == [-1]


@pytest.mark.parametrize(
    ("ip", "faces", "options"),
    [
        ("ip 0", "5,1,4,9", ["reroll"]),
        ("ip 0", "5,1,4,5", []),
        ("ip 1", "5,1,4,9", ["reroll", "add"]),
        ("", "5,1,4,9", ["reroll", "add", "partial"]),
    ],
)
def test_an_ip_just_won_pays_where_awards_come_first(ip: str, faces: str, options: list[str]) -> None:
    assert options_offered(f"3d6 + d10 (3) {ip}", faces, (), **FIRST) == options


def test_an_ip_won_with_full_hands_is_lost_where_awards_come_first() -> None:
    assert options_offered("1d6 + d6 (3) ip 1", "1,2", (), **{"player_ip_most": 1} | FIRST) == ["reroll"]
    found = verdict_of("1d6 + d6 (3) ip 5", "1,2,1", [ADD], **FIRST)
    assert [line.text for line in found.lines if line.step in {"Spent", "Player's IP"}] == [
        "Spent: 2 of the 5 IP held before the roll, 3 left",
        "Player's IP: 5 → 3: 1 won, 2 spent",
    ]
    found = verdict_of("1d6 + d6 (3) ip 4", "1,2,1", [ADD], **FIRST)
    assert "Spent: 2 of the 4 IP held before the roll and the 1 just won, 3 left" in [line.text for line in found.lines]


def test_awards_before_the_spending() -> None:
    verdict = verdict_of("3d6 + d10 (2) ip 0", "6,4,3,9>2", [REROLL], **FIRST)
    assert verdict.outcome == Outcome(1, 2, False, -1, "near miss", "highest", 1, 0, 0, partial=False)
    assert verdict.effects == (Effect("player_ip", 1, "stepdie.highest"), Effect("player_ip", -1, "stepdie.reroll"))
    assert verdict.summary == "1 hit · needs 2 · Step Die highest as thrown"
    assert verdict.marks[0][3].words == "Step Die, no hit, highest as thrown"
    assert [line.step for line in verdict.lines if line.step in {"Step Die", "Reroll", "Hits"}] == [
        *("Step Die", "Step Die", "Reroll", "Hits")
    ]


@pytest.mark.parametrize(
    ("faces", "picks", "degree", "complications"),
    [
        ("3,4,1>5", [REROLL], "near miss", 2),
        ("3,4,1,6", [ADD], "near miss", 2),
        ("3,4,5>1", [REROLL], "catastrophic failure", 0),
        ("3,4,5>1", [REROLL, PARTIAL], "catastrophic failure", 1),
        ("3,4,5>5", [REROLL], "near miss", 0),
    ],
)
def test_later_dice_change_no_complication_where_awards_come_first(
    faces: str, picks: list[Pick], degree: str, complications: int
) -> None:
    found = outcome("2d6 + d8 (3)", faces, picks, **RICH, **FIRST)
    assert (found.degree, found.complications) == (degree, complications)


@pytest.mark.parametrize(("d6s", "step"), [(1, 6), (2, 8)])
def test_all_falls_of_dice_after_spending_where_awards_come_first(d6s: int, step: int) -> None:
    test = STEPDIE.parse(f"{d6s}d6 + d{step} (2) ip 4", FIRST)
    for faces, face in oracle.every_way(d6s, step):
        for rerolled, added in ((1, 6), (2, 1), (5, 4), (step, 5)):
            script = ((*((one,) for one in faces), (face, rerolled), (added,)),)
            roll = STEPDIE.replay(test, script, (ADD, REROLL))
            found = STEPDIE.judge(test, roll).outcome
            assert isinstance(found, Outcome)
            expected = oracle.result(faces, rerolled, 2, (added,), thrown=face)
            assert result(found) == expected
            assert len([one for one in STEPDIE.options(test, roll) if one.cost]) == 1 + expected.player


def test_what_cannot_succeed_counts_on_an_award_where_awards_come_first() -> None:
    cases: list[tuple[str, dict[str, str | int], bool]] = [
        ("2d6 + d8 (5) ip 3", {}, True),
        ("2d6 + d8 (5) ip 3", FIRST, False),
        ("2d6 + d8 (6) ip 3", FIRST, True),
        ("2d6 + d8 (5) ip 3", {"player_ip_most": 3, **FIRST}, True),
    ]
    for notation, settings, hopeless in cases:
        (line,) = STEPDIE.before(STEPDIE.parse(notation, AFTER | settings))
        assert ("cannot succeed" in line.result) is hopeless
    most = verdict_of("2d6 + d8 (5) ip 3", "5,5,6,5,5", [ADD, ADD], **FIRST)
    assert most.good


def test_a_near_miss_may_have_its_price() -> None:
    def may_be(notation: str, faces: str, *picks: Pick) -> bool:
        test = STEPDIE.parse(notation, AFTER)
        roll = STEPDIE.replay(test, read_faces(faces), picks)
        return "price" in [option.id for option in STEPDIE.options(test, roll)]

    price = Pick("price")
    assert may_be("3d6 + d8 (2) ip 0", "5,1,4,3")
    assert not may_be("3d6 + d8 (2) ip 0", "5,6,4,3")
    assert not may_be("3d6 + d8 (2) ip 0", "1,1,4,3")
    assert not may_be("3d6 + d8 (4) ip 0", "5,1,4,3")
    assert not may_be("3d6 + d8 (2) ip 0", "5,1,4,3", price)
    found = verdict_of("3d6 + d8 (2) ip 0", "5,1,4,3", [price])
    assert (found.headline, found.effects, found.good) == ("Near Miss, at a price", (), False)
    assert "At a price: some of it succeeds, for what the table agrees on" in [line.text for line in found.lines]
    assert options_offered("3d6 + d8 (2) ip 3", "5,1,4,3", [price]) == ["reroll", "add", "partial"]
    assert verdict_of("3d6 + d8 (2) ip 3", "5,1,4,3,6", [price, ADD]).headline == "Success"


def test_spending_uses_the_ip_up() -> None:
    assert options_offered("1d6 + d6 (3) ip 5", "1,2,1", [ADD]) == ["reroll", "add", "partial"]
    assert options_offered("1d6 + d6 (3) ip 5", "1,2,1,1", [ADD, ADD]) == ["reroll"]
    assert options_offered("1d6 + d6 (3) ip 5", "1,2>6,1,1", [ADD, ADD, REROLL]) == []
    with pytest.raises(IllegalPick, match="'add' is not offered now; use reroll"):
        outcome("1d6 + d6 (3) ip 5", "1,2,1,1,1", [ADD, ADD, ADD])
    with pytest.raises(IllegalPick, match="is not offered now"):
        outcome("1d6 + d6 (3) ip 1", "1,5>6>6", [REROLL, REROLL])


@pytest.mark.parametrize(
    ("ip", "settings", "held"),
    [
        ("ip 6", {}, 5),
        ("ip 5", {}, 5),
        ("ip 5", {"player_ip_most": 4}, 4),
        ("", {"player_ip_start": 9, "player_ip_most": 4}, 4),
        ("", {"player_ip_start": 9, "player_ip_most": 9}, 9),
        ("", {"player_ip_most": 0}, 0),
    ],
)
def test_ip_beyond_the_most_do_not_count(ip: str, settings: dict[str, str | int], held: int) -> None:
    test = STEPDIE.parse(f"1d6 + d6 (1) {ip}", AFTER | settings)
    assert rules.held_ip(test) == held
    assert [line.rule for line in STEPDIE.before(test)] == ["stepdie.most_ip"] * (rules.given_ip(test) > held)


def test_most_ip() -> None:
    full = Test(1, 6, 1, ip=5, settings=Settings(awards="after_spending"))
    assert rules.ip_after(full, (), 1) == 5
    assert rules.ip_after(full, (REROLL,), 1) == 5
    assert rules.ip_after(full, (ADD,), 1) == 4
    lines = verdict_of("1d6 + d6 (3) ip 5", "1,2").lines
    assert ("Player's IP", "5 → 5: 1 won, 5 at most") in [(line.step, line.result) for line in lines]


def test_options_say_their_price() -> None:
    test = STEPDIE.parse("1d6 + d6 (3) ip 3", AFTER)
    options = STEPDIE.options(test, STEPDIE.replay(test, read_faces("1,2")))
    assert [(option.id, option.cost, option.counter) for option in options] == [
        ("reroll", 1, "player_ip"),
        ("add", 2, "player_ip"),
        ("partial", 3, "player_ip"),
    ]


def test_nothing_is_offered_while_dice_are_still_to_be_thrown() -> None:
    test = STEPDIE.parse("1d6 + d6 (3) ip 3", AFTER)
    assert STEPDIE.options(test, EMPTY) == ()
    roll = STEPDIE.pick(test, STEPDIE.replay(test, read_faces("1,2")), ADD)
    assert STEPDIE.options(test, roll) == ()
    assert STEPDIE.pending(test, roll).throws == (Throw(0, 2, 6),)


@pytest.mark.parametrize(
    ("faces", "picks", "problem"),
    [
        ("5,4", (), "die 3, a d10, is missing"),
        ("5,4,3,2", (), "2 is one face too many"),
        ("5,7,3", (), "die 2: 7 is not on a d6"),
        ("5,4,11", (), "die 3: 11 is not on a d10"),
        ("5,4,9>3", (), "3 is one face too many"),
        ("5,4,9", (REROLL,), "die 3: this d10 is thrown once more"),
        ("5,4,9>11", (REROLL,), "die 3: 11 is not on a d10"),
        ("5,4,9", (ADD,), "die 4, a d6, is missing"),
        ("5,4,9,7", (ADD,), "die 4: 7 is not on a d6"),
    ],
)
def test_wrong_faces(faces: str, picks: tuple[Pick, ...], problem: str) -> None:
    with pytest.raises(IllegalRoll, match=problem):
        outcome("2d6 + d10 (3)", faces, picks)


@pytest.mark.parametrize("pick", [Pick("push"), Pick("reroll", (0,)), Pick("partial")])
def test_wrong_picks(pick: Pick) -> None:
    with pytest.raises(IllegalPick):
        outcome("2d6 + d10 (3)", "5,4,9>1", [pick])


@pytest.mark.parametrize(
    ("difficulty", "name"),
    [
        (1, "Easy"),
        (2, "Moderate"),
        (3, "Challenging"),
        (4, "Hard"),
        (5, "Heroic"),
        (6, "Legendary"),
        (7, "Legendary"),
        (10_000, "Legendary"),
    ],
)
def test_names(difficulty: int, name: str) -> None:
    assert rules.difficulty_name(difficulty) == name
    assert f"Difficulty {difficulty}, {name}" in [
        line.step for line in verdict_of(f"1d6 + d6 ({difficulty})", "1,2").lines
    ]
    assert [rules.training(step) for step in (6, 8, 10, 12)] == ["Untrained", "Trained", "Expert", "Master"]


def test_lines_name_every_step() -> None:
    verdict = verdict_of("1 Will + 1 gear + d8 (3) ip 5", "4,3,1>2,1", [REROLL, ADD])
    assert [line.text for line in verdict.lines] == [
        "Points: Will 1: 1d6",
        "Bonuses: gear +1d6: 2d6 in all",
        "Step Die: d8, Trained",
        "Reroll: the Step Die showed 1, then 2",
        "Added: 1 d6: 1",
        "Spent: 3 of the 5 IP held before the roll, 2 left",
        "Hits: 0 of 4 dice show 5 or 6",
        "Difficulty 3, Challenging: 0 hits: not enough",
        "Failure: 3 short: catastrophic failure",
        "Step Die: 2 is lowest in the pool: +1 IP for the game master",
        "Devil's Bargain: a Step Die of 2 brings a complication",
        "No hits: a complication",
        "Player's IP: 5 → 2: 3 spent",
    ]


def test_marks() -> None:
    marks = verdict_of("2d6 + d8 (2) ip 5", "5,3,8,6,1", [ADD, ADD]).marks[0]
    assert [(mark.kind, mark.words) for mark in marks] == [
        ("hit", "hit"),
        ("plain", "no hit"),
        ("step", "Step Die, no hit, highest"),
        ("hit", "added, hit"),
        ("plain", "added, no hit"),
    ]
    assert verdict_of("1d6 + d8 (2)", "5,5").marks[0][1].kind == "hit"


def test_what_is_certain_before_the_roll() -> None:
    assert STEPDIE.before(STEPDIE.parse("2d6 + d8 (3)", AFTER)) == ()
    (line,) = STEPDIE.before(STEPDIE.parse("2d6 + d8 (4)", AFTER))
    assert line.rule == "stepdie.success"
    assert "3 dice cannot show that many hits" in line.result


@pytest.mark.parametrize(
    ("notation", "hope"),
    [
        ("2d6 + d8 (4)", True),
        ("2d6 + d8 (5)", False),
        ("2d6 + d8 (4) ip 1", False),
        ("2d6 + d8 (5) ip 4", True),
        ("2d6 + d8 (6) ip 9", False),
    ],
)
def test_too_many_hits_are_hoped_for_only_where_ip_pay_for_the_dice(notation: str, hope: bool) -> None:
    words = " ".join(line.result for line in STEPDIE.before(STEPDIE.parse(notation, AFTER)))
    assert ("only d6s added after the roll could" in words) is hope
    assert ("cannot succeed" in words) is not hope


def test_counters_follow_the_settings() -> None:
    settings = {setting.name: setting.default for setting in STEPDIE.settings}
    counters = {counter.id: counter for counter in STEPDIE.counters}
    player, gm = counters["player_ip"], counters["gm_ip"]
    assert [settings[str(name)] for name in (player.start, player.high, gm.start, gm.high)] == [2, 5, 2, 10]
    assert (player.each, gm.per_player) == ("player", True)


@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        ("5d6 + d10 (3)", "5d6 + d10 (3)"),
        ("5D6+D10(3)IP 0", "5d6 + d10 (3) ip 0"),
        ("2 Agility + 2 trait + 1 gear + d10 (3)", "2 Agility + 2 trait + 1 gear + d10 (3)"),
        (
            "2d6 Strong  Will + 1 SITUATION + 2d6 Trait + d6 (1) ip 5",
            "2 Strong Will + 2 trait + 1 situation + d6 (1) ip 5",
        ),
        ("100d6 + d12 (10000)", "100d6 + d12 (10000)"),
        ("5d6 + 1d10 (3)", "5d6 + d10 (3)"),
        ("2 Agility+1d6 trait+1D8(3)ip 1", "2 Agility + 1 trait + d8 (3) ip 1"),
        ("5d6 + 1d6 gear + 01d012 (3)", "5d6 + 1 gear + d12 (3)"),
    ],
)
def test_canonical_notation(given: str, canonical: str) -> None:
    test = STEPDIE.parse(given, {})
    assert STEPDIE.write(test) == canonical
    assert STEPDIE.parse(canonical, {}) == test


HOSTILE = [
    ("", 1, "the points spent"),
    ("d10 (3)", 1, "the points spent"),
    ("0d6 + d10 (3)", 1, "1 to 100"),
    ("101d6 + d10 (3)", 1, "1 to 100"),
    ("99d6 + 2 gear + d10 (3)", 1, "101 d6s; at most 100"),
    ("5 + d10 (3)", 3, "'d6' or the name of the stat"),
    ("2 trait + d10 (3)", 3, "'d6' or the name of the stat"),
    ("5d8 + d10 (3)", 3, "'6'"),
    ("5d6 (3)", 5, "'+' and the Step Die such as d10"),
    ("5d6 - 1 gear + d10 (3)", 5, "'+' and the Step Die such as d10"),
    ("5d6 + 1 + d10 (3)", 9, "trait, gear or situation"),
    ("5d6 + 1 luck + d10 (3)", 9, "trait, gear or situation"),
    ("5d6 + 3 trait + d10 (3)", 7, "1 to 2"),
    ("5d6 + 0 trait + d10 (3)", 7, "1 to 2"),
    ("5d6 + 1 trait + 1 trait + d10 (3)", 19, "it once"),
    ("5d6 + 1 gear (3)", 14, "'+' and the Step Die such as d10"),
    ("5d6 + d10 + 1 gear (3)", 11, "the Difficulty such as (3)"),
    ("5d6 + d4 (3)", 8, "d6, d8, d10 or d12"),
    ("5d6 + d20 (3)", 8, "d6, d8, d10 or d12"),
    ("5d6 + d (3)", 9, "the Step Die's sides"),
    ("5d6 + 2d10 (3)", 7, "there is one Step Die, not 2; expected d10"),
    ("5d6 + 0d8 (3)", 7, "there is one Step Die, not 0; expected d8"),
    ("5d6 + 1d20 (3)", 9, "d6, d8, d10 or d12"),
    ("5d6 + 2d20 (3)", 9, "d6, d8, d10 or d12"),
    ("5d6 + 1d10 + d10 (3)", 12, "the Difficulty such as (3)"),
    ("5d6 + 1d6 (3)", 11, "trait, gear or situation"),
    ("5d6 + 2d6 (3)", 11, "trait, gear or situation"),
    ("5d6 + 1d06 (3)", 9, "'6'"),
    ("5d6 + 1d6 + d6 (3)", 11, "trait, gear or situation"),
    ("5d6 + 2d8 trait + d10 (3)", 9, "'6'"),
    ("5d6 + 1d (3)", 10, "'6'"),
    ("5d6 + d10", 10, "the Difficulty such as (3)"),
    ("5d6 + d10 ()", 12, "the Difficulty"),
    ("5d6 + d10 (0)", 12, "1 to 10000"),
    ("5d6 + d10 (10001)", 12, "1 to 10000"),
    ("5d6 + d10 (3", 13, "')'"),
    ("5d6 + d10 (3) (3)", 15, "the end"),
    ("5d6 + d10 (3) ip", 17, "the IP held"),
    ("5d6 + d10 (3) ip 101", 18, "0 to 100"),
    ("5d6 + d10 (3) ip 1 ip 1", 20, "the end"),
    ("5d6 + d10 (3) luck", 15, "the end"),
    ("5 " + "x" * 61 + " + d10 (3)", 3, "at most 60"),
    ("5d6 + d10 (3)\x1b", 14, "a number, a word or a sign"),
    ("5d6" + " + 1 gear" * 2_000, 201, "at most 200"),
]


@pytest.mark.parametrize(("text", "column", "expected"), HOSTILE)
def test_hostile_notation(text: str, column: int, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        STEPDIE.parse(text, {})
    assert caught.value.column == column
    assert expected in str(caught.value)


@given(st.text(max_size=220) | st.text("25d16 +traitgearip()0", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        test = STEPDIE.parse(text, {})
    except RulesError:
        return
    assert STEPDIE.parse(STEPDIE.write(test), {}) == test


@given(strategies.tests_of(), st.integers(), st.lists(st.integers(0, 2), max_size=12))
def test_any_purchases_are_settled_as_the_oracle_says(test: Test, seed: int, wishes: list[int]) -> None:
    source = seeded(seed)
    roll = STEPDIE.roll(test, source)
    paid = 0
    for wish in wishes:
        if options := STEPDIE.options(test, roll):
            option = options[wish % len(options)]
            paid += option.cost
            roll = STEPDIE.roll(test, source, STEPDIE.pick(test, roll, Pick(option.id)))
    verdict = STEPDIE.judge(test, roll)
    found = verdict.outcome
    assert isinstance(found, Outcome)
    dice = rules.dicepool(test)
    faces = tuple(die.face for die in roll.pool(0))
    bought = PARTIAL in roll.picks
    expected = oracle.result(
        faces[:dice],
        faces[dice],
        test.difficulty,
        faces[dice + 1 :],
        high=test.settings.hit == "five_or_more",
        thrown=roll.pool(0)[dice].faces[0] if test.settings.awards == FIRST["awards"] else None,
        again=roll.pool(0)[dice].faces if test.settings.awards == EVERY["awards"] else (),
    )
    assert result(found) == expected._replace(complications=expected.complications + bought)
    assert found.partial == (bought and expected.hits < test.difficulty)
    first = oracle.result(faces[:dice], roll.pool(0)[dice].faces[0], 1).player
    held, most = rules.held_ip(test), test.settings.player_ip_most
    match test.settings.awards:
        case "after_spending":
            after = min(held - paid + expected.player, most)
            assert paid <= held
        case "before_spending":
            after = min(held + expected.player, most) - paid
        case _:
            after = min(held + first, most) + expected.player - first - paid
    assert sum(effect.delta for effect in verdict.effects if effect.counter == "player_ip") == after - held
    assert 0 <= after <= most
    assert all(effect.delta for effect in verdict.effects)


@pytest.mark.parametrize(
    ("values", "field", "problem"),
    [
        ({"points": 0}, "points", "1 to 100"),
        ({"points": 101}, "points", "1 to 100"),
        ({"points": 99, "gear": 2}, "points", "101 d6s; at most 100"),
        ({"step": "d20"}, "step", "use d6, d8, d10 or d12"),
        ({"step": 10}, "step", "is not a choice"),
        ({"difficulty": 0}, "difficulty", "1 to 10000"),
        ({"trait": 3}, "trait", "0 to 2"),
        ({"gear": -1}, "gear", "0 to 2"),
        ({"situation": 1.5}, "situation", "whole number"),
        ({"ip": 101}, "ip", "0 to 100"),
        ({"stat": "trait"}, "stat", "words only"),
        ({"stat": "Agility 2"}, "stat", "words only"),
        ({"stat": "<script>"}, "stat", "not used in notation"),
    ],
)
def test_hostile_forms(values: dict[str, object], field: str, problem: str) -> None:
    with pytest.raises(FormError) as caught:
        STEPDIE.from_form(values, {})
    assert problem in caught.value.fields[field]


def test_an_untouched_form() -> None:
    assert STEPDIE.write(STEPDIE.from_form({}, {})) == "5d6 + d10 (3)"


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"hit": "6"}, "use five_or_six or five_or_more"),
        ({"player_ip_most": 101}, "use 0 to 100"),
        ({"gm_ip_most": -1}, "use 0 to 100"),
        ({"ip": 1}, "unknown setting"),
    ],
)
def test_hostile_settings(settings: dict[str, str | int], problem: str) -> None:
    with pytest.raises(FormError, match=problem):
        STEPDIE.parse("5d6 + d10 (3)", settings)
