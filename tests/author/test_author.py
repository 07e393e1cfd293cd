"""Systems that are written with `pyrules.author`: what four small ones come to, and what is said of mistakes."""

import pickle
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import icepool
import pytest

from pyrules.author import (
    AuthorError,
    action,
    again,
    choice,
    costs,
    counter,
    d4,
    d6,
    d10,
    event,
    explode,
    keep_highest,
    keep_lowest,
    number,
    option,
    reroll,
    switch,
    system,
    track,
    words,
)
from pyrules.author.checks import checks
from pyrules.author.source import Problem, read_source
from pyrules.campaign.events import Adjusted
from pyrules.campaign.state import EMPTY as NEW, fold
from pyrules.campaign.tracking import Context, Person, tracking_of
from pyrules.core.budget import TooMuchWork
from pyrules.core.engine import chances_of, default_chances
from pyrules.core.errors import NotationError
from pyrules.core.faces import read_faces
from pyrules.core.roll import EMPTY, Pick
from pyrules.core.system import System
from pyrules.core.verdict import Effect, Verdict
from pyrules.systems import register, unregister
from tests.author.blades import BLADES
from tests.author.fates import FATES
from tests.author.keep import KEEP
from tests.author.under import UNDER
from tests.exact import fraction, rows

FILES = Path(__file__).parent


def verdict_of(system: System[Any], notation: str, faces: str, *picks: Pick) -> Verdict:
    test = system.parse(notation, {})
    return system.judge(test, system.replay(test, read_faces(faces), picks))


def test_the_odds_of_dice_that_bring_more_are_those_of_the_sums_by_hand() -> None:
    number_ = number("Dice", 1, 20)

    def hits(face: int) -> bool:
        """Eights and more are hits."""
        return face >= 8

    check = action(
        "Test", number_, pool=lambda t: again(d10(t.number)), outcome=[hits], success=lambda hits: hits > 0,
        events=[event("many", lambda hits: hits >= 3, aim="for three hits")],
    )  # fmt: skip
    found = system("tens", "Tens", check, examples=["3: 1,8,2"])
    alone = [Fraction(7, 10)]  # the hits of one die: none, or one and those of another die, or one and no more
    for _ in range(2):
        alone.append(Fraction(1, 10) * alone[-1] + (Fraction(2, 10) if len(alone) == 1 else 0))
    fewer = sum(
        (alone[a] * alone[b] * alone[c] * alone[d] for a, b, c, d in product(range(3), repeat=4) if a + b + c + d < 3),
        Fraction(),
    )
    assert float(chance(found, "4")) == pytest.approx(float(1 - Fraction(7, 10) ** 4), abs=1e-9)
    assert float(chance(found, "4", "many")) == pytest.approx(float(1 - fewer), abs=1e-9)


def sevens(face: int) -> bool:
    """Each die with a seven or more is a hit."""
    return face >= 7


def ones(face: int) -> bool:
    """Each one takes a hit away."""
    return face == 1


def net(sevens: int, ones: int) -> int:
    """The hits that are left."""
    return max(0, sevens - ones)


HIT, ONE, BLANK = (Fraction(number, 10) for number in (4, 1, 5))
PLAIN = [(1, HIT), (-1, ONE), (0, BLANK)]
TENS: dict[str, tuple[Any, list[tuple[int, Fraction]]]] = {
    "plain": (d10, PLAIN),
    "reroll": (lambda dice: reroll(d10(dice), 1, 2), [(1, HIT * 12 / 10), (-1, ONE / 5), (0, BLANK)]),
    "again": (
        lambda dice: again(d10(dice)),
        [
            (tens + hits, Fraction(1, 10**tens) * chances)
            for tens in range(12)
            for hits, chances in ((1, Fraction(3, 10)), (-1, ONE), (0, BLANK))
        ],
    ),
    "explode": (lambda dice: explode(d10(dice)), PLAIN),
    "up to": (lambda dice: explode(d10(dice), most=3), PLAIN),
}
"""Pools of ten-sided dice, and what one of them comes to in hits, by hand."""


