"""Any dice counted out: every way in which each die can fall, with nothing of the rules' own code."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from pyrules.systems.anydice.model import Compare, Dice, Node, Sum, Test

AGAIN = 10

Chances = dict[int, Fraction]


def fits(compare: Compare, face: int) -> bool:
    return {"<=": face <= compare.number, ">=": face >= compare.number, "=": face == compare.number}[compare.sign]


def faces(sides: int) -> list[int]:
    return [-1, 0, 1] if sides == 0 else list(range(1, sides + 1))


def one_die(dice: Dice) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """The faces that stand of one die, with their chance."""
    every = faces(dice.sides)
    each = Fraction(1, len(every))
    for face in every:
        if dice.rerolls and fits(dice.rerolls, face):
            for second in every:
                yield from onward(dice, (second,), each * each)
        else:
            yield from onward(dice, (face,), each)


def onward(dice: Dice, shown: tuple[int, ...], chance: Fraction) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    if not dice.explodes or shown[-1] != dice.sides or len(shown) > AGAIN:
        yield shown, chance
        return
    for face in faces(dice.sides):
        yield from onward(dice, (*shown, face), chance / dice.sides)


def pool(dice: Dice) -> Chances:
    """The total of equal dice."""
    found: Chances = {}
    ways: dict[tuple[int, ...], Fraction] = {}
    for die, chance in one_die(dice):
        ways[die] = ways.get(die, Fraction(0)) + chance
    for way in product(ways.items(), repeat=dice.number):
        shown = sorted((faces for faces, _ in way), key=sum)
        if dice.keep:
            which, number = dice.keep.which, dice.keep.number
            ends = {"kh": shown[-number:], "kl": shown[:number], "dh": shown[:-number], "dl": shown[number:]}
            shown = ends[which]
        lying = [face for die in shown for face in die]
        value = len([face for face in lying if fits(dice.counts, face)]) if dice.counts else sum(lying)
        chance = Fraction(1)
        for _, one in way:
            chance *= one
        found[value] = found.get(value, Fraction(0)) + chance
    return found


def comes_to(node: Node) -> Chances:
    """The value of a part."""
    if isinstance(node, int):
        return {node: Fraction(1)}
    if isinstance(node, Dice):
        return pool(node)
    so_far = {0 if isinstance(node, Sum) else 1: Fraction(1)}
    for sign, part in node.parts:
        then: Chances = {}
        for (one, first), (other, second) in product(so_far.items(), comes_to(part).items()):
            match sign:
                case "+":
                    value = one + other
                case "-":
                    value = one - other
                case "*":
                    value = one * other
                case _:
                    value = one // other
            then[value] = then.get(value, Fraction(0)) + first * second
        so_far = then
    return so_far


def total(test: Test) -> Chances:
    """The total of all rolls in a row."""
    return comes_to(Sum(tuple(("+", item) for item in test.items)))


def success(test: Test) -> Fraction:
    """The chance that one of the rolls in a row reaches what it is to reach."""
    missed = Fraction(1)
    for item in test.items:
        wanted = test.reach
        if wanted is None and isinstance(item, Dice) and item.counts:
            wanted = 1
        if wanted is not None:
            missed *= sum((chance for value, chance in comes_to(item).items() if value < wanted), Fraction(0))
    return 1 - missed
