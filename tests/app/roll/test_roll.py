"""Rolling on the page: the card, what may be done afterwards, and dice thrown by hand."""

import re
from dataclasses import replace

import pytest
from app.roll import words
from app.roll.hand import LEFT
from app.roll.state import Tray
from app.words import names

from pyrules.campaign.events import PAUSE, PLAYER, Recorded
from pyrules.campaign.rolls import replay_roll
from pyrules.core.roll import Pick
from tests.app.log.log_helpers import real
from tests.app.reader import Reader
from tests.app.roll.roll_helpers import last, typed


def pressed(reader: Reader) -> list[int]:
    """The dice that are shown as chosen, from 0."""
    html = reader.html("tray")
    return [
        int(part.partition('"')[0]) for part in html.split('data-place="')[1:] if 'aria-pressed="true"' in part[:40]
    ]


def moonwalk(notation: str, faces: str) -> Reader:
    return Reader("moonwalk/", faces=map(int, faces.split())).note(notation).do("roll")


def test_the_card_says_verdict_steps_and_effects() -> None:
    reader = moonwalk("4 (3)", "6 5 1 2")
    card = reader.text("card")
    assert "Failure" in card
    assert "2 hits · needs 3" in card
    assert "Trying Again −2" in card
    assert "2 of 4 dice show 5 or 6" in card
    assert "Roll again" in reader.text("bar")
    assert "House rules" not in card


@pytest.mark.parametrize(
    ("notation", "faces", "said"),
    [
        ("6 [1] (3)", "5 6 1 1 2 3", "Failure. 1 hit · needs 3. Limit 1. 2 ones."),
        ("2 (1)", "5 2", "Success. 1 hit · needs 1."),
        ("2 [5] vs. 1 [2]", "5 1 2", "Success. 1 hit · defender 0. Limit 5. Defender's limit 2. 1 one."),
        (
            "2 [5] (4, 1 hour) Extended Test",
            "1 2",
            "Ongoing. 0 hits · needs 4 · 1 hour. Limit 5. 1 one. You may still: Next interval.",
        ),
    ],
)
def test_limits_and_ones_are_heard(notation: str, faces: str, said: str) -> None:
    reader = moonwalk(notation, faces)
    assert reader.rest().told == [said]


def test_a_success_without_effects_lists_none() -> None:
    assert "What it changes" not in moonwalk("2 (1)", "6 5").html("card")


def test_house_rules_that_differ_stand_on_the_card() -> None:
    reader = Reader("moonwalk/", faces=[1, 1, 2, 6], kept={"house moonwalk": {"glitch": "half_or_more"}})
    (setting,) = [one for one in reader.model.system.settings if one.name == "glitch"]
    other = next(choice for choice in setting.choices if choice != setting.default)
    reader = Reader("moonwalk/", faces=[1, 1, 2, 6], kept={"house moonwalk": {"glitch": other}})
    reader.note("4 (3)").do("roll")
    assert f"{setting.label}: {setting.label_of(other)}" in reader.text("card")


def test_undo_takes_the_dice_off_the_table() -> None:
    reader = moonwalk("2 (1)", "6 5")
    assert f'data-event="{last(reader).id}"' in reader.html("card")
    reader.do("undo", event=last(reader).id)
    assert reader.html("card") == reader.html("tray") == ""


def test_try_again_fills_the_form_with_the_penalty() -> None:
    reader = moonwalk("6 (3)", "1 1 1 1 2 2").do("option", option="again")
    assert reader.model.sheet.notation == "6 - Trying Again 2 (3)"
    assert "Roll 4d6" in reader.text("bar")


def test_undo_leads_to_the_top_of_the_form_and_from_the_log_nowhere() -> None:
    reader = moonwalk("6 (3)", "1 1 1 1 2 2 1 1 1 1 2 2").do("roll")
    earlier, later = (entry.id for entry in reader.model.campaign.entries)
    assert reader.do("undo", event=later).asked("top") == [{"do": "top"}]
    assert reader.go("moonwalk/log/").do("undo", event=earlier).asked("top") == []


@pytest.mark.parametrize("on", ["option", "change"])
def test_the_way_to_the_form_leads_to_its_top(on: str) -> None:
    reader = moonwalk("6 (3)", "1 1 1 1 2 2").do(on, option="again")
    assert [one for one in reader.commands if one["do"] != "keep"][-2:] == [
        {"do": "focus", "id": "main"},
        {"do": "top"},
    ]


def test_the_next_interval_revises_the_same_line() -> None:
    reader = moonwalk("3 (4, 1 hour) Extended Test", "5 1 2 6 6")
    assert "Ongoing" in reader.text("card")
    first = last(reader).id
    reader.do("option", option="next")
    assert last(reader).revises == first
    assert last(reader).picks == (Pick("next"),)
    assert len(reader.model.campaign.entries) == 1
    assert "Roll 2" in reader.text("tray")


