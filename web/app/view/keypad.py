"""The keypad for dice that were thrown by hand: it asks for exactly the dice that the rules ask for."""

from app import words
from app.hand import asked, lying
from app.html import Child, Markup, button, tag
from app.model import Hand, Model
from app.tracking import refused
from app.view.dice import Dress, dress, still
from pyrules.core.roll import Die


def typed(model: Model, hand: Hand) -> Child:
    """The dice that lie there so far, and an empty place for each that is still to come in this throw."""
    now = asked(model.system, hand)
    if now.throw is None:
        return None
    following = (now.throw.roll, now.place)
    look = dress(model.preferences)
    pools = [
        [die_typed(die, look, following=(roll, place) == following) for place, die in enumerate(pool)]
        for roll, pool in enumerate(lying(now).dice)
    ]
    pools += [[] for _ in range(now.throw.roll + 1 - len(pools))]
    places = range(len(pools[now.throw.roll]), now.throw.first + now.throw.count)
    pools[now.throw.roll] += [empty(now.throw.sides, following=place == now.place) for place in places]
    return [look.around(pool, name="ol") for pool in pools]


def die_typed(die: Die, look: Dress, *, following: bool) -> Markup:
    """A die that was typed in, with its throws where there were several; one that follows is asked for once more."""
    faces = " → ".join(map(str, die.faces))
    return tag(
        "li",
        still(die.sides, die.face, look),
        tag("span", faces, class_="badge" if len(die.faces) > 1 else "unseen"),
        class_="die next" if following else "die",
        data_sides=die.sides,
        data_kind="thrown",
    )


def empty(sides: int, *, following: bool) -> Markup:
    """The place of a die that is still to come; one that follows is asked for."""
    return tag(
        "li", tag("span", f"d{sides}"), class_="die empty next" if following else "die empty", aria_hidden="true"
    )


def keypad(model: Model, hand: Hand) -> Child:
    """A key for every face of the die that is next, and why none is taken where the roll is refused by now."""
    now = asked(model.system, hand)
    throw = now.throw
    if throw is None:
        return None
    problem = refused(model, hand)
    return tag(
        "div",
        tag("p", problem, class_="warning") if problem else None,
        tag("h2", throw.what or words.dice(throw.count, throw.sides), id="asked"),
        tag("p", words.next_die(len(now.faces) + 1, throw, now.showed), class_="summary"),
        tag("p", words.TEN_IS_ZERO, class_="quiet") if throw.sides == 10 else None,
        tag(
            "div",
            (key(face) for face in range(1, throw.sides + 1)),
            class_="keys",
            data_sides=throw.sides,
            role="group",
            aria_labelledby="asked",
        ),
        tag(
            "div",
            button("face-back", words.TAKE_BACK, disabled=not hand.faces),
            button("hand-cancel", words.CANCEL),
            class_="choices",
        ),
        class_="card",
    )


def key(face: int) -> Markup:
    """The key of one face."""
    return button("face", face, data_face=face)
