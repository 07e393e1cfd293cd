"""The Huddle of Relics of the Moon at a table: what one declares is in everybody's form."""

import json
from dataclasses import replace

import pytest
from app.roll import words as roll_words
from app.table import words
from app.table.huddle import MOST

from pyrules.campaign.devices import Declared, encode
from pyrules.campaign.events import Device
from pyrules.campaign.placing import placing_of
from pyrules.core.verdict import Option
from tests.app.table.huddle_helpers import huddle, traits
from tests.app.table.seats import Seat, company, connect, settle


def traits_declared(seat: Seat) -> list[str]:
    """Whose traits are declared, as the page shows it."""
    chips = seat.html("form").split('data-on="offer"')[1:]
    return [
        chip.partition('data-offer="')[2].partition('"')[0]
        for chip in chips
        if 'aria-pressed="true"' in chip.partition("</button>")[0]
    ]


def test_a_trait_tapped_on_one_phone_is_in_all_forms_with_whose_it_is() -> None:
    gm, ann, bo = seats = huddle("Gm", "Ann", "Bo")
    log = gm.log
    bo.do("offer", offer="Boris.0")
    ann.do("offer", offer="Anja.0")
    settle(*seats)
    for seat in seats:
        assert sorted(traits(seat)) == ["Anja's Aim", "Boris's Aim"]
        assert traits_declared(seat) == ["Anja.0", "Boris.0"]
        assert "Boris's Aim" in seat.text("form")
        assert seat.log == log
    assert words.declares("Bo", "Aim · Boris · +1 / 2d") in ann.announced
    gm.do("offer", offer="Boris.0")
    settle(*seats)
    assert [traits(seat) for seat in seats] == [["Anja's Aim"]] * 3
    assert words.takes_back("Gm", "Aim · Boris · +1 / 2d") in bo.announced


def test_what_two_tap_at_once_ends_alike_on_all() -> None:
    gm, ann, bo = seats = huddle("Gm", "Ann", "Bo")
    ann.do("offer", offer="Anja.1")
    settle(*seats)
    for seat in (gm, bo, ann, bo):  # before any of them hears of another
        seat.do("offer", offer="Anja.1")
    settle(*seats)
    assert traits(gm) == traits(ann) == traits(bo)


def test_what_is_declared_is_in_a_form_filled_later_and_gone_on_the_roll() -> None:
    gm, ann, bo = seats = huddle("Gm", "Ann", "Bo")
    ann.note("2d6").go("stepdie/")
    bo.do("offer", offer="Boris.0")
    cy = Seat("Cy", "relics/").do("table-join")
    seats.append(cy)
    connect(gm, cy)
    settle(*seats)
    for seat in (ann, cy):
        seat.go("relics/").do("table-watch").do("play", challenge="Riot")
        assert traits_declared(seat) == ["Boris.0"]
    gm.do("lead", challenge="Riot", called="Boris")
    settle(*seats)
    assert traits_declared(gm) == ["Boris.0"]
    gm.do("roll")
    settle(*seats)
    assert not any(seat.table.declared for seat in seats)


def test_a_trait_of_a_secret_roller_or_another_challenge_is_no_others() -> None:
    gm, ann = seats = huddle("Gm", "Ann")
    gm.do("secret").do("offer", offer="Anja.0")
    settle(*seats)
    assert traits(ann) == []
    ann.do("edit", subject="challenge")
    ann.do("edit-save", form={"called": "Fire", "type": "", "threat": "Minor", "rating": "5"})
    ann.do("lead", challenge="Fire", called="Boris").do("play", challenge="Fire").do("offer", offer="Boris.0")
    settle(*seats)
    assert traits(ann) == ["Boris's Aim"]
    assert traits(gm) == ["Anja's Aim"]


