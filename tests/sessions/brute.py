"""Sessions counted out by the oracles of the texts: every fall of all dice, test by test; shares nothing with pyrules.

A state is a dictionary of counters. A test of each system, called with one, gives every state that it may lead to, with
its chance.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from tests.systems.relics import oracle as oracle_relics
from tests.systems.stepdie import oracle as oracle_stepdie
from tests.systems.stepdie.policies import NOTHING, Policies

State = tuple[tuple[str, int], ...]
Step = Callable[[dict[str, int]], Iterator[tuple[Fraction, dict[str, int]]]]
COSTS = {"reroll": 1, "add": 2, "partial": 3, NOTHING: 0}
Faces = tuple[int, ...]
End = tuple[int, int, int, bool]
FACES = (1, 2, 3, 4, 5, 6)


def chances_after(start: dict[str, int], steps: list[Step]) -> list[dict[str, dict[int, Fraction]]]:
    """The chance of every value of every counter after each test."""
    states: dict[State, Fraction] = {tuple(sorted(start.items())): Fraction(1)}
    found = []
    for step in steps:
        after: dict[State, Fraction] = {}
        for state, chance in states.items():
            for times, counters in step(dict(state)):
                key = tuple(sorted(counters.items()))
                after[key] = after.get(key, Fraction(0)) + chance * times
        states = after
        told: dict[str, dict[int, Fraction]] = {name: {} for name in start}
        for state, chance in states.items():
            for name, value in state:
                told[name][value] = told[name].get(value, Fraction(0)) + chance
        found.append(told)
    return found


@dataclass(frozen=True)
class StepDie:
    """A Step Die test; with `first`, awards come before the spending."""

    d6s: int
    sides: int
    difficulty: int
    policy: str
    first: bool = False
    most: int = 5

    def __call__(self, held: dict[str, int]) -> Iterator[tuple[Fraction, dict[str, int]]]:
        for (good, ip, gm, complications), chance in turns(self, held["player_ip"]).items():
            yield (
                chance,
                {
                    "tests": held["tests"] + 1,
                    "successes": held["successes"] + good,
                    "player_ip": ip,
                    "gm_ip": min(10, held["gm_ip"] + gm),
                    "complications": held["complications"] + complications,
                },
            )


@cache
def turns(test: StepDie, ip: int) -> dict[tuple[int, ...], Fraction]:
    """Success, the IP in the end, the game master's gain and the complications."""
    every = list(oracle_stepdie.every_way(test.d6s, test.sides))
    found: dict[tuple[int, ...], Fraction] = {}
    for lying, thrown in every:
        won = oracle_stepdie.result(lying, thrown, test.difficulty).player if test.first else 0
        first = thrown if test.first else None
        for (step, extra, left, bought), chance in ends_of_spending(
            test, lying, thrown, min(test.most, ip + won)
        ).items():
            end = oracle_stepdie.result(lying, step, test.difficulty, (6,) * extra, thrown=first)
            held = left if test.first else min(test.most, left + end.player)
            key = int(end.hits >= test.difficulty), held, end.gm, end.complications + bought
            found[key] = found.get(key, Fraction(0)) + chance / len(every)
    return found


@cache
def ends_of_spending(
    test: StepDie, lying: Faces, step: int, left: int, extra: int = 0, *, bought: bool = False
) -> dict[End, Fraction]:
    """Where spending ends, by the Step Die, the hits of dice that were added, the IP left, and what was bought."""
    choice = buying(test, lying, step, left, extra, bought=bought)
    rest = left - COSTS[choice]
    if choice == NOTHING:
        return {(step, extra, left, bought): Fraction(1)}
    if choice == "reroll":
        ways = [ends_of_spending(test, lying, face, rest, extra, bought=bought) for face in range(1, test.sides + 1)]
    elif choice == "add":
        ways = [ends_of_spending(test, lying, step, rest, extra + (face >= 5), bought=bought) for face in FACES]
    else:
        ways = [ends_of_spending(test, lying, step, rest, extra, bought=True)]
    found: dict[End, Fraction] = {}
    for way in ways:
        for end, chance in way.items():
            found[end] = found.get(end, Fraction(0)) + chance / len(ways)
    return found


