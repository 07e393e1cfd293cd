"""Share links: short, exact, and proof against what people and machines do to them."""

import json
import tracemalloc
import zlib
from base64 import urlsafe_b64encode
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, strategies as st

from pyrules.campaign.links import FORMAT, MOST_LINK, read_link, write_link
from pyrules.core.errors import RulesError
from pyrules.core.faces import read_faces, seeded
from pyrules.core.roll import EMPTY
from pyrules.core.system import Example, System
from pyrules.systems import SYSTEMS
from pyrules.systems.moonwalk import MOONWALK

EXAMPLES = [
    pytest.param(system, example, id=f"{system.id} {example.notation}")
    for system in SYSTEMS
    for example in system.examples
]
LONG = (
    "Agility 5 + Pistols 4 + Smartlink 2 + Edge 7 + Teamwork 80 + Aim 2 - Wounds 2 - Recoil 3 - Darkness 4 [6] (3) six"
)


def pack_link(values: Any) -> str:
    """A link of any values."""
    plain = values if isinstance(values, bytes) else json.dumps(values).encode()
    return FORMAT + urlsafe_b64encode(zlib.compress(plain)).rstrip(b"=").decode()


@pytest.mark.parametrize(("system", "example"), EXAMPLES)
def test_a_link_brings_the_test_and_the_roll(system: System[Any], example: Example) -> None:
    test = system.parse(example.notation, dict(example.settings))
    roll = system.replay(test, read_faces(example.faces), example.picks)
    link = write_link(system, test, roll)
    shared = read_link(link)
    assert (shared.system, shared.test, shared.roll) == (system, test, roll)
    alone = read_link(write_link(system, test))
    assert (alone.system, alone.test, alone.roll) == (system, test, None)
    assert len(link) < 400
    assert link.replace("-", "").replace("_", "").replace(".", "").isalnum()


def test_a_hundred_dice_fit_into_two_thousand_characters() -> None:
    test = MOONWALK.parse(LONG, {"glitch": "off"})
    roll = MOONWALK.roll(test, seeded(1))
    assert len(roll.dice[0]) > 91
    link = write_link(MOONWALK, test, roll)
    assert len(link) <= 2000
    assert read_link(link).roll == roll


def test_a_roll_without_dice_is_still_a_roll() -> None:
    test = MOONWALK.parse("11 (3) standard", {})
    assert read_link(write_link(MOONWALK, test, EMPTY)).roll == EMPTY


