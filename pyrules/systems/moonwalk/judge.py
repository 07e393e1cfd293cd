"""Moonwalk at the table: the dice a test asks for, and what they come to, step by step."""

from collections.abc import Sequence
from dataclasses import replace

from pyrules.core.english import amount, of_dice, pool_of
from pyrules.core.form import Field
from pyrules.core.roll import LEAVE, MOST_DICE, NOTHING, Die, Pending, Pick, Roll, Throw, alike, missing
from pyrules.core.system import Topic
from pyrules.core.verdict import Drama, Effect, Line, Mark, Option, Verdict
from pyrules.systems.moonwalk import rules
from pyrules.systems.moonwalk.model import (
    Basic,
    BasicOutcome,
    Extended,
    ExtendedOutcome,
    Opposed,
    Own,
    Settings,
    Tally,
    Term,
    Test,
)
from pyrules.systems.moonwalk.notation import fits, write, write_calculation
from pyrules.systems.moonwalk.rulings import GLITCH, STANDARD_RESULT

SIDE_NAMES = ("Your dice", "Defender's dice")
BY_SIXES = "Dice added by sixes"
NEXT = "next"
"""The option that goes on with an extended test."""

GLITCH_WORDS = {"none": "", "glitch": "a glitch", "critical": "a critical glitch"}


def pending(test: Test, roll: Roll) -> Pending:
    """The dice still to be thrown: the pool, what sixes add to it, the defender's pool, the next interval."""
    dice = rules.dicepool(test.dicepool)
    if test.standard or not dice:
        return NOTHING
    match test.against:
        case Basic():
            return _missing(roll, 0, dice, six=test.rule_of_six)
        case Opposed(dicepool=defence):
            sides = (
                _missing(roll, 0, dice, six=test.rule_of_six),
                _missing(roll, 1, rules.dicepool(defence), six=test.against.rule_of_six),
            )
            return Pending(
                tuple(
                    replace(throw, what=f"{name}, added by sixes" if throw.left else name)
                    for name, side in zip(SIDE_NAMES, sides, strict=True)
                    for throw in side.throws
                )
            )
        case Extended() as against:
            return _pending_interval(test, against, roll)


def _pending_interval(test: Test, against: Extended, roll: Roll) -> Pending:
    rolls = len(roll.dice)
    if rolls:
        last = own(roll, rolls - 1)
        dice = rules.interval_dice(test.dicepool, rolls - 1, last.modifier)
        if (more := _missing(roll, rolls - 1, dice, six=test.rule_of_six or last.rule_of_six)).throws:
            return more
    modifier = own(roll, rolls).modifier
    if rules.extended_state(test, against, tallies(roll), modifier, given_up=roll.given_up) != "ongoing":
        return NOTHING
    throw = Throw(rolls, 0, 6, rules.interval_dice(test.dicepool, rolls, modifier))
    return Pending((throw,), Pick(NEXT) if rolls > len(_going_on(roll)) else None)


def _going_on(roll: Roll) -> tuple[Pick, ...]:
    """The picks that led to a further roll of an extended test each."""
    return tuple(pick for pick in roll.picks if pick.option == NEXT)


def own(roll: Roll, number: int) -> Own:
    """The hits and rules of roll `number` of an extended test for it alone, as it was picked."""
    picks = _going_on(roll)
    given = dict(picks[number - 1].given) if 0 < number <= len(picks) else {}
    return Own(given.get("modifier", 0), bool(given.get("rule_of_six", False)))


def _missing(roll: Roll, number: int, dice: int, *, six: bool) -> Pending:
    """The throw that completes roll `number`, of `dice` and with the Rule of Six (`six`) what sixes add.

    Each six may be left.
    """
    lying, left = roll.pool(number), Pick(LEAVE, (number,))
    if len(lying) < dice or not six:
        return missing(number, len(lying), dice)
    if left in roll.picks:
        return NOTHING
    added = missing(number, len(lying), dice + rules.added_dice(lying))
    return Pending(tuple(replace(throw, what=BY_SIXES, left=left) for throw in added.throws))


