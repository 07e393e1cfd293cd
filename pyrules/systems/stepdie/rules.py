"""The rules of Step Die, each stated once."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pyrules.core.roll import MOST_DICE, Pick, Roll
from pyrules.systems.stepdie.model import DIFFICULTIES, TRAINING, Outcome, Settings, Settled, Step, Tally, Test

BONUSES = ("trait", "gear", "situation")
"""What may add d6s to the points spent."""

MOST_BONUS = 2

FIRST, EVERY = "before the spending", "at every roll"
"""The readings by which awards and complications come first, and by which each new face of the Step Die has its own."""

REROLL, ADD, PARTIAL = "reroll", "add", "partial"
COSTS = {REROLL: 1, ADD: 2, PARTIAL: 3}
"""What may be done after the roll, and its price in IP."""


def dicepool(test: Test) -> int:
    """How many d6s a test is rolled with, the Step Die not counted.

    >>> dicepool(Test(2, 10, 3, "Agility", trait=2, gear=1))
    5
    """
    return test.points + test.trait + test.gear + test.situation


def too_many_dice(test: Test) -> str:
    """Why these are more d6s than can be rolled; "" when they are not."""
    dice = dicepool(test)
    return f"{dice} d6s; at most {MOST_DICE}" if dice > MOST_DICE else ""


def is_hit(face: int, settings: Settings) -> bool:
    """Whether a die, of whatever size, is a hit.

    >>> is_hit(7, Settings()), is_hit(7, Settings(hit="5 or more"))
    (False, True)
    """
    return face >= 5 and (face <= 6 or settings.hit == "5 or more")


def step_stands(step: int, d6s: Sequence[int]) -> Step:
    """How the Step Die's face stands to the d6s; a tie is neither.

    >>> step_stands(9, (6, 5, 3, 2, 1)), step_stands(2, (6, 5, 5, 4, 3)), step_stands(6, (6, 1))
    ('highest', 'lowest', 'neither')
    """
    if step > max(d6s):
        return "highest"
    return "lowest" if step < min(d6s) else "neither"


def step_is_low(step: int) -> bool:
    """Whether the Step Die shows a 1 or a 2."""
    return step <= 2


def tally(test: Test, faces: Sequence[int]) -> Tally:
    """Count a roll: the d6s first, then the Step Die, then d6s that were bought, which only count as hits."""
    dice = dicepool(test)
    return Tally(
        hits=sum(is_hit(face, test.settings) for face in faces),
        step=step_stands(faces[dice], faces[:dice]),
        low=step_is_low(faces[dice]),
    )


def awards_first(settings: Settings) -> bool:
    """Whether awards and complications are settled on the roll as thrown, before any IP is spent on it."""
    return settings.awards in (FIRST, EVERY)


def awards_again(settings: Settings) -> bool:
    """Whether each new face of a rerolled Step Die has awards and complications of its own."""
    return settings.awards == EVERY


def lying(test: Test, roll: Roll) -> Tally:
    """Count the dice as they lie."""
    return tally(test, [die.face for die in roll.pool(0)])


def checked(test: Test, roll: Roll) -> tuple[tuple[int, Tally], ...]:
    """The faces of the Step Die that awards and complications are settled on, each with the count of its dice.

    They are that as thrown or that as it lies after the spending, or that as thrown and every one after it. Only the
    hits of the first count.
    """
    dice = roll.pool(0)
    step = dice[dicepool(test)]
    if not awards_first(test.settings):
        return ((step.face, lying(test, roll)),)
    d6s = [die.faces[0] for die in dice[: dicepool(test)]]
    faces = step.faces if awards_again(test.settings) else step.faces[:1]
    return tuple((face, tally(test, [*d6s, face])) for face in faces)


def settled(test: Test, roll: Roll) -> Settled:
    """What the Step Die awards and how many complications there are, as the dice lie."""
    return settlement([counted for _, counted in checked(test, roll)])


def settlement(counted: Sequence[Tally]) -> Settled:
    """What counts of a Step Die's faces, one after the other, bring in all."""
    return Settled(
        step=counted[-1].step,
        player=sum(player_award(one.step) for one in counted),
        gm=sum(gm_award(one.step) for one in counted),
        complications=complications(counted),
    )


