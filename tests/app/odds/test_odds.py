"""The odds that the page shows: asked of the systems, worked out once, and never in the way of a faster answer."""

import re
from itertools import pairwise

import pytest
from app.odds import words
from app.odds.state import MODES
from app.odds.summary import percent
from app.screens import view

from pyrules.charts import Bar, bars, marker, row_chance
from pyrules.core.odds import Distribution
from pyrules.core.ratio import Ratio
from pyrules.systems import BY_ID
from tests.app.reader import Reader

LATER = {"do": "later", "on": "odds"}
ROWS = Distribution(((0, 1), (1, 2), ("2+", 1)), 4)

UNIT = "\N{NO-BREAK SPACE}%"


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        ((0, 7), "0 %"),
        ((1, 30_000), "under 0.01 %"),
        ((1, 1_000), "0.1 %"),
        ((1, 40), "2.5 %"),
        ((1, 8), "12 %"),
        ((994, 1_000), "99 %"),
        ((999, 1_000), "99.9 %"),
        ((99_999, 100_000), "over 99.99 %"),
        ((7, 7), "100 %"),
    ],
)
def test_percents_never_say_certain_or_never_by_rounding(chance: tuple[int, int], said: str) -> None:
    assert percent(Ratio(*chance)) == said.replace(" %", UNIT)


def test_rows_are_counted_three_ways() -> None:
    assert [[row_chance(ROWS, value, mode).exact for value, _ in ROWS.rows] for mode in MODES] == [
        ["1/4", "1/2", "1/4"],
        ["1/1", "3/4", "1/4"],
        ["1/4", "3/4", "1/1"],
    ]


def test_the_last_row_stands_for_all_above_it() -> None:
    assert [marker(ROWS, value) for value in (0, 1, 2, 9, None, "glitch")] == ["0", "1", "2+", "2+", "", ""]


def test_a_chart_says_in_words_what_it_shows_and_escapes_what_it_is_given() -> None:
    drawn = bars([Bar("<0>", 0.25, False), Bar("1", 0.75, True)], "Hits", "a & b", "1", "you: 1")
    assert 'aria-label="Hits. a &amp; b"' in drawn
    assert "&lt;0&gt;" in drawn
    assert drawn.count('class="meets"') == drawn.count('class="misses"') == 1
    assert "you: 1" in drawn
    assert "style=" not in drawn


@pytest.mark.parametrize("count", [1, 20, 101])
def test_numbers_under_the_axis_have_room(count: int) -> None:
    drawn = bars([Bar(str(number), 1 / count, True) for number in range(count)], "t", "d")
    places = [float(x) for x in re.findall(r'<text x="([0-9.]+)"', drawn)]
    assert places
    assert all(right - left >= 20 for left, right in pairwise(places))


@pytest.mark.parametrize("system", BY_ID)
def test_every_system_has_odds_under_its_form_and_on_its_button(system: str) -> None:
    reader = Reader(f"{system}/")
    assert "<svg" in reader.html("odds")
    told = {"relics": "about 5 rounds, 11 Stress", "anydice": "1 to 20, 10.5 on average"}.get(system, "to succeed")
    assert told in reader.text("bar")
    reader.go(f"{system}/odds/").do("odds")
    screen = reader.text("screen")
    assert "Odds of" in screen
    assert "What if" in screen


def test_a_small_pool_is_answered_at_once_and_a_large_one_afterwards() -> None:
    reader = Reader("moonwalk/").note("12 (3)")
    assert LATER not in reader.commands
    assert "82 % to succeed" in reader.text("bar")
    reader.note("100 (30)")
    assert LATER in reader.commands
    assert "odds" not in view(reader.model)
    assert "to succeed" not in reader.text("bar")
    reader.do("odds")
    assert LATER not in reader.commands
    assert "to succeed" in reader.text("bar")
    assert "<svg" in reader.html("odds")


def test_the_verdict_comes_before_its_chances() -> None:
    reader = Reader("general/", faces=[5, 1]).note("d6 + d6 (9) reroll 1").do("roll")
    assert LATER in reader.commands
    assert "Best first" not in reader.text("card")
    reader.do("odds")
    card = reader.text("card")
    assert "you: 6" in card
    assert "50 % to succeed: Reroll 1 die (die 2)" in card
    assert "Leave the dice as they lie" not in card
    assert f"50{UNIT}" in reader.html("card").partition('class="choices"')[2].partition("</div>")[0]


