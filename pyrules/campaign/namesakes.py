"""Who a person is: their name, and for some a mark behind it, so that two of one name are two.

Events call people by name. Whoever is written down where that name may be another's gets a mark as well, once and for
good: at another's table, where others write down a person at the same time or hide them, in a log that has copies, and
where a person had the name before. It is made of signs that no screen shows and no keyboard has, and goes along when
they are renamed. All others are who their name says, as in older logs.
"""

import re
from collections.abc import Iterable
from hashlib import sha256

from pyrules.campaign.reading import Check
from pyrules.core.characters import MARKED, alike

BEGINS = "\U000e0001"
"""The signs before a mark; no name has it, since it shows nothing (`characters.clean_name`)."""

TAGS = 0xE0000
"""Unicode's tags: invisible signs, each so far behind its visible one."""

LENGTH = 6
MARK = re.compile(f"{MARKED.pattern}$")


def mark_name(name: str, event: str) -> str:
    """The name with a mark of the event that writes a person down."""
    return name + BEGINS + "".join(chr(TAGS + ord(sign)) for sign in sha256(event.encode()).hexdigest()[:LENGTH])


def unmark_name(name: str) -> str:
    """The name as people type it.

    >>> unmark_name(mark_name("Ann", "e1")), len(mark_name("Ann", "e1"))
    ('Ann', 10)
    """
    return MARK.sub("", name)


def rename_person(name: str, other: str) -> str:
    """Another name for a person, who stays who they are."""
    return unmark_name(name) + mark_of(other)


def namesake(who: str, others: Iterable[str]) -> str:
    """Another one whose name looks as that of a person does; "" where there is none."""
    same = alike(who)
    return next((one for one in others if one != who and alike(one) == same), "")


def mark_of(name: str) -> str:
    """The mark behind a name; "" where it has none.

    >>> mark_of(mark_name("Ann", "e1")) == mark_of(mark_name("Bo", "e1")), mark_of("Ann")
    (True, '')
    """
    found = MARK.search(name)
    return found[0] if found else ""


def of_somebody(check: Check[str]) -> Check[str]:
    """A check of a name behind which a mark may stand."""

    def read_name(value: object) -> str:
        found = MARK.search(value) if isinstance(value, str) else None
        return check(value[: found.start()]) + found[0] if found and isinstance(value, str) else check(value)

    return read_name
