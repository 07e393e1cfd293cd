"""A system's rulebook as data: its rules with their addresses, and the rulings where its text is silent."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal, NamedTuple, TypeVar

from pyrules.core.english import one_of
from pyrules.core.errors import FormError, quote_value

F = TypeVar("F", bound=Callable[..., Any])
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Setting:
    """A house-rule switch: either one of `choices`, or a whole number from `low` to `high`.

    `choices` are keys, as they are stored; `labels` are their words, where those are not the keys themselves.
    `earlier` is what held up to a version of the log's format (`pyrules.campaign.codec`) wherever it was not named:
    that version and the value.
    """

    name: str
    label: str
    choices: tuple[str, ...] = ()
    default: str | int = ""
    low: int = 0
    high: int = 0
    earlier: tuple[int, str | int] | None = None
    labels: tuple[str, ...] = ()

    def label_of(self, value: str | int) -> str:
        """The words for a value.

        >>> Setting("hit", "A die hits", ("six", "high"), "six", labels=("on a 6", "on 5 or more")).label_of("high")
        'on 5 or more'
        """
        return str(dict(zip(self.choices, self.labels, strict=False)).get(str(value), value))

    def read_value(self, value: object) -> str | int:
        """The value as the rules use it, from a form, a file or the command line, where labels may stand for choices.

        Raises `FormError` with the bound or the choices.
        """
        if self.choices:
            words = value.strip().casefold() if isinstance(value, str) else None
            for choice in self.choices:
                if words in (choice.casefold(), self.label_of(choice).casefold()):
                    return choice
            raise FormError({self.name: f"{quote_value(value)} is not a choice; use {one_of(self.choices)}"})
        number = (
            int(value) if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 6 else value
        )
        if isinstance(number, int) and not isinstance(number, bool) and self.low <= number <= self.high:
            return number
        raise FormError({self.name: f"{quote_value(value)} is out of bounds; use {self.low} to {self.high}"})


@dataclass(frozen=True, slots=True)
class Ruling:
    """The reading of a silent or contradictory place of the text.

    `source` is where the reading comes from: "lineage" (the older game the text follows), "site" or "repo" (the
    author's other pages) or "reading" (ours alone). `settings` are the switches that it offers.
    """

    number: int
    open: str
    chosen: str
    why: str
    source: Literal["lineage", "site", "repo", "reading"] = "reading"
    settings: tuple[Setting, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in our own words.

    `name` is its address within the system (the whole address is `system.name`). `built` is the function that states
    it, with `@rule` above it; a rule that is not computed has none, and `reason` says why. `test` is the test that
    shows it. `rulings` are the numbers of the rulings that bear on it.
    """

    name: str
    title: str
    text: str
    built: Callable[..., Any] | None = None
    test: str = ""
    rulings: tuple[int, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A table of the text: the heads of its columns, and its rows.

    What each row `puts` into the form makes the test that the row's chance is told of. Or each row is an outcome of
    the form's own test: its `outcomes` are rows of the test's degrees. A chart with neither has no chances. `rule` is
    the address of the rule that it belongs to.
    """

    title: str
    rule: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    puts: tuple[Mapping[str, Any], ...] = ()
    outcomes: tuple[Any, ...] = ()


def rule(title: str, *rulings: int, text: str = "", name: str = "", test: str = "") -> Callable[[F], F]:
    """Mark the function below as the one that states a rule.

    The rule's text is the first paragraph of the function's docstring. Where a function states several rules, each has
    its `text` beside its title. `rulings` are the numbers of those that bear on the rule. `name` is the function's
    where it is left out, and `test` is then `test_` and the name; a test in another file than the system's is given
    with its file.
    """

    def mark_rule(function: F) -> F:
        known: Any = function
        address = name or known.__name__
        known.states = (Stated(address, title, text, test or f"test_{address}", rulings), *states(known))
        return function

    return mark_rule


class Stated(NamedTuple):
    """A rule as `@rule` marks a function with it; `text` is "" where the function's docstring has it."""

    name: str
    title: str
    text: str
    test: str
    rulings: tuple[int, ...]


def states(one: object) -> tuple[Stated, ...]:
    """The rules that something is marked with."""
    found: tuple[Stated, ...] = getattr(one, "__dict__", {}).get("states", ())
    return found


def paragraphs(docstring: str | None) -> list[str]:
    r"""The paragraphs of a docstring, each on one line.

    >>> paragraphs("One\n    thought.\n\n    Another.")
    ['One thought.', 'Another.']
    """
    return [" ".join(paragraph.split()) for paragraph in (docstring or "").split("\n\n")]


def rulebook(tests: str, *stated: Rule | ModuleType | Callable[..., Any], order: str = "") -> tuple[Rule, ...]:
    """The rules that are given, and those that functions, or the functions of modules, are marked with.

    `tests` is the file with their tests. `order` has the names of all rules as they follow each other; left out, they
    stand as they are found.
    """
    found = [rule for one in stated for rule in _rules_in(one, tests)]
    places = {name: place for place, name in enumerate(order.split())}
    return tuple(sorted(found, key=lambda rule: places[rule.name]) if places else found)


def _rules_in(one: Rule | ModuleType | Callable[..., Any], tests: str) -> Iterable[Rule]:
    if isinstance(one, Rule):
        return (one,)
    if isinstance(one, ModuleType):
        own = (value for value in vars(one).values() if states(value) and value.__module__ == one.__name__)
        return [rule for value in own for rule in _rules_in(value, tests)]
    stated = states(one)
    if not stated:
        raise ValueError(f"{one} states no rule: mark it with @rule")
    texts = [rule.text for rule in stated] if len(stated) > 1 else [stated[0].text or paragraphs(one.__doc__)[0]]
    for rule, text in zip(stated, texts, strict=True):
        if not text:
            wanted = "text=... beside its title" if len(stated) > 1 else "a docstring, or text=... beside its title"
            raise ValueError(f"the rule {rule.title!r} of {one.__name__} has no text: give it {wanted}")
    return [
        Rule(
            rule.name, rule.title, text, one, rule.test if "::" in rule.test else f"{tests}::{rule.test}", rule.rulings
        )
        for rule, text in zip(stated, texts, strict=True)
    ]


def settings_of(rulings: Sequence[Ruling]) -> tuple[Setting, ...]:
    """The house-rule switches of all these rulings."""
    return tuple(setting for ruling in rulings for setting in ruling.settings)


def read_settings(settings: tuple[Setting, ...], given: Mapping[str, object]) -> dict[str, str | int]:
    """Every setting's value: the given one, else its default.

    Raises `FormError` naming every unknown setting and every impossible value.
    """
    known = {setting.name: setting for setting in settings}
    wrong = {name: f"unknown setting; {_use_of(known)}" for name in given if name not in known}
    values: dict[str, str | int] = {}
    for name, setting in known.items():
        try:
            values[name] = setting.read_value(given[name]) if name in given else setting.default
        except FormError as error:
            wrong |= error.fields
    if wrong:
        raise FormError(wrong)
    return values


def _use_of(known: Mapping[str, Setting]) -> str:
    return f"use {one_of(list(known))}" if known else "there are none"


def settings_reader(house_rules: Callable[..., S], rulings: Sequence[Ruling]) -> Callable[[Mapping[str, object]], S]:
    """The function that reads a test's house rules: a record with a field for each setting of the rulings, by name.

    It raises `FormError` as `read_settings` does.
    """
    settings = settings_of(rulings)
    return lambda given: house_rules(**read_settings(settings, given))