def test_the_next_interval_may_have_its_own_modifier_and_rule_of_six() -> None:
    reader = moonwalk("3 (9, 1 hour) Extended Test", "5 1 2 6 6 1 5 5 1")
    for by in (1, 1, -1):
        reader.do("give", option="next", field="modifier", by=by)
    assert "− Modifier, next interval +1 +" in reader.text("card")
    reader.do("give", option="next", field="rule_of_six", by=1)
    assert "Next interval roll 3 dice · Rule of Six" in reader.text("bar")
    reader.do("option", option="next")
    pick = Pick("next", given=(("modifier", 1), ("rule_of_six", True)))
    assert (last(reader).picks, last(reader).summary) == ((pick,), "5 hits · needs 9 · 2 hours")
    assert "2 +1 = 3 dice, the Rule of Six for this roll alone" in reader.text("card")
    assert "Next interval roll 1 die" in reader.text("bar")  # what was given is gone with it
    assert replay_roll(last(reader)).holds
    assert reader.visit("moonwalk/log/").do("log-replay", event=last(reader).revises).sees("for this roll alone")
    assert 'aria-label="Undo: Next interval"' in reader.html("card")
    reader.do("undo", event=last(reader).revises, takes=last(reader).id)
    assert "Next interval roll 2 dice" in reader.text("bar")


def test_an_extended_test_goes_on_after_its_last_dice_with_a_modifier() -> None:
    reader = moonwalk("1 (2, 1 hour) Extended Test", "5 5 6")
    assert "Failure" in reader.text("card")
    assert "Next interval no dice left without a modifier" in reader.text("card")
    before = reader.model.campaign
    assert reader.do("option", option="next").model.campaign is before
    assert "No dice left without a modifier." in reader.text("news")
    for by in (1, -1, 1):
        reader.do("give", option="next", field="modifier", by=by)
    assert "Next interval roll 2 dice" in reader.text("card")
    reader.do("option", option="next")
    assert last(reader).headline == "Success"
    assert last(reader).effects == ()  # the failure, and its penalty, have gone
    assert len(reader.model.campaign.entries) == 1


def test_a_modified_interval_is_typed_in_and_there_on_the_next_visit() -> None:
    reader = moonwalk("2 (9, 1 hour) Extended Test", "5 1").do("by-hand")
    reader.do("give", option="next", field="modifier", by=1).do("option", option="next")
    typed(reader, 5)
    assert "Die 2 of 2" in reader.visit("moonwalk/").text("card")
    assert last(typed(reader, 6)).picks == (Pick("next", given=(("modifier", 1),)),)


def test_what_cannot_be_given_changes_nothing() -> None:
    reader = moonwalk("2 (9, 1 hour) Extended Test", "5 1")
    for _ in range(3):
        reader.do("give", option="next", field="modifier", by=-1)
    assert "Modifier, next interval 0 +" in reader.text("card")
    before = reader.model
    assert reader.do("give", option="push", field="modifier", by=1).model == before


def test_the_bar_goes_on_with_a_roll_until_the_form_has_another_test() -> None:
    reader = moonwalk("3 (4, 1 hour) Extended Test", "5 1 2 6 6 1")
    assert "Next interval roll 2 dice" in reader.text("bar")
    assert 'data-on="option"' not in reader.html("card")
    reader.note("5 (2)")
    assert "Roll 5d6" in reader.text("bar")
    assert "Next interval roll 2 dice" in reader.text("card")
    reader.note("3 (4, 1 hour) Extended Test").do("option", option="next").do("option", option="next")
    assert "Roll again" in reader.text("bar")


def test_an_option_that_is_not_offered_changes_nothing() -> None:
    reader = moonwalk("2 (1)", "6 5")
    before = reader.model
    assert reader.do("option", option="next").model == before
    assert reader.do("decide").model == before
    assert reader.do("die", place=0).model == before
    assert reader.do("choose", option="reroll").model == before
    assert reader.do("unit", unit=0).model == before
    assert reader.do("propose", proposal="").model == before
    assert reader.do("draft-drop").model == before


def stepdie() -> Reader:
    reader = Reader("stepdie/", faces=[6, 2, 2, 3, 4, 6, 5]).note("3d6 + d10 (3) ip 5").do("roll")
    assert "1 of 5 IP" in reader.text("card")
    return reader


def test_purchases_follow_one_another_and_are_settled_once() -> None:
    reader = stepdie().do("option", option="reroll").do("option", option="add")
    assert [pick.option for pick in last(reader).picks] == ["reroll", "add"]
    assert [die.faces for die in last(reader).dice[0]] == [(6,), (2,), (2,), (3, 4), (6,)]
    assert sum(change.delta for change in last(reader).effects if change.counter == "player_ip") == -3
    assert "Partial" not in reader.text("card")
    assert len(reader.model.campaign.entries) == 1