@pytest.mark.parametrize("pool", TENS)
@pytest.mark.parametrize("options", [[], ["anew"]])
@pytest.mark.parametrize("dice", [1, 3, 8])
def test_dice_that_count_each_for_itself_have_odds_however_they_go_on(pool: str, options: list[str], dice: int) -> None:
    made, alone = TENS[pool]
    anew = option("Again", rerolls=lambda face: face < 7, name="anew")
    check = action(
        "Test", number("Dice", 1, 20, name="dice"), pool=lambda t: made(t.dice), outcome=[sevens, ones, net],
        options=[anew for _ in options], success=lambda net: net >= 2,
    )  # fmt: skip
    found = system("tens", "Tens", check, examples=["1: 2"])
    sums = {0: Fraction(1)}
    for _ in range(dice):
        further: dict[int, Fraction] = {}
        for (before, ways), (more, chances) in product(sums.items(), alone):
            further[before + more] = further.get(before + more, Fraction()) + ways * chances
        sums = further
    by_hand = sum(ways for hits, ways in sums.items() if hits >= 2)
    exact = chance(found, str(dice))
    assert float(exact) == pytest.approx(float(by_hand), abs=1e-9)
    assert exact == by_hand or pool == "again"


def chance(system: System[Any], notation: str, event: str = "success") -> Fraction:
    return fraction(chances_of(system).odds(system.parse(notation, {})).events[event])


@pytest.mark.parametrize(("name", "lines"), [("blades", 60), ("keep", 60), ("under", 40), ("fates", 60)])
def test_a_small_system_is_a_short_file_and_nothing_else(name: str, lines: int) -> None:
    text = (FILES / f"{name}.py").read_text(encoding="utf-8")
    assert text.count("\n") <= lines
    found = read_source(text)
    assert not found.problems
    assert [system.id for system in found.systems] == [name]


@pytest.mark.parametrize(
    ("notation", "faces", "headline", "summary"),
    [
        ("3d risky standard", "6,6,2", "Critical", "great effect"),
        ("2d controlled great", "6,1", "Full", "great effect"),
        ("2d desperate great", "5,1", "Partial", "with a serious consequence"),
        ("0d desperate great", "6,2", "Bad", "the worst outcome"),
    ],
)
def test_an_action_roll(notation: str, faces: str, headline: str, summary: str) -> None:
    verdict = verdict_of(BLADES, notation, faces)
    assert (verdict.headline, verdict.summary) == (headline, summary)
    assert verdict.good is (headline != "Bad")


def test_degrees_have_a_distribution_from_the_worst_to_the_best() -> None:
    odds = chances_of(BLADES).odds(BLADES.parse("2d risky standard", {}))
    degrees = rows(odds.distributions["degree"])
    assert list(degrees) == ["bad", "partial", "full", "critical"]
    assert degrees["critical"] == Fraction(1, 36)
    assert degrees["full"] == Fraction(10, 36)
    assert degrees["bad"] == Fraction(9, 36)


def test_dice_that_go_on_have_degrees_where_only_the_best_is_open() -> None:
    found = read_source(
        "from pyrules.author import action, d6, explode, system\n"
        "def result(total):\n    return total\n"
        "roll = action('Roll', word='roll', pool=explode(d6()), outcome=[result],\n"
        "    degrees={'high': lambda result: result > 6, 'low': lambda: True}, success='high')\n"
        "SMALL = system('small', 'Small', roll, examples=['roll: 3'])\n"
    )
    assert not found.problems
    (small,) = found.systems
    assert rows(chances_of(small).odds(small.parse("roll", {})).distributions["degree"]) == {
        "low": Fraction(5, 6),
        "high": Fraction(1, 6),
    }


def test_what_a_roll_costs_and_clears() -> None:
    assert verdict_of(BLADES, "resist 2d", "4,3").effects == (Effect("stress", 2, "blades.resist"),)
    assert verdict_of(BLADES, "resist 2d", "6,6").effects == (Effect("stress", -1, "blades.resist"),)
    assert verdict_of(BLADES, "1d risky great push", "4,3").effects == (Effect("stress", 2, "blades.push"),)


