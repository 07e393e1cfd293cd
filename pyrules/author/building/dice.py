"""Cards of what is rolled and of what counts: pools, and what is read of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from pyrules.author.building.forms import Card, Input, fold_inputs
from pyrules.author.building.game import Game, Part, name_in, title_from_name
from pyrules.author.building.removing import base_of, remove_part, rename_part, swap_statements, user_of
from pyrules.author.building.stated import require_words
from pyrules.author.building.sums import (
    ADDITIVE,
    FACES,
    FEW,
    SOLE,
    Reading,
    Sum,
    Term,
    read_formula,
    read_sum,
)
from pyrules.author.building.syntax import Call, Refused, Splice, in_quotes, literal
from pyrules.core.english import all_of

NAMED = {**{str(one): f"d{one}" for one in (4, 6, 8, 10, 12, 20, 100)}, "dF": "dF"}
"""The names of dice in a text, by their sides."""

GOES_ON = {
    "": "as they fall",
    "explode": "the highest face is rolled again and added",
    "again": "the highest face brings one more die",
}
THEIRS = "Their dice"


def name_input(game: Game, part: Part) -> Input:
    """An input for the name of a part, which is changed wherever it is asked for."""
    return Input("title", "Name", "words", title_from_name(part.name), lambda new: rename_part(game, part, new))


# What is rolled.


def pool_cards(game: Game) -> Iterator[Card]:
    """The cards of dice."""
    parts = game.of("pool")
    for place, part in enumerate(parts):
        yield Card(
            game.text.span(part.statement)[0],
            part.statement.lineno,
            title_from_name(part.name),
            told_pool(game, part) + ("" if game.uses(part.name) else " Nothing counts them yet: add a count."),
            tuple(fold_inputs(pool_inputs(game, part), goes="", theirs=False, side="")),
            partial(remove_part, game, part),
            swap_statements(game, parts[place - 1], part) if place else None,
            swap_statements(game, part, parts[place + 1]) if place + 1 < len(parts) else None,
        )


def rename_pool(game: Game, part: Part, words: str) -> list[Splice]:
    """The splices that call dice otherwise, and what counts of them that is called after them."""
    found = rename_part(game, part, words)
    before, now = part.name.removesuffix("_dice"), name_in(words).removesuffix("_dice")
    for one in game.of("count", "truth") if found else ():
        sum_ = read_sum(game, one.value)
        if one.name.startswith(f"{before}_") and sum_ and sum_.reading and sum_.reading.pools == (part.name,):
            with suppress(Refused):  # something asks for it by its name
                found += rename_part(game, one, now + one.name.removeprefix(before))
    return found


def sides_of(game: Game, name: str) -> int | str | None:
    """The sides of a pool's dice, or the name of what says so; -1 for Fate dice, None where they are unknown."""
    part = game.parts.get(name)
    call = base_of(game, part.value) if part else None
    if not call:
        return 10 if part and game.callee(part.value) == "d100" else None
    stated = game.callee(call.node)
    if stated == "dF":
        return -1
    if stated != "dice":
        return int(stated[1:])
    sides = call.argument("sides")
    if isinstance(sides, ast.Name) and sides.id in game.parts:
        return sides.id
    value = literal(sides) if sides else None
    return value if type(value) is int else None


def told_pool(game: Game, part: Part) -> str:
    """Dice in a sentence."""
    call = base_of(game, part.value)
    if game.callee(part.value) == "d100":
        return "A d100: two ten-sided dice, tens and ones."
    sides = sides_of(game, part.name)
    if not call or sides is None:
        return f"Dice as the text has them: {game.text.source(part.value)}."
    of = f"dice as big as {game.label(sides)}" if isinstance(sides, str) else "Fate dice" if sides < 0 else f"d{sides}"
    node = call.argument("number")
    sum_ = read_sum(game, node) if node else None
    if node is None or (sum_ and not sum_.names(1) and not sum_.names(-1) and not sum_.other):
        usual = 4 if sides == -1 else 1
        number = sum_.fixed_number if sum_ else usual
        many = (
            f"{number} {of}." if not isinstance(sides, str) or number != 1 else f"A die as big as {game.label(sides)}."
        )
    else:
        many = f"As many {of} as {told_sum(game, sum_) if sum_ else game.text.source(node)}."
    side = call.literal("side", "")
    goes = goes_on(game, part.value)
    return (
        many
        + (f" Thrown by the other side, as {side}." if side else "")
        + (f" {title_from_name(GOES_ON.get(goes, ''))}." if goes in GOES_ON and goes else "")
    )


