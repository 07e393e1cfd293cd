"""The best way to spend IP on a goal, planned to the last of them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product

from pyrules.core.odds import NOTHING
from pyrules.core.ratio import Ratio
from pyrules.systems.stepdie import rules
from pyrules.systems.stepdie.judge import events
from pyrules.systems.stepdie.model import Outcome, Tally, Test
from pyrules.systems.stepdie.odds import D6, SUCCESS, Hits

State = tuple[int, int]
"""The hits of the d6s, and which of `Table.faces` the Step Die shows."""

Worth = tuple[int, int]
"""The weight of the goal and, negative, that of the IP spent, in units of `Table.ways`; the greater is the better."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What IP may be spent for: an event or its absence, and the purchases that can lead there."""

    words: str
    event: str
    purchases: tuple[str, ...]
    happens: bool = True

    def wanted(self, test: Test, outcome: Outcome) -> bool:
        """Whether an outcome is what the IP were spent for."""
        return events(test, outcome)[self.event] is self.happens


SUCCEEDING = Goal("until it succeeds", SUCCESS, (rules.REROLL, rules.ADD))
OTHER_GOALS = (
    Goal("until the Step Die is highest", "highest", (rules.REROLL,)),
    Goal("until the Step Die is not lowest", "lowest", (rules.REROLL,), happens=False),
    Goal("until there is no complication", "complication", (rules.REROLL, rules.ADD), happens=False),
    Goal("until a die hits", "catastrophic", (rules.REROLL, rules.ADD), happens=False),
)


