"""The shorthand of tests, which is ours: `Strength d8 adv + skill Brawn d6 + action Dash d10 (15) 2* trained`.

Its terms are dice in the order they are thrown, the Attribute Die first. `attack` or `save` may stand before them, the
Difficulty and whatever else is known of the test behind them.
"""

import re
from dataclasses import replace

from pyrules.core.english import one_of
from pyrules.core.errors import NotationError, quote
from pyrules.core.roll import MOST_DICE, SIZES
from pyrules.core.scan import MOST_NOTATION, Scanner, Token
from pyrules.core.system import Settings as Given
from pyrules.systems.general import rules
from pyrules.systems.general.model import Kind, PoolDie, Role, Scaled, Settings, Style, Test
from pyrules.systems.general.rulings import read_house_rules

MOST_REROLLS = 100
ROLE_WORDS: dict[str, Role] = {
    "attribute": "attribute",
    "skill": "skill",
    "level": "combat",
    "action": "action",
    "bonus": "bonus",
}
ADVANTAGE = ("adv", "advantage")
DISADVANTAGE = ("dis", "disadvantage")
NAMED = tuple(name.lower() for name in rules.DIFFICULTIES)
REST = "'N*', 'half N*', 'trained', 'reroll N', 'round N', 'declined' or the end"
RESERVED = ("attack", "save", *ROLE_WORDS, "d", *ADVANTAGE, *DISADVANTAGE, *NAMED)
BEHIND = ("half", "trained", "reroll", "round", "declined")
NO_ATTRIBUTE = (*RESERVED, *rules.STYLE_ATTRIBUTES, *BEHIND)
"""Words that mean something else where a test begins, so that no Attribute has them in its name."""

THEN = Settings(other_attributes="on")
"""The house rules of Attributes before there were any."""

FIRST = re.compile(r"(?:(?P<style>martial |magic )attack )?(?P<name>(?!d[0-9])[^+(]+ )(?=d[0-9])")
"""The pattern of an Attack's style and the name of an Attribute in the canonical shorthand."""

SKILL = re.compile(r"\+ skill (.+?) (?:d[0-9]|[+(])")
"""The pattern of a Skill's name in the canonical shorthand."""


def parse(text: str, settings: Given) -> Test:
    """Read a test from the shorthand.

    Raises `NotationError` with the column, `FormError` for an unknown setting.

    >>> [die.sides for die in parse("attack d8 + level 3 (12)", {}).dice]
    [8, 8]
    """
    house_rules = read_house_rules(settings)
    scan = Scanner(text)
    kind, style = _read_kind(scan)
    kind, skill, dice = _read_pool(scan, kind, style, house_rules)
    difficulty, against = _read_difficulty(scan, kind)
    test = Test(dice, difficulty, kind, style, skill, against, settings=house_rules)
    test = _read_rest(scan, test)
    scan.check_length(write(test))
    return test


def _read_kind(scan: Scanner) -> tuple[Kind, Style]:
    if scan.accept("save"):
        return "save", ""
    if scan.accept("attack"):
        return "attack", ""
    for style in rules.STYLE_ATTRIBUTES:
        if scan.at(style) and scan.ahead().text.lower() == "attack":
            scan.take()
            scan.take()
            return "attack", style
    return "attribute", ""


