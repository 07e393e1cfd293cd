"""The rules of Step Die, each stated once."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pyrules.core.roll import MOST_DICE, Pick, Roll
from pyrules.core.rulebook import rule
from pyrules.systems.stepdie.model import DIFFICULTIES, TRAINING, Outcome, Settings, Settled, Step, Tally, Test

BONUSES = ("trait", "gear", "situation")
"""The sources of d6s besides the points spent."""

MOST_BONUS = 2

FIRST, EVERY = "before_spending", "every_roll"
"""The readings by which awards and complications come first, and by which each new face of the Step Die has its own."""

REROLL, ADD, PARTIAL = "reroll", "add", "partial"
COSTS = {REROLL: 1, ADD: 2, PARTIAL: 3}
"""The purchases after the roll, with their price in IP."""

IP = "player_ip"
"""The counter of a player's IP."""

PRICE = "price"
"""The offers of the game master instead, without any IP."""

NEAR_MISS = "near miss"


@rule(
    "Points spent",
    7,
    8,
    text="Each stat point spent on the test is a d6; at least one is spent.",
    name="points",
    test="test_dicepool",
)
@rule("Trait, gear and situation", 7, text="Each of them can add one or two d6s.", name="bonus", test="test_dicepool")
def dicepool(test: Test) -> int:
    """The number of d6s that a test is rolled with, the Step Die not counted.

    >>> dicepool(Test(2, 10, 3, "Agility", trait=2, gear=1))
    5
    """
    return test.points + test.trait + test.gear + test.situation


def too_many_dice(test: Test) -> str:
    """Why these are more d6s than can be rolled; "" when they are not."""
    dice = dicepool(test)
    return f"{dice} d6s; at most {MOST_DICE}" if dice > MOST_DICE else ""


@rule("Hits", 1, name="hits", test="test_hit")
def is_hit(face: int, settings: Settings) -> bool:
    """A die with a 5 or a 6 is a hit, the Step Die like any other.

    >>> is_hit(7, Settings()), is_hit(7, Settings(hit="five_or_more"))
    (False, True)
    """
    return face >= 5 and (face <= 6 or settings.hit == "five_or_more")


@rule(
    "How the Step Die compares",
    3,
    text="The Step Die is compared with every d6 of the pool.",
    name="stands",
    test="test_how_the_step_die_stands",
)
@rule(
    "Step Die neither highest nor lowest",
    3,
    text="In between, or level with a d6 at the top or at the bottom, it brings nobody an IP.",
    name="neither",
    test="test_how_the_step_die_stands",
)
def step_stands(step: int, d6s: Sequence[int]) -> Step:
    """How the Step Die's face stands to the d6s; a tie is neither.

    >>> step_stands(9, (6, 5, 3, 2, 1)), step_stands(2, (6, 5, 5, 4, 3)), step_stands(6, (6, 1))
    ('highest', 'lowest', 'neither')
    """
    if step > max(d6s):
        return "highest"
    return "lowest" if step < min(d6s) else "neither"


@rule("The Devil's Bargain", 4, name="devils_bargain", test="test_chance_of_a_low_step_die")
def step_is_low(step: int) -> bool:
    """A Step Die of 1 or 2 gives the game master a complication, even with a success."""
    return step <= 2


@rule("Counting", 1, name="count", test="test_every_way_the_dice_can_fall")
def tally(test: Test, faces: Sequence[int]) -> Tally:
    """The hits are counted; nothing is added up.

    Count a roll: the d6s first, then the Step Die, then d6s that were bought, which only count as hits.
    """
    dice = dicepool(test)
    return Tally(
        hits=sum(is_hit(face, test.settings) for face in faces),
        step=step_stands(faces[dice], faces[:dice]),
        low=step_is_low(faces[dice]),
    )


def awards_first(settings: Settings) -> bool:
    """True if awards and complications are settled on the roll as thrown, before any IP is spent on it."""
    return settings.awards in (FIRST, EVERY)


def awards_again(settings: Settings) -> bool:
    """True if each new face of a rerolled Step Die has awards and complications of its own."""
    return settings.awards == EVERY


def lying(test: Test, roll: Roll) -> Tally:
    """Count the dice as they lie."""
    return tally(test, [die.face for die in roll.pool(0)])


def faces_to_settle(test: Test, roll: Roll) -> tuple[tuple[int, Tally], ...]:
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


@rule("Settlement", 6, name="settlement", test="test_awards_before_the_spending")
def settle_roll(test: Test, roll: Roll) -> Settled:
    """Awards and complications are settled after the spending or, by house rules, before it or at every roll.

    What the Step Die awards and how many complications there are, as the dice lie.
    """
    return settlement([counted for _, counted in faces_to_settle(test, roll)])


