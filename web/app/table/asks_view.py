"""The card above a screen of what was asked for: on the hub how far each is, on a guest what it is and its odds."""

from collections.abc import Iterator

from app.common.device import device
from app.common.html import Child, Markup, button, tag
from app.common.icon import GOOD, Icon, icon
from app.form.field import control
from app.model import Model
from app.odds.summary import main_chance
from app.roll import words as roll_words
from app.roll.button import dice_of, main_button
from app.table import words
from app.table.answering import as_it_would_be
from app.table.everybody_view import everybody
from app.table.peers import waits
from app.table.question import in_words, title
from app.table.requests import asked_for, opposing, result, rolls_for, who_roll
from app.table.state import Question, Reply, Request, Table
from pyrules.campaign.events import Rolled, Sealed
from pyrules.campaign.tracking import news_of
from pyrules.core.english import minus
from pyrules.core.form import Field
from pyrules.systems import BY_ID

LABEL = Field("label", words.WHAT_FOR, "text", "")
TOGETHER = Field("together", words.TOGETHER, "switch", default=False)


def above(model: Model) -> Child:
    """Draw the panel above the screen that the reader sees."""
    table = model.table
    if table is None or model.place.tab == "show":
        return None
    if table.request and table.request.is_open:
        return request(model, table, table.request)
    if not table.hub or model.place.tab != "roll" or not (table.others or table.question):
        return None
    return tag(
        "div",
        answers(model, table, table.question) if table.question else None,
        asking(model, table) if table.others else None,
        everybody(model, table) if table.others else None,
        class_="link asks",
    )


def asking(model: Model, table: Table) -> Markup:
    """The card that asks others: what of the form is the asker's, what for, against whom, and of whom."""
    test = asked_for(model)
    others = tuple(one for one in table.here if one != table.me)
    asked = who_roll(table, model.system.id, others)
    label, together = table.asking
    return tag(
        "details",
        tag(
            "summary",
            words.ASK,
            tag("span", f" · {in_words(model.system, test)}" if test is not None else "", class_="quiet"),
        ),
        tag(
            "form",
            tag(
                "div",
                control(LABEL, LABEL.name, label, {}, owner="ask"),
                control(TOGETHER, TOGETHER.name, together, {}, owner="ask"),
                data_on="table-asking",
            ),
            whom_against(model),
            tag(
                "div",
                button("table-ask", words.ASK_ALL, class_="main") if len(asked) > 1 else None,
                (
                    button(
                        "table-ask", words.ask_one(rolls_for(table, model.system.id, one) or one.name), data_place=place
                    )
                    for place, one in enumerate(others)
                    if one in asked
                ),
                class_="choices",
            ),
            novalidate=True,
            autocomplete="off",
        ),
        id="asking-more" if table.question else "asking",  # folded again once it has asked
        class_="card",
    )


def whom_against(model: Model) -> Markup | None:
    """Those whom the test can be asked for against."""
    found = opposing(model)
    if not found:
        return None
    name = model.against.get(model.system.id)
    return tag(
        "div",
        tag("p", words.WHO_DEFENDS),
        tag(
            "div",
            (
                button("table-against", one.name, data_called=one.name, aria_pressed=one.name == name)
                for one, _ in found
            ),
            class_="chips",
        ),
        role="group",
        aria_label=words.about(words.ASK, words.WHO_DEFENDS),
    )


def answers(model: Model, table: Table, question: Question) -> Markup:
    """Draw a line for each device that was asked, with its progress and its buttons."""
    return tag(
        "section",
        tag(
            "div",
            tag(
                "h2",
                title(question),
                tag("small", f" {words.against_whom(question.against)}") if question.against else None,
                id="asked",
            ),
            button("table-show-all", words.SHOW_ALL, class_="main") if waits(table) else None,
            button("table-asked-done", words.DONE),
            class_="head",
        ),
        tag("ul", (line(model, table, place, one) for place, one in enumerate(question.replies)), class_="replies"),
        class_="card",
        aria_labelledby="asked",
    )


def line(model: Model, table: Table, place: int, reply: Reply) -> Markup:
    """One who was asked."""
    event = result(model, table, reply)
    return tag(
        "li",
        tag("span", device(reply.device), tag("small", f" {reply.who}") if reply.who else None, class_="of"),
        tag(
            "span",
            state(model, table, reply, event),
            class_="state",
            data_good=GOOD[news_of(event)[2]] if event else None,
        ),
        tag("span", deeds(model, place, reply, event, of=reply.who or reply.device.name), class_="doing"),
        aria_label=reply.device.name,
    )


