"""The ten steps of a turn, each as the lines that tell what happened in it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from pyrules.core.english import amount, noun
from pyrules.core.rulebook import rule
from pyrules.core.verdict import Line
from pyrules.systems.relics import pool, progress, rules
from pyrules.systems.relics.model import AddDice, AutoResult, Challenge, Cohort, Huddle, Outcome, Test, Trait
from pyrules.systems.relics.placing import assignment
from pyrules.systems.relics.writing import write_modifier, write_start, write_trait


class Told(NamedTuple):
    """The event, and the name of the rule; a `quiet` one changed nothing in this turn, or says
    what the dice show.
    """

    words: str
    rule: str
    quiet: bool = False


@rule("Ten steps", name="steps", test="test_ten_steps")
def lines(test: Test, outcome: Outcome, late: tuple[Trait, ...] = ()) -> Iterator[Line]:
    """A turn goes through ten steps in order; the two sides' steps differ only in their pools and effects.

    All ten steps in their order; a step that has no rule for the acting side says so.
    """
    acting = test.acting
    adjusted = _dice_steps(replace(test, traits=(*test.traits, *late)), outcome)
    adjusted[1][1][:0] = [Told(f"declared on the roll that lies: {write_trait(one)}", "trait_timing") for one in late]
    if isinstance(acting, Challenge):
        rating = amount(acting.rating, "die", "dice")
        named = [
            ("The Huddle", _challenge_huddle(test)),
            ("Challenge Rating", [Told(f"{acting.threat} {acting.rating}: {rating}", "rating", quiet=True)]),
            ("Challenge Threat", _automatic(test)),
            *adjusted,
            ("Apply Stress", [Told(f"{outcome.stress} Stress to deal out", "stress")]),
            ("The Tides", [Told("a Challenge's dice move neither Destiny nor Doom", "challenge_tides", quiet=True)]),
        ]
    else:
        named = [
            ("The Huddle", _cohort_huddle(test, acting)),
            ("Build the Pool", _build(test, acting)),
            ("Auto Results", _automatic(test)),
            *adjusted,
            ("Resolve Challenge Dice", _resolve(acting, outcome)),
            ("The Tides Shift", _tides(acting, outcome)),
        ]
    named += [("Disaster", _disaster(outcome)), ("The Action Moves Forward", _forward(outcome))]
    for number, (title, told) in enumerate(named, 1):
        for words, name, quiet in told:
            yield Line(f"{number}. {title}", words, f"relics.{name}", quiet)


def _challenge_huddle(test: Test) -> Iterator[Told]:
    yield Told("the Challenge acts, and the Cohort's leader stays the same", "challenge_huddle", quiet=True)
    yield from _traits(test.traits)


def _traits(traits: Sequence[Trait]) -> Iterator[Told]:
    for trait in traits:
        if trait.destiny or trait.doom:
            yield Told(write_trait(trait), "trait_cost")
        elif trait.name:
            yield Told(write_trait(trait), "traits")


def _cohort_huddle(test: Test, cohort: Cohort) -> Iterator[Told]:
    if isinstance(cohort.start, Huddle):
        yield Told(f"one PC leads, {amount(len(cohort.start.assistants), 'assists', 'assist')}", "leader")
        yield Told(f"the leader has {cohort.start.stress} of {test.settings.stress_maximum} Stress", "stressed_out")
    else:
        yield Told("the leader is chosen and the pool is given", "leader", quiet=True)
    yield from _traits(test.traits)


def _build(test: Test, cohort: Cohort) -> Iterator[Told]:
    start = pool.start_dice(cohort.start, test.settings)
    given = isinstance(cohort.start, int)
    yield Told(f"{write_start(cohort.start)}: {amount(start, 'die', 'dice')}", "expertise", quiet=given)
    changes = [trait.modifier for trait in test.traits if isinstance(trait.modifier, AddDice)]
    built = pool.built_dice(cohort, test.traits, test.settings)
    if changes:
        after = pool.add_dice(start, [change.dice for change in changes])
        yield Told(f"{' '.join(map(write_modifier, changes))}: {amount(after, 'die', 'dice')}", "add_dice")
    most = pool.most_dice(cohort)
    if most is None:
        yield Told(
            "the number of PCs is not given, so the cap of three dice for each PC is not checked",
            "most_dice",
            quiet=True,
        )
    else:
        yield Told(
            f"{built + cohort.destiny} of at most {most}, for {amount(pool.pcs(cohort), 'PC')}", "most_dice", quiet=True
        )
    if cohort.destiny:
        yield Told(f"{cohort.destiny} Destiny: {amount(built + cohort.destiny, 'die', 'dice')} in all", "destiny")


def _automatic(test: Test) -> Iterator[Told]:
    if isinstance(test.acting, Challenge):
        resolved = progress.resolved_dice(test.acting)
        shown = f"A{pool.threat_result(test.acting.threat)}"
        words = f"{test.acting.threat}: {amount(resolved, 'resolved die', 'resolved dice')} at {shown}"
        yield Told(words, "threat", quiet=not resolved)
        if test.acting.freed:
            yield Told(f"{amount(test.acting.freed, 'die', 'dice')} made free again by a trait", "free_dice")
    given = [trait.modifier for trait in test.traits if isinstance(trait.modifier, AutoResult)]
    dice = pool.automatic_dice(test)
    if given:
        yield Told(f"{' '.join(map(write_modifier, given))}: {_list_values(dice)} without a throw", "auto")
    if len(dice) < sum(map(len, pool.automatic_results(test))):
        yield Told(f"more results than dice: {_list_values(dice)} in the end", "auto_overflow")
    elif not dice:
        yield Told("no die has an automatic result", "auto", quiet=True)


def _list_values(values: Sequence[int]) -> str:
    return ", ".join(map(str, values)) or "none"


def _dice_by_place(dice: Sequence[int]) -> str:
    """Name dice by their places.

    >>> _dice_by_place([4]), _dice_by_place([4, 5])
    ('die 4', 'dice 4, 5')
    """
    return f"{noun(len(dice), 'die', 'dice')} {', '.join(map(str, dice))}"


def _dice_steps(test: Test, outcome: Outcome) -> list[tuple[str, list[Told]]]:
    """The three steps that both sides share: the throw, the simple modifiers, the final result."""
    units = rules.units(test)
    final = outcome.values
    lying = list(final)
    for placed in outcome.placement:
        lying[placed.die - 1] -= int(placed.modifier)
    automatic = len(pool.automatic_dice(test))
    dice: dict[str, list[int]] = {}
    for unit in outcome.placement:
        dice.setdefault(unit.modifier, []).append(unit.die)
    adjusted = [Told(f"{modifier} on {_dice_by_place(on)}", "simple") for modifier, on in dice.items()]
    if problem := assignment.too_many_ways(test):
        adjusted.insert(0, Told(f"{problem}; any not placed by hand go onto the dice in order", "strategy"))
    hindering = sum(unit < 0 for unit in units)
    lost = sum(max(0, number - len(final)) for number in (hindering, len(units) - hindering))
    for left, what in ((lost, "lost"), (len(units) - len(outcome.placement) - lost, "not used")):
        if left:
            adjusted.append(Told(f"{amount(left, 'unit')} {what}", "unused"))
    counted = [
        (outcome.overpowering, "overpowering success", "overpowering successes", "overpowering"),
        (outcome.critical, "critical success", "critical successes", "critical"),
        (rules.tally(final).plain, "success", "successes", "success"),
        (outcome.botches, "botch", "botches", "botch"),
        (outcome.major_botches, "major botch", "major botches", "major_botch"),
    ]
    result = [Told(amount(number, one, many), rule, quiet=True) for number, one, many, rule in counted if number]
    result.append(Told(f"{_list_values(final)}: {outcome.successes} in all", "total", quiet=True))
    return [
        ("Roll Remaining Dice", [Told(_list_values(lying[automatic:]), "throw", quiet=True)]),
        ("Adjust the Results", adjusted or [Told("there are no simple modifiers", "simple", quiet=True)]),
        ("Final Result", result),
    ]


def _resolve(cohort: Cohort, outcome: Outcome) -> Iterator[Told]:
    words = amount(outcome.resolved, "die", "dice")
    if challenge := cohort.challenge:
        if challenge.freed:
            yield Told(f"{amount(challenge.freed, 'die', 'dice')} made free again by a trait", "free_dice")
        done = progress.resolved_dice(challenge) + outcome.resolved
        words += f"; {done} of {challenge.rating} are now resolved"
    yield Told(words, "resolve")


def _tides(cohort: Cohort, outcome: Outcome) -> Iterator[Told]:
    if not rules.tides_shift(cohort):
        yield Told("a Common Threat moves neither Destiny nor Doom", "tides", quiet=True)
        return
    if cohort.against is None:
        words = "no Threat given: counts as not Common"
        yield Told(words, "tides", quiet=not (outcome.destiny or outcome.doom))
    critical = amount(outcome.critical, "critical success", "critical successes")
    overpowering = amount(outcome.overpowering, "overpowering success", "overpowering successes")
    each = f" and {overpowering} for {amount(pool.pcs(cohort), 'PC')}" if outcome.overpowering else ""
    yield Told(f"{critical}{each}: {outcome.destiny:+d} Destiny", "tides_destiny", quiet=not outcome.destiny)
    if outcome.overpowering and pool.told_pcs(cohort) is None:
        known, more = amount(pool.pcs(cohort), "PC"), outcome.overpowering
        words = f"the number of PCs is not given: this counts {known}; add {more} for each other PC"
        yield Told(words, "tides_destiny")
    botches = amount(rules.botch_count(outcome), "botch", "botches")
    yield Told(f"{botches} and {overpowering}: {outcome.doom:+d} Doom", "tides_doom", quiet=not outcome.doom)


def _disaster(outcome: Outcome) -> Iterator[Told]:
    if outcome.disaster:
        side = "Cohort" if outcome.turn == "cohort" else "Challenge"
        yield Told(f"{outcome.successes} in all: the {side} gets a Hindering trait, to be named", "disaster")
    else:
        yield Told(f"{outcome.successes} in all: no Disaster", "disaster", quiet=True)


def _forward(outcome: Outcome) -> Iterator[Told]:
    following = progress.next_turn(outcome.turn, resolved=bool(outcome.resolves))
    words = {"cohort": "a new round begins with the Cohort", "challenge": "the Challenge takes its turn"}
    if following:
        yield Told(words[following], "turns")
    else:
        yield Told("the Challenge is resolved and takes no turn", "resolved")
