"""The page's entry: MicroPython sends what the reader does to the rules' worker and shows what comes back."""

import asyncio

from js import document, window
from jsffi import create_proxy, to_js
from polyscript import workers
from polyscript.js_modules import address, boot, page, platform, post, store

FILLED_IN = ("input", "change")
CHANGE = "#card [data-on=change]"
CHOSEN_AT_ONCE = "select, [type=checkbox], [type=radio], [type=file]"

WRONG = (
    "Something went wrong here, and this was not done (%s). What was shown before is stored. Reload the page; if it"
    " happens again, export the log and try another browser."
)
LOG_ALONE = "The file has your log alone, since your own games cannot be read (%s). Export again once they can."
TOO_EARLY = "That tap came before the page was ready, and it shows something else now. Nothing was done: tap again."
UNREAD = "Some settings could not be read and are back to their defaults (%s). The log is intact. Set them again."
messages = []  # what the reader did and the rules have not answered yet, oldest first
deferred = []  # what the rules left for later, asked for once when nothing else waits
answering = None  # what the message is about that they answer just now
rules = None
dice = None  # the drawn dice, once they are there; until then those in the page are seen
codes = None  # what draws and reads codes, from then on as well
channel = None  # to other devices, once the reader has opened a table or joined one
rolling = False  # whether dice are in the air
waiting = []  # the replies that are shown when they rest, each with what its tap has begun
late = []  # of these, the ones with dice of another device that fall once the reader's own rest
seen = None  # the roll that the reader sees, by its event
looks = None  # the reader's preferences
store_failed = False  # whether the notice says that something was not stored
tellings = 0  # how often anything was told
busy = True  # until the rules are ready, and while they answer
started = False  # whether their first answer is shown, and with it what the reader has here


def send(message):
    """Queue `message`; it takes the place of one about the same thing, as when typing on.

    A form that is being answered is not sent again, as when Roll is pressed twice.
    """
    if message["about"] and message["about"][0] == "submit" and message["about"] == answering:
        return
    if messages and message["about"] and messages[-1]["about"] == message["about"]:
        messages.pop()
    messages.append(message)
    answer_queue()


def answer_queue():
    """Have what waits answered, unless that is under way."""
    global busy
    if not busy:
        busy = True  # from now on, and not only once the task runs: two would answer out of order
        asyncio.create_task(answer_queued())


def send_from(element, event, begun=None):
    """Send the message that `element` names, with its form, its value, its data and what the tap has begun."""
    form = element.closest("form")
    target = event.target
    typed = event.type != "submit"  # a form's fields hide what is the form's own
    if typed and getattr(target, "type", "") == "file":
        asyncio.create_task(send_file(element, target))
        return
    send(
        {
            "on": element.dataset.on,
            "form": page.fields(form) if form else {},
            "name": getattr(target, "name", "") if typed else "",
            "value": getattr(target, "value", None) if typed else None,
            "data": page.data(element),
            "about": [event.type, element.dataset.on, getattr(target, "name", "") if typed else ""]
            if event.type != "click"
            else None,
            "begun": begun,
            "said": page.said(element) if not started and event.type in ("click", "submit") else None,
        }
    )


async def send_file(element, target):
    """Send the chosen file's name, its size, the most that is read and, unless it is bigger or unreadable, its text."""
    chosen = target.files.item(0)
    if chosen:
        data = {"name": chosen.name, "size": chosen.size, "most": page.MOST_BYTES}
        text = await page.textOf(chosen)
        target.value = ""  # the same file may be chosen again
        send({"on": element.dataset.on, "form": {}, "value": text, "data": data, "about": None})


