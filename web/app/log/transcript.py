"""Lines of the log as plain text and as Markdown, to be pasted elsewhere."""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain, groupby
from typing import TYPE_CHECKING

from app.common.times import when
from app.log import words
from app.log.state import entry_in_words, game_roll, is_open, lying_of
from app.roll.state import Lying
from pyrules.campaign.events import Rolled, time_of
from pyrules.campaign.ledger import Entry
from pyrules.core.english import minus
from pyrules.core.roll import Die, name_of_face
from pyrules.systems import BY_ID

if TYPE_CHECKING:  # loaded only where the log has a roll of somebody's own game
    from pyrules.campaign.games import GameRoll


def faces(dice: Iterable[Sequence[Die]]) -> str:
    """Dice as people write them into a chat, pool by pool.

    >>> faces([[Die(6, (4,)), Die(6, (6, 3))], [Die(6, (5,))]])
    '4 6→3 / 5'
    """
    return " / ".join(" ".join("→".join(map(str, die.faces)) for die in pool) for pool in dice if pool)


def dice_in_words(pools: Sequence[Sequence[Lying]]) -> str:
    """The dice as people write them into a chat, each with what it counts as; by name or size where these differ."""
    dice = [[one for one in pool if one.kind != "dropped"] for pool in pools]
    if all(len({one.sides for one in pool}) < 2 and not any(one.mark.name for one in pool) for pool in dice):
        return " / ".join(" ".join(map(shows, pool)) for pool in dice if pool)
    runs = groupby(chain(*dice), lambda one: (one.mark.name, one.mark.size or f"d{one.sides}"))
    return ", ".join(f"{name} {size} {' '.join(map(shows, run))}".strip() for (name, size), run in runs)


def shows(die: Lying) -> str:
    """Return the value that a die counts as, with how it comes to that or its throws that do not count."""
    mark = die.mark
    if mark.worth is not None:
        return minus(f"{mark.worth} ({mark.badge})")
    name_of = partial(name_of_face, die.sides, size=mark.size)
    dropped = ", ".join(map(name_of, mark.dropped))
    return f"{name_of(die.face)} (not {dropped})" if dropped else "→".join(map(name_of, die.faces))


def as_text(entries: Iterable[Entry]) -> str:
    """Lines of the log as text, a paragraph each."""
    return "\n\n".join("\n".join(part for part in paragraph(entry) if part) for entry in entries) + "\n"


def paragraph(entry: Entry) -> tuple[str, ...]:
    """One line of the log as lines of text; empty ones say nothing."""
    event, line = entry.event, entry_in_words(entry.event)
    struck = f" ({words.STRUCK})" if entry.is_struck else ""
    by_hand, by_count = (event.physical, event.counted) if isinstance(event, Rolled) else (False, False)
    dice = words.dice_lie(faces_told(entry), physical=by_hand, counted=by_count)
    return (
        " · ".join((BY_ID[event.system].title, when(time_of(event)), *line.whose)),
        " · ".join(part for part in (line.notation, line.headline, line.summary) if part) + struck,
        dice,
        ", ".join(line.changes),
        f"{words.NOTE}: {entry.note}" if entry.note else "",
    )


def faces_told(entry: Entry) -> str:
    """The dice of a roll, as they count where the rules here tell, unless it is secret; "" for other lines."""
    event = entry.event
    if roll := game_roll(event):
        return dice_in_words(lying_of_game(roll))
    if not isinstance(event, Rolled) or not is_open(event, None):
        return ""
    return faces_rolled(event)


def lying_of_game(roll: "GameRoll") -> list[list[Lying]]:
    """The dice of a roll of one's own game as they lie, pool by pool."""
    return [
        [
            Lying(place, die.sides, die.faces, die.faces[-1], mark, mark.role or "thrown")
            for place, (die, mark) in enumerate(zip(pool, marks, strict=True))
        ]
        for pool, marks in zip(roll.dice, roll.marks, strict=True)
    ]


def faces_rolled(event: Rolled) -> str:
    """The dice of a roll that may be secret, as its maker reads them."""
    return dice_in_words(lying_of(event)) or faces(event.dice)


def as_markdown(entries: Iterable[Entry]) -> str:
    """Lines of the log as a Markdown list."""
    return "\n".join(map(item, entries)) + "\n"


def item(entry: Entry) -> str:
    """One line of the log as an item of a Markdown list; what people wrote in it is text, never markup."""
    event, line = entry.event, entry_in_words(entry.event)
    verdict = f"**{plain(line.headline)}**" if line.headline else ""
    shorthand = plain(line.notation) if "`" in line.notation else f"`{line.notation}`" if line.notation else ""
    told = " · ".join(part for part in (verdict, shorthand, plain(line.summary), *map(plain, line.whose)) if part)
    rest = (plain(faces_told(entry)), plain(", ".join(line.changes)), plain(entry.note))
    head = f"- {plain(BY_ID[event.system].title)}, {when(time_of(event))}: {f'~~{told}~~' if entry.is_struck else told}"
    return "".join((head, *(f"  \n  {part}" for part in rest if part)))


def plain(text: str) -> str:
    r"""Text that Markdown shows as it is, on one line.

    >>> print(plain("*2* <b>"))
    \*2\* \<b\>
    """
    return re.sub(r"([\\`*_{}\[\]<>()#+!|~&-])", r"\\\1", " ".join(text.split()))
