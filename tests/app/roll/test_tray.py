"""The dice in the tray, and the animation of a roll."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from app.common.dice import MATERIALS, OUTLINES, PIPS, Dress, still
from app.common.materials import materials
from app.roll.state import Tray, falling, lying

from pyrules.campaign.events import PLAYER, Recorded
from pyrules.campaign.people import COLOUR
from pyrules.core.faces import Scripted, read_faces
from pyrules.core.roll import EMPTY, SIZES, Pick
from pyrules.systems import BY_ID
from tests.app.reader import Reader
from tools.site import WEB


def table(system: str, notation: str, faces: str, picks: Sequence[Pick] = (), event: str = "e") -> Tray:
    """A roll on the table as it comes to lie with these faces."""
    record = BY_ID[system]
    test = record.parse(notation, {})
    roll = record.roll(test, Scripted(read_faces(faces)), replace(EMPTY, picks=tuple(picks)), onward=False)
    return Tray(test, roll, record.judge(test, roll), event)


def shown(now: Tray) -> list[tuple[int, str]]:
    return [(die.face, die.kind) for die in lying(now.roll, now.verdict)[0]]


def throws(system: str, before: Tray | None, now: Tray) -> list[Any]:
    command = falling(BY_ID[system], before, now)
    assert (command["do"], command["event"]) == ("dice", now.event)
    assert len(command["throws"]) == sum(len(pool) for pool in lying(now.roll, now.verdict))
    return [(one["before"], one["landings"]) for one in command["throws"]]


def test_every_die_of_a_new_roll_is_thrown() -> None:
    assert throws("moonwalk", None, table("moonwalk", "3 (1)", "4,1,5")) == [
        (0, [(0, 4)]),
        (0, [(0, 1)]),
        (0, [(0, 5)]),
    ]


def test_dice_of_both_sides_are_thrown_together() -> None:
    now = table("moonwalk", "2 vs. 1", "4,1 / 6")
    assert throws("moonwalk", None, now) == [(0, [(0, 4)]), (0, [(0, 1)]), (0, [(0, 6)])]


def test_the_rule_of_six_adds_dice_wave_by_wave() -> None:
    landings = [landed for _, landed in throws("moonwalk", None, table("moonwalk", "2 (1) six", "6,2,6,3"))]
    assert landings == [[(0, 6)], [(0, 2)], [(1, 6)], [(2, 3)]]


def test_an_exploding_six_is_thrown_on_in_its_place() -> None:
    landings = [landed for _, landed in throws("almond", None, table("almond", "2d6 TN 8", "6>3,2"))]
    assert landings == [[(0, 6), (1, 3)], [(0, 2)]]


def test_advantage_throws_two_dice_at_once_and_shows_which_counts() -> None:
    now = table("general", "d8 adv + d6 (10)", "3>6,2")
    assert [(die.face, die.kind) for die in lying(now.roll, now.verdict)[0]] == [
        (6, "thrown"),
        (3, "dropped"),
        (2, "thrown"),
    ]
    assert throws("general", None, now) == [(0, [(0, 6)]), (0, [(0, 3)]), (0, [(0, 2)])]


@pytest.mark.parametrize(("mode", "counts", "dropped"), [("adv", 6, 6), ("dis", 6, 6)])
def test_two_equal_faces_leave_one_dropped(mode: str, counts: int, dropped: int) -> None:
    now = table("general", f"d8 {mode} (10)", "6>6")
    assert [(die.face, die.kind) for die in lying(now.roll, now.verdict)[0]] == [
        (counts, "thrown"),
        (dropped, "dropped"),
    ]


def test_a_bought_die_joins_those_that_lie() -> None:
    before = table("stepdie", "2d6 + d10 (3) ip 4", "4,1,7")
    now = table("stepdie", "2d6 + d10 (3) ip 4", "4,1,7,5", [Pick("add")])
    assert throws("stepdie", before, now) == [(4, []), (1, []), (7, []), (0, [(0, 5)])]


def test_a_die_thrown_again_keeps_its_place() -> None:
    before = table("stepdie", "2d6 + d10 (3) ip 4", "4,1,7")
    now = table("stepdie", "2d6 + d10 (3) ip 4", "4,1,7>2", [Pick("reroll")])
    assert throws("stepdie", before, now) == [(4, []), (1, []), (7, [(0, 2)])]


def test_the_step_die_is_its_own_kind() -> None:
    assert shown(table("stepdie", "2d6 + d6 (3)", "4,1,3")) == [(4, "thrown"), (1, "thrown"), (3, "step")]


def test_another_roll_does_not_take_over_the_dice_of_the_one_before() -> None:
    before, now = table("moonwalk", "2 (1)", "4,1"), table("moonwalk", "2 (1)", "3,1", event="later")
    assert throws("moonwalk", before, now) == [(0, [(0, 3)]), (0, [(0, 1)])]


def test_dice_thrown_by_hand_lie_still() -> None:
    now = replace(table("moonwalk", "2 (1)", "4,1"), physical=True)
    assert throws("moonwalk", None, now) == [(0, []), (0, [])]


def test_a_roll_without_dice_rests_at_once() -> None:
    now = table("almond", "1d6 TN 4 -3d", "")
    assert throws("almond", None, now) == []


def test_automatic_dice_are_placed_before_those_thrown() -> None:
    now = table("relics", "4d6 A6 / 1d", "2,3,5")
    found = lying(now.roll, now.verdict)[0]
    assert [(die.kind, die.face, die.place) for die in found] == [
        ("auto", 6, 0),
        ("thrown", 2, 1),
        ("thrown", 3, 2),
        ("thrown", 5, 3),
    ]
    assert throws("relics", None, now) == [(0, [(0, 6)]), (0, [(0, 2)]), (0, [(0, 3)]), (0, [(0, 5)])]
    assert throws("relics", now, now) == [(6, []), (2, []), (3, []), (5, [])]


def dice_commands(reader: Reader) -> list[dict[str, Any]]:
    return [command for command in reader.commands if command["do"] == "dice"]


def test_a_roll_is_thrown_and_read_out_when_its_dice_rest() -> None:
    reader = Reader("moonwalk/", faces=[4, 1, 5]).note("3 (1)").do("roll")
    (command,) = dice_commands(reader)
    assert reader.told == []
    assert reader.rest(command).told == ["Success. 1 hit · needs 1. 1 one."]
    assert dice_commands(reader) == []


def test_dice_of_another_roll_are_not_read_out() -> None:
    reader = Reader("moonwalk/", faces=[4, 1, 5, 6, 6, 6]).note("3 (1)").do("roll")
    (earlier,) = dice_commands(reader)
    reader.do("roll")
    assert reader.rest(earlier).told == []


@pytest.mark.parametrize("leave", ["moonwalk/log/", "settings/", "stepdie/"])
def test_nothing_is_read_out_to_a_reader_who_has_gone_on(leave: str) -> None:
    reader = Reader("moonwalk/", faces=[4, 1, 5]).note("3 (1)").do("roll")
    (command,) = dice_commands(reader)
    assert reader.go(leave).rest(command).told == []


def test_only_the_bought_die_is_thrown_and_the_new_verdict_read_out() -> None:
    reader = Reader("stepdie/", faces=[4, 1, 7, 5]).note("2d6 + d10 (3) ip 4").do("roll")
    (first,) = dice_commands(reader)
    (second,) = dice_commands(reader.do("option", option="add"))
    assert [len(one["landings"]) for one in second["throws"]] == [0, 0, 0, 1]
    assert second["event"] == first["event"]
    assert len(reader.rest(second).told) == 1


def test_looking_at_something_else_throws_nothing() -> None:
    reader = Reader("moonwalk/", faces=[4, 1, 5]).note("3 (1)").do("roll")
    assert dice_commands(reader.do("change")) == []
    assert dice_commands(reader.note("4 (1)")) == []
    assert dice_commands(reader.go("settings/")) == []


def test_the_tray_says_of_each_die_what_is_drawn() -> None:
    reader = Reader("stepdie/", faces=[4, 7], kept={"preferences": {"dice": "gems"}}).note("1d6 + d10 (3)").do("roll")
    tray = reader.html("tray")
    assert 'data-dice="gems"' in tray
    assert 'data-sides="6" data-face="4" data-kind="thrown"' in tray
    assert 'data-sides="10" data-face="7" data-kind="step"' in tray


def test_dice_have_the_colour_of_their_thrower_whatever_the_name_is_now() -> None:
    ann = Recorded("p1", 1, "moonwalk", PLAYER, "Ann", ((COLOUR.name, "teal"),))
    reader = Reader("moonwalk/", [ann], seed=3).do("who", called="Ann").note("3 vs. 4").do("roll")
    mine, theirs = reader.html("tray").split("<ol")[1:]
    assert 'data-colour="teal"' in mine
    assert "data-colour" not in theirs
    renamed = Recorded("p2", 2, "moonwalk", PLAYER, "Anna", ((COLOUR.name, "rose"),), was="Ann")
    later = Reader("moonwalk/show/", [*reader.model.campaign.events, renamed])
    assert 'data-colour="rose"' in later.html("tray")
    odd = Recorded("p3", 3, "moonwalk", PLAYER, "Bo", ((COLOUR.name, "infra-red"),))
    assert "data-colour" not in Reader("moonwalk/", [odd]).do("who", called="Bo").do("roll").html("tray")


def test_someone_s_colour_is_chosen_where_they_are_written_down_and_kept() -> None:
    reader = Reader("general/tracker/").do("edit", subject=PLAYER)
    assert 'data-colour="amber"' in reader.html("screen")
    reader.do("edit-save", form={"called": "Ann", COLOUR.name: "amber"})
    assert (COLOUR.name, "amber") in reader.model.campaign.records_of("general", PLAYER)["Ann"]


@pytest.mark.parametrize("sides", SIZES)
def test_still_dice_show_their_number_and_underline_what_can_be_reversed(sides: int) -> None:
    for face in range(1, sides + 1):
        picture = still(sides, face, Dress())
        assert f">{face}</text>" in picture
        assert ("underline" in picture) == (face in {6, 9})
        assert 'class="body"' in picture


@pytest.mark.parametrize("face", range(1, 7))
def test_only_six_sided_still_dice_have_pips_and_as_many_as_they_show(face: int) -> None:
    assert still(6, face, Dress(pips=True)).count("<circle") == face
    assert f">{face}</text>" in still(8, face, Dress(pips=True))


def test_pips_lie_across_the_middle_from_one_another() -> None:
    for places in PIPS:
        assert {8 - int(place) for place in places} == {int(place) for place in places}


def test_drawn_dice_have_the_pips_of_still_ones_and_all_materials_exist() -> None:
    drawn = (WEB / "dice/renderer.mjs").read_text(encoding="utf-8")
    assert f"const PIPS = {json.dumps(PIPS)};" in drawn
    for look, material in MATERIALS.items():
        assert f'id="{material}"' in materials()
        assert f'fill="url(#{material})"' in still(20, 1, Dress(look))
        assert Reader("moonwalk/", kept={"preferences": {"dice": look}}).sees(f'id="{material}"')
    assert not Reader("moonwalk/").html("materials")


def test_every_look_is_chosen_from_dice_that_have_it() -> None:
    offered = Reader("settings/").html("screen")
    for look, material in MATERIALS.items():
        swatch = offered.partition(f'class="dice" data-dice="{look}"')[2].partition("</label>")[0]
        assert swatch.count("<svg") == swatch.count(f'fill="url(#{material})"') == 3


def test_every_size_but_the_square_one_has_an_outline() -> None:
    assert set(OUTLINES) | {6} == set(SIZES)
