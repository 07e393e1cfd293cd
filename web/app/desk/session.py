"""The page of a session: how often its tests are played, how to spend, and where its counters come to."""

from app import words as common
from app.common.grid import grid
from app.common.html import Child, Markup, button, tag
from app.desk import words
from app.desk.parts import precise
from app.desk.playing import MOST_TIMES, TRIALS, session_now, starts
from app.desk.state import Desk, Playing, Told
from app.odds.view import segments
from pyrules.api import Session
from pyrules.charts import row_label
from pyrules.core.english import minus
from pyrules.core.odds import Distribution
from pyrules.core.ratio import Ratio
from pyrules.sessions.course import title
from pyrules.sessions.simulation import mean_between
from pyrules.sessions.spending import POLICIES
from pyrules.strips import strip
from pyrules.systems import BY_ID


def session(desk: Desk) -> Child:
    """Draw the session's form, and its results so far."""
    playing = desk.playing
    if any(entry.test is None for entry in playing.entries):
        return None
    told = playing.told
    found = session_now(told) if told else None
    return (
        session_form(playing),
        tag("p", common.sentence(told.why), class_="card") if told and told.why else None,
        outcome(told, found) if told and not told.why else None,
    )


def session_form(playing: Playing) -> Markup:
    """Draw the session's form: repeats, how to spend, and where counters start."""
    system = BY_ID[playing.entries[0].system]
    return tag(
        "form",
        tag(
            "div",
            tag("h2", words.HOW),
            number("times", words.TIMES, playing.times, 1, MOST_TIMES),
            tag("p", words.SPENDING),
            segments("policy", words.SPENDING, POLICIES, playing.policy, words.POLICIES.__getitem__),
            (
                number(f"start-{name}", words.starts(title(system, name)), value)
                for name, value in starts(playing).items()
                if name not in own_to_each(playing)
            ),
            data_on="desk-session",
            class_="card odds",
        ),
        novalidate=True,
        autocomplete="off",
        aria_label=words.HOW,
        id="desk-session",
        tabindex=-1,
    )


def own_to_each(playing: Playing) -> set[str]:
    """The counters that each test has of its own, so that none is started with."""
    return {counter.id for counter in BY_ID[playing.entries[0].system].counters if counter.each == "test"}


def number(name: str, called: str, value: int, low: int | None = None, high: int | None = None) -> Markup:
    """A number to type."""
    return tag(
        "div",
        tag("label", called, for_=f"desk-{name}"),
        tag("input", type="number", id=f"desk-{name}", name=name, value=value, min=low, max=high),
        class_="field",
    )


def outcome(told: Told, found: Session | None) -> Child:
    """The progress of the session, and its counters after each test."""
    working = not told.done and told.simulation is None
    return (
        tag(
            "section",
            tag("h2", words.AFTER_EACH),
            simulation_progress(told) if told.simulation else None,
            tag("p", words.WORKING if working else words.EXACT, class_="quiet") if not told.simulation else None,
            means(found) if found else None,
            class_="card odds",
            aria_label=words.AFTER_EACH,
        ),
        [course_of_counter(found, name) for name in found.telling] if found else None,
        tag("section", button("desk-table", words.SAVE_CSV), class_="card odds") if found and told.done else None,
    )


def simulation_progress(told: Told) -> Child:
    """That the session is played with dice, how far that is, and a way to stop it."""
    return (
        tag("p", words.shares_of_trials(told.trials, TRIALS), class_="quiet"),
        tag("progress", value=told.trials, max=TRIALS, aria_label=words.TRIALS_PLAYED) if not told.done else None,
        button("desk-stop", words.STOP) if not told.done else None,
    )


def means(found: Session) -> Markup:
    """The chance of success and the mean of every counter after each test."""
    system = found.tests[0].system
    heads = (words.TEST, words.SUCCESS, *(title(system, name) for name in found.telling))
    rows = (
        (str(place), [precise(one.success), *(mean(found, one.counters[name]) for name in found.telling)])
        for place, one in enumerate(found.after, 1)
    )
    return grid(words.ON_AVERAGE, heads, rows)


def mean(found: Session, rows: Distribution) -> str:
    """A mean, with its interval where it is one of trials."""
    if not found.simulated:
        return minus(f"{rows.mean().value:.2f}")
    low, high = mean_between(rows)
    return minus(f"{rows.mean().value:.2f} ± {(high - low) / 2:.2f}")


def course_of_counter(found: Session, name: str) -> Markup:
    """Where a counter stands after each test, as a picture, and after the last one in numbers."""
    called = title(found.tests[0].system, name)
    last = found.after[-1].counters[name]
    return tag(
        "section",
        tag("h2", called),
        strip([one.counters[name] for one in found.after], called, words.course(mean(found, last))),
        tag(
            "details",
            tag("summary", common.TABLE),
            grid(
                words.in_the_end(called),
                (called, words.IN_THE_END),
                ((row_label(value), [precise(Ratio(weight, last.total))]) for value, weight in last.rows),
            ),
            id=f"desk-counter-{name}",
        ),
        class_="card odds",
        aria_label=called,
    )
