# pyrules.author 1
"""A game of my own."""

from pyrules.author import action, d6, degree, number, system

dice = number("Dice", 1, 10, start=3)

pool = d6(dice)

sixes = pool.count(6)

test = action(
    "Test",
    degrees=[
        degree("Success", sixes >= 1),
        degree("Failure", good=False),
    ],
)

GAME = system("mygame", "My game", test)
