"""Relics of the Moon at the table: the dice a turn asks for, and what they come to."""

from collections.abc import Iterator
from dataclasses import replace

from pyrules.core.english import amount
from pyrules.core.form import Field, defaults
from pyrules.core.roll import NOTHING, Pending, Roll, Throw, alike
from pyrules.core.rulebook import rule
from pyrules.core.scan import MOST_NUMBER
from pyrules.core.system import Topic
from pyrules.core.verdict import Automatic, Drama, Effect, Group, Line, Mark, Option, Proposal, Verdict
from pyrules.systems.relics import pool, progress, rules, steps
from pyrules.systems.relics.model import Cohort, Outcome, Placed, SimpleModifier, Test, Trait
from pyrules.systems.relics.placing import assignment
from pyrules.systems.relics.rulings import DISASTER, HINDERING, PLACEMENT
from pyrules.systems.relics.writing import write_challenge

WORTHS = {
    3: ("crit", "overpowering success"),
    2: ("crit", "critical success"),
    1: ("hit", "success"),
    0: ("plain", "no success"),
    -1: ("botch", "botch"),
    -2: ("botch", "major botch"),
}

PLACE, LATE = "place", "trait"
"""The options of placing the simple modifiers, and of declaring a trait on the roll that lies."""

LATE_FIELDS = (
    Field("value", "Simple modifier", "number", 0, -9, 9, rule="relics.simple"),
    Field("dice", "On so many dice", "number", 1, 1, 9, rule="relics.simple"),
    Field("destiny", "Destiny spent", "number", 0, 0, MOST_NUMBER, rule="relics.trait_cost"),
    Field(
        "doom",
        "Doom added",
        "number",
        0,
        -MOST_NUMBER,
        MOST_NUMBER,
        hint="negative where the GM spends it",
        rule="relics.trait_cost",
    ),
)
"""The values of a trait that is declared then; one of value 0 has no modifier."""


def pending(test: Test, roll: Roll) -> Pending:
    """The dice still to be thrown: all that have no automatic result."""
    if roll.dice or not (dice := pool.thrown_dice(test)):
        return NOTHING
    return Pending((Throw(0, 0, 6, dice),))


def topic(test: Test) -> Topic:
    """Whose turn it is, and for a Cohort the Challenge that it acts against."""
    if not isinstance(test.acting, Cohort):
        return Topic("Challenge's turn")
    faced = test.acting.challenge
    return Topic("Cohort's turn", f"{faced.threat} {faced.rating}" if faced else f"{test.acting.against or ''}")


def interchangeable(test: Test, _roll: Roll, throw: Throw) -> tuple[tuple[int, ...], ...]:
    """Successes, botches, and the others, unless simple modifiers may change single dice."""
    if rules.units(test):
        return ()
    return alike(throw.sides, lambda face: (rules.worth(face) != 0, rules.worth(face)))


def before(test: Test) -> tuple[Line, ...]:
    """The lines that are certain before the dice fall."""
    if not pool.dicepool(test):
        return (Line("No dice", "nothing is thrown, and there are no successes", "relics.add_dice"),)
    if not pool.thrown_dice(test):
        return (Line("No throw", "every die has an automatic result", "relics.auto"), *_to_be_placed(test))
    return tuple(_to_be_placed(test))


def _to_be_placed(test: Test) -> Iterator[Line]:
    """The advice where no placement is proposed."""
    if problem := assignment.too_many_ways(test):
        yield Line("By hand", f"{problem}; place them after the throw", "relics.strategy")


@rule(
    "Traits with a time of their own",
    11,
    text="A trait whose description names another moment is declared then, on the roll that lies: its "
    "cost is paid and its modifier placed then.",
    name="trait_timing",
    test="test_a_trait_is_declared_on_a_roll_that_lies",
)
@rule(
    "Traits set off by a Disaster",
    11,
    text="Some traits of either side take effect on a Disaster, helpful ones among them; they are "
    "declared on its roll.",
    name="disaster_triggers",
    test="test_a_trait_is_declared_on_a_roll_that_lies",
)
def late_traits(roll: Roll) -> tuple[Trait, ...]:
    """The traits that were declared after the throw."""
    given = [defaults(LATE_FIELDS) | dict(pick.given) for pick in roll.picks if pick.option == LATE]
    return tuple(
        Trait(
            SimpleModifier(one["value"], one["dice"]) if one["value"] else None,
            destiny=one["destiny"],
            doom=one["doom"],
        )
        for one in given
    )


