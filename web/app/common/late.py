"""Rooms that most visits do without: their modules are loaded when somebody first goes there."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from app.common.answer import Answer, Handler, Message, World
from app.model import Model


def late(module: str, name: str) -> Callable[..., Any]:
    """A function of a module that is loaded when it is first called."""

    def call(*arguments: object) -> object:
        return getattr(import_module(module), name)(*arguments)

    return call


def answered_late(update: str, *names: str) -> Mapping[str, Handler]:
    """Handlers of messages by their names, whose module is loaded when the first of them comes."""

    def handler(on: str) -> Handler:
        def answer(model: Model, message: Message, world: World) -> Answer:
            found: Answer = import_module(update).HANDLERS[on](model, message, world)
            return found

        return answer

    return {on: handler(on) for on in names}