@pytest.mark.parametrize("tab", ["odds", "tracker", "log", "rules"])
def test_a_look_at_another_tab_leaves_the_result_open(tab: str) -> None:
    reader = stepdie()
    before = reader.html("card")
    reader.go(f"stepdie/{tab}/").rest()
    assert reader.told == []
    reader.go("stepdie/")
    assert reader.html("card") == before
    assert "dice" not in [command["do"] for command in reader.commands]


@pytest.mark.parametrize("aside", ["settings/", "evening/"])
def test_a_look_at_the_settings_leaves_the_result_open(aside: str) -> None:
    reader = stepdie()
    before = reader.html("card")
    assert reader.go(aside).html("card") == ""
    assert reader.go("stepdie/").html("card") == before
    assert reader.go(aside).go("almond/").html("card") == ""


def test_coming_to_a_system_again_starts_at_its_form() -> None:
    assert stepdie().go("almond/").go("stepdie/").html("card") == ""
    assert stepdie().go("").go("stepdie/").html("card") == ""


def test_a_failed_try_tells_the_penalty_of_the_next_one_once() -> None:
    reader = Reader("moonwalk/", faces=[1, 1, 2]).note("3 - Trying Again 2 (3)").do("roll")
    assert reader.text("card").count("Trying Again −4") == 1
    assert "Trying Again −4 dice on a try within twice the time" in reader.text("card")
    assert "−4 dice within" in reader.text("card")


def general() -> Reader:
    return Reader("general/", faces=[1, 2, 3, 8, 10]).note("d8 + d6 + d10 (15) reroll 1").do("roll")


def test_dice_are_tapped_then_rerolled() -> None:
    reader = general()
    assert "Reroll: tap dice" in reader.text("card")
    assert reader.do("decide").told == ["Tap the dice first."]
    reader.do("die", place=2).do("die", place=0)
    assert pressed(reader) == [0, 2]
    assert "Reroll 2 of 3" in reader.text("bar")
    assert 'data-on="decide"' not in reader.html("card")
    notation = reader.model.sheet.notation
    assert "Reroll 2 of 3" in reader.note("d8 (5)").text("card")
    assert "Roll d8" in reader.text("bar")
    reader.note(notation)
    reader.do("die", place=0).do("die", place=0)
    reader.do("decide")
    assert last(reader).picks == (Pick("reroll", (0, 2)),)
    assert "20 · needs 15" in reader.text("card")
    assert 'data-on="die"' not in reader.html("tray")


def test_a_reroll_says_the_chance_of_the_dice_that_are_chosen() -> None:
    reader = Reader("general/", faces=[2, 3]).note("d8 + d6 (10) reroll 1").do("roll").do("odds")
    chance = re.compile(r'<small class="chance">(.*?)</small>')
    assert chance.findall(reader.html("card").replace("\N{NO-BREAK SPACE}", " ")) == [
        "31 % to succeed",
        "up to 31 % to succeed",
    ]
    assert reader.do("die", place=0).text("bar").startswith("Reroll 1 of 2 25 % to succeed")
    assert reader.do("die", place=1).text("bar").startswith("Reroll 2 of 2 31 %")
    assert reader.do("die", place=0).text("bar").startswith("Reroll 1 of 2 0 %")


def test_a_tap_beside_the_dice_is_no_choice() -> None:
    reader = general().do("die", place=7)
    assert pressed(reader) == []


RELICS = "5d6 +1 / 2d +2 / 1d pcs 4"


def relics(notation: str = RELICS, faces: str = "1 3 3 4 5") -> Reader:
    return Reader("relics/", faces=map(int, faces.split())).note(notation).do("roll")


def test_modifiers_lie_where_the_rules_put_them_until_they_are_placed() -> None:
    reader = relics()
    assert "3 successes" in reader.text("card")
    assert "Keep this placement" not in reader.text("bar")
    reader.do("propose", proposal="")
    assert "+1 / 2d · 2 left" in reader.text("card")
    assert "Keep this placement" in reader.text("bar")
    assert len(reader.model.campaign.events) == 1


def test_a_placement_by_hand_shows_its_result_and_is_kept_when_decided() -> None:
    reader = relics().do("propose", proposal="")
    reader.do("unit", unit=2).do("die", place=0)
    assert "1 +2 = 3" in reader.text("tray")
    assert pressed(reader) == [0]
    reader.do("unit", unit=0).do("die", place=1).do("die", place=3)
    assert pressed(reader) == [1, 3]
    assert "+1 / 2d · ✓" in reader.text("card")
    assert "2 successes" in reader.text("card")
    reader.do("decide")
    assert last(reader).picks == (Pick("place", (1, 3, 0)),)
    assert len(reader.model.campaign.entries) == 1
    reader.do("draft-drop")
    assert last(reader).picks == ()
    assert "3 successes" in reader.text("card")


def test_placing_again_stands_in_place_of_the_first_placement() -> None:
    reader = relics().do("propose", proposal="").do("unit", unit=2).do("die", place=0).do("decide")
    reader.do("unit", unit=2).do("die", place=4).do("decide")
    assert last(reader).picks == (Pick("place", (-1, -1, 4)),)


