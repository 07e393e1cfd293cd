"""The dice's solids and their motion, run by Node from the site's own modules."""

import json
import subprocess
from typing import Any

import pytest

from tools import ROOT
from tools.environment import node

SIZES = (4, 6, 8, 10, 12, 20)
CORNERS = {4: 4, 6: 8, 8: 6, 10: 12, 12: 20, 20: 12}
THROWS = 6000


def measured(check: str, *given: object) -> Any:
    """What `tests/web/dice_motion.mjs` finds."""
    script = ROOT / "tests/web/dice_motion.mjs"
    command = [node(), script, (ROOT / "web/dice").as_uri(), check, *given]
    done = subprocess.run([str(part) for part in command], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_every_solid_has_its_faces_and_each_number_once() -> None:
    for solid in measured("numbers"):
        sides = solid["sides"]
        assert (solid["corners"], solid["faces"]) == (CORNERS[sides], sides)
        assert solid["numbers"] == list(range(1, sides + 1))
        assert set(solid["opposite"]) <= {sides + 1}


@pytest.mark.parametrize("sides", SIZES)
def test_every_throw_ends_upright_on_the_face_it_was_given(sides: int) -> None:
    found = measured("faces", sides, THROWS)
    assert found["wrong"] == []
    assert found["lean"] < 0.2  # radians
    assert sum(found["asked"].values()) == THROWS
    assert set(map(int, found["asked"])) == set(range(1, sides + 1))


@pytest.mark.parametrize(("pace", "longest"), [("full", 1000), ("quick", 300)])
@pytest.mark.parametrize(("count", "columns"), [(1, 1), (2, 2), (13, 4), (30, 6), (100, 10)])
def test_dice_roll_smoothly_on_the_table_and_keep_apart(count: int, columns: int, pace: str, longest: int) -> None:
    worst = measured("motion", count, columns, pace, max(1, 40 // count))
    fastest = (1 if pace == "full" else 3.4) * (2 if count == 100 else 1)
    assert worst["last"] <= longest
    assert worst["overlap"] < 2  # pixels that two round places of 72 overlap by on the way
    assert worst["touching"] == 0
    assert worst["sunk"] < 1e-6  # pixels into the table
    assert worst["hidden"] == 0
    assert worst["outside"] > 0  # a die is seen with the first picture
    assert worst["jump"] < 9 * fastest  # pixels in 4 ms
    assert worst["spin"] < 0.22 * fastest  # radians in 4 ms
    assert worst["marks"] < 400


def test_a_throw_is_repeated_by_its_seed_and_every_throw_ends_alike() -> None:
    one, again, other = measured("seeds", 5, 5, 6)
    assert one == again
    assert one[:3] != other[:3]
    assert one[3] == other[3]


@pytest.mark.parametrize("thumb", [(0, -1), (-1, 0), (1, 0), (0, 1), (-0.8, -0.6)])
def test_dice_come_from_the_side_of_the_thumb(thumb: tuple[float, float]) -> None:
    x, y = measured("hands", *thumb)
    assert x * thumb[0] + y * thumb[1] > 100


@pytest.mark.parametrize("waves", [2, 3, 8])
def test_a_die_thrown_on_lands_on_each_of_its_faces_in_time(waves: int) -> None:
    found = measured("waves", waves)
    assert found["landed"] == [1 + wave % 6 for wave in range(waves)]
    assert found["order"] == sorted(found["order"])
    assert (found["laterAtFirst"], found["laterAtLast"]) == (0, 5)
    assert (found["placedAtFirst"], found["placedAtLast"]) == (0, 6)
    assert found["last"] <= 1500.001


def test_a_die_thrown_again_leaves_the_others_alone_and_stays_in_its_place() -> None:
    found = measured("again")
    assert all(found["first"])
    assert (found["moved"][0], found["moved"][2]) == (0, 0)
    assert found["moved"][1] > 0.5
    assert found["strayed"] == 0


def test_a_device_that_keeps_up_draws_every_pixel() -> None:
    assert set(measured("pixels", 360, 2, 16)) == {720}


def test_a_device_that_is_now_and_then_late_draws_every_pixel() -> None:
    assert set(measured("pixels", 360, 2, 40, 40, 16)) == {720}


@pytest.mark.parametrize("gap", [27, 40, 250])
def test_a_slow_device_draws_fewer_and_fewer_pixels_until_the_dice_rest(gap: int) -> None:
    pictures = measured("pixels", 360, 2, gap)
    moving, resting = pictures[:-1], pictures[-1]
    assert moving[:3] == [720] * 3
    assert moving == sorted(moving, reverse=True)
    assert moving[-1] < 720
    assert min(moving) >= 270  # three for four CSS pixels
    assert resting == 720


def test_a_screen_coarser_than_that_is_drawn_as_it_is() -> None:
    assert set(measured("pixels", 360, 0.5, 100)) == {180}


def test_a_wide_tray_is_drawn_with_as_many_pixels_as_any_device_fills_in_time() -> None:
    (width,) = set(measured("pixels", 4000, 3, 16))
    assert width / 4000 == pytest.approx((2.4e6 / (4000 * 300)) ** 0.5, abs=1e-3)
