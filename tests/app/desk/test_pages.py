"""The desk's pages: links that open the same comparison, everything worked out in slices, and nothing lost."""

import base64
import csv
import io
import json
import subprocess
import sys
import zlib
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest
from app.desk import words
from app.desk.chances import is_left, worked_out
from app.desk.comparison import chart_of, countable, what_is_counted
from app.desk.opening import first_desk
from app.desk.picture import picture
from app.desk.state import MARGIN, Heat
from app.desk.update import comparison_of
from app.odds.state import MODES
from app.place import CHANGES, COMPARE, DESK
from hypothesis import given, strategies as st

import pyrules
from pyrules.campaign.links import FORMAT, MOST_OF_TESTS, read_tests, write_link, write_tests
from pyrules.core.errors import RulesError
from pyrules.core.odds import Distribution, Goal
from pyrules.core.ratio import Ratio
from pyrules.core.system import System
from pyrules.curves import NARROW, ON_THE_PAGE, draw_chart
from pyrules.desk_tables import comparison_csv
from pyrules.heat import Axis, Grid
from pyrules.heat_map import cell_words, contour, heat_map
from pyrules.side_by_side import differences, margin_of
from pyrules.systems import BY_ID, SYSTEMS
from tests.app.desk.pages_helpers import LATER, desk_of, finish_work, link_to
from tests.app.reader import Reader
from tools import ROOT

TESTS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("moonwalk", "12 [4] (4)", {"glitch": "off"}),
    ("almond", "5d6 TN 4", {}),
    ("general", "d6 adv + d8 (9)", {}),
    ("stepdie", "5d6 + d10 (3)", {"hit": "five_or_more"}),
)


def open_desk(tab: str = COMPARE, *tests: tuple[str, str, dict[str, str]]) -> Reader:
    return Reader(f"{tab}/#{link_to(*tests)}" if tests else f"{tab}/")


@given(
    st.lists(
        st.sampled_from(SYSTEMS).flatmap(
            lambda system: st.sampled_from(
                [(system, system.parse(one.notation, dict(one.settings))) for one in system.examples]
            )
        ),
        min_size=1,
        max_size=4,
    )
)
def test_links_bring_the_same_tests_with_their_house_rules(tests: list[tuple[System[Any], Any]]) -> None:
    fragment = write_tests(tests)
    assert len(fragment) <= MOST_OF_TESTS
    assert read_tests(fragment) == tuple(tests)


def test_a_link_that_would_be_too_long_is_refused_in_words() -> None:
    odd = "".join(chr(0x4E00 + number * number * 7 % 20_000) for number in range(640))
    labels = [odd[start : start + 55] for start in range(0, 640, 55)]
    notations = [f"{one} 12 + {two} 1 - {three} 2 (3)" for one, two, three in zip(*[iter(labels)] * 3, strict=True)]
    tests = [(BY_ID["moonwalk"], BY_ID["moonwalk"].parse(notation, {})) for notation in notations]
    assert read_tests(write_tests(tests[:2])) == tuple(tests[:2])
    with pytest.raises(RulesError, match=r"would have \d+ characters; at most 2000, so shorten labels"):
        write_tests(tests)
    reader = open_desk(COMPARE, ("moonwalk", notations[0], {})).do("desk-remove", place=1)
    for notation in notations[1:]:
        place = len(desk_of(reader.do("desk-add")).entries) - 1
        reader.do("desk-notation", notation, place=place)
    assert not finish_work(reader).do("desk-share").asked("share")
    assert reader.told == [words.NO_LINK]
    assert [entry.sheet.notation for entry in desk_of(reader).entries] == notations


def pack_link(value: object) -> str:
    return FORMAT + base64.urlsafe_b64encode(zlib.compress(json.dumps(value).encode())).rstrip(b"=").decode()


GOOD = {"system": "almond", "notation": "5d6 TN 4", "settings": {}}


