"""What becomes of the reader's own things: saving them, keeping them for good, deleting them."""

from app.common.html import Child, Markup, button, tag
from app.model import Model
from app.settings import words
from app.settings.state import MOST_UNSAVED
from pyrules.campaign.events import Rolled

BY_HAND = {"ios": words.INSTALL_IOS, "mac": words.INSTALL_MAC}
"""How the reader installs the app where Safari does not offer it."""


def unsaved_rolls(model: Model, since: int) -> int:
    """Count the rolls after the first `since` events of the log."""
    return sum(isinstance(event, Rolled) and not event.revises for event in model.campaign.events[since:])


def reminder(model: Model) -> Markup | None:
    """The advice to save the log, once enough was rolled since it was saved or the advice was put off."""
    if not model.preferences["remind"] or model.aside:
        return None
    if unsaved_rolls(model, max(model.upkeep.exported, model.upkeep.reminded)) < MOST_UNSAVED:
        return None
    return tag(
        "section",
        tag("p", words.not_exported(unsaved_rolls(model, model.upkeep.exported))),
        tag("p", words.NOT_FOR_GOOD) if model.device.persisted is False else None,
        tag("p", words.SAFARI_FORGETS) if model.device.install in BY_HAND else None,
        tag(
            "div",
            button("log-export", words.EXPORT),
            button("persist", words.KEEP_FOR_GOOD) if model.device.persisted is False else None,
            button("put-off", words.PUT_OFF),
            class_="choices",
        ),
        class_="card reminder",
        aria_label=words.YOUR_DATA,
    )


def your_data(model: Model) -> Child:
    """Draw what is saved, how safely, and the ways to export or delete it."""
    device, at_a_table = model.device, model.aside is not None
    model = model.aside or model
    return tag(
        "section",
        tag("h2", words.YOUR_DATA),
        tag("p", words.ASIDE) if at_a_table else None,
        tag("p", words.held_here(len(model.campaign.entries), len(model.unread), len(model.own))),
        tag("p", words.not_exported(unsaved_rolls(model, model.upkeep.exported))) if model.campaign.entries else None,
        tag("p", words.KEPT_FOR_GOOD if device.persisted else words.NOT_FOR_GOOD)
        if device.persisted is not None
        else None,
        tag("p", words.SAFARI_FORGETS) if device.install in BY_HAND else None,
        delete()
        if model.upkeep.erasing
        else tag(
            "div",
            button("log-export", words.EXPORT) if not at_a_table else None,
            button("persist", words.KEEP_FOR_GOOD) if device.persisted is False else None,
            button("erase-ask", words.DELETE_EVERYTHING, id="erase-ask") if not at_a_table else None,
            class_="choices",
        ),
        class_="card upkeep",
    )


def delete() -> Child:
    """The second step before everything is deleted."""
    return tag(
        "div",
        tag("p", tag("strong", words.DELETE_ABOUT)),
        tag(
            "div",
            button("log-export", words.EXPORT),
            button("erase", words.DELETE_SURE, class_="danger"),
            button("erase-cancel", words.CANCEL, id="erase-cancel"),
            class_="choices",
        ),
        role="group",
        aria_label=words.DELETE_EVERYTHING,
    )


def the_app(model: Model) -> Child:
    """Which version it is, whether it works without a connection, how it is installed, and what it is made of."""
    if model.one_file:
        return in_one_file(model)
    device = model.device
    how = {"installed": words.INSTALLED, **BY_HAND}.get(device.install)
    return tag(
        "section",
        tag("h2", words.THE_APP),
        tag("p", words.version(device.build)) if device.build else None,
        tag("p", device.offline or words.NOT_OFFLINE_YET),
        tag("p", how) if how else None,
        tag("p", words.BEGINS_EMPTY) if device.install in BY_HAND else None,
        paste_link() if device.install == "installed" else None,
        tag("p", words.TAKE_ALONG_ABOUT),
        tag(
            "div",
            button("install", words.INSTALL) if device.install == "offered" else None,
            button("take-along", words.TAKE_ALONG),
            inside(model),
            class_="choices",
        ),
        class_="card upkeep",
    )


def paste_link() -> Markup:
    """The way of a link into an installed app, where other apps give it none."""
    return tag(
        "form",
        tag("p", words.LINKS_LEAD_ASTRAY),
        tag("label", words.PASTE_LINK, for_="pasted"),
        tag("input", id="pasted", name="link", autocomplete="off", autocapitalize="off", spellcheck="false"),
        tag("button", words.OPEN_LINK, type="submit"),
        data_on="paste-link",
        novalidate=True,
    )


def in_one_file(model: Model) -> Child:
    """Which version the file is, where newer ones are, and what it is made of."""
    device = model.device
    return tag(
        "section",
        tag("h2", words.THE_APP),
        tag("p", words.version(device.build)) if device.build else None,
        tag("p", words.ONE_FILE),
        tag("p", words.newer_files(device.site) if device.site else words.NEWER_FILES_ELSEWHERE),
        tag(
            "div",
            tag("a", words.ON_THE_WEB, href=device.site, class_="button") if device.site else None,
            inside(model),
            tag("a", words.BILL_OF_MATERIALS, href=f"{model.root}sbom.cdx.json", class_="button"),
            class_="choices",
        ),
        class_="card upkeep",
    )


def inside(model: Model) -> Markup:
    """The way to what the app is made of."""
    return tag("a", words.WHAT_IS_INSIDE, href=f"{model.root}THIRD-PARTY.txt", class_="button")
