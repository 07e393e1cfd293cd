"""The shorthand of turns.

- `5d6 A6 / 1d +1 / 2d -2 / 1d pcs 4 vs Minor 5`: a Cohort's pool that is built already
- `primary lead + support assist -1d6 destiny 2 pcs 3`: one that is built of expertise; without `pcs` those are all
  PCs, unless `pcs unknown` leaves it open
- `Minor 5 resolved 3 -1 / 2d`: a Challenge's turn
- `+1 / 1d (Fusiontech Blaster destiny 1)`: a modifier with the trait that gives it, and its cost
- `-1 / 1d [disaster] (Limping)`: the modifier of a trait that a Disaster left
- `trait (Shield doom 1)`: a trait without a modifier
- `Stubborn -1 / 2d`, `Stubborn (-1 / 2d doom 1)`: a trait's name in front, as sheets have it; commas between modifiers

A cost is the word `destiny` or `doom` with its amount behind it, in either order. Without an amount the word is part of
the name, as in `Prophet of Doom`; with a number in front of it, as in `Blaster 1 destiny`, it is refused.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from pyrules.core.english import one_of
from pyrules.core.errors import NotationError, quote
from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import LONGEST, MOST_NUMBER, Scanner, Token
from pyrules.core.system import Settings as Given
from pyrules.systems.relics import pool, progress
from pyrules.systems.relics.model import (
    EXPERTISES,
    THREATS,
    UNKNOWN,
    AddDice,
    AutoResult,
    Challenge,
    Cohort,
    Expertise,
    Huddle,
    Modifier,
    Settings,
    SimpleModifier,
    Test,
    Threat,
    Trait,
)
from pyrules.systems.relics.pool import refusal
from pyrules.systems.relics.rulings import read_house_rules
from pyrules.systems.relics.writing import write

COSTS = ("destiny", "doom")
NO_NAME = re.compile(r"\b(doom [0-9]|(destiny|trait|pcs|vs|resolved|free|stress|lead|assist)\b)", re.IGNORECASE)
"""Words of the shorthand, which no name in front of a modifier has."""

THREAT_OF: dict[str, Threat] = {threat.lower(): threat for threat in THREATS}
AGAINST = re.compile(rf"(?: vs (?:{'|'.join(THREATS)})(?: [0-9]+)?(?: resolved [0-9]+)?(?: free [0-9]+)?)?$")
"""The pattern of the Challenge, if there is one, at the end of the canonical shorthand."""

PCS = re.compile(r" pcs [0-9]+$")
"""The pattern of the number of PCs before it."""

EXPERTISE_OF: dict[str, Expertise] = {expertise: expertise for expertise in EXPERTISES}


def parse(text: str, settings: Given) -> Test:
    """Read a turn from the shorthand.

    Raises `NotationError` with the column, `FormError` for an unknown setting.

    >>> parse("9d6 A6 / 1d +2 / 1d pcs 4", {}).acting.pcs
    4
    """
    house_rules = read_house_rules(settings)
    scan = Scanner(text, LONGEST)
    acting: Cohort | Challenge
    if scan.at(*THREAT_OF):
        acting = _read_challenge(scan)
    elif scan.here.kind == "number":
        acting = Cohort(_read_dice(scan))
    else:
        acting = Cohort(_read_huddle(scan, house_rules))
    test, columns = _read_rest(scan, Test(acting, settings=house_rules))
    if wrong := refusal(test):
        part, problem = wrong
        raise NotationError(columns.get(part, 1), problem, "a turn that the rules allow")
    scan.check_length(write(test))
    return test


def _read_dice(scan: Scanner) -> int:
    """Read `5d6`."""
    dice = scan.number("the dice", 0, MOST_DICE)
    scan.expect_d6()
    return dice


def _read_huddle(scan: Scanner, house_rules: Settings) -> Huddle:
    """Read `primary lead + support assist`, in any order."""
    leader: Expertise | None = None
    assistants: list[Expertise] = []
    stress = 0
    start = scan.here.column
    while True:
        column = scan.here.column
        if not scan.at(*EXPERTISE_OF):
            raise scan.mismatch(f"dice such as 5d6, {one_of(EXPERTISES)}, or {one_of(THREATS)}")
        expertise = EXPERTISE_OF[scan.take().text.lower()]
        if scan.accept("assist"):
            assistants.append(expertise)
        elif leader:
            raise NotationError(column, "a second leader", "one leader; the others assist")
        else:
            scan.expect("lead")
            leader = expertise
            stress = _read_stress(scan, house_rules)
        if not (scan.at("+") and scan.ahead().kind == "word"):
            break
        scan.take()
    if leader is None:
        raise NotationError(start, "nobody leads", "one of the PCs as 'lead'")
    return Huddle(leader, tuple(assistants), stress)


def _read_stress(scan: Scanner, house_rules: Settings) -> int:
    told = scan.accept("stress") is not None
    column = scan.here.column
    stress = scan.number("the leader's Stress") if told else 0
    if problem := progress.refused_leader(stress, house_rules):
        raise NotationError(column, problem, f"0 to {house_rules.stress_maximum - 1}")
    return stress


def _read_challenge(scan: Scanner) -> Challenge:
    """Read `Minor 5 resolved 3 free 1`, where either may come first."""
    column = scan.here.column
    threat = THREAT_OF[scan.take().text.lower()]
    rating = scan.number("the Rating", 1, MOST_DICE)
    dice: dict[str, int] = {}
    while token := scan.accept("resolved", "free"):
        word = token.text.lower()
        if word in dice:
            raise _twice(token)
        dice[word] = scan.number("the resolved dice" if word == "resolved" else "the freed dice", 0, rating)
    challenge = Challenge(threat, rating, dice.get("resolved", 0), dice.get("free", 0))
    if problem := progress.challenge_refusal(challenge):
        raise NotationError(column, problem, "a Challenge that goes on")
    return challenge


def _read_rest(scan: Scanner, test: Test) -> tuple[Test, dict[str, int]]:
    """Read what stands behind the dice, in any order, and where."""
    columns: dict[str, int] = {}
    while scan.here.kind != "end":
        scan.accept(",")
        token = scan.here
        word = token.text.lower()
        name = _read_name(scan)
        if name or scan.at("+", "-", "a", "trait"):
            columns["traits"] = token.column
            test = replace(test, traits=(*test.traits, _read_trait(scan, test.acting, name)))
            continue
        if word in columns:
            raise _twice(token)
        columns[word] = token.column
        if isinstance(test.acting, Challenge) or word not in {"destiny", "pcs", "vs"}:
            more = "" if isinstance(test.acting, Challenge) else ", 'destiny N', 'pcs N', 'vs' and a Threat"
            trait = "the trait of one in brackets such as (Name doom 1)"
            raise scan.mismatch(f"a modifier such as +1 / 2d or A5 / 1d, {trait}{more} or the end")
        test = replace(test, acting=_read_more(scan, test.acting))
    return test, columns


def _read_more(scan: Scanner, cohort: Cohort) -> Cohort:
    match scan.take().text.lower():
        case "destiny":
            return replace(cohort, destiny=scan.number("the Destiny spent on dice", 1, MOST_DICE))
        case "pcs":
            return replace(cohort, pcs=UNKNOWN if scan.accept("unknown") else scan.number("the number of PCs", 1))
        case _:
            scan.accept(".")
            if not scan.at(*THREAT_OF):
                raise scan.mismatch(f"a Threat: {one_of(THREATS)}")
            if scan.ahead().kind == "number":
                return replace(cohort, against=_read_challenge(scan))
            return replace(cohort, against=THREAT_OF[scan.take().text.lower()])


def _read_name(scan: Scanner) -> str:
    """Read the name of a trait in front of its modifier; nothing where none comes next."""
    place = scan.place
    name = scan.name("a", "pcs")
    if name and not NO_NAME.search(name) and (_at_modifier(scan) or scan.at("(")):
        return name
    scan.place = place
    return ""


def _at_modifier(scan: Scanner) -> bool:
    return scan.at("+", "-") or (scan.at("a") and scan.ahead().kind == "number")


def _read_trait(scan: Scanner, acting: Cohort | Challenge, name: str) -> Trait:
    """Read a modifier, a trait in brackets behind it, or `trait` and the brackets alone.

    Behind a name the modifier may stand in the brackets as well.
    """
    if scan.accept("trait"):
        if not _open(scan):
            raise scan.mismatch("'('")
        return _read_brackets(scan, None)
    inside = bool(name) and _open(scan)
    modifier = None
    if not inside or _at_modifier(scan):
        column = scan.here.column
        modifier = _read_modifier(scan)
        if problem := pool.refused_modifier(acting, modifier):
            raise NotationError(column, problem, "a modifier that this side can use")
    return _read_brackets(scan, modifier, name) if inside or _open(scan) else Trait(modifier, name)


def _open(scan: Scanner) -> bool:
    """Take an opening bracket if one comes next; there must be something in it."""
    if not scan.accept("("):
        return False
    if scan.at(")"):
        problem = "these brackets are empty"
        raise NotationError(scan.here.column, problem, "the name of a trait, or what it costs")
    return True


def _read_modifier(scan: Scanner) -> Modifier:
    if scan.accept("a"):
        value = scan.number("the automatic result", 1, pool.HIGHEST_RESULT)
        scan.expect("/")
        return AutoResult(value, _read_count(scan))
    sign = 1 if scan.take().text == "+" else -1
    column = scan.here.column
    value = scan.number("the modifier", 1)
    if scan.accept("/"):
        return SimpleModifier(sign * value, _read_count(scan), disaster=_read_disaster(scan))
    if not scan.accept_d6():
        raise scan.mismatch("'/ 1d' or 'd6'")
    if value > MOST_DICE:
        raise NotationError(column, f"the number of dice cannot be {value}", f"1 to {MOST_DICE}")
    return AddDice(sign * value)


def _read_disaster(scan: Scanner) -> bool:
    """Read `[disaster]` if it comes next."""
    if not (scan.at("[") and scan.ahead().text.lower() == "disaster"):
        return False
    scan.take()
    scan.take()
    scan.expect("]")
    return True


def _read_count(scan: Scanner) -> int:
    dice = scan.number("the number of dice", 1, MOST_DICE)
    scan.expect("d")
    return dice


def _read_brackets(scan: Scanner, modifier: Modifier | None, name: str = "") -> Trait:
    """Read the name of a trait, where it is not known yet, and its cost, behind an opening bracket."""
    called = name or scan.name(*COSTS)
    costs = _read_costs(scan)
    if not scan.at(")"):
        raise _unexpected_in_brackets(scan, called, costs)
    scan.take()
    return Trait(modifier, called, **costs)


def _read_costs(scan: Scanner) -> dict[str, int]:
    """Read `destiny 1 doom 2`, in any order."""
    costs: dict[str, int] = {}
    while scan.at(*COSTS):
        token = scan.take()
        cost = token.text.lower()
        if cost in costs:
            raise _twice(token)
        costs[cost] = _read_doom(scan) if cost == "doom" else scan.number("the Destiny spent", 1)
    return costs


def _unexpected_in_brackets(scan: Scanner, name: str, costs: Mapping[str, int]) -> NotationError:
    if cost := scan.amount_first(*COSTS):
        amount, word = cost.lower().split()
        return NotationError(scan.here.column, f"{quote(cost)} has its amount in front", quote(f"{word} {amount}"))
    missing = [f"'{cost} N'" for cost in COSTS if cost not in costs]
    return scan.mismatch(one_of([*([] if name or costs else ["a name"]), *missing, "')'"]))


def _twice(token: Token) -> NotationError:
    return NotationError(token.column, f"{quote(token.text)} is given twice", "it once")


def _read_doom(scan: Scanner) -> int:
    sign = -1 if scan.accept("-") else 1
    return sign * scan.number("the Doom", 1, MOST_NUMBER)


def upgrade_notation(notation: str, version: int) -> str:
    """A notation of an earlier version in today's shorthand.

    Up to version 7 nobody counted the PCs that a Huddle names, so the pool had no cap without `pcs`.

    >>> upgrade_notation("primary lead +4d6 vs Minor 5", 7), upgrade_notation("primary lead +4d6 pcs 2", 7)
    ('primary lead +4d6 pcs unknown vs Minor 5', 'primary lead +4d6 pcs 2')
    """
    if version > 7 or not notation.startswith(EXPERTISES):
        return notation
    found = AGAINST.search(notation)
    before, against = (notation[: found.start()], found[0]) if found else (notation, "")
    if PCS.search(before) or len(notation) + len(" pcs unknown") > LONGEST:
        return notation
    return f"{before} pcs unknown{against}"
