"""The problem with a text, in one sentence that says what to write instead: for what Python cannot read or do."""

from __future__ import annotations

import ast
import inspect
import keyword
import re
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from functools import partial
from types import MappingProxyType
from typing import Any

from pyrules import author
from pyrules.author import plain
from pyrules.author.dice import Pool
from pyrules.author.expressions import Value
from pyrules.author.readings import Readable
from pyrules.core.english import one_of
from pyrules.core.errors import RulesError

NO_NAMES: Mapping[str, Any] = MappingProxyType({})


def syntax_problem(text: str, error: SyntaxError) -> str:
    r"""Why Python cannot read a text, with what to write, in words.

    >>> text = "```python"
    >>> syntax_problem(text, SyntaxError("invalid syntax", ("", 1, 1, text, 1, 2)))
    'leave out the line ```python, which is no part of the program'
    """
    lines = text.split("\n")
    line = lines[error.lineno - 1].strip() if error.lineno and error.lineno <= len(lines) else ""
    first = line.split(" ", 1)[0]
    if first != first.lower() and first.lower() in WORDS_OF_PYTHON:
        return f"write {first.lower()} in small letters, not {first}"
    if first in keyword.kwlist and line[len(first) :].lstrip().startswith("="):
        return f"{first} is a word of Python's and cannot be a name; choose another one"
    for wrong, right in LINES:
        if found := re.search(wrong, line):
            return right(found) if callable(right) else found.expand(right)
    for said, told in TOLD:
        if said in error.msg:
            return told
    return "Python cannot read this: a sign, a comma or a bracket is missing here, or one too much"


WORDS_OF_PYTHON = {"from", "import", "def", "if", "else", "return", "class", "for", "while"}


def _one_word(found: re.Match[str]) -> str:
    return f"a name is one word: write {re.sub(r'[^A-Za-z0-9]+', '_', found[1])} = ..."


def _count_advice(found: re.Match[str]) -> str:
    word = "at_least" if found[1].startswith(">") else "below"
    return f"write count({word}={int(found[2]) + (found[1] in ('>', '<='))}) for count({found[1]} {found[2]})"


LINES: tuple[tuple[str, Any], ...] = (
    (r"^```.*", r"leave out the line \g<0>, which is no part of the program"),
    (r"^>>>", "leave out >>>, which a Python prompt shows and no program has"),
    (r"^(//|/\*|--|<!--)", r"a note begins with #; write # in place of \1"),
    (r"//\s*[A-Za-z]+ [A-Za-z]", "a note begins with #; write # in place of //"),
    (r"\*\*[^*]+\*\*|^#{1,6}[A-Z]|^[-*] ", "this is how a page of text is marked, and no Python; leave the marks out"),
    (r"^(?:var|let|const|int|my|set) (\w+)\s*=", r"a name needs no word before it: write \1 = ..."),
    (r"^(\d+[A-Za-z]\w*)\s*=", r"a name begins with a letter, and not as \1 does; choose another one"),
    (r"^(\w+(?:[ -]\w+)+)\s*=(?!=)", _one_word),
    (r"\$", "leave out $, which no name has"),
    (r"count\(\s*(>=|<=|>|<)\s*(\d+)", _count_advice),
    (r"\(\s*=(?!=)", "nothing stands between ( and =; leave out the ="),
    (r"\b(\d+)d(\d+)", r"write d\2(\1) for \1d\2"),
    (r"\b(\d+)\s*%", r"write \1 alone; a chance of \1 % is d100().total <= \1"),
    (r"=>", "write >= in place of =>"),
    (r"=<", "write <= in place of =<"),
    (r":=", "write = in place of :="),
    (r"&&", "write and in place of &&"),
    (r"\|\|", "write or in place of ||"),
    (r"===", "write == in place of ==="),
    (r"<>", "write != in place of <>"),
    (r"([<>!=]) +=", r"write \1= without a blank between"),
    (r"(\w+)\+\+", r"write \1 + 1; what has a name is not counted on"),
    (r"!(?!=)", "write not in place of the exclamation mark"),
    (r"=\s*if\b", "write the value first: this if condition else that"),
    (r"=\s*for\b", "what is gone through stands in brackets: [... for one in those]"),
    (r"^import ([\w.]+)\s+\w", r"write from \1 import ..."),
    (r"^(?:else|elif)\b", "this stands under no if; leave it out, or write when(condition, this, that)"),
    (r"\(\s*,", "something is missing before the comma"),
    (r"[-+*/]\s*\)", "something is missing after the sign"),
    (r"^([a-z]\w*)\[\"", r"write round brackets after \1"),
    (r"\b(action|check|choice|counter|degree|number|option|switch|system|text|track) ?([\"'\[{])",
     r"write round brackets after \1: \1(...)"),
    (r"\b(count|reroll|showing|keep_highest|keep_lowest)\{", r"write round brackets after \1: \1(...)"),
    (r"^(?!(?:" + "|".join(keyword.kwlist) + r")\b)[A-Za-z]+(?: [A-Za-z]+(?:'[a-z]+)?)+[.:!?]?$",
     "this is no Python; put # before a note"),
)  # fmt: skip
"""The signs in a line that Python cannot read, and the words for them."""

