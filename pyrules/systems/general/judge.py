"""Tests at the table: the dice they ask for, and what those come to, step by step."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from pyrules.core.roll import NOTHING, Die, Pending, Pick, Roll, Throw
from pyrules.core.system import Topic
from pyrules.core.verdict import Drama, Effect, Line, Mark, Option, Verdict
from pyrules.systems.general import rules, time
from pyrules.systems.general.model import KINDS, ROLES, Outcome, PoolDie, Test
from pyrules.systems.general.rulings import TRAINING

DIE_RULES = {
    "attribute": "general.attribute_die",
    "skill": "general.skill_die",
    "combat": "general.combat_die",
    "action": "general.actions",
    "bonus": "general.bonus_die",
    "other": "general.dice_pool",
}


def pending(test: Test, roll: Roll) -> Pending:
    """The dice still to be thrown: the pool, the second throws of Advantage and Disadvantage, the dice of a reroll."""
    if test.declined:
        return NOTHING
    lying = roll.pool(0)
    missing = [
        place
        for place, throws in enumerate(_throws(test, roll.picks))
        if place >= len(lying) or len(lying[place].faces) < throws
    ]
    return Pending(tuple(_runs(test, missing))) if missing else NOTHING


def _throws(test: Test, picks: Sequence[Pick]) -> tuple[int, ...]:
    """The number of times that each die is thrown in all."""
    rolled = [1] * len(test.dice)
    for pick in picks:
        for place in pick.places:
            rolled[place] += 1
    return tuple(rules.throws(mode) * times for mode, times in zip(rules.modes(test), rolled, strict=True))


def _runs(test: Test, places: Sequence[int]) -> Iterator[Throw]:
    """One throw for every run of neighbours of the same size that are rolled alike."""
    modes = rules.modes(test)
    for _, run in groupby(
        enumerate(places), key=lambda item: (item[1] - item[0], test.dice[item[1]].sides, modes[item[1]])
    ):
        first, *others = (place for _, place in run)
        yield Throw(0, first, test.dice[first].sides, 1 + len(others))


def topic(test: Test) -> Topic:
    """The Skill or Attribute, the Attack or Save, with the Actions that join in, and what it is made against.

    >>> from pyrules.systems.general.notation import parse
    >>> topic(parse("martial attack Strength d8 + action Strike d6 (Defence 10)", {}))
    Topic(what='Martial Attack + Strike', against='Defence')
    """
    attribute = test.dice[0].name
    match test.kind:
        case "attack":
            tested = f"{test.style} attack".strip().title()
        case "save":
            tested = f"{attribute} Save".strip()
        case "skill":
            tested = test.skill or attribute
        case _:
            tested = attribute
    actions = (die.name for die in test.dice if die.role == "action")
    return Topic(" + ".join(filter(None, (tested, *actions))), test.against)


def before(test: Test) -> tuple[Line, ...]:
    """The lines that are certain before the dice fall."""
    if test.declined:
        return (_declined_line(),)
    highest = rules.total(die.sides for die in test.dice)
    lowest = rules.total(1 for _ in test.dice)
    if not rules.succeeds(highest, test.difficulty):
        certain = f"the highest total is {highest}, so this test can be rolled but cannot succeed"
    elif rules.succeeds(lowest, test.difficulty):
        certain = f"even the lowest total, {lowest}, is enough"
    else:
        return ()
    return (Line(_difficulty(test), certain, "general.success"),)


def _declined_line() -> Line:
    return Line("Declined", "nothing is rolled, and the test counts as failed", "general.declined")


def outcome(test: Test, roll: Roll) -> Outcome:
    """The outcome of the dice as they lie."""
    return rules.outcome(test, rules.total(final_values(test, roll.pool(0))))


def judge(test: Test, roll: Roll) -> Verdict:
    """The verdict on the dice as they lie."""
    dice = roll.pool(0)
    values = final_values(test, dice)
    found = outcome(test, roll)
    lines: tuple[Line, ...] = (_kind_line(test),)
    if test.declined:
        lines += (_declined_line(),)
    else:
        for die, value in zip(test.dice, values, strict=False):
            lines += (Line(ROLES[die.role], f"{_die_label(test, die)} gives {value}", DIE_RULES[die.role], quiet=True),)
        lines += (*_condition_lines(test, dice, values), *_reroll_lines(test, roll.picks))
        added = " + ".join(map(str, values))
        total = f"{added} = {found.total}" if len(values) > 1 else str(found.total)
        lines += (Line("Total", total, "general.dice_pool"),)
        lines += (Line(_difficulty(test), _margin(found), "general.success"),)
    lines += (*_degree_lines(test, found), *_time_lines(test))
    return Verdict(
        outcome=found,
        headline="Success" if found.success else "Failure",
        summary=_summary(test, found),
        good=found.success,
        lines=lines,
        effects=effects(test),
        marks=(_marks(test, dice, values),) if dice else (),
        drama=_drama(found, values),
    )


def effects(test: Test) -> tuple[Effect, ...]:
    """The Actions that a test uses up, whatever its dice show."""
    return tuple(Effect("actions", 1, DIE_RULES[die.role]) for die in rules.used_actions(test))


def _drama(outcome: Outcome, values: Sequence[int]) -> Drama:
    """A success of the 3rd Degree or more is a triumph, a failure with ones alone a disaster."""
    if outcome.degree is not None and outcome.degree >= 2:
        return "triumph"
    return "disaster" if not outcome.success and values and set(values) == {1} else ""


def final_values(test: Test, dice: Sequence[Die]) -> tuple[int, ...]:
    """The value of each die on the table, under its own condition."""
    return tuple(rules.value(mode, die.faces) for mode, die in zip(rules.modes(test), dice, strict=False))


def options(test: Test, roll: Roll) -> tuple[Option, ...]:
    """A reroll of any of the dice, as often as abilities give one."""
    left = rules.rerolls_left(test.rerolls, roll.picks)
    if not left or not roll.dice or pending(test, roll).throws:
        return ()
    places = tuple(range(len(test.dice)))
    return (Option("reroll", "Reroll", f"{left} left", places=places, most=len(places)),)


def _kind_line(test: Test) -> Line:
    attribute = rules.attribute_die(test.dice).name or "an Attribute"
    match test.kind:
        case "attribute":
            return Line("Test", f"a Test of {attribute}", "general.test")
        case "skill":
            return Line(KINDS["skill"], f"{test.skill or 'a Skill'}, so a Test of {attribute} too", "general.skills")
        case "attack":
            step = f"{test.style.capitalize()} {KINDS['attack']}".strip()
            return Line(step, f"a Test of {attribute}", f"general.{test.style or 'attack'}")
        case "save":
            actions = "may" if test.settings.saves_add_actions == "on" else "may not"
            return Line(KINDS["save"], f"a Test of {attribute}; Actions {actions} join it", "general.save")


def _name(test: Test, die: PoolDie) -> str:
    if die.role == "skill":
        return test.skill
    if die.role == "combat":
        level = rules.level(die.sides)
        return "beyond Levels" if level == "beyond" else f"Level {level}"
    return die.name or ("Bonus" if die.role == "bonus" else "")


def _die_label(test: Test, die: PoolDie) -> str:
    return f"{_name(test, die)} d{die.sides}".strip()


def _condition_lines(test: Test, dice: Sequence[Die], values: Sequence[int]) -> Iterator[Line]:
    """Why dice were thrown twice, or once although something spoke for twice."""
    if test.trained:
        helped = any(rules.training_helps(die.role, test.settings) for die in test.dice)
        which = TRAINING.label_of(test.settings.training)
        words = f"Advantage on {which}" if helped else f"no Advantage: {which} may have it"
        yield Line("Training", words, "general.training")
    for die, mode, lying, value in zip(test.dice, rules.modes(test), dice, values, strict=False):
        if mode != "normal":
            which = "higher" if mode == "advantage" else "lower"
            first, second = lying.faces[-rules.throws(mode) :]
            words = f"{_die_label(test, die)} gives {value}, the {which} of {first} and {second}"
            yield Line(mode.capitalize(), words, f"general.{mode}")
        elif die.disadvantage:
            yield Line("Advantage and Disadvantage", f"{_die_label(test, die)} is thrown once", "general.cancel")


def _reroll_lines(test: Test, picks: Sequence[Pick]) -> Iterator[Line]:
    for pick in picks:
        *others, last = (_die_label(test, test.dice[place]) for place in sorted(pick.places))
        words = f"{', '.join(others)} and {last}, thrown again; what they show now counts"
        yield Line("Reroll", words if others else f"{last}, thrown again; what it shows now counts", "general.reroll")


def _difficulty(test: Test) -> str:
    name = rules.difficulty_name(test.difficulty)
    return f"{test.against or 'Difficulty'} {test.difficulty}{f', {name}' if name and not test.against else ''}"


def _margin(outcome: Outcome) -> str:
    ahead = outcome.total - outcome.difficulty
    if ahead > 0:
        return f"{outcome.total} rolled, {ahead} to spare"
    return f"{outcome.total} rolled, {'exactly enough' if ahead == 0 else f'{-ahead} short'}"


def _degree_lines(test: Test, outcome: Outcome) -> Iterator[Line]:
    if outcome.degree is not None:
        name = outcome.name if outcome.degree else f"{outcome.name} ({outcome.ordinal})"
        above = outcome.total - outcome.difficulty
        yield Line(
            f"Degree {outcome.degree}",
            f"{name}: {above} above, one Degree for every {rules.DEGREE_STEP}",
            "general.degree",
        )
    if test.scaled is None:
        return
    if outcome.degree is None:
        yield Line(str(test.scaled), "nothing on a failure", "general.scaled")
        return
    number = test.scaled.number + outcome.degree
    yield Line(f"{test.scaled.number}*", f"{test.scaled.number} + {outcome.degree} = {number}", "general.scaled")
    if test.scaled.halved:
        yield Line("Half", f"half of {number} is {outcome.scaled}", "general.half")


def _time_lines(test: Test) -> Iterator[Line]:
    """Which Actions are used up and when they come back, and how far the Action Scene has come."""
    if used := rules.used_actions(test):
        left = rules.actions_used_next_round(len(used), test.settings)
        back = "until brought back" if left else "until the next round"
        words = f"{', '.join(map(rules.action_called, used))}, {back}"
        yield Line("Actions used", words, "general.actions_return")
    if test.round:
        yield Line(f"Round {test.round}", f"ends after about {time.seconds(test.round)} seconds", "general.round")
        minute = f"minute {time.minute(test.round)}; a minute that starts now ends with round"
        yield Line("Minute", f"{minute} {time.last_round(test.round)}", "general.minute")


def _summary(test: Test, outcome: Outcome) -> str:
    if test.declined:
        return "declined"
    parts = [str(outcome.total), f"needs {outcome.difficulty}"]
    if outcome.name:
        parts.append(outcome.name)
    if test.scaled and outcome.success:
        parts.append(f"{test.scaled} = {outcome.scaled}")
    return " · ".join(parts)


def _marks(test: Test, dice: Sequence[Die], values: Sequence[int]) -> tuple[Mark, ...]:
    """The marks of the dice: by its one throw, or by the better or worse of two."""
    return tuple(
        Mark(
            "plain" if mode == "normal" else "modified",
            f"{_die_label(test, die)}, {value} counts",
            dropped=() if mode == "normal" else (sum(lying.faces[-rules.throws(mode) :]) - value,),
            name=_name(test, die),
        )
        for die, mode, lying, value in zip(test.dice, rules.modes(test), dice, values, strict=False)
    )