def state(model: Model, table: Table, reply: Reply, event: Rolled | None) -> Child:
    """Return the progress of one device: a word, or the result."""
    if event:
        hidden = event.secret and not reply.for_them
        came_to = words.SECRET_ROLL if hidden else " · ".join(news_of(event)[:2])
        return minus(came_to), tag("small", f" {words.FOR_THEM}") if reply.for_them else None
    if reply.skipped:
        return words.SKIPPED
    if reply.line in model.campaign.ledger.first_events and model.campaign.entry(reply.line).is_struck:
        return words.TAKEN_BACK
    if reply.how == "rolled" and reply.line in model.campaign.ledger.ids:
        return words.ROLLED_UNSEEN
    if reply.how == "asked" and reply.device not in table.here:
        return words.AWAY
    return words.PROGRESS["rolling" if reply.how == "rolled" else reply.how]


def deeds(model: Model, place: int, reply: Reply, event: Rolled | None, of: str) -> Iterator[Markup]:
    """Draw the buttons for one device that was asked."""
    waits = event is None and reply.how in ("asked", "rolling") and not reply.skipped and not reply.for_them
    sealed = model.campaign.ledger.ids.get(reply.line)
    drawn: tuple[tuple[str, Icon, str, bool], ...] = (
        ("table-again", "arrow-path", words.ask_again(of), not waits),
        ("table-roll-for", "cube", words.roll_for(of), event is None and not isinstance(sealed, Sealed)),
        ("table-skip", "x-mark", words.skip(of), waits),
    )
    for on, sign, label, offered in drawn:
        if offered:
            yield button(on, icon(model.root, sign), data_place=place, aria_label=label, class_="small")


def request(model: Model, table: Table, asked: Request) -> Markup:
    """Draw the test that the hub asks the reader for, with its odds; a tap rolls it."""
    there = as_it_would_be(model, asked) if not asked.taken else model
    by = table.host.name if table.host else words.GAME_MASTER
    at_it = asked.taken and model.place.system == asked.system and model.place.tab == "roll"
    return tag(
        "div",
        tag("p", tag("strong", words.asks_for(by, asked.said.label))),
        None if at_it else test_to_roll(there, asked),
        tag("p", words.SHOWN_TOGETHER, class_="quiet") if asked.said.together else None,
        tag(
            "div",
            None if at_it or there.sheet.test is None else button("table-answer", rolls(there), class_="main"),
            None if at_it else button("table-take", words.CHANGE_FIRST),
            button("table-decline", words.NOT_NOW),
            class_="choices",
        ),
        class_="card link request",
        role="group",
        aria_label=words.asks_for(by, asked.said.label),
    )


def test_to_roll(there: Model, asked: Request) -> Child:
    """The test that the reader would roll, or why there is none."""
    if there.sheet.test is None:
        trouble = next(iter(there.sheet.wrong.values()), "")
        return tag("p", words.does_not_fit(words.YOUR_TEST, trouble), class_="wrong")
    against = words.against_whom(asked.said.against) if asked.said.against else ""
    who = there.acting.get(asked.system, "")
    system = BY_ID[asked.system]
    about = " · ".join(filter(None, (system.title, who, in_words(system, asked.test), against)))
    return tag("p", about, " · ", tag("code", there.sheet.notation))


def answering(model: Model) -> Markup | None:
    """The main button of who is asked in the game that they are at; None once they change it, or cannot roll it."""
    asked = model.table.request if model.table else None
    if asked is None or not asked.is_open or asked.taken or model.place.system != asked.system:
        return None
    there = as_it_would_be(model, asked)
    if there.sheet.test is None:
        return None
    dice = dice_of(there.system, there.sheet.test)
    label = roll_words.enter(dice) if model.by_hand and dice else roll_words.roll_dice(dice)
    return main_button("table-answer", label, main_chance(there))


def rolls(there: Model) -> str:
    """Return the label of the button that rolls: the dice and the chance."""
    return " · ".join(filter(None, (roll_words.roll_dice(dice_of(there.system, there.sheet.test)), main_chance(there))))
