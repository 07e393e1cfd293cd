"""Notations and house rules of earlier versions: today's shorthand and keys for what they meant."""

import json
import re
import zlib
from base64 import urlsafe_b64encode
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given

from pyrules.campaign.codec import event_values, read_event
from pyrules.campaign.events import Rolled
from pyrules.campaign.links import read_link, write_link
from pyrules.campaign.notations import settings_then, upgrade_notation
from pyrules.campaign.rolls import test_of as read_test
from pyrules.core.errors import RulesError
from pyrules.core.faces import read_faces
from pyrules.core.scan import MOST_NOTATION
from pyrules.core.system import System
from pyrules.systems import BY_ID, SYSTEMS
from pyrules.systems.general import GENERAL
from pyrules.systems.general.model import Test
from pyrules.systems.moonwalk import MOONWALK
from pyrules.systems.moonwalk.model import Opposed, Test as MoonwalkTest
from pyrules.systems.relics import RELICS
from pyrules.systems.relics.model import UNKNOWN, Cohort, Huddle, Test as RelicsTest
from tests.campaign.old_logs import log_of
from tests.systems.general import strategies as strategies_general
from tests.systems.moonwalk import strategies as strategies_moonwalk
from tests.systems.relics import strategies as strategies_relics


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("d8 (10)", "d8 (10) reroll 1"),
        ("d8 (10) reroll 0", "d8 (10) reroll 0"),
        ("d8 (10) reroll 3", "d8 (10) reroll 3"),
        (
            "d8 + action Reroll Luck d6 (Defence 10) 2* trained",
            "d8 + action Reroll Luck d6 (Defence 10) 2* trained reroll 1",
        ),
        ("Strength d8 (10) half 3* round 7 declined", "Strength d8 (10) half 3* reroll 1 round 7 declined"),
        ("Strength d6 (5) declined", "Strength d6 (5) reroll 1 declined"),
    ],
)
def test_a_general_test_had_one_reroll(before: str, now: str) -> None:
    assert upgrade_notation("general", before, 1) == upgrade_notation("general", before, 2) == now
    assert upgrade_notation("general", before, 3) == before


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("martial attack Luck d8 adv + level 3 (Defence 10)", "martial attack d8 adv + level 3 (Defence 10)"),
        ("magic attack ÉPÉE of Fate d8 (10) 2*", "magic attack d8 (10) 2*"),
        ("Agility d8 + skill Brawn d6 (10) trained", "d8 + skill Brawn d6 (10) trained"),
        ("Luck d8 adv + action Dash d6 + skill brawn d6 (10)", "d8 adv + action Dash d6 + skill brawn d6 (10)"),
        ("Agility d8 + skill Brawn + d6 (10)", "d8 + skill Brawn + d6 (10)"),
        ("Agility d8 + skill BRAWN (10)", "d8 + skill BRAWN (10)"),
        *(
            (kept, kept)
            for kept in (
                "martial attack Strength d8 (10)",
                "magic attack will d8 (10)",
                "martial attack d8 (10)",
                "attack Luck d8 (10)",
                "save Luck d8 (10)",
                "Strength d8 + skill Brawn d6 (10)",
                "d8 + skill Brawn d6 (10)",
                "Agility d8 + skill Brawny d6 (10)",
                "Agility d8 + action Brawn d6 (10)",
            )
        ),
    ],
)
def test_attributes_that_an_attack_or_brawn_cannot_have_are_left_out(before: str, now: str) -> None:
    assert upgrade_notation("general", before, 7) == now
    assert GENERAL.write(GENERAL.parse(now, {"other_attributes": "on"})) == now


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("12 vs. 8 six", "12 six vs. 8"),
        (
            "Agility 5 + Edge 2 [4] vs. Deep Six 8 [5] six combat",
            "Agility 5 + Edge 2 [4] six vs. Deep Six 8 [5] combat",
        ),
        ("12 vs. six 8", "12 vs. six 8"),
        ("12 vs. 8 combat", "12 vs. 8 combat"),
        ("12 (3) six", "12 (3) six"),
        ("9 (20, 1 hour) Extended Test six", "9 (20, 1 hour) Extended Test six"),
    ],
)
def test_the_six_of_an_opposed_test_was_the_actors(before: str, now: str) -> None:
    assert upgrade_notation("moonwalk", before, 1) == upgrade_notation("moonwalk", before, 2) == now
    assert upgrade_notation("moonwalk", before, 3) == before


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("primary lead", "primary lead pcs unknown"),
        ("primary lead + primary assist destiny 6", "primary lead + primary assist destiny 6 pcs unknown"),
        ("other lead stress 3 +4d6 vs Minor", "other lead stress 3 +4d6 pcs unknown vs Minor"),
        (
            "primary lead +1 / 1d (Us vs Minor 5 doom 1) vs Minor 5 resolved 2 free 1",
            "primary lead +1 / 1d (Us vs Minor 5 doom 1) pcs unknown vs Minor 5 resolved 2 free 1",
        ),
        ("primary lead +1 / 1d (We pcs 5)", "primary lead +1 / 1d (We pcs 5) pcs unknown"),
        *(
            (kept, kept)
            for kept in (
                "5d6 destiny 6",
                "primary lead +4d6 pcs 2 vs Minor 5",
                "primary lead pcs 1",
                "Minor 5 resolved 2",
            )
        ),
    ],
)
def test_nobody_counted_the_pcs_of_a_huddle(before: str, now: str) -> None:
    assert upgrade_notation("relics", before, 7) == now
    assert upgrade_notation("relics", before, 8) == before
    assert RELICS.write(RELICS.parse(now, {})) == now


