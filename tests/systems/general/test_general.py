from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from pyrules.core.errors import FormError, IllegalPick, IllegalRoll, NotationError
from pyrules.core.faces import read_faces, seeded, write_faces
from pyrules.core.roll import EMPTY, NOTHING, Die, Pick, Roll, Throw
from pyrules.core.verdict import Effect, Verdict
from pyrules.systems.general import GENERAL, rules, time
from pyrules.systems.general.model import Kind, Outcome, PoolDie, Role, Scaled, Settings, Style, Test
from tests.systems.general import oracle, strategies
from tests.systems.general.general_helpers import refusal


def roll_of(test: Test, faces: str, *picks: Pick) -> Roll:
    return GENERAL.replay(test, read_faces(faces), picks)


def verdict_of(notation: str, faces: str, *picks: Pick, **settings: str) -> Verdict:
    test = GENERAL.parse(notation, settings)
    return GENERAL.judge(test, roll_of(test, faces, *picks))


def outcome(notation: str, faces: str, *picks: Pick, **settings: str) -> Outcome:
    found = verdict_of(notation, faces, *picks, **settings).outcome
    assert isinstance(found, Outcome)
    return found


def lines_of(verdict: Verdict) -> dict[str, str]:
    return {line.rule.removeprefix("general."): line.text for line in verdict.lines}


@pytest.mark.parametrize(
    ("total", "degree", "ordinal", "name", "scaled"),
    [
        (10, 0, "1st", "Baseline", 2),
        (12, 0, "1st", "Baseline", 2),
        (14, 0, "1st", "Baseline", 2),
        (15, 1, "2nd", "2nd Degree", 3),
        (16, 1, "2nd", "2nd Degree", 3),
        (19, 1, "2nd", "2nd Degree", 3),
        (20, 2, "3rd", "3rd Degree", 4),
        (25, 3, "4th", "4th Degree", 5),
    ],
)
def test_worked_degrees(total: int, degree: int, ordinal: str, name: str, scaled: int) -> None:
    twenty, rest = min(total - 1, 20), total - min(total - 1, 20)
    assert outcome("attack d20 + d8 (Defence 10) 2*", f"{twenty}, {rest}") == Outcome(
        total=total, difficulty=10, success=True, degree=degree, ordinal=ordinal, name=name, scaled=scaled
    )


@pytest.mark.parametrize(("number", "half"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (7, 4), (9999, 5000)])
def test_half(number: int, half: int) -> None:
    assert rules.half(number) == half
    assert outcome(f"d8 (8) half {number}*", "8").scaled == half


@pytest.mark.parametrize(
    ("word", "difficulty"),
    [("Easy", 5), ("moderate", 10), ("CHALLENGING", 15), ("Formidable", 20), ("legendary", 25)],
)
def test_difficulty_chart(word: str, difficulty: int) -> None:
    assert rules.named_difficulty(word) == difficulty
    assert rules.difficulty_name(difficulty) == word.capitalize()
    assert (
        GENERAL.parse(f"d8 ({word})", {}) == GENERAL.parse(f"d8 {word}", {}) == GENERAL.parse(f"d8 ({difficulty})", {})
    )
    assert lines_of(verdict_of(f"d8 ({word})", "1"))["success"].startswith(
        f"Difficulty {difficulty}, {word.capitalize()}:"
    )


def test_difficulties_off_the_chart_have_no_name() -> None:
    assert rules.difficulty_name(12) == ""
    assert lines_of(verdict_of("d8 (12)", "1"))["success"] == "Difficulty 12: 1 rolled, 11 short"


def test_total() -> None:
    assert rules.total((7, 6, 4)) == 17
    assert outcome("d8 + d6 + d10 (15)", "7, 6, 4").total == 17
    assert lines_of(verdict_of("d8 + d6 + d10 (15)", "7, 6, 4"))["dice_pool"] == "Total: 7 + 6 + 4 = 17"
    assert lines_of(verdict_of("d8 (5)", "7"))["dice_pool"] == "Total: 7"


@pytest.mark.parametrize(
    ("total", "difficulty", "success"), [(9, 10, False), (10, 10, True), (11, 10, True), (1, 0, True), (1, 1, True)]
)
def test_success(total: int, difficulty: int, success: bool) -> None:
    assert rules.succeeds(total, difficulty) is success
    verdict = verdict_of(f"d20 ({difficulty})", str(total))
    assert verdict.good is success
    assert verdict.headline == ("Success" if success else "Failure")


@pytest.mark.parametrize(
    ("faces", "words"),
    [("3", "3 rolled, 2 short"), ("5", "5 rolled, exactly enough"), ("7", "7 rolled, 2 to spare")],
)
def test_the_margin_is_told(faces: str, words: str) -> None:
    assert lines_of(verdict_of("d8 (5)", faces))["success"] == f"Difficulty 5, Easy: {words}"


