"""Commands print as JSON just the shapes that the schema of the documentation has.

A check of its own stands here in place of a dependency: it knows the words that this schema has, and refuses others.
"""

import copy
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pyrules.__main__ import main
from tools import ROOT

SCHEMA = json.loads((ROOT / "docs" / "schema.json").read_text(encoding="utf-8"))
TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: type(value) is int,
    "number": lambda value: type(value) in (int, float),
    "boolean": lambda value: type(value) is bool,
    "null": lambda value: value is None,
}
KNOWN = {
    *("$ref", "anyOf", "enum", "type", "properties", "required", "additionalProperties", "items", "prefixItems"),
    *("minItems", "maxItems", "pattern", "minimum", "maximum", "description"),
}


def problems(value: Any, schema: Any, at: str = "$") -> Iterator[str]:  # noqa: C901
    """Whatever of a value is not as a schema has it."""
    if isinstance(schema, bool):
        yield from () if schema else (f"{at}: not allowed",)
        return
    assert set(schema) <= KNOWN, schema
    if "$ref" in schema:
        yield from problems(value, SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")], at)
    if "anyOf" in schema and all(any(problems(value, one, at)) for one in schema["anyOf"]):
        yield f"{at}: none of the shapes"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r}"
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(TYPES[kind](value) for kind in kinds):
        yield f"{at}: {value!r} is no {kinds}"
    elif isinstance(value, dict):
        yield from (f"{at}: no {name}" for name in schema.get("required", ()) if name not in value)
        for name, part in value.items():
            known = schema.get("properties", {}).get(name, schema.get("additionalProperties", True))
            yield from problems(part, known, f"{at}.{name}")
    elif isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            yield f"{at}: {len(value)} items"
        first = schema.get("prefixItems", [])
        for place, part in enumerate(value):
            known = first[place] if place < len(first) else schema.get("items", True)
            yield from problems(part, known, f"{at}[{place}]")
    elif isinstance(value, str):
        yield from () if re.search(schema.get("pattern", ""), value) else (f"{at}: {value!r}",)
    elif type(value) in (int, float) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{at}: {value!r}"


NOTES = "# Weather (1d6)\n\n- 1-3 Rain\n- 4-6 Sun\n"
COMMANDS = (
    ("systems", "systems"),
    ("roll", "roll", "moonwalk", "12 [6] (3)", "--seed", "1"),
    ("roll", "roll", "general", "d6 + d6 (9) reroll 1", "--dice", "5, 1>6", "--set", "reroll=2"),
    ("roll", "roll", "relics", "3d6 +1 / 1d pcs 1 vs Minor 3", "--dice", "1,2,3"),
    ("roll", "roll", "moonwalk", "6 (9, 1 hour) Extended Test", "--seed", "1", "--set", "next=modifier 2"),
    ("roll", "roll", "moonwalk", "2 - 2 (1)"),
    ("odds", "odds", "almond", "5d6 TN 4"),
    ("odds", "odds", "stepdie", "2d6 + d6 (2) ip 2", "--dice", "5,1,3"),
    ("odds", "odds", "stepdie", "2d6 + d6 (2) ip 2", "--spend"),
    ("odds", "odds", "relics", "18d6 +1 / 6d +2 / 4d -2 / 3d -3 / 2d"),
    ("odds", "odds", "moonwalk", "5 (2) six"),
    ("odds", "odds", "relics", "5d6 pcs 3 vs Ultimate 7"),
    ("compare", "compare", "moonwalk: 2 (1) | glitch=off", "almond: 1d6 TN 4", "general: d6 (3)"),
    ("sweep", "sweep", "moonwalk", "12 (3)"),
    ("session", "session", "stepdie", "1d6 + d6 (1)", "--times", "2"),
    ("session", "session", "stepdie", "1d6 + d6 (1)", "--simulate", "--trials", "20", "--seed", "1"),
    ("tables", "table", "NOTES"),
    ("rolled", "table", "NOTES", "Weather", "--seed", "1"),
)


def output_of(capsys: pytest.CaptureFixture[str], tmp_path: Path, *command: str) -> Any:
    page = tmp_path / "notes.md"
    page.write_text(NOTES, encoding="utf-8")
    given = [str(page) if word == "NOTES" else word for word in command]
    assert main([*given, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_prints_what_the_schema_says(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shape, *asked = command
    found = output_of(capsys, tmp_path, *asked)
    assert list(problems(found, {"$ref": f"#/$defs/{shape}"})) == []
    assert list(problems(found, {"anyOf": SCHEMA["anyOf"]})) == []


def test_every_shape_of_the_schema_is_one_of_a_command() -> None:
    assert [one["$ref"].removeprefix("#/$defs/") for one in SCHEMA["anyOf"]] == list(
        dict.fromkeys(shape for shape, *_ in COMMANDS)
    )
    assert set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(SCHEMA))) == set(SCHEMA["$defs"])


def test_rows_have_one_shape_everywhere(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    odds = output_of(capsys, tmp_path, "odds", "stepdie", "1d6 + d6 (1)")
    session = output_of(capsys, tmp_path, "session", "stepdie", "1d6 + d6 (1)")
    one, other = odds["distributions"]["hits"][0], session["tests"][0]["counters"]["player_ip"]["rows"][0]
    assert [type(part) for part in one] == [type(part) for part in other] == [int, str, float]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda odds: odds.pop("main"), "$: no main"),
        (lambda odds: odds.update(more=1), "$.more: not allowed"),
        (lambda odds: odds["events"]["passed"].update(p=2), "$.events.passed.p: 2"),
        (lambda odds: odds["events"]["passed"].update(exact="31/0"), "$.events.passed.exact: '31/0'"),
        (lambda odds: odds["distributions"]["successes"][0].pop(), "$.distributions.successes[0]: 2 items"),
        (lambda odds: odds.update(notation=5), "$.notation: 5 is no ['string']"),
    ],
)
def test_what_is_not_so_is_found(
    spoil: Callable[[Any], object], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    found = copy.deepcopy(output_of(capsys, tmp_path, "odds", "almond", "5d6 TN 4"))
    spoil(found)
    assert said in list(problems(found, {"$ref": "#/$defs/odds"}))
