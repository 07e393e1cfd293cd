# pyrules.author 1
"""Iron: an action die and a stat against two challenge dice."""

from pyrules.author import action, counter, d6, d10, degree, number, option, system, when

momentum = counter("Momentum", -6, 10, start=2)
stat = number("Stat", 1, 4, start=2)
adds = number("Adds", 0, 5, start=0)

mine = d6()
challenge = d10(2)
burn = option("Burn momentum", costs=momentum @ momentum)

score = (mine.total + stat + adds).at_most(10)
used = when(burn, momentum, score)  # burning puts momentum in its place
beaten = challenge.count(below=score)
beaten_burnt = challenge.count(below=momentum)
won = when(burn, beaten_burnt, beaten)

move = action(
    "Move",
    degrees=[
        degree("Strong hit", won == 2),
        degree("Weak hit", won == 1),
        degree("Miss", good=False),
    ],
    options=[burn],
)
IRON = system("iron", "Iron", move)
