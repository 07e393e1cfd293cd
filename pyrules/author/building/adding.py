"""The parts that can be added to a game: each part with sensible values, under a name that is free."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from pyrules import author
from pyrules.author.building.dice import NAMED, sides_of, usual_name
from pyrules.author.building.forms import Offer
from pyrules.author.building.game import FIELDS, LASTING, Game, Part
from pyrules.author.building.removing import amount_of
from pyrules.author.building.results import Test, may_reroll, tests_of
from pyrules.author.building.sums import SOLE, Reading, read_sum
from pyrules.author.building.syntax import Refused, Splice, in_list, in_quotes, literal

BEGINNING = '''\
# pyrules.author 1
"""A game of my own."""

from pyrules.author import action, d6, degree, number, system

attribute = number("Attribute", 1, 5, start=3)

roll = d6(attribute)

sixes = roll.count(6)

test = action(
    "Test",
    degrees=[
        degree("Success", sixes >= 1),
        degree("Failure", good=False),
    ],
)
GAME = system("mygame", "My game", test)
'''


@dataclass(frozen=True, slots=True)
class Added:
    """The splices of an addition, and how its part begins."""

    splices: Sequence[Splice]
    begins: str
    """The beginning of its card's part, as it is written."""


NUMBERS = (("Attribute", 1, 5, 3), ("Skill", 0, 5, 2), ("Bonus dice", 0, 6, 1), ("Number", 0, 10, 3))
"""The names of numbers that are added one after the other, their bounds, and where they begin."""

GAME = Offer(
    "game", "Begin from nothing", "A small game that rolls at once, to be changed bit by bit.", ((6, 6), (6, 4), (6, 1))
)
CHOSEN = (
    Offer("number", "A number", "Such as an attribute, a skill or how hard it is."),
    Offer("choice", "One of several words", "Such as a position: controlled, risky or desperate."),
    Offer("switch", "Yes or no", "Something that applies or does not; yes counts as 1."),
)
ROLLED = (
    Offer(
        "pool", "More dice", "As many as a number says, with a count of their highest face.", ((6, 6), (6, 4), (6, 1))
    ),
    Offer("die", "A single die", "One d20 whose face is read.", ((20, 17),)),
)
COUNTED = (
    Offer(
        "count", "Dice that show a face", "How many of the dice show it, or so much and more.", ((6, 6), (6, 6), (6, 2))
    ),
    Offer("sum", "A sum", "All dice added up.", ((6, 5), (6, 3))),
    Offer(
        "difference",
        "What is left of one count",
        "The last count is taken away from the first, as where ones cancel sixes; the results go by what is left.",
    ),
)
LASTS = (
    Offer("counter", "Points", "They are spent and won, such as Hope or luck."),
    Offer("track", "A track", "It is filled bit by bit, such as harm, stress or a clock."),
)
TESTS = (
    Offer("test", "Another kind of test", "With dice, a count and two degrees of its own.", ((6, 6), (6, 2))),
    Offer(
        "against",
        "A test against somebody",
        "The other side rolls as well, and who has more wins.",
        ((6, 6), (6, 3), (6, 5)),
    ),
)


def degree_offers(place: int) -> tuple[Offer, ...]:
    """The offers of one more degree of a test: the best one, or one before the last."""
    return (
        Offer(f"degree {place}", "A better result", "It goes before the others, such as a triumph."),
        Offer(f"between {place}", "A result between", "It goes before the last one, such as a success at a price."),
    )


OPTION = Offer(
    "option", "Something to do after the roll", "Such as rolling some dice again, for points or for nothing."
)


def add_part(game: Game, kind: str) -> Added:
    """The function that adds a part of a kind; raises `Refused`."""
    word, _, number = kind.partition(" ")
    if word in ("degree", "between"):
        tests = tests_of(game)
        place = int(number or 0) if (number or "0").isdigit() else -1
        if not 0 <= place < len(tests):
            raise Refused("There is no such test; add one first.")
        return _degree(game, tests[place]) if word == "degree" else _between(game, tests[place])
    if kind not in KINDS:
        raise Refused("There is nothing of that kind to add.")
    return KINDS[kind](game)


def _behind(game: Game, kinds: Sequence[str], *, before: int | None = None, rolled: bool | None = None) -> int:
    """Where a statement goes: behind the last part of some kinds that stands before another; -1 for the beginning."""
    end = len(game.body) if before is None else before
    places = [one.place for one in game.of(*kinds) if one.place < end and (rolled is None or one.rolled is rolled)]
    return max(places, default=-1)