def test_a_failure_has_no_degree_and_scales_to_nothing() -> None:
    assert outcome("d8 (9) 4*", "8") == Outcome(8, 9, False, None, None, None, 0)
    assert outcome("d8 (9)", "8") == Outcome(8, 9, False, None, None, None, None)
    verdict = verdict_of("d8 (9) half 4*", "8")
    assert lines_of(verdict)["scaled"] == "half 4*: nothing on a failure"
    assert "degree" not in lines_of(verdict)
    assert verdict.summary == "8 · needs 9"


def test_the_summary_tells_degree_and_scaled_value() -> None:
    assert verdict_of("d20 (10) 2*", "16").summary == "16 · needs 10 · 2nd Degree · 2* = 3"
    assert verdict_of("d20 (10) half 2*", "16").summary == "16 · needs 10 · 2nd Degree · half 2* = 2"
    assert verdict_of("d20 (10)", "12").summary == "12 · needs 10 · Baseline"


def test_declined() -> None:
    test = GENERAL.parse("Strength d8 + action Push d6 (0) 3* declined", {})
    assert GENERAL.pending(test, EMPTY) == NOTHING
    verdict = GENERAL.judge(test, EMPTY)
    assert verdict.outcome == Outcome(0, 0, False, None, None, None, 0)
    assert verdict.summary == "declined"
    assert (verdict.effects, verdict.marks, GENERAL.options(test, EMPTY)) == ((), (), ())
    assert [line.rule for line in GENERAL.before(test)] == ["general.declined"]
    assert "actions_return" not in lines_of(verdict)
    with pytest.raises(IllegalRoll):
        roll_of(test, "3")


def test_attribute_die_comes_first() -> None:
    test = GENERAL.parse("Will d6 + d8 (10)", {})
    assert rules.attribute_die(test.dice) == PoolDie(6, "attribute", "Will")
    assert GENERAL.parse("attribute Will d6 + d8 (10)", {}) == test
    for notation, column in {"skill d6 (3)": 1, "attack level 3 (3)": 8, "bonus d4 (3)": 1, "action d4 (3)": 1}.items():
        assert refusal(notation).column == column
    assert "Attribute Die already" in str(refusal("d6 + attribute d8 (10)"))


@pytest.mark.parametrize(
    ("kind", "welcome"),
    [
        ("attribute", {"action", "bonus", "other"}),
        ("skill", {"skill", "action", "bonus", "other"}),
        ("attack", {"combat", "action", "bonus", "other"}),
        ("save", {"combat", "bonus"}),
    ],
)
@pytest.mark.parametrize("role", ["skill", "combat", "action", "bonus", "other"])
def test_which_dice_join(kind: Kind, role: Role, welcome: set[str]) -> None:
    assert (rules.refused_die(kind, role, ["attribute"], Settings()) == "") is (role in welcome)
    allowed = welcome | ({"action", "other"} if kind == "save" else set())
    assert (rules.refused_die(kind, role, ["attribute"], Settings(saves_add_actions="on")) == "") is (role in allowed)


@pytest.mark.parametrize("role", ["attribute", "skill", "combat", "bonus"])
def test_these_dice_join_only_once(role: Role) -> None:
    assert "already" in rules.refused_die("skill", role, ["attribute", role], Settings())


@pytest.mark.parametrize(
    ("notation", "column", "words"),
    [
        ("d8 + level 3 (10)", 6, "the Combat Skill Die is for an Attack or a Save only"),
        ("d8 + skill d6 + level 3 (10)", 17, "the Combat Skill Die is for an Attack or a Save only"),
        ("attack d8 + skill Brawn d6 (10)", 13, "the Skill Die is for a Test of Skill only"),
        ("attack d8 + skill Brawn (10)", 13, "the Skill Die is for a Test of Skill only"),
        ("save d8 + skill d6 (10)", 11, "the Skill Die is for a Test of Skill only"),
        ("save d6 + action Dodge d8 (14)", 11, "a Save takes no Actions"),
        ("save d6 + d8 (14)", 11, "a Save takes no Actions"),
        ("d8 + bonus d4 + bonus d4 (10)", 17, "has its Bonus Action Die already"),
        ("d8 + skill d4 + skill Lore (10)", 17, "has its Skill Die already"),
        ("attack d8 + level 0 + level 2 (10)", 23, "has its Combat Skill Die already"),
    ],
)
def test_dice_that_cannot_join_are_refused(notation: str, column: int, words: str) -> None:
    error = refusal(notation)
    assert error.column == column
    assert words in str(error)


