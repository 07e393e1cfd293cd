"""The log's way out and in: copying, printing, files, and what a file would change."""

from app.common.html import Child, Markup, button, tag
from app.common.times import when
from app.log import screen_words as words
from app.log.state import Incoming
from pyrules.campaign.codec import Unread
from pyrules.campaign.events import Rolled, time_of

TOLD = 5
"""How many of the unreadable records are told one by one."""


def files() -> Markup:
    """Everything that takes the log elsewhere, or brings one here."""
    return tag(
        "details",
        tag("summary", words.LOG_FILES),
        tag(
            "div",
            button("log-copy", words.COPY_TEXT, data_as="text"),
            button("log-copy", words.COPY_MARKDOWN, data_as="markdown"),
            button("print", words.PRINT),
            button("log-export", words.EXPORT),
            tag(
                "label",
                tag("span", words.IMPORT),
                tag("input", type="file", id="log-file", accept=".json,application/json", data_on="log-import"),
                class_="button file",
                for_="log-file",
            ),
            class_="choices",
        ),
        id="log-files",
    )


def incoming(read: Incoming) -> Child:
    """Draw the contents of a chosen file, and what taking it over would do."""
    entries = read.state.entries
    rolls = sum(isinstance(entry.event, Rolled) for entry in entries)
    times = [time_of(entry.event) for entry in entries]
    merge = read.merge
    return tag(
        "section",
        tag("h2", words.IMPORT_PREVIEW, id="import-preview"),
        tag("p", words.import_holds(read.name, len(read.state.events), rolls)),
        tag("p", words.import_games(len(read.games))) if read.games else None,
        tag("p", words.import_span(when(min(times)), when(max(times)))) if times else None,
        (
            tag(
                "p",
                words.merge_gives(merge.theirs, merge.shared, merge.ours)
                if merge.theirs or read.games
                else words.MERGE_NONE,
            )
            if merge
            else tag("p", words.cannot_merge(read.problem), class_="wrong")
        ),
        tag("p", words.written_twice(", ".join(read.twice)), class_="warning") if read.twice else None,
        tag("p", words.replace_gives(merge.ours)) if merge else None,
        tag(
            "div",
            (
                button("log-merge", words.merge_button(merge.theirs, len(read.games)))
                if merge and (merge.theirs or read.games)
                else None
            ),
            button("log-replace", words.REPLACE),
            button("log-export", words.EXPORT),
            button("log-cancel", words.CANCEL),
            class_="choices",
        ),
        class_="card incoming",
        aria_labelledby="import-preview",
    )


def unread(records: tuple[Unread, ...]) -> Markup:
    """Draw the stored records that could not be read, which are kept and offered as they are."""
    return tag(
        "section",
        tag("p", tag("strong", words.unread(len(records))), " ", words.UNREAD_KEPT),
        tag("ul", (tag("li", one.problem) for one in records[:TOLD])),
        button("log-unread", words.UNREAD_SAVE),
        class_="card unread",
    )
