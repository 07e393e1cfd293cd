"""Rolls of games that a person has made themselves, kept in the log as data: nothing of such a game runs to read them.

Each is written down (`Recorded`) under the game's title, so that a log of any version holds it. What stands in it comes
from a text by anybody, and is read as such: cut short, and without what nobody sees.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_letters, digits

from pyrules.campaign import reading
from pyrules.campaign.codec import DICE, MOST_NOTE, MOST_RECORD, MOST_VERDICT, read_die, write_die
from pyrules.campaign.devices import MOST_TITLE, tidy_name
from pyrules.campaign.events import Facts
from pyrules.campaign.reading import Check, Unreadable, list_of, maybe, quote_json, switch
from pyrules.core.errors import RulesError
from pyrules.core.roll import FATE_DIE, Die
from pyrules.core.scan import LONGEST, MOST_TEXT
from pyrules.core.verdict import NO_MARK, Mark

MOST_LINE = 64
MOST_STEPS = 50
MOST_STEP = 500
MOST_PIECES = 10
"""In how many facts the dice of a roll may stand: about two thousand dice."""

SIGNS = digits + ascii_letters


@dataclass(frozen=True, slots=True)
class GameRoll:
    """A roll of a game that is no system here: what its text, which has this SHA-256 `hash`, has told of it.

    `line` is what its own log knows it by, where it may be `undone`. `looks` are the looks of its dice, one by one, as
    `write_looks` has them.
    """

    game: str
    line: str = ""
    hash: str = ""
    notation: str = ""
    headline: str = ""
    summary: str = ""
    good: bool | None = None
    who: str = ""
    looks: str = ""
    dice: tuple[tuple[Die, ...], ...] = ()
    steps: tuple[str, ...] = ()
    undone: bool = False

    @property
    def marks(self) -> tuple[tuple[Mark, ...], ...]:
        """The marks of its dice, pool by pool; plain ones where it does not tell."""
        found = iter(read_looks(self.looks))
        return tuple(tuple(next(found, NO_MARK) for _ in pool) for pool in self.dice)


def write_looks(marks: Iterable[Mark]) -> str:
    """The looks of dice as text: a sign for each die, and what each sign stands for; "" of dice of too many looks.

    >>> write_looks([Mark("plain", "-1", size="dF"), Mark("plain", "0", size="dF")])
    '[["00"], ["plain", "dF", "", ""]]'
    """
    looks = [(mark.kind, mark.size, mark.role, mark.name) for mark in marks]
    there = dict(zip(dict.fromkeys(looks), SIGNS, strict=False))
    written = json.dumps([["".join(there.get(look, "") for look in looks)], *there])
    return written if len(written) <= MOST_STEP else ""


def read_looks(written: str) -> tuple[Mark, ...]:
    """The looks of dice, read from a text by anybody: nothing where it is none.

    >>> read_looks('[["0"], ["hit", "dF", "odd", "Mine"]]'), read_looks("[1]")
    ((Mark(kind='hit', words='Mine', badge='', dropped=(), role='', worth=None, name='Mine', size='dF'),), ())
    """
    try:
        signs, *looks = _LOOKS(reading.load(written, MOST_STEP))
    except (RulesError, ValueError):
        return ()
    marks = [
        Mark(kind, name, size=size if size == FATE_DIE else "", role=role if role == "other" else "", name=name)
        for kind, size, role, name in (look for look in looks if len(look) == 4)
    ]
    known = dict(zip(SIGNS, marks, strict=False))
    return tuple(known[sign] for sign in "".join(signs) if sign in known)


def _words(most: int) -> Check[str]:
    """Text that a game tells, as far as it can be shown."""

    def check(value: object) -> str:
        if type(value) is not str:
            raise Unreadable("", f"{quote_json(value)} is not text")
        return _tidy(value, most)

    return check


def _tidy(words: str, most: int) -> str:
    return tidy_name(" ".join(words.split()), most)


_LOOKS = list_of(list_of(_words(MOST_STEP), 4), len(SIGNS) + 1)


def _looks(value: object) -> str:
    return value if isinstance(value, str) and read_looks(value) else ""


def _hash(value: object) -> str:
    return value if isinstance(value, str) and re.fullmatch(r"[0-9a-f]{64}", value) else ""


WORDS = {
    "line": _words(MOST_LINE),
    "hash": _hash,
    "notation": _words(LONGEST),
    "headline": _words(MOST_VERDICT),
    "summary": _words(MOST_VERDICT),
    "who": _words(MOST_TEXT),
    "looks": _looks,
}
_TOLD: Check[GameRoll] = reading.fields(
    GameRoll,
    {
        "game": _words(MOST_TITLE),
        **WORDS,
        "good": maybe(switch),
        "dice": DICE,
        "steps": list_of(_words(MOST_STEP), MOST_STEPS),
        "undone": switch,
    },
    ("game",),
)


def read_game_roll(written: str) -> GameRoll:
    """The roll that the page tells of on which such a game is played; raises `Unreadable` for what is none."""
    return _TOLD(reading.load(written, MOST_RECORD))


def roll_facts(roll: GameRoll) -> Facts:
    """A roll as it is recorded under its game's title; not that it was undone, which is an event of its own."""
    words = ((name, getattr(roll, name)) for name in WORDS)
    dice = " / ".join(" ".join(map(write_die, pool)) for pool in roll.dice)
    pieces = (dice[place : place + MOST_NOTE] for place in range(0, len(dice), MOST_NOTE))
    return (
        *((name, said) for name, said in words if said),
        *((("good", roll.good),) if roll.good is not None else ()),
        *((f"dice.{number}", piece) for number, piece in enumerate(pieces) if number < MOST_PIECES),
        *((f"step.{number}", step) for number, step in enumerate(roll.steps)),
    )


@lru_cache(maxsize=1024)
def read_roll(game: str, facts: Facts) -> GameRoll:
    r"""A roll as it was recorded; what cannot be read of it is left out.

    >>> roll = read_roll("Sum", (("headline", "Yes\u202e!"), ("good", "yes"), ("dice.0", "d6:6 d6:"), ("dice.1", "2")))
    >>> roll.headline, roll.good, [die.faces for die in roll.dice[0]]
    ('Yes!', None, [(6,), (2,)])
    """
    known = dict(facts)
    good = known.get("good")
    return GameRoll(
        _tidy(game, MOST_TITLE),
        **{name: check(str(known.get(name, ""))) for name, check in WORDS.items()},
        good=good if isinstance(good, bool) else None,
        dice=_dice("".join(_pieces(known, "dice", MOST_PIECES))),
        steps=tuple(_tidy(step, MOST_STEP) for step in _pieces(known, "step", MOST_STEPS)),
        undone=False,
    )


def _pieces(known: dict[str, str | int | bool], name: str, most: int) -> list[str]:
    return [str(known[key]) for key in (f"{name}.{number}" for number in range(most)) if key in known]


def _dice(written: str) -> tuple[tuple[Die, ...], ...]:
    try:
        return tuple(tuple(map(read_die, pool.split())) for pool in written.split("/"))
    except RulesError:
        return ()
