"""The readings of a pool of dice, and some of its dice: `mine.count(6)`, `mine.highest`, `mine.below(6)`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from pyrules.author.expressions import ALIKE, AuthorError, Made, Value, at, evaluate, is_value
from pyrules.core.english import all_of, one_of
from pyrules.core.errors import quote


@dataclass(frozen=True, slots=True)
class Keep:
    """Some of the highest dice, or of the lowest."""

    number: Any
    lowest: bool = False

    @property
    def which(self) -> str:
        """Which of them, in a word."""
        return "lowest" if self.lowest else "highest"


@dataclass(frozen=True, slots=True)
class Faces:
    """Which faces: one of these, or any, and at `least` or `below` so much; `but` turns it round."""

    these: tuple[Any, ...] = ()
    least: Any = None
    below: Any = None
    but: bool = False

    @property
    def parts(self) -> tuple[Any, ...]:
        """The values that they depend on."""
        return (*self.these, self.least, self.below)

    def at(self, names: Mapping[Any, Any]) -> Faces:
        """The faces by what is known."""
        return Faces(
            tuple(evaluate(one, names) for one in self.these),
            evaluate(self.least, names),
            evaluate(self.below, names),
            self.but,
        )

    def fits(self, face: int) -> bool:
        """True if a face is one of them."""
        found = (
            (not self.these or face in self.these)
            and (self.least is None or face >= self.least)
            and (self.below is None or face < self.below)
        )
        return found is not self.but

    def never(self, shown: Collection[int]) -> Iterator[tuple[int, str]]:
        """Each face by number that is asked for and is none of those that dice show, with how it is told."""
        if not shown:
            return
        yield from ((one, str(one)) for one in self.these if isinstance(one, int) and one not in shown)
        if isinstance(self.least, int) and self.least > max(shown):
            yield self.least, f"{self.least} or more"
        if isinstance(self.below, int) and self.below <= min(shown):
            yield self.below, f"less than {self.below}"

    def __str__(self) -> str:
        told = [one_of([_words_of(one) for one in self.these])] if self.these else []
        told += [f"{_words_of(self.least)} or more"] if self.least is not None else []
        told += [f"below {_words_of(self.below)}"] if self.below is not None else []
        return ("no " if self.but else "") + all_of(told)


EVERY = Faces()


def _words_of(one: Any) -> str:
    return one.spoken_name if is_value(one) else str(one)


@dataclass(frozen=True, slots=True)
class Some:
    """Those dice of a pool that show certain faces, and with `+` those `more` of other pools."""

    pool: Any
    faces: Faces
    more: tuple[Some, ...] = ()

    def __add__(self, other: Some) -> Some:
        """Both these dice and those."""
        return replace(self, more=(*self.more, *other.each))

    @property
    def each(self) -> tuple[Some, ...]:
        """These dice pool by pool."""
        return (replace(self, more=()), *self.more)

    def has(self, die: Any, names: Mapping[Any, Any]) -> bool:
        """True if a die of a roll is one of them."""
        return any(die.group.of == some.pool.whole.name and some.faces.at(names).fits(die.value) for some in self.each)


def some_of(given: Any) -> Some:
    """Some dice, or all of a pool."""
    return given if isinstance(given, Some) else Some(given, EVERY)


class Reading(Value):
    """A number that is read of a pool: its `kind`, and the faces that it is about."""

    def __init__(self, pool: Any, kind: str, faces: Faces = EVERY) -> None:
        self.pool, self.kind, self.faces = pool, kind, faces
        self.parts = tuple(one for one in (*pool.whole.values(), *pool.values(), *faces.parts) if is_value(one))

    @property
    def words(self) -> str:
        """The words for the reading."""
        kept = "".join(f" {keep.which} {_words_of(keep.number)} of" for keep in self.pool.keeps[::-1])
        if self.kind == "count":
            return f"how many of{kept} {self.pool.spoken_name} show {self.faces}"
        return f"the {self.kind} of{kept} {self.pool.spoken_name}"

    def adds(self, names: Mapping[Any, Any]) -> bool:
        """True if each die adds to it by itself, whatever the others show."""
        fixed = not any(is_value(at(one, names)) for one in self.parts)
        return fixed and self.kind in ("count", "total") and not self.pool.keeps and not self.pool.percent

    def of_die(self, die: Any, names: Mapping[Any, Any]) -> int:
        """The part that one die adds to it."""
        if die.group.of != self.pool.whole.name:
            return 0
        value: int = die.value
        return value if self.kind == "total" else self.faces.at(names).fits(value)

    def value_of_dice(self, values: Sequence[int], names: Mapping[Any, Any]) -> int:
        """The value of dice that lie."""
        found = sorted(values, reverse=True)
        first, end = places(self.pool.keeps, len(found), names)
        value: int = KINDS[self.kind](found[first:end], self.faces.at(names))
        return value


def places(keeps: Sequence[Keep], dice: int, names: Mapping[Any, Any]) -> tuple[int, int]:
    """The first place that is kept of n dice, the highest first, and the first behind those that are.

    >>> places([Keep(3), Keep(1, lowest=True)], 5, {})
    (2, 3)
    """
    first, end = 0, dice
    for keep in keeps:
        number = min(max(evaluate(keep.number, names), 0), end - first)
        first, end = (end - number, end) if keep.lowest else (first, first + number)
    return first, end


def longest_run(faces: Sequence[int]) -> int:
    """The most faces in a row.

    >>> longest_run((6, 5, 5, 4, 2))
    3
    """
    shown, run, best = set(faces), 0, 0
    for face in range(min(faces, default=1), max(faces, default=0) + 1):
        run = run + 1 if face in shown else 0
        best = max(best, run)
    return best


KINDS: Mapping[str, Any] = {
    "count": lambda values, faces: sum(map(faces.fits, values)),
    "total": lambda values, _: sum(values),
    "largest set": lambda values, _: max(Counter(values).values(), default=0),
    "longest run": lambda values, _: longest_run(values),
    "sets": lambda values, faces: sum(number >= faces.least for number in Counter(values).values()),
}
"""The readings of dice, the highest first."""


class Readable:
    """The readings that a pool offers, and which of its dice can be named."""

    def count(self, *these: Any, at_least: Any = None, below: Any = None, but: Any = None) -> Reading:
        """The dice that show one of these faces, or at least so much: `mine.count(6)`, `mine.count(at_least=5)`."""
        if not these and at_least is None and below is None and but is None:
            return self._reading("count")
        given = these if but is None else but if isinstance(but, tuple) else (but,)
        return self._reading("count", self._faces(given, at_least, below, but=but is not None))

    def _faces(self, these: Sequence[Any], least: Any = None, below: Any = None, *, but: bool = False) -> Faces:
        """Faces by number, or by the names that they have; raises `AuthorError` for anything else."""
        pool: Any = self
        kinds = pool.kinds
        given = [kinds.index(one) + 1 if one in kinds else one for one in (*these, least, below)]
        for one in given:
            if not (one is None or isinstance(one, int) or is_value(one)):
                use = f"here is {one_of(kinds)}" if kinds else "count faces by their number, as in count(6)"
                raise AuthorError(f"{one!r} is no face; {use}")
        return Faces(tuple(given[:-2]), given[-2], given[-1], but)

    @property
    def total(self) -> Reading:
        """All dice added up."""
        return self._reading("total")

    @property
    def highest(self) -> Reading:
        """The highest die."""
        pool: Any = self
        found: Reading = pool.keep_highest(1).total
        return found

    @property
    def lowest(self) -> Reading:
        """The lowest die."""
        pool: Any = self
        found: Reading = pool.keep_lowest(1).total
        return found

    @property
    def largest_set(self) -> Reading:
        """The most dice that show the same face."""
        return self._reading("largest set")

    @property
    def longest_run(self) -> Reading:
        """The most faces in a row."""
        return self._reading("longest run")

    def sets(self, of: int = 2) -> Reading:
        """The number of faces that at least n dice show: pairs, or triples."""
        return self._reading("sets", Faces(least=of))

    @property
    def doubles(self) -> Value:
        """True if two dice show the same face; of a d100, tens and ones."""
        pool: Any = self
        if pool.percent:
            return self.count(*range(11, 100, 11), 100) >= 1
        return self.largest_set >= 2

    def any(self, *these: Any, **more: Any) -> Value:
        """True if some die shows one of these faces."""
        return self.count(*these, **more) >= 1

    def all(self, *these: Any, **more: Any) -> Value:
        """True if every die shows one of these faces."""
        return Made(ALIKE, "{} is {}", self.count(*these, **more), self.count(), truth=True)

    def below(self, face: Any) -> Some:
        """Those dice that show less, to be rolled again."""
        return self._some(self._faces((), below=face))

    def at_least(self, face: Any) -> Some:
        """Those dice that show so much or more."""
        return self._some(self._faces((), face))

    def showing(self, *these: Any) -> Some:
        """Those dice that show one of these faces."""
        return self._some(self._faces(these))

    def but(self, *these: Any) -> Some:
        """Those dice that show none of these faces."""
        return self._some(self._faces(these, but=True))

    def _reading(self, kind: str, faces: Faces = EVERY) -> Reading:
        pool: Any = self
        return Reading(pool, kind, faces)

    def _some(self, faces: Faces) -> Some:
        pool: Any = self
        return Some(pool, faces)

    def no_number(self, other: Any) -> Any:
        """Raise `AuthorError`: dice are no number."""
        del other
        pool: Any = self
        raise AuthorError(pool.called_dice)

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = no_number
    __lt__ = __le__ = __gt__ = __ge__ = no_number

    def __bool__(self) -> NoReturn:
        raise AuthorError(
            f"{quote(str(getattr(self, 'spoken_name', 'dice')))} are dice and no condition; read something of them"
        )

    def __iter__(self) -> NoReturn:
        raise AuthorError("dice are read by .total, .highest, .lowest or .count(6), and not gone through")
