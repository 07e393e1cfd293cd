"""Reading notation: tokens that know their column, and a reader that asks for them one by one."""

import re
import unicodedata
from functools import cache
from typing import NamedTuple

from pyrules.core.characters import JOINERS, plain
from pyrules.core.english import one_of
from pyrules.core.errors import NotationError, quote

MOST_NOTATION = 200
"""The length of a notation, unless a system needs more."""

LONGEST = 400
"""The length of any notation: that of a table of five, each of whom has something named in it."""

MOST_NUMBER = 10_000
MOST_TEXT = 60

WORD = r"[^\W\d_](?:'?[^\W\d_]|[^\w\s\x00-\x7f])*"  # `re` knows no combining marks: `_in_word` tells
SIGNS = "-+*/,.()[]"
"""The signs that every notation has."""


@cache
def token_pattern(more_signs: str) -> re.Pattern[str]:
    """One token of a notation, which may have more signs than every one has."""
    signs = re.escape(SIGNS + more_signs)
    return re.compile(rf"(?P<number>[0-9]+)|(?P<word>{WORD})|(?P<sign>[{signs}])|(?P<space>\s+)|(?P<other>.)")


class Token(NamedTuple):
    """A number, word or sign of a notation, from one column of what was typed to the one before `end`, from 1 on."""

    kind: str
    text: str
    column: int
    end: int


def tokens(typed: str, most: int = MOST_NOTATION, signs: str = "") -> tuple[Token, ...]:
    """Split a notation into tokens, the last one an `end`; it may have `signs` of its own.

    Raises `NotationError` for text over `most` characters or a character that no notation has.

    >>> [token.text for token in tokens("12 [6] (3)")]
    ['12', '[', '6', ']', '(', '3', ')', '']
    """
    if len(typed) > most:
        raise NotationError(most + 1, f"the notation has {len(typed)} characters", f"at most {most}")
    text, columns = plain(typed)
    if len(text) > most:
        raise NotationError(len(typed), f"written out, the notation has {len(text)} characters", f"at most {most}")
    found = []
    for match in token_pattern(signs).finditer(text):
        kind = match.lastgroup or ""
        if kind == "space":
            continue
        start, end = match.span()
        if kind in ("word", "other"):
            for place in range(start, end):
                if kind == "other" or not _in_word(text[place]):
                    raise _unknown_sign(text[place], columns[place])
        found.append(Token(kind, match[0], columns[start], columns[end]))
    return (*found, Token("end", "", columns[-1], columns[-1]))


def _in_word(character: str) -> bool:
    return character.isalnum() or character in f"'{JOINERS}" or unicodedata.category(character).startswith("M")


def _unknown_sign(character: str, column: int) -> NotationError:
    called = quote(character) if character.isprintable() else "an invisible character"
    return NotationError(column, f"{called} is not used in notation", "a number, a word or a sign")