@given(strategies_relics.tests_of())
def test_a_huddle_without_a_number_of_pcs_is_the_only_turn_that_changes(test: RelicsTest) -> None:
    meant, acting = test, test.acting
    if isinstance(acting, Cohort) and isinstance(acting.start, Huddle) and acting.pcs is None:
        meant = replace(test, acting=replace(acting, pcs=UNKNOWN))
    found = upgrade_notation("relics", RELICS.write(test), 7)
    assert RELICS.parse(found, RELICS.house_rules(test)) == meant


@given(strategies_moonwalk.tests_of())
def test_an_opposed_test_keeps_its_actors_six(test: MoonwalkTest) -> None:
    if isinstance(test.against, Opposed):
        test = replace(test, against=replace(test.against, rule_of_six=False))
    older = MOONWALK.write(test).replace(" six vs.", " vs.") if isinstance(test.against, Opposed) else ""
    if older and test.rule_of_six:
        older = older.removesuffix(" combat") + " six" + " combat" * older.endswith(" combat")
    written = older or MOONWALK.write(test)
    assert MOONWALK.parse(upgrade_notation("moonwalk", written, 2), MOONWALK.house_rules(test)) == test


@given(strategies_general.tests_of())
def test_the_reroll_stands_where_the_shorthand_has_it(test: Test) -> None:
    written = GENERAL.write(test)
    assume(test.rerolls or len(written) + len(" reroll 1") <= MOST_NOTATION)
    found = upgrade_notation("general", written, 2)
    assert found == written if test.rerolls else GENERAL.parse(found, GENERAL.house_rules(test)).rerolls == 1
    assert GENERAL.write(GENERAL.parse(found, GENERAL.house_rules(test))) == found


def test_a_notation_that_has_no_room_for_its_reroll_stays_as_it_is() -> None:
    longest = f"d8 + {'x' * 40} d6 + {'y' * 60} d6 + {'z' * (MOST_NOTATION - 129)} d6 (10)"
    assert len(longest) <= MOST_NOTATION < len(longest) + len(" reroll 1")
    assert upgrade_notation("general", longest, 2) == longest


