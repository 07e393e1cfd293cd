"""Fields: what the form shows of each, and how it is read and written in the shorthand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from pyrules.author.counters import Amount, Lasting
from pyrules.author.expressions import AuthorError, Value
from pyrules.author.names import Named
from pyrules.core.english import one_of
from pyrules.core.errors import NotationError, quote
from pyrules.core.form import Field, Part, read_label, rows_part, text_part
from pyrules.core.scan import Scanner, tokens

SLOT, SIGNED = "{}", "{:+}"


def signs(text: str) -> tuple[str, ...]:
    """The words and signs that a piece of shorthand is made of, in small letters.

    >>> signs("TN "), signs("two-handed")
    (('tn',), ('two', '-', 'handed'))
    """
    return tuple(token.text.lower() for token in tokens(text)[:-1])


def comes(scan: Scanner, texts: Sequence[str], distance: int = 0) -> bool:
    """True if these words and signs come next."""
    return all(scan.ahead(distance + place).text.lower() == text for place, text in enumerate(texts))


class Entry(Named, Value, ABC):
    """A field: what the form shows of it, and how it is written.

    One that can be told from what follows may be left out of the shorthand, and is `absent` then. `costs` is what it
    costs of a counter before the roll, `holds` the counter that it has the value of, `only` the other field, with its
    values, that it goes with. `reads(scan)` and `writes(value)` take the place of `short`, and `leads_by(scan)` says
    whether it comes next. `what` names its value where it is missing; one that is `unsaid` is never told to be.
    """

    form: Field
    short: str = SLOT
    costs: Amount | None = None
    holds: Lasting | None = None
    text: str = ""
    only: tuple[Entry, Sequence[Any]] | None = None
    reads: Callable[[Scanner], Any] | None = None
    writes: Callable[[Any], str] | None = None
    leads_by: Callable[[Scanner], bool] | None = None
    absent: Any = None
    expected: str = ""
    reserved: tuple[str, ...] = ()
    what: str = ""
    unsaid: bool = False

    @property
    def key(self) -> str:
        """Its name."""
        return self.name

    @cached_property
    def before(self) -> tuple[str, ...]:
        """The words and signs before the value."""
        before, _, _ = self.short.replace(SIGNED, SLOT).partition(SLOT)
        return signs(before)

    @cached_property
    def behind(self) -> tuple[str, ...]:
        """The words and signs behind the value."""
        _, _, behind = self.short.replace(SIGNED, SLOT).partition(SLOT)
        return signs(behind)

    def take_name(self, name: str) -> None:
        """Give it its name; raises `AuthorError` for a shorthand that cannot be read."""
        super().take_name(name)
        try:
            self.reserved_words  # noqa: B018 (it is looked at whether it can be read)
        except NotationError as error:
            raise AuthorError(f"the shorthand of {quote(self.title)}, {quote(self.short)}: {error}") from None

    def show_name(self) -> None:
        """Have a number written with its name before it, unless it says how it is written."""
        if "short" not in vars(self) and (
            self.form.kind == "number" or any(isinstance(one, int) for one in self.order)
        ):
            self.short = f"{self.name} {{}}".replace("_", " ")
            vars(self).pop("before", None)  # these are those of the earlier shorthand
            vars(self).pop("behind", None)

    @property
    def reserved_words(self) -> tuple[str, ...]:
        """The words that no name in the shorthand can have."""
        return tuple(word for word in (*self.before, *self.behind) if word.isalpha())

    @property
    def would_do(self) -> str:
        """The words for what is missing where it is not there."""
        return self.expected or f"{quote(' '.join(self.before))} and {self.title}"

    @property
    def spare(self) -> bool:
        """True if it can be left out of the shorthand, as its beginning tells it from what follows."""
        return bool(self.before) or self.leads_by is not None

    def applies(self, values: Mapping[str, Any]) -> bool:
        """True if a test with these values has it."""
        return self.only is None or (self.only[0].applies(values) and values[self.only[0].name] in self.only[1])

    def leads(self, scan: Scanner) -> bool:
        """True if it comes next."""
        if self.leads_by:
            return self.leads_by(scan)
        return comes(scan, self.before) if self.before else True

    def read_entry(self, scan: Scanner) -> Any:
        """Take it; raises `NotationError`."""
        if self.reads:
            return self.reads(scan)
        for sign in self.before:
            scan.expect(sign)
        value = self.value(scan)
        for place, sign in enumerate(self.behind):
            scan.expect(sign, "" if place else repr("".join(self.behind)))
        return value

    @abstractmethod
    def value(self, scan: Scanner) -> Any:
        """Take the value alone; raises `NotationError`."""

    def write(self, value: Any) -> str:
        """The shorthand of a value; "" where it is left out."""
        return self.writes(value) if self.writes else self.short.format(value)

    def from_form(self, value: Any, _where: str, _reserved: tuple[str, ...]) -> Any:
        """The value of the test that the form's value makes; raises `FormError`."""
        return value

    def to_form(self, value: Any) -> Any:
        """The form's value of a value of the test."""
        return value

    def part(self, value: Any) -> Part | None:
        """The part that it adds to the length of a notation, where that has no bound."""
        del value
        return None

    @property
    def order(self) -> tuple[Any, ...]:
        """Its values where they are words in an order."""
        return ()


