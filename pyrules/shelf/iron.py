# pyrules.author 1
"""An action die and a stat have to beat two challenge dice; momentum may stand in for them."""

from pyrules.author import action, counter, d6, d10, degree, number, option, system, when

momentum = counter("Momentum", -6, 10, start=2)
stat = number("Stat", 1, 4, start=2)
adds = number("Adds", 0, 5, start=0)

mine = d6()
challenge = d10(2)
burn = option("Burn momentum", costs=(momentum - 2).at_least(0) @ momentum)

score = (mine.total + stat + adds).at_most(10)
# burning puts momentum in its place, and leaves 2 of it
beaten = when(burn, challenge.count(below=momentum), challenge.count(below=score))

move = action(
    "Move",
    degrees=[
        degree("Strong hit", beaten == 2),
        degree("Weak hit", beaten == 1),
        degree("Miss", good=False),
    ],
    options=[burn],
)
IRON = system(
    "iron",
    "Action and challenge dice",
    move,
    examples=["2 momentum 6: 1,5,4 [burn] # momentum 6 beats both"],
)
