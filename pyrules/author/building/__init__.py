"""A game built with forms: its text read as cards in plain words, and changed one edit at a time.

The text is the only truth. It is read by its syntax and never run; each edit is the smallest change of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from pyrules.author.building.adding import CHOSEN, COUNTED, GAME, LASTS, OPTION, ROLLED, TESTS, add_part, degree_offers
from pyrules.author.building.byhand import hand_cards, lines_by_hand
from pyrules.author.building.dice import count_cards, pool_cards
from pyrules.author.building.forms import Card, Section
from pyrules.author.building.game import Game
from pyrules.author.building.results import degree_cards, option_cards, test_cards, tests_of
from pyrules.author.building.sound import faults
from pyrules.author.building.stated import field_cards, game_cards, lasting_cards
from pyrules.author.building.syntax import Refused, Splice, Unreadable

MOST = 100_000
"""The most characters of a text that forms read."""

TOO_LONG = f"this text is longer than {MOST} characters, which is more than forms read; change it in the text"


def cards_of(text: str) -> dict[str, Any]:
    """The cards of a text, by section, as data; of a text that cannot be read, its problem."""
    if len(text) > MOST:
        return {"sections": [], "by_hand": [], "problem": [1, TOO_LONG]}
    try:
        game, sections = read_game(text)
    except Unreadable as error:
        return {"sections": [], "by_hand": [], "problem": [error.line, str(error)]}
    except RecursionError:
        return {"sections": [], "by_hand": [], "problem": [1, "too much stands within one another; write it in steps"]}
    at = 0
    found = []
    for section in sections:
        cards = [card.data(number) for number, card in enumerate(section.cards, at)]
        at += len(cards)
        adds = [one.data() for one in section.adds]
        found.append({"title": section.title, "says": section.says, "cards": cards, "adds": adds})
    return {"sections": found, "by_hand": lines_by_hand(game)}


@lru_cache(maxsize=2)  # an edit is of a text whose cards are there, and its cards are asked for next
def read_game(text: str) -> tuple[Game, tuple[Section, ...]]:
    """A text as a game and its sections; raises `Unreadable`."""
    game = Game(text)
    return game, tuple(sections_of(game))


def sections_of(game: Game) -> list[Section]:
    """The sections of a game with their cards, in order."""
    tests = tests_of(game)
    comes = []
    for place, test in enumerate(tests):
        title = "What it comes to" if len(tests) == 1 else f"What it comes to: {test.title}"
        adds = degree_offers(place) if test.degrees is not None else ()
        comes.append(Section(title, "The first that holds is the one.", tuple(degree_cards(game, test)), adds))
    found = [
        Section("The game", "Its name, and what it is about.", tuple(game_cards(game)), () if game.own else (GAME,)),
        Section("What is chosen", "Each stands in the form, before the roll.", tuple(field_cards(game)), CHOSEN),
        Section("What is rolled", "The dice, and how many of them.", tuple(pool_cards(game)), ROLLED),
        Section("What counts", "What is read of the dice.", tuple(count_cards(game)), COUNTED),
        *(comes or [Section("What it comes to", "The first that holds is the one.", ())]),
        Section(
            "What may be done after",
            "Offered once the dice lie.",
            tuple(option_cards(game)),
            (OPTION,) if tests else (),
        ),
        Section("Numbers that last", "They stay from roll to roll.", tuple(lasting_cards(game)), LASTS),
        Section("Tests", "Each kind of roll that the game has.", tuple(test_cards(game)), TESTS if tests else ()),
    ]
    if hand := tuple(hand_cards(game)):
        found.append(Section("Written by hand", "No form reads these; they are changed in the text.", hand))
    return found


def edit_text(text: str, edit: Mapping[str, Any]) -> dict[str, Any]:
    """A text after an edit, with the number of the card that it is about; or why the edit is refused.

    >>> edit_text("", {"do": "set", "at": 3, "key": "low", "value": 2})
    {'refused': 'This card is not there any more; look at the text as it is now.'}
    """
    try:
        if len(text) > MOST:
            raise Refused(f"{TOO_LONG[0].upper()}{TOO_LONG[1:]}.")
        return _apply_edit(text, edit)
    except Refused as error:
        return {"refused": str(error)}
    except Unreadable as error:
        return {"refused": f"Line {error.line}: {error}. Mend that in the text first."}
    except RecursionError:
        return {"refused": "Too much stands within one another in this text; change it there."}


def _apply_edit(text: str, edit: Mapping[str, Any]) -> dict[str, Any]:
    game, sections = read_game(text)
    cards = [card for section in sections for card in section.cards]
    do, at, by = (edit.get(one) for one in ("do", "at", "by"))
    if do == "add":
        added = add_part(game, str(edit.get("kind")))
        splices, begins = added.splices, added.begins
        start = next(begin for begin, _, new in splices if begins in new)
    elif type(at) is not int or not 0 <= at < len(cards):
        raise Refused("This card is not there any more; look at the text as it is now.")
    else:
        splices, start, begins = _changes(cards[at], edit), cards[at].start, ""
    new = game.text.splice(splices)
    if moved_to := _place_moved(splices, start):
        start, begins = moved_to
    place = start + sum(len(put) - (end - begin) for begin, end, put in splices if begin < start)
    try:
        changed, after = read_game(new)
    except Unreadable:
        raise Refused("The text has this in a way of its own; change it there.") from None
    starts = [card.start for section in after for card in section.cards]
    if wrong := set(faults(changed)) - set(faults(game)):
        raise Refused(min(wrong))
    if type(at) is int and do in ("remove", "move"):
        return {"text": new, "at": min(at + (by if do == "move" and by else 0), len(starts) - 1)}
    place = new.find(begins, place)
    return {"text": new, "at": next((number for number, one in enumerate(starts) if one == place), 0)}


def _place_moved(splices: Sequence[Splice], start: int) -> tuple[int, str] | None:
    """The place that a statement is moved to, and what it begins with there; None where it stays."""
    if all(put or not begin <= start < end for begin, end, put in splices):
        return None
    return next(((begin, put.strip()) for begin, end, put in splices if begin == end and begin > start and put), None)


def _changes(card: Card, edit: Mapping[str, Any]) -> Sequence[Splice]:
    """The splices of an edit of a card; raises `Refused`."""
    match edit.get("do"):
        case "set":
            one = next((one for one in card.inputs if one.key == edit.get("key")), None)
            if one is None:
                raise Refused("This card has no such part any more; look at the text as it is now.")
            return one.splices(edit.get("value"))
        case "remove":
            if card.remove is None:
                raise Refused(f"{card.title} cannot be left out here; change it in the text.")
            return card.remove()
        case "move":
            way = {-1: card.up, 1: card.down}.get(by) if type(by := edit.get("by")) is int else None
            if way is None:
                raise Refused(f"{card.title} cannot go there.")
            return way()
    raise Refused("There is no such edit.")