LINKS = {
    "d8 + d6 (10) reroll 1": (
        (
            "1.eNqrViquLC5JzVWyUkpPzUstSsxR0lHKyy9JLMnMzwMKplgoaCukmCloGBpoAmWKU0tKMvPSi5Wsqmt1lNISk1OBTCVjO3MdI6BsQWZyNpAfXa2U"
            "XwDVX5RalJ8DMrMgB6I42iC2NrYWALvQJX0"
        ),
        "9 · needs 10",
    ),
    "Strength d6 (5) reroll 1 declined": (
        (
            "1.eNoNijEOgCAMAL9COmnCqgPfcDQOBCo2YjHQxRD-brfL3XVoXxN8wEFCxuozWOAiXqiwyk0qcpLLxNVMy2wihkyMUa-GIsSpgevDwukDKoKGl8KtuB_j"
            "B-a9Hx4"
        ),
        "declined",
    ),
    "4 [6] six vs. 3": (
        (
            "1.eNoVissKgCAQRX9FZj0UZbnwV6SFiIVUGszQA-nfm1b3cM6tQA9x3MHCXkq-_LYCQi7sOZUsdlDOTOqkRmlF6ZZIkTnlhcDWF2H2IQqCwRF7"
            "7NCgbsd_5XmksEpz0_sBtO8fFw"
        ),
        "3 hits · defender 2",
    ),
    "primary lead + primary assist destiny 6 pcs unknown": (
        (
            "2.eNo1iz0OgzAMha9iea2XUsjAVRCDFdzKKgQUe4kQd8cLesv3_k60Zi4bjlhl1WxIWHZn171EdlTduDZYhRd4wWPZTM1hEXMtDVKcTDz4ZzieF-GX"
            "swRiooG60Ife1IcGStTF-tD8j36arxsjeykB"
        ),
        "3 dice resolved · +1 Doom",
    ),
    "3 (4) six": (
        (
            "1.eNqrViquLC5JzVWyUsrNz88rT8zJVtJRyssvSSzJzM8DihoraJhoKhRnVgCFi1NLSjLz0ouVrKprdZTSEpNTgUwlMx0zHSMgNtUxBKopyEzOBopGx9YC"
            "AEyEHAM"
        ),
        "4 hits · needs 4",
    ),
    "3d6 + d10 (3) ip 1": (
        (
            "3.eNqrViquLC5JzVWyUgJSBSmZqUo6Snn5JYklmfl5QEHjFDMFbYUUQwMFDWNNhcwCBUOgfHFqSUlmXnqxklV1rY5SWmJyKpCpZKpjrGOiY2kH"
            "UlGQmZwNFIuuVsovgJpUlFqUn5MDksuBaIiOrY2tBQDjdCeX"
        ),
        "1 hit · needs 3 · Step Die lowest",
    ),
    "attack Luck d8 + bonus d4 (Defence 10)": (
        (
            "3.eNoNi7EKhEAMRH8lpPJwC-WuEGtL_-CwiGuURc3KJRYi_vulGebNY27US413bHFh4R9tGFCykaUsPpIZxRX602NqoIQxy6kwfaDoeGaJDHX18o-y"
            "WZJFsb2fgDNF9opNeLs7UlydvsPzBwLDI3c"
        ),
        "11 · needs 10 · Baseline",
    ),
    "Luck d8 + action Dash d6 + bonus d4 (10)": (
        (
            "3.eNqrViquLC5JzVWyUkpPzUstSsxR0lHKyy9JLMnMzwMK-pQmZyukWChoKyQmg4QUXBKLMxRSzIACSfl5pcUKKSYKGoYGmkBdxaklJZl56cVKVtW1"
            "OkppicmpQKaShY6xjglQtiAzORvIj46tBQBgWyO4"
        ),
        "15 · needs 10 · 2nd Degree",
    ),
}
"""Links of earlier versions by what they mean today, with what was shown of the roll."""

EFFECTS = {
    "3d6 + d10 (3) ip 1": 3,
    "attack Luck d8 + bonus d4 (Defence 10)": 0,
    "Luck d8 + action Dash d6 + bonus d4 (10)": 1,
}
"""The number of counters that some of them changed."""