def on_event(event):
    """Answer any event of the page: the one listener for all of them."""
    kind, target = event.type, event.target
    if document.getElementById("notice").textContent == TOO_EARLY:
        document.getElementById("notice").hidden = True  # this is the tap that it asks for
    if kind == "click":
        on_click(event)
    elif kind == "popstate":
        if document.activeElement.matches("input, textarea"):
            document.activeElement.blur()  # a field that is being typed in would keep its text
        send({"on": "go", "to": address.where(), "left": event.state, "about": None})
    elif kind == "submit":
        event.preventDefault()
        if target.matches("[data-on]"):
            send_from(target, event)  # what is typed in other forms is taken over at once
    elif (kind == "change") == target.matches(CHOSEN_AT_ONCE):
        element = target.closest("[data-on]:not(form)")
        if element:
            send_from(element, event)


def on_click(event):
    """Follow a link to another page of the site without leaving this one, or send a button's message.

    What a browser allows only in the tap begins before.
    """
    element = event.target.closest("button[data-on], button[data-begins], a[href]")
    if not element or event.defaultPrevented:
        return
    if element.matches("button"):
        event.preventDefault()
        sheet = element.closest("[popover]")
        if sheet:
            sheet.hidePopover()
        begins = getattr(element.dataset, "begins", None)
        begun = platform.begin(begins) if started or begins != "camera" else None  # a link may have brought its code
        if element.hasAttribute("data-on"):
            send_from(element, event, begun)
    elif address.leadsToPage(element) and not (event.ctrlKey or event.metaKey or event.shiftKey):
        event.preventDefault()
        here = address.isHere(element)
        if here and page.inSight(CHANGE):
            send_from(document.querySelector(CHANGE), event)  # the open tab leads from a result to the form
            return
        if not here:
            page.leave()
        go(element.href, here)
        window.scrollTo(0, 0)
        send({"on": "go", "to": address.where(), "about": None})


def go(to, replace):
    """Show the address `to` as the page's own, as a new step of the history unless it replaces this one."""
    if replace:
        page.replace(to)
    else:
        window.history.pushState(None, "", to)


export = create_proxy(lambda _: send({"on": "log-export", "form": {}, "data": {}, "about": None}))


def warn_not_stored(text):
    """Say that this browser does not store what is done here, and offer the log as a file."""
    boot.notice(text, "Export the log", export)


async def store_all(commands):
    """Store everything that an answer changes, or nothing of it; return whether the answer is to be shown."""
    global store_failed
    try:
        found = await store.commit(commands)
    except Exception as error:
        store_failed = True
        warn_not_stored("Not saved yet: %s" % reason(error))
        return True
    if store_failed:
        store_failed = False
        document.getElementById("notice").hidden = True  # out of date: what waited was written now, or begun anew
    if found is None:
        store_failed = True
        boot.notice(store.why())
        window.scrollTo(0, 0)  # where it stands
    return await take_over(found)


async def catch_up():
    """Show what another tab has changed meanwhile."""
    try:
        found = await store.missed()
    except Exception:
        return  # storage is refused, which was said when the log was asked for
    await take_over(found)


async def take_over(found):
    """Have the rules take over what another tab wrote, first of all; begin anew, and return False, on another log."""
    if found is None:
        if channel:
            channel.leave()
        await carry_out(await post.start(rules, await stored_lines(), address.where(), address.root))
        platform.watch(device_listener)
        read_on()
        return False
    if found:
        messages.insert(0, {"on": "heard", "form": {}, "value": found, "data": {}, "about": None})
    return True


def reason(error):
    """Return the words of an error: a JavaScript one carries them last, a traceback has them in its last line."""
    told = str(error.args[-1] if error.args else "").strip()
    return told.split("\n")[-1] or type(error).__name__  # some say nothing


def in_background(doing):
    """Begin what no answer waits for."""
    asyncio.create_task(reporting_failure(doing))


async def reporting_failure(doing):
    """Wait for it, and say so when it fails."""
    try:
        await doing
    except Exception as error:
        boot.offerReload(WRONG % reason(error))