class Number(Entry):
    """A number from a lowest to a highest one."""

    given_besides = ("start",)

    @property
    def spare(self) -> bool:
        """True if it can be left out."""
        return super().spare or SIGNED in self.short

    @property
    def would_do(self) -> str:
        """The words for what is missing."""
        return super().would_do if super().spare or self.expected else f"a number for {self.what or self.title}"

    def leads(self, scan: Scanner) -> bool:
        """True if it comes next."""
        distance = len(self.before)
        return super().leads(scan) and (
            self.reads is not None or SIGNED not in self.short or scan.ahead(distance).text in ("+", "-")
        )

    def write(self, value: Any) -> str:
        """The number; "" for none, and for 0 where that is the usual one."""
        return "" if value is None or (value == 0 and self.absent == 0 and self.spare) else super().write(value)

    def value(self, scan: Scanner) -> int:
        """Take the number."""
        low, high = self.form.low, self.form.high
        column = scan.here.column
        sign = scan.accept("+", "-") if SIGNED in self.short or low < 0 else None
        if sign is None:
            return scan.number(self.what or self.title, max(low, 0), high)
        number = scan.number(self.what or self.title)
        number = -number if sign.text == "-" else number
        if not low <= number <= high:
            raise NotationError(column, f"{self.what or self.title} cannot be {number}", f"{low} to {high}")
        return number


class Switch(Entry):
    """On or off."""

    truth = True

    def take_name(self, name: str) -> None:
        """Give it its name, which is the word that says it is on where none is stated."""
        self.short = self.short or (self.name or name).strip("_").lower().replace("_", " ")
        super().take_name(name)

    @property
    def would_do(self) -> str:
        """The words for what is missing."""
        return self.expected or quote(" ".join(self.before))

    def value(self, scan: Scanner) -> bool:
        """It is there."""
        del scan
        return True

    def write(self, value: Any) -> str:
        """The word, or nothing."""
        return self.short if value else ""


class Chosen(Entry):
    """One of a few words, or numbers."""

    @property
    def order(self) -> tuple[Any, ...]:
        """The values in order."""
        return tuple(self.from_form(choice.value, "", ()) for choice in self.form.choices)

    @property
    def spare(self) -> bool:
        """True if it can be left out."""
        return True

    @property
    def reserved_words(self) -> tuple[str, ...]:
        """The words that no name in the shorthand can have."""
        return (*super().reserved_words, *(word for choice in self.form.choices for word in signs(choice.value)))

    @property
    def would_do(self) -> str:
        """The words for what is missing."""
        return self.expected or one_of([self.short.format(choice.value) for choice in self.form.choices])

    def leads(self, scan: Scanner) -> bool:
        """True if it comes next: what stands before it, or one of its words."""
        before = self.before
        return comes(scan, before) if before else bool(self._there(scan))

    def _there(self, scan: Scanner) -> str:
        found = [choice.value for choice in self.form.choices if comes(scan, signs(choice.value))]
        return max(found, key=lambda value: len(signs(value)), default="")

    def value(self, scan: Scanner) -> Any:
        """Take the word."""
        if not (value := self._there(scan)):
            raise scan.mismatch(self.would_do)
        for _ in signs(value):
            scan.take()
        return self.from_form(value, "", ())

    def write(self, value: Any) -> str:
        """The word, as it is always written."""
        return self.writes(value) if self.writes else self.short.format(value)

    def from_form(self, value: Any, _where: str, _reserved: tuple[str, ...]) -> Any:
        """A word, or the number that it is."""
        return int(value) if all(choice.value.isdigit() for choice in self.form.choices) else value

    def to_form(self, value: Any) -> Any:
        """The word."""
        return str(value)