def test_roll_and_keep_is_exact_without_a_line_for_it() -> None:
    assert verdict_of(KEEP, "5k3 tn 20", "3,10>4,9,2,1").summary == "Result 26 · Raises 1"
    # All of two exploding dice, counted by hand: each is 10 or more with a tenth, and goes on then.
    below = sum(Fraction(1, 100) for a, b in product(range(1, 10), repeat=2) if a + b < 12)
    high = sum(Fraction(1, 1000) for a, b in product(range(1, 10), range(1, 10)) if 10 + a + b < 12)
    assert chance(KEEP, "2k2 tn 12") == 1 - below - 2 * high
    ten = icepool.d(10).explode(depth=4).highest(10, 5)
    assert chance(KEEP, "10k5 tn 40") == Fraction(ten.quantity(">=", 40), ten.denominator())


def test_roll_under() -> None:
    assert verdict_of(UNDER, "skill 40 hard", "2,2").headline == "Fumble"
    assert verdict_of(UNDER, "skill 60 easy", "10,10").headline == "Fumble"
    assert verdict_of(UNDER, "skill 60 easy", "10,1").summary == "Chance 99 · Rolled 1"
    assert chance(UNDER, "skill 35 normal") == Fraction(35, 100)
    odds = chances_of(UNDER).odds(UNDER.parse("skill 35 normal", {}))
    assert fraction(odds.distributions["degree"]["critical"]) == Fraction(3, 100)
    assert not chances_of(UNDER).sizes(UNDER.parse("skill 35", {}))


def test_points_are_spent_after_the_roll_as_long_as_there_are_some() -> None:
    reroll, invoke = Pick("anew"), Pick("invoke")
    assert verdict_of(FATES, "+1 vs 2 fp 3", "1>6,2>6,3>3,4>1", reroll, invoke).headline == "Success"
    test = FATES.parse("+1 vs 2 fp 1", {})
    roll = FATES.replay(test, read_faces("1,2,3,4"))
    assert [option.id for option in FATES.options(test, roll)] == ["anew", "invoke"]
    assert FATES.options(test, roll.with_pick(invoke)) == ()
    advice = {one.option: one for one in chances_of(FATES).advice(test, roll)}
    ways = [faces for faces in product((-1, 0, 1), repeat=4) if sum(faces) + 1 > 2]
    assert fraction(advice["anew"].chances["success"]) == Fraction(len(ways), 81)
    assert fraction(advice["invoke"].chances["success"]) == 0


@pytest.fixture
def blades() -> Iterator[System[Any]]:
    register(BLADES)
    yield BLADES
    unregister(BLADES)


def test_what_is_asked_for_leaves_the_dice_to_whoever_rolls(blades: System[Any]) -> None:
    asked, own = (blades.parse(notation, {}) for notation in ("0d desperate great", "4d controlled push"))
    assert blades.write(blades.asked_of(asked, own)) == "4d desperate great push"


def test_a_cost_that_cannot_be_paid_is_told_before_the_roll(blades: System[Any]) -> None:
    tracking, test = tracking_of(blades), blades.parse("2d risky great push", {})
    full = fold([Adjusted("1", 0, "blades", "stress", 8, "Ann")])
    ann = Person("Ann", {})
    assert tracking.refused(Context(full, {}, ann, {}, test)) == "Push yourself costs 2 Stress, and 8 of 9 are filled"
    assert not tracking.refused(Context(full, {}, ann, {}, blades.parse("2d risky great", {})))
    assert not tracking.refused(Context(NEW, {}, ann, {}, test))
    told = "Nobody is chosen, so nobody pays the 2 Stress of Push yourself."
    assert tracking.before(Context(NEW, {}, None, {}, test)) == (told,)
    assert not tracking.before(Context(NEW, {}, ann, {}, test))
    assert not tracking.before(Context(NEW, {}, None, {}, blades.parse("2d risky great", {})))
    changed = "Nobody is chosen, so the roll changes nobody's Stress."
    assert tracking.before(Context(NEW, {}, None, {}, blades.parse("resist 2d", {}))) == (changed,)


