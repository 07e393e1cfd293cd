"""Under the verdict: what the next roll needs, idle steps, choices that cannot help, and advice that is followed."""

import re
from typing import Any

import pytest
from app.common.carry_over import with_values
from app.form.state import is_unnamed, one_more
from app.roll import words

from pyrules.core.form import Values
from pyrules.core.roll import EMPTY
from pyrules.core.system import Stepped, System, in_dice
from pyrules.systems import SYSTEMS
from tests.app.reader import Reader
from tests.app.tracker.turns_helpers import person
from tests.systems.conforming import shipped_examples, shown_by


@shipped_examples
def test_one_more_under_the_verdict_is_one_more_and_changes_nothing_named(system: System[Any], example: Any) -> None:
    test, _ = shown_by(example, system)
    house, before = system.house_rules(test), system.to_form(test)
    fields = {field.name: field for field in system.fields}

    def number(one: Stepped[Any], of: Any) -> Any:
        return one.counts(of) if one.counts else system.to_form(of)[one.changes]

    for one in system.stepped:
        field = fields[one.changes]
        assert field.kind in ("number", "rows")
        if number(one, test) is None or not field.applies(before):
            continue
        made = one_more(system, one, test, 1, house)
        assert number(one, made) == number(one, test) + 1
        after = system.to_form(made)
        assert {name for name in before if after[name] != before[name]} == {one.changes}
        if field.kind == "rows":
            named = [[row for row in form[one.changes] if not is_unnamed(one, row)] for form in (before, after)]
            assert named[0] == named[1]
            more = one.format is in_dice and thrown(system, made) > 0
            assert thrown(system, made) == thrown(system, test) + more


def thrown(system: System[Any], test: Any) -> int:
    """The number of dice that a test throws first."""
    return sum(throw.count for throw in system.pending(test, EMPTY).throws)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_every_system_steps_a_number_of_its_form_beside_the_verdict(system: System[Any]) -> None:
    reader = Reader(f"{system.id}/")
    if system.id == "anydice":  # where nothing is to be reached at first
        reader.note("d20 reach 10")
    reader.do("roll")
    stepped = re.findall('data-field="(next-[0-9])" data-by="1"', reader.html("card"))
    assert stepped
    for name in stepped:
        before = reader.text("card")
        assert reader.do("step", field=name, by=1).text("card") != before
        assert reader.model.result
        assert words.ROLL_AGAIN not in reader.text("bar")
        assert reader.do("step", field=name, by=-1).text("card") == before


@pytest.mark.parametrize(
    ("system", "notation", "strip", "place", "stepped"),
    [
        (
            "moonwalk",
            "Agility 5 + Pistols 4 - Wounds 2 [6] (2)",
            "Dicepool 7 dice",
            0,
            "Agility 5 + Pistols 4 - Wounds 2 + 1 [6] (2)",
        ),
        (
            "moonwalk",
            "Agility 5 + 2 vs. Reaction 4 - 1",
            "Defender's dicepool 3 dice",
            2,
            "Agility 5 + 2 vs. Reaction 4",
        ),
        ("moonwalk", "Logic 2 - 5 (2)", "Dicepool 0 dice", 0, "Logic 2 - 1 (2)"),
        ("almond", "4d6 TN 8 + cover 1 -1d", "Dice 3 dice", 0, "4d6 TN 8 + cover 1"),
        ("almond", "Sword 5d6 TN 8 + cover 1", "Target Number 9", 1, "Sword 5d6 TN 8 + cover 1 +1"),
        (
            "stepdie",
            "2 Agility + 2 trait + 1 gear + d10 (3)",
            "Dice 5d6",
            0,
            "3 Agility + 2 trait + 1 gear + d10 (3)",
        ),
        ("general", "Strength d8 + d6 (15)", "Difficulty 15", 0, "Strength d8 + d6 (16)"),
        ("relics", "primary lead +2d6 (Rope) pcs 3", "Dice 5 dice", 0, "primary lead +2d6 (Rope) +1d6 pcs 3"),
    ],
)
def test_the_strip_has_what_was_rolled_and_changes_a_modifier(
    system: str, notation: str, strip: str, place: int, stepped: str
) -> None:
    reader = Reader(f"{system}/").note(notation).do("roll")
    assert strip in reader.text("card")
    reader.do("step", field=f"next-{place}", by=1)
    assert reader.model.sheet.notation.startswith(stepped)
    reader.do("roll").do("pin")
    [preset] = reader.model.presets_here
    assert preset.notation.startswith(stepped)
    reader.do("step", field=f"next-{place}", by=-1).do("step", field=f"next-{place}", by=1)
    assert reader.model.sheet.notation.startswith(stepped)


