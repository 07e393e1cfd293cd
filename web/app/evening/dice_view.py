"""The dice of an evening: every kind that was rolled, its faces beside what fair dice would give."""

from app.common.html import Child, Markup, tag
from app.common.tracking import unseen
from app.evening import words
from app.evening.tallies import Tally, tallies
from app.model import Model

WIDTH, HEIGHT = 320, 120
GROUND = 100
"""Where the bars stand; the faces are written below."""


def dice(model: Model, *, rolled: bool) -> Child:
    """A card for every kind of die, the dice rolled here first; none where only own games were `rolled`."""
    found = tallies(model.campaign.entries, unseen(model))
    if rolled and not found:
        return None
    return (
        tag("h2", words.DICE_FELL),
        tag("p", words.LUCK_ABOUT if found else words.LUCK_EMPTY if model.known else words.GETTING_READY),
        group(words.LUCK_HERE, [one for one in found if not one.physical]),
        group(words.LUCK_PHYSICAL, [one for one in found if one.physical]),
    )


def group(title: str, members: list[Tally]) -> Child:
    """The dice rolled here, or the real ones."""
    if not members:
        return None
    return tag("section", tag("h3", title), tag("div", map(card, members), class_="luck"), aria_label=title)


def card(tally: Tally) -> Markup:
    """One kind of die: what there is to say, the picture, and its numbers."""
    return tag(
        "article",
        tag("h4", words.number_of_throws(tally.sides, tally.throws)),
        tag("p", tag("strong", judgement(tally)), " ", words.average(tally.mean, (tally.sides + 1) / 2)),
        picture(tally),
        tag(
            "details",
            tag("summary", words.LUCK_NUMBERS),
            face_numbers(tally),
            id=f"luck-{tally.sides}-{tally.physical}",
        ),
        class_="card",
    )


def judgement(tally: Tally) -> str:
    """Return the chi-square test's result in words."""
    return words.too_few(tally.missing) if tally.missing else words.evenness(tally.chance)


def picture(tally: Tally) -> Markup:
    """A bar for every face, and a line where each bar of fair dice would end."""
    top = max(*tally.times, tally.expected)
    step = WIDTH / tally.sides
    level = round(GROUND - tally.expected / top * (GROUND - 8), 1)
    title = words.luck_picture(tally.sides, tally.times, tally.expected)
    return tag(
        "svg",
        (bar(place, times / top, step) for place, times in enumerate(tally.times)),
        tag("line", x1=0, x2=WIDTH, y1=str(level), y2=str(level)),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=title,
        class_="luck-bars",
    )


def bar(place: int, part: float, step: float) -> Child:
    """One face's bar, `part` of the greatest height, with the face below."""
    high = round(part * (GROUND - 8), 1)
    left = round(place * step + step * 0.12, 1)
    return (
        tag("rect", x=str(left), y=str(GROUND - high), width=str(round(step * 0.76, 1)), height=str(high)),
        tag("text", place + 1, x=str(round((place + 0.5) * step, 1)), y=HEIGHT - 4, text_anchor="middle"),
    )


def face_numbers(tally: Tally) -> Markup:
    """The numbers behind the picture."""
    return tag(
        "table",
        tag("thead", tag("tr", (tag("th", label, scope="col") for label in (words.FACE, words.TIMES, words.EXPECTED)))),
        tag(
            "tbody",
            (
                tag("tr", tag("th", face, scope="row"), tag("td", times), tag("td", f"{tally.expected:.1f}"))
                for face, times in enumerate(tally.times, 1)
            ),
        ),
    )