def with_declared_traits(test: Test, roll: Roll) -> Test:
    """The turn with the traits that were declared on its roll."""
    late = late_traits(roll)
    return replace(test, traits=(*test.traits, *late)) if late else test


def judge(test: Test, roll: Roll) -> Verdict:
    """The verdict on the dice as they lie, simple modifiers placed by hand or else as well as can be."""
    outcome = outcome_as_placed(test, roll)
    marks = tuple(_marks(test, roll, outcome))
    automatic = pool.automatic_dice(test)
    return Verdict(
        outcome=outcome,
        headline=_headline(outcome),
        summary=_summary(outcome),
        good=False if outcome.disaster else True if outcome.successes else None,
        lines=tuple(steps.lines(test, outcome, late_traits(roll))),
        effects=tuple(effects(with_declared_traits(test, roll), outcome)),
        marks=(marks[len(automatic) :],) if roll.dice else (),
        automatic=tuple(map(Automatic, automatic, marks)),
        drama=_drama(outcome),
        strikes=strikes(test, outcome.stress),
    )


def strikes(test: Test, stress: int) -> str | None:
    """The Stress that the Challenge's turn deals, as it strikes the players; None on the Cohort's turn."""
    if isinstance(test.acting, Cohort):
        return None
    return f"{stress} Stress" if stress else ""


def lying(test: Test, roll: Roll) -> tuple[int, ...]:
    """The faces of the dice before simple modifiers, automatic ones first."""
    return (*pool.automatic_dice(test), *(die.face for die in roll.pool(0)))


def places(test: Test, roll: Roll) -> tuple[int, ...]:
    """The die of each unit: where it was put by hand the last time, or else the best place."""
    test = with_declared_traits(test, roll)
    by_hand = max((place for place, pick in enumerate(roll.picks) if pick.option == PLACE), default=-1)
    if by_hand >= 0:
        return _with_late(test, roll, by_hand)
    return assignment.best_places(test, lying(test, roll)) if rules.units(test) else ()


def _with_late(test: Test, roll: Roll, by_hand: int) -> tuple[int, ...]:
    """The dice that units were put on by hand, and those of units that came later: Hindering ones as far as must be."""
    found, units = list(roll.picks[by_hand].places), rules.units(test)
    for unit in units[len(found) :]:
        taken = {place for other, place in zip(units, found, strict=False) if (other < 0) == (unit < 0)}
        free = [place for place in range(pool.dicepool(test)) if place not in taken]
        found.append(free[0] if unit < 0 and free else -1)
    return tuple(found)


def outcome_as_placed(test: Test, roll: Roll) -> Outcome:
    """The value of the dice as they lie, simple modifiers placed by hand or else as well as can be."""
    units, chosen = rules.units(with_declared_traits(test, roll)), places(test, roll)
    final = rules.modify_dice(lying(test, roll), units, chosen)
    applied = sorted(zip(units, chosen, strict=True), key=lambda unit: unit[0] > 0)
    placed = tuple(Placed(f"{unit:+d}", place + 1) for unit, place in applied if place >= 0)
    return rules.outcome(test, rules.tally(final), final, placed)


def _drama(outcome: Outcome) -> Drama:
    """The cheer or groan of the players."""
    cheers = outcome.overpowering or outcome.resolves
    if outcome.turn == "challenge":
        return "triumph" if outcome.disaster else "disaster" if cheers else ""
    return "disaster" if outcome.disaster else "triumph" if cheers else ""


def _headline(outcome: Outcome) -> str:
    if outcome.disaster:
        return "Disaster"
    if outcome.resolves:
        return "Challenge resolved"
    return amount(outcome.successes, "success", "successes") if outcome.successes else "No success"


def _summary(outcome: Outcome) -> str:
    """The gains of the turn, beyond its headline."""
    if outcome.turn == "challenge":
        parts = [f"{outcome.stress} Stress"]
    else:
        shift = [f"{n:+d} {name}" for n, name in ((outcome.destiny, "Destiny"), (outcome.doom, "Doom")) if n]
        resolved = [f"{amount(outcome.resolved, 'die', 'dice')} resolved"]
        parts = [*resolved, *shift] if outcome.resolved or not shift else shift
    if outcome.disaster or outcome.resolves:
        parts.insert(0, amount(outcome.successes, "success", "successes"))
    return " · ".join(parts)


