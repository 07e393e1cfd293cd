"""A notation for Step Die, ours: the d6s or what they are built of, the Step Die, `(Difficulty)`, `ip` held."""

from pyrules.core.english import one_of
from pyrules.core.errors import NotationError
from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import Scanner
from pyrules.core.system import Settings as Given
from pyrules.systems.stepdie import rules
from pyrules.systems.stepdie.model import TRAINING, Test
from pyrules.systems.stepdie.rulings import MOST_IP, read_house_rules

RESERVED = ("d", "ip", *rules.BONUSES)


def parse(text: str, settings: Given) -> Test:
    """Read a test from its notation.

    Raises `NotationError` with the column, `FormError` for an unknown setting.

    >>> parse("2 Agility + 2 trait + 1 gear + d10 (3)", {}).trait
    2
    >>> parse("5d6 + d10 (3) ip 2", {}) == parse("5d6 + 1d10 (3) ip 2", {})
    True
    """
    scan = Scanner(text)
    column = scan.here.column
    points = scan.number("the points spent", 1, MOST_DICE)
    if not scan.accept_d6() and (scan.at(*RESERVED) or scan.here.kind != "word"):
        raise scan.mismatch("'d6' or the name of the stat")
    stat = scan.words(*RESERVED)
    bonuses: dict[str, int] = {}
    while True:
        scan.expect("+", "'+' and the Step Die such as d10")
        if _at_step_die(scan):
            break
        bonuses |= _read_bonus(scan, bonuses)
    step = _read_step_die(scan)
    scan.expect("(", "the Difficulty such as (3)")
    difficulty = scan.number("the Difficulty", 1)
    scan.expect(")")
    ip = scan.number("the IP held", 0, MOST_IP) if scan.accept("ip") else None
    scan.end(*(["ip"] if ip is None else []))
    test = Test(points, step, difficulty, stat, ip=ip, settings=read_house_rules(settings), **bonuses)
    if problem := rules.too_many_dice(test):
        raise NotationError(column, f"the pool comes to {problem}", "a smaller sum")
    scan.check_length(write(test))
    return test


def _read_bonus(scan: Scanner, found: dict[str, int]) -> dict[str, int]:
    dice = scan.number("the d6s added", 1, rules.MOST_BONUS)
    scan.accept_d6()
    if not scan.at(*rules.BONUSES):
        raise scan.mismatch(one_of(rules.BONUSES))
    token = scan.take()
    kind = token.text.lower()
    if kind in found:
        raise NotationError(token.column, f"{kind!r} is given twice", "it once")
    return {kind: dice}


def _at_step_die(scan: Scanner) -> bool:
    """True if the Step Die comes next: `d10`, or `1d10` where that is neither d6s nor a bonus."""
    if scan.here.kind != "number":
        return scan.at("d")
    d, sides, behind = (scan.ahead(place) for place in (1, 2, 3))
    is_die = d.text.lower() == "d" and sides.kind == "number"
    return is_die and int(sides.text) != 6 and behind.text.lower() not in rules.BONUSES


def _read_step_die(scan: Scanner) -> int:
    count = scan.take() if scan.here.kind == "number" else None
    scan.expect("d")
    column = scan.here.column
    sides = scan.number("the Step Die's sides")
    if sides not in TRAINING:
        raise NotationError(column, f"d{sides} is not a Step Die", one_of([f"d{size}" for size in TRAINING]))
    if count and int(count.text) != 1:
        raise NotationError(count.column, f"there is one Step Die, not {count.text[:12]}", f"d{sides}")
    return sides


def write(test: Test) -> str:
    """Write a test in its canonical notation.

    >>> write(parse("2d6 agility+1 GEAR+2d6 trait+D10(3)", {}))
    '2 agility + 2 trait + 1 gear + d10 (3)'
    """
    bonuses = [(getattr(test, kind), kind) for kind in rules.BONUSES]
    pool = [
        f"{test.points} {test.stat}" if test.stat else f"{test.points}d6",
        *(f"{dice} {kind}" for dice, kind in bonuses if dice),
        f"d{test.step} ({test.difficulty})",
    ]
    return " + ".join(pool) + ("" if test.ip is None else f" ip {test.ip}")