def _read_pool(scan: Scanner, kind: Kind, style: Style, house_rules: Settings) -> tuple[Kind, str, tuple[PoolDie, ...]]:
    """Read the terms: the kind of test (a skill among them makes it a Test of Skill), the Skill's name, the dice."""
    skill = ""
    roles: list[Role] = []
    dice: list[PoolDie] = []
    while not roles or scan.accept("+"):
        start = scan.here
        word = scan.accept(*ROLE_WORDS)
        role = ROLE_WORDS[word.text.lower()] if word else "other" if roles else "attribute"
        if role == "skill" and kind == "attribute":
            kind = "skill"
        if problem := rules.refused_die(kind, role, roles, house_rules):
            raise NotationError(start.column, problem, "a test without it")
        roles.append(role)
        name = "" if role == "combat" else scan.words(*(NO_ATTRIBUTE if role == "attribute" else RESERVED))
        if role == "skill":
            skill, name = name, ""
            if problem := rules.refused_skill(skill, rules.attribute_die(dice).name):
                raise NotationError(start.column, problem, f"{rules.LISTED_UNDER[skill.capitalize()]} first")
        several = not word and not name and scan.here.kind == "number" and scan.ahead().text.lower() == "d"
        number = scan.number("the number of dice", 1, MOST_DICE) if several else 1
        if number > 1 and (problem := rules.refused_die(kind, "other", roles, house_rules)):
            raise NotationError(start.column, problem, "a single die")
        if sides := _read_sides(scan, role):
            one = PoolDie(sides, role, name, *_read_conditions(scan))
            dice += [one, *[replace(one, role="other")] * (number - 1)]
        if role == "attribute" and (problem := rules.refused_attribute(kind, style, name, house_rules)):
            written = rules.style_of(name)
            fitting = one_of(rules.STYLE_ATTRIBUTES[style]) if style else f"{written} attack" if written else "a die"
            raise NotationError(start.column, problem, fitting)
    return kind, skill, tuple(dice)


def _read_sides(scan: Scanner, role: Role) -> int:
    """Read a die, or the Level that stands for one; 0 when there is none."""
    if role == "combat":
        if scan.here.kind == "number":
            return rules.combat_die(rules.level_named(scan.number("the Level")))
        word = scan.accept("none", "beyond")
        if word is None:
            raise scan.mismatch("a Level, such as 3, or beyond")
        return rules.combat_die(word.text.lower())
    if role == "skill" and not scan.at("d"):
        return 0
    scan.expect("d", "a die such as d8, two of which are d8 + d8 or 2d8")
    column = scan.here.column
    sides = scan.number("the size of a die", min(SIZES), max(SIZES))
    if sides not in SIZES:
        raise NotationError(column, f"there is no d{sides}", one_of([f"d{size}" for size in SIZES]))
    return sides


def _read_conditions(scan: Scanner) -> tuple[bool, bool]:
    """Read whether a die is rolled with Advantage, and whether with Disadvantage."""
    found: list[str] = []
    while token := scan.accept(*ADVANTAGE, *DISADVANTAGE):
        condition = "adv" if token.text.lower() in ADVANTAGE else "dis"
        if condition in found:
            raise _twice(token)
        found.append(condition)
    return "adv" in found, "dis" in found


def _twice(token: Token) -> NotationError:
    return NotationError(token.column, f"{quote(token.text)} is given twice", "it once")


def _read_difficulty(scan: Scanner, kind: Kind) -> tuple[int, str]:
    """Read the Difficulty, a number or a word of the chart, and what it is read from."""
    if not scan.at("(", *NAMED):
        raise scan.mismatch("'+' and a die, or the Difficulty such as (10)")
    bracket = scan.accept("(")
    column = scan.here.column
    against = scan.words(*NAMED).title()
    if problem := rules.refused_against(kind, against):
        raise NotationError(column, problem, one_of([*rules.AGAINST[kind], "a number", *rules.DIFFICULTIES]))
    named = scan.accept(*NAMED)
    difficulty = rules.named_difficulty(named.text) if named else scan.number("the Difficulty")
    if bracket:
        scan.expect(")")
    return difficulty, against


def _read_rest(scan: Scanner, test: Test) -> Test:
    """Read what stands behind the Difficulty, in any order."""
    seen: set[str] = set()
    while scan.here.kind != "end":
        token = scan.here
        word = "half" if token.kind == "number" else token.text.lower()
        if word in seen:
            raise _scaled_twice(scan, test.scaled) if word == "half" and test.scaled else _twice(token)
        seen.add(word)
        test = _read_one(scan, word, test)
    return test


def _scaled_twice(scan: Scanner, scaled: Scaled) -> NotationError:
    """The error for a second value to scale, or for a "half" that stands alone behind the first."""
    token = scan.here
    if token.kind == "number" or scan.ahead().kind == "number":
        return NotationError(token.column, f"a value to scale is given already: {scaled}", "one of them")
    if scaled.halved:
        return _twice(token)
    return NotationError(
        token.column, f"{quote(token.text)} does not fit after '{scaled}'", f"it before: half {scaled}"
    )


