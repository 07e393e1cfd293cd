"""Turns with their dice, shown to people and checked by the tests: together they apply every rule."""

from pyrules.core.roll import Pick
from pyrules.core.system import Example

EXAMPLES = (
    Example("5d6 +1 / 2d +2 / 1d pcs 3", "1,3,3,4,5", "the best placement makes 2, 3, 3, 5 and 7: three successes"),
    Example(
        "5d6 -2 / 2d +1 / 2d",
        "2,3,3,5,6",
        "placed by hand: 0, 2, 3, 5 and 7",
        picks=(Pick("place", (0, 1, 1, 4)),),
    ),
    Example("9d6 A6 / 1d A1 / 1d +1 / 2d +2 / 1d -2 / 2d pcs 4", "1,2,3,4,5,6,6", "seven dice are thrown, two are not"),
    Example(
        "primary lead + secondary assist + support assist +1d6 -1d6 destiny 2 pcs 3",
        "1,3,4,5,6,2,2",
        "a pool built of expertise",
    ),
    Example(
        "secondary lead + primary assist + other assist vs Major 6 resolved 2",
        "5,6,5,2",
        "three more dice are resolved",
    ),
    Example("support lead + primary assist vs Minor 3", "5,6", "two of three dice are resolved"),
    Example("other lead + primary assist + primary assist vs Minor 2", "5,6,1,2", "not quite resolved"),
    Example("2d6 A5 / 2d A6 / 1d vs Common 2", "", "more automatic results than dice, and the Challenge is resolved"),
    Example(
        "3d6 +3 / 1d (Fusiontech Blaster destiny 1) trait (Shield doom 1) pcs 2 vs Extreme",
        "6,2,1",
        "an overpowering success: two Destiny and a Doom",
    ),
    Example(
        "4d6 +3 / 1d",
        "1,1,1,6",
        "a Disaster averted at the price of Doom",
        settings=(("placement", "avoid Doom first"),),
    ),
    Example("Minor 5 resolved 3 -1 / 2d", "1,6", "three dice show 5 by themselves"),
    Example("Ultimate 4 resolved 3 free 1 A1 / 1d -2 / 2d (Stubborn doom -2)", "1", "a die made free, another spoilt"),
    Example("1d6 -2d6", "", "no dice are left"),
)