def _first(game: Game, *kinds: str) -> int | None:
    """The place of the first part of some kinds; None where there is none."""
    return min((one.place for one in game.of(*kinds)), default=None)


def _insert(game: Game, place: int, lines: Sequence[str], *, apart: bool = False) -> list[Splice]:
    """The splices that put lines behind a statement, or where the first may stand."""
    text = game.text
    newline = text.newline
    block = newline.join(lines)
    if place < 0:
        at = game.beginning()
        imports = [n for n, one in enumerate(game.body) if isinstance(one, (ast.Import, ast.ImportFrom))]
        if not imports:
            return [(at, at, text.line_end_before(at) + block + newline + newline)]
        place, apart = imports[-1], True
    end = text.line_of(text.span(game.body[place])[1])[1]
    return [(end, end, newline + (newline if apart else "") + block)]


def _field(game: Game, name: str, call: str, stated: str) -> Added:
    """A field or a number that lasts behind those that stand before all dice."""
    first = _first(game, "pool", "count", "truth", "option", "action")
    place = _behind(game, (*FIELDS, *LASTING), before=first)
    return Added([*game.imports(stated), *_insert(game, place, [f"{name} = {call}"])], f"{name} = ")


def _new_number(game: Game) -> tuple[str, str]:
    """The name of another number, and its call."""
    titles = {game.label(one.name) for one in game.of(*FIELDS, *LASTING)}
    usual = next((one for one in NUMBERS if one[0] not in titles), NUMBERS[-1])
    title = game.free_title(usual[0])
    return game.free_name(title), f"number({in_quotes(title)}, {usual[1]}, {usual[2]}, start={usual[3]})"


def _number(game: Game) -> Added:
    return _field(game, *_new_number(game), "number")


def _choice(game: Game) -> Added:
    title = game.free_title("Position")
    return _field(game, game.free_name(title), f'choice({in_quotes(title)}, "controlled risky* desperate")', "choice")


def _switch(game: Game) -> Added:
    title = game.free_title("Advantage")
    return _field(game, game.free_name(title), f"switch({in_quotes(title)})", "switch")


def _counter(game: Game) -> Added:
    title = game.free_title("Points")
    return _field(game, game.free_name(title), f"counter({in_quotes(title)}, 0, 5, start=3)", "counter")


def _track(game: Game) -> Added:
    title = game.free_title("Stress")
    return _field(game, game.free_name(title), f"track({in_quotes(title)}, 6)", "track")


def _unused_number(game: Game, first: int | None) -> str:
    """The last number before a place that nothing asks for; else the first number; "" where there is none."""
    numbers = [one for one in game.of("number", "switch") if first is None or one.place < first]
    unused = [one.name for one in numbers if not game.uses(one.name)]
    return unused[-1] if unused else ""


def _pool_place(game: Game) -> int:
    """Where dice go: behind those that stand before what is read of dice."""
    read = min(
        (
            one.place
            for one in game.of("count", "truth", "option", "action")
            if one.rolled or one.kind in ("option", "action")
        ),
        default=None,
    )
    return max(
        _behind(game, ("pool",), before=read),
        _behind(game, (*FIELDS, *LASTING, "count", "truth"), before=read, rolled=False),
    )


def _count_place(game: Game) -> int:
    """Where a count goes: behind dice and counts that stand before the first test."""
    first = _first(game, "action")
    kinds = ("pool", "count", "truth", "option", *FIELDS, *LASTING)
    return _behind(game, kinds, before=first)


def _pool(game: Game) -> Added:
    place = _pool_place(game)
    number = _unused_number(game, place + 1)
    label = game.label(number) if number else "more"
    of = label.removesuffix(" dice")
    name = game.free_name(f"{of} dice" if of == label else of)
    count = game.free_name(f"{of} sixes")
    at = _count_place(game)
    line = f"{name} = d6({number or 2})"
    lines = [f"{count} = {name}.count(6)"]
    if at == place:
        return Added([*game.imports("d6"), *_insert(game, place, [line, *lines], apart=True)], f"{name} = ")
    same = isinstance(game.body[place], ast.Assign) and place == _behind(game, ("pool",)) if place >= 0 else False
    return Added(
        [*game.imports("d6"), *_insert(game, place, [line], apart=not same), *_insert(game, at, lines)],
        f"{name} = ",
    )


def _die(game: Game) -> Added:
    place, at = _pool_place(game), _count_place(game)
    name = game.free_name("die")
    count = game.free_name(f"{name} result")
    lines = [f"{name} = d20()"], [f"{count} = {name}.total"]
    splices = (
        _insert(game, place, [*lines[0], *lines[1]], apart=True)
        if at == place
        else [*_insert(game, place, lines[0]), *_insert(game, at, lines[1])]
    )
    return Added([*game.imports("d20"), *splices], f"{name} = ")


