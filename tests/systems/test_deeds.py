"""Deeds of another person, and changes of counters, are told in the system's own words."""

from random import Random
from typing import Any

import pytest

from pyrules.core.errors import RulesError
from pyrules.core.faces import seeded
from pyrules.core.roll import Pick
from pyrules.core.system import System
from pyrules.core.verdict import Option
from pyrules.systems import all_systems

SEEDS = 12
SYSTEMS = pytest.mark.parametrize("system", all_systems(), ids=lambda system: system.id)


def options_offered(system: System[Any]) -> dict[str, Option]:
    """The options that change a roll, as far as any example comes to them by any way."""
    found: dict[str, Option] = {}
    for example in system.examples:
        test = system.parse(example.notation, dict(example.settings))
        for seed in range(SEEDS):
            chance = Random(seed)  # noqa: S311 (the same ways each time)
            roll = system.roll(test, seeded(seed))
            for _ in range(4):
                options = [one for one in system.options(test, roll) if not one.notation]
                found |= {one.id: one for one in options}
                if not options:
                    break
                option = chance.choice(options)
                places = option.placed or option.places[: min(1, option.most)]
                try:
                    roll = system.roll(test, seeded(seed), system.pick(test, roll, Pick(option.id, places)))
                except RulesError:
                    break
    return found


@SYSTEMS
def test_what_each_option_has_done_is_told_in_the_past(system: System[Any]) -> None:
    found = options_offered(system)
    assert found.keys() == system.deeds.keys()
    for name, option in found.items():
        told = system.deeds[name]
        assert told.split()[0].endswith("ed") or told.split()[0] in ("bought", "took"), told
        assert option.label not in told
        assert told == f"{told[:1].lower()}{told[1:]}".rstrip(".")


@SYSTEMS
def test_each_counter_that_a_roll_may_change_has_words_for_one_and_several(system: System[Any]) -> None:
    lasting = {one.id for one in system.counters if one.each != "test"}
    assert system.units.keys() == lasting
    assert all(one and several for one, several in system.units.values())
