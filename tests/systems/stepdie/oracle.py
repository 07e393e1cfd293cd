"""Step Die from its text, written apart from the rules: what dice on the table come to."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple


class Result(NamedTuple):
    hits: int
    degree: str
    place: str
    player: int
    gm: int
    complications: int


def every_way(d6s: int, step: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way the dice can fall: the d6s and the Step Die; all are equally likely."""
    yield from product(product((1, 2, 3, 4, 5, 6), repeat=d6s), range(1, step + 1))


def result(
    d6s: tuple[int, ...],
    step: int,
    difficulty: int,
    added: tuple[int, ...] = (),
    *,
    high: bool = False,
    thrown: int | None = None,
    again: tuple[int, ...] = (),
) -> Result:
    """The outcome of the dice; `high` is the house rule by which more than a 6 hits too.

    `thrown` is what the Step Die showed first where awards and complications come before any spending, `again` each
    face that it showed where each has its own.
    """
    if again:
        last = result(d6s, again[-1], difficulty, added, high=high)
        each = [result(d6s, face, difficulty, high=high) for face in again]
        return last._replace(
            player=sum(one.player for one in each),
            gm=sum(one.gm for one in each),
            complications=each[0].complications + sum(face in {1, 2} for face in again[1:]),
        )
    if thrown is not None:
        first = result(d6s, thrown, difficulty, high=high)
        last = result(d6s, step, difficulty, added, high=high)
        return first._replace(hits=last.hits, degree=last.degree)
    hitting = {5, 6, 7, 8, 9, 10, 11, 12} if high else {5, 6}
    hits = len([face for face in (*d6s, step, *added) if face in hitting])
    ranked = sorted((*d6s, step))
    alone = ranked.count(step) == 1
    place = "neither"
    if alone and ranked[-1] == step:
        place = "highest"
    if alone and ranked[0] == step:
        place = "lowest"
    return Result(
        hits=hits,
        degree=degree(hits, difficulty),
        place=place,
        player=1 if place == "highest" else 0,
        gm=1 if place == "lowest" else 0,
        complications=(1 if step in {1, 2} else 0) + (1 if hits == 0 else 0),
    )


def degree(hits: int, difficulty: int) -> str:
    """The degree, by the tables of the text."""
    if hits == 0:
        return "catastrophic failure"
    table = {
        0: "success",
        1: "solid success",
        2: "solid success",
        3: "strong success",
        4: "strong success",
        -1: "near miss",
        -2: "near miss",
    }
    return table.get(hits - difficulty, "triumph" if hits > difficulty else "clear failure")
