"""The first screen: the way back to where the reader was, and the systems to choose from."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from app.common.dice import dress, still
from app.common.html import Child, Markup, tag
from app.common.icon import GOOD, ICONS, icon
from app.common.link import link
from app.common.times import when
from app.common.tracking import unseen
from app.common.ways import ways
from app.log.state import entry_in_words, rolls
from app.model import Model
from app.picker import words
from app.picker.state import FRAMED, PLAY, SHELF, WORKSHOP
from app.place import COMPARE, Place
from app.roll.state import lying
from pyrules.campaign.events import Rolled, time_of
from pyrules.campaign.people import person
from pyrules.campaign.rolls import faithful_replay
from pyrules.campaign.tracking import Person
from pyrules.core.english import minus
from pyrules.core.roll import FATE_DIE
from pyrules.systems import BY_ID, all_systems


def picker(model: Model) -> Child:
    """Draw the first page: what it is, the ways to a table, and a card for every system."""
    played = last_played(model)
    return (
        tag("p", words.TAGLINE, class_="tagline"),
        where_you_were(model),
        ways(model),
        tag("h2", words.PICK_A_SYSTEM),
        tag(
            "ul",
            (
                card(
                    (dice(model, system.picture), system.title, system.about),
                    href=link(model, Place(system.id, "roll")),
                    data_system=system.id,
                )
                for system in sorted(all_systems(), key=lambda one: played.get(one.id, len(played)))
            ),
            class_="systems played" if played else "systems",
        ),
        of_ones_own(model),
        tag("div", more_games(model), make_your_own(model), to_desk(model), class_="elsewhere"),
    )


def card(shown: tuple[Child, str, Child], **leads: str) -> Markup:
    """A game in a list: its picture, its title and what is said of it; and where it leads."""
    picture, title, about = shown
    return tag("li", tag("a", picture, tag("strong", title), tag("span", about), **leads, class_="card"))


MOST_READ = 1000
"""In how many of the newest rolls is looked for what was played last."""


def last_played(model: Model) -> dict[str, int]:
    """The systems that were rolled with, each with its place: the last one first."""
    newest = islice(rolls(model.campaign, unseen=unseen(model)), MOST_READ)
    return {system: place for place, system in enumerate(dict.fromkeys(event.system for _, event in newest))}


def own(model: Model) -> Child:
    """Draw the reader's own games, and the way to make more, unless that is open in this page."""
    return None if model.table and model.table.frame else (of_ones_own(model), make_your_own(model))


def of_ones_own(model: Model) -> Child:
    """A card for every system that somebody has made here; it is played in the workshop, apart from the others."""
    if not model.own or model.one_file:
        return None
    return (
        tag("h2", words.YOUR_OWN),
        tag(
            "ul",
            (card((None, one.title, one.about), **to_workshop(model, PLAY, one.key)) for one in model.own),
            class_="systems",
        ),
    )


def more_games(model: Model) -> Markup | None:
    """The way to the games of the shelf; they are played in the workshop, which the one file has on the web."""
    if model.one_file and not model.device.site:
        return None
    return tag(
        "a",
        tag("strong", words.MORE_GAMES),
        tag("span", words.elsewhere(words.GAMES_ABOUT) if model.one_file else words.GAMES_ABOUT),
        href=link(model, Place("", "games")),
        class_="card to-desk",
    )


def make_your_own(model: Model) -> Markup:
    """The way to the workshop, a page of its own; the one file has it on the web, if it knows where, or says so."""
    if model.one_file and not model.device.site:
        return tag("p", words.ON_THE_SITE, class_="quiet")
    return tag(
        "a",
        tag("strong", words.MAKE_YOUR_OWN),
        tag("span", words.elsewhere(words.MAKE_ABOUT) if model.one_file else words.MAKE_ABOUT),
        **to_workshop(model),
        class_="card to-desk",
    )


def to_desk(model: Model) -> Markup:
    """The way to the desk, where tests are compared."""
    return tag(
        "a",
        tag("strong", words.COMPARE_AND_CHANGES),
        tag("span", words.DESK_ABOUT),
        href=link(model, Place("", COMPARE)),
        class_="card to-desk",
    )


def to_workshop(model: Model, what: str = "", key: str = "") -> dict[str, str]:
    """The attributes of a link to the workshop, to do this with a game there; at a table it cuts no connection."""
    if model.one_file:
        shelved = f"#{what}={key}" if what == SHELF else ""  # games of the reader's own are elsewhere on the web
        return {"href": f"{model.device.site}{WORKSHOP}{shelved}", "target": "_blank" if model.table else "_self"}
    if model.table:
        return {"href": link(model, FRAMED) + (f"#{what}.{key}" if key else "")}
    return {"href": model.root + WORKSHOP + (f"#{what}={key}" if key else ""), "target": "_self"}


def dice(model: Model, shown: Iterable[tuple[int, int, str]], whose: Person | None = None) -> Markup:
    """Dice on felt, each by its size, face and kind."""
    look = dress(model.preferences, whose)
    return look.around(
        tag(
            "span",
            still(sides, face, look, kind if kind == FATE_DIE else ""),
            class_="die",
            data_sides=sides,
            data_kind=kind or None,
        )
        for sides, face, kind in shown
    )


MOST_SHOWN = 9
"""The most dice of the last roll that are shown."""


def lay(event: Rolled) -> Iterator[tuple[int, int, str]]:
    """The dice of a roll that count, as they lay; nothing where today's rules say otherwise than the log."""
    again = faithful_replay(event)
    if again is None:
        return
    for die in chain(*lying(again.roll, again.verdict)):
        if die.kind != "dropped":
            yield die.sides, die.face, die.mark.size or die.kind


def where_you_were(model: Model) -> Markup | None:
    """The way back to the system that was rolled with last: who rolls, the test in its form, and the last roll."""
    entry, event = next(rolls(model.campaign, unseen=unseen(model)), (None, None))
    if entry is None or event is None:
        return None
    told = entry_in_words(event)
    called = model.campaign.current_name(event.system, event.who, entry.id)
    thrower = person(model.campaign, BY_ID[event.system], called)
    return tag(
        "a",
        dice(model, islice(lay(event), MOST_SHOWN), thrower) if any(event.dice) else None,
        tag("strong", f"{words.GO_ON_WITH} {BY_ID[event.system].title}"),
        tag("span", " · ".join(filter(None, (model.acting[event.system], model.sheets[event.system].notation)))),
        tag(
            "span",
            f"{words.LAST_ROLL}: ",
            tag("b", icon(model.root, ICONS[told.good]), told.headline, data_good=GOOD[told.good]),
            "".join(f" · {minus(part)}" for part in (told.summary, *told.whose, when(time_of(event))) if part),
            class_="quiet",
        ),
        href=link(model, Place(event.system, "roll")),
        data_system=event.system,
        class_="card go-on",
    )
