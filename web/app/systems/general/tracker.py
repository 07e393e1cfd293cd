"""The tracker of the General Rules: rounds and minutes of an Action Scene, and used Actions."""

from collections.abc import Iterator
from functools import partial

from app import words
from app.common.answer import Answer, Handler, Message, World
from app.common.count import count, note
from app.common.html import Child, Markup, button, section, tag
from app.common.tracking import house_rules, turns_of, value
from app.log.appending import append_events, enter_events
from app.model import Model
from app.systems.general import words as ours
from app.tracker.someone import counts, written_besides
from app.tracker.turns import turn_event
from pyrules.campaign.events import Adjusted, Restored
from pyrules.campaign.tracking import Person
from pyrules.core.form import Values
from pyrules.systems.general.actions import action_places, actions_used, next_round
from pyrules.systems.general.rules import half
from pyrules.systems.general.time import minute
from pyrules.systems.general.tracking import action_label, own_actions

WOUNDS = "wounds"


def scene(model: Model) -> Markup:
    """The round of the Action Scene, which the turns count while they run, its minute, and what comes next."""
    now, in_turns = value(model, "round"), bool(turns_of(model).order)
    return section(
        ours.ACTION_SCENE,
        "scene",
        tag(
            "div",
            None if in_turns else (count(model, "round"), note(model)),
            tag("p", ours.minute_of(minute(now)), class_="quiet"),
            tag(
                "div",
                None if in_turns else button("round-next", ours.NEXT_ROUND, class_="main"),
                button("actions-return", ours.ACTIONS_RETURN),
                button("scene-new", ours.NEW_SCENE),
                class_="choices",
            ),
            class_="card",
        ),
    )


def character(model: Model, person: Person) -> tuple[Child, Iterator[Child]]:
    """Someone's Actions, of which a tap uses one, or brings a used one back; and what else is written down of them."""
    gone, own = actions_used(model.campaign, person.name), own_actions(person, model.house_rules)
    places = action_places(gone, list(map(action_label, own)))
    chips = [
        action(
            person.name, gone[places.index(place)] if place in places else action_label(row), row, spent=place in places
        )
        for place, row in enumerate(own)
    ]
    others = [name for name, place in zip(gone, places, strict=True) if place < 0]
    chips += [action(person.name, name, {"name": name, "die": ""}, spent=True) for name in others]
    label = words.about(person.name, ours.ACTIONS)
    return (
        (
            counts(model, person),
            halving(model, person.name),
            tag("div", chips, class_="chips", role="group", aria_label=label) if chips else None,
        ),
        map(partial(written_besides, model), (Person(person.name, {**person.values, "actions": []}),)),
    )


def halving(model: Model, who: str) -> Markup | None:
    """The button that halves someone's Wounds, for an effect that says so."""
    held = value(model, WOUNDS, who)
    said = ours.halved(half(held))
    return button("halve", said, data_who=who, aria_label=words.about(who, said)) if held else None


def halve(model: Model, message: Message, world: World) -> Answer:
    """Halve someone's Wounds, rounded as every half is."""
    who = str(message["data"]["who"])
    held, settings = value(model, WOUNDS, who), house_rules(model)
    if not held:
        return model, ()
    by = half(held) - held
    return append_events(
        model, Adjusted(world.name(), world.now(), model.system.id, WOUNDS, by, who, settings=settings)
    )


def action(who: str, known: str, row: Values, *, spent: bool) -> Markup:
    """The chip of one Action, which the log knows by the name `known`."""
    name = row["name"]
    return button(
        "action-use",
        tag("s", name or ours.UNNAMED) if spent else name,
        " ",
        tag("small", words.USED if spent else row["die"]),
        data_who=who,
        data_action=known,
        data_by=-1 if spent else 1,
        aria_pressed=spent,
    )


def begin_round(model: Model, message: Message, world: World) -> Answer:
    """Go on to the next round; where the house rules say so, Actions come back."""
    ids = (world.name(), world.name())
    return append_events(model, *next_round(model.campaign, ids, world.now(), house_rules(model)))


def begin_scene(model: Model, message: Message, world: World) -> Answer:
    """Begin a new Action Scene: the first round, in which nobody has acted, with all Actions unused."""
    settings = house_rules(model)
    events = [
        Restored(world.name(), world.now(), model.system.id, counter, settings=settings)
        for counter in ("round", "actions")
    ]
    again = (turn_event(model, "", world),) if turns_of(model).now else ()
    return enter_events(model, (*events, *again), ours.NEW_SCENE)


def return_actions(model: Model, message: Message, world: World) -> Answer:
    """Have the used Actions come back: someone's, or everybody's."""
    who = str(message["data"].get("who", ""))
    return append_events(
        model, Restored(world.name(), world.now(), model.system.id, "actions", who, house_rules(model))
    )


def use_action(model: Model, message: Message, world: World) -> Answer:
    """Have someone use an Action without a roll, or get one back."""
    who, name = str(message["data"]["who"]), str(message["data"]["action"])
    back = name in actions_used(model.campaign, who) and message["data"]["by"] == "-1"
    if not back and message["data"]["by"] != "1":
        return model, ()
    delta, settings = (-1 if back else 1), house_rules(model)
    return append_events(
        model, Adjusted(world.name(), world.now(), model.system.id, "actions", delta, who, name, settings)
    )


HANDLERS: dict[str, Handler] = {
    "round-next": begin_round,
    "scene-new": begin_scene,
    "actions-return": return_actions,
    "action-use": use_action,
    "halve": halve,
}
