"""A form on the screen, of any room."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.common.answer import Answer
from pyrules.core.form import Field, Values


@dataclass(frozen=True, slots=True)
class Form:
    """A form on the screen: its fields, the values that it has, and what happens to others that are put there."""

    fields: Sequence[Field]
    values: Values
    put: Callable[[Values], Answer]
