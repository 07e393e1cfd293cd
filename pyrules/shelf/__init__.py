"""Games that people play, each a text of the workshop: its mechanics alone, in words of our own.

Each is one file in this folder and one line here. The file states everything that the line says but where one knows the
game from; a test compares them. Nothing here is imported when a game is played: its text is read.
"""

from dataclasses import dataclass

Die = tuple[int, int, str]
"""A die as it lies: its sides, its face, and its kind as in a roll's picture ("" is a usual one, "dF" a Fate die)."""


CHECKS, TRIES = 8, 25
"""The number of checks that hold for each game, and of forms filled in at random whose odds are all exact."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the shelf: the file's name without `.py`, its title, and a sentence about it.

    `known` is where one may know its rules from, with the licence of their text where it has an open one. Its exact
    odds take a computer `milliseconds` at most. `picture` is a handful of dice to know it by.
    """

    name: str
    title: str
    about: str
    known: str
    milliseconds: int
    picture: tuple[Die, ...]


GAMES = (
    Game(
        "twenty",
        "d20 against a number",
        "A d20 and a modifier against a number; with advantage the higher of two dice counts.",
        "the fifth edition (SRD 5.1: CC BY 4.0)",
        5,
        ((20, 17, ""),),
    ),
    Game(
        "moves",
        "Two dice and a stat",
        "Two dice and a stat: ten is a hit, seven a hit at a cost.",
        "Apocalypse World and Dungeon World (CC BY 3.0)",
        5,
        ((6, 5, ""), (6, 3, "")),
    ),
    Game(
        "percent",
        "Percentile",
        "A hundred-sided die, rolled at or below a skill; half and a fifth of it are the harder goals.",
        "Call of Cthulhu, seventh edition",
        10,
        ((10, 4, ""), (10, 7, "")),
    ),
    Game(
        "fate",
        "Fate dice",
        "Four dice of minus, blank and plus, and a skill; points buy two more, or another roll.",
        "Fate Core (CC BY 3.0)",
        5,
        ((6, 6, "dF"), (6, 3, "dF"), (6, 5, "dF"), (6, 1, "dF")),
    ),
    Game(
        "push",
        "Pushed pools",
        "Sixes succeed; push to roll the rest again, but then ones hurt you and wear out your gear.",
        "the Year Zero Engine (Free Tabletop License)",
        10,
        ((6, 6, ""), (6, 3, ""), (6, 1, ""), (6, 4, "")),
    ),
    Game(
        "iron",
        "Action and challenge dice",
        "An action die and a stat have to beat two challenge dice; momentum may stand in for them.",
        "Ironsworn (SRD: CC BY 4.0)",
        10,
        ((6, 5, ""), (10, 4, ""), (10, 8, "")),
    ),
    Game(
        "position",
        "Highest die and position",
        "The highest die of a pool tells how it goes; position says how bad the rest is.",
        "Blades in the Dark (SRD: CC BY 3.0)",
        10,
        ((6, 6, ""), (6, 2, ""), (6, 4, "")),
    ),
    Game(
        "tens",
        "Eights and tens again",
        "Eight or more on a ten-sided die counts, and each ten brings another die.",
        "Chronicles of Darkness",
        10,
        ((10, 10, ""), (10, 8, ""), (10, 3, "")),
    ),
    Game(
        "wild",
        "Trait and wild die",
        "A trait die and a wild die, which go on at their highest; every four above the number is a raise.",
        "Savage Worlds",
        40,
        ((8, 8, ""), (6, 2, "")),
    ),
    Game(
        "keep",
        "Roll and keep",
        "Ten-sided dice whose tens go on; some are kept and added up against a number.",
        "Legend of the Five Rings, third edition",
        80,
        ((10, 10, ""), (10, 9, ""), (10, 2, "")),
    ),
    Game(
        "usage",
        "Usage die",
        "Supplies are a die: a one or a two makes it smaller, and the smallest is then used up.",
        "The Black Hack",
        5,
        ((8, 2, ""), (6, 1, "")),
    ),
    Game(
        "risk",
        "Skill die and risk",
        "A die as big as your skill, and a d6 of whoever helps; the highest tells how well it goes.",
        "24XX (SRD: CC BY 4.0)",
        5,
        ((8, 6, ""), (6, 3, "")),
    ),
)