def test_a_unit_gives_way_to_another_that_cannot_share_its_die() -> None:
    reader = relics().do("propose", proposal="").do("unit", unit=2).do("die", place=4)
    reader.do("unit", unit=0).do("die", place=4)
    assert "+2 / 1d · 1 left" in reader.text("card")
    assert "5 +1 = 6" in reader.text("tray")
    reader.do("die", place=4)
    assert "+1 / 2d · 2 left" in reader.text("card")


def test_a_hindrance_left_out_is_refused_in_words() -> None:
    reader = relics("5d6 -1 / 2d", "1 3 3 4 5").do("propose", proposal="")
    assert "Not placed yet" in reader.text("card")
    assert "Hindering" in reader.told[0]
    assert "=" not in reader.text("tray")
    reader.do("die", place=1)
    assert "undecided, −1" in reader.text("tray")
    assert "What it changes" not in reader.html("card")
    assert "Hindering" in reader.do("decide").told[0]
    assert len(reader.model.campaign.events) == 1


def test_a_placement_that_is_refused_says_why_beside_the_modifiers() -> None:
    reader = relics("5d6 vs Major 5 +1/2d -1/2d pcs 3", "1 3 3 4 5").do("odds").do("propose", proposal="")
    said = "Hindering units: 0 placed; place at least 2."
    assert f'class="wrong">{said}</p>' in reader.html("card")
    assert reader.do("decide").told == [f"Not placed yet. {said}"]


def test_nothing_goes_on_from_the_turn_while_its_modifiers_are_moved() -> None:
    reader = relics("5d6 vs Major 5 +1/2d -1/2d pcs 3", "1 3 3 4 5").do("odds")
    before = reader.text("card")
    onward = ("The Challenge's turn", "As good or better", "you:")
    assert all(part in before for part in onward)
    moved = reader.do("propose", proposal="")
    assert not any(part in moved.text("card") for part in onward)
    for place in (1, 2):
        reader.do("unit", unit=2).do("die", place=place)
    assert not any(part in reader.text("card") for part in onward)
    verdict = table_of(reader).verdict
    assert reader.do("draft-drop").told == [f"{verdict.headline}. {verdict.summary}."]
    assert reader.text("card") == before


def test_nothing_follows_from_a_turn_that_is_not_placed_yet() -> None:
    reader = relics("3d6 -1 / 1d", "1 1 1")
    assert "A Disaster: name the Hindering trait" in reader.text("card")
    undecided = reader.do("propose", proposal="")
    assert "Disaster" not in undecided.text("card")
    assert undecided.html("card").count('class="card"') == 1


def table_of(reader: Reader) -> Tray:
    table = reader.model.tray
    assert table is not None
    return table


def test_proposals_place_every_unit() -> None:
    reader = relics("5d6 -1 / 2d +1 / 2d", "1 3 3 4 5")
    table = table_of(reader)
    (option,) = [one for one in reader.model.system.options(table.test, table.roll) if one.units]
    assert option.proposals
    for proposal in option.proposals:
        draft = table_of(reader.do("propose", proposal=proposal.label)).draft
        assert draft is not None
        assert draft.places == proposal.places
    table = table_of(reader)
    assert table_of(reader.do("propose", proposal="no such")) == table


def test_proposals_are_told_by_what_they_do() -> None:
    card = relics("5d6 -1 / 2d +1 / 2d", "1 3 3 4 5").text("card")
    assert "Most successes" in card
    assert "Hindering: least harm" in card
    assert (
        "first" not in card.partition("house rule: opposition, against you, successes first")[2].partition("Clear")[0]
    )


def test_real_dice_are_asked_for_one_by_one() -> None:
    reader = Reader("moonwalk/").note("3 (2)").do("by-hand")
    assert "Die 1 of 3, d6" in reader.text("card")
    assert reader.told == ["Die 1 of 3, d6"]
    assert reader.html("card").count('data-on="face"') == 6
    typed(reader, 6, 1)
    assert reader.told == ["1. Die 3 of 3, d6"]
    assert not reader.model.campaign.events
    reader.do("face-back")
    assert "Die 2 of 3, d6" in reader.text("card")
    typed(reader, 5, 5)
    assert "Success" in reader.text("card")
    assert "real dice" in reader.text("card")
    assert last(reader).physical


def test_a_die_that_is_thrown_once_more_is_told_by_what_it_showed() -> None:
    reader = typed(Reader("almond/").note("3d6 TN 9").do("by-hand"), 2, 6, 6)
    assert reader.told == ["6. Die 2 showed 6: its next throw, d6"]
    assert "Die 2 showed 6: its next throw, d6" in reader.text("card")
    assert [classes == "die next" for classes in re.findall(r'<li class="([^"]*)"', reader.html("tray"))] == [
        False,
        True,
        False,
    ]
    assert typed(reader, 1).told == ["1. Die 3 showed 6: its next throw, d6"]