def test_what_is_stated_can_be_pickled(blades: System[Any]) -> None:
    test = blades.parse("2d risky great push", {})
    verdict = blades.judge(test, blades.replay(test, read_faces("6,6,1")))
    assert pickle.loads(pickle.dumps((test, verdict))) == (test, verdict)  # noqa: S301  (of our own making)


def test_a_field_can_hold_a_counter_and_says_what_it_cannot_pay() -> None:
    spent = counter("Luck", 0, 5)
    held = number("Luck held", 0, 5, start=5, short="luck {}", holds=spent)
    edge = number("Edge", 0, 3, start=0, short="edge {}", costs=1 @ spent)
    roll = action("Roll", number("Dice", 1, 9), edge, held, pool=lambda t: d6(t.dice + t.edge), success=lambda: True)
    lucky = system("lucky", "Lucky", roll, examples=["2: 1,2"])
    (line,) = lucky.before(lucky.parse("2 edge 3 luck 2", {}))
    assert line.text == "Edge: costs 3 Luck, and 2 are left"
    assert not lucky.before(lucky.parse("2 edge 2 luck 2", {}))


AFTER_DICE = "controlled, risky or desperate, limited, standard, great or extreme, 'push' or the end of the notation"


@pytest.mark.parametrize(
    ("system", "notation", "message"),
    [
        (BLADES, "3", "column 2: the notation ends here; expected 'd'"),
        (BLADES, "9d", "column 1: Dice cannot be 9; expected 0 to 8"),
        (BLADES, "3d calm", f"column 4: 'calm' does not fit here; expected {AFTER_DICE}"),
        (KEEP, "5k3 tn", "column 7: the notation ends here; expected a number for Target"),
        (KEEP, "2k3", "column 1: 3 dice cannot be kept of 2; expected another test"),
        (UNDER, "", "column 1: the notation ends here; expected 'skill' and Skill"),
        (FATES, "+9", "column 1: Skill cannot be 9; expected -2 to 8"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_column(system: System[Any], notation: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        system.parse(notation, {})
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("1 +", 1, "Python cannot read this"),
        ("x = 1", 1, 'no system is stated; end with system("id", "Title", ...)'),
        ("import nothing_like_it", 1, "there is no 'nothing_like_it' to import here; leave it out"),
        ("from pyrules.author import d6\n\nnumbr(3)", 3, "there is no 'numbr'"),
        ("from pyrules.author import number\nnumber('Dice', 1, 3, start=4)", 2, "Dice starts at 4"),
        ("from pyrules.author import choice\nchoice('Size', 'a b', shor='x')", 2, "no 'shor'; do you mean 'short'?"),
    ],
)
def test_a_mistake_is_told_with_its_line(text: str, line: int, message: str) -> None:
    (problem,) = read_source(text).problems
    assert problem.line == line
    assert message in problem.words


BROKEN = (FILES / "blades.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("right", "wrong", "line", "message"),
    [
        (
            "lambda t: again(d10(t.dice))",
            "d10('dice')",
            30,
            "'dice' is no number of dice, nor of their sides; write a whole number, as in d6(3)",
        ),
        ("t.dice", "t.number", 30, "there is no 'number' here; there is dice, difficulty or settings"),
        (
            "[hits, ones, net]",
            "[net, hits, ones]",
            26,
            "net asks for 'hits', which comes after it; put 'hits' before it",
        ),
        ("[hits, ones, net]", "net", 26, "the outcome of Check must be a list; write it in brackets: outcome=[...]"),
        (
            "lambda net, difficulty: net >= difficulty",
            "'net > 0'",
            33,
            "Check has no outcome 'net > 0'; use hits, ones, net or a function",
        ),
        (
            "costs=1 @ luck",
            "costs=1",
            8,
            "Reroll costs 1 of nothing; write how much of which counter, as in 2 @ stress",
        ),
        ('["3d (1): 10,1,7,8"]', '"3d (1): 10,1,7,8"', 35, "the examples of Tens must be a list; write it in brackets"),
    ],
)
def test_what_newcomers_write_is_told_in_plain_words(right: str, wrong: str, line: int, message: str) -> None:
    assert not read_source(NEWCOMERS).problems
    assert not read_source(NEWCOMERS.replace("1 @ luck", "luck @ 1")).problems
    found = read_source(NEWCOMERS.replace(right, wrong))
    assert message in found.problems[0].words
    assert found.problems[0].line == line


def test_advice_on_dice_that_go_on_without_end_is_refused_for_that() -> None:
    (tens,) = read_source(NEWCOMERS).systems
    test = tens.parse("3d (1)", {})
    with pytest.raises(TooMuchWork, match="after this choice dice may go on without end, so there is no advice on it"):
        chances_of(tens).advice(test, tens.replay(test, read_faces("8,1,2")))


NEWCOMERS = '''"""Ten-sided dice: sevens are hits, tens bring one more, ones take a hit, luck rerolls the misses."""

from pyrules.author import action, again, counter, d10, number, option, system

luck = counter("Luck", 0, 3, each="player")
dice = number("Dice", 1, 12, start=5, short="{}d")
difficulty = number("Difficulty", 1, 5, start=1, short="({})")
anew = option("Reroll", costs=1 @ luck, rerolls=lambda face: face < 7)


def hits(face):
    """Each die with a seven or more is a hit."""
    return face >= 7


def ones(face):
    """Each one takes a hit away."""
    return face == 1


def net(hits, ones):
    """The hits that are left count."""
    return hits - ones


check = action(
    "Check",
    dice,
    difficulty,
    pool=lambda t: again(d10(t.dice)),
    outcome=[hits, ones, net],
    options=[anew],
    success=lambda net, difficulty: net >= difficulty,
)
TENS = system("tens", "Tens", check, examples=["3d (1): 10,1,7,8"])
'''


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("lambda o: o.read == 6", "lambda o: o.reed == 6", "there is no 'reed' here; there is"),
        ("return max(faces) if", "return max(face) if", "there is no 'face'"),
        ("lambda t: d6", "lambda: 3 or d6", "the pool of Action is 3; use dice such as d6(3)"),
        ("faces: tuple[int, ...], dice: int, push: bool) -> int", "rolls, dice, push)", "read asks for 'rolls'"),
        ('success="critical full', 'success="critcal full', "Action has no degree 'critcal'; use critical, full"),
        ("risky=", "rusky=", "Position can also be risky; give words for that, too"),
        ('"bad": lambda: True', '"bad": lambda o: o.read < 1', "none of the degrees of Action holds"),
        ("{effect} effect", "{effort} effect", "{effort} names nothing; there is"),
        ("costs((6 - o.read) @ stress)", "6 - o.read", "is no change of a counter; use costs(...)"),
    ],
)
def test_a_mistake_within_a_function_is_told_when_it_is_tried(right: str, wrong: str, message: str) -> None:
    found = read_source(BROKEN.replace(right, wrong))
    assert message in found.problems[0].words
    assert found.problems[0].line > 1
    assert not found.systems


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ('"0d desperate', '"0d desparate', "the example '0d desparate great': column 4: 'desparate' does not fit here"),
        ("3d risky standard:", "3d standard:", "is written '3d risky standard'; write it so"),
        ('great: 6,2"', 'great: 6,7"', 'is not on a d6; use 1 to 6; write "0d desperate great: '),
    ],
)
def test_an_example_that_does_not_fit_keeps_no_game_from_being_played(right: str, wrong: str, message: str) -> None:
    assert right in BROKEN
    found = read_source(BROKEN.replace(right, wrong))
    assert found.problems == ()
    (note,) = found.notes
    assert message in note.words
    assert wrong.strip('"') in BROKEN.replace(right, wrong).split("\n")[note.line - 1]
    (game,) = found.systems
    assert game.examples
    assert [one for one in checks(game, BROKEN) if one.problem and "Examples" not in one.title] == []