TOLD = (
    (
        "unindent does not match",
        "this line begins farther right or left than those around it; let it begin where they do",
    ),
    ("unexpected indent", "this line begins with blanks; let it begin at the left, as the line before it"),
    ("expected an indented block", "what belongs to the line before begins farther right; put four blanks before it"),
    ("inconsistent use of tabs", "tabs and blanks are mixed at the beginning of this line; use blanks"),
    ("cannot assign to", "one = gives a name to something; write == to compare"),
    ("Maybe you meant '=='", "one = gives a name to something; write == to compare"),
    ("starred assignment", "this line begins with a *; leave it out"),
    ("expected ':'", "this line needs a colon at its end"),
    ("unterminated string", "a quote is missing in this line; text stands between two of them"),
    ("unterminated triple-quoted string", "three quotes open a text here; close it with three as well"),
    ("forgot a comma", "a comma is missing, perhaps at the end of the line before"),
    ("was never closed", "a bracket that is opened here was never closed; close it where what it holds ends"),
    ("unmatched", "a bracket is closed here that was never opened; leave it out"),
    ("does not match opening", "this closes another kind of bracket than the one that is open; write the same kind"),
    ("positional argument follows keyword", "what has no name stands before what has one; put it first"),
    ("'return' outside function", "return stands inside a function only; begin one with def"),
    ("outside loop", "this ends a loop, and there is none; leave it out"),
    ("outside function", "this stands inside a function only; leave it out"),
    ("'except' or 'finally'", "a game tries nothing out; leave out the line with try:"),
    ("call to 'print'", "a game prints nothing; leave print out"),
    ("leading zeros", "a number begins with no 0; leave it out"),
)
"""The messages of Python, and the advice on each."""


def words_of(error: Exception, line: int, text: str, names: Mapping[str, Any]) -> str:  # noqa: C901, PLR0911, PLR0912 (one for each)
    """The problem while a line of a text ran, in words."""
    match error:
        case RulesError():
            return str(error)
        case NameError() if error.name:
            return _missing(error.name, text, names)
        case AttributeError() if isinstance(error.obj, partial) and "sides" not in (error.name or ""):
            sides = error.obj.args[0]
            return f"d{sides} needs brackets: d{sides}() is one die, d{sides}(3) are three"
        case RecursionError():
            return "this calls itself without end; let it end somewhere"
        case AttributeError() if isinstance(error.obj, (Pool, Value)):
            return _not_read(error.name or "", error.obj)
        case AttributeError() if fields := getattr(error.obj, "__dataclass_fields__", {}):
            return f"there is no {error.name!r} here; there is {one_of(list(fields))}"
        case AttributeError() if error.name:
            return _no_part(error.name, error.obj)
        case ModuleNotFoundError():
            near = _near(str(error.name), {"pyrules", "pyrules.author"})
            return f"there is no {str(error.name)!r} to import here; {near or 'leave it out'}"
        case ImportError() if found := re.match(r"cannot import name '(\w+)' from '([\w.]+)'", str(error)):
            if found[1] in author.__all__:
                return f"{found[2]} has no {found[1]!r}; write from pyrules.author import {found[1]}"
            return f"{found[2]} has no {found[1]!r}; {_near(found[1], {*author.__all__}) or 'leave it out'}"
        case ImportError():
            return "this cannot be imported; leave it out"
        case ZeroDivisionError():
            return "this divides by 0; say what counts then, as in when(dice > 0, hits // dice, 0)"
        case TypeError() if words := _called_wrongly(str(error), names) or _used_wrongly(str(error)):
            return words
        case KeyError():
            return f"there is no {error.args[0]!r} in it; look how it is written where it is stated"
        case IndexError():
            return "there are fewer than that in it; the first is [0], and the last [-1]"
        case ValueError() if found := re.search(r"int\(\).*: (.+)", str(error)):
            return f"{found[1]} is no whole number; write one without quotes"
        case ValueError() | TypeError() if "unpack" in str(error):
            return "left of = stand more names, or fewer, than there are things right of it; write one for each"
        case _ if text.split("\n")[line - 1].strip().startswith(("raise", "assert")):
            return f"the text ends itself here: {error}" if str(error) else "the text ends itself here"
    return "Python cannot do this; see whether each part of the line is what it should be: a number, dice or a word"


