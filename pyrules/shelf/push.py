# pyrules.author 1
"""Sixes succeed; push to roll the rest again, but then ones hurt you and wear out your gear."""

from pyrules.author import action, costs, d6, degree, number, option, system, track

harm = track("Harm", 10)
wear = track("Wear of the gear", 5)
attribute = number("Attribute", 1, 6, start=3)
skill = number("Skill", 0, 5, start=2)
gear = number("Gear", 0, 3, start=1)

base = d6(attribute)
trained = d6(skill)
tools = d6(gear)
push = option("Push", rerolls=base.but(1, 6) + trained.but(1, 6) + tools.but(1, 6))
sixes = base.count(6) + trained.count(6) + tools.count(6)
harmed = base.count(1) * push
worn = tools.count(1) * push
hurt = [costs(harmed @ harm), costs(worn @ wear)]

test = action(
    "Test",
    degrees=[
        degree("Success", sixes >= 1, effects=hurt),
        degree("Failure", good=False, effects=hurt),
    ],
    options=[push],
)
PUSH = system("push", "Pushed pools", test)
