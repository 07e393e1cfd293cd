"""The entry of a pen's rules: the app, with the system that a text states.

Each answer comes with what the page around is told: `problems` of the text that it is about, by line, or the system
that it has `stated`; what the `checks` have found; the `steps` of the roll that was recorded. A text with mistakes
changes nothing else. Its `forms` are told before it runs.
"""

import gc
import json
import random
import time
from dataclasses import replace
from typing import Any

from app import program
from app.common.answer import keep, notify
from app.form.remembered import notation_from_kept
from app.tracker.company import come

import pyrules.author  # noqa: F401 (so that no text waits for it)
from pyrules.author.checks import Checked, checks
from pyrules.author.source import Problem, line_with, problem_of, read_source
from pyrules.campaign.events import Sealed
from pyrules.campaign.games import write_looks
from pyrules.campaign.sealing import for_others
from pyrules.core.engine import chances_of
from pyrules.core.errors import RulesError
from pyrules.core.system import System
from pyrules.systems import register, unregister

Answer = tuple[str, dict[str, object]]

TYPED_DICE = "the dice typed in"
form_lost = "The form is back at its start: this text fails on what was in it, {} (line {}: {}).".format

random.seed()
gc.enable()
there: list[System[Any]] = []  # of the last text without mistakes
last = ""  # that text
notes: tuple[Problem, ...] = ()  # on it


def start(saved: str, where: str, root: str) -> Answer:
    """Start the app without any text; see `app.program.start`."""
    return program.start(str(saved), where, root), {}


def update(message: str) -> Answer:
    """Answer what the reader did, or take a text; see `app.program.update`.

    Where a text fails in the midst of play, nothing changes but that it is told.
    """
    try:
        return answer_reader(message)
    except BaseException as error:
        told = plain(problem_of(error, last, {}))
        gc.collect()
        return program.commands_only(program.Program.model, ()), {"problems": [told]}


def forms(message: str) -> str:
    """The forms of a text that is handed in, not run yet, as JSON; what an edit makes of it, too; "" without one."""
    received = json.loads(message)
    given = json.loads(received["value"]) if received["on"] == "heard" else {}
    if "text" not in given:
        return ""
    from pyrules.author.building import cards_of, edit_text  # (a pen opens without)

    found: dict[str, object] = {}
    text = given["text"]
    if "edit" in given:
        found["edited"] = made = edit_text(text, given["edit"])
        text = made.get("text", text)
    return json.dumps(found | {"cards": cards_of(text) | {"text": text}})


def answer_reader(message: str) -> Answer:
    """Answer what the reader did, or take a text; raises whatever the text's own functions raise."""
    received = json.loads(message)
    if received["on"] != "heard":
        return program.update(message), {"steps": steps()}
    given = json.loads(received["value"])
    told: dict[str, object] = {}
    if given.get("check"):
        found = [Checked("Everything is used", one) for one in notes]
        found += [one for system in there for one in checks(system, last)]
        found += [Checked(speed(one)) for one in read_source(last).systems]  # stated anew: nothing of it is known yet
        told["checks"] = [(one.title, *plain(one.problem)) for one in found]
    if "goes" in given:
        return program.update(json.dumps({"on": "go", "to": str(given["goes"])})), told
    if "people" in given:
        program.Program.model, commands = come(program.Program.model, given["people"], given["who"], program.WORLD)
        return program.full_reply(program.Program.model, commands), told
    if "text" not in given or "edit" in given or "read" in given:
        return program.commands_only(program.Program.model, ()), told
    played, text = tuple(there), last
    told["problems"] = [plain(one) for one in take(given["text"])]
    if told["problems"]:
        gc.collect()  # a text that has used up the memory must not leave it to the next one
        return program.commands_only(program.Program.model, ()), told
    told["stated"] = there[0].id, there[0].title, there[0].about
    before = program.Program.model
    try:
        answer = open_app(given["saved"], f"{there[0].id}/", before.root)
    except BaseException:
        play_on(played, text)
        raise
    program.Program.model = replace(program.Program.model, device=before.device)
    return answer, told


def open_app(saved: str, where: str, root: str) -> str:
    """Start the app; where the text fails on what was kept of a form, with the form of a first visit, which is told."""
    try:
        return program.start(saved, where, root)
    except BaseException as error:
        kept, records = saved.split("\n", 1)
        settings = json.loads(kept)
        keys = [f"{what} {system.id}" for what in ("form", "typed") for system in there]
        lost = {key: settings.pop(key) for key in keys if settings.get(key)}
        if not lost:
            raise
        tests = [notation_from_kept(system.id, lost.get(f"form {system.id}")) for system in there]
        problem = problem_of(error, last, {})
        program.start(f"{json.dumps(settings)}\n{records}", where, root)
        told = form_lost(", ".join(filter(None, tests)) or TYPED_DICE, problem.line, problem.words)
        program.Program.model, aloud = notify(program.Program.model, told, wrong=True)
        program.Program.sent, program.Program.looks = {}, {}  # nobody has that answer
        return program.full_reply(program.Program.model, (*aloud, *(keep(key, []) for key in lost)))


def speed(system: System[Any]) -> str:
    """The time, in words, after which the exact odds of the form as it begins are there; or why they are refused."""
    test = system.from_form({}, {})
    began = time.perf_counter()
    try:
        chances_of(system).odds(test)
    except RulesError as error:
        return f"There are no odds for {system.write(test)}: {error}"
    return f"The odds come within {1000 * (time.perf_counter() - began):.1f} ms on this device"


def steps() -> tuple[str, list[str], bool, str] | None:
    """The roll that lies on the table, by its event, how it was judged, if others may see it, and its dice's looks."""
    model = program.Program.model
    tray = model.tray
    if not tray or not tray.event:
        return None
    event = model.campaign.entry(tray.event).event
    is_open = not isinstance(for_others(model.campaign, [event])[-1], Sealed)
    looks = write_looks(mark for marks in tray.verdict.marks for mark in marks)
    return tray.event, [line.text for line in tray.verdict.lines], is_open, looks


def plain(problem: Problem | None) -> tuple[int, str]:
    """A problem's line and words; a line of 0 where there is none."""
    return (problem.line, problem.words) if problem else (0, "")


def take(text: str) -> tuple[Problem, ...]:
    """Have the systems of a text take the place of those before, or tell what is wrong with it."""
    global last, notes
    source = read_source(text)
    if source.problems:
        return source.problems
    before = tuple(there)
    leave()
    for system in source.systems:
        try:
            join(system)
        except RulesError as error:
            play_on(before, last)
            return (Problem(line_with(f'"{system.id}"', text), str(error)),)
    last, notes = text, source.notes
    return ()


def play_on(systems: tuple[System[Any], ...], text: str) -> None:
    """Have the systems of an earlier text played again."""
    global last, notes
    leave()
    for one in systems:
        join(one)
    last, notes = text, ()


def join(system: System[Any]) -> None:
    """Have a system played, in place of that of its id where pyrules comes with one."""
    register(system, instead=True)
    there.append(system)


def leave() -> None:
    """Have no system played but those that pyrules comes with."""
    while there:
        unregister(there.pop())
