"""Moonwalk's shorthand: `calculation [limit] (threshold)`, `... vs. ...`, `... (threshold, interval) Extended Test`.

`six`, the Rule of Six, stands behind a basic or extended test; in an opposed one behind each side that has it.
"""

import re
from dataclasses import replace

from pyrules.core.english import one_of, singular
from pyrules.core.errors import NotationError
from pyrules.core.rulebook import rule
from pyrules.core.scan import MOST_NOTATION, MOST_NUMBER, Scanner
from pyrules.core.system import Settings as Given
from pyrules.systems.moonwalk import rules
from pyrules.systems.moonwalk.model import SECONDS, Basic, Extended, Interval, Opposed, Term, Test
from pyrules.systems.moonwalk.rulings import read_house_rules

FLAGS = ("six", "standard", "combat")
RESERVED = ("vs",)
MOST_TERMS = 12
ABBREVIATED = {"s": "second", "min": "minute", "h": "hour"}


@rule("Shorthand", 3, name="shorthand", test="tests/systems/moonwalk/test_reading.py::test_shorthand")
def parse(text: str, settings: Given) -> Test:
    """A test is written as its calculation, the limit in square brackets and the threshold in round ones, with the
    interval where it is extended; an opposed one has the other side's calculation instead.

    Read a test from the shorthand.

    Raises `NotationError` with the column, `FormError` for an unknown setting.

    >>> parse("Agility 5 + Pistols 4 - 2 [6] (3)", {}).limit
    6
    """
    scan = Scanner(text)
    dicepool = _read_calculation(scan, "the dicepool")
    limit = _read_limit(scan)
    against: Basic | Opposed | Extended
    actor_has_six = scan.at("six") and scan.ahead().text.lower() == "vs"
    if actor_has_six:
        scan.take()
    if scan.accept("vs"):
        scan.accept(".")
        against = Opposed(_read_calculation(scan, "the defender's dicepool"), _read_limit(scan))
    else:
        against = _read_threshold(scan)
    flags: set[str] = set()
    while scan.at(*FLAGS):
        token = scan.take()
        flag = token.text.lower()
        if flag in flags:
            raise NotationError(token.column, f"{flag!r} is given twice", "it once")
        flags.add(flag)
        if "standard" in flags and (refused := rules.standard_refused(against, combat="combat" in flags)):
            raise NotationError(token.column, refused, "one or the other")
    scan.end(*(flag for flag in FLAGS if flag not in flags))
    if isinstance(against, Opposed):
        against = replace(against, rule_of_six="six" in flags)
        flags.discard("six")
    test = Test(
        dicepool=dicepool,
        against=against,
        limit=limit,
        rule_of_six=actor_has_six or "six" in flags,
        standard="standard" in flags,
        combat="combat" in flags,
        settings=read_house_rules(settings),
    )
    scan.check_length(write(test))
    return test


def _read_calculation(scan: Scanner, what: str) -> tuple[Term, ...]:
    column = scan.here.column
    terms = [_read_term(scan, 1, what)]
    while sign := scan.accept("+", "-"):
        terms.append(_read_term(scan, 1 if sign.text == "+" else -1, what))
        if len(terms) > MOST_TERMS:
            raise NotationError(sign.column, f"{what} has more than {MOST_TERMS} numbers", "fewer; add some up")
    if problem := rules.too_many_dice(terms):
        raise NotationError(column, f"{what} comes to {problem}", "a smaller sum")
    return tuple(terms)


def _read_term(scan: Scanner, sign: int, what: str) -> Term:
    label = scan.words(*RESERVED)
    number = scan.number(what)
    scan.accept_d6()
    return Term(sign * number, label)


def _read_limit(scan: Scanner) -> int | None:
    if not scan.accept("["):
        return None
    limit = scan.number("the limit")
    scan.expect("]")
    return limit


def _read_threshold(scan: Scanner) -> Basic | Extended:
    scan.expect("(", "'[limit]', '(threshold)' or 'vs.'")
    threshold = scan.number("the threshold", 1)
    if not scan.accept(","):
        scan.expect(")")
        return Basic(threshold)
    number = scan.number("the interval", 1) if scan.here.kind == "number" else 1
    word = scan.here.text.lower()
    unit = ABBREVIATED.get(word, singular(word))
    if unit not in SECONDS:
        raise scan.mismatch(f"a unit of time: {one_of(list(SECONDS))}")
    scan.take()
    scan.expect(")")
    scan.expect("extended")
    scan.expect("test")
    return Extended(threshold, Interval(number, unit))


def write(test: Test) -> str:
    """Write a test in its canonical shorthand.

    >>> write(parse("agility 5+pistols 4 -2[6](3)", {})), write(parse("12 six VS 8[5] SIX", {}))
    ('agility 5 + pistols 4 - 2 [6] (3)', '12 six vs. 8 [5] six')
    """
    parts = [write_calculation(test.dicepool), _write_limit(test.limit)]
    six = test.rule_of_six
    match test.against:
        case Basic(threshold=threshold):
            parts.append(f"({threshold})")
        case Opposed(dicepool=defence, limit=limit):
            parts += ["six" if six else "", "vs.", write_calculation(defence), _write_limit(limit)]
            six = test.against.rule_of_six
        case Extended(threshold=threshold, interval=interval):
            parts.append(f"({threshold}, {interval}) Extended Test")
    parts += [flag for flag, on in zip(FLAGS, (six, test.standard, test.combat), strict=True) if on]
    return " ".join(part for part in parts if part)


def fits(test: Test) -> bool:
    """True if a test's shorthand can be read back: it is not too long, nor its numbers too many or too large."""
    sides = (test.dicepool, test.against.dicepool) if isinstance(test.against, Opposed) else (test.dicepool,)
    return len(write(test)) <= MOST_NOTATION and all(
        len(terms) <= MOST_TERMS and all(abs(term.number) <= MOST_NUMBER for term in terms) for terms in sides
    )


def write_calculation(terms: tuple[Term, ...]) -> str:
    """Write a sum of labelled numbers.

    >>> write_calculation((Term(5, "Agility"), Term(-2, "Wounds")))
    'Agility 5 - Wounds 2'
    """
    first, *rest = terms
    parts = [f"{first.label} {first.number}".strip()]
    parts += [f"{'-' if term.number < 0 else '+'} {f'{term.label} {abs(term.number)}'.strip()}" for term in rest]
    return " ".join(parts)


def _write_limit(limit: int | None) -> str:
    return "" if limit is None else f"[{limit}]"


def upgrade_notation(notation: str, version: int) -> str:
    """A notation of an earlier version in today's shorthand.

    Up to version 2 the `six` behind an opposed test was the actor's.

    >>> upgrade_notation("12 vs. 8 [5] six", 2)
    '12 six vs. 8 [5]'
    """
    if version > 2:
        return notation
    return re.sub(r"^(.+) (vs\. .+) six((?: combat)?)$", r"\1 six \2\3", notation)