@pytest.mark.parametrize(
    "fragment",
    [
        "2.",
        "9.abc",
        "2.AAAA",
        "2.%00",
        link_to(*TESTS)[:-4],
        "2." + "A" * 20_000,
        pack_link([]),
        pack_link({}),
        pack_link({"tests": []}),
        pack_link({"tests": [GOOD] * 5}),
        pack_link({"tests": [GOOD, {}]}),
        pack_link({"tests": GOOD}),
        pack_link({"tests": [{**GOOD, "system": "sunwalk"}]}),
        pack_link({"tests": [{**GOOD, "notation": "x" * 9_000}]}),
        pack_link({"tests": [{**GOOD, "notation": "five"}]}),
        pack_link({"tests": [{**GOOD, "settings": {"sixes": "<b>"}}]}),
        pack_link({"tests": [{**GOOD, "settings": {"nothing": 3}}]}),
        pack_link({"tests": [{**GOOD, "faces": "1"}]}),
        pack_link({"tests": [[GOOD]]}),
        pack_link({"system": "almond"}),
    ],
)
@pytest.mark.parametrize("tab", DESK)
def test_hostile_links_are_refused_in_words_and_change_nothing(tab: str, fragment: str) -> None:
    with pytest.raises(RulesError):
        read_tests(fragment)
    reader = open_desk(COMPARE, *TESTS[:2])
    before = desk_of(reader)
    reader.go(f"{tab}/#{fragment}")
    assert reader.told[0].startswith("This link cannot be opened: ")
    assert desk_of(reader) == before


def test_a_link_opens_the_same_comparison_anywhere() -> None:
    reader = finish_work(open_desk(COMPARE, *TESTS))
    [share] = reader.do("desk-share").asked("share")
    assert share["to"] == f"desk/#{link_to(*TESTS)}"
    assert "A  Moonwalk: 12 [4] (4) | glitch=off" in share["text"]
    other = finish_work(Reader(share["to"]))
    assert other.html("screen") == reader.html("screen")
    found = comparison_of(desk_of(other))
    expected = pyrules.compare(*(pyrules.parse(system, notation, **house) for system, notation, house in TESTS))
    assert found == expected
    for sentence in differences(expected):
        assert sentence[1:] in other.text("screen")


def test_the_address_follows_what_is_on_the_desk_and_a_reload_finds_it() -> None:
    reader = finish_work(open_desk(COMPARE, *TESTS[:2])).do("desk-notation", "4d6 TN 5", place=1)
    [go] = reader.asked("go")
    assert go == {"do": "go", "to": f"desk/#{link_to(TESTS[0], ('almond', '4d6 TN 5', {}))}", "replace": True}
    assert [entry.sheet.notation for entry in desk_of(Reader(go["to"])).entries] == ["12 [4] (4)", "4d6 TN 5"]
    again = Reader("desk/", kept=reader.kept)
    assert [entry.sheet.notation for entry in desk_of(again).entries] == ["12 [4] (4)", "4d6 TN 5"]
    assert desk_of(again).entries[0].house["glitch"] == "off"


def test_a_half_typed_test_loses_neither_the_address_nor_what_is_saved() -> None:
    reader = open_desk(COMPARE, *TESTS[:2]).do("desk-notation", "5d6 TN 5", place=1)
    kept = reader.kept["desk"]
    reader.do("desk-notation", "5d6 TN", place=1)
    assert not reader.asked("go")
    assert reader.kept["desk"] == kept


def test_a_test_that_is_half_typed_is_not_said_to_be_worked_out() -> None:
    reader = open_desk(COMPARE, *TESTS[:2])
    assert words.WORKING in reader.text("screen")
    finish_work(reader).do("desk-notation", "5d6 TN", place=1)
    assert words.WORKING not in finish_work(reader).text("screen")
    assert words.SOME_LACK_ODDS in reader.text("screen")


def test_opening_a_link_leaves_what_the_reader_saved_until_it_is_changed() -> None:
    reader = open_desk(COMPARE, *TESTS[:2]).do("desk-add")
    kept = reader.kept["desk"]
    reader.visit(f"desk/#{link_to(*TESTS[2:])}")
    assert reader.kept["desk"] == kept


@pytest.mark.parametrize("kept", [None, 3, {}, "2.AAAA", "x" * 100_000])
def test_a_desk_that_cannot_be_read_begins_anew(kept: object) -> None:
    reader = finish_work(Reader("desk/", kept={"desk": kept}))
    assert len(desk_of(reader).entries) == 2
    assert "percentage points more likely" in reader.text("screen")


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_a_test_goes_from_its_odds_to_the_desk(system: System[Any]) -> None:
    reader = Reader(f"{system.id}/odds/").do("odds")
    fragment = write_link(system, reader.model.sheet.test)
    for tab in DESK:
        assert f'href="{tab}/#{fragment}"' in reader.html("screen")
        finish_work(reader.go(f"{tab}/#{fragment}"))
        assert desk_of(reader).on(tab)[0].test == pyrules.Test(system, reader.model.sheets[system.id].test)
        assert words.WORKING not in reader.text("screen")
        reader.go(f"{system.id}/odds/").do("odds")


