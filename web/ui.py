"""The page's entry: MicroPython sends what the reader does to the rules' worker and shows what comes back."""

import asyncio
import json

from js import document, window
from pyscript import workers
from pyscript.ffi import create_proxy
from pyscript.js_modules import boot, page, store

ROOT = window.URL.new(".", document.querySelector("script[type=mpy]").src).pathname
CHOSEN_AT_ONCE = "select, [type=checkbox], [type=radio], [type=file]"

messages = []  # what the reader did and the rules have not answered yet, oldest first
rules = None
busy = True  # until the rules are ready, and while they answer


def where():
    """Return the page's address relative to the site, with its fragment."""
    location = window.location
    return location.pathname[len(ROOT) :].replace("index.html", "") + location.search + location.hash


def send(message):
    """Queue `message`; it takes the place of one about the same thing, as when typing on or tapping Roll twice."""
    repeats = messages and message["on"] not in ("click", "go") and messages[-1]["about"] == message["about"]
    if repeats:
        messages.pop()
    messages.append(message)
    if not busy:
        asyncio.create_task(answer_all())


def tell(element, event):
    """Send the message that `element` names, with its form, its value and its data."""
    form = element.closest("form")
    target = event.target
    send(
        {
            "on": element.dataset.on,
            "form": json.loads(page.fields(form)) if form else {},
            "value": getattr(target, "value", None),
            "data": json.loads(window.JSON.stringify(element.dataset)),
            "about": [event.type, element.dataset.on, getattr(target, "name", "")] if event.type != "click" else None,
        }
    )


def hear(event):
    """Answer any event of the page: the one listener for all of them."""
    kind, target = event.type, event.target
    if kind == "click":
        clicked(event)
    elif kind == "popstate":
        send({"on": "go", "to": where(), "about": None})
    elif kind == "submit":
        event.preventDefault()
        tell(target, event)
    elif (kind == "change") == target.matches(CHOSEN_AT_ONCE):
        element = target.closest("[data-on]:not(form)")
        if element:
            tell(element, event)


def clicked(event):
    """Send a button's message, or follow a link to another page of the site without leaving this one."""
    element = event.target.closest("button[data-on], a[href]")
    if not element or event.defaultPrevented:
        return
    if element.matches("button"):
        event.preventDefault()
        tell(element, event)
    elif leads_to_page(element) and not (event.ctrlKey or event.metaKey or event.shiftKey):
        event.preventDefault()
        go(element.href, False)
        window.scrollTo(0, 0)
        send({"on": "go", "to": where(), "about": None})


def leads_to_page(link):
    """Tell whether `link` leads to another page of the app, in this window."""
    here = window.location
    inside = link.origin == here.origin and link.pathname.startswith(ROOT) and link.pathname.endswith("/")
    only_fragment = link.pathname == here.pathname and link.hash
    return inside and not only_fragment and not link.target and not link.hasAttribute("download")


def go(address, replace):
    """Show `address` as the page's own, as a new step of the history unless it replaces this one."""
    if replace:
        window.history.replaceState(None, "", address)
    else:
        window.history.pushState(None, "", address)


async def append(command):
    """Store an event of the log."""
    await stored(store.append(command["event"]))


async def keep(command):
    """Store a setting."""
    await stored(store.keep(command["key"], json.dumps(command["value"])))


async def stored(writing):
    """Wait for `writing`; say so when this browser does not keep it, and go on in memory."""
    try:
        await writing
    except Exception as error:
        boot.notice(
            "This roll is not kept: the browser refused to store it (%s). Export the log before you close." % error
        )


COMMANDS = {
    "go": lambda command: go(ROOT + command["to"], command.get("replace", False)),
    "announce": lambda command: setattr(document.querySelector("[role=status]"), "textContent", command["text"]),
    "top": lambda _: window.scrollTo(0, 0),
    "focus": lambda command: document.getElementById(command["id"]).focus(),
    "download": lambda command: page.download(command["name"], command["type"], command["text"]),
}


async def show(text):
    """Carry out the rules' reply: store first, then show, then the rest."""
    reply = json.loads(text)
    rest = []
    for command in reply["commands"]:
        if command["do"] == "append":
            await append(command)
        elif command["do"] == "keep":
            await keep(command)
        else:
            rest.append(command)
    page.show(json.dumps(reply["regions"]))
    if reply["title"]:
        document.title = reply["title"]
    for command in rest:
        COMMANDS[command["do"]](command)


async def answer_all():
    """Let the rules answer every queued message, one after the other."""
    global busy
    busy = True
    while messages:
        message = messages.pop(0)
        del message["about"]
        try:
            await show(await rules.update(json.dumps(message)))
        except Exception as error:
            boot.notice("Something went wrong, and nothing was rolled: %s" % error)
    busy = False


async def saved():
    """Return the stored log and settings as JSON text, empty when this browser refuses to give them."""
    try:
        return await store.saved()
    except Exception as error:
        boot.notice(
            "Rolls are not kept: the browser refuses storage to this site (%s). Leave private browsing." % error
        )
        return '{"events": [], "kept": {}}'


async def main():
    """Listen at once, start the rules when they are there, then answer what was kept."""
    global rules
    listener = create_proxy(hear)
    early = boot.takeEarly()
    for kind in ("click", "input", "change", "submit"):
        document.addEventListener(kind, listener)
    window.addEventListener("popstate", listener)
    for event in early:
        hear(event)
    log = await saved()
    try:
        rules = await workers["rules"]
        await show(await rules.start(log, where(), ROOT))
    except Exception as error:
        boot.fail(error)
        return
    await answer_all()
    boot.ready()


await main()
