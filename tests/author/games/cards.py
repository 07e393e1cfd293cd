# pyrules.author 1
"""Draw cards of a deck of twenty without putting any back; four kinds, and swords are what one wants."""

from pyrules.author import action, counter, degree, draw, gains, number, option, system

fortune = counter("Fortune", 0, 5, start=2, each="player")
cards = number("Cards", 1, 5, start=3)

hand = draw(cards, swords=5, cups=5, coins=5, staves=5)
swords = hand.count("swords")
pairs = hand.sets(2)

turn = action(
    "Turn",
    degrees=[
        degree("Triumph", swords >= 2),
        degree("Success", swords == 1),
        degree("A pair at least", pairs >= 1, good=False, effects=gains(1 @ fortune)),
        degree("Nothing", good=False),
    ],
    options=[option("One more card", costs=1 @ fortune, adds=1)],
)
CARDS = system("cards", "Cards", turn)