@pytest.mark.parametrize("ends", ["exit()", "import sys; sys.exit(0)", "raise KeyboardInterrupt"])
def test_a_text_that_ends_the_program_is_told_at_its_line(ends: str) -> None:
    told = "this ends the program; leave it out"
    text = f"{NEWCOMERS}{ends}"
    assert read_source(text).problems == (Problem(text.count("\n") + 1, told),)
    line = next(number for number, row in enumerate(NEWCOMERS.split("\n"), 1) if "def hits" in row)
    rare = f"def hits(face, difficulty):\n    if difficulty == 5:\n        {ends}"
    rare = NEWCOMERS.replace("def hits(face):", rare)
    (tens,) = read_source(rare).systems
    assert Problem(line + 2, told) in [one.problem for one in checks(tens, rare)]


@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        ("return face >= 7", "return str(face)", "hits gives '10', a word; give a number: leave str() away"),
        ("return face >= 7", "yield face", "hits gives a generator; give a number, or True or False"),
        ("return hits - ones", "return str(hits)", "net gives '2', a word; give a number: leave str() away"),
        ("return hits - ones", "return [hits]", "net gives a list; give a number, or True or False"),
    ],
)
def test_a_function_that_gives_no_number_is_told_at_its_line(right: str, wrong: str, words: str) -> None:
    problem = read_source(NEWCOMERS.replace(right, wrong)).problems[-1]
    name = words.partition(" ")[0]
    assert problem.line == next(place for place, row in enumerate(NEWCOMERS.split("\n"), 1) if f"def {name}" in row)
    assert re.sub("'[0-9]+'", "'#'", problem.words) == re.sub("'[0-9]+'", "'#'", words)


