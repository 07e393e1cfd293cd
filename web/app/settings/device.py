"""The device, as the browser tells of it at the start of each visit."""

import json
from dataclasses import replace

from app.common.answer import Answer, Handler, Message, World
from app.model import Model
from app.settings.state import Device


def know(model: Model, message: Message, world: World) -> Answer:
    """Take over what the browser tells of itself."""
    return replace(model, device=Device(**json.loads(message["value"]))), ()


HANDLERS: dict[str, Handler] = {"device": know}