def test_a_single_test_joins_those_on_the_desk_as_the_last_place_of_four() -> None:
    reader = open_desk(COMPARE, *TESTS[:2])
    for number in range(2, 5):
        reader.go(f"desk/#{write_link(BY_ID['almond'], BY_ID['almond'].parse(f'{number}d6 TN 4', {}))}")
        reader.go(f"desk/#{write_link(BY_ID['almond'], BY_ID['almond'].parse(f'{number}d6 TN 4', {}))}")
    assert [entry.sheet.notation for entry in desk_of(reader).entries] == [
        "12 [4] (4)",
        "5d6 TN 4",
        "2d6 TN 4",
        "4d6 TN 4",
    ]


def test_tests_are_added_changed_and_taken_away() -> None:
    reader = finish_work(open_desk(COMPARE, TESTS[0]).do("desk-remove", place=1))
    assert words.ONE_ALONE in reader.text("screen")
    reader.do("desk-add")
    assert reader.asked("focus") == [{"do": "focus", "id": "desk-notation-1"}]
    reader.do("step", field="pool", by=1).do("field", form={"glitch": "half_or_more"}, changed="glitch")
    first, second = desk_of(reader).entries
    assert (first.sheet.notation, second.sheet.notation) == ("12 [4] (4)", "13 [4] (4)")
    assert (first.house["glitch"], second.house["glitch"]) == ("off", "half_or_more")
    assert second.test
    assert second.test.house_rules["glitch"] == "half_or_more"
    reader.do("desk-system", "relics", place=0)
    assert desk_of(reader).entries[0].test == pyrules.Test(BY_ID["relics"], reader.model.sheets["relics"].test)
    reader.do("desk-system", "nowhere", place=0)
    reader.do("desk-notation", "12 (", place=1)
    assert words.MAKES_NONE in finish_work(reader).text("screen")
    assert "Column 5: " in reader.text("screen")
    assert not reader.do("desk-csv").asked("download")
    reader.do("desk-remove", place=1).do("desk-remove", place=0)
    assert [entry.system for entry in desk_of(reader).entries] == ["relics"]
    for _ in range(5):
        reader.do("desk-add")
    assert len(desk_of(reader).entries) == 4


def test_the_form_and_the_house_rules_of_one_test_lie_open() -> None:
    reader = open_desk(COMPARE, *TESTS[:2]).do("desk-open", place=0)
    assert reader.sees('aria-expanded="true"', "Dicepool", "Glitch when ones are")
    assert not desk_of(reader.do("desk-open", place=0)).open
    assert "Dicepool" not in reader.text("screen")
    assert reader.do("step", field="pool", by=1).commands == []


SAVE = ("general", "save Strength d6 + bonus d4 (10)")


def test_an_open_form_follows_its_own_house_rules() -> None:
    for house, other in (("off", False), ("on", True)):
        reader = open_desk(COMPARE, (*SAVE, {"other_attributes": house})).do("desk-open", place=0)
        assert ("Intelligence Other" in reader.text("screen")) is other


def test_an_open_save_leaves_its_bonus_action_die_behind() -> None:
    for house, left in (("off", ""), ("on", " + bonus d4")):
        reader = open_desk(COMPARE, (*SAVE, {"bonus_in_every_test": house})).do("desk-open", place=0)
        reader.do("field", name="kind", form={"kind": "attribute"})
        assert desk_of(reader).entries[0].sheet.notation == f"Strength d6{left} (10)"


def test_what_is_counted_changes_the_curves() -> None:
    reader = finish_work(open_desk(COMPARE, TESTS[0], ("moonwalk", "10 (2)", {})))
    shown = set()
    for counted, name in product(MODES, ("kept", "hits")):
        reader.do("desk-ask", form={"counted": counted, "distribution": name})
        assert desk_of(reader).counted == counted
        shown.add(reader.html("screen"))
    assert len(shown) == 6
    assert reader.commands == []
    reader.do("desk-ask", form={"counted": "sideways", "distribution": "nothing"})
    assert desk_of(reader).counted == MODES[-1]
    assert what_is_counted(desk_of(reader)) == "kept"


