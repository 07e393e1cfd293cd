"""Draw again only those parts of the page that have read a part of the model that is another by now."""

from collections.abc import Callable
from types import FunctionType
from typing import Any

from app.common.html import Child, Markup, inside
from app.meant import Unmeant
from app.model import Model
from app.place import Place
from pyrules.systems import all_systems

View = Callable[[Model], Child]
Draw = Callable[[View, Model], Markup]
Read = dict[str, Any]

PLAIN = (str, int, bool, Place)
"""The types whose values are the same when they are equal; all others only as long as they are one object."""


class Drawing:
    """The last drawing of every view, with the parts of the model that it has read."""

    def __init__(self) -> None:
        self.systems = all_systems()  # the one thing beside the model that views read and that may become another
        self.parts: dict[View, tuple[Read, Markup]] = {}
        self.shown: set[View] = set()

    def draw(self, view: View, model: Model) -> Markup:
        """Draw a view of a model, or return its last drawing where nothing that it read has changed."""
        read, html = self.parts.get(view, (None, Markup()))
        if read is None or any(not same(value, part_of(model, name)) for name, value in read.items()):
            read = {}
            html = inside(view(Watched(model, self, read)))
            self.parts[view] = read, html
        self.shown.add(view)
        return html

    def page(self, view: Callable[[Model, Draw], dict[str, Markup]], model: Model) -> dict[str, Markup]:
        """A whole page; what it does not show is forgotten, with the earlier campaign that it was drawn from."""
        self.shown.clear()
        if self.systems != all_systems():
            self.systems, self.parts = all_systems(), {}
        drawn = view(model, self.draw)
        self.parts = {view: part for view, part in self.parts.items() if view in self.shown}
        return drawn


def anew(view: View, model: Model) -> Markup:
    """Draw a view of a model, whatever was drawn before."""
    return inside(view(model))


def part(view: View, model: Model) -> Markup:
    """A part of another view that is drawn by itself, as when it has to be drawn less often than the rest."""
    if not isinstance(model, Watched):
        return anew(view, model)
    drawing, read = Watched.told_of(model)
    html = drawing.draw(view, Watched.whole(model))
    read.update(drawing.parts[view][0])
    return html


def same(before: object, now: object) -> bool:
    """Return whether a view that reads the one draws what it drew of the other."""
    return before is now or (type(before) is type(now) and isinstance(now, PLAIN) and before == now)


def part_of(model: Model, name: str) -> Any:
    """A part of the model; `Unmeant` where there is none, as of a system's form where there is no system."""
    try:
        return getattr(model, name)
    except Unmeant:
        return Unmeant


class Watched(Model):
    """A model that writes down what is read of it, each part as it is read.

    What its methods and `replace` give was made of what they have read, all of that written down.
    """

    __slots__ = ("_drawing", "_model", "_read")

    def __init__(self, model: Model, drawing: Drawing, read: Read) -> None:
        for name, value in (("_model", model), ("_drawing", drawing), ("_read", read)):
            object.__setattr__(self, name, value)

    def __getattribute__(self, name: str) -> Any:
        if isinstance(getattr(Model, name, None), FunctionType):
            return object.__getattribute__(self, name)
        value = part_of(object.__getattribute__(self, "_model"), name)
        if not name.startswith("__"):
            object.__getattribute__(self, "_read")[name] = value
        if value is Unmeant:
            raise Unmeant(name)
        return value

    @staticmethod
    def told_of(model: "Watched") -> tuple[Drawing, Read]:
        """The drawing that it is read for, and what was read so far."""
        return object.__getattribute__(model, "_drawing"), object.__getattribute__(model, "_read")

    @staticmethod
    def whole(model: "Watched") -> Model:
        """The model itself."""
        found: Model = object.__getattribute__(model, "_model")
        return found
