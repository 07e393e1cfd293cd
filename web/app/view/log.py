"""The log: every roll, the newest first."""

import time

from app import words
from app.html import Child, Markup, tag
from app.model import BY_ID, Entry, Model


def log(model: Model) -> Child:
    """The rolls of the system the reader is at."""
    entries = [entry for entry in reversed(model.log) if entry.system == model.place.system]
    if not entries:
        return tag("p", words.LOG_EMPTY, class_="card")
    return tag("ol", (line(entry) for entry in entries), class_="log", aria_label=words.LOG)


def line(entry: Entry) -> Markup:
    """One roll in a line."""
    when = time.localtime(entry.at / 1000)
    return tag(
        "li",
        tag("time", time.strftime("%H:%M", when), datetime=time.strftime("%Y-%m-%dT%H:%M:%S", when)),
        tag("span", BY_ID[entry.system].title),
        tag("code", entry.notation),
        tag("strong", entry.headline),
        tag("span", entry.summary),
        class_="card",
    )