def test_a_text_may_have_a_dataclass_of_its_own() -> None:
    text = f"from dataclasses import dataclass\n\n\n@dataclass(frozen=True)\nclass Band:\n    low: int\n\n\n{NEWCOMERS}"
    assert read_source(text.replace(">= 7", ">= Band(7).low")).problems == ()
    read_source("exit()")
    assert read_source(text).problems == ()


def best(faces: tuple[int, ...]) -> int:
    """The highest die counts."""
    return max(faces)


def hits(face: int) -> bool:
    """Threes and fours are hits."""
    return face >= 3


def kept_low(kept: tuple[int, ...]) -> int:
    """The lowest of the dice that are kept counts."""
    return min(kept)


def far(face: int) -> bool:
    """True for a number that no die shows at once."""
    return face >= 6


def added(total: int) -> int:
    """The dice that are kept are added up."""
    return total


def marked(sign: tuple[int, ...], hits: int) -> int:
    """The die of its own counts beside the hits."""
    return sign[0] + hits


POOLS = {
    "plain": d4(3),
    "kept": keep_highest(2, d4(3)),
    "lowest": keep_lowest(1, d4(3)),
    "anew": reroll(d4(2), 1, 2),
    "up to": explode(d4(2), most=2),
    "far": explode(d4(1), on=2, most=4),
    "mixed": d4(2) + d6(1, "sign"),
}


@pytest.mark.parametrize("pool", POOLS)
@pytest.mark.parametrize("outcome", [(best,), (hits,), (far,), (kept_low,), (added,), (added, hits), (hits, marked)])
def test_what_makes_odds_fast_changes_none(pool: str, outcome: tuple[Any, ...]) -> None:
    if marked in outcome and pool != "mixed":
        outcome = (hits,)
    roll = action("Roll", word="roll", pool=POOLS[pool], outcome=outcome, success=lambda: True)
    small = system("small", "Small", roll, examples=["roll: 1"])
    plainly = replace(small, state=None, interchangeable=lambda *_: (), tally=lambda _: None)
    test = small.parse("roll", {})
    fast, slow = default_chances(small).odds(test), default_chances(plainly).odds(test)
    assert {name: rows(told) for name, told in fast.distributions.items()} == {
        name: rows(told) for name, told in slow.distributions.items()
    }


