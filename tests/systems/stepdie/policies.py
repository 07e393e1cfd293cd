"""Every way to spend IP after a Step Die roll, tried out with the oracle; shares nothing with the advice."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

from tests.systems.stepdie import oracle

NOTHING = "nothing"


def events_by_name(found: oracle.Result, difficulty: int, *, bought: bool = False) -> dict[str, bool]:
    return {
        "success": found.hits >= difficulty,
        "highest": found.place == "highest",
        "lowest": found.place == "lowest",
        "complication": found.complications + bought > 0,
        "catastrophic": found.hits == 0,
    }


class Policies:
    """Every way to spend IP on dice that lie there, tried out by the text: what may be bought, and what it brings.

    `thrown` is the Step Die's first face where awards come before the spending; with `again` each further face brings
    its own award and complication.
    """

    def __init__(
        self,
        d6s: tuple[int, ...],
        sides: int,
        difficulty: int,
        *,
        high: bool,
        thrown: int | None = None,
        again: bool = False,
    ) -> None:
        self.d6s, self.sides, self.difficulty, self.high = d6s, sides, difficulty, high
        self.thrown, self.again = thrown, again

    def trouble(self, step: int) -> bool:
        """True if the dice bring a complication as they were thrown."""
        return oracle.result(self.d6s, step, self.difficulty, high=self.high).complications > 0

    def events(self, step: int, added: int, *, bought: bool, trouble: bool = False) -> dict[str, bool]:
        """The events of dice; `trouble` says that a face of the Step Die brought a complication, where each may."""
        thrown = None if self.again else self.thrown
        found = oracle.result(self.d6s, step, self.difficulty, (6,) * added, high=self.high, thrown=thrown)
        if self.again:
            found = found._replace(complications=int(trouble))
        return events_by_name(found, self.difficulty, bought=bought)

    def best(  # noqa: C901
        self,
        wanted: Callable[[dict[str, bool], bool], Fraction],
        left: int,
        step: int,
        price: Fraction = Fraction(0),
    ) -> dict[str, Fraction]:
        """The best mean of what is wanted, less the price of each IP: by what is bought first, or nothing.

        All that follows is best.
        """

        @cache
        def first(left: int, step: int, added: int, bought: bool, trouble: bool) -> dict[str, Fraction]:
            found = others(left, step, added, bought, trouble)
            if left >= 1:
                found = found | {"reroll": rerolled(left, added, bought, trouble)}
            return found

        @cache
        def others(left: int, step: int, added: int, bought: bool, trouble: bool) -> dict[str, Fraction]:
            events = self.events(step, added, bought=bought, trouble=trouble)
            found = {NOTHING: wanted(events, bought)}
            if left >= 2:
                hit = onward(left - 2, step, added + 1, bought, trouble)
                miss = onward(left - 2, step, added, bought, trouble)
                found["add"] = (hit + 2 * miss) / 3 - 2 * price
            if left >= 3 and not events["success"] and not bought:
                found["partial"] = onward(left - 3, step, added, True, trouble) - 3 * price
            return found

        @cache
        def rerolled(left: int, added: int, bought: bool, trouble: bool) -> Fraction:
            """Of all sets of faces that win an IP, from which the die is rolled on and on, the best."""
            sure, maybe = Fraction(0), list[Fraction]()
            for face in range(1, self.sides + 1):
                troubled = self.again and (trouble or face <= 2)
                wins = self.again and face > max(self.d6s)
                if wins and troubled == trouble:
                    maybe.append(max(others(left, face, added, bought, trouble).values()))
                else:
                    sure += onward(left - 1 + wins, face, added, bought, troubled)
            found = []
            for stopping in product((False, True), repeat=len(maybe)):
                total = sure + sum((worth for worth, stops in zip(maybe, stopping, strict=True) if stops), Fraction(0))
                rolling = len(maybe) - sum(stopping)
                found.append((total - self.sides * price) / (self.sides - rolling))
            return max(found)

        def onward(left: int, step: int, added: int, bought: bool, trouble: bool) -> Fraction:
            return max(first(left, step, added, bought, trouble).values())

        return first(left, step, 0, False, self.again and self.trouble(step))
