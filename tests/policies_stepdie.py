"""Every way to spend IP after a Step Die roll, tried out with the oracle; shares nothing with the advice."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from tests import oracle_stepdie as oracle

NOTHING = "nothing"


def happened(found: oracle.Result, difficulty: int, *, bought: bool = False) -> dict[str, bool]:
    return {
        "success": found.hits >= difficulty,
        "highest": found.place == "highest",
        "lowest": found.place == "lowest",
        "complication": found.complications + bought > 0,
        "catastrophic": found.hits == 0,
    }


class Policies:
    """Every way to spend IP on dice that lie there, tried out by the text: what may be bought, and what it brings.

    `thrown` is the Step Die's first face where awards come before the spending.
    """

    def __init__(
        self, d6s: tuple[int, ...], sides: int, difficulty: int, *, high: bool, thrown: int | None = None
    ) -> None:
        self.d6s, self.sides, self.difficulty, self.high = d6s, sides, difficulty, high
        self.thrown = thrown

    def events(self, step: int, added: int, *, bought: bool) -> dict[str, bool]:
        found = oracle.result(self.d6s, step, self.difficulty, (6,) * added, high=self.high, thrown=self.thrown)
        return happened(found, self.difficulty, bought=bought)

    def best(self, wanted: Callable[[dict[str, bool], bool], Fraction], left: int, step: int) -> dict[str, Fraction]:
        """The best mean of what is wanted: by what is bought first, or nothing, when all that follows is best."""

        @cache
        def first(left: int, step: int, added: int, bought: bool) -> dict[str, Fraction]:
            events = self.events(step, added, bought=bought)
            found = {NOTHING: wanted(events, bought)}
            if left >= 1:
                worths = [onward(left - 1, face, added, bought) for face in range(1, self.sides + 1)]
                found["reroll"] = sum(worths, Fraction(0)) / self.sides
            if left >= 2:
                hit, miss = onward(left - 2, step, added + 1, bought), onward(left - 2, step, added, bought)
                found["add"] = (hit + 2 * miss) / 3
            if left >= 3 and not events["success"] and not bought:
                found["partial"] = onward(left - 3, step, added, True)
            return found

        def onward(left: int, step: int, added: int, bought: bool) -> Fraction:
            return max(first(left, step, added, bought).values())

        return first(left, step, 0, False)
