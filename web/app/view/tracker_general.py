"""The tracker of the General Rules: rounds and minutes of an Action Scene, and used Actions."""

from app import words
from app.characters import Character
from app.html import Markup, tag
from app.model import Model
from app.offers import own_actions
from app.tracking import used, value
from app.view.count import count, note
from pyrules.campaign.actions import meant
from pyrules.core.form import Values
from pyrules.systems.general.time import minute


def scene(model: Model) -> Markup:
    """The round of the Action Scene, and what comes next."""
    now = value(model, "round")
    return tag(
        "section",
        tag("h2", words.ACTION_SCENE, id="scene"),
        tag(
            "div",
            tag("p", words.rounds(now, minute(now)), class_="standing"),
            count(model, "round"),
            note(model),
            tag(
                "div",
                tag("button", words.NEXT_ROUND, type="button", data_on="round-next", class_="main"),
                tag("button", words.ACTIONS_RETURN, type="button", data_on="actions-return"),
                tag("button", words.NEW_SCENE, type="button", data_on="scene-new"),
                class_="choices",
            ),
            class_="card",
        ),
        aria_labelledby="scene",
    )


def actions(model: Model, one: Character) -> Markup | None:
    """Someone's Actions: a tap uses one, or brings a used one back."""
    gone, own = used(model, one.name), own_actions(one)
    places = meant(gone, own)
    chips = [
        action(one.name, gone[places.index(place)] if place in places else name, row, spent=place in places)
        for place, (name, row) in enumerate(zip(own, one.values["actions"], strict=True))
    ]
    others = [name for name, place in zip(gone, places, strict=True) if place < 0]
    chips += [action(one.name, name, {"label": name, "die": ""}, spent=True) for name in others]
    if not chips:
        return None
    return tag("div", chips, class_="chips", role="group", aria_label=words.about(one.name, words.ACTIONS))


def action(who: str, called: str, row: Values, *, spent: bool) -> Markup:
    """The chip of one Action, which the log knows as `called`."""
    name = row["label"]
    return tag(
        "button",
        tag("s", name or words.UNNAMED) if spent else name,
        " ",
        tag("small", words.USED if spent else row["die"]),
        type="button",
        data_on="action-use",
        data_who=who,
        data_action=called,
        data_by=-1 if spent else 1,
        aria_pressed="true" if spent else "false",
    )
