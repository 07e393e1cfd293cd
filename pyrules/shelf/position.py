# pyrules.author 1
"""The highest die of a pool tells how it goes; position says how bad the rest is."""

from pyrules.author import action, choice, clears, costs, d6, degree, number, switch, system, track, when, words

stress = track("Stress", 9)
rating = number("Dice", 0, 6, start=2)
position = choice("Position", "controlled risky* desperate")
effect = choice("Effect", "limited standard* great")
push = switch("Push yourself", costs=2 @ stress)

number_of_dice = rating + push
roll = d6(when(number_of_dice > 0, number_of_dice, 2))
best = when(number_of_dice > 0, roll.highest, roll.lowest)
critical = (number_of_dice > 0) & (roll.count(6) >= 2)

act = action(
    "Action",
    degrees=[
        degree("Critical", critical, says="{effect+1} effect"),
        degree("Full", best == 6, says="{effect} effect"),
        degree(
            "Partial",
            best >= 4,
            says=words(
                position, controlled="you hesitate", risky="with a consequence", desperate="with a serious consequence"
            ),
        ),
        degree("Bad", good=False),
    ],
)
resist = action(
    "Resistance",
    word="resist",
    degrees=[
        degree("Critical", critical, effects=clears(1 @ stress)),
        degree("Resisted", effects=costs((6 - best) @ stress)),
    ],
)
POSITION = system("position", "Highest die and position", act, resist)