@pytest.mark.parametrize("notation", LINKS)
def test_a_link_of_an_earlier_version_means_what_it_meant(notation: str) -> None:
    link, summary = LINKS[notation]
    shared = read_link(link)
    assert shared.system.write(shared.test) == notation
    assert shared.roll is not None
    verdict = shared.system.judge(shared.test, shared.roll)
    assert verdict.summary == summary
    assert len(verdict.effects) == EFFECTS.get(notation, len(verdict.effects))
    assert read_link(write_link(shared.system, shared.test, shared.roll)) == shared


WORDS = {
    ("moonwalk", "glitch"): ("more than half", "half or more", "off"),
    ("moonwalk", "standard_result"): ("round down", "round up"),
    ("relics", "hindering"): ("opposition, against you", "acting side, for itself"),
    ("relics", "disaster"): ("own side", "opposition"),
    ("relics", "placement"): ("successes first", "avoid Doom first"),
    ("almond", "sixes"): ("stop at TN", "roll every six out"),
    ("almond", "initiative_order"): ("sum of the dice", "highest die"),
    ("stepdie", "hit"): ("exactly 5-6", "5 or more"),
    ("stepdie", "awards"): ("at every roll", "after the spending", "before the spending"),
    ("general", "training"): ("every die", "the skill die only", "the attribute die only"),
    ("general", "actions_return"): ("by hand", "each round"),
}
"""The words that versions up to 12 of the log's format wrote for house rules; all others were "off" and "on"."""

CHOICES = [
    pytest.param(system.id, setting.name, word, key, id=f"{system.id} {setting.name} {key}")
    for system in SYSTEMS
    for setting in system.settings
    for word, key in zip(WORDS.get((system.id, setting.name), ("off", "on")), setting.choices, strict=False)
]


def test_house_rules_are_stored_as_keys_and_shown_as_words() -> None:
    for setting in (setting for system in SYSTEMS for setting in system.settings if setting.choices):
        assert all(re.fullmatch("[a-z_]+", choice) for choice in setting.choices)
        assert setting.default in setting.choices
        assert len(setting.labels or setting.choices) == len(setting.choices)
        assert not any("_" in setting.label_of(choice) for choice in setting.choices)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_no_key_of_a_house_rule_is_told(system: System[Any]) -> None:
    keys = [(one.name, key) for one in system.settings for key in one.choices]
    for example, (name, key) in product(system.examples, keys):
        with suppress(RulesError):
            test = system.parse(example.notation, {**dict(example.settings), name: key})
            roll = system.replay(test, read_faces(example.faces), example.picks)
            verdict, options = system.judge(test, roll), system.options(test, roll)
            told = [verdict.headline, verdict.summary, *(line.text for line in verdict.lines)]
            told += [line.text for line in system.before(test)] + [option.hint for option in options]
            assert not [text for text in told if "_" in text]


@pytest.mark.parametrize(("system", "name", "word", "key"), CHOICES)
def test_a_house_rule_of_an_earlier_version_is_read_by_its_key(system: str, name: str, word: str, key: str) -> None:
    known = BY_ID[system]
    assert settings_then(known, {name: word})[name] == settings_then(known, {name: key})[name] == key
    told = {"system": system, "notation": known.examples[0].notation, "settings": {name: word}}
    link = "4." + urlsafe_b64encode(zlib.compress(json.dumps(told).encode())).rstrip(b"=").decode()
    assert known.house_rules(read_link(link).test)[name] == key


def test_records_of_an_earlier_version_stay_as_they_are_and_mean_keys() -> None:
    """Seals and shared dice are checked by the words of the earlier version."""
    for values in json.loads(log_of(12))["events"]:
        event = read_event(values)
        assert json.loads(json.dumps({**event_values(event), "version": 12})) == {"version": 12, **values}
        if isinstance(event, Rolled):
            system = BY_ID[event.system]
            rules = system.house_rules(read_test(event))
            assert all(rules[one.name] in one.choices for one in system.settings if one.choices)