def interchangeable(test: Test, roll: Roll, throw: Throw) -> tuple[tuple[int, ...], ...]:
    """Fives and sixes, ones, and the others; sixes by themselves where they add dice."""
    defends = isinstance(test.against, Opposed) and throw.roll == 1
    six = test.against.rule_of_six if isinstance(test.against, Opposed) and defends else test.rule_of_six
    if isinstance(test.against, Extended):
        six = six or own(roll, throw.roll).rule_of_six

    def effect_of_face(face: int) -> tuple[int, int, int]:
        die = Die(throw.sides, (face,))
        alone = rules.tally((die,))
        return alone.hits, rules.added_dice((die,)) if six else 0, alone.ones

    return alike(throw.sides, effect_of_face)


def tallies(roll: Roll) -> tuple[Tally, ...]:
    """The counts of every roll."""
    return tuple(rules.tally(dice) for dice in roll.dice)


def topic(test: Test) -> Topic:
    """The terms that the dicepool was put together from, and what the defender's was."""
    return Topic(_labels(test.dicepool), _labels(test.against.dicepool) if isinstance(test.against, Opposed) else "")


def _labels(terms: Sequence[Term]) -> str:
    """The labels of what gives dice.

    >>> _labels((Term(5, "Agility"), Term(4, "Pistols"), Term(-2, "Wounds")))
    'Agility + Pistols'
    """
    return " + ".join(term.label for term in terms if term.label and term.number > 0)


def before(test: Test) -> tuple[Line, ...]:
    """The lines that are certain before the dice fall."""
    if not rules.dicepool(test.dicepool):
        return (_automatic_failure(test),)
    if isinstance(test.against, Basic) and test.limit is not None and test.limit < test.against.threshold:
        cannot = "cannot" if test.standard else "can be rolled but cannot"
        words = f"below the threshold ({test.against.threshold}), so this test {cannot} succeed"
        return (Line(f"Limit [{test.limit}]", words, "moonwalk.limit"),)
    if test.limit == 0:
        return (Line("Limit [0]", "no hit counts, so this test cannot succeed", "moonwalk.limit"),)
    return () if isinstance(test.against, Opposed) else _out_of_reach(test, test.against)


def _out_of_reach(test: Test, against: Basic | Extended) -> tuple[Line, ...]:
    """The line on a threshold that not even a hit on every die reaches."""
    dice = rules.dicepool(test.dicepool)
    rolls = range(dice, 0, -1) if isinstance(against, Extended) else (dice,)
    kept = [rules.most_kept(test, each) for each in rolls]
    most = sum(one for one in kept if one is not None)
    if None in kept or rules.reaches(most, against.threshold):
        return ()
    cannot = "cannot" if test.standard else "can be rolled but cannot"
    helped = " without more dice" if isinstance(against, Extended) and not test.standard else ""
    words = f"{amount(most, 'hit')} at most, so this test {cannot} succeed{helped}"
    rule = "moonwalk.extended" if isinstance(against, Extended) else "moonwalk.threshold"
    return (Line(f"Threshold ({against.threshold})", words, rule),)


def _automatic_failure(test: Test) -> Line:
    none = f"{write_calculation(test.dicepool)} leaves no dice"
    return Line("No dice", f"{none}, so the test fails; more dice, usually Edge, would help", "moonwalk.no_dice")


def outcome(test: Test, roll: Roll) -> BasicOutcome:
    """The outcome of the dice as they lie."""
    match test.against:
        case Basic() as against:
            return rules.basic(test, against, _tally_of(test, roll))
        case Opposed() as against:
            return rules.opposed_outcome(test, against, rules.tally(roll.pool(0)), rules.tally(roll.pool(1)))
        case Extended() as against:
            return _so_far(test, against, roll)


def _so_far(test: Test, against: Extended, roll: Roll) -> ExtendedOutcome:
    counted = _intervals(test, against, roll)
    owns = tuple(own(roll, number) for number in range(len(counted) + 1))
    return rules.extended_outcome(test, against, counted, owns, given_up=roll.given_up)


