"""The Cohort of Relics of the Moon between its turns: expertise, Disaster traits, Stress to deal out."""

from dataclasses import replace

import pytest

from pyrules.campaign.events import Adjusted, Facts, Recorded, Rolled, Undone
from pyrules.campaign.rolls import RollMetadata, deal_effect, record_roll
from pyrules.campaign.state import State, apply, fold
from pyrules.campaign.tracking import Context, tracking_of
from pyrules.core.faces import read_faces
from pyrules.systems.relics import RELICS
from pyrules.systems.relics.challenges import challenge_event, challenges
from pyrules.systems.relics.cohort import (
    Disaster,
    Pc,
    belongs,
    cohort_form,
    disaster_traits,
    next_form,
    overspent,
    pcs,
    undealt,
    unnamed_disasters,
    unready,
)
from pyrules.systems.relics.model import Challenge, Settings

HOUSE = Settings()


def pc(name: str, **expertise: str) -> Recorded:
    return Recorded(f"pc {name}", 0, "relics", "player", name, tuple(expertise.items()))


def riot(name: str = "riot", leader: str = "Ann") -> Recorded:
    return challenge_event(RollMetadata(name, 0), "Riot", Challenge("Minor", 5), kind="Social", leader=leader)


def trait(name: str, **facts: str | int) -> Recorded:
    return Recorded(f"trait {name}", 0, "relics", "trait", name, tuple(facts.items()))


def turn(name: str, notation: str, faces: str, under: str = "Riot") -> Rolled:
    test = RELICS.parse(notation, {})
    return record_roll(RollMetadata(name, 0, under=under), RELICS, test, RELICS.replay(test, read_faces(faces)))


COHORT = (pc("Ann", primary="Social, Travel"), pc("Bo", support="social"), pc("Cy", primary="Combat"))


def next_turn(state: State, settings: Settings = HOUSE) -> str:
    """The next turn of the only Challenge, in shorthand."""
    (going,) = challenges(state, settings)
    assert unready(state, going) == ""
    return RELICS.write(RELICS.from_form(next_form(state, going, settings), {}))


@pytest.mark.parametrize(
    ("kind", "fit"), [("Social", "primary"), (" travel ", "primary"), ("TECH", "secondary"), ("magic", "support")]
)
def test_expertise_fits_a_type_of_challenge(kind: str, fit: str) -> None:
    ann = Pc("Ann", "Social,Travel", "tech", "Magic")
    assert ann.fits(kind) == fit
    assert ann.fits("Soc") == ann.fits("") == ann.fits(",") == "other"


def test_pcs_are_read_with_their_stress() -> None:
    state = fold([*COHORT, Adjusted("s", 0, "relics", "stress", 3, "Bo"), Recorded("x", 0, "relics", "player", "Cy")])
    assert pcs(state) == (Pc("Ann", "Social, Travel"), Pc("Bo", support="social", stress=3), Pc("Cy"))


@pytest.mark.parametrize("facts", [(("primary", 5),), (("luck", "x"),), (("primary", "x" * 61),)])
def test_expertise_that_cannot_be_read_counts_as_none(facts: Facts) -> None:
    assert pcs(fold([Recorded("x", 0, "relics", "player", "Ann", facts)])) == (Pc("Ann"),)


def test_a_challenge_makes_the_form_of_its_next_turn() -> None:
    state = fold([*COHORT, riot(), trait("Shaken", value=-1, dice=2), trait("Torn", challenge="Riot", value=-2)])
    start = "primary lead + support assist + other assist -1 / 2d [disaster] (Shaken) pcs 3 vs Minor 5"
    assert sorted(next_turn(state).split()) == sorted(start.split())
    state = apply(state, turn("1", "5d6 pcs 3 vs Minor 5", "5,6,6,2,3"))
    assert next_turn(state) == "Minor 5 resolved 3 -2 / 1d [disaster] (Torn)"
    state = apply(state, strike := turn("2", "Minor 5 resolved 3", "2,2"))
    state = apply(state, deal_effect(RollMetadata("3", 0), strike, "stress", [("Bo", 3)]))
    assert "vs Minor 5 resolved 3" in next_turn(state)


def test_a_turn_does_not_begin_without_a_leader() -> None:
    def why(*events: Recorded | Adjusted | Rolled) -> str:
        state = fold([*COHORT, *events])
        (going,) = challenges(state, HOUSE)
        return unready(state, going)

    assert "nobody leads" in why(riot(leader=""))
    (alone,) = challenges(fold([riot(leader="")]), HOUSE)
    assert "no PCs yet; add them first" in unready(fold([riot(leader="")]), alone)
    assert "Zed is no PC" in why(riot(leader="Zed"))
    assert "Stressed Out" in why(riot(), Adjusted("s", 0, "relics", "stress", 10, "Ann"))
    assert why(riot(), Adjusted("s", 0, "relics", "stress", 9, "Ann")) == ""
    assert why(riot(leader=""), turn("1", "5d6 pcs 3 vs Minor 5", "2,2,2,2,3")) == ""
    assert "no more turns" in why(riot(), turn("1", "5d6 pcs 3 vs Minor 5", "5,5,5,5,5"))


