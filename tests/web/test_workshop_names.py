"""The name under the cursor, and how a name that is begun may go on; run by Node."""

import json
import subprocess

import pytest

from tools import ROOT, reference
from tools.environment import node


def read(*marked: str) -> list[tuple[str, list[str]]]:
    """The findings at the | of each text: the name there, and the names that it may go on to."""
    command = (str(node()), ROOT / "tests/web/names.mjs", (ROOT / "web/workshop/names.mjs").as_uri())
    given = [reference.names(), [(one.replace("|", ""), one.index("|")) for one in marked]]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, encoding="utf-8", check=True)
    return [(name, [whole for whole, _ in endings]) for name, endings in json.loads(done.stdout)]


@pytest.mark.parametrize(
    ("marked", "name"),
    [
        ("skill = num|ber(3)", "number"),
        ("skill = number|(3)", "number"),
        ("|skill = number(3)", "skill"),
        ("d|6(2)", "d6"),
        ("number(|3)", ""),
        ("", ""),
    ],
)
def test_the_name_under_the_cursor_is_found(marked: str, name: str) -> None:
    assert read(marked or "|")[0][0] == name


@pytest.mark.parametrize(
    ("marked", "names"),
    [
        ("skill = nu|", ["number"]),
        ("attribute = number('A', 1, 5)\nmine = d6(att|)", ["attribute"]),
        ("cost = 1\noption('x', co|)", ["cost", "counter", "costs"]),
        ("mine = d6(2)\nbest = mine.hi|", ["highest"]),
        ("mine = d6(2)\nhighway = mine.hi|", ["highest"]),
        ("n|", []),
        ("# nu|", []),
        ("'nu|'", []),
        ("'''nu|", []),
        ("nu|mber", []),
        ("number|", []),
    ],
)
def test_what_is_begun_may_go_on_to_names_of_the_text_and_of_the_guide(marked: str, names: list[str]) -> None:
    assert sorted(read(marked)[0][1]) == sorted(names)


def test_what_is_offered_is_little() -> None:
    assert len(read("".join(f"name_{number} = 1\n" for number in range(99)) + "na|")[0][1]) == 4