def succeeds(hits: int, difficulty: int) -> bool:
    """Whether the hits are enough."""
    return hits >= difficulty


def margin(hits: int, difficulty: int) -> int:
    """How many hits there are beyond the Difficulty; negative when some are missing."""
    return hits - difficulty


def success_degree(margin: int) -> str:
    """How good a success is, by the hits beyond the Difficulty.

    >>> [success_degree(margin) for margin in (0, 2, 4, 5)]
    ['success', 'solid success', 'strong success', 'triumph']
    """
    if margin >= 5:
        return "triumph"
    if margin >= 3:
        return "strong success"
    return "solid success" if margin else "success"


def failure_degree(hits: int, short: int) -> str:
    """How bad a failure is; without a single hit it is catastrophic, however many are missing.

    >>> failure_degree(0, 1), failure_degree(1, 2), failure_degree(1, 3)
    ('catastrophic failure', 'near miss', 'clear failure')
    """
    if is_catastrophic(hits):
        return "catastrophic failure"
    return "near miss" if short <= 2 else "clear failure"


def is_catastrophic(hits: int) -> bool:
    """Whether the roll has no hit at all, the Step Die and bought dice included."""
    return hits == 0


def degree(hits: int, difficulty: int) -> str:
    """How good a success or how bad a failure so many hits are."""
    beyond = margin(hits, difficulty)
    return success_degree(beyond) if succeeds(hits, difficulty) else failure_degree(hits, -beyond)


def player_award(step: Step) -> int:
    """The IP that the player gains."""
    return int(step == "highest")


def gm_award(step: Step) -> int:
    """The IP that the game master gains."""
    return int(step == "lowest")


def complications(counted: Sequence[Tally]) -> int:
    """How many free complications a Step Die's faces and the hits with the first bring; no cause takes from another."""
    return is_catastrophic(counted[0].hits) + sum(one.low for one in counted)


def outcome(test: Test, counted: Tally, settled: Settled, *, bought: bool = False) -> Outcome:
    """The outcome of a test: the hits as they lie, awards and complications as they were `settled`.

    `bought` is whether a partial success was bought.
    """
    success = succeeds(counted.hits, test.difficulty)
    return Outcome(
        hits=counted.hits,
        difficulty=test.difficulty,
        success=success,
        margin=margin(counted.hits, test.difficulty),
        degree=degree(counted.hits, test.difficulty),
        step=settled.step,
        player_ip=settled.player,
        gm_ip=settled.gm,
        complications=settled.complications + bought,
        partial=bought and not success,
    )


def held(test: Test) -> int:
    """The IP the player holds before the roll, never more than a player may hold."""
    return min(given_ip(test), test.settings.player_ip_most)


def given_ip(test: Test) -> int:
    """The IP the test was given: those named, else as many as players start with."""
    return test.settings.player_ip_start if test.ip is None else test.ip


def spent(picks: Iterable[Pick]) -> int:
    """The IP paid for what was bought after the roll."""
    return sum(COSTS[pick.option] for pick in picks)


