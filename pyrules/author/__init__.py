"""A system in fifty lines: what its rulebook says, stated once, makes form, shorthand, dice, verdict and odds."""

from pyrules.author.actions import Action, action
from pyrules.author.counters import Change, clears, costs, counter, fills, gains, track
from pyrules.author.dice import (
    Pool,
    again,
    d4,
    d6,
    d8,
    d10,
    d12,
    d20,
    d100,
    dF,
    dice,
    draw,
    explode,
    keep_highest,
    keep_lowest,
    reroll,
)
from pyrules.author.expressions import AuthorError, when
from pyrules.author.fields import choice, number, rows, switch, text
from pyrules.author.notation import notation
from pyrules.author.parts import After, Check, Event, check, degree, event, option, words
from pyrules.author.systems import example, system
from pyrules.core.rulebook import Rule, Ruling, Setting, rule

__all__ = [
    "Action", "After", "AuthorError", "Change", "Check", "Event", "Pool", "Rule", "Ruling", "Setting", "action",
    "again", "check", "choice", "clears", "costs", "counter", "d4", "d6", "d8", "d10", "d12", "d20", "d100", "dF",
    "degree", "dice", "draw", "event", "example", "explode", "fills", "gains", "keep_highest", "keep_lowest",
    "notation", "number", "option", "reroll", "rows", "rule", "switch", "system", "text", "track", "when", "words",
]  # fmt: skip
