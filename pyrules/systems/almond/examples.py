"""Almond tests with their dice, shown to people and checked by the tests: together they apply every rule."""

from pyrules.core.system import Example

EXAMPLES = (
    Example("5d6 TN 4", "4,2,6,1,5", "three of five dice reach the TN"),
    Example("4d6 TN 9", "4, 2, 6>3, 6>1", "sixes go on: the third die is worth 9, the last 7"),
    Example("4d6 TN 4", "4, 2, 6>3, 6>1", "sixes on a real table may go on beyond the TN"),
    Example("3d6 TN 9", "5, 6, 6>4", "one six left, and one rolled on"),
    Example("5d6 TN 4 + cover 1 - Wounded 2d", "5,4,1", "TN 5 on three dice"),
    Example("3d6 TN 3 -4", "1,2,1", "the TN never falls below 2"),
    Example("2d6 TN 3", "1,1", "all ones: worse than a failure"),
    Example("2d6 TN 6 -2d", "", "no dice left: failed without a roll"),
    Example("4d6 TN 7 initiative", "6,6,2,5", "sixes are kept for initiative"),
    Example("Reflexes 2d6 initiative", "6,1", "initiative alone passes and fails nothing"),
    Example(
        "2d6 initiative", "4,1", "the highest die by the house rule", settings=(("initiative_order", "highest die"),)
    ),
    Example(
        "2d6 TN 4", "6>6>2, 3", "every six rolled out, by the house rule", settings=(("sixes", "roll every six out"),)
    ),
    Example("3d6 TN 5", "5,2,6", "two successes needed, by the house rule", settings=(("successes_needed", 2),)),
)