@pytest.mark.parametrize(
    ("fragment", "message"),
    [
        ("", "^link: it is cut short"),
        ("9.abc", "^link: it was changed on the way"),
        (
            "9" + pack_link({})[1:],
            "^link: it begins with '9.', which this version does not know; copy it again, whole, or upd",
        ),
        ("0" + pack_link({})[1:], "^link: its first letters were changed on the way; copy it again, whole$"),
        ("9" * 5_000 + pack_link({})[1:], "^link: its first letters were changed on the way; copy it again, whole$"),
        ("1.", "^link: it is cut short"),
        ("1.!", "^link: it is cut short"),
        ("1.é", "^link: it is cut short"),
        ("1.A", "^link: it was changed on the way"),
        ("1.AAAA", "^link: it was changed on the way"),
        ("1." + "A" * MOST_LINK, f"^link: it has {MOST_LINK + 2} characters; at most {MOST_LINK} are read"),
        (pack_link(b"\xff\xfe"), "^link: it was changed on the way"),
        (pack_link(b"{"), "^link: line 1, column 2: not JSON"),
        (pack_link(b"[" * 10_000), "^link: the text is nested 10000 deep"),
        (pack_link([]), "^link: a list is not an object"),
        (pack_link({}), "^link.system: it is missing"),
        (pack_link({"system": "chess", "notation": "12 (3)"}), "^link.system: 'chess' is not a system"),
        (pack_link({"system": "moonwalk", "notation": ""}), "^link.notation: '' has 0 characters"),
        (pack_link({"system": "moonwalk", "notation": "12 ("}), "^column 5"),
        (pack_link({"system": "moonwalk", "notation": "12 (3)", "__proto__": {}}), "^link: '__proto__' is not a field"),
        (pack_link({"system": "moonwalk", "notation": "12 (3)", "settings": {"luck": 1}}), "luck: unknown setting"),
        (pack_link({"system": "moonwalk", "notation": "2 (1)", "faces": "6"}), "die 2, a d6, is missing"),
        (pack_link({"system": "moonwalk", "notation": "2 (1)", "faces": "6,7"}), "7 is not on a d6"),
        (pack_link({"system": "moonwalk", "notation": "2 (1)", "faces": "6,5,4"}), "one face too many"),
        (pack_link({"system": "moonwalk", "notation": "2 (1)", "faces": "6,x"}), "expected a face such as 5"),
        (
            pack_link({"system": "moonwalk", "notation": "2 (1)", "faces": "6,5", "picks": [{"option": "add"}]}),
            "'add' is not offered",
        ),
    ],
)
def test_what_is_no_link_is_refused(fragment: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        read_link(fragment)


LINK = write_link(MOONWALK, MOONWALK.parse("12 (3)", {}))
BEHIND = '.)>*,"…\u200b\n_-!;:]'


@pytest.mark.parametrize(
    "pasted",
    [
        *(LINK + sign for sign in BEHIND),
        *(LINK + quote(sign) for sign in BEHIND),
        f"{LINK}&utm_source=x",
        f"{LINK}?fbclid=IwAR0",
        f"{LINK}).",
        LINK.replace(".", "%2E"),
        LINK.replace(".", "%2e") + "%2C",
        "".join(f"%{ord(sign):02X}" for sign in LINK),
        f"{LINK[:9]}\r\n {LINK[9:]}",
        f"{LINK[:9]}%0A%20{LINK[9:]}",
        f"\u200b{LINK[:9]}\xad\u2060{LINK[9:]}",
    ],
)
def test_what_chats_and_mails_do_to_a_link_does_not_matter(pasted: str) -> None:
    assert read_link(pasted) == read_link(LINK)


def test_a_link_cut_or_changed_anywhere_is_told_so() -> None:
    advice = set()
    for place in range(len(LINK)):
        for spoilt in (LINK[:place], LINK[:place] + "A" + LINK[place + 1 :], LINK[:place] + LINK[place + 1 :]):
            try:
                assert read_link(spoilt) == read_link(LINK)
            except RulesError as error:
                advice.add(str(error).partition("; ")[2])
    assert advice == {"copy it again, whole"}


def test_a_link_that_unpacks_into_a_flood_is_refused_at_once() -> None:
    bomb = pack_link(b" " * 10_000_000)
    assert len(bomb) < MOST_LINK
    tracemalloc.start()
    with pytest.raises(RulesError, match="holds more than any link"):
        read_link(bomb)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1_000_000  # bytes, of ten million that it would unpack into


@given(st.data())
def test_an_altered_link_never_brings_another_roll(data: st.DataObject) -> None:
    test = MOONWALK.parse("12 (3)", {})
    link = write_link(MOONWALK, test, MOONWALK.roll(test, seeded(2)))
    place = data.draw(st.integers(2, len(link) - 1))
    other = data.draw(st.sampled_from("ABCXYZabcxyz059-_"))
    cut = data.draw(st.booleans())
    altered = link[:place] if cut else link[:place] + other + link[place + 1 :]
    original = read_link(link)
    try:
        shared = read_link(altered)
    except RulesError:
        return
    assert (shared.test, shared.roll) == (original.test, original.roll)


@given(st.text(max_size=80))
def test_any_text_is_refused(text: str) -> None:
    for fragment in (text, FORMAT + text):
        with pytest.raises(RulesError):
            read_link(fragment)