def settlement(counted: Sequence[Tally]) -> Settled:
    """The sum of what counts of a Step Die's faces bring, one after the other."""
    return Settled(
        step=counted[-1].step,
        player=sum(player_award(one.step) for one in counted),
        gm=sum(gm_award(one.step) for one in counted),
        complications=complications(counted),
    )


@rule("Success", 2, name="success", test="test_degree")
def succeeds(hits: int, difficulty: int) -> bool:
    """As many hits as the Difficulty, or more, are a success; fewer are a failure."""
    return hits >= difficulty


def margin(hits: int, difficulty: int) -> int:
    """The number of hits beyond the Difficulty; negative when some are missing."""
    return hits - difficulty


@rule("Degrees of success", 2, test="test_degree")
def success_degree(margin: int) -> str:
    """One or two hits beyond the Difficulty make it solid, three or four strong, and from five on a triumph.

    >>> [success_degree(margin) for margin in (0, 2, 4, 5)]
    ['success', 'solid success', 'strong success', 'triumph']
    """
    if margin >= 5:
        return "triumph"
    if margin >= 3:
        return "strong success"
    return "solid success" if margin else "success"


@rule("Degrees of failure", 2, test="test_degree")
def failure_degree(hits: int, short: int) -> str:
    """One or two hits short is a near miss, more is a clear failure.

    How bad a failure is; without a single hit it is catastrophic, however many are missing.

    >>> failure_degree(0, 1), failure_degree(1, 2), failure_degree(1, 3)
    ('catastrophic failure', 'near miss', 'clear failure')
    """
    if is_catastrophic(hits):
        return "catastrophic failure"
    return NEAR_MISS if short <= 2 else "clear failure"


@rule("Catastrophic failure", 2, 4, name="catastrophic", test="test_degree")
def is_catastrophic(hits: int) -> bool:
    """A roll without a hit gives the game master a complication.

    Whether the roll has no hit at all, the Step Die and bought dice included.
    """
    return hits == 0


def degree(hits: int, difficulty: int) -> str:
    """The grade of a success or a failure with n hits."""
    beyond = margin(hits, difficulty)
    return success_degree(beyond) if succeeds(hits, difficulty) else failure_degree(hits, -beyond)


@rule("Step Die highest", 3, 6, name="highest", test="test_how_the_step_die_stands")
def player_award(step: Step) -> int:
    """When it beats every d6 the player gains an IP, even on a failure."""
    return int(step == "highest")


@rule("Step Die lowest", 3, 6, name="lowest", test="test_how_the_step_die_stands")
def gm_award(step: Step) -> int:
    """When every d6 beats it the game master gains an IP."""
    return int(step == "lowest")


@rule("Checks add up", 4, 8, name="independent", test="test_complications")
def complications(counted: Sequence[Tally]) -> int:
    """Success, awards and complications are looked at one by one, and one roll can bring several.

    How many free complications a Step Die's faces and the hits with the first bring; no cause takes from another.
    """
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


@rule("A player's IP at the start", 7, name="start_ip", test="test_only_ip_held_before_the_roll_pay")
def held_ip(test: Test) -> int:
    """Two, unless the house rules say otherwise.

    The IP the player holds before the roll, never more than a player may hold.
    """
    return min(given_ip(test), test.settings.player_ip_most)


def given_ip(test: Test) -> int:
    """The IP the test was given: those named, else as many as players start with."""
    return test.settings.player_ip_start if test.ip is None else test.ip


def spent_ip(picks: Iterable[Pick]) -> int:
    """The IP paid for what was bought after the roll."""
    return sum(COSTS.get(pick.option, 0) for pick in picks)


def ip_changes(test: Test, roll: Roll) -> tuple[tuple[str, int], ...]:
    """The costs and awards of a roll for the player, in the order in which they come; an award that finds no room is 0.

    Each is the purchase that costs it, or "highest".

    >>> from pyrules.core.faces import read_faces
    >>> from pyrules.core.roll import Die
    >>> dice = tuple(Die(6, faces) for faces in read_faces("1, 6>1>6")[0])
    >>> thrown = Roll((dice,), (Pick(REROLL), Pick(REROLL)))
    >>> ip_changes(Test(1, 6, 3, ip=5, settings=Settings(awards=EVERY)), thrown)
    (('highest', 0), ('reroll', -1), ('reroll', -1), ('highest', 1))
    """
    awards = [player_award(counted.step) for _, counted in faces_to_settle(test, roll)]
    costs = [(pick.option, -COSTS[pick.option]) for pick in roll.picks if pick.option in COSTS]
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
    return _within(found, held_ip(test), test.settings.player_ip_most)