class Scanner:
    """Walks over the tokens of one notation; words are compared without regard to case."""

    def __init__(self, text: str, most: int = MOST_NOTATION, signs: str = "") -> None:
        self.tokens = tokens(text, most, signs)
        self.most = most
        self.place = 0

    @property
    def here(self) -> Token:
        """The token that comes next."""
        return self.tokens[self.place]

    def ahead(self, distance: int = 1) -> Token:
        """The token `distance` places behind the next one; the end where there are none left."""
        return self.tokens[min(self.place + distance, len(self.tokens) - 1)]

    def at(self, *texts: str) -> bool:
        """True if the next token is one of `texts` (lower case)."""
        return self.here.kind != "end" and self.here.text.lower() in texts

    def take(self) -> Token:
        """Take the next token, whatever it is."""
        token = self.here
        self.place = min(self.place + 1, len(self.tokens) - 1)
        return token

    def accept(self, *texts: str) -> Token | None:
        """Take the next token if it is one of `texts`."""
        return self.take() if self.at(*texts) else None

    def expect(self, text: str, expected: str = "") -> Token:
        """Take the next token, which must be `text`; raises `NotationError` when it is not.

        `expected` says more of what would have been right there than the text itself.
        """
        if not self.at(text):
            raise self.mismatch(expected or repr(text))
        return self.take()

    def accept_d6(self) -> bool:
        """Take `d6` if a die comes next; raises `NotationError` for one of another size."""
        if not self.accept("d"):
            return False
        self.expect("6")
        return True

    def expect_d6(self) -> None:
        """Take `d6`; raises `NotationError` when something else comes next."""
        if not self.accept_d6():
            raise self.mismatch("'d6'")

    def number(self, what: str, low: int = 0, high: int = MOST_NUMBER) -> int:
        """Take a number from `low` to `high`; raises `NotationError`, which names it by `what`, when there is none."""
        if self.here.kind != "number":
            raise self.mismatch(f"a number for {what}")
        token = self.take()
        digits = token.text.lstrip("0")
        value = int(digits or 0) if len(digits) <= 5 else high + 1
        if not low <= value <= high:
            raise NotationError(token.column, f"{what} cannot be {token.text[:12]}", f"{low} to {high}")
        return value

    def words(self, *stops: str) -> str:
        """Take words as far as they go, joined by single spaces; a word among `stops` ends them.

        Raises `NotationError` when they are too long.
        """
        column = self.here.column
        found = []
        while self.here.kind == "word" and not self.at(*stops):
            found.append(self.take().text)
        words = " ".join(found)
        if len(words) > MOST_TEXT:
            raise NotationError(column, f"these words have {len(words)} characters", f"at most {MOST_TEXT}")
        return words

    def name(self, *costs: str) -> str:
        """Take a name as far as it goes: words, after the first one numbers too, and hyphens inside.

        A word among `costs` ends it where an amount follows, and so does an amount in front of such a word, which is
        no name. Raises `NotationError` when it is too long.
        """
        column = self.here.column
        name, end = "", column
        while self.here.kind == "word" or name:
            token = self.here
            hyphen = token.text == "-" and token.column == end and self.ahead().column == token.end
            follows = self.ahead() if hyphen else token
            cost = follows.text.lower() in costs and self._amount_ahead(2 if hyphen else 1)
            if cost or self.amount_first(*costs, distance=int(hyphen)) or follows.kind not in ("word", "number"):
                break
            name += f" {token.text}" if name and token.column > end else token.text
            end = self.take().end
        if len(name) > MOST_TEXT:
            raise NotationError(column, f"this name has {len(name)} characters", f"at most {MOST_TEXT}")
        return name

    def amount_first(self, *costs: str, distance: int = 0) -> str:
        """The number and the word that come next where the word, one of `costs`, has its amount in front, not behind.

        "" where there is none of that, or the word goes on behind a hyphen.

        >>> Scanner("1 Destiny)").amount_first("destiny"), Scanner("2 destiny 1").amount_first("destiny")
        ('1 Destiny', '')
        """
        number, word, behind = (self.ahead(distance + place) for place in range(3))
        goes_on = behind.text == "-" and behind.column == word.end
        if number.kind != "number" or word.text.lower() not in costs or goes_on or self._amount_ahead(distance + 2):
            return ""
        return f"{number.text} {word.text}"

    def _amount_ahead(self, distance: int) -> bool:
        signed = self.ahead(distance).text in ("+", "-")
        return self.ahead(distance + signed).kind == "number"

    def end(self, *words: str) -> None:
        """Refuse anything that is left; raises `NotationError` naming it, and the words that could stand there."""
        if self.here.kind != "end":
            raise self.mismatch(one_of([*map(repr, words), "the end of the notation"]))

    def check_length(self, notation: str) -> None:
        """Refuse what was read where its canonical `notation` would be too long to be read back."""
        if len(notation) > self.most:
            problem = f"written out, the notation has {len(notation)} characters"
            raise NotationError(self.here.column, problem, f"at most {self.most}; fewer terms or shorter names")

    def mismatch(self, expected: str) -> NotationError:
        """The error for a next token that does not fit."""
        token = self.here
        problem = "the notation ends here" if token.kind == "end" else f"{quote(token.text)} does not fit here"
        return NotationError(token.column, problem, expected)