def test_advice_names_the_dice_that_have_names() -> None:
    test = "martial attack Strength d8 + level 3 + action Strike d6 (20) reroll 1"
    card = Reader("general/", faces=[1, 8, 1]).note(test).do("roll").do("odds").text("card")
    assert "Reroll 2 dice (Strength and Strike)" in card
    assert "(dice 1" not in card


def test_where_no_choice_can_help_one_line_says_so() -> None:
    card = Reader("general/", faces=[5, 1]).note("d6 + d6 (19) reroll 1").do("roll").do("odds").text("card")
    assert words.NO_CHANCE in card
    assert "Leave the dice as they lie" not in card


def test_what_leaves_no_chance_is_no_advice() -> None:
    card = Reader("stepdie/", faces=[5, 5, 2, 1, 3, 2]).note("5d6 + d8 (4) ip 3").do("roll").do("odds").text("card")
    best = card.partition(words.BEST_COURSE)[2]
    assert "15 % to succeed: Reroll the Step Die" in best
    assert " 0 % to succeed" not in best


def test_what_a_step_die_choice_costs_stands_beside_its_chance() -> None:
    reader = Reader("stepdie/", faces=[5, 1, 2, 3, 4, 9]).note("5d6 + d10 (2)").do("roll").do("odds")
    assert re.search(r"33 % to succeed: Add one d6 · Player's IP −2", reader.text("card"))


def test_a_button_says_its_chance_alone_and_what_going_on_makes_of_it() -> None:
    reader = Reader("stepdie/", faces=[5, 1, 2, 3, 4, 9]).note("5d6 + d10 (2) ip 4").do("roll").do("odds")
    (alone, onward) = re.findall(r"Add one d6 .*?(\d+ %) to succeed, (\d+ %) if you go on", reader.text("card"))[0]
    assert alone == "33 %"
    assert f"{onward} to succeed: Add one d6" in reader.text("card")
    lone = Reader("stepdie/", faces=[5, 1, 2, 3, 4, 9]).note("5d6 + d10 (2) ip 1").do("roll").do("odds").text("card")
    assert "33 % to succeed, " not in lone


def card(notation: str, *faces: int) -> str:
    """The card of a Step Die roll with its chances."""
    return Reader("stepdie/", faces=faces).note(notation).do("roll").do("odds").text("card")


def test_beside_a_plan_for_something_else_stands_the_chance_of_that() -> None:
    best = card("3d6 + d8 (1) ip 5", 5, 5, 6, 6).partition(words.BEST_COURSE)[2]
    assert "76 % Step Die highest: Reroll the Step Die · Player's IP −1 go on until the Step Die is highest" in best
    assert best.index("100 %: still a success: Reroll the Step Die") < best.index("76 % Step Die highest")
    assert "still a success: Reroll the Step Die · Player's IP −1 go on" not in best


def test_what_else_ip_can_bring_is_told_where_success_is_out_of_reach() -> None:
    found = card("3d6 + d8 (9) ip 5", 1, 1, 4, 1).partition(words.NO_CHANCE)[2]
    assert re.search(
        r"^ \d+ % Step Die highest: Reroll the Step Die · Player's IP −1 go on until the Step Die is highest", found
    )
    assert "Leave the dice" not in found


def test_a_button_has_the_chance_of_its_purchase_alone() -> None:
    options = card("3d6 + d8 (3) ip 5", 5, 1, 4, 8).partition(words.ODDS)[0]
    assert "Reroll the Step Die 1 of 5 IP · you keep the new roll up to" in options
    assert "Add one d6 2 of 5 IP · can only add a hit up to" in options


def test_the_smallest_pool_of_dice_of_many_sizes_names_them() -> None:
    reader = Reader("general/odds/").note("d20 + d4 (20)").do("odds").do("odds-ask", form={"wanted": "50"})
    assert "5 dice: d20 + 4d4, for 50 %" in reader.text("screen")


def test_the_question_takes_what_it_can_use() -> None:
    reader = Reader("moonwalk/odds/")
    reader.do("odds-ask", form={"distribution": "hits", "mode": "at most", "wanted": "95"})
    assert "Hits, at most" in reader.text("screen")
    assert "17 dice for 95 %" in reader.text("screen")
    assert re.search(r"13 dice.{0,40}\+\d", reader.do("odds").text("screen").partition("What if")[2])
    before = reader.model.question
    for wanted in ("", "0", "101", "-5", "٣", "9" * 5_000):
        reader.do("odds-ask", form={"mode": "by magic", "wanted": wanted})
        assert reader.model.question == before
    reader.do("odds-ask", form={"distribution": "nothing"})
    assert "<svg" in reader.html("screen")


