"""A code as a picture for a camera, and what the camera of this device sees."""

import re

from app import words
from app.common.html import Child, Markup, button, tag


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
    """What the camera sees while it looks for a code, and else the button that turns it on; their messages begin so."""
    if not scanning:
        return button(f"{on}-scan", label, id="scan")
    return (
        tag("canvas", id="camera", role="img", aria_label=words.CAMERA),
        button(f"{on}-stop", words.STOP_CAMERA, id="stop-camera"),
    )
