"""The best way to spend IP on a goal, planned to the last of them."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from math import lcm

from pyrules.core.odds import NOTHING
from pyrules.core.ratio import Ratio
from pyrules.systems.stepdie import rules
from pyrules.systems.stepdie.judge import events
from pyrules.systems.stepdie.model import Outcome, Settled, Tally, Test
from pyrules.systems.stepdie.odds import D6, SUCCESS, Hits

State = tuple[int, int, bool]
"""The hits of the d6s, which of `Table.faces` the Step Die shows, and whether an earlier face brought a complication.

The last is told only where each face is settled by itself.
"""

Value = tuple[int, int]
"""The weight of the goal and, negative, that of the IP spent, in units of `Table.ways`; the greater is the better."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal that IP may be spent for: an event or its absence, and the purchases that can lead there."""

    words: str
    event: str
    purchases: tuple[str, ...]
    happens: bool = True

    def is_reached(self, test: Test, outcome: Outcome) -> bool:
        """True if an outcome is what the IP were spent for."""
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
    how many faces of a d6 are hits, and how many are not; `settled` is what was settled before any further spending
    (None: all is settled after it); `bought` is whether a partial success was.
    """

    test: Test
    state: State
    faces: tuple[tuple[Tally, int], ...]
    d6: Hits
    settled: Settled | None
    left: int
    bought: bool

    def outcome(self, state: State, last: str = NOTHING) -> Outcome:
        """The outcome of a state; the last purchase before it may have been a partial success."""
        hits, step, complication = state
        face, _ = self.faces[step]
        counted = Tally(hits + face.hits, face.step, face.low)
        settled = self.settled or rules.settlement((counted,))
        if self.again:
            settled = replace(settled, step=face.step, complications=int(complication))
        return rules.outcome(self.test, counted, settled, bought=self.bought or last == rules.PARTIAL)

    @property
    def again(self) -> bool:
        """True if each new face of the Step Die is settled by itself, so that an IP may come with it."""
        return rules.awards_again(self.test.settings)

    def wins(self, state: State) -> bool:
        """True if the Step Die of a state, if it was just rerolled, brings an IP to go on with."""
        face, _ = self.faces[state[1]]
        return self.again and rules.player_award(face.step) > 0

    def results(self, purchase: str, state: State) -> tuple[tuple[State, int], ...]:
        """The states that a purchase leads to, with the ways there are to each; in all as many as `ways`."""
        hits, step, complication = state
        if purchase == rules.REROLL:
            ways = self.ways(rules.COSTS[rules.REROLL]) // self.test.step
            return tuple(
                [
                    ((hits, place, self.again and (complication or face.low)), ways * times)
                    for place, (face, times) in enumerate(self.faces)
                ]
            )
        if purchase == rules.ADD:
            hit, miss = self.d6
            others = self.ways(rules.COSTS[rules.ADD]) // len(D6)
            return ((hits + 1, step, complication), others * hit), (state, others * miss)
        return ((state, self.ways(rules.COSTS[rules.PARTIAL])),)

    def ways(self, points: int) -> int:
        """The number of ways that are told apart for this many IP spent: whatever both dice can show, for each.

        Where an IP can be won back, as many more as it takes to share out what a reroll without end comes to, once
        without a complication and once with one.
        """
        ways: int = (self.test.step * len(D6) * _shares(self.test.step, self.winning_faces) ** 2) ** points
        return ways

    @property
    def winning_faces(self) -> int:
        """The number of faces of the Step Die that bring an IP to go on with."""
        return sum(times for face, times in self.faces if rules.player_award(face.step)) if self.again else 0

    def alone(self, purchase: str) -> list[tuple[Outcome, int]]:
        """The outcomes of one purchase and no more, with their weights."""
        return [(self.outcome(state, purchase), ways) for state, ways in self.results(purchase, self.state)]


@cache
def _shares(step: int, won: int) -> int:
    """A multiple of the number of faces that end rerolling, whichever of those that win an IP do not."""
    return lcm(*range(step - won, step + 1)) if won else 1


@dataclass(frozen=True, slots=True)
class Plan:
    """The best choice for a goal in every state, and its worth, by the IP left; the cheapest of what is equal."""

    table: Table
    goal: Goal
    best: list[dict[State, str]] = field(default_factory=list)
    values: list[dict[State, Value]] = field(default_factory=list)
    rerolled: dict[tuple[int, int, bool], Value] = field(default_factory=dict)
    reached: dict[State, bool] = field(default_factory=dict)

    def weigh(self, left: int, states: Iterable[State]) -> None:
        """Find what is best with this many IP left; fewer were weighed before."""
        self.best.append({})
        self.values.append({})
        for state in states:
            choices = self.choices(left, state)
            first = max(choices, key=choices.__getitem__)
            self.best[left][state], self.values[left][state] = first, choices[first]

    def choices(self, left: int, state: State) -> dict[str, Value]:
        """The worth of leaving the dice and of each purchase; once the goal is reached nothing is bought."""
        found = self._values_without_reroll(left, state)
        if not self.reached[state] and left and rules.REROLL in self.goal.purchases:
            hits, _, complication = state
            if (left, hits, complication) not in self.rerolled:
                self.rerolled[left, hits, complication] = self._reroll_value(left, state)
            found[rules.REROLL] = self.rerolled[left, hits, complication]
        return found

    def _values_without_reroll(self, left: int, state: State) -> dict[str, Value]:
        """The worth of leaving the dice and of each purchase but a reroll."""
        if state not in self.reached:
            self.reached[state] = self.goal.is_reached(self.table.test, self.table.outcome(state))
        if self.reached[state]:
            return {NOTHING: (self.table.ways(left), 0)}
        found = {NOTHING: (0, 0)}
        if rules.ADD in self.goal.purchases and rules.COSTS[rules.ADD] <= left:
            results = self.table.results(rules.ADD, state)
            found[rules.ADD] = self._average_value(rules.COSTS[rules.ADD], left, results)
        return found

    def _average_value(self, cost: int, left: int, results: Iterable[tuple[State, int]]) -> Value:
        """The worth of n IP for one of these states, of which the ways need not be all."""
        before = self.values[left - cost]
        reached, spent = 0, -cost * self.table.ways(left)
        for after, ways in results:
            reaching, spending = before[after]
            reached, spent = reached + ways * reaching, spent + ways * spending
        return reached, spent

    def _reroll_value(self, left: int, state: State) -> Value:
        """The worth of a reroll; one that wins an IP may be followed by the same one again, without end.

        Of the faces that win one, the best to stop at is stopped at, then the next, as long as that is better than
        rolling on from them all.
        """
        results = self.table.results(rules.REROLL, state)
        every = self.table.ways(rules.COSTS[rules.REROLL])
        winning = [(after, ways) for after, ways in results if self.table.wins(after)]
        lost = self._average_value(rules.COSTS[rules.REROLL], left, [one for one in results if one not in winning])
        stopping = [(*max(self.choices(left, after).values()), ways) for after, ways in winning if after[2] != state[2]]
        rolling = [
            (*max(self._values_without_reroll(left, after).values()), ways)
            for after, ways in winning
            if after[2] == state[2]
        ]
        rolling.sort()
        while True:
            share = every - sum(ways for *_, ways in rolling)
            reached, spent = (
                (every * lost[part] + sum(one[2] * one[part] for one in stopping)) // share for part in (0, 1)
            )
            if not rolling or rolling[-1][:2] <= (reached, spent):
                return reached, spent
            stopping.append(rolling.pop())

    @property
    def first(self) -> str:
        """The best first choice."""
        return self.best[self.table.left][self.table.state]

    def improves(self, purchase: str) -> bool:
        """True if going on after a purchase is better than the purchase alone."""
        reached, _ = self.choices(self.table.left, self.table.state).get(purchase, (0, 0))
        alone = sum(
            weight for outcome, weight in self.table.alone(purchase) if self.goal.is_reached(self.table.test, outcome)
        )
        return reached > alone * self.table.ways(self.table.left - rules.COSTS[purchase])

    def mean_spent(self, purchase: str, last: str = NOTHING) -> Ratio:
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
        self._go_on(ahead, self.table.left, purchase, self.table.state, self.table.ways(self.table.left))
        for left, complication in product(range(self.table.left, -1, -1), (False, True)):
            self._reroll(ahead, left, complication=complication)
            for state, weight in ahead[left].items():
                bought = self.best[left][state]
                if state[2] is not complication or bought == rules.REROLL:
                    continue
                if bought == NOTHING:
                    found.append((self.table.outcome(state, NOTHING if self.reached[state] else last), weight))
                else:
                    self._go_on(ahead, left, bought, state, weight)
        return found

    def _reroll(self, ahead: list[Counter[State]], left: int, *, complication: bool) -> None:
        """Go on from the states that are best rerolled, again and again from those that win an IP for it."""
        weights: Counter[int] = Counter()
        for state, weight in ahead[left].items():
            if state[2] is complication and self.best[left][state] == rules.REROLL:
                weights[state[0]] += weight
        for hits, weight in weights.items():
            start = (hits, 0, complication)
            again = [
                after
                for after, _ in self.table.results(rules.REROLL, start)
                if self.table.wins(after) and after[2] is complication and self.best[left][after] == rules.REROLL
            ]
            self._go_on(ahead, left, rules.REROLL, start, weight, again=again)

    def _go_on(  # noqa: PLR0913
        self,
        ahead: list[Counter[State]],
        left: int,
        bought: str,
        state: State,
        weight: int,
        *,
        again: Collection[State] = (),
    ) -> None:
        """Share a weight among the states that a purchase leads to, but for those in which it is made `again`."""
        results = [one for one in self.table.results(bought, state) if one[0] not in again]
        share = sum(ways for _, ways in results)
        for after, ways in results:
            won = bought == rules.REROLL and self.table.wins(after)
            ahead[left - rules.COSTS[bought] + won][after] += weight * ways // share

    def way(self, purchase: str) -> list[str]:
        """The purchases that follow one as long as nothing comes of any."""
        found, left, state = [], self.table.left, self.table.state
        while purchase != NOTHING:
            found.append(purchase)
            left -= rules.COSTS[purchase]
            state = min((after for after, _ in self.table.results(purchase, state)), key=self._use)
            purchase = self.best[left][state]
        return found[1:]

    def _use(self, state: State) -> tuple[bool, int, bool]:
        return self.reached[state], self.table.outcome(state).hits, self.table.wins(state)


def plan(table: Table, goal: Goal) -> Plan:
    """Weigh every state that purchases can lead to, those with the fewest IP left first."""
    made = Plan(table, goal)
    hits, _, complication = table.state
    complications = {complication, table.again}
    for left in range(table.left + 1):
        dice = (table.left - left) // rules.COSTS[rules.ADD] if rules.ADD in goal.purchases else 0
        made.weigh(left, product(range(hits, hits + dice + 1), range(len(table.faces)), complications))
    return made