def ip_changes(test: Test, roll: Roll) -> tuple[tuple[str, int], ...]:
    """What a roll costs and awards the player, in the order in which that comes; an award that finds no room is 0.

    Each is the purchase that costs it, or "highest".

    >>> from pyrules.core.faces import read_faces
    >>> from pyrules.core.roll import Die
    >>> dice = tuple(Die(6, faces) for faces in read_faces("1, 6>1>6")[0])
    >>> thrown = Roll((dice,), (Pick(REROLL), Pick(REROLL)))
    >>> ip_changes(Test(1, 6, 3, ip=5, settings=Settings(awards=EVERY)), thrown)
    (('highest', 0), ('reroll', -1), ('reroll', -1), ('highest', 1))
    """
    awards = [player_award(counted.step) for _, counted in checked(test, roll)]
    costs = [(pick.option, -COSTS[pick.option]) for pick in roll.picks]
    found: list[tuple[str, int]] = []
    if awards_first(test.settings):
        found += [("highest", award) for award in awards[:1]]
        again = iter(awards[1:])
        for option, cost in costs:
            found.append((option, cost))
            if option == REROLL and awards_again(test.settings):
                found.append(("highest", next(again)))
    else:
        found += [*costs, ("highest", awards[0])]
    return _within(found, held(test), test.settings.player_ip_most)


def _within(changes: Iterable[tuple[str, int]], held: int, most: int) -> tuple[tuple[str, int], ...]:
    """Costs, and what of each award finds room."""
    found = []
    for name, change in changes:
        fits = min(change, most - held)
        held += fits
        if change:
            found.append((name, fits))
    return tuple(found)


def gained(test: Test, roll: Roll) -> int:
    """The IP that a roll brings the player, as far as they find room."""
    return sum(change for name, change in ip_changes(test, roll) if name not in COSTS)


def spendable(test: Test, gained: int) -> int:
    """The IP that can be spent on a roll: those held before it and, where awards come first, what it brings.

    >>> spendable(Test(2, 10, 3, ip=2), 1), spendable(Test(2, 10, 3, ip=2, settings=Settings(awards=FIRST)), 1)
    (2, 3)
    """
    if awards_again(test.settings):
        return held(test) + gained
    won = gained if awards_first(test.settings) else 0
    return min(held(test) + won, test.settings.player_ip_most)


def left(test: Test, picks: Iterable[Pick], gained: int) -> int:
    """The IP that may still be spent on a roll that brings the player so many."""
    return spendable(test, gained) - spent(picks)


def with_left(test: Test, roll: Roll, points: int) -> Test:
    """The same test with the IP held that leave so many to be spent on a roll."""
    won = settled(test, roll).player if awards_first(test.settings) else 0
    return replace(test, ip=points + spent(roll.picks) - won)


def ip_after(test: Test, picks: Iterable[Pick], gained: int) -> int:
    """The IP the player holds in the end, within the most a player may hold."""
    still = left(test, picks, gained)
    return still if awards_first(test.settings) else min(still + gained, test.settings.player_ip_most)


def most_dice(test: Test) -> int:
    """How many dice, the Step Die among them, a test can come to with all the d6s that IP can buy.

    >>> most_dice(Test(2, 10, 3, ip=5))
    5
    """
    most = min(spendable(test, player_award("highest")), test.settings.player_ip_most)
    return dicepool(test) + 1 + most // COSTS[ADD]


def rerolls(picks: Sequence[Pick]) -> int:
    """How often the Step Die was thrown once more."""
    return sum(pick.option == REROLL for pick in picks)


def added_dice(picks: Sequence[Pick]) -> int:
    """How many d6s were bought."""
    return sum(pick.option == ADD for pick in picks)


def partial_bought(picks: Sequence[Pick]) -> bool:
    """Whether a partial success was bought."""
    return any(pick.option == PARTIAL for pick in picks)


def partial_offered(picks: Sequence[Pick], *, success: bool) -> bool:
    """Whether a partial success may be bought: on a failure, once."""
    return not success and not partial_bought(picks)


def training(step: int) -> str:
    """How well trained a character with this Step Die is.

    >>> training(10)
    'Expert'
    """
    return TRAINING[step]


def difficulty_name(difficulty: int) -> str:
    """What a Difficulty is called.

    >>> difficulty_name(3), difficulty_name(9)
    ('Challenging', 'Legendary')
    """
    return DIFFICULTIES[min(difficulty, len(DIFFICULTIES)) - 1]
