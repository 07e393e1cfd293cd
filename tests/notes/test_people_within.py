"""People pasted as lines."""

from typing import Any

import pytest

from pyrules.core.form import Values
from pyrules.notes.people_within import PersonWithin, read_people
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


def test_a_hostile_paste_ends() -> None:
    text = "\n".join(f"{'x' * 500} {number}: {'a 1, ' * 3000}" for number in range(300))
    found = read_people(text, named("moonwalk"))
    assert len(found) == 100
    assert all(len(person.name) <= 60 and len(person.values["pools"]) <= 24 for person in found)
