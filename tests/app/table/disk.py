"""What a device has stored, and what of it is there after a power cut.

`web/store.mjs` writes each answer in one transaction, and waits for the disk where the log changes, or what a device
knows of a table. A power cut takes the answers behind the last of these from any moment on. It may tear the first that
it takes, which is worse than what browsers promise.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from app.common.answer import Command

from tools import ROOT

STORE = (ROOT / "web/store.mjs").read_text(encoding="utf-8")


def listed(name: str) -> list[str]:
    """The words of a list in the store's module."""
    found = re.search(rf"^const {name} = (\[.*\]);", STORE, re.MULTILINE)
    assert found, f"web/store.mjs lists no {name}"
    words: list[str] = json.loads(found[1])
    return words


OF_THE_LOG, OF_A_TABLE = listed("OF_THE_LOG"), listed("OF_A_TABLE")


def waits_for_disk(command: Command) -> bool:
    """Return whether an answer with this command is shown only once the disk has it."""
    return command["do"] in OF_THE_LOG or command.get("key") in OF_A_TABLE


class Disk:
    """The records and settings that are on the disk for sure, and the answers that may not be there yet."""

    def __init__(self, records: Sequence[str], kept: Mapping[str, Any], behind: Sequence[list[Command]] = ()) -> None:
        self.records, self.kept, self.behind = tuple(records), dict(kept), tuple(behind)

    def with_answer(self, commands: Sequence[Command], records: Sequence[str], kept: Mapping[str, Any]) -> "Disk":
        """The disk once an answer is stored; `records` and `kept` are all that is stored by then."""
        if any(map(waits_for_disk, commands)):
            return Disk(records, kept)
        settings = [command for command in commands if command["do"] == "keep"]
        return Disk(self.records, self.kept, (*self.behind, settings)) if settings else self

    def after_power_cut(self, number: int) -> tuple[list[str], dict[str, Any]]:
        """The records and settings that are there afterwards; the number chooses how much is lost, and what is torn."""
        whole, torn = number // 2 % (len(self.behind) + 1), number % 2
        there = [command for commands in self.behind[:whole] for command in commands]
        if torn:
            there += [command for commands in self.behind[whole:][:1] for command in commands[: len(commands) // 2]]
        return [*self.records], self.kept | {command["key"]: command["value"] for command in there}
