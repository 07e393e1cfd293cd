"""The turns of a scene in the tracker: whose turn it is, who is next, and what puts people in order."""

from app.common.html import Child, Markup, button, tag
from app.common.own_screens import screens_of
from app.common.tracking import acts, goes_on, hides_order, in_sight, is_at_anothers, is_shared, turns_of, value
from app.model import Model
from app.tracker import words
from pyrules.campaign.events import ROUND
from pyrules.campaign.people import kinds
from pyrules.campaign.scene import ORDER, Turns, read_order, turns
from pyrules.campaign.tracking import Person, tracking_of
from pyrules.systems import BY_ID


def turns_card(model: Model, now: Turns) -> Markup:
    """Whose turn it is and who is next."""
    return tag(
        "div",
        tag("p", standing(model, now), class_="standing"),
        tag(
            "div",
            onward(model, now, class_="main", id="turn-next"),
            delay(model, now),
            class_="choices",
        ),
        newcomers_card(model, now),
        tag(
            "details",
            tag("summary", words.ORDER),
            tag(
                "div",
                button("turns-by-test", words.order_by(model.sheet.notation))
                if tracking_of(model.system).ranked and model.sheet.test and now.order
                else None,
                button("turns-begin", words.TURNS_AGAIN),
                button("turns-end", words.TURNS_END),
                class_="choices",
            ),
            id="order",
        ),
        class_="card turns",
    )


def newcomers(model: Model, now: Turns) -> list[Person]:
    """Return those who came while turns run and never had a place in the order."""
    orders = model.campaign.ledger.written.get((model.system.id, ORDER), ())
    placed = {place.who for event in orders for place in read_order(event.facts or ())}
    return [one for one in in_sight(model) if one.name not in placed and now.place(one.name) < 0]


def newcomers_card(model: Model, now: Turns) -> Markup | None:
    """Draw the buttons that give newcomers a place in the order; foes of a kind take theirs together."""
    if not now.order or hides_order(model) or not goes_on(model) or not (found := newcomers(model, now)):
        return None
    several = kinds(found)
    together = {one.name for foes in several.values() for one in foes}
    return tag(
        "div",
        (
            button("turn-join", words.joins_turns(one.name), data_called=one.name)
            for one in found
            if one.name not in together
        ),
        (
            button("turns-join-kind", words.join_turns(kind, len(foes)), data_kind=kind)
            for kind, foes in several.items()
        ),
        class_="chips",
    )


def onward(model: Model, now: Turns, **more: str) -> Markup | None:
    """The button that goes on to the next turn, for the game master and for whoever's turn it is, who is done then."""
    if not now.order or not goes_on(model):
        return None
    said = words.DONE if is_at_anothers(model) else words.next_turn(acts(model, now.next))
    return button("turn-next", said, **more)


def delay(model: Model, now: Turns) -> Markup | None:
    """The button that lets whoever's turn it is wait for the next one."""
    if not now.now or hides_order(model) or not goes_on(model):
        return None
    return button("turn-delay", words.delays(acts(model, now.now)), aria_disabled="true" if now.ends_round else None)


def standing(model: Model, now: Turns) -> str:
    """The round, and whose turn it is."""
    return words.round_now(value(model, ROUND), acts(model, now.now))


def at_a_table(model: Model) -> Markup | None:
    """Whose turn it is, above what else the devices at a table show; on every screen where it is the reader's."""
    if model.table is None or model.place.tab == "show":
        return None
    own = own_turns(model)
    now = turns_of(model) if model.place.system and model.place.tab != "tracker" else Turns()
    together = screens_of(model.system.id).standing(model) if model.place.tab == "roll" else ""
    if together and not (own or now.order):
        return tag("div", tag("p", together), class_="turn")
    if not (own or now.order):
        return None
    there = not own or own[0] == model.place.system
    return tag(
        "div",
        tag("p", tag("strong", your_turn(model, own[0])) if own else standing(model, now)),
        onward(model, now)
        if now.order and there
        else button("turn-done", words.DONE, data_system=own[0])
        if own and model.place.tab != "tracker"
        else None,
        role="group",
        aria_label=words.WHOSE_TURN,
        class_="turn own" if own else "turn",
    )


def own_turns(model: Model) -> tuple[str, ...]:
    """The systems in which it is the reader's turn: of the one where they are, and the one that the hub plays."""
    here = model.place.system or (model.came.system if model.came else "")
    found = dict.fromkeys((here, model.table.plays if model.table else ""))
    rollers = ((system, model.acting.get(system, "")) for system in found if system)
    return tuple(system for system, who in rollers if who and turns(model.campaign, system).now == who)


def your_turn(model: Model, system: str) -> str:
    """Say that it is the reader's turn, and in which game where they look at another."""
    said = words.your_turn(model.acting[system])
    return said if system == model.place.system else f"{said} · {BY_ID[system].title}"


def begin_turns() -> Markup:
    """The button with which everybody begins to act in turn."""
    return button("turns-begin", words.TURNS_BEGIN, id="turns-begin")


def after_roll(model: Model, now: Turns) -> Child:
    """Whose turn it is, below a roll, and the way to the next one; at a table both stand above."""
    if not now.order or model.table:
        return None
    return tag(
        "div",
        tag("p", standing(model, now)),
        onward(model, now),
        class_="card turns",
        role="group",
        aria_label=words.TURNS,
    )


def in_order(model: Model, now: Turns, one: Person) -> Child:
    """Draw the buttons that change someone's place in the order."""
    place = now.place(one.name)
    if not now.order or hides_order(model):
        return None
    label = words.LEAVE_ORDER if place >= 0 else words.JOIN_ORDER
    join = button("turn-join", label, data_called=one.name, aria_label=words.about(label, one.name))
    if place < 0:
        return tag("div", join, class_="chips")
    score = now.order[place].score
    return (
        tag(
            "div",
            shift(one, -1, words.ACT_EARLIER, can=place > 0),
            shift(one, 1, words.ACT_LATER, can=place < len(now.order) - 1),
            join,
            class_="chips",
        ),
        tag(
            "form",
            tag("label", words.SCORE, for_="score"),
            tag("input", id="score", name="score", value="" if score is None else score, inputmode="numeric"),
            tag("button", words.SCORE_KEEP, type="submit"),
            data_on="turn-score",
            data_called=one.name,
            novalidate=True,
            autocomplete="off",
            class_="score",
        ),
    )


def grip(model: Model, one: Person, now: Turns) -> Markup | None:
    """Draw the handle of a line; who cannot drag has the buttons for earlier and later.

    Where players look, hidden foes may act in between, so that lines in sight are not places in the order.
    """
    place = now.place(one.name)
    if place < 0 or len(now.order) == 1 or is_shared(model) or hides_order(model):
        return None
    return button(
        "turn-move",
        data_called=one.name,
        data_by=0,
        value=place,
        tabindex=-1,
        aria_hidden="true",
        class_="grip",
    )


def shift(one: Person, by: int, label: str, *, can: bool) -> Markup:
    """A button that puts someone earlier or later."""
    return button(
        "turn-move",
        label,
        data_called=one.name,
        data_by=by,
        aria_label=words.about(label, one.name),
        aria_disabled=None if can else "true",
    )