def _tally_of(test: Test, roll: Roll) -> Tally:
    dice = rules.dicepool(test.dicepool)
    return rules.standard_result(dice, test.settings) if test.standard else rules.tally(roll.pool(0))


def _intervals(test: Test, against: Extended, roll: Roll) -> tuple[Tally, ...]:
    """The counts of every roll of an extended test; its Standard Results until it is decided, where these are taken."""
    if not test.standard:
        return tallies(roll)
    counted: tuple[Tally, ...] = ()
    while rules.extended_state(test, against, counted) == "ongoing":
        counted += (rules.standard_result(rules.interval_dice(test.dicepool, len(counted)), test.settings),)
    return counted


def events(_test: Test, outcome: BasicOutcome) -> dict[str, bool]:
    """The events that an outcome is; a critical glitch is a glitch too."""
    glitch = outcome.glitch
    return {"success": outcome.success, "glitch": glitch != "none", "critical": glitch == "critical"}


def state(_test: Test, roll: Roll) -> tuple[object, ...]:
    """The parts of a roll that matter: the counts of every pool, the dice that sixes add, and what was picked."""
    return tallies(roll), tuple(map(rules.added_dice, roll.dice)), roll.picks


NOT_POSSIBLE = "Not possible"

Told = tuple[BasicOutcome, tuple[Line, ...], tuple[str, ...], tuple[str, ...], Drama]
"""The report of a kind of test: outcome, steps, summary, what is heard beside it, drama."""


def judge(test: Test, roll: Roll) -> Verdict:
    """The verdict on the dice as they lie."""
    found, lines, summary, heard, drama = _report(test, roll)
    possible = rules.is_possible(roll.picks)
    numbers = tuple(f"Roll {number}" for number in range(1, len(roll.dice) + 1))
    ongoing = isinstance(found, ExtendedOutcome) and found.state == "ongoing"
    good = None if ongoing or not possible else found.success
    return Verdict(
        outcome=found,
        headline=NOT_POSSIBLE if not possible else "Ongoing" if ongoing else "Success" if good else "Failure",
        summary=" · ".join(filter(None, (*summary, GLITCH_WORDS[found.glitch]))),  # it may come with a success
        good=good,
        lines=lines if possible else (*lines, Line(NOT_POSSIBLE, "the action cannot be taken", "moonwalk.forgo")),
        effects=failed_effects(test) if good is False else (),
        marks=_marks(test, roll),
        rolls={"basic": (), "opposed": SIDE_NAMES, "extended": numbers}[test.against.kind],
        heard=heard,
        drama=drama,
    )


def _report(test: Test, roll: Roll) -> Told:
    match test.against:
        case Basic() as against:
            return _report_basic(test, against, roll)
        case Opposed() as against:
            return _report_opposed(test, against, roll)
        case Extended() as against:
            return _report_extended(test, against, roll)


def _report_basic(test: Test, against: Basic, roll: Roll) -> Told:
    counted, threshold = _tally_of(test, roll), against.threshold
    outcome = rules.basic(test, against, counted)
    beyond = outcome.kept - threshold
    margin = f"{beyond} to spare" if beyond > 0 else "exactly enough" if beyond == 0 else f"{-beyond} short"
    lines = (
        *_pool_lines(test),
        *(_count_lines(test, counted, roll.pool(0), dice) if (dice := rules.dicepool(test.dicepool)) else ()),
        Line(f"Threshold ({threshold})", f"{amount(outcome.kept, 'hit')}, {margin}", "moonwalk.threshold"),
        *(() if outcome.success else _again_lines(test)),
    )
    summary = amount(outcome.kept, "hit"), f"needs {threshold}"
    return outcome, lines, summary, _limits_and_ones(counted, ("Limit", test.limit)), _drama(outcome.glitch, beyond)


def _drama(glitch: str, beyond: int = 0) -> Drama:
    """A glitch is a disaster, five hits beyond what was needed are a triumph."""
    if glitch != "none":
        return "disaster"
    return "triumph" if beyond >= 5 else ""