def test_a_challenges_turn_is_about_stress() -> None:
    bar = Reader("relics/").note("Common 4").text("bar")
    assert bar.startswith("Roll 4d6 56 % to deal Stress")


@pytest.mark.parametrize(("address", "asked"), [("stepdie/odds/", True), ("almond/odds/", False)])
def test_a_distribution_is_asked_for_where_there_are_several(address: str, asked: bool) -> None:
    assert ('name="distribution"' in Reader(address).html("screen")) == asked


@pytest.mark.parametrize(("distribution", "decides"), [("hits", True), ("margin", False), ("degree", False)])
def test_filled_bars_are_explained_where_they_decide(distribution: str, decides: bool) -> None:
    reader = Reader("stepdie/odds/").do("odds-ask", form={"distribution": distribution})
    assert ("Filled bars succeed" in reader.text("screen")) is decides
    assert ('class="misses"' in reader.html("screen")) is decides


def test_no_bar_is_said_to_be_filled_where_none_reaches_the_goal() -> None:
    said = Reader("moonwalk/").note("2 (3)").text("odds")
    assert "on average" in said
    assert "Filled bars" not in said


def test_words_under_the_axis_stand_below_each_other() -> None:
    words = re.findall(r'<text x="([0-9.]+)" y="([0-9]+)"[^>]*>(\w+)', bars([Bar("near miss", 0.5, True)], "", ""))
    assert [word for _, _, word in words] == ["near", "miss"]
    assert words[0][0] == words[1][0]
    assert int(words[0][1]) < int(words[1][1])


def test_negative_numbers_have_the_sign_that_people_print() -> None:
    reader = Reader("relics/", faces=[1] * 5).note("5d6 vs Minor 5").do("odds")
    assert re.search(r">−5</text>", reader.html("odds"))
    card = reader.do("roll").do("odds").text("card")
    assert "you: −5" in card
    assert "−5 successes" in card
    assert not re.search(r"(?<!\w)-\d", reader.go("relics/odds/").text("screen"))


def test_whether_a_challenge_is_resolved_now_or_at_all_is_told_apart() -> None:
    text = Reader("relics/").note("5d6 vs Minor 5").do("odds").text("odds")
    assert text.startswith("Odds About 5 rounds, 11 Stress. Resolved this turn 0.41 %")
    assert "Resolved eventually 100 %" in text


def test_the_other_sides_turn_has_no_chance_on_its_button() -> None:
    reader = Reader("relics/", faces=[6, 5, 4, 2, 1]).note("5d6 vs Minor 5").do("roll").do("odds")
    _, _, best = reader.text("card").partition(words.BEST_COURSE)
    assert reader.text("bar").startswith("The Challenge's turn 4d6, 1 of 5 resolved")
    assert "%" not in reader.text("bar")
    assert re.search(r"\d % to resolve it: The Challenge's turn then a Cohort's turn", best)
    options = (
        Reader("moonwalk/", faces=[1, 2, 3]).note("3 (1)").do("roll").do("odds").text("card").partition(words.ODDS)[0]
    )
    assert "33 % to succeed" in options


def test_a_plan_against_a_complication_tells_how_likely_one_still_is() -> None:
    kept = {"house stepdie": {"awards": "after_spending"}}
    reader = Reader("stepdie/", faces=[2, 4, 1, 3, 3, 3], kept=kept).note("5d6 + d10 (3) ip 3")
    assert "51 % complication: Reroll the Step Die" in reader.do("roll").do("odds").text("card")


def test_a_form_without_a_test_has_no_odds() -> None:
    reader = Reader("moonwalk/").note("12 (")
    assert reader.html("odds") == ""
    assert "to succeed" not in reader.text("bar")
    assert "Correct" in reader.go("moonwalk/odds/").text("screen")


def test_what_can_only_come_to_one_number_is_said_and_not_drawn() -> None:
    reader = Reader("moonwalk/", faces=[1] * 6).note("3 (9, 1 hour) Extended Test").do("odds")
    assert "Rolls: always 3." in reader.text("odds")
    assert "chart" not in reader.html("odds")
    assert "on average" not in reader.text("odds")
    reader.go("moonwalk/odds/").do("odds")
    assert "Rolls: always 3." in reader.text("screen")
    assert "chart" not in reader.html("screen")
    card = reader.go("moonwalk/").do("roll").do("option", option="next").do("option", option="next").do("odds")
    assert "Rolls: always 3." in card.text("card")


