"""The lines of an Almond test: before the roll, step by step after it, and die by die."""

from collections.abc import Iterator, Sequence
from typing import Any

from pyrules.core.english import amount, of_dice, one_of, pool_of
from pyrules.core.roll import LEAVE, Die, Roll
from pyrules.core.verdict import Line, Mark
from pyrules.systems.almond import rules
from pyrules.systems.almond.rulebook import ORDER
from pyrules.systems.almond.rules import Modifier


def write_modifier(modifier: Modifier) -> str:
    """Write one modifier.

    >>> write_modifier(Modifier(-2, "dice")), write_modifier(Modifier(1, label="cover"))
    ('-2d', '+ cover 1')
    """
    sign = "-" if modifier.number < 0 else "+"
    amount = f"{abs(modifier.number)}{'d' if modifier.on == 'dice' else ''}"
    return f"{sign} {modifier.label} {amount}" if modifier.label else f"{sign}{amount}"


def modifier_text(modifiers: Sequence[Modifier], on: str) -> str:
    """The modifiers on the TN or on the dice, as they are written."""
    return " ".join(write_modifier(one) for one in modifiers if one.on == on)


def before(test: Any) -> tuple[Line, ...]:
    """The lines that are certain before the dice fall."""
    dice, tn, needed = rules.dicepool(test.dice, test.modifiers), rules.target(test), test.settings.successes_needed
    if not dice:
        return (Line("No dice", _no_dice(test), "almond.no_dice"),)
    if tn is not None and needed > dice:
        have = amount(dice, "die", "dice")
        return (Line("Successes", f"{needed} needed, but only {have}: this test cannot pass", "almond.passed"),)
    if tn is not None and rules.thrown_once(test) and tn > 6:
        return (Line("Initiative", f"no die reaches TN {tn} while sixes are not rerolled", "almond.initiative"),)
    return ()


def _no_dice(test: Any) -> str:
    changes = f"{test.dice}d6 {modifier_text(test.modifiers, 'dice')}".rstrip()
    return f"{changes} leaves no dice, so {'nothing is rolled' if test.tn is None else 'the test fails without a roll'}"


def steps(test: Any, o: Any, roll: Roll) -> Iterator[tuple[str, str, str]]:
    """The steps of a test."""
    dice, on_tn, on_dice = roll.pool(0), modifier_text(test.modifiers, "TN"), modifier_text(test.modifiers, "dice")
    if o.tn is None and on_tn:
        yield "Modifiers", f"{on_tn} changes nothing: there is no TN", "tn_modifiers"
    elif o.tn is not None:
        yield "Target Number", f"TN {test.tn}", "target_number"
        yield from _both_tns(test)
        total = test.tn + rules.change(test.modifiers, "TN")
        if on_tn:
            yield "Modifiers", f"{test.tn} {on_tn} = TN {total}", "tn_modifiers"
        if total < o.tn:
            yield "Lowest TN", f"a TN is never below {rules.LOWEST_TN}: TN {o.tn}", "lowest_tn"
        line = rules.difficulty(o.tn)
        yield "Difficulty", f"TN {o.tn} is {line.name}, Universal Code {line.code}", "difficulty"
    yield "Dice", f"{test.dice}d6", "dicepool"
    if on_dice:
        left = pool_of(test.dice + rules.change(test.modifiers, "dice"))
        yield "Modifiers", f"{test.dice}d6 {on_dice} = {left}", "dice_modifiers"
    if not dice:
        yield "No dice", _no_dice(test), "no_dice"
    else:
        yield from _result_steps(test, o, dice, sum(pick.option == LEAVE for pick in roll.picks))


def _both_tns(test: Any) -> Iterator[tuple[str, str, str]]:
    """The step on a TN whose difficulty has two of them."""
    if test.tn >= rules.LOWEST_TN and len((line := rules.difficulty(test.tn)).tns) > 1:
        equally = ", equally likely" if rules.equally_likely(test) else ""
        yield line.name, f"TN {one_of([*map(str, line.tns)])}{equally}", "target_number"


def _result_steps(test: Any, o: Any, dice: Sequence[Die], left: int) -> Iterator[tuple[str, str, str]]:
    """The steps from the dice to passed or failed, or to the order of initiative."""
    if test.initiative:
        kept = "sixes are not rerolled"
        yield "Initiative", kept if o.tn is None else f"with a TN it is a test whose {kept}", "initiative"
    if test.initiative and o.tn is None:
        order = ORDER.label_of(test.settings.initiative_order)
        first = f"{o.initiative}, the {order}; the highest acts first, a rule of this app's own"
        yield "Order", first, "initiative_order"
    elif again := [die for die in dice if len(die.faces) > 1]:
        sums = ", ".join(f"{' + '.join(map(str, die.faces))} = {rules.value(die.faces)}" for die in again)
        yield "Sixes", f"rerolled and added: {sums}", "sixes"
    if o.tn is None:
        return
    if left:
        yield "Sixes", f"{amount(left, 'six', 'sixes')} left", "sixes"
    yield "Successes", f"{of_dice(o.successes, len(dice), 'reaches', 'reach')} TN {o.tn}", "success"
    if ones := sum(die.faces == (1,) for die in dice):
        yield "Ones", f"{amount(ones, 'one')}: never a success", "ones"
    if o.all_ones:
        yield "All ones", "failed even worse; the game master says how", "all_ones"
    needed = amount(test.settings.successes_needed, "success", "successes")
    yield "Test", f"{needed} needed: {'passed' if o.passed else 'failed'}", "passed"


def mark(die: Die, tn: int | None) -> Mark:
    """The mark of a die."""
    worth = rules.value(die.faces)
    if tn is None:
        return Mark("plain", f"{die.face}")
    if die.faces == (1,):
        return Mark("one", "one")
    kind, words = ("hit", "success") if rules.succeeds(worth, tn) else ("plain", "no success")
    if len(die.faces) == 1:
        return Mark(kind, f"{worth}, {words}")
    return Mark(kind, f"{worth}, {words}", f"{worth - die.face}+{die.face}", worth=worth)
