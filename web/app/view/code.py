"""A code as a picture for a camera."""

import re

from app.html import Markup, tag


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