def _read_one(scan: Scanner, word: str, test: Test) -> Test:
    column = scan.here.column
    if scan.here.kind == "number" and scan.ahead().text != "*":
        raise scan.mismatch(REST)
    match word:
        case "half":
            halved = scan.accept("half") is not None
            number = scan.number("the value to scale")
            scan.expect("*")
            return replace(test, scaled=Scaled(number, halved))
        case "trained":
            scan.take()
            if problem := rules.refused_training(test.kind):
                raise NotationError(column, problem, "a Test of Skill, or no training")
            return replace(test, trained=True)
        case "reroll":
            scan.take()
            return replace(test, rerolls=scan.number("the number of rerolls", 0, MOST_REROLLS))
        case "round":
            scan.take()
            return replace(test, round=scan.number("the round", 1))
        case "declined":
            scan.take()
            if problem := rules.refused_declining(test.kind):
                raise NotationError(column, problem, "the Save without it")
            return replace(test, declined=True)
        case _:
            raise scan.mismatch(REST)


def write(test: Test) -> str:
    """Write a test in its canonical shorthand.

    >>> write(parse("magic ATTACK Will D8adv+level beyond(defence 12)2*reroll 1", {}))
    'magic attack Will d8 adv + level beyond (Defence 12) 2* reroll 1'
    """
    terms = [write_die(die, test.skill) for die in test.dice]
    if test.kind == "skill" and all(die.role != "skill" for die in test.dice):
        terms.insert(1, f"skill {test.skill}".strip())
    parts = (
        test.style,
        test.kind if test.kind in {"attack", "save"} else "",
        " + ".join(terms),
        f"({test.against} {test.difficulty})" if test.against else f"({test.difficulty})",
        str(test.scaled) if test.scaled else "",
        "trained" if test.trained else "",
        f"reroll {test.rerolls}" if test.rerolls else "",
        f"round {test.round}" if test.round else "",
        "declined" if test.declined else "",
    )
    return " ".join(part for part in parts if part)


def write_die(die: PoolDie, skill: str) -> str:
    """Write one term; `skill` is the name that a Skill Die goes by.

    >>> write_die(PoolDie(6, "action", "Dash", advantage=True), "")
    'action Dash d6 adv'
    """
    parts = (
        die.role if die.role in {"skill", "action", "bonus"} else "",
        skill if die.role == "skill" else die.name,
        f"level {rules.level(die.sides)}" if die.role == "combat" else f"d{die.sides}",
        "adv" if die.advantage else "",
        "dis" if die.disadvantage else "",
    )
    return " ".join(part for part in parts if part)


def upgrade_notation(notation: str, version: int) -> str:
    """A notation of an earlier version in today's shorthand.

    Up to version 2 a test came with one reroll unless it named another number. Up to version 7 a Martial or a Magic
    Attack could name Attributes besides the four, and a Test of Brawn any; such a name is left out now.

    >>> upgrade_notation("d8 (10)", 2), upgrade_notation("d8 (10)", 3)
    ('d8 (10) reroll 1', 'd8 (10)')
    >>> upgrade_notation("martial attack Luck d8 (10)", 7), upgrade_notation("Agility d8 + skill Brawn d6 (10)", 7)
    ('martial attack d8 (10)', 'd8 + skill Brawn d6 (10)')
    """
    if version <= 7:
        notation = _without_misfit(notation)
    before, bracket, behind = notation.rpartition(")")
    if version > 2 or "reroll" in behind.split():
        return notation
    longer = before + bracket + re.sub(r"(?= round [0-9]+| declined|$)", " reroll 1", behind, count=1)
    return longer if len(longer) <= MOST_NOTATION else notation


def _without_misfit(notation: str) -> str:
    """A notation without the name of an Attribute that its Attack or its Skill cannot have."""
    found = FIRST.match(notation)
    if found is None:
        return notation
    style: Style = "martial" if found["style"] == "martial " else "magic" if found["style"] else ""
    skill = SKILL.search(notation, found.end())
    name = found["name"].rstrip()
    if not rules.refused_attribute("attack", style, name, THEN) and not (skill and rules.refused_skill(skill[1], name)):
        return notation
    return notation[: found.start("name")] + notation[found.end("name") :]
