"""The tracker of Step Die: the stat points that each has left."""

from collections.abc import Iterator

from app import words
from app.common.answer import Answer, Handler, Message, World
from app.common.count import change, number_field
from app.common.html import Child, Markup, button, tag
from app.common.tracking import house_rules
from app.log.appending import append_events
from app.meant import number
from app.model import Model
from app.systems.stepdie import words as ours
from app.tracker.someone import counts, written_besides
from pyrules.campaign.events import Adjusted, Restored
from pyrules.campaign.people import person as person_of
from pyrules.campaign.tracking import Person
from pyrules.core.english import minus
from pyrules.core.form import Values
from pyrules.systems.stepdie.points import POINTS, points_left


def player(model: Model, person: Person) -> tuple[Child, Iterator[Child]]:
    """Someone's counters, and what is theirs."""
    return counts(model, person), own(model, person)


def own(model: Model, person: Person) -> Iterator[Child]:
    """Someone's stats with the points left of each, and what else is written down of them."""
    rows, left = person.values["stats"], points_left(model.campaign, person)
    if rows:
        yield tag(
            "div",
            (stat(person.name, row, points) for row, points in zip(rows, left, strict=True)),
            button(
                "points-back", ours.RESTORE, data_who=person.name, aria_label=words.about(person.name, ours.RESTORE)
            ),
            class_="own",
            role="group",
            aria_label=words.about(person.name, ours.STATS),
        )
    yield written_besides(model, Person(person.name, {**person.values, "stats": []}))


def stat(who: str, row: Values, left: int) -> Markup:
    """One stat: a tap spends a point of it, or gives one back."""
    called, most = row["label"], row["points"]
    label, data = words.about(who, called), {"data_who": who, "data_stat": called}
    return number_field(
        called,
        label,
        minus(words.one_of_most(left, most)),
        change("points", -1, words.one_less(label), can=left > 0, **data),
        change("points", 1, words.one_more(label), can=left < most, **data),
    )


def change_points(model: Model, message: Message, world: World) -> Answer:
    """Have someone spend a point of a stat without a roll, or get one back, as far as it goes."""
    data = message["data"]
    who, called, by = str(data["who"]), str(data["stat"]), number(data["by"])
    one = person_of(model.campaign, model.system, who)
    rows = zip(one.values["stats"], points_left(model.campaign, one), strict=True) if one else ()
    found = next(((row["points"], left) for row, left in rows if row["label"] == called), None)
    if found is None or by not in (-1, 1) or (found[1] < 1 if by < 0 else found[1] >= found[0]):
        return model, ()
    settings = house_rules(model)
    return append_events(
        model, Adjusted(world.name(), world.now(), model.system.id, POINTS, -by, who, called, settings)
    )


def restore_points(model: Model, message: Message, world: World) -> Answer:
    """Have all that someone has spent of their stats come back."""
    who = str(message["data"]["who"])
    return append_events(model, Restored(world.name(), world.now(), model.system.id, POINTS, who, house_rules(model)))


HANDLERS: dict[str, Handler] = {"points": change_points, "points-back": restore_points}
