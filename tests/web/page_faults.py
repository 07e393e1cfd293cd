"""Play stories at the page's own Python, whose calls to the browser and to the worker fail or are never answered.

`web/ui.py` runs here with modules in place of the browser's, beside the program itself. Whatever fails, it is told in
words, nothing is left uncaught, what is shown is stored, and the page goes on after a reload.
"""

import ast
import asyncio
import builtins
import itertools
import json
from collections.abc import Callable
from math import inf
from pathlib import Path
from types import CodeType, SimpleNamespace as Module
from typing import Any

from app import program
from app.common.answer import World

from pyrules.core.faces import seeded

HOW = ("never answers", "throws", "fails from then on")
WITHOUT_WORDS = ("boot.dice", "store.missed")
"""Calls that the page does without: dice that are drawn, and another tab's news."""

AWAITED = ("rules.update", "store.commit")
"""Calls that are told of where they are never answered; others take as long as a file takes to come, or a person."""

TURNS = 60
PATIENCE, LONG = 20_000, 60_000  # milliseconds


class GoneError(Exception):
    """A call to the outside failed."""


class Outside:
    """Counts calls, of which the one that is due fails."""

    def __init__(self, place: int = 0, how: str = "") -> None:
        self.calls: list[str] = []
        self.place, self.how = place, how

    def call(self, name: str, work: Callable[..., Any] = lambda *_: None) -> Callable[..., Any]:
        """A call that does `work`."""

        def called(*given: Any) -> Any:
            self.calls.append(name)
            due = len(self.calls) == self.place and self.how != "never answers"
            if due or (self.how == "fails from then on" and len(self.calls) > self.place > 0):
                raise GoneError("it is gone")
            return work(*given)

        return called

    def later(self, name: str, work: Callable[..., Any] = lambda *_: None) -> Callable[..., Any]:
        """A call that does `work` and answers later."""

        async def called(*given: Any) -> Any:
            hangs = self.how == "never answers" and len(self.calls) + 1 == self.place
            found = self.call(name, work)(*given)
            await asyncio.sleep(0)
            if hangs:
                await asyncio.get_running_loop().create_future()
            return found

        return called


class Storing(list[Any]):
    """Commands that store something."""

    @property
    def length(self) -> int:
        """Their number, as the page asks for it."""
        return len(self)