def test_the_cohorts_turn_does_not_begin_before_the_stress_is_dealt_out() -> None:
    strike, leads = turn("2", "Minor 5", "6,5,2,2,2"), Adjusted("s", 0, "relics", "stress", 9, "Ann")
    state = fold([*COHORT, riot(), leads, turn("1", "2d6 pcs 3 vs Minor 5", "2,2"), strike])

    def why(state: State, number: int = 0) -> str:
        return unready(state, challenges(state, HOUSE)[number])

    assert why(state) == "2 Stress of this Challenge is still to be dealt out"
    assert why(apply(state, Undone("3", 0, "2"))) == ""
    assert why(apply(state, deal_effect(RollMetadata("3", 0), strike, "stress", [("Bo", 2)]))) == ""
    assert "Stressed Out" in why(apply(state, deal_effect(RollMetadata("3", 0), strike, "stress", [("Ann", 2)])))
    other = challenge_event(RollMetadata("cliff", 0), "Cliff", Challenge("Common", 3), leader="Ann")
    assert why(apply(state, other), 1) == ""
    assert "nobody leads" in why(apply(state, riot("lead", leader="")))


def test_points_that_are_not_there_are_not_spent() -> None:
    def why(notation: str, *events: Recorded | Adjusted) -> str:
        state, test = fold(events), RELICS.parse(notation, {})
        assert tracking_of(RELICS).refused(Context(state, {}, None, {}, test)) == overspent(state, test)
        return overspent(state, test)

    destiny, doom = (Adjusted(name, 0, "relics", name, 1) for name in ("destiny", "doom"))
    assert why("3d6 destiny 1", *COHORT, destiny) == ""
    assert why("3d6 destiny 2", destiny).startswith("2 Destiny spent, but the pool has 1; spend less")
    assert why("3d6 destiny 1 pcs 3", *COHORT).startswith("1 Destiny spent, but the pool has 0; spend less")
    costly = "3d6 +1 / 1d (Aim destiny 1) trait (Shield destiny 1)"
    assert why(costly, destiny).startswith("2 Destiny spent, but the pool has 1")
    assert why("3d6 -1 / 1d (Fear doom -2)", doom).startswith("2 Doom spent, but the pool has 1")
    assert why("Minor 5 +1 / 1d (Fury doom -1)", *COHORT).startswith("1 Doom spent, but the pool has 0")
    assert why("3d6 -1 / 1d (Fear doom -1) +1 / 1d (Rage doom 2)", doom) == ""
    assert why("3d6 destiny 2") == why("3d6 -1 / 1d (Fear doom -2)") == ""  # nobody keeps track


def test_a_leader_may_act_without_a_challenge() -> None:
    state = fold(COHORT)
    cohort = pcs(state)
    test = RELICS.from_form(cohort_form(state, cohort[2], cohort, HOUSE, kind="combat"), {})
    assert RELICS.write(test) == "primary lead + other assist + other assist pcs 3"


@pytest.mark.parametrize(
    ("notation", "does"),
    [
        ("9d6 pcs 3 vs Minor 5", True),
        ("9d6 pcs 3 vs Minor", False),
        ("9d6 pcs 3", False),
        ("9d6 pcs 3 vs Minor 6", False),
        ("9d6 pcs 3 vs Major 5", False),
        ("9d6 pcs 3 vs Minor 5 resolved 1", False),
        ("Minor 5", False),
    ],
)
def test_a_turn_belongs_to_the_challenge_as_it_stands(notation: str, *, does: bool) -> None:
    state = fold([*COHORT, riot()])
    (going,) = challenges(state, HOUSE)
    assert belongs(RELICS.parse(notation, {}), going) is does


def test_a_challenges_turn_belongs_to_it_though_a_trait_frees_dice() -> None:
    state = fold([riot(), turn("1", "5d6 pcs 3 vs Minor 5", "5,6,6,2,3")])
    (going,) = challenges(state, HOUSE)
    assert belongs(RELICS.parse("Minor 5 resolved 3 free 1", {}), going)
    assert not belongs(RELICS.parse("9d6 pcs 3 vs Minor 5 resolved 3", {}), going)


@pytest.mark.parametrize(
    "facts", [{"kind": "odd"}, {"value": "many"}, {"dice": 1_000}, {"challenge": 5}, {"colour": "red"}]
)
def test_impossible_traits_are_left_out(facts: dict[str, str | int]) -> None:
    assert [left.name for left in disaster_traits(fold([trait("Odd", **facts), trait("Torn")]))] == ["Torn"]


