"""Share links: a test, a finished roll or a person, as text for an address's fragment. None of it reaches a server."""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from pyrules.campaign import codec, reading
from pyrules.campaign.events import Facts
from pyrules.campaign.namesakes import unmark_name
from pyrules.campaign.notations import settings_then, upgrade_notation
from pyrules.campaign.people import facts_of, strictly
from pyrules.campaign.reading import Unreadable, text
from pyrules.campaign.tracking import Person
from pyrules.core.characters import bare_fragment
from pyrules.core.errors import FormError, RulesError
from pyrules.core.faces import MOST_WRITTEN_FACES, read_faces, write_faces
from pyrules.core.roll import Roll
from pyrules.core.system import System
from pyrules.systems import BY_ID

FORMAT = "5."
"""The beginning of a link's fragment: a later format begins otherwise."""

VERSIONS = {"1.": 2, "2.": 7, "3.": 11, "4.": 12, FORMAT: codec.VERSION}
"""The formats that are read, with the version of the notations in each."""

PERSON = "1p."
"""The beginning of a link's fragment that brings a person."""

LIKE_A_LINK = re.compile(r"[0-9]|.?p?\.?eN[A-Za-z0-9_-]{9}")
"""The beginning of a fragment that is a link, or was one before its beginning was lost; no address of a rule does."""

MOST_LINK = 16_000
MOST_PERSON = 2_000
MOST_OF_TESTS = 2_000
MOST_COMPARED = 4
MOST_LINK_BYTES = 64_000


@dataclass(frozen=True, slots=True)
class Shared:
    """The content of a link: a test of a system, and the roll that was made of it (None: the test alone)."""

    system: System[Any]
    test: Any
    roll: Roll | None


def write_link(system: System[Any], test: Any, roll: Roll | None = None) -> str:
    """The fragment that `read_link` makes the test of again, and the roll if there is one.

    A usual roll (up to 100 dice) takes at most 2,000 characters, all of which may stand in an address.
    """
    values = _test_facts(system, test)
    if roll is not None:
        values["faces"] = write_faces(roll.dice).replace(" ", "")
        values["picks"] = [pick.to_dict() for pick in roll.picks]
    return FORMAT + _pack(values)


def write_tests(tests: Iterable[tuple[System[Any], Any]]) -> str:
    """The fragment that `read_tests` makes these tests of again, each with its house rules.

    Raises `RulesError` where it would be longer than chats and codes take.
    """
    fragment = FORMAT + _pack({"tests": [_test_facts(system, test) for system, test in tests]})
    if len(fragment) > MOST_OF_TESTS:
        raise RulesError(
            f"a link to these tests would have {len(fragment)} characters; at most {MOST_OF_TESTS}, so shorten labels"
        )
    return fragment


def _test_facts(system: System[Any], test: Any) -> dict[str, Any]:
    """A test as a link tells it: with the house rules that are not as usual."""
    settings = system.house_rules(test)
    return {
        "system": system.id,
        "notation": system.write(test),
        "settings": {rule.name: settings[rule.name] for rule in system.settings if settings[rule.name] != rule.default},
    }


def read_link(fragment: str) -> Shared:
    """The test, and the roll as its own faces make it, that a link's fragment brings.

    Raises `Unreadable` for a fragment that is cut short, altered or of a later format, another `RulesError` for a test
    or a roll that the rules refuse.
    """
    found, version = _read_fragment(fragment, _LINK)
    system, test = _test_of(found, version)
    if "faces" not in found:
        return Shared(system, test, None)
    return Shared(system, test, system.replay(test, read_faces(found["faces"]), found.get("picks", ())))


def read_tests(fragment: str) -> tuple[tuple[System[Any], Any], ...]:
    """The tests that a link brings, or the one that a link to a test brings, with their systems.

    Raises `Unreadable` for a fragment that is cut short, altered or of a later format, another `RulesError` for a test
    that the rules refuse.
    """
    found, version = _read_fragment(fragment, _TESTS)
    told = found.get("tests", (found,))
    if not told or not all("system" in one and "notation" in one for one in told):
        raise Unreadable("link", "it names no test; copy it again, whole")
    return tuple(_test_of(one, version) for one in told)


