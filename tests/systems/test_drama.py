"""Which results a table would cheer or groan at."""

import pytest

from pyrules.core.faces import Scripted, read_faces
from pyrules.core.roll import EMPTY
from pyrules.systems import BY_ID


@pytest.mark.parametrize(
    ("system", "notation", "faces", "drama"),
    [
        ("moonwalk", "8 (3)", "6,6,6,6,6,6,6,6", "triumph"),
        ("moonwalk", "8 (3)", "6,6,6,6,6,6,6,2", ""),
        ("moonwalk", "4 (1)", "1,1,1,6", "disaster"),
        ("moonwalk", "4 (1)", "1,1,2,3", ""),
        ("moonwalk", "5 vs. 1", "6,6,6,6,6 / 2", "triumph"),
        ("moonwalk", "2 (9, 1 hour) Extended Test", "1,1", "disaster"),
        ("relics", "4d6", "1,1,1,2", "disaster"),
        ("relics", "4d6", "5,4,2,2", ""),
        ("almond", "3d6 TN 4", "4,5,4", "triumph"),
        ("almond", "2d6 TN 4", "4,5", ""),
        ("almond", "3d6 TN 4", "1,1,1", "disaster"),
        ("stepdie", "6d6 + d10 (1)", "6,6,5,5,6,6,9", "triumph"),
        ("stepdie", "4d6 + d8 (3)", "1,2,2,3,4", "disaster"),
        ("stepdie", "4d6 + d8 (3)", "6,2,2,3,4", ""),
        ("general", "d8 + d6 (4)", "8,6", "triumph"),
        ("general", "d8 + d6 (5)", "8,6", ""),
        ("general", "d8 + d6 (3)", "1,1", "disaster"),
        ("general", "d8 + d6 (2)", "1,1", ""),
    ],
)
def test_great_results_and_disasters_are_told(system: str, notation: str, faces: str, drama: str) -> None:
    record = BY_ID[system]
    test = record.parse(notation, {})
    roll = record.roll(test, Scripted(read_faces(faces)), EMPTY, onward=False)
    assert record.judge(test, roll).drama == drama
