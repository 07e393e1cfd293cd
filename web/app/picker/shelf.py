"""The games of the shelf: each a card that leads to it in the workshop, where it is rolled as it is, or changed."""

from app.common.html import Child, tag
from app.model import Model
from app.picker import words
from app.picker.state import SHELF
from app.picker.view import card, dice, make_your_own, to_workshop
from pyrules.shelf import CHECKS, GAMES, TRIES


def shelf(model: Model) -> Child:
    """A card for every game, and the way to one of one's own."""
    return (
        tag("p", words.GAMES_ABOUT, class_="tagline"),
        tag(
            "ul",
            (
                card(
                    (
                        dice(model, game.picture),
                        game.title,
                        (
                            game.about,
                            tag("small", words.known_from(game.known)),
                            tag("small", words.scorecard(CHECKS, TRIES, game.milliseconds)),
                        ),
                    ),
                    **to_workshop(model, SHELF, game.name),
                )
                for game in GAMES
            ),
            class_="systems",
        ),
        make_your_own(model),
    )