def _limits_and_ones(counted: Tally, *limits: tuple[str, int | None]) -> tuple[str, ...]:
    """The limits that are set, and the ones if there are some."""
    said = tuple(f"{whose} {limit}" for whose, limit in limits if limit is not None)
    return (*said, amount(counted.ones, "one")) if counted.ones else said


def _report_opposed(test: Test, against: Opposed, roll: Roll) -> Told:
    dice = rules.dicepool(test.dicepool)
    actor, defender = rules.tally(roll.pool(0)), rules.tally(roll.pool(1))
    outcome = rules.opposed_outcome(test, against, actor, defender)
    lines = _pool_lines(test)
    if dice:
        six = _six_line("Defender's Rule of Six", roll.pool(1), rules.dicepool(against.dicepool))
        tie = "" if outcome.net else ", a tie goes to the defender"
        lines += (
            *_count_lines(test, actor, roll.pool(0), dice),
            Line("Defence", _pool_words(against.dicepool), "moonwalk.opposed"),
            *((six,) if against.rule_of_six else ()),
            Line("Defender's hits", _hits_kept(defender.hits, against.limit), "moonwalk.opposed"),
            *(_ones_lines(defender, test.settings, "Defender's ones", "Defender's glitch") if defender.dice else ()),
            Line("Net hits", f"{outcome.kept} against {outcome.defender_hits}: {outcome.net:+d}{tie}", "moonwalk.net"),
        )
    glitch = GLITCH_WORDS[rules.glitch(defender, test.settings)]
    summary = (
        amount(outcome.kept, "hit"),
        f"defender {outcome.defender_hits}" + (f" with {glitch}" if glitch else ""),
    )
    heard = _limits_and_ones(actor, ("Limit", test.limit), ("Defender's limit", against.limit))
    return outcome, lines, summary, heard, _drama(outcome.glitch, outcome.net)


def _report_extended(test: Test, against: Extended, roll: Roll) -> Told:
    outcome = _so_far(test, against, roll)
    counted, rolls = _intervals(test, against, roll), amount(outcome.rolls, "interval")
    lines = _pool_lines(test)
    for number, one in enumerate(counted):
        alone = own(roll, number)
        dice = rules.interval_dice(test.dicepool, number, alone.modifier)
        lines += (_roll_line(test, number, alone),)
        lines += _count_lines(by_itself(test, alone), one, roll.pool(number), dice)
    so_far = f"{amount(outcome.total, 'hit')} so far, {outcome.state}"
    lines += (
        Line("Time", f"{amount(outcome.rolls, 'roll')} of {against.interval}: {outcome.elapsed}", "moonwalk.interval"),
        Line(f"Threshold ({against.threshold})", so_far, "moonwalk.extended"),
    )
    summary = amount(outcome.total, "hit"), f"needs {against.threshold}", outcome.elapsed
    if roll.given_up:
        left = amount(rules.interval_dice(test.dicepool, outcome.rolls), "die", "dice")
        lines += (Line("Given up", f"after {rolls}, with {left} left for another", "moonwalk.given_up"),)
        needed = amount(against.threshold, "hit")
        summary = f"Given up after {rolls}", f"{outcome.total} of {needed}", outcome.elapsed
    if outcome.state == "failed":
        lines += _again_lines(test)
    heard = _limits_and_ones(counted[-1], ("Limit", test.limit)) if counted else ()
    return outcome, lines, summary, heard, _drama(outcome.intervals[-1].glitch) if outcome.intervals else ""


def _roll_line(test: Test, number: int, alone: Own) -> Line:
    """The dice of one roll of an extended test, and what it has for it alone."""
    step, dice = f"Roll {number + 1}", rules.interval_dice(test.dicepool, number, alone.modifier)
    if alone == Own():
        return Line(step, amount(dice, "die", "dice"), "moonwalk.extended")
    changed = f"{rules.shrunk_pool(test.dicepool, number)} {alone.modifier:+d} = " if alone.modifier else ""
    six = ", the Rule of Six for this roll alone" if alone.rule_of_six else ""
    return Line(step, f"{changed}{amount(dice, 'die', 'dice')}{six}", "moonwalk.one_interval")