def test_saves_take_actions_by_the_house_rule() -> None:
    verdict = verdict_of("save d6 + action Dodge d8 + d4 (14)", "5, 6, 3", saves_add_actions="on")
    assert verdict.good
    assert lines_of(verdict)["save"] == "Save: a Test of an Attribute; Actions may join it"
    assert verdict.effects == (Effect("actions", 1, "general.actions"),)


def test_actions_are_used_up() -> None:
    verdict = verdict_of("d8 + action Dash d6 + d4 + action d10 (30)", "1, 2, 3, 4")
    assert verdict.effects == (Effect("actions", 1, "general.actions"),) * 2
    assert lines_of(verdict)["actions_return"].startswith("Actions used: Dash d6, d10, ")
    assert verdict_of("d8 + d4 (5)", "1, 2").effects == ()


def test_every_die_with_a_part_in_the_test_is_named() -> None:
    verdict = verdict_of("save Strength d8 + level 2 + bonus d4 (5)", "1, 2, 3")
    assert [mark.name for mark in verdict.marks[0]] == ["Strength", "Level 2", "Bonus"]
    assert verdict_of("d8 + bonus Charm d4 (5)", "1, 2").marks[0][1].name == "Charm"


def test_a_bonus_action_is_used_up_but_in_a_save() -> None:
    for notation in ("d8 + bonus d4 (5)", "d8 + skill Lore + bonus d4 (5)", "attack d8 + bonus d4 (5)"):
        taken = verdict_of(notation, "1, 2")
        assert taken.effects == (Effect("actions", 1, "general.bonus_die"),)
        assert lines_of(taken)["actions_return"] == "Actions used: Bonus Action Die d4, until brought back"
        assert verdict_of(notation, "1, 2", bonus_in_every_test="on").effects == ()
    assert verdict_of("save d8 + bonus d4 (5)", "1, 2").effects == ()


def test_a_fifth_attribute_and_an_attack_without_style_are_refused() -> None:
    four = "Luck is none of the four Attributes, Strength, Agility, Will or Intelligence; a house rule allows others"
    for notation in ("Luck d8 (10)", "Luck d8 + skill Lore (10)", "save Luck d8 (10)", "attack Luck d8 (10)"):
        assert four in str(refusal(notation))
        free = GENERAL.parse(notation, OTHER)
        assert GENERAL.parse(GENERAL.write(free), OTHER) == free
        with pytest.raises(FormError) as wrong:
            GENERAL.from_form(GENERAL.to_form(free), {})
        assert wrong.value.fields == {"attribute": four}
    assert "an Attack with Will is a Magic Attack; expected magic attack" in str(refusal("attack will d8 (12)"))
    assert GENERAL.parse("attack d8 + level 3 (12)", {}).style == ""
    form = GENERAL.to_form(GENERAL.parse("Agility d8 (12)", {})) | {"kind": "attack"}
    assert GENERAL.write(GENERAL.from_form(form, {})) == "martial attack Agility d8 (12)"
    assert GENERAL.write(GENERAL.from_form(form, OTHER)) == "attack Agility d8 (12)"


OTHER: dict[str, str | int] = {"other_attributes": "on"}


@pytest.mark.parametrize(("setting", "left"), [("by_hand", 2), ("each_round", 0)])
def test_actions_return(setting: str, left: int) -> None:
    back = "until brought back" if left else "until the next round"
    assert rules.actions_used_next_round(2, Settings(actions_return=setting)) == left
    verdict = verdict_of("d8 + action d6 + action d6 (5)", "1, 2, 3", actions_return=setting)
    assert lines_of(verdict)["actions_return"].endswith(f", {back}")


def test_test_of_skill() -> None:
    with_die = GENERAL.parse("Strength d8 + skill Brawn d6 (10)", {})
    without = GENERAL.parse("Strength d8 + skill Brawn (10)", {})
    unnamed = GENERAL.parse("d8 + skill (10)", {})
    assert [test.kind for test in (with_die, without, unnamed)] == ["skill"] * 3
    assert [len(test.dice) for test in (with_die, without, unnamed)] == [2, 1, 1]
    assert (
        lines_of(GENERAL.judge(without, roll_of(without, "5")))["skills"]
        == "Test of Skill: Brawn, so a Test of Strength too"
    )
    assert lines_of(GENERAL.judge(unnamed, roll_of(unnamed, "5")))["skills"].startswith("Test of Skill: a Skill, so")
    assert lines_of(GENERAL.judge(with_die, roll_of(with_die, "5, 3")))["skill_die"] == "Skill Die: Brawn d6 gives 3"


