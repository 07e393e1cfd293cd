"""The texts of the shelf, and the systems that they state."""

from typing import Any

from pyrules.author.source import read_source
from pyrules.core.system import System
from pyrules.shelf import GAMES
from tools import ROOT

TEXTS = {game.name: (ROOT / f"pyrules/shelf/{game.name}.py").read_text(encoding="utf-8") for game in GAMES}


def system(name: str) -> System[Any]:
    source = read_source(TEXTS[name])
    assert source.problems == ()
    (found,) = source.systems
    return found
