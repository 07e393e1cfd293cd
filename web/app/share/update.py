"""Share links: making one, and opening one without changing anything until the reader acts."""

from dataclasses import dataclass, replace
from typing import Any

from app.common.answer import Answer, Command, Handler, Message, World, notify, say
from app.common.tracking import whose_of
from app.log.appending import line_of
from app.log.state import whose
from app.log.transcript import dice_in_words
from app.model import Model, News
from app.place import Place
from app.roll.state import Hand, lying
from app.roll.update import lay_roll
from app.share import words
from app.share.address import MOST_IN_A_CODE, plain_address, without_link
from pyrules.campaign.events import Rolled
from pyrules.campaign.links import write_link
from pyrules.campaign.rolls import faithful_replay, replay_roll
from pyrules.core.characters import without_marks
from pyrules.core.errors import RulesError
from pyrules.core.roll import Roll
from pyrules.core.system import System
from pyrules.core.verdict import Verdict
from pyrules.systems import BY_ID


@dataclass(frozen=True, slots=True)
class Given:
    """A test to be handed on, or the roll that was made of it.

    `whose` it is as far as anything is known of that, `real` says so where its dice were thrown by hand, and `verdict`
    is that of the roll.
    """

    system: System[Any]
    test: Any
    roll: Roll | None = None
    whose: tuple[str, ...] = ()
    real: str = ""
    verdict: Verdict | None = None

    @property
    def notation(self) -> str:
        """The test's shorthand."""
        return self.system.write(self.test)

    @property
    def command(self) -> Command:
        """The command to hand on a title, a line that every chat shows, and the link."""
        title = text = words.about(self.system.title, self.notation)
        if self.roll and self.verdict:
            dice = dice_in_words(lying(self.roll, self.verdict))
            whose = ", ".join(self.whose or (self.notation,))
            text = words.in_a_chat(self.system.title, whose, *self.verdict.news[:2], dice)
        to = f"{Place(self.system.id, 'roll').address}#{write_link(self.system, self.test, self.roll)}"
        return {"do": "share", "title": title, "text": without_marks(text), "to": to}


def share(model: Model, message: Message, world: World) -> Answer:
    """Share a line of the log, the test in the form (`what`), or what the reader looks at: the roll or that test."""
    given = asked_for(model, message)
    if isinstance(given, str):
        return notify(model, given, wrong=True) if given else (model, ())
    return model, (given.command,)


def share_picture(model: Model, message: Message, world: World) -> Answer:
    """Share a picture of a roll, that of a line of the log or the one on the tray."""
    given = asked_for(model, message)
    if isinstance(given, str):
        return notify(model, given, wrong=True) if given else (model, ())
    if given.roll is None or given.verdict is None:
        return model, ()
    from app.share.picture import Shown, picture  # only those who share one wait for it

    drawn = picture(Shown(given.system, given.test, given.roll, given.verdict, given.whose, given.real))
    look = {"system": given.system.id, "dice": model.preferences["dice"]}
    return model, ({**given.command, "do": "picture", "svg": drawn, "look": look},)


def share_code(model: Model, message: Message, world: World) -> Answer:
    """Have the link of a roll drawn, for the camera of any device near by."""
    given = asked_for(model, message)
    if isinstance(given, str):
        return notify(model, given, wrong=True) if given else (model, ())
    to = str(given.command["to"])
    if len(to) > MOST_IN_A_CODE:
        return notify(model, words.NO_CODE, wrong=True)
    return model, ({"do": "draw", "on": "roll-drawn", "peer": 0, "text": to, "link": True},)


def show_roll_code(model: Model, message: Message, world: World) -> Answer:
    """Show a roll's link once it is drawn."""
    rows = tuple(str(message["value"]).split("\n"))
    return replace(model, news=News(words.ROLL_CODE_SHOWN, code=rows)), (say(words.ROLL_CODE_SHOWN),)


def asked_for(model: Model, message: Message) -> Given | str:
    """Return the roll or test to be shared; else why it cannot be, or "" where there is none."""
    if "event" in message["data"]:
        return line_given(model, message)
    tray = model.tray if model.result else None
    if tray and message["data"].get("what") != "test":
        real = words.real_dice(physical=tray.physical, counted=tray.counted)
        return Given(model.system, tray.test, tray.roll, whose_of(model, tray), real, tray.verdict)
    return Given(model.system, model.sheet.test) if model.sheet.test is not None else words.NOTHING_TO_SHARE


def line_given(model: Model, message: Message) -> Given | str:
    """A roll of the log, where today's rules still judge it so; a link has no other verdict than theirs."""
    entry = line_of(model, message)
    if entry is None or not isinstance(entry.event, Rolled):
        return ""
    event = entry.event
    try:
        again = replay_roll(event)
    except RulesError as error:
        return words.cannot_judge(error.plain_words)
    if not again.holds:
        return words.judged_otherwise_there(again.verdict.headline)
    real = words.real_dice(physical=event.physical, counted=event.counted)
    verdict = (faithful_replay(event) or again).verdict
    return Given(BY_ID[event.system], again.test, again.roll, whose(event), real, verdict)


def report_handed_on(model: Model, message: Message, world: World) -> Answer:
    """Tell how handing a text on ended; what could not be copied is shown to be copied by hand."""
    match message["value"]:
        case "copied" | "picture copied" | "picture saved" as how:
            return notify(model, HANDED[how])
        case "refused":
            text = str(message["data"]["text"])
            return replace(model, news=News(words.COPY_BY_HAND, wrong=True, text=text)), (say(words.COPY_BY_HAND),)
        case _:
            return model, ()


def close(model: Model, message: Message, world: World) -> Answer:
    """Leave what a link brought."""
    return without_link(model), (plain_address(model),)


def keep(model: Model, message: Message, world: World) -> Answer:
    """Write the roll that a link brought into the log, with all its effects."""
    tray = model.tray
    return lay_roll(model, Hand(tray.test, tray.roll), tray.roll, world) if model.from_link and tray else (model, ())


HANDED = {"copied": words.COPIED, "picture copied": words.PICTURE_COPIED, "picture saved": words.PICTURE_SAVED}

HANDLERS: dict[str, Handler] = {
    "share": share,
    "share-picture": share_picture,
    "share-code": share_code,
    "roll-drawn": show_roll_code,
    "handed": report_handed_on,
    "link-keep": keep,
    "link-close": close,
}