def test_a_number_under_the_verdict_goes_as_far_as_the_rules_let_it() -> None:
    reader = Reader("general/").note("d8 (10000)").do("roll")
    assert reader.do("step", field="next-0", by=1).model.sheet.notation == "d8 (10000)"
    reader = Reader("relics/").note("9d6 pcs 3 vs Minor 5").do("roll")
    assert reader.do("step", field="next-0", by=1).model.sheet.notation == "9d6 pcs 3 vs Minor 5"
    reader.note("9d6 +4d6 (Rope) pcs 3 vs Minor 5").do("step", field="next-0", by=-1)
    assert reader.model.sheet.notation == "9d6 +4d6 (Rope) -5d6 pcs 3 vs Minor 5"


NOVA = {"pools.0.label": "Agility", "pools.0.pool": "5", "pools.0.skill": "Pistols", "pools.0.skill_dice": "4"}
LOGIC = {"pools.1.label": "Logic", "pools.1.pool": "7"}
SWORDS = {"pools.0.label": "Sword", "pools.0.dice": "6", "pools.1.label": "Bow", "pools.1.dice": "3"}
SMART = {"modifiers.0.label": "Smartlink", "modifiers.0.number": "2"}
STATS = {"stats.0.label": "Agility", "stats.0.points": "5", "stats.1.label": "Wits", "stats.1.points": "5"}
FOG: dict[str, Values] = {
    "moonwalk": {"modifiers": [{"label": "Fog", "number": -2}]},
    "almond": {"modifiers": [{"label": "Fog", "number": 2, "on": "TN"}]},
    "stepdie": {"situation": 2},
    "general": {"attribute_rolled": "disadvantage", "rerolls": 2},
}
"""The modifiers that a person gives for one test."""


@pytest.mark.parametrize(
    ("system", "written", "notation", "taps", "then"),
    [
        ("moonwalk", NOVA, "Agility 5 + Pistols 4 - Fog 2 [6] (2)", ("Ann",), "Agility 5 + Pistols 4 (2)"),
        ("moonwalk", NOVA | LOGIC, "8 - Wounds 3 (2) six", ("Ann", "Fog", "pools.1"), "Logic 7 (2)"),
        (
            "moonwalk",
            LOGIC | NOVA | SMART,
            "8 (2)",
            ("Ann", "modifiers.0", "Fog", "modifiers.0", "pools.1"),
            "Logic 7 + Smartlink 2 (2)",
        ),
        ("almond", SWORDS, "5d6 TN 4 + cover 1 -1d", ("Ann",), "Sword 6d6 TN 4"),
        ("almond", SWORDS, "5d6 TN 4", ("Ann", "Fog", "pools.1"), "Bow 3d6 TN 4"),
        ("stepdie", STATS, "3d6 + 2 situation + d10 (3)", ("Ann",), "3d6 + d8 (3) ip 2"),
        ("stepdie", STATS, "3d6 + d8 (3)", ("Ann", "stats.0", "Fog", "stats.1"), "3 Wits + d8 (3) ip 3"),
        ("general", {}, "Strength d8 adv + d4 (10) reroll 1", ("Ann",), "Strength d12 (10)"),
        ("general", {}, "Strength d8 (10)", ("Ann", "Fog", "agility"), "Agility d12 (10)"),
    ],
)
def test_what_was_given_for_one_test_goes_when_another_skill_is_tapped(
    system: str, written: dict[str, str], notation: str, taps: tuple[str, ...], then: str
) -> None:
    reader = person(Reader(f"{system}/tracker/"), "Ann", **written).go(f"{system}/").note(notation).do("roll")
    for tap in taps:
        if tap == "Fog":
            reader.model = with_values(reader.model, FOG[system])
            reader.do("roll")
        else:
            reader.do("who", called=tap) if tap == "Ann" else reader.do("offer", offer=tap)
    assert reader.model.result
    assert reader.model.sheet.notation == then


