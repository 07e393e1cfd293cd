"""The log: events are appended, never changed."""

from dataclasses import replace
from os import urandom

from app.common.answer import Answer, Message, notify
from app.log import words
from app.log.state import entry_in_words
from app.model import Model
from pyrules.campaign.codec import write_event
from pyrules.campaign.events import Event, Sealed, Undone
from pyrules.campaign.ledger import Entry
from pyrules.campaign.sealing import covers
from pyrules.campaign.state import apply
from pyrules.core.errors import RulesError


def append_events(model: Model, *events: Event) -> Answer:
    """Write events into the log."""
    if model.table and model.table.id:  # or its log is not that of a table yet
        events = tuple(replace(event, by=model.table.me) for event in events)
    if model.ahead:
        events = tuple(replace(event, clock=max(event.at - model.ahead, 0)) for event in events)
    campaign = apply(model.campaign, *events)
    hidden = covers(campaign)
    if any(event.id in hidden for event in events):
        events = tuple(with_nonce(event) if event.id in hidden else event for event in events)
        campaign = apply(model.campaign, *events)
    stored = tuple({"do": "append", "event": write_event(event)} for event in events)
    return replace(model, campaign=campaign), stored


def with_nonce(event: Event) -> Event:
    """An event whose seal tells nothing of it, since nobody guesses all of it."""
    if isinstance(event, Undone | Sealed) or event.nonce:
        return event
    return replace(event, nonce=urandom(16).hex())


def enter_events(model: Model, events: tuple[Event, ...], said: str) -> Answer:
    """Write events into the log, and say so; what the log refuses is told."""
    try:
        model, stored = append_events(model, *events)
    except RulesError as error:
        return notify(model, words.cannot_keep(error.plain_words), wrong=True)
    model, aloud = notify(model, said)
    return model, (*stored, *aloud)


def line_of(model: Model, message: Message) -> Entry | None:
    """The line of the log that a message is about; None when there is none such (any more)."""
    try:
        return model.campaign.entry(str(message["data"]["event"]))
    except RulesError:
        return None


def line_name(entry: Entry) -> str:
    """A line of the log in a few words."""
    line = entry_in_words(entry.event)
    return ", ".join((*line.whose, line.headline))
