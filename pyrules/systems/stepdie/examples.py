"""Step Die tests with their dice, shown to people and checked by the tests: together they apply every rule."""

from pyrules.core.roll import Pick
from pyrules.core.system import Example

EXAMPLES = (
    Example("5d6 + d10 (2)", "6,5,3,2,1,9", "the Step Die is highest: an IP for the player"),
    Example("5d6 + d10 (3)", "6,5,5,4,3,2", "the Step Die is lowest and shows a 2"),
    Example("2 Agility + 2 trait + 1 gear + d10 (3)", "6,5,4,2,1,7", "a near miss, but an IP for style"),
    Example("3d6 + 1 situation + d8 (1)", "6,6,5,6,5", "a strong success; the Step Die is level with the lowest d6"),
    Example("2d6 + d12 (4)", "1,3,2", "no hit: catastrophic, and two complications"),
    Example("4d6 + d6 (8)", "5,2,3,1,4", "far too hard"),
    Example(
        "5d6 + d10 (3) ip 3",
        "6,5,4,2,1,3>5,6",
        "the Step Die rerolled into a hit, and a d6 added",
        picks=(Pick("reroll"), Pick("add")),
    ),
    Example(
        "5d6 + d10 (3) ip 0",
        "6,5,4,2,1,7>6",
        "the IP that the Step Die won pays for its reroll",
        picks=(Pick("reroll"),),
        settings=(("awards", "before the spending"),),
    ),
    Example(
        "3d6 + d10 (3) ip 1",
        "5,3,4,9>1>8",
        "each face of the Step Die is settled by itself",
        picks=(Pick("reroll"), Pick("reroll")),
        settings=(("awards", "at every roll"),),
    ),
    Example("3d6 + d8 (3) ip 5", "5,1,4,8", "a partial success bought", picks=(Pick("partial"),)),
    Example("2d6 + d12 (2)", "5,3,9", "a Step Die of 9 hits by the house rule", settings=(("hit", "5 or more"),)),
)
