"""Rooms that most visits do without: each message reaches the module that answers it."""

import inspect
from importlib import import_module

from app.common.own_screens import screens_of
from app.rooms import ROOMS

from pyrules.systems import IDS


def test_what_is_answered_late_is_what_its_module_answers() -> None:
    late: dict[str, set[str]] = {}
    kinds = [*(kinds for room in ROOMS for kinds in room.handlers), *(screens_of(name).handlers for name in IDS)]
    for handlers in kinds:
        for on, handler in handlers.items():
            known = inspect.getclosurevars(handler).nonlocals
            if "update" in known:
                assert known["on"] == on
                late.setdefault(known["update"], set()).add(on)
    assert len(late) > len(IDS)
    assert late == {module: set(import_module(module).HANDLERS) for module in late}
