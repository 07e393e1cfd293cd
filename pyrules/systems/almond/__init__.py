"""Almond: six-sided dice against a Target Number, where sixes go on."""

from dataclasses import replace
from importlib import import_module
from typing import Any

from pyrules.author import action, check, choice, counter, number, rows, switch, system, text
from pyrules.core.english import one_of
from pyrules.core.errors import NotationError
from pyrules.core.form import MORE, Choice, Usual, signed_row
from pyrules.core.look import Look
from pyrules.core.odds import Chances, always
from pyrules.core.roll import MOST_DICE, Roll, Throw, alike
from pyrules.core.scan import MOST_NUMBER, Scanner
from pyrules.core.system import Stepped, System, Topic, in_dice
from pyrules.systems.almond import rules
from pyrules.systems.almond.rulebook import CHARTS, EXAMPLES, ORDER, RULES, RULINGS
from pyrules.systems.almond.rules import CHART, NAMED, Difficulty, Modifier
from pyrules.systems.almond.steps import before, mark, steps, write_modifier

RESERVED = ("d", "tn", "uc")
LABEL_RESERVED = (*RESERVED, "initiative")
"""Words that cannot stand in the label of a test; in that of a modifier `initiative` can."""

A_TN = f"'TN' and a number, 'UC' and a code, {', '.join(NAMED)}"
"""The ways in which a TN is written; a name or code that stands for several is the lowest, unless the TN follows."""


def _read_tn(scan: Scanner) -> int:
    if scan.accept("tn"):
        return scan.number("the TN", 1)
    token = scan.here
    if scan.accept("uc"):
        codes = one_of([line.code for line in CHART])
        if scan.here.kind == "end":
            raise scan.mismatch(f"the Universal Code: {codes}")
        token = scan.take()
        code = token.text + scan.expect("+").text if token.text.lower() == "x" else token.text
        if coded := rules.difficulty_called(code, "code"):
            return _tn_of(scan, coded)
        raise NotationError(token.column, f"{token.text!r} is not a Universal Code", codes)
    if named := rules.difficulty_called(token.text):
        scan.take()
        return _tn_of(scan, named)
    raise scan.mismatch(f"{A_TN}, or 'initiative'")


def _tn_of(scan: Scanner, line: Difficulty) -> int:
    """The TN that follows a name or code with several of them, or the lowest."""
    if line.low == line.high or scan.here.kind != "number":
        return line.low
    return scan.number(f"the TN of {line.name}", line.low, line.high or MOST_NUMBER)


def _read_modifier(scan: Scanner) -> Modifier:
    sign = -1 if scan.take().text == "-" else 1
    label = scan.words(*RESERVED)
    number = sign * scan.number("the modifier")
    return Modifier(number, "dice" if scan.accept("d") else "TN", label)


def _tn_choices() -> tuple[Choice, ...]:
    """The TNs by the names of their difficulties."""
    return tuple(Choice(str(tn), rules.difficulty(tn).name) for tn in NAMED.values())


USUAL = tuple(
    Usual(f"{number:+d}{unit}", {"label": "", "number": number, "on": on})
    for on, unit in (("dice", "d"), ("TN", " TN"))
    for number in (-1, 1)
)

dice = number("Dice", 0, MOST_DICE, start=5, short="{}d6", what="the number of dice", rule="dicepool")
tn = number(
    "Target Number", 1, start=4, optional=True, choices=_tn_choices(),
    rule="difficulty", asked=True,
    short="TN {}", reads=_read_tn, leads_by=lambda scan: not scan.at("+", "-", "initiative"), unsaid=True,
)  # fmt: skip
label = text("Name of the dice", group=MORE, rule="dicepool", reserved=LABEL_RESERVED, unsaid=True)
modifiers = rows(
    "Modifiers",
    number("Number", -MOST_NUMBER, MOST_NUMBER, start=0),
    text("Label", reserved=RESERVED),
    choice("On", (Choice("TN", "TN", "+ is harder"), Choice("dice", "dice", "-2d"))),
    row=Modifier, reads=_read_modifier, writes=write_modifier, leads_by=lambda scan: scan.at("+", "-"),
    group=MORE, rule="tn_modifiers", unsaid=True, usual=USUAL, amount="number",
    said=lambda row: f"{signed_row(row)}{'d' if row['on'] == 'dice' else ' TN'}",
)  # fmt: skip
initiative = switch(
    "Initiative", short="initiative", unsaid=True, group=MORE, rule="initiative", asked=True, empties="tn",
    hint="sixes are not rerolled; it needs no Target Number",
)  # fmt: skip
wounds = counter("Wounds", each="person")


