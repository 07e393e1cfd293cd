"""The tracker of Moonwalk: extended tests that go on, failed tests that may be tried again, and the clock."""

from dataclasses import replace

from app import words
from app.common.answer import Answer, Handler, Message, World, focus, go_to_system, keep
from app.common.count import note
from app.common.html import Child, Markup, button, section, tag
from app.common.tracking import in_progress, trying
from app.form import update as form
from app.form.state import sheet_of_notation
from app.meant import number
from app.model import Model
from app.systems.moonwalk import words as ours
from app.tracker.scene import clock as usual_clock
from app.tracker.state import TEST_TIMES
from pyrules.campaign.events import Rolled
from pyrules.campaign.rolls import test_of
from pyrules.systems.moonwalk.model import Extended
from pyrules.systems.moonwalk.rules import again_penalty, is_tried
from pyrules.systems.moonwalk.tracking import Retry, due_in, retries, roller


def under_way(model: Model) -> Child:
    """Draw the extended tests under way."""
    going = in_progress(model)
    open_retries = retries(model.campaign)
    if not going and not open_retries:
        return None
    extended_tests = tag("ul", (extended_test(model, name, event) for name, event in going), class_="written-down")
    latest = {roller(model.campaign, one.entry): one for one in reversed(open_retries)}
    failed_tests = tag("ul", map(retry, reversed(latest.values())), class_="card everybody")
    return (
        section(ours.IN_PROGRESS, "going", extended_tests) if going else None,
        section(ours.TRY_AGAIN, "retries", failed_tests) if open_retries else None,
    )


def line(event: Rolled, *more: Child) -> Markup:
    """A roll that may go on."""
    who = tag("p", tag("strong", event.who), " " if event.who else None, tag("code", event.notation))
    return tag("li", who, more, class_="card")


def about_line(name: str, event: Rolled, label: str, on: str) -> Markup:
    """A button for the roll of a line."""
    about = words.about(label, ", ".join(filter(None, (event.who, event.notation))))
    return button(on, label, data_event=name, aria_label=about)


def extended_test(model: Model, name: str, event: Rolled) -> Markup:
    """An extended test in progress, and when its next interval is over."""
    return line(
        event,
        tag("p", event.summary),
        tag("p", ours.due(left)) if (left := due_in(model.campaign, name)) is not None else None,
        about_line(name, event, ours.GO_ON, "log-replay"),
        about_line(name, event, words.GIVE_UP, "give-up"),
    )


def retry(one: Retry) -> Markup | None:
    """A failed test in a line, and what another try would cost now."""
    event = one.entry.event
    if not isinstance(event, Rolled):
        return None
    left = ours.retry_left(again_penalty(one.again), one.seconds_left, remain=is_tried(one.again))
    who = tag("strong", event.who), " " if event.who else None
    return tag(
        "li",
        tag("p", who, tag("code", event.notation), tag("small", left)),
        about_line(one.entry.id, event, ours.TRY_NOW, "retry"),
    )


def clock(model: Model) -> Markup:
    """The clock, which an interval that is under way moves too, and the time that a test takes by it."""
    tests = (*(retry.test for retry in retries(model.campaign)), *(test_of(event) for _, event in in_progress(model)))
    against = (test.against for test in tests if test)
    intervals = {one.interval.seconds for one in against if isinstance(one, Extended)}
    test_times = (
        button(
            "test-time",
            words.duration(seconds) if seconds else ours.NO_TIME,
            data_seconds=seconds,
            aria_pressed=seconds == model.tracker.test_time,
        )
        for seconds in TEST_TIMES
    )
    return usual_clock(
        model,
        intervals,
        note(model),
        tag("p", ours.TEST_TIME, id="test-time"),
        tag("div", test_times, class_="chips", role="group", aria_labelledby="test-time"),
    )


def try_again(model: Model, message: Message, world: World) -> Answer:
    """Fill the form with another try at a failed test, with the penalty it has come to, and go there."""
    line = message["data"]["event"]
    found = next((retry for retry in retries(model.campaign) if retry.entry.id == line), None)
    if found is None:
        return model, ()
    model, came = go_to_system(replace(model, result=False), model.system.id)
    notation = model.system.write(found.again)
    model = replace(model, acting={**model.acting, model.system.id: roller(model.campaign, found.entry)})
    model, storing = form.take_over(model, sheet_of_notation(model.system, model.sheet, notation, model.house_rules))
    return trying(model, found.entry.id), (*storing, *came, focus("main"))


def set_test_time(model: Model, message: Message, world: World) -> Answer:
    """Take over how long a basic test takes in the game."""
    seconds = number(message["data"]["seconds"])
    if seconds not in TEST_TIMES:
        return model, ()
    return replace(model, tracker=replace(model.tracker, test_time=seconds)), (keep("test time", seconds),)


HANDLERS: dict[str, Handler] = {"retry": try_again, "test-time": set_test_time}