def test_an_opposed_test_is_shown_by_its_net_hits() -> None:
    reader = Reader("moonwalk/", faces=[5, 6, 1, 5]).note("3 vs. 1").do("odds")
    assert "Filled bars succeed. Net hits: 0.67 on average." in reader.text("odds")
    card = reader.do("roll").do("odds").html("card")
    assert "you: 1" in card
    assert card.count('class="meets"') == 3
    assert card.count('class="misses"') == 2


@pytest.mark.parametrize(
    ("address", "notation", "left_out"),
    [
        ("relics/odds/", "17d6 +1 / 6d +2 / 4d -2 / 3d -3 / 2d", "Destiny, Doom, no botch"),
        ("moonwalk/odds/", "100 (100, 1 hour) Extended Test", "glitch, critical glitch"),
        ("moonwalk/odds/", "5 (2)", ""),
    ],
)
def test_what_would_take_too_long_is_named(address: str, notation: str, left_out: str) -> None:
    screen = Reader(address).note(notation).do("odds").html("screen")
    assert re.findall(r"Left out, as it would take too long: ([^.]*)\.", screen) == ([left_out] if left_out else [])


AT_LENGTH = 'data-on="odds-at-length"'


@pytest.mark.parametrize("place", ["relics/", "relics/odds/"])
def test_what_takes_long_is_worked_out_when_it_is_asked_for(place: str) -> None:
    reader = Reader(place).note("18d6 -1 / 3d -3 / 3d +5 / 2d +1 / 4d").do("odds")
    region = "screen" if "odds" in place else "odds"
    assert "Left out, as it would take too long: Destiny, Doom, no botch." in reader.html(region)
    assert AT_LENGTH in reader.html(region)
    reader.do("odds-at-length")
    assert LATER in reader.commands
    assert "Success" in reader.html(region)
    assert words.ODDS_LOADING in reader.html(region)
    assert AT_LENGTH not in reader.html(region)
    told = reader.do("odds").html(region)
    assert "Left out" not in told
    assert AT_LENGTH not in told
    assert "No botch" in told
    reader.go("relics/").note("5d6").do("odds")
    assert "No botch" in reader.html("odds")
    assert "odds" in view(reader.note("6d6").model)


def test_odds_that_were_refused_are_told_at_length() -> None:
    reader = Reader("moonwalk/").note("100 [20] (500, 1 hour) Extended Test").do("odds")
    assert "would take about" in reader.text("odds")
    assert "to succeed" not in reader.text("bar")
    reader.do("odds-at-length").do("odds")
    assert "to succeed" in reader.text("bar")
    assert AT_LENGTH not in reader.html("odds")


def test_what_takes_too_long_even_at_length_is_not_offered_again() -> None:
    reader = Reader("moonwalk/").note("100 (1000, 1 hour) Extended Test").do("odds").do("odds-at-length").do("odds")
    assert "Left out, as it would take too long: glitch, critical glitch." in reader.html("odds")
    assert AT_LENGTH not in reader.html("odds")


def test_without_a_test_nothing_is_worked_out_at_length() -> None:
    reader = Reader("moonwalk/").note("100 (30)").note("12 (").do("odds-at-length")
    assert LATER not in reader.commands
    assert reader.model.question.at_length is None
    assert "odds" not in view(reader.model)


def test_averages_have_the_printed_minus() -> None:
    reader = Reader("moonwalk/").note("1 vs. 9")
    assert "average −2.67, most likely −3" in reader.html("odds")
    assert "Net hits: −2.67 on average." in reader.text("odds")


def test_possible_rerolls_count_on_the_button_and_in_the_odds_beforehand() -> None:
    reader = Reader("general/").note("d6 + d6 (9) reroll 1")
    assert "28 % to succeed, 57 % at best" in reader.text("bar")
    assert f"{words.AT_BEST} 57 %" in reader.text("odds")
    reader.note("d6 + d6 (9)")
    assert "28 % to succeed" in reader.text("bar")
    assert "at best" not in reader.text("bar")
    assert words.AT_BEST not in reader.text("odds")


@pytest.mark.parametrize("system", ["moonwalk", "almond", "relics", "stepdie", "anydice"])
def test_where_no_choice_is_free_the_button_has_one_chance(system: str) -> None:
    assert "at best" not in Reader(f"{system}/").text("bar")