@pytest.mark.parametrize("skill", ["skill Brawn d6", "skill brawn", "d4 + skill BRAWN d6"])
def test_brawn_is_a_skill_of_strength(skill: str) -> None:
    for attribute in ("", "Strength ", "strength "):
        assert GENERAL.parse(f"{attribute}d8 + {skill} (10)", {}).kind == "skill"
    for attribute in ("Agility", "Will"):
        begins = f"a Test of Brawn begins with the Strength Die, not with {attribute}'s"
        refused = f"Brawn is one of Strength's Skills, so {begins}"
        error = refusal(f"{attribute} d8 + {skill} (10)")
        assert refused in str(error)
        assert error.expected == "Strength first"
        free = GENERAL.to_form(GENERAL.parse(f"{attribute} d8 + skill Lore d6 (10)", {}))
        with pytest.raises(FormError) as wrong:
            GENERAL.from_form({**free, "skill": "Brawn"}, {})
        assert wrong.value.fields == {"attribute": refused}


def test_a_skill_without_a_die_throws_none_wherever_it_is_named() -> None:
    test = GENERAL.parse("d8 + d6 + skill Lore (10)", {})
    assert GENERAL.write(test) == "d8 + skill Lore + d6 (10)"
    assert GENERAL.judge(test, roll_of(test, "8, 2")).good


@pytest.mark.parametrize(
    ("level", "sides"), [("none", 0), ("1", 4), ("2", 6), ("3", 8), ("4", 10), ("5", 12), ("beyond", 20)]
)
def test_combat_skill_die(level: str, sides: int) -> None:
    assert rules.combat_die(level) == sides
    assert rules.level(sides) == level
    for kind in ("attack", "save"):
        dice = GENERAL.parse(f"{kind} d8 + level {level} (12)", {}).dice
        assert [die.sides for die in dice[1:]] == [sides] * (sides > 0)


def test_the_combat_skill_die_is_told_by_its_level() -> None:
    assert (
        lines_of(verdict_of("attack d8 + level 3 (12)", "1, 2"))["combat_die"] == "Combat Skill Die: Level 3 d8 gives 2"
    )
    assert (
        lines_of(verdict_of("save d8 + level BEYOND (12)", "1, 20"))["combat_die"]
        == "Combat Skill Die: beyond Levels d20 gives 20"
    )


@pytest.mark.parametrize("level", ["-1", "high", "", "d8"])
def test_other_levels_are_refused(level: str) -> None:
    assert "a Level, such as 3, or beyond" in str(refusal(f"attack d8 + level {level} (12)"))


def test_a_level_has_its_bound() -> None:
    assert "10000" in str(refusal("attack d8 + level 10001 (12)"))


@pytest.mark.parametrize(
    ("kind", "against", "fits"),
    [
        ("attack", "Defence", True),
        ("attack", "Hardness", True),
        ("attack", "Martial Might", False),
        ("save", "Martial Might", True),
        ("save", "Magic Might", True),
        ("save", "Defence", False),
        ("attribute", "Defence", False),
        ("skill", "Magic Might", False),
        ("attack", "Ferocity", False),
        ("attribute", "", True),
        ("save", "", True),
    ],
)
def test_against(kind: Kind, against: str, fits: bool) -> None:
    assert (rules.refused_against(kind, against) == "") is fits
    start = "" if kind in {"attribute", "skill"} else f"{kind} "
    notation = f"{start}d8{' + skill' if kind == 'skill' else ''} ({against.lower()} 7)"
    if fits:
        test = GENERAL.parse(notation, {})
        assert (test.against, test.difficulty) == (against, 7)
        assert lines_of(GENERAL.judge(test, roll_of(test, "8")))["success"].startswith(f"{against or 'Difficulty'} 7: ")
    else:
        assert refusal(notation).column == notation.index("(") + 2


def test_names_of_the_chart_are_not_told_for_what_is_read_from_a_sheet() -> None:
    assert lines_of(verdict_of("attack d8 (Defence 15)", "8"))["success"].startswith("Defence 15: ")


@pytest.mark.parametrize(
    ("style", "fitting"), [("martial", ("Strength", "Agility")), ("magic", ("Will", "Intelligence"))]
)
def test_attack_attributes(style: Style, fitting: tuple[str, ...]) -> None:
    for name in ("Strength", "Agility", "Will", "Intelligence"):
        assert (rules.refused_attribute("attack", style, name, Settings()) == "") is (name in fitting)
        assert rules.refused_attribute("save", "", name, Settings()) == ""
        notation = f"{style} attack {name.lower()} d8 (12)"
        if name in fitting:
            assert (
                lines_of(verdict_of(notation, "8"))[style] == f"{style.capitalize()} Attack: a Test of {name.lower()}"
            )
        else:
            assert refusal(notation).column == notation.index(name.lower()) + 1
    refused = rules.refused_attribute("attack", style, "Luck", Settings())
    assert refused == f"a {style.capitalize()} Attack is a Test of {' or '.join(fitting)}, not Luck"
    assert refused in str(refusal(f"{style} attack Luck d8 (12)"))
    with pytest.raises(FormError) as error:
        GENERAL.from_form({**GENERAL.to_form(GENERAL.parse("attack Luck d8 (12)", OTHER)), "style": style}, OTHER)
    assert error.value.fields == {"attribute": refused}
    assert GENERAL.parse(f"{style} attack d8 (12)", {}).style == style