def test_a_trait_hinders_as_long_as_its_roll_is_a_disaster() -> None:
    disaster = turn("1", "2d6 pcs 3 vs Minor 5", "1,1")
    averted, again = replace(disaster, id="3", good=None, revises="1"), replace(disaster, id="4", revises="1")
    state = fold([*COHORT, riot(), disaster, trait("Shaken", roll="1"), trait("Torn")])
    assert [left.name for left in disaster_traits(state)] == ["Shaken", "Torn"]
    undone = apply(state, Undone("2", 0, "1"))
    assert [left.name for left in disaster_traits(undone)] == ["Torn"]
    assert "Shaken" not in next_turn(undone)
    assert disaster_traits(apply(undone, Undone("3", 0, "2"))) == disaster_traits(state)
    assert [left.name for left in disaster_traits(apply(state, averted))] == ["Torn"]
    assert disaster_traits(apply(state, averted, again)) == disaster_traits(state)


def test_stress_waits_until_it_is_dealt_out() -> None:
    strike, second = turn("2", "Minor 5", "6,5,2,2,2"), turn("3", "Minor 5", "2,2,2,2,2")
    state = fold([*COHORT, riot(), turn("1", "9d6 pcs 3 vs Minor 5", "2,2,2,2,2,2,2,2,2"), strike, second])
    (waiting,) = undealt(state)
    assert undealt(state, "Riot") == (waiting,)
    assert undealt(state, "Cliff") == ()
    assert (waiting.id, waiting.turn, waiting.stress) == ("2", strike, 2)
    assert undealt(apply(state, deal_effect(RollMetadata("4", 0), strike, "stress", [("Ann", 2)]))) == ()
    assert undealt(apply(state, Undone("5", 0, "2"))) == ()


def test_a_disaster_waits_for_its_trait() -> None:
    state = fold([*COHORT, riot(), first := turn("1", "2d6 pcs 3 vs Minor 5", "1,1")])
    ours = Disaster("1", first, "")
    assert unnamed_disasters(state) == (ours,)
    assert unnamed_disasters(apply(state, trait("Shaken", roll="1"))) == ()
    assert unnamed_disasters(apply(state, trait("Old", roll="0"))) == (ours,)
    assert unnamed_disasters(apply(state, turn("2", "Minor 5", "2,2,2,2,2"))) == (ours,)
    theirs = turn("2", "Minor 5", "1,1,1,2,2")
    both = apply(state, theirs)
    assert unnamed_disasters(both) == (Disaster("2", theirs, "Riot"), ours)
    assert unnamed_disasters(apply(both, trait("Torn", challenge="Riot", roll="2"))) == (ours,)
    assert unnamed_disasters(apply(both, Undone("3", 0, "2"))) == (ours,)
    assert unnamed_disasters(fold([])) == ()


def test_a_disaster_once_named_is_not_asked_for_again() -> None:
    state = fold([*COHORT, riot(), disaster := turn("1", "2d6 pcs 3 vs Minor 5", "1,1"), trait("Shaken", roll="1")])
    removed = apply(state, Recorded("2", 0, "relics", "trait", "Shaken", None))
    assert disaster_traits(removed) == ()
    assert unnamed_disasters(removed) == ()
    assert unnamed_disasters(apply(state, Undone("2", 0, "trait Shaken"))) == (Disaster("1", disaster, ""),)


@pytest.mark.parametrize("disaster", [("2d6 pcs 3 vs Minor 5", "1,1"), ("Minor 5", "1,1,1,2,2")])
def test_a_disaster_is_asked_for_until_its_challenge_is_resolved_or_gone(disaster: tuple[str, str]) -> None:
    state = fold([*COHORT, riot(), turn("1", *disaster)])
    assert len(unnamed_disasters(state)) == 1
    resolved = apply(state, Adjusted("2", 0, "relics", "resolved", 5, "Riot"))
    assert unnamed_disasters(resolved) == ()
    assert unnamed_disasters(apply(resolved, Undone("3", 0, "2"))) == unnamed_disasters(state)
    assert unnamed_disasters(apply(state, Recorded("gone", 0, "relics", "challenge", "Riot", None))) == ()


def test_a_disaster_without_a_challenge_is_asked_for_until_the_next_turn() -> None:
    state = fold([turn("1", "2d6 pcs 3", "1,1", under="")])
    assert len(unnamed_disasters(state)) == 1
    assert unnamed_disasters(apply(state, turn("2", "2d6 pcs 3", "2,2", under=""))) == ()
    assert unnamed_disasters(fold([*COHORT, riot(), turn("1", "Minor 5", "1,1,1,2,2", under="")])) == ()
