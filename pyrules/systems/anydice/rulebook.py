"""The rules of any dice as they follow each other, and rolls that together apply all of them."""

from pyrules.core.rulebook import Chart, rulebook
from pyrules.core.system import Example
from pyrules.systems.anydice import rules

RULES = rulebook(
    "tests/systems/anydice/test_anydice.py",
    rules,
    order="sizes fate sums keep reroll explode count reach row",
)

CHARTS = (
    Chart(
        "How dice are written",
        "anydice.sums",
        ("Written", "What is rolled"),
        (
            ("4d6kh3 + 2", "four d6, the three highest added, and 2"),
            ("4d6dl1", "the same: the lowest is dropped"),
            ("d20 + 5 adv", "a d20 thrown twice, the higher kept, and 5; dis for the lower"),
            ("d20 + 5 reach 15", "a total of 15 or more succeeds"),
            ("6d10>=8", "counts the dice that show 8 or more; <=3 and =6 too"),
            ("d%", "a d100, thrown as two d10"),
            ("4dF", "four Fate dice"),
            ("3d6!", "each 6 is thrown on and added"),
            ("2d6r1", "a 1 is rerolled once; r<=2 rerolls 1 and 2"),
            ("(2d6 + 3)*2", "the sum doubled; /2 halves it, rounded down"),
            ("d20 + 5, 2d6 + 3", "two rolls in a row"),
        ),
    ),
)

EXAMPLES = (
    Example("4d6kh3 + 2", "6,1,5,4", "the lowest die is dropped"),
    Example("2d20kh1 + 5 reach 15", "8,17", "a d20 with advantage"),
    Example("2d20kl1 + 5", "8,17", "a d20 with disadvantage"),
    Example("6d10>=8", "8,10,3,1,7,9", "three dice count; one is enough"),
    Example("3d10!>=8 reach 2", "10>9,2,5", "the die that explodes counts twice"),
    Example("d100<=45", "4,2", "42 on two d10"),
    Example("4dF + 1", "1,4,6,6", "Fate dice on four d6"),
    Example("3d6!", "6>6>2,3,1", "a die that explodes twice"),
    Example("2d6r1 + 3", "1>4,5", "a one is rerolled"),
    Example("(2d6 + 3)*2", "2,6", "a sum doubled"),
    Example("2d8/2 - d4", "7,4,2", "half of two dice, rounded down"),
    Example("d20 + 5, d20 + 5, d20 + 5 reach 15", "3/17/9", "three attacks; one of them reaches 15"),
    Example("2d4, d3", "2,3/5", "two rolls that are to reach nothing"),
)