async def report_shared(handing, data):
    """Tell the rules how handing `data.text` on to another app ended: "shared", "copied", "refused" or "closed"."""
    how = await handing
    send({"on": "handed", "form": {}, "value": how, "data": data, "about": None})


def share(command, begun):
    """Share a link to an address of the app and what is said of it, or copy both where this browser cannot share."""
    link = address.shared(command.to)
    text = command.text or ("" if link else command.title)
    whole = {"text": "\n".join(filter(None, (text, link)))}
    in_background(report_shared(page.share(command.title, text, link, begun), whole))


def share_picture(command, begun):
    """Share a picture of a roll, or copy or save it where this browser cannot share files."""
    link = address.shared(command.to)
    in_background(report_shared(draw_and_share(command, link, begun), {"text": link}))


async def draw_and_share(command, link, begun):
    """Share a picture of a roll, and return how that ended."""
    picture = await boot.picture()
    return await picture.share(command, link, begun)


def copy(command, begun):
    """Copy a text."""
    in_background(report_shared(page.copy(command, begun), command))


async def run_channel_commands(commands):
    """Have other devices connected to, told something or let go."""
    global channel
    for command in commands:
        if command.do in CHANNEL_COMMANDS:
            if channel is None:
                channel = await boot.channel()
                channel.watch(create_proxy(on_peer))
            channel.carry(command)


async def run_code_command(command, begun=None):
    """Have a code drawn for another device's camera, or read by this one's."""
    global codes
    if codes is None:
        codes = await boot.codes()
        codes.watch(create_proxy(on_code))
    codes.carry(command, begun)


async def read_dice(command, begun):
    """Have real dice read, by the camera that the tap has begun or from a picture, if any are still asked for."""
    if not command.asked:
        platform.letGo(begun)
        return
    eye = await boot.eye()
    eye.open(command, begun, platform.begin, create_proxy(on_read))


def on_read(of, faces):
    """Tell the rules which faces a person has taken over."""
    send({"on": "eye-used", "form": {}, "value": faces, "data": {"of": of}, "about": None})


async def with_camera(doing, begun):
    """Wait for what goes on with a camera, which ends when that fails."""
    try:
        await doing
    except Exception:
        platform.letGo(begun)
        raise


def on_peer(what, peer, value):
    """Tell the rules what became of the connection to another device, or what that one says."""
    on_code("table-%s" % what, peer, value)


def on_code(on, peer, value):
    """Tell the rules what a code looks like, or what one says that the camera has seen."""
    send({"on": on, "form": {}, "value": value, "data": {"peer": peer}, "about": None})


async def connect_die():
    """Have a person choose a die that tells by Bluetooth how it falls."""
    near = await boot.bluetooth()
    await near.connect(create_proxy(on_die))


def on_die(on, sides, value):
    """Tell the rules what becomes of such a die, or how it fell."""
    send({"on": on, "form": {}, "value": value, "data": {"sides": sides}, "about": None})


async def save_file(command):
    """Save a file into which games of the reader's own belong; where they cannot be read, without them."""
    if getattr(command, "games", False):
        try:
            command = await store.withGames(command)
        except Exception as error:
            boot.notice(LOG_ALONE % reason(error))
    page.download(command)


async def bring_games(command):
    """Have the games of a file kept beside those here, and tell the rules which there are, or what is wrong."""
    found, wrong = "[]", ""
    try:
        found = await store.bring(command.games)
    except Exception as error:
        wrong = reason(error)
    send({"on": "log-games", "form": {}, "value": found, "data": {"wrong": wrong}, "about": None})


async def save_one_file():
    """Save the whole app as one file, and tell the rules how that ended."""
    try:
        page.download(to_js({"name": "pyrules.html", "type": "text/html", "text": await boot.oneFile()}))
        wrong = ""
    except Exception as error:
        wrong = reason(error).rstrip(".")
    send({"on": "taken-along", "form": {}, "value": wrong, "data": {}, "about": None})