def buying(test: StepDie, lying: Faces, step: int, left: int, extra: int, *, bought: bool) -> str:
    """The purchase that comes next."""
    hits = oracle_stepdie.result(lying, step, test.difficulty, (6,) * extra).hits
    if test.policy == "never" or hits >= test.difficulty:
        return NOTHING
    worths = chances(test, lying, step, left, test.difficulty - extra)
    offered = [name for name in worths if not (name == "partial" and bought)]
    if test.policy == "advised":
        return max(offered, key=lambda name: (worths[name], -COSTS[name]))
    offered.remove(NOTHING)
    return max(offered, key=lambda name: (worths[name], COSTS[name]), default=NOTHING)


@cache
def chances(test: StepDie, lying: Faces, step: int, left: int, needed: int) -> dict[str, Fraction]:
    """The chance of success by what is bought first."""
    policies = Policies(lying, test.sides, needed, high=False)
    return policies.best(lambda events, _: Fraction(events["success"]), left, step)


@dataclass(frozen=True)
class Relics:
    """A round of a Challenge whose resolved dice show `threat`."""

    dice: int
    pcs: int
    rating: int
    threat: int
    policy: str
    units: tuple[int, ...] = ()
    maximum: int = 10

    def __call__(self, held: dict[str, int]) -> Iterator[tuple[Fraction, dict[str, int]]]:
        if held["resolved"] >= self.rating or held["stress"] // self.pcs >= self.maximum:
            yield Fraction(1), held
            return
        spends = self.spends(self.rating - held["resolved"], held["destiny"])
        for chance, end in cohort(self, self.dice + spends):
            resolved = min(self.rating, held["resolved"] + max(0, end.successes))
            turn = {
                "tests": held["tests"] + 1,
                "successes": held["successes"] + (resolved == self.rating),
                "destiny": held["destiny"] - spends + end.destiny,
                "doom": held["doom"] + end.doom,
                "resolved": resolved,
                "stress": held["stress"],
            }
            if resolved == self.rating:
                yield chance, turn
                continue
            for times, stress in stresses(self, resolved):
                yield chance * times, turn | {"stress": held["stress"] + stress}

    def spends(self, needed: int, destiny: int) -> int:
        """The Destiny that goes into dice."""
        most = max(0, min(destiny, 3 * self.pcs - self.dice))
        found = [
            sum(chance for chance, end in cohort(self, self.dice + more) if end.successes >= needed)
            for more in range(most + 1)
        ]
        return {"never": 0, "all": most, "advised": found.index(max(found))}[self.policy]

    def wanted(self, final: list[int]) -> tuple[int, ...]:
        """The worth of a placement; of equally good ones the fewest great and bad dice, by the ruling."""
        end = oracle_relics.result(final, self.pcs)
        fewest = end.major_botches, end.botches, end.overpowering, end.critical
        return *oracle_relics.merit(final, self.pcs, tides=True, doom_first=False), *(-number for number in fewest)


@cache
def cohort(test: Relics, thrown: int) -> list[tuple[Fraction, oracle_relics.Result]]:
    """The outcome of n dice of the Cohort."""
    found: dict[oracle_relics.Result, int] = {}
    for faces in product(FACES, repeat=thrown):
        placed = oracle_relics.ways(list(faces), test.units, all_of_them=False)
        end = oracle_relics.result(max(placed, key=test.wanted), test.pcs)
        end = oracle_relics.Result(end.successes, 0, 0, 0, 0, end.destiny, end.doom)
        found[end] = found.get(end, 0) + 1
    return [(Fraction(ways, 6**thrown), end) for end, ways in found.items()]