def _pools_before_tests(game: Game) -> list[str]:
    first = _first(game, "action")
    return [one.name for one in game.of("pool") if first is None or one.place < first]


def _one_pool(game: Game) -> str:
    """The last dice that nothing reads, or the first; raises `Refused` where there are none."""
    pools = _pools_before_tests(game)
    if not pools:
        raise Refused("There are no dice to count yet; add some first.")
    return next((one for one in reversed(pools) if not game.uses(one)), pools[0])


def _count(game: Game) -> Added:
    pool = _one_pool(game)
    sides = sides_of(game, pool)
    face = sides if isinstance(sides, int) and sides > 0 else 1 if sides == -1 else 6
    name = game.free_name(usual_name(Reading("face", (pool,), face, 0)))
    return Added(_insert(game, _count_place(game), [f"{name} = {pool}.count({face})"]), f"{name} = ")


def _sum(game: Game) -> Added:
    pool = _one_pool(game)
    name = game.free_name("result")
    return Added(_insert(game, _count_place(game), [f"{name} = {pool}.total"]), f"{name} = ")


def _difference(game: Game) -> Added:
    at = _count_place(game)
    counts = [one.name for one in game.of("count") if one.place <= at and one.rolled]
    asked = _asked_by_degrees(game)
    first = next((one for one in counts if one in asked), counts[0] if counts else "")
    last = next((one for one in reversed(counts) if one != first and not game.uses(one)), "")
    last = last or next((one for one in reversed(counts) if one != first), "")
    if not last:
        raise Refused("It takes two counts, one to be taken away from the other; add another one first.")
    name = game.free_name("successes")
    splices = _insert(game, at, [f"{name} = ({first} - {last}).at_least(0)"])
    return Added([*splices, *((*game.text.span(one), name) for one in asked.get(first, ()))], f"{name} = ")


def _asked_by_degrees(game: Game) -> dict[str, list[ast.Name]]:
    """The counts that degrees go by, each with where it stands."""
    found: dict[str, list[ast.Name]] = {}
    for test in tests_of(game):
        for node in test.degrees.elts if test.degrees else []:
            call = game.call(node) if game.callee(node) == "degree" else None
            holds = call.argument("holds") if call else None
            for one in ast.walk(holds) if holds is not None else []:
                if isinstance(one, ast.Name) and game.kind_of(one) in ("count", "truth"):
                    found.setdefault(one.id, []).append(one)
    return found


DEGREES = ("Triumph", "Great success", "Wonder", "Legend")
BETWEEN = ("Partial success", "At a price", "Barely")


def _degrees_of(test: Test) -> list[ast.expr]:
    if test.degrees is None or not test.degrees.elts:
        raise Refused("These degrees are written by hand; change them in the text.")
    return test.degrees.elts


def _free_title(game: Game, nodes: Sequence[ast.expr], usual: Sequence[str]) -> str:
    """A title that no degree has yet."""
    titles = [call.literal("title") for one in nodes if game.callee(one) == "degree" and (call := game.call(one))]
    more = (f"Degree {number}" for number in range(2, len(nodes) + 3))
    return next(one for one in (*usual, *more) if one not in titles)


def _holds(game: Game, node: ast.expr) -> ast.expr | None:
    """The condition of a degree; None where it has none."""
    call = game.call(node) if game.callee(node) == "degree" else None
    return call.argument("holds") if call else None


def _into_degrees(game: Game, test: Test, place: int, title: str, condition: str) -> Added:
    new = f"degree({in_quotes(title)}, {condition})"
    listed = in_list(game.text, test.degrees) if test.degrees else None
    put = listed.insert(place, new) if listed else []
    return Added([*put, *game.imports("degree")], f"degree({in_quotes(title)}, ")


def _between(game: Game, test: Test) -> Added:
    """A degree before the last one, that takes less than those before it; they take one more where nothing is left."""
    nodes = _degrees_of(test)
    if len(nodes) < 2 or _holds(game, nodes[-1]) is not None:
        raise Refused("There is no last result that holds in every other case; add this one in the text.")
    raised: list[Splice] = []
    match _holds(game, nodes[-2]):
        case ast.Compare(
            left=ast.Name(id=name), ops=[ast.GtE() | ast.Gt()], comparators=[ast.Constant(value=value)]
        ) if type(value) is int:
            less = value - (3 if value > 6 else 2 if value > 3 else 1)
            condition = f"{name} >= {less or value}"
            raised = [] if less else _raised_numbers(game, nodes, name)
        case ast.Compare(left=ast.Name(id=name), ops=[ast.GtE() | ast.Gt()], comparators=[ast.Name(id=than)]):
            condition = f"{name} >= {than} - 3"
        case _:
            raise Refused("The result before the last goes by something else; add this one in the text.")
    added = _into_degrees(game, test, len(nodes) - 1, _free_title(game, nodes, BETWEEN), condition)
    return replace(added, splices=[*raised, *added.splices])