def effects(test: Test, outcome: Outcome) -> Iterator[Effect]:
    """The changes in the campaign: the costs first, then what the turn brings."""
    acting = test.acting
    changes = [
        ("destiny", -rules.trait_destiny(test), "relics.trait_cost"),
        ("destiny", -acting.destiny if isinstance(acting, Cohort) else 0, "relics.destiny"),
        ("doom", rules.trait_doom(test), "relics.trait_cost"),
        ("resolved", -acting.challenge.freed if acting.challenge else 0, "relics.free_dice"),
        ("resolved", outcome.resolved, "relics.resolve"),
        ("stress", outcome.stress, "relics.stress"),
        ("destiny", outcome.destiny, "relics.tides_destiny"),
        ("doom", outcome.doom, "relics.tides_doom"),
    ]
    yield from (Effect(counter, delta, rule) for counter, delta, rule in changes if delta)


def options(test: Test, roll: Roll) -> tuple[Option, ...]:
    """Simple modifiers placed by hand, and the Challenge's turn after a Cohort's."""
    if pending(test, roll).throws:
        return ()
    placing = (_place(test, roll),) if can_place(with_declared_traits(test, roll)) else ()
    late = Option(LATE, "A trait set off now", "one whose text names this moment, or a Disaster", fields=LATE_FIELDS)
    return (*placing, *challenges_turn(test, outcome_as_placed(test, roll)), late)


def can_place(test: Test) -> bool:
    """True if there are units, and dice to place them on."""
    return bool(rules.units(test) and pool.dicepool(test))


def challenges_turn(test: Test, outcome: Outcome) -> tuple[Option, ...]:
    """The Challenge's turn where it takes one after such an outcome."""
    acting = test.acting
    if not isinstance(acting, Cohort) or acting.challenge is None:
        return ()
    if not progress.next_turn("cohort", resolved=progress.is_resolved(acting.challenge, outcome.resolved)):
        return ()
    further = write_challenge(progress.after(acting.challenge, outcome.resolved))
    return (Option("challenge", "The Challenge's turn", "its traits are still to be added", notation=further),)


def _by_house_rule(test: Test) -> str:
    """Name the choices of the house rules by which units are placed."""
    left = any(isinstance(trait.modifier, SimpleModifier) and trait.modifier.disaster for trait in test.traits)
    rules = test.settings
    by_disaster = f"; what a Disaster left: {DISASTER.label_of(rules.disaster)}" if left else ""
    return f"house rule: {HINDERING.label_of(rules.hindering)}, {PLACEMENT.label_of(rules.placement)}{by_disaster}"


def _place(test: Test, roll: Roll) -> Option:
    """Every unit put on a die of one's choice."""
    whole = with_declared_traits(test, roll)
    units = rules.units(whole)
    dice = pool.dicepool(test)
    hindering = tuple(number for number, unit in enumerate(units) if unit < 0)
    helping = tuple(number for number, unit in enumerate(units) if unit > 0)
    return Option(
        PLACE,
        "Place the simple modifiers",
        _by_house_rule(whole),
        places=tuple(range(-1, dice)),
        most=len(units),
        again=True,
        units=tuple(f"{unit:+d}" for unit in units),
        brought_by=rules.brought_by(whole),
        groups=(
            Group("Hindering", hindering, rules.must_place(len(hindering), dice)),
            Group("Beneficial", helping),
        ),
        placed=places(test, roll),
        proposals=tuple(
            Proposal(label, chosen) for chosen, label in assignment.proposals(whole, lying(test, roll)).items()
        ),
    )


def _marks(test: Test, roll: Roll, outcome: Outcome) -> Iterator[Mark]:
    """The marks of the dice, automatic ones first."""
    automatic = len(pool.automatic_dice(test))
    for die, (face, value) in enumerate(zip(lying(test, roll), outcome.values, strict=True), 1):
        kind, words = WORTHS[rules.worth(value)]
        placed = " ".join(unit.modifier for unit in outcome.placement if unit.die == die)
        badge, worth = (f"{face} {placed}", value) if placed else ("", None)
        yield Mark(kind, words, badge, role="auto" if die <= automatic else "", worth=worth)
