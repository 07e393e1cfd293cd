"""Moonwalk worked out by hand from its text, apart from the rules: slow, plain, and sharing nothing with them."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

Faces = tuple[int, ...]


def glitch(faces: Faces, rule: str) -> str:
    ones = len([face for face in faces if face == 1])
    others = len(faces) - ones
    many = {"off": False, "more_than_half": ones > others, "half_or_more": bool(faces) and ones >= others}[rule]
    if not many:
        return "none"
    return "glitch" if any(face >= 5 for face in faces) else "critical"


def basic_test(faces: Faces, limit: int | None, rule: str) -> dict[str, Any]:
    """The outcome of one roll."""
    hits = [face for face in faces if face in (5, 6)]
    return {
        "pool": len(faces),
        "hits": len(hits),
        "kept": len(hits[:limit]),
        "ones": len([face for face in faces if face == 1]),
        "glitch": glitch(faces, rule),
    }


def basic(faces: Faces, limit: int | None, threshold: int, rule: str) -> dict[str, Any]:
    one = basic_test(faces, limit, rule)
    return {"kind": "basic", **one, "success": bool(faces) and one["kept"] >= threshold}


def opposed_test(
    faces: Faces, limit: int | None, defence: Faces, defence_limit: int | None, rule: str
) -> dict[str, Any]:
    if not faces:
        defence = ()
    one, other = basic_test(faces, limit, rule), basic_test(defence, defence_limit, rule)
    ahead = one["kept"] - other["kept"]
    return {"kind": "opposed", **one, "success": ahead > 0, "defender_hits": other["kept"], "net": ahead}


def extended_test(rolls: Sequence[Faces], dice: int, limit: int | None, threshold: int, rule: str) -> dict[str, Any]:
    """An extended test in intervals of two hours, once the dice are on the table."""
    intervals = [basic_test(faces, limit, rule) for faces in rolls]
    total = sum(one["kept"] for one in intervals)
    worst = [one["glitch"] for one in intervals]
    state = "succeeded" if total >= threshold else "failed" if len(rolls) == dice else "ongoing"
    hours = 2 * len(rolls)
    return {
        "kind": "extended",
        "pool": dice,
        "hits": sum(one["hits"] for one in intervals),
        "kept": total,
        "ones": sum(one["ones"] for one in intervals),
        "glitch": "critical" if "critical" in worst else "glitch" if "glitch" in worst else "none",
        "success": state == "succeeded",
        "total": total,
        "rolls": len(rolls),
        "elapsed": f"{hours} hours",
        "intervals": intervals,
        "state": state,
    }


def extended_courses(dice: int, limit: int | None, threshold: int, kinds: Faces) -> Iterator[tuple[Faces, ...]]:
    """Every course an extended test can take with dice that show only `kinds`, stopped wherever it is stopped."""

    def go_on(rolls: tuple[Faces, ...]) -> Iterator[tuple[Faces, ...]]:
        if rolls:
            yield rolls
        kept = sum(len([face for face in faces if face > 4][:limit]) for faces in rolls)
        if kept < threshold and len(rolls) < dice:
            for faces in product(kinds, repeat=dice - len(rolls)):
                yield from go_on((*rolls, faces))

    return go_on(())


def with_sixes(dice: int, most: int, kinds: Faces) -> Iterator[tuple[int, ...]]:
    """Every roll of `dice` dice under the Rule of Six that ends with at most `most` dice, in the order thrown."""
    for length in range(dice, most + 1):
        for faces in product(kinds, repeat=length):
            # A roll ends exactly when its dice are those begun with and one for each six; not before.
            if all(end < dice + faces[:end].count(6) for end in range(dice, length)) and (
                length == dice + faces.count(6)
            ):
                yield faces


def with_sixes_left(dice: int, most: int, kinds: Faces) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every such roll with at most `most` dice that was stopped wherever it may be, and how many sixes were left."""
    for begun in product(kinds, repeat=dice):
        rolls = [(begun, begun.count(6))]
        while rolls:
            faces, sixes = rolls.pop()
            yield faces, sixes
            if sixes and len(faces) < most:
                rolls += [((*faces, face), sixes - 1 + (face == 6)) for face in kinds]


def quarter(dice: int, rounding: str) -> int:
    hits = 0
    while dice >= 4:
        dice -= 4
        hits += 1
    return hits + 1 if dice and rounding == "round_up" else hits
