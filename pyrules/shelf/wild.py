# pyrules.author 1
"""A trait die and a wild die, which go on at their highest; every four above the number is a raise."""

from pyrules.author import action, choice, counter, d6, degree, dice, number, option, system

bennies = counter("Bennies", 0, 5, start=3)
trait = choice("Trait die", "4 6* 8 10 12")
modifier = number("Modifier", -6, 6, start=0)
target = number("Target number", 2, 12, start=4)

trait_die = dice(trait)
wild_die = d6()
both = trait_die.explode() + wild_die.explode()
result = both.highest + modifier
raises = (result - target) // 4
snake_eyes = both.all(1)

test = action(
    "Test",
    degrees=[
        degree("Critical failure", snake_eyes, good=False),
        degree("Raise", raises >= 1),
        degree("Success", raises >= 0),
        degree("Failure", good=False),
    ],
    options=[option("Benny", costs=1 @ bennies, rerolls=both, times=3)],
)
WILD = system("wild", "Trait and wild die", test)