AIM = Declared("relics", "Riot", "Boris.0", taken=True, by=Device("Bo", "red"))
HOSTILE = (
    replace(AIM, offer="Nobody.7"),
    replace(AIM, offer="Boris.-1"),
    replace(AIM, challenge="Nowhere"),
    replace(AIM, system="stepdie"),
    replace(AIM, system="almond", offer="a" * 60),
)
REFUSED = ({"offer": ""}, {"offer": "a" * 61}, {"system": "dnd"}, {"taken": 1}, {"challenge": "a" * 61})


@pytest.mark.parametrize("said", HOSTILE)
def test_what_nobody_can_declare_changes_no_form(said: Declared) -> None:
    gm, ann, _ = seats = huddle("Gm", "Ann", "Bo")
    before = gm.log, [seat.model.sheets for seat in seats]
    [(number, _)] = [(peer, other) for peer, other in gm.over.items() if other[0] is ann]
    gm.do("table-heard", encode(said), peer=number)
    settle(*seats)
    assert (gm.log, [seat.model.sheets for seat in seats]) == before
    assert all(one.by.name == "Ann" for one in gm.table.declared)


@pytest.mark.parametrize("lie", REFUSED)
def test_who_says_what_cannot_be_read_is_cut_off(lie: dict[str, object]) -> None:
    gm, _ = huddle("Gm", "Ann")
    said = json.loads(encode(AIM))
    [number] = gm.over
    gm.do("table-heard", json.dumps(said | lie), peer=number)
    assert traits(gm) == []
    assert "cut off" in gm.text("news")


def test_a_flood_of_declarations_is_not_kept() -> None:
    gm, _ = huddle("Gm", "Ann")
    [number] = gm.over
    for place in range(MOST + 10):
        gm.do("table-heard", encode(replace(AIM, offer=f"Nobody.{place}")), peer=number)
    assert len(gm.table.declared) == MOST


def placing(*names: str) -> list[Seat]:
    """The same once the Cohort's turn is rolled with a trait of either PC, so that everybody may place its units."""
    gm, *_ = seats = huddle(*names)
    gm.do("offer", offer="Boris.0").do("offer", offer="Anja.1").do("roll")
    settle(*seats)
    for seat in seats[1:]:
        seat.do("table-others")
    return seats


def test_units_are_told_apart_by_whose_trait_brings_them() -> None:
    for seat in placing("Gm", "Ann"):
        assert "Boris's Aim +1 / 2d" in seat.text("card")
        assert "Anja's Guard +1 / 2d" in seat.text("card")


def test_who_has_placed_half_learns_who_placed_too_and_each_keeps_theirs() -> None:
    gm, ann, bo = seats = placing("Gm", "Ann", "Bo")
    ann.do("propose", proposal="").do("unit", unit=2).do("die", place=0).do("die", place=1)
    bo.do("propose", proposal="").do("unit", unit=0).do("die", place=2).do("die", place=3).do("decide")
    settle(*seats)
    warning = roll_words.placed_meanwhile("Bo")
    assert warning in ann.text("card")
    assert warning not in bo.text("card") + gm.text("card")
    assert ann.model.tray
    assert ann.model.tray.draft
    assert ann.model.tray.draft.places == (2, 3, 0, 1)
    ann.do("decide")
    settle(*seats)
    for seat in seats:
        assert seat.model.tray
        assert seat.model.tray.roll.picks[-1].places == (2, 3, 0, 1)
        assert "meanwhile" not in seat.text("card")
    assert gm.log == ann.log == bo.log


