"""Print as JSON which modules of ours the page has imported when each system's usual roll is shown with its chances."""

import json
import sys

from app import program

from pyrules.systems import SYSTEMS

OURS = ("app", "pyrules")
NOTHING_STORED = "{}\n"
ROLL = json.dumps({"on": "roll", "form": {}, "name": "", "value": None, "data": {}})


def do_later(answer: str) -> None:
    """Ask for what an answer leaves for later, as the page does, until nothing is left."""
    waiting = [answer]
    while waiting:
        left = [command for command in json.loads(waiting.pop())["commands"] if command["do"] == "later"]
        waiting += [program.update(json.dumps(command)) for command in left]


def main() -> None:
    """Open the first page, then each system, and roll there."""
    do_later(program.start(NOTHING_STORED, "", "/"))
    for system in SYSTEMS:
        do_later(program.start(NOTHING_STORED, f"{system.id}/", "/"))
        do_later(program.update(ROLL))
    print(json.dumps(sorted(name for name in sys.modules if name.split(".")[0] in OURS)))


if __name__ == "__main__":
    main()