@cache
def stresses(test: Relics, resolved: int) -> list[tuple[Fraction, int]]:
    """The Stress of the Challenge's turn."""
    automatic = [test.threat] * resolved
    lying = product(FACES, repeat=test.rating - resolved)
    stress = [max(0, oracle_relics.result([*automatic, *faces]).successes) for faces in lying]
    return [(Fraction(stress.count(one), len(stress)), one) for one in set(stress)]


@dataclass(frozen=True)
class Moonwalk:
    """A basic test or, with the seconds of an interval, an extended one; tried again at -2 where the policy spends."""

    dice: int
    limit: int
    threshold: int
    policy: str
    seconds: int = 0

    def __call__(self, held: dict[str, int]) -> Iterator[tuple[Fraction, dict[str, int]]]:
        for chance, good, penalty, clock in self.tries(self.dice, 0, held["clock"]):
            turn = {"tests": held["tests"] + 1, "retry_penalty": penalty, "clock": clock}
            yield chance, turn | {"successes": held["successes"] + good}

    def tries(self, pool: int, penalty: int, clock: int) -> Iterator[tuple[Fraction, bool, int, int]]:
        for chance, good, rolls in self.tried(pool, 0, 0):
            time = clock + rolls * self.seconds
            if good:
                yield chance, True, penalty, time
            elif self.policy == "never" or pool <= 2:
                yield chance, False, penalty - 2, time
            else:
                for times, in_the_end, left, later in self.tries(pool - 2, penalty - 2, time):
                    yield chance * times, in_the_end, left, later

    def tried(self, pool: int, total: int, rolls: int) -> Iterator[tuple[Fraction, bool, int]]:
        """The success of a try, and the number of rolls that it took."""
        for chance, kept in kept_hits(pool, self.limit):
            if total + kept >= self.threshold:
                yield chance, True, rolls + 1
            elif self.seconds and pool > 1:
                for times, good, end in self.tried(pool - 1, total + kept, rolls + 1):
                    yield chance * times, good, end
            else:
                yield chance, False, rolls + 1


@cache
def kept_hits(dice: int, limit: int) -> list[tuple[Fraction, int]]:
    """The hits that dice keep."""
    kept = [min(limit, sum(face >= 5 for face in faces)) for faces in product(FACES, repeat=dice)]
    return [(Fraction(kept.count(one), len(kept)), one) for one in set(kept)]


@dataclass(frozen=True)
class General:
    """A test whose last dice are Actions; they come `back` where each test is a round of its own."""

    sides: tuple[int, ...]
    difficulty: int
    policy: str
    actions: int
    back: bool
    rerolls: int

    def __call__(self, held: dict[str, int]) -> Iterator[tuple[Fraction, dict[str, int]]]:
        used = 0 if self.back else held["actions"]
        there = self.sides if not used else self.sides[: len(self.sides) - self.actions]
        lying = list(product(*(range(1, size + 1) for size in there)))
        rerolls = 0 if self.policy == "never" else self.rerolls
        good = sum((worth(there, faces, self.difficulty, rerolls) for faces in lying), Fraction(0)) / len(lying)
        later = self.back and held["tests"] > 0
        turn = {"tests": held["tests"] + 1, "actions": self.actions, "round": held["round"] + later}
        yield good, turn | {"successes": held["successes"] + 1}
        yield 1 - good, turn | {"successes": held["successes"]}


@cache
def worth(sides: Faces, faces: Faces, difficulty: int, left: int) -> Fraction:
    """The chance of success with so many rerolls of whatever is best."""
    if sum(faces) >= difficulty:
        return Fraction(1)
    best = Fraction(0)
    for again in product((False, True), repeat=len(faces) if left else 0):
        shown = zip(sides, faces, again, strict=False)
        ways = list(product(*(range(1, size + 1) if anew else (face,) for size, face, anew in shown)))
        if left:
            best = max(best, sum((worth(sides, way, difficulty, left - 1) for way in ways), Fraction(0)) / len(ways))
    return best