def test_the_curves_have_every_chance_and_tests_without_one_have_no_curve() -> None:
    desk = desk_of(finish_work(open_desk(COMPARE, *TESTS[:2])))
    assert next(iter(countable(desk.odds))) == MARGIN
    chart = chart_of(replace(desk, distribution="kept"), "said")
    [curve] = chart.curves
    odds = pyrules.odds(pyrules.parse("moonwalk", "12 [4] (4)", glitch="off"))
    assert chart.labels == ("0", "1", "2", "3", "4")
    assert curve.shares == tuple(odds.distributions["kept"].at_least(value).value for value in range(5))
    margins = chart_of(desk, "said")
    just = margins.labels.index("0")
    for curve, one in zip(margins.curves, desk.odds, strict=True):
        assert one
        assert curve.shares[just] == one.events[one.main].value
    picture = draw_chart(margins, NARROW, ON_THE_PAGE)
    assert 'role="img"' in picture
    assert "said" in picture
    assert "style=" not in picture


@pytest.mark.parametrize("counted", MODES)
@pytest.mark.parametrize("notation", ["12 (3)", "1 (1)", "100 (30)", "9 vs. 8", "8 [3] (12, 1 hour) Extended Test"])
def test_every_kind_of_test_has_curves(notation: str, counted: str) -> None:
    desk = desk_of(finish_work(open_desk(COMPARE, ("moonwalk", notation, {}), ("relics", "5d6 vs Minor 5", {}))))
    for name in countable(desk.odds):
        chart = chart_of(replace(desk, counted=counted, distribution=name), "")
        assert chart.labels
        assert chart.curves
        for curve in chart.curves:
            assert all(share is None or 0 <= share <= 1 for share in curve.shares)


def test_the_margin_is_what_is_beyond_the_goal() -> None:
    odds = pyrules.odds(pyrules.parse("almond", "3d6 TN 4"))
    assert odds.goal == ("successes", 1)
    beyond = margin_of(odds)
    assert beyond
    assert [value for value, _ in beyond.rows] == [-1, 0, 1, 2]
    open_ended = replace(odds, distributions={"successes": Distribution((("≤-1", 1), (2, 1), ("5+", 2)), 4)})
    assert margin_of(open_ended) == Distribution((("≤-2", 1), (1, 1), ("4+", 2)), 4)
    assert margin_of(replace(odds, goal=None)) is None
    assert margin_of(replace(odds, goal=Goal("nothing", 1))) is None


def test_pictures_and_tables_are_taken_away() -> None:
    reader = finish_work(open_desk(COMPARE, *TESTS[:3]))
    [table] = reader.do("desk-table").asked("download")
    assert (table["name"], table["type"]) == ("comparison.csv", "text/csv")
    assert table["text"] == comparison_csv(pyrules.compare(*desk_of(reader).tests))
    [svg] = reader.do("desk-picture", as_="svg").asked("download")
    assert svg["text"].startswith("<svg")
    assert "var(" not in svg["text"]
    assert "12 [4] (4) | glitch=off" in svg["text"]
    [png] = reader.do("desk-picture").asked("picture")
    assert png["svg"] == svg["text"]
    assert png["to"] == f"desk/#{link_to(*TESTS[:3])}"
    [changes] = finish_work(reader.go("desk/changes/")).do("desk-table").asked("download")
    head, *rows = csv.reader(io.StringIO(changes["text"]))
    assert head[:2] == ["name", "label"]
    assert len(rows) == len(pyrules.sweep(pyrules.parse("moonwalk", "12 [4] (4)", glitch="off")))


