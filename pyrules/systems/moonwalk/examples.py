"""Moonwalk tests with their dice, shown to people and checked by the tests: together they apply every rule."""

from pyrules.core.roll import Pick
from pyrules.core.system import Example

EDGE = (Pick("next"), Pick("next", given=(("modifier", 2), ("rule_of_six", True))))

EXAMPLES = (
    Example("12 [5] (4)", "6,5,5,6,4,3,1,2,5,1,3,2", "five hits, all kept under the limit"),
    Example("Agility 5 + Pistols 4 - Wounds 2 [2] (3)", "6,5,5,1,2,3,4", "a limit below the threshold cannot succeed"),
    Example("2 - 2 (1)", "", "no dice left: failed without a roll"),
    Example("4 (1)", "1,1,1,2", "a critical glitch"),
    Example("4 (1)", "1,1,5,2", "half the dice, by the house rule", settings=(("glitch", "half or more"),)),
    Example("4 [6] vs. 3", "6,5,2,1 / 5,1,4", "one hit ahead of the defender"),
    Example("3 vs. Reaction 3 [1]", "5,2,3 / 6,5,1", "a tie, which goes to the defender"),
    Example("4 (3, 1 hour) Extended Test", "5,2,1,3 / 6,4,4 / 5,5", "done in the third hour"),
    Example("2 (3, 10 minutes) Extended Test", "5,2 / 3", "the dice run out"),
    Example("2 (4, 10 minutes) Extended Test", "5,2 / 3 / 6,5,5", "Edge when the dice have run out", picks=EDGE),
    Example("3 (4) six", "6,6,2,6,5,1", "three sixes add three dice"),
    Example("2 (1) six", "6,1", "a six that is left adds no die"),
    Example("2 vs. 2 [2] six", "5,6 / 6,1,6,5", "the Rule of Six for the defender, who keeps two of three hits"),
    Example("11 (3) standard", "", "a quarter of eleven is two", settings=(("standard_result", "round down"),)),
)