def test_a_reroll_asks_for_its_dice_at_once() -> None:
    reader = typed(Reader("general/").note("d8 + d6 (15) reroll 1").do("by-hand").do("roll"), 1, 2)
    reader.do("die", place=1).do("decide")
    assert reader.told == ["Die 2 showed 2: its next throw, d6"]


def test_the_next_pool_is_named() -> None:
    reader = Reader("moonwalk/").note("1 vs. 2").do("by-hand")
    assert "Your dice" in reader.text("card")
    assert "Defender's dice" in typed(reader, 6).text("card")
    assert reader.told == ["6. Defender's dice. Die 1 of 2, d6"]
    assert "Success" in typed(reader, 1, 2).text("card")


def test_a_step_die_of_six_sides_is_told_from_the_others() -> None:
    reader = typed(Reader("stepdie/").note("1d6 + d6 (1) ip 1").do("by-hand"), 5)
    assert "Step Die One die, d6" in reader.text("card")
    typed(reader, 1).do("option", option="reroll")
    assert "Step Die Die 2 showed 1: its next throw, d6" in reader.text("card")


def test_who_throws_by_hand_does_so_on_the_next_visit() -> None:
    reader = Reader("moonwalk/").do("by-hand")
    assert reader.kept["by hand"].keys() == {"moonwalk"}
    reader = Reader("almond/", kept={"by hand": {"almond": 1_790_000_000_000}})
    assert "Enter 5d6" in reader.text("bar")
    assert "Die 1 of 5" in reader.do("roll").text("card")
    reader.do("by-hand")
    assert reader.kept["by hand"] == {}
    assert "Roll 5d6" in reader.text("bar")


@pytest.mark.parametrize("on", ["by-hand", "secret"])
def test_real_dice_and_secret_rolls_are_of_one_game_and_of_one_evening(on: str) -> None:
    def is_on(reader: Reader) -> bool:
        return f'data-on="{on}" aria-pressed="true"' in reader.html("bar") + reader.html("form")

    reader = Reader("almond/").do(on)
    assert is_on(reader)
    assert not is_on(reader.go("general/"))
    assert is_on(reader.go("almond/"))
    since = reader.world.now()
    reader.world = replace(reader.world, now=lambda: since + PAUSE - 9)
    assert is_on(reader.visit("almond/"))
    reader.world = replace(reader.world, now=lambda: since + PAUSE + 9)
    assert not is_on(reader.go("almond/"))
    assert not is_on(reader.visit("almond/"))


def test_an_evening_goes_on_as_long_as_anything_is_rolled_in_it() -> None:
    reader = Reader("almond/").do("secret")
    late = reader.world.now() + PAUSE
    reader.world = replace(reader.world, now=lambda: late)
    reader.do("roll")
    reader.world = replace(reader.world, now=lambda: late + PAUSE)
    assert reader.visit("almond/").model.secret


@pytest.mark.parametrize("kept", [1, "yes", None, [True], True, {"almond": True}, {"almond": "now"}, {"gone": 1}])
def test_what_was_kept_of_real_dice_and_cannot_be_is_no(kept: object) -> None:
    assert "Roll 5d6" in Reader("almond/", kept={"by hand": kept}).text("bar")


def test_dice_that_explode_are_asked_for_too() -> None:
    reader = typed(Reader("almond/").note("2d6 TN 15").do("by-hand"), 6, 2)
    assert "Die 1 showed 6: its next throw, d6" in reader.text("card")
    assert "Pass" in typed(reader, 6, 3).text("card")
    assert [die.faces for die in last(reader).dice[0]] == [(6, 6, 3), (2,)]


def test_sixes_are_rolled_on_or_left_die_by_die() -> None:
    reader = typed(Reader("almond/").note("4d6 TN 4").do("by-hand"), 4, 2, 6, 6)
    assert "Die 3 showed 6: its next throw, d6" in reader.text("card")
    assert "Leave it" in reader.text("card")
    assert "Die 4 showed 6: its next throw, d6" in typed(reader, 3).text("card")
    assert "Pass" in typed(reader, 1).text("card")
    assert [die.faces for die in last(reader).dice[0]] == [(4,), (2,), (6, 3), (6, 1)]
    reader = typed(Reader("almond/").note("2d6 TN 4").do("by-hand"), 6, 6, LEFT, 6)
    assert "Die 2 showed 6: its next throw, d6" in reader.text("card")
    assert "Pass" in typed(reader, LEFT).text("card")
    assert [die.faces for die in last(reader).dice[0]] == [(6,), (6, 6)]
    assert replay_roll(last(reader)).holds
    reader = typed(Reader("almond/").note("2d6 TN 9").do("by-hand"), 6, 6, LEFT, 2)
    assert "1 six left" in reader.text("card")
    assert [die.faces for die in last(reader).dice[0]] == [(6,), (6, 2)]
    assert replay_roll(last(reader)).holds


