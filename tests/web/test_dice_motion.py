"""The dice's solids and their motion, run by Node from the site's own modules."""

import json
import subprocess
from math import pi
from typing import Any

import pytest

from tools import ROOT
from tools.environment import node

SIZES = (4, 6, 8, 10, 12, 20)
CORNERS = {4: 4, 6: 8, 8: 6, 10: 12, 12: 20, 20: 12}
THROWS = 6000


def findings_of(check: str, *given: object) -> Any:
    """The findings of `tests/web/dice_motion.mjs`."""
    script = ROOT / "tests/web/dice_motion.mjs"
    command = [node(), script, (ROOT / "web/dice").as_uri(), check, *given]
    done = subprocess.run([str(part) for part in command], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_every_solid_has_its_faces_and_each_number_once() -> None:
    for solid in findings_of("numbers"):
        sides = solid["sides"]
        assert (solid["corners"], solid["faces"]) == (CORNERS[sides], sides)
        assert solid["numbers"] == list(range(1, sides + 1))
        assert set(solid["opposite"]) <= {sides + 1}


@pytest.mark.parametrize("sides", SIZES)
def test_every_throw_ends_upright_on_the_face_it_was_given(sides: int) -> None:
    found = findings_of("faces", sides, THROWS)
    assert found["wrong"] == []
    assert found["lean"] < 0.2  # radians
    assert sum(found["asked"].values()) == THROWS
    assert set(map(int, found["asked"])) == set(range(1, sides + 1))


def test_numbers_turn_round_only_as_the_solid_looks_alike_and_end_upright() -> None:
    found = findings_of("renumbering")
    assert found["face"] == 0
    assert found["off"] < 1e-6
    equal = {4: 3, 6: 4, 8: 3, 10: 1, 12: 5, 20: 3}
    assert all(yaw <= pi / equal[int(sides)] + 1e-6 for sides, yaw in found["yaw"].items())


@pytest.mark.parametrize(
    ("count", "size", "width", "height", "longest"), [(2, 72, 358, 176, 0.8), (40, 40, 358, 400, 1.2)]
)
def test_thrown_bodies_lie_flat_in_the_tray_having_met_rim_and_one_another(
    count: int, size: int, width: int, height: int, longest: float
) -> None:
    found = findings_of("falls", count, size, width, height, longest, 400 // count)
    assert found["out"] < 0
    assert found["tilted"] < 1e-6
    assert found["sunk"] < 1e-5
    assert found["fastest"] < 0.5  # sizes in a 120th of a second
    assert found["eased"] <= 0.02 * found["dice"]
    assert all(met > found["dice"] / 10 for met in found["met"].values())
    assert set(found["faces"]) == set("123456")


def test_few_dice_lie_where_they_fell_a_little_apart() -> None:
    found = findings_of("free", 5, 40)
    assert found["near"] > 90
    assert found["edge"] > 36 + 13
    assert found["slid"] < 36
    assert findings_of("free", 30, 1) is None
    assert findings_of("free", 1, 1) is None  # one alone goes to the middle, which is its place


@pytest.mark.parametrize("pace", ["full", "quick"])
@pytest.mark.parametrize(
    ("count", "columns", "longest"), [(1, 1, 1200), (2, 2, 1200), (12, 4, 1200), (40, 6, 1600), (100, 10, 1600)]
)
def test_dice_fall_smoothly_on_the_table_and_keep_apart(count: int, columns: int, longest: int, pace: str) -> None:
    worst = findings_of("motion", count, columns, pace, max(1, 40 // count))
    fastest = 1 if pace == "full" else 3.4
    assert worst["last"] <= longest * (1 if pace == "full" else 0.3)
    assert worst["overlap"] < (16 if count < 40 else 48)  # pixels that two balls of 62 overlap by: those eased to rest
    assert worst["touching"] == 0
    assert worst["sunk"] < 1e-6  # pixels into the table
    assert worst["hidden"] == 0
    assert worst["outside"] > 0  # a die is seen with the first picture
    assert worst["jump"] < 14 * fastest  # pixels in 4 ms
    assert worst["spin"] < 0.35 * fastest  # radians in 4 ms
    assert worst["marks"] < 400


def test_a_throw_is_repeated_by_its_seed_and_every_throw_ends_alike() -> None:
    one, again, other = findings_of("seeds", 5, 5, 6)
    assert one == again
    assert one[:3] != other[:3]
    assert one[3] == other[3]


@pytest.mark.parametrize("thumb", [(0, -1), (-1, 0), (1, 0), (0, 1), (-0.8, -0.6)])
def test_dice_come_from_the_side_of_the_thumb(thumb: tuple[float, float]) -> None:
    x, y = findings_of("hands", *thumb)
    assert x * thumb[0] + y * thumb[1] > 90


def test_a_die_that_does_not_count_falls_as_any_other_until_all_lie() -> None:
    assert findings_of("dropped", 200)["early"] <= 0


@pytest.mark.parametrize("waves", [2, 3, 8])
def test_a_die_thrown_on_lands_on_each_of_its_faces_in_time(waves: int) -> None:
    found = findings_of("waves", waves)
    assert found["landed"] == [1 + wave % 6 for wave in range(waves)]
    assert found["order"] == sorted(found["order"])
    assert (found["laterAtFirst"], found["laterAtLast"]) == (0, 5)
    assert (found["placedAtFirst"], found["placedAtLast"]) == (0, 6)
    assert found["last"] <= 1600.001


def test_a_die_thrown_again_leaves_others_alone_and_returns_to_its_place() -> None:
    found = findings_of("again")
    assert all(found["first"])
    assert (found["moved"][0], found["moved"][2]) == (0, 0)
    assert found["moved"][1] > 0.5
    assert found["strayed"] < 1e-6


def test_dice_that_lay_where_they_fell_make_room_for_one_more() -> None:
    before, after = (-90, 30), (0, 0)
    *start, x, y = findings_of("makingRoom")
    assert tuple(start) == pytest.approx(before, abs=4)
    assert (x, y) == pytest.approx(after, abs=4)


def test_a_device_that_keeps_up_draws_every_pixel() -> None:
    assert set(findings_of("pixels", 360, 2, 16)) == {720}


def test_a_device_that_is_now_and_then_late_draws_every_pixel() -> None:
    assert set(findings_of("pixels", 360, 2, 40, 40, 16)) == {720}


@pytest.mark.parametrize("gap", [27, 40, 250])
def test_a_slow_device_draws_fewer_and_fewer_pixels_until_the_dice_rest(gap: int) -> None:
    pictures = findings_of("pixels", 360, 2, gap)
    moving, resting = pictures[:-1], pictures[-1]
    assert moving[:3] == [720] * 3
    assert moving == sorted(moving, reverse=True)
    assert moving[-1] < 720
    assert min(moving) >= 270  # three for four CSS pixels
    assert resting == 720


def test_a_screen_coarser_than_that_is_drawn_as_it_is() -> None:
    assert set(findings_of("pixels", 360, 0.5, 100)) == {180}


def test_a_wide_tray_is_drawn_with_as_many_pixels_as_a_device_can_fill() -> None:
    (width,) = set(findings_of("pixels", 4000, 3, 16))
    assert width / 4000 == pytest.approx((2.4e6 / (4000 * 300)) ** 0.5, abs=1e-3)