def test_labels_in_a_picture_are_text() -> None:
    found = pyrules.compare(pyrules.parse("moonwalk", "Ann's 4 + B 2 (3)"), pyrules.parse("moonwalk", "9 (3)"))
    desk = desk_of(finish_work(open_desk(COMPARE, *TESTS[:2])))
    assert "Ann&#x27;s 4" in picture(found, desk)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_the_page_of_changes_tells_the_sweep_of_the_test(system: System[Any]) -> None:
    example = next(one for one in system.examples if system.id != "anydice" or "reach" in one.notation)
    test = pyrules.parse(system, example.notation)
    reader = finish_work(Reader(f"desk/changes/#{write_link(system, test.record)}"))
    told = desk_of(reader).sweep
    assert told
    assert told.steps == pyrules.sweep(test)
    effects = [(step.apart, -abs(step.change.value)) for step in told.steps]
    assert all(before <= after for before, after in pairwise(effects))
    heat = desk_of(reader).heat
    assert heat
    assert len(heat.cells) == heat.size
    for place, chance in zip(heat.grid.places, heat.cells, strict=True):
        made = heat.grid.test_at(*place)
        assert (made is None) == (chance is None)
        if made is not None and chance is not None:
            odds = pyrules.odds(pyrules.Test(system, made))
            assert chance == odds.events[odds.main]


def test_what_is_more_than_a_step_stands_below_the_steps_and_says_so() -> None:
    shooting: tuple[str, str, dict[str, str]] = ("moonwalk", "9 (2)", {})
    reader = finish_work(open_desk(CHANGES, shooting))
    steps, apart = reader.text("screen").split(words.APART)
    assert "Limit none → 1" in apart
    assert "Limit" not in steps
    assert words.APART not in finish_work(open_desk(CHANGES, ("general", "Strength d8 (10)", {}))).text("screen")


def test_changes_that_come_to_the_same_share_a_row() -> None:
    shooting: tuple[str, str, dict[str, str]] = ("moonwalk", "Agility 5 + Pistols 4 - Wounds 2 (2)", {})
    rows = finish_work(open_desk(CHANGES, shooting)).html("screen").split("<tr>")
    [fewer] = [row for row in rows if "<b>5 → 4</b>" in row]
    assert "<b>4 → 3</b>" in fewer
    assert "Wounds" in fewer


def test_a_change_leads_to_both_tests_side_by_side() -> None:
    reader = finish_work(open_desk(CHANGES, TESTS[0]))
    told = desk_of(reader).sweep
    assert told
    for step in told.steps:
        if step.change.numerator:
            both = write_tests((test.system, test.record) for test in (told.test, step.test))
            assert f'href="desk/#{both}"' in reader.html("screen")
    reader.go(f"desk/#{link_to(TESTS[0], ('moonwalk', '12 [4] (3)', {'glitch': 'off'}))}")
    assert [entry.sheet.notation for entry in desk_of(reader).entries] == ["12 [4] (4)", "12 [4] (3)"]
    assert "21.20 percentage points more likely" in finish_work(reader).text("screen")
    assert desk_of(reader).asked.sheet.notation == "12 [4] (4)"


def test_means_stand_below_the_events() -> None:
    events = finish_work(open_desk(COMPARE, TESTS[0], TESTS[3])).text("screen").partition(words.EVENTS)[2]
    assert "Kept, on average 3.36 –" in events
    hits = pyrules.odds(pyrules.parse("stepdie", "5d6 + d10 (3)", hit="five_or_more")).means["hits"].value
    assert f"Hits, on average 4 {hits:.2f}".rstrip("0") in events
    assert "Margin" not in events  # Step Die's own is the common one


def test_the_axes_and_the_size_of_the_map_are_chosen() -> None:
    reader = finish_work(open_desk(CHANGES, TESTS[0]))
    form = {"across": "limit", "down": "glitch", "most": "20"}
    reader.do("desk-axes", form=form, changed="most")
    assert 'id="desk-axes"' in reader.html("screen")  # with the focus of who goes on choosing by the keyboard
    finish_work(reader)
    heat = desk_of(reader).heat
    assert heat
    assert (heat.grid.across.name, heat.grid.down.name, len(heat.grid.across.values)) == ("limit", "glitch", 20)
    finish_work(reader.do("desk-axes", form={**form, "across": "glitch"}, changed="across"))
    heat = desk_of(reader).heat
    assert heat
    assert (heat.grid.across.name, heat.grid.down.name) == ("glitch", "limit")
    finish_work(reader.do("desk-axes", form={"across": "nothing", "down": "limit"}, changed="across"))
    heat = desk_of(reader).heat
    assert heat
    assert (heat.grid.across.name, heat.grid.down.name) == ("pool", "threshold")


