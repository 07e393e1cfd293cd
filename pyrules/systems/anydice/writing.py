"""The notation of rolls: what `notation.parse` reads."""

from pyrules.systems.anydice.model import FATE, Compare, Dice, Node, Sum, Test


def write(test: Test) -> str:
    """A roll in its canonical notation."""
    reach = "" if test.reach is None else f" reach {test.reach}"
    return f"{write_rolls(test.items)}{reach}"


def write_rolls(items: tuple[Node, ...]) -> str:
    """Rolls in a row, without what is to be reached."""
    return ", ".join(write_part(item) for item in items)


def write_part(node: Node, *, alone: bool = True) -> str:
    """A part as it is written; dice that are counted stand in brackets where something stands before them.

    >>> write_part(Sum((("+", 2), ("+", Dice(6, 10, counts=Compare(">=", 8))))))
    '2 + (6d10>=8)'
    """
    if isinstance(node, int):
        return str(node) if alone or node >= 0 else f"({node})"
    if isinstance(node, Dice):
        return write_dice(node) if alone or node.counts is None else f"({write_dice(node)})"
    found = ""
    for sign, part in node.parts:
        ahead = alone and not found and sign in "+*"
        plain = isinstance(part, int | Dice) or (isinstance(node, Sum) and not isinstance(part, Sum))
        written = write_part(part, alone=ahead) if plain else f"({write_part(part)})"
        between = f" {sign} " if isinstance(node, Sum) else sign
        found += f"{between}{written}" if found else f"{'-' if sign == '-' else ''}{written}"
    return found


def write_dice(dice: Dice) -> str:
    """Dice as they are written.

    >>> write_dice(Dice(4, 6, rerolls=Compare("=", 1), explodes=True))
    '4d6r1!'
    """
    return "".join(
        (
            dice_name(dice),
            f"r{write_compare(dice.rerolls).removeprefix('=')}" if dice.rerolls else "",
            "!" if dice.explodes else "",
            f"{dice.keep.which}{dice.keep.number}" if dice.keep else "",
            write_compare(dice.counts) if dice.counts else "",
        )
    )


def dice_name(dice: Dice) -> str:
    """Dice by number and size alone.

    >>> dice_name(Dice(4, FATE)), dice_name(Dice(1, 100))
    ('4dF', 'd100')
    """
    return f"{dice.number if dice.number > 1 else ''}d{'F' if dice.sides == FATE else dice.sides}"


def write_compare(compare: Compare) -> str:
    """A comparison as it is written."""
    return f"{compare.sign}{compare.number}"