class Visit:
    """A visit to the page, from a store that may have something, until it is closed."""

    def __init__(self, script: CodeType, outside: Outside, records: list[str], kept: dict[str, Any]) -> None:
        self.script, self.outside, self.records, self.kept = script, outside, records, kept
        self.given: list[str] = []
        self.failed = ""
        self.said: list[str] = []
        self.uncaught: list[str] = []
        self.regions: dict[str, str] = {}
        self.sent: dict[str, Any] = {}
        self.ready = False
        self.timers: dict[str, tuple[int, Callable[[], None]]] = {}
        self.now = 0
        self.tasks: list[asyncio.Task[Any]] = []
        self.bar = Module(hidden=True, textContent="")

    async def open(self) -> None:
        """Open the page, as far as it comes."""
        self.page: dict[str, Any] = {"__builtins__": {**vars(builtins), "__import__": self.give}}
        self.begin(eval(self.script, self.page))  # noqa: S307  (the page's own text)
        await self.idle()

    def begin(self, doing: Any) -> Any:
        """Begin a task; what it leaves uncaught is noted."""
        task = asyncio.get_running_loop().create_task(doing)
        self.tasks.append(task)
        task.add_done_callback(self.note)
        return task

    def note(self, task: asyncio.Task[Any]) -> None:
        """Note what nobody has caught."""
        if not task.cancelled() and task.exception():
            self.uncaught.append(f"not caught: {task.exception()!r}")

    async def idle(self, passes: int = 1_000) -> None:
        """Let all go on that can, and some milliseconds pass."""
        for _ in range(TURNS):
            await asyncio.sleep(0)
        self.now += passes
        for name, (due, does) in [*self.timers.items()]:
            if due <= self.now:
                self.timers.pop(name)
                does()
        for _ in range(TURNS):
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Close the page."""
        for task in self.tasks:
            task.cancel()
        await asyncio.sleep(0)

    async def tap(self, on: str, begins: str = "", **more: Any) -> None:
        """Send a message as a tap does."""
        begun = self.modules["platform"].begin(begins)
        message = {"on": on, "form": {}, "name": "", "value": None, "data": {}, "about": None, "begun": begun, **more}
        self.page["send"](message)
        await self.idle()

    def give(self, name: str, *_: Any) -> Any:
        """Import a module, as the page does."""
        return {
            "asyncio": Module(create_task=self.begin, sleep=lambda _: asyncio.sleep(0)),
            "js": Module(document=self.document(), window=self.window()),
            "jsffi": Module(create_proxy=lambda one: one, to_js=lambda one: one),
            "polyscript": Module(workers=Module()),
            "polyscript.js_modules": Module(**self.make_modules()),
        }[name]

    def document(self) -> Module:
        """What the page asks of its document."""
        return Module(
            getElementById=lambda _: self.bar,
            querySelector=lambda _: self.bar,
            documentElement=Module(dataset=Module()),
        )

    def window(self) -> Module:
        """What the page asks of its window."""
        return Module(
            Reflect=Module(get=self.outside.later("workers.rules", lambda *_: Module())),
            scrollTo=lambda *_: None,
            addEventListener=lambda *_: None,
            history=Module(pushState=lambda *_: None),
            print=self.outside.call("window.print"),
        )

    def make_modules(self) -> dict[str, Any]:
        """The modules of the browser's side."""
        call, later = self.outside.call, self.outside.later
        tell = lambda text, *_: self.tell(text)  # noqa: E731  (called in two ways)
        carrier = lambda *_: Module(watch=lambda *_: None, carry=call("carry"))  # noqa: E731
        self.modules = {
            "address": Module(root="/", where=lambda: "moonwalk/", shared=lambda to: f"https://example.org/{to}"),
            "boot": Module(
                notice=tell,
                offerReload=tell,
                fail=self.fail,
                listen=lambda _: None,
                awaitAnswer=lambda: self.timers.update(
                    answer=(self.now + PATIENCE, lambda: self.tell("no answer comes"))
                ),
                answered=lambda: self.timers.pop("answer", None),
                ready=lambda: vars(self).update(ready=True),
                dice=later("boot.dice", self.no_dice),
                channel=later("boot.channel", carrier),
                codes=later("boot.codes", carrier),
                eye=later("boot.eye", lambda: Module(open=call("eye.open"))),
                bluetooth=later("boot.bluetooth", lambda: Module(connect=later("bluetooth.connect"))),
                picture=later(
                    "boot.picture", lambda: Module(share=later("picture.share", lambda *_: "picture copied"))
                ),
                oneFile=later("boot.oneFile", lambda: "file"),
            ),
            "page": Module(
                show=self.show,
                lay=lambda _: None,
                leave=lambda: None,
                comeBack=lambda _: None,
                showVerdict=lambda: None,
                focus=lambda _: None,
                copy=later("page.copy", lambda *_: "copied"),
                share=later("page.share", lambda *_: "refused"),
                download=call("page.download"),
                meant=lambda said: said.on,
            ),
            "platform": Module(
                begin=lambda what: (lambda *_: None) if what else None,
                letGo=lambda _: None,
                watch=lambda _: None,
                prefer=lambda _: None,
                persist=lambda: None,
                vibrate=lambda: None,
            ),
            "post": Module(start=later("rules.start", self.start), update=later("rules.update", self.update)),
            "store": Module(
                storing=lambda commands: Storing(one for one in commands if one.do in STORED),
                commit=later("store.commit", self.commit),
                missed=later("store.missed", lambda: ""),
                saved=later("store.saved", lambda: "\n".join((json.dumps(self.kept), "", *self.records))),
                withGames=later("store.withGames", lambda command: command),
                bring=later("store.bring", lambda _: "[]"),
                watch=lambda _: None,
                unread=lambda: "",
                why=lambda: "",
            ),
        }
        return self.modules

    def tell(self, text: str) -> None:
        """Show a notice."""
        self.bar.hidden, self.bar.textContent = False, text
        self.said.append(text)

    def fail(self, text: str) -> None:
        """Say that the page does not begin."""
        self.failed = text or "?"
        self.said.append(self.failed)

    def no_dice(self) -> Any:
        """No dice are drawn here."""
        raise GoneError("no dice are drawn here")

    def show(self, regions: Any) -> None:
        """Show regions."""
        self.regions.update(vars(regions))

    def start(self, _: Any, saved: str, where: str, root: str) -> Any:
        """Begin the program; see `web/post.mjs`."""
        self.sent = {}
        return self.read(program.start(saved, where, root))

    def update(self, _: Any, message: dict[str, Any]) -> Any:
        """Have the program answer, who then tells a reader what is wrong; see `web/post.mjs`."""
        self.said += [message["data"]["wrong"]] if message["on"] == "taken-along" else []
        return self.read(program.update(json.dumps(message, default=vars)))

    def read(self, answer: str) -> Any:
        """Read an answer, in which what stays as it was is null."""
        found = json.loads(answer)
        regions = {name: self.sent.get(name) if html is None else html for name, html in found.pop("regions").items()}
        self.sent |= regions
        self.looks = found.pop("looks") or getattr(self, "looks", None)
        self.given += [one["event"] for one in found["commands"] if one["do"] == "append"]
        rest = json.loads(json.dumps(found), object_hook=lambda one: Module(**one))
        return Module(**vars(rest), regions=Module(**regions), looks=self.looks)

    def commit(self, commands: list[Any]) -> str:
        """Store what an answer changes."""
        for one in commands:
            match one.do:
                case "append":
                    self.records.append(one.event)
                case "rewrite":
                    self.records[getattr(one, "from", 0) :] = json.loads(one.events)
                case "keep":
                    self.kept[one.key] = json.loads(json.dumps(one.value, default=vars))
        return ""


