"""The rules of Step Die, each stated once."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pyrules.core.roll import MOST_DICE, Pick, Roll
from pyrules.systems.stepdie.model import DIFFICULTIES, TRAINING, Outcome, Settings, Step, Tally, Test

BONUSES = ("trait", "gear", "situation")
"""What may add d6s to the points spent."""

MOST_BONUS = 2

FIRST = "before the spending"
"""The reading by which awards and complications come first."""

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
    return settings.awards == FIRST


def lying(test: Test, roll: Roll) -> Tally:
    """Count the dice as they lie."""
    return tally(test, [die.face for die in roll.pool(0)])


def settled(test: Test, roll: Roll) -> Tally:
    """Count the dice that awards and complications are settled on: as thrown, or as they lie after the spending."""
    if not awards_first(test.settings):
        return lying(test, roll)
    return tally(test, [die.faces[0] for die in roll.pool(0)[: dicepool(test) + 1]])


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


def awarded(test: Test, roll: Roll) -> int:
    """The IP that a roll awards the player."""
    return player_award(settled(test, roll).step)


def gm_award(step: Step) -> int:
    """The IP that the game master gains."""
    return int(step == "lowest")


def complications(settled: Tally, *, bought: bool) -> int:
    """How many free complications the game master gets; no cause takes away from another."""
    return settled.low + is_catastrophic(settled.hits) + bought


def outcome(test: Test, counted: Tally, settled: Tally, *, bought: bool = False) -> Outcome:
    """The outcome of a test: the hits as they lie, awards and complications by the roll they are `settled` on.

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
        player_ip=player_award(settled.step),
        gm_ip=gm_award(settled.step),
        complications=complications(settled, bought=bought),
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


def spendable(test: Test, award: int) -> int:
    """The IP that can be spent on a roll: those held before it and, where awards come first, what it awards.

    >>> spendable(Test(2, 10, 3, ip=2), 1), spendable(Test(2, 10, 3, ip=2, settings=Settings(awards=FIRST)), 1)
    (2, 3)
    """
    won = award if awards_first(test.settings) else 0
    return min(held(test) + won, test.settings.player_ip_most)


def left(test: Test, picks: Iterable[Pick], award: int) -> int:
    """The IP that may still be spent on a roll that awards the player so many."""
    return spendable(test, award) - spent(picks)


def with_left(test: Test, picks: Iterable[Pick], award: int, points: int) -> Test:
    """The same test with the IP held that leave so many to be spent."""
    won = award if awards_first(test.settings) else 0
    return replace(test, ip=points + spent(picks) - won)


def ip_after(test: Test, picks: Iterable[Pick], award: int) -> int:
    """The IP the player holds in the end, within the most a player may hold."""
    still = left(test, picks, award)
    return still if awards_first(test.settings) else min(still + award, test.settings.player_ip_most)


def most_dice(test: Test) -> int:
    """How many dice, the Step Die among them, a test can come to with all the d6s that IP can buy.

    >>> most_dice(Test(2, 10, 3, ip=5))
    5
    """
    return dicepool(test) + 1 + spendable(test, player_award("highest")) // COSTS[ADD]


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
