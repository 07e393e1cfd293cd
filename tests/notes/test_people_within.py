"""People pasted as lines."""

from typing import Any

import pytest

from pyrules.core.form import Values
from pyrules.notes.people_within import PersonWithin, lines_left, lines_of_people, read_people
from pyrules.systems import named


def one(line: str, system: str) -> PersonWithin:
    (found,) = read_people(line, named(system))
    return found


def rows(values: Values, field: str, *columns: str) -> list[tuple[Any, ...]]:
    return [tuple(row[column] for column in columns) for row in values[field]]


def test_each_system_reads_what_it_writes_down() -> None:
    nova = one("Nova: Agility 5, Pistols 4, cover -2, wounds 1", "moonwalk")
    assert rows(nova.values, "pools", "label", "pool") == [("Agility", 5), ("Pistols", 4)]
    assert rows(nova.values, "modifiers", "label", "number") == [("cover", -2)]
    assert nova.counters == (("wounds", 1),)
    kay = one("Kay: Strength d8, Agility D10; Acrobatics d6, level 3, Defence 12, Swords", "general")
    assert (kay.values["strength"], kay.values["agility"], kay.values["level"]) == ("d8", "d10", "3")
    assert (kay.values["defence"], rows(kay.values, "training", "label")) == (12, [("Swords",)])
    assert rows(kay.values, "skills", "label", "die") == [("Acrobatics", "d6")]
    ann = one("Ann: Agility 3, Step Die d10, Player's IP 4", "stepdie")
    assert (ann.values["step"], rows(ann.values, "stats", "label", "points")) == ("d10", [("Agility", 3)])
    assert ann.counters == (("player_ip", 4),)
    al = one("Al: Sword 5, Wounded –1", "almond")
    assert rows(al.values, "pools", "label", "dice") == [("Sword", 5)]
    assert rows(al.values, "modifiers", "label", "number") == [("Wounded", -1)]
    bo = one("Bo: Primary Expertise sword play, Brave 2, stress 3", "relics")
    assert (bo.values["primary"], rows(bo.values, "traits", "label", "value")) == ("sword play", [("Brave", 2)])
    assert bo.counters == (("stress", 3),)


@pytest.mark.parametrize(
    ("part", "system", "unread"),
    [
        ("tall", "moonwalk", "'tall' has no number"),
        ("Wounds 1/6", "moonwalk", "'Wounds 1/6' is not read; write a name and a number, such as 'Agility 5'"),
        ("luck 123456", "moonwalk", "'luck 123456' is not read; write a name and a number, such as 'Agility 5'"),
        ("Reflex 2000", "moonwalk", "'Reflex 2000': 2000 is out of bounds; use a whole number from 0 to 100"),
        ("Agility d8", "moonwalk", "'Agility d8' has no place"),
        ("wounds -2", "moonwalk", "'wounds -2': Wounds is a number"),
        ("Strength d7", "general", "'Strength d7': 'd7' is not a choice; use d4, d6, d8, d10, d12 or d20"),
    ],
)
def test_what_cannot_be_used_is_told_and_the_rest_is_taken(part: str, system: str, unread: str) -> None:
    found = one(f"Nova: {part}, wounds 1", system)
    assert found.unread == (unread,)
    assert found.counters == (("wounds", 1),)


def test_other_lines_are_left_out() -> None:
    text = "The crew\n\n- Nova: Agility 5\n* Kay:\n: nobody\nBo"
    assert [found.name for found in read_people(text, named("moonwalk"))] == ["Nova", "Kay"]


@pytest.mark.parametrize(
    "text",
    [
        "Nova: Agility 5, Pistols 4, wounds 1",
        "Nova: Agility 5, Pistols 4,\nwounds 1",
        "Nova: Agility 5,\nPistols: 4,\n\twounds: 1",
        "**Nova**: Agility 5, Pistols 4, wounds 1",
        "- **Nova:** Agility 5, **Pistols** 4, wounds 1",
        "1. Nova: Agility 5, Pistols 4, wounds 1",
        "2) Nova: Agility 5, Pistols 4, wounds 1",
        "Nova:\u00a0Agility\u00a05,\u2003Pistols\u00a04, wounds\u202f1",
        "Nova: Agility (5), Pistols ( 4 ), wounds 1",
        "Nova: 5 Agility, 4 Pistols, 1 wounds",
        "Nova: Agility 5 | Pistols 4 | wounds 1",
        "Nova：Agility ５，Pistols ４；wounds １",
    ],
)
def test_people_are_read_as_they_are_pasted(text: str) -> None:
    nova = one(text, "moonwalk")
    assert (nova.name, nova.unread, nova.counters) == ("Nova", (), (("wounds", 1),))
    assert rows(nova.values, "pools", "label", "pool") == [("Agility", 5), ("Pistols", 4)]
    assert lines_left(text) == ()
    assert lines_of_people(text, named("moonwalk")) == text


def test_a_name_may_have_words_in_brackets() -> None:
    bo = one("Bo (smuggler): Agility 5", "moonwalk")
    assert (bo.name, rows(bo.values, "pools", "label", "pool")) == ("Bo (smuggler)", [("Agility", 5)])


def test_a_new_person_begins_though_the_line_before_ends_in_a_comma() -> None:
    found = read_people("Nova: Agility 5,\nBo: Agility 4,\n\nPistols 3", named("moonwalk"))
    assert [(person.name, rows(person.values, "pools", "pool")) for person in found] == [
        ("Nova", [(5,)]),
        ("Bo", [(4,)]),
    ]


def test_every_line_that_is_not_read_is_named() -> None:
    text = "The crew\n\nNova: Agility 5\nPistols 4\nClimb: [5 (2)]\n: nobody"
    assert lines_left(text) == ("The crew", "Pistols 4", "Climb: [5 (2)]", ": nobody")
    many = "\n".join(f"P{number}: Agility 5" for number in range(102))
    assert lines_left(many) == ("P100: Agility 5", "P101: Agility 5")


def test_parts_and_names_that_are_too_many_or_too_long_are_named() -> None:
    found = one(f"{'x' * 61}: {'wounds 1, ' * 62}", "moonwalk")
    assert found.unread == ("the name has 61 characters; 60 are taken", "2 more parts; 60 are read of one person")


def test_a_hostile_paste_ends() -> None:
    text = "\n".join(f"{'x' * 500} {number}: {'a 1, ' * 3000}" for number in range(300))
    found = read_people(text, named("moonwalk"))
    assert len(found) == 100
    assert all(len(person.name) <= 60 and len(person.values["pools"]) <= 24 for person in found)
