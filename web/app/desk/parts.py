"""Parts that the desk's pages share: chances in words, and what is taken away."""

from app.common.html import Markup, button, tag
from app.desk import words
from app.odds.summary import percent
from pyrules.core.ratio import Ratio


def precise(chance: Ratio) -> str:
    """A chance in percent to the second digit, since tests that are compared may differ by little."""
    return percent(chance, 2)


def take_away(*pictures: Markup) -> Markup:
    """The link, the pictures and the table to take away."""
    return tag(
        "section",
        tag("h2", words.TAKE_AWAY),
        tag(
            "div",
            button("desk-share", words.SHARE_LINK),
            pictures,
            button("desk-table", words.SAVE_CSV),
            class_="choices",
        ),
        class_="card odds",
        aria_label=words.TAKE_AWAY,
    )
