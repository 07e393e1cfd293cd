"""Any dice at the table: what is to be thrown, and what it comes to step by step."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

from pyrules.core.english import amount
from pyrules.core.roll import SIGNS, Die, Pending, Roll, Throw
from pyrules.core.verdict import Drama, Line, Mark, Verdict
from pyrules.systems.anydice import rules
from pyrules.systems.anydice.model import FATE, Compare, Dice, Node, Outcome, Sum, Test, dice_of
from pyrules.systems.anydice.rules import Read
from pyrules.systems.anydice.writing import dice_name, write_part

TENS = "tens", "ones"

A_FEAT = 20
"""The highest or lowest total of dice that can fall in this many ways or more is cheered or groaned at."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Some dice of a roll as they lie on the table, from the place `first` on."""

    dice: Dice
    first: int
    lying: tuple[Die, ...]

    @property
    def thrown_faces(self) -> list[tuple[int, ...]]:
        """All faces that each die has shown."""
        return rules.faces_of(self.dice, self.lying)


@dataclass(frozen=True, slots=True)
class Reading:
    """Some dice of a roll as they count: each of them, the places of those that are kept, and what they come to."""

    dice: Dice
    lying: tuple[Die, ...]
    reads: tuple[Read, ...]
    kept: tuple[int, ...]
    result: int

    @property
    def stay(self) -> list[Read]:
        """The dice that are kept."""
        return [self.reads[place] for place in self.kept]


def pools(item: Node, lying: tuple[Die, ...]) -> Iterator[Pool]:
    """The dice of one of the rolls in a row, as many as lie there."""
    first = 0
    for dice in dice_of(item):
        end = first + dice.number * dice.each
        yield Pool(dice, first, lying[first:end])
        first = end


def readings(item: Node, lying: tuple[Die, ...]) -> Iterator[Reading]:
    """The dice of one of the rolls in a row as they count."""
    for pool in pools(item, lying):
        reads = tuple(rules.read_die(pool.dice, faces) for faces in pool.thrown_faces)
        kept = rules.kept_places(pool.dice, [one.value for one in reads])
        result = sum(rules.worth(pool.dice.counts, reads[place].faces) for place in kept)
        yield Reading(pool.dice, pool.lying, reads, kept, result)


def pending(test: Test, roll: Roll) -> Pending:
    """The dice still to be thrown: all of them at first, then those that are rerolled or explode."""
    rolls = [(number, list(pools(item, roll.pool(number)))) for number, item in enumerate(test.items)]
    if missing := tuple(throw for number, found in rolls for pool in found for throw in first_throws(number, pool)):
        return Pending(missing)
    return Pending(tuple(throw for number, found in rolls for pool in found for throw in further_throws(number, pool)))


def first_throws(number: int, pool: Pool) -> Iterator[Throw]:
    """The dice of a pool that do not lie there yet; those of a d100 are thrown one by one, as they belong together."""
    dice, lying = pool.dice, len(pool.lying)
    missing = dice.number * dice.each - lying
    if dice.each == 1 and missing:
        yield Throw(number, pool.first + lying, dice.thrown_with, missing, size=dice.size)
    elif missing:
        for place in range(lying, dice.number * dice.each):
            yield Throw(number, pool.first + place, dice.thrown_with, what=TENS[place % 2])


def further_throws(number: int, pool: Pool) -> Iterator[Throw]:
    """The dice of a pool that are thrown once more."""
    dice = pool.dice
    for place, faces in enumerate(pool.thrown_faces):
        if rules.waits(dice, faces):
            for part in range(dice.each):
                what = TENS[part] if dice.each > 1 else ""
                at = pool.first + place * dice.each + part
                yield Throw(number, at, dice.thrown_with, what=what, size=dice.size)


def outcome(test: Test, roll: Roll) -> Outcome:
    """The value of the dice as they lie."""
    totals = (
        rules.result_of(item, (one.result for one in readings(item, roll.pool(number))))
        for number, item in enumerate(test.items)
    )
    return rules.outcome_of(test, tuple(totals))