def by_itself(test: Test, alone: Own) -> Test:
    """The test as one of its rolls has it."""
    return replace(test, rule_of_six=True) if alone.rule_of_six else test


def failed_effects(test: Test) -> tuple[Effect, ...]:
    """The penalty that a failed try leaves; nothing where trying again is free."""
    if rules.retries_freely(test.against) or not rules.is_tried(test):
        return ()
    return (Effect("retry_penalty", rules.AGAIN_PENALTY, "moonwalk.again"),)


def _again_lines(test: Test) -> tuple[Line, ...]:
    """The penalty of the try that may follow, those of earlier tries in it."""
    if not rules.is_tried(test):
        return ()
    penalty = rules.again_penalty(rules.trying_at_once(test))
    return (Line(rules.AGAIN, f"{penalty} dice on a try within {_soon(test)}", "moonwalk.again"),)


def options(test: Test, roll: Roll) -> tuple[Option, ...]:
    """The next interval of an extended test, and another try at a test that failed."""
    if pending(test, roll).throws:
        return (_next_interval(test, roll),)
    if not rules.is_tried(test) and rules.is_possible(roll.picks):
        return (Option(rules.IMPOSSIBLE, NOT_POSSIBLE, "the action cannot be taken, instead of failing"),)
    if judge(test, roll).good or not rules.is_tried(test):
        return ()
    again = test if rules.retries_freely(test.against) else rules.trying_at_once(test)
    further = (another_try(again),) if fits(again) else ()
    out_of_dice = isinstance(test.against, Extended) and roll.dice and not roll.given_up
    return (*further, _next_interval(test, roll)) if out_of_dice else further


def _next_interval(test: Test, roll: Roll) -> Option:
    """The next interval, with what may be given for it alone; where no dice are left, a modifier must be."""
    rolls = len(roll.dice)
    left = rules.shrunk_pool(test.dicepool, rolls)
    dice = rules.interval_dice(test.dicepool, rolls, own(roll, rolls).modifier)
    hint = f"roll {amount(dice, 'die', 'dice')}" if dice else "no dice left without a modifier"
    if not rolls or len(_going_on(roll)) >= rolls:
        return Option(NEXT, "Next interval", hint)
    modifier = Field("modifier", "Modifier", "number", 0, 1 - left, MOST_DICE - left, rule="moonwalk.one_interval")
    six = Field("rule_of_six", "Rule of Six", "switch", default=False, rule="moonwalk.one_interval")
    return Option(NEXT, "Next interval", hint, fields=(modifier,) if test.rule_of_six else (modifier, six))


def another_try(again: Test) -> Option:
    """The option to try a failed test again; `again` is that test with the penalty it has come to, if there is one."""
    penalty = rules.again_penalty(again)
    if not penalty or rules.retries_freely(again.against):
        return Option("again", "Try again", notation=write(again))
    left = "" if rules.is_tried(again) else "; no dice remain"
    return Option("again", "Try again", f"{penalty} dice within {_soon(again)}{left}", notation=write(again))


def _soon(test: Test) -> str:
    """The time after a failed test in which another try has the penalty: twice what it took."""
    return f"{test.against.interval.times(2)}" if isinstance(test.against, Extended) else "twice the time"


def _pool_lines(test: Test) -> tuple[Line, ...]:
    lines: tuple[Line, ...] = (Line("Dicepool", _pool_words(test.dicepool), "moonwalk.dicepool"),)
    modifiers = test.dicepool[2 if rules.skill(test.dicepool) else 1 :]
    if changes := [f"{term.label} {term.number:+d}".strip() for term in modifiers]:
        lines += (Line("Modifiers", " ".join(changes), "moonwalk.modifiers", quiet=True),)
    return lines if rules.dicepool(test.dicepool) else (*lines, _automatic_failure(test))