KINDS = {
    "int": "a number", "bool": "a number", "float": "a number", "str": "a word", "NoneType": "nothing",
    "list": "a list", "tuple": "a list", "dict": "a table", "Pool": "dice", "function": "a function",
    "method": "a function", "builtin_function_or_method": "a function", "type": "a function", "module": "a module",
    "functools.partial": "dice without brackets", "partial": "dice without brackets",
}  # fmt: skip
"""The kinds of things by Python's names, and by those here."""

MEANT = {
    "sum": "total", "add": "total", "max": "highest", "best": "highest", "min": "lowest", "worst": "lowest",
    "len": "count", "size": "count", "hits": "count", "successes": "count", "keep": "keep_highest",
    "drop_lowest": "keep_highest", "drop_highest": "keep_lowest", "value": "total", "result": "total",
}  # fmt: skip
"""The names that others have for readings of dice."""

READINGS = {name for name in vars(Readable) if not name.startswith("_")} - {"no_number"}
"""The readings of dice."""

BRACKETS = {"count": "(6)", "any": "(6)", "all": "(6)", "showing": "(6)", "but": "(6)", "below": "(6)", "sets": "(2)"}
"""The names that follow some of it."""


def _not_read(name: str, of: Pool | Value) -> str:
    """That dice, or a value, have nothing of this name, and what is meant."""
    if isinstance(of, Value):
        if name in READINGS | MEANT.keys():
            return f"{of.spoken_name!r} is a number already, and has no {name!r}; leave it out"
        return f"a value has no {name!r}; {_near(name, {'at_least', 'at_most', 'up', 'down'}) or 'leave it out'}"
    if name == "roll":
        return f"dice have no 'roll': people roll them; {READ}"
    there = READINGS | {"explode", "again", "reroll", "keep_highest", "keep_lowest"}
    near = f"do you mean {MEANT[name]!r}?" if name in MEANT else _near(name, there)
    return f"dice have no {name!r}; {near or 'leave it out'}"


READ = "read what they show, as in mine.total"


def _no_part(name: str, of: object) -> str:
    """That something has no part of this name, and what has one."""
    kind = KINDS.get(type(of).__name__, "this")
    if of is None:
        return f"{name!r} is asked of nothing: a name was given None, or a function ends without return"
    if name in READINGS:
        return f"{name!r} is asked of {kind}; ask it of dice, as in mine.{name}{BRACKETS.get(name, '')}"
    return f"{kind} has no {name!r}; {_near(name, {one for one in dir(of) if one[0] != '_'}) or 'leave it out'}"


def _missing(name: str, text: str, names: Mapping[str, Any]) -> str:
    """That there is no such name, and what would do."""
    told = f"there is no {name!r}; "
    if name in author.__all__:
        return f"{told}add it to the line that begins with: from pyrules.author import"
    if name in SAID:
        return told + SAID[name]
    if die := re.fullmatch(r"d(\d+)", name):
        return f"{told}write dice({die[1]}, 2) for two dice of {die[1]} sides"
    for part in ast.walk(plain.tree(text)):
        match part:
            case ast.Expr(ast.Compare(ast.Name(id=left), [ast.Eq()])) if left == name:
                return f"{told}one = gives a name, and == compares: write {name} = ..."
    if name in READINGS:
        return f"{told}it is asked of dice, as in mine.{name}{BRACKETS.get(name, '')}"
    there = {*names, *author.__all__, *BUILTINS, *_names_in(text)} - {name, *plain.WORDS} | {"max", "min"}
    alike = [one for one in there if one.lower() == name.lower()]
    near = _near(name, there) if not alike else f"do you mean {alike[0]!r}?"
    return told + (near or "import or write it first")


SAID = {
    "roll": f"people roll the dice; {READ}",
    "more": "write >= for so much or more",
    "less": "write <= for so much or less",
    "higher": "write >= for so much or higher",
    "lower": "write <= for so much or lower",
    "null": "write None",
}
"""The advice on words that are no names."""

BUILTINS = {"True", "False", "None", "abs", "int", "len", "max", "min", "range", "round", "set", "sorted", "sum"}
"""The names of Python's own that a game may mean."""


def _near(name: str, there: Collection[str]) -> str:
    """The name that is meant, as a question; "" where none is near."""
    close = get_close_matches(name, sorted(there), 1)
    return f"do you mean {close[0]!r}?" if close else ""