def test_sixes_that_need_not_go_on_stay_where_the_rest_is_rolled_here() -> None:
    reader = typed(Reader("almond/", faces=[6]).note("2d6 TN 4").do("by-hand"), 6).do("roll-rest")
    assert [die.faces for die in last(reader).dice[0]] == [(6,), (6,)]
    reader = Reader("almond/", faces=[6, 6]).note("2d6 TN 4").do("roll")
    assert [die.faces for die in last(reader).dice[0]] == [(6,), (6,)]


def test_rerolls_are_asked_for_by_hand_as_well() -> None:
    reader = typed(Reader("general/").note("d8 + d6 (15) reroll 1").do("by-hand"), 1, 2)
    reader.do("die", place=1).do("decide")
    assert "Die 2 showed 2: its next throw, d6" in reader.text("card")
    assert "1" in reader.text("tray")
    typed(reader, 6)
    assert last(reader).physical
    assert last(reader).revises
    assert [die.faces for die in last(reader).dice[0]] == [(1,), (2, 6)]


def test_the_rest_is_rolled_here() -> None:
    reader = typed(Reader("stepdie/", faces=[3, 9]).note("2d6 + d10 (1)").do("by-hand"), 6).do("roll-rest")
    assert [die.faces for die in last(reader).dice[0]] == [(6,), (3,), (9,)]
    assert last(reader).physical


def test_nothing_typed_is_nothing_physical() -> None:
    reader = Reader("moonwalk/", faces=[6]).note("1 (1)").do("by-hand").do("roll-rest")
    assert not last(reader).physical


def test_a_real_roll_stays_real_when_it_goes_on_here() -> None:
    reader = typed(Reader("moonwalk/", faces=[6, 6]).note("3 (4, 1 hour) Extended Test").do("by-hand"), 1, 2, 3)
    reader.do("by-hand").do("option", option="next")
    assert last(reader).physical


def test_a_die_bought_for_a_roll_made_here_may_be_typed_in() -> None:
    reader = stepdie()
    assert not last(reader).physical
    typed(reader.do("by-hand").do("option", option="add"), 6)
    assert last(reader).physical
    assert "real dice" in reader.text("card")


def test_automatic_dice_are_not_typed_in() -> None:
    reader = Reader("relics/").note("3d6 A6 / 1d pcs 4").do("by-hand")
    assert "Die 1 of 2" in reader.text("card")
    assert "3 success" in typed(reader, 5, 5).text("card")
    assert reader.html("tray").count("<li ") == 3


def test_leaving_the_keypad_leads_back() -> None:
    reader = typed(Reader("general/", faces=[1, 2]).note("d8 + d6 (15) reroll 1").do("roll").do("by-hand"), 4)
    reader.do("die", place=0).do("decide")
    assert "Die 1 showed 1: its next throw, d8" in reader.text("card")
    reader.do("hand-cancel")
    assert "Failure" in reader.text("card")
    assert len(reader.model.campaign.events) == 1
    reader.do("roll").do("hand-cancel")
    assert reader.html("card") == ""


def reroll_waits() -> Reader:
    """A reroll of two dice, one of them typed in."""
    reader = Reader("general/", faces=[1, 2]).note("d8 + d6 (15) reroll 1").do("roll").do("by-hand")
    return typed(reader.do("die", place=0).do("die", place=1).do("decide"), 4)


@pytest.mark.parametrize("on", ["log-reload", "log-replay"])
def test_a_line_of_the_log_that_displaces_dice_being_typed_in_says_so(on: str) -> None:
    reader = Reader("moonwalk/", events=[real("a")]).note("3 (2)").do("by-hand")
    typed(reader, 6).do(on, event="a")
    assert not reader.model.hands
    assert words.TYPED_PUT_AWAY in reader.text("news")
    assert words.TYPED_PUT_AWAY in reader.told[-1]


def test_undoing_a_roll_puts_away_the_dice_that_were_typed_in_for_it() -> None:
    reader = reroll_waits().go("moonwalk/log/")
    reader.do("undo", event=last(reader).id)
    assert not reader.model.hands
    assert words.PUT_AWAY in reader.text("news")
    assert words.PUT_AWAY in reader.told[-1]
    events = reader.model.campaign.events
    assert typed(reader.go("general/"), 5).html("card") == ""
    assert reader.do("roll-rest").model.campaign.events == events


def test_undoing_another_roll_leaves_the_keypad_open() -> None:
    reader = Reader("general/", faces=[3, 1, 2]).note("d8 (15)").do("roll")
    earlier = last(reader).id
    second = last(reader.note("d8 + d6 (15) reroll 1").do("roll")).id
    reader.do("by-hand").do("die", place=0).do("decide").do("undo", event=earlier)
    assert "Die 1 showed 1" in reader.text("card")
    reader.do("hand-cancel").do("roll")
    typed(reader, 4).do("undo", event=second)
    assert "One die, d6" in reader.text("card")


@pytest.mark.parametrize("face", ["0", "7", "-1"])
def test_faces_that_the_die_lacks_are_not_taken(face: str) -> None:
    reader = Reader("moonwalk/").note("2 (1)").do("by-hand").do("face", face=face)
    assert reader.model.hand is not None
    assert reader.model.hand.faces == ()


