# pyrules.author 1
"""Doom and Hope: sixes count; ones on the Doom dice take them away."""

from pyrules.author import action, counter, d6, d10, degree, number, option, system

hope = counter("Hope", 0, 5, start=3, each="player")
attribute = number("Attribute", 1, 5, start=3)
skill = number("Skill", 0, 5, start=2)
doom = number("Doom dice", 0, 6, start=1)

mine = d6(attribute + skill)
theirs = d10(doom)

sixes = mine.count(6)
taken = theirs.count(1)
successes = (sixes - taken).at_least(0)

test = action(
    "Test",
    degrees=[
        degree("Triumph", successes >= 3),
        degree("Success", successes >= 1),
        degree("Failure", good=False),
    ],
    options=[option("Spend Hope", costs=1 @ hope, rerolls=mine.below(6))],
)

foe = number("Their dice", 0, 12, start=4)
against = d6(foe)
lead = successes - against.count(6)
opposed = action(
    "Against somebody",
    word="against",
    degrees=[degree("Won", lead >= 1), degree("Tie", lead == 0, good=False), degree("Lost", good=False)],
)

DOOM = system("doom", "Doom and Hope", test, opposed)