def on_rest(command):
    """Show what was held back while dice were in the air, and read out what they came to if that is still seen."""
    global rolling
    rolling = False
    told = [command] if command else []
    while waiting and not rolling:
        reply = waiting[0][0]
        if late and late[0] is reply:
            late.pop(0)
            rolling = throw_dice(reply)
            told += [] if rolling else [dice_of(reply)]
        if not rolling:
            show(*waiting.pop(0))
    said = " ".join(one.said for one in told if one.event == seen)
    if said:
        announce(said)


def dice_of(reply):
    """Return the dice that a reply throws, if it does."""
    for command in reply.commands:
        if command.do == "dice":
            return command
    return None


def throw_dice(reply):
    """Have the dice of a reply thrown; return whether they are in the air now."""
    page.lay(reply.regions)
    return bool(dice) and dice.roll(dice_of(reply))


def announce(text):
    """Have a text read out."""
    document.querySelector("[role=status]").textContent = text


def read_on():
    """Have the rules read the rest of a long log while the page is used."""
    send({"on": "read-on", "about": None})


def on_device(facts):
    """Tell the rules what the browser can do and keeps."""
    send({"on": "device", "form": {}, "value": facts, "data": {}, "about": ["device"]})


device_listener = create_proxy(on_device)


async def draw_dice():
    """Have dice drawn from now on, if the browser can."""
    global dice
    try:
        drawn = await boot.dice()
    except Exception:
        return  # the still dice of the page remain
    drawn.watch(create_proxy(on_rest), looks)
    dice = drawn


def send_later(command):
    """Ask the rules for what they left for later, once they have answered all that the reader did."""
    if command.on not in deferred:
        deferred.append(command.on)
    answer_queue()


async def send_later_once_drawn(command):
    """Ask when thrown dice are there to be seen, which the reader waits for: a slow device does one thing at a time."""
    await asyncio.sleep(DRAWN)
    send_later(command)


async def let_pass(soon):
    """Have what was told taken away after a while, unless anything is told before, or it waits to be closed."""
    global tellings
    tellings += 1
    mine = tellings
    await asyncio.sleep(TOLD)
    if soon and mine == tellings:
        send({"on": "news-close", "form": {}, "data": {}, "about": None})


DRAWN = 0.15  # seconds
TOLD = 8  # seconds
CHANNEL_COMMANDS = ("offer", "connect", "tell", "hang-up", "forget-key", "game")
COMMANDS = {
    "go": lambda command: go(address.root + command.to, getattr(command, "replace", False)),
    "announce": lambda command: announce(command.text),
    "top": lambda _: window.scrollTo(0, 0),
    "pass": lambda command: asyncio.create_task(let_pass(command.soon)),
    "verdict": lambda _: page.showVerdict(),
    "focus": lambda command: page.focus(command.id),
    "download": lambda command: in_background(save_file(command)),
    "bring": lambda command: in_background(bring_games(command)),
    "connect-die": lambda _: in_background(connect_die()),
    "print": lambda _: window.print(),
    "draw": lambda command: in_background(run_code_command(command)),
    "persist": lambda _: platform.persist(),
    "vibrate": lambda _: platform.vibrate(),
    "install": lambda _: platform.install(),
    "take-along": lambda _: asyncio.create_task(save_one_file()),
}
STARTED_BY_TAP = {
    "share": share,
    "picture": share_picture,
    "copy": copy,
    "scan": lambda command, begun: in_background(with_camera(run_code_command(command, begun), begun)),
    "read-dice": lambda command, begun: in_background(with_camera(read_dice(command, begun), begun)),
}


def note_leaving(commands):
    """Remember how the page is left, if an answer leads to another."""
    if any(command.do == "go" and not getattr(command, "replace", False) for command in commands):
        page.leave()