def test_a_test_stays_for_its_roller_who_has_no_numbers_of_their_own() -> None:
    reader = person(Reader("moonwalk/tracker/"), "Bo").go("moonwalk/").note("8 - Fog 3 (2)").do("roll")
    assert reader.do("who", called="Bo").model.sheet.notation == "8 - Fog 3 (2)"


def test_steps_that_changed_nothing_are_folded_and_those_that_did_are_not() -> None:
    card = Reader("relics/", faces=[2, 5, 5, 2, 3]).note("5d6 vs Minor 5").do("roll").html("card")
    seen, _, folded = card.partition('<details id="quiet-steps"')
    for said in ("no simple modifiers", "no die has an automatic result", "+0 Destiny", "no Disaster"):
        assert said not in seen
        assert said in folded
    assert "2 dice; 2 of 5 are now resolved" in seen
    card = Reader("moonwalk/", faces=[5, 2]).note("2 [1] (1)").do("roll").html("card")
    assert "Limit [1]" in card.partition('<details id="quiet-steps"')[0]


@pytest.mark.parametrize(
    ("test", "faces", "helping", "others"),
    [
        ("3d6 + d10 (3) ip 3", [1, 5, 5, 2], "reroll add partial", "price"),
        ("3d6 + d10 (9) ip 3", [1, 3, 5, 3], "reroll partial", "add"),
        ("3d6 + d10 (2) ip 3", [5, 6, 1, 9], "reroll", "add"),
    ],
)
def test_what_changes_no_chance_lies_behind_the_button_more(
    test: str, faces: list[int], helping: str, others: str
) -> None:
    reader = Reader("stepdie/", faces=faces).note(test).do("roll").do("odds")
    now, _, seldom = reader.html("card").partition('id="seldom"')
    choices = now.partition(f'aria-label="{words.NEXT}"')[2]
    assert re.findall('data-on="option" data-option="(.*?)"', choices) == helping.split()
    assert re.findall('data-on="option" data-option="(.*?)"', seldom) == others.split()


def test_a_sheet_for_one_button_is_no_sheet() -> None:
    card = Reader("moonwalk/").note("4 (1)").do("roll").html("card")
    assert "seldom" not in card
    assert re.search('data-on="pin"[^>]* aria-label="Pin as preset"', card)


def test_what_ends_the_test_in_another_way_stands_under_the_verdict() -> None:
    reader = Reader("moonwalk/").note("2 - 4 (1)").do("roll").do("odds")
    now, _, seldom = reader.html("card").partition('id="seldom"')
    assert ('data-option="impossible"' in now, "impossible" in seldom) == (True, False)
    assert "Not possible" in reader.do("option", option="impossible").text("card")


def test_a_trait_set_off_late_lies_behind_more_until_something_is_given() -> None:
    reader = Reader("relics/", faces=[2, 2, 6]).note("3d6").do("roll")
    shown, _, seldom = reader.text("card").partition("What you can do with this roll")
    assert "A trait set off now" not in shown
    assert "A trait set off now" in seldom
    shown, _, seldom = reader.do("give", option="trait", field="doom", by=1).text("card").partition("What you can do")
    assert "Simple modifier 0 + − On so many dice 1 + − Destiny spent 0 + − Doom added +1 +" in shown
    assert "A trait set off now" not in seldom
    assert 'aria-label="Doom added, a trait set off now: one more"' in reader.html("card")


