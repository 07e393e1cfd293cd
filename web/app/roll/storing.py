"""Storing what is unfinished for the next visit."""

from app.common.answer import Answer, keep
from app.model import Model
from app.roll.unfinished import unfinished


def store(before: Model, model: Model) -> Answer:
    """Store what is unfinished where that has changed."""
    known = unfinished(before)
    return model, tuple(keep(key, now) for key, now in unfinished(model).items() if now != known.get(key))