def test_an_attack_of_no_style_and_a_save_name_their_attribute() -> None:
    assert (
        lines_of(verdict_of("attack Agility d8 (12)", "8", other_attributes="on"))["attack"]
        == "Attack: a Test of Agility"
    )
    assert lines_of(verdict_of("save Will d8 (12)", "8"))["save"] == "Save: a Test of Will; Actions may not join it"
    assert lines_of(verdict_of("d8 (12)", "8"))["test"] == "Test: a Test of an Attribute"


@pytest.mark.parametrize(
    ("total", "difficulty", "degree"),
    [(10, 10, 0), (14, 10, 0), (15, 10, 1), (19, 10, 1), (20, 10, 2), (4, 0, 0), (5, 0, 1), (1000, 1, 199)],
)
def test_degree(total: int, difficulty: int, degree: int) -> None:
    assert rules.degree(total, difficulty) == degree


@pytest.mark.parametrize(
    ("degree", "ordinal", "name"),
    [
        (0, "1st", "Baseline"),
        (1, "2nd", "2nd Degree"),
        (2, "3rd", "3rd Degree"),
        (3, "4th", "4th Degree"),
        (9, "10th", "10th Degree"),
        (10, "11th", "11th Degree"),
        (11, "12th", "12th Degree"),
        (12, "13th", "13th Degree"),
        (20, "21st", "21st Degree"),
        (21, "22nd", "22nd Degree"),
        (22, "23rd", "23rd Degree"),
        (110, "111th", "111th Degree"),
        (111, "112th", "112th Degree"),
        (120, "121st", "121st Degree"),
    ],
)
def test_degree_names(degree: int, ordinal: str, name: str) -> None:
    assert (rules.ordinal(degree), rules.degree_name(degree)) == (ordinal, name)


def test_degree_is_told_by_number_and_name() -> None:
    assert (
        lines_of(verdict_of("d20 (10)", "12"))["degree"] == "Degree 0: Baseline (1st): 2 above, one Degree for every 5"
    )
    assert lines_of(verdict_of("d20 (10)", "16"))["degree"] == "Degree 1: 2nd Degree: 6 above, one Degree for every 5"


@pytest.mark.parametrize(
    ("number", "degree", "whole", "halved"), [(2, 0, 2, 1), (2, 1, 3, 2), (0, 0, 0, 0), (1, 0, 1, 0), (0, 3, 3, 2)]
)
def test_scaled(number: int, degree: int, whole: int, halved: int) -> None:
    assert rules.scaled_value(Scaled(number), degree) == whole
    assert rules.scaled_value(Scaled(number, halved=True), degree) == halved


def test_scaling_is_told_step_by_step() -> None:
    verdict = lines_of(verdict_of("d20 (10) half 2*", "16"))
    assert (verdict["scaled"], verdict["half"]) == ("2*: 2 + 1 = 3", "Half: half of 3 is 2")
    assert "half" not in lines_of(verdict_of("d20 (10) 2*", "16"))


@pytest.mark.parametrize(
    ("advantage", "disadvantage", "mode"),
    [(False, False, "normal"), (True, False, "advantage"), (False, True, "disadvantage"), (True, True, "normal")],
)
def test_mode(advantage: bool, disadvantage: bool, mode: rules.Mode) -> None:
    assert rules.mode(advantage=advantage, disadvantage=disadvantage) == mode
    assert rules.throws(mode) == (1 if mode == "normal" else 2)


@pytest.mark.parametrize(
    ("mode", "faces", "value"),
    [
        ("normal", (3,), 3),
        ("normal", (8, 3), 3),
        ("advantage", (3, 6), 6),
        ("advantage", (6, 3), 6),
        ("advantage", (8, 8, 1, 2), 2),
        ("disadvantage", (3, 6), 3),
        ("disadvantage", (1, 1, 5, 4), 4),
        ("advantage", (4, 4), 4),
    ],
)
def test_value(mode: rules.Mode, faces: tuple[int, ...], value: int) -> None:
    assert rules.value(mode, faces) == value


