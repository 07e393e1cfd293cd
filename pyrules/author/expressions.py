"""Values that are known when people roll: fields, counters and what dice show, with operators between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import count
from typing import Any, NoReturn, Self, TypeGuard

from pyrules.core.errors import RulesError, quote


class AuthorError(RulesError):
    """Something in the file of a system that cannot be used; the message says what would do.

    `function` is the one of the file that it is about, None where that is none.
    """

    def __init__(self, problem: str, function: Callable[..., Any] | None = None) -> None:
        super().__init__(problem)
        self.function = function


CHOOSES, BOTH, EITHER, ALIKE = "({1} if {0} else {2})", "({} and {})", "({} or {})", "({0} <= {1} <= {0})"

IN_ORDER = count()
"""Values are numbered as they are stated: what something is made of has a lower number."""


class Value:
    """Something that is known when people roll; operators make further values of it.

    `parts` are what it is made of, `code` is its Python with a place for each of them, `truth` whether it is so or not.
    """

    title: str = ""
    name: str = ""
    parts: tuple[Any, ...] = ()
    code: str = ""
    truth: bool = False

    place: int

    __hash__ = object.__hash__

    def __new__(cls, *_: Any, **__: Any) -> Self:
        """A value with its number."""
        found = super().__new__(cls)
        found.place = next(IN_ORDER)
        return found

    @property
    def order(self) -> tuple[Any, ...]:
        """The words that it can be, in order; of anything else none."""
        return ()

    @property
    def key(self) -> Any:
        """The key by which it is known where people roll."""
        return self

    @property
    def spoken_name(self) -> str:
        """Its name, or what it is made of."""
        return self.name.replace("_", " ") or self.words

    @property
    def words(self) -> str:
        """The words for its parts."""
        return self.title.lower()

    def __bool__(self) -> NoReturn:
        raise AuthorError(
            f"{quote(self.spoken_name)} is known only when people roll; write when(condition, this, that) for if,"
            " & for and, | for or, ~ for not, and put each comparison in brackets"
        )

    def __repr__(self) -> str:
        return self.spoken_name

    def __index__(self) -> NoReturn:
        raise AuthorError(f"{quote(self.spoken_name)} is known only when people roll, so it cannot stand here")

    __int__ = __float__ = __index__

    def __iter__(self) -> NoReturn:
        raise AuthorError(f"{quote(self.spoken_name)} is one value; there is nothing to go through")

    def __format__(self, spec: str) -> str:
        raise AuthorError(
            f"{quote(self.spoken_name)} is known only when people roll; leave out the f before the text, and its name"
            " in braces is filled in"
        )

    def __contains__(self, _: object) -> NoReturn:
        self.__iter__()

    def __add__(self, other: Any) -> Value:
        return of_numbers("+", self, other)

    def __radd__(self, other: Any) -> Value:
        return of_numbers("+", other, self)

    def __sub__(self, other: Any) -> Value:
        return of_numbers("-", self, other)

    def __rsub__(self, other: Any) -> Value:
        return of_numbers("-", other, self)

    def __mul__(self, other: Any) -> Value:
        return of_numbers("*", self, other)

    def __rmul__(self, other: Any) -> Value:
        return of_numbers("*", other, self)

    def __floordiv__(self, other: Any) -> Value:
        return of_numbers("//", self, other)

    def __rfloordiv__(self, other: Any) -> Value:
        return of_numbers("//", other, self)

    def __mod__(self, other: Any) -> Value:
        return of_numbers("%", self, other)

    def __truediv__(self, _: Any) -> NoReturn:
        raise AuthorError(f"{quote(self.spoken_name)} is a whole number; divide it with //, which rounds down")

    def __pow__(self, _: Any) -> NoReturn:
        raise AuthorError(f"{quote(self.spoken_name)} has no powers; multiply it, as in skill * skill")

    def __neg__(self) -> Value:
        return Made("(-{})", "-{}", self)

    def __abs__(self) -> Value:
        return Made("abs({})", "{} without its sign", self)

    def __lt__(self, other: Any) -> Value:
        return of_numbers("<", self, other, truth=True)

    def __le__(self, other: Any) -> Value:
        return of_numbers("<=", self, other, truth=True)

    def __gt__(self, other: Any) -> Value:
        return of_numbers(">", self, other, truth=True)

    def __ge__(self, other: Any) -> Value:
        return of_numbers(">=", self, other, truth=True)

    def __eq__(self, other: object) -> Any:
        return alike(self, other)

    def __ne__(self, other: object) -> Any:
        return ~alike(self, other)

    def __and__(self, other: Any) -> Any:
        return both("and", self, other)

    def __rand__(self, other: Any) -> Any:
        return both("and", other, self)

    def __or__(self, other: Any) -> Any:
        return both("or", self, other)

    def __ror__(self, other: Any) -> Any:
        return both("or", other, self)

    def __invert__(self) -> Value:
        if not self.truth:
            raise AuthorError(f"{quote(self.spoken_name)} is a number and no condition; compare it, as in ones == 0")
        return Made("(not {})", "not {}", self, truth=True)

    def with_parts(self, parts: tuple[Any, ...]) -> Value:
        """The same made of other parts; itself where these are its own."""
        if all(part is before for part, before in zip(parts, self.parts, strict=True)):
            return self
        return Made(self.code, "", *parts, truth=self.truth)

    def up(self, steps: Any = 1) -> Value:
        """The word or number n steps on in the order of a choice, or back, as far as it goes."""
        if not self.order:
            raise AuthorError(f"{quote(self.spoken_name)} has no steps, which a choice has; add to it with +")
        return Step(self, steps)

    def down(self, steps: Any = 1) -> Value:
        """The word or number n steps back in the order of a choice, as far as it goes."""
        return self.up(-steps)

    def at_least(self, low: Any) -> Value:
        """The value, or `low` where it is less."""
        return Made("max({}, {})", "{}, {} at least", self, low)

    def at_most(self, high: Any) -> Value:
        """The value, or `high` where it is more."""
        return Made("min({}, {})", "{}, {} at most", self, high)


class Made(Value):
    """A value that is made of others by `code`; `said` is how that is told."""

    def __init__(self, code: str, said: str, *parts: Any, truth: bool = False) -> None:
        self.code, self.said, self.parts, self.truth = code, said, parts, truth

    @property
    def words(self) -> str:
        """The words for the way it is made."""
        return self.said.format(*(one.spoken_name if isinstance(one, Value) else one for one in self.parts))


class Step(Made):
    """The value that stands n steps on in the order of a choice."""

    def __init__(self, of: Value, steps: Any) -> None:
        words = repr(of.order).replace("{", "{{").replace("}", "}}")
        last = len(of.order) - 1
        super().__init__(f"{words}[max(0, min({words}.index({{}}) + {{}}, {last}))]", "{}, {} steps on", of, steps)
        self._order = of.order

    @property
    def order(self) -> tuple[Any, ...]:
        """The words that it can be, in order."""
        return self._order


def is_value(one: object) -> TypeGuard[Value]:
    """True if something is known only when people roll."""
    return isinstance(one, Value)


def of_numbers(sign: str, left: Any, right: Any, *, truth: bool = False) -> Value:
    """Two numbers with a sign between them; raises `AuthorError` for anything else."""
    for one in (left, right):
        if isinstance(one, int) or (is_value(one) and not any(isinstance(word, str) for word in one.order)):
            continue
        if is_value(one):
            raise AuthorError(f"{quote(one.spoken_name)} is a word, so {sign} says nothing of it; compare it with ==")
        what = getattr(one, "called_dice", "") or (
            f"{one.__name__} is a function and needs brackets" if callable(one) else f"{one!r} is no whole number"
        )
        raise AuthorError(f"{what}; a number must stand at {sign}")
    if sign in ("//", "%") and not is_value(right) and right == 0:
        raise AuthorError("nothing can be divided by 0; say what counts then, as in when(dice > 0, hits // dice, 0)")
    return Made(f"({{}} {sign} {{}})", f"{{}} {sign} {{}}", left, right, truth=truth)


def alike(left: Value, right: Any) -> Value:
    """True if two values are the same; raises `AuthorError` for a word that a value never is."""
    if left.order and not is_value(right) and right not in left.order:
        names = ", ".join(map(str, left.order))
        raise AuthorError(f"{left.title or left.spoken_name} is never {right!r}; it is one of {names}")
    if not (left.order or is_value(right) or isinstance(right, int)):
        raise AuthorError(f"{quote(left.spoken_name)} is a number and never {right!r}; compare it with a number")
    return Made(ALIKE, "{} is {}", left, right, truth=True)


def both(word: str, left: Any, right: Any) -> Any:
    """Two conditions together; raises `AuthorError` for what is no condition."""
    sign = "&" if word == "and" else "|"
    for one in (left, right):
        if not (isinstance(one, bool) or (is_value(one) and one.truth)):
            what = quote(one.spoken_name) if is_value(one) else repr(one)
            raise AuthorError(
                f"{what} is a number, and {sign} stands between conditions; compare it, in brackets:"
                f" (hits >= 1) {sign} (ones == 0)"
            )
    return Made(f"({{}} {word} {{}})", f"{{}} {word} {{}}", left, right, truth=True)


def when(condition: Any, then: Any, otherwise: Any = 0) -> Any:
    """One value where a condition holds, and another where it does not.

    >>> when(True, 2, 3)
    2
    """
    if isinstance(condition, bool):
        return then if condition else otherwise
    if not (is_value(condition) and condition.truth):
        raise AuthorError(f"when(...) begins with a condition such as hits >= 1, and not with {condition!r}")
    truth = all(isinstance(one, bool) or (is_value(one) and one.truth) for one in (then, otherwise))
    return Made(CHOOSES, "{1} if {0}, otherwise {2}", condition, then, otherwise, truth=truth)


def inside(*ones: Any) -> tuple[Value, ...]:
    """All values that some are made of, with themselves, in the order in which they were stated."""
    found: dict[int, Value] = {}

    def go(one: Any) -> None:
        if is_value(one) and id(one) not in found:
            found[id(one)] = one
            for part in one.parts:
                go(part)

    for one in ones:
        go(one)
    return tuple(sorted(found.values(), key=lambda one: one.place))


@lru_cache(maxsize=1024)
def python(code: str, places: int) -> Callable[..., Any]:
    """The function of n values that code with a place for each states."""
    names = [f"v{place}" for place in range(places)]
    found: Callable[..., Any] = eval(f"lambda {', '.join(names)}: {code.format(*names)}")  # noqa: S307 (written here)
    return found


def evaluate(one: Any, names: Mapping[Any, Any]) -> Any:
    """The number that a value has by what is known; anything else is itself."""
    found = dict(names)

    def go(one: Any) -> Any:
        if not is_value(one):
            return one
        if one.key in found:
            return found[one.key]
        if not one.code:
            raise AuthorError(
                f"{quote(one.spoken_name)} is known once its dice lie, and is needed before; use another value"
            )
        if one.code == CHOOSES:  # what is not chosen may be impossible
            value = go(one.parts[1] if go(one.parts[0]) else one.parts[2])
        else:
            value = python(one.code, len(one.parts))(*map(go, one.parts))
        found[one] = value
        return value

    return go(one)


def _rest_of(one: Value, first: Any) -> Any:
    """The rest of a choice, or of two conditions, once the first is known."""
    if one.code == CHOOSES:
        return one.parts[1] if first else one.parts[2]
    return one.parts[1] if bool(first) is (one.code == BOTH) else bool(first)


def at(one: Any, names: Mapping[Any, Any]) -> Any:
    """The rest of a value once some names are known: another value, or its number."""
    found: dict[int, Any] = {}

    def go(one: Any) -> Any:
        if not is_value(one):
            return one
        if id(one) not in found:
            found[id(one)] = step(one)
        return found[id(one)]

    def step(one: Value) -> Any:
        if isinstance(one.key, str) and one.key in names:
            return names[one.key]
        if not one.code:
            return one
        if one.code in (CHOOSES, BOTH, EITHER) and not is_value(first := go(one.parts[0])):
            return go(_rest_of(one, first))
        parts = tuple(map(go, one.parts))
        if any(map(is_value, parts)):
            return one.with_parts(parts)
        return python(one.code, len(parts))(*parts)

    return go(one)


def leaves(*ones: Any) -> Iterator[Value]:
    """The values that some are made of and that are made of nothing themselves."""
    return (part for part in inside(*ones) if not part.code)