def test_where_not_all_may_change_all_each_places_their_own_and_hub_any() -> None:
    gm, ann, bo = seats = huddle("Gm", "Ann", "Bo")
    gm.do("table-terms", form={"fair": "on"})
    ann.do("who", called="Anja")
    bo.do("who", called="Boris")
    settle(*seats)
    ann.note("7d6 +1 / 2d (Boris's Aim) +1 / 2d (Anja's Guard) pcs 2").do("roll")
    settle(*seats)
    for seat in (gm, bo):
        seat.do("table-others")
    chips = [chip.partition("</button>")[0] for chip in bo.html("card").split('data-on="unit"')[1:]]
    assert [('aria-disabled="true"' in chip, 'aria-pressed="true"' in chip) for chip in chips] == [
        ("Anja" in chip, "Boris" in chip) for chip in chips
    ]
    assert len(chips) == 2
    assert 'data-on="propose"' not in bo.html("card")
    assert 'data-on="propose"' in gm.html("card")
    before = lying(bo)
    theirs = ["Anja's" in who for who in whose(bo)].index(True)
    own = [place for place in range(7) if place not in before]
    bo.do("unit", unit=theirs).do("die", place=own[0]).do("decide")
    settle(*seats)
    moved = {who for who, was, now in zip(whose(bo), before, lying(gm), strict=True) if was != now}
    assert moved == {"Boris's Aim"}
    assert words.put_right("Bo") not in gm.text("news")
    bo.do("propose", proposal="")
    assert roll_words.NOT_YOUR_MODIFIER in bo.text("news")
    was = gm.log
    bo.model = replace(bo.model, table=replace(bo.table, all_may=True))  # as another program
    bo.do("propose", proposal="").do("decide")
    settle(*seats)
    assert words.put_right("Bo") in gm.text("news")
    assert lying(gm) != (-1, -1, -1, -1)
    gm.do("propose", proposal="").do("decide")
    settle(*seats)
    assert lying(ann) == (-1, -1, -1, -1)
    assert gm.log != was


def test_stress_the_game_master_rolled_is_dealt_out_on_every_cohort_phone() -> None:
    gm, ann, bo = seats = huddle("Gm", "Ann", "Bo")
    turns = ((ann, (5, 2, 2, 2, 2)), (gm, (6, 2, 2, 2)))
    for seat, faces in turns:
        seat.do("play", challenge="Riot").do("by-hand")
        for face in faces:
            seat.do("face", face=face)
        settle(*seats)
    assert "2 Stress to deal out" in ann.text("bar")
    gm.do("table-terms", form={"fair": "on"})
    settle(*seats)
    assert "2 Stress to deal out" in gm.text("bar")
    assert "2 Stress to deal out" not in ann.text("bar") + bo.text("bar")
    gm.do("table-terms", form={"all_may": "on"})
    settle(*seats)
    line = gm.model.campaign.entries[-1].id
    ann.do("deal-evenly", event=line).do("deal", event=line)
    settle(*seats)
    for seat in seats:
        assert [seat.model.campaign.value("relics", "stress", who) for who in ("Anja", "Boris")] == [1, 1]
        assert "Stress to deal out" not in seat.text("bar")
    assert "The Cohort's turn, round 2" in ann.text("bar")


def lying(seat: Seat) -> tuple[int, ...]:
    """Where the units lie."""
    return placing_on(seat).placed


def whose(seat: Seat) -> tuple[str, ...]:
    """The trait that brings each unit."""
    return placing_on(seat).brought_by


def placing_on(seat: Seat) -> Option:
    tray = seat.model.tray
    assert tray
    option = placing_of(seat.model.system, tray.test, tray.roll)
    assert option
    return option


def test_tapped_dice_are_not_tapped_once_another_has_rolled_them_again() -> None:
    gm, ann = seats = company("Gm", "Ann")
    for seat in seats:
        seat.go("general/")
    gm.note("d8 + d6 + d10 (15) reroll 2").do("roll")
    settle(*seats)
    ann.do("table-others").do("choose", option="reroll").do("die", place=0)
    gm.do("choose", option="reroll").do("die", place=1).do("decide")
    settle(*seats)
    assert ann.model.tray
    assert gm.model.tray
    assert ann.model.tray.draft is None
    assert ann.model.tray.roll == gm.model.tray.roll