def judge(test: Test, roll: Roll) -> Verdict:
    """The verdict on the dice as they lie."""
    rows = [list(readings(item, roll.pool(number))) for number, item in enumerate(test.items)]
    totals = (rules.result_of(item, (one.result for one in row)) for item, row in zip(test.items, rows, strict=True))
    found = rules.outcome_of(test, tuple(totals))
    headline, summary = verdict_words(test, found, rows[0])
    return Verdict(
        outcome=found,
        headline=headline,
        summary=summary,
        good=found.success,
        lines=tuple(lines(test, found, rows)),
        marks=tuple(tuple(mark for pool in row for mark in marks(pool)) for row in rows),
        rolls=tuple(map(write_part, test.items)) if len(test.items) > 1 else (),
        drama=drama(test, found),
    )


def verdict_words(test: Test, found: Outcome, first: Sequence[Reading]) -> tuple[str, str]:
    """The verdict in a word or a number, and the numbers behind it."""
    totals = ", ".join(map(str, found.totals))
    word = "Success" if found.success else "Failure"
    if len(test.items) > 1:
        if found.reached is None:
            return totals, f"{found.total} in all"
        return word, f"{totals} · {row_of(test, found)}"
    if found.success is not None:
        return word, f"{found.total} · needs {rules.target(test, test.items[0])}"
    shown = write_part(with_results(test.items[0], iter([faces_kept(pool) for pool in first])))
    low, high = rules.span(test.items[0])
    return totals, shown if shown != totals else f"of {low} to {high}"


def row_of(test: Test, found: Outcome) -> str:
    """The number of several rolls that succeed."""
    wanted = [one for one in rules.targets(test) if one is not None]
    does = "succeed" if test.reach is None else f"reach {test.reach}"
    return f"{found.reached} of {len(wanted)} {does}"


def drama(test: Test, found: Outcome) -> Drama:
    """A cheer or a groan of the table: at the highest or lowest that many ways of falling could come to."""
    low, high = rules.span(rules.together(test))
    dice = [one for item in test.items for one in dice_of(item)]
    if any(one.counts for one in dice) or prod(len(one.faces) ** one.number for one in dice) < A_FEAT:
        return ""
    if found.total == high and found.success is not False:
        return "triumph"
    return "disaster" if found.total == low and found.success is not True else ""


MORE = {">=": " or more", "<=": " or less", "=": ""}
MOST_FACES_SHOWN = 12
"""The most kept faces that are shown one by one; of more, the sum."""


def faces_kept(pool: Reading) -> Node:
    """The value of a pool as its kept faces, where these are added up and few."""
    values = [one.value for one in pool.stay]
    if pool.dice.counts or not 1 < len(values) <= MOST_FACES_SHOWN:
        return pool.result
    return Sum(tuple(("+", value) for value in values))


def with_results(item: Node, results: Iterator[Node]) -> Node:
    """A roll with what its dice come to in their place."""
    if isinstance(item, Dice):
        return next(results)
    if isinstance(item, int):
        return item
    parts: Any = tuple((sign, with_results(part, results)) for sign, part in item.parts)
    return replace(item, parts=parts)


def lines(test: Test, found: Outcome, rows: Sequence[Sequence[Reading]]) -> Iterator[Line]:
    """The steps from the dice to what they come to."""
    several = len(test.items) > 1
    for number, (item, total, row) in enumerate(zip(test.items, found.totals, rows, strict=True), 1):
        ahead = f"{number}. " if several else ""
        for pool in row:
            for step, result, rule in steps(pool):
                yield Line(f"{ahead}{step}", result, f"anydice.{rule}")
        if not isinstance(item, Dice):
            written = write_part(with_results(item, iter([pool.result for pool in row])))
            yield Line(f"{ahead}Total", f"{written} = {total}", "anydice.sums")
        wanted = rules.target(test, item)
        if wanted is not None:
            by = "enough" if total >= wanted else f"{wanted - total} short"
            yield Line(f"{ahead}Reach {wanted}", f"{total} is {by}", "anydice.reach")
    if several:
        all_together = f"{found.total} in all"
        yield Line("Row", row_of(test, found) if found.reached is not None else all_together, "anydice.row")


