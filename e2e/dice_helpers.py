"""Helpers of the tests of the dice, which other tests use too."""

from collections.abc import Sequence

from pyrules.campaign.links import write_link
from pyrules.core.faces import Scripted, read_faces
from pyrules.core.roll import EMPTY
from pyrules.systems import BY_ID


def roll_address(system: str, notation: str, faces: str) -> str:
    """Where a roll that came to these faces is looked at."""
    record = BY_ID[system]
    test = record.parse(notation, {})
    roll = record.roll(test, Scripted(read_faces(faces)), EMPTY, onward=False)
    return f"{system}/#{write_link(record, test, roll)}"


def luminance(colour: Sequence[int]) -> float:
    """The relative luminance of a colour of sRGB, as WCAG 2.2 defines it."""
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
