"""The tracker of Moonwalk: extended tests that go on, failed tests that may be tried again, and the clock."""

from app import words
from app.html import Child, Markup, tag
from app.model import TEST_TIMES, Model
from app.tracking import in_progress, value
from app.view.count import note
from pyrules.campaign.events import CLOCK, Rolled
from pyrules.campaign.retries import Retry, again, retries
from pyrules.campaign.rolls import test_of
from pyrules.systems.moonwalk.model import SECONDS, Extended
from pyrules.systems.moonwalk.rules import again_penalty, is_tried

STEPS = tuple(SECONDS[unit] for unit in ("second", "minute", "hour", "day"))


def moonwalk(model: Model) -> Child:
    """What is under way, and the clock that it goes by."""
    going = in_progress(model)
    open_retries = retries(model.campaign)
    return (
        tag(
            "section",
            tag("h2", words.IN_PROGRESS, id="going"),
            tag("ul", (extended(name, event) for name, event in going), class_="written-down") if going else nothing(),
            aria_labelledby="going",
        ),
        tag(
            "section",
            tag("h2", words.TRY_AGAIN, id="retries"),
            tag("ul", map(retry, open_retries), class_="written-down") if open_retries else nothing(),
            aria_labelledby="retries",
        ),
        clock(model, open_retries, going),
    )


def nothing() -> Markup:
    """Say that nothing is under way."""
    return tag("p", words.NOTHING_PENDING, class_="quiet")


def line(event: Rolled, *more: Child) -> Markup:
    """A roll that may go on."""
    who = tag("p", tag("strong", event.who), " " if event.who else None, tag("code", event.notation))
    return tag("li", who, more, class_="card")


def button(name: str, event: Rolled, label: str, on: str) -> Markup:
    """A button for the roll of a line."""
    about = words.about(label, ", ".join(filter(None, (event.who, event.notation))))
    return tag("button", label, type="button", data_on=on, data_event=name, aria_label=about)


def extended(name: str, event: Rolled) -> Markup:
    """An extended test in progress."""
    return line(
        event,
        tag("p", event.summary),
        button(name, event, words.GO_ON, "log-replay"),
        button(name, event, words.GIVE_UP, "give-up"),
    )


def retry(one: Retry) -> Markup | None:
    """A failed test, and what another try would cost now."""
    event = one.entry.event
    if not isinstance(event, Rolled):
        return None
    test = again(one)
    return line(
        event,
        tag("p", words.retry_left(again_penalty(test), one.left, remain=is_tried(test)), class_="standing"),
        button(one.entry.id, event, words.TRY_NOW, "retry"),
    )


def passing(seconds: int) -> Markup:
    """A button that lets time pass."""
    label = words.passes(seconds)
    return tag("button", label, type="button", data_on="count", data_counter=CLOCK, data_by=seconds)


def clock(model: Model, open_retries: tuple[Retry, ...], going: tuple[tuple[str, Rolled], ...]) -> Markup:
    """The game time, and the ways to let it pass: by the clock's units, or by an interval that is under way."""
    tests = (*(retry.test for retry in open_retries), *(test_of(event) for _, event in going))
    against = (test.against for test in tests if test)
    intervals = {one.interval.seconds for one in against if isinstance(one, Extended)}
    return tag(
        "section",
        tag("h2", words.CLOCK, id="clock"),
        tag(
            "div",
            tag("p", words.duration(value(model, CLOCK)), class_="standing"),
            tag(
                "div",
                map(passing, sorted({*STEPS, *intervals})),
                class_="chips",
                role="group",
                aria_label=words.TIME_PASSES,
            ),
            note(model),
            tag("p", words.TEST_TIME, id="test-time"),
            tag(
                "div",
                (
                    tag(
                        "button",
                        words.duration(seconds),
                        type="button",
                        data_on="test-time",
                        data_seconds=seconds,
                        aria_pressed="true" if seconds == model.tracker.test_time else "false",
                    )
                    for seconds in TEST_TIMES
                ),
                class_="chips",
                role="group",
                aria_labelledby="test-time",
            ),
            class_="card",
        ),
        aria_labelledby="clock",
    )