def _raised_numbers(game: Game, nodes: Sequence[ast.expr], name: str) -> list[Splice]:
    """The splices that have degrees take one more of a count."""
    found: list[Splice] = []
    for node in nodes:
        match _holds(game, node):
            case ast.Compare(
                left=ast.Name(id=of), ops=[ast.GtE() | ast.Gt()], comparators=[ast.Constant(value=value) as number]
            ) if of == name and type(value) is int:
                found.append((*game.text.span(number), str(value + 1)))
    return found


def _degree(game: Game, test: Test) -> Added:
    nodes = _degrees_of(test)
    condition = _better_than(_holds(game, nodes[0]))
    if not condition:
        counts = [one for one in game.of("count") if one.place < test.part.place and one.rolled]
        counts = [one for one in counts if one.name in _asked_by_degrees(game)] or counts
        if not counts:
            raise Refused("There is no count that a degree could go by; add one first.")
        condition = f"{counts[0].name} >= 3"
    return _into_degrees(game, test, 0, _free_title(game, nodes, DEGREES), condition)


def _better_than(holds: ast.expr | None) -> str:
    """The condition of a result better than one that holds so; "" where that goes by something else."""
    match holds:
        case ast.Compare(
            left=ast.Name(id=count), ops=[ast.GtE() | ast.Gt() | ast.LtE() | ast.Lt() as how], comparators=[than]
        ):
            more = isinstance(how, ast.GtE | ast.Gt)
            match than:
                case ast.Constant(value=value) if type(value) is int:
                    return f"{count} >= {value + 2}" if more else f"{count} <= {value // 2}"
                case ast.Name(id=name):
                    return f"{count} >= {name} + 5" if more else f"{count} <= {name} // 2"
    return ""


def _option(game: Game) -> Added:
    tests = [one for one in tests_of(game) if one.options is not None or one.call.argument("options") is None]
    if not tests:
        raise Refused("There is no test that this could come after; add one first.")
    pools = [
        one
        for one in game.of("pool")
        if one.place < tests[0].part.place and may_reroll(game, one) and game.parts[one.name].value is not None
    ]
    pools = [one for one in pools if game.uses(one.name)]
    if not pools:
        raise Refused("There are no dice that could be rolled again; add some first.")
    pool = pools[0]
    face = _counted_from(game, pool.name)
    costs = next((one for one in game.of(*LASTING) if one.place < tests[0].part.place), None)
    title = game.free_title("Try again")
    name = game.free_name(title)
    cost = f"costs=1 @ {costs.name}, " if costs else ""
    rerolls = f"{pool.name}.below({face})" if face else pool.name
    place = max(_behind(game, ("option",), before=tests[0].part.place), _count_place(game))
    splices = [
        *game.imports("option"),
        *_insert(game, place, [f"{name} = option({in_quotes(title)}, {cost}rerolls={rerolls})"]),
    ]
    for one in tests:
        if place >= one.part.place or not _reads(game, one, pool.name):
            continue
        splices += (
            in_list(game.text, one.options).insert(len(one.options.elts), name)
            if one.options is not None
            else one.call.set_argument("options", f"[{name}]")
        )
    return Added(splices, f"{name} = ")


def _counted_from(game: Game, pool: str) -> int | str:
    """The face from which dice of a pool count; 0 where they do not count by a face."""
    for one in game.of("count"):
        sum_ = read_sum(game, one.value)
        if sum_ and sum_.reading and pool in sum_.reading.pools and sum_.reading.what in ("face", "from"):
            face = sum_.reading.face
            sides = sides_of(game, pool)
            return face if sum_.reading.what == "from" or face == sides else 0
    return 0


def _reads(game: Game, test: Test, pool: str) -> bool:
    """True if a test goes by some dice."""
    waiting: list[ast.AST] = [test.call.node]
    seen: set[str] = set()
    while waiting:
        for one in ast.walk(waiting.pop()):
            if isinstance(one, ast.Name) and one.id in game.parts and one.id not in seen:
                seen.add(one.id)
                waiting.append(game.parts[one.id].value)
    return pool in seen