STORED = ("append", "rewrite", "keep", "erase", "checkpoint")


async def tell_story(visit: Visit) -> None:
    """Roll, note, count, hand on, connect, scan, read dice, save and undo."""
    await visit.tap("notation", value="6 (2)")
    await visit.tap("roll")
    newest = {"event": json.loads(visit.records[-1])["id"]} if visit.records else {}
    await visit.tap("share", "text")
    await visit.tap("share-picture", "image")
    await visit.tap("log-note", data=newest, form={"text": "in the rain"})
    await visit.tap("go", to="settings/")
    await visit.tap("take-along")
    await visit.tap("go", to="table/")
    await visit.tap("table-open", "camera")
    await visit.tap("go", to="moonwalk/log/")
    await visit.tap("log-export")
    await visit.tap("undo", data=newest)
    await visit.idle(LONG)


async def play(script: CodeType, place: int = 0, how: str = "") -> tuple[list[str], list[str]]:
    """Play a story whose call of this number fails, and a visit after it; give its calls, and what went wrong."""
    names = itertools.count()
    vars(program)["WORLD"] = World(seeded(5), lambda: 1_790_000_000_000, lambda: f"n{next(names)}")
    records: list[str] = []
    kept: dict[str, Any] = {}
    visit = Visit(script, Outside(place, how), records, kept)
    await visit.open()
    if visit.ready:
        await tell_story(visit)
    calls, problems = visit.outside.calls, visit.uncaught
    due = calls[place - 1] if 0 < place <= len(calls) else ""
    if due and not visit.said and due not in WITHOUT_WORDS:
        problems.append("nothing is told")
    problems += [f"it is told as {text}" for text in visit.said if "Traceback" in text or len(text) < len("it is gone")]
    if not visit.said and visit.given != records:
        problems.append("what is shown is not stored")
    await visit.close()

    after, before = Visit(script, Outside(), records, kept), len(records)
    await after.open()
    await after.tap("roll")
    if not after.ready or len(records) == before or after.said:
        problems.append(f"a reload does not go on: {after.said}")
    await after.close()
    return calls, [*problems, *after.uncaught]


def play_all(ui: Path, most: float = inf, every: int = 1) -> dict[str, Any]:
    """Play a story with its calls failing in each way, all or some of them, until so much went wrong; give what did."""
    script = compile(ui.read_text("utf-8"), "ui.py", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    calls, problems = asyncio.run(play(script))
    wrong, tries = [f"nothing fails: {one}" for one in problems], 0
    for how in HOW:
        for place, name in [*enumerate(calls, 1)][tries % every :: every]:
            if len(wrong) < most and (how != "never answers" or name.startswith(AWAITED)):
                tries += 1
                wrong += [f"call {place}, {name}, {how}: {one}" for one in asyncio.run(play(script, place, how))[1]]
    kinds = {name: calls.count(name) for name in calls}
    return {"calls": len(calls), "kinds": kinds, "tries": tries, "wrong": wrong}