def test_advantage_belongs_to_single_dice() -> None:
    verdict = verdict_of("d8 + d6 adv + d10 dis + d4 adv dis (15)", "7, 3>6, 8>4, 2")
    assert verdict.outcome == Outcome(19, 15, True, 0, "1st", "Baseline", None)
    assert lines_of(verdict)["advantage"] == "Advantage: d6 gives 6, the higher of 3 and 6"
    assert lines_of(verdict)["disadvantage"] == "Disadvantage: d10 gives 4, the lower of 8 and 4"
    assert lines_of(verdict)["cancel"] == "Advantage and Disadvantage: d4 is thrown once"
    assert [[mark.kind for mark in pool] for pool in verdict.marks] == [["plain", "modified", "modified", "plain"]]
    assert [mark.words for mark in verdict.marks[0]] == [
        "d8, 7 counts",
        "d6, 6 counts",
        "d10, 4 counts",
        "d4, 2 counts",
    ]


@pytest.mark.parametrize(
    "faces", ["7, 3, 8>4", "7, 3>6, 8", "7>7, 3>6, 8>4", "7, 3>6>6, 8>4", "7, 3>6", "7, 7>6, 8>4", "9, 3>6, 8>4"]
)
def test_wrong_faces_are_refused(faces: str) -> None:
    with pytest.raises(IllegalRoll):
        roll_of(GENERAL.parse("d8 + d6 adv + d10 dis (15)", {}), faces)


def test_both_conditions_on_one_die_are_one_throw() -> None:
    test = GENERAL.parse("d8 dis adv (5)", {})
    assert GENERAL.write(test) == "d8 adv dis (5)"
    with pytest.raises(IllegalRoll):
        roll_of(test, "5>3")


def test_dice_are_asked_for_in_order_and_together() -> None:
    test = GENERAL.parse("d8 + d6 adv + d6 + d6 dis + d6 dis (15)", {})
    first = GENERAL.pending(test, EMPTY)
    assert first.throws == (Throw(0, 0, 8), Throw(0, 1, 6), Throw(0, 2, 6), Throw(0, 3, 6, 2))
    roll = EMPTY
    for throw, faces in zip(first.throws, ([8], [1], [2], [3, 4]), strict=True):
        roll = roll.after(throw, faces)
    assert GENERAL.pending(test, roll).throws == (Throw(0, 1, 6), Throw(0, 3, 6, 2))
    assert GENERAL.options(test, roll) == ()


def test_reroll() -> None:
    test = GENERAL.parse("d8 + d6 adv + d10 (15) reroll 2", {})
    roll = roll_of(test, "1, 2>3, 9")
    (option,) = GENERAL.options(test, roll)
    assert (option.id, option.places, option.most, option.notation) == ("reroll", (0, 1, 2), 3, "")
    assert option.hint == "2 left"
    again = GENERAL.pick(test, roll, Pick("reroll", (1, 0)))
    assert GENERAL.pending(test, again).throws == (Throw(0, 0, 8), Throw(0, 1, 6))
    done = roll_of(test, "1>5, 2>3>1>2, 9", Pick("reroll", (1, 0)))
    verdict = GENERAL.judge(test, done)
    assert verdict.outcome == Outcome(16, 15, True, 0, "1st", "Baseline", None)
    assert lines_of(verdict)["reroll"] == "Reroll: d8 and d6, thrown again; what they show now counts"
    assert GENERAL.options(test, done)[0].hint == "1 left"
    twice = roll_of(test, "1>5>6, 2>3>1>2, 9", Pick("reroll", (1, 0)), Pick("reroll", (0,)))
    assert GENERAL.judge(test, twice).outcome == Outcome(17, 15, True, 0, "1st", "Baseline", None)
    assert lines_of(GENERAL.judge(test, twice))["reroll"] == "Reroll: d8, thrown again; what it shows now counts"
    assert GENERAL.options(test, twice) == ()


def test_a_reroll_stands_even_when_it_is_lower() -> None:
    assert outcome("d8 adv (5) reroll 1", "8>7>1>2", Pick("reroll", (0,))).total == 2


def test_no_reroll_unless_an_ability_gives_it() -> None:
    test = GENERAL.parse("d8 (5)", {})
    assert (
        test
        == GENERAL.parse("d8 (5) reroll 0", {})
        == GENERAL.from_form({"attribute": "", "attribute_die": "d8", "difficulty": 5}, {})
    )
    assert GENERAL.options(test, roll_of(test, "5")) == ()
    with pytest.raises(IllegalPick, match="not offered"):
        roll_of(test, "5>5", Pick("reroll", (0,)))
    assert rules.rerolls_left(1, ()) == 1
    assert rules.rerolls_left(2, (Pick("reroll", (0,)),)) == 1


def test_a_new_form_starts_at_a_moderate_difficulty_without_rerolls() -> None:
    test = GENERAL.from_form({}, {})
    assert (test.difficulty, test.rerolls) == (10, 0)


