"""Moonwalk's rules in order, those that no function states, and tests that together apply every rule."""

from pyrules.core.roll import Pick
from pyrules.core.rulebook import Rule, rulebook
from pyrules.core.system import Example
from pyrules.systems.moonwalk import notation, rules

RULES = rulebook(
    "tests/systems/moonwalk/test_moonwalk.py",
    notation,
    rules,
    Rule(
        "which_dicepool",
        "Which dice belong to a test",
        "The action's own description, or the game master, says what the pool is made of.",
        reason="not computed: the game master's judgement",
    ),
    Rule(
        "who_takes_standard",
        "Which test is routine",
        "Whether a Standard Result fits is up to the game master.",
        reason="not computed: the game master's judgement; the switch on the form is the answer",
    ),
    order="test shorthand dicepool modifiers no_dice hits limit ones glitch threshold opposed net extended interval"
    " one_interval given_up rule_of_six standard_result standard_refused again again_window again_opposed"
    " forgo which_dicepool who_takes_standard",
)

EDGE = (Pick("next"), Pick("next", given=(("modifier", 2), ("rule_of_six", True))))

EXAMPLES = (
    Example("12 [5] (4)", "6,5,5,6,4,3,1,2,5,1,3,2", "five hits, all kept under the limit"),
    Example("Agility 5 + Pistols 4 - Wounds 2 [2] (3)", "6,5,5,1,2,3,4", "a limit below the threshold cannot succeed"),
    Example("2 - 2 (1)", "", "no dice left: failed without a roll"),
    Example("2 - 2 (1)", "", "no dice left: the action is not possible", picks=(Pick("impossible"),)),
    Example("4 (1)", "1,1,1,2", "a critical glitch"),
    Example("4 (1)", "1,1,5,2", "half the dice, by the house rule", settings=(("glitch", "half_or_more"),)),
    Example("4 [6] vs. 3", "6,5,2,1 / 5,1,4", "one hit ahead of the defender"),
    Example("3 vs. Reaction 3 [1]", "5,2,3 / 6,5,1", "a tie, which goes to the defender"),
    Example("4 (3, 1 hour) Extended Test", "5,2,1,3 / 6,4,4 / 5,5", "done in the third hour"),
    Example("2 (3, 10 minutes) Extended Test", "5,2 / 3", "the dice run out"),
    Example("2 (4, 10 minutes) Extended Test", "5,2 / 3 / 6,5,5", "Edge when the dice have run out", picks=EDGE),
    Example("3 (4) six", "6,6,2,6,5,1", "three sixes add three dice"),
    Example("2 (1) six", "6,1", "a six that is left adds no die"),
    Example("2 vs. 2 [2] six", "5,6 / 6,1,6,5", "the Rule of Six for the defender, who keeps two of three hits"),
    Example("11 (3) standard", "", "a quarter of eleven is two", settings=(("standard_result", "round_down"),)),
)
