"""The rule systems: adding one is a folder and a line here."""

from typing import Any

from pyrules.core.system import System
from pyrules.systems.moonwalk import MOONWALK

SYSTEMS: tuple[System[Any], ...] = (MOONWALK,)