def test_a_save_cannot_be_declined() -> None:
    for notation in ("save d6 (14) declined", "save Will d8 + level 2 (Magic Might 14) round 2 declined"):
        with pytest.raises(NotationError, match="a Save is forced and cannot be declined"):
            GENERAL.parse(notation, {})
    for kind in ("attribute", "skill", "attack", "save"):
        test = GENERAL.from_form({"kind": kind, "declined": True}, {})
        assert test.declined == (not rules.refused_declining(test.kind)) == (kind != "save")


@pytest.mark.parametrize(
    ("level", "sides"), [("0", 0), ("1", 4), ("5", 12), ("6", 20), ("7", 20), ("20", 20), ("beyond", 20), ("none", 0)]
)
def test_a_level_of_6_and_up_is_beyond_levels(level: str, sides: int) -> None:
    test = GENERAL.parse(f"attack d8 + level {level} (12)", {})
    assert [die.sides for die in test.dice[1:]] == [sides] * (sides > 0)
    assert GENERAL.parse(GENERAL.write(test), {}) == test


@pytest.mark.parametrize("places", [(), (2,), (-1,), (0, 0)])
def test_impossible_rerolls_are_refused(places: tuple[int, ...]) -> None:
    with pytest.raises(IllegalPick):
        roll_of(GENERAL.parse("d8 + d6 (5) reroll 1", {}), "5>1, 5>1", Pick("reroll", places))


@pytest.mark.parametrize(
    ("setting", "words", "helped"),
    [
        ("every_die", "every die", {"attribute", "skill", "action", "bonus", "other"}),
        ("skill_die", "the skill die only", {"skill"}),
        ("attribute_die", "the attribute die only", {"attribute"}),
    ],
)
def test_training(setting: str, words: str, helped: set[str]) -> None:
    test = GENERAL.parse("d8 + skill Lore d8 + action d8 + bonus d8 + d8 (20) trained", {"training": setting})
    better = {die.role for die, mode in zip(test.dice, rules.modes(test), strict=True) if mode == "advantage"}
    assert better == helped
    assert {die.role for die in test.dice if rules.training_helps(die.role, test.settings)} == helped
    faces = ", ".join("2>7" if die.role in helped else "2" for die in test.dice)
    verdict = GENERAL.judge(test, roll_of(test, faces))
    assert verdict.summary.startswith(f"{7 * len(helped) + 2 * (5 - len(helped))} ·")
    assert lines_of(verdict)["training"] == f"Training: Advantage on {words}"


def test_training_without_its_die_is_told_to_help_nothing() -> None:
    verdict = verdict_of("d8 dis + skill Lore (10) trained", "5>6", training="skill_die")
    assert lines_of(verdict)["training"] == "Training: no Advantage: the skill die only may have it"


def test_training_and_disadvantage_cancel() -> None:
    test = GENERAL.parse("d8 dis + skill d6 adv + d4 adv dis (10) trained", {})
    assert rules.modes(test) == ("normal", "advantage", "normal")
    assert GENERAL.judge(test, roll_of(test, "5, 2>6, 1")).summary == "12 · needs 10 · Baseline"


@pytest.mark.parametrize("notation", ["d8 (10) trained", "attack d8 (10) trained", "save d8 + level 2 (10) trained"])
def test_training_is_refused(notation: str) -> None:
    error = refusal(notation)
    assert error.column == notation.index("trained") + 1
    assert "Training helps in a Test of Skill only" in str(error)


@pytest.mark.parametrize(("kind", "refused"), [("attribute", True), ("skill", False), ("attack", True), ("save", True)])
def test_training_is_for_tests_of_skill(kind: Kind, refused: bool) -> None:
    assert bool(rules.refused_training(kind)) is refused


def test_rounds() -> None:
    assert [time.seconds(rounds) for rounds in (0, 1, 6, 7)] == [0, 10, 60, 70]
    assert lines_of(verdict_of("d8 (5) round 7", "5"))["round"] == "Round 7: ends after about 70 seconds"


@pytest.mark.parametrize(
    ("round_number", "minute", "last"), [(1, 1, 6), (5, 1, 10), (6, 1, 11), (7, 2, 12), (12, 2, 17), (13, 3, 18)]
)
def test_minutes(round_number: int, minute: int, last: int) -> None:
    assert time.minute(round_number) == minute
    assert time.last_round(round_number) == last
    assert time.last_round(round_number, 3) == last + 12
    assert sum(time.minute(counted) == minute for counted in range(1, 100)) == 6
    words = f"Minute: minute {minute}; a minute that starts now ends with round {last}"
    assert lines_of(verdict_of(f"d8 (5) round {round_number}", "5"))["minute"] == words