async def carry_out(reply, begun=None):
    """Carry out the rules' reply: store first, then show, when no dice are in the air, and do the rest."""
    global rolling
    storing = store.storing(reply.commands)
    if storing.length and not await store_all(storing):
        return
    await run_channel_commands(reply.commands)
    thrown = dice_of(reply)
    beside = thrown and getattr(thrown, "beside", False)
    note_leaving(reply.commands)
    waiting.append((reply, begun))
    if beside and rolling:
        late.append(reply)
    elif thrown:
        rolling = throw_dice(reply)  # first of all: they are drawn elsewhere while the rest is shown
    if not rolling:
        on_rest(thrown)
    elif thrown and not beside:
        page.show(reply.rolling)
        window.scrollTo(0, 0)
        announce("")
    for command in reply.commands:
        if command.do == "later" and rolling:
            asyncio.create_task(send_later_once_drawn(command))
        elif command.do == "later":
            send_later(command)


def show(reply, begun):
    """Show a reply, and do what it asks for."""
    global looks, seen
    out_of_date = started and any(message["about"] and message["about"][0] in FILLED_IN for message in messages)
    if not out_of_date:  # what was filled in later would be taken back till its answer comes, which shows all of it
        page.show(reply.regions)
    seen = reply.seen
    if reply.looks != looks:
        looks = reply.looks
        platform.prefer(looks)
        if dice:
            dice.prefer(looks)
    if reply.title:
        document.title = reply.title
        document.documentElement.dataset.system = reply.system
    for command in reply.commands:
        if command.do in COMMANDS:
            COMMANDS[command.do](command)
        elif command.do in STARTED_BY_TAP:
            STARTED_BY_TAP[command.do](command, begun)


async def answer_queued():
    """Let the rules answer every queued message, one after the other."""
    global answering, busy
    while messages or deferred:
        message = messages.pop(0) if messages else {"on": deferred.pop(0), "form": {}, "data": {}, "about": None}
        answering = message.pop("about")
        message.pop("said", None)
        came_from = message.pop("left", None)
        begun = message.pop("begun", None)
        boot.awaitAnswer()
        try:
            if message["on"] == "catch-up":
                await catch_up()
            else:
                await carry_out(await post.update(rules, to_js(message)), begun)
            if came_from is not None and message["to"] == address.where():
                page.comeBack(came_from)
        except Exception as error:
            boot.offerReload(WRONG % reason(error))
        boot.answered()
        answering = None
    busy = False


async def stored_lines():
    """Return the stored settings and log as lines of text, empty when this browser refuses to give them."""
    try:
        log = await store.saved()
    except Exception as error:
        warn_not_stored("Rolls are not saved: %s" % reason(error))
        return "{}\n"
    if store.unread():
        boot.notice(UNREAD % store.unread())
    return log


async def main():
    """Listen at once, start the rules when they are there, then answer what was kept."""
    global rules, started
    listener = create_proxy(on_event)
    boot.listen(listener)
    window.addEventListener("popstate", listener)
    log = await stored_lines()
    try:
        rules = await window.Reflect.get(workers, "rules")  # it does not say which names it has
        await carry_out(await post.start(rules, log, address.where(), address.root))
    except Exception as error:
        boot.fail(reason(error))
        return
    started = True
    # What was tapped meanwhile is done if the page says of it what it said then; else that is told.
    for message in messages:
        tapped = message.get("said")
        if tapped:
            message["on"] = page.meant(tapped)
            if message["on"] == tapped.on and not message["begun"]:
                message["begun"] = platform.begin(tapped.begins)
    done = [message for message in messages if message["on"]]
    if len(done) < len(messages):
        boot.notice(TOO_EARLY)
    messages[:] = done
    await answer_queued()
    boot.ready()
    platform.watch(device_listener)
    store.watch(create_proxy(lambda: send({"on": "catch-up", "about": ["catch-up"]})))
    await draw_dice()
    read_on()


await main()