def _names_in(text: str) -> set[str]:
    """The names in the code of a text: of variables, functions and their parameters."""
    tree = list(ast.walk(plain.tree(text)))
    found = {one.id for one in tree if isinstance(one, ast.Name)} | {
        one.arg for one in tree if isinstance(one, ast.arg)
    }
    return found | {one.name for one in tree if isinstance(one, ast.FunctionDef)}


def _used_wrongly(said: str) -> str:
    """The message of Python on things that do not go together, in words that name what to do; "" for anything else.

    >>> _used_wrongly("unsupported operand type(s) for +: 'int' and 'str'")
    '+ stands between a number and a word; write numbers on both sides'
    """
    for wrong, told in USED:
        if found := re.search(wrong, said):
            return told.format(*(KINDS.get(one, one) for one in found.groups()))
    return ""


USED = (
    (
        r"'(?:Reading|Made)' object is not callable",
        "what is read of dice has no brackets: mine.total, mine.highest, mine.keep_highest(2).total",
    ),
    (
        r"'Pool' has no len|'Pool' object is not subscriptable",
        "dice are read by .total, .highest or .count(6); mine.count() says how many there are",
    ),
    (r"'Pool' object is not callable", "dice are followed by brackets; say how many in the first, as in d6(3)"),
    (r"partial", "dice need brackets, and a reading to be a number: d6().total is what one die shows"),
    (
        r"'(?:builtin_function_or_)?(?:method|function)' object is not subscriptable",
        "a function is asked with round brackets, as in mine.count(6)",
    ),
    (
        r"'(\w+)' object is not callable",
        "{} is followed by brackets as if it were a function; leave them out, or put a sign before them",
    ),
    (r"'(\w+)' object is not subscriptable", "{} is followed by [ ] as if it were a list; leave them out"),
    (r"'(\w+)' object is not iterable", "{} stands where several things must, as in [1, 2, 3]"),
    (r"object of type '(\w+)' has no len", "{} has no length; leave out len()"),
    (r"'(\w+)' object cannot be interpreted|bad operand type for .*: '(\w+)'", "a whole number must stand here"),
    (r"expected at least", "something is missing between the brackets"),
    (
        r"unsupported operand type\(s\) for (\S+?):? .*'([\w.]+)' and '([\w.]+)'",
        "{} stands between {} and {}; write numbers on both sides",
    ),
    (
        r"'(\S+)' not supported between instances of '([\w.]+)' and '([\w.]+)'",
        "{} stands between {} and {}; write numbers on both sides",
    ),
    (
        r"can only concatenate (\w+) \(not \"(\w+)\"\)",
        "+ stands between {} and {}; write numbers on both sides",
    ),
)
"""The messages of Python on things used as what they are not, and the advice on each."""


def _called_wrongly(said: str, names: Mapping[str, Any] = NO_NAMES) -> str:
    """The message of Python on a call that does not fit, in words that name what to do; "" for anything else.

    >>> _called_wrongly("system() missing 1 required keyword-only argument: 'examples'")
    'system() needs examples as well'
    >>> _called_wrongly("number() got an unexpected keyword argument 'strat'")
    "number() takes no 'strat'; leave it out"
    >>> _called_wrongly("number() got an unexpected keyword argument 'strat'. Did you mean 'start'?")
    "number() takes no 'strat'; do you mean 'start'?"
    >>> _called_wrongly("hits() takes 1 positional argument but 2 were given")
    'hits() takes 1 value without a name, and 2 were given'
    """
    if found := re.fullmatch(r"(?:\w+\.)?(.+\)) missing \d+ required .*?arguments?: (.+)", said):
        return f"{found[1]} needs {found[2].replace(chr(39), '')} as well"
    if found := re.fullmatch(r"(.+\)) got an unexpected keyword argument ('\w+')(?:\. Did you mean ('\w+')\?)?", said):
        if found[2].strip("'") in names:
            return f"one = names what is given; write == to compare: {found[2].strip(chr(39))} == ..."
        there = inspect.signature(names[called]).parameters if (called := found[1].strip("()")) in names else {}
        near = f"do you mean {found[3]}?" if found[3] else _near(found[2].strip("'"), {*there})
        return f"{found[1]} takes no {found[2]}; {near or 'leave it out'}"
    if found := re.search(r"between instances of 'method' and|between instances of '.+' and 'method'", said):
        return "count is asked with brackets, as in mine.count(6) >= 1"
    if found := re.fullmatch(r"(.+\)) takes (.+) positional arguments? but (\d+) (?:was|were) given", said):
        values = "value" if found[2] == "1" else "values"
        return f"{found[1]} takes {found[2]} {values} without a name, and {found[3]} were given"
    return ""