@pytest.mark.parametrize(
    ("notation", "words"),
    [
        ("d8 + d6 (15)", "the highest total is 14, so this test can be rolled but cannot succeed"),
        ("d8 + d6 dis (2)", "even the lowest total, 2, is enough"),
        ("d8 (0)", "even the lowest total, 1, is enough"),
    ],
)
def test_what_is_certain_is_told_before(notation: str, words: str) -> None:
    assert [line.result for line in GENERAL.before(GENERAL.parse(notation, {}))] == [words]


@pytest.mark.parametrize("notation", ["d8 + d6 (14)", "d8 + d6 (3)"])
def test_what_is_open_is_not(notation: str) -> None:
    assert GENERAL.before(GENERAL.parse(notation, {})) == ()


@given(strategies.tests_of(), st.integers(0, 10**6), st.data())
def test_rolls_replay_to_the_same_verdict(test: Test, seed: int, data: st.DataObject) -> None:
    source = seeded(seed)
    roll = GENERAL.roll(test, source)
    for _ in range(3):
        for option in GENERAL.options(test, roll):
            places = data.draw(st.sets(st.sampled_from(option.places), min_size=1))
            roll = GENERAL.roll(test, source, GENERAL.pick(test, roll, Pick(option.id, tuple(places))))
    replayed = GENERAL.replay(test, read_faces(write_faces(roll.dice)), roll.picks)
    assert replayed == roll
    assert GENERAL.judge(test, replayed) == GENERAL.judge(test, roll)
    assert len(roll.picks) <= test.rerolls


SMALL: tuple[tuple[str, tuple[oracle.Die, ...]], ...] = (
    ("d4 ({})", ((4, False, False),)),
    ("d20 adv ({})", ((20, True, False),)),
    ("d8 + d6 ({})", ((8, False, False), (6, False, False))),
    ("d6 adv + d4 dis ({})", ((6, True, False), (4, False, True))),
    ("d4 adv dis + d4 + d6 dis ({})", ((4, True, True), (4, False, False), (6, False, True))),
    ("attack d6 + level 1 adv + bonus d4 ({})", ((6, False, False), (4, True, False), (4, False, False))),
    ("d4 dis + skill d4 adv + d4 ({}) trained", ((4, True, True), (4, True, False), (4, True, False))),
)


@pytest.mark.untraced
@pytest.mark.parametrize(("notation", "dice"), SMALL)
@pytest.mark.parametrize("difficulty", [0, 3, 7, 12])
def test_every_fall_of_small_pools(notation: str, dice: tuple[oracle.Die, ...], difficulty: int) -> None:
    test = GENERAL.parse(notation.format(difficulty), {})
    for way in oracle.ways(dice):
        roll = Roll((tuple(Die(die[0], faces) for die, faces in zip(dice, way, strict=True)),))
        assert GENERAL.pending(test, roll) == NOTHING
        found = GENERAL.judge(test, roll).outcome
        assert isinstance(found, Outcome)
        total = oracle.pool_total(dice, way)
        degree = oracle.degree(total, difficulty)
        assert (found.total, found.success, found.degree) == (total, degree is not None, degree)


def test_every_reroll_of_a_small_pool() -> None:
    dice: tuple[oracle.Die, ...] = ((4, False, False), (4, False, True))
    test = GENERAL.parse("d4 + d4 dis (5)", {})
    for chosen in ((0,), (1,), (0, 1)):
        found: Counter[int] = Counter()
        for again in oracle.ways(dice[place] for place in chosen):
            faces = [(2,), (3, 4)]
            for place, fresh in zip(chosen, again, strict=True):
                faces[place] += fresh
            roll = Roll((tuple(Die(4, shown) for shown in faces),), (Pick("reroll", chosen),))
            assert GENERAL.pending(test, roll) == NOTHING
            judged_again = GENERAL.judge(test, roll).outcome
            assert isinstance(judged_again, Outcome)
            found[judged_again.total] += 1
        expected = oracle.totals(dice[place] for place in chosen)
        offset = {(0,): 3, (1,): 2, (0, 1): 0}[chosen]
        every = sum(found.values())
        assert {total - offset: Fraction(number, every) for total, number in found.items()} == expected


def test_examples_are_judged_as_their_notes_say() -> None:
    verdicts = {}
    for example in GENERAL.examples:
        test = GENERAL.parse(example.notation, dict(example.settings))
        verdicts[example.notation] = GENERAL.judge(test, GENERAL.replay(test, read_faces(example.faces), example.picks))
    assert [verdict.good for verdict in verdicts.values()] == [
        True,
        True,
        True,
        False,
        True,
        True,
        True,
        True,
        True,
        False,
    ]
    addresses = {f"general.{rule.name}" for rule in GENERAL.rules}
    assert {line.rule for verdict in verdicts.values() for line in verdict.lines} <= addresses