def _pool_words(terms: tuple[Term, ...]) -> str:
    dice = pool_of(sum(term.number for term in terms))
    return dice if terms == (Term(rules.dicepool(terms)),) else f"{write_calculation(terms)} = {dice}"


def _count_lines(test: Test, counted: Tally, dice: Sequence[Die], pool: int) -> tuple[Line, ...]:
    """The steps from the dice of one roll to the hits kept."""
    lines: tuple[Line, ...] = ()
    if test.standard:
        quarter = (
            f"{pool} ÷ 4, {STANDARD_RESULT.label_of(test.settings.standard_result)}: {amount(counted.hits, 'hit')}"
        )
        lines += (Line("Standard Result", quarter, "moonwalk.standard_result"),)
    else:
        if test.rule_of_six:
            lines += (_six_line("Rule of Six", dice, pool),)
        lines += (Line("Hits", f"{of_dice(counted.hits, counted.dice, 'shows', 'show')} 5 or 6", "moonwalk.hits"),)
    limit = "No limit" if test.limit is None else f"Limit [{test.limit}]"
    kept = _hits_kept(counted.hits, test.limit, rolled=not test.standard)
    lines += (Line(limit, kept, "moonwalk.limit", quiet=test.limit is None),)
    return lines if test.standard else (*lines, *_ones_lines(counted, test.settings, "Ones", "Glitch"))


def _six_line(step: str, dice: Sequence[Die], pool: int) -> Line:
    """The dice that the Rule of Six added to a roll of `pool` dice, and how many sixes were left."""
    sixes = rules.added_dice(dice)
    left = pool + sixes - len(dice)
    each = amount(sixes, "six adds a die", "sixes add a die each")
    added = f"{amount(sixes, 'six', 'sixes')}, {left} left" if left else each
    return Line(step, f"{added}: {amount(len(dice), 'die', 'dice')} in all", "moonwalk.rule_of_six")


def _ones_lines(counted: Tally, settings: Settings, ones: str, glitch: str) -> tuple[Line, ...]:
    """The ones of a roll and whether they make a glitch, by the names of these steps."""
    shown = f"{of_dice(counted.ones, counted.dice, 'shows', 'show')} 1"
    line = Line(ones, shown, "moonwalk.ones", quiet=not counted.ones)
    kind = rules.glitch(counted, settings)
    if kind == "none":
        return (line,)
    without = ", and no hit was rolled" if kind == "critical" else ""
    said = f"{GLITCH.label_of(settings.glitch)} of the dice show 1{without}: {GLITCH_WORDS[kind]}"
    return (line, Line(glitch, said, "moonwalk.glitch"))


def _hits_kept(hits: int, limit: int | None, *, rolled: bool = True) -> str:
    return (
        f"{amount(hits, 'hit')}{' rolled' if rolled else ''}, {amount(rules.kept_hits(hits, limit), 'counts', 'count')}"
    )


def _marks(test: Test, roll: Roll) -> tuple[tuple[Mark, ...], ...]:
    """The marks of the dice: hits beyond the limit are kept away, the last ones first."""
    if not isinstance(test.against, Opposed):
        return tuple(_pool_marks(dice, test.limit) for dice in roll.dice)
    sides = ((test.limit, ""), (test.against.limit, "other"))
    return tuple(
        tuple(replace(mark, role=role) for mark in _pool_marks(dice, limit))
        for dice, (limit, role) in zip(roll.dice, sides, strict=False)
    )


def _pool_marks(dice: Sequence[Die], limit: int | None) -> tuple[Mark, ...]:
    room = rules.kept_hits(rules.tally(dice).hits, limit)
    found = []
    for die in dice:
        if not rules.tally((die,)).hits:
            found.append(Mark("one", "one") if die.face == 1 else Mark("plain", "no hit"))
        elif room:
            room -= 1
            found.append(Mark("hit", "hit"))
        else:
            found.append(Mark("spare", "hit beyond the limit"))
    return tuple(found)