def goes_on(game: Game, node: ast.expr) -> str | None:
    """The word after the call that makes dice: "", "explode", "again"; None for anything else."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return "" if base_of(game, node) else None
    if (
        node.func.attr in ("explode", "again")
        and not node.args
        and not node.keywords
        and goes_on(game, node.func.value) == ""
    ):
        return node.func.attr
    return None


def pool_inputs(game: Game, part: Part) -> Iterator[Input]:
    """The inputs of dice: their name, their sides, how many, and whose they are."""
    yield Input("title", "Name", "words", title_from_name(part.name), lambda new: rename_pool(game, part, new))
    span = game.text.value_span(part.statement)
    call = base_of(game, part.value)
    sides = sides_of(game, part.name)
    if call is None or sides is None:
        yield formula(game, part, span)
        return
    now = "dF" if sides == -1 else str(sides)
    sizes = {one: word for one, word in NAMED.items() if one != "100" or not goes_on(game, part.value)}
    sizes["dF"] = "Fate dice"
    sizes.setdefault(now, f"d{now}" if now.isdigit() else f"as big as {game.label(now)}")
    for one in game.of("choice", "number", "count"):
        if one.place < part.place and not one.rolled and (one.kind != "choice" or one.name in game.numeric):
            sizes[one.name] = f"as big as {game.label(one.name)}"

    def write_sides(new: str) -> Sequence[Splice]:
        return set_sides(game, call, new) if new != now else []

    yield Input("sides", "Which dice", "one", now, write_sides, choices=tuple(sizes.items()))
    if game.callee(call.node) == "d100":
        return
    yield from amount_inputs(game, part, call)
    goes = goes_on(game, part.value)
    if goes is not None and sides != -1:
        end = game.text.span(call.node)[1]
        behind = end, game.text.span(part.value)[1]
        ways = tuple(GOES_ON.items())
        yield Input(
            "goes", "How they fall", "one", goes, lambda new: [(*behind, f".{new}()" if new else "")], choices=ways
        )
    side = call.literal("side", "")
    if isinstance(side, str):

        def write_side(new: bool) -> Sequence[Splice]:  # noqa: FBT001 (what is ticked)
            return call.set_argument("side", in_quotes(THEIRS)) if new else call.unset("side")

        yield Input("theirs", "The other side throws them", "tick", bool(side), write_side)
        if side:
            yield Input(
                "side",
                "As they call them",
                "words",
                side,
                lambda new: call.set_argument("side", in_quotes(require_words(new, "Their name"))),
            )


def set_sides(game: Game, call: Call, new: str) -> list[Splice]:
    """The splices that take dice of other sides; a d100 is one alone."""
    word = NAMED.get(new, "dice")
    if word == "d100":
        side = call.argument("side")
        named = f"side={game.text.source(side)}" if side else ""
        return [(*game.text.span(call.node), f"d100({named})"), *game.imports(word)]
    sized = game.callee(call.node) == "dice"
    if word == "dice" and sized:
        return call.set_argument("sides", new)
    splices = [(*game.text.span(call.node.func), word), *game.imports(word)]
    if word == "dice":
        low = call.bounds[0]
        return [*splices, (low, low, f"{new}, " if call.arguments.spans else new)]
    return [*splices, *(call.unset("sides") if sized else ())]


def numbers_before(game: Game, place: int, *, rolled: bool) -> list[str]:
    """The named numbers that stand before a part, those that only dice tell among them or not."""
    kinds = ("number", "switch", "counter", "track", "choice", "count", "option")
    return [
        one.name
        for one in game.of(*kinds)
        if one.place < place and (rolled or not one.rolled) and (one.kind != "choice" or one.name in game.numeric)
    ]


def amount_inputs(game: Game, part: Part, call: Call) -> Iterator[Input]:
    """Inputs for how many dice there are: named numbers and a fixed one, or a formula."""
    node = call.argument("number")
    usual = 4 if game.callee(call.node) == "dF" else 1
    sum_ = read_sum(game, node) if node else Sum((Term(1, usual),))
    if sum_ is None or sum_.reading or sum_.other or sum_.floor or sum_.names(-1):
        if node:
            yield Input(
                "number",
                "How many",
                "formula",
                game.text.source(node),
                lambda new: call.set_argument("number", read_formula(game, new, part.place)),
            )
        return
    there = numbers_before(game, part.place, rolled=False)
    chosen = sum_.names(1)
    choices = tuple((one, game.label(one)) for one in dict.fromkeys((*chosen, *there)))

    def write(new: Sum) -> Sequence[Splice]:
        source = new.as_source()
        return (
            call.unset("number")
            if source == str(usual) and node is not None and not call.node.keywords
            else call.set_argument("number", source)
        )

    def add(new: Sequence[str]) -> Sequence[Splice]:
        made = sum_.with_names(1, new)
        if not chosen and new and made.fixed_number == 1:
            made = made.with_fixed(0)
        if not new and not made.fixed_number:
            made = made.with_fixed(1)
        return write(made)

    if choices:
        yield Input("from", "As many as", "some", chosen, add, choices=choices)
    label = "And so many more" if chosen else "How many"
    low = -20 if chosen else 0
    yield Input(
        "plus",
        label,
        "number",
        sum_.fixed_number,
        lambda new: write(sum_.with_fixed(new)),
        min(low, sum_.fixed_number),
        max(60, sum_.fixed_number),
    )


def formula(game: Game, part: Part, span: tuple[int, int]) -> Input:
    """An input for a value that no other kind can say."""

    def write(new: str) -> Sequence[Splice]:
        return [(*span, read_formula(game, new, part.place) if part.kind != "pool" else _dice_formula(game, new))]

    return Input("formula", "As the text has it", "formula", game.text.text[slice(*span)], write)


def _dice_formula(game: Game, new: str) -> str:
    try:
        node = ast.parse(new, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Refused(f"{new} cannot be read; write dice such as d6(2).") from None
    if "#" in new or not game.is_pool(node):
        raise Refused(f"{new} are no dice; write some, such as d6(2).")
    return new


# What counts.

WHAT = {
    "face": "how many show a face",
    "ones": "how many ones",
    "from": "how many show a face or more",
    "below": "how many show less than a face",
    "total": "the sum",
    "highest": "the highest die",
    "lowest": "the lowest die",
    "keep_highest": "the highest few, added up",
    "keep_lowest": "the lowest few, added up",
    "largest_set": "the most that are alike",
    "longest_run": "the most in a row",
    "doubles": "whether two are alike",
    "any": "whether some die shows a face",
    "all": "whether every die shows a face",
}


def count_cards(game: Game) -> Iterator[Card]:
    """The cards of what counts: what is read of dice, and what is worked out of that."""
    parts = game.of("count", "truth")
    for place, part in enumerate(parts):
        sum_ = read_sum(game, part.value)
        span = game.text.value_span(part.statement)
        inputs = [name_input(game, part)]
        inputs += sum_inputs(game, part, sum_, span) if sum_ else [formula(game, part, span)]
        rare: dict[str, Any] = {"from": (), "less": (), "floor": False} if sum_ and sum_.reading else {}
        says = f"{title_from_name(told_sum(game, sum_))}." if sum_ else f"Worked out: {game.text.source(part.value)}."
        used = game.uses(part.name) or game.asked_by_name(part.name)
        yield Card(
            game.text.span(part.statement)[0],
            part.statement.lineno,
            title_from_name(part.name),
            says + ("" if used else " Nothing goes by it yet: let a degree do so."),
            tuple(fold_inputs(inputs, plus=0, face_of="", few_of="", **rare)),
            partial(remove_part, game, part),
            swap_statements(game, parts[place - 1], part) if place else None,
            swap_statements(game, part, parts[place + 1]) if place + 1 < len(parts) else None,
        )


def told_sum(game: Game, sum_: Sum) -> str:
    """A sum in words."""
    found = [told_reading(game, sum_.reading)] if sum_.reading else []
    found += [game.label(one) for one in sum_.names(1)]
    found += [sum_.other] if sum_.other else []
    if sum_.fixed_number > 0 or not found:
        found.append(str(sum_.fixed_number))
    less = [game.label(one) for one in sum_.names(-1)] + ([str(-sum_.fixed_number)] if sum_.fixed_number < 0 else [])
    return " less ".join([" plus ".join(found), *less]) + (", never below 0" if sum_.floor else "")


def told_reading(game: Game, reading: Reading) -> str:  # noqa: PLR0911 (one for each kind)
    """The words for a reading of dice."""
    of = all_of([title_from_name(one) for one in reading.pools])
    face = game.label(reading.face) if isinstance(reading.face, str) else str(reading.face)
    few = game.label(reading.few) if isinstance(reading.few, str) else str(reading.few)
    match reading.what:
        case "face":
            return f"how many of {of} show {face}"
        case "from":
            return f"how many of {of} show {face} or more"
        case "below":
            return f"how many of {of} show less than {face}"
        case "any":
            return f"whether some die of {of} shows {face}"
        case "all":
            return f"whether every die of {of} shows {face}"
        case "keep_highest":
            return f"the highest {few} of {of}, added up"
        case "keep_lowest":
            return f"the lowest {few} of {of}, added up"
    return f"{WHAT[reading.what]} of {of}"


def sum_inputs(game: Game, part: Part, sum_: Sum, span: tuple[int, int]) -> Iterator[Input]:
    """The inputs of a sum: what is read of which dice, what is added and taken away, and whether it stops at 0."""

    def write(new: Sum) -> Sequence[Splice]:
        return [(*span, new.as_source())]

    reading = sum_.reading
    if reading:
        yield from reading_inputs(game, part, sum_, reading, span)
    if reading and reading.what in SOLE:
        return
    there = [one for one in numbers_before(game, first_use(game, part), rolled=True) if one != part.name]
    for key, label, sign in (("from", "Added to it" if reading else "Added up", 1), ("less", "Taken away", -1)):
        chosen = sum_.names(sign)
        other = sum_.names(-sign)
        choices = tuple(
            (one, game.label(one)) for one in dict.fromkeys((*chosen, *there)) if one in chosen or one not in other
        )
        if choices:

            def write_names(new: Sequence[str], sign: int = sign) -> Sequence[Splice]:
                made = sum_.with_names(sign, new)
                if not made.reading and not made.names(1) and not made.names(-1) and not made.other:
                    raise Refused("Then nothing would be counted; choose something, or remove the count.")
                last = max((game.parts[name].place for name in new), default=part.place)
                return move_behind(game, part, last, made.as_source()) if last > part.place else write(made)

            yield Input(key, label, "some", chosen, write_names, choices=choices)
    yield Input(
        "plus",
        "And a fixed number",
        "number",
        sum_.fixed_number,
        lambda new: write(sum_.with_fixed(new)),
        min(-99, sum_.fixed_number),
        max(99, sum_.fixed_number),
    )
    if sum_.other:
        yield Input("more", "And", "formula", sum_.other, lambda new: write(with_other(game, part, sum_, new)))

    def floor(new: bool) -> Sequence[Splice]:  # noqa: FBT001 (what is ticked)
        return write(replace(sum_, floor="at_least" if new else "")) if new is not bool(sum_.floor) else []

    yield Input("floor", "Never below 0", "tick", bool(sum_.floor), floor)


def first_use(game: Game, part: Part) -> int:
    """The place up to which a part may move: the first statement that asks for it, or its own where others share it."""
    if not game.text.alone(*game.text.span(part.statement)):
        return part.place
    uses = (
        place
        for place, statement in enumerate(game.body)
        if place > part.place and any(isinstance(one, ast.Name) and one.id == part.name for one in ast.walk(statement))
    )
    return next(uses, len(game.body))


def move_behind(game: Game, part: Part, place: int, source: str) -> list[Splice]:
    """The splices that give a part another value, and move it behind a later statement that the value asks for."""
    text, (begin, end) = game.text, game.text.span(part.statement)
    first, last = text.line_of(begin)[0], text.line_of(end)[1]
    value = text.value_span(part.statement)
    moved = f"{text.text[first : value[0]]}{source}{text.text[value[1] : last]}"
    line_end = text.text[last : text.next_line(end)]
    behind = text.line_of(text.span(game.body[place])[1])[1]
    return [(first, text.next_line(end), ""), (behind, behind, f"{line_end}{moved}")]


def with_other(game: Game, part: Part, sum_: Sum, new: str) -> Sum:
    """A sum with another formula in it."""
    source = read_formula(game, new, part.place)
    node = ast.parse(source, mode="eval").body
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.FloorDiv))):
        raise Refused("Write a product here, such as 2 * skill.")
    return replace(sum_, terms=tuple(replace(one, source=source) if one.other else one for one in sum_.terms))


def reading_inputs(game: Game, part: Part, sum_: Sum, reading: Reading, span: tuple[int, int]) -> Iterator[Input]:
    """The inputs of what is read of dice."""
    sides = sides_of(game, reading.pools[0])
    top = sides if isinstance(sides, int) and sides > 0 else 1 if sides == -1 else 20

    def write(new: Reading) -> Sequence[Splice]:
        named, asked = _named_after(game, part, reading, new), _asked_of(game, part, reading, new, top)
        return [(*span, sum_.with_reading(new).as_source()), *named, *asked]

    ones = reading.what == "face" and reading.face == 1 and sides != -1
    kinds = tuple((one, told) for one, told in WHAT.items() if one != "ones" or sides != -1)

    def set_what(new: str) -> Sequence[Splice]:
        return write(_read_so(game, part, reading, new, top)) if new != ("ones" if ones else reading.what) else []

    yield Input("what", "What is read", "one", "ones" if ones else reading.what, set_what, choices=kinds)
    pools = [one.name for one in game.of("pool") if one.place < part.place]
    choices = tuple((one, title_from_name(one)) for one in dict.fromkeys((*reading.pools, *pools)))

    def set_pools(new: Sequence[str]) -> Sequence[Splice]:
        if not new:
            raise Refused("No dice would be read; choose some.")
        if reading.what not in ADDITIVE and len(new) > 1:
            _check_together(game, new)
        return write(replace(reading, pools=tuple(new)))

    if len(choices) > 1:
        yield Input("of", "Of which dice", "some", reading.pools, set_pools, choices=choices)
    else:
        yield Input("of", "Of which dice", "one", reading.pools[0], lambda new: set_pools([new]), choices=choices)
    bounds = (
        (-1, 1)
        if sides == -1
        else (1, max(top, 100 if goes_on(game, game.parts[reading.pools[0]].value) != "" else top))
    )
    if reading.what in FACES:
        yield from bound_inputs(
            game, part.place, "face", "Which face", reading.face, bounds, lambda new: write(replace(reading, face=new))
        )
    if reading.what in FEW:
        yield from bound_inputs(
            game,
            part.place,
            "few",
            "How many are kept",
            reading.few,
            (1, 60),
            lambda new: write(replace(reading, few=new)),
        )


def usual_name(reading: Reading) -> str:
    """The name of a count until it has one of its own: what is read of the dice."""
    by_face = {6: "sixes", 1: "ones"}.get(reading.face if isinstance(reading.face, int) else 0, "hits")
    return by_face if reading.what == "face" else NAMES.get(reading.what, "result")


NAMES = {
    **dict.fromkeys(("from", "below", "any", "all"), "hits"),
    "highest": "highest_die",
    "lowest": "lowest_die",
    "largest_set": "most_alike",
    "longest_run": "longest_run",
    "doubles": "doubles",
}


def _named_after(game: Game, part: Part, before: Reading, now: Reading) -> Sequence[Splice]:
    """The splices that name a count after what is read now, unless it has a name of its own."""
    old, new = usual_name(before), usual_name(now)
    dice = before.pools[0].removesuffix("_dice")
    found = re.fullmatch(rf"({dice}_)?{old}(_\d+)?", part.name)
    try:
        return rename_part(game, part, game.free_name(f"{found[1] or ''}{new}")) if found and new != old else []
    except Refused:
        return []  # it stays: something asks for it by its name


def _scale(reading: Reading) -> str:
    """The kind of number that a reading gives."""
    return "count" if reading.what in ("face", "from", "below") else NUMBERS_OF.get(reading.what, reading.what)


NUMBERS_OF = {
    **dict.fromkeys(("highest", "lowest"), "die"),
    **dict.fromkeys(("total", "keep_highest", "keep_lowest"), "sum"),
}


def _asked_of(game: Game, part: Part, before: Reading, now: Reading, top: int) -> list[Splice]:
    """The splices that have degrees ask for numbers which another kind of reading gives."""
    if _scale(before) == _scale(now) or now.what in SOLE:
        return []
    found = []
    for node in game.calls["degree"]:
        call = game.call(node)
        match call.argument("holds") if call else None:
            case ast.Compare(
                left=ast.Name(id=part.name), ops=[ast.GtE()], comparators=[ast.Constant(value=value) as number]
            ) if type(value) is int:
                found.append((value, number))
    values = sorted({value for value, _ in found})
    usual = dict(zip(values, usual_numbers(game, now, len(values), top), strict=True))
    return [(*game.text.span(number), str(usual[value])) for value, number in found if usual[value] != value]


def usual_numbers(game: Game, reading: Reading, many: int, top: int) -> list[int]:
    """The numbers that results may begin with where they go by a reading, from the lowest."""
    match _scale(reading):
        case "die":
            return [max(1 + place, top - 2 * (many - 1 - place)) for place in range(many)]
        case "sum":
            number = reading.few if isinstance(reading.few, int) and reading.few else _usual_amount(game, reading)
            low = -1 if sides_of(game, reading.pools[0]) == -1 else 1
            return [number * (low + top) // 2 + max(1, top // 2) * place for place in range(many)]
        case "largest_set":
            return [2 + place for place in range(many)]
        case "longest_run":
            return [3 + place for place in range(many)]
    return [1 + 2 * place for place in range(many)]


def _usual_amount(game: Game, reading: Reading) -> int:
    """The number of dice with the numbers that a form begins with, as far as it says so."""
    number = 0
    for pool in reading.pools:
        call = base_of(game, game.parts[pool].value)
        node = call.argument("number") if call else None
        sum_ = read_sum(game, node) if node else None
        if sum_ is None:
            number += 4 if call and game.callee(call.node) == "dF" else 1
            continue
        fields = [field for one in sum_.names(1) if (field := game.call(game.parts[one].value))]
        starts = [field.literal("start", field.literal("low", 0)) for field in fields]
        number += sum_.fixed_number + sum(one for one in starts if type(one) is int)
    return max(1, number)


def _read_so(game: Game, part: Part, reading: Reading, what: str, top: int) -> Reading:
    """Another reading of the same dice; raises `Refused` where it cannot be."""
    if (what in SOLE) is not (reading.what in SOLE) and (user := _asks_as_truth(game, part)):
        raise Refused(f"{user} goes by it as it is; let it go by something else first.")
    if what in FEW and len(reading.pools) > 1:
        raise Refused("Only one kind of dice can be kept of; choose one of them first.")
    usual = {"face": top, "from": max(1, top - 1), "below": 2, "any": 1, "all": 1, "ones": 1}
    same = reading.what in FACES and what in FACES and not (reading.face == 1 and reading.what == "face")
    face = reading.face if same else usual.get(what, 0)
    return Reading("face" if what == "ones" else what, reading.pools, face, (reading.few or 2) if what in FEW else 0)


def bound_inputs(  # noqa: PLR0913, PLR0917 (an input has many parts)
    game: Game,
    place: int,
    key: str,
    label: str,
    value: int | str,
    bounds: tuple[int, int],
    write: Callable[[int | str], Sequence[Splice]],
) -> Iterator[Input]:
    """Inputs for a number: a named one, or a fixed one in its place."""
    there = numbers_before(game, place, rolled=False)
    low, high = bounds
    if isinstance(value, int):
        yield Input(key, label, "number", value, write, min(value, low), max(value, high))
    now = value if isinstance(value, str) else ""
    choices = tuple((one, game.label(one)) for one in dict.fromkeys((*([now] if now else []), *there)))
    if choices:
        usual = min(max(1, low), high)
        named = (("", "the number here"), *choices)
        yield Input(
            f"{key}_of",
            "Or as much as",
            "one",
            now,
            lambda new: write(new or usual) if new != now else [],
            choices=named,
        )


def _check_together(game: Game, names: Sequence[str]) -> None:
    """Raise `Refused` for pools that cannot be read as one."""
    for one in names:
        part = game.parts[one]
        call = base_of(game, part.value)
        if call is None or call.argument("side") is not None or goes_on(game, part.value) != "":
            raise Refused(f"{title_from_name(one)} is read by itself; choose it alone.")


def _asks_as_truth(game: Game, part: Part) -> str:
    """The question or comparison of a count, in words; "" where nothing does."""
    for one in game.all_nodes:
        if isinstance(one, ast.Name) and one.id == part.name and isinstance(one.ctx, ast.Load):
            return user_of(game, one)
    return ""
