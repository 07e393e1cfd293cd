"""The README shows just what the commands print."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from pyrules.__main__ import main
from tools.pictures import FOLDER, PICTURES, SCREENS

PATH = Path(__file__).parents[2] / "README.md"
README = PATH.read_text(encoding="utf-8")
SHOWN = re.findall(r"```console\n\$ python -m pyrules ([^\n]*)\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize(("command", "printed"), SHOWN)
def test_commands_print_what_is_shown(command: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(command)) == 0
    out = capsys.readouterr().out
    for passage in printed.split("...\n"):
        assert passage in out


def test_the_examples_in_python_hold() -> None:
    found = doctest.testfile(str(PATH), module_relative=False)
    assert found.failed == 0
    assert found.attempted >= 6


def test_rolling_and_odds_are_shown() -> None:
    assert [shlex.split(command)[0] for command, _ in SHOWN] == ["roll", "odds"]


@pytest.mark.parametrize("path", re.findall(r'(?:src="|\]\()([^"):]+)', README))
def test_what_is_linked_is_there(path: str) -> None:
    assert (Path(__file__).parents[2] / path.partition("#")[0]).exists()


def test_every_picture_has_a_command_that_takes_it() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "desk.md").read_text(encoding="utf-8")
    shown = {Path(path).stem for path in re.findall(r'src="(?:docs/)?pictures/([^"]+)', README + guide)}
    taken = {picture.name for picture in PICTURES} | {screen.name for screen in SCREENS}
    assert shown == taken == {path.stem for path in FOLDER.iterdir()}
