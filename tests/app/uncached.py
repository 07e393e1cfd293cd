"""What is kept to be faster, switched off: `python -m tests.app.uncached 3 answers kernels` plays the stories without.

Here they have three tests in each system. All is switched off before the rules and the app are imported. What the
stories tell is printed as JSON.
"""

import functools
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any

TESTS = int(sys.argv[1]) if __name__ == "__main__" else 1
STORES = ("caches",)
"""Properties that hold something, and are no answers."""


def forget_answers() -> None:
    """Have no function of ours and no property keep its answers."""

    def uncached(function: Any = None, *_: object, **__: object) -> Any:
        if not callable(function):
            return uncached

        @functools.wraps(function)
        def answer(*given: Any, **named: Any) -> Any:
            return function(*given, **named)

        vars(answer).update(cache_clear=lambda: None)
        return answer

    kept = functools.cached_property
    vars(functools).update(
        lru_cache=uncached,
        cache=uncached,
        cached_property=lambda function: (kept if function.__name__ in STORES else property)(function),
    )


def follow_rules_alone() -> None:
    """Have every chance that a system works out by functions of its own told by the engine, where that has the time."""
    engine = import_module("pyrules.core.engine")
    own = engine.chances_of

    def chances_of(system: Any) -> Any:
        kernels, plain = own(system), engine.default_chances(system)

        def odds(test: Any) -> Any:
            found, followed = kernels.odds(test), within_time(plain.odds, test)
            if followed is None:
                return found
            events = {name: followed.events.get(name, chance) for name, chance in found.events.items()}
            rows = {name: followed.distributions.get(name, each) for name, each in found.distributions.items()}
            return replace(found, events=events, distributions=rows)

        def main(test: Any) -> Any:
            chance = within_time(plain.main, test)
            return kernels.main(test) if chance is None else chance

        return replace(kernels, odds=odds, main=main, deciding=None)

    vars(engine)["chances_of"] = chances_of


def within_time(told: Callable[[Any], Any], test: Any) -> Any:
    """What is told of a test; None where that would take too long."""
    try:
        return told(test)
    except import_module("pyrules.core.budget").TooMuchWork:
        return None


def draw_everything() -> None:
    """Have all of the page drawn and sent with each answer."""
    drawn, program = import_module("app.drawn"), import_module("app.program")
    encode = program.encode_reply

    def draw(self: Any, view: Any, model: Any) -> Any:
        self.shown.add(view)
        return drawn.anew(view, model)

    def encode_reply(*given: Any) -> Any:
        program.Program.sent, program.Program.looks = {}, {}
        return encode(*given)

    vars(program)["encode_reply"] = encode_reply
    drawn.Drawing.draw = draw


def read_whole_logs() -> None:
    """Have no visit begin from a checkpoint."""
    import_module("tests.app.stories").Alone.checkpoints = False


def begin_with_memory() -> None:
    """Have Python's memory be that of an earlier visit, which has done all of it once."""
    import_module("tests.app.stories").play(TESTS)


SWITCHES: Mapping[str, Callable[[], None]] = {
    "answers": forget_answers,
    "kernels": follow_rules_alone,
    "drawing": draw_everything,
    "checkpoints": read_whole_logs,
    "memory": begin_with_memory,
}
"""What can be switched off, in the order in which it has to be."""

if __name__ == "__main__":
    sys.path.insert(0, "web")
    for name, switch in SWITCHES.items():
        if name in sys.argv[2:]:
            switch()
    print(json.dumps(import_module("tests.app.stories").play(TESTS)))