def steps(pool: Reading) -> Iterator[tuple[str, str, str]]:
    """The steps of one pool."""
    dice, reads = pool.dice, pool.reads
    shown = ", ".join(name_of_value(dice, (*one.rerolled, *one.faces)[0]) for one in reads)
    yield dice_name(dice), shown, "fate" if dice.sides == FATE else "sizes"
    became = [tuple(name_of_value(dice, of[0]) for of in (one.rerolled, one.faces)) for one in reads if one.rerolled]
    if again := [f"{before} became {now}" for before, now in became]:
        yield "Rerolled", ", ".join(again), "reroll"
    if on := [one for one in reads if len(one.faces) > 1]:
        yield "Exploded", ", ".join(exploded_faces(dice, one) for one in on), "explode"
    stay = pool.stay
    if dice.keep:
        which, number = ("highest" if rules.how_many(dice)[0] else "lowest"), len(stay)
        dropped = [str(one.value) for place, one in enumerate(reads) if place not in pool.kept]
        kept = ", ".join(str(one.value) for one in stay)
        words = f"{kept}; dropped {', '.join(dropped)}" if dropped else kept
        yield f"Keep the {which}{'' if number == 1 else f' {number}'}", words, "keep"
    if dice.counts:
        faces = amount(sum(len(one.faces) for one in stay), "face")
        of = faces if dice.explodes else amount(len(stay), "die", "dice")
        yield f"Count {counting(dice.counts)}", f"{pool.result} of {of}", "count"
    elif len(stay) > 1:
        few = len(stay) <= MOST_FACES_SHOWN
        yield "Sum", f"{write_part(faces_kept(pool))} = {pool.result}" if few else f"{pool.result}", "sums"


def name_of_value(dice: Dice, value: int) -> str:
    """The name of a value of one of some dice."""
    return SIGNS[value + 1] if dice.size else str(value)


def exploded_faces(dice: Dice, one: Read) -> str:
    """The faces of a die that went on, with their sum where they are added up."""
    faces = " + ".join(map(str, one.faces))
    return faces if dice.counts else f"{faces} = {one.value}"


def counting(compare: Compare) -> str:
    """Which faces count, in words.

    >>> counting(Compare(">=", 8)), counting(Compare("=", 6))
    ('8 or more', '6')
    """
    return f"{compare.number}{MORE[compare.sign]}"


def marks(pool: Reading) -> Iterator[Mark]:
    """The marks of the dice on the table."""
    for place, one in enumerate(pool.reads):
        lying = pool.lying[place * pool.dice.each : (place + 1) * pool.dice.each]
        yield from marks_of(pool.dice, one, lying, kept=place in pool.kept)


def marks_of(dice: Dice, one: Read, lying: Sequence[Die], *, kept: bool) -> Iterator[Mark]:
    """The mark of one die, of a d100 those of both its dice."""
    counts = kept and (rules.worth(dice.counts, one.faces) > 0 if dice.counts else dice.keep is not None)
    kind = "dropped" if not kept else "hit" if counts else "plain"
    does = "dropped" if not kept else "kept" if not dice.counts else "counts" if counts else "does not count"
    as_shown = len(lying) == 1 and lying[0].face == one.value
    words = does if as_shown else f"{one.value}, {does}"
    if dice.each > 1:
        yield from (Mark(kind, f"{part} of {words}", name=part) for part in TENS)
        return
    (die,) = lying
    if len(one.faces) > 1:
        yield Mark(kind, words, "+".join(map(str, one.faces)), worth=one.value)
    else:
        dropped = die.faces[:1] if one.rerolled else ()
        if dice.size or dice.sides == dice.thrown_with:
            yield Mark(kind, words, dropped=dropped, size=dice.size)
        else:
            yield Mark(kind, words, f"{die.face}", dropped=dropped, worth=one.value)