def test_a_modifier_of_a_trait_set_off_late_is_on_a_die_without_a_number() -> None:
    reader = Reader("relics/", faces=[2, 2, 6]).note("3d6").do("roll")
    reader.do("give", option="trait", field="value", by=1).do("option", option="trait")
    assert "+1 / 1d" in reader.text("card")


def test_what_may_be_done_now_stands_under_the_verdict_before_the_steps() -> None:
    card = Reader("moonwalk/", faces=[1, 2, 3]).note("3 (1)").do("roll").do("odds").text("card")
    order = ("Failure", "Undo", "Share", "Change", "Try again", "0 of 3 dice show", "Odds")
    assert sorted(order, key=card.index) == list(order)


def test_a_price_is_told_with_what_is_held_and_a_chance_with_what_it_is_of() -> None:
    reader = Reader("stepdie/", faces=[5, 6, 1, 9]).note("3d6 + d10 (2) ip 3").do("roll").do("odds")
    assert "Reroll the Step Die 1 of 4 IP · you keep the new roll" in reader.text("card")
    assert "100 %: still a success" in reader.text("card")


def test_the_main_button_says_again_with_dice_and_chance() -> None:
    reader = Reader("stepdie/", faces=[1, 1, 2, 9, 5]).note("3d6 + d10 (2) ip 3").do("roll").do("odds")
    assert reader.text("bar").startswith("Roll again 3d6 + d10 · 35 % to succeed")
    assert reader.do("option", option="add").do("odds").text("bar").startswith("Roll again 3d6 + d10 · 35 %")


def test_advice_on_dice_is_followed_with_one_tap() -> None:
    reader = Reader("general/", faces=[1, 2, 8]).note("d8 + d6 (10) reroll 1").do("roll").do("odds")
    assert 'data-places="0"' in reader.html("card")
    reader.do("advised", option="reroll", places="0")
    assert "die 1: 1 → 8" in reader.text("tray")
    assert "Success" in reader.text("card")


def test_advice_that_is_out_of_date_changes_nothing() -> None:
    reader = Reader("general/", faces=[1, 2, 8]).note("d8 + d6 (10) reroll 1").do("roll")
    events = reader.model.campaign.events
    for option, places in (("nothing", ""), ("add", "0"), ("reroll", "7")):
        assert reader.do("advised", option=option, places=places).model.campaign.events == events


@pytest.mark.parametrize(
    ("system", "notation", "faces"),
    [
        ("moonwalk", "4 (2)", "5 1 2 3"),
        ("stepdie", "3d6 + d10 (2) ip 3", "5 6 1 9"),
        ("stepdie", "3d6 + d10 (3) ip 1", "1 2 3 4"),
        ("general", "d8 + d6 (14) reroll 1", "2 3"),
        ("general", "d8 + d6 (2) reroll 1", "8 6"),
        ("relics", "5d6 vs Minor 5 +1 / 2d", "6 5 4 2 1"),
    ],
)
def test_nothing_that_may_be_done_comes_or_goes_when_the_chances_are_known(
    system: str, notation: str, faces: str
) -> None:
    reader = Reader(f"{system}/", faces=map(int, faces.split())).note(notation).do("roll")
    assert reader.model.due
    at_once = offered(reader)
    assert offered(reader.do("odds")) == at_once
    assert not reader.model.due


def offered(reader: Reader) -> list[str]:
    """The buttons under the verdict that change the roll, in their order."""
    card = reader.html("card").partition('id="seldom"')[0].partition('class="card odds"')[0]
    return re.findall(r'data-on="(?:advised|choose|option)" data-option="(.*?)"', card)
