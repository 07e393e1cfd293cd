"""A code as a picture for a camera, and what the camera of this device sees."""

import re
from collections.abc import Callable

from app import words
from app.common.answer import Answer, Handler, Message, World, focus, notify
from app.common.html import Child, Markup, button, tag
from app.model import Model


def picture(rows: tuple[str, ...], label: str) -> Markup:
    """A code as dark squares on white."""
    runs = (
        f"M{run.start()} {number}h{len(run[0])}v1h-{len(run[0])}z"
        for number, row in enumerate(rows)
        for run in re.finditer("1+", row)
    )
    size = len(rows)
    return tag(
        "svg",
        tag("path", d="".join(runs)),
        viewBox=f"0 0 {size} {size}",
        class_="qr",
        role="img",
        aria_label=label,
    )


def camera(on: str, label: str, *, scanning: bool) -> Child:
    """Draw the camera's picture while it looks for a code, else the button that turns it on."""
    if not scanning:
        return button(f"{on}-scan", label, id="scan")
    return (
        tag("canvas", id="camera", role="img", aria_label=words.CAMERA),
        button(f"{on}-stop", words.STOP_CAMERA, id="stop-camera"),
    )


def camera_handlers(on: str, looking: Callable[..., Model]) -> dict[str, Handler]:
    """Return the handlers of a camera; `looking` gives the model with it on, or off."""

    def stop(model: Model, message: Message, world: World) -> Answer:
        return looking(model, scanning=False), (focus("scan"),)

    def end(model: Model, message: Message, world: World) -> Answer:
        return looking(model, scanning=False), ()

    def report_no_camera(model: Model, message: Message, world: World) -> Answer:
        return notify(looking(model, scanning=False), words.no_camera(str(message["value"])), wrong=True)

    return {f"{on}-stop": stop, f"{on}-stopped": end, f"{on}-unscanned": report_no_camera}
