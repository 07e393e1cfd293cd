"""The best way to spend IP on a goal, planned to the last of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import mul

from pyrules.core.odds import NOTHING, Ratio
from pyrules.systems.stepdie import rules
from pyrules.systems.stepdie.model import Outcome, Tally, Test
from pyrules.systems.stepdie.odds import D6, EVENTS, SUCCESS, counted

REROLL, ADD, PARTIAL = rules.COSTS

State = tuple[int, int, Tally]
"""The IP left, the hits of the d6s, and what the Step Die tells: its own hit, how it stands, whether it is low."""

Worth = tuple[int, ...]
"""What a state is worth: the weights of what is wanted, less the IP spent, then those of every event.

They add up to `Table.ways`, so that they are whole; of two the greater is the better.
"""


@dataclass(frozen=True, slots=True)
class Goal:
    """What IP may be spent for: what the outcome should be, first things first, and the purchases that lead there."""

    words: str
    wanted: tuple[Callable[[Outcome], bool], ...]
    purchases: tuple[str, ...]


def _without(event: str) -> Callable[[Outcome], bool]:
    return lambda outcome: not EVENTS[event](outcome)


SUCCEEDING = Goal("until it succeeds", (EVENTS[SUCCESS],), (REROLL, ADD))
GOALS = (
    SUCCEEDING,
    Goal(
        "until it succeeds, but keep 3 IP for a partial success",
        (lambda outcome: outcome.success or outcome.partial, EVENTS[SUCCESS]),
        (REROLL, ADD, PARTIAL),
    ),
    Goal("until the Step Die is highest", (EVENTS["highest"],), (REROLL,)),
    Goal("until the Step Die is not lowest", (_without("lowest"),), (REROLL,)),
    Goal("until there is no complication", (_without("complication"),), (REROLL, ADD)),
    Goal("until a die hits", (_without("catastrophic"),), (REROLL, ADD)),
)


@dataclass(frozen=True, slots=True)
class Table:
    """The dice as they lie: hits of the d6s, what the Step Die tells, what its faces would, and the IP left.

    `faces` counts the faces that tell the same; `bought` is whether a partial success was.
    """

    test: Test
    hits: int
    step: Tally
    faces: Mapping[Tally, int]
    left: int
    bought: bool

    def outcome(self, hits: int, step: Tally, *, bought: bool) -> Outcome:
        """The outcome with these hits of the d6s and this Step Die."""
        return rules.outcome(self.test, Tally(hits + step.hits, step.step, step.low), bought=bought)

    def alone(self, purchase: str) -> list[tuple[int, Outcome]]:
        """The outcomes of one purchase and no more, or of none, with their weights."""
        if purchase == REROLL:
            return [(times, self.outcome(self.hits, step, bought=self.bought)) for step, times in self.faces.items()]
        if purchase == ADD:
            weights = zip(counted(D6, self.test.settings), (1, 0), strict=True)
            return [(times, self.outcome(self.hits + hit, self.step, bought=self.bought)) for times, hit in weights]
        return [(1, self.outcome(self.hits, self.step, bought=self.bought or purchase == PARTIAL))]

    def ways(self, left: int) -> int:
        """The unit of worths with this many IP left: every IP spent multiplies by whatever a die may show."""
        ways: int = (self.test.step * len(D6)) ** left
        return ways


@dataclass(frozen=True, slots=True)
class Plan:
    """What is best for a goal from the table on.

    `worths` has what each purchase is worth now when the best is bought after it; `best` names the best purchase in
    every state, the cheapest of what is equally good.
    """

    table: Table
    goal: Goal
    worths: Mapping[str, Worth]
    best: Mapping[State, str]

    def improves(self, purchase: str) -> bool:
        """Whether going on after a purchase is better than the purchase alone."""
        outcomes = self.table.alone(purchase)
        ways = sum(times for times, _ in outcomes)
        alone = tuple(
            Ratio(sum(times for times, outcome in outcomes if happens(outcome)), ways) for happens in self.goal.wanted
        )
        return alone < tuple(self._ratio(weight) for weight in self.worths[purchase][: len(alone)])

    def spent(self, purchase: str) -> Ratio:
        """The IP spent on average, the purchase's own among them."""
        return self._ratio(-self.worths[purchase][len(self.goal.wanted)])

    def chances(self, purchase: str) -> dict[str, Ratio]:
        """The chances of the events."""
        weights = self.worths[purchase][-len(EVENTS) :]
        return {name: self._ratio(weight) for name, weight in zip(EVENTS, weights, strict=True)}

    def way(self, purchase: str) -> list[str]:
        """What follows a purchase as long as nothing comes of any."""
        table, found = self.table, []
        left, step = table.left, table.step
        while purchase != NOTHING:
            found.append(purchase)
            left -= rules.COSTS[purchase]
            if purchase == REROLL:
                step = min(table.faces, key=self._use)
            purchase = NOTHING if purchase == PARTIAL else self.best[left, table.hits, step]
        return found[1:]

    def _use(self, step: Tally) -> tuple[int, ...]:
        outcome = self.table.outcome(self.table.hits, step, bought=self.table.bought)
        return (*(happens(outcome) for happens in self.goal.wanted), step.hits)

    def _ratio(self, weight: int) -> Ratio:
        return Ratio(weight, self.table.ways(self.table.left))


