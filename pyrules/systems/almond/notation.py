"""A notation for Almond, ours: a label, dice, `TN` or a name or code of the Difficulty Chart, modifiers, `initiative`.

With `initiative` the TN may be left out.

A name or code that stands for several TNs is the lowest of them, unless the TN follows: `Severe 7`.
"""

from pyrules.core.errors import NotationError, one_of
from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import MOST_NUMBER, Scanner
from pyrules.core.system import Settings as Given
from pyrules.systems.almond import rules
from pyrules.systems.almond.model import CHART, NAMED, Difficulty, Modifier, Test
from pyrules.systems.almond.rulings import read_house_rules

RESERVED = ("d", "tn", "uc")
LABEL_RESERVED = (*RESERVED, "initiative")
"""Words that cannot stand in the label of a test; in that of a modifier `initiative` can."""

MOST_MODIFIERS = 12

A_TN = f"'TN' and a number, 'UC' and a code, {', '.join(NAMED)}"
"""The ways in which a TN is written."""


def parse(text: str, settings: Given) -> Test:
    """Read a test from its notation.

    Raises `NotationError` with the column, `FormError` for an unknown setting.

    >>> parse("5d6 TN 4 +1 -2d", {}).modifiers[1].on
    'dice'
    >>> parse("6d6 Severe", {}).tn, parse("6d6 UC X+", {}).tn
    (6, 10)
    >>> parse("Sneaking 5d6 TN 4", {}).label
    'Sneaking'
    >>> parse("6d6 Severe 7", {}).tn, parse("6d6 UC X+ 12", {}).tn
    (7, 12)
    >>> parse("2d6 +1d initiative", {}).tn is None
    True
    """
    scan = Scanner(text)
    label = scan.words(*LABEL_RESERVED)
    dice_column = scan.here.column
    dice = scan.number("the number of dice", 0, MOST_DICE)
    scan.expect_d6()
    tn_column = scan.here.column
    tn = None if scan.at("+", "-", "initiative") else _read_tn(scan)
    modifiers: list[Modifier] = []
    while sign := scan.accept("+", "-"):
        modifiers.append(_read_modifier(scan, 1 if sign.text == "+" else -1))
        if len(modifiers) > MOST_MODIFIERS:
            raise NotationError(sign.column, f"there are more than {MOST_MODIFIERS} modifiers", "fewer; add some up")
    initiative = scan.accept("initiative") is not None
    scan.end()
    if problem := rules.refused_target(tn, initiative=initiative):
        raise NotationError(tn_column, problem, f"{A_TN}, or 'initiative' at the end")
    if problem := rules.too_many_dice(dice, modifiers):
        raise NotationError(dice_column, f"the pool comes to {problem}", "a smaller sum")
    if problem := rules.too_high(tn, modifiers):
        raise NotationError(tn_column, f"the modifiers make it {problem}", "a smaller sum")
    test = Test(dice, tn, tuple(modifiers), initiative, read_house_rules(settings), label)
    scan.check_length(write(test))
    return test


def _read_tn(scan: Scanner) -> int:
    if scan.accept("tn"):
        return scan.number("the TN", 1)
    token = scan.here
    if scan.accept("uc"):
        codes = one_of([line.code for line in CHART])
        if scan.here.kind == "end":
            raise scan.unexpected(f"the Universal Code: {codes}")
        token = scan.take()
        code = token.text + scan.expect("+").text if token.text.lower() == "x" else token.text
        if coded := rules.difficulty_coded(code):
            return _tn_of(scan, coded)
        raise NotationError(token.column, f"{token.text!r} is not a Universal Code", codes)
    if named := rules.difficulty_named(token.text):
        scan.take()
        return _tn_of(scan, named)
    raise scan.unexpected(f"{A_TN}, or 'initiative'")


def _tn_of(scan: Scanner, line: Difficulty) -> int:
    """The TN that follows a name or code with several of them, or the lowest."""
    if line.low == line.high or scan.here.kind != "number":
        return line.low
    return scan.number(f"the TN of {line.name}", line.low, line.high or MOST_NUMBER)


def _read_modifier(scan: Scanner, sign: int) -> Modifier:
    label = scan.words(*RESERVED)
    number = sign * scan.number("the modifier")
    return Modifier(number, "dice" if scan.accept("d") else "TN", label)


def write(test: Test) -> str:
    """Write a test in its canonical notation, the difficulty as a TN.

    >>> write(parse("5D6 average+1-wounded 2d", {}))
    '5d6 TN 4 +1 - wounded 2d'
    """
    parts = [
        f"{test.label} {test.dice}d6".lstrip(),
        *([] if test.tn is None else [f"TN {test.tn}"]),
        *(write_modifier(modifier) for modifier in test.modifiers),
    ]
    return " ".join((*parts, "initiative") if test.initiative else parts)


def write_modifier(modifier: Modifier) -> str:
    """Write one modifier.

    >>> write_modifier(Modifier(-2, "dice")), write_modifier(Modifier(1, label="cover"))
    ('-2d', '+ cover 1')
    """
    sign = "-" if modifier.number < 0 else "+"
    amount = f"{abs(modifier.number)}{'d' if modifier.on == 'dice' else ''}"
    return f"{sign} {modifier.label} {amount}" if modifier.label else f"{sign}{amount}"