def _within(changes: Iterable[tuple[str, int]], held: int, most: int) -> tuple[tuple[str, int], ...]:
    """Costs, and what of each award finds room."""
    found = []
    for name, change in changes:
        fits = min(change, most - held)
        held += fits
        if change:
            found.append((name, fits))
    return tuple(found)


def gained_ip(test: Test, roll: Roll) -> int:
    """The IP that a roll brings the player, as far as they find room."""
    return sum(change for name, change in ip_changes(test, roll) if name not in COSTS)


def spendable(test: Test, gained: int) -> int:
    """The IP that can be spent on a roll: those held before it and, where awards come first, what it brings.

    >>> after = Settings(awards="after_spending")
    >>> spendable(Test(2, 10, 3, ip=2), 1), spendable(Test(2, 10, 3, ip=2, settings=after), 1)
    (3, 2)
    """
    if awards_again(test.settings):
        return held_ip(test) + gained
    won = gained if awards_first(test.settings) else 0
    return min(held_ip(test) + won, test.settings.player_ip_most)


@rule("Which IP can be spent", 5, 6, name="only_held", test="test_an_ip_just_won_pays_where_awards_come_first")
def still_spendable(test: Test, picks: Iterable[Pick], gained: int) -> int:
    """The IP that the player held when the dice were rolled and, where awards come first, an IP just won.

    The IP that may still be spent on a roll that brings the player so many.
    """
    return spendable(test, gained) - spent_ip(picks)


def with_left(test: Test, roll: Roll, points: int) -> Test:
    """The same test with the IP held that leave n to be spent on a roll."""
    won = settle_roll(test, roll).player if awards_first(test.settings) else 0
    return replace(test, ip=points + spent_ip(roll.picks) - won)


@rule("A player's most IP", 7, name="most_ip")
def ip_after(test: Test, picks: Iterable[Pick], gained: int) -> int:
    """Five; what is gained beyond is lost.

    The IP the player holds in the end, within the most a player may hold.
    """
    still = still_spendable(test, picks, gained)
    return still if awards_first(test.settings) else min(still + gained, test.settings.player_ip_most)


def most_dice(test: Test) -> int:
    """The most dice, the Step Die among them, that a test can come to with all the d6s that IP can buy.

    >>> most_dice(Test(2, 10, 3, ip=5))
    5
    """
    most = min(spendable(test, player_award("highest")), test.settings.player_ip_most)
    return dicepool(test) + 1 + most // COSTS[ADD]


@rule("Reroll the Step Die", 5, 6, name="reroll")
def rerolls(picks: Sequence[Pick]) -> int:
    """For 1 IP it is thrown again, and the new face stands.

    How often the Step Die was thrown once more.
    """
    return sum(pick.option == REROLL for pick in picks)


@rule("Add a d6", 5, name="add")
def added_dice(picks: Sequence[Pick]) -> int:
    """For 2 IP one more d6 is thrown, which can hit.

    How many d6s were bought.
    """
    return sum(pick.option == ADD for pick in picks)


@rule("What a near miss may lead to", 2, name="near_miss_offer", test="test_a_near_miss_may_have_its_price")
def price_offered(picks: Sequence[Pick], degree: str) -> bool:
    """The game master may let some of it succeed at a price, which is put in words and costs no IP.

    Whether that may still be noted: on a near miss, once.
    """
    return degree == NEAR_MISS and not at_a_price(picks, degree)


def at_a_price(picks: Sequence[Pick], degree: str) -> bool:
    """True if some of a near miss succeeds at a price."""
    return degree == NEAR_MISS and any(pick.option == PRICE for pick in picks)


def partial_bought(picks: Sequence[Pick]) -> bool:
    """True if a partial success was bought."""
    return any(pick.option == PARTIAL for pick in picks)


@rule("Partial success", 5, name="partial")
def partial_offered(picks: Sequence[Pick], *, success: bool) -> bool:
    """For 3 IP a failure still brings some of what was wanted, and one more complication.

    Whether a partial success may be bought: on a failure, once.
    """
    return not success and not partial_bought(picks)


@rule("Step Die", 7, name="step_die", test="test_names")
def training(step: int) -> str:
    """One more die, from d6 to d12 by training, is rolled together with the d6s.

    >>> training(10)
    'Expert'
    """
    return TRAINING[step]


@rule("Difficulty", 7, name="difficulty", test="test_names")
def difficulty_name(difficulty: int) -> str:
    """How many hits are needed; the numbers have names, from easy to legendary.

    >>> difficulty_name(3), difficulty_name(9)
    ('Challenging', 'Legendary')
    """
    return DIFFICULTIES[min(difficulty, len(DIFFICULTIES)) - 1]