def plan(table: Table, goal: Goal) -> Plan:
    """Weigh every state that purchases can lead to, those with the fewest IP left first."""
    weighing = Weighing(table, goal)
    best: dict[State, str] = {}
    choices: dict[str, Worth] = {}
    for left in range(table.left + 1):
        dice = (table.left - left) // rules.COSTS[ADD] if ADD in goal.purchases else 0
        for hits in range(table.hits, table.hits + dice + 1):
            for step in table.faces:
                choices = weighing.choices(left, hits, step)
                first = max(choices, key=lambda purchase: choices[purchase][: len(goal.wanted) + 1])
                best[left, hits, step], weighing.worths[left, hits, step] = first, choices[first]
    return Plan(table, goal, weighing.choices(table.left, table.hits, table.step), best)


@dataclass(frozen=True, slots=True)
class Weighing:
    """The best worth of every state weighed so far, to weigh those with more IP left by."""

    table: Table
    goal: Goal
    worths: dict[State, Worth] = field(default_factory=dict)
    rerolled: dict[tuple[int, int], Worth] = field(default_factory=dict)

    def choices(self, left: int, hits: int, step: Tally) -> dict[str, Worth]:
        """What leaving the dice and what each purchase is worth; once the goal is reached nothing is bought."""
        found = {NOTHING: self._lying(left, hits, step, bought=self.table.bought)}
        if not found[NOTHING][0]:
            for purchase in self.goal.purchases:
                if (rest := left - rules.COSTS[purchase]) >= 0:
                    found[purchase] = self._bought(purchase, rest, hits, step)
        return found

    def _bought(self, purchase: str, rest: int, hits: int, step: Tally) -> Worth:
        if purchase == PARTIAL:
            return self._paid(purchase, rest, [(1, self._lying(rest, hits, step, bought=True))])
        if purchase == ADD:
            hit, miss = counted(D6, self.table.test.settings)
            return self._paid(
                purchase, rest, [(hit, self.worths[rest, hits + 1, step]), (miss, self.worths[rest, hits, step])]
            )
        if (rest, hits) not in self.rerolled:
            faces = [(times, self.worths[rest, hits, face]) for face, times in self.table.faces.items()]
            self.rerolled[rest, hits] = self._paid(purchase, rest, faces)
        return self.rerolled[rest, hits]

    def _lying(self, left: int, hits: int, step: Tally, *, bought: bool) -> Worth:
        outcome = self.table.outcome(hits, step, bought=bought)
        wanted = [happens(outcome) for happens in self.goal.wanted]
        events = [happens(outcome) for happens in EVENTS.values()]
        ways = self.table.ways(left)
        return tuple([ways * true for true in (*wanted, False, *events)])

    def _paid(self, purchase: str, rest: int, results: Sequence[tuple[int, Worth]]) -> Worth:
        """What a purchase is worth by what it can come to, less its price."""
        cost = rules.COSTS[purchase]
        times = [times for times, _ in results]
        scale = self.table.ways(cost) // sum(times)
        weights = [scale * sum(map(mul, times, column)) for column in zip(*(one for _, one in results), strict=True)]
        weights[len(self.goal.wanted)] -= cost * self.table.ways(rest + cost)
        return tuple(weights)