@dataclass(frozen=True, slots=True)
class Table:
    """The dice as they lie, and the IP left to spend on them.

    `faces` are the tallies that the Step Die alone can bring here, each with the number of its faces that do; `d6` is
    how many faces of a d6 are hits, and how many are not; `settled` is what awards and complications were settled on
    before the spending (None: they are settled after it); `bought` is whether a partial success was.
    """

    test: Test
    state: State
    faces: tuple[tuple[Tally, int], ...]
    d6: Hits
    settled: Tally | None
    left: int
    bought: bool

    def outcome(self, state: State, last: str = NOTHING) -> Outcome:
        """The outcome of a state; the last purchase before it may have been a partial success."""
        hits, step = state
        face, _ = self.faces[step]
        counted = Tally(hits + face.hits, face.step, face.low)
        return rules.outcome(self.test, counted, self.settled or counted, bought=self.bought or last == rules.PARTIAL)

    def results(self, purchase: str, state: State) -> tuple[tuple[State, int], ...]:
        """The states that a purchase leads to, with the ways there are to each; in all as many as `ways`."""
        hits, step = state
        if purchase == rules.REROLL:
            return tuple([((hits, face), len(D6) * times) for face, (_, times) in enumerate(self.faces)])
        if purchase == rules.ADD:
            hit, miss = self.d6
            others = self.ways(rules.COSTS[rules.ADD]) // len(D6)
            return ((hits + 1, step), others * hit), (state, others * miss)
        return ((state, self.ways(rules.COSTS[rules.PARTIAL])),)

    def ways(self, points: int) -> int:
        """How many ways are told apart for this many IP spent: whatever both dice can show, for each."""
        ways: int = (self.test.step * len(D6)) ** points
        return ways

    def alone(self, purchase: str) -> list[tuple[Outcome, int]]:
        """The outcomes of one purchase and no more, with their weights."""
        return [(self.outcome(state, purchase), ways) for state, ways in self.results(purchase, self.state)]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is best for a goal in every state, and what that is worth, by the IP left; the cheapest of what is equal."""

    table: Table
    goal: Goal
    best: list[dict[State, str]] = field(default_factory=list)
    worths: list[dict[State, Worth]] = field(default_factory=list)
    rerolled: dict[tuple[int, int], Worth] = field(default_factory=dict)
    reached: dict[State, bool] = field(default_factory=dict)

    def weigh(self, left: int, states: Iterable[State]) -> None:
        """Find what is best with this many IP left; fewer were weighed before."""
        self.best.append({})
        self.worths.append({})
        for state in states:
            choices = self.choices(left, state)
            first = max(choices, key=choices.__getitem__)
            self.best[left][state], self.worths[left][state] = first, choices[first]

    def choices(self, left: int, state: State) -> dict[str, Worth]:
        """What leaving the dice and what each purchase is worth; once the goal is reached nothing is bought."""
        if state not in self.reached:
            self.reached[state] = self.goal.wanted(self.table.test, self.table.outcome(state))
        if self.reached[state]:
            return {NOTHING: (self.table.ways(left), 0)}
        found = {NOTHING: (0, 0)}
        for purchase in self.goal.purchases:
            if rules.COSTS[purchase] <= left:
                found[purchase] = self._bought(purchase, left, state)
        return found

    def _bought(self, purchase: str, left: int, state: State) -> Worth:
        if purchase != rules.REROLL:
            return self._averaged(purchase, left, state)
        if (left, state[0]) not in self.rerolled:
            self.rerolled[left, state[0]] = self._averaged(rules.REROLL, left, state)
        return self.rerolled[left, state[0]]

    def _averaged(self, purchase: str, left: int, state: State) -> Worth:
        cost = rules.COSTS[purchase]
        before = self.worths[left - cost]
        reached, spent = 0, -cost * self.table.ways(left)
        for after, ways in self.table.results(purchase, state):
            reaching, spending = before[after]
            reached, spent = reached + ways * reaching, spent + ways * spending
        return reached, spent

    @property
    def first(self) -> str:
        """What is best done first."""
        return self.best[self.table.left][self.table.state]

    def improves(self, purchase: str) -> bool:
        """Whether going on after a purchase is better than the purchase alone."""
        reached, _ = self.choices(self.table.left, self.table.state).get(purchase, (0, 0))
        alone = sum(
            weight for outcome, weight in self.table.alone(purchase) if self.goal.wanted(self.table.test, outcome)
        )
        return reached > alone * self.table.ways(self.table.left - rules.COSTS[purchase])

    def spent(self, purchase: str, last: str = NOTHING) -> Ratio:
        """The IP spent on average, the purchase's own among them; `last` counts where the goal is not reached."""
        reached, spent = self.choices(self.table.left, self.table.state)[purchase]
        ways = self.table.ways(self.table.left)
        return Ratio(rules.COSTS.get(last, 0) * (ways - reached) - spent, ways)

    def outcomes(self, purchase: str, last: str = NOTHING) -> list[tuple[Outcome, int]]:
        """The outcomes of a purchase and what is best after it, with their weights.

        `last` is bought in the end when the goal is not reached.
        """
        found: list[tuple[Outcome, int]] = []
        ahead: list[Counter[State]] = [Counter() for _ in range(self.table.left + 1)]
        for state, ways in self.table.results(purchase, self.table.state):
            ahead[self.table.left - rules.COSTS[purchase]][state] += ways
        for left in range(self.table.left - 1, -1, -1):
            for state, weight in ahead[left].items():
                if (bought := self.best[left][state]) == NOTHING:
                    outcome = self.table.outcome(state, NOTHING if self.reached[state] else last)
                    found.append((outcome, weight * self.table.ways(left)))
                else:
                    for after, ways in self.table.results(bought, state):
                        ahead[left - rules.COSTS[bought]][after] += weight * ways
        return found

    def way(self, purchase: str) -> list[str]:
        """What follows a purchase as long as nothing comes of any."""
        found, left, state = [], self.table.left, self.table.state
        while purchase != NOTHING:
            found.append(purchase)
            left -= rules.COSTS[purchase]
            state = min((after for after, _ in self.table.results(purchase, state)), key=self._use)
            purchase = self.best[left][state]
        return found[1:]

    def _use(self, state: State) -> tuple[bool, int]:
        return self.reached[state], self.table.outcome(state).hits


def plan(table: Table, goal: Goal) -> Plan:
    """Weigh every state that purchases can lead to, those with the fewest IP left first."""
    made = Plan(table, goal)
    hits, _ = table.state
    for left in range(table.left + 1):
        dice = (table.left - left) // rules.COSTS[rules.ADD] if rules.ADD in goal.purchases else 0
        made.weigh(left, product(range(hits, hits + dice + 1), range(len(table.faces))))
    return made