def _into_system(game: Game, name: str) -> list[Splice]:
    """The splices that give another test to the game."""
    systems = [call for one in game.of("system") if (call := game.call(one.value))]
    if not systems:
        raise Refused("There is no game that a test could belong to; end the text with system(...).")
    return systems[0].arguments.insert(len(systems[0].node.args), name)


def _new_test(game: Game, title: str, before: Sequence[str], degrees: Sequence[str], options: str = "") -> Added:
    """Another kind of test behind the last one, with what it goes by before it."""
    tests = game.of("action")
    if not tests:
        raise Refused("There is no test yet; write one, or begin from nothing.")
    name = game.free_name(title)
    lines = [f"{name} = action(", f"    {in_quotes(title)},", "    degrees=["]
    lines += [f"        {one}," for one in degrees]
    lines += ["    ],", *([f"    options=[{options}],"] if options else []), ")"]
    stated = [one for one in re.findall(r"\b(\w+)\(", "\n".join([*before, *lines])) if one in author.__all__]
    put = _insert(game, tests[-1].place, [*before, "", *lines], apart=True)
    return Added([*put, *game.imports(*stated), *_into_system(game, name)], f"{name} = ")


def _test(game: Game) -> Added:
    dice, hits = game.free_name("other dice"), game.free_name("other sixes")
    number = next((one.name for one in game.of("number")), "2")
    before = [f"{dice} = d6({number})", f"{hits} = {dice}.count(6)"]
    degrees = [f'degree("Success", {hits} >= 1)', 'degree("Failure", good=False)']
    return _new_test(game, game.free_title("Other test"), before, degrees)


def _against(game: Game) -> Added:
    found = [
        (one, sum_.reading)
        for one in game.of("count")
        if (sum_ := read_sum(game, one.value)) and sum_.reading and sum_.reading.what not in SOLE
        if all(may_reroll(game, game.parts[pool]) for pool in sum_.reading.pools)
    ]
    if not found:
        raise Refused("There is no count of dice yet that could be set against another; add one first.")
    count, reading = found[0]
    mine = reading.pools[0]
    size, amount = sides_of(game, mine) or 6, amount_of(game, game.parts[mine].value)
    fixed = amount is None or literal(amount[1]) is not None
    title = game.free_title("Their bonus" if fixed else "Their dice")
    number, theirs, lead = game.free_name(title), game.free_name("theirs"), game.free_name("lead")
    shown = game.free_name("their result" if fixed else "their count")
    many = [game.text.source(amount[1])] if fixed and amount else [number] if not fixed else []
    word = "dF" if size == -1 else NAMED.get(str(size), "dice")
    given = ", ".join(
        [*([str(size)] if word == "dice" else []), *many, f"side={in_quotes(game.free_title('Their dice'))}"]
    )
    made = Reading(reading.what, (theirs,), reading.face, reading.few).sources()[0]
    before = [
        f"{number} = number({in_quotes(title)}, 0, 10, start={0 if fixed else 4})",
        f"{theirs} = {word}({given})",
        f"{shown} = {made}{f' + {number}' if fixed else ''}",
        f"{lead} = {count.name} - {shown}",
    ]
    degrees = [f'degree("Won", {lead} >= 1)', f'degree("Draw", {lead} == 0, good=False)', 'degree("Lost", good=False)']
    options = [one.name for one in game.of("option") if _option_reads(one, reading.pools)]
    return _new_test(game, game.free_title("Against"), before, degrees, ", ".join(options))


def _option_reads(option: Part, pools: Sequence[str]) -> bool:
    """True if an option rerolls some of these dice."""
    return any(isinstance(one, ast.Name) and one.id in pools for one in ast.walk(option.value))


def _game(game: Game) -> Added:
    if game.own:
        raise Refused("There is something in this text already; begin with an empty one.")
    text = game.text
    begin = BEGINNING
    if game.body:
        begin = begin.split("\n\n", 1)[1]  # it has its first lines
    at = len(text.text)
    return Added([(at, at, text.line_end_before(at) + begin.replace("\n", text.newline))], "GAME = ")


KINDS: Mapping[str, Callable[[Game], Added]] = {
    "game": _game,
    "number": _number,
    "choice": _choice,
    "switch": _switch,
    "counter": _counter,
    "track": _track,
    "pool": _pool,
    "die": _die,
    "count": _count,
    "sum": _sum,
    "difference": _difference,
    "option": _option,
    "test": _test,
    "against": _against,
}
"""The functions that add a part, by its kind."""
