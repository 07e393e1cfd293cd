"""What the reader may set, as form fields: how the page looks and behaves, and each system's house rules."""

import re
from dataclasses import dataclass
from typing import Any

from pyrules.core.form import Choice, Field, Values
from pyrules.core.rulebook import Setting
from pyrules.core.system import System

MOST_UNSAVED = 20
"""How many rolls may be in no file before the reader is reminded."""

DICE = (
    Field(
        "dice",
        "Look of the dice",
        "choice",
        "classic",
        look="dice",
        choices=(
            Choice("classic", "Classic"),
            Choice("midnight", "Midnight"),
            Choice("gems", "Gems"),
            Choice("wood", "Wood"),
            Choice("bone", "Bone"),
            Choice("metal", "Metal"),
            Choice("contrast", "Contrast"),
        ),
    ),
    Field(
        "faces",
        "Six-sided dice show",
        "choice",
        "numbers",
        choices=(Choice("numbers", "Numbers"), Choice("pips", "Pips")),
    ),
    Field(
        "motion",
        "Dice",
        "choice",
        "full",
        choices=(Choice("full", "Tumble"), Choice("quick", "Quick"), Choice("still", "Still")),
        hint="a tap ends the tumbling",
    ),
    Field("sound", "Sound of the dice", "switch", default=False),
    Field("vibration", "Vibrate when the dice land", "switch", default=True),
)

SCREEN = (
    Field(
        "theme",
        "Theme",
        "choice",
        "system",
        choices=(
            Choice("system", "Match device"),
            Choice("light", "Light"),
            Choice("dark", "Dark"),
            Choice("contrast", "High contrast"),
        ),
    ),
    Field("awake", "Keep the screen on", "switch", default=False, hint="while this page is in front"),
    Field("left_handed", "Left-handed layout", "switch", default=False),
)

SELDOM = (
    Field(
        "shortcuts",
        "Keyboard shortcuts",
        "switch",
        default=True,
        hint="R rolls, U undoes, left and right go from die to die, digits enter real dice",
    ),
    Field(
        "remind",
        "Remind me to save the log",
        "switch",
        default=True,
        hint=f"after {MOST_UNSAVED} rolls that have not been saved to a file",
    ),
    Field(
        "building",
        "Show others the test I put together",
        "switch",
        default=True,
        hint="at a table of several devices, on the screen for everybody",
    ),
    Field(
        "stun",
        "STUN server",
        "text",
        "",
        hint="for players far away: once you open or join a table, it is asked for this device's address",
    ),
)
"""What is seldom changed, behind the other preferences."""

PREFERENCES = (*DICE, *SCREEN, *SELDOM)

STUN = re.compile(r"(?:stun:)?((?:[\w-]+\.)+[\w-]+(?::[0-9]{1,5})?)", re.ASCII)
"""How the address of a STUN server is written."""


def stun_server(preferences: Values) -> str:
    """The STUN server that a connection may ask; "" for none, or for what is no address."""
    written = STUN.fullmatch(preferences["stun"].strip())
    return f"stun:{written[1]}" if written else ""


def house_fields(system: System[Any]) -> tuple[Field, ...]:
    """A system's house-rule switches as form fields."""
    return tuple(map(setting_field, system.settings))


def setting_field(setting: Setting) -> Field:
    """A house-rule switch as a form field."""
    return Field(
        setting.name,
        setting.label,
        "choice" if setting.choices else "number",
        setting.default,
        setting.low,
        setting.high,
        choices=tuple(Choice(value, setting.label_of(value)) for value in setting.choices),
    )


@dataclass(frozen=True, slots=True)
class Device:
    """The browser's account of itself and of the site that it holds; each is "" or None until it is known.

    `offline` says in words how far the site is stored, `persisted` whether what is kept is kept for good. `install` is
    "offered", "installed", or "ios" or "mac" where the reader installs by hand. `wakes` says that the screen can be
    kept on, `vibrates` that the device can be shaken, and `fills` that the page can fill the screen; `bluetooth` that
    dice can be connected. `apart` is a page that reaches neither a camera nor other devices, such as that of a game of
    one's own. `site` is the address of the app on the web that the one file knows.
    """

    build: str = ""
    offline: str = ""
    persisted: bool | None = None
    install: str = ""
    wakes: bool = False
    vibrates: bool = False
    fills: bool = False
    bluetooth: bool = False
    apart: bool = False
    site: str = ""


@dataclass(frozen=True, slots=True)
class Upkeep:
    """The state of the reader's own data: stored, exported, deleted.

    `exported` is how many events the last export had, `reminded` how many there were when a reminder was put off.
    `erasing` says that the reader was asked whether everything is to be deleted.
    """

    exported: int = 0
    reminded: int = 0
    erasing: bool = False
