"""Almond at the table: the dice a test asks for, and what they come to, step by step."""

from collections.abc import Iterator

from pyrules.core.roll import LEAVE, NOTHING, Die, Pending, Pick, Roll, Throw, alike, missing
from pyrules.core.verdict import Drama, Line, Mark, Option, Verdict, count, of_dice, pool_of
from pyrules.systems.almond import rules
from pyrules.systems.almond.model import Outcome, Test
from pyrules.systems.almond.notation import write_modifier


def pending(test: Test, roll: Roll) -> Pending:
    """The dice still to be thrown: the pool, then every six that is rerolled, unless it is left."""
    dice = rules.dicepool(test.dice, test.modifiers)
    lying = roll.pool(0)
    if (more := missing(0, len(lying), dice)).throws:
        return more
    again = tuple(_sixes(roll, most=rules.most_throws(test)))
    return Pending(again) if again else NOTHING


def further(test: Test, roll: Roll) -> tuple[Throw, ...]:
    """The sixes that have met the TN, and may be rolled on all the same."""
    if rules.thrown_once(test) or pending(test, roll).throws:
        return ()
    return tuple(_sixes(roll, most=rules.most_throws(test) + rules.ROLLED_OUT))


def _sixes(roll: Roll, most: int) -> Iterator[Throw]:
    """A throw for each six that has been thrown fewer than `most` times and was not left."""
    for place, die in enumerate(roll.pool(0)):
        left = Pick(LEAVE, (place,))
        if rules.rerolled(die.faces, most) and left not in roll.picks:
            yield Throw(0, place, 6, left=left)


def interchangeable(test: Test, roll: Roll, throw: Throw) -> tuple[tuple[int, ...], ...]:
    """Successes, sixes that are rerolled, ones among the first faces, and the others.

    Of initiative alone every face matters.
    """
    tn, most = rules.target(test), rules.most_throws(test)
    if tn is None:
        return ()
    before = roll.pool(0)[throw.first].faces if throw.first < len(roll.pool(0)) else ()
    if rules.succeeds(rules.value(before), tn):
        return ()

    def what(face: int) -> tuple[bool, bool, bool]:
        faces = (*before, face)
        return rules.succeeds(rules.value(faces), tn), rules.rerolled(faces, most), rules.all_ones(faces)

    return alike(throw.sides, what)


def before(test: Test) -> tuple[Line, ...]:
    """What is certain before the dice fall."""
    dice = rules.dicepool(test.dice, test.modifiers)
    tn = rules.target(test)
    needed = test.settings.successes_needed
    if not dice:
        return (_no_dice(test),)
    if tn is None:
        return ()
    if needed > dice:
        have = count(dice, "die", "dice")
        return (Line("Successes", f"{needed} needed, but only {have}: this test cannot pass", "almond.passed"),)
    if rules.thrown_once(test) and tn > 6:
        return (Line("Initiative", f"no die reaches TN {tn} while sixes are not rerolled", "almond.initiative"),)
    return ()


def _no_dice(test: Test) -> Line:
    changes = " ".join((f"{test.dice}d6", *(write_modifier(one) for one in test.modifiers if one.on == "dice")))
    follows = "nothing is rolled" if test.tn is None else "the test fails without a roll"
    return Line("No dice", f"{changes} leaves no dice, so {follows}", "almond.no_dice")


def outcome(test: Test, roll: Roll) -> Outcome:
    """The outcome of the dice as they lie."""
    dice = roll.pool(0)
    return rules.outcome(test, rules.tally(dice, rules.target(test)), tuple([rules.value(die.faces) for die in dice]))


def events(_test: Test, outcome: Outcome) -> dict[str, bool]:
    """The events that an outcome is; initiative alone passes and fails nothing, and is told by its sixes."""
    if outcome.passed is None:
        return {"six": 6 in outcome.values}
    return {"passed": outcome.passed, "all_ones": outcome.all_ones}


def state(test: Test, roll: Roll) -> tuple[int, ...] | tuple[int, bool, tuple[int, ...]]:
    """What matters of a roll: the successes, whether all began with a one, and how often each six was thrown on.

    Of one for initiative alone the dice matter, in whatever order.
    """
    if test.tn is None:
        return tuple(sorted(die.face for die in roll.pool(0)))
    counted = rules.tally(roll.pool(0), rules.target(test))
    going_on = (len(roll.pool(0)[throw.first].faces) for throw in _sixes(roll, most=rules.MOST_THROWS))
    return counted.successes, counted.all_ones, tuple(sorted(going_on))


def judge(test: Test, roll: Roll) -> Verdict:
    """The verdict on the dice as they lie."""
    dice = roll.pool(0)
    found = outcome(test, roll)
    tn = found.tn
    if tn is None:
        return _judge_initiative(test, roll, found)
    headline = "Pass" if found.passed else "Failure"
    return Verdict(
        outcome=found,
        headline="Failure, all ones" if found.all_ones else headline,
        summary=f"{count(found.successes, 'success', 'successes')} · TN {tn}",
        good=found.passed,
        lines=(*_tn_lines(test, tn), *_dice_lines(test), *_count_lines(test, roll, found)),
        marks=(tuple(_mark(die, tn) for die in dice),) if dice else (),
        drama=_drama(found),
    )