@pytest.mark.parametrize("on", ["face", "face-back", "roll-rest", "hand-cancel"])
def test_the_keypad_is_silent_without_dice_to_type_in(on: str) -> None:
    reader = Reader("moonwalk/").do(on, face=1)
    assert reader.model.campaign.events == ()
    assert reader.html("card") == ""


def test_a_test_without_dice_needs_no_keypad() -> None:
    reader = Reader("moonwalk/").note("0 (1)").do("by-hand")
    assert "Failure" in reader.text("card")


def test_real_dice_wait_while_the_reader_is_elsewhere() -> None:
    reader = typed(Reader("moonwalk/").note("3 (2)").do("by-hand"), 6)
    assert reader.go("almond/").html("card") == ""
    assert "Die 2 of 3" in reader.go("moonwalk/").text("card")


def test_the_keypad_asks_for_the_dice_of_the_form_as_it_stands() -> None:
    reader = typed(Reader("moonwalk/").note("3 (2)").do("by-hand"), 6, 5)
    assert "Die 3 of 5" in reader.note("5 (2)").text("card")
    assert "Die 3 of 5" in reader.note("5 (").text("card")
    assert "Die 1 of 2" in reader.note("1 vs. 2").text("card").partition("Defender's dice")[2]
    assert "Die 2 of 2" in reader.note("2 (1)").text("card")
    assert reader.note("0 (1)").html("card") == ""
    reader = typed(Reader("general/").note("d8 + d6 (9)").do("by-hand"), 5)
    assert "Die 1 of 2, d6" in reader.note("d6 + d6 (9)").text("card")
    typed(reader, 5, 6)
    assert last(reader).notation == "d6 + d6 (9)"


def test_dice_typed_in_so_far_are_there_on_the_next_visit() -> None:
    reader = typed(Reader("almond/").note("3d6 TN 9").do("by-hand"), 2, 6, 6)
    assert "Die 2 showed 6" in reader.visit("almond/").text("card")
    assert "Die 3 of 3" in reader.do("face-back").visit("almond/").text("card")
    assert "Failure" in typed(reader, 1, 1).text("card")
    assert "Failure" in reader.visit("almond/").text("card")
    assert typed(reader.do("roll"), 4).do("hand-cancel").visit("almond/").model.hand is None


@pytest.mark.parametrize("waits", ["general/", "moonwalk/"])
def test_dice_typed_in_for_a_roll_that_goes_on_are_there_on_the_next_visit(waits: str) -> None:
    reader = reroll_waits().visit(waits)
    assert "Die 2 showed 2: its next throw, d6" in reader.go("general/").text("card")
    assert reader.do("face-back").do("face-back").visit("general/").model.hand is None
    reader = typed(reroll_waits().visit("general/"), 6)
    assert [die.faces for die in last(reader).dice[0]] == [(1, 4), (2, 6)]
    assert last(reader).revises == "n1"
    assert reader.visit("general/").model.hand is None


def test_the_next_visit_goes_on_with_no_roll_that_was_undone() -> None:
    reader = reroll_waits()
    waiting = reader.kept["typed general"]
    reader.do("undo", event="n1")
    assert reader.kept["typed general"] == []
    reader.kept["typed general"] = waiting
    assert reader.visit("general/").model.hand is None


@pytest.mark.parametrize(
    "wrong", [{"event": "n9"}, {"pick": {"option": "reroll", "places": [7]}}, {"pick": 1}, {"faces": []}]
)
def test_dice_for_a_roll_that_goes_on_otherwise_are_not_taken_up(wrong: dict[str, object]) -> None:
    reader = reroll_waits()
    reader.kept["typed general"] |= wrong
    assert reader.visit("general/").model.hand is None


@pytest.mark.parametrize("kept", [None, 3, [], ["6"], [7], [6.0], [True], [6, None, 2], {"0": 6}])
def test_typed_dice_that_cannot_be_are_not_kept(kept: object) -> None:
    reader = Reader("moonwalk/", kept={"form moonwalk": "2 (1)", "typed moonwalk": kept})
    assert ("Die 2 of 2" in reader.text("card")) is (kept == [6, None, 2])
    reader = Reader("moonwalk/", kept={"form moonwalk": "0 (1)", "typed moonwalk": [6]})
    assert reader.model.hand is None


def test_a_verdict_is_read_out_with_the_sign_that_is_read_as_minus() -> None:
    reader = Reader("relics/", faces=[1, 1, 2]).note("3d6").do("roll").rest()
    assert reader.told == ["Cohort's turn. Disaster. −2 successes · +2 Doom. Doom now 2."]


def test_a_broken_form_says_where() -> None:
    reader = Reader("moonwalk/").do("field", form={"pool": "many"}).do("roll")
    assert reader.told == ["Correct the marked fields first."]
    assert {"do": "focus", "id": "f-pool"} in reader.commands
    assert reader.html("card") == ""