def test_work_is_done_in_slices_and_given_up_where_the_page_is_left() -> None:
    desk = desk_of(open_desk(CHANGES, TESTS[0]))
    clock = iter(range(0, 10_000_000, 100))  # each look at the clock ends a slice
    slices = 0
    while is_left(desk, CHANGES):
        desk = worked_out(desk, CHANGES, lambda: next(clock))
        slices += 1
    assert desk.heat
    assert desk.sweep
    assert slices == 2 + len(desk.sweep.steps) + desk.heat.size  # one thing in each
    reader = open_desk(CHANGES, TESTS[0]).go("moonwalk/")
    before = reader.model.desk
    reader.do("desk-reckon")
    assert reader.model.desk == before
    assert LATER not in reader.commands
    assert LATER in reader.go("desk/changes/").commands


def test_half_a_map_is_shown_while_the_rest_is_worked_out() -> None:
    desk = desk_of(open_desk(CHANGES, TESTS[0]))
    clock = iter(range(0, 10_000_000, 10))
    while desk.heat is None or len(desk.heat.cells) < 30:
        desk = worked_out(desk, CHANGES, lambda: next(clock))
    reader = open_desk(CHANGES, TESTS[0])
    reader.model = replace(reader.model, desk=desk)
    assert reader.sees(f"Computing: {len(desk.heat.cells)} of 144 chances", 'class="heat map"')
    assert 'id="desk-heat"' not in reader.html("screen")


def test_a_test_that_would_take_too_long_says_so_and_the_others_stand() -> None:
    huge: tuple[str, str, dict[str, str]] = ("relics", "90d6 -1 / 3d -3 / 3d +5 / 2d +1 / 4d", {})
    reader = finish_work(open_desk(COMPARE, TESTS[0], huge))
    assert "There are no exact odds" in reader.text("screen")
    assert "60.69 %" in reader.text("screen")
    assert not comparison_of(desk_of(reader))
    assert words.WORKING not in reader.text("screen")
    assert words.WORKING not in finish_work(open_desk(COMPARE, huge)).text("screen")
    assert "There are no exact odds" in finish_work(reader.go(f"desk/changes/#{link_to(huge)}")).text("screen")


LOADED = """
import sys
from app import program
print([name for name in sys.modules if name.startswith("app.desk")
       or name in ("pyrules.api", "pyrules.desk_tables", "pyrules.heat", "pyrules.side_by_side", "csv")])
"""


def test_nothing_of_the_desk_is_loaded_before_it_is_opened() -> None:
    path = {"PYTHONPATH": f"{ROOT}:{ROOT / 'web'}"}
    done = subprocess.run((sys.executable, "-c", LOADED), env=path, capture_output=True, check=True, encoding="utf-8")
    assert done.stdout.strip() == "[]"


GRID = Grid(
    BY_ID["almond"],
    "passed",
    {},
    {},
    Axis("a", "A", (1, 2, 3), ("1", "2", "3"), 0),
    Axis("b", "B", (1, 2), ("1", "-2"), 1),
)


def test_contours_part_cells_that_reach_a_chance_from_those_that_do_not() -> None:
    chances = [Ratio(share, 100) for share in (50, 80, 49)]
    heat = Heat(GRID, (*chances, Ratio(0, 1), None, Ratio(1, 1)))
    half = contour(len(GRID.across.values), heat.cells, Ratio(1, 2), 10)
    assert half == "M20 0v26M0 26h10M20 26h10"
    assert contour(len(GRID.across.values), heat.cells, Ratio(19, 20), 10) == "M20 26h10"
    assert contour(len(GRID.across.values), (), Ratio(1, 2), 10) == ""
    drawn_map = heat_map(GRID.across, GRID.down, heat.cells, "said")
    assert drawn_map.count("fill-opacity") == 5
    assert "−2" in drawn_map
    assert [cell_words(chance) for chance in heat.cells] == ["50", "80", "49", "0", "", "100"]


def test_the_desk_begins_with_the_test_that_was_looked_at_last() -> None:
    reader = Reader("almond/").note("7d6 TN 5").go("desk/")
    first, second = first_desk(reader.model).entries
    assert (first.sheet.notation, first.system, second.system) == ("7d6 TN 5", "almond", "almond")
    assert second.sheet.notation != first.sheet.notation