class Text(Entry):
    """A name in words."""

    @property
    def spare(self) -> bool:
        """True if it can be left out."""
        return True

    def leads(self, scan: Scanner) -> bool:
        """True if it comes next."""
        return super().leads(scan) if self.before or self.leads_by else scan.here.kind == "word"

    @property
    def would_do(self) -> str:
        """The words for what is missing."""
        return self.expected or self.title

    def value(self, scan: Scanner) -> str:
        """Take the words as far as they go."""
        return scan.words(*self.reserved)

    def from_form(self, value: Any, where: str, reserved: tuple[str, ...]) -> Any:
        """The name, if it can stand in a notation."""
        return read_label(value, where, self.reserved or reserved)

    def part(self, value: Any) -> Part | None:
        """The name."""
        return text_part(self.name, value)


class Rows(Entry):
    """A list of rows, each of which has a value for every column; in the test each is of the class `row`."""

    columns: tuple[Entry, ...] = ()
    row: Callable[..., Any] = tuple

    @property
    def spare(self) -> bool:
        """True if it can be left out."""
        return True

    def leads(self, scan: Scanner) -> bool:
        """True if a row comes next."""
        return self.leads_by(scan) if self.leads_by else self.columns[0].leads(scan)

    @property
    def would_do(self) -> str:
        """The words for what is missing."""
        return self.expected or self.columns[0].would_do

    def read_entry(self, scan: Scanner) -> Any:
        """Take the rows, each of which `reads` reads where it is given."""
        return self.value(scan)

    def value(self, scan: Scanner) -> Any:
        """Take rows as far as they go."""
        rows: list[Any] = []
        while self.leads(scan):
            column = scan.here.column
            rows.append(self.reads(scan) if self.reads else self.row(**dict(read_all(scan, self.columns))))
            if len(rows) > self.form.high:
                many = f"there are more than {self.form.high} {self.title.lower()}"
                raise NotationError(column, many, "fewer; add some up")
        return tuple(rows)

    def write(self, value: Any) -> str:
        """The rows one after the other."""
        return " ".join(map(self.write_row, value))

    def write_row(self, row: Any) -> str:
        """One row."""
        if self.writes:
            return self.writes(row)
        return " ".join(filter(None, (column.write(getattr(row, column.name)) for column in self.columns)))

    def from_form(self, value: Any, where: str, reserved: tuple[str, ...]) -> Any:
        """The rows of the test."""
        return tuple(
            self.row(
                **{
                    column.name: column.from_form(row[column.name], f"{where}.{place}.{column.name}", reserved)
                    for column in self.columns
                }
            )
            for place, row in enumerate(value)
        )

    def to_form(self, value: Any) -> Any:
        """The rows of the form."""
        return [{column.name: column.to_form(getattr(row, column.name)) for column in self.columns} for row in value]

    def part(self, value: Any) -> Part | None:
        """The rows, and the names in them."""
        names = [getattr(row, column.name) for row in value for column in self.columns if isinstance(column, Text)]
        return rows_part(self.name, map(self.write_row, value), names)

    @property
    def reserved_words(self) -> tuple[str, ...]:
        """The words that no name in the shorthand can have."""
        return tuple(word for column in self.columns for word in column.reserved_words)


def read_all(
    scan: Scanner, entries: Sequence[Entry], *, last: bool = False, columns: dict[str, int] | None = None
) -> Iterator[tuple[str, Any]]:
    """Take fields in their order, with their values, those left out blank; raises `NotationError`.

    After the `last` nothing may follow. `columns` is filled with the column at which each begins.
    """
    values: dict[str, Any] = {}
    missed: list[str] = []
    for entry in entries:
        if columns is not None:
            columns[entry.name] = scan.here.column
        if not entry.applies(values):
            values[entry.name] = entry.from_form(entry.form.default, "", ())
        elif entry.leads(scan):
            if missed and not entry.spare and scan.here.kind != "number":
                raise scan.mismatch(one_of([*missed, entry.would_do]))
            before = scan.place
            values[entry.name] = entry.read_entry(scan)
            missed = [] if scan.place > before else missed
        elif entry.spare:
            values[entry.name] = entry.absent
            missed += [] if entry.unsaid else [entry.would_do]
        else:
            raise scan.mismatch(one_of([*missed, entry.would_do]))
        yield entry.name, values[entry.name]
    if last and scan.here.kind != "end":
        raise scan.mismatch(one_of([*missed, "the end of the notation"]))