def _judge_initiative(test: Test, roll: Roll, outcome: Outcome) -> Verdict:
    """The verdict on a roll for initiative alone."""
    dice = roll.pool(0)
    return Verdict(
        outcome=outcome,
        headline=f"Initiative {outcome.initiative}",
        summary=test.settings.initiative_order,
        good=None,
        lines=(*_no_tn_lines(test), *_dice_lines(test), *(_initiative_lines(test, outcome) if dice else ())),
        marks=(tuple(Mark("plain", f"{die.face}") for die in dice),) if dice else (),
    )


def _no_tn_lines(test: Test) -> Iterator[Line]:
    """That modifiers of the TN change nothing where there is none."""
    if changes := [write_modifier(one) for one in test.modifiers if one.on == "TN"]:
        yield Line("Modifiers", f"{' '.join(changes)} changes nothing: there is no TN", "almond.tn_modifiers")


def _initiative_lines(test: Test, outcome: Outcome) -> Iterator[Line]:
    """How a roll for initiative is read."""
    yield Line("Initiative", "sixes are not rerolled", "almond.initiative")
    order = test.settings.initiative_order
    words = f"{outcome.initiative}, the {order}; the highest acts first, a rule of this app's own"
    yield Line("Order", words, "almond.initiative_order")


def _drama(outcome: Outcome) -> Drama:
    """All ones are a disaster, nothing but successes on three dice or more a triumph."""
    if outcome.all_ones:
        return "disaster"
    return "triumph" if outcome.passed and outcome.successes == len(outcome.values) >= 3 else ""


def options(_test: Test, _roll: Roll) -> tuple[Option, ...]:
    """Nothing: the rules leave no choice after the roll."""
    return ()


def _tn_lines(test: Test, tn: int) -> tuple[Line, ...]:
    base = test.tn or tn
    lines = [Line("Target Number", f"TN {base}{_other_tns(test, base)}", "almond.target_number")]
    if changes := [one for one in test.modifiers if one.on == "TN"]:
        words = " ".join(write_modifier(one) for one in changes)
        total = base + rules.change(changes, "TN")
        lines.append(Line("Modifiers", f"{base} {words} = TN {total}", "almond.tn_modifiers"))
    if base + rules.change(test.modifiers, "TN") < tn:
        lines.append(Line("Lowest TN", f"a TN is never below {rules.LOWEST_TN}: TN {tn}", "almond.lowest_tn"))
    return (*lines, _difficulty_line(tn))


def _other_tns(test: Test, base: int) -> str:
    """What is said of a TN whose difficulty has two of them."""
    if base < rules.LOWEST_TN or len((line := rules.difficulty(base)).tns) == 1:
        return ""
    equally = ", which are equally likely here" if rules.equally_likely(test) else ""
    return f"; {line.name} is {' or '.join(f'TN {tn}' for tn in line.tns)}{equally}"


def _difficulty_line(tn: int) -> Line:
    line = rules.difficulty(tn)
    return Line("Difficulty", f"TN {tn} is {line.name}, Universal Code {line.code}", "almond.difficulty")


def _dice_lines(test: Test) -> tuple[Line, ...]:
    dice = rules.dicepool(test.dice, test.modifiers)
    lines = [Line("Dice", f"{test.dice}d6", "almond.dicepool")]
    if changes := [one for one in test.modifiers if one.on == "dice"]:
        words = " ".join(write_modifier(one) for one in changes)
        left = pool_of(test.dice + rules.change(test.modifiers, "dice"))
        lines.append(Line("Modifiers", f"{test.dice}d6 {words} = {left}", "almond.dice_modifiers"))
    if not dice:
        lines.append(_no_dice(test))
    return tuple(lines)


def _count_lines(test: Test, roll: Roll, outcome: Outcome) -> tuple[Line, ...]:
    """The steps from the dice to passed or failed."""
    dice = roll.pool(0)
    if not dice:
        return ()
    lines: list[Line] = []
    if rules.thrown_once(test):
        lines += _initiative_lines(test, outcome)
    elif again := [die for die in dice if len(die.faces) > 1]:
        sums = ", ".join(f"{' + '.join(map(str, die.faces))} = {rules.value(die.faces)}" for die in again)
        lines.append(Line("Sixes", f"rerolled and added: {sums}", "almond.sixes"))
    if left := sum(pick.option == LEAVE for pick in roll.picks):
        lines.append(Line("Sixes", f"{count(left, 'six', 'sixes')} left", "almond.sixes"))
    lines.append(
        Line(
            "Successes",
            f"{of_dice(outcome.successes, len(dice), 'reaches', 'reach')} TN {outcome.tn}",
            "almond.success",
        )
    )
    if ones := sum(die.face == 1 and len(die.faces) == 1 for die in dice):
        lines.append(Line("Ones", f"{count(ones, 'one')}: never a success", "almond.ones"))
    if outcome.all_ones:
        lines.append(Line("All ones", "failed even worse; the game master says how", "almond.all_ones"))
    verdict = "passed" if outcome.passed else "failed"
    needed = count(test.settings.successes_needed, "success", "successes")
    lines.append(Line("Test", f"{needed} needed: {verdict}", "almond.passed"))
    return tuple(lines)


def _mark(die: Die, tn: int) -> Mark:
    worth = rules.value(die.faces)
    badge = f"{worth - die.face}+{die.face}={worth}" if len(die.faces) > 1 else ""
    if rules.succeeds(worth, tn):
        return Mark("hit", f"{worth}, success", badge)
    return Mark("one", "one") if die.faces == (1,) else Mark("plain", f"{worth}, no success", badge)
