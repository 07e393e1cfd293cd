"""Games that are stated as values of fields and pools: each text is read, passes the checks, and judges as it says."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pyrules.author import (
    AuthorError,
    action,
    counter,
    d6,
    d10,
    degree,
    dice,
    draw,
    event,
    fills,
    number,
    option,
    system,
    track,
)
from pyrules.author.checks import checks
from pyrules.author.source import read_source
from pyrules.core.engine import chances_of, default_chances
from pyrules.core.errors import IllegalRoll
from pyrules.core.faces import read_faces, seeded
from pyrules.core.odds import smallest_pool
from pyrules.core.ratio import Ratio
from pyrules.core.roll import EMPTY, Pick
from pyrules.core.system import System
from pyrules.core.verdict import Verdict
from tests.exact import fraction, rows
from tools import ROOT

FILES = (*(Path(__file__).parent / "games").glob("*.*"), *(ROOT / "pyrules/shelf").glob("[a-z]*.py"))
GAMES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FILES)}


def game(name: str) -> System[Any]:
    source = read_source(GAMES[name])
    assert source.problems == ()
    return source.systems[0]


def verdict_of(system: System[Any], notation: str, faces: str, *picks: Pick) -> Verdict:
    test = system.parse(notation, {})
    return system.judge(test, system.replay(test, read_faces(faces), picks))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_passes_the_checks_of_the_workshop(name: str) -> None:
    assert [one for one in checks(game(name), GAMES[name]) if one.problem] == []


@pytest.mark.parametrize("name", [name for name in GAMES if not name.startswith("written_")])
def test_a_game_of_values_is_short_and_has_an_example_of_each_degree(name: str) -> None:
    text = GAMES[name]
    assert "lambda" not in text
    assert "def " not in text
    assert len([line for line in text.split("\n") if line.strip() and not line.startswith("#")]) <= 40
    found = game(name)
    assert all(example.note for example in found.examples)


AT_EDGES = """from pyrules.author import *
skill, careful = number("Skill", 0, 5, start=2), switch("Careful")
total = d6().total + skill + careful
rolled = action("Roll", degrees=[degree("Triumph", total >= 11), degree("Yes", total >= 5), degree("No", good=False)])
GAME = system("game", "Game", rolled)
"""
"""A triumph is out of reach where the form begins."""


def test_examples_are_made_at_the_edges_of_fields_and_of_each_degree() -> None:
    (found,) = read_source(AT_EDGES).systems
    assert {example.notation for example in found.examples} == {"2", "0", "5", "2 careful"}
    assert {example.note for example in found.examples} == {"Triumph", "Yes", "No"}


def test_a_field_that_cannot_be_at_an_edge_keeps_no_game_from_being_played() -> None:
    text = AT_EDGES.replace("d6().total", "d6(2).again(skill + 1).total")
    source = read_source(text)
    assert source.problems == ()
    assert [example.notation for example in source.systems[0].examples if example.notation == "0"] == []
    broken = next(one.problem for one in checks(source.systems[0], text) if one.problem)
    assert "never end" in broken.words


def graded(rolled: int, skill: int) -> int:
    return (2 if rolled % 11 == 0 or rolled == 100 else 1) if rolled <= skill else -(rolled % 11 == 0 or rolled == 100)


CONTESTS = [(graded(a, 50), a, graded(b, 40), b) for a in range(1, 101) for b in range(1, 101)]
BLACK_WON = Fraction(sum(x > y or (x == y > 0 and a > b) for x, a, y, b in CONTESTS), 10000)
BLACK_LOST = Fraction(sum(x < y or (x == y > 0 and a < b) for x, a, y, b in CONTESTS), 10000)


@pytest.mark.parametrize(
    ("name", "notation", "expected"),
    [
        ("black", "50 theirs 40", {"Won": BLACK_WON, "Lost": BLACK_LOST}),
        ("cards", "3", {"Nothing": Fraction(5 * 5 * 5, 1140)}),
        ("chain", "20 steps 1 target 12", {"Success": Fraction(13, 24)}),
    ],
)
def test_degrees_have_the_odds_that_are_counted_by_hand(name: str, notation: str, expected: dict[str, Any]) -> None:
    system = game(name)
    degrees = rows(chances_of(system).odds(system.parse(notation, {})).distributions["degree"])
    assert {name: degrees[name] for name in expected} == expected


def test_a_reroll_leaves_the_dice_of_the_other_side_alone() -> None:
    doom = game("doom")
    again = Pick("spend_hope")
    assert verdict_of(doom, "3 skill 0 doom 2", "6,1>6,2>1,1,5", again).summary == "Sixes 2 · Taken 1 · Successes 1"
    with pytest.raises(IllegalRoll, match="die 4: 6 is one face too many"):
        verdict_of(doom, "3 skill 0 doom 2", "6,1>6,2>1,1>6,5", again)


def test_dice_of_several_pools_are_rolled_again_each_as_it_is_named() -> None:
    push = game("push")
    test = "1 skill 1 gear 1"
    assert verdict_of(push, test, "2>6,4>1,5>5", Pick("push")).good
    with pytest.raises(IllegalRoll, match="die 2: 6 is one face too many"):
        verdict_of(push, test, "2>6,1>6,5>5", Pick("push"))
    mine, theirs = d6(2), d10(2)
    found = system(
        "game",
        "Game",
        action(
            "Test",
            word="test",
            degrees=[degree("Yes", mine.total + theirs.total >= 10), degree("No", good=False)],
            options=[option("Again", rerolls=mine.below(3) + theirs.showing(10))],
        ),
    )
    assert verdict_of(found, "test", "6,1>2,10>3,9", Pick("again")).good


def test_the_lowest_die_can_be_rolled_again_and_all_but_some_faces() -> None:
    pool = d6(3)
    lowest = option("Lowest", rerolls=pool.keep_lowest(1))
    push = option("Push", rerolls=pool.but(1, 6))
    ladder = [degree("Yes", pool.total >= 10), degree("No", good=False)]
    found = system("game", "Game", action("Test", word="test", degrees=ladder, options=[lowest, push]))
    test = found.parse("test", {})
    assert verdict_of(found, "test", "4,1>5,6", Pick("lowest")).headline == "Yes"
    assert verdict_of(found, "test", "4>3,1,6", Pick("push")).headline == "Yes"
    assert {one.id for one in found.options(test, found.replay(test, read_faces("1,1,6")))} == {"lowest"}
    alone = system("game", "Game", action("Test", word="test", degrees=ladder, options=[lowest]))
    test = alone.parse("test", {})
    advice = {one.option: one for one in chances_of(alone).advice(test, alone.replay(test, read_faces("4,1,2")))}
    assert fraction(advice["lowest"].chances["success"]) == Fraction(3, 6)


def test_the_reroll_advised_is_worth_what_listing_says() -> None:
    mine, theirs = d6(2), d10(1)
    successes = mine.count(6) - theirs.count(1)
    again = option("Again", rerolls=mine.below(6))
    ladder = [degree("Yes", successes >= 1), degree("No", good=False)]
    found = system("game", "Game", action("Test", word="test", degrees=ladder, options=[again]))
    test = found.parse("test", {})
    advice = {one.option: one for one in chances_of(found).advice(test, found.replay(test, read_faces("3,4,1")))}
    assert fraction(advice["again"].chances["success"]) == Fraction(1, 36)
    assert fraction(chances_of(found).odds(test).events["success"]) == Fraction(11, 36) - Fraction(10, 360)


def test_two_groups_of_one_name_are_one_pool() -> None:
    def fumble(basic: tuple[int, ...]) -> bool:
        """Both dice show 1."""
        return all(face == 1 for face in basic)

    size = number("Size", 4, 12, start=8, name="size")
    check = action(
        "Test",
        size,
        pool=lambda t: dice(t.size, 1, "basic") + dice(6, 1, "basic"),
        outcome=[fumble],
        success="fumble",
    )
    found = system("game", "Game", check, examples=["8: 1,1"])
    odds = chances_of(found).odds(found.parse("8", {}))
    assert fraction(odds.events["fumble"]) == Fraction(1, 48)


def test_a_fumble_that_is_looked_for_first_is_the_worst_degree() -> None:
    roll = d10()
    ladder = [degree("Fumble", roll.total == 1, good=False, rank=0), degree("High", roll.total >= 8), degree("Low")]
    found = system("game", "Game", action("Test", word="test", degrees=ladder))
    degrees = chances_of(found).odds(found.parse("test", {})).distributions["degree"]
    assert list(degrees) == ["Fumble", "Low", "High"]
    assert fraction(degrees.at_least("High")) == Fraction(3, 10)
    ladder = [degree("Fumble", roll.total == 1, good=False), degree("High", roll.total >= 8), degree("Low")]
    found = system("game", "Game", action("Test", word="test", degrees=ladder))
    assert next(iter(chances_of(found).odds(found.parse("test", {})).distributions["degree"])) == "Fumble"


def test_no_field_alone_is_the_size_of_a_pool_of_two() -> None:
    assert game("doom").pool == ""
    mine, theirs = number("Mine", 1, 9, name="mine_"), number("Theirs", 1, 9, name="theirs_")
    ladder = [degree("Yes", d6(mine).count(6) > d6(theirs).count(6)), degree("No", good=False)]
    found = system("game", "Game", action("Test", degrees=ladder))
    assert found.pool == "mine_"


def test_the_smallest_pool_moves_every_field_that_makes_it() -> None:
    doom = game("doom")
    told, test = chances_of(doom), doom.parse("3 skill 2 doom 1", {})
    assert told.sizes(test) == range(1, 11)
    assert [doom.write(told.with_dice(test, dice)) for dice in (1, 4, 6, 10)] == [
        "1 skill 0 doom 1",
        "3 skill 1 doom 1",
        "4 skill 2 doom 1",
        "5 skill 5 doom 1",
    ]
    fewest = smallest_pool(told, test, Ratio(7, 10))
    assert fewest is not None
    less, enough = (told.main(told.with_dice(test, dice)).value for dice in (fewest - 1, fewest))
    assert less < 0.7 <= enough
    called = told.pool_called(told.with_dice(test, fewest))
    assert doom.parse(called, {}) == told.with_dice(test, fewest)
    assert told.sizes(doom.parse("against 3 skill 2 foe 4", {})) == range(0)


def test_functions_and_values_go_together() -> None:
    mine = d6(number("Dice", 1, 20, start=3, name="number_of_dice"))
    sixes = mine.count(6)

    def doubled(sixes: int, number_of_dice: int) -> int:
        """Sixes count twice with more than two dice."""
        return 2 * sixes if number_of_dice > 2 else sixes

    check = action("Test", outcome=[doubled], success=lambda doubled: doubled >= 2, events=[event("any", sixes >= 1)])
    found = system("game", "Game", check)
    odds = chances_of(found).odds(found.parse("20", {}))
    assert fraction(odds.events["success"]) == fraction(odds.events["any"]) == 1 - Fraction(5, 6) ** 20
    assert verdict_of(found, "3", "6,1,2").summary == "Sixes 1 · Doubled 2"


def test_an_event_may_be_stated_where_it_happens() -> None:
    free = event("free", d6(2).count(6) >= 1)
    found = system("game", "Game", action("Test", word="test", main=free, events=[event("low", d10().total <= 2)]))
    test = found.parse("test", {})
    assert found.main_event(test) == "free"
    roll = found.replay(test, read_faces("6,1,3"))
    assert found.events_of(test, roll, found.outcome_of(test, roll)) == {"free": True, "low": False}
    odds = chances_of(found).odds(test)
    assert {name: fraction(one) for name, one in odds.events.items()} == {
        "free": Fraction(11, 36),
        "low": Fraction(1, 5),
    }


def test_what_a_cost_is_may_depend_on_fields_and_on_what_is_held() -> None:
    momentum = counter("Momentum", 0, 10, start=2, each="player", name="momentum")
    burn = option("Burn", costs=momentum @ momentum)
    roll = d10(2)
    ladder = [degree("Yes", roll.count(below=momentum) == 2), degree("No", good=False)]
    found = system("game", "Game", action("Test", degrees=ladder, options=[burn]))
    (effect,) = verdict_of(found, "momentum 7", "3,4", Pick("burn")).effects
    assert (effect.counter, effect.delta) == ("momentum", -7)
    test = found.parse("momentum 7", {})
    (offered,) = found.options(test, found.roll(test, lambda throw: [1] * throw.count, EMPTY))
    assert (offered.cost, offered.counter) == (7, "momentum")


def test_what_costs_by_a_field_is_shown_only_to_those_who_can_pay() -> None:
    hope, skill = counter("Hope", 0, 9, start=3, each="player", name="hope"), number("Skill", 1, 9, name="skill")
    roll = d6(skill)
    again = option("Again", costs=(skill + 1) @ hope, rerolls=roll.below(6))
    ladder = [degree("Yes", roll.count(6) >= hope), degree("No", good=False)]
    found = system("game", "Game", action("Test", degrees=ladder, options=[again]))
    for notation, cost in (("1 hope 3", [2]), ("2 hope 3", [3]), ("3 hope 3", []), ("3 hope 4", [4])):
        test = found.parse(notation, {})
        roll_ = found.roll(test, lambda throw: [1] * throw.count, EMPTY)
        assert [one.cost for one in found.options(test, roll_)] == cost


def test_a_clock_is_filled_and_points_are_not() -> None:
    clock, luck = track("Clock", 4, name="clock"), counter("Luck", 0, 5, name="luck")
    ladder = [degree("Yes", d6().total >= 4), degree("No", good=False, effects=fills(2 @ clock))]
    found = system("game", "Game", action("Test", word="test", degrees=ladder))
    (effect,) = verdict_of(found, "test", "1").effects
    assert (effect.counter, effect.delta) == ("clock", 2)
    with pytest.raises(AuthorError, match="Luck is a counter, and only a track is filled; write gains"):
        fills(2 @ luck)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda pool, _: pool >= 3, "'dice' are dice and no number: write dice.total, dice.highest or dice.count"),
        (lambda pool, value: value + pool, "'dice' are dice and no number"),
        (lambda _, value: value + "one", "'one' is no whole number; a number must stand at [+]"),
        (lambda _, value: value & (value >= 1), "is a number, and & stands between conditions; compare it"),
        (lambda _, value: 1 <= value <= 3, "is known only when people roll; write when"),
        (lambda _, value: f"{value}", "leave out the f before the text"),
        (lambda _, value: degree("Yes", value), "Yes holds when .*, which is no condition; write one, as in hits >= 1"),
        (lambda _, value: value / 2, "divide it with //"),
        (lambda _, value: value == "six", "is a number and never 'six'"),
        (lambda pool, _: pool.count("6"), "'6' is no face"),
    ],
)
def test_what_values_cannot_be_is_told_where_it_is_written(make: Any, message: str) -> None:
    pool = d6(3)
    with pytest.raises(AuthorError, match=message):
        make(pool, pool.total)


def test_a_pool_read_before_and_after_it_goes_on_is_refused() -> None:
    pool = d10(2)
    ladder = [degree("Yes", (pool.explode().total <= 2) & (pool.count(10) >= 1)), degree("No", good=False)]
    with pytest.raises(AuthorError, match="both are read; read one of them only"):
        system("game", "Game", action("Test", word="test", degrees=ladder))
    mine = d6()
    both = mine + d6()
    ladder = [degree("Yes", (both.lowest == 6) & (mine.total == 1)), degree("No", good=False)]
    with pytest.raises(AuthorError, match="and both are read"):
        system("game", "Game", action("Test", word="test", degrees=ladder))


def test_a_degree_that_is_never_tried_or_never_sure_is_refused() -> None:
    with pytest.raises(AuthorError, match="end with one that always does"):
        action("Test", degrees=[degree("Yes", d6().total >= 3)])
    with pytest.raises(AuthorError, match="holds always, so no degree after it is reached"):
        action("Test", degrees=[degree("Yes"), degree("No", good=False)])


def test_a_card_that_lies_there_is_drawn_anew() -> None:
    cards = number("Cards", 1, 9, start=3, name="cards")
    hand = draw(cards, red=5, white=3)
    again = option("Again", rerolls=True)
    ladder = [degree("Red", hand.count("red") >= 2), degree("White", good=False)]
    found = system("game", "Game", action("Draw", degrees=ladder, options=[again]))
    verdict = verdict_of(found, "3", "7,7>1,2")
    assert verdict.headline == "Red"
    assert [(one.kind, one.words, one.badge, one.dropped) for one in verdict.marks[0]] == [
        ("plain", "white", "white", ()),
        ("hit", "red, counts", "red", (7,)),
        ("hit", "red, counts", "red", ()),
    ]
    with pytest.raises(IllegalRoll):
        verdict_of(found, "3", "7,7,2")
    test = found.parse("9", {})
    roll = found.roll(test, seeded(1))
    assert sorted(die.face for die in roll.pool(0)) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert found.options(test, roll) == ()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: draw(3, red=1, white=1), "3 cannot be drawn of 2; draw fewer"),
        (lambda: draw(3, {"red": "two"}), "say how many there are of each kind"),
        (lambda: draw(1, red=1, white=1).count("blue"), "'blue' is no face; here is red or white"),
        (lambda: draw(3, 52).explode(), "cards are drawn as they come"),
        (lambda: draw(3, 52) + d6(), "cards cannot be put to other dice"),
        (lambda: d6() + draw(3, 52), "cards cannot be put to other dice"),
        (lambda: dice([0, 1]).explode(), "dice with faces of their own do not explode"),
        (lambda: d6(3).reroll(1).reroll(2), "these dice are rerolled already; say all of it in one place"),
        (lambda: d6(3).explode(1), "dice that go on with every face never end; let them go on from 2 or more"),
        (lambda: d6(3).again(-1), "dice that go on with every face never end"),
        (lambda: dice(1).explode(), "dice that go on with every face never end"),
        (lambda: dice(number("Sides", 1, 6, name="s")).explode().at({"s": 1}), "dice that go on with every face"),
        (lambda: d6(3).explode().explode(5), "these dice explode already"),
        (lambda: dice(["a", "b"]), "'a' is no face; a die has numbers"),
        (lambda: dice(0), "a die has no 0 sides"),
        (lambda: number("Skill", 1, 5).up(1), "has no steps, which a choice has"),
    ],
)
def test_what_cards_and_dice_cannot_be_is_told(make: Any, message: str) -> None:
    with pytest.raises(AuthorError, match=message):
        make()


def test_no_option_rerolls_cards_alone() -> None:
    hand = draw(3, 52)
    ladder = [degree("Yes", hand.highest >= 40), degree("No", good=False)]
    again = option("Again", rerolls=hand.below(10))
    with pytest.raises(AuthorError, match="Again rerolls cards, which are drawn as they come; let it reroll dice"):
        system("game", "Game", action("Draw", word="draw", degrees=ladder, options=[again]))


def test_dice_of_another_side_lie_apart_under_its_name() -> None:
    skill, foe = number("Skill", 0, 6, start=2, name="skill"), number("Foe", 0, 6, start=1, name="foe")
    mine, theirs = d6(skill).again(), d6(foe, side="Foe's dice").again()
    lead = mine.count(at_least=5) - theirs.count(at_least=5)
    again = option("Again", rerolls=True)
    ladder = [degree("Won", lead >= 1), degree("Lost", good=False)]
    found = system("game", "Game", action("Against", degrees=ladder, options=[again]))
    verdict = verdict_of(found, "2 foe 1", "6,1,4 / 5")
    assert verdict.headline == "Lost"
    assert verdict.rolls == ("Your dice", "Foe's dice")
    assert [[mark.kind for mark in marks] for marks in verdict.marks] == [["hit", "plain", "plain"], ["hit"]]
    assert verdict_of(found, "2 foe 1", "6>1,1>5,4>5 / 5", Pick("again")).headline == "Won"
    test = found.parse("2 foe 1", {})
    (offered,) = found.options(test, found.replay(test, read_faces("6,1,4 / 5")))
    assert offered.id == "again"
    assert [throw.what for throw in found.pending(test, EMPTY).throws] == ["mine", "theirs"]
    ladder = [degree("Won", d6(2).total > d6(1, side="Foe").total), degree("Lost", good=False)]
    plain = system("game", "Game", action("Against", word="against", degrees=ladder))
    test = plain.parse("against", {})
    exact, listed = (one.odds(test).events["success"] for one in (chances_of(plain), default_chances(plain)))
    assert fraction(exact) == fraction(listed)
    alone = verdict_of(found, "0 foe 1", "5")
    assert (alone.headline, alone.rolls) == ("Lost", ("Foe's dice",))
    assert verdict_of(found, "1 foe 0", "5").rolls == ()


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda foe: {"options": [option("Again", rerolls=foe)]}, "Again rerolls dice of another side"),
        (lambda _: {"counts": d6(1, side="Third")}, "has dice of Foe and Third; one side rolls against"),
    ],
)
def test_what_no_side_can_do_is_told(made: Any, message: str) -> None:
    foe = d6(2, side="Foe")
    ladder = [degree("Won", d6(2).total > foe.total), degree("Lost", good=False)]
    with pytest.raises(AuthorError, match=message):
        system("game", "Game", action("Against", word="against", degrees=ladder, **made(foe)))
    with pytest.raises(AuthorError, match="dice of two sides are not put together"):
        d6(2) + foe


def test_the_form_has_what_an_option_rerolls_that_only_a_value_names() -> None:
    skill, gear = number("Skill", 0, 5, start=1, name="skill"), number("Gear", 0, 5, start=2, name="gear")
    mine, tools = d6(skill), d6(gear)
    push = option("Push", rerolls=mine.below(6))
    worn = tools.count(1) * push
    ladder = [degree("Worn", worn >= 1, good=False), degree("Whole")]
    found = system("game", "Game", action("Test", degrees=ladder))
    assert [one.name for one in found.fields] == ["skill", "gear"]
    assert verdict_of(found, "1 gear 2", "3>2,1,5", Pick("push")).headline == "Worn"


@pytest.mark.parametrize(
    "stated", ['roll = number("Roll", 1, 5, start=3)', 'roll = option("Roll", rerolls=False)'], ids=["number", "option"]
)
def test_a_number_may_be_called_roll(stated: str) -> None:
    given = ", options=[roll]" if "option" in stated else ""
    text = f"""
from pyrules.author import action, d6, number, option, system

{stated}
dice = d6(3)
sum = dice.total + roll
GAME = system("game", "Game", action("Test", success=sum >= 9{given}))
"""
    source = read_source(text)
    assert source.problems == ()
    (game,) = source.systems
    test = game.from_form({}, {})
    verdict = game.judge(test, game.replay(test, read_faces("1,2,3")))
    assert verdict.good is not bool(given)