def test_what_a_trait_costs_folds_out_unless_it_costs_something() -> None:
    drawn = relics("5d6 +1 / 2d +2 / 1d (Omen doom 1)").html("form")
    folded = re.findall(r'<details id="group-traits-(\d)"( open)?', drawn)
    assert folded == [("0", ""), ("1", " open")]


def test_a_step_is_one_row_whatever_happened_in_it() -> None:
    card = relics("5d6 +1 / 2d +2 / 1d -1 / 2d (Stubborn) destiny 1 pcs 3 vs Minor 5", "1 3 3 4 6 2").html("card")
    names = re.findall(r"<summary><span>([^<]*)</span>", card)
    shown = re.findall(r"<summary><span>([^<]*)</span>", card.partition('id="quiet-steps"')[0])
    assert len(set(shown)) == len(shown) <= 10
    assert not {"4. Roll Remaining Dice", "6. Final Result"} & set(shown)
    assert len(names) - len(shown) < 10
    assert re.search(r"5\. Adjust the Results</span> <b>[^<]+ on di(e|ce) [^<]+; [^<]+ on di", card)


def test_what_dice_show_is_folded_and_a_step_of_several_dice_is_one_row() -> None:
    card = Reader("general/", faces=[8, 12, 20]).note("Strength d8 + d12 + d20 (5)").do("roll").html("card")
    seen, _, folded = card.partition('id="quiet-steps"')
    assert "8 + 12 + 20 = 40" in seen
    assert "Another die" not in seen
    assert folded.count("<summary><span>Another die</span>") == 1
    assert "d12 gives 12; d20 gives 20" in folded


@pytest.mark.parametrize(
    ("notation", "step", "seen"),
    [
        ("2d6", "Build the Pool", False),
        ("primary lead pcs 1", "Build the Pool", True),
        ("Minor 2", "Challenge Threat", False),
    ],
)
def test_a_step_that_repeats_the_dice_of_a_turn_is_folded(notation: str, step: str, *, seen: bool) -> None:
    shown, _, folded = relics_turn(notation, [5, 2, 3]).partition('id="quiet-steps"')
    assert (step in shown) is seen
    assert step in folded


def test_stress_that_a_challenge_deals_is_bad_news() -> None:
    assert re.search(r'data-good="no"[^>]*>(<svg.*?</svg>)?3 Stress<', relics_turn("Minor 5", [5, 6, 2, 3, 5]))
    assert re.search(r'data-good="yes"[^>]*>(<svg.*?</svg>)?3 successes<', relics_turn("5d6", [5, 6, 2, 3, 5]))


def relics_turn(notation: str, faces: list[int]) -> str:
    """The card of a turn that was rolled."""
    return Reader("relics/", faces=faces).note(notation).do("roll").html("card")


def test_a_summary_says_only_what_came_of_the_turn() -> None:
    assert "Disaster −3 successes · +3 Doom" in relics("3d6 pcs 4", "1 1 1").text("card")
    assert "No success 0 dice resolved" in relics("3d6 pcs 4", "2 3 4").text("card")


@pytest.mark.parametrize(
    ("system", "notation", "faces", "whose"),
    [
        ("moonwalk", "Agility 1 + Pistols 1 - Wounds 1 vs. Guard 1", [5, 1], ("Agility + Pistols", "against Guard")),
        ("moonwalk", "2 (1)", [5, 1], ()),
        ("stepdie", "1 Agility + d10 (1)", [5, 1], ("Agility",)),
        ("almond", "Long sword 2d6 TN 4", [5, 1], ("Long sword",)),
        ("general", "magic attack Will d6 (Hardness 5)", [5], ("Magic Attack", "against Hardness")),
        ("general", "save Agility d6 (Magic Might 5)", [5], ("Agility Save", "against Magic Might")),
        ("general", "Will d6 + skill Lore d4 (5)", [5, 1], ("Lore",)),
        ("relics", "2d6 vs Minor 5", [5, 1], ("Cohort's turn", "against Minor 5")),
        ("relics", "Minor 2", [5, 1], ("Challenge's turn",)),
    ],
)
def test_a_roll_says_whose_it_is_what_for_and_against_whom(
    system: str, notation: str, faces: list[int], whose: tuple[str, ...]
) -> None:
    mira = Recorded("p1", 1, system, PLAYER, "Mira")
    reader = Reader(f"{system}/", [mira], faces).do("who", called="Mira").note(notation).do("roll")
    if system != "relics":
        whose = ("Mira", *whose)
    assert " · ".join(whose) in reader.text("card")
    said = reader.rest().told
    assert said[0].startswith(f"{', '.join(whose)}. ")
    shared = reader.do("share").asked("share")[0]["text"]
    assert shared.startswith(f"{reader.model.system.title} · {', '.join(whose)}: ")
    beside = [part for part in whose if part == "Mira" or not names(notation, part)]
    assert " · ".join(beside) in reader.go(f"{system}/log/").text("screen")