def headline(passed: bool | None, all_ones: bool, initiative: int | None) -> str:  # noqa: FBT001
    """The verdict in a word or two."""
    if passed is None:
        return f"Initiative {initiative}"
    return "Pass" if passed else "Failure, all ones" if all_ones else "Failure"


def interchangeable(test: Any, roll: Roll, throw: Throw) -> tuple[tuple[int, ...], ...]:
    """Successes, sixes that are rerolled, ones among the first faces, and the others; of initiative all matter."""
    tn, most, dice = rules.target(test), rules.most_throws(test), roll.pool(0)
    before = dice[throw.first].faces if throw.first < len(dice) else ()
    if tn is None or rules.succeeds(rules.value(before), tn):
        return ()

    def what(face: int) -> tuple[bool, bool, bool]:
        faces = (*before, face)
        return rules.succeeds(rules.value(faces), tn), face == 6 and len(faces) < most, rules.shows_ones(faces)

    return alike(throw.sides, what)


def chances(default: Chances[Any]) -> Chances[Any]:
    """The odds by functions of its own, which are imported when odds are first asked for."""
    from pyrules.systems.almond import odds

    return replace(default, odds=odds.odds, main=odds.main, rises=always, best_play=None)


roll = action(
    "Test", dice, tn, label, modifiers, initiative,
    shorthand="label dice tn modifiers initiative",
    refuses=[
        check(rules.refused_target, tn, expected=f"{A_TN}, or 'initiative' at the end", form="{}; give one"),
        check(
            rules.too_many_dice, dice, expected="a smaller sum", reads="the pool comes to {}",
            field=modifiers, form="they lead to {}",
        ),
        check(
            rules.too_high, tn, expected="a smaller sum", reads="the modifiers make it {}",
            field=modifiers, form="they lead to {}",
        ),
    ],
    pool=rules.pool,
    outcome=rules.OUTCOME,
    success="passed",
    headline=headline,
    summary=lambda test, tn: (
        ORDER.label_of(test.settings.initiative_order) if tn is None else "{successes|success|successes} · TN {tn}"
    ),
    lines=steps,
    mark=mark,
    triumph=lambda passed, successes, values: passed and successes == len(values) >= 3,
    disaster=lambda all_ones: all_ones,
)  # fmt: skip

ALMOND: System[Any] = replace(
    system(
        "almond", "Almond", roll,
        about="Dice against a Target Number; a six is rolled again and adds up.",
        examples=EXAMPLES,
        rulings=RULINGS,
        before=before,
        events=lambda _test, found: (
            {"six": 6 in found.values}
            if found.passed is None
            else {"passed": found.passed, "all_ones": found.all_ones}
        ),
        interchangeable=interchangeable,
        topic=lambda test: Topic(test.label),
        units={"wounds": ("wound", "wounds")},
        names={"six": "a six among the dice"},
        aims={"six": "for a six among the dice"},
        load_chances=chances,
        load_tracking=lambda: import_module("pyrules.systems.almond.tracking").TRACKING,
        stepped=(
            Stepped(
                "modifiers", "Dice", lambda test: rules.dicepool(test.dice, test.modifiers), in_dice,
                {"label": "", "on": "dice"},
            ),
            Stepped("modifiers", "Target Number", rules.target, row={"label": "", "on": "TN"}),
        ),
        look=Look(
            accent=("#0c5f66", "#86d6dc"),
            felt=("#1d5348", "#10332b"),
            die="#f3f4e4",
            ink="#0f3238",
            glow="#9ff0d0",
            triumph="bloom",
            disaster="wither",
            mark="M50 3C80 26 86 64 50 97 14 64 20 26 50 3z M50 20c-16 18-18 38 0 60 18-22 16-42 0-60z "
            "M50 32c7 12 7 24 0 36-7-12-7-24 0-36z",
        ),
        picture=((6, 6, ""), (6, 3, ""), (6, 5, "")),
    ),
    rules=RULES,
    charts=CHARTS,
)  # fmt: skip
