# pyrules.author 1
"""A die of the chain, stepped up and down, against a number."""

from pyrules.author import action, choice, degree, dice, number, system

die = choice("Die", "3 4 5 6 7 8 10 12 14 16 20* 24 30")
steps = number("Steps", -6, 6, start=0)
target = number("Difficulty", 1, 40, start=12)

roll = dice(die.up(steps))

check = action("Check", degrees=[degree("Success", roll.total >= target), degree("Failure", good=False)])
CHAINS = system("chain", "Dice chain", check)