def _read_fragment(fragment: str, check: reading.Check[dict[str, Any]]) -> tuple[dict[str, Any], int]:
    """The content of a fragment, and the version of its notations."""
    fragment = bare_fragment(fragment)
    if len(fragment) > MOST_LINK:
        raise Unreadable("link", f"it has {len(fragment)} characters; at most {MOST_LINK} are read")
    beginning, point, packed = fragment.partition(".")
    version = VERSIONS.get(beginning + point)
    try:
        written = _unpack(packed)
        if version is None:
            raise Unreadable("", _beginning(fragment))
        return check(reading.load(written)), version
    except Unreadable as error:
        raise error.within("link") from None


def _beginning(fragment: str) -> str:
    """The problem with the beginning of a link that is whole otherwise."""
    found = re.match(r"[0-9]{1,3}\.", fragment)
    if found and int(found[0][:-1]) > int(FORMAT[:-1]):
        return (
            f"it begins with '{found[0]}', which this version does not know; copy it again, whole, or update this app"
        )
    return "its first letters were changed on the way; copy it again, whole"


def _test_of(told: dict[str, Any], version: int) -> tuple[System[Any], Any]:
    system = BY_ID[told["system"]]
    notation = upgrade_notation(system.id, told["notation"], version)
    return system, system.parse(notation, settings_then(system, dict(told.get("settings", ())), version))


def write_person(system: System[Any], one: Person) -> str:
    """The fragment that `read_person` makes a person of again; counters, and whether a foe is hidden, stay here.

    Raises `Unreadable` for a person of whom too much is written down.
    """
    facts = dict(facts_of(system, replace(one, hidden=False)))
    written = PERSON + _pack({"system": system.id, "name": unmark_name(one.name), "facts": facts})
    if len(written) > MOST_PERSON:
        raise Unreadable("", f"it would have {len(written)} characters, and at most {MOST_PERSON} fit")
    return written


def read_person(fragment: str) -> tuple[System[Any], Person]:
    """A person whom a link's fragment brings, after their system.

    Raises `Unreadable` for a fragment that is too long, cut short or altered, and for what cannot be written down here.
    """
    fragment = bare_fragment(fragment)
    if len(fragment) > MOST_PERSON:
        raise Unreadable("link", f"it has {len(fragment)} characters; at most {MOST_PERSON} are read for somebody")
    try:
        system, name, facts = _PERSON(reading.load(_unpack(fragment[len(PERSON) :])))
        return system, strictly(system, name, facts)
    except Unreadable as error:
        raise error.within("link") from None
    except FormError as error:
        raise Unreadable("link", str(error), error.plain_words) from None


def _pack(values: object) -> str:
    written = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()
    return urlsafe_b64encode(zlib.compress(written, 9)).rstrip(b"=").decode()


def _unpack(packed: str) -> str:
    """The text of a packed link; the checksum within tells what was changed. After it no sign of a link may stand.

    A line or a hyphen that closes what is emphasized or quoted is none.
    """
    packed = packed.partition(".")[0]
    bare = packed.rstrip("-_")
    try:
        return _decompress(packed)
    except Unreadable:
        if bare == packed:
            raise
        return _decompress(bare)


def _decompress(packed: str) -> str:
    if not packed:
        raise Unreadable("", "it is cut short; copy it again, whole")
    unpacking = zlib.decompressobj()
    try:
        unpacked = unpacking.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), MOST_LINK_BYTES)
        whole = unpacking.eof and not unpacking.unused_data
        written = unpacked.decode()
    except (ValueError, zlib.error):
        raise Unreadable("", "it was changed on the way; copy it again, whole") from None
    if not whole:
        raise Unreadable("", "it is cut short, or holds more than any link; copy it again, whole")
    return written


_TEST: dict[str, reading.Check[Any]] = {
    "system": codec.read_system,
    "notation": codec.NOTATION,
    "settings": codec.SETTINGS,
}
_NEEDED = ("system", "notation")
_LINK: reading.Check[dict[str, Any]] = reading.fields(
    dict, {**_TEST, "faces": text(MOST_WRITTEN_FACES), "picks": codec.PICKS}, _NEEDED
)
_TESTS: reading.Check[dict[str, Any]] = reading.fields(
    dict, {**_TEST, "tests": reading.list_of(reading.fields(dict, _TEST, _NEEDED), MOST_COMPARED)}, ()
)

_PERSON: reading.Check[tuple[System[Any], str, Facts]] = reading.fields(
    lambda system, name, facts: (BY_ID[system], name, facts),
    {"system": codec.read_system, "name": codec.WORD, "facts": codec.FACTS},
    ("system", "name", "facts"),
)
