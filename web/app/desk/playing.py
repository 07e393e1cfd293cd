"""Working out the session on the desk: told exactly where that can be, played with dice where it cannot."""

from collections.abc import Mapping
from dataclasses import replace

from app.desk.state import Playing, Told
from pyrules.api import Session, course_of, session_of
from pyrules.core.budget import TooMuchWork, budget, seconds_left
from pyrules.core.errors import RulesError
from pyrules.sessions.chain import telling
from pyrules.sessions.simulation import Simulation
from pyrules.sessions.spending import SUCCESSES, TESTS

TRIALS = 2_000
MOST_TIMES = 25
MOST_START = 1_000

SECONDS = 2
"""The estimated seconds that all exact figures may take; more is simulated."""


def is_going_on(playing: Playing) -> bool:
    """Return whether some of the session is still to be worked out."""
    if any(entry.test is None for entry in playing.entries):
        return False
    return playing.told is None or not playing.told.done


def played_on(playing: Playing) -> Playing:
    """The session with a little more of it worked out."""
    told = playing.told
    if told is None:
        return replace(playing, told=_first_told(playing))
    return replace(playing, told=_on(told))


def _first_told(playing: Playing) -> Told:
    tests = tuple(entry.test for entry in playing.entries if entry.test) * playing.times
    try:
        course = course_of(tests, playing.policy, playing.start)
    except RulesError as error:
        return Told(done=True, why=error.plain_words)
    return Told(course, exact=telling(course), left=SECONDS)


def _on(told: Told) -> Told:
    course = told.course
    if course is None:
        return told
    try:
        with budget(told.left):
            if told.simulation:
                told.simulation.run_trials(1)
                return replace(told, trials=told.trials + 1, done=told.trials + 1 == TRIALS)
            found = next(told.exact) if told.exact else ()
            told = replace(told, left=seconds_left())
    except TooMuchWork as error:
        if told.simulation:
            return replace(told, done=True, why=error.plain_words)
        return replace(told, exact=None, simulation=Simulation(course), left=SECONDS)
    if any(name not in one for one in found for name in course.start):
        return told
    return replace(told, found=session_of(course, found), done=True)


def session_now(told: Told) -> Session | None:
    """The session as far as it is known: whole, or by the trials played so far."""
    if told.found or told.course is None or told.simulation is None or not told.trials:
        return told.found
    return session_of(told.course, told.simulation.after(), told.trials)


def session_so_far(playing: Playing) -> Playing:
    """The session by the trials played so far."""
    told = playing.told
    return replace(playing, told=replace(told, done=True)) if told and told.trials else playing


def starts(playing: Playing) -> Mapping[str, int]:
    """Where the counters start that the tests change, once that is known."""
    found = session_now(playing.told) if playing.told else None
    known = {name: value for name, value in found.start.items() if name not in (TESTS, SUCCESSES)} if found else {}
    return known | dict(playing.start)
