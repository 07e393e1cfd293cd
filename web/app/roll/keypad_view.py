"""The keypad for dice that were thrown by hand: it asks for exactly the dice that the rules ask for.

Where the rules only need counts, it may ask how many dice show what.
"""

from collections.abc import Sequence

from app.common.count import change, number_field
from app.common.dice import Dress, dress, pictures, still
from app.common.html import Child, Markup, button, tag
from app.common.tracking import acting, why_refused
from app.model import Model
from app.roll import words
from app.roll.button import secretly
from app.roll.hand import LEFT, Asked, countable, counted_at, counting, dice_left, lying, next_asked
from app.roll.state import Hand
from pyrules.core.roll import EMPTY, FATE_DIE, Die, Throw, name_of_face
from pyrules.core.verdict import Mark

PIPPED = 6
"""The sides of dice that have pips."""

NUMBERS = 12
"""Of as many dice there is a number to tap for how many show a face."""


def typed_dice(model: Model, hand: Hand) -> Child:
    """The dice of the roll under way as they lie there so far, and an empty place for each still to come."""
    now = next_asked(model.system, hand)
    if now.throw is None:
        return None
    look = dress(model.preferences, acting(model))
    dice = next(iter(lying(now).dice[now.throw.roll :]), ())
    throws = [one for one in model.system.pending(hand.test, EMPTY).throws if one.roll == now.throw.roll]
    sizes = {place: one.size for one in throws for place in range(one.first, one.first + one.count)}
    typed = [die_typed(die, look, sizes.get(place, ""), following=place == now.place) for place, die in enumerate(dice)]
    places = range(len(dice), now.throw.first + now.throw.count)
    left = [empty(now.throw.die, following=place == now.place) for place in places]
    return look.around([*typed, *left], name="ol")


def die_typed(die: Die, look: Dress, size: str, *, following: bool) -> Markup:
    """A die that was typed in, with its throws where there were several; one that follows is asked for once more."""
    faces = " → ".join(name_of_face(die.sides, face, size) for face in die.faces)
    return tag(
        "li",
        still(die.sides, die.face, look, size),
        tag("span", faces, class_="badge" if len(die.faces) > 1 else "unseen"),
        class_="die next" if following else "die",
        data_sides=die.sides,
        data_kind="thrown",
    )


def empty(size: str, *, following: bool) -> Markup:
    """The place of a die that is still to come; one that follows is asked for."""
    return tag("li", tag("span", size), class_="die empty next" if following else "die empty", aria_hidden="true")


def keypad(model: Model, hand: Hand) -> Child:
    """A key for every face of the die that is next, and why none is taken where the roll is refused by now."""
    now = next_asked(model.system, hand)
    throw = now.throw
    if throw is None:
        return None
    problem, groups = why_refused(model, hand), countable(model.system, hand)
    return tag(
        "div",
        tag("p", problem, class_="warning") if problem else None,
        tag("h2", throw.what or words.dice(throw.count, throw.die), id="asked"),
        tallies(model, hand, throw, groups) if counting(model) else keys(now, throw),
        tag(
            "div",
            button("eye-open", words.READ_DICE) if readable(model, hand) else None,
            None if counting(model) else button("face-back", words.TAKE_BACK, disabled=not hand.faces),
            button("face", words.leave(dice_left(model.system, hand)), data_face=LEFT) if throw.left else None,
            button("by-count", words.DIE_BY_DIE if model.by_count else words.BY_COUNT) if groups else None,
            button("die-connect", words.CONNECT_DICE) if model.device.bluetooth else None,
            None if counting(model) else button("roll-rest", secretly(model, words.ROLL_REST)),
            button("hand-cancel", words.CANCEL),
            class_="choices",
        ),
        class_="card",
    )


def readable(model: Model, hand: Hand) -> bool:
    """Return whether several dice with pips are asked for, where a camera can be."""
    throw = next_asked(model.system, hand).throw
    pipped = throw is not None and throw.sides == PIPPED and not throw.size
    return pipped and dice_left(model.system, hand) > 1 and not model.device.apart


def keys(now: Asked, throw: Throw) -> Child:
    """Which die is next, and a key for each of its faces."""
    return (
        tag("p", words.next_die(len(now.faces) + 1, throw, now.last_face), class_="summary"),
        tag("p", words.TEN_IS_ZERO, class_="quiet") if throw.sides == 10 else None,
        tag("p", words.FATE_ON_D6, class_="quiet") if throw.size == FATE_DIE else None,
        tag(
            "div",
            (button("face", throw.name_of(face), data_face=face) for face in throw.faces),
            class_="keys",
            data_sides=throw.sides,
            role="group",
            aria_labelledby="asked",
        ),
    )


def tallies(model: Model, hand: Hand, throw: Throw, groups: Sequence[Sequence[int]]) -> Markup:
    """Draw the counts of dice for each group of faces, and the rest."""
    counted = [len(counted_at(model.system, hand, group)) for group in groups]
    left = dice_left(model.system, hand)
    named = [dress(model.preferences).around(*faces_of(group, throw)) for group in groups]
    return tag(
        "div",
        (
            tally(name, group, number, number + left, throw)
            for name, group, number in zip(named[:-1], groups[:-1], counted[:-1], strict=True)
        ),
        tag("p", named[-1], tag("output", words.others(counted[-1] + left)), class_="count"),
        class_="tallies",
    )


def faces_of(group: Sequence[int], throw: Throw) -> tuple[Markup, Markup]:
    """The faces of a group, as small dice and in words."""
    faces = [face for face in group if face in throw.faces]
    dice, marks = [Die(throw.sides, (face,)) for face in faces], [Mark("", "", size=throw.size)] * len(faces)
    shown = tag("span", pictures(dice, marks), aria_hidden="true")
    return shown, tag("span", words.one_of_faces(faces, throw.name_of), class_="unseen")


def tally(name: Markup, group: Sequence[int], number: int, most: int, throw: Throw) -> Markup:
    """Draw the count of dice with one of these faces: numbers to tap, or of many dice one more or less."""
    label, field = words.one_of_faces(group, throw.name_of), str(group[0])
    if throw.count <= NUMBERS:
        keys = (
            button(
                "tally",
                each,
                data_field=field,
                data_to=each,
                aria_pressed=each == number,
                aria_disabled=None if each <= most else "true",
            )
            for each in range(throw.count + 1)
        )
        return tag(
            "div", tag("span", name), tag("div", keys, class_="numbers"), class_="count", role="group", aria_label=label
        )
    less = change("tally", -1, words.one_less(label), can=number > 0, data_field=field)
    return number_field(
        name, label, str(number), less, change("tally", 1, words.one_more(label), can=True, data_field=field)
    )