@pytest.mark.parametrize(
    "choice", [{"rerolls": True}, {"rerolls": lambda face: face < 4, "most": 1}, {"adds": 1}], ids=["all", "one", "add"]
)
@pytest.mark.parametrize("outcome", [best, hits, added])
def test_what_makes_advice_fast_changes_none(choice: dict[str, Any], outcome: Any) -> None:
    more = option("More", name="more", times=2, **choice)
    roll = action(
        "Roll",
        word="roll",
        pool=d4(2),
        outcome=[outcome],
        options=[more],
        success=lambda o: getattr(o, outcome.__name__) > 3,
    )
    small = system("small", "Small", roll, examples=["roll: 1,1"])
    plainly = replace(small, state=None, interchangeable=lambda *_: ())
    test = small.parse("roll", {})
    for faces in ("1,1", "2,4", "3,1"):
        lying = small.replay(test, read_faces(faces))
        assert default_chances(small).advice(test, lying) == default_chances(plainly).advice(test, lying)


def test_what_cannot_be_a_system_is_refused() -> None:
    with pytest.raises(AuthorError, match="has neither success nor main"):
        action("Roll", pool=d6(2))
    two = {"hit": lambda: True, "miss": lambda: True}
    for stated in ({"says": {"mis": "no"}}, {"effects": {"mis": ()}}, {"triumph": "mis"}, {"disaster": "hit mis"}):
        with pytest.raises(AuthorError, match="Roll has no degree 'mis'; use hit or miss"):
            action("Roll", pool=d6(2), degrees=two, **{"success": "hit", **stated})
    with pytest.raises(AuthorError, match="has no name; write it with def"):
        action("Roll", pool=d6(2), outcome=[lambda faces: faces[0]], success=lambda: True)
    with pytest.raises(AuthorError, match="Roll has no 'pols'; do you mean 'pool'"):
        action("Roll", pool=d6(2), pols=1, success=lambda: True)
    with pytest.raises(AuthorError, match="'%' is not used in notation"):
        system(
            "x", "X", action("Roll", number("A", 1, 2, short="{}%"), pool=d6(), success=lambda: 1), examples=["1: 1"]
        )
    with pytest.raises(AuthorError, match="has no faces; write them after a ':'"):
        system("x", "X", action("Roll", number("A", 1, 2), pool=d6(), success=lambda: 1), examples=["1"])
    with pytest.raises(AuthorError, match="picks 'Once more 1 2'; write the option as its variable is called"):
        system(
            "x", "X", action("Roll", number("A", 1, 2), pool=d6(), success=lambda: 1), examples=["1: 1 [Once more 1 2]"]
        )
    with pytest.raises(AuthorError, match="X has no 'judges'; leave it out"):
        system("x", "X", action("Roll", pool=d6(), success=lambda: 1, word="r"), examples=["r: 1"], judges=print)
    with pytest.raises(AuthorError, match="'My Game' is no id for a system"):
        system("My Game", "X", action("Roll", pool=d6(), success=lambda: 1, word="r"), examples=["r: 1"])
    edge = switch("Edge", short="edge", text="It adds a die.", name="best")
    with pytest.raises(AuthorError, match="two rules are called 'best'"):
        system("x", "X", action("Roll", edge, pool=d6(), outcome=[best], success=lambda: 1), examples=["edge: 1"])
    with pytest.raises(AuthorError, match="give words for that, too"):
        words(choice("A", "b c"), b="x")


def test_a_track_is_filled_by_costs_and_points_are_spent() -> None:
    assert costs(2 @ track("Stress", 9)).delta == 2
    assert costs(2 @ counter("Luck", 0, 5)).delta == -2


@pytest.mark.parametrize(
    ("system", "notation"), [(BLADES, "3d risky great"), (UNDER, "skill 30 hard"), (FATES, "+2 vs 2 fp 0")]
)
def test_chances_are_those_of_every_way_in_which_the_dice_can_fall(system: System[Any], notation: str) -> None:
    test = system.parse(notation, {})
    (*throws,) = system.pending(test, EMPTY).throws
    found, ways = 0, 0
    for faces in product(*(range(1, throw.sides + 1) for throw in throws for _ in range(throw.count))):
        ways += 1
        found += system.judge(test, system.replay(test, (tuple((face,) for face in faces),))).good is True
    assert chance(system, notation) == Fraction(found, ways)
