"""Characters that people paste: dashes, digits and brackets of every kind, and marks that nobody sees."""

import re
import unicodedata
from collections.abc import Sequence

DASHES = "‐‑‒–—―−"
ALIKE = str.maketrans(dict.fromkeys(DASHES, "-") | dict.fromkeys("‘’", "'"))
"""The characters that word processors, phones and rulebooks put in place of those on a keyboard."""

RAISED = ("<super>", "<sub>", "<fraction>", "<circle>")
"""Signs that mean something else than the digits that they are made of, such as those of footnotes."""

JOINERS = "\u200c\u200d"
UNSEEN = re.compile(
    "[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Signs that show nothing by themselves. Joiners and variation selectors do something where they stand right."""

BLANKS = "\u115f\u1160\u2800\u3164\uffa0"

HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Unicode's control characters and surrogates (categories Cc and Cs), which cannot be shown at all."""

CYRILLIC = {
    **dict(zip("ABCEHIJKMOPSTXY", "АВСЕНІЈКМОРЅТХУ", strict=True)),
    **dict(zip("acdehijlopqsuwxy", "асԁеһіјӏорԛѕսԝху", strict=True)),
}
GREEK = {**dict(zip("ABEZHIKMNOPTYX", "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", strict=True)), **dict(zip("aiknopuv", "αικηορυν", strict=True))}
OTHERS = str.maketrans({other: own for alphabet in (CYRILLIC, GREEK) for own, other in alphabet.items()})
"""Letters of other scripts, with those of this one that they look like."""

ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")
OF_A_LINK = re.compile("[A-Za-z0-9._-]*")
"""The characters of a link or a code."""

MARKED = re.compile("\U000e0001[\U000e0030-\U000e0039\U000e0061-\U000e0066]{6}")
"""A mark behind a name (`pyrules.campaign.namesakes`), of signs that no screen shows."""

VIRAMA = 9
"""The combining class of the signs behind which, and before which, Indic scripts use joiners."""


def without_marks(text: str) -> str:
    """A text as it is shown and read out: without the marks that tell two of one name apart.

    >>> without_marks("Ann\U000e0001\U000e0030\U000e0061\U000e0030\U000e0061\U000e0030\U000e0061's choices")
    "Ann's choices"
    """
    return text if text.isascii() else MARKED.sub("", text)


def plain(text: str) -> tuple[str, Sequence[int]]:
    """A notation in the signs of a keyboard, and the column in `text` of each of its characters and of its end.

    Digits of every script become those of a keyboard, and marks that nobody sees are left out.

    >>> plain("１２ – 2")
    ('12 - 2', (1, 2, 3, 4, 5, 6, 7))
    """
    if text.isascii():
        return text, range(1, len(text) + 2)
    pieces: list[tuple[list[str], list[int]]] = []
    for place, sign in enumerate(text):
        if UNSEEN.match(sign) and not (sign in JOINERS and _stands_right(text, place)):
            continue
        same = _keyboard(sign)
        if pieces and _goes_on(same[0]):
            pieces[-1][0].append(same)
            pieces[-1][1].extend([place + 1] * len(same))
        else:
            pieces.append(([same], [place + 1] * len(same)))
    found = []
    columns = []
    for signs, places in pieces:
        composed = unicodedata.normalize("NFC", "".join(signs))
        found.append(composed)
        columns += places if len(composed) == len(places) else places[:1] * len(composed)
    return "".join(found), (*columns, len(text) + 1)


def _keyboard(sign: str) -> str:
    """A character as it is typed; one that is raised or a fraction stays as it is."""
    if unicodedata.decomposition(sign).startswith(RAISED):
        return sign
    if unicodedata.category(sign) == "Nd":
        return str(unicodedata.digit(sign))
    return unicodedata.normalize("NFKC", sign).translate(ALIKE)


def _goes_on(sign: str) -> bool:
    """True if a character may become one with the character before it."""
    return unicodedata.category(sign).startswith("M") or "\u1160" <= sign <= "\u11ff"


def clean_name(text: str) -> str:
    """A name as it is kept: composed, without marks that nobody sees, joiners only where they join.

    >>> clean_name("Zoe\u0308"), clean_name("A\u200bn\u200dn")
    ('Zoë', 'Ann')
    """
    while True:
        before = text
        kept = UNSEEN.sub(lambda found: found[0] if _stands_right(before, found.start()) else "", before)  # noqa: B023
        text = unicodedata.normalize("NFC", kept)
        if text == before:
            return text


def first_unseen(text: str) -> str:
    """The first character of a name that nobody sees and that takes no room either; "" where there is none."""
    found = UNSEEN.finditer(text)
    return next((sign[0] for sign in found if sign[0] not in BLANKS and not _stands_right(text, sign.start())), "")


def alike(name: str) -> str:
    """The key that all spellings of a name have in common.

    >>> alike("ANN") == alike("Ann")
    True
    """
    folded = unicodedata.normalize("NFC", UNSEEN.sub("", name)).casefold()
    return " ".join(unicodedata.normalize("NFC", folded).split())


def looks(name: str) -> str:
    """The key that all names have in common that cannot be told from each other by eye.

    >>> looks("\u0410nn") == looks("ann"), looks("\uff27m") == looks("Gm"), looks("\u0411o") == looks("Bo")
    (True, True, False)
    """
    return alike(unicodedata.normalize("NFKC", UNSEEN.sub("", name)).translate(OTHERS).casefold())


def bare_fragment(fragment: str) -> str:
    r"""A link's fragment without what chats and mails put into it or behind it.

    >>> bare_fragment("2%2EeNq\n r-_w).&utm_source=x")
    '2.eNqr-_w'
    """
    written = fragment.encode(errors="replace")
    decoded = ESCAPE.sub(lambda found: bytes.fromhex(found[1].decode()), written).decode(errors="replace")
    found = OF_A_LINK.match(UNSEEN.sub("", "".join(decoded.split())))
    return found[0] if found else ""


def _stands_right(text: str, place: int) -> bool:
    """True if a joiner joins the characters beside it, or a variation selector changes the one before it."""
    sign, before, after = text[place], text[place - 1 : place], text[place + 1 : place + 2]
    if not before or before.isspace() or (UNSEEN.match(before) and before != "\ufe0f"):
        return False
    if sign in JOINERS:
        if VIRAMA in (unicodedata.combining(before), after and unicodedata.combining(after)):
            return True
        if sign == "\u200d" and (before == "\ufe0f" or _is_symbol(before)):
            return bool(after) and _is_symbol(after)
        return _is_cursive(text[max(place - 8, 0) : place]) and _is_cursive(after)
    if "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef":
        return _is_symbol(before) or unicodedata.category(before) == "Lo" or after == "\u20e3"
    return False


def _is_symbol(sign: str) -> bool:
    return unicodedata.category(sign).startswith("S") or sign >= "\U0001f000"


def _is_cursive(text: str) -> bool:
    """True if a text ends in a letter of a script like Arabic, with or without marks on it."""
    letters = [sign for sign in text if not unicodedata.category(sign).startswith("M")]
    return bool(letters) and unicodedata.bidirectional(letters[-1]) == "AL"
