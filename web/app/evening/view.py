"""This evening: what each of those who played has rolled, how lucky that was, and what was least likely of all."""

from collections.abc import Iterator
from functools import lru_cache

from app.common.html import Child, Markup, button, tag
from app.common.times import day, hour
from app.common.tracking import unseen
from app.evening import words
from app.evening.dice_view import dice
from app.log.state import Unseen, is_open, whose
from app.model import Model
from app.odds.summary import percent
from pyrules.campaign.evening import Evening, Result, Share, evening
from pyrules.campaign.ledger import Ledger
from pyrules.campaign.limits import counter_named
from pyrules.campaign.state import State, settle_ledger
from pyrules.campaign.tracking import is_theirs, news_of
from pyrules.core.english import minus
from pyrules.systems import BY_ID


def screen(model: Model) -> Child:
    """The evening, and below it how all dice of the log fell."""
    found = evening_of(model.campaign, unseen(model))
    return (*(summary(found) if model.known else ()), dice(model, rolled=found is not None))


def evening_of(state: State, hidden: Unseen) -> Evening | None:
    """The last evening of a log, without what the reader may not see."""
    return _evening_of(state.ledger, hidden)


@lru_cache(maxsize=2)
def _evening_of(ledger: Ledger, hidden: Unseen) -> Evening | None:
    return evening(settle_ledger(ledger), lambda event: is_open(event, hidden))


def summary(found: Evening | None) -> tuple[Child, ...]:
    """Everybody's share and the least likely results, or that there are none."""
    if found is None:
        return (tag("p", words.NOTHING_ROLLED, class_="card"),)
    return (
        tag("h2", span(found)),
        tag("p", words.EVENING_ABOUT, class_="quiet"),
        tag("div", (card(*part) for part in parts(found)), class_="shares"),
        least(found) if found.least else None,
        tag("div", button("evening-picture", words.SHARE_EVENING), class_="choices"),
    )


def span(found: Evening) -> str:
    """When it was."""
    return f"{day(found.began)}, {hour(found.began)} to {hour(found.ended)}"


def parts(found: Evening) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield everybody's share of the evening as lines below a name, also in games of one's own."""
    for one in found.shares:
        yield name_with_system(one), lines(one)
    for game, who, rolls, good in found.own:
        yield f"{who or words.NOBODY} · {game}", (words.of_own_game(rolls, good),)


def card(who: str, told: tuple[str, ...]) -> Markup:
    """Draw one person's share of the evening."""
    return tag("article", tag("h3", who), (tag("p", line) for line in told), class_="card")


def name_with_system(one: Share) -> str:
    """Who it is, with the system."""
    system, who = one.who
    return f"{who or words.NOBODY} · {BY_ID[system].title}"


def lines(one: Share) -> tuple[str, ...]:
    """A share in lines of words: how much was rolled, how lucky that was, and the points."""
    system = BY_ID[one.who[0]]
    luck = words.TOO_MUCH if one.problem else ""
    if one.luck:
        luck = words.lucky(percent(one.luck.at_least), percent(one.luck.at_most))
    points = ", ".join(words.ups_and_downs(counter_named(system, moved.counter).title, moved) for moved in one.points)
    amounts = words.amounts(one, system.name_of(one.name)) if one.rolls else ""
    return tuple(filter(None, (amounts, luck, points)))


def least(found: Evening) -> Markup:
    """The least likely results, the least likely first."""
    return tag(
        "section",
        tag("h3", words.LEAST_LIKELY, id="least"),
        tag("ol", (tag("li", tag("strong", news_of(result.event)[0]), " ", rest(result)) for result in found.least)),
        class_="card",
        aria_labelledby="least",
    )


def rest(result: Result) -> str:
    """Whose result it was, how likely, and of which test."""
    return " · ".join((*whose(result.event), unlikely(result), minus(result.event.notation)))


def unlikely(result: Result) -> str:
    """Say how likely a result was on its side; the luck of the other side is bad luck."""
    luck = result.luck
    if luck is None:
        return ""
    high = luck.at_least.value <= luck.at_most.value
    return words.unlikely(percent(luck.at_least if high else luck.at_most), good=high is not is_theirs(result.event))
